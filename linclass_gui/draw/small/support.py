"""The symbols of support vectors by themselves, as the canvas draws them: in panels and legends."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from solvers.arrays import locked

from ...core.appearance.palette import Palette
from ...core.appearance.theme import LIGHT, Theme
from ...core.marks import Dots
from ...core.transform import Transform
from ..painter import draw_marks
from ..qt_surface import QtSurface

POINT = 9.0  # of the data point in the middle; the ring about it is nearly twice as wide
# What is painted of each kind, from the bottom to the top.
ROLES = {"free": ("class-plus", "sv-free"), "bound": ("sv-bound", "class-plus"), "wrong": ("class-minus", "sv-wrong")}
MIDDLE = locked(np.zeros((1, 2)))


def paint_support_symbol(painter: QPainter, at: QPointF, kind: str, palette: Palette) -> None:
    """A free, bound or wrong support vector about a position, 18 px wide."""
    transform = Transform.fit(0.0, 1.0, 0.0, 1.0, at.x(), at.y() - 1.0, 1.0, 1.0)
    painter.save()
    draw_marks(QtSurface(painter), [Dots(MIDDLE, role) for role in ROLES[kind]], transform, _theme(palette))
    painter.restore()


@lru_cache(4)
def _theme(palette: Palette) -> Theme:
    return replace(LIGHT, name="support-symbols", palette=palette, point=POINT)
