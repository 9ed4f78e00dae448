"""What the words of tests measure on populations: the expected errors and costs of a boundary,
beside the smallest ones.
"""

from __future__ import annotations

import math
from dataclasses import replace

from solvers import Iterate, Populations

from ..fits.generalisation import plane_model
from .attempt import BAYES, TRIAL, Attempt
from .measures import NAN


def true_error(attempt: Attempt, name: str) -> float:
    """The probability that a boundary errs on a new point of the populations."""
    return cost(attempt, name, 1.0, 1.0)


def cost(attempt: Attempt, name: str, false_alarm: float, miss: float) -> float:
    """The expected cost of a boundary on the populations: a false alarm is a point of class -
    called +, a miss + called -.
    """
    populations, model = attempt.document.populations, _model(attempt, name)
    if populations is None or model is None:
        return NAN
    return expected_cost(populations, model, false_alarm, miss)


def expected_cost(
    populations: Populations, model: Iterate, false_alarm: float, miss: float
) -> float:
    """``false_alarm p- P(f > 0 | -) + miss p+ P(f <= 0 | +)``, in closed form for lines."""
    if false_alarm == miss:
        return false_alarm * populations.error_of(model)
    total = populations.error_of(model)
    alarms = _false_alarms(populations, model)
    return false_alarm * alarms + miss * (total - alarms)


def _false_alarms(populations: Populations, model: Iterate) -> float:
    """``p- P(f > 0 | -)``: what is left of the error when the class + can hardly occur.

    ``error_of`` weighs the two kinds of error by the priors, so two pairs of priors give both
    kinds.
    """
    rare = 1e-12
    tilted = Populations(
        replace(populations.minus, prior=1.0 - rare), replace(populations.plus, prior=rare)
    )
    return populations.priors[0] * tilted.error_of(model)


def best_cost(attempt: Attempt, false_alarm: float, miss: float) -> float:
    """The smallest expected cost, that of Bayes' rule with its threshold at ``ln(false_alarm /
    miss)``.
    """
    populations = attempt.document.populations
    if populations is None:
        return NAN
    return expected_cost(
        populations, shifted_bayes(populations, false_alarm, miss), false_alarm, miss
    )


def shifted_bayes(populations: Populations, false_alarm: float, miss: float) -> Iterate:
    """Bayes' score with its threshold moved to where both mistakes cost the same on average."""
    bayes, shift = populations.bayes, math.log(miss / false_alarm)
    return replace(bayes, b=bayes.b + shift, f_centre=bayes.f_centre + shift)


def bayes_error(attempt: Attempt) -> float:
    """The smallest error."""
    populations = attempt.document.populations
    return NAN if populations is None else populations.bayes_error


def shift_of_means(attempt: Attempt) -> float:
    """How far the means of the populations have been moved since the lesson began."""
    now, before = attempt.document.populations, attempt.lesson.document.populations
    if now is None or before is None:
        return NAN
    pairs = ((now.minus.mean, before.minus.mean), (now.plus.mean, before.plus.mean))
    return max(math.dist(a, b) for a, b in pairs)


def prior_plus(attempt: Attempt) -> float:
    """The prior probability of class + in the populations."""
    populations = attempt.document.populations
    return NAN if populations is None else populations.priors[1]


def _model(attempt: Attempt, name: str) -> Iterate | None:
    """The boundary of a subject as a score in the plane, None where it is neither a line nor a
    conic of the plane.
    """
    if name == BAYES:
        return None if attempt.document.populations is None else attempt.document.populations.bayes
    line = attempt.line(TRIAL) if name == TRIAL else None
    return plane_model(attempt.fit(name)) if line is None else line.model
