"""The soft margin by subgradient descent, on all points or on random batches: simple, slow, and
enough for a million points.

With ``lambda = 1/C`` the objective divided by C is ``lambda/2 |w|^2 + mean_i max(0, 1 - y_i
f(x_i))``.  Step k moves

    w <- w - tau_k (lambda w - mean over the batch of y_i x_i [y_i f(x_i) < 1]),      b <- b + tau_k
    mean y_i [y_i f(x_i) < 1].

The steps ``tau_k = step / (1 + lambda step k)`` start constant and fall like 1/(lambda k)
(Pegasos), unless they stay constant; the average of the iterates with weights proportional to k is
reported, because the iterates themselves keep jumping over the kinks (which one sees where the last
one is kept).  Since w is a sum of samples, the same average of its coefficients is a point of the
dual, and so the answer carries an honest gap.

Source: SVM lecture, sec. 2.2 (method); Shalev-Shwartz et al., Pegasos, Math. Program. 127 (2011) 3
(steps); Shamir and Zhang, ICML 2013 (average).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from ...arrays import Floats, Ints, locked
from ...certificate import count_words
from ...method import Steps
from ...problem import Problem
from ...result import Iterate, Outcome, Status
from ..no_direction import why_zero, without_faint
from ..walking import BREATH
from .interior_point import SMALL_GAP, relative_gap
from .polish import offsets_of_zero, with_best_offset
from .walk import primal_of

FIRST = 10  # steps that are all looked at
# afterwards at least this many steps pass between two evaluations of the gap, and at least one
# epoch
LOOKS = 40


@dataclass(frozen=True, eq=False)
class Average:
    """The weighted average of the iterates after ``count`` steps: parameters, coefficients of the
    samples, relative gap.
    """

    theta: Floats
    alpha: Floats
    count: int
    gap: float


@dataclass(frozen=True, eq=False)
class HingeDescent:
    """One step: theta before and after, its length, the rows that it looked at with how often their
    hinges count (0 beyond the margin), and the average before and after, which takes a ``part``.
    """

    before: Floats
    after: Floats
    rate: float
    rows: Ints | None
    inside: Floats
    part: float
    mean: Floats
    new_mean: Floats


@dataclass(frozen=True)
class Settings:
    """Batch size (None: all points), seed of the batches, first step, number of steps; whether
    steps stay as long as the first one, and whether the last iterate is reported in place of the
    average.
    """

    batch: int | None
    seed: int
    step: float
    max_steps: int
    schedule: str = "decreasing"
    keep: str = "average"


def steps(
    problem: Problem, C: float, settings: Settings, trace: bool, weights: Floats | None = None
) -> Steps:
    """Yield the averages seen on the way (when ``trace``) and the best of them; ``weights (n,)``:
    how often each hinge counts.
    """
    standard, n = problem.standardised, len(problem.y)
    c = C * standard.scale**2 / n
    best: Average | None = None
    for average in averages(standard.Z, c, settings, weights):
        if average is None:
            yield None
            continue
        if best is None or average.gap < best.gap or settings.keep == "last":
            best = average
        yield _iterate(problem, average, c, weights) if trace else None
        if best.gap <= SMALL_GAP:
            break
    assert best is not None
    if settings.keep == "average":
        # The best b for the averaged w costs one more look and is never worse than the averaged
        # one.
        theta = with_best_offset(standard.Z, best.theta, weights)
        best = replace(
            best, theta=theta, gap=relative_gap(standard.Z, c, theta, best.alpha, weights)
        )
    last = _iterate(problem, best, c, weights)
    yield last
    kind = (
        "all points"
        if settings.batch is None or settings.batch >= n
        else f"{settings.batch} random points at a time"
    )
    reported = (
        "the best average of the iterates" if settings.keep == "average" else "the last iterate"
    )
    words = (
        f"{count_words(best.count, 'step')} on {kind}; {reported} has a relative gap of "
        f"{best.gap:.1e}."
    )
    if not problem.has_direction(last):
        words = f"{why_zero(problem, weights)} {words}"
    if best.gap <= SMALL_GAP:
        return Outcome(Status.CONVERGED, words)
    return Outcome(
        Status.BUDGET, words + " More steps, or another first step, bring it down slowly."
    )


def descents(
    Z: Floats, c: float, settings: Settings, weights: Floats | None = None
) -> Iterator[HingeDescent]:
    """The steps on samples ``Z (d, n)``; of all of them together the rows are None."""
    d, n = Z.shape
    size = n if settings.batch is None else min(settings.batch, n)
    rng = np.random.default_rng(settings.seed)
    theta = mean = np.zeros(d)
    decay = 1.0 / (c * n)
    for k in range(settings.max_steps):
        falls = 1.0 + decay * settings.step * k if settings.schedule == "decreasing" else 1.0
        tau = settings.step / falls
        rows = None if size == n else np.asarray(rng.integers(0, n, size))
        batch = Z if rows is None else Z[:, rows]
        inside = (theta @ batch < 1.0).astype(np.float64)
        if weights is not None:
            inside *= weights if rows is None else weights[rows]
        after = (1.0 - tau * decay) * theta
        after[-1] = theta[-1]  # which the penalty leaves alone
        after += tau * (batch @ inside / size)
        part = 2.0 / (k + 2.0) if settings.keep == "average" else 1.0
        new_mean = mean + part * (after - mean)
        yield HingeDescent(theta, after, tau, rows, inside, part, mean, new_mean)
        theta, mean = after, new_mean


def averages(
    Z: Floats, c: float, settings: Settings, weights: Floats | None = None
) -> Iterator[Average | None]:
    """Run the descent on samples ``Z (d, n)`` and evaluate the average every epoch; None is only a
    chance to cancel.
    """
    n = Z.shape[1]
    size = n if settings.batch is None else min(settings.batch, n)
    look_interval = max(LOOKS, -(-n // size))
    breath = max(1, BREATH // n)
    alpha, mean_alpha = np.zeros(n), np.zeros(n)  # w = sum alpha_i z_i all the way
    decay, most = 1.0 / (c * n), c if weights is None else c * weights
    for k, step in enumerate(descents(Z, c, settings, weights), 1):
        alpha *= 1.0 - step.rate * decay
        if step.rows is None:
            alpha += step.rate / size * step.inside
        else:
            np.add.at(alpha, step.rows, step.rate / size * step.inside)
        mean_alpha += step.part * (alpha - mean_alpha)
        if k <= FIRST or k % look_interval == 0 or k == settings.max_steps:
            alpha_now = np.clip(mean_alpha, 0.0, most)
            gap = relative_gap(Z, c, step.new_mean, alpha_now, weights)
            yield Average(step.new_mean, alpha_now, k, gap)
        elif k % breath == 0:
            yield None


def _iterate(problem: Problem, average: Average, c: float, weights: Floats | None) -> Iterate:
    standard = problem.standardised
    theta = without_faint(problem, average.theta, float(average.alpha.sum()))
    if not theta[:-1].any():
        theta = np.append(theta[:-1], 0.5 * sum(offsets_of_zero(problem.y, weights)))
    unit, objective = standard.scale**2, primal_of(standard.Z, c, theta, weights)
    source = (
        "The first iterate" if average.count == 1 else f"The average of {average.count} iterates"
    )
    note = f"{source}; its relative gap is {average.gap:.1e}."
    alpha = locked(average.alpha / unit)
    return standard.iterate(theta, alpha, objective / unit, note, number=average.count)
