"""What did not change since the last frame, kept as pictures: heavy dots, and the axes.

Everything that redraws 100 000 dots misses 60 frames a second; putting a picture of them back takes a fraction of a millisecond.
Dots are recognised by identity: the same mark under the same transform and theme looks the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from math import ceil, floor

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap

from ..core.marks import Dots, Figure, Mark
from ..core.theme import Theme
from ..core.transform import Transform
from .axes import axes_boxes, draw_axes
from .painter import draw_dots, visible
from .sprites import WindowSurface

HEAVY = 64  # from here on a picture is kept
Key = tuple[object, ...]


@dataclass(frozen=True, eq=False)
class Layer:
    """A picture of dots and where its upper left corner lies, in device pixels."""

    pixmap: QPixmap
    left: int
    top: int


class BakedDots:
    """Draws heavy dots; from the second time on, unchanged ones come from a picture.

    The first time they are drawn directly: while somebody zooms, or drags a whole class, a picture would be thrown away after
    one frame.
    """

    def __init__(self) -> None:
        self._layers: dict[Key, Layer] = {}
        self._seen: set[Key] = set()
        self._now: set[Key] = set()

    def draw(self, painter: QPainter, dots: Dots, transform: Transform, theme: Theme) -> None:
        """Draw one mark."""
        device = painter.deviceTransform()
        key = (dots, transform, theme.name, theme.point, device.m11(), device.dx(), device.dy())
        self._now.add(key)
        if key not in self._layers:
            if key not in self._seen:
                draw_dots(WindowSurface(painter), dots, transform, theme)
                return
            self._layers[key] = _bake(painter, dots, transform, theme)
        _blit(painter, self._layers[key])

    def end_frame(self) -> None:
        """Forget the pictures that this frame did not use."""
        self._seen, self._now = self._now, set()
        self._layers = {key: layer for key, layer in self._layers.items() if key in self._seen}

    @property
    def layers(self) -> int:
        """The number of pictures kept."""
        return len(self._layers)


def runs(marks: tuple[Mark, ...]) -> Iterator[tuple[bool, tuple[Mark, ...]]]:
    """The marks in their order, cut into single heavy dots (True) and runs of everything else (False).

    Each has a picture of its own: beside dots that change in every frame (support vectors during a drag) the others keep theirs.
    """
    light: list[Mark] = []
    for mark in marks:
        if not isinstance(mark, Dots) or len(mark.xy) < HEAVY:
            light.append(mark)
            continue
        if light:
            yield False, tuple(light)
            light = []
        yield True, (mark,)
    if light:
        yield False, tuple(light)


class BakedAxes:
    """Draws the axes; while nothing about them changes they come from pictures too: forty small texts cost a millisecond."""

    def __init__(self) -> None:
        self._key: Key = ()
        self._layers: tuple[Layer, ...] = ()

    def draw(self, painter: QPainter, figure: Figure, transform: Transform, theme: Theme) -> None:
        """Draw the ticks, their labels and the names of the axes."""
        device = painter.deviceTransform()
        axes = [(a.low, a.high, a.label, a.ticks, a.suffix, a.visible) for a in (figure.x, figure.y)]
        key = (*axes, figure.equal, transform, theme.name, theme.caption, device.m11(), device.dx(), device.dy())
        if key != self._key:
            self._key, self._layers = key, ()
            draw_axes(WindowSurface(painter), figure, transform, theme)
            return
        if not self._layers:
            paint = partial(_paint_axes, figure=figure, transform=transform, theme=theme)
            self._layers = tuple(_layer(painter, *box, paint) for box in axes_boxes(figure, transform, theme))
        for layer in self._layers:
            _blit(painter, layer)


def _paint_axes(painter: QPainter, figure: Figure, transform: Transform, theme: Theme) -> None:
    draw_axes(WindowSurface(painter), figure, transform, theme)


def _bake(painter: QPainter, dots: Dots, transform: Transform, theme: Theme) -> Layer:
    """The picture of a mark, just large enough for the dots in view."""
    size = theme.style(dots.role).size * (1.0 if dots.sizes is None else float(dots.sizes.max()))
    xy, _ = visible(transform.map(dots.xy), None, transform.box, size)
    if len(xy) == 0:
        return Layer(QPixmap(), 0, 0)
    (left, top), (right, bottom) = xy.min(axis=0) - size, xy.max(axis=0) + size
    return _layer(painter, left, top, right, bottom, partial(_paint_dots, dots=dots, transform=transform, theme=theme))


def _paint_dots(painter: QPainter, dots: Dots, transform: Transform, theme: Theme) -> None:
    draw_dots(WindowSurface(painter), dots, transform, theme)


def _layer(painter: QPainter, left: float, top: float, right: float, bottom: float, paint: Callable[[QPainter], None]) -> Layer:
    """A picture of a rectangle of the painter, on the pixels of its device."""
    device = painter.deviceTransform()
    scale = device.m11()
    x, y = floor(left * scale + device.dx()) - 1, floor(top * scale + device.dy()) - 1
    pixmap = QPixmap(ceil(right * scale + device.dx()) + 1 - x, ceil(bottom * scale + device.dy()) + 1 - y)
    pixmap.fill(Qt.GlobalColor.transparent)
    inner = QPainter(pixmap)
    inner.translate(device.dx() - x, device.dy() - y)
    inner.scale(scale, scale)
    paint(inner)
    inner.end()
    return Layer(pixmap, x, y)


def _blit(painter: QPainter, layer: Layer) -> None:
    """Put a picture back, pixel on pixel."""
    outer = painter.worldTransform()
    painter.setWorldTransform(painter.deviceTransform().inverted()[0] * outer)
    painter.drawPixmap(layer.left, layer.top, layer.pixmap)
    painter.setWorldTransform(outer)
