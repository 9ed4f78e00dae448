"""Words: what is to be written in a picture, and what it belongs to.

A layer or a plot does not know how large its figure will be drawn, nor what else is painted
there; the painter does, and finds the places (``draw.placing``).  So words carry data only: the
line, the points or the region that they belong to, how much they are needed, and a name by which
they are recognised during a drag.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from solvers import Floats
from solvers.arrays import Bools


@dataclass(frozen=True, eq=False)
class Along:
    """The words run along this line or curve (k, 2), beside it, or are at one of its ends with a
    leader.
    """

    curve: Floats


@dataclass(frozen=True, eq=False)
class Beside:
    """The words are upright beside one of the positions ``xy (k, 2)``, the first ones preferred.

    ``anywhere``: where there is no room near them they are elsewhere, with a leader.  ``away``
    keeps them further off than usual, in text heights.
    """

    xy: Floats
    anywhere: bool = False
    away: float = 0.0


@dataclass(frozen=True, eq=False)
class Off:
    """The words are off the position ``at`` in the direction ``way``, both in data units, or not at
    all: they never jump.
    """

    at: tuple[float, float]
    way: tuple[float, float]


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

    way: tuple[float, float] | None = None


Home = Along | Beside | Off | Across | Inside | Row


@dataclass(frozen=True, eq=False)
class Words:
    """Some ``lines`` of words in the mark-up of ``mathtext``, and where they are at home.

    ``needed`` words find a place whatever the picture is like, if need be smaller; others are left
    out where there is no room, and of those with the same ``most`` at most that number are shown;
    neighbours of one ``pair`` are shown all or none.  ``shorter`` are lines for where these have no
    room. ``below`` names other words next to which these belong, ``id`` the words themselves.
    ``boxed`` words have their own ground. ``slot`` is the colour of what belongs to the words,
    which are in ink: a leader, an arrow, or the short piece of a line of the role ``sample`` before
    them.  ``largest`` is the scale at which they are tried first.
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

    @property
    def names_class(self) -> bool:
        """Whether these are the name of a class."""
        return isinstance(self.id, tuple) and self.id[0] == "class"
