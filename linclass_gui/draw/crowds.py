"""Crowds: thousands of points as one picture, in which none hides another.

A pixel has the mixture of the colours of the symbols that cover it, however they are ordered, and
is the stronger the more they are: by the logarithm of their number, which does not saturate.  Wrong
points are a hatch: where the ink of the points is, the part of it that is their part of the points.
"""

from __future__ import annotations

from math import ceil, floor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers import Floats
from solvers.arrays import Bools, Ints

from ..scene.colours import rgb
from ..scene.marks import Dots
from ..scene.memo import memo
from ..scene.theme import Theme
from ..scene.view import Transform
from .surface import Rect, Surface

# the opacity of a pixel that one symbol covers, where others are covered by e times as many; and
# the least
FAINTER, FAINTEST = 0.25, 0.3
FINEST = 7.0  # pixels across a symbol at the most: more are not seen on paper
PITCH = 8  # pixels from stripe to stripe of a hatch
LEVELS = 4  # widths of a stripe between two pixels

Picture = tuple[Rect, NDArray[np.uint8]]
Counts = NDArray[np.float32]


class PixelGrid(NamedTuple):
    """The pixels of a picture: where they begin and their side, in units of the theme, how many
    there are, and the diameter of a symbol in pixels.  About the picture is a margin, into which
    symbols at its edges reach.
    """

    transform: Transform
    left: float
    top: float
    side: float
    rows: int
    columns: int
    diameter: float

    @classmethod
    def of(cls, scale: float, transform: Transform, size: float) -> PixelGrid:
        """The pixels of a device, or larger ones where they are too fine."""
        side = max(1.0 / scale, size / FINEST)
        margin = ceil(0.5 * size / side)
        # on whole pixels of the window, where a picture is exact
        left, right, top, bottom = (round(edge / side) for edge in transform.box)
        rows, columns = bottom - top + 2 * margin, right - left + 2 * margin
        corner = (left - margin) * side, (top - margin) * side
        return cls(transform, *corner, side, rows, columns, size / side)

    def is_seen(self, rows: Floats | Ints, columns: Floats | Ints) -> Bools:
        """Whether places are in the picture, not in its margin."""
        margin = ceil(0.5 * self.diameter)
        across = (columns >= margin) & (columns < self.columns - margin)
        inside: Bools = across & (rows >= margin) & (rows < self.rows - margin)
        return inside

    def centres(self, xy: Floats) -> Ints:
        """The numbers of the pixels at ``xy (n, 2)``, in data units, those in the picture."""
        columns, rows = ((self.transform.map(xy) - (self.left, self.top)) / self.side).T
        inside = self.is_seen(rows, columns)
        places = rows[inside].astype(np.int64), columns[inside].astype(np.int64)
        pixels: Ints = places[0] * self.columns + places[1]
        return pixels

    @property
    def offsets(self) -> Ints:
        """What is added to the number of a pixel for each that a symbol there covers."""
        steps = np.arange(-floor(0.5 * self.diameter), floor(0.5 * self.diameter) + 1)
        inside = np.hypot(steps[:, None], steps) <= 0.5 * self.diameter
        offsets: Ints = (steps[:, None] * self.columns + steps)[inside]
        return offsets

    def cover_counts(self, xy: Floats) -> Counts:
        """How many symbols cover each pixel."""
        size = self.rows * self.columns
        centres: Counts = np.bincount(self.centres(xy), minlength=size).astype(np.float32)
        counts: Counts = np.zeros(size, dtype=np.float32)
        for offset in self.offsets.tolist():
            counts += np.roll(centres, offset)
        return counts

    def picture(self, pixels: Ints, colours: Floats, strengths: Floats) -> Picture:
        """Some pixels as a picture: where it is, and their colours (k, 3) with opacities (k,)."""
        rows, columns = np.divmod(pixels, self.columns)
        inside = self.is_seen(rows, columns)
        if not inside.any():
            return (0.0, 0.0, 1.0, 1.0), np.zeros((1, 1, 4), dtype=np.uint8)
        rows, columns = rows[inside], columns[inside]
        top, left = int(rows.min()), int(columns.min())
        sides = int(rows.max()) - top + 1, int(columns.max()) - left + 1
        picture = np.zeros((*sides, 4), dtype=np.uint8)
        rows, columns = rows - top, columns - left
        picture[rows, columns, :3] = np.broadcast_to(colours + 0.5, (len(pixels), 3))[inside]
        picture[rows, columns, 3] = (255.0 * strengths + 0.5)[inside]
        height, width = (self.side * length for length in sides)
        corner = self.left + left * self.side, self.top + top * self.side
        return (*corner, width, height), picture


