"""The dotted perpendicular from the pointer to the boundary of the selected method: the meaning of
"distance"; a ring around the point that a linked plot points to.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Dataset, Fit, Floats
from solvers.arrays import locked

from ..answers.contours import level_curves
from ..answers.decision import plane_line
from ..scene.marks import Dots, Mark, Path
from ..scene.memo import memo
from ..scene.scene import Hover, Scene
from ..scene.view import View


def draw(scene: Scene) -> Iterable[Mark]:
    """The shortest way from the pointer to the boundary, and the point under it, while nothing is
    being dragged.
    """
    if scene.hover is None or scene.base is not None:
        return ()
    ring = _ring(scene.document.dataset, scene.hover)
    if scene.selected is None or not scene.selected[1].has_model:
        return ring
    return (*_perpendicular(scene.selected[1], scene.view, scene.hover.at), *ring)


@memo
def _ring(dataset: Dataset, hover: Hover) -> tuple[Mark, ...]:
    # A plot points at the point exactly; the pointer of the canvas is only near it, and seen there
    # already.
    if (
        hover.row is None
        or hover.row >= len(dataset)
        or hover.at != tuple(dataset.X[hover.row].tolist())
    ):
        return ()
    return (Dots(locked(dataset.X[[hover.row]]), "touched"),)


@memo
def _perpendicular(fit: Fit, view: View, at: tuple[float, float]) -> tuple[Mark, ...]:
    pointer = np.array(at)
    line = plane_line(fit)
    foot = line.foot(pointer) if line is not None else _nearest(level_curves(fit, view), pointer)
    return () if foot is None else (Path(locked(np.stack([pointer, foot])), "pointer"),)


def _nearest(curves: tuple[Floats, ...], point: Floats) -> Floats | None:
    """The nearest point of some chains."""
    if not curves:
        return None
    start = np.concatenate([curve[:-1] for curve in curves])
    step = np.concatenate([np.diff(curve, axis=0) for curve in curves])
    length = np.maximum((step * step).sum(axis=1), np.finfo(np.float64).tiny)
    share = np.clip(((point - start) * step).sum(axis=1) / length, 0.0, 1.0)
    feet = start + share[:, None] * step
    nearest: Floats = feet[np.argmin(((feet - point) ** 2).sum(axis=1))]
    return nearest
