"""Gaussian populations, two and more: sampling, Bayes' boundary and error, and the bias and
variance of fits to their samples.
"""

from __future__ import annotations

from math import erfc, sqrt

import numpy as np
import pytest

import solvers
from solvers import (
    GaussianPopulation,
    Iterate,
    LeastSquares,
    ManyIterate,
    ManyPopulations,
    Populations,
    bias_variance,
)


def phi(x):
    return 0.5 * erfc(-x / sqrt(2))


def random_covariance(rng):
    A = np.diag(rng.uniform(0.3, 2, 2)) @ np.linalg.qr(rng.normal(size=(2, 2)))[0]
    (a, b), (_, d) = (A.T @ A).tolist()
    return (a, b), (b, d)


def random_pair(seed):
    rng = np.random.default_rng(seed)
    return Populations(
        *(
            GaussianPopulation(
                tuple(rng.normal(size=2)), random_covariance(rng), rng.uniform(0.1, 0.9)
            )
            for _ in range(2)
        )
    )


def error_on_a_grid(populations: ManyPopulations, k: int = 700) -> float:
    """One less the integral of the largest weighted density, by the midpoint rule."""
    means = np.array([each.mean for each in populations.each])
    deviations = np.sqrt([np.diag(each.covariance) for each in populations.each])
    low, high = (means - 8 * deviations).min(0), (means + 8 * deviations).max(0)
    step = (high - low) / k
    axes = [low[i] + step[i] * (np.arange(k) + 0.5) for i in range(2)]
    X = np.stack(np.meshgrid(*axes, indexing="ij"), -1).reshape(-1, 2)
    each = zip(populations.priors, populations.each, strict=True)
    largest = np.max([prior * np.exp(one.log_density(X)) for prior, one in each], axis=0)
    return 1.0 - float(largest.sum() * step.prod())


@pytest.mark.parametrize("seed", range(4))
def test_bayes_error_of_different_covariances(seed):
    pair = random_pair(seed)
    assert pair.bayes_error == pytest.approx(
        error_on_a_grid(ManyPopulations((pair.minus, pair.plus))), abs=1e-6
    )


@pytest.mark.parametrize("prior", [0.5, 0.2, 0.9])
def test_bayes_error_of_equal_covariances_is_the_closed_form(prior):
    S = ((1.0, 0.3), (0.3, 2.0))
    pair = Populations(
        GaussianPopulation((0, 0), S, 1 - prior), GaussianPopulation((1, 2), S, prior)
    )
    distance = sqrt(np.array([1, 2]) @ np.linalg.solve(S, [1, 2]))
    log_odds = np.log(prior / (1 - prior))
    expected = prior * phi(-distance / 2 - log_odds / distance) + (1 - prior) * phi(
        -distance / 2 + log_odds / distance
    )
    assert pair.bayes.quadratic is None
    assert pair.bayes_error == pytest.approx(expected, rel=1e-13)


def test_circles_inside_each_other():
    # Equal means, variances 1 and 4, equal priors: class - inside of r^2 = 8/3 ln 4.
    pair = Populations(GaussianPopulation((3, 3)), GaussianPopulation((3, 3), ((4, 0), (0, 4))))
    r2 = 8 / 3 * np.log(4)
    assert pair.bayes_error == pytest.approx(
        0.5 * np.exp(-r2 / 2) + 0.5 * (1 - np.exp(-r2 / 8)), abs=1e-11
    )
    assert pair.score([(3, 3 + sqrt(r2))])[0] == pytest.approx(0, abs=1e-12)


def test_a_population_that_is_nearly_a_point():
    pair = Populations(
        GaussianPopulation((0, 0)), GaussianPopulation((0.1, 0), ((1e-8, 0), (0, 1e-8)))
    )
    assert 0 < pair.bayes_error < 1e-6


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


ROUND = ((1.0, 0.0), (0.0, 1.0))
LONG = ((2.0, 0.6), (0.6, 0.5))
A, B = GaussianPopulation((-1.0, 0.0), LONG, 0.3), GaussianPopulation((1.0, 0.5), ROUND, 0.6)


@pytest.mark.parametrize(
    "other", [B, GaussianPopulation((1.0, 0.5), LONG, 0.6)], ids=["curved", "straight"]
)
def test_two_of_them_err_as_two_populations(other):
    assert ManyPopulations((A, other)).bayes_error == pytest.approx(
        Populations(A, other).bayes_error, abs=1e-5
    )


THREE = ManyPopulations((A, B, GaussianPopulation((0.0, 2.0), ((0.5, 0.0), (0.0, 1.5)), 0.4)))


def test_the_error_of_bayes_scores_is_the_smallest() -> None:
    assert THREE.error_of(THREE.bayes) == pytest.approx(THREE.bayes_error, abs=2e-5)
    data = THREE.sample_counts((60, 60, 60), 3)
    for method in (solvers.Softmax(), solvers.GaussianGenerative("separate")):
        model = solvers.fit(method, data.X, data.labels).last
        error = THREE.error_of(model)
        assert error > THREE.bayes_error
        rng, wrong = np.random.default_rng(1), 0.0
        for k, (prior, population) in enumerate(zip(THREE.priors, THREE.each, strict=True)):
            found = model.scores(population.sample(100_000, rng)).argmax(axis=1)
            wrong += prior * float((found != k).mean())
        assert error == pytest.approx(wrong, abs=5e-3)


