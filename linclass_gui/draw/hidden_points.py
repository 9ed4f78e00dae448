"""How many points of a picture lie below others: their symbols are drawn, but as good as nothing of
them is seen.
"""

from __future__ import annotations

import numpy as np

from solvers import Floats

from ..markup.numbers import count_words
from ..scene.looks import CROWD
from ..scene.marks import Dots, Mark, mark_groups
from ..scene.memo import memo
from ..scene.theme import Theme
from ..scene.view import Transform
from .mixed import in_order
from .painter import in_view
from .paper import Page

FINE, COARSE = 8, 4  # cells across a symbol, in a crowd fewer: it is many symbols
VISIBLE_SHARE = 0.1  # of a symbol: one of which less shows is not seen
BLOCK = 16_384  # symbols at a time: the cells of a million would be half a gigabyte


def points_below(page: Page) -> int:
    """The number of points that lie below others, in the panel with the most of them."""
    return max(
        (_count_hidden(panel.figure.marks, panel.transform, page.theme) for panel in page.panels),
        default=0,
    )


def hidden_words(hidden: int) -> str:
    """The number in words; empty where there are none."""
    return (
        f"{count_words(hidden, 'point')} {'lies' if hidden == 1 else 'lie'} below others"
        if hidden
        else ""
    )


@memo
def _count_hidden(marks: tuple[Mark, ...], transform: Transform, theme: Theme) -> int:
    sets = (
        tuple(mark for mark in marks_of_set if isinstance(mark, Dots) and mark.group)
        for marks_of_set in mark_groups(marks)
    )
    return sum(_count_hidden_of_set(dots, transform, theme) for dots in sets if dots)


def _count_hidden_of_set(dots: tuple[Dots, ...], t: Transform, theme: Theme) -> int:
    """Each symbol is a disc of cells that hold the number of the symbol drawn last; the numbers
    that are left are counted.
    """
    positions, of, sizes = in_order(dots)
    xy, diameters = (
        t.map(positions),
        np.array([theme.style(mark.role).size for mark in dots])[of]
        * (1.0 if sizes is None else sizes),
    )
    inside = in_view(xy, t.box, 0.0)
    xy, radii = xy[inside], 0.5 * diameters[inside]
    if not len(xy):
        return 0
    cell = 2.0 * float(radii.min()) / (FINE if len(xy) <= CROWD else COARSE)
    disc = _disc(float(radii.max()) / cell)
    columns, rows = int(t.width / cell) + 1, int(t.height / cell) + 1
    number = np.full(columns * rows, len(xy))
    for first in range(0, len(xy), BLOCK):
        part = slice(first, first + BLOCK)
        cells = np.floor(
            (xy[part, None, :] - (t.left, t.top) + radii[part, None, None] * disc) / cell
        ).astype(np.int64)
        in_raster = (cells >= 0).all(axis=2) & (cells < (columns, rows)).all(axis=2)
        # Of several symbols in a cell the last one stays.
        number[(cells[..., 1] * columns + cells[..., 0])[in_raster]] = (
            first + np.nonzero(in_raster)[0]
        )
    visible_cells = np.bincount(number, minlength=len(xy) + 1)[:-1]
    return int((visible_cells < VISIBLE_SHARE * np.pi * (radii / cell) ** 2).sum())


def _disc(radius: float) -> Floats:
    """The middles of the cells of a disc of so many cells, for a radius of 1."""
    side = (np.arange(-np.ceil(radius), np.ceil(radius)) + 0.5) / radius
    places = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
    inside: Floats = places[(places**2).sum(axis=1) <= 1.0]
    return inside
