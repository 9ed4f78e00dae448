"""A linked plot, and how a plot about one boundary shows more classes: for the pair that is looked
at, in the colours of its classes, with its name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Generic, TypeVar, cast

import numpy as np

from ..markup.mathtext import plain
from ..scene import cures
from ..scene.document import Document
from ..scene.looks import recolour_mark, recolour_role
from ..scene.marks import Figure, Reading
from ..scene.pairs import ends_of, lift_change, rows_of
from ..scene.scenarios import scenario_of
from ..scene.scene import PairScene, Scene
from .axes import PlotChoice, sentence

LEFT, MIDDLE, LAST = range(3)
GROUPS = DIRECTIONS, SEARCH, QUALITY, LASTING = (
    "Directions",
    "How it was found",
    "How good it is",
    "Will it last?",
)

NO_METHOD = cures.Refusal("Switch on a method to see two of the classes.", cures.SOFT_MARGIN)
NO_MEMBER = "This plot shows two classes; the selected method has no pair of them to show."

Point = tuple[float, float]
S_contra = TypeVar("S_contra", bound=Scene, contravariant=True)


@dataclass(frozen=True)
class Plot(Generic[S_contra]):
    """One linked plot: ``figure`` draws it, ``drag(scene, handle, (x, y))`` is the document after
    dragging a handle of it.

    ``read(scene, (x, y), (reach_x, reach_y))`` is the reading at a position, or None; a training
    point counts as pointed at within the reach, which is in the units of the axes.  ``short`` is
    the title where there is little room. ``turn(scene, start, (x, y))`` is the document after a
    drag over the picture beside all handles, None where that does nothing; ``choices(scene)`` are
    what the plot can show, offered by a click on its heading and in the menu. ``select(scene, (x,
    y))`` are the rows that a click there selects, None where it selects nothing.  ``grab(scene, (x,
    y))`` is the handle that jumps to a press beside all handles, None where none does.  ``column``
    is its place among the plots beside each other where it is wanted by its name, ``group`` is
    what it tells of.

    The scene has any number of classes, each in its own look, or is a pair (:func:`of_pair`).
    """

    name: str
    title: str
    tip: str
    figure: Callable[[S_contra], Figure]
    drag: Callable[[S_contra, str, Point], Document] | None = None
    read: Callable[[S_contra, Point, Point], Reading | None] | None = None
    short: str = ""
    select: Callable[[S_contra, Point], frozenset[int] | None] | None = None
    turn: Callable[[S_contra, Point, Point], Document | None] | None = None
    choices: Callable[[S_contra], tuple[PlotChoice, ...]] | None = None
    grab: Callable[[S_contra, Point], str | None] | None = None
    column: int = LAST
    group: str = QUALITY

    def tip_in(self, document: Document) -> str:
        """The tip in the words of the scenario of a document."""
        words = scenario_of(document)
        return plain(words.retell(self.tip)) if words.name else self.tip

    # a curve far out is infinite there, and is cut off
    @np.errstate(over="ignore", invalid="ignore")
    def draw(self, scene: S_contra) -> Figure:
        """The figure of a scene; none asks for a method whose first answer is on its way."""
        figure = self.figure(scene)
        if scene.is_awaited and cures.asks_for_method(figure.message, scene.document):
            return sentence(cures.AWAITED)
        return figure

    @np.errstate(over="ignore", invalid="ignore")
    def read_at(self, scene: S_contra, position: Point, reach: Point) -> Reading | None:
        """The reading of this figure at a position."""
        return None if self.read is None else self.read(scene, position, reach)

    def drag_to(self, scene: S_contra, handle: str, position: Point) -> Document:
        """The document after a handle of this figure was dragged there."""
        return scene.document if self.drag is None else self.drag(scene, handle, position)


def of_pair(plot: Plot[PairScene]) -> Plot[Scene]:
    """A plot about one boundary, for the pair of classes that is looked at: its figure has the
    colours of these classes, and its changes are made to the whole document.
    """

    @wraps(plot.figure)
    def figure(scene: Scene) -> Figure:
        if not scene.pairs:
            return sentence(missing_pair(scene))
        key, pair = scene.pairs[0]
        pair_figure = _in_looks(plot.figure(pair), *ends_of(key, scene.document.class_looks))
        name = () if pair_figure.message else scene.pair_heading
        return replace(pair_figure, heading=(*name, *pair_figure.heading)) if name else pair_figure

    def read(scene: Scene, position: Point, reach: Point) -> Reading | None:
        if not scene.pairs or plot.read is None:
            return None
        reading = plot.read(scene.pairs[0][1], position, reach)
        if reading is None or reading.row is None:
            return reading
        return replace(reading, row=_row_of_all(scene, reading.row))

    def turn(scene: Scene, start: Point, position: Point) -> Document | None:
        changed = (
            None
            if scene.pair is None or plot.turn is None
            else plot.turn(scene.pair, start, position)
        )
        return None if changed is None else _lifted(scene, changed)

    def choices(scene: Scene) -> tuple[PlotChoice, ...]:
        if scene.pair is None or plot.choices is None:
            return ()
        return tuple(
            choice._replace(document=_lifted(scene, choice.document))
            for choice in plot.choices(scene.pair)
        )

    def grab(scene: Scene, position: Point) -> str | None:
        return None if scene.pair is None or plot.grab is None else plot.grab(scene.pair, position)

    def select(scene: Scene, position: Point) -> frozenset[int] | None:
        if scene.pair is None or plot.select is None:
            return None
        rows = plot.select(scene.pair, position)
        if rows is None:
            return None
        below = (_row_of_all(scene, row) for row in rows)
        return frozenset(row for row in below if row is not None)

    return cast(
        "Plot[Scene]",
        replace(
            plot,
            figure=figure,
            read=None if plot.read is None else read,
            drag=None if plot.drag is None else on_pair(plot.drag),
            turn=None if plot.turn is None else turn,
            choices=None if plot.choices is None else choices,
            grab=None if plot.grab is None else grab,
            select=None if plot.select is None else select,
        ),
    )


def on_pair(
    drag: Callable[[PairScene, str, Point], Document],
) -> Callable[[Scene, str, Point], Document]:
    """The drag of a handle of the pair, which changes the whole document."""

    def drag_of_scene(scene: Scene, handle: str, position: Point) -> Document:
        return (
            scene.document
            if scene.pair is None
            else _lifted(scene, drag(scene.pair, handle, position))
        )

    return drag_of_scene


def either(where: Callable[[Scene], bool], one: Plot[Scene], other: Plot[Scene]) -> Plot[Scene]:
    """The first plot where the scene is so, else the other one; that has the name and the place."""

    def shown_plot(scene: Scene) -> Plot[Scene]:
        return one if where(scene) else other

    @wraps(other.figure)
    def figure(scene: Scene) -> Figure:
        return shown_plot(scene).figure(scene)

    def choices(scene: Scene) -> tuple[PlotChoice, ...]:
        offered = shown_plot(scene).choices
        return () if offered is None else offered(scene)

    return replace(
        other,
        figure=figure,
        choices=None if one.choices is None and other.choices is None else choices,
        read=lambda scene, position, reach: shown_plot(scene).read_at(scene, position, reach),
        drag=None
        if one.drag is None and other.drag is None
        else lambda scene, handle, position: shown_plot(scene).drag_to(scene, handle, position),
    )


def has_more_classes(scene: Scene) -> bool:
    """Whether there are more classes than two: then a pair of them is only a part."""
    return scene.is_many


def of_two_or_each(
    of_two: Plot[Scene],
    figure: Callable[[Scene], Figure],
    read: Callable[[Scene, Point, Point], Reading | None],
    shows_each: Callable[[Scene], bool] = has_more_classes,
) -> Plot[Scene]:
    """A plot of two classes with another figure for more of them, in which each class has its
    look; nothing is dragged or chosen there.
    """
    return either(
        shows_each, replace(of_two, figure=figure, read=read, drag=None, choices=None), of_two
    )


def of_whole_or_pair(
    plot: Plot[Scene], shows_whole: Callable[[Scene], bool] | None = None
) -> Plot[Scene]:
    """A plot of a whole answer, where its classes are decided between at once, else of the pair
    that is looked at.
    """
    return either(shows_whole or is_at_once, plot, of_pair(plot))


def is_at_once(scene: Scene) -> bool:
    """Whether the selected method decides between all classes at once, and has an answer."""
    return scene.with_answer is not None and not scene.with_answer[1].pairs


def _row_of_all(scene: Scene, row: int) -> int | None:
    """A row of the pair as a row of the whole data."""
    rows, _ = rows_of(scene.document.dataset.labels, scene.pairs[0][0])
    return int(rows[row]) if row < len(rows) else None


def _lifted(scene: Scene, changed: Document) -> Document:
    """The whole document after a change of the document of the pair."""
    assert scene.pair is not None
    return lift_change(scene.document, scene.pair.document, changed)


def _in_looks(figure: Figure, minus: int | None, plus: int) -> Figure:
    """A figure of two classes in the colours of others."""
    if (minus, plus) == (0, 1):
        return figure
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


def missing_pair(scene: Scene) -> str:
    """Why a plot about one boundary has no pair of classes to show."""
    if scene.answer is None:
        return NO_METHOD
    return NO_MEMBER if scene.answer[1].has_model else scene.answer[1].explanation
