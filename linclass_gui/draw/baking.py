"""What did not change since the last frame, kept as pictures: the ground with all that rests on it, heavy marks, and the axes.

Everything that redraws 100 000 dots misses 60 frames a second; putting a picture of them back takes a fraction of a millisecond.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from math import ceil, floor
from typing import Any, NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from ..core.appearance.theme import Theme
from ..core.marks import Area, Dots, Figure, Mark, Path
from ..core.transform import Transform
from .axes import axes_boxes, draw_axes, draw_grid
from .painter import draw_marks, visible
from .painting import painting
from .sprites import WindowSurface

BAKED = (Dots, Path, Area)  # of these pictures are kept
HEAVY = 64  # points from which on a picture of a mark is kept
LARGE = 2048  # points from which on a mark has a picture of its own, which is not drawn anew when a neighbour changes
# Frames that a large mark must have rested before it has a picture, and any other one, and before it is painted into the ground.
SOON, SEEN, RESTED = 1, 2, 3
WORTH, LONGEST = 6, 48  # frames that a picture must have served to be worth its making; how long the next one waits at the most
HEAD = 8.0  # how far an arrow head or a corner of a line may reach, in widths of lines
Key = tuple[Any, ...]
Box = tuple[float, float, float, float]  # left, top, right, bottom


class Look(NamedTuple):
    """All that decides about the pixels of a mark: transform, theme, and how the painter's units lie on whole pixels."""

    transform: Transform
    theme: Theme
    scale: float
    dx: float
    dy: float


def device_of(painter: QPainter) -> tuple[float, float, float]:
    """How the units of a painter lie on whole pixels: their size, and where the first one begins."""
    device = painter.deviceTransform()
    return device.m11(), device.dx() % 1.0, device.dy() % 1.0


def look_of(painter: QPainter, transform: Transform, theme: Theme) -> Look:
    """How marks look that are painted there."""
    return Look(transform, theme, *device_of(painter))


class Patience:
    """How many frames to wait before a picture is made: longer after pictures that did not serve long enough to be worth it."""

    def __init__(self, least: int) -> None:
        self._least, self._wasted = least, 0

    @property
    def frames(self) -> int:
        """The number of frames that a mark must have rested."""
        return self._least << max(self._wasted - 1, 0)

    def note(self, served: int) -> None:
        """Note that a picture was thrown away after ``served`` frames."""
        if served >= WORTH:
            self._wasted = 0
        elif self.frames < LONGEST:
            self._wasted += 1


@dataclass(frozen=True, eq=False)
class Layer:
    """A picture, and where its upper left corner lies from the pixel in which the painter's origin is."""

    pixmap: QPixmap
    left: int
    top: int


class BakedMarks:
    """Draws marks; heavy ones that rest come from a picture, with neighbours that rest as long.

    The first times they are drawn directly: while somebody zooms, or drags a whole class, a picture would be thrown away after
    one frame.
    """

    def __init__(self) -> None:
        self._layers: dict[tuple[tuple[Mark, ...], Look], Layer] = {}
        self._used: set[tuple[tuple[Mark, ...], Look]] = set()
        self._served: dict[tuple[tuple[Mark, ...], Look], int] = {}  # in how many frames each picture was used
        self._patience: dict[str, Patience] = {}

    def draw(self, surface: WindowSurface, marks: tuple[Mark, ...], ages: Mapping[Mark, int], look: Look) -> None:
        """Draw marks; ``ages`` says for how many frames each has rested."""
        transform, theme = look.transform, look.theme
        direct: tuple[Mark, ...] = ()
        for stretch, points in _stretches(marks, ages):
            if points < HEAVY or ages[stretch[0]] < SOON:
                direct += stretch
                continue
            key = (stretch, look)
            if key not in self._layers:
                if ages[stretch[0]] < self._patience_for(stretch[0], points).frames:
                    direct += stretch
                    continue
                self._layers[key] = _bake(surface.painter, stretch, transform, theme)
                self._served[key] = 0
            draw_marks(surface, direct, transform, theme)
            direct = ()
            self._used.add(key)
            self._served[key] += 1
            _blit(surface.painter, self._layers[key])
        draw_marks(surface, direct, transform, theme)

    def end_frame(self, on_ground: tuple[Mark, ...]) -> None:
        """Forget the pictures that this frame did not use; those of marks on the ground are wanted when that breaks."""
        if len(self._used) < len(self._layers):
            known = set(on_ground)
            for key in [key for key in self._layers if key not in self._used and not known.issuperset(key[0])]:
                del self._layers[key]
                self._patience[key[0][0].role].note(self._served.pop(key))
        self._used.clear()

    def _patience_for(self, mark: Mark, points: int) -> Patience:
        """Marks of one role are as restless as each other."""
        known = self._patience.get(mark.role)
        if known is None:
            known = self._patience[mark.role] = Patience(SOON if points >= LARGE else SEEN)
        return known

    @property
    def layers(self) -> int:
        """The number of pictures kept."""
        return len(self._layers)


