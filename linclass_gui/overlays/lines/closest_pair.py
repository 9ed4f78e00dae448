"""The closest pair of the two hulls with its perpendicular bisector: the hard margin, seen from the
hulls.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Floats, Separability
from solvers.arrays import locked
from solvers.plane.geometry import clip_line

from ...scene.marks import Dots, Mark, Path
from ...scene.memo import memo
from ...scene.scene import Scene
from ...scene.shapes import separation
from ...scene.view import View


def draw(scene: Scene) -> Iterable[Mark]:
    """The pair, while the hulls are disjoint."""
    verdict = separation(scene)
    return () if verdict is None or not verdict.separable else _pair(verdict, scene.view)


@memo
def _pair(verdict: Separability, view: View) -> tuple[Mark, ...]:
    ends = np.stack([verdict.closest_minus, verdict.closest_plus])
    across = ends[1] - ends[0]
    # Only its direction counts: of coordinates beyond 1e150 the products would overflow.
    bisector = clip_line(
        across / (float(np.abs(across).max()) or 1.0), 0.0, view.box, ends.mean(axis=0)
    )
    lines: tuple[tuple[Floats | None, str], ...] = ((bisector, "bisector"), (ends, "closest-pair"))
    drawn = tuple(Path(locked(xy), role) for xy, role in lines if xy is not None)
    return (*drawn, Dots(locked(ends), "closest"))
