"""What a layer is: how it is drawn for two classes and for more, what it needs, and its line in the
panel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from ..scene.looks import recolour_mark
from ..scene.marks import Mark
from ..scene.scene import Scene
from ..scene.words import Words
from .needs import NOWHERE, Need, a_boundary
from .swatches import PLAIN, Swatch

LAST = 100
Group = Literal["Points", "Lines", "Regions", "Many classes"]
Draw = Callable[[Scene], Iterable[Mark | Words]]


@dataclass(frozen=True)
class Layer:
    """One layer: ``draw`` gives its marks; ``always`` layers have no tick box (points, selection,
    rubber band).

    ``needs`` are asked in turn for a few words about what is missing when it can draw nothing, the
    most basic one first; ``whole`` draws the complete layer where others draw parts of it.
    ``in_the_way``: words keep clear of its marks.  ``swatch`` is its small picture in the panel,
    ``group`` its heading there, and ``place`` its rank: first the layers about the boundary, then
    those of the data, then all others.  ``part_of`` is the layer that an ``always`` layer goes with
    where layers are switched in a finished figure.  ``tells``: it would give away an answer that is
    still to be predicted.  ``is_ground``: it lies below all and reveals nothing.  ``in_legend``:
    its words are in the legend of a composite, once for all panels.

    ``any_number``: it draws any number of classes, each in its own look; otherwise two, and of more
    the chosen member, or with ``each`` every member where all are shown.
    """

    name: str
    title: str
    tip: str
    draw: Draw
    always: bool = False
    needs: tuple[Need, ...] = ()
    whole: Draw | None = None
    in_the_way: bool = False
    swatch: Swatch = PLAIN
    group: Group = "Lines"
    place: int = LAST
    part_of: str = ""
    tells: bool = False
    is_ground: bool = False
    in_legend: bool = False
    any_number: bool = False
    each: bool = False

    def marks(self, scene: Scene) -> Iterable[Mark | Words]:
        """The marks of the layer for any number of classes."""
        return self._marks(self.draw, scene)

    def _marks(self, draw: Draw, scene: Scene) -> Iterable[Mark | Words]:
        if self.any_number:
            return draw(scene)
        return (
            of_member(draw, scene, every=self.each)
            if scene.is_many
            else in_looks(draw(scene), scene)
        )

    def missing(self, scene: Scene) -> str:
        """Why this layer draws nothing, or empty: what it needs, or that its marks lie outside the
        view.
        """
        words = self.lacks(scene)
        if words or not scene.shows(self.name):
            return words
        return "" if any(True for _ in self._marks(self.whole or self.draw, scene)) else NOWHERE

    def lacks(self, scene: Scene) -> str:
        """What the layer needs and the scene lacks, in a few words; empty when it has all."""
        subject = scene if self.any_number or not scene.is_many else scene.member
        if subject is None:
            return a_pair_of_classes(scene)
        return next((words for need in self.needs if (words := need(subject))), "")


def a_pair_of_classes(scene: Scene) -> str:
    """The selected method has two-class members to show."""
    return a_boundary(scene) or ("" if scene.member is not None else "needs pairs of classes")


def of_member(draw: Draw, scene: Scene, *, every: bool = False) -> Iterable[Mark | Words]:
    """The marks of a two-class layer for the chosen member, none without one.

    ``every``: for every member where all are shown; other layers would cover one another.
    """
    looks = scene.document.class_looks
    return tuple(
        recolour_mark(mark, None if minus is None else looks[minus], looks[plus])
        for (plus, minus), member in (scene.members if every else scene.members[:1])
        for mark in draw(member)
    )


def in_looks(marks: Iterable[Mark | Words], scene: Scene) -> Iterable[Mark | Words]:
    """The marks of a picture of two classes in the colours that were chosen for them."""
    minus, plus = scene.document.class_looks[:2]
    if (minus, plus) == (0, 1):
        return marks
    return tuple(recolour_mark(mark, minus, plus) for mark in marks)
