"""What a layer is: how it is drawn of two classes and of more, what it needs, and its line in the panel."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain

from ..core.classes.colouring import recolour_mark
from ..core.marks import Mark
from ..core.scene import Scene
from ..core.words import Words
from . import needs
from .needs import NOWHERE, Need, nothing
from .swatches import PLAIN, Swatch

LAST = 100
Draw = Callable[[Scene], Iterable[Mark | Words]]


def nothing_to_draw(scene: Scene) -> Iterable[Mark]:
    """A layer of two classes that means nothing for more."""
    return ()


def of_both(two: Draw, many: Draw) -> Draw:
    """A layer of all methods in use: beside fits of two classes there may be some of methods that know no two-class form."""
    return lambda scene: chain(two(scene), many(scene))


@dataclass(frozen=True)
class Overlay:
    """One layer: ``draw`` gives its marks; ``always`` layers have no tick box (points, selection, rubber band).

    ``needs`` says in a few words what is missing when it can draw nothing; ``whole`` is all that belongs to the layer where other
    lines of the list draw parts of it.  ``in_the_way``: words keep clear of its marks.  ``swatch`` is its small picture in the
    panel and ``place`` its place there: first what surrounds the boundary, then what describes the data, then all others.
    ``part_of`` is the layer that an ``always`` layer goes with where layers are switched in a finished figure.  ``tells``: it would
    give the answer of a method away that is still to be predicted.  ``is_ground``: it lies below all, nothing to reveal.
    ``in_legend``: what it says on the canvas is in the legend of a composite, once for all panels.

    ``many`` draws more than two classes; without it the layer is drawn of the member that is looked at.  ``many_needs`` is what is
    missing then; ``each``: of every member where all of them are looked at.
    """

    name: str
    title: str
    tip: str
    draw: Draw
    always: bool = False
    needs: Need = nothing
    whole: Draw | None = None
    in_the_way: bool = False
    swatch: Swatch = PLAIN
    place: int = LAST
    part_of: str = ""
    tells: bool = False
    is_ground: bool = False
    in_legend: bool = False
    many: Draw | None = None
    many_needs: Need = nothing
    each: bool = False

    def marks(self, scene: Scene) -> Iterable[Mark | Words]:
        """What the layer draws of a scene, of however many classes."""
        if scene.is_many and self.many is not None:
            return self.many(scene)
        return self._draw_members(scene, self.draw)

    def _draw_members(self, scene: Scene, draw: Draw) -> Iterable[Mark | Words]:
        if scene.is_many:
            return self.many(scene) if self.many is not None else of_member(draw, scene, each=self.each)
        return in_looks(draw(scene), scene) if self.many is not draw else draw(scene)

    def missing(self, scene: Scene) -> str:
        """Why this layer draws nothing, or nothing: what it needs, or that what it draws lies outside the view."""
        words = self.lacks(scene)
        if words or not scene.shows(self.name):
            return words
        return "" if any(True for _ in self._draw_members(scene, self.whole or self.draw)) else NOWHERE

    def lacks(self, scene: Scene) -> str:
        """What the layer needs and a scene of however many classes does not have, in a few words; nothing when it has all."""
        if not scene.is_many:
            return self.needs(scene)
        if self.many is not None:
            return self.many_needs(scene)
        return self.needs(scene.member) if scene.member is not None else needs.a_member(scene)


def of_member(draw: Draw, scene: Scene, *, each: bool = False) -> Iterable[Mark | Words]:
    """The marks of a two-class layer for the member that is looked at, none while there is none.

    ``each``: for every one where all of them are looked at; other layers would cover one another.
    """
    looks = scene.document.class_looks
    return tuple(
        recolour_mark(mark, None if minus is None else looks[minus], looks[plus])
        for (plus, minus), member in (scene.members if each else scene.members[:1])
        for mark in draw(member)
    )


def in_looks(marks: Iterable[Mark | Words], scene: Scene) -> Iterable[Mark | Words]:
    """The marks of a picture of two classes in the colours that were chosen for them."""
    minus, plus = scene.document.class_looks[:2]
    if (minus, plus) == (0, 1):
        return marks
    return tuple(recolour_mark(mark, minus, plus) for mark in marks)
