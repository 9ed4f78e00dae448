"""J over the angle of the projection axis; its numerator and its denominator are thin strips below,
each of a scale of its own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from solvers import Floats
from solvers.arrays import locked

from ...markup.numbers import number, significant
from ...scene.marks import Axis, Lane, Mark, Path, Reading
from .axes import columns, reading_at, stack_lanes, upper_end

X_AXIS = Axis(0.0, 180.0, "angle", (0.0, 45.0, 90.0, 135.0, 180.0), "°")
ANGLES = locked(np.linspace(0.0, 180.0, 361))
# J is drawn up to this multiple of its upper quartile: next to a pole everything else would be flat
CLIP = 40.0
HEADROOM = 1.12  # above the maximum the markers have room
# the steps in which the ends of the axes move, about: J fills its lane, and its axis changes only
# when it must
ENDS = 12
NAMES = ("$J$", "between", "within")
WEIGHTS = (7.0, 1.0, 1.0)  # the heights of the lanes of J, of its numerator and of its denominator
NO_SCATTER = "J is unbounded at every angle: within the classes nothing varies."


@dataclass(frozen=True, eq=False)
class Lanes:
    """J at ``ANGLES`` with its parts, and a lane for each of the three."""

    J: Floats
    between: Floats
    within: Floats
    lanes: tuple[Lane, ...]

    @property
    def top(self) -> float:
        """The largest J that is drawn."""
        return self.lanes[0].axis.high

    def height(self, J: float) -> float:
        """The height of a value of J: the top of its lane where the curve is cut off, the foot
        where J is not defined.
        """
        lane = self.lanes[0]
        if math.isnan(J):
            return lane.low
        axis = lane.axis
        return lane.low + (min(J, axis.high) - axis.low) * (lane.high - lane.low) / (
            axis.high - axis.low
        )

    def reading(
        self, angle: float, values: tuple[Floats, Floats, Floats], more: tuple[str, ...] = ()
    ) -> Reading:
        """The reading at an angle: J, its numerator and its denominator there, each an array of one
        value.
        """
        J, *parts = values
        lines = [f"{number(angle, 1)}°"]
        lines += [
            f"{name} {significant(float(value[0]), 3)}"
            for name, value in zip(("$J$ =", *NAMES[1:]), values, strict=True)
        ]
        heights = (
            self.height(float(J[0])),
            *(float(lane.place(v)[0]) for lane, v in zip(self.lanes[1:], parts, strict=True)),
        )
        return reading_at(angle, (0.0, 1.0), heights, (*lines, *more))

    def paths(self) -> tuple[Mark, ...]:
        """The three curves, J last (on top)."""
        J = np.where(self.top >= self.J, self.J, np.nan)
        parts = ((self.between, "curve-thin"), (self.within, "curve-dashed"), (J, "curve"))
        lanes = (*self.lanes[1:], self.lanes[0])
        return tuple(
            [
                Path(columns(ANGLES, lane.place(values)), role)
                for lane, (values, role) in zip(lanes, parts, strict=True)
            ]
        )


def lanes_of(J: Floats, between: Floats, within: Floats, best: float) -> tuple[Lane, ...]:
    """The lanes of three curves; ``best`` is the maximum of J, which may be infinite."""
    finite = J[np.isfinite(J)]
    limit = CLIP * float(np.sort(finite)[3 * len(finite) // 4]) if len(finite) else 1.0
    largest = (HEADROOM * min(best, limit), float(between.max()), float(within.max()))
    # The strips show where each part is large; their numbers are read off at the pointer, because
    # ticks have no room.
    ticks: tuple[tuple[float, ...] | None, ...] = (None, (), ())
    return stack_lanes(
        [
            Axis(0.0, upper_end(value, ENDS)[0], name, own)
            for name, value, own in zip(NAMES, largest, ticks, strict=True)
        ],
        WEIGHTS,
    )
