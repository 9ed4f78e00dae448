"""Gaussian populations: sampling, Bayes' boundary and the Bayes error."""

from __future__ import annotations

from math import erfc, sqrt

import numpy as np
import pytest

from solvers import Iterate
from solvers.studies.populations import GaussianPopulation, Populations


def phi(x):
    return 0.5 * erfc(-x / sqrt(2))


def random_covariance(rng):
    A = np.diag(rng.uniform(0.3, 2, 2)) @ np.linalg.qr(rng.normal(size=(2, 2)))[0]
    (a, b), (_, d) = (A.T @ A).tolist()
    return (a, b), (b, d)


def random_pair(seed):
    rng = np.random.default_rng(seed)
    return Populations(
        *(GaussianPopulation(tuple(rng.normal(size=2)), random_covariance(rng), rng.uniform(0.1, 0.9)) for _ in range(2))
    )


def error_on_a_grid(pair, k=700):
    """The integral of the smaller weighted density by the midpoint rule."""
    means = np.array([pair.minus.mean, pair.plus.mean])
    deviations = np.sqrt([np.diag(pair.minus.covariance), np.diag(pair.plus.covariance)])
    low, high = (means - 8 * deviations).min(0), (means + 8 * deviations).max(0)
    step = (high - low) / k
    axes = [low[i] + step[i] * (np.arange(k) + 0.5) for i in range(2)]
    X = np.stack(np.meshgrid(*axes, indexing="ij"), -1).reshape(-1, 2)
    minus, plus = pair.priors
    return np.minimum(minus * np.exp(pair.minus.log_density(X)), plus * np.exp(pair.plus.log_density(X))).sum() * step.prod()


@pytest.mark.parametrize("seed", range(4))
def test_bayes_error_of_different_covariances(seed):
    pair = random_pair(seed)
    assert pair.bayes_error == pytest.approx(error_on_a_grid(pair), abs=1e-6)


@pytest.mark.parametrize("prior", [0.5, 0.2, 0.9])
def test_bayes_error_of_equal_covariances_is_the_closed_form(prior):
    S = ((1.0, 0.3), (0.3, 2.0))
    pair = Populations(GaussianPopulation((0, 0), S, 1 - prior), GaussianPopulation((1, 2), S, prior))
    distance = sqrt(np.array([1, 2]) @ np.linalg.solve(S, [1, 2]))
    log_odds = np.log(prior / (1 - prior))
    expected = prior * phi(-distance / 2 - log_odds / distance) + (1 - prior) * phi(-distance / 2 + log_odds / distance)
    assert pair.bayes.quadratic is None
    assert pair.bayes_error == pytest.approx(expected, rel=1e-13)


def test_nearly_equal_covariances_have_nearly_the_same_error():
    def error(d):
        return Populations(GaussianPopulation((0, 0)), GaussianPopulation((2, 0), ((1 + d, 0), (0, 1)))).bayes_error

    assert error(1e-9) == pytest.approx(error(0), abs=1e-9)
    assert error(0) == pytest.approx(phi(-1), rel=1e-14)


def test_circles_inside_each_other():
    # Equal means, variances 1 and 4, equal priors: class - inside of r^2 = 8/3 ln 4.
    pair = Populations(GaussianPopulation((3, 3)), GaussianPopulation((3, 3), ((4, 0), (0, 4))))
    r2 = 8 / 3 * np.log(4)
    assert pair.bayes_error == pytest.approx(0.5 * np.exp(-r2 / 2) + 0.5 * (1 - np.exp(-r2 / 8)), abs=1e-11)
    assert pair.score([(3, 3 + sqrt(r2))])[0] == pytest.approx(0, abs=1e-12)


def test_a_population_that_is_nearly_a_point():
    pair = Populations(GaussianPopulation((0, 0)), GaussianPopulation((0.1, 0), ((1e-8, 0), (0, 1e-8))))
    assert 0 < pair.bayes_error < 1e-6


def test_identical_populations_leave_the_smaller_prior():
    pair = Populations(GaussianPopulation((1, 1), prior=0.3), GaussianPopulation((1, 1), prior=0.6))
    assert pair.bayes_error == pytest.approx(1 / 3, rel=1e-14)


@pytest.mark.parametrize("seed", range(3))
def test_the_score_is_the_log_odds(seed):
    pair = random_pair(seed)
    X = np.random.default_rng(0).normal(size=(20, 2))
    minus, plus = pair.priors
    odds = np.log(plus / minus) + pair.plus.log_density(X) - pair.minus.log_density(X)
    assert pair.score(X) == pytest.approx(odds, rel=1e-11)


def test_no_other_boundary_errs_less():
    pair = random_pair(1)
    rng = np.random.default_rng(0)
    lines = [Iterate(rng.normal(size=2), float(rng.normal())) for _ in range(20)]
    assert all(pair.error_of(line) >= pair.bayes_error for line in lines)
    dataset = pair.sample(200_000, seed=1)
    wrong = (lines[0].scores(dataset.X) > 0) != (dataset.labels > 0)
    assert pair.error_of(lines[0]) == pytest.approx(wrong.mean(), abs=4e-3)


def test_samples_have_the_moments_and_repeat_with_the_seed():
    pair = random_pair(2)
    dataset = pair.sample(100_000, seed=3)
    assert np.array_equal(dataset.X, pair.sample(100_000, seed=3).X)
    assert not np.array_equal(dataset.X, pair.sample(100_000, seed=4).X)
    assert dataset.labels.mean() == pytest.approx(pair.priors[1], abs=0.01)
    plus = dataset.X[dataset.labels > 0]
    assert plus.mean(0) == pytest.approx(pair.plus.mean, abs=0.05)
    assert np.cov(plus.T) == pytest.approx(np.array(pair.plus.covariance), abs=0.1)
    assert pair.sample_counts(3, 5, seed=0).counts == (3, 5)


@pytest.mark.parametrize(
    ("covariance", "prior", "words"),
    [
        (((1, 2), (2, 1)), 0.5, "positive definite"),
        (((1, 0.1), (0.2, 1)), 0.5, "symmetric"),
        (((1, 0), (0, 1)), 1.0, "between 0 and 1"),
        (((np.nan, 0), (0, 1)), 0.5, "finite"),
    ],
)
def test_impossible_populations_are_refused(covariance, prior, words):
    with pytest.raises(ValueError, match=words):
        GaussianPopulation((0, 0), covariance, prior)
