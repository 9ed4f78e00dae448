"""All the products a'z_i that any line can give: an orthonormal basis of them, and the line that
gives some of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...arrays import Floats, locked
from ...cancellation import check_cancelled
from ...problem import Problem
from ...result import Iterate
from ...rounding import LEAST_PART, RANK
from ..no_direction import FAINT


@dataclass(frozen=True, eq=False)
class ScoreBasis:
    """The space of ``(a'z_1, ..., a'z_n)`` over all a, with ``z = y (1, phi(x))``.

    ``Q (n, r)`` is an orthonormal basis of it; ``QQ't`` are the products of the least-squares
    answer to the targets t.  A change of units or of origin changes ``a`` but not this space, so it
    is built from centred and scaled columns and is as exact far from the origin as near to it.
    """

    Q: Floats
    back: Floats  # (m + 1, r): from coordinates in Q to (f at the centre, w in scaled columns)
    centre: Floats | None  # None without an offset, which a centre would be
    scale: Floats
    problem: Problem

    @staticmethod
    def of(problem: Problem, has_offset: bool = True) -> ScoreBasis:
        """The basis for a problem, from the singular value decomposition of its standardised
        samples.

        Without an offset those are ``z = y phi(x)``, which may be scaled but not moved.
        """
        centre, features = None, np.ascontiguousarray(problem.Phi.T)
        check_cancelled()
        if has_offset:
            centre = features.mean(axis=1)
            # a second pass: far away the first mean is off by rounding
            centre = centre + (features - centre[:, None]).mean(axis=1)
            features = features - locked(centre)[:, None]
        check_cancelled()
        scale = np.abs(features).max(axis=1)
        scale[scale == 0.0] = 1.0
        check_cancelled()
        columns = np.ones((len(features) + has_offset, len(problem.y)))
        np.divide(features, scale[:, None], out=columns[has_offset:])
        columns *= problem.y
        U, s, Vt = np.linalg.svd(columns.T, full_matrices=False)
        rank = int(np.count_nonzero(s > RANK * s[0]))
        return ScoreBasis(
            locked(U[:, :rank]), locked(Vt[:rank].T / s[:rank]), centre, locked(scale), problem
        )

    @cached_property
    def least_part(self) -> float:
        """The part of the targets below which w changes scores by rounding alone.

        Where the means coincide, w of equal targets is nothing but the rounding of the coordinates,
        which may be far from 0.
        """
        may_be_faint = self.centre is not None and self.problem.has_both_classes
        return FAINT if may_be_faint and self.problem.moments.coincide else LEAST_PART

    def project(self, t: Floats) -> Floats:
        """The products nearest to ``t (n,)``: those of the least-squares answer."""
        nearest: Floats = self.Q @ (self.Q.T @ t)
        return nearest

    def iterate(self, t: Floats, **rest: Any) -> Iterate:
        """The least-squares answer to the targets ``t (n,)``, of smallest norm where it is not
        unique.
        """
        weights = self.back @ (self.Q.T @ t)
        f_centre, w = (0.0, weights) if self.centre is None else (float(weights[0]), weights[1:])
        # No scaled coordinate exceeds 1, so such a w changes no score beyond rounding: it has no
        # direction, and none is shown.
        w[np.abs(w) <= self.least_part * np.abs(t).max()] = 0.0
        if self.centre is None:
            return Iterate(locked(w / self.scale), 0.0, **rest)
        return Iterate.centred(w / self.scale, self.centre, f_centre, **rest)
