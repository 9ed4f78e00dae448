"""Logistic regression in numbers of 60 digits: Newton's method with a halved step, slow and beyond
doubt.
"""

from __future__ import annotations

import mpmath
import numpy as np

import solvers

DIGITS = 60
Vector = list[mpmath.mpf]


def shortfall(fit: solvers.Fit, l2: float, penalise_bias: bool = False) -> float:
    """How far the model of a fit, taken as exact numbers, is above the minimum, relative to its
    objective (at least 1e-3).
    """
    with mpmath.workdps(DIGITS):
        w, b = _model(fit.last)
        samples, penalties = _problem(fit.problem, l2, penalise_bias)
        here = _objective(samples, penalties, [*w, b])
        _, best, is_minimum = _minimum(samples, penalties, [*w, b])
        # a convex function has one: where the walk from here arrived there is no need of another
        if not is_minimum:
            best = min(best, _minimum(samples, penalties, [mpmath.mpf(0)] * (len(w) + 1))[1])
        return float((here - best) / max(here, mpmath.mpf("1e-3")))


def minimiser(
    X: np.ndarray, y: np.ndarray, l2: float, near: list[float], penalise_bias: bool = False
) -> np.ndarray:
    """(w, b) at the minimum, from a start ``near`` to it."""
    with mpmath.workdps(DIGITS):
        samples, penalties = _problem(solvers.Problem.from_labels(X, y), l2, penalise_bias)
        theta, _, is_minimum = _minimum(samples, penalties, [mpmath.mpf(float(v)) for v in near])
        assert is_minimum, "the reference did not converge"
        return np.array([float(v) for v in theta])


def _model(iterate: solvers.Iterate) -> tuple[Vector, mpmath.mpf]:
    assert iterate.w is not None
    w = [mpmath.mpf(float(v)) for v in iterate.w]
    if iterate.centre is None:
        return w, mpmath.mpf(iterate.b)
    return w, mpmath.mpf(iterate.f_centre) - mpmath.fdot(
        w, [mpmath.mpf(float(c)) for c in iterate.centre]
    )


def _problem(
    problem: solvers.Problem, l2: float, penalise_bias: bool
) -> tuple[list[Vector], Vector]:
    samples = [
        [int(t) * mpmath.mpf(float(v)) for v in (*row, 1.0)]
        for row, t in zip(problem.Phi, problem.y, strict=True)
    ]
    m = problem.Phi.shape[1]
    return samples, [mpmath.mpf(l2)] * m + [mpmath.mpf(l2 if penalise_bias else 0.0)]


def _objective(samples: list[Vector], penalties: Vector, theta: Vector) -> mpmath.mpf:
    loss = mpmath.mpf(0)
    for z in samples:
        m = mpmath.fdot(z, theta)
        loss += mpmath.log1p(mpmath.exp(-abs(m))) + max(-m, mpmath.mpf(0))
    return loss / len(samples) + mpmath.fsum(
        p * t * t for p, t in zip(penalties, theta, strict=True)
    )


def _minimum(
    samples: list[Vector], penalties: Vector, theta: Vector
) -> tuple[Vector, mpmath.mpf, bool]:
    """The end of the way, the lowest objective on it, and whether the steps have come to nothing
    there.
    """
    columns = [list(column) for column in zip(*samples, strict=True)]
    here = _objective(samples, penalties, theta)
    for _ in range(200):
        g, H = _derivatives(samples, columns, penalties, theta)
        try:
            step = mpmath.lu_solve(H, mpmath.matrix([-v for v in g]))
        except ZeroDivisionError:
            return theta, here, False
        decrement, length = -mpmath.fdot(g, step), mpmath.mpf(1)
        while True:
            to = [t + length * s for t, s in zip(theta, step, strict=True)]
            there = _objective(samples, penalties, to)
            if there <= here - length * decrement / 1000 or length < mpmath.mpf(10) ** -30:
                break
            length /= 2
        theta, here = to, min(here, there)
        if decrement < mpmath.mpf(10) ** -40:
            return theta, here, True
    return theta, here, False


def _derivatives(
    samples: list[Vector], columns: list[Vector], penalties: Vector, theta: Vector
) -> tuple[Vector, mpmath.matrix]:
    n = len(samples)
    p = [1 / (1 + mpmath.exp(mpmath.fdot(z, theta))) for z in samples]
    g = [
        2 * each * t - mpmath.fdot(p, column) / n
        for each, t, column in zip(penalties, theta, columns, strict=True)
    ]
    H = mpmath.diag([2 * each for each in penalties])
    for i, column in enumerate(columns):
        weighted = [each * (1 - each) * z for each, z in zip(p, column, strict=True)]
        for j in range(i + 1):
            H[i, j] += mpmath.fdot(weighted, columns[j]) / n
            H[j, i] = H[i, j]
    return g, H


def labelled(rng: np.random.Generator, X: np.ndarray) -> np.ndarray:
    """Labels with a direction and noise in them, both classes present."""
    score = X @ rng.normal(size=2)
    score = (score - np.median(score)) / (np.median(np.abs(score - np.median(score))) or 1.0)
    y = np.where(score + rng.normal(size=len(X)) * 10.0 ** rng.uniform(-1, 1) > 0, 1.0, -1.0)
    y[:2] = 1.0, -1.0
    return y
