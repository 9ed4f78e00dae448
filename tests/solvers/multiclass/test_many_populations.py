"""Populations of more than two classes: Bayes' scores and the smallest error there is."""

from __future__ import annotations

import numpy as np
import pytest

from solvers import GaussianPopulation, ManyPopulations, Populations

ROUND = ((1.0, 0.0), (0.0, 1.0))
LONG = ((2.0, 0.6), (0.6, 0.5))
A, B = GaussianPopulation((-1.0, 0.0), LONG, 0.3), GaussianPopulation((1.0, 0.5), ROUND, 0.6)


@pytest.mark.parametrize("other", [B, GaussianPopulation((1.0, 0.5), LONG, 0.6)], ids=["curved", "straight"])
def test_two_of_them_err_as_two_populations(other):
    assert ManyPopulations((A, other)).bayes_error == pytest.approx(Populations(A, other).bayes_error, abs=1e-5)


def test_three_err_as_often_as_a_large_sample_says():
    three = ManyPopulations((A, B, GaussianPopulation((0.0, 2.0), ((0.5, 0.0), (0.0, 1.5)), 0.4)))
    rng, wrong = np.random.default_rng(1), 0.0
    for k, (prior, population) in enumerate(zip(three.priors, three.each, strict=True)):
        Z = population.sample(200_000, rng)
        wrong += prior * float((three.bayes.scores(Z).argmax(axis=1) != k).mean())
    assert three.bayes_error == pytest.approx(wrong, abs=4e-3)


def test_the_scores_are_the_log_densities_but_for_what_all_have_in_common():
    three = ManyPopulations((A, B, GaussianPopulation((0.0, 2.0), LONG, 0.4)))
    Z = np.random.default_rng(2).normal(size=(20, 2)) * 3.0
    direct = np.stack([np.log(p) + q.log_density(Z) for p, q in zip(three.priors, three.each, strict=True)], axis=1)
    apart = three.bayes.scores(Z) - direct
    np.testing.assert_allclose(apart - apart[:, :1], 0.0, atol=1e-10)


def test_the_same_seed_gives_the_same_points_and_one_population_is_none():
    three = ManyPopulations((A, B, B))
    one, again = (three.sample_counts((3, 4, 5), 7) for _ in range(2))
    np.testing.assert_array_equal(one.X, again.X)
    assert one.counts == (3, 4, 5)
    with pytest.raises(ValueError, match="two populations"):
        ManyPopulations((A,))
