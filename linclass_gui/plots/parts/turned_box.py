"""A box in three dimensions seen from outside, without perspective: parallels stay parallel, and
planes stay planes.

The three quantities are first scaled to [-1, 1].  With turn t and tilt e the viewer looks from d =
(sin t cos e, -cos t cos e, sin e); r = (cos t, sin t, 0) runs to the right and u = (-sin t sin e,
cos t sin e, cos e) upwards.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product

import numpy as np

from solvers import Floats
from solvers.arrays import locked

from ...markup.numbers import number, significant
from ...scene.feature_view import FeatureView
from ...scene.marks import Mark, Path, Text
from ...scene.words import Off, Words

CORNERS = np.array(list(product((-1.0, 1.0), repeat=3)))
EDGES = [
    (a, b) for a, b in combinations(range(8), 2) if np.abs(CORNERS[a] - CORNERS[b]).sum() == 2.0
]
# from the box to the names of its axes, and from the middles of the edges outwards
BELOW, AWAY = 0.06, 0.2
# of an edge from its end to the middle of the number there, so that numbers of two edges stand
# apart at a corner
INWARDS = 0.06
SHORT = 0.6  # an edge that is seen shorter has no numbers: there would be nothing to read off


def _end_text(value: float, span: float) -> str:
    """An end of an axis to a hundredth of its length or finer."""
    decimals = max(0, 1 - math.floor(math.log10(span)))
    return number(value, decimals) if decimals <= 3 and abs(value) < 1e5 else significant(value, 2)


def _pair(place: Floats) -> tuple[float, float]:
    x, y = place.tolist()
    return x, y


@dataclass(frozen=True, eq=False)
class TurnedBox:
    """The box ``low <= z <= high`` (both (3,)), seen as ``view`` says."""

    low: Floats
    high: Floats
    view: FeatureView

    @cached_property
    def basis(self) -> Floats:
        """Rows: to the right, upwards, towards the viewer."""
        t, e = math.radians(self.view.turn), math.radians(self.view.tilt)
        right = (math.cos(t), math.sin(t), 0.0)
        up = (-math.sin(t) * math.sin(e), math.cos(t) * math.sin(e), math.cos(e))
        return locked(
            np.array(
                [right, up, (math.sin(t) * math.cos(e), -math.cos(t) * math.cos(e), math.sin(e))]
            )
        )

    @cached_property
    def extent(self) -> tuple[float, float]:
        """How far the picture of the box reaches to each side, and up and down."""
        reach = np.abs(self.basis[:2]).sum(axis=1)
        return float(reach[0]), float(reach[1])

    def in_units_of_box(self, Z: Floats) -> Floats:
        """Points (k, 3) in the units of the box."""
        place: Floats = (2.0 * Z - self.low - self.high) / (self.high - self.low)
        return place

    def seen(self, Z: Floats) -> Floats:
        """Points (k, 3) as they are seen (k, 2)."""
        return locked(self.in_units_of_box(Z) @ self.basis[:2].T)

    def inside(self, Z: Floats) -> Floats:
        """The points of a line, those outside of the box as gaps."""
        is_inside = np.logical_and.reduce(np.abs(self.in_units_of_box(Z)) <= 1.0 + 1e-9, axis=1)
        return np.where(is_inside[:, None], Z, np.nan)

    def corners(self, w: Floats, level: float) -> Floats:
        """The corners (k, 3), scaled, of the part of ``<w, z - middle> + level = 0`` in the box, in
        their order round it.
        """
        f = CORNERS @ (0.5 * w * (self.high - self.low)) + level
        found = [
            CORNERS[a] + f[a] / (f[a] - f[b]) * (CORNERS[b] - CORNERS[a])
            for a, b in EDGES
            if (f[a] > 0.0) != (f[b] > 0.0)
        ]
        if len(found) < 3:
            return np.empty((0, 3))
        corners = np.array(found)
        away = corners - corners.mean(axis=0)
        along = np.linalg.svd(away)[2][:2]
        ordered: Floats = corners[np.argsort(np.arctan2(*(away @ along.T).T))]
        return ordered

    def cut(self, w: Floats, level: float) -> Floats:
        """The same as it is seen (k, 2); (0, 2) where the plane misses the box."""
        return locked(self.corners(w, level) @ self.basis[:2].T)

    def faces_viewer(self, w: Floats) -> bool:
        """Whether the positive side of a plane with the normal w is the nearer one."""
        return float((w * (self.high - self.low)) @ self.basis[2]) >= 0.0

    def frame(self, names: Sequence[str]) -> list[Mark]:
        """The edges behind, the three that carry the axes, and the words at these."""
        nearest = int(np.argmax(CORNERS @ self.basis[2]))
        rest = np.array(
            [[CORNERS[a], CORNERS[b]] for a, b in EDGES if nearest not in (a, b)]
        ).reshape(-1, 3)
        axes = np.array([self._axis(k) for k in range(3)])
        marks: list[Mark] = [
            self._edges(rest, "base-line"),
            self._edges(axes.reshape(-1, 3), "axis"),
        ]
        return marks + self._names(names, axes)

    def _names(self, names: Sequence[str], axes: Floats) -> list[Mark]:
        """The third one along its edge; of the other two one to the left below the box and one to
        the right.

        They keep clear of the box and of each other in any position; numbers come after them, where
        there is room.
        """
        middles = axes.mean(axis=1) @ self.basis[:2].T
        below = float((CORNERS @ self.basis[1]).min()) - BELOW
        is_first_left = middles[0, 0] < middles[1, 0]
        left, right = (0, 1) if is_first_left else (1, 0)
        return [
            Text((float(middles[left, 0]) - AWAY, below), names[left], "axis-label", "top-left"),
            Text((float(middles[right, 0]) + AWAY, below), names[right], "axis-label", "top-right"),
            Text(
                (float(middles[2, 0]), float(middles[2, 1])),
                names[2],
                "axis-label",
                "bottom",
                (0.0, 3.0),
                (0.0, 1.0),
            ),
        ]

    def numbers(self) -> tuple[Words, ...]:
        """The values at both ends of each axis, outside of the box, where there is room; a short
        edge has none.
        """
        words: list[Words] = []
        for k in range(3):
            ends = self._axis(k) @ self.basis[:2].T
            if float(np.hypot(*(ends[1] - ends[0]))) < SHORT:
                continue
            way, span = self._outwards(ends), float(self.high[k] - self.low[k])
            for place, value in ((0, float(self.low[k])), (1, float(self.high[k]))):
                at = ends[place] + INWARDS * (ends[1 - place] - ends[place])
                words.append(
                    Words(
                        (_end_text(value, span),),
                        Off(_pair(at), way),
                        "tick",
                        id=("end", k, place),
                        needed=False,
                    )
                )
        return tuple(words)

    @staticmethod
    def _outwards(ends: Floats) -> tuple[float, float]:
        """Across an edge as it is seen, away from the middle of the box."""
        along, middle = ends[1] - ends[0], ends.mean(axis=0)
        way = np.array([along[1], -along[0]])
        return _pair(way if float(way @ middle) >= 0.0 else -way)

    def _edges(self, ends: Floats, role: str) -> Path:
        return Path(locked(ends @ self.basis[:2].T), role, joined="pairs")

    def _axis(self, k: int) -> Floats:
        """The edge that carries an axis: of the first two the lower one in front, of the third one
        the left one.
        """
        ends = np.full((2, 3), -1.0)
        if k == 2:
            corner = min(
                product((-1.0, 1.0), repeat=2), key=lambda c: float(np.array(c) @ self.basis[0, :2])
            )
            ends[:, :2] = corner
        else:
            ends[:, 1 - k] = 1.0 if self.basis[2, 1 - k] > 0.0 else -1.0
        ends[1, k] = 1.0
        return ends
