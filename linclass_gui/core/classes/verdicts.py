"""What a K-class fit says of its training points and of single places."""

from __future__ import annotations

import numpy as np

from solvers import Fit, Floats, ManyFit
from solvers.arrays import Ints, locked
from solvers.multiclass.result import margins_of
from solvers.plane.arrangement import UNDECIDED

from ..memo import memo


@memo
def training_scores(many: ManyFit) -> Floats:
    """The scores at the training points (n, K)."""
    return many.decision_function(many.problem.X)


@memo
def training_margins(many: ManyFit) -> Floats:
    """The margins of the training points (n,): the own score less the largest of the others."""
    return locked(margins_of(training_scores(many), many.problem.labels))


@memo
def training_winners(many: ManyFit) -> Ints:
    """The class that each training point (n,) is given."""
    return many.winners(many.problem.X)


def members_of(many: ManyFit) -> tuple[tuple[tuple[int, int | None], Fit], ...]:
    """The two-class fits of a scheme by class index (plus, minus; None: all others); none of an all-at-once method."""
    return tuple(zip(many.member_keys, many.fits, strict=True)) if many.fits else ()


def verdicts_at(many: ManyFit, Z: Floats) -> Ints:
    """The class that each place Z (n, 2) is given, ``UNDECIDED`` where none wins; the scores are computed once for both."""
    scores = many.decision_function(Z)
    return np.where(many.form.undecided(scores), UNDECIDED, scores.argmax(axis=1))


def has_verdict(many: ManyFit) -> bool:
    """Whether any place is told apart from another: not where every member of a scheme abstains."""
    return many.has_model and (not many.fits or any(fit.has_model for fit in many.fits))
