"""Every fit comes to an end: flat features, ties and enormous penalties, each fit with a limit far
above what it needs.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from problems import SETTINGS, name_of

import solvers
from solvers import Status

# thousands of times what a fit of 30 points takes: only a loop that does not end gets there
LIMIT_S = 15


@contextmanager
def limited() -> Iterator[None]:
    """Raise TimeoutError in the middle of a fit that does not end, where the system has alarms."""

    def ring(*_: object) -> None:
        raise TimeoutError(f"no end after {LIMIT_S} s")

    if not hasattr(signal, "SIGALRM"):
        yield
        return
    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(LIMIT_S)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


X = np.random.default_rng(5).normal(size=(12, 2)) @ np.array([[1.0, 0.4], [0.0, 0.6]])
Y = np.resize([1, 1, -1], 12)
EXTREMES = {
    **{
        f"{size:g} times": X * size
        for size in (5e-324, 1e-310, 1e-200, 1e-160, 1e-80, 1e-8, 1e8, 1e80, 1e160, 1e200)
    },
    "counts": np.floor(3.0 * np.abs(X)) * 1e8,
    "one point far away": np.concatenate([X[:-1], [[1e70, -1e70]]]),
    "one coordinate far smaller": X * [1.0, 1e-200],
    "very different axes": X * [1e60, 1e-60],
    "one place": np.full((12, 2), 0.1),
    "two places": np.outer(Y, [0.1, 0.3]),
    "two places 1e-160 apart": np.column_stack([1e-160 * Y, np.arange(12) % 2]),
    "two places 1e74 apart": np.column_stack([1e74 * Y, np.arange(12) == 3]),
    "a vertical line": X * [0.0, 1.0] + 0.7,
    "a slanted line": np.outer(X[:, 0], [1.0, 3.0]) + 0.1,
    "whole numbers": np.round(X),
    "a tiny cloud far away": 1e8 + np.round(X * 64) / 2**20,
}
MAPS = (None, solvers.Polynomial(3), solvers.Circle().as_written, solvers.Polynomial(4).as_written)


@pytest.mark.slow
@pytest.mark.parametrize("turn", range(len(SETTINGS)), ids=lambda turn: name_of(SETTINGS[turn]))
def test_extreme_points_are_an_answer_with_a_sentence_and_never_an_exception(turn: int) -> None:
    """Fits, certificates and drags at the ends of the range of numbers; maps take turns, and so do
    the points.
    """
    method = SETTINGS[turn]
    for k, (name, points) in list(enumerate(EXTREMES.items()))[turn % 6 :: 6]:
        features = None if method.needs_plane else MAPS[(turn + k) % len(MAPS)]
        with limited():
            fit = solvers.fit(method, points, Y, features=features, trace=False)
            assert fit.explanation.endswith("."), name
            assert fit.certificate.margins.shape == (12,), name
            gap = fit.certificate.gap
            assert gap is None or not gap < (-1e-9 if fit.status is Status.CONVERGED else -1e-7), (
                name
            )
            if fit.status is not Status.NOT_APPLICABLE:
                drag = solvers.grab(fit, 0)
                for place in ((0.0, 0.0), (1e-170, 0.0), (1.0, 2.0), tuple(points[0])):
                    drag.move(place)
                assert drag.fit(fit.problem).explanation.endswith("."), name
            if name in ("1e-08 times", "1e+08 times") and features is None and method.has_offset:
                assert fit.has_model or fit.status in (
                    Status.NOT_SEPARABLE,
                    Status.NOT_APPLICABLE,
                    Status.CONVERGED,
                ), name


def test_hulls_closer_than_any_double_are_called_so() -> None:
    fit = solvers.fit(
        solvers.HardMarginSVM(),
        [[0.0, 0.0], [1e-160, 0.0], [0.0, 1.0], [1e-160, 1.0]],
        [1, -1, 1, -1],
    )
    assert fit.status is Status.BUDGET
    assert "so close together" in fit.explanation
    assert not fit.has_model
