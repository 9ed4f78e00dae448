"""Small pictures of the layers, as the layers panel shows them: each is a few marks in the theme of the canvas."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from ..core.marks import Area, Dots, Field, Mark, Path, Text
from ..core.theme import LIGHT, Theme
from ..core.transform import Transform
from .painter import draw_marks
from .qt_surface import QtSurface

WIDTH, HEIGHT = 24.0, 16.0
# Half-planes and hulls are so pale that a small patch of them would not be seen.
STRONG = 4.0


def swatch(layer: str, theme: Theme, dpr: float = 1.0) -> QPixmap:
    """The picture of a layer, 24 x 16 logical pixels."""
    pixmap = QPixmap(round(WIDTH * dpr), round(HEIGHT * dpr))
    pixmap.setDevicePixelRatio(dpr)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_swatch(painter, layer, QRectF(0, 0, WIDTH, HEIGHT), theme)
    painter.end()
    return pixmap


def paint_swatch(painter: QPainter, layer: str, rect: QRectF, theme: Theme) -> None:
    """Paint the picture of a layer in the middle of a rectangle; a layer without one gets a plain line."""
    small = _small(theme)
    left, top = rect.center().x() - 0.5 * WIDTH, rect.center().y() - 0.5 * HEIGHT
    transform = Transform.fit(0, WIDTH, 0, HEIGHT, left, top, WIDTH, HEIGHT)
    painter.save()
    draw_marks(QtSurface(painter, snap=True), _SWATCHES.get(layer, _plain)(), transform, small)
    painter.restore()


def _small(theme: Theme) -> Theme:
    """The theme at the size of a swatch: the projector's thick lines would fill it."""
    p = theme.palette
    strong = replace(p, half_plane_opacity=STRONG * p.half_plane_opacity or 0.26, hull_opacity=1.4 * p.hull_opacity)
    return replace(LIGHT, name=f"{theme.name}-swatch", palette=strong, point=7.0, text=15.0)


def _line(role: str, *points: tuple[float, float], **rest: object) -> Path:
    return Path(np.array(points, dtype=np.float64), role, **rest)  # type: ignore[arg-type]


def _dots(role: str, *points: tuple[float, float]) -> Dots:
    return Dots(np.array(points, dtype=np.float64), role)


def _box(role: str, x0: float, x1: float, y0: float, y1: float) -> Area:
    return Area(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], dtype=np.float64), role)


def _dashes(y: float) -> tuple[Mark, ...]:
    """Three whole dashes: the pattern of the canvas would be cut in the middle."""
    ends = [(x, y) for x in (3.0, 7.5, 9.75, 14.25, 16.5, 21.0)]
    return (Path(np.array(ends), "width", joined="pairs"),)


def _ellipse(role: str) -> Path:
    t = np.linspace(0.0, 2.0 * np.pi, 49)[:-1]
    return Path(np.column_stack([12.0 + 8.5 * np.cos(t), 8.0 + 4.5 * np.sin(t)]), role, closed=True)


def _plain() -> tuple[Mark, ...]:
    return (_line("axis", (4, 8), (20, 8)),)


def _grid() -> tuple[Mark, ...]:
    xs, ys = (8.0, 12.0, 16.0), (4.0, 8.0, 12.0)
    lines = [((x, 1.0), (x, 15.0)) for x in xs] + [((5.0, y), (19.0, y)) for y in ys]
    return (Path(np.array(lines).reshape(-1, 2), "axis", joined="pairs"),)


def _probability() -> tuple[Mark, ...]:
    return (Field(np.tile(np.linspace(-1.0, 1.0, 36), (2, 1)), (3.0, 21.0, 3.0, 13.0), "probability"),)


_SWATCHES: dict[str, Callable[[], tuple[Mark, ...]]] = {
    "half-planes": lambda: (_box("half-plane-minus", 3, 12, 3, 13), _box("half-plane-plus", 12, 21, 3, 13)),
    "grid": _grid,
    "probability": _probability,
    "hulls": lambda: (Area(np.array([(5.0, 3.5), (9.0, 13.0), (19.5, 11.5), (16.5, 2.5)]), "hull-plus"),),
    "reduced-hulls": lambda: (
        Area(np.array([(5.0, 3.5), (9.0, 13.0), (19.5, 11.5), (16.5, 2.5)]), "area-plus"),
        Area(np.array([(8.5, 5.5), (10.5, 10.5), (15.5, 9.5), (14.0, 5.0)]), "reduced-hull-plus"),
    ),
    "band": lambda: (_box("wash", 3, 21, 3, 13), *_dashes(13.0), *_dashes(3.0)),
    "margins": lambda: _dashes(8.0),
    "boundary": lambda: (_line("boundary", (2, 8), (22, 8)),),
    "closest-pair": lambda: (_line("closest-pair", (5, 8), (19, 8)), _dots("closest", (5, 8), (19, 8))),
    "width": lambda: (_line("width", (3, 8), (21, 8), arrow="both"),),
    "slack": lambda: (_line("slack-minus", (5, 8), (18, 8)), _dots("slack-foot-minus", (5, 8)), _dots("class-minus", (18, 8))),
    "common-point": lambda: (_dots("common", (12, 8)),),
    "means": lambda: (_dots("mean-plus", (12, 8)),),
    "covariances": lambda: (_ellipse("slack-plus"),),
    "projection": lambda: (_line("projection-axis", (3, 3), (21, 13), arrow="end"),),
    "weight": lambda: (_line("weight", (3, 4), (20, 12), arrow="end"),),
    "support-vectors": lambda: (_dots("sv-free", (12, 8)), _dots("class-plus", (12, 8))),
    "equation": lambda: (Text((12.0, 8.0), "$f$", "math"),),
    "influence": lambda: (_line("ghost", (2, 5), (22, 12)), _dots("class-plus", (12, 8.5))),
    "errors": lambda: (_dots("wrong-minus", (12, 8)),),
    "ghost": lambda: (_line("ghost", (2, 6), (22, 11)),),
    "bayes-boundary": lambda: (_line("bayes", (2, 8), (22, 8)),),
}
