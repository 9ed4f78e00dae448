"""Arrows of the columns of a table: two deviations of each from the mean, as in a biplot.

A row that grows by t in column j moves in the plane by ``t / scale_j`` times row j of the basis.
Source: Gabriel, Biometrika 58 (1971) 453; his arrows are these up to a factor where the axes are
principal components.
"""

from __future__ import annotations

import numpy as np

from solvers import Dataset, Floats

from ..scene.marks import Beside, Mark, Path, Point, Words
from ..scene.memo import memo
from ..scene.planes import Plane, as_axis
from ..scene.scene import Scene
from . import swatches as sw
from .layer import Drawn, Layer

DEVIATIONS = 2.0
SHORTEST = 8.0  # px: a shorter arrow is hardly more than its head
# columns up to which every arrow has its name; of more columns no more are named, where there is
# room
MOST_NAMES = 12


def a_table(scene: Scene) -> str:
    """There is a table behind the points."""
    if scene.document.plane is None:
        return "needs more columns"
    return "" if len(scene.document.dataset) > 1 else "needs two points"


def draw_column_arrows(scene: Scene) -> Drawn:
    """One arrow a column, without those that are across the plane."""
    plane = scene.document.plane
    return (
        ()
        if plane is None or a_table(scene)
        else _arrows(scene.document.dataset, plane, scene.pixels)
    )


COLUMN_ARROWS = Layer(
    "column-arrows",
    "Columns",
    "An arrow for each column of the table: where two of its deviations lead from the mean",
    draw_column_arrows,
    needs=(a_table,),
    in_the_way=True,
    swatch=(
        sw.line("annotation-line", (3, 9), (20, 5), arrow="end"),
        sw.line("annotation-line", (3, 9), (14, 12), arrow="end"),
    ),
    place=18,
    group="Points",
)


@memo
def _ways(dataset: Dataset, plane: Plane) -> tuple[Floats, Floats]:
    """The common start of the arrows (2,), and their vectors (d, 2)."""
    deviations = (dataset.all_columns @ plane.basis.T).std(axis=0)
    return dataset.X.mean(axis=0), DEVIATIONS * deviations[:, None] * plane.basis[:, :2]


def _longest(ways: Floats, pixels: Point) -> list[int]:
    """The arrows that are more than their heads, the longest first."""
    lengths = np.hypot(*(ways / pixels).T)
    return [j for j in np.argsort(-lengths, kind="stable").tolist() if lengths[j] > SHORTEST]


@memo
def _arrows(dataset: Dataset, plane: Plane, pixels: Point) -> Drawn:
    start, ways = _ways(dataset, plane)
    items: list[Mark | Words] = []
    for j in _longest(ways, pixels):
        tip = start + ways[j]
        items.append(Path(np.stack([start, tip]), "annotation-line", arrow="end"))
        name = as_axis(plane.columns[j])
        items.append(
            Words(
                (name,),
                Beside(tip[None]),
                "label",
                None,
                ("column", j),
                needed=len(ways) <= MOST_NAMES,
                most=MOST_NAMES,
            )
        )
    return tuple(items)
