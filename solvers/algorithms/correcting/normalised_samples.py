"""Augmented, normalised samples: a line separates the classes iff some vector a has a positive product with every one of them.

With ``a = (b, w)`` and ``z_i = y_i (1, phi(x_i))`` the product ``a'z_i`` is ``y_i f(x_i)``, so "every point on its right side"
reads ``a'z_i > 0`` for all i, and every rule of this family adds multiples of samples to ``a``.  On ordinary drawings the samples
are those of the book, in data units: the first steps can be checked by hand.  Far from the origin or in extreme units such steps
lead nowhere in any time, so there the points are standardised first, and every line is mapped back into data units.

Source: Linear discriminants slides, "Linearly Separable Classes", "Normalization".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import isfinite, nan
from typing import Any

import numpy as np

from ...arrays import Floats, Ints, locked
from ...cancellation import check_cancelled
from ...method import Fit
from ...problem import Problem
from ...result import Iterate, LazyStep

# Samples looked at one by one before whole blocks are tried: with many mistakes the blocks would be thrown away.
SCAN = 48
BLOCK = 16384
ALL_AT_ONCE = 100_000  # this many samples are turned into lists at once, for all passes
# Points are ordinary while the origin lies within this many spreads of their middle, their spread (root mean square of the standard
# deviations) is within this factor of 1, and no coordinate varies so much less than another one that only rounding or another unit
# can be meant.  Measured data (iris: 8 spreads; columns in other units: a spread of 350) stay as they are: there the rules are
# slow, and that they are is part of the lesson.  Beyond these limits they lead nowhere.
FAR, WIDE, UNEVEN = 100.0, 1e3, 1e-4
SCALED = "The rule ran on the scaled points: each coordinate divided by its root mean square."
STANDARDISED = "The rule ran on the standardised points: each coordinate minus its mean, divided by its standard deviation."
# A product of p terms computed in doubles is off by at most p eps times the sum of their magnitudes (p <= 28 here).
ROUNDING = 32 * float(np.finfo(np.float64).eps)

Criterion = Callable[[Sequence[float]], float]  # of a line a


@dataclass(frozen=True, eq=False)
class NormalisedSamples:
    """The samples ``z_i`` as ``columns (m+1, n)``; the first row holds ``y``.

    Without an offset (``has_offset`` false) they are ``z_i = y_i phi(x_i)``, ``columns (m, n)``, and ``a = w``: they may be scaled
    but not moved, so their ``centre`` is then the origin.

    Standardised samples are ``z_i = y_i (1, (phi(x_i) - centre) / scale)`` with the means ``centre (m,)`` and the standard
    deviations ``scale (m,)`` (1 for a constant coordinate); both are None for samples in data units.
    """

    columns: Floats
    centre: Floats | None = None
    scale: Floats | None = None
    has_offset: bool = True

    @staticmethod
    def of(problem: Problem, standardise: str = "never", has_offset: bool = True) -> NormalisedSamples:
        """The samples of a problem; ``standardise`` is auto (only points that are not ordinary), always or never."""
        if not has_offset:
            return NormalisedSamples._without_offset(problem, standardise)
        columns = np.empty((problem.Phi.shape[1] + 1, len(problem.y)))
        columns[0], columns[1:] = problem.y, problem.Phi.T
        check_cancelled()
        units = None if standardise == "never" else _standard_units(columns[1:])
        if units is None or (standardise == "auto" and _is_ordinary(*units)):
            columns[1:] *= problem.y
            return NormalisedSamples(locked(columns))
        check_cancelled()
        centre, deviation = units
        scale = np.where(deviation > 0.0, deviation, 1.0)
        columns[1:] = (columns[1:] - centre[:, None]) / scale[:, None] * problem.y
        return NormalisedSamples(locked(columns), locked(centre), locked(scale))

    @staticmethod
    def _without_offset(problem: Problem, standardise: str) -> NormalisedSamples:
        columns = problem.Phi.T * problem.y
        units = None if standardise == "never" else _standard_units(problem.Phi.T)
        if units is None or (standardise == "auto" and _is_ordinary(*units)):
            return NormalisedSamples(locked(columns), has_offset=False)
        lengths = np.sqrt(np.einsum("ki,ki->k", columns, columns) / columns.shape[1])
        scale = np.where(lengths > 0.0, lengths, 1.0)
        return NormalisedSamples(locked(columns / scale[:, None]), locked(np.zeros(len(scale))), locked(scale), False)

    def in_order(self, rows: Ints) -> NormalisedSamples:
        """The same samples in another order."""
        return NormalisedSamples(locked(self.columns[:, rows]), self.centre, self.scale, self.has_offset)

    @property
    def remark(self) -> str:
        """The sentence about standardised samples, after a blank; empty for samples in data units."""
        if self.centre is None:
            return ""
        return f" {STANDARDISED if self.has_offset else SCALED}"

    def __len__(self) -> int:
        return int(self.columns.shape[1])

    @cached_property
    def rows(self) -> list[list[float]]:
        """The samples as lists of Python floats: three to ten times faster than an array when visited one by one."""
        rows: list[list[float]] = self.columns.T.tolist()
        return rows

    @cached_property
    def squared_norms(self) -> Floats:
        """``||z_i||^2`` (n,); 1 for a sample of zeros (a point at the origin, without an offset), which no step moves."""
        check_cancelled()
        squares = np.einsum("ki,ki->i", self.columns, self.columns)
        return locked(np.where(squares > 0.0, squares, 1.0))

    def stretch(self, begin: int, stop: int) -> list[list[float]]:
        """The samples from ``begin`` to ``stop`` as lists; of very many samples only these, for most are never visited singly."""
        rows = self._all_rows
        return rows[begin:stop] if rows is not None else self.columns[:, begin:stop].T.tolist()

    def sample(self, position: int) -> list[float]:
        """One of the samples as a list; not to be changed."""
        rows = self._all_rows
        return rows[position] if rows is not None else self.columns[:, position].tolist()

    @cached_property
    def _all_rows(self) -> list[list[float]] | None:
        return self.rows if len(self) <= ALL_AT_ONCE else None

    def initial(self, start: Fit | None, begin: Sequence[float] | None = None) -> list[float]:
        """``a`` at the start: that of the earlier fit when it fits the feature map, else ``begin``, else zero as in the book."""
        size = len(self.columns) - self.has_offset
        if start is None or not start.has_model or start.w is None or len(start.w) != size:
            return self._scale_beginning(begin) if begin is not None and len(begin) == size + 1 else [0.0] * len(self.columns)
        if not self.has_offset:
            return list((start.w if self.scale is None else start.w * self.scale).tolist())
        if self.centre is None or self.scale is None:
            return [start.b, *start.w.tolist()]
        return [float(start.last.scores(self.centre[None, :])[0]), *(start.w * self.scale).tolist()]

    def _scale_beginning(self, begin: Sequence[float]) -> list[float]:
        """``a = (b, w)`` in data units as the weights of the samples; without an offset its b counts for nothing."""
        if not self.has_offset:
            return [float(value) for value in (begin[1:] if self.scale is None else np.asarray(begin[1:]) * self.scale)]
        if self.centre is None or self.scale is None:
            return [float(value) for value in begin]
        w = np.asarray(begin[1:], dtype=np.float64)
        return [float(begin[0]) + float(w @ self.centre), *(w * self.scale).tolist()]

    def iterate(self, a: Sequence[float], **rest: Any) -> Iterate:
        """The iterate with ``(b, w) = a``, in data units; without an offset w = a and b = 0.

        When ``w`` has overflowed, ``b`` is reported as NaN too, so that the driver keeps the last finite step and says so.
        """
        if not self.has_offset:
            w = np.array(a, dtype=np.float64)
            return Iterate(locked(w if self.scale is None else w / self.scale), 0.0 if all(map(isfinite, a)) else nan, **rest)
        w = np.array(a[1:], dtype=np.float64)
        b = float(a[0]) if all(map(isfinite, a[1:])) else nan
        if self.centre is None or self.scale is None:
            return Iterate(locked(w), b, **rest)
        return Iterate.centred(locked(w / self.scale), self.centre, b, **rest)

    def passing(self, a: Sequence[float], objective: Criterion, active: tuple[int, ...], note: str | Callable[[], str]) -> LazyStep:
        """The same as a step of many, with the multiples of ``a`` as they are now; ``objective`` is what computes it.

        Whether it is finite is known without the model, except where ``b`` is that of scaled points far from the origin.
        """
        a, finite = list(a), all(map(isfinite, a))
        if finite and self.has_offset and self.centre is not None and self.scale is not None:
            finite = isfinite(a[0] - (np.array(a[1:], dtype=np.float64) / self.scale).dot(self.centre))
        return LazyStep(finite, partial(self._passing_step, a, objective, active, note))

    def _passing_step(
        self, a: Sequence[float], objective: Criterion, active: tuple[int, ...], note: str | Callable[[], str]
    ) -> Iterate:
        return self.iterate(a, objective=objective(a), active=active, note=note)

    def products(self, a: Sequence[float]) -> Floats:
        """``a'z_i`` for every sample (n,)."""
        products: Floats = np.asarray(a) @ self.columns
        return products

    def next_mistake(self, a: Sequence[float], begin: int, limit: float) -> int:
        """The first position from ``begin`` on whose product does not exceed ``limit``; n when there is none.

        The first samples are looked at one by one, the rest in growing blocks: many mistakes cost what the plain loop costs, rare
        ones a fraction of it.  Both ways add the same terms in the same order, so the sequence of mistakes is the same.
        """
        rows = self.stretch(begin, begin + SCAN)
        right = _scan_plane(rows, a, limit) if len(a) == 3 else _scan(rows, a, limit)
        return begin + right if right < len(rows) else self._look_ahead(a, begin + right, limit)

    def _look_ahead(self, a: Sequence[float], begin: int, limit: float) -> int:
        size, n = 4 * SCAN, len(self)
        while begin < n:
            block = self.columns[:, begin : begin + size]
            products = a[0] * block[0]
            for weight, row in zip(a[1:], block[1:], strict=True):
                products += weight * row
            # "not greater" instead of "at most": a product that overflowed to NaN is a mistake, too.
            wrong = ~(products > limit)
            first = int(wrong.argmax())
            if wrong[first]:
                return begin + first
            begin, size = begin + size, min(2 * size, BLOCK)
        return n

    def not_clearly_above(self, a: Sequence[float], limit: float) -> Ints:
        """The samples whose product does not exceed ``limit`` by more than its own rounding error.

        Far from the origin ``a'z`` is a small difference of large numbers: a rule must not call points separated because of noise.
        """
        noise = ROUNDING * (np.abs(a) @ np.abs(self.columns))
        return np.flatnonzero(~(self.products(a) > limit + noise))