def _stretches(marks: tuple[Mark, ...], ages: Mapping[Mark, int]) -> list[tuple[tuple[Mark, ...], int]]:
    """The marks in their order, cut into neighbours that share a picture (those that rest as long, large ones alone), each with the
    points of its largest.
    """
    found: list[tuple[tuple[Mark, ...], int]] = []
    start, last, most = 0, -1, 0
    for k, mark in enumerate(marks):
        age, points = ages[mark], len(mark.xy) if isinstance(mark, BAKED) else 0
        if age >= SOON and not 0 < points < LARGE:
            age = -1 - k
        if k and age != last:
            found.append((marks[start:k], most))
            start, most = k, 0
        last, most = age, max(most, points)
    return [*found, (marks[start:], most)] if marks else []


class BakedGround:
    """The ground of a picture, its grid and the axes around a plot, and the first marks as far as they have rested: one opaque
    picture.

    It is made anew when one of its marks has changed, and when the next heavy one has come to rest, later and later while that does
    not last; the first time it is drawn directly.
    """

    def __init__(self) -> None:
        self.marks: tuple[Mark, ...] = ()  # that are on it
        self._key: Key = ()
        self._bare: Layer | None = None  # of a plot, with its axes
        self._layer: Layer | None = None
        self._patience, self._served = Patience(RESTED), 0

    def draw(
        self,
        surface: WindowSurface,
        rect: QRectF,
        figure: Figure,
        marks: tuple[Mark, ...],
        baked: BakedMarks,
        ages: Mapping[Mark, int],
        look: Look,
    ) -> tuple[Mark, ...]:
        """Draw the ground of a figure with such marks; those that are not on it come back."""
        key = (figure.x, figure.y, figure.lanes, figure.legend, figure.ends, figure.grid, rect, look)
        if key != self._key:
            self._key, self._bare, self._layer, self.marks = key, None, None, ()
            _draw_ground(surface, rect, figure, look)
            return marks
        if self.marks != marks[: len(self.marks)]:
            self._layer, self.marks = None, ()
            self._patience.note(self._served)
            self._served = 0
        rested, patience = len(self.marks), self._patience.frames
        while rested < len(marks) and ages[marks[rested]] >= patience:
            rested += 1
        if any(map(_is_worth_a_ground, marks[len(self.marks) : rested])):
            self.marks = marks[:rested]

            def paint(inner: QPainter) -> None:
                on_it = WindowSurface(inner)
                self._lay_bare(on_it, rect, figure, look)
                baked.draw(on_it, self.marks, ages, look)

            self._layer = _layer(surface.painter, _box_of(rect), paint, look.theme.palette.canvas)
        if self._layer is None:
            self._lay_bare(surface, rect, figure, look)
        else:
            self._served += 1
            _blit(surface.painter, self._layer)
        return marks[len(self.marks) :]

    def _lay_bare(self, surface: WindowSurface, rect: QRectF, figure: Figure, look: Look) -> None:
        """The ground without marks; that of a plot has many small texts around it and is kept as a picture."""
        if figure.equal:
            _draw_ground(surface, rect, figure, look)
            return
        if self._bare is None:

            def paint(inner: QPainter) -> None:
                _draw_ground(WindowSurface(inner), rect, figure, look)

            self._bare = _layer(surface.painter, _box_of(rect), paint, look.theme.palette.canvas)
        _blit(surface.painter, self._bare)


