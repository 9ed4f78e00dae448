"""The populations that the points were drawn from: mean and axes of each, which can be dragged; the
points move along.  Of points that were lifted, the parabola beside which there are none.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from solvers import Floats, GaussianPopulation

from ..scene.document import Document
from ..scene.generating import suggested_each
from ..scene.looks import Looks, role
from ..scene.marks import Along, Dots, Handle, Marks, Path, Point, Words
from ..scene.memo import memo
from ..scene.one_variable import PARABOLA, are_lifted, with_population
from ..scene.scene import Scene
from ..scene.view import View
from . import swatches as sw
from .layer import Drawn, Layer

NAME, PREFIX = "populations", "population:"
SHORTEST = 1e-3  # of the other axis: an ellipse stays one
PLACES = 400  # of the parabola, across the view
CIRCLE = np.linspace(0.0, 2.0 * np.pi, 97)[:-1]


def known_populations(scene: Scene) -> str:
    """The populations of the points are known."""
    return "" if scene.document.known_populations is not None else "needs populations"


def draw_populations(scene: Scene) -> Drawn:
    """An ellipse of one standard deviation a class, with rings at its middle and at both ends of
    each axis.
    """
    return (
        ()
        if known_populations(scene)
        else _marks(suggested_each(scene.document), scene.document.class_looks)
    )


POPULATIONS = Layer(
    NAME,
    "Populations",
    "Where the points come from: the rings move, stretch and turn a population with its points",
    draw_populations,
    needs=(known_populations,),
    swatch=(sw.ellipse("covariance-plus"), sw.dots("trial-handle", (12, 8))),
    group="Regions",
)


def lifted_points(scene: Scene) -> str:
    """The points lie on the parabola ``(x, x^2)``."""
    return "" if are_lifted(scene.document.dataset.X) else "needs points (x, x²)"


def draw_parabola(scene: Scene) -> Drawn:
    """The curve, and the words that no point lies beside it."""
    return () if lifted_points(scene) else _parabola(scene.view)


ON_PARABOLA = Layer(
    PARABOLA,
    "Parabola",
    "The curve on which lifted points (x, x²) lie: beside it their density is 0",
    draw_parabola,
    needs=(lifted_points,),
    swatch=(
        Path(
            np.array([(3, 2), (5, 8), (8, 13), (12, 15), (16, 13), (19, 8), (21, 2)]),
            "axis",
        ),
    ),
    group="Regions",
)


@memo
def _parabola(view: View) -> Drawn:
    x = np.linspace(view.x0, view.x1, PLACES)
    inside = (x * x <= view.y1) & (x * x >= view.y0)
    curve = np.column_stack([x, x * x])[inside]
    if len(curve) < 2:
        return ()
    words = Words(("$p = 0$ off the parabola",), Along(curve), "caption", id=PARABOLA)
    return Path(curve, "axis", id=PARABOLA), words


@memo
def _marks(populations: tuple[GaussianPopulation, ...], looks: Looks) -> Marks:
    circle = np.column_stack([np.cos(CIRCLE), np.sin(CIRCLE)])
    lines = [
        Path(
            np.array(one.mean) + circle @ axes_of(one),
            role("covariance", look),
            closed=True,
        )
        for one, look in zip(populations, looks, strict=True)
    ]
    return (
        *lines,
        Dots(np.concatenate([_places(one) for one in populations]), "trial-handle", grip=True),
    )


def handles(scene: Scene) -> tuple[Handle, ...]:
    """The mean of each population, and the ends of its axes."""
    if not scene.shows(NAME) or known_populations(scene):
        return ()
    populations = enumerate(suggested_each(scene.document))
    return tuple(
        Handle(f"{PREFIX}{k},{part}", (float(x), float(y)), "both")
        for k, one in populations
        for part, (x, y) in enumerate(_places(one))
    )


def drag(scene: Scene, handle: str, position: Point) -> Document:
    """The document with a population moved, stretched or turned, seen from the scene in which the
    drag began.
    """
    k, part = map(int, handle.removeprefix(PREFIX).split(","))
    one = suggested_each(scene.document)[k]
    return with_population(scene.document, k, _drag_handle(one, part, position))


def axes_of(one: GaussianPopulation) -> Floats:
    """Both half axes of one standard deviation, as rows (2, 2)."""
    values, vectors = np.linalg.eigh(np.array(one.covariance))
    axes: Floats = (vectors * np.sqrt(values)).T
    return axes


def _places(one: GaussianPopulation) -> Floats:
    """The mean and both ends of each axis (5, 2)."""
    axes = axes_of(one)
    return np.array(one.mean) + np.vstack([np.zeros(2), axes, -axes])


def _drag_handle(one: GaussianPopulation, part: int, position: Point) -> GaussianPopulation:
    """The population with its mean (part 0) or the end of an axis elsewhere; the other axis keeps
    its length and stays perpendicular.
    """
    if part == 0:
        return replace(one, mean=(float(position[0]), float(position[1])))
    other = float(np.linalg.norm(axes_of(one)[part % 2]))
    x, y = np.subtract(position, one.mean).tolist()
    length = math.hypot(x, y)
    x, y = (x / length, y / length) if length else (1.0, 0.0)
    along, across = max(length, SHORTEST * other) ** 2, other**2
    b = (along - across) * x * y
    return replace(
        one, covariance=((along * x * x + across * y * y, b), (b, along * y * y + across * x * x))
    )
