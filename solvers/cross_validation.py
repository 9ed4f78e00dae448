"""Cross-validation: a method fitted to parts of the points and judged on the rest of them.

Source: Stone, Journal of the Royal Statistical Society B 36 (1974) 111; Hastie, Tibshirani and Friedman, The Elements of
Statistical Learning (2009), section 7.10.
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
from .cancellation import check_cancelled
from .features import FeatureMap
from .fitting import fit
from .kernels import Kernel
from .method import Fit
from .multiclass.method import AnyMethod, ManyFit
from .validation import labels, points, shown_value

Split = tuple[Ints, Ints]


@dataclass(frozen=True, eq=False)
class CrossValidation:
    """The errors of a method on points that it did not see.

    ``folds`` are pairs of rows (training, test); ``train_errors`` and ``test_errors`` (k,) the share of points of each fold that
    are predicted as another class, from 0 to 1; ``fits`` the fits to the training points.
    """

    folds: tuple[Split, ...]
    train_errors: Floats
    test_errors: Floats
    fits: tuple[Fit | ManyFit, ...]

    @property
    def mean(self) -> float:
        """The mean of the test errors over the folds."""
        return float(self.test_errors.mean())

    @property
    def spread(self) -> float:
        """The standard deviation of the test errors over the folds (divisor k - 1); nan for one fold."""
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
    """Fit a method to all folds but one, in turn, and count its errors on the one that was left out.

    ``folds`` is a number from 2 to n (n: leave one out) or a list of pairs (training rows, test rows).  Folds are drawn at random
    with ``seed``, anew for each of the ``repeats``, each class in equal shares where they are ``stratified``.  A map or kernel
    without an origin takes it from the training points of each fold: test points are not looked at.

    Raises:
        ValueError: what :func:`fit` refuses; fewer than 2 folds or more than points; rows that are none; a fold whose training
            points are all of one class.
    """
    places = points(X)
    found = labels(y, len(places))
    if isinstance(folds, Integral):
        splits = tuple(_drawn(found, int(folds), repeats, seed, stratified))
    else:
        splits = tuple(_given(folds, len(places)))
    fits, train, test = [], [], []
    for k, (rows, held_out) in enumerate(splits, start=1):
        check_cancelled()
        if len(np.unique(found[rows])) < 2:
            raise ValueError(f"the training points of fold {k} are all of one class; use fewer folds, or stratified ones")
        one = fit(method, places[rows], found[rows], features=features, kernel=kernel, trace=False)
        fits.append(one)
        train.append(float(np.mean(one.predict(places[rows]) != found[rows])))
        test.append(float(np.mean(one.predict(places[held_out]) != found[held_out])))
    return CrossValidation(splits, locked(np.array(train)), locked(np.array(test)), tuple(fits))


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
    if rows.ndim != 1 or rows.dtype.kind not in "iu" or not len(rows) or rows.min() < 0 or rows.max() >= n:
        raise ValueError(f"fold {fold} must hold rows from 0 to {n - 1}; got {shown_value(values)}")
    return locked_ints(rows.astype(np.int64))


def _drawn(found: NDArray[Any], folds: int, repeats: int, seed: int, stratified: bool) -> Iterator[Split]:
    """Folds at random: every point is in one of them, once for each repeat."""
    n = len(found)
    if not 2 <= folds <= n:
        raise ValueError(f"folds must be a number from 2 to {n}, the number of points; got {folds}")
    if repeats < 1:
        raise ValueError(f"repeats must be at least 1; got {repeats}")
    random = np.random.default_rng(seed)
    groups = [np.flatnonzero(found == label) for label in np.unique(found)] if stratified else [np.arange(n)]
    for _ in range(repeats):
        # Dealt out class by class: no fold has more than one point more of a class, or in all, than another one.
        order = np.concatenate([random.permutation(group) for group in groups])
        fold_of = np.empty(n, dtype=np.int64)
        fold_of[order] = np.arange(n) % folds
        for k in range(folds):
            yield locked_ints(np.flatnonzero(fold_of != k)), locked_ints(np.flatnonzero(fold_of == k))