def _is_worth_a_ground(mark: Mark) -> bool:
    return isinstance(mark, Area) or (isinstance(mark, BAKED) and len(mark.xy) >= HEAVY)


def _box_of(rect: QRectF) -> Box:
    return rect.left(), rect.top(), rect.right(), rect.bottom()


def _draw_ground(surface: WindowSurface, rect: QRectF, figure: Figure, look: Look) -> None:
    transform, theme = look.transform, look.theme
    surface.painter.fillRect(rect, QColor(theme.palette.canvas))
    draw_grid(surface, figure, transform, theme)
    if not figure.equal:
        draw_axes(surface, figure, transform, theme)


class BakedAxes:
    """Draws the axes inside a canvas; while nothing about them changes they come from pictures: forty small texts cost a
    millisecond.
    """

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
            self._layers = tuple(_layer(painter, box, paint) for box in axes_boxes(figure, transform, theme))
        for layer in self._layers:
            _blit(painter, layer)


def _paint_axes(painter: QPainter, figure: Figure, transform: Transform, theme: Theme) -> None:
    draw_axes(WindowSurface(painter), figure, transform, theme)


def _bake(painter: QPainter, marks: tuple[Mark, ...], transform: Transform, theme: Theme) -> Layer:
    """The picture of marks, just large enough for what is in view."""
    boxes = [box for mark in marks if (box := _box(mark, transform, theme)) is not None]
    if not boxes:
        return Layer(QPixmap(), 0, 0)
    left, top, right, bottom = zip(*boxes, strict=True)
    return _layer(painter, (min(left), min(top), max(right), max(bottom)), partial(_paint, marks, transform=transform, theme=theme))


def _box(mark: Mark, transform: Transform, theme: Theme) -> Box | None:
    """The rectangle (left, top, right, bottom) of what is in view of a mark, None when nothing is."""
    assert isinstance(mark, Dots | Path | Area)
    style = theme.style(mark.role)
    if isinstance(mark, Dots):
        reach = style.size * (1.0 if mark.sizes is None else float(mark.sizes.max()))
        xy, _ = visible(transform.map(mark.xy), None, transform.box, reach)
    else:
        reach, xy = HEAD * (style.width + theme.line), transform.map(mark.xy)
        xy = np.clip(xy[np.isfinite(xy).all(axis=1)], (transform.left, transform.top), (transform.right, transform.bottom))
    if len(xy) == 0:
        return None
    (left, top), (right, bottom) = xy.min(axis=0).tolist(), xy.max(axis=0).tolist()
    return left - reach, top - reach, right + reach, bottom + reach


def _paint(marks: tuple[Mark, ...], painter: QPainter, transform: Transform, theme: Theme) -> None:
    draw_marks(WindowSurface(painter), marks, transform, theme)


def _layer(painter: QPainter, box: Box, paint: Callable[[QPainter], None], ground: str = "") -> Layer:
    """A picture of a rectangle of the painter, on the pixels of its device; without a colour of its own it is transparent."""
    device, room = painter.deviceTransform(), 0 if ground else 1
    scale, dx, dy = device.m11(), device.dx() % 1.0, device.dy() % 1.0
    left, top = floor(box[0] * scale + dx) - room, floor(box[1] * scale + dy) - room
    pixmap = QPixmap(ceil(box[2] * scale + dx) + room - left, ceil(box[3] * scale + dy) + room - top)
    pixmap.fill(QColor(ground) if ground else Qt.GlobalColor.transparent)
    with painting(pixmap) as inner:
        inner.translate(dx - left, dy - top)
        inner.scale(scale, scale)
        paint(inner)
    return Layer(pixmap, left, top)


def _blit(painter: QPainter, layer: Layer) -> None:
    """Put a picture back, pixel on pixel."""
    device = painter.deviceTransform()
    left, top = layer.left + floor(device.dx()), layer.top + floor(device.dy())
    if device.m11() == 1.0:
        painter.drawPixmap(QPointF(left - device.dx(), top - device.dy()), layer.pixmap)
        return
    outer = painter.worldTransform()
    painter.setWorldTransform(device.inverted()[0] * outer)
    painter.drawPixmap(left, top, layer.pixmap)
    painter.setWorldTransform(outer)
