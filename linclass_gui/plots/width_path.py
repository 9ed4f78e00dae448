"""The path of a margin method over the width sigma of its Gaussian kernel: training and test
errors, support vectors.

Unlike the path over C this one has no breakpoints in closed form: the method is solved at some
widths, evenly spaced in log10.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from solvers import Dataset, Floats, GaussianKernel, Problem, solve
from solvers.arrays import locked
from solvers.ties import wrong_side

from ..answers.comparison import errors_on
from ..markup.numbers import count_words, significant
from ..scene.document import Document
from ..scene.marks import Axis, Figure, Handle, Lane, Mark, Path, Reading
from ..scene.memo import memo
from ..scene.methods import MethodInUse
from ..scene.scene import PairScene, Scene
from .axes import (
    axis_from_zero,
    columns,
    cursor,
    named_at_end,
    on_axis,
    points_at,
    reading_at,
    sentence,
    stack_lanes,
)
from .sweep import is_proven

WIDTHS = np.linspace(-1.5, 1.0, 21)  # log10 of sigma in units of the spread of the points
LOW, CURSOR, TOP = -0.06, 1.03, 1.06
MOST_POINTS = 300  # points: each width costs a fit
SIGMA = "sigma"
NO_LINES = "At no $σ$ does a direction tell the classes apart."
TOO_MANY = f"The path over σ is drawn for up to {MOST_POINTS} points."
NO_CLASSES = "The path needs at least one point of each class."


def has_path(method: MethodInUse | None) -> bool:
    """Whether the method has a width to be varied."""
    return (
        method is not None
        and isinstance(method.kernel, GaussianKernel)
        and method.method.strength is not None
    )


def figure(scene: PairScene) -> Figure:
    """Three or four curves in their lanes, with a cursor that sets sigma."""
    method, dataset = scene.document.selected_method, points_at(scene, 0)
    assert method is not None
    assert isinstance(method.kernel, GaussianKernel)  # as has_path says
    if len(dataset) > MOST_POINTS:
        return sentence(TOO_MANY)
    curves = _widths(dataset, scene.document.test_shown, _at_one(method))
    if curves is None:
        return sentence(NO_CLASSES)
    if not curves.lines:
        return sentence(NO_LINES)
    low, high = float(curves.x[0]), float(curves.x[-1])
    text = f"$σ$ = {significant(method.kernel.sigma, 3)}"
    cut, beyond = on_axis(math.log10(method.kernel.sigma), low, high, text)
    lanes, marks = _curves(curves)
    heading = (*(beyond or (text,)), *_current_values(scene))
    x, y = Axis(low, high, "$log_{10}$ $σ$"), Axis(LOW, TOP, visible=False)
    return Figure(
        x,
        y,
        (*marks, *cursor(cut, LOW, CURSOR)),
        handles=(Handle(SIGMA, (cut, CURSOR), "x"),),
        lanes=lanes,
        heading=heading,
    )


def read(
    scene: PairScene, position: tuple[float, float], reach: tuple[float, float]
) -> Reading | None:
    """The numbers at the nearest width."""
    method, dataset = scene.document.selected_method, points_at(scene, 0)
    if method is None or figure(scene).message:
        return None
    curves = _widths(dataset, scene.document.test_shown, _at_one(method))
    if curves is None:
        return None
    k = int(np.argmin(np.abs(curves.x - position[0])))
    lanes, _ = _curves(curves)
    dots = tuple(
        float(lane.place(values[k : k + 1])[0])
        for lane, (_, values) in zip(lanes, curves.lines, strict=True)
    )
    return reading_at(
        float(curves.x[k]),
        (0.0, CURSOR),
        dots,
        (f"$σ$ = {significant(10.0 ** curves.x[k], 3)}", *_words(curves, curves.x[k])),
    )


def drag(scene: Scene, handle: str, position: tuple[float, float]) -> Document:
    """The document with sigma where the cursor was dragged to."""
    method = scene.document.selected_method
    if method is None or handle != SIGMA or not isinstance(method.kernel, GaussianKernel):
        return scene.document
    kernel = GaussianKernel(float(f"{10.0 ** min(max(position[0], -6.0), 6.0):.4g}"))
    return scene.document.with_method(replace(method, kernel=kernel))


@dataclass(frozen=True, eq=False)
class Widths:
    """The results at the widths ``10**x``: each line is a name with its values (k,)."""

    x: Floats
    lines: tuple[tuple[str, Floats], ...]


def _at_one(method: MethodInUse) -> MethodInUse:
    """The method without its width, so that moving the cursor computes nothing anew."""
    return replace(method, kernel=GaussianKernel(1.0), id="", slot=0, enabled=True)


@memo
def _widths(dataset: Dataset, test: Dataset | None, method: MethodInUse) -> Widths | None:
    if not 0 < int(np.count_nonzero(dataset.labels)) < len(dataset):
        return None
    spread = float(np.sqrt(dataset.X.var(axis=0).sum())) or 1.0
    x = locked(WIDTHS + math.log10(spread))
    errors, support, test_errors = (np.full(len(x), np.nan) for _ in range(3))
    for k, sigma in enumerate((10.0**x).tolist()):
        fit = solve(
            method.two_class,
            Problem(dataset.X, dataset.y, kernel=GaussianKernel(sigma)),
            trace=False,
        )
        if not fit.has_model or not is_proven(fit):
            continue
        errors[k] = np.count_nonzero(fit.wrong)
        support[k] = np.nan if fit.support is None else len(fit.support)
        if test is not None and len(test):
            test_errors[k] = np.count_nonzero(wrong_side(fit.decision_function(test.X), test.y))
    lines = (("errors", errors), ("test errors", test_errors), ("support vectors", support))
    return Widths(
        x, tuple((name, locked(values)) for name, values in lines if np.isfinite(values).any())
    )


@memo
def _curves(curves: Widths) -> tuple[tuple[Lane, ...], tuple[Mark, ...]]:
    lanes = stack_lanes(
        [
            axis_from_zero(name, float(np.nanmax(values)), counts_only=True)
            for name, values in curves.lines
        ]
    )
    lanes = tuple(
        named_at_end(lane, values) for lane, (_, values) in zip(lanes, curves.lines, strict=True)
    )
    marks: list[Mark] = []
    for lane, (name, values) in zip(lanes, curves.lines, strict=True):
        marks.append(
            Path(
                columns(curves.x, lane.place(values)),
                "curve" if name == "test errors" else "curve-thin",
            )
        )
    return lanes, tuple(marks)


def _current_values(scene: PairScene) -> tuple[str, ...]:
    """The counts of the method at its current width."""
    fit = None if scene.selected is None else scene.selected[1]
    if fit is None or not fit.has_model:
        return ()
    lines = [count_words(int(np.count_nonzero(fit.wrong)), "error")]
    test_errors = errors_on(fit, scene.document.test_shown)
    if test_errors is not None:
        lines.append(count_words(test_errors, "test error"))
    return (
        *lines,
        *(() if fit.support is None else (count_words(len(fit.support), "support vector"),)),
    )


def _words(curves: Widths, place: float) -> tuple[str, ...]:
    """The counts at the width nearest to a place."""
    k = int(np.argmin(np.abs(curves.x - place)))
    nouns = {"errors": "error", "test errors": "test error", "support vectors": "support vector"}
    return tuple(
        count_words(int(values[k]), nouns[name])
        for name, values in curves.lines
        if np.isfinite(values[k])
    )
