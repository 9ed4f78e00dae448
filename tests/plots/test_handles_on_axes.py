"""An axis covers the value that its handle marks, or the plot says that it does not."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from drawing_scenes import clouds, document_of, scene_of

from linclass_gui.plots import PLOTS
from linclass_gui.scene.marks import Figure
from linclass_gui.scene.scene import Scene
from solvers import (
    GaussianKernel,
    LeastSquares,
    LogisticRegression,
    Method,
    SoftMarginSVM,
)

DRAW: dict[str, Callable[[Scene], Figure]] = {plot.name: plot.draw for plot in PLOTS}
FEW = clouds(24, apart=0.8)


def of_method(method: Method) -> Scene:
    return scene_of(document_of(FEW, [method]))


def of_width(sigma: float) -> Scene:
    return scene_of(document_of(FEW, [SoftMarginSVM()], kernel=GaussianKernel(sigma)))


def check(figure: Figure, value: float) -> None:
    """The handle stands at the value, or at an end of the axis, and then the plot says so."""
    (handle,) = figure.handles
    assert figure.x.low <= handle.at[0] <= figure.x.high
    said = sum("lies beyond the axis" in words for words in figure.heading)
    if math.isclose(handle.at[0], value, rel_tol=1e-9, abs_tol=1e-9):
        assert said == 0
    else:
        assert said == 1
        assert handle.at[0] in (figure.x.low, figure.x.high)


@pytest.mark.parametrize("plot", ["path", "validation"])
@pytest.mark.parametrize("C", [1e-4, 1.0, 1e5, 1e12])
def test_a_strength_is_on_its_axis_or_said_to_be_beyond(plot: str, C: float) -> None:
    check(DRAW[plot](of_method(SoftMarginSVM(C=C))), math.log10(C))


def test_validation_reaches_as_far_as_the_value() -> None:
    """At C = 100 000 the axis ended at 10 000, where the training error is another one."""
    assert DRAW["validation"](of_method(SoftMarginSVM(C=1e5))).x.high == 5.0


@pytest.mark.parametrize("plot", ["path", "validation"])
@pytest.mark.parametrize(
    "method",
    [LogisticRegression(l2=0.0), LeastSquares(ridge=0.0)],
    ids=["logistic", "least-squares"],
)
def test_no_penalty_lies_beyond_the_left_end(plot: str, method: Method) -> None:
    check(DRAW[plot](of_method(method)), -math.inf)


@pytest.mark.parametrize("sigma", [1e-3, 1.0, 1e3])
def test_a_width_is_on_its_axis_or_said_to_be_beyond(sigma: float) -> None:
    check(DRAW["validation"](of_width(sigma)), math.log10(sigma))
