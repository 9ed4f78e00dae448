"""The influence of one point: each boundary without the point under the pointer."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Dataset, Fit, Problem, solve
from solvers.arrays import locked

from ...answers.contours import level_curves
from ...answers.method_labels import label_of
from ...scene.marks import Dots, Mark, Path
from ...scene.memo import memo
from ...scene.scene import Scene
from ...scene.section import places
from ...scene.view import View
from ...scene.words import Beside, Words

PATIENCE = 0.004  # seconds: slower methods are left out, so that the pointer never sticks


def draw(scene: Scene) -> Iterable[Mark]:
    """The leave-one-out boundaries, while the pointer rests on a point and nothing is being
    dragged.
    """
    row = _pointed_to(scene)
    if row is None:
        return
    for method, fit in scene.drawn:
        if method.id not in scene.stale and fit.seconds <= PATIENCE:
            yield from _without(fit, row, scene.view, method.slot)


def words(scene: Scene) -> Iterable[Words]:
    """The names of the methods that are left out, above everything else."""
    row = _pointed_to(scene) if scene.shows("influence") else None
    if row is None:
        return ()
    slow = (
        method
        for method, fit in scene.drawn
        if method.id not in scene.stale and fit.seconds > PATIENCE
    )
    names = tuple(label_of(method, scene.document.methods) for method in slow)
    return (_sentence(scene.document.dataset, row, names),) if names else ()


def _pointed_to(scene: Scene) -> int | None:
    """The point under the pointer, while nothing is being dragged."""
    row = None if scene.hover is None else scene.hover.row
    return (
        None if row is None or scene.base is not None or row >= len(scene.document.dataset) else row
    )


@memo
def _sentence(dataset: Dataset, row: int, names: tuple[str, ...]) -> Words:
    """The methods that are left out, beside the point."""
    home = Beside(locked(dataset.X[[row]]), anywhere=True, away=0.4)
    return Words(
        (f"too slow to fit without this point: {', '.join(names)}",),
        home,
        "caption",
        id="influence",
    )


@memo
def _without(fit: Fit, row: int, view: View, slot: int) -> tuple[Mark, ...]:
    left = left_out(fit, row)
    if left is None:
        return ()
    ring = Dots(locked(places(fit)[[row]]), "left-out")
    return (*(Path(curve, "ghost", slot=slot) for curve in level_curves(left, view)), ring)


@memo
def left_out(fit: Fit, row: int) -> Fit | None:
    """The fit without one point; the fit itself where that point has no multiplier, and so no
    influence.
    """
    if (
        fit.alpha is not None
        and fit.method.multiplier_bound(fit.problem) == np.inf
        and fit.alpha[row] == 0.0
    ):
        return fit
    problem = fit.problem
    X, y = np.delete(problem.X, row, axis=0), np.delete(problem.y, row)
    without = solve(
        fit.method,
        Problem(locked(X), locked(y), problem.features, problem.kernel, problem.classes),
        trace=False,
    )
    return without if without.has_model else None
