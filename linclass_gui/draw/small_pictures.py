"""Small pictures of the window: its icons, and marks of the canvas by themselves for panels, chips
and menus (symbols of classes and support vectors, points, layers, linked plots).

An icon is drawn as paths in a box of 20: one line of 1.5, round caps, one colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

import numpy as np
from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPainter, QPainterPath, QPen, QPixmap, QTransform

from solvers import Dataset
from solvers.arrays import locked

from ..answers.points_table import few_of_each
from ..files.shipped import assets
from ..layers.swatches import HEIGHT, WIDTH, Swatch
from ..scene.colours import Palette
from ..scene.looks import role as class_role
from ..scene.marks import Area, Dots, Field, Figure, Mark, Path
from ..scene.theme import LIGHT, Theme
from ..scene.view import Transform
from .axes import fit_transform
from .device_figure import figure_for_device
from .painter import draw_marks
from .qt_surface import QtSurface, painting

SHARPNESS = 2  # pixels of the picture for one of a card
BOX = 20.0
LINE = 1.5
# Strokes as path data (absolute M, L, C, Z and the circle O x y r), then dots as "x y r".
# Everything stays 2.5 off the border.
_ICONS: dict[str, tuple[str, str]] = {
    "select": ("M5 3 L5 15.6 L8.5 12.4 L10.8 17.2 L13 16.2 L10.8 11.5 L15.4 11.2 Z", ""),
    "lasso": (
        "M6.2 12.1 C3.8 11.2 2.5 9.7 2.5 8 C2.5 5.2 5.9 3 10 3 C14.1 3 17.5 5.2 17.5 8 C17.5 10.8 "
        "14.1 13 10 13 "
        "C9 13 8.1 12.9 7.2 12.6 M6.9 12.4 C6.4 11.2 4.2 11.4 4.1 12.8 C4 14.2 6 14.6 6.6 13.5 C7 "
        "12.8 6.9 12.4 6.9 12.4 M4.9 14.1 "
        "L4.6 17.3",
        "",
    ),
    "add-plus": ("O 10 10 7.4 M10 6.6 L10 13.4 M6.6 10 L13.4 10", ""),
    "add-minus": ("M3.2 3.2 L16.8 3.2 L16.8 16.8 L3.2 16.8 Z M6.8 10 L13.2 10", ""),
    "spray": (
        "M9.2 9.4 C9.2 8.3 9.9 7.8 10.8 7.8 L14.4 7.8 C15.3 7.8 16 8.3 16 9.4 L16 15.7 C16 16.8 "
        "15.4 17.4 14.4 17.4 "
        "L10.8 17.4 C9.8 17.4 9.2 16.8 9.2 15.7 Z M11 7.6 L11 4.4 L14.2 4.4 L14.2 7.6",
        "8 3.6 0.95 5 5.4 0.95 8 7 0.95 3.2 3 0.95 4.4 9 0.95",
    ),
    "gaussian": ("E 10 10 8 5 -28 E 10 10 4.2 2.5 -28", "10 10 1"),
    "eraser": (
        "M8 16.4 L3.6 12 C3 11.4 3 10.7 3.6 10.1 L10.4 3.3 C11 2.7 11.7 2.7 12.3 3.3 L16.5 7.5 "
        "C17.1 8.1 17.1 8.8 16.5 9.4 "
        "L9.5 16.4 Z M7 6.7 L13.1 12.8 M8 16.6 L17 16.6",
        "",
    ),
    "trial-line": ("M5.6 14.4 L14.4 5.6 O 4.3 15.7 1.9 O 15.7 4.3 1.9", ""),
    "pan": (
        "M10 2.8 L10 17.2 M2.8 10 L17.2 10 M7.9 4.7 L10 2.6 L12.1 4.7 M7.9 15.3 L10 17.4 L12.1 "
        "15.3 "
        "M4.7 7.9 L2.6 10 L4.7 12.1 M15.3 7.9 L17.4 10 L15.3 12.1",
        "",
    ),
    "snap": (
        "O 10 10 3.6",
        (
            "10 10 1.1 3.6 3.6 1 10 3.6 1 16.4 3.6 1 3.6 10 1 16.4 10 1 3.6 16.4 1 10 16.4 1 16.4 "
            "16.4 1"
        ),
    ),
    "fit-view": (
        "M3 7 L3 3 L7 3 M13 3 L17 3 L17 7 M17 13 L17 17 L13 17 M7 17 L3 17 L3 13",
        "10 10 1.4",
    ),
    "plus": ("M10 3.4 L10 16.6 M3.4 10 L16.6 10", ""),
    "minus": ("M3.4 10 L16.6 10", ""),
    "close": ("M5 5 L15 15 M15 5 L5 15", ""),
    "check": ("M4 10.6 L8.2 14.6 L16 5.8", ""),
    "enlarge": (
        (
            "M12.2 3.2 L16.8 3.2 L16.8 7.8 M16.6 3.4 L11.6 8.4 M7.8 16.8 L3.2 16.8 L3.2 12.2 M3.4 "
            "16.6 L8.4 11.6"
        ),
        "",
    ),
    "reduce": (
        (
            "M16.8 3.2 L11.8 8.2 M11.8 3.8 L11.8 8.2 L16.2 8.2 M3.2 16.8 L8.2 11.8 M8.2 16.2 L8.2 "
            "11.8 L3.8 11.8"
        ),
        "",
    ),
    "pop-out": ("M7 3.2 L16.8 3.2 L16.8 13 L7 13 Z M3.2 7 L3.2 16.8 L13 16.8", ""),
    "table": (
        (
            "M3.2 4.2 L16.8 4.2 L16.8 15.8 L3.2 15.8 Z M3.2 8.1 L16.8 8.1 M3.2 11.9 L16.8 11.9 M8 "
            "4.2 "
            "L8 15.8"
        ),
        "",
    ),
    "more": ("", "4.2 10 1.3 10 10 1.3 15.8 10 1.3"),
    "undo": (
        (
            "M6.8 3.6 L3.2 7.2 L6.8 10.8 M3.4 7.2 L12 7.2 C15 7.2 16.8 9.2 16.8 11.8 C16.8 14.4 15 "
            "16.4 12 16.4 L8 16.4"
        ),
        "",
    ),
    "redo": (
        (
            "M13.2 3.6 L16.8 7.2 L13.2 10.8 M16.6 7.2 L8 7.2 C5 7.2 3.2 9.2 3.2 11.8 C3.2 14.4 5 "
            "16.4 "
            "8 16.4 L12 16.4"
        ),
        "",
    ),
    "play": ("M6.4 4 L15.6 10 L6.4 16 Z", ""),
    "pause": ("M7 4 L7 16 M13 4 L13 16", ""),
    "step": ("M5.4 4 L12.6 10 L5.4 16 Z M15.4 4 L15.4 16", ""),
    "step-back": ("M14.6 4 L7.4 10 L14.6 16 Z M4.6 4 L4.6 16", ""),
    "open": ("M3 16 L3 4.4 L8 4.4 L9.8 6.6 L17 6.6 L17 16 Z", ""),
    "export": (
        "M10 12.8 L10 3.2 M6.4 6.6 L10 3 L13.6 6.6 M3.4 12.2 L3.4 16.8 L16.6 16.8 L16.6 12.2",
        "",
    ),
    "help": (
        (
            "O 10 10 7.4 M7.8 8 C7.8 6.4 8.8 5.8 10 5.8 C11.2 5.8 12.2 6.5 12.2 7.8 C12.2 9.4 10 "
            "9.6 "
            "10 11.4"
        ),
        "10 14 0.95",
    ),
}
NAMES = tuple(_ICONS)


@dataclass(frozen=True, eq=False)
class IconPath:
    """One icon: the strokes and the dots, in a box of 20."""

    strokes: QPainterPath
    dots: QPainterPath
    mitred: bool = False

    def paint(self, painter: QPainter, size: float, colour: QColor) -> None:
        """Draw the icon at the painter's origin, ``size`` wide and high."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(size / BOX, size / BOX)
        pen = QPen(colour, LINE)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin if self.mitred else Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(self.strokes, pen)
        painter.fillPath(self.dots, colour)
        painter.restore()


