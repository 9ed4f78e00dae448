"""A layer: how it is drawn, what it needs, and its line in the panel; a layer about one boundary is
drawn for the pair of classes that is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Generic, Literal, TypeVar, cast

from ..scene.looks import recolour_mark
from ..scene.marks import Mark
from ..scene.scene import PairScene, Scene
from ..scene.words import Words
from .needs import NOWHERE, a_boundary
from .swatches import PLAIN, Swatch

LAST = 100
Group = Literal["Points", "Lines", "Regions", "Many classes"]
S_contra = TypeVar("S_contra", bound=Scene, contravariant=True)
Drawn = Iterable[Mark | Words]


@dataclass(frozen=True)
class Layer(Generic[S_contra]):
    """One layer: ``draw`` gives its marks, of a scene with any number of classes, each in its own
    look, or of a pair (:func:`of_pairs`); ``always`` layers have no tick box (points, selection,
    rubber band).

    ``needs`` are asked in turn for a few words about what is missing when it can draw nothing, the
    most basic one first; ``whole`` draws the complete layer where others draw parts of it.
    ``in_the_way``: words keep clear of its marks.  ``swatch`` is its small picture in the panel,
    ``group`` its heading there, and ``place`` its rank: first the layers about the boundary, then
    those of the data, then all others.  ``part_of`` is the layer that an ``always`` layer goes with
    where layers are switched in a finished figure.  ``tells``: it would give away an answer that is
    still to be predicted.  ``is_ground``: it lies below all and reveals nothing.  ``in_legend``:
    its words are in the legend of a composite, once for all panels.
    """

    name: str
    title: str
    tip: str
    draw: Callable[[S_contra], Drawn]
    always: bool = False
    needs: tuple[Callable[[S_contra], str], ...] = ()
    whole: Callable[[S_contra], Drawn] | None = None
    in_the_way: bool = False
    swatch: Swatch = PLAIN
    group: Group = "Lines"
    place: int = LAST
    part_of: str = ""
    tells: bool = False
    is_ground: bool = False
    in_legend: bool = False

    def missing(self, scene: S_contra) -> str:
        """Why this layer draws nothing, or empty: what it needs, or that its marks lie outside the
        view.
        """
        words = self.lacks(scene)
        if words or not scene.shows(self.name):
            return words
        return "" if any(True for _ in (self.whole or self.draw)(scene)) else NOWHERE

    def lacks(self, scene: S_contra) -> str:
        """What the layer needs and the scene lacks, in a few words; empty when it has all."""
        return next((words for need in self.needs if (words := need(scene))), "")


def of_pairs(layer: Layer[PairScene], *, each: bool = False) -> Layer[Scene]:
    """A layer about one boundary: drawn for the pair of classes that is looked at, in the colours
    of its classes; without a pair it draws nothing.

    ``each``: for every pair where all are shown; other layers would cover one another.
    """

    def of_scene(draw: Callable[[PairScene], Drawn]) -> Callable[[Scene], Drawn]:
        def drawn(scene: Scene) -> Drawn:
            looks, marks = scene.document.class_looks, list[Mark | Words]()
            for (plus, minus), pair in scene.pairs if each else scene.pairs[:1]:
                marks += _in_looks(draw(pair), None if minus is None else looks[minus], looks[plus])
            return marks

        return drawn

    def missing(scene: Scene) -> str:
        return a_pair_of_classes(scene) if scene.pair is None else layer.lacks(scene.pair)

    whole = None if layer.whole is None else of_scene(layer.whole)
    return cast(
        "Layer[Scene]", replace(layer, draw=of_scene(layer.draw), needs=(missing,), whole=whole)
    )


def a_pair_of_classes(scene: Scene) -> str:
    """The selected method has a pair of classes to show."""
    return a_boundary(scene) or ("" if scene.pair is not None else "needs pairs of classes")


def _in_looks(marks: Drawn, minus: int | None, plus: int) -> Drawn:
    """The marks of a picture of two classes in the colours of others."""
    if (minus, plus) == (0, 1):
        return marks
    return (recolour_mark(mark, minus, plus) for mark in marks)
