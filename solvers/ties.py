"""Which scores are equal: the one place that says what is only rounding.

A score is a sum, ``f(x) = sum_j w_j u_j + f_centre`` with u = phi(x) - centre, of numbers that are
sums over the samples themselves.  So it is known to a few units in the last place of what was
added, and no better:

    |error| <= SUMS * (sum_j |w_j| r_j + |f_centre|) + sum_j |w_j| d_j,

where r_j is the norm of the samples' j-th centred features (of |u_j| at a place beyond them), and
d_j the rounding that the coordinates brought along.  With a kernel the terms are those of
``K (alpha y)``.  A score within its error is 0, and scores of classes within theirs are equal:
:func:`settled` and :func:`levelled` write them so, wherever scores are made, and whoever compares
them then compares numbers.  The same figure elsewhere in the plane has the same ties.

A score of 0 is class -, and of equal scores the first class has the point: such a point is *on the
line*, or *undecided*, and is counted as that, too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from .arrays import BLOCK, Bools, Floats, Ints, locked
from .moments import UNFELT, coordinate_noise, reach_of
from .rounding import EPS

# What sums over the samples are taken to be off by, as a part of the norm of their terms.
SUMS = 1024.0 * EPS


@dataclass(frozen=True, eq=False)
class Extent:
    """How large the features of ``n`` samples are: their mean ``centre (m,)``, the norms
    ``sizes (m,)`` of the centred columns, and the rounding ``noise (m,)`` of the coordinates.
    """

    n: int
    centre: Floats
    sizes: Floats
    noise: Floats

    @staticmethod
    @np.errstate(all="ignore")
    def of(Phi: Floats, has_noise: bool) -> Extent:
        """The extent of mapped points (n, m); of very many an even sample tells it.  Only points as
        they came have a noise of their own: what a map makes of one coordinate errs together.
        """
        sample = Phi[:: max(1, -(-len(Phi) // BLOCK))]
        count = max(1, len(sample))
        centre = np.add.reduce(sample, axis=0) / count
        columns = np.ascontiguousarray((sample - centre).T)
        sizes = np.sqrt(np.einsum("ji,ji->j", columns, columns) * (len(Phi) / count))
        noise = coordinate_noise(centre, columns, reach_of(columns))
        # Coordinates of few digits are data nevertheless.
        noise = np.minimum(noise, has_noise * UNFELT * sizes / math.sqrt(max(1, len(Phi))))
        return Extent(max(1, len(Phi)), locked(centre), locked(sizes), locked(noise))

    def variation(
        self, w: Floats, quadratic: Floats | None = None, Phi: Floats | None = None
    ) -> Floats:
        """The sizes of the terms of scores with the weights ``w (..., m)`` and ``quadratic (..., m,
        m)``, added: (...,) at the samples and (k, ...) at other places ``Phi (k, m)``.
        """
        sizes = self.sizes if Phi is None else np.maximum(self.sizes, np.abs(Phi - self.centre))
        total: Floats = sizes @ np.abs(w).T
        if quadratic is None:
            return total
        each = quadratic if quadratic.ndim > 2 else quadratic[None]
        squares = np.stack([((sizes @ np.abs(A)) * sizes).sum(axis=-1) for A in each], axis=-1)
        return total + (squares if quadratic.ndim > 2 else squares[..., 0]) / math.sqrt(self.n)

    @np.errstate(all="ignore")
    def rounding(
        self,
        w: Floats,
        f_centre: Floats | float,
        centre: Floats | None,
        quadratic: Floats | None = None,
        Phi: Floats | None = None,
    ) -> Floats:
        """How far such scores may be off that are ``f_centre (...,)`` at a centre."""
        terms = self.variation(w, quadratic, Phi) + np.abs(f_centre)
        origin = 0.0 if centre is None else centre
        brought = (self.noise + SUMS * np.abs(self.centre - origin)) @ np.abs(w).T
        bound: Floats = SUMS * terms + brought
        return bound


def settled(scores: Floats, rounding: Floats | float) -> Floats:
    """Scores with a 0 for each that is only rounding."""
    is_nothing = np.abs(scores) < rounding
    return np.where(is_nothing, 0.0, scores) if np.logical_or.reduce(is_nothing) else scores


def levelled(scores: Floats, rounding: Floats | float) -> Floats:
    """Scores (k, K) of classes, those that equal the largest of their row up to ``rounding`` (k,)
    being that.
    """
    largest = np.fmax.reduce(scores, axis=1, keepdims=True)
    with np.errstate(invalid="ignore"):
        is_equal = largest - scores < np.reshape(rounding, (-1, 1))
    return np.where(is_equal, largest, scores)


def wrong_side(scores: Floats, y: Floats) -> Bools:
    """Which settled scores (..., n) lie on the wrong side for the signs ``y (n,)``: the one rule of
    right and wrong, 0 being class -.
    """
    wrong: Bools = (scores > 0.0) != (y > 0.0)
    return wrong


def winners_of(scores: Floats) -> Ints:
    """The index of the largest score of each row, of equal ones the first; the one rule of K
    classes.
    """
    largest: Ints = np.where(np.isnan(scores), -np.inf, scores).argmax(axis=1)
    return largest


def shared(scores: Floats) -> Bools:
    """Where several classes have the largest score."""
    tied: Bools = np.count_nonzero(scores == scores.max(axis=1, keepdims=True), axis=1) > 1
    return tied


def steps_of(scores: Floats) -> Ints:
    """The last place of each group of equal scores among falling ``scores``, of which nothing but
    the scores is known.
    """
    size = float(np.abs(scores[np.isfinite(scores)]).max(initial=0.0))
    is_apart = ~(np.diff(scores) >= -SUMS * size)
    return np.append(np.flatnonzero(is_apart), len(scores) - 1)
