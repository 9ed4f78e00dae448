"""Generated points: samples of Gaussian populations, named data sets, and points held back for
testing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from solvers import Dataset, GaussianPopulation, ManyPopulations, Populations
from solvers.generators import GENERATORS, Generator, check, generate

from ..errors import UserError
from .document import Document
from .marks import Point
from .view import View

LARGEST = 200_000  # points of one sample


@dataclass(frozen=True)
class Spread:
    """A population by its mean, its standard deviations along the axes, and their correlation."""

    mean: Point
    deviations: Point = (1.0, 1.0)
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
    other that fill its view, and are as wide as high in it.
    """
    if document.populations is not None:
        return document.populations.minus, document.populations.plus
    if document.many_populations is not None:
        return document.many_populations.each
    stretch = document.stretch
    view = document.view or View.around(document.dataset.X, stretch=stretch)
    (x, y), K = view.middle, len(document.dataset.class_names)
    side = min(view.width, view.height * stretch) / (7.0 if K == 2 else 8.0)
    s1, s2 = float(f"{side:.1g}"), float(f"{side / stretch:.1g}")
    places = [(x + 1.5 * s1 * u, y + 1.5 * s2 * v) for u, v in _around(K)]
    return tuple(
        Spread((float(f"{a:.3g}"), float(f"{b:.3g}")), (s1, s2)).population(1.0 / K)
        for a, b in places
    )


def _around(K: int) -> list[Point]:
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
        document_drawn = _with_sample(
            document, populations.sample_counts(n - positive, positive, seed), seed
        )
        return replace(document_drawn, populations=populations)
    document_drawn = _with_sample(
        document, populations.sample_counts(shares(populations.priors, n), seed), seed
    )
    return replace(document_drawn, many_populations=populations)


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
    """The document with these points; what belongs to the table that it had before goes."""
    sample = replace(
        dataset, labels=dataset.labels.astype(np.int64), class_names=document.dataset.class_names
    )
    return replace(
        document.without_table,
        dataset=sample,
        seed=seed,
        layers=document.layers | {"bayes-boundary"},
        view=None,
        generated="",
    )


GENERATE = "generate:"
N = 200


@dataclass(frozen=True)
class GeneratorRecipe:
    """The origin of the points: the rule, the number of points, the noise, the seed and the number
    of its own (None: it has none).
    """

    name: str
    n: int
    noise: float
    seed: int
    extra: float | None

    @staticmethod
    def of(generator: Generator, seed: int = 0) -> GeneratorRecipe:
        """A generator as it usually is."""
        return GeneratorRecipe(
            generator.name,
            N,
            generator.noise,
            seed,
            None if generator.extra is None else generator.extra.default,
        )

    @staticmethod
    def parse(text: str) -> GeneratorRecipe:
        """The recipe that a text names, as in ``moons,n=200,noise=0.1,seed=3``.

        Raises:
            UserError: there is no such generator, or no such number.
        """
        name, *settings = [part.strip() for part in text.removeprefix(GENERATE).split(",")]
        generator = next(
            (known_generator for known_generator in GENERATORS if known_generator.name == name),
            None,
        )
        if generator is None:
            raise UserError(
                f"there is no generator {name!r}; choose one of "
                f"{', '.join(known_generator.name for known_generator in GENERATORS)}"
            )
        recipe, extra_name = (
            GeneratorRecipe.of(generator),
            "" if generator.extra is None else generator.extra.name,
        )
        for setting in settings:
            key, _, value = setting.partition("=")
            if key not in ("n", "noise", "seed", extra_name or "n"):
                extra_words = f" and {extra_name}" if extra_name else ""
                raise UserError(
                    f"{name} has no number {key!r}; it has n, noise, seed{extra_words}, as in "
                    f"{GENERATE}{name},n=100,seed=3"
                )
            try:
                number = int(value) if key in ("n", "seed") else float(value)
            except ValueError:
                raise UserError(
                    f"{setting!r} is no setting of {name}: write {key}=NUMBER"
                ) from None
            changed: dict[str, Any] = {"extra" if key == extra_name else key: number}
            recipe = replace(recipe, **changed)
        try:
            check(generator, recipe.n, recipe.noise, recipe.seed, recipe.extra)
        except ValueError as error:
            raise UserError(str(error)) from None
        return recipe

    @property
    def generator(self) -> Generator:
        """Its rule."""
        return next(generator for generator in GENERATORS if generator.name == self.name)

    @property
    def text(self) -> str:
        """Its name, without the prefix: what :meth:`parse` takes."""
        extra = self.generator.extra
        extra_setting = (
            "" if extra is None or self.extra is None else f",{extra.name}={self.extra:.12g}"
        )
        return f"{self.name},n={self.n},noise={self.noise:.12g},seed={self.seed}{extra_setting}"

    def dataset(self) -> Dataset:
        """The points, in as many classes as they have."""
        extra = self.generator.extra
        extra_arguments = {} if extra is None or self.extra is None else {extra.name: self.extra}
        X, y = generate(self.name, self.n, self.noise, self.seed, **extra_arguments)
        K = int(y.max()) + 1
        return Dataset(
            X,
            y,
            Document.empty().dataset.class_names
            if K == 2
            else tuple(f"class {k}" for k in range(1, K + 1)),
        )


