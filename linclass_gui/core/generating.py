"""Documents with generated points, and their names: ``generate:moons,n=200,noise=0.1,seed=3``
wherever a scene can be named.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from solvers import Dataset
from solvers.generators import GENERATORS, Generator, check, generate

from .document import Document
from .sampling import sample_document
from .user_error import UserError

PREFIX = "generate:"
N = 200


@dataclass(frozen=True)
class Recipe:
    """What is generated: which rule, how many points, with which noise, seed and number of its own
    (None: it has none).
    """

    name: str
    n: int
    noise: float
    seed: int
    extra: float | None

    @staticmethod
    def of(generator: Generator, seed: int = 0) -> Recipe:
        """A generator as it usually is."""
        return Recipe(
            generator.name,
            N,
            generator.noise,
            seed,
            None if generator.extra is None else generator.extra.default,
        )

    @staticmethod
    def parse(text: str) -> Recipe:
        """The recipe that a text names, as in ``moons,n=200,noise=0.1,seed=3``.

        Raises:
            UserError: there is no such generator, or no such number.
        """
        name, *settings = [part.strip() for part in text.removeprefix(PREFIX).split(",")]
        found = next((each for each in GENERATORS if each.name == name), None)
        if found is None:
            raise UserError(
                f"there is no generator {name!r}; choose one of "
                f"{', '.join(each.name for each in GENERATORS)}"
            )
        recipe, own = Recipe.of(found), "" if found.extra is None else found.extra.name
        for setting in settings:
            key, _, value = setting.partition("=")
            if key not in ("n", "noise", "seed", own or "n"):
                also = f" and {own}" if own else ""
                raise UserError(
                    f"{name} has no number {key!r}; it has n, noise, seed{also}, as in "
                    f"{PREFIX}{name},n=100,seed=3"
                )
            try:
                number = int(value) if key in ("n", "seed") else float(value)
            except ValueError:
                raise UserError(
                    f"{setting!r} is no setting of {name}: write {key}=NUMBER"
                ) from None
            changed: dict[str, Any] = {"extra" if key == own else key: number}
            recipe = replace(recipe, **changed)
        try:
            check(found, recipe.n, recipe.noise, recipe.seed, recipe.extra)
        except ValueError as error:
            raise UserError(str(error)) from None
        return recipe

    @property
    def generator(self) -> Generator:
        """Its rule."""
        return next(each for each in GENERATORS if each.name == self.name)

    @property
    def text(self) -> str:
        """Its name, without the prefix: what :meth:`parse` takes."""
        own = self.generator.extra
        also = "" if own is None or self.extra is None else f",{own.name}={self.extra:.12g}"
        return f"{self.name},n={self.n},noise={self.noise:.12g},seed={self.seed}{also}"

    def drawn(self) -> Dataset:
        """The points, in as many classes as they have."""
        own = self.generator.extra
        also = {} if own is None or self.extra is None else {own.name: self.extra}
        X, y = generate(self.name, self.n, self.noise, self.seed, **also)
        K = int(y.max()) + 1
        return Dataset(
            X,
            y,
            Document.empty().dataset.class_names
            if K == 2
            else tuple(f"class {k}" for k in range(1, K + 1)),
        )


def with_generated_points(document: Document, recipe: Recipe) -> Document:
    """The document with generated points in place of its own; as many classes as before keep their
    names and looks.
    """
    dataset, classes = recipe.drawn(), document.dataset.class_names
    keeps = len(classes) == len(dataset.class_names)
    return replace(
        Document.empty(),
        dataset=replace(dataset, class_names=classes) if keeps else dataset,
        looks=document.looks if keeps else (),
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
        recipe = Recipe.parse(document.generated)
        return with_generated_points(document, replace(recipe, seed=recipe.seed + 1))
    n, seed = len(document.dataset), document.seed + 1
    known = document.populations or document.many_populations
    if known is not None and n > 1:
        return sample_document(document, known, n, seed)
    raise UserError(
        "These points came from no rule and no populations: choose one with Data > Generate points."
    )
