"""Generated points: the same for the same numbers, every class there, every wrong number refused by
its name.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.generators import GENERATORS, Generator, generate

NAMES = [each.name for each in GENERATORS]


@pytest.mark.parametrize("generator", GENERATORS, ids=lambda each: each.name)
@given(n=st.integers(2, 400), seed=st.integers(0, 1000))
def test_all_points_are_finite_and_the_classes_are_there(
    generator: Generator, n: int, seed: int
) -> None:
    X, y = generate(generator.name, n, seed=seed)
    assert X.shape == (n, 2)
    assert np.isfinite(X).all()
    assert set(np.unique(y)) <= {0, 1}
    assert generator.name == "label-noise" or len(np.unique(y)) == 2


@pytest.mark.parametrize("name", NAMES)
def test_the_seed_decides(name: str) -> None:
    X, y = generate(name, 50, seed=3)
    again, labels = generate(name, 50, seed=3)
    assert np.array_equal(X, again)
    assert np.array_equal(y, labels)
    assert not np.array_equal(X, generate(name, 50, seed=4)[0])


def test_without_noise_every_point_lies_on_its_shape() -> None:
    X, y = generate("circles", 100, noise=0.0)
    assert np.linalg.norm(X, axis=1) == pytest.approx(np.where(y == 1, 1.0, 2.5), abs=1e-3)
    X, y = generate("two-lines", 100, noise=0.0, gap=2.0)
    assert X[:, 1] - 0.5 * X[:, 0] == pytest.approx(2.0 * (y - 0.5), abs=1e-3)
    X, y = generate("xor", 100, noise=0.0)
    assert np.array_equal(X[:, 0] * X[:, 1] < 0.0, y == 1)
    X, y = generate("near-separable", 100, gap=0.4)
    assert (X @ (0.8, 0.6))[y == 1].min() > 0.19  # half of the gap
    assert (X @ (0.8, 0.6))[y == 0].max() < -0.19


def test_its_own_number_does_what_it_says() -> None:
    assert np.bincount(generate("blobs", 90, centres=3)[1]).tolist() == [30, 30, 30]
    assert np.bincount(generate("spirals", 80, arms=4)[1]).tolist() == [20] * 4
    assert np.bincount(generate("imbalance", 200, share=0.05)[1]).tolist() == [190, 10]
    clean, noisy = generate("label-noise", 200, share=0.0), generate("label-noise", 200, share=0.2)
    assert np.array_equal(clean[0], noisy[0])
    assert np.sum(clean[1] != noisy[1]) == 40
    assert np.ptp(generate("far-point", 100, distance=50.0)[0][:, 0]) > 45.0


@pytest.mark.parametrize(
    ("name", "numbers", "words"),
    [
        ("stars", {}, "no generator 'stars'; choose one of .*blobs"),
        ("moons", {"arms": 3}, "moons has no number 'arms'; it has n, noise, seed"),
        ("moons", {"n": 1}, "n must be a whole number from 2 to 100000; got 1"),
        ("moons", {"n": True}, "n must be a whole number"),
        ("moons", {"noise": -0.1}, "noise must be a number from 0 to 10; got -0.1"),
        ("moons", {"noise": float("nan")}, "noise must be"),
        ("spirals", {"arms": 2.5}, "arms must be a whole number from 2 to 6; got 2.5"),
    ],
)
def test_a_wrong_number_is_refused_by_its_name(
    name: str, numbers: dict[str, float], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        generate(name, **numbers)
