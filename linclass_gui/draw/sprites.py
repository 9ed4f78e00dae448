"""Thousands of equal symbols as small pictures: one call of Qt for all of them.

A symbol is rendered once at device pixels in 4 x 4 phases, that is, shifted by quarters of a pixel; each dot takes the phase
nearest to its own position.  So every copy lands on whole pixels (the fast path of the raster engine, no interpolation) and still
stands within an eighth of a pixel of its place: nothing jitters against lines drawn as shapes.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import Any

import numpy as np
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap

from solvers import Floats

from ..core.theme import Style
from .qt_surface import QtSurface

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

    def draw(self, painter: QPainter, sheet: QPixmap, centre: Floats, left: Floats, cell: int) -> None:
        """Draw the cells of a sheet that start at ``left``, centred on ``centre (n, 2)``, all in device pixels."""
        n = len(centre)
        if n == 0:
            return
        if len(self._rows) < n or self._first is None:
            self._rows = np.zeros((max(n, 2 * len(self._rows)), 10))
            self._first = shiboken6.wrapInstance(self._rows.ctypes.data, QPainter.PixmapFragment)
        rows = self._rows[:n]
        rows[:, 0:2], rows[:, 2], rows[:, 3] = centre, left, 0.0
        rows[:, 4:6], rows[:, 6:8], rows[:, 8], rows[:, 9] = cell, 1.0, 0.0, 1.0
        painter.drawPixmapFragments(self._first, n, sheet)


_fragments = Fragments()


class WindowSurface(QtSurface):
    """The surface of the window: crisp level lines, and sprites where there are many symbols."""

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