def with_generated_points(document: Document, recipe: GeneratorRecipe) -> Document:
    """The document with generated points in place of its own; as many classes as before keep their
    names and looks, and what their errors are called and cost.
    """
    dataset, classes = recipe.dataset(), document.dataset.class_names
    fresh = replace(Document.empty(), dataset=dataset)
    if len(classes) == len(dataset.class_names):
        fresh = replace(
            fresh,
            dataset=replace(dataset, class_names=classes),
            looks=document.looks,
            scenario=document.scenario,
            error_names=document.error_names,
            miss_cost=document.miss_cost,
        )
    return replace(
        fresh,
        methods=document.methods,
        selected=document.selected,
        layers=document.layers,
        title=recipe.generator.title,
        generated=recipe.text,
    )


def sampled_again(document: Document) -> Document:
    """The document with other points of the rule or of the populations that its points came from:
    those of the next seed.

    Raises:
        UserError: nothing says what its points came from.
    """
    if document.generated:
        recipe = GeneratorRecipe.parse(document.generated)
        return with_generated_points(document, replace(recipe, seed=recipe.seed + 1))
    n, seed = len(document.dataset), document.seed + 1
    populations = document.known_populations
    if populations is not None and n > 1:
        sample = sample_document(document, populations, n, seed)
        level = document.dataset.X[0, 1]
        if (document.dataset.X[:, 1] != level).any():
            return sample
        # points of one variable, all at one height: the new ones stand there, too
        X = np.column_stack([sample.dataset.X[:, 0], np.full(n, level)])
        return replace(sample, dataset=sample.dataset.moved(np.arange(n), X))
    raise UserError(
        "These points came from no rule and no populations: choose one with Data > Generate points."
    )


SHARE = 1.0 / 3.0
SEEDS = 2**31  # as many as a scene can hold


def held_back(document: Document, share: float = SHARE) -> Document:
    """The document with a share of every class as its test points (at least one point of each class
    stays).

    Points held back before are put back first.  The choice depends on ``document.split`` and on the
    positions of the points, not on their order: the same share and seed choose the same points
    again.
    """
    all_points = put_back(document)
    dataset = all_points.dataset
    rng = np.random.default_rng(document.split)
    rows: list[int] = []
    for label in range(len(dataset.class_names)):
        class_rows = np.flatnonzero(dataset.labels == label)
        class_rows = class_rows[np.lexsort(dataset.X[class_rows].T)]
        rows += (
            rng.permutation(class_rows)[
                : min(round(share * len(class_rows)), len(class_rows) - 1)
            ].tolist()
            if len(class_rows)
            else []
        )
    if not rows:
        return document
    rows.sort()
    return replace(all_points, dataset=dataset.removed(rows), test=dataset.chosen(rows))


def share_of(document: Document) -> float:
    """The share of all points that is held back."""
    test_count = 0 if document.test is None else len(document.test)
    return test_count / max(1, test_count + len(document.dataset))


def with_other_test_points(document: Document) -> Document:
    """The document with as many other test points, those of the next seed; the same without test
    points.
    """
    if document.test is None or not len(document.test):
        return document
    return held_back(replace(document, split=(document.split + 1) % SEEDS), share_of(document))


def put_back(document: Document) -> Document:
    """The document with its test points among the others again, at their end."""
    if document.test is None:
        return document
    return replace(
        document, dataset=document.dataset.joined(document.test), test=None, shows_test=True
    )