@cache
def icon_path(name: str) -> IconPath:
    """An icon by name (``NAMES``; KeyError for others)."""
    strokes, dots = _ICONS[name]
    filled, numbers = QPainterPath(), [float(number) for number in dots.split()]
    for x, y, radius in zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True):
        filled.addEllipse(QPointF(x, y), radius, radius)
    return IconPath(_path(strokes), filled, mitred=name == "add-minus")


def _path(data: str) -> QPainterPath:
    path, tokens = QPainterPath(), data.split()
    position = 0

    def numbers(count: int) -> list[float]:
        nonlocal position
        part = tokens[position : position + count]
        position += count
        return [float(token.lstrip("MLC")) for token in part]

    while position < len(tokens):
        command = tokens[position][0]
        if command in "ZOE":
            position += 1
        match command:
            case "M":
                path.moveTo(*numbers(2))
            case "L":
                path.lineTo(*numbers(2))
            case "C":
                path.cubicTo(*numbers(6))
            case "Z":
                path.closeSubpath()
            case "O":
                x, y, radius = numbers(3)
                path.addEllipse(QPointF(x, y), radius, radius)
            case _:
                _add_ellipse(path, *numbers(5))
    return path


def _add_ellipse(
    path: QPainterPath, x: float, y: float, a: float, b: float, degrees: float
) -> None:
    ellipse = QPainterPath()
    ellipse.addEllipse(QPointF(0, 0), a, b)
    path.addPath(QTransform().translate(x, y).rotate(degrees).map(ellipse))


