"""Two classes as the special case K = 2: the two-class fit itself, its score shared between the two
classes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from ...arrays import Floats, locked
from ...result import Iterate
from ..iterate import ManyIterate
from ..problem import Key, ManyProblem
from .scheme import Scheme, member_scores


@dataclass(frozen=True)
class TwoClasses(Scheme):
    """The one member of two classes: ``f_1 = f/2``, ``f_0 = -f/2``, so that ``f_1 - f_0`` is the
    two-class score f.

    With softmax these are the two-class probabilities, where the score is the log-odds.
    """

    has_probability: ClassVar[bool] = True

    def keys(self, problem: ManyProblem) -> tuple[Key, ...]:
        """The second class against the first, of those that have points."""
        minus, plus = problem.present
        return ((plus, minus),)

    def join(self, problem: ManyProblem, members: tuple[Iterate, ...]) -> ManyIterate:
        """Half of the score for one class, its negative for the other."""
        (one,) = members
        if one.w is None or not np.isfinite(one.b):
            return ManyIterate(None, self._halves(problem, one.b), members=members)
        half = np.array([-0.5, 0.5])
        W, b = half[:, None] * one.w, half * one.b
        _, centre, at_centre = one.about_centre
        iterate = ManyIterate(
            locked(W),
            locked(b),
            centre,
            locked(half * at_centre),
            objective=one.objective,
            members=members,
        )
        if one.quadratic is not None and one.slope is not None:
            quadratic, slope = half[:, None, None] * one.quadratic, half[:, None] * one.slope
            iterate = replace(iterate, quadratic=locked(quadratic), slope=locked(slope))
        return iterate if problem.K == 2 else iterate.for_all_classes(problem.present, problem.K)

    def scores(self, problem: ManyProblem, iterate: ManyIterate, Z: Floats) -> Floats:
        """The halves of the two-class score."""
        scores = np.full((len(Z), problem.K), -np.inf)
        ((plus, minus),) = self.keys(problem)
        f = member_scores(problem, (plus, minus), iterate.members[0], Z)
        assert minus is not None
        scores[:, plus], scores[:, minus] = 0.5 * f, -0.5 * f
        return scores

    def _halves(self, problem: ManyProblem, b: float) -> Floats:
        halves = np.full(problem.K, -np.inf)
        minus, plus = problem.present
        halves[plus], halves[minus] = 0.5 * b, -0.5 * b
        return locked(halves)
