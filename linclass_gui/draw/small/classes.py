"""The symbol of a class by itself: on chips, in menus and in legends."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ...core.appearance.theme import LIGHT, Theme
from ...core.marks import Dots
from ...core.memo import memo
from ...core.transform import Transform
from ..painter import draw_marks
from ..qt_surface import QtSurface

SHARE = 0.72  # of the smaller side of its place


def paint_symbol(painter: QPainter, role: str, place: QRectF, theme: Theme) -> None:
    """Paint a symbol in the middle of a rectangle, in the colours of a theme, whatever the size of its points."""
    small = small_theme(theme, SHARE * min(place.width(), place.height()))
    transform = Transform.fit(0.0, 1.0, 0.0, 1.0, place.center().x() - 0.5, place.center().y() - 0.5, 1.0, 1.0)
    painter.save()
    draw_marks(QtSurface(painter), (Dots(np.array([[0.5, 0.5]]), role),), transform, small)
    painter.restore()


@memo
def small_theme(theme: Theme, point: float) -> Theme:
    """The theme with symbols of another size; kept, because the styles of a theme are made once."""
    return replace(LIGHT, name=f"{theme.name}-chip", palette=theme.palette, point=point)