def application_icon() -> QIcon:
    """The icon of the program: two classes and the line between them."""
    # imported here: only this icon needs it, and the window shows first
    from PySide6.QtSvg import QSvgRenderer

    result, renderer = (
        QIcon(),
        QSvgRenderer(QByteArray((assets() / "icons" / "linclass.svg").read_bytes())),
    )
    for size in (16, 24, 32, 48, 64, 128, 256):
        image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        with painting(image) as painter:
            renderer.render(painter, QRectF(0, 0, size, size))
        result.addPixmap(QPixmap.fromImage(image))
    return result


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
MOST_POINTS, POINT, AROUND = 600, 5.0, 0.06
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
    rows = few_of_each(dataset.labels, max(1, len(dataset) // MOST_POINTS))
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


def paint_plot(image: QImage, figure: Figure, place: QRectF, palette: Palette) -> None:
    """A linked plot in a small place of an image: its marks without their words and axes."""
    theme = _plot_theme(palette)
    area = (place.x(), place.y(), place.width(), place.height())
    transform = fit_transform(figure, area)
    marks = [
        mark
        for mark in figure_for_device(figure, transform, theme).marks
        if isinstance(mark, Area | Dots | Field | Path)
    ]
    markers = [
        Dots(np.array([marker.at]), marker.role, slot=marker.slot, emphasis=marker.emphasis)
        for marker in figure.markers
    ]
    with painting(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(place.adjusted(-1.0, -1.0, 1.0, 1.0))
        painter.setPen(QColor(palette.hairline))
        painter.drawLine(place.bottomLeft(), place.bottomRight())
        draw_marks(QtSurface(painter), [*marks, *markers], transform, theme)


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


@lru_cache(maxsize=4)
def _plot_theme(palette: Palette) -> Theme:
    """The theme of a linked plot as a small picture."""
    return replace(LIGHT, name="small-plot", palette=palette, line=0.6, point=3.0)
