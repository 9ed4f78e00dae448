"""Learning curves and exchanged labels: where there is a signal, and where there is none."""

from __future__ import annotations

import numpy as np
import pytest
from drawing_scenes import clouds, document_of

from linclass_gui.plots.drawing_samples import learn, permute
from solvers import Dataset, Fisher, GaussianPopulation, Populations, cross_validate

POPULATIONS = Populations(GaussianPopulation((0.0, 0.0)), GaussianPopulation((2.0, 0.0)))


@pytest.mark.usefixtures("all_samples")
def test_with_many_points_the_errors_meet_at_that_of_the_best_line() -> None:
    """Two equal normal classes two deviations apart: Bayes errs with probability 0.1587, and Fisher
    comes near.
    """
    dataset = POPULATIONS.sample_counts(60, 60, 3)
    (method,) = document_of(dataset, [Fisher(offset="midpoint")]).methods
    found = learn(dataset, None, POPULATIONS, method, 0)
    assert found.sizes[-1] == 120
    assert found.test[0][-1] == pytest.approx(0.1587, abs=0.02)
    assert found.test[0][0] > found.test[0][-1]
    assert found.training[0][-1] == pytest.approx(found.test[0][-1], abs=0.05)


@pytest.mark.usefixtures("all_samples")
def test_labels_without_signal_are_as_good_as_exchanged_ones() -> None:
    random = np.random.default_rng(0)
    noise = Dataset(random.normal(size=(40, 2)), np.arange(40) % 2)
    (method,) = document_of(noise, [Fisher(offset="midpoint")]).methods
    own, others = permute(noise, method, 0)
    assert own == cross_validate(Fisher(offset="midpoint"), noise.X, noise.y, folds=5).mean
    assert others.min() <= own
    own, others = permute(Dataset(clouds(40).X, clouds(40).labels), method, 0)
    assert len(others) == 20
    assert own < others.min()
