"""The optimum of a problem by other means: clarabel for the margins, Newton's method in sixty
digits for the smooth losses.

A value that comes back is the objective of a model, recomputed here by the formula of the method:
it can be reached, whatever the solver behind it says, so that an answer above it is no optimum and
a bound above it no bound.  Without an offset b is kept at 0 by a penalty of its own on a column of
zeros.
"""

from __future__ import annotations

import clarabel
import mpmath
import numpy as np
from scipy import sparse

from solvers import (
    Floats,
    HardMarginSVM,
    LeastSquares,
    LogisticRegression,
    Method,
    Problem,
    SoftMarginSVM,
)

MOST_PRICE = (1e-5, 1e6)  # C s^2/n between which clarabel keeps its digits
LARGEST, DIGITS = 60, 60  # points and decimal digits of Newton's method
STEPS = 60
MANY_FEATURES = 9


def optimum_of(method: Method, problem: Problem) -> float | None:
    """An objective that is reached, or None where no reference is at hand."""
    if (
        problem.kernel is not None
        or problem.Phi.shape[1] > MANY_FEATURES
        or not np.isfinite(problem.Phi).all()
    ):
        return None
    if isinstance(method, SoftMarginSVM):
        return _soft_margin(problem, method.C, method.has_offset, _times(method, problem))
    if isinstance(method, HardMarginSVM):
        return _hard_margin(problem, method.has_offset)
    if len(problem.y) > LARGEST:
        return None
    if isinstance(method, LogisticRegression) and not method.penalise_bias and method.l2 > 0.0:
        return _newton(
            problem, method.l2, method.has_offset, _times(method, problem), squares=False
        )
    if isinstance(method, LeastSquares) and method.targets is None and method.ridge > 0.0:
        return _newton(
            problem, method.ridge, method.has_offset, _times(method, problem), squares=True
        )
    return None


def _times(method: Method, problem: Problem) -> Floats:
    """How many times the loss of each point counts."""
    weights = method.weights(problem.y)
    return np.ones(len(problem.y)) if weights is None else weights


def _scaled(problem: Problem, offset: bool) -> tuple[Floats, float] | None:
    centre = problem.Phi.mean(axis=0) if offset else np.zeros(problem.Phi.shape[1])
    scale = float(np.abs(problem.Phi - centre).max())
    return ((problem.Phi - centre) / scale, scale) if np.isfinite(scale) and scale > 0.0 else None


def _soft_margin(problem: Problem, C: float, offset: bool, times: Floats) -> float | None:
    """min 1/2 |w|^2 + c sum v xi over (w, b, xi), in scaled coordinates."""
    scaled = _scaled(problem, offset)
    if scaled is None:
        return None
    (Z, scale), y, (n, m) = scaled, problem.y, problem.Phi.shape
    c = C * scale**2 / n
    if not MOST_PRICE[0] < c < MOST_PRICE[1]:
        return None
    P = sparse.diags([1.0] * m + [float(not offset)] + [0.0] * n, format="csc")
    q = np.concatenate([np.zeros(m + 1), c * times])
    signed = sparse.csc_matrix(np.column_stack([Z * y[:, None], y * offset]))
    A = sparse.bmat([[-signed, -sparse.eye(n)], [None, -sparse.eye(n)]], format="csc")
    theta = _solved(P, q, A, np.concatenate([-np.ones(n), np.zeros(n)]))[: m + 1]
    w, b = theta[:m], theta[m] * offset
    value = 0.5 * float(w @ w) + c * float(times @ np.maximum(0.0, 1.0 - y * (Z @ w + b)))
    return value / scale**2 if np.isfinite(value) else None


def _hard_margin(problem: Problem, offset: bool) -> float | None:
    """min 1/2 |w|^2 with margins of at least 1; the answer is scaled until it is feasible."""
    scaled = _scaled(problem, offset)
    if scaled is None:
        return None
    (Z, scale), y, (n, m) = scaled, problem.y, problem.Phi.shape
    A = sparse.csc_matrix(-np.column_stack([Z * y[:, None], y * offset]))
    theta = _solved(
        sparse.diags([1.0] * m + [float(not offset)], format="csc"), np.zeros(m + 1), A, -np.ones(n)
    )
    least = float((y * (Z @ theta[:m] + theta[m] * offset)).min())
    return 0.5 * float(theta[:m] @ theta[:m]) / (least * scale) ** 2 if least > 1e-3 else None


def _solved(P: sparse.csc_matrix, q: Floats, A: sparse.csc_matrix, limits: Floats) -> Floats:
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-11
    return np.array(
        clarabel.DefaultSolver(P, q, A, limits, [clarabel.NonnegativeConeT(len(limits))], settings)
        .solve()
        .x
    )


def _newton(
    problem: Problem, l2: float, offset: bool, times: Floats, squares: bool
) -> float | None:
    """min mean logistic loss (or sum of squares) + l2 |w|^2 by damped Newton steps in sixty
    digits.
    """
    with mpmath.workdps(DIGITS):
        samples = [[mpmath.mpf(v) for v in (*row, float(offset))] for row in problem.Phi.tolist()]
        signs, m = [mpmath.mpf(v) for v in problem.y.tolist()], problem.Phi.shape[1]
        shares = [mpmath.mpf(v) / (1 if squares else len(signs)) for v in times.tolist()]
        penalty = [mpmath.mpf(l2)] * m + [mpmath.mpf(not offset)]

        def at(theta: list[mpmath.mpf]) -> tuple[mpmath.mpf, list[mpmath.mpf], mpmath.matrix]:
            value = sum(p * t * t for p, t in zip(penalty, theta, strict=True))
            g = [2 * p * t for p, t in zip(penalty, theta, strict=True)]
            H = mpmath.diag([2 * p for p in penalty])
            for z, y, share in zip(samples, signs, shares, strict=True):
                f = sum(a * t for a, t in zip(z, theta, strict=True))
                loss, slope, curve = _square(f, y) if squares else _log_loss(f, y)
                value += share * loss
                for i in range(m + 1):
                    g[i] += share * slope * z[i]
                    for j in range(m + 1):
                        H[i, j] += share * curve * z[i] * z[j]
            return value, g, H

        theta = [mpmath.mpf(0)] * (m + 1)
        value, g, H = at(theta)
        for _ in range(STEPS):
            try:
                step = mpmath.lu_solve(H, mpmath.matrix([-v for v in g]))
            except ZeroDivisionError:
                break
            size = mpmath.mpf(1)
            tried = at([t + size * s for t, s in zip(theta, step, strict=True)])
            while tried[0] > value and size > mpmath.mpf(2) ** -60:
                size /= 2
                tried = at([t + size * s for t, s in zip(theta, step, strict=True)])
            if not tried[0] < value:
                break
            theta = [t + size * s for t, s in zip(theta, step, strict=True)]
            value, g, H = tried
        return float(value)


def _log_loss(f: mpmath.mpf, y: mpmath.mpf) -> tuple[mpmath.mpf, mpmath.mpf, mpmath.mpf]:
    p = 1 / (1 + mpmath.exp(y * f))
    return mpmath.log1p(mpmath.exp(-y * f)), -y * p, p * (1 - p)


def _square(f: mpmath.mpf, y: mpmath.mpf) -> tuple[mpmath.mpf, mpmath.mpf, mpmath.mpf]:
    return (f - y) ** 2, 2 * (f - y), mpmath.mpf(2)
