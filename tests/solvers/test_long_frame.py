"""Numbers of two doubles, and the orthogonal coordinates that they find among features that nearly depend on each other."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from solvers import Polynomial, Problem
from solvers.algorithms.long_frame import LongFrame
from solvers.algorithms.long_numbers import Long

FAR = 1e5  # from the origin, where monomials of degree 4 differ in the last digits only


@pytest.fixture(scope="module")
def problem() -> Problem:
    rng = np.random.default_rng(3)
    return Problem.from_labels(FAR + rng.normal(size=(40, 2)), np.where(np.arange(40) % 2, 1.0, -1.0), Polynomial(4).as_written)


@pytest.fixture(scope="module")
def frame(problem: Problem) -> LongFrame:
    return LongFrame.of(problem.Phi, problem.standardised.centre)


@pytest.mark.parametrize("operation", ["plus", "minus", "times", "over"])
def test_arithmetic_has_thirty_digits(operation: str) -> None:
    rng = np.random.default_rng(1)
    p, q = (Long(v, 1e-17 * v * rng.normal(size=50)) for v in rng.normal(size=(2, 50)) + 3.0)
    true = {"plus": Fraction.__add__, "minus": Fraction.__sub__, "times": Fraction.__mul__, "over": Fraction.__truediv__}[operation]
    for ours, a, b in zip(getattr(p, operation)(q).fractions(), p.fractions(), q.fractions(), strict=True):
        assert abs(ours - true(a, b)) <= Fraction(2, 10**30) * (abs(true(a, b)) + abs(a) + abs(b))


def test_sums_keep_what_cancels() -> None:
    sums = Long.of(np.array([[1e20, 1.0, -1e20, 1e-15, 5.0], [1.0, 2.0, 3.0, 4.0, 5.0]])).summed()
    assert sums.fractions()[0] == Fraction(6) + Fraction(1e-15)
    assert sums.fractions()[1] == 15


def test_coordinates_are_orthogonal_and_sum_to_zero(frame: LongFrame) -> None:
    columns = frame.Q + frame.shift[:, None]
    directions = columns / np.linalg.norm(columns, axis=1)[:, None]
    assert len(directions) == 14
    assert np.abs(directions @ directions.T - np.eye(14)).max() < 1e-6
    assert np.abs(directions.sum(axis=1)).max() < 1e-9


def test_they_are_what_the_features_are_made_of(problem: Problem, frame: LongFrame) -> None:
    middle = frame.middle()
    rows = [frame._row(k) for k in range(len(frame.pivots))]
    for i in (0, 17, 39):
        for j in range(problem.Phi.shape[1]):
            rest = Fraction(problem.Phi[i, j]) - middle[j]
            made = sum((Fraction(frame.Q[k, i]) + Fraction(frame.shift[k])) * row[j] for k, row in enumerate(rows))
            assert abs(float(rest - made)) <= 1e-14 * sum(abs(float(row[j])) for row in rows)


def test_weights_rounded_one_after_the_other_keep_the_scores(problem: Problem, frame: LongFrame) -> None:
    """Each weight rounded by itself moves the scores by far more than they vary."""
    u = np.random.default_rng(5).normal(size=len(frame.pivots))
    target = [Fraction(v) for v in u.tolist()]
    w = frame.weights(target, frame.way_back @ u)
    moved = [float(a - b) for a, b in zip(frame.coordinates_of([Fraction(v) for v in w.tolist()]), target, strict=True)]
    assert np.abs(moved).max() < 1e-5
    naive = np.linalg.lstsq(frame.R.high, u, rcond=None)[0]
    off = [float(a - b) for a, b in zip(frame.coordinates_of([Fraction(v) for v in naive.tolist()]), target, strict=True)]
    assert np.abs(off).max() > 1e3 * np.abs(moved).max()


def test_the_shortest_weights_lead_there_where_features_depend_on_each_other() -> None:
    rng = np.random.default_rng(2)
    Phi = rng.normal(size=(30, 2)) @ np.array([[1.0, 2.0, 0.0], [0.0, 1.0, 1.0]])
    Phi[:, 2] = Phi[:, 1]
    frame = LongFrame.of(Phi, Phi.mean(axis=0))
    assert len(frame.pivots) == 2
    w = frame.way_back @ np.array([0.3, -0.7])
    assert frame.R.high @ w == pytest.approx([0.3, -0.7])
    assert w == pytest.approx(np.linalg.pinv(frame.R.high) @ np.array([0.3, -0.7]))


def test_one_point_far_away_leaves_the_others_their_digits() -> None:
    rng = np.random.default_rng(4)
    Phi = rng.normal(size=(41, 2))
    Phi[7] = [1e17, -3e16]
    frame = LongFrame.of(Phi, np.zeros(2))
    others = np.delete(np.arange(41), 7)
    w = frame.weights([Fraction(1), Fraction(-2)], np.zeros(2))
    true = [Fraction(p) * Fraction(w[0]) + Fraction(q) * Fraction(w[1]) for p, q in Phi[others].tolist()]
    ours = np.array([1.0, -2.0]) @ frame.Q[:, others]
    assert np.diff(ours) == pytest.approx([float(q - p) for p, q in pairwise(true)], rel=1e-9, abs=1e-15)


def test_equal_points_have_no_coordinates() -> None:
    frame = LongFrame.of(np.tile([[3.0, 7.1]], (5, 1)), np.array([1.0, 1.0]))
    assert frame.pivots == []
    assert frame.Q.shape == (0, 5)
    assert [float(v) for v in frame.middle()] == pytest.approx([3.0, 7.1], rel=1e-15)
