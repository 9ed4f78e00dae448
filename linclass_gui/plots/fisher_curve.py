"""Fisher's criterion J of two classes or of more as a curve over the angle, with its parts in lanes
of their own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solvers import Floats
from solvers.algorithms.moments.fisher_direction import directions
from solvers.moments import COORDINATE_ROUNDING, MEAN_ROUNDING, ClassMoments

from ..markup.numbers import criterion_number, fixed_number, number
from ..scene.marks import Axis, Lane, Marks, Path, Reading
from ..scene.memo import memo
from .axes import columns, named_at_end, reading_at, stack_lanes, upper_end

ANGLES = np.linspace(0.0, 180.0, 361)
# J is drawn up to this multiple of its upper quartile: next to a pole everything else would be flat
CLIP = 40.0
HEADROOM = 1.25  # above the maximum the markers and their names have room
# the steps in which the ends of the axes move, about: J fills its lane, and its axis changes only
# when it must
ENDS = 12
NAMES = ("$J$", "between", "within")
WEIGHTS = (3.0, 1.0, 1.0)  # the heights of the lanes of J, of its numerator and of its denominator
EIGEN_ROUNDING = 1e-14  # of the largest singular value: what computing it leaves of one that is 0


@dataclass(frozen=True, eq=False)
class Curve:
    """J at ``ANGLES`` with its parts, a lane for each of the three, the two scatters, and the
    stationary values of J (falling) with their angles: of two classes the maximum alone, which is
    infinite along a null direction of C_W.
    """

    J: Floats
    between: Floats
    within: Floats
    lanes: tuple[Lane, ...]
    scatters: tuple[Floats, Floats]
    values: tuple[float, ...]
    angles: tuple[float, ...]

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

    def value_at(self, degrees: float) -> float:
        """J at one angle: infinite along a null direction of C_W, nan where its numerator is 0
        there, too.
        """
        return float(ratio(*self.scatters, np.array([degrees]))[0][0])

    def reading(self, position: float, more: tuple[str, ...] = ()) -> Reading:
        """The reading at the angle nearest to a position: J, its numerator and its denominator."""
        angle = min(max(position, 0.0), 180.0)
        J, *parts = ratio(*self.scatters, np.array([angle]))
        lines = [f"{number(angle, 1)}°", f"$J$ = {criterion_number(float(J[0]))}"]
        lines += [
            f"{name} {fixed_number(float(value[0]))}"
            for name, value in zip(NAMES[1:], parts, strict=True)
        ]
        heights = (
            self.height(float(J[0])),
            *(float(lane.place(v)[0]) for lane, v in zip(self.lanes[1:], parts, strict=True)),
        )
        return reading_at(angle, (0.0, 1.0), heights, (*lines, *more))

    @cached_property
    def paths(self) -> Marks:
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
    ends = [upper_end(value, ENDS)[0] for value in largest]
    # Each strip has a scale of its own, said at half its height where that has room.
    ticks: tuple[tuple[float, ...] | None, ...] = (
        None,
        *((0.5 * end, end) for end in ends[1:]),
    )
    lanes = stack_lanes(
        [
            Axis(0.0, end, name, lane_ticks)
            for name, end, lane_ticks in zip(NAMES, ends, ticks, strict=True)
        ],
        WEIGHTS,
    )
    return tuple(
        named_at_end(lane, np.minimum(values, lane.axis.high))
        for lane, values in zip(lanes, (J, between, within), strict=True)
    )


def _forms(matrix: Floats, radians: Floats) -> Floats:
    c, s = np.cos(radians), np.sin(radians)
    values: Floats = matrix[0, 0] * c * c + 2.0 * matrix[0, 1] * c * s + matrix[1, 1] * s * s
    return np.maximum(values, 0.0)


def ratio(between: Floats, within: Floats, degrees: Floats) -> tuple[Floats, Floats, Floats]:
    """J, its numerator and its denominator at some angles."""
    numerator, denominator = (
        _forms(between, np.radians(degrees)),
        _forms(within, np.radians(degrees)),
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        return numerator / denominator, numerator, denominator


@memo
@np.errstate(over="ignore", invalid="ignore")  # far out scatters are infinite
def curve(classes: ClassMoments | None, is_pair: bool = False) -> Curve | None:
    """The curve of some classes, or of the only two; None where there is none."""
    if classes is None or classes.K < 2:
        return None
    # sqrt(n_k) (m_k - m) (2, K): its singular values keep the digits that those of C_B, its square,
    # have lost.
    means = (classes.means - classes.mean).T * np.sqrt(classes.counts)
    if is_pair:
        means = classes.difference[:, None]
    between, within = means @ means.T, classes.within
    if not (np.isfinite(between).all() and np.isfinite(within).all() and within.any()):
        return None
    values: tuple[float, ...]
    angles: tuple[float, ...]
    if is_pair:
        w, largest = directions(classes).of_two(classes)
        values, angles = (largest,), (_degrees(w),)
    else:
        reach = math.sqrt(float(np.trace(within + between)))  # no point lies further out
        coordinates = COORDINATE_ROUNDING * float(np.hypot(*classes.centre))
        rounding = math.sqrt(classes.n) * (coordinates + MEAN_ROUNDING * reach)
        values, angles = _stationary(within, means, rounding)
    parts = ratio(between, within, ANGLES)
    return Curve(*parts, lanes_of(*parts, values[0]), (between, within), values, angles)


def _stationary(
    within: Floats, means: Floats, rounding: float
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The eigenvalues of ``C_B w = lambda C_W w``, falling, with the angles of their directions in
    degrees.

    In the plane they are the ends of J over the angle: of ``tan`` of the angle a quadratic
    equation; solved here by whitening the ``means (2, K)`` whose square C_B is, infinite along a
    direction in which nothing varies within the classes.  A singular value within the ``rounding``
    of the means counts as 0: the means lie on a line.
    """
    spread, axes = np.linalg.eigh(within)
    if spread[0] <= 1e-13 * spread[1]:
        empty, full = axes.T
        if float(np.linalg.norm(empty @ means)) > rounding:
            return (math.inf,), (_degrees(empty),)
        # all points on a line: J is the same along every direction but the one across it
        best = float(np.linalg.norm(full @ means)) ** 2 / float(spread[1]) if spread[1] > 0 else 0.0
        return (best,), (_degrees(full),)
    white = axes / np.sqrt(spread)
    vectors, lengths, _ = np.linalg.svd(white.T @ means, full_matrices=False)
    lengths[lengths <= rounding / math.sqrt(spread[0]) + EIGEN_ROUNDING * lengths[0]] = 0.0
    directions = white @ vectors
    return tuple(float(length**2) for length in lengths), tuple(
        _degrees(directions[:, k]) for k in range(2)
    )


def _degrees(w: Floats) -> float:
    return math.degrees(math.atan2(float(w[1]), float(w[0]))) % 180.0
