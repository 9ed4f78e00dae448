"""What did not change since the last frame, kept as pictures: heavy dots, and the axes.

Everything that redraws 100 000 dots misses 60 frames a second; putting a picture of them back takes a fraction of a millisecond.
Dots are recognised by identity: the same mark under the same transform and theme looks the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil, floor
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap

from ..core.appearance.theme import Theme
from ..core.marks import Dots, Figure, Mark
from ..core.transform import Transform
from .axes import axes_boxes, draw_axes
from .painter import draw_marks, visible
from .painting import painting
from .sprites import WindowSurface

HEAVY = 64  # from here on a picture is kept
Key = tuple[object, ...]
M = TypeVar("M", bound=Mark)


@dataclass(frozen=True, eq=False)
class Layer:
    """A picture of dots and where its upper left corner lies, in device pixels."""

    pixmap: QPixmap
    left: int
    top: int


class BakedDots:
    """Draws heavy dots; from the second time on, unchanged ones come from a picture, neighbours from one.

    The first time they are drawn directly: while somebody zooms, or drags a whole class, a picture would be thrown away after
    one frame.
    """

    def __init__(self) -> None:
        self._layers: dict[Key, Layer] = {}
        self._kept: set[Key] = set()
        self._seen: set[Key] = set()
        self._now: set[Key] = set()

    def draw(self, surface: WindowSurface, group: tuple[Dots, ...], transform: Transform, theme: Theme) -> None:
        """Draw heavy marks that follow each other."""
        painter = surface.painter
        device = painter.deviceTransform()
        look = (transform, theme.name, theme.point, device.m11(), device.dx(), device.dy())
        keys = {dots: (dots, look) for dots in group}
        self._now.update(keys.values())
        for known, marks in stretches(group, [keys[dots] in self._seen for dots in group]):
            if known:
                self._put_back(painter, marks, look, transform, theme)
            else:
                draw_marks(surface, marks, transform, theme)

    def _put_back(self, painter: QPainter, marks: tuple[Dots, ...], look: Key, transform: Transform, theme: Theme) -> None:
        key = (marks, look)
        if key not in self._layers:
            self._layers[key] = _bake(painter, marks, transform, theme)
        self._kept.add(key)
        _blit(painter, self._layers[key])

    def end_frame(self) -> None:
        """Forget the pictures that this frame did not use."""
        self._seen, self._now = self._now, set()
        self._layers = {key: self._layers[key] for key in self._kept}
        self._kept = set()

    @property
    def layers(self) -> int:
        """The number of pictures kept."""
        return len(self._layers)


def runs(marks: tuple[Mark, ...]) -> list[tuple[bool, tuple[Mark, ...]]]:
    """The marks in their order, cut into runs of heavy dots (True) and of everything else (False)."""
    return stretches(marks, [isinstance(mark, Dots) and len(mark.xy) >= HEAVY for mark in marks])


def stretches(marks: Sequence[M], kinds: list[bool]) -> list[tuple[bool, tuple[M, ...]]]:
    """Neighbours of one kind together, in their order."""
    found: list[tuple[bool, tuple[M, ...]]] = []
    start = 0
    for end in range(1, len(marks) + 1):
        if end == len(marks) or kinds[end] is not kinds[start]:
            found.append((kinds[start], tuple(marks[start:end])))
            start = end
    return found


class BakedAxes:
    """Draws the axes; while nothing about them changes they come from pictures too: forty small texts cost a millisecond."""

    def __init__(self) -> None:
        self._key: Key = ()
        self._layers: tuple[Layer, ...] = ()

    def draw(self, surface: WindowSurface, figure: Figure, transform: Transform, theme: Theme) -> None:
        """Draw the ticks, their labels and the names of the axes."""
        painter = surface.painter
        device = painter.deviceTransform()
        look = (theme.name, theme.caption, device.m11(), device.dx(), device.dy())
        key = (figure.x, figure.y, figure.lanes, figure.legend, figure.ends, figure.equal, transform, *look)
        if key != self._key:
            self._key, self._layers = key, ()
            draw_axes(surface, figure, transform, theme)
            return
        if not self._layers:
            paint = partial(_paint_axes, figure=figure, transform=transform, theme=theme)
            self._layers = tuple(_layer(painter, *box, paint) for box in axes_boxes(figure, transform, theme))
        for layer in self._layers:
            _blit(painter, layer)


def _paint_axes(painter: QPainter, figure: Figure, transform: Transform, theme: Theme) -> None:
    draw_axes(WindowSurface(painter), figure, transform, theme)


def _bake(painter: QPainter, marks: tuple[Dots, ...], transform: Transform, theme: Theme) -> Layer:
    """The picture of marks, just large enough for the dots in view."""
    boxes = [box for dots in marks if (box := _box(dots, transform, theme)) is not None]
    if not boxes:
        return Layer(QPixmap(), 0, 0)
    left, top, right, bottom = zip(*boxes, strict=True)
    return _layer(painter, min(left), min(top), max(right), max(bottom), partial(_paint, marks, transform=transform, theme=theme))


def _box(dots: Dots, transform: Transform, theme: Theme) -> tuple[float, float, float, float] | None:
    """The rectangle (left, top, right, bottom) of the dots in view, None when there are none."""
    size = theme.style(dots.role).size * (1.0 if dots.sizes is None else float(dots.sizes.max()))
    xy, _ = visible(transform.map(dots.xy), None, transform.box, size)
    if len(xy) == 0:
        return None
    (left, top), (right, bottom) = xy.min(axis=0).tolist(), xy.max(axis=0).tolist()
    return left - size, top - size, right + size, bottom + size


def _paint(marks: tuple[Dots, ...], painter: QPainter, transform: Transform, theme: Theme) -> None:
    draw_marks(WindowSurface(painter), marks, transform, theme)


def _layer(painter: QPainter, left: float, top: float, right: float, bottom: float, paint: Callable[[QPainter], None]) -> Layer:
    """A picture of a rectangle of the painter, on the pixels of its device."""
    device = painter.deviceTransform()
    scale = device.m11()
    x, y = floor(left * scale + device.dx()) - 1, floor(top * scale + device.dy()) - 1
    pixmap = QPixmap(ceil(right * scale + device.dx()) + 1 - x, ceil(bottom * scale + device.dy()) + 1 - y)
    pixmap.fill(Qt.GlobalColor.transparent)
    with painting(pixmap) as inner:
        inner.translate(device.dx() - x, device.dy() - y)
        inner.scale(scale, scale)
        paint(inner)
    return Layer(pixmap, x, y)


def _blit(painter: QPainter, layer: Layer) -> None:
    """Put a picture back, pixel on pixel."""
    outer = painter.worldTransform()
    painter.setWorldTransform(painter.deviceTransform().inverted()[0] * outer)
    painter.drawPixmap(layer.left, layer.top, layer.pixmap)
    painter.setWorldTransform(outer)
