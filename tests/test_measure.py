"""How dense and how plain the code may be; how large it is, only the page about its rooms says."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from pathlib import Path

import pytest

measure = pytest.importorskip(
    "benchmarks.measure", reason="the benchmarks are not beside the tests"
)
ROOT = Path(__file__).parents[1]

# What the code has today at the most.  Each limit is lowered as soon as the code allows it.
SOLVERS, WINDOW = "solvers", "linclass_gui"
LONGEST = 30  # lines of all functions but one in twenty
TOKENS = 70, 260  # of a function: median, and of all but one in twenty
TOKENS_A_LINE = 9.0
COMPLEXITY = 3.5, 9  # of a function: mean, and of all but one in twenty
NAMES_WITHOUT_NOUN = {SOLVERS: 10.0, WINDOW: 4.0}  # of 1,000
SHARED_CLASS_NAMES = 0
TWO_OR_MANY = 70  # questions whether there are two classes or many, in the window
SINGLE_USERS = 123  # modules that one other uses
IMPORTS = 6.7  # per cent of all lines
NUMBERS = 180  # at module level of the solvers


@pytest.fixture(scope="module")
def product() -> Iterator[list[measure.Source]]:
    yield measure.sources(*measure.PRODUCT)
    measure.source_at.cache_clear()  # the syntax of all files is large


@pytest.mark.slow
def test_functions_are_short_and_simple(product: list[measure.Source]) -> None:
    functions = [function for source in product for function in source.functions]
    lengths = [measure.last_line(function) - function.lineno + 1 for function in functions]
    assert measure.percentile(lengths, 0.95) <= LONGEST
    ways = [measure.complexity(function) for function in functions]
    assert statistics.mean(ways) <= COMPLEXITY[0]
    assert measure.percentile(ways, 0.95) <= COMPLEXITY[1]


@pytest.mark.slow
def test_no_line_and_no_function_is_packed(product: list[measure.Source]) -> None:
    tokens = [count for source in product for count in source.function_tokens()]
    assert statistics.median(tokens) <= TOKENS[0]
    assert measure.percentile(tokens, 0.95) <= TOKENS[1]
    assert measure.tokens_a_line(product) <= TOKENS_A_LINE


def below(product: list[measure.Source], package: str) -> list[measure.Source]:
    return [source for source in product if source.path.is_relative_to(ROOT / package)]


@pytest.mark.slow
@pytest.mark.parametrize("package", [SOLVERS, WINDOW])
def test_names_have_nouns(product: list[measure.Source], package: str) -> None:
    nameless, names = measure.names_without_noun(below(product, package))
    assert 1000 * nameless.total() <= NAMES_WITHOUT_NOUN[package] * names, nameless.most_common(20)


def test_a_class_name_means_one_class(product: list[measure.Source]) -> None:
    # an estimator has the name of its method
    methods = [source for source in product if source.path != ROOT / "solvers/sklearn.py"]
    shared = measure.shared_class_names(methods)
    assert len(shared) <= SHARED_CLASS_NAMES, shared


def test_few_places_of_the_window_ask_for_two_classes_or_many(
    product: list[measure.Source],
) -> None:
    counts = measure.branch_counts(below(product, WINDOW))
    assert counts.total() <= TWO_OR_MANY, counts


@pytest.mark.slow
def test_few_modules_serve_one_other() -> None:
    assert len(measure.single_users(*measure.PRODUCT)) <= SINGLE_USERS


def test_imports_are_a_small_share(product: list[measure.Source]) -> None:
    assert measure.import_share(product) <= IMPORTS


def test_numbers_at_module_level_of_the_solvers_are_few(product: list[measure.Source]) -> None:
    assert sum(source.constants() for source in below(product, SOLVERS)) <= NUMBERS


def test_the_page_has_the_tables() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    tables = page.split(measure.BEGIN)[1].split(measure.END)[0]
    assert all(f"| `{room}` |" in tables for room in measure.rooms()), "make measure WRITE=..."
    assert all(f"| {name} |" in tables for name in measure.OLD)


def test_a_file_is_measured_as_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "some.py"
    path.write_text(
        '"""A file."""\n'
        "from math import (\n    pi,\n)\n"
        "A, B = 1, -2e-3\nC: float = 3 * 4\nD = True  # not a number\nE = f(1)\n\n"
        "# One line of comment.\n"
        'def f(x):\n    """A function."""\n    return 1 if x and A or B else 2\n'
    )
    source = measure.Source(path)
    (function,) = source.functions
    assert (source.lines, source.code_lines, source.comment_lines) == (13, 9, 1)
    assert (source.docstring_lines, source.import_lines, source.constants()) == ({1, 12}, 3, 3)
    assert (measure.complexity(function), list(source.function_tokens())) == (4, [17])


@pytest.mark.parametrize(
    ("text", "nameless"),
    [
        ("found = 1", ["found"]),
        ("def f(each, row): __all__ = _there = row", ["each", "_there"]),
        ("class NowKnown: left_rest = 1", ["NowKnown"]),
        ("for said in words:\n    said = 1\n    def g(): said = 2", ["said", "said"]),
        ("found_rows = wanted_at = inside = 1", ["wanted_at"]),
        ("found.size = words[there] = 1", []),
    ],
)
def test_a_name_needs_a_noun(tmp_path: Path, text: str, nameless: list[str]) -> None:
    path = tmp_path / "some.py"
    path.write_text(text)
    names = (name for name, _ in measure.Source(path).names())
    assert [name for name in names if measure.has_no_noun(name)] == nameless


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("isinstance(fit, ManyFit)", ["isinstance"]),
        ("isinstance(method, Method | solvers.ManyMethod)", ["isinstance"]),
        ("isinstance(x, list | str)", []),
        ("scene.is_many", ["is_many"]),
        ("f(is_many=is_many)", ["is_many", "is_many"]),
        ("len(dataset.class_names) > 2", ["more"]),
        ("answer.K == 2", ["other"]),
        ("K >= 3", ["other"]),
        ("len(points) > 2 or classes.K > 1", []),
    ],
)
def test_a_question_for_two_classes_or_many_is_counted(
    tmp_path: Path, text: str, kinds: list[str]
) -> None:
    path = tmp_path / "some.py"
    path.write_text(text)
    assert [kind for kind, _ in measure.Source(path).branches()] == kinds
