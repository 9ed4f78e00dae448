"""Points drawn from two Gaussian populations, as a document."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from solvers import GaussianPopulation, Populations

from .document import Document, View

LARGEST = 200_000  # points of one sample


@dataclass(frozen=True)
class Spread:
    """A population by its mean, its standard deviations along the axes, and their correlation."""

    mean: tuple[float, float]
    deviations: tuple[float, float] = (1.0, 1.0)
    correlation: float = 0.0

    @staticmethod
    def of(population: GaussianPopulation) -> Spread:
        """The same population in these words."""
        (a, b), (_, c) = population.covariance
        return Spread(population.mean, (math.sqrt(a), math.sqrt(c)), b / math.sqrt(a * c))

    def population(self, prior: float) -> GaussianPopulation:
        """The population with the covariance ``((s1^2, r s1 s2), (r s1 s2, s2^2))``.

        Raises:
            ValueError: a deviation that is not positive, or a correlation that is not between -1 and 1.
        """
        (s1, s2), r = self.deviations, self.correlation
        return GaussianPopulation(self.mean, ((s1 * s1, r * s1 * s2), (r * s1 * s2, s2 * s2)), prior)


def suggested(document: Document) -> Populations:
    """The populations of a document; where it has none, two equal ones side by side that fill its view."""
    if document.populations is not None:
        return document.populations
    view = document.view or View.around(document.dataset.X)
    (x, y), unit = view.middle, float(f"{min(view.width, view.height) / 7.0:.1g}")
    places = [(float(f"{x + side * 1.5 * unit:.3g}"), float(f"{y:.3g}")) for side in (-1.0, 1.0)]
    minus, plus = (Spread(place, (unit, unit)).population(0.5) for place in places)
    return Populations(minus, plus)


def sampled(document: Document, populations: Populations, n: int, seed: int) -> Document:
    """The document with n new points in place of the old ones, shared among the classes by the priors.

    Both classes get at least one point; the same seed gives the same points.  The Bayes boundary is switched on.
    """
    positive = min(max(round(n * populations.priors[1]), 1), n - 1)
    dataset = populations.sample_counts(n - positive, positive, seed)
    named = replace(dataset, labels=dataset.labels.astype(np.int64), class_names=document.dataset.class_names)
    layers = document.layers | {"bayes-boundary"}
    return replace(document, dataset=named, populations=populations, seed=seed, layers=layers, view=None)
