"""Scenes for the tests of layers and plots: real fits on small data sets, and marks picked by
their role.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import ClassVar, TypeVar

import numpy as np

from linclass_gui.answers.scenes import scene_of as fitted
from linclass_gui.draw.axes import inner_edges
from linclass_gui.draw.device_figure import figure_for_device
from linclass_gui.draw.placing.placer import Placer
from linclass_gui.layers import LAYERS
from linclass_gui.layers.canvas import canvas_figure
from linclass_gui.scene.document import Document, TrialLine
from linclass_gui.scene.marks import Area, Dots, Mark, Path, Text
from linclass_gui.scene.methods import MethodInUse
from linclass_gui.scene.scene import Scene
from linclass_gui.scene.theme import LIGHT, Theme
from linclass_gui.scene.view import Transform, View
from solvers import (
    Dataset,
    FeatureMap,
    Fisher,
    Fit,
    Floats,
    Identity,
    Iterate,
    Kernel,
    LogisticRegression,
    Method,
    Outcome,
    Problem,
    SoftMarginSVM,
    Status,
)
from solvers.method import Steps
from solvers.result import Bounds

WIDTH_PX, HEIGHT_PX = 1000.0, 700.0
ALL_LAYERS = frozenset(layer.name for layer in LAYERS)
THREE = (SoftMarginSVM(C=8.0), Fisher(), LogisticRegression(l2=0.01))
M = TypeVar("M", bound=Mark)


@dataclass(frozen=True)
class KernelMeans(Method):
    """A stand-in for a margin method with a kernel: every multiplier is 1, so that the score is the
    difference of kernel sums.
    """

    name: ClassVar[str] = "Kernel means"
    label: ClassVar[str] = "kernel means"
    takes_kernel: ClassVar[bool] = True

    def steps(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        """One step."""
        yield Iterate(None, 0.25, np.ones(len(problem.y)))
        return Outcome(Status.CONVERGED)

    def bounds(self, problem: Problem, iterate: Iterate, margins: Floats) -> Bounds:
        """Nothing is optimised."""
        return Bounds(0.0)

    def multiplier_bound(self, problem: Problem) -> float | None:
        """All multipliers are at their bound."""
        return 1.0


@cache
def clouds(n: int = 40, apart: float = 1.2, seed: int = 1) -> Dataset:
    """Two Gaussian clouds, ``apart`` standard deviations from the origin each; they overlap when
    that is little.
    """
    rng = np.random.default_rng(seed)
    labels = np.arange(n) % 2
    X = rng.normal(0.0, 1.0, (n, 2)) + np.where(labels, 1.0, -1.0)[:, None] * apart * np.array(
        [0.8, 0.6]
    )
    return Dataset(X, labels)


@cache
def three_clouds(n: int = 45, apart: float = 1.6, seed: int = 3) -> Dataset:
    """Three Gaussian clouds at the corners of a triangle."""
    rng, labels = np.random.default_rng(seed), np.arange(n) % 3
    turn = 2.0 * np.pi * labels / 3.0 + 0.4
    X = rng.normal(0.0, 1.0, (n, 2)) + apart * np.column_stack([np.cos(turn), np.sin(turn)])
    return Dataset(X, labels, ("one", "two", "three"))


def document_of(
    dataset: Dataset,
    methods: Sequence[Method] = THREE,
    features: FeatureMap | None = None,
    kernel: Kernel | None = None,
) -> Document:
    """A document with some methods, the first one selected, and all layers switched on."""
    in_use = tuple(
        MethodInUse(f"m{k}", m, k % 5, True, features or Identity(), kernel)
        for k, m in enumerate(methods, start=1)
    )
    return Document(dataset, in_use, "m1" if in_use else "", ALL_LAYERS)


def scene_of(document: Document, view: View | None = None, trial: TrialLine | None = None) -> Scene:
    """The scene of a document with everything fitted in no time: what is drawn never depends on how
    busy the machine was; of two-class fits as the pair that a boundary is drawn from.
    """
    document = replace(document, trial=trial)
    view, scene = (
        (view or View.around(document.dataset.X)).with_aspect(WIDTH_PX, HEIGHT_PX),
        fitted(document),
    )
    fits = MappingProxyType({id: replace(fit, seconds=0.0) for id, fit in scene.fits.items()})
    scene = replace(scene, fits=fits, view=view, pixel=view.width / WIDTH_PX)
    is_pair = not scene.is_many and all(fit.as_pair is fit for fit in fits.values())
    return scene.pair_or_nothing if is_pair else scene


def transform_of(scene: Scene) -> Transform:
    """The transform of the canvas of a scene, at the size that its pixel says."""
    return _transform(scene.view, scene.pixel)


@cache
def _transform(view: View, pixel: float) -> Transform:
    """One object for one view: what was placed with it is known by it."""
    return Transform.of(view, (0.0, 0.0, view.width / pixel, view.height / pixel))


def canvas_marks(
    scene: Scene, theme: Theme = LIGHT, placer: Placer | None = None
) -> tuple[Mark, ...]:
    """All marks of the canvas as they are painted, the words at their places (needs an application,
    whose fonts are measured).
    """
    transform = transform_of(scene)
    figure = figure_for_device(canvas_figure(scene), transform, theme)
    reserved = inner_edges(figure, transform, theme) if theme.unit == "px" else ()
    return (
        (placer or Placer()).place_words(figure, transform, theme, taken_rectangles=reserved).marks
    )


def bare_marks(scene: Scene) -> tuple[Mark, ...]:
    """The marks of the canvas without words, for tests of lines and symbols: placing words takes a
    thousand times as long.
    """
    return canvas_figure(scene).marks


def dragged(scene: Scene, row: int, to: tuple[float, float]) -> Scene:
    """The scene while one row is being moved, everything fitted anew."""
    after = scene_of(
        replace(scene.document, dataset=scene.document.dataset.moved(row, to)),
        scene.view,
        scene.document.trial,
    )
    return replace(after, base=scene.document, moving=(row,))


def pick(marks: Iterable[Mark], role: str, kind: type[M]) -> list[M]:
    """The marks of one role, which must all be of one kind."""
    chosen = [mark for mark in marks if mark.role == role]
    assert all(isinstance(mark, kind) for mark in chosen)
    return chosen


def paths(marks: Iterable[Mark], role: str) -> list[Path]:
    """The lines of one role."""
    return pick(marks, role, Path)


def areas(marks: Iterable[Mark], role: str) -> list[Area]:
    """The areas of one role."""
    return pick(marks, role, Area)


def dots(marks: Iterable[Mark], role: str) -> list[Dots]:
    """The symbols of one role."""
    return pick(marks, role, Dots)


SIDES = ("side-name-minus", "side-name-plus")  # the names of two classes


def texts(marks: Iterable[Mark], *roles: str) -> list[Text]:
    """The texts of some roles."""
    marks = tuple(marks)
    return [text for role in roles for text in pick(marks, role, Text)]


def area_of(corners: np.ndarray) -> float:
    """The area of a simple polygon (shoelace formula), positive when counter-clockwise."""
    x, y = (corners - corners[0]).T
    return 0.5 * float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))
