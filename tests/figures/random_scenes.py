"""Random scenes of the kinds that a lecturer draws, each with the figure that is asked of it; a
number makes the case.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from linclass_gui.answers.sweeps import Sweep
from linclass_gui.figures.requests import Recipe
from linclass_gui.scene.document import Document
from linclass_gui.scene.methods import SchemeChoice
from solvers import (
    AnyMethod,
    Dataset,
    Fisher,
    Floats,
    GaussianGenerative,
    HardMarginSVM,
    LeastSquares,
    LogisticRegression,
    MeanDifference,
    MulticlassSVM,
    Perceptron,
    SoftMarginSVM,
    Softmax,
)
from solvers.arrays import Ints

SIZES = ((84.0, 63.0), (128.0, 96.0), (140.0, 70.0))
OF_TWO: tuple[Callable[[], AnyMethod], ...] = (
    lambda: SoftMarginSVM(C=10.0),
    lambda: SoftMarginSVM(C=0.5),
    HardMarginSVM,
    LogisticRegression,
    LeastSquares,
    Fisher,
    MeanDifference,
    Perceptron,
    lambda: GaussianGenerative(covariance="shared"),
    lambda: GaussianGenerative(covariance="separate"),
)
OF_MANY: tuple[Callable[[], AnyMethod], ...] = (
    lambda: Softmax(l2=0.01),
    lambda: MulticlassSVM(C=10.0),
    lambda: SoftMarginSVM(C=10.0),
    Fisher,
    LeastSquares,
    lambda: GaussianGenerative(covariance="shared"),
)
LAYERS = ("equation", "errors", "slack", "hulls", "means", "covariances", "width")
WORDS = ("healthy", "ill", "sweet chestnut", "ash", "oak")


@dataclass(frozen=True, eq=False)
class Case:
    """A scene with the figure that is drawn of it."""

    document: Document
    recipe: Recipe


def case(seed: int) -> Case:
    """The case of a number: points of 2 to 5 classes, methods that are on and off, and one canvas
    or several panels.
    """
    rng = np.random.default_rng(seed)
    K = int(rng.choice([2, 2, 2, 3, 4, 5]))
    X, labels = _points(rng, K)
    named = (
        tuple(WORDS[:K])
        if rng.random() < 0.5
        else tuple(f"class {k + 1}" for k in range(K))
        if K > 2
        else None
    )
    dataset = Dataset(X, labels) if named is None else Dataset(X, labels, named)
    document = replace(_with_methods(rng, Document(dataset), K), title="a case")
    layers = {str(name) for name in rng.choice(LAYERS, size=int(rng.integers(0, 3)), replace=False)}
    document = replace(document, layers=document.layers | layers)
    width, height = SIZES[int(rng.integers(len(SIZES)))]
    document, recipe = _content(rng, document)
    if recipe.panels_and_rows()[0] > 2:
        width, height = 140.0, 70.0
    theme = str(rng.choice(["print", "light", "dark"]))
    return Case(document, replace(recipe, width_mm=width, height_mm=height, theme=theme))


def _points(rng: np.random.Generator, K: int) -> tuple[Floats, Ints]:
    """Clouds, clouds on whole numbers whose points coincide, a rare class, or a figure without a
    direction.
    """
    kind = str(rng.choice(["clouds", "whole", "rare", "symmetric"]))
    n = int(rng.integers(5, 14))
    counts = [n] * K
    if kind == "rare":
        counts[int(rng.integers(K))] = 2
    if kind == "symmetric":
        # The classes are squares about one place, at a place with one decimal: all means are equal.
        square = np.array([(-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0)])
        if K == 2 and rng.random() < 0.5:  # the corners of one square, crosswise
            X, labels = square, np.array([0, 0, 1, 1])
        else:
            X, labels = (
                np.concatenate([(k + 1.0) * square for k in range(K)]),
                np.repeat(np.arange(K), 4),
            )
        return np.round(X + rng.integers(-90, 90, size=2) / 10.0, 1), labels
    angle = 2.0 * np.pi * np.arange(K) / K + rng.random()
    centres = float(rng.choice([1.5, 3.0])) * np.column_stack(
        [np.cos(angle), np.sin(angle)]
    ) + rng.normal(size=2)
    X = np.concatenate(
        [rng.normal(centre, 1.0, (count, 2)) for centre, count in zip(centres, counts, strict=True)]
    )
    return (np.round(X) if kind == "whole" else np.round(X, 2)), np.repeat(np.arange(K), counts)


def _with_methods(rng: np.random.Generator, document: Document, K: int) -> Document:
    kinds = OF_TWO if K == 2 else OF_MANY
    for k in rng.choice(len(kinds), size=int(rng.integers(1, 4)), replace=False):
        document = document.adding(kinds[int(k)]())
        used = document.methods[-1]
        scheme = (
            SchemeChoice(str(rng.choice(["one-vs-rest", "one-vs-one"]))) if K > 2 else used.scheme
        )
        document = document.with_method(
            replace(used, scheme=scheme, enabled=bool(rng.random() < 0.8))
        )
    if not any(document.enabled_methods):
        document = document.with_method(replace(document.methods[0], enabled=True))
    return replace(document, selected=document.enabled_methods[0].id)


def _content(rng: np.random.Generator, document: Document) -> tuple[Document, Recipe]:
    """One canvas, a canvas beside a plot, values of a parameter, or scenes of one method each."""
    kind, on = (
        str(rng.choice(["canvas", "canvas", "pair", "sweep", "scenes"])),
        list(document.enabled_methods),
    )
    if kind == "pair":
        return (
            document,
            Recipe(views=("canvas", str(rng.choice(["projection", "losses", "confusion"])))),
        )
    if kind == "sweep" and any(hasattr(m.method, "C") for m in on):
        return (document, Recipe(sweep=Sweep("C", ("1", "100", "10000"))))
    if kind == "scenes" and len(on) > 1:
        held = {m.id: _alone(document, m.id) for m in on[1:]}
        return (_alone(document, on[0].id), Recipe(scenes=tuple(held), scene_documents=held))
    return (document, Recipe())


def _alone(document: Document, id: str) -> Document:
    methods = tuple(replace(m, enabled=m.id == id) for m in document.methods)
    return replace(document, methods=methods, selected=id)
