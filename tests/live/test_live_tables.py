"""The tables of a lesson's page that follow an edit say what those of the program say."""

import json
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from linclass_gui.answers.scenes import scene_of
from linclass_gui.figures.site_parts import table_words
from linclass_gui.lessons.course import shipped_course
from linclass_gui.lessons.lesson import Lesson
from linclass_gui.lessons.numbers import NAMES, numbers_of
from linclass_gui.lessons.numbers.block import Numbers
from linclass_gui.lessons.reveals import fully_revealed
from linclass_gui.live.page import figure_data
from linclass_gui.live.web import FOLDER
from linclass_gui.markup.mathtext import plain
from linclass_gui.scene.document import Document
from solvers import Dataset

live = pytest.importorskip("benchmarks.live", reason="the benchmarks are not beside the tests")
pytestmark = pytest.mark.skipif(
    live.node() is None, reason="Node.js, which computes as the page does, is not installed"
)
SCRIPT = """
import {{ readFileSync }} from "node:fs";
import {{ answersOf, sceneOf }} from {scene};
import {{ numbersOfBlock }} from {tables};
const {{ cases, words }} = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(cases.map(({{ figure, costs, names }}) => {{
  const scene = sceneOf(figure);
  const context = {{ figure, scene, answers: answersOf(figure, scene), words, costs }};
  return names.map((name) => numbersOfBlock(name, context));
}})));
"""
LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
# Blocks of a page that follow an edit, by lessons that have them.
FOLLOWING = {
    "all-mistakes": ("Y", "steps"),
    "another-sample": ("true-errors",),
    "bayes": ("true-errors",),
    "canonical": ("canonical",),
    "counting-words": ("word-counts",),
    "dual": ("dual", "kkt"),
    "hard-margin": ("lemma-3",),
    "fisher-criterion": ("C_W",),
    "fisher-example": ("means", "S_1", "S_2", "S_W", "S_W^-1", "w"),
    "held-back": ("test-errors",),
    "lda-or-logistic": ("true-errors",),
    "least-squares-example": ("Y", "Y^+", "a"),
    "least-squares-is-fisher": ("lemma-2",),
    "perceptron": ("steps",),
    "priors-and-costs": ("costs",),
    "slack": ("kkt",),
    "xor": ("dual",),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", FOLLOWING)
def test_tables_of_a_page_are_those_of_the_program(name: str) -> None:
    course = shipped_course()
    lesson = course.lessons[course.places[name]]
    documents = [_revealed(lesson), *(_moved(_revealed(lesson), seed) for seed in range(3))]
    costs = lesson.costs or (1.0, 1.0)
    cases = [
        {"figure": figure_data(scene_of(d), ""), "costs": costs, "names": FOLLOWING[name]}
        for d in documents
    ]
    modules = {name: json.dumps((FOLDER / f"{name}.mjs").as_uri()) for name in ("scene", "tables")}
    found = live.said_by_node(
        SCRIPT, {"cases": cases, "words": table_words(lesson.document)}, **modules
    )
    for document, blocks in zip(documents, found, strict=True):
        for block, of_page in zip(FOLLOWING[name], blocks, strict=True):
            of_program = numbers_of(block, scene_of(document), lesson.costs)
            if of_program.needs:
                assert of_page is None
            else:
                _check_same(of_page, of_program)


def test_blocks_of_all_lessons_are_named() -> None:
    for lesson in shipped_course().lessons:
        names = {*lesson.numbers, *(n for step in lesson.steps for n in step.show if n in NAMES)}
        assert set(FOLLOWING.get(lesson.name, ())) <= names


def _revealed(lesson: Lesson) -> Document:
    return fully_revealed(lesson)


def _moved(document: Document, seed: int) -> Document:
    """The same with two points elsewhere, those that count words on whole numbers."""
    rng, dataset = np.random.default_rng(seed), document.dataset
    X = dataset.X.copy()
    rows = rng.choice(len(X), 2, replace=False)
    is_counted = bool((np.round(X) == X).all() and (X >= 0.0).all() and len(X) > 4)
    X[rows] = X[rows] + 1.0 if is_counted else np.round(X[rows] + rng.normal(0.0, 0.3, (2, 2)), 3)
    return replace(document, dataset=Dataset(X, dataset.labels, dataset.class_names))


def _check_same(of_page: dict[str, Any], of_program: Numbers) -> None:
    entries = [list(matrix.entries) for matrix in of_program.matrices]
    for mine, theirs in zip(of_page.get("matrices", ()), entries, strict=True):
        for row, wanted in zip(mine, theirs, strict=False):
            _check_cells(row, wanted)
    values = of_page.get("values", [])
    for k, (name, value) in enumerate(of_program.lines):
        _check_cells([values[k] or plain(value)], [value])
        mine = of_page.get("names", [None] * len(values))[k]
        assert _text(mine) in ("", _text(plain(name)))
    assert len(values) == len(of_program.lines)
    rows = of_program.table.rows if of_program.table else ()
    for mine, wanted in zip(of_page.get("rows", []), rows, strict=True):
        _check_cells(mine, wanted)
    pieces = (_text({"html": of_page.get("formula") or ""}), _text(plain(of_program.formula)))
    _check_cells(*(re.findall(r"[\d.]+|[^\d.]+", words) for words in pieces))


def _check_cells(mine: Any, wanted: Any) -> None:
    """The same words; of numbers the last digit may be another one."""
    for cell, word in zip(mine, wanted, strict=True):
        one, other = _text(cell), _text(plain(word))
        if one != other:
            assert _number(one) == pytest.approx(_number(other), rel=2e-4, abs=1e-11), (
                mine,
                wanted,
            )


def _text(cell: Any) -> str:
    """The words of a cell without their spaces, which are set otherwise."""
    words = re.sub(r"<[^>]*>", "", cell["html"]) if isinstance(cell, dict) else (cell or "")
    return re.sub(r"\s|_|\^|[{}]", "", words).translate(str.maketrans("₀₁₂₃₄₅₆₇₈₉²", "01234567892"))


def _number(text: str) -> float:
    text = re.sub(r"·10(\S+)", lambda power: f"e{power[1].translate(LOWERED)}", text)
    above, _, below = text.removesuffix("%").replace("−", "-").partition("/")
    return float(above) / float(below or 1)
