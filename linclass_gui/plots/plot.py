"""What a linked plot is, and how a plot of two classes shows a picture of more: the chosen member,
in the colours of its classes, with its name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from ..markup.mathtext import name_label
from ..scene.document import Document
from ..scene.looks import recolour_mark, recolour_role
from ..scene.marks import Figure, Reading
from ..scene.pairs import key_name, lift_change, looked_at, rows_of
from ..scene.scene import Scene
from .axes import PlotChoice, sentence

COLUMNS = LEFT, MIDDLE, LAST = range(3)


Draw = Callable[[Scene], Figure]
Drag = Callable[[Scene, str, tuple[float, float]], Document]
Read = Callable[[Scene, tuple[float, float], tuple[float, float]], Reading | None]
NO_METHOD = "Switch on a method to see two of the classes."
NO_MEMBER = "This plot shows two classes; the selected method has no pair of them to show."


def is_at_once(scene: Scene) -> bool:
    """Whether the selected method decides between all classes at once, and has an answer."""
    return (
        scene.is_many
        and scene.chosen is not None
        and scene.chosen[1].has_model
        and not scene.chosen[1].fits
    )


def figure_of(draw: Draw, scene: Scene) -> Figure:
    """The figure of a scene, of the member where there are more classes than two."""
    if not scene.is_many:
        minus, plus = scene.document.class_looks[:2]
        return draw(scene) if (minus, plus) == (0, 1) else in_colours(draw(scene), minus, plus)
    member, key = scene.member, _key(scene)
    if member is None or key is None:
        return sentence(_missing(scene))
    figure = draw(member)
    names = tuple(name_label(name) for name in scene.document.dataset.class_names)
    looks, (plus, other) = scene.document.class_looks, key
    picture = in_colours(figure, None if other is None else looks[other], looks[plus])
    return (
        replace(picture, heading=(key_name(key, names), *picture.heading))
        if not picture.message
        else picture
    )


def drag_of(drag: Drag, scene: Scene, handle: str, position: tuple[float, float]) -> Document:
    """The document after dragging a handle of such a plot."""
    if not scene.is_many:
        return drag(scene, handle, position)
    return (
        scene.document
        if scene.member is None
        else lift_change(scene.document, drag(scene.member, handle, position))
    )


def read_of(
    read: Read, scene: Scene, position: tuple[float, float], reach: tuple[float, float]
) -> Reading | None:
    """The reading of such a plot at a position, with the row of the whole data."""
    if not scene.is_many:
        return read(scene, position, reach)
    member, key = scene.member, _key(scene)
    reading = None if member is None else read(member, position, reach)
    if reading is None or key is None or reading.row is None:
        return reading
    rows, _ = rows_of(scene.document.dataset.labels, key)
    return replace(reading, row=int(rows[reading.row]) if reading.row < len(rows) else None)


def in_colours(figure: Figure, minus: int | None, plus: int | None) -> Figure:
    """A figure of two classes in the colours of others."""
    return replace(
        figure,
        marks=tuple(recolour_mark(mark, minus, plus) for mark in figure.marks),
        legend=tuple(
            entry._replace(role=recolour_role(entry.role, minus, plus)) for entry in figure.legend
        ),
        markers=tuple(
            marker._replace(role=recolour_role(marker.role, minus, plus))
            for marker in figure.markers
        ),
    )


def _key(scene: Scene) -> tuple[int, int | None] | None:
    return None if scene.chosen is None else looked_at(scene.chosen[1], scene.document.member)


def _missing(scene: Scene) -> str:
    if scene.chosen is None:
        return NO_METHOD
    return NO_MEMBER if scene.chosen[1].has_model else scene.chosen[1].explanation


@dataclass(frozen=True)
class Plot:
    """One linked plot: ``figure`` draws two classes, ``drag(scene, handle, (x, y))`` is the
    document after dragging a handle of it.

    ``read(scene, (x, y), (reach_x, reach_y))`` is the reading at a position, or None; a training
    point counts as pointed at within the reach, which is in the units of the axes.  ``short`` is
    the title where there is little room. ``turn(scene, start, (x, y))`` is the document after a
    drag over the picture beside all handles, None where that does nothing; ``choices(scene)`` are
    what the plot can show, offered by a click on its heading and in the menu. ``select(scene, (x,
    y))`` are the rows that a click there selects, None where it selects nothing.  ``grab(scene, (x,
    y))`` is the handle that jumps to a press beside all handles, None where none does.  ``column``
    is the place of its tab in a wide window, ``on_left`` that in one with room for two columns.

    ``any_number``: it draws any number of classes, each in its own look; otherwise two, and of more
    the chosen member; with ``at_once``, too, where the method does not decide between all classes
    at once.  ``many`` draws and reads more than two classes where that is another picture.
    """

    name: str
    title: str
    tip: str
    figure: Draw
    drag: Drag | None = None
    read: Read | None = None
    any_number: bool = False
    at_once: bool = False
    many: tuple[Draw, Read] | None = None
    short: str = ""
    select: Callable[[Scene, tuple[float, float]], frozenset[int] | None] | None = None
    turn: Callable[[Scene, tuple[float, float], tuple[float, float]], Document | None] | None = None
    choices: Callable[[Scene], tuple[PlotChoice, ...]] | None = None
    grab: Callable[[Scene, tuple[float, float]], str | None] | None = None
    column: int = LAST
    on_left: bool = False

    # a curve far out is infinite there, and is cut off
    @np.errstate(over="ignore", invalid="ignore")
    def draw(self, scene: Scene) -> Figure:
        """The figure of a scene of any number of classes."""
        if self.many is not None and scene.is_many:
            return self.many[0](scene)
        return self.figure(scene) if self._knows_looks(scene) else figure_of(self.figure, scene)

    @np.errstate(over="ignore", invalid="ignore")
    def read_at(
        self, scene: Scene, position: tuple[float, float], reach: tuple[float, float]
    ) -> Reading | None:
        """The reading of this figure at a position."""
        if self.many is not None and scene.is_many:
            return self.many[1](scene, position, reach)
        if self.read is None:
            return None
        return (
            self.read(scene, position, reach)
            if self._knows_looks(scene)
            else read_of(self.read, scene, position, reach)
        )

    def drag_to(self, scene: Scene, handle: str, position: tuple[float, float]) -> Document:
        """The document after a handle of this figure was dragged there."""
        if self.drag is None or (self.many is not None and scene.is_many):
            return scene.document
        return (
            self.drag(scene, handle, position)
            if self._knows_looks(scene)
            else drag_of(self.drag, scene, handle, position)
        )

    def _knows_looks(self, scene: Scene) -> bool:
        """Whether the plot draws all classes of a scene, in their looks."""
        return self.any_number and (not self.at_once or is_at_once(scene))
