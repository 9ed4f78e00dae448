"""A linked plot, and how a plot about one boundary shows more classes: for the pair that is looked
at, in the colours of its classes, with its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Generic, TypeVar, cast

import numpy as np

from ..markup.mathtext import plain
from ..scene import cures
from ..scene.document import Document
from ..scene.looks import recolour_mark, recolour_role
from ..scene.marks import Figure, Point, Reading
from ..scene.pairs import ends_of, lift_change, rows_of
from ..scene.scenarios import scenario_of
from ..scene.scene import PairScene, Scene
from .axes import NO_METHOD, PlotChoice, sentence

LEFT, MIDDLE, LAST = range(3)
GROUPS = DIRECTIONS, SEARCH, QUALITY, LASTING = (
    "Directions",
    "How it was found",
    "How good it is",
    "Will it last?",
)

NO_MEMBER = "This plot shows two classes; the selected method has no pair of them to show."

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
        """The figure of a scene, whose words glide during a gesture; none asks for a method whose
        first answer is on its way.
        """
        figure = self.figure(scene)
        if scene.is_awaited and cures.asks_for_method(figure.message, scene.document):
            return sentence(cures.AWAITED)
        return replace(figure, gliding=True) if figure.words and scene.base is not None else figure

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

    return cast(
        "Plot[Scene]",
        replace(
            plot,
            figure=figure,
            read=_through(plot.read, _reading_of_all),
            drag=None if plot.drag is None else on_pair(plot.drag),
            turn=_through(plot.turn, _lifted),
            choices=_through(plot.choices, _choices_of_all, lambda scene: ()),
            grab=_through(plot.grab, lambda scene, handle: handle),
            select=_through(plot.select, _rows_of_all),
        ),
    )


def _through(
    function: Callable[..., Any] | None,
    lift: Callable[[Scene, Any], Any],
    nothing: Callable[[Scene], Any] = lambda scene: None,
) -> Any:
    """A function of the pair as one of the whole scene, for which ``lift`` takes over its answer;
    ``nothing`` without a pair or an answer.
    """

    def of_scene(scene: Scene, *rest: Any) -> Any:
        answer = None if scene.pair is None or function is None else function(scene.pair, *rest)
        return nothing(scene) if answer is None else lift(scene, answer)

    return None if function is None else of_scene


def on_pair(
    drag: Callable[[PairScene, str, Point], Document],
) -> Callable[[Scene, str, Point], Document]:
    """The drag of a handle of the pair, which changes the whole document."""
    changed: Callable[[Scene, str, Point], Document] = _through(
        drag, _lifted, lambda scene: scene.document
    )
    return changed


def either(where: Callable[[Scene], bool], one: Plot[Scene], other: Plot[Scene]) -> Plot[Scene]:
    """The first plot where the scene is so, else the other one; that has the name and the place."""

    def of_shown(name: str, nothing: Callable[[Scene], Any] = lambda scene: None) -> Any:
        functions = getattr(one, name), getattr(other, name)

        def shown(scene: Scene, *rest: Any) -> Any:
            function = functions[0] if where(scene) else functions[1]
            return nothing(scene) if function is None else function(scene, *rest)

        return None if functions == (None, None) else shown

    return replace(
        other,
        figure=wraps(other.figure)(of_shown("figure")),
        choices=of_shown("choices", lambda scene: ()),
        read=of_shown("read"),
        drag=of_shown("drag", lambda scene: scene.document),
    )


def has_more_classes(scene: Scene) -> bool:
    """Whether there are more classes than two: then a pair of them is only a part."""
    return scene.is_many


def of_whole_or_pair(
    plot: Plot[Scene], shows_whole: Callable[[Scene], bool] | None = None
) -> Plot[Scene]:
    """A plot of a whole answer, where its classes are decided between at once, else of the pair
    that is looked at.
    """
    return either(shows_whole or is_at_once, plot, of_pair(plot))


def is_at_once(scene: Scene) -> bool:
    """Whether the selected method decides between all classes at once, and has an answer."""
    return scene.drawn_answer is not None and not scene.drawn_answer.pairs


def _rows_of_all(scene: Scene, rows: Iterable[int]) -> frozenset[int]:
    """Rows of the pair as rows of the whole data."""
    own_rows, _ = rows_of(scene.document.dataset.labels, scene.pairs[0][0])
    return frozenset(int(own_rows[row]) for row in rows if row < len(own_rows))


def _reading_of_all(scene: Scene, reading: Reading) -> Reading:
    if reading.row is None:
        return reading
    return replace(reading, row=next(iter(_rows_of_all(scene, (reading.row,))), None))


def _choices_of_all(scene: Scene, choices: Iterable[PlotChoice]) -> tuple[PlotChoice, ...]:
    return tuple(one._replace(document=_lifted(scene, one.document)) for one in choices)


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
    return NO_MEMBER if scene.answer.has_model else scene.answer.explanation
