"""The predictions of a K-class fit for its training points and for single places."""

from __future__ import annotations

import numpy as np

from solvers import Fit, Floats, ManyFit
from solvers.arrays import Ints
from solvers.multiclass.many_certificate import winners_of
from solvers.plane.arrangement import UNDECIDED

from ..memo import memo


@memo
def training_winners(many: ManyFit) -> Ints:
    """The predicted class of each training point (n,)."""
    return winners_of(many.training_scores)


def members_of(many: ManyFit) -> tuple[tuple[tuple[int, int | None], Fit], ...]:
    """The two-class fits of a scheme by class index (plus, minus; None: all others); none of an
    all-at-once method.
    """
    return tuple(zip(many.member_keys, many.fits, strict=True)) if many.fits else ()


def verdicts_at(many: ManyFit, Z: Floats) -> Ints:
    """The predicted class of each place Z (n, 2), ``UNDECIDED`` where none wins; the scores are
    computed once for both.
    """
    scores = many.decision_function(Z)
    return np.where(many.form.undecided(scores), UNDECIDED, scores.argmax(axis=1))
