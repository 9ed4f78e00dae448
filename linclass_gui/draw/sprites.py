"""Thousands of equal symbols as small pictures: one call of Qt for all of them.

A symbol is rendered once at device pixels in 4 x 4 phases, that is, shifted by quarters of a pixel;
each dot takes the phase nearest to its own position.  So every copy lands on whole pixels (the fast
path of the raster engine, no interpolation) and within an eighth of a pixel of its place: nothing
jitters against lines drawn as shapes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor
from typing import Any

import numpy as np
import shiboken6
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QTransform

from solvers import Floats
from solvers.arrays import Ints

from ..scene.styles import Style
from .lettering import Layout
from .qt_surface import QtSurface, painting, translucent
from .surface import reach

PHASES = 4
STEPS = 4.0  # sizes of sprites per pixel: there is a sheet for each
LEAST_SPRITES = 24  # from this number on sprites are faster than shapes


@lru_cache(maxsize=64)
def sprite_sheet(style: Style, size: float, dpr: float) -> tuple[QPixmap, int]:
    """The symbol in all phases, side by side, and the side of one cell in device pixels."""
    cell = ceil((reach(style.shape) * size + style.width) * dpr) + 2
    sheet = QPixmap(cell * PHASES * PHASES, cell)
    sheet.fill(Qt.GlobalColor.transparent)
    with painting(sheet) as painter:
        surface = QtSurface(painter)
        painter.scale(dpr, dpr)
        centre = cell // 2
        for row in range(PHASES):
            for column in range(PHASES):
                x = (row * PHASES + column) * cell + centre + column / PHASES
                surface.symbols(
                    np.array([[x, centre + row / PHASES]]) / dpr,
                    style,
                    np.array([size / style.size]),
                )
    return sheet, cell


@lru_cache(maxsize=64)
def sheet_of_many(looks: tuple[tuple[Style, float], ...], dpr: float) -> tuple[QPixmap, Ints, Ints]:
    """The sheets of several looks (a style and a size) side by side, with their left edges and the
    sides of their cells.
    """
    sheets = [sprite_sheet(style, size, dpr) for style, size in looks]
    cells = np.array([cell for _, cell in sheets])
    edges = np.concatenate([[0], np.cumsum(cells * PHASES * PHASES)])
    joint_sheet = QPixmap(int(edges[-1]), int(cells.max()))
    joint_sheet.fill(Qt.GlobalColor.transparent)
    with painting(joint_sheet) as painter:
        for (sheet, _), left in zip(sheets, edges.tolist(), strict=False):
            painter.drawPixmap(left, 0, sheet)
    return joint_sheet, edges[:-1], cells


class Fragments:
    """The C array for ``QPainter.drawPixmapFragments``, seen as a numpy array of ten doubles a row.

    PySide6 has no list of fragments: the call takes the first element of an array, whose memory
    must stay alive.
    """

    def __init__(self) -> None:
        self._rows = np.zeros((0, 10))
        self._first: Any = None

    def draw(
        self,
        painter: QPainter,
        sheet: QPixmap,
        centre: Floats,
        left: Floats | float,
        size: Floats | Ints | float,
    ) -> None:
        """Draw parts of a sheet: their ``left`` edges there, their ``size``, and their centres (n,
        2), all in device pixels.
        """
        n = len(centre)
        if n == 0:
            return
        if len(self._rows) < n or self._first is None:
            self._rows = np.zeros((max(n, 2 * len(self._rows)), 10))
            self._first = shiboken6.wrapInstance(self._rows.ctypes.data, QPainter.PixmapFragment)
        rows = self._rows[:n]
        rows[:, 0:2], rows[:, 2], rows[:, 3] = centre, left, 0.0
        rows[:, 4:6], rows[:, 6:8], rows[:, 8], rows[:, 9] = size, 1.0, 0.0, 1.0
        painter.drawPixmapFragments(self._first, n, sheet)


_fragments = Fragments()


class WindowSurface(QtSurface):
    """The surface of the window: crisp level lines, sprites where there are many symbols or bars,
    and words painted once."""

    def __init__(self, painter: QPainter) -> None:
        super().__init__(painter, snap=True)

    def symbols(self, xy: Floats, style: Style, sizes: Floats | None = None) -> None:
        """Draw few symbols as shapes and many as sprites, which look the same."""
        if len(xy) < LEAST_SPRITES:
            super().symbols(xy, style, sizes)
            return
        self.mixed(xy, np.zeros(len(xy), dtype=np.int64), (style,), sizes)

    def mixed(self, xy: Floats, of: Ints, styles: Sequence[Style], sizes: Floats | None) -> None:
        """Draw symbols of several styles in their order, all of them as sprites of one sheet."""
        if sizes is None:
            draw_sprites_of(self.painter, xy, of, tuple((style, style.size) for style in styles))
            return
        steps = in_steps(np.array([style.size for style in styles])[of] * sizes)
        # as one number each: many times as fast as rows of two
        keys = steps.astype(np.int64) * len(styles) + of
        looks, kind_of_symbol = np.unique(keys, return_inverse=True)
        parts = (divmod(key, len(styles)) for key in looks.tolist())
        kinds = tuple((styles[k], step / STEPS) for step, k in parts)
        draw_sprites_of(self.painter, xy, kind_of_symbol.reshape(-1), kinds)

    def text(
        self,
        layout: Layout,
        x: float,
        y: float,
        colour: str,
        angle: float = 0.0,
        opacity: float = 1.0,
        halo: str | None = None,
    ) -> None:
        """Draw a text, painted once and then copied: windows repeat the same few words at the same
        few angles.
        """
        if len(layout.pieces) == 0:
            return
        scale, dx, dy = self.scale, self.dx, self.dy
        word = _word_sprite(layout, colour, opacity, halo, scale, round(angle, 1))
        # On whole pixels of the device, where a copy is exact.
        px, py = round(x * scale + dx) - word.left, round(y * scale + dy) - word.top
        self.painter.drawPixmap(QPointF((px - dx) / scale, (py - dy) / scale), word.pixmap)

    def _bars(self, segments: Floats, style: Style) -> list[list[float]]:
        """Fill bars, many of them by one call."""
        if len(segments) <= LEAST_SPRITES:
            return super()._bars(segments, style)
        low, high = segments.min(axis=1), segments.max(axis=1)
        across = low == high
        straight = across[:, 0] != across[:, 1]
        device, outer = self.painter.deviceTransform(), self.painter.worldTransform()
        scale, thick = device.m11(), max(1.0, floor(style.width * device.m11() + 0.5))
        start, across = low[straight] * scale + (device.dx(), device.dy()), across[straight]
        size = np.where(across, thick, np.maximum(np.rint((high - low)[straight] * scale), 1.0))
        corner = np.rint(start - np.where(across, 0.5 * thick, 0.0))
        if len(corner):
            width, height = size.max(axis=0).astype(int).tolist()
            sheet = _filled_image(style.stroke or "", style.stroke_opacity, width, height)
            self.painter.setWorldTransform(device.inverted()[0] * outer)
            _fragments.draw(self.painter, sheet, corner + 0.5 * size, 0.0, size)
            self.painter.setWorldTransform(outer)
        slants: list[list[float]] = segments[~straight].reshape(-1, 4).tolist()
        return slants


@dataclass(frozen=True, eq=False)
class WordSprite:
    """A text as a picture, and the start of its base line in it, in device pixels."""

    pixmap: QPixmap
    left: int
    top: int


@lru_cache(maxsize=512)
def _word_sprite(
    layout: Layout, colour: str, opacity: float, halo: str | None, dpr: float, angle: float
) -> WordSprite:
    room = 2.0 + 0.3 * layout.cap_height + (layout.halo_width if halo is not None else 0.0)
    box = QRectF(
        -room, -layout.ascent - room, layout.width + 2.0 * room, layout.height + 2.0 * room
    )
    turned_box = QTransform().rotate(angle).mapRect(box)
    left, top = ceil(-turned_box.left() * dpr), ceil(-turned_box.top() * dpr)
    pixmap = QPixmap(left + ceil(turned_box.right() * dpr), top + ceil(turned_box.bottom() * dpr))
    pixmap.fill(Qt.GlobalColor.transparent)
    with painting(pixmap) as painter:
        painter.translate(left, top)
        painter.scale(dpr, dpr)
        QtSurface(painter, snap=True).text(layout, 0.0, 0.0, colour, angle, opacity, halo)
    pixmap.setDevicePixelRatio(dpr)
    return WordSprite(pixmap, left, top)


@lru_cache(maxsize=32)
def _filled_image(colour: str, opacity: float, width: int, height: int) -> QPixmap:
    pixmap = QPixmap(width, height)
    pixmap.fill(translucent(colour, opacity))
    return pixmap


def in_steps(diameters: Floats) -> Floats:
    """Diameters in pixels as numbers of steps."""
    steps: Floats = np.maximum(np.rint(STEPS * diameters), 1.0)
    return steps


def draw_sprites_of(
    painter: QPainter, xy: Floats, of: Ints, looks: tuple[tuple[Style, float], ...]
) -> None:
    """Draw symbols at ``xy (n, 2)``, each in the look ``of (n,)``: a style and a size."""
    sheet, lefts, cells = sheet_of_many(looks, painter.deviceTransform().m11())
    side = int(cells[0])
    if (cells == side).all():
        _draw_cells(painter, xy, sheet, of * (side * PHASES * PHASES), side)
    else:
        _draw_cells(painter, xy, sheet, lefts[of], cells[of])


def _draw_cells(
    painter: QPainter, xy: Floats, sheet: QPixmap, left: Ints | int, cell: Ints | int
) -> None:
    """Draw cells of a sheet, in the phases of their places: from the left edge of a symbol's
    phases, of the side of its cells.
    """
    outer, device = painter.worldTransform(), painter.deviceTransform()
    quarters = np.floor((xy * device.m11() + (device.dx(), device.dy())) * PHASES + 0.5)
    pixels = np.floor(quarters / PHASES)
    phase = quarters - PHASES * pixels
    # A fragment is centred on its position; the symbol is at the corner of the cell's middle pixel.
    side = cell if isinstance(cell, int) else cell[:, None]
    centre = pixels + (0.5 * side - side // 2)
    painter.setWorldTransform(device.inverted()[0] * outer)
    _fragments.draw(
        painter, sheet, centre, left + (phase[:, 1] * PHASES + phase[:, 0]) * cell, side
    )
    painter.setWorldTransform(outer)
