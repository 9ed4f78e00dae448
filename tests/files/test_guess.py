"""The guess of label, axes and positive class, on tables of kinds that people bring."""

import json
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from linclass_gui.answers.scenes import scene_of
from linclass_gui.errors import UserError
from linclass_gui.files.as_read import AsRead
from linclass_gui.files.first_picture import first_picture
from linclass_gui.files.read import read
from linclass_gui.files.tables import CodedCells, Table
from linclass_gui.scene.document import Document

TESTS = Path(__file__).parents[1]
CORPUS, SAID = TESTS / "corpus", TESTS / "frozen" / "guesses.json"
EXPECTED: dict[str, dict[str, Any]] = json.loads((CORPUS / "expect.json").read_text("utf-8"))
LEAST_FILLED = 0.3  # of each axis, between its outer points
EASY = 0.3  # most errors of Fisher's line, in points of the smallest class


@dataclass(frozen=True)
class Score:
    """The guess on one table: no forbidden axis, and the natural class +."""

    allowed: bool
    positive: bool


def score_of(as_read: AsRead, header: tuple[str, ...], expected: dict[str, Any]) -> Score:
    """How good a guess is, by the places of its columns."""
    label = header.index(as_read.label) + 1
    axes = {header.index(name) + 1 for name in as_read.columns}
    is_right = label in expected["label_at"]
    name = expected["label"][expected["label_at"].index(label)] if is_right else ""
    positive = expected["positive"].get(name)
    return Score(
        not axes & set(expected["never_at"]),
        positive is None or as_read.classes[1][0] in (positive, positive.removesuffix(".0")),
    )


def reversed_rows(table: Table) -> Table:
    """The table with its last row first."""
    cells = tuple(CodedCells.of(list(column)[::-1]) for column in table.cells)
    return replace(table, cells=cells, lines=table.lines[::-1])


@cache
def readings() -> dict[str, tuple[AsRead, AsRead, Score, Document] | str]:
    """Each table as read, the same with its rows reversed, its score and its picture; or the
    sentence.
    """
    found: dict[str, tuple[AsRead, AsRead, Score, Document] | str] = {}
    for name, expected in EXPECTED.items():
        try:
            table = read(str(CORPUS / name))
            assert isinstance(table, Table)
            picture = first_picture(table)
            as_read = picture.as_read
        except UserError as error:
            found[name] = str(error)
        else:
            turned = first_picture(reversed_rows(table)).as_read
            score = score_of(as_read, table.header, expected)
            found[name] = as_read, turned, score, picture.document
    return found


def scores() -> dict[str, Score]:
    """The scores of all tables that should open; none is wrong in a refused one."""
    return {
        name: reading[2] if not isinstance(reading, str) else Score(True, True)
        for name, reading in readings().items()
        if EXPECTED[name]["opens"]
    }


def test_all_files_of_the_corpus_are_expected() -> None:
    files = {path.name for path in CORPUS.iterdir()} - {"README.md", "expect.json"}
    assert files == set(EXPECTED)


def test_row_numbers_ids_and_dates_are_no_axes() -> None:
    assert [name for name, score in scores().items() if not score.allowed] == []


def test_the_positive_class_is_the_natural_one() -> None:
    assert [name for name, score in scores().items() if not score.positive] == []


def test_the_order_of_the_rows_changes_no_guess() -> None:
    for name, reading in readings().items():
        if not isinstance(reading, str):
            as_read, turned, _, _ = reading
            assert turned.columns == as_read.columns, name
            assert (turned.label, turned.classes) == (as_read.label, as_read.classes), name


def pictures() -> dict[str, Document]:
    """The pictures of all tables that open."""
    return {
        name: reading[3] for name, reading in readings().items() if not isinstance(reading, str)
    }


def test_the_points_fill_the_picture() -> None:
    for name, document in pictures().items():
        view = scene_of(document).view
        width, height = np.ptp(document.dataset.X, axis=0)
        assert width > LEAST_FILLED * view.width, name
        assert height > LEAST_FILLED * view.height or not document.axis_names[1], name


def test_no_class_is_as_a_whole_on_the_wrong_side_where_a_line_parts_them() -> None:
    for name, document in pictures().items():
        dataset, fits = document.dataset, scene_of(document).fits
        K, X = len(dataset.class_names), dataset.X
        answers = (
            np.asarray(fits[m.id].predict(X))
            if K > 2
            else (fits[m.id].decision_function(X) > 0.0).astype(int)
            for m in document.methods
        )
        fisher, soft_margin = (
            np.bincount(answer[answer == dataset.labels], minlength=K) for answer in answers
        )
        if len(dataset) - fisher.sum() <= EASY * min(dataset.counts):
            assert (soft_margin > 0).all(), name


def test_what_is_said_of_a_table_is_what_somebody_has_read() -> None:
    said = {
        name: reading.removeprefix(f"{CORPUS}/")
        if isinstance(reading, str)
        else reading[0].sentence
        for name, reading in readings().items()
    }
    assert said == json.loads(SAID.read_text("utf-8")), "python -m benchmarks.frozen_guesses"