class Ink(NamedTuple):
    """How many symbols cover each pixel, how strong it is (1 where most do), and both sums."""

    counts: Counts
    strengths: Floats
    number: float
    strength: float


def _ink_of(counts: Counts) -> Ink:
    most = np.log(max(float(counts.max(initial=0.0)), 1.0))
    least = max(FAINTEST, 1.0 - FAINTER * most)
    shares = np.log(np.maximum(counts, 1.0)) / max(most, 1.0)
    strengths: Floats = np.where(counts > 0.0, least + (1.0 - least) * shares, 0.0)
    return Ink(counts, strengths, float(counts.sum()), float(strengths.sum()))


@memo
def _ink_at(xy: Floats, grid: PixelGrid) -> Ink:
    return _ink_of(grid.cover_counts(xy))


def draw_crowd(
    surface: Surface, dots: tuple[Dots, ...], transform: Transform, theme: Theme
) -> None:
    """Draw the symbols of several marks, of one size, as a mixture of their colours."""
    surface.image(*_mixture(dots, transform, theme, surface.scale))


def draw_share(surface: Surface, dots: Dots, transform: Transform, theme: Theme) -> None:
    """Hatch the ink of a crowd where some of its points are: as much of it as is their share."""
    surface.image(*_hatch(dots, transform, theme, surface.scale))


@memo
def _mixture(dots: tuple[Dots, ...], transform: Transform, theme: Theme, scale: float) -> Picture:
    styles = [theme.style(mark.role, mark.slot, mark.emphasis, mark.faded) for mark in dots]
    grid = PixelGrid.of(scale, transform, styles[0].size)
    parts = [grid.cover_counts(mark.xy) for mark in dots]
    ink = _ink_of(np.sum(parts, axis=0))
    (pixels,) = np.nonzero(ink.counts)
    canvas = theme.palette.canvas  # hollow symbols have their colour around it
    names = [style.stroke if style.fill == canvas else style.fill for style in styles]
    colours = np.zeros((len(pixels), 3))
    for part, name in zip(parts, names, strict=True):
        shares = part[pixels] / ink.counts[pixels]
        colours += shares[:, None] * np.array(rgb(name or canvas))
    return grid.picture(pixels, colours, styles[0].fill_opacity * ink.strengths[pixels])


@memo
def _hatch(dots: Dots, transform: Transform, theme: Theme, scale: float) -> Picture:
    assert dots.among is not None
    style = theme.style(dots.role, None, False, dots.faded)
    grid = PixelGrid.of(scale, transform, style.size)
    ink = _ink_at(dots.among, grid)
    covered = (grid.centres(dots.xy)[:, None] + grid.offsets).reshape(-1)
    pixels, counts = np.unique(covered, return_counts=True)
    rows, columns = np.divmod(pixels, grid.columns)
    # stripes that begin in turn: the larger the share of a pixel, the wider
    stripe = (rows + columns) % PITCH + (rows - columns) // 2 % LEVELS / LEVELS
    order = np.argsort((stripe + 0.5 / LEVELS) * ink.counts[pixels] / counts)
    share = ink.strength * len(covered) / max(ink.number, 1.0)
    inks = np.cumsum(ink.strengths[pixels[order]])
    pixels = pixels[order[: int(np.searchsorted(inks, share))]]
    strengths = style.fill_opacity * ink.strengths[pixels]
    return grid.picture(pixels, np.array(rgb(style.fill or "")), strengths)
