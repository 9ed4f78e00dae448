"""Every fit comes to an end: flat features, ties and enormous penalties, each fit with a limit far above what it needs."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest

import solvers
from solvers import Status

LIMIT_S = 15  # thousands of times what a fit of 30 points takes: only a loop that does not end gets there
COUNT = int(os.environ.get("LINCLASS_TIED_FITS", "75"))


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


def flat_points(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Thirty points that hardly vary in one coordinate, some on a grid, some away from the axis, some turned."""
    random = np.random.default_rng(seed)
    y = np.where(random.random(30) < 0.5, 1.0, -1.0)
    y[:2] = 1.0, -1.0
    X = random.normal(size=(30, 2)) + np.outer(y, [1.0, 0.5]) * random.choice([0.0, 0.5, 2.0, 4.0])
    if seed % 5 < 2:
        X = np.round(X * 2) / 2
    X[:, seed % 2] *= 10.0 ** random.uniform(-160 if seed % 3 == 0 else -12, 0)
    if seed % 7 == 3:
        X[:, seed % 2] += random.choice([0.1, 1.0, 1e3])
    return (X @ np.array([[0.8, 0.6], [-0.6, 0.8]]) if seed % 11 == 4 else X), y


@pytest.mark.slow
@pytest.mark.parametrize(
    "features", [solvers.QuadraticDiagonal().as_written, solvers.Circle().as_written, solvers.Polynomial(3).as_written], ids=str
)
def test_flat_points_come_to_an_end(features: solvers.FeatureMap) -> None:
    for seed in range(COUNT):
        X, y = flat_points(seed)
        C = 10.0 ** np.random.default_rng(seed).uniform(-2.0, 10.0)
        for method in (solvers.SoftMarginSVM(C=C), solvers.HardMarginSVM()):
            with limited():
                fit = solvers.fit(method, X, y, features=features, trace=False)
            assert fit.explanation.endswith(".")
            if fit.status is Status.CONVERGED and fit.certificate.gap is not None:
                assert abs(fit.certificate.gap) <= 1e-7


TINY = {
    "1e-160 apart": [[0.0, 0.0], [1e-160, 0.0], [0.0, 1.0], [1e-160, 1.0]],
    "1e-74 apart": [[0.0, 0.0], [1e-74, 0.0], [0.0, 0.0], [1e-74, 0.0]],
    "1e74 apart": [[0.0, 0.0], [1e74, 0.0], [0.0, 0.0], [1e74, 1.0]],
}


@pytest.mark.parametrize("X", TINY.values(), ids=TINY)
@pytest.mark.parametrize("features", [None, solvers.Circle().as_written, solvers.Polynomial(3).as_written], ids=str)
@pytest.mark.parametrize("kind", solvers.METHODS, ids=lambda kind: kind.__name__)
def test_squares_beyond_doubles_are_no_exception(kind: type[solvers.Method], features: solvers.FeatureMap | None, X: list) -> None:
    """Fits, certificates and drags at the ends of the range of numbers."""
    with limited():
        fit = solvers.fit(kind(), X, [1, -1, 1, -1], features=features)
        assert fit.explanation.endswith(".")
        assert fit.certificate.margins.shape == (4,)
        if fit.status is not Status.NOT_APPLICABLE:
            drag = solvers.grab(fit, 0)
            for place in ((0.0, 0.0), (1e-170, 0.0), (1.0, 2.0)):
                drag.move(place)
            assert drag.fit(fit.problem).explanation.endswith(".")


def test_hulls_closer_than_any_double_are_called_so() -> None:
    fit = solvers.fit(solvers.HardMarginSVM(), TINY["1e-160 apart"], [1, -1, 1, -1])
    assert fit.status is Status.BUDGET
    assert "so close together" in fit.explanation
    assert not fit.has_model
