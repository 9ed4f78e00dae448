"""Scores along a line: smooth densities of the classes, and the errors of every threshold, for the
price of a histogram.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solvers import Floats
from solvers.arrays import Bools, Ints, locked

BINS = 512  # at least one a pixel of a plot
# bandwidths from the outermost point of a class to the end: there its density is negligible
TAIL = 3.0
FEW_POINTS = 2048  # up to here errors are counted point by point, above at the edges of the bins


@dataclass(frozen=True, eq=False)
class Histogram:
    """``counts (K, BINS)`` of the classes in equal bins with ``edges (BINS + 1,)``; a score on an
    edge counts above it.
    """

    edges: Floats
    counts: Ints

    @property
    def minus(self) -> Ints:
        """The counts of class -."""
        counts: Ints = self.counts[0]
        return counts

    @property
    def plus(self) -> Ints:
        """The counts of class +."""
        counts: Ints = self.counts[1]
        return counts

    @property
    def step(self) -> float:
        """The width of a bin."""
        return float(self.edges[1] - self.edges[0])

    @cached_property
    def centres(self) -> Floats:
        """The middles of the bins."""
        return locked(0.5 * (self.edges[1:] + self.edges[:-1]))


def histogram(f: Floats, y: Floats | Ints, low: float, high: float, classes: int = 2) -> Histogram:
    """The counts of the scores ``f (n,)``, all of them in [low, high), for all classes in one pass.

    ``y (n,)`` are the signs of two classes, or the numbers of any of them.
    """
    place = f - low
    place *= BINS / (high - low)
    bins = place.astype(np.int64)
    bins += BINS * (y if y.dtype == np.int64 else (y > 0)).astype(np.int64)
    counts = np.bincount(bins, minlength=classes * BINS)
    return Histogram(locked(np.linspace(low, high, BINS + 1)), counts.reshape(classes, BINS))


def bandwidth(counts: Ints, centres: Floats, step: float) -> float:
    """Silverman's rule ``0.9 min(s, IQR/1.34) n^(-1/5)`` (Density Estimation, 1986, eq. 3.31), from
    binned data.

    Never below one bin and a half: equal scores have no spread of their own, and a curve through
    two bins would look broken.
    """
    n = int(np.add.reduce(counts))
    if n == 0:
        return 1.5 * step
    mean = float(counts @ centres) / n
    spread = float(np.sqrt(counts @ (centres - mean) ** 2 / n))
    quarter, three = np.add.accumulate(counts).searchsorted([0.25 * n, 0.75 * n])
    middle = float(centres[min(three, BINS - 1)] - centres[min(quarter, BINS - 1)]) / 1.34
    return float(max(0.9 * min(spread, middle or spread) * n**-0.2, 1.5 * step))


def smooth_counts(counts: Ints, step: float, width: float) -> Floats:
    """The density at the middles of the bins: counts spread by a Gaussian of the given width,
    ``(1/n) sum_i N(t; f_i, width^2)``.

    What the Gaussian carries past the ends is dropped (in the last bins it would be a spike), so
    the integral over the bins is 1 less that part.
    """
    n = int(np.add.reduce(counts))
    if n == 0:
        return np.zeros(len(counts))
    reach = min(int(4.0 * width / step) + 1, len(counts) - 1)
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) * (step / width)) ** 2)
    kernel /= np.add.reduce(kernel)
    result: Floats = np.convolve(counts, kernel)[reach:-reach] / (n * step)
    return result


def densities(
    f: Floats, y: Floats | Ints, low: float, high: float, classes: int = 2
) -> tuple[Histogram, list[Floats]]:
    """The densities of the classes, of two class - first, at the middles of the bins from ``low``
    to ``high``.

    The ends move further out where the density of a class of few points would be cut off.
    """
    bins = histogram(f, y, low, high, classes)
    widths = _bandwidths(bins)
    if (ends := _with_tails(bins, widths)) != (bins.edges[0], bins.edges[-1]):
        bins = histogram(f, y, *ends, classes)
        widths = _bandwidths(bins)
    return bins, [
        smooth_counts(counts, bins.step, width)
        for counts, width in zip(bins.counts, widths, strict=True)
    ]


def _bandwidths(bins: Histogram) -> list[float]:
    """The width of the kernel of each class."""
    return [bandwidth(counts, bins.centres, bins.step) for counts in bins.counts]


def _with_tails(bins: Histogram, widths: list[float]) -> tuple[float, float]:
    """The ends with room for the densities."""
    low, high = float(bins.edges[0]), float(bins.edges[-1])
    for counts, width in zip(bins.counts, widths, strict=True):
        filled = counts.nonzero()[0]
        if len(filled):
            low = min(low, float(bins.edges[filled[0]]) - TAIL * width)
            high = max(high, float(bins.edges[filled[-1] + 1]) + TAIL * width)
    return low, high


@dataclass(frozen=True, eq=False)
class ErrorSteps:
    """The number of training errors at every threshold: ``counts[k]`` errors for ``at[k-1] <= t <
    at[k]``.

    A point is counted as class + iff its score is above the threshold, as everywhere.  Of few
    points the steps are the scores themselves; else they are bin edges, right at each edge.
    """

    thresholds: Floats
    counts: Ints

    def outline(self, low: float, high: float) -> Floats:
        """The step function from ``low`` to ``high`` as a path of corners (k, 2)."""
        inside = (self.thresholds > low) & (self.thresholds < high)
        edges = np.concatenate([[low], self.thresholds[inside], [high]])
        start = int(self.thresholds.searchsorted(low, side="right"))
        counts = self.counts[start : start + int(np.add.reduce(inside)) + 1]
        outline = np.empty((2 * len(counts), 2))
        outline[:, 0], outline[:, 1] = edges.repeat(2)[1:-1], counts.repeat(2)
        return outline


def error_steps(f: Floats, positive: Bools, bins: Histogram) -> ErrorSteps:
    """Errors as a function of the threshold: those of class + at or below it, and those of class -
    above it.
    """
    if len(f) <= FEW_POINTS:
        order = np.argsort(f, kind="stable")
        thresholds, change = f[order], np.where(positive[order], 1, -1)
        last = (
            np.concatenate([thresholds[1:] != thresholds[:-1], [True]])
            if len(thresholds)
            else np.zeros(0, dtype=bool)
        )
        total = np.add.accumulate(change)[last]
        thresholds = thresholds[last]
    else:
        # A bin's points lie at or above its lower and below its upper edge: at the upper edge all
        # of them have been passed.
        thresholds, total = bins.edges[1:], np.add.accumulate(bins.plus - bins.minus)
    start = int(len(f) - np.count_nonzero(positive))
    return ErrorSteps(thresholds, np.concatenate([[start], start + total]))
