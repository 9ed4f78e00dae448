"""A small picture of points, each axis to its own scale: what a choice of columns will look like."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from solvers import Dataset

from ...core.appearance.theme import Theme
from ...core.classes.looks import role
from ...core.marks import Dots
from ...core.transform import Transform
from ..painter import draw_marks
from ..qt_surface import QtSurface
from .classes import small_theme

MOST = 600  # points, evenly drawn from all
POINT, AROUND = 5.0, 0.06  # the diameter of a point, and the part of the picture that stays free at each side


def paint_scatter(painter: QPainter, dataset: Dataset, place: QRectF, theme: Theme) -> None:
    """Paint the points of each class in its first look, so that they fill a rectangle."""
    every = max(1, len(dataset) // MOST)
    X, labels = dataset.X[::every], dataset.labels[::every]
    low, high = X.min(axis=0), X.max(axis=0)
    span = np.where(high > low, high - low, 1.0)
    (x0, y0), (x1, y1) = low - AROUND * span, low + (1.0 + AROUND) * span
    transform = Transform.fit(x0, x1, y0, y1, place.x(), place.y(), place.width(), place.height())
    dots = tuple(Dots(X[labels == k], role("class", k)) for k in range(len(dataset.class_names)))
    painter.save()
    draw_marks(QtSurface(painter), dots, transform, small_theme(theme, POINT))
    painter.restore()
