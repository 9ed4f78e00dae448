"""Cross-validation: a method fitted to parts of the points and judged on the rest of them.

Source: Stone, Journal of the Royal Statistical Society B 36 (1974) 111; Hastie, Tibshirani and
Friedman, The Elements of Statistical Learning (2009), section 7.10.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .arrays import Floats, Ints, locked, locked_ints
from .cancellation import check_cancelled, is_not_wanted
from .features import FeatureMap
from .fitting import fit, solve
from .kernels import Kernel
from .method import Fit
from .multiclass.method import AnyMethod, ManyFit
from .result import Status
from .validation import labels, points, shown_value

Split = tuple[Ints, Ints]


@dataclass(frozen=True, eq=False)
class CrossValidation:
    """The errors of a method on points that it did not see.

    ``folds`` are pairs of rows (training, test); ``train_errors`` and ``test_errors`` (k,) the
    share of points of each fold that are predicted as another class, from 0 to 1; ``fits`` the fits
    to the training points.
    """

    folds: tuple[Split, ...]
    train_errors: Floats
    test_errors: Floats
    fits: tuple[Fit | ManyFit, ...]

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
    (found,) = validation_curve(
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
    return found


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
    found = labels(y, len(places))
    if isinstance(folds, Integral):
        splits = tuple(_drawn(found, int(folds), repeats, seed, stratified))
    else:
        splits = tuple(_given(folds, len(places)))
    fits: list[list[Fit | ManyFit]] = []
    for k, (rows, _) in enumerate(splits, start=1):
        if len(np.unique(found[rows])) < 2:
            raise ValueError(
                f"the training points of fold {k} are all of one class; use fewer folds, or "
                "stratified ones"
            )
        fits.append([])
        for method in methods:
            last = fits[-1][-1] if fits[-1] else None
            fits[-1].append(
                _next_fit(method, last)
                if last is not None
                else _first_fit(method, places[rows], found[rows], features, kernel)
            )
            if not fits[-1][-1].predicts:
                raise ValueError(
                    f"{method.name} has no model in fold {k}: "
                    f"{fits[-1][-1].explanation.rstrip('.')}"
                )
            check_cancelled()
    return tuple(_judge(tuple(of_one), splits, places, found) for of_one in zip(*fits, strict=True))


def _first_fit(
    method: AnyMethod,
    X: Floats,
    y: NDArray[Any],
    features: FeatureMap | None,
    kernel: Kernel | None,
) -> Fit | ManyFit:
    one: Fit | ManyFit = fit(
        method, X, y, features=features, kernel=kernel, trace=False, cancelled=is_not_wanted
    )
    return one


def _next_fit(method: AnyMethod, last: Any) -> Fit | ManyFit:
    """The fit of the next method to the points of the last one."""
    if method.strength is not None and last.has_model:
        one = solve(method, last.problem, start=last, trace=False, cancelled=is_not_wanted)
        if one.status is Status.CONVERGED:
            return one
    return solve(method, last.problem, trace=False, cancelled=is_not_wanted)


def _judge(
    fits: tuple[Fit | ManyFit, ...], splits: tuple[Split, ...], X: Floats, y: NDArray[Any]
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


def _given(folds: Any, n: int) -> Iterator[Split]:
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


def _drawn(
    found: NDArray[Any], folds: int, repeats: int, seed: int, stratified: bool
) -> Iterator[Split]:
    """Folds at random: every point is in one of them, once for each repeat."""
    n = len(found)
    if not 2 <= folds <= n:
        raise ValueError(f"folds must be a number from 2 to {n}, the number of points; got {folds}")
    if repeats < 1:
        raise ValueError(f"repeats must be at least 1; got {repeats}")
    random = np.random.default_rng(seed)
    groups = (
        [np.flatnonzero(found == label) for label in np.unique(found)]
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
