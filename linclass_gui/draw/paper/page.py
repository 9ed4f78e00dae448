"""The parts of a page: cells before they are laid out, panels afterwards."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from ...scene.marks import Entry, Figure
from ...scene.theme import Theme
from ...scene.view import Transform
from ..axes import Ticks, axis_name
from ..lettering import Layout

# A figure, or a function that makes one for the width and height of a plot area (a canvas has other
# marks there).
Source = Figure | Callable[[float, float], Figure]
MM = 72.0 / 25.4  # points


@runtime_checkable
class Drafting(Protocol):
    """A source that can say its axes without the marks within them: drafts of a page need no
    more.
    """

    def draft(self, width: float, height: float) -> Figure:
        """The figure without marks and words."""


@dataclass(frozen=True)
class Caption:
    """A sentence below all panels, in a room for a given number of rows."""

    text: str
    rows: int


@dataclass(frozen=True, eq=False)
class Cell:
    """One picture of a composite: how to draw it, and the words above it (letter, title, and a note
    with a shorter form).

    A film keeps the room of the ``widest`` title, note and shorter note of all its pages, and of
    tick labels of a ``tick_width`` at the left, so that its frames stay in place.
    """

    source: Source
    letter: str = ""
    title: str = ""
    note: str = ""
    short_note: str = ""
    widest: tuple[str, str, str] = ("", "", "")
    tick_width: float = 0.0

    @property
    def has_title(self) -> bool:
        """Whether it has a title on this page or another one of its film."""
        return bool(self.title or self.widest[0])

    @property
    def has_note(self) -> bool:
        """Whether it has a note on this page or another one of its film."""
        return bool(self.note or self.widest[1])

    @property
    def widest_cell(self) -> Cell:
        """The cell with the widest words of its film."""
        title, note, short_note = self.widest
        return replace(self, title=title or self.title, note=note, short_note=short_note)


@dataclass(frozen=True, eq=False)
class FigureGrid:
    """Cells in rows of ``columns``, with one legend for all, and below it one ``caption``.

    ``scene`` is the text of the scene that a file carries, and ``alt`` its description for readers
    who cannot see it; ``remarks`` are for the author of the figure: the settings that its panels do
    not have in common although one may think so.  ``slots`` are the looks of the methods in their
    order, where a panel shows several.
    """

    cells: tuple[Cell, ...]
    columns: int
    legend: tuple[Entry, ...] = ()
    title: str = ""
    scene: str = ""
    alt: str = ""
    caption: Caption | None = None
    remarks: tuple[str, ...] = ()
    slots: tuple[int, ...] = ()

    @property
    def rows(self) -> int:
        """The number of rows."""
        return -(-len(self.cells) // self.columns)


@dataclass(frozen=True)
class Heads:
    """The sizes of the titles and notes of all panels, whether the notes are short, and whether
    they are below the titles, in a row of their own.
    """

    scale: float = 1.0
    note_scale: float = 1.0
    is_short: bool = False
    is_below: bool = False


@dataclass(frozen=True, eq=False)
class Panel:
    """The figure of a cell in its place on the page.

    ``has_x`` and ``has_y``: the labels of its ticks and the names of its axes are written (a panel
    has none where they are those of the panel below it or at its left).  ``head`` is the base line
    of the words above it, the same in a row, and ``head_room`` their width.  ``has_name_below``:
    the name of its x axis has a row of its own; ``is_name_beside``: that of its y axis is at its
    left, not above.  ``rooms`` are the lengths that the names of its axes may have.
    """

    cell: Cell
    figure: Figure
    transform: Transform
    x_ticks: Ticks
    y_ticks: Ticks
    has_x: bool = True
    has_y: bool = True
    head: float = 0.0
    head_room: float = 0.0
    has_name_below: bool = False
    is_name_beside: bool = False
    rooms: tuple[float, float] = (math.inf, math.inf)

    def axis_names(self, theme: Theme) -> tuple[Layout, Layout]:
        """The names of both axes in their rooms."""
        x, y = (
            axis_name(axis, self.figure.equal, theme, room)
            for axis, room in zip((self.figure.x, self.figure.y), self.rooms, strict=True)
        )
        return x, y


@dataclass(frozen=True, eq=False)
class Page:
    """Panels on a page of ``width x height`` points.

    ``scene``, ``alt``, ``caption`` and ``remarks`` are those of the grid.
    """

    width: float
    height: float
    panels: tuple[Panel, ...]
    theme: Theme
    legend: tuple[Entry, ...] = ()
    title: str = ""
    transparent: bool = False
    scene: str = ""
    alt: str = ""
    caption: Caption | None = None
    heads: Heads = Heads()
    remarks: tuple[str, ...] = ()

    def theme_of(self, panel: Panel) -> Theme:
        """The theme that the marks of a panel are drawn in."""
        return self.theme.for_points(panel.figure.points)

    @property
    def figure(self) -> Figure:
        """The first figure, which is the only one of most pages."""
        return self.panels[0].figure
