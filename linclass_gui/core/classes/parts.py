"""The parts that classes have of a view."""

from __future__ import annotations

from dataclasses import dataclass

from solvers import Floats


@dataclass(frozen=True, eq=False)
class Regions:
    """``outlines``: for every class with a part of the view (and ``UNDECIDED``) its closed curves; ``edges``: the lines between
    parts, each a chain of points (k, 2).
    """

    outlines: dict[int, tuple[Floats, ...]]
    edges: tuple[Floats, ...]


NOTHING = Regions({}, ())
