"""How large, how dense and how plain the code may be."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

measure = pytest.importorskip(
    "benchmarks.measure", reason="the benchmarks are not beside the tests"
)
ROOT = Path(__file__).parents[1]

# What the code has today at the most.  Each limit is lowered as soon as the code allows it.
SOLVERS, WINDOW = "solvers", "linclass_gui"
# Tokens of a room and of its tests.  Who raises one says in the commit what was taken away for it.
ROOM_TOKENS = {
    "solvers": (162_800, 120_400),
    "linclass_gui/answers": (26_500, 13_500),
    "linclass_gui/cli": (12_000, 0),
    "linclass_gui/draw": (64_900, 17_700),
    "linclass_gui/figures": (49_620, 37_900),
    "linclass_gui/files": (45_220, 34_800),
    "linclass_gui/layers": (30_400, 21_900),
    "linclass_gui/lessons": (40_200, 23_600),
    "linclass_gui/live": (91_700, 23_900),
    "linclass_gui/markup": (5_200, 3_900),
    "linclass_gui/plots": (60_500, 38_900),
    "linclass_gui/scene": (41_320, 26_500),
    "linclass_gui/window": (184_810, 111_900),
}
ALL_TOKENS = {"solvers": 162_800, "linclass_gui": 653_100, "tests": 540_000}
# Files that are entered until the picture, the answer or the file is there.
FILES_ENTERED = {
    "a name to its picture": 92,
    "`fit`": 26,
    "a goal": 7,
    "an export": 134,
    "a move of the mouse": 126,
    "a move of a slider": 130,
}
LARGE_FILES, LARGE_FUNCTIONS, LARGE_CLASSES, HOLES = 33, 36, 1, 0
DRIFT = 0.05  # by which the tables of a page may lag behind
LONGEST = 28  # lines of all functions but one in twenty
TOKENS = 66, 256  # of a function: median, and of all but one in twenty
TOKENS_A_LINE = 8.9
COMPLEXITY = 3.4, 9  # of a function: mean, and of all but one in twenty
NAMES_WITHOUT_NOUN = {SOLVERS: 10.0, WINDOW: 3.9}  # of 1,000
SHARED_CLASS_NAMES = 0
TWO_OR_MANY = 70  # questions whether there are two classes or many, in the window
SINGLE_USERS = 114  # modules that one other uses
IMPORTS = 6.9  # per cent of all lines
NUMBERS = 179  # at module level of the solvers


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


@pytest.mark.slow
def test_no_room_grows_and_neither_do_its_tests(product: list[measure.Source]) -> None:
    for room, (own, of_tests) in ROOM_TOKENS.items():
        assert measure.tokens_of(room) <= own, room
        assert measure.tokens_of(f"tests/{room.rpartition('/')[2]}") <= of_tests, room
    rooms = {name for name in measure.rooms() if name.startswith(WINDOW) and name != WINDOW}
    assert rooms | {SOLVERS} == set(ROOM_TOKENS)
    for name, most in ALL_TOKENS.items():
        assert measure.tokens_of(name) <= most


def test_little_is_large_and_few_parts_are_filled_by_others(product: list[measure.Source]) -> None:
    for found, most in (
        (measure.large_files(product), LARGE_FILES),
        (measure.large_functions(product), LARGE_FUNCTIONS),
        (measure.large_classes(product), LARGE_CLASSES),
        (measure.holes(product), HOLES),
    ):
        assert len(found) <= most, found


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


def test_the_page_has_the_tables_of_today() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    written = measure.numbers_in(page.split(measure.BEGIN)[1].split(measure.END)[0])
    now = measure.numbers_in("\n".join(measure.size_table()))
    assert written.keys() >= now.keys(), "make measure WRITE=docs/architecture.md"
    late = [room for room in now if not np.allclose(written[room], now[room], rtol=DRIFT, atol=3)]
    assert late == [], "make measure WRITE=docs/architecture.md"


@pytest.mark.slow
def test_few_files_are_entered_on_each_way(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("linclass_gui.figures.headless.remarks", lambda *_: "")
    ways = pytest.importorskip("benchmarks.ways")
    found = ways.entered(tmp_path)
    assert found.keys() == FILES_ENTERED.keys()
    for way, most in FILES_ENTERED.items():
        assert len(found[way]) <= most, (way, sorted(found[way]))


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
    assert source.code_tokens == 47