def _scan_plane(rows: list[list[float]], a: Sequence[float], limit: float) -> int:
    a0, a1, a2 = a
    for position, (z0, z1, z2) in enumerate(rows):
        if not a0 * z0 + a1 * z1 + a2 * z2 > limit:
            return position
    return len(rows)


def _scan(rows: list[list[float]], a: Sequence[float], limit: float) -> int:
    for position, z in enumerate(rows):
        if not dot(a, z) > limit:
            return position
    return len(rows)


def dot(a: Sequence[float], z: Sequence[float]) -> float:
    """``a'z`` in Python floats."""
    product = 0.0
    for p, q in zip(a, z, strict=True):
        product += p * q
    return product


def step_along(a: list[float], factor: float, z: Sequence[float]) -> None:
    """``a <- a + factor z``, in place."""
    for k, value in enumerate(z):
        a[k] += factor * value


def _standard_units(columns: Floats) -> tuple[Floats, Floats]:
    """The mean and the standard deviation (m,) of each coordinate of ``columns (m, n)``; 0 where only rounding varies."""
    first = columns.mean(axis=1)
    about = columns - first[:, None]
    rest = about.mean(axis=1)  # far away the first mean is off by rounding
    centre, n = first + rest, columns.shape[1]
    deviation = np.sqrt(np.maximum(np.einsum("ki,ki->k", about, about) / n - rest * rest, 0.0))
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

    A random combination of the coordinates is compared first: one sort instead of one per coordinate.
    """
    check_cancelled()
    weights = np.random.default_rng(0).uniform(1.0, 2.0, size=problem.Phi.shape[1:])
    plus, minus = _combine_columns(problem.columns_plus, weights), _combine_columns(problem.columns_minus, weights)
    check_cancelled()
    _, i, j = np.intersect1d(plus, minus, return_indices=True)
    check_cancelled()
    same = np.flatnonzero((problem.columns_plus[:, i] == problem.columns_minus[:, j]).all(axis=0))
    if not len(same):
        return None
    first = same[np.argmin(np.maximum(problem.rows_plus[i[same]], problem.rows_minus[j[same]]))]
    return int(problem.rows_plus[i[first]]), int(problem.rows_minus[j[first]])


def _combine_columns(columns: Floats, weights: Floats) -> Floats:
    # Term by term, not as a matrix product: equal points must give equal sums wherever they stand in the array.
    combined: Floats = np.zeros(columns.shape[1])
    for weight, row in zip(weights, columns, strict=True):
        combined += weight * row
    return combined
