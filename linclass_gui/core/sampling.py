"""Points drawn from Gaussian populations, one a class, as a document."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from solvers import Dataset, GaussianPopulation, ManyPopulations, Populations

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
        """The spread of a population."""
        (a, b), (_, c) = population.covariance
        return Spread(population.mean, (math.sqrt(a), math.sqrt(c)), b / math.sqrt(a * c))

    def population(self, prior: float) -> GaussianPopulation:
        """The population with the covariance ``((s1^2, r s1 s2), (r s1 s2, s2^2))``.

        Raises:
            ValueError: a deviation that is not positive, or a correlation that is not between -1
                and 1.
        """
        (s1, s2), r = self.deviations, self.correlation
        return GaussianPopulation(
            self.mean, ((s1 * s1, r * s1 * s2), (r * s1 * s2, s2 * s2)), prior
        )


def suggested_each(document: Document) -> tuple[GaussianPopulation, ...]:
    """The populations of a document, class by class; where it has none, equal ones apart from each
    other that fill its view.
    """
    if document.populations is not None:
        return document.populations.minus, document.populations.plus
    if document.many_populations is not None:
        return document.many_populations.each
    view = document.view or View.around(document.dataset.X)
    (x, y), K = view.middle, len(document.dataset.class_names)
    unit = float(f"{min(view.width, view.height) / (7.0 if K == 2 else 8.0):.1g}")
    places = [(x + 1.5 * unit * u, y + 1.5 * unit * v) for u, v in _around(K)]
    return tuple(
        Spread((float(f"{a:.3g}"), float(f"{b:.3g}")), (unit, unit)).population(1.0 / K)
        for a, b in places
    )


def _around(K: int) -> list[tuple[float, float]]:
    """Directions: side by side for two, around a circle for more."""
    if K == 2:
        return [(-1.0, 0.0), (1.0, 0.0)]
    turns = [2.0 * math.pi * k / K + 0.5 * math.pi for k in range(K)]
    return [(math.cos(turn), math.sin(turn)) for turn in turns]


def sample_document(
    document: Document, populations: Populations | ManyPopulations, n: int, seed: int
) -> Document:
    """The document with n new points in place of the old ones, shared among the classes by the
    priors.

    Each class gets at least one point; the same seed gives the same points.  The Bayes boundary is
    switched on.
    """
    if isinstance(populations, Populations):
        positive = min(max(round(n * populations.priors[1]), 1), n - 1)
        drawn = _with_sample(
            document, populations.sample_counts(n - positive, positive, seed), seed
        )
        return replace(drawn, populations=populations)
    drawn = _with_sample(
        document, populations.sample_counts(shares(populations.priors, n), seed), seed
    )
    return replace(drawn, many_populations=populations)


def shares(priors: tuple[float, ...], n: int) -> tuple[int, ...]:
    """``n`` points shared by priors (sum 1), at least one each: the largest remainders are rounded
    up.
    """
    room = max(n - len(priors), 0)
    parts = [prior * room for prior in priors]
    counts = [1 + int(part) for part in parts]
    order = sorted(range(len(parts)), key=lambda k: int(parts[k]) - parts[k])
    for k in order[: max(n - sum(counts), 0)]:
        counts[k] += 1
    return tuple(counts)


def _with_sample(document: Document, dataset: Dataset, seed: int) -> Document:
    named = replace(
        dataset, labels=dataset.labels.astype(np.int64), class_names=document.dataset.class_names
    )
    layers = document.layers | {"bayes-boundary"}
    return replace(document, dataset=named, seed=seed, layers=layers, view=None, generated="")
