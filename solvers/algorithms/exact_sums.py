"""Sums of products with twice the digits of doubles: for proofs, where the rounding of an ordinary sum is more than what it tells.

Every product of two doubles is split into two that hold all of it (Dekker), every sum of two into the rounded one and what rounding
took (Knuth).

Source: Dekker, Numer. Math. 18 (1971) 224; Ogita, Rump and Oishi, SIAM J. Sci. Comput. 26 (2005) 1955.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from ..arrays import Floats
from ..result import Iterate

SPLIT = 2.0**27 + 1.0


def two_product(p: Floats, q: Floats) -> tuple[Floats, Floats]:
    """The rounded products and what rounding took from them, of numbers whose products neither overflow nor vanish."""
    product = p * q
    (p_high, p_low), (q_high, q_low) = _halves(p), _halves(q)
    rest: Floats = ((p_high * q_high - product) + p_high * q_low + p_low * q_high) + p_low * q_low
    return product, rest


def _halves(p: Floats) -> tuple[Floats, Floats]:
    """Each number as the sum of two with half of the digits."""
    high: Floats = SPLIT * p
    high = high - (high - p)
    return high, p - high


def two_sum(p: Floats, q: Floats) -> tuple[Floats, Floats]:
    """The rounded sums and what rounding took from them."""
    total = p + q
    shift = total - p
    return total, (p - (total - shift)) + (q - shift)


def exact_sum(values: Floats) -> Fraction:
    """The sum of doubles to twice their digits: in pairs, and what rounding took from each pair beside it."""
    return _summed(values, np.zeros(len(values)))


def exact_products(weights: Floats, columns: Floats) -> list[Fraction]:
    """``weights @ columns`` of ``(k,)`` and ``(k, m)`` to twice the digits of doubles."""
    p, own = _scaled(weights)
    results = []
    for column in columns.T:
        q, unit = _scaled(column)
        results.append(_summed(*two_product(p, q)) * Fraction(2) ** (own + unit))
    return results


def _summed(high: Floats, low: Floats) -> Fraction:
    """The sum of ``high + low``, halved again and again."""
    while len(high) > 1:
        half = len(high) // 2
        odd = high[2 * half :], low[2 * half :]
        high, lost = two_sum(high[:half], high[half : 2 * half])
        low = low[:half] + low[half : 2 * half] + lost
        high, low = np.concatenate([high, odd[0]]), np.concatenate([low, odd[1]])
    return sum((Fraction(v) for v in (*high.tolist(), *low.tolist())), Fraction(0))


def _scaled(values: Floats) -> tuple[Floats, int]:
    """The values divided by a power of two near the largest of them, and its exponent: products then stay in range."""
    exponent = int(np.frexp(np.abs(values).max(initial=0.0))[1])
    return np.ldexp(values, -exponent), exponent


def model_scores(iterate: Iterate, Phi: Floats) -> tuple[Floats, Floats]:
    """The scores (n,) of a model with weights, each as two doubles: what its numbers mean, not what a sum of them is rounded to."""
    assert iterate.w is not None
    n = len(Phi)
    about = np.zeros(Phi.shape[1]) if iterate.centre is None else iterate.centre
    high, low = np.full(n, iterate.b if iterate.centre is None else iterate.f_centre), np.zeros(n)
    for column, centre, weight in zip(Phi.T, about.tolist(), iterate.w.tolist(), strict=True):
        away, less = two_sum(column, np.full(n, -centre))
        high, low, _ = with_product(high, low, away, weight)
        low += less * weight
    return high, low


def kernel_sums(K: Floats, signed: Floats) -> tuple[Floats, Floats]:
    """``K (alpha y)`` (n,), each sum as two doubles, for a Gram matrix taken as it is."""
    high, low = np.zeros(len(K)), np.zeros(len(K))
    for column, weight in zip(K.T, signed.tolist(), strict=True):
        if weight:
            high, low, _ = with_product(high, low, column, weight)
    return high, low


def with_product(high: Floats, low: Floats, column: Floats, weight: float) -> tuple[Floats, Floats, Floats]:
    """Sums in two doubles (n,) with ``weight column`` added, and the sizes of what was added."""
    q, exponent = _scaled(column)
    product, rest = two_product(q, np.full(len(q), float(np.ldexp(weight, exponent))))
    total, lost = two_sum(high, product)
    return total, low + (lost + rest), np.abs(product)


def shortfalls(high: Floats, low: Floats, y: Floats) -> Floats:
    """``1 - y f`` (n,) for scores in two doubles each."""
    short: Floats = (1.0 - y * high) - y * low
    return short
