"""The numbers of one update, as they are printed, add up to the new weights."""

from __future__ import annotations

import random
import zlib
from fractions import Fraction

import numpy as np
import pytest

from linclass_gui.lessons.numbers.block import Numbers
from linclass_gui.lessons.numbers.update import numbers_of_step
from linclass_gui.markup.numbers import MINUS
from solvers import LMS, Fit, Method, Perceptron, Relaxation, explain_step, fit

Number = Fraction
DATA = ("lattice", "halves", "measured", "overlap")


def points(kind: str) -> tuple[np.ndarray, np.ndarray]:
    """Twelve or sixteen points of each of two classes."""
    rng = np.random.default_rng(zlib.crc32(kind.encode()))
    count, apart = (16, 0.5) if kind == "overlap" else (12, 2.5)
    X = rng.normal(size=(2 * count, 2)) + np.repeat([[apart], [-apart]], count, axis=0)
    y = np.repeat([1.0, -1.0], count)
    rounded = {"lattice": np.round(X), "halves": np.round(2.0 * X) / 2.0}.get(kind, X)
    order = rng.permutation(len(y))
    return rounded[order], y[order]


def read(entry: str) -> Number:
    """A printed number, exactly."""
    return Number(entry.replace(MINUS, "-") or "0")


def vector(numbers: Numbers, symbol: str) -> list[Number]:
    """The column of a printed vector."""
    return [row[0] for row in matrix(numbers, symbol)]


def matrix(numbers: Numbers, symbol: str) -> list[list[Number]]:
    """The rows of a printed matrix."""
    found = next(one for one in numbers.matrices if one.symbol == symbol)
    return [[read(entry) for entry in row] for row in found.entries]


def fact(numbers: Numbers, symbol: str, default: str = "1") -> Number:
    """A printed number beside its name."""
    return read(dict(numbers.lines).get(f"${symbol}$", default))


def columns(numbers: Numbers, *beginnings: str) -> list[list[Number]]:
    """The rows of the printed table, of the columns whose heads begin so."""
    assert numbers.table is not None
    places = [k for k, head in enumerate(numbers.table.head) if head.startswith(beginnings)]
    return [[read(row[k]) for k in places] for row in numbers.table.rows]


def sums(rows: list[list[Number]]) -> list[Number]:
    """The sums of the columns."""
    return [sum(column, Number(0)) for column in zip(*rows, strict=True)]


def unit_of(numbers: list[Number]) -> Number:
    """One in the last digit that is printed of some numbers; nothing for fractions."""
    denominators = [number.denominator for number in numbers]
    for digits in range(13):
        if all(10**digits % d == 0 for d in denominators):
            return Number(1, 10**digits)
    return Number(0)


def assert_prints(found: list[Number], printed: list[Number]) -> None:
    """Sums of printed numbers are the printed sum to its last digit."""
    unit = unit_of(printed)
    for one, other in zip(found, printed, strict=True):
        assert abs(one - other) <= Number(6, 10) * unit, (float(one), float(other))


def steps_of(method: Method, kind: str) -> list[tuple[Fit, int]]:
    """Ten steps of a fit, chosen by lot."""
    run = fit(method, *points(kind))
    steps = range(1, len(run.history))
    chosen = random.Random(f"{method}{kind}").sample(steps, min(10, len(steps)))
    explained = [step for step in sorted(chosen) if not isinstance(explain_step(run, step), str)]
    assert len(explained) >= min(10, len(steps)) - 1, explain_step(run, chosen[0])
    return [(run, step) for step in explained]


CORRECTING = [
    *(Perceptron(update=u, schedule=s, margin=m) for u in ("single", "batch")
      for s, m in (("constant", 0.0), ("1/k", 0.5))),
    Perceptron(keep="best", order="shuffled", rate=0.3),
    Perceptron(fit_intercept=False),
    Perceptron(standardise="always"),
    *(Relaxation(update=u, schedule=s, rate=r) for u in ("single", "batch")
      for s, r in (("constant", 1.7), ("1/k", 0.5))),
    Relaxation(fit_intercept=False, order="shuffled"),
    LMS(), LMS(order="cyclic", rate=1.0), LMS(fit_intercept=False), LMS(standardise="always"),
]  # fmt: skip


@pytest.mark.parametrize("kind", DATA)
@pytest.mark.parametrize("method", CORRECTING, ids=str)
def test_samples_times_the_rate_lead_to_the_new_weights(method: Method, kind: str) -> None:
    for run, step in steps_of(method, kind):
        numbers = numbers_of_step(run, step)
        assert not numbers.needs
        old = [row[0] for row in matrix(numbers, numbers.matrices[0].symbol)]
        added = sums(columns(numbers, "to "))
        rate = fact(numbers, "η")
        found = [a + rate * change for a, change in zip(old, added, strict=True)]
        new = vector(numbers, "a_{new}")
        assert_prints(found, new)
        if "(b, w)_{data}" in [one.symbol for one in numbers.matrices]:
            new = vector(numbers, "(b, w)_{data}")
        shown = run.history[step]
        weights = [shown.b, *shown.w] if method.has_offset else list(shown.w)
        assert np.allclose([float(number) for number in new], weights, rtol=1e-3, atol=1e-3)
