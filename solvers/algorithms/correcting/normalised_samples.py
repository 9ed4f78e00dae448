"""Augmented, normalised samples: a line separates the classes iff some vector a has a positive
product with every one of them.

With ``a = (b, w)`` and ``z_i = y_i (1, phi(x_i))`` the product ``a'z_i`` is ``y_i f(x_i)``, so
"every point on its right side" reads ``a'z_i > 0`` for all i, and every rule of this family adds
multiples of samples to ``a``.  On ordinary drawings the samples are those of the book, in data
units: the first steps can be checked by hand.  Far from the origin or in extreme units such steps
lead nowhere in any time, so there the points are standardised first, and every line is mapped back
into data units.

Source: Linear discriminants slides, "Linearly Separable Classes", "Normalization".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import nan
from typing import Any

import numpy as np

from ...arrays import Floats, Ints, locked
from ...cancellation import check_cancelled
from ...method import Fit
from ...problem import Problem
from ...result import Iterate
from ...rounding import EPS

# Points are ordinary while the origin lies within this many spreads of their middle, their spread
# (root mean square of the standard deviations) is within this factor of 1, and no coordinate varies
# so much less than another one that only rounding or another unit can be meant.  Measured data
# (iris: 8 spreads; columns in other units: a spread of 350) stay as they are: there the rules are
# slow, and that they are is part of the lesson.  Beyond these limits they lead nowhere.
FAR, WIDE, UNEVEN = 100.0, 1e3, 1e-4
SCALED = "The rule ran on the scaled points: each coordinate divided by its root mean square."
STANDARDISED = (
    "The rule ran on the standardised points: each coordinate minus its mean, divided by its "
    "standard deviation."
)
FAR_OFF = (
    " The farthest point is {} times as far from the origin as from the mean of all, which makes "
    "the run long: centre the points, or standardise them."
)
# A product of p terms computed in doubles is off by at most p eps times the sum of their magnitudes
# (p <= 28 here).
ROUNDING = 32.0 * EPS


@dataclass(frozen=True, eq=False)
class NormalisedSamples:
    """The samples ``z_i = y_i (1, (phi(x_i) - centre) / scale)`` as ``columns (m+1, n)``; the first
    row holds ``y``.

    Without an offset (``has_offset`` false) they are ``z_i = y_i phi(x_i) / scale``, ``columns (m,
    n)``, and ``a = w``: they may be scaled but not moved.  In data units ``centre (m,)`` is 0 and
    ``scale (m,)`` 1; standardised samples have the means and the standard deviations there, or the
    root mean squares (1 for a constant coordinate).
    """

    columns: Floats
    centre: Floats
    scale: Floats
    has_offset: bool = True
    is_standardised: bool = False

    @staticmethod
    def of(
        problem: Problem, standardise: str = "never", has_offset: bool = True
    ) -> NormalisedSamples:
        """The samples of a problem; ``standardise`` is auto (only points that are not ordinary),
        always or never.
        """
        Phi = problem.Phi.T
        m, n = Phi.shape
        centre, scale = np.zeros(m), np.ones(m)
        columns = np.empty((m + has_offset, n))
        columns[:has_offset], rest = problem.y, columns[has_offset:]
        check_cancelled()
        units = None if standardise == "never" else _standard_units(np.ascontiguousarray(Phi))
        is_standardised = units is not None and not (standardise == "auto" and _is_ordinary(*units))
        if units is None or not is_standardised:
            np.multiply(Phi, problem.y, out=rest)
        else:
            check_cancelled()
            centre, sizes = (
                units if has_offset else (centre, np.sqrt(np.einsum("ki,ki->k", Phi, Phi) / n))
            )
            scale = np.where(sizes > 0.0, sizes, 1.0)
            np.multiply((Phi - centre[:, None]) / scale[:, None], problem.y, out=rest)
        return NormalisedSamples(
            locked(columns), locked(centre), locked(scale), has_offset, is_standardised
        )

    @property
    def remark(self) -> str:
        """The sentence about standardised samples, after a blank; empty for samples in data
        units.
        """
        if not self.is_standardised:
            return ""
        return f" {STANDARDISED if self.has_offset else SCALED}"

    @property
    def advice(self) -> str:
        """The sentence, after a blank, where the points are far from the origin for their distances
        from each other; empty elsewhere.
        """
        if self.is_standardised or not self.has_offset:
            return ""
        Phi = self.columns[1:] * self.columns[0]
        radii = (
            float(np.linalg.norm(places, axis=0).max())
            for places in (Phi, Phi - Phi.mean(axis=1, keepdims=True))
        )
        from_origin, from_mean = radii
        is_far = from_mean > 0.0 and from_origin >= 3.0 * from_mean
        return FAR_OFF.format(f"{from_origin / from_mean:.3g}") if is_far else ""

    def __len__(self) -> int:
        return int(self.columns.shape[1])

    @cached_property
    def rows(self) -> Floats:
        """The samples one behind the other (n, m+1), as they are visited."""
        return locked(np.ascontiguousarray(self.columns.T))

    @cached_property
    def squared_norms(self) -> Floats:
        """``||z_i||^2`` (n,); 1 for a sample of zeros (a point at the origin, without an offset),
        which no step moves.
        """
        check_cancelled()
        squares = np.einsum("ki,ki->i", self.columns, self.columns)
        return locked(np.where(squares > 0.0, squares, 1.0))

    def initial(self, start: Fit | None, begin: Sequence[float] | None = None) -> Floats:
        """``a`` at the start: that of the earlier fit when it fits the feature map, else ``begin``,
        else zero as in the book.
        """
        size = len(self.scale)
        if start is not None and start.has_model and start.w is not None and len(start.w) == size:
            w, at_centre = start.w, float(start.last.scores(self.centre[None, :])[0])
        elif begin is not None and len(begin) == size + 1:
            w = np.array(begin[1:], dtype=np.float64)
            at_centre = float(begin[0]) + float(w @ self.centre)
        else:
            return np.zeros(len(self.columns))
        return np.append(at_centre, w * self.scale)[not self.has_offset :]

    def iterate(self, a: Floats, **rest: Any) -> Iterate:
        """The iterate with ``(b, w) = a``, in data units; without an offset w = a and b = 0.

        When ``w`` has overflowed, ``b`` is reported as NaN too, so that the driver keeps the last
        finite step and says so.
        """
        weights = a[self.has_offset :]
        w = locked(weights / self.scale)
        b = nan if not np.isfinite(weights).all() else float(a[0]) if self.has_offset else 0.0
        is_centred = self.has_offset and self.is_standardised
        return Iterate.centred(w, self.centre, b, **rest) if is_centred else Iterate(w, b, **rest)

    def products(self, a: Floats) -> Floats:
        """``a'z_i`` for every sample (n,)."""
        products: Floats = a @ self.columns
        return products

    def not_clearly_above(self, a: Floats, limit: float) -> Ints:
        """The samples whose product does not exceed ``limit`` by more than its own rounding error.

        Far from the origin ``a'z`` is a small difference of large numbers: a rule must not call
        points separated because of noise.
        """
        noise = ROUNDING * (np.abs(a) @ np.abs(self.columns))
        return np.flatnonzero(~(self.products(a) > limit + noise))


