"""Thousands of equal symbols as small pictures: one call of Qt for all of them.

A symbol is rendered once at device pixels in 4 x 4 phases, that is, shifted by quarters of a pixel; each dot takes the phase
nearest to its own position.  So every copy lands on whole pixels (the fast path of the raster engine, no interpolation) and still
stands within an eighth of a pixel of its place: nothing jitters against lines drawn as shapes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Any

import numpy as np
import shiboken6
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPixmap

from solvers import Floats

from ..core.theme import Style
from .qt_surface import QtSurface, translucent
from .text import Layout

PHASES = 4
MANY = 24  # from here on sprites are faster than shapes


@lru_cache(maxsize=64)
def sprite_sheet(style: Style, size: float, dpr: float) -> tuple[QPixmap, int]:
    """The symbol in all phases, side by side, and the side of one cell in device pixels."""
    cell = ceil((1.4 * size + 2.0 * style.width) * dpr) + 2
    sheet = QPixmap(cell * PHASES * PHASES, cell)
    sheet.fill(Qt.GlobalColor.transparent)
    painter = QPainter(sheet)
    surface = QtSurface(painter)
    painter.scale(dpr, dpr)
    centre = cell // 2
    for row in range(PHASES):
        for column in range(PHASES):
            x = (row * PHASES + column) * cell + centre + column / PHASES
            surface.symbols(np.array([[x, centre + row / PHASES]]) / dpr, style, np.array([size / style.size]))
    painter.end()
    return sheet, cell


class Fragments:
    """The C array that ``QPainter.drawPixmapFragments`` wants, seen as a numpy array of ten doubles a row.

    PySide6 offers no list of fragments: the call takes the first element of an array, so the memory must stay alive beside it.
    """

    def __init__(self) -> None:
        self._rows = np.zeros((0, 10))
        self._first: Any = None

    def draw(self, painter: QPainter, sheet: QPixmap, centre: Floats, left: Floats | float, size: Floats | float) -> None:
        """Draw parts of a sheet: their ``left`` edges there, their ``size``, and their centres (n, 2), all in device pixels."""
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
    """The surface of the window: crisp level lines, sprites where there are many symbols, and words painted once."""

    def __init__(self, painter: QPainter) -> None:
        super().__init__(painter, snap=True)

    def symbols(self, xy: Floats, style: Style, sizes: Floats | None = None) -> None:
        """Draw few symbols as shapes and many as sprites, which look the same."""
        if len(xy) < MANY:
            super().symbols(xy, style, sizes)
            return
        if sizes is None:
            draw_sprites(self.painter, xy, style, style.size)
            return
        # Sizes in steps of a quarter pixel: a sheet of sprites for each.
        steps = np.maximum(np.rint(4.0 * style.size * sizes), 1.0)
        for step in np.unique(steps):
            draw_sprites(self.painter, xy[steps == step], style, float(step) / 4.0)

    def text(
        self, layout: Layout, x: float, y: float, colour: str, angle: float = 0.0, opacity: float = 1.0, halo: str | None = None
    ) -> None:
        """Draw a text; one that is not turned is painted once and copied from then on: windows repeat the same few words."""
        device = self.painter.deviceTransform()
        if angle != 0.0 or len(layout.pieces) == 0:
            super().text(layout, x, y, colour, angle, opacity, halo)
            return
        word = _word(layout, colour, opacity, halo, device.m11())
        # On whole pixels of the device, where a copy is exact.
        px, py = round(x * device.m11() + device.dx()) - word.left, round(y * device.m11() + device.dy()) - word.top
        self.painter.drawPixmap(QPointF((px - device.dx()) / device.m11(), (py - device.dy()) / device.m11()), word.pixmap)

    def _many_bars(self, bars: Floats, style: Style) -> None:
        """Fill equal bars by one call."""
        device = self.painter.deviceTransform()
        scale, outer = device.m11(), self.painter.worldTransform()
        size = np.maximum(np.rint(bars[:, 2:] * scale), 1.0)
        corner = np.rint(bars[:, :2] * scale + (device.dx(), device.dy()))
        width, height = size.max(axis=0).astype(int).tolist()
        sheet = _filled(style.stroke or "", style.stroke_opacity, width, height)
        self.painter.setWorldTransform(device.inverted()[0] * outer)
        _fragments.draw(self.painter, sheet, corner + 0.5 * size, 0.0, size)
        self.painter.setWorldTransform(outer)


@dataclass(frozen=True, eq=False)
class Word:
    """A text as a picture, and where the start of its base line lies in it, in device pixels."""

    pixmap: QPixmap
    left: int
    top: int


@lru_cache(maxsize=512)
def _word(layout: Layout, colour: str, opacity: float, halo: str | None, dpr: float) -> Word:
    room = 2.0 + (layout.halo_width if halo is not None else 0.0)
    left, top = ceil((room + 0.3 * layout.cap_height) * dpr), ceil((layout.ascent + room) * dpr)
    right, bottom = ceil((layout.width + room + 0.3 * layout.cap_height) * dpr), ceil((layout.descent + room) * dpr)
    pixmap = QPixmap(left + right, top + bottom)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.translate(left, top)
    painter.scale(dpr, dpr)
    QtSurface(painter, snap=True).text(layout, 0.0, 0.0, colour, 0.0, opacity, halo)
    painter.end()
    pixmap.setDevicePixelRatio(dpr)
    return Word(pixmap, left, top)


@lru_cache(maxsize=32)
def _filled(colour: str, opacity: float, width: int, height: int) -> QPixmap:
    pixmap = QPixmap(width, height)
    pixmap.fill(translucent(colour, opacity))
    return pixmap


def draw_sprites(painter: QPainter, xy: Floats, style: Style, size: float) -> None:
    """Draw equal symbols at ``xy (n, 2)`` in the painter's units; the painter may be scaled and shifted but not turned."""
    outer, device = painter.worldTransform(), painter.deviceTransform()
    sheet, cell = sprite_sheet(style, size, device.m11())
    quarters = np.floor((xy * device.m11() + (device.dx(), device.dy())) * PHASES + 0.5)
    whole = np.floor(quarters / PHASES)
    phase = quarters - PHASES * whole
    # A fragment is centred on its position; the symbol stands at the corner of the cell's middle pixel.
    centre = whole + (0.5 * cell - cell // 2)
    painter.save()
    painter.setWorldTransform(device.inverted()[0] * outer)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    _fragments.draw(painter, sheet, centre, (phase[:, 1] * PHASES + phase[:, 0]) * cell, cell)
    painter.restore()
