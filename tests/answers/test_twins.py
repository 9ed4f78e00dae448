"""Two methods with one optimum: of two classes, what sees all at once shows the same boundary.

C of the multi-class SVM is half of that of the soft margin, the penalty of softmax twice that of
the logistic regression, as the weights of two classes are w/2 and -w/2.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from types import MappingProxyType

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of

from linclass_gui.layers import LAYERS
from linclass_gui.lessons.attempt import Attempt
from linclass_gui.lessons.lesson import Lesson
from linclass_gui.lessons.vocabulary import BY_NAME
from linclass_gui.plots import plot_named
from linclass_gui.scene.scene import Hover, Scene
from solvers import LogisticRegression, MulticlassSVM, SoftMarginSVM, Softmax

TWINS = MappingProxyType(
    {
        "svm": (SoftMarginSVM(C=8.0), MulticlassSVM(C=4.0)),
        "logistic": (LogisticRegression(l2=5e-4), Softmax(l2=1e-3)),
    }
)
both = pytest.mark.parametrize("twins", TWINS)


@cache
def scenes(twins: str) -> tuple[Scene, Scene]:
    """The scene of either, the pointer beside the boundary."""
    one, other = (scene_of(document_of(clouds(), (method,))) for method in TWINS[twins])
    hover = Hover((0.5, -0.25))
    return replace(one, hover=hover), replace(other, hover=hover)


def test_twins_have_one_boundary() -> None:
    for twins in TWINS:
        one, other = (scene.fits["m1"] for scene in scenes(twins))
        np.testing.assert_allclose(other.W[1] - other.W[0], one.w, rtol=1e-6)
        assert other.b[1] - other.b[0] == pytest.approx(one.b, abs=1e-6)


# --- plots of one boundary ------------------------------------------------------------------------


@pytest.mark.parametrize("plot", ["fisher-angle", "projection", "roc", "precision", "cost"])
@both
def test_a_plot_of_the_boundary_says_the_same(twins: str, plot: str) -> None:
    one, other = (plot_named(plot).draw(scene) for scene in scenes(twins))
    assert other.heading == one.heading
    assert other.x.label == one.x.label
    assert {handle.name for handle in other.handles} == {handle.name for handle in one.handles}


@pytest.mark.parametrize("plot", ["probability", "calibration"])
def test_softmax_has_probabilities_to_be_shown(plot: str) -> None:
    one, other = (plot_named(plot).draw(scene) for scene in scenes("logistic"))
    assert other.message == one.message == ""
    assert other.heading == one.heading


# --- layers ---------------------------------------------------------------------------------------


def roles(name: str, scene: Scene) -> list[str]:
    """The roles of the marks of a layer."""
    layer = next(layer for layer in LAYERS if layer.name == name)
    return [mark.role for mark in layer.draw(scene)]


@pytest.mark.parametrize("layer", ["half-planes", "boundary", "weight", "projection", "errors"])
@both
def test_a_layer_of_the_boundary_is_drawn_alike(twins: str, layer: str) -> None:
    one, other = (sorted(roles(layer, scene)) for scene in scenes(twins))
    assert other == one != []


@pytest.mark.parametrize("layer", ["margins", "band", "width", "support-vectors", "slack"])
def test_a_layer_of_the_margin_is_drawn_alike(layer: str) -> None:
    one, other = (sorted(roles(layer, scene)) for scene in scenes("svm"))
    assert other == one != []


# --- words ----------------------------------------------------------------------------------------


# --- numbers and measures -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "arguments"),
    [
        ("angle", ("m1", "m1")),
        ("distance", ((0.5, 0.25), "m1")),
        ("room", ("m1",)),
        ("J", ("m1",)),
        ("norm", ("m1",)),
        ("score", ("m1", (0.5, 0.25))),
        ("undecided", ("m1",)),
    ],
)
@both
def test_a_goal_measures_the_same(twins: str, word: str, arguments: tuple[object, ...]) -> None:
    measured = []
    for scene in scenes(twins):
        lesson = Lesson("", scene.document)
        attempt = Attempt(lesson, scene.document, scene.fits)
        measured.append(BY_NAME[word].measure(attempt, *arguments))
    one, other = measured
    assert np.isfinite(one)
    assert other == pytest.approx(one, rel=1e-5, abs=1e-6)


@pytest.mark.parametrize("layer", ["pointer", "probability"])
@both
def test_a_layer_draws_the_same_marks(twins: str, layer: str) -> None:
    one, other = (roles(layer, scene) for scene in scenes(twins))
    assert other == one != []
