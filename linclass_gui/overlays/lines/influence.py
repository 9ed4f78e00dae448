"""What one point does: where each boundary would be without the point under the pointer."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Fit, Problem, solve
from solvers.arrays import locked

from ...core.document import View
from ...core.fits.decision import level_curves
from ...core.marks import Anchor, Dots, Mark, Path, Text
from ...core.memo import memo
from ...core.scene import Scene
from .line_labels import label_of

PATIENCE = 0.004  # seconds: slower methods are left out, the pointer must not stick
ASIDE = 12.0  # from the point to words about it, in theme units
# Which corner of the words is at the point, by whether it lies in the left half and in the lower half of the view.
ANCHORS: dict[tuple[bool, bool], Anchor] = {
    (True, True): "bottom-left",
    (False, True): "bottom-right",
    (True, False): "top-left",
    (False, False): "top-right",
}


def draw(scene: Scene) -> Iterable[Mark]:
    """The leave-one-out boundaries, while the pointer rests on a point and nothing is being dragged."""
    row = _pointed_to(scene)
    if row is None:
        return
    for method, fit in scene.drawn:
        if method.id not in scene.stale and fit.seconds <= PATIENCE:
            yield from _without(fit, row, scene.view, method.slot)


def words(scene: Scene) -> Iterable[Mark]:
    """The names of the methods that are left out, above everything else."""
    row = _pointed_to(scene) if scene.shows("influence") else None
    if row is None:
        return ()
    slow = (method for method, fit in scene.drawn if method.id not in scene.stale and fit.seconds > PATIENCE)
    names = tuple(label_of(method, scene.document.methods) for method in slow)
    x, y = scene.document.dataset.X[row].tolist()
    return (_sentence((x, y), names, scene.view),) if names else ()


def _pointed_to(scene: Scene) -> int | None:
    """The point under the pointer, while nothing is being dragged."""
    row = None if scene.hover is None else scene.hover.row
    return None if row is None or scene.base is not None or row >= len(scene.document.dataset) else row


@memo(2)
def _sentence(at: tuple[float, float], names: tuple[str, ...], view: View) -> Mark:
    """Which methods are not asked, beside the point and towards the middle of the view."""
    is_left, is_low = at[0] < view.x0 + 0.5 * view.width, at[1] < view.y0 + 0.5 * view.height
    offset = (ASIDE if is_left else -ASIDE, ASIDE if is_low else -ASIDE)
    return Text(
        at, f"too slow to fit without this point: {', '.join(names)}", "caption", ANCHORS[is_left, is_low], offset, backed=True
    )


@memo(16)
def _without(fit: Fit, row: int, view: View, slot: int) -> tuple[Mark, ...]:
    left = left_out(fit, row)
    if left is None:
        return ()
    ring = Dots(locked(fit.problem.X[[row]]), "left-out")
    return (*(Path(curve, "ghost", slot=slot) for curve in level_curves(left, view)), ring)


@memo(16)
def left_out(fit: Fit, row: int) -> Fit | None:
    """The fit without one point; the fit itself where that point has no multiplier (it then has no say)."""
    if fit.alpha is not None and fit.method.multiplier_bound(fit.problem) == np.inf and fit.alpha[row] == 0.0:
        return fit
    problem = fit.problem
    X, y = np.delete(problem.X, row, axis=0), np.delete(problem.y, row)
    without = solve(fit.method, Problem(locked(X), locked(y), problem.features, problem.kernel, problem.classes), trace=False)
    return without if without.has_model else None
