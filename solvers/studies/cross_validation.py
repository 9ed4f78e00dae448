"""Cross-validation: a method fitted to parts of the points and judged on the rest of them; and
leave-one-out scores without fitting anew.

Source: Stone, Journal of the Royal Statistical Society B 36 (1974) 111; Hastie, Tibshirani and
Friedman, The Elements of Statistical Learning (2009), section 7.10.

The scores of least squares with ridge and of Fisher, each point by a fit to all others, follow from
one fit.  Source: Allen, Technometrics 16 (1974) 125 (the residual over ``1 - h_ii``); Sherman and
Morrison, Annals of Mathematical Statistics 21 (1950) 124 (the inverse of a matrix less one
product).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arrays import Bools, Floats, Ints, locked, locked_ints
from ..cancellation import check_cancelled, is_not_wanted
from ..fitting import Options, fit, solve
from ..kernels import Kernel
from ..maps import FeatureMap
from ..method import Method
from ..methods.fisher import Fisher
from ..methods.least_squares import LeastSquares
from ..multiclass.method import AnyFit, AnyMethod
from ..problem import Problem
from ..result import Status
from ..rounding import EPS
from ..summaries import OneLine, html_rows
from ..validation import labels, points, shown_value

Split = tuple[Ints, Ints]
QUIETLY: Options = {"trace": False, "cancelled": is_not_wanted}


@dataclass(frozen=True, eq=False, repr=False)
class CrossValidation(OneLine):
    """The errors of a method on points that it did not see.

    ``folds`` are pairs of rows (training, test); ``train_errors`` and ``test_errors`` (k,) the
    share of points of each fold that are predicted as another class, from 0 to 1; ``fits`` the fits
    to the training points.
    """

    folds: tuple[Split, ...]
    train_errors: Floats
    test_errors: Floats
    fits: tuple[AnyFit, ...]

    def __repr__(self) -> str:
        return (
            f"CrossValidation({len(self.folds)} folds, mean={self.mean:.6g}, "
            f"spread={self.spread:.6g}, wrong={self.wrong})"
        )

    def _repr_html_(self) -> str:
        """A row for each fold, and their mean with its spread."""
        rows = [
            (f"{k}", f"{len(train)}", f"{len(test)}", f"{of_train:.4g}", f"{of_test:.4g}")
            for k, ((train, test), of_train, of_test) in enumerate(
                zip(self.folds, self.train_errors, self.test_errors, strict=True), start=1
            )
        ]
        mean_train = f"{float(self.train_errors.mean()):.4g}"
        rows.append(("mean", "", "", mean_train, f"{self.mean:.4g} ± {self.spread:.2g}"))
        heading = ("fold", "training points", "test points", "training error", "test error")
        return html_rows(heading, rows)

    @property
    def wrong(self) -> int:
        """The errors on all folds as a whole number: means of shares that are equal may differ in
        their last bit.
        """
        return sum(
            round(share * len(rows))
            for share, (_, rows) in zip(self.test_errors.tolist(), self.folds, strict=True)
        )

    @property
    def mean(self) -> float:
        """The mean of the test errors over the folds."""
        return float(self.test_errors.mean())

    @property
    def spread(self) -> float:
        """The standard deviation of the test errors over the folds (divisor k - 1); nan for one
        fold.
        """
        return float(self.test_errors.std(ddof=1)) if len(self.test_errors) > 1 else math.nan

    @property
    def standard_error(self) -> float:
        """``spread / sqrt(k)``: how sure the mean is, as far as the folds are independent."""
        return self.spread / math.sqrt(len(self.test_errors))


def cross_validate(
    method: AnyMethod,
    X: ArrayLike,
    y: ArrayLike,
    *,
    folds: int | Iterable[tuple[ArrayLike, ArrayLike]] = 5,
    repeats: int = 1,
    seed: int = 0,
    stratified: bool = True,
    features: FeatureMap | None = None,
    kernel: Kernel | None = None,
) -> CrossValidation:
    """Fit a method to all folds but one, in turn, and count its errors on the one that was left
    out.

    Arguments and errors are those of :func:`validation_curve`, which does this for several methods
    on the same folds.
    """
    (validation,) = validation_curve(
        (method,),
        X,
        y,
        folds=folds,
        repeats=repeats,
        seed=seed,
        stratified=stratified,
        features=features,
        kernel=kernel,
    )
    return validation


def validation_curve(
    methods: Sequence[AnyMethod],
    X: ArrayLike,
    y: ArrayLike,
    *,
    folds: int | Iterable[tuple[ArrayLike, ArrayLike]] = 5,
    repeats: int = 1,
    seed: int = 0,
    stratified: bool = True,
    features: FeatureMap | None = None,
    kernel: Kernel | None = None,
) -> tuple[CrossValidation, ...]:
    """Fit each method to all folds but one, in turn, and count its errors on the one that was left
    out; all on the same folds.

    The methods are one with several values of its strength, in their order (or any others): in each
    fold a fit with a strength starts from the one before, which finds the same optimum sooner.  A
    start that leads to no proof is given up for a cold fit.

    ``folds`` is a number from 2 to n (n: leave one out) or a list of pairs (training rows, test
    rows).  Folds are drawn at random with ``seed``, anew for each of the ``repeats``, each class in
    equal shares where they are ``stratified``.  A map or kernel without an origin takes it from the
    training points of each fold: test points are not looked at.

    Raises:
        ValueError: what :func:`fit` refuses; fewer than 2 folds or more than points; rows that are
            none; a fold whose training points are all of one class, or on which the method has no
            model.
    """
    places = points(X)
    class_labels = labels(y, len(places))
    if isinstance(folds, Integral):
        splits = tuple(random_folds(class_labels, int(folds), repeats, seed, stratified))
    else:
        splits = tuple(_checked_folds(folds, len(places)))
    fits: list[list[AnyFit]] = []
    for k, (rows, _) in enumerate(splits, start=1):
        if len(np.unique(class_labels[rows])) < 2:
            raise ValueError(
                f"the training points of fold {k} are all of one class; use fewer folds, or "
                "stratified ones"
            )
        X_train, y_train = places[rows], class_labels[rows]
        fits.append([])
        for method in methods:
            one = (
                _next_fit(method, fits[-1][-1])
                if fits[-1]
                else fit(method, X_train, y_train, features=features, kernel=kernel, **QUIETLY)
            )
            if not one.predicts:
                raise ValueError(
                    f"{method.name} has no model in fold {k}: {one.explanation.rstrip('.')}"
                )
            fits[-1].append(one)
            check_cancelled()
    return tuple(
        _judge(tuple(of_one), splits, places, class_labels) for of_one in zip(*fits, strict=True)
    )


def _next_fit(method: AnyMethod, last: AnyFit) -> AnyFit:
    """The fit of the next method to the points of the last one."""
    if method.strength is not None and last.has_model:
        one = solve(method, last.problem, start=last, **QUIETLY)
        if one.status is Status.CONVERGED:
            return one
    return solve(method, last.problem, **QUIETLY)


def _judge(
    fits: tuple[AnyFit, ...], splits: tuple[Split, ...], X: Floats, y: NDArray[Any]
) -> CrossValidation:
    """The errors of the fits of each fold, on its training points and on those that were left
    out.
    """
    shares = [
        [float(np.mean(one.predict(X[rows]) != y[rows])) for rows in split]
        for one, split in zip(fits, splits, strict=True)
    ]
    train, test = np.array(shares).T
    return CrossValidation(splits, locked(train.copy()), locked(test.copy()), fits)


def _checked_folds(folds: Any, n: int) -> Iterator[Split]:
    """Folds of the caller, checked."""
    count = 0
    for count, pair in enumerate(folds, start=1):
        if not isinstance(pair, Sequence) or len(pair) != 2:
            raise ValueError(f"a fold is a pair of rows (training, test); got {shown_value(pair)}")
        yield _rows(pair[0], n, count), _rows(pair[1], n, count)
    if not count:
        raise ValueError("there must be at least one fold; got none")


def _rows(values: Any, n: int, fold: int) -> Ints:
    rows = np.asarray(values)
    if (
        rows.ndim != 1
        or rows.dtype.kind not in "iu"
        or not len(rows)
        or rows.min() < 0
        or rows.max() >= n
    ):
        raise ValueError(f"fold {fold} must hold rows from 0 to {n - 1}; got {shown_value(values)}")
    return locked_ints(rows.astype(np.int64))


def random_folds(
    class_labels: NDArray[Any], folds: int, repeats: int, seed: int, stratified: bool
) -> Iterator[Split]:
    """Folds at random: every point is in one of them, once for each repeat."""
    n = len(class_labels)
    if not 2 <= folds <= n:
        raise ValueError(f"folds must be a number from 2 to {n}, the number of points; got {folds}")
    if repeats < 1:
        raise ValueError(f"repeats must be at least 1; got {repeats}")
    random = np.random.default_rng(seed)
    groups = (
        [np.flatnonzero(class_labels == label) for label in np.unique(class_labels)]
        if stratified
        else [np.arange(n)]
    )
    for _ in range(repeats):
        # Dealt out class by class: no fold has more than one point more of a class, or in all, than
        # another one.
        order = np.concatenate([random.permutation(group) for group in groups])
        fold_of = np.empty(n, dtype=np.int64)
        fold_of[order] = np.arange(n) % folds
        for k in range(folds):
            yield (
                locked_ints(np.flatnonzero(fold_of != k)),
                locked_ints(np.flatnonzero(fold_of == k)),
            )


def leave_one_out_scores(method: Method, problem: Problem) -> Floats | None:
    """``f_(-i)(x_i)`` (n,): the score of each point by the fit to the n - 1 others, in closed form.

    For :class:`LeastSquares` ``t_i - (t_i - f(x_i)) / (1 - h_ii)`` with the hat matrix ``H``; for
    :class:`Fisher` with the offset rules ``midpoint`` and ``prior`` from ``C_W`` less one product.
    None for all else, and where the formulas lose their digits: a point that alone decides a
    direction, dependent features, a class of fewer than two points.
    """
    counts = np.count_nonzero(problem.y > 0.0), np.count_nonzero(problem.y < 0.0)
    if min(counts) < 2:
        return None
    if isinstance(method, LeastSquares):
        t = problem.y if method.targets is None else problem.y * np.array(method.targets)
        return _least_squares_scores(problem.Phi, t, method.ridge, method.fit_intercept)
    if isinstance(method, Fisher) and method.offset in ("midpoint", "prior"):
        return _fisher_scores(problem.Phi, problem.y > 0.0, method.offset == "prior")
    return None


def _least_squares_scores(Phi: Floats, t: Floats, ridge: float, has_offset: bool) -> Floats | None:
    n = len(t)
    share, level = (1.0 / n, float(t.mean())) if has_offset else (0.0, 0.0)
    U, s, _ = np.linalg.svd(Phi - Phi.mean(axis=0) if has_offset else Phi, full_matrices=False)
    if not s[-1] ** 2 + ridge > np.sqrt(EPS) * s[0] ** 2:
        return None
    shrink = s**2 / (s**2 + ridge)
    rest = 1.0 - share - (U * U) @ shrink
    if not rest.min() > np.sqrt(EPS):
        return None
    return locked(t - (t - level - U @ (shrink * (U.T @ (t - level)))) / rest)


def _fisher_scores(Phi: Floats, positive: Bools, with_prior: bool) -> Floats | None:
    Phi = Phi - Phi.mean(axis=0)
    means = np.array([Phi[~positive].mean(axis=0), Phi[positive].mean(axis=0)])
    counts = np.array([np.count_nonzero(~positive), np.count_nonzero(positive)], dtype=np.float64)
    d = Phi - means[positive.astype(int)]
    within = d.T @ d
    if not np.linalg.cond(within) * np.sqrt(EPS) < 1.0:
        return None
    P = np.linalg.inv(within)
    scores = np.empty(len(Phi))
    for side in (0, 1):
        rows, sign, n = positive == bool(side), 2.0 * side - 1.0, counts[side]
        D, k = d[rows], n / (n - 1.0)
        mean, other = means[side] - D / (n - 1.0), means[1 - side]
        gap, PD = sign * (mean - other), D @ P
        rest = 1.0 - k * (PD * D).sum(axis=1)
        if not rest.min() > np.sqrt(EPS):
            return None
        w = gap @ P + (k * (PD * gap).sum(axis=1) / rest)[:, None] * PD
        scores[rows] = (w * (Phi[rows] - 0.5 * (mean + other))).sum(axis=1)
        scores[rows] += (
            sign * np.log((n - 1.0) / counts[1 - side]) / (len(Phi) - 1.0) if with_prior else 0.0
        )
    return locked(scores)
