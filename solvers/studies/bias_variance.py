"""The error of a method on average over samples, split into the best possible one, a bias and a
variance.

Source: James, Variance and bias for general loss functions, Machine Learning 51 (2003) 115
(systematic and variance effect).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Floats, Ints
from ..cancellation import check_cancelled, is_not_wanted
from ..fitting import fit
from ..kernels import Kernel
from ..maps import FeatureMap
from ..multiclass.method import AnyMethod
from .populations import GaussianPopulation, ManyPopulations, Populations


@dataclass(frozen=True)
class BiasVariance:
    """The probabilities (0 to 1) that a new point is taken for another class.

    ``bayes`` by Bayes' rule, ``majority`` by the majority vote of the fits to ``samples`` samples,
    ``mean`` by one of these fits on average, with the standard deviation ``spread`` between
    samples.
    """

    bayes: float
    majority: float
    mean: float
    spread: float
    samples: int

    @property
    def bias(self) -> float:
        """The error of the majority vote beyond that of Bayes' rule."""
        return self.majority - self.bayes

    @property
    def variance(self) -> float:
        """The mean error of a fit beyond that of the majority vote; a vote that is wrong itself may
        make it negative.
        """
        return self.mean - self.majority


def bias_variance(
    method: AnyMethod,
    populations: Populations | ManyPopulations,
    counts: Sequence[int],
    *,
    samples: int = 100,
    seed: int = 0,
    features: FeatureMap | None = None,
    kernel: Kernel | None = None,
) -> BiasVariance | None:
    """Fit a method to samples with ``counts`` points of each class, and split its mean error:
    ``mean = bayes + bias + variance``.

    Bayes' error is that of the populations; the differences from it are taken on 4096 points of
    each population in even spread, right to about 1e-3.  None where no sample gives a model.

    Raises:
        ValueError: what :func:`solvers.fit` refuses, or no sample.
    """
    if samples < 1:
        raise ValueError(f"samples must be at least 1; got {samples}")
    class_populations = (
        populations if isinstance(populations, ManyPopulations) else populations.as_many
    )
    places = np.concatenate([_spread(population) for population in class_populations.each])
    truth = np.repeat(
        np.arange(len(class_populations.each)), len(places) // len(class_populations.each)
    )
    weights = np.array(class_populations.priors)[truth] * len(class_populations.each) / len(places)
    votes, errors = np.zeros((len(places), len(class_populations.each))), []
    for k in range(samples):
        check_cancelled()
        sample = class_populations.sample_counts(counts, seed + k)
        one = fit(
            method,
            sample.X,
            sample.labels,
            features=features,
            kernel=kernel,
            trace=False,
            cancelled=is_not_wanted,
        )
        if one.has_model:
            predictions: Ints = np.asarray(one.predict(places), dtype=np.int64)
            votes[np.arange(len(places)), predictions] += 1.0
            errors.append(float(weights @ (predictions != truth)))
    if not errors:
        return None
    best: Ints = np.argmax(class_populations.bayes.scores(places), axis=1)
    bayes, majority = (
        float(weights @ (predictions != truth)) for predictions in (best, votes.argmax(axis=1))
    )
    offset, spread = populations.bayes_error - bayes, float(np.std(errors, ddof=len(errors) > 1))
    return BiasVariance(
        populations.bayes_error,
        majority + offset,
        float(np.mean(errors)) + offset,
        spread,
        len(errors),
    )


def _spread(population: GaussianPopulation) -> Floats:
    """Points (4096, 2) that fill the population evenly: a lattice of the golden ratio, mapped to
    normal coordinates.
    """
    from scipy.special import ndtri  # which takes a while to import

    k = np.arange(4096)
    uniform = np.column_stack(
        [(k + 0.5) / len(k), (0.5 + k * (0.5 * (math.sqrt(5.0) - 1.0))) % 1.0]
    )
    places: Floats = np.array(population.mean) + ndtri(uniform) @ population.root.T
    return places
