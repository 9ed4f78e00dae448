"""Plots that judge a classifier: they show the curves of the solvers, and share the threshold with
the projection.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of, three_clouds

from linclass_gui.files.codec import decode, encode
from linclass_gui.plots import PLOTS
from linclass_gui.plots.threshold import between_scores, place_text, scored_points, threshold
from linclass_gui.scene.document import Document
from linclass_gui.scene.generating import held_back
from linclass_gui.scene.scene import Scene
from solvers import GaussianKernel, LogisticRegression, ScoreCurve, SoftMarginSVM

BY_NAME = {plot.name: plot for plot in PLOTS}
WITH_THRESHOLD = ("roc", "precision", "cost")


def _document() -> Document:
    return held_back(document_of(clouds(60, apart=0.6), [LogisticRegression(l2=0.01)]), 0.3)


def _after(scene: Scene, document: Document) -> Scene:
    return replace(scene, document=document)


@pytest.mark.parametrize("name", WITH_THRESHOLD)
def test_the_ring_moves_the_threshold_of_the_projection(name: str) -> None:
    scene, plot = scene_of(_document()), BY_NAME[name]
    (handle,) = plot.draw(scene).handles
    wanted = (-0.4, 0.0) if name == "cost" else (0.6, 0.9)
    moved = _after(scene, plot.drag_to(scene, handle.name, wanted))
    value = threshold(moved, scene.drawn_fit)
    (ring,) = plot.draw(moved).handles
    assert value != 0.0
    assert BY_NAME["projection"].draw(moved).handles[0].at[0] == pytest.approx(value)
    if name == "cost":
        assert value == pytest.approx(-0.4)
    # What stands at the ring is what is called class + there.
    test = scored_points(moved)[-1]
    hits, alarms = test.at(value)
    if name == "roc":
        assert ring.at == (alarms / test.curve.minus, hits / test.curve.plus)
    if name == "precision":
        assert ring.at == (hits / test.curve.plus, hits / (hits + alarms))
    assert plot.drag_to(scene, "another", wanted) is scene.document
    assert plot.read_at(scene, wanted, (0.1, 0.1)) is not None


def test_training_and_test_points_have_their_own_curves() -> None:
    scene = scene_of(_document())
    own, test = scored_points(scene)
    fit, points = scene.drawn_fit, scene.document.test
    assert test.curve.auc == ScoreCurve.of(fit.decision_function(points.X), points.y > 0.0).auc
    assert own.curve.auc == pytest.approx(
        ScoreCurve.of(fit.decision_function(fit.problem.X), fit.problem.y > 0.0).auc
    )
    for name in ("roc", "precision", "cost", "calibration"):
        figure = BY_NAME[name].draw(scene)
        assert [words.lines[0] for words in figure.words] == ["training points", "test points"]
        assert not BY_NAME[name].draw(scene_of(replace(scene.document, test=None))).words


def test_a_threshold_between_scores_calls_as_many_class_plus() -> None:
    scores, positive = np.array([3.0, 1.0, 1.0, -2.0]), np.array([True, False, True, False])
    curve = ScoreCurve.of(scores, positive)
    assert [int((scores > between_scores(curve, k)).sum()) for k in range(4)] == [0, 1, 3, 4]


@pytest.mark.parametrize("unit", [1.0, 1e-3, 1e-9])
def test_the_least_threshold_as_printed_is_the_cheapest(unit: float) -> None:
    """All scores but for a part of ``unit`` are 1, as those of points in tiny units are."""
    random = np.random.default_rng(5)
    positive = random.random(200) < 0.5
    scores = 1.0 + unit * (random.normal(size=200) + positive)
    curve = ScoreCurve.of(scores, positive)
    for k in range(1, len(curve.thresholds) - 1):
        printed = float(place_text(curve, k).removeprefix("threshold ").replace("−", "-"))
        assert int((scores > printed).sum()) == curve.hits[k] + curve.alarms[k]


def test_a_printed_threshold_keeps_scores_together_that_differ_by_rounding() -> None:
    """1.62 of 1.625 lay between two scores that are one, and made an error more."""
    scores = np.array([1.63, np.nextafter(1.62, 2.0), 1.62])
    curve = ScoreCurve.of(scores, np.array([True, False, False]))
    printed = float(place_text(curve, 1).removeprefix("threshold "))
    assert (scores > printed).tolist() == [True, False, False]


def test_the_costs_of_now_are_counted_and_their_ratio_is_kept() -> None:
    document = document_of(clouds(60, apart=0.6), [LogisticRegression(l2=0.01)])
    cheap, dear = (choice.document for choice in BY_NAME["cost"].choices(scene_of(document))[::6])
    assert (cheap.miss_cost, dear.miss_cost) == (0.1, 10.0)
    scene = scene_of(dear)
    wrong, y = scene.drawn_fit.wrong, scene.document.dataset.y
    cost = (10.0 * np.count_nonzero(wrong & (y > 0.0)) + np.count_nonzero(wrong & (y < 0.0))) / len(
        y
    )
    assert f"now {cost:.3f}" in BY_NAME["cost"].draw(scene).heading[0]
    assert decode(encode(dear), "again").miss_cost == 10.0


def test_a_pair_of_three_classes_has_test_points_too_and_a_kernel_has_no_handle() -> None:
    three = held_back(document_of(three_clouds(60), [SoftMarginSVM(C=5.0)]), 0.3)
    figure = BY_NAME["cost"].draw(scene_of(three))
    assert [words.lines[0] for words in figure.words] == ["training points", "test points"]
    curved = scene_of(document_of(clouds(40), [SoftMarginSVM(C=5.0)], kernel=GaussianKernel(1.0)))
    assert not BY_NAME["roc"].draw(curved).handles
    assert "no probabilities" in BY_NAME["calibration"].draw(curved).message


def test_the_heading_of_the_cost_has_training_and_test_points_apart() -> None:
    """The cheapest threshold is that of the training points: the cost beside it is theirs, too."""
    document = _document()
    scene = scene_of(document)
    fit = scene.selected_fit
    training, test = (
        np.mean((fit.decision_function(points.X) > 0.0) != (points.labels == 1))
        for points in (document.dataset, document.test)
    )
    assert training != test
    heading = BY_NAME["cost"].draw(scene).heading
    assert heading[0] == f"a miss costs 1, now {training:.3f}, test {test:.3f}"
    alone = scene_of(replace(document, test=None))
    assert BY_NAME["cost"].draw(alone).heading[0] == f"a miss costs 1, now {training:.3f}"


@pytest.mark.parametrize("name", WITH_THRESHOLD)
def test_a_reading_says_that_it_is_about_test_points(name: str) -> None:
    document = _document()
    for shown, is_said in ((document, True), (replace(document, test=None), False)):
        reading = BY_NAME[name].read_at(scene_of(shown), (0.4, 0.6), (0.1, 0.1))
        assert ("test points" in reading.words.lines) is is_said