def test_two_of_many_err_as_the_two() -> None:
    line = Iterate.centred(np.array([1.0, -0.5]), np.array([0.3, 0.1]), 0.2)
    halves = ManyIterate.centred(
        np.array([[-0.5, 0.25], [0.5, -0.25]]), np.array([0.3, 0.1]), np.array([-0.1, 0.1])
    )
    pair = Populations(A, B)
    assert ManyPopulations((A, B)).error_of(halves) == pytest.approx(pair.error_of(line), abs=1e-12)


def test_of_equal_scores_the_first_decides_and_an_empty_class_never() -> None:
    alike = ManyIterate.centred(np.zeros((3, 2)), np.zeros(2), np.zeros(3))
    assert THREE.error_of(alike) == pytest.approx(1.0 - THREE.priors[0])
    only = ManyIterate.centred(np.zeros((3, 2)), np.zeros(2), np.array([-np.inf, 0.0, -np.inf]))
    assert THREE.error_of(only) == pytest.approx(1.0 - THREE.priors[1])
    with pytest.raises(ValueError, match="no closed form"):
        THREE.error_of(ManyIterate.nothing(3))


def test_the_scores_are_the_log_densities_but_for_what_all_have_in_common():
    three = ManyPopulations((A, B, GaussianPopulation((0.0, 2.0), LONG, 0.4)))
    Z = np.random.default_rng(2).normal(size=(20, 2)) * 3.0
    direct = np.stack(
        [np.log(p) + q.log_density(Z) for p, q in zip(three.priors, three.each, strict=True)],
        axis=1,
    )
    apart = three.bayes.scores(Z) - direct
    np.testing.assert_allclose(apart - apart[:, :1], 0.0, atol=1e-10)


def test_the_same_seed_gives_the_same_points_and_one_population_is_none():
    three = ManyPopulations((A, B, B))
    one, again = (three.sample_counts((3, 4, 5), 7) for _ in range(2))
    np.testing.assert_array_equal(one.X, again.X)
    assert one.counts == (3, 4, 5)
    with pytest.raises(ValueError, match="two populations"):
        ManyPopulations((A,))


EQUAL = Populations(GaussianPopulation((0.0, 0.0)), GaussianPopulation((2.0, 0.0), prior=0.25))
RINGS = Populations(
    GaussianPopulation((0.0, 0.0), ((0.3, 0.0), (0.0, 0.3))),
    GaussianPopulation((0.0, 0.0), ((6.0, 0.0), (0.0, 6.0))),
)


@pytest.mark.parametrize("populations", [EQUAL, RINGS])
def test_the_parts_add_up_and_bayes_is_the_integral(populations: Populations) -> None:
    found = bias_variance(solvers.GaussianGenerative("separate"), populations, (30, 30), samples=10)
    assert found.bayes == pytest.approx(populations.bayes_error, abs=1e-3)
    assert found.bayes + found.bias + found.variance == pytest.approx(found.mean, abs=1e-12)
    errors = [
        populations.error_of(
            solvers.fit(solvers.GaussianGenerative("separate"), d.X, d.labels, trace=False).last
        )
        for d in (populations.sample_counts(30, 30, seed) for seed in range(10))
    ]
    assert found.mean == pytest.approx(sum(errors) / 10, abs=1e-3)
    assert found.spread > 0.0
    assert bias_variance(LeastSquares(), populations, (30, 30), samples=1).spread == 0.0


def test_a_line_has_bias_and_few_points_have_variance() -> None:
    """Of two populations with one mean no line is good, however many points there are; the right
    model has only variance.
    """
    line = bias_variance(LeastSquares(), RINGS, (50, 50), samples=20)
    few, many = (
        bias_variance(solvers.GaussianGenerative("separate"), RINGS, (n, n), samples=20)
        for n in (5, 100)
    )
    assert line.bias > 0.15
    assert abs(many.bias) < 0.01
    assert few.variance > 4.0 * many.variance > 0.0


def test_no_model_no_split() -> None:
    assert bias_variance(solvers.HardMarginSVM(), EQUAL, (200, 200), samples=2) is None
    with pytest.raises(ValueError, match="samples must be at least 1"):
        bias_variance(LeastSquares(), EQUAL, (5, 5), samples=0)


@pytest.mark.parametrize("covariance", [
    ((1.0, 0.0), (0.0, 1.0)), ((1.0, 0.0), (0.0, 0.5)), ((1.0, 0.2), (0.2, 0.5)),
    ((2.0, -0.9), (-0.9, 0.6)),
])  # fmt: skip
@pytest.mark.parametrize("priors", [(0.5, 0.3, 0.2), (0.5, 0.5, 0.5)])
def test_the_bayes_error_of_three_classes_of_one_covariance(
    covariance: tuple[tuple[float, float], tuple[float, float]], priors: tuple[float, ...]
) -> None:
    # two boundaries along an axis each, so that one of the scores does not change along the other
    means = ((0.013, 0.0), (2.013, 0.0), (0.013, 2.0))
    populations = ManyPopulations(
        tuple(GaussianPopulation(m, covariance, p) for m, p in zip(means, priors, strict=True))
    )
    assert populations.bayes_error == pytest.approx(error_on_a_grid(populations), abs=3e-4)
