"""Arrows of the columns of a table: where two deviations of each lead from the mean, as in a biplot.

A row that grows by t in column j moves in the plane by ``t / scale_j`` times row j of the basis.  Source: Gabriel, Biometrika 58
(1971) 453; his arrows are these up to a factor where the axes are principal components.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Dataset
from solvers.arrays import locked

from ...core.marks import Mark, Path
from ...core.memo import memo
from ...core.planes import Plane, as_axis
from ...core.scene import Scene
from ...core.words import Beside, Words

DEVIATIONS = 2.0
SHORTEST = 8.0  # px: a shorter arrow is little but its head
NAMED = 12  # columns up to which every arrow has its name; of more there are no more names, where they have room


def missing(scene: Scene) -> str:
    """There is a table behind the points."""
    if scene.document.plane is None:
        return "needs more columns"
    return "" if len(scene.document.dataset) > 1 else "needs two points"


def draw(scene: Scene) -> Iterable[Mark | Words]:
    """One arrow a column, without those that are across the plane."""
    plane = scene.document.plane
    return () if plane is None or missing(scene) else _arrows(scene.document.dataset, plane, scene.pixels)


@memo
def _arrows(dataset: Dataset, plane: Plane, pixels: tuple[float, float]) -> tuple[Mark | Words, ...]:
    deviations = (np.column_stack([dataset.X, dataset.behind]) @ plane.basis.T).std(axis=0)
    ways, start = DEVIATIONS * deviations[:, None] * plane.basis[:, :2], dataset.X.mean(axis=0)
    lengths = np.hypot(*(ways / pixels).T)
    drawn: list[Mark | Words] = []
    for j in np.argsort(-lengths, kind="stable").tolist():
        if not lengths[j] > SHORTEST:
            break
        tip = locked(start + ways[j])
        drawn.append(Path(locked(np.stack([start, tip])), "annotation-line", arrow="end"))
        name = as_axis(plane.columns[j])
        drawn.append(
            Words((name,), Beside(tip[None], anywhere=True), "label", None, ("column", j), needed=len(lengths) <= NAMED, most=NAMED)
        )
    return tuple(drawn)