def _standard_units(columns: Floats) -> tuple[Floats, Floats]:
    """The mean and the standard deviation (m,) of each coordinate of ``columns (m, n)``; 0 where
    only rounding varies.
    """
    first = columns.mean(axis=1)
    steps = columns - first[:, None]
    rest = steps.mean(axis=1)  # far away the first mean is off by rounding
    centre, n = first + rest, columns.shape[1]
    deviation = np.sqrt(np.maximum(np.einsum("ki,ki->k", steps, steps) / n - rest * rest, 0.0))
    return centre, np.where(deviation > ROUNDING * np.abs(centre), deviation, 0.0)


def _is_ordinary(centre: Floats, deviation: Floats) -> bool:
    """Whether the textbook's samples are usable as they stand."""
    varying = deviation[deviation > 0.0]
    if not len(varying):
        return True
    spread = float(np.sqrt(np.mean(deviation**2)))
    near = float(np.linalg.norm(centre)) <= FAR * spread
    return near and 1.0 / WIDE <= spread <= WIDE and float(varying.min()) >= UNEVEN * spread


def opposite_twins(problem: Problem) -> tuple[int, int] | None:
    """The rows (one of class +, one of class -) of a point that carries both labels, or None.

    A random combination of the coordinates is compared first: one sort instead of one per
    coordinate.
    """
    check_cancelled()
    weights = np.random.default_rng(0).uniform(1.0, 2.0, size=problem.Phi.shape[1:])
    plus, minus = (
        _combine_columns(problem.columns_plus, weights),
        _combine_columns(problem.columns_minus, weights),
    )
    check_cancelled()
    _, i, j = np.intersect1d(plus, minus, return_indices=True)
    check_cancelled()
    matches = np.flatnonzero(
        (problem.columns_plus[:, i] == problem.columns_minus[:, j]).all(axis=0)
    )
    if not len(matches):
        return None
    first = matches[
        np.argmin(np.maximum(problem.rows_plus[i[matches]], problem.rows_minus[j[matches]]))
    ]
    return int(problem.rows_plus[i[first]]), int(problem.rows_minus[j[first]])


def _combine_columns(columns: Floats, weights: Floats) -> Floats:
    # Term by term, not as a matrix product: equal points must give equal sums wherever they stand
    # in the array.
    combined: Floats = np.zeros(columns.shape[1])
    for weight, row in zip(weights, columns, strict=True):
        combined += weight * row
    return combined
