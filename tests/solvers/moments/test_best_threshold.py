"""The threshold with the fewest training errors, against every possible cut."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from solvers.algorithms.moments import threshold as module

lattice = st.integers(1, 40).flatmap(
    lambda n: arrays(np.float64, n, elements=st.integers(-6, 6).map(float))
)
plain = st.integers(1, 40).flatmap(
    lambda n: arrays(np.float64, n, elements=st.floats(-4, 4, width=32))
)


def best_threshold(p, q, midpoint, rounding=0.0):
    return module.best_threshold(np.concatenate((p, q)), len(p), midpoint, rounding)


def errors_at(t, p, q):
    return int((p <= t).sum() + (q > t).sum())


def every_interval(p, q):
    """(errors, width, centre) of each interval between neighbours, and the errors of the two
    unbounded ones.
    """
    z = np.unique(np.concatenate([p, q]) + 0.0)
    inner = [(errors_at(a, p, q), b - a, (a + b) / 2) for a, b in pairwise(z)]
    return inner, min(len(p), len(q))


def check_against_every_cut(p, q, midpoint=0.0):
    found = best_threshold(p, q, midpoint)
    inner, unbounded = every_interval(p, q)
    fewest = min([e for e, _, _ in inner] + [unbounded])
    assert found.errors == fewest == errors_at(found.value, p, q)
    best = [(width, centre) for e, width, centre in inner if e == fewest]
    if best:
        widest = max(width for width, _ in best)
        assert found.high - found.low == pytest.approx(widest, rel=1e-12, abs=1e-12)
        nearest = min(
            abs(centre - midpoint) for width, centre in best if width >= widest * (1 - 1e-12)
        )
        assert abs(found.value - midpoint) == pytest.approx(nearest, abs=1e-9)


@given(lattice, lattice, st.integers(-6, 6))
def test_ties_everywhere(p, q, midpoint):
    check_against_every_cut(p, q, float(midpoint))


@given(plain, plain)
def test_any_projections(p, q):
    z = np.unique(np.concatenate([p, q]))
    if len(z) > 1 and np.diff(z).min() > 1e-12:
        check_against_every_cut(p, q)


def test_no_cut_inside_numbers_that_differ_by_rounding_only():
    p, q = np.array([1.0 + 2e-16, 2.0]), np.array([1.0, 0.0])
    found = best_threshold(p, q, 0.0, rounding=1e-14)
    assert found.errors == 1
    assert min(abs(found.value - z) for z in (0.0, 1.0, 2.0)) == pytest.approx(0.5)


def test_minus_zero_equals_zero():
    found = best_threshold(np.array([0.0, 1.0]), np.array([-0.0, -1.0]), 0.0)
    assert found.errors == 1


@pytest.mark.parametrize(
    "step",
    [None, 0.5, 0.03125, 0.01],
    ids=["all different", "ties of hundreds", "ties of a few", "rounded"],
)
@pytest.mark.parametrize("apart", [1.4, 0.0, 3.0, -2.0])
@pytest.mark.parametrize(
    ("many", "far"), [(30, None), (1500, None), (1500, 1e9)], ids=["few", "many", "many in one bin"]
)
def test_large_sets_against_every_cut(step, apart, many, far):
    rng = np.random.default_rng(11)
    p, q = rng.normal(apart, 1.0, many), rng.normal(0.0, 1.3, 2 * many // 3)
    if step is not None:
        p, q = np.round(p / step) * step, np.round(q / step) * step
    if far is not None:
        q[0] = far
    check_against_every_cut(p, q, 0.5 * float(p.mean() + q[1:].mean()))
