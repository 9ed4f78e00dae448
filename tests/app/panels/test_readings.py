"""What panels and status line say of a fit is true: no rounding as a number, no gap of half an answer, points that can be found."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest
from drawing_scenes import document_of, scene_of, three_clouds

from linclass_gui.app.panels.fit_words import COMPUTING, data_parts, pointer_parts, row_reading, solution_lines
from linclass_gui.core.classes.scheme import Scheme
from linclass_gui.core.document import Document, View
from linclass_gui.core.fits.answers import Answers
from linclass_gui.core.fits.comparison import comparison
from linclass_gui.core.fits.jobs import Answer, Batch, FitJob
from linclass_gui.core.markup.number_table import to_csv
from linclass_gui.core.scene import Hover, Scene
from solvers import Dataset, Fit, LogisticRegression, Method, Problem, SoftMarginSVM, Status, fit, solve

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

    half = solve(document.methods[0].method, Problem.from_labels(X, document.dataset.y), cancelled=stopped)
    assert half.status is Status.CANCELLED
    return document, half


@pytest.mark.parametrize("shift", [0.0, 0.1, 1.0 / 3.0, 7.7, 1e4])
@pytest.mark.parametrize("scale", [1.0, 0.1, 3.3])
def test_points_on_their_margin_lines_have_no_slack(shift: float, scale: float) -> None:
    lines = dict(solution_lines(fit(SoftMarginSVM(C=1e6), scale * CORNERS + shift, [0, 0, 1, 1])))
    assert lines["mean slack"] == "0.000"


@pytest.mark.parametrize("turn", np.linspace(0.1, 3.0, 12).tolist())
def test_an_offset_that_is_only_rounding_is_zero(turn: float) -> None:
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    X = (CORNERS - CORNERS.mean(axis=0)) @ turned.T
    assert dict(solution_lines(fit(SoftMarginSVM(C=10.0), X, [0, 0, 1, 1])))["$b$"] in ("0.000", "0.0000")


def test_a_small_number_that_is_no_rounding_is_shown() -> None:
    lines = dict(solution_lines(fit(SoftMarginSVM(C=10.0), 1e-7 * CORNERS, [0, 0, 1, 1])))
    assert lines["mean slack"] == "1.000"
    assert lines["$w$"].startswith("(0.0000011")


def test_half_an_answer_is_neither_cancelled_nor_certified() -> None:
    document, half = _half_done()
    id = document.methods[0].id
    scene = Scene(document, View(-3, 3, -2, 2), 0.01, fits=MappingProxyType({id: half}), stale=frozenset({id}))
    reading = row_reading(half, stale=True)
    assert (reading.word, reading.gap) == (COMPUTING, "")
    assert data_parts(scene)[-1] == COMPUTING
    assert "cancelled" not in to_csv(comparison(scene))


def test_what_the_user_cancelled_is_called_so() -> None:
    document, half = _half_done()
    id = document.methods[0].id
    scene = Scene(document, View(-3, 3, -2, 2), 0.01, fits=MappingProxyType({id: half}))
    assert row_reading(half).word == "cancelled"
    assert data_parts(scene)[-1] == "cancelled"


@pytest.mark.parametrize("given_up", [False, True], ids=["made way", "given up"])
def test_a_fit_that_made_way_for_another_is_stale(given_up: bool) -> None:
    document, half = _half_done()
    in_use = document.methods[0]
    job = FitJob(document, document, (), "preview", 1, (in_use,))
    answers = Answers()
    answers.take(Batch(job, {in_use.id: Answer(half, job, in_use)}, complete=True), given_up)
    assert (in_use.id in answers.shown(document)[1]) is not given_up


def test_the_point_under_the_pointer_has_the_number_of_its_row() -> None:
    document = _document(SoftMarginSVM(), CORNERS, [0, 1, 0, 1])
    answer = fit(SoftMarginSVM(), CORNERS, [0, 1, 0, 1])
    scene = Scene(
        document,
        View(-3, 3, -2, 2),
        0.01,
        fits=MappingProxyType({document.methods[0].id: answer}),
        hover=Hover((2.3, 0.2), 2),
    )
    assert any(part.startswith("point 3, class −") for part in pointer_parts(scene))


def test_the_votes_at_a_place_are_counted() -> None:
    document = document_of(three_clouds(), [SoftMarginSVM()])
    scene = scene_of(document.with_method(replace(document.methods[0], scheme=Scheme("one-vs-one"))))
    centre = tuple(scene.document.dataset.X[scene.document.dataset.labels == 1].mean(axis=0).tolist())
    *_, said, votes = pointer_parts(replace(scene, hover=Hover(centre)))
    assert said == "two"
    assert votes.split("\u2003") == ["two ▮▮▮▮▮ 2 votes", "one ▮▮▯▯▯ 1 vote", "three ▯▯▯▯▯ 0 votes"]
