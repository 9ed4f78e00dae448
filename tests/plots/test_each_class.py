"""ROC, precision over recall and calibration of more classes than two: each against the rest."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, dots, paths, scene_of, three_clouds

from linclass_gui.answers.leads import ahead
from linclass_gui.draw.alt import alt_of_plot
from linclass_gui.plots import PLOTS
from linclass_gui.plots.each_class import class_curves
from linclass_gui.plots.threshold import scored_points
from linclass_gui.scene.generating import held_back
from linclass_gui.scene.methods import SchemeChoice
from linclass_gui.scene.scene import Scene
from solvers import (
    Dataset,
    Fisher,
    GaussianGenerative,
    LogisticRegression,
    MulticlassSVM,
    ScoreCurve,
    SoftMarginSVM,
    Softmax,
    reliability,
)

BY_NAME = {plot.name: plot for plot in PLOTS}
RATES = ("roc", "precision")
REACH = (0.05, 0.05)
CLOSE = three_clouds(45, 1.0)


def _scene(method: object, scheme: SchemeChoice | None = None, data: Dataset = CLOSE) -> Scene:
    document = document_of(data, [method])
    in_use = replace(document.methods[0], scheme=scheme or SchemeChoice())
    return scene_of(document.with_method(in_use))


def _rank_share(lead: np.ndarray, is_own: np.ndarray) -> float:
    """How often a point of the class leads by more than another one, ties half."""
    differences = lead[is_own][:, None] - lead[~is_own][None, :]
    return float(((differences > 0.0) + 0.5 * (differences == 0.0)).mean())


@pytest.mark.parametrize(
    ("method", "scheme"),
    [
        (Softmax(), None),
        (MulticlassSVM(C=2.0), None),
        (Fisher(), None),
        (GaussianGenerative(covariance="separate"), None),
        (SoftMarginSVM(C=2.0), SchemeChoice("one-vs-one")),
        (SoftMarginSVM(C=2.0), SchemeChoice("one-vs-one", ties="scores")),
        (SoftMarginSVM(C=2.0), SchemeChoice("one-vs-rest")),
        (SoftMarginSVM(C=2.0), SchemeChoice("one-vs-rest", decision="strict")),
    ],
)
def test_every_method_of_three_classes_has_its_curves(
    method: object, scheme: SchemeChoice | None
) -> None:
    scene = _scene(method, scheme)
    answer = scene.answer
    scores, labels = answer.training_scores, answer.problem.labels
    leads = np.stack(
        [scores[:, k] - np.delete(scores, k, axis=1).max(axis=1) for k in range(3)], axis=1
    )
    figure = BY_NAME["roc"].draw(scene)
    areas = [_rank_share(leads[:, k], labels == k) for k in range(3)]
    assert figure.heading == (
        f"AUC: one {areas[0]:.3f}",
        f"two {areas[1]:.3f}",
        f"three {areas[2]:.3f}",
    )
    assert [entry.name for entry in figure.legend] == ["one", "two", "three"]
    assert not figure.handles
    assert figure.heading[0] in alt_of_plot("roc", figure, scene.document)
    # Where no two classes share the largest score, the symbols are at the numbers of the confusion.
    confusion, shared = answer.confusion, (leads == 0.0).any()
    for k, marker in enumerate(figure.markers):
        found = confusion[k, k] / confusion[k].sum()
        alarms = (confusion[:, k].sum() - confusion[k, k]) / np.delete(confusion, k, axis=0).sum()
        assert shared or marker.at == pytest.approx((alarms, found))


@pytest.mark.parametrize("name", [*RATES, "calibration"])
def test_test_points_have_curves_and_values_of_their_own(name: str) -> None:
    document = held_back(document_of(three_clouds(60, 1.0), [Softmax()]), 0.3)
    figure = BY_NAME[name].draw(scene_of(document))
    assert all("(test " in part for part in figure.heading)
    for end in ("minus", "plus", "2"):
        assert len(paths(figure.marks, f"curve-{end}")) == 1
        assert len(paths(figure.marks, f"curve-thin-{end}")) == 1


@pytest.mark.parametrize("name", RATES)
def test_the_reading_names_the_class_of_the_nearest_curve(name: str) -> None:
    scene = _scene(Softmax())
    plot = BY_NAME[name]
    for one, word in zip(class_curves(scene), ("one", "two", "three"), strict=True):
        # a place of this curve that is on no other one
        others = [other for other in class_curves(scene) if other.label != one.label]
        x, y = _places(name, one.curves[0].curve)
        apart = np.ones(len(x), dtype=bool)
        for other in others:
            u, v = _places(name, other.curves[0].curve)
            apart &= ((x[:, None] - u) ** 2 + (y[:, None] - v) ** 2).min(axis=1) > 0.0
        place = int(np.flatnonzero(apart)[0])
        reading = plot.read_at(scene, (float(x[place]), float(y[place])), REACH)
        noun = {"roc": "AUC", "precision": "average precision"}[name]
        assert reading.words.lines[0].startswith(f"{word}, {noun} ")
    assert plot.drag_to(scene, "threshold", (0.5, 0.5)) is scene.document


def _places(name: str, curve: object) -> tuple[np.ndarray, np.ndarray]:
    if name == "roc":
        return curve.false_alarm_rate, curve.recall
    return curve.recall, curve.precision


def test_a_class_without_points_has_no_curve_and_one_class_alone_none() -> None:
    labels = np.where(CLOSE.labels == 1, 2, CLOSE.labels)
    two = _scene(Softmax(), data=Dataset(CLOSE.X, labels, CLOSE.class_names))
    assert [entry.name for entry in BY_NAME["roc"].draw(two).legend] == ["one", "three"]
    alone = _scene(Softmax(), data=Dataset(CLOSE.X, 0 * labels, CLOSE.class_names))
    for name in (*RATES, "calibration"):
        figure = BY_NAME[name].draw(alone)
        assert figure.message
        assert BY_NAME[name].read_at(alone, (0.5, 0.5), REACH) is None


def test_calibration_has_the_share_of_each_class_by_its_probability() -> None:
    scene = _scene(Softmax())
    answer, figure = scene.answer, BY_NAME["calibration"].draw(scene)
    probabilities = answer.predict_proba(answer.problem.X)
    for k, end in enumerate(("minus", "plus", "2")):
        predicted, share, _ = reliability(probabilities[:, k], answer.problem.labels == k, 10)
        (symbols,) = dots(figure.marks, f"class-{end}")
        np.testing.assert_array_equal(symbols.xy, np.column_stack([predicted, share]))
    reading = BY_NAME["calibration"].read_at(scene, tuple(symbols.xy[0].tolist()), REACH)
    assert "share of three" in " ".join(reading.words.lines)


def test_without_probabilities_of_the_classes_calibration_names_methods_that_have_them() -> None:
    message = BY_NAME["calibration"].draw(_scene(SoftMarginSVM(C=2.0))).message
    assert "no probabilities" in message
    assert "softmax" in message
    # A scheme over logistic regressions has those of its members.
    pair = BY_NAME["calibration"].draw(_scene(LogisticRegression(l2=0.1)))
    assert pair.heading[0] == "one against two"
    assert pair.y.label == "share of class +"


@pytest.mark.parametrize("method", [SoftMarginSVM(C=3.0), Softmax(), GaussianGenerative()])
def test_of_two_classes_the_lead_of_class_plus_is_the_score(method: object) -> None:
    scene = scene_of(document_of(clouds(60, apart=0.6), [method]))
    answer = scene.answer
    lead = ahead(answer.class_scores(answer.problem.X))[:, 1]
    (own,) = scored_points(scene.pair)
    assert ScoreCurve.of(lead, answer.problem.labels == 1).auc == own.curve.auc
