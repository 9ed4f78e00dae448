"""Marks: everything that can be drawn, as plain data; words are marks without a place.

Layers and plots turn a scene into marks; the window, PNG, SVG and PDF draw the same marks.  A
mark says *what* it is (its role) and where it lies in data units; the theme says what a role looks
like.  Sizes inside a mark (offsets, relative sizes) are in the theme's own unit: logical pixels in
the window, points on paper.

A layer or a plot does not know how large its figure will be drawn, nor what else is painted
there; the painter does, and finds the places of words (``draw.placing``).  So words carry data
only: the line, the points or the region that they belong to, how much they are needed, and a name
by which they are recognised during a drag.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field, replace
from math import inf
from typing import Literal, NamedTuple

from solvers import Floats
from solvers.arrays import Bools, Ints

Point = tuple[float, float]  # of the plane, or a way in it
ROUNDING = 1e-9  # of the length of an axis


@dataclass(frozen=True, eq=False)
class Along:
    """The words are in this line or curve (k, 2), which is cut for them; its parts are between rows
    of NaN.  Of a line that no mark of their ``id`` draws they are beside it.
    """

    curve: Floats


@dataclass(frozen=True, eq=False)
class Beside:
    """The words are upright beside one of the positions ``xy (k, 2)``, the first ones preferred.

    Where there is no room near them they are elsewhere, with a leader.  ``away`` keeps them further
    off than usual, in text heights.  ``between`` two abscissas they are where
    there is room; beyond these they are so far from the position that a leader leads to it.
    """

    xy: Floats
    away: float = 0.0
    between: Point | None = None


@dataclass(frozen=True, eq=False)
class Off:
    """The words are off the position ``at`` in the direction ``way``, both in data units, or not at
    all: they never jump.  Without a direction, (0, 0), they are at the position itself, as numbers
    in columns.
    """

    at: Point
    way: Point


@dataclass(frozen=True, eq=False)
class Across:
    """A double arrow is drawn along one of some ``segments (k, 2, 2)``, the first ones preferred,
    with the words at a tip.
    """

    segments: Floats
    role: str = "width"
    faded: bool = False


@dataclass(frozen=True, eq=False)
class Inside:
    """The words are in a corner of the picture, or anywhere else, where ``holds`` is true of
    positions (k, 2) below them.

    ``corners`` are the corners in the order in which they are liked: "top-left", "top-right",
    "bottom-left", "bottom-right".
    """

    holds: Callable[[Floats], Bools]
    corners: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Row:
    """The words belong to nothing in the picture: in its upper middle, else where there is room,
    behind an arrow in a direction.
    """

    way: Point | None = None


@dataclass(frozen=True, eq=False)
class Listed:
    """The lines of the words are a list in a free corner of the picture, behind samples of roles
    and slots, with values flush right.
    """

    samples: tuple[tuple[str, int | None], ...]
    values: tuple[str, ...] = ()


Home = Along | Beside | Off | Across | Inside | Row | Listed


@dataclass(frozen=True, eq=False)
class Words:
    """Some ``lines`` of words in the mark-up of ``mathtext``, and where they are at home.

    ``needed`` words find a place whatever the picture is like, if need be smaller; others are left
    out where there is no room, and of those with the same ``most`` at most that number are shown;
    neighbours of one ``pair`` are shown all or none.  ``shorter`` are lines for where these have no
    room. ``below`` names other words next to which these belong, ``id`` the words themselves.
    ``boxed`` words have their own ground. ``slot`` is the colour of what belongs to the words,
    which are in ink: a leader, an arrow, or the short piece of a line of the role ``sample`` before
    them, of a line that shares its gap or is in a list.  ``largest`` is the scale at which they are
    tried first.
    """

    lines: tuple[str, ...]
    home: Home
    role: str = "label"
    slot: int | None = None
    id: Hashable = None
    needed: bool = True
    shorter: tuple[str, ...] = ()
    below: Hashable = None
    boxed: bool = False
    faded: bool = False
    most: int = 0
    sample: str = ""
    pair: Hashable = None
    largest: float = 1.0
    layer: str = ""

    @property
    def names_class(self) -> bool:
        """Whether these are the name of a class."""
        return isinstance(self.id, tuple) and self.id[0] == "class"


# Where the given position lies in the text: its centre, the middle of its left edge, its top right
# corner ...
Anchor = Literal[
    "center",
    "left",
    "right",
    "top",
    "bottom",
    "top-left",
    "top-right",
    "bottom-left",
    "bottom-right",
]


@dataclass(frozen=True, eq=False)
class Placed:
    """What is drawn at places ``xy (n, 2)``, which stay as they are: pictures share them.
    ``layer`` is the layer of a canvas on paper to which it belongs, as of all marks.
    """

    xy: Floats
    role: str
    slot: int | None = None
    layer: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        self.xy.setflags(write=False)


@dataclass(frozen=True, eq=False)
class Dots(Placed):
    """Equal symbols at ``xy (n, 2)``; ``sizes (n,)`` multiplies the role's size dot by dot.

    ``grip``: they can be dragged, so they are not drawn on paper.  ``crowd`` is how many symbols of
    their size the picture has: where together they would cover too much of it they are drawn
    smaller, down to ``least`` of the role's size.

    With ``among (m, 2)`` they are some of a crowd of so many points: drawn is their share of it.

    Adjacent dots of one ``group`` are drawn as one set, each symbol at its turn of ``turns (n,)``:
    small numbers first.
    """

    sizes: Floats | None = None
    emphasis: bool = False
    faded: bool = False
    grip: bool = False
    crowd: int = 0
    least: float = 1.0
    group: str = ""
    turns: Floats | None = None
    among: Floats | None = None


@dataclass(frozen=True, eq=False)
class Path(Placed):
    """A line through ``xy (n, 2)``.

    ``joined="pairs"`` draws separate segments (rows 0-1, 2-3, ...); ``closed`` joins the end to the
    start; ``arrow`` puts an arrow head at the end (``"both"``: at both ends; ``"bars"``: strokes
    across both ends).  NaN rows break the line.  A line that lies ``under`` so many others is drawn
    wider, and shows beside them.
    """

    joined: Literal["strip", "pairs"] = "strip"
    closed: bool = False
    arrow: Literal["none", "end", "both", "bars"] = "none"
    emphasis: bool = False
    faded: bool = False
    under: int = 0
    id: Hashable = None


@dataclass(frozen=True, eq=False)
class Area(Placed):
    """A filled polygon with the corners ``xy (n, 2)`` (the fill of its role, and its outline where
    the role has a stroke).
    """

    faded: bool = False


@dataclass(frozen=True, eq=False)
class Field:
    """A coloured grid: ``values (rows, columns)`` in [-1, 1] over ``rect = (x0, x1, y0, y1)``,
    first row at y0.

    With ``looks (rows, columns)`` the values are in [0, 1], how strong the colour of that look of a
    class is.
    """

    values: Floats
    rect: tuple[float, float, float, float]
    role: str
    looks: Ints | None = None
    layer: str = ""


@dataclass(frozen=True, eq=False)
class Text:
    """A label at ``at`` (data units), moved by ``offset`` (theme units, y upwards), in the
    mathematics mark-up of ``mathtext``.

    ``along`` is a direction in data units: the text is turned to run along it, never upside down.
    ``role`` chooses size, weight and colour; ``backed`` puts the canvas colour behind it, so that
    lines below do not disturb the reading.  ``scale`` multiplies the size of the role; ``gap``
    moves it like ``offset``, in heights of the letters.
    """

    at: Point
    text: str
    role: str = "label"
    anchor: Anchor = "center"
    offset: Point = (0.0, 0.0)
    along: Point | None = None
    backed: bool = False
    faded: bool = False
    scale: float = 1.0
    gap: Point = (0.0, 0.0)
    layer: str = ""


@dataclass(frozen=True, eq=False)
class Grid:
    """The grid of a canvas, at this place among its marks; the painter puts the lines at the ticks
    of the axes.
    """

    role: str = "grid"
    layer: str = ""


Mark = Dots | Path | Area | Field | Text | Grid
Marks = tuple[Mark, ...]


def mark_groups(marks: Iterable[Mark]) -> list[list[Mark]]:
    """The marks in their order, those that are drawn as one set together: adjacent dots of one
    group, else each by itself.
    """
    sets: list[list[Mark]] = []
    last = ""
    for mark in marks:
        group = mark.group if isinstance(mark, Dots) else ""
        if group and group == last:
            sets[-1].append(mark)
        else:
            sets.append([mark])
        last = group
    return sets


@dataclass(frozen=True, eq=False)
class Reading:
    """The reading of a plot at the place under the pointer: lines and dots there, the numbers, and
    the training point, if one is.
    """

    marks: Marks
    words: Words
    row: int | None = None


class Axis(NamedTuple):
    """One axis of a plot: its range in data units, its label, and how its ticks are written.  A
    value: equal axes look the same.

    These small values are tuples, which compare and hash without a call of Python: every frame
    compares some hundred.
    """

    low: float
    high: float
    label: str = ""
    ticks: tuple[float, ...] | None = None  # None: round values chosen by ``ticks.py``
    suffix: str = ""  # "°" for angles
    visible: bool = True
    whole: bool = False  # counts: no tick between whole numbers
    powers: bool = False  # the axis is that of log10, and its ticks are written as powers of ten

    def part(self, low: float, high: float) -> Axis:
        """The axis from ``low`` to ``high``; its given ticks are kept while three are left."""
        ticks = self.ticks
        if ticks and sum(low <= tick <= high for tick in ticks) < 3:
            ticks = None
        return self._replace(low=low, high=high, ticks=ticks)


class Lane(NamedTuple):
    """One of several quantities above each other: its own axis, drawn from ``low`` to ``high`` of
    the figure's y axis.

    The label of the axis is the name of the quantity; it is in the right margin, at the height
    ``end`` of the figure where its curve ends (None: in the middle).
    """

    axis: Axis
    low: float
    high: float
    end: float | None = None

    @property
    def name_at(self) -> float:
        """The height in the figure at which the lane is named."""
        middle = 0.5 * (self.low + self.high)
        return middle if self.end is None else min(max(self.end, self.low), self.high)

    def place(self, values: Floats) -> Floats:
        """Heights in the figure of values of the quantity."""
        places: Floats = self.low + (values - self.axis.low) * (self.high - self.low) / (
            self.axis.high - self.axis.low
        )
        return places

    def values(self, places: Floats) -> Floats:
        """Values of the quantity at heights in the figure."""
        values: Floats = self.axis.low + (places - self.low) * (self.axis.high - self.axis.low) / (
            self.high - self.low
        )
        return values


class Marker(NamedTuple):
    """A symbol that stays visible among others at the same place: each is drawn, larger than those
    in front of it.

    ``foot`` is the height from which a line leads up to ``at``.
    """

    at: Point
    role: str = "marker"
    slot: int | None = None
    emphasis: bool = False
    faded: bool = False
    foot: float | None = None


class End(NamedTuple):
    """The name of a secondary line in the right margin of a plot, at the height ``at`` where the
    line ends.
    """

    name: str
    at: float


class Entry(NamedTuple):
    """A name in a legend with a sample of what it names, none where the role is empty: a line, an
    area (hatched as the role ``under``), or a symbol (over ``under``, as it is drawn over points).
    """

    name: str
    role: str
    slot: int | None = None
    kind: Literal["line", "dot", "area"] = "line"
    under: str = ""


@dataclass(frozen=True, eq=False)
class Figure:
    """A picture: marks with the axes they are drawn in, ready for the window and for every
    exporter.

    ``equal`` locks the aspect (the canvas: perpendicular must look perpendicular, unless its units
    of x2 are drawn ``stretch`` times as long as those of x1).  ``handles`` are what
    can be dragged, by name.  ``message`` is in the middle when there is nothing to show: it says
    what the view needs.  ``words`` are placed in the order of their importance, clear of the
    ``solid`` marks (None: of all); ``reading`` comes last and moves none of them.  ``gliding``:
    something is dragged, and words stay where they are at their lines; ``is_step``: words stay
    where they were at the step before as long as they lie on nothing there.

    ``lanes`` divide the y axis among several quantities; ``heading`` holds current values, above
    the field at the right of the name of the y axis, and ``legend`` the names of lines, in rows
    below them; ``classes`` are the classes that a figure names in its legend where the words with
    their names have no place; ``ends`` are names in the right margin; ``markers`` are drawn last.
    ``cut`` are the axes (x, y) of
    which only a part is shown: there marks end at the edge of the field.
    ``points`` are the points of the data that it shows, by whose number their size goes.  The field
    of a ``square`` figure is one.  ``left_out`` says which parts of it had no room, ``least_text``
    the size of its smallest text where that was made to fit.
    """

    x: Axis
    y: Axis
    marks: Marks
    equal: bool = False
    grid: bool = False
    title: str = ""
    handles: tuple[Handle, ...] = ()
    message: str = ""
    words: tuple[Words, ...] = ()
    solid: Marks | None = None
    reading: Reading | None = None
    gliding: bool = False
    is_step: bool = False
    lanes: tuple[Lane, ...] = ()
    heading: tuple[str, ...] = ()
    legend: tuple[Entry, ...] = ()
    classes: tuple[Entry, ...] = ()
    ends: tuple[End, ...] = ()
    markers: tuple[Marker, ...] = ()
    stretch: float = 1.0
    cut: tuple[bool, bool] = (False, False)
    points: int = 0
    square: bool = False
    left_out: tuple[str, ...] = ()
    least_text: float = inf

    @property
    def free_axes(self) -> tuple[bool, bool]:
        """Whether a part of the x axis and of the y axis can be shown: not of one that is not
        drawn, or that several quantities share.
        """
        if not self.marks:
            return False, False  # a sentence stands in its place
        return self.x.visible, self.y.visible and not self.lanes

    def part(self, across: Point, up: Point) -> Figure:
        """The figure between two numbers of each axis, as far as these are free."""
        is_free = self.free_axes
        x = self.x.part(*across) if is_free[0] else self.x
        y = self.y.part(*up) if is_free[1] else self.y
        inside = tuple(
            handle
            for handle in self.handles
            if (handle.axis == "y" or x.low <= handle.at[0] <= x.high)
            and (handle.axis == "x" or y.low <= handle.at[1] <= y.high)
        )
        # the names of ends belong to lines that reach the right edge
        reaches = x.high >= self.x.high - ROUNDING * (self.x.high - self.x.low)
        ends = tuple(end for end in self.ends if reaches and y.low <= end.at <= y.high)

        def is_seen(place: Point) -> bool:
            return all(
                axis.low <= value <= axis.high
                for axis, value, is_cut in zip((x, y), place, is_free, strict=True)
                if is_cut
            )

        marks = tuple(m for m in self.marks if not isinstance(m, Text) or is_seen(m.at))
        words = tuple(w for w in self.words if not isinstance(w.home, Off) or is_seen(w.home.at))
        return replace(
            self, x=x, y=y, marks=marks, words=words, handles=inside, ends=ends, cut=is_free
        )


class Handle(NamedTuple):
    """Something on a figure that can be dragged: where it is and along which axis it moves."""

    name: str
    at: Point
    axis: Literal["x", "y", "both"] = "x"
