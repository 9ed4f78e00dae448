"""How a penalised boundary moves with its penalty: ridge regression and logistic regression over a
range of l2.

Source: Hoerl and Kennard, Technometrics 12 (1970) 55 (the ridge trace).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Floats, locked
from ..drive import solve
from ..maps import FeatureMap
from ..method import Fit, Method
from ..methods.least_squares import LeastSquares
from ..methods.logistic import LogisticRegression
from ..problem import Problem
from ..result import Iterate
from ..summaries import OneLine, html_rows


@dataclass(frozen=True, eq=False, repr=False)
class PenaltyPath(OneLine):
    """The solutions of ``problem`` for the penalties ``l2 (k,)`` in the order given, as fits."""

    problem: Problem
    l2: Floats
    fits: tuple[Fit, ...]

    def __repr__(self) -> str:
        ends = f", from {self.l2[0]:.6g} to {self.l2[-1]:.6g}" if len(self) else ""
        return f"PenaltyPath({len(self)} penalties{ends})"

    def _repr_html_(self) -> str:
        """A row for each penalty."""
        rows = [
            (
                f"{l2:.6g}",
                fit.status.value,
                f"{fit.norm:.6g}",
                f"{fit.b:.6g}",
                f"{fit.certificate.errors}",
                f"{fit.certificate.primal:.6g}",
            )
            for l2, fit in zip(self.l2.tolist(), self.fits, strict=True)
        ]
        return html_rows(("penalty", "status", "|w|", "b", "errors", "objective"), rows)

    def __len__(self) -> int:
        return len(self.l2)

    @cached_property
    def w(self) -> Floats:
        """The weights (k, m) in data units."""
        return locked(np.array([fit.w for fit in self.fits]))

    @cached_property
    def b(self) -> Floats:
        """The offsets (k,) in data units."""
        return locked(np.array([fit.b for fit in self.fits]))

    @cached_property
    def centre(self) -> Floats:
        """Points (k, m) near the data."""
        return locked(np.array([fit.last.centre for fit in self.fits]))

    @cached_property
    def f_centre(self) -> Floats:
        """The scores (k,) there: far from the origin they keep the digits that b has lost."""
        return locked(np.array([fit.last.f_centre for fit in self.fits]))

    def iterate(self, k: int) -> Iterate:
        """The model of the k-th penalty."""
        return self.fits[k].last

    def fit(self, k: int) -> Fit:
        """The k-th solution as a fit, with its certificate, whose gap decides what it may be
        called.
        """
        return self.fits[k]

    @cached_property
    def gaps(self) -> Floats:
        """The certificate's relative gap (k,) of every solution, recomputed from the data on first
        use.
        """
        return locked(np.array([fit.certificate.gap for fit in self.fits], dtype=np.float64))


def ridge_path(
    X: ArrayLike, y: ArrayLike, l2: ArrayLike, features: FeatureMap | None = None
) -> PenaltyPath:
    """:class:`LeastSquares` for each ``ridge`` in ``l2 (k,)``: ``w(ridge) = (T + ridge I)^-1 sum_i
    t_i (x_i - mean)``.

    The scatter T is summed up once; each penalty costs a small system and one pass over the points,
    which keeps the digits.

    Raises:
        ValueError: wrong points or labels, one class only, or a penalty that is negative or not
            finite.
    """
    return _path(lambda ridge: LeastSquares(ridge=ridge), X, y, l2, features, 0.0)


def logistic_path(
    X: ArrayLike, y: ArrayLike, l2: ArrayLike, features: FeatureMap | None = None
) -> PenaltyPath:
    """:class:`LogisticRegression` for each penalty in ``l2 (k,)``, each to the last digit.

    As l2 falls to 0 on separable classes the direction tends to that of the hard margin, but only
    logarithmically.

    Raises:
        ValueError: wrong points or labels, one class only, or a penalty that is not a positive
            number.
    """
    return _path(
        lambda penalty: LogisticRegression(l2=penalty),
        X,
        y,
        l2,
        features,
        np.finfo(np.float64).tiny,
    )


def _path(
    method: Callable[[float], Method],
    X: ArrayLike,
    y: ArrayLike,
    l2: ArrayLike,
    features: FeatureMap | None,
    least: float,
) -> PenaltyPath:
    """The path from the largest penalty to the smallest, each fit starting from its neighbour: the
    solutions move continuously.
    """
    problem = Problem.from_labels(X, y, features)
    if not problem.has_both_classes:
        raise ValueError("the path needs at least one point in each of two classes")
    penalties = np.array(l2, dtype=np.float64).reshape(-1)
    if not np.all(np.isfinite(penalties) & (penalties >= least)):
        raise ValueError(
            f"every penalty must be a finite number {'above' if least else 'of at least'} 0; got "
            f"{penalties.tolist()}"
        )
    fits: dict[int, Fit] = {}
    last: Fit | None = None
    for k in np.argsort(-penalties).tolist():
        last = fits[k] = solve(method(float(penalties[k])), problem, start=last, trace=False)
    return PenaltyPath(problem, locked(penalties), tuple(fits[k] for k in range(len(penalties))))
