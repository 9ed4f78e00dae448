"""Bayes' rule for known populations of more than two classes, as a fit whose parts of the plane are drawn like any other's."""

from __future__ import annotations

import numpy as np

from solvers import GaussianGenerative, ManyFit, ManyPopulations, ManyProblem, Outcome, Status
from solvers.arrays import locked, locked_ints
from solvers.multiclass.form_lookup import form_of

from ..markup.ticks import number
from ..memo import memo


@memo
def bayes_fit(populations: ManyPopulations) -> ManyFit:
    """The rule with the smallest error: the scores are those of the populations, the points their means."""
    K = len(populations.each)
    means = locked(np.array([population.mean for population in populations.each], dtype=np.float64))
    problem = ManyProblem(means, locked_ints(np.arange(K)), tuple(range(K)))
    rule = populations.bayes
    method = GaussianGenerative(covariance="separate")
    return ManyFit(method, form_of(method, problem), problem, rule, Outcome(Status.CONVERGED), (rule,), 0.0)


@memo
def bayes_name(populations: ManyPopulations) -> str:
    """The name of the boundary with the smallest error that is possible."""
    return f"Bayes, error {number(100.0 * populations.bayes_error, 2)} %"
