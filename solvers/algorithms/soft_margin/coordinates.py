"""Coordinates in which a soft margin keeps its digits: features in units of their own, or orthogonal ones.

The penalty ``1/2 |w|^2`` becomes a quadratic form there.  A model in data units is rounded so that each weight makes up for the one
before (:mod:`long_frame`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ...arrays import Floats, locked
from ...problem import Problem
from ...result import Iterate
from ..long_frame import LongFrame
from .face import Face


@dataclass(frozen=True, eq=False)
class Coordinates:
    """Signed samples ``Z (d, n)`` for parameters ``(u, b)`` in a frame, with a penalty, which is that of w."""

    Z: Floats
    penalty: Floats
    frame: LongFrame

    @staticmethod
    def of(problem: Problem, frame: LongFrame) -> Coordinates:
        """The coordinates of the mapped points of a problem in a frame."""
        r, n = frame.Q.shape
        P = np.zeros((r + 1, r + 1))
        P[:r, :r] = frame.way_back.T @ frame.way_back
        return Coordinates(np.concatenate([frame.Q, np.ones((1, n))]) * problem.y, P, frame)

    @property
    def is_finite(self) -> bool:
        """Whether all of it stayed within the range of doubles."""
        return all(bool(np.isfinite(each).all()) for each in (self.Z, self.penalty))

    def model(self, theta: Floats, alpha: Floats, longer: float = 1.0) -> Iterate:
        """The model with these parameters, in data units."""
        u = longer * theta[:-1]
        return self._rounded([Fraction(v) for v in u.tolist()], self.frame.way_back @ u, Fraction(longer * float(theta[-1])), alpha)

    def model_of(self, face: Face, alpha: Floats, bound: float, longer: float = 1.0) -> Iterate:
        """The model of a face."""
        more = Fraction(longer)
        u = [more * v for v in self.frame.coordinates_of(face.w)]
        w = np.array([float(more * v) for v in face.w])
        b = more * face.score_at(self.frame.middle()) + self.frame.from_middle(u)
        return self._rounded(u, w, b, np.clip(face.multipliers(alpha), 0.0, bound))

    def _rounded(self, u: list[Fraction], w: Floats, b: Fraction, alpha: Floats) -> Iterate:
        w = self.frame.weights(u, w)
        return Iterate.centred(w, self.frame.centre, self.frame.score_at_centre(w, b), alpha=locked(alpha))


def coordinates(problem: Problem) -> Iterator[Coordinates]:
    """The features in units of their own, then in orthogonal coordinates, where their numbers stay within doubles."""
    for framed in (LongFrame.plain, LongFrame.of):
        try:
            at = Coordinates.of(problem, framed(problem.Phi, problem.standardised.centre))
        except np.linalg.LinAlgError:
            continue
        if at.is_finite:
            yield at
