"""The formula on the canvas, for straight and for curved boundaries."""

from __future__ import annotations

import numpy as np

from linclass_gui.core.document import View
from linclass_gui.overlays.equation import equation
from solvers import Circle, Fit, Iterate, Outcome, Problem, Product, SoftMarginSVM, Status

VIEW = View(-2.0, 2.0, -2.0, 2.0)


def _answer(w: list[float], features: Circle | Product) -> Fit:
    problem = Problem.from_labels(np.array([[1.0, 0.0], [-1.0, 0.0]]), np.array([1, -1]), features)
    last = Iterate(np.array(w), -1.0)
    return Fit(SoftMarginSVM(), problem, last, Outcome(Status.CONVERGED), (last,), 0.0)


def test_a_feature_that_is_a_sum_stands_in_brackets() -> None:
    assert equation(_answer([1.0, -2.0, 0.5], Circle()), VIEW) == "f(x) = 1.000 x_1 − 2.000 x_2 + 0.500 (x_1^2 + x_2^2) − 1.000"


def test_a_feature_that_begins_with_a_number_is_set_off() -> None:
    assert equation(_answer([1.0, 0.0, 0.5], Product(2.5)), VIEW) == "f(x) = 1.000 x_1 + 0.000 x_2 + 0.500 · 2.5 x_1 x_2 − 1.000"
