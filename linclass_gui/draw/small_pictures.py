"""Marks of the canvas by themselves, for panels, chips and menus: symbols of classes and support
vectors, points, layers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from solvers import Dataset
from solvers.arrays import locked

from ..answers.points_table import few_of_each
from ..layers.swatches import HEIGHT, WIDTH, Swatch
from ..scene.looks import role as class_role
from ..scene.marks import Dots, Mark
from ..scene.palette import Palette
from ..scene.theme import LIGHT, Theme
from ..scene.view import Transform
from .painter import draw_marks
from .qt_surface import QtSurface

SHARE = 0.72  # of the smaller side of its place for the symbol of a class
# of the data point in the middle of a support vector; the ring about it is nearly twice as wide
SUPPORT = 9.0
# The roles painted for each kind, from bottom to top.
SUPPORT_ROLES = {
    "free": ("class-plus", "sv-free"),
    "bound": ("sv-bound", "class-plus"),
    "wrong": ("class-minus", "sv-wrong"),
}
ORIGIN = locked(np.zeros((1, 2)))
# points of a scatter, their diameter, and the part of it that stays free at each side
MOST, POINT, AROUND = 600, 5.0, 0.06
STRONG = 4.0  # half-planes and hulls are so pale that a small patch of them would not be seen


def paint_symbol(painter: QPainter, role: str, place: QRectF, theme: Theme) -> None:
    """Paint a symbol in the middle of a rectangle, in the colours of a theme, for any size of its
    points.
    """
    size = SHARE * min(place.width(), place.height())
    _paint(
        painter,
        (Dots(ORIGIN, role),),
        _transform_at(place.center()),
        _small_theme(theme.palette, size),
    )


def paint_support_symbol(painter: QPainter, place: QPointF, kind: str, palette: Palette) -> None:
    """A free, bound or wrong support vector about a position, 18 px wide."""
    _paint(
        painter,
        [Dots(ORIGIN, role) for role in SUPPORT_ROLES[kind]],
        _transform_at(place),
        _small_theme(palette, SUPPORT),
    )


def paint_scatter(painter: QPainter, dataset: Dataset, place: QRectF, theme: Theme) -> None:
    """Paint the points of each class in its first look, each axis to its own scale, so that they
    fill a rectangle.
    """
    rows = few_of_each(dataset.labels, max(1, len(dataset) // MOST))
    X, labels = dataset.X[rows], dataset.labels[rows]
    low, high = X.min(axis=0), X.max(axis=0)
    span = np.where(high > low, high - low, 1.0)
    (x0, y0), (x1, y1) = low - AROUND * span, low + (1.0 + AROUND) * span
    transform = Transform.fit(x0, x1, y0, y1, place.x(), place.y(), place.width(), place.height())
    dots = tuple(
        Dots(X[labels == k], class_role("class", k)) for k in range(len(dataset.class_names))
    )
    _paint(painter, dots, transform, _small_theme(theme.palette, POINT))


def paint_swatch(painter: QPainter, marks: Swatch, rect: QRectF, theme: Theme) -> None:
    """Paint the picture of a layer in the middle of a rectangle."""
    left, top = rect.center().x() - 0.5 * WIDTH, rect.center().y() - 0.5 * HEIGHT
    _paint(
        painter,
        marks,
        Transform.fit(0, WIDTH, 0, HEIGHT, left, top, WIDTH, HEIGHT),
        _swatch_theme(theme.palette),
        snap=True,
    )


def _transform_at(place: QPointF) -> Transform:
    """The transform that takes the origin to a place, in pixels."""
    return Transform.fit(0.0, 1.0, 0.0, 1.0, place.x(), place.y() - 1.0, 1.0, 1.0)


def _paint(
    painter: QPainter, marks: Sequence[Mark], transform: Transform, theme: Theme, snap: bool = False
) -> None:
    painter.save()
    draw_marks(QtSurface(painter, snap=snap), marks, transform, theme)
    painter.restore()


@lru_cache(maxsize=16)
def _small_theme(palette: Palette, point: float) -> Theme:
    """A theme with symbols of another size; kept, because the styles of a theme are made once."""
    return replace(LIGHT, name="symbols", palette=palette, point=point)


@lru_cache(maxsize=4)
def _swatch_theme(palette: Palette) -> Theme:
    """The theme at the size of a swatch (the projector's thick lines would fill it)."""
    strong = replace(
        palette,
        half_plane_opacity=STRONG * palette.half_plane_opacity or 0.26,
        hull_opacity=1.4 * palette.hull_opacity,
    )
    return replace(LIGHT, name="swatch", palette=strong, point=7.0, text=15.0)
