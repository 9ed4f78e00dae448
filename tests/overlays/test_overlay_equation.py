"""The formula on the canvas, for straight and for curved boundaries."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import canvas_marks, clouds, document_of, scene_of, texts

from linclass_gui.core.appearance.theme import LIGHT
from linclass_gui.core.document import View
from linclass_gui.draw.painter import text_layout
from linclass_gui.overlays.score_text import equation
from solvers import Circle, FeatureMap, Fit, Identity, Iterate, Outcome, Polynomial, Problem, Product, SoftMarginSVM, Status

VIEW = View(-2.0, 2.0, -2.0, 2.0)


def _answer(w: list[float], features: Circle | Product) -> Fit:
    problem = Problem.from_labels(np.array([[1.0, 0.0], [-1.0, 0.0]]), np.array([1, -1]), features)
    last = Iterate(np.array(w), -1.0)
    return Fit(SoftMarginSVM(), problem, last, Outcome(Status.CONVERGED), (last,), 0.0)


def test_a_feature_that_is_a_sum_stands_in_brackets() -> None:
    assert equation(_answer([1.0, -2.0, 0.5], Circle()), VIEW) == "f(x) = 1.000 x_1 − 2.000 x_2 + 0.500 (x_1^2 + x_2^2) − 1.000"


def test_a_feature_that_begins_with_a_number_is_set_off() -> None:
    assert equation(_answer([1.0, 0.0, 0.5], Product(2.5)), VIEW) == "f(x) = 1.000 x_1 + 0.000 x_2 + 0.500 · 2.5 x_1 x_2 − 1.000"


@pytest.mark.parametrize("width", [260.0, 420.0, 700.0, 1000.0])
@pytest.mark.parametrize("features", [Identity(), Polynomial(2)], ids=lambda f: f.name)
def test_the_equation_is_never_cut_by_the_page(width: float, features: FeatureMap) -> None:
    scene = scene_of(document_of(clouds(), [SoftMarginSVM(C=2.0)], features=features))
    view = View.around(scene.document.dataset.X).with_aspect(width, 0.7 * width)
    shown = replace(scene, view=view, pixel=view.width / width)
    for mark in texts(canvas_marks(shown), "math"):
        box, x = text_layout(mark.text, LIGHT.style("math"), None, mark.scale), (mark.at[0] - view.x0) / shown.pixel
        left = x - box.width * {"left": 0.0, "right": 1.0}.get(mark.anchor, 0.5)
        assert left >= 0.0
        assert left + box.width <= width
