"""The status line: pointer left, data and certificate right, a sign of life for long fits; and what
it says of a fit is true.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of, three_clouds
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from linclass_gui.answers.comparison import comparison
from linclass_gui.answers.decision import trial_scores
from linclass_gui.answers.jobs import Batch, FitJob, Replies, Reply
from linclass_gui.answers.number_table import to_csv
from linclass_gui.scene.document import Document, TrialLine
from linclass_gui.scene.methods import SchemeChoice
from linclass_gui.scene.scene import Hover, Scene
from linclass_gui.scene.view import View
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.panels import status_line
from linclass_gui.window.panels.fit_words import (
    COMPUTING,
    data_parts,
    pointer_parts,
    row_reading,
    solution_lines,
)
from solvers import (
    Dataset,
    Fit,
    LogisticRegression,
    Method,
    Problem,
    SoftMarginSVM,
    Status,
    fit,
    solve,
)


def test_the_pointer_on_the_canvas_is_read(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.mouseMove(window.canvas.viewport(), QPoint(300, 200))
    qtbot.mouseMove(window.canvas.viewport(), QPoint(320, 220))
    qtbot.waitUntil(lambda: window.session.scene.hover is not None)
    text = window.status_line.left_text
    assert text.startswith("$x_1$ = ")
    assert "$f(x)$ = " in text
    assert "distance" in text
    assert "class" in text


def test_a_long_fit_shows_a_bar_and_then_a_button_to_cancel(
    window: MainWindow, qtbot: QtBot
) -> None:
    line = window.status_line
    line._patience.setInterval(20)
    line.set_busy(True)
    assert not line.cancel_button.isVisible()
    qtbot.waitUntil(line.cancel_button.isVisible)
    line.set_busy(False)
    assert not line.cancel_button.isVisible()


def test_the_two_sides_never_overlap(window: MainWindow, qtbot: QtBot) -> None:
    window.session.apply("Add a method", window.session.document.adding(LogisticRegression()))
    assert window.session.wait_idle()
    line = window.status_line
    for width, hover in itertools.product(
        (960, 1280, 1920), (None, Hover((-1.25, 0.5)), Hover((-1.25, 0.5), 3))
    ):
        window.resize(width, 800)
        window.session.set_hover(hover)
        qtbot.waitUntil(lambda: (line.width(), bool(line._left)) == (width, hover is not None))  # noqa: B023
        right = status_line._width(line._fitting_parts())
        assert line._left_end() + status_line.GAP + right <= line._right_edge()
        assert right > 0 or width == 960


CORNERS = np.array([[0.1, 0.2], [0.1, 1.2], [2.3, 0.2], [2.3, 1.2]])


def _document(method: Method, X: np.ndarray, labels: list[int]) -> Document:
    return replace(Document.empty(), dataset=Dataset(X, np.array(labels))).adding(method)


def _half_done() -> tuple[Document, Fit]:
    random = np.random.default_rng(0)
    X, labels = random.normal(size=(200, 2)), random.integers(0, 2, 200)
    document = _document(LogisticRegression(algorithm="gradient"), X, labels.tolist())
    asked: list[None] = []

    def stopped() -> bool:
        asked.append(None)
        return len(asked) > 2

    half = solve(
        document.methods[0].method, Problem.from_labels(X, document.dataset.y), cancelled=stopped
    )
    assert half.status is Status.CANCELLED
    return document, half


@pytest.mark.parametrize(("shift", "scale"), [(0.0, 1.0), (1.0 / 3.0, 0.1), (1e4, 3.3)])
def test_points_on_their_margin_lines_have_no_slack(shift: float, scale: float) -> None:
    lines = dict(solution_lines(fit(SoftMarginSVM(C=1e6), scale * CORNERS + shift, [0, 0, 1, 1])))
    assert lines["mean slack"] == "0.000"


@pytest.mark.parametrize("turn", np.linspace(0.1, 3.0, 12).tolist())
def test_an_offset_that_is_only_rounding_is_zero(turn: float) -> None:
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    X = (CORNERS - CORNERS.mean(axis=0)) @ turned.T
    assert dict(solution_lines(fit(SoftMarginSVM(C=10.0), X, [0, 0, 1, 1])))["$b$"] in (
        "0.000",
        "0.0000",
    )


def test_a_small_number_that_is_no_rounding_is_shown() -> None:
    lines = dict(solution_lines(fit(SoftMarginSVM(C=10.0), 1e-7 * CORNERS, [0, 0, 1, 1])))
    assert lines["mean slack"] == "1.000"
    assert lines["$w$"].startswith("(0.0000011")


@pytest.mark.parametrize(
    ("stale", "word"), [(True, COMPUTING), (False, "cancelled")], ids=["another comes", "given up"]
)
def test_half_an_answer_is_called_cancelled_only_where_the_user_cancelled_it(
    stale: bool, word: str
) -> None:
    document, half = _half_done()
    id = document.methods[0].id
    fits, late = MappingProxyType({id: half}), frozenset({id} if stale else ())
    scene = Scene(document, View(-3, 3, -2, 2), 0.01, fits=fits, stale=late)
    reading = row_reading(half, stale=stale)
    assert reading.word == data_parts(scene)[-1] == word
    assert not stale or (reading.errors == "" and "cancelled" not in to_csv(comparison(scene)))


def test_an_answer_to_earlier_points_says_no_numbers() -> None:
    now = scene_of(document_of(clouds(), [SoftMarginSVM()]))
    late = replace(now, stale=frozenset(now.fits))
    assert any("margin" in part for part in data_parts(now))
    assert data_parts(late)[-1] == COMPUTING
    assert not any("margin" in part or "error" in part for part in data_parts(late))


@pytest.mark.parametrize("given_up", [False, True], ids=["made way", "given up"])
def test_a_fit_that_made_way_for_another_is_stale(given_up: bool) -> None:
    document, half = _half_done()
    in_use = document.methods[0]
    job = FitJob(document, document, (), "preview", 1, (in_use,))
    answers = Replies()
    answers.take(Batch(job, {in_use.id: Reply(half, job, in_use)}, complete=True), given_up)
    assert (in_use.id in answers.fits_shown(document)[1]) is not given_up


def test_the_votes_at_a_place_are_counted() -> None:
    document = document_of(three_clouds(), [SoftMarginSVM()])
    scene = scene_of(
        document.with_method(replace(document.methods[0], scheme=SchemeChoice("one-vs-one")))
    )
    centre = tuple(
        scene.document.dataset.X[scene.document.dataset.labels == 1].mean(axis=0).tolist()
    )
    *_, said, votes = pointer_parts(replace(scene, hover=Hover(centre)))
    assert said == "two"
    assert votes.split("\u2003") == ["two ▮▮▮▮▮ 2 votes", "one ▮▮▯▯▯ 1 vote", "three ▯▯▯▯▯ 0 votes"]


def test_on_a_line_set_by_hand_the_score_is_0_and_beside_it_the_distance_is_said() -> None:
    trial = TrialLine(30.0, (1.81, -2.96), in_front=True)
    with_form = scene_of(document_of(clouds(20), []), trial=trial)
    document = with_form.document
    layers = document.layers - {"canonical"}
    scene = replace(with_form, document=replace(document, layers=layers))
    on_it = pointer_parts(replace(scene, hover=Hover(trial.pivot)))
    assert on_it[2].endswith(" = 0.000")
    along = 2.0 * trial.w
    beside = (trial.pivot[0] - along[0], trial.pivot[1] - along[1])
    assert pointer_parts(replace(scene, hover=Hover(beside)))[2:] == (
        "$f(x)$ = 0.8660 · 0.08 + 0.5000 · (−3.96) − 0.0875 = −2.000",
        "distance 2.00",
        "class −",
    )
    # beside the lines f = ±1 of the canonical form, f is the one that they belong to
    row = int(np.abs(trial_scores(trial, document.dataset.X)).argmin())
    nearest = Hover(tuple(document.dataset.X[row].tolist()), row)
    assert pointer_parts(replace(with_form, hover=nearest))[2].endswith("1.000")
