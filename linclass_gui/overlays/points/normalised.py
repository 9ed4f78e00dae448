"""The normalised samples: every point of class − on the other side of the origin, so that all
should have a positive score.

A line through the origin separates the classes exactly when ``w`` makes ``<w, z> > 0`` for all of
them.  With an offset the samples are ``y (1, x)``, which have no place in the plane: then nothing
is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Dataset
from solvers.arrays import locked

from ...scene.marks import Dots, Mark, Path
from ...scene.memo import memo
from ...scene.scene import Scene
from .. import needs

PROJECTORS = 40  # up to this many points show where they come from


def draw(scene: Scene) -> Iterable[Mark]:
    """The points of class − mirrored at the origin, with the way through it."""
    return () if needs.an_origin(scene) else _mirrored_points(scene.document.dataset)


@memo
def _mirrored_points(dataset: Dataset) -> tuple[Mark, ...]:
    points = dataset.X[dataset.labels == 0]
    if not len(points):
        return ()
    ways = np.stack([points, -points], axis=1).reshape(-1, 2)
    lines = (Path(locked(ways), "mirror", joined="pairs"),) if len(points) <= PROJECTORS else ()
    origin = locked(np.zeros((1, 2)))
    return (
        *lines,
        Dots(origin, "mean-rim"),
        Dots(origin, "origin"),
        Dots(locked(-points), "turned-minus"),
    )
