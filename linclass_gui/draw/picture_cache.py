"""Marks at rest are painted once: the ground and heavy marks that did not change are put back as
pictures.

Redrawing 100 000 dots misses 60 frames a second; putting a picture of them back takes a fraction of
a millisecond.

Marks are known by identity.  While one of many points is dragged most lines are computed anew and
are where they were, up to a hundredth of a pixel: those that moved invisibly little are replaced by
the painted ones.  At rest only identical marks count as resting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from math import ceil, floor
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from ..scene.marks import Area, Dots, Figure, Mark, Path, mark_groups
from ..scene.theme import Theme
from ..scene.view import Transform
from .axes import draw_axes, draw_grid
from .painter import draw_marks
from .qt_surface import painting
from .sprites import WindowSurface

HEAVY = 64  # points from which on a picture of a mark is faster
# points from which on a mark shares its picture only with such marks: a light one that moves does
# not break it
LARGE = 2048
# frames that a mark must rest before it is painted into a picture, so that zooming makes none
RESTED = 3
Run = tuple[Mark, ...]
# pixels from the place where a mark was painted: invisible in motion; at rest each is in its own
# place
UNSEEN = 0.25
AHEAD = 6  # marks of the last frame that each is compared with
FOLLOWED = (Path, Dots, Area)  # kinds that may move invisibly
FEW_POINTS = 8  # points up to which a plain loop is faster than numpy


class Rendering(NamedTuple):
    """All that determines the pixels of a mark: transform, theme, and how the painter's units lie
    on whole pixels.
    """

    transform: Transform
    theme: Theme
    scale: float
    dx: float
    dy: float


def device_of(painter: QPainter) -> tuple[float, float, float]:
    """How the units of a painter lie on whole pixels: their size, and where the first one
    begins.
    """
    device = painter.deviceTransform()
    return device.m11(), device.dx() % 1.0, device.dy() % 1.0


class PictureCache:
    """Draws the ground of a figure and its marks; runs of marks that rest come from pictures, the
    first of them with the ground.
    """

    def __init__(self) -> None:
        # of the last frame: is the ground in it, and its marks
        self.pictures: dict[tuple[bool, Run], QPixmap] = {}
        self._ground: tuple[Any, ...] = ()  # all that determines the pixels of the ground

    def draw(
        self,
        surface: WindowSurface,
        rect: QRectF,
        figure: Figure,
        marks: Run,
        ages: Mapping[Mark, int],
        look: Rendering,
    ) -> None:
        """Draw a figure; ``ages`` are the numbers of frames for which its marks have looked the
        same.
        """
        ground = (
            figure.x,
            figure.y,
            figure.square,
            figure.lanes,
            figure.legend,
            figure.ends,
            figure.grid,
            rect,
            look,
        )
        is_known = ground == self._ground
        old_pictures, self.pictures, self._ground = self.pictures if is_known else {}, {}, ground
        runs = list(_runs(marks, ages))
        if not runs or not runs[0][1]:
            runs.insert(0, ((), is_known))
        for place, (run, rests) in enumerate(runs):
            key = (place == 0, run)
            paint = partial(_paint, rect if place == 0 else None, figure, run, look)
            if not rests:
                paint(surface)
                continue
            self.pictures[key] = old_pictures.get(key) or _paint_picture(
                surface.painter, rect, paint
            )
            _put_back(surface.painter, rect, self.pictures[key])


def _runs(marks: Run, ages: Mapping[Mark, int]) -> Iterator[tuple[Run, bool]]:
    """The marks in their order, cut into runs that rest and runs that do not; one that rests ends
    with a heavy mark.
    """
    sets = mark_groups(marks)
    kinds = [
        (min([ages[mark] for mark in group_marks]) >= RESTED, _points(group_marks) >= LARGE)
        for group_marks in sets
    ]
    for (rests, _), group in groupby(zip(kinds, sets, strict=True), itemgetter(0)):
        run, end = list[Mark](), 0
        for _, group_marks in group:
            run += group_marks
            if rests and _is_heavy(group_marks):
                end = len(run)
        if end:
            yield tuple(run[:end]), True
        if end < len(run):
            yield tuple(run[end:]), False


def _points(marks: list[Mark]) -> int:
    return sum([len(mark.xy) for mark in marks if isinstance(mark, Dots | Path)])


def _is_heavy(marks: list[Mark]) -> bool:
    return isinstance(marks[0], Area) or _points(marks) >= HEAVY


def _paint(
    ground: QRectF | None, figure: Figure, marks: Run, look: Rendering, surface: WindowSurface
) -> None:
    """Marks, the first of a picture with the ground: its colour, the grid, and the axes around a
    plot.
    """
    if ground is not None:
        surface.painter.fillRect(ground, QColor(look.theme.palette.canvas))
        draw_grid(surface, figure, look.transform, look.theme)
        if not figure.equal:
            rect = (ground.left(), ground.top(), ground.width(), ground.height())
            draw_axes(surface, figure, look.transform, look.theme, rect)
    if any(figure.cut):
        with _cut_to_field(surface.painter, figure, look.transform):
            draw_marks(surface, marks, look.transform, look.theme)
    else:
        draw_marks(surface, marks, look.transform, look.theme)


@contextmanager
def _cut_to_field(painter: QPainter, figure: Figure, field: Transform) -> Iterator[None]:
    """Cut what is painted at the edges of the field that are not ends of the axes."""
    (across, up), size = figure.cut, max(field.right, field.bottom)
    dx, dy = 0.0 if across else size, 0.0 if up else size
    painter.save()
    edges = QRectF(field.left, field.top, field.width, field.height)
    painter.setClipRect(edges.adjusted(-dx, -dy, dx, dy))
    yield
    painter.restore()


def _corner(painter: QPainter, rect: QRectF) -> tuple[int, int]:
    """The pixel of the device in which a rectangle of the painter begins."""
    device = painter.deviceTransform()
    return floor(rect.left() * device.m11() + device.dx()), floor(
        rect.top() * device.m11() + device.dy()
    )


def _paint_picture(
    painter: QPainter, rect: QRectF, paint: Callable[[WindowSurface], None]
) -> QPixmap:
    """A picture of what is painted in a rectangle of the painter, on the pixels of its device,
    transparent outside.
    """
    device, (left, top) = painter.deviceTransform(), _corner(painter, rect)
    pixmap = QPixmap(
        ceil(rect.right() * device.m11() + device.dx()) - left,
        ceil(rect.bottom() * device.m11() + device.dy()) - top,
    )
    pixmap.fill(Qt.GlobalColor.transparent)
    with painting(pixmap) as inner:
        inner.translate(device.dx() - left, device.dy() - top)
        inner.scale(device.m11(), device.m11())
        paint(WindowSurface(inner))
    return pixmap


def _put_back(painter: QPainter, rect: QRectF, pixmap: QPixmap) -> None:
    """Put a picture back, pixel on pixel."""
    device, outer, (left, top) = (
        painter.deviceTransform(),
        painter.worldTransform(),
        _corner(painter, rect),
    )
    painter.setWorldTransform(device.inverted()[0] * outer)
    painter.drawPixmap(QPointF(left, top), pixmap)
    painter.setWorldTransform(outer)


class MarkAges:
    """Follows the marks of a picture from frame to frame; ``ages`` counts the frames for which each
    has looked as it does.
    """

    def __init__(self) -> None:
        self.ages: dict[Mark, int] = {}
        self._look: tuple[object, ...] = ()

    def next_marks(
        self,
        marks: tuple[Mark, ...],
        transform: Transform,
        look: tuple[object, ...],
        in_motion: bool,
    ) -> tuple[Mark, ...]:
        """The marks of the next frame; in motion those that look like one of the last frame are
        replaced by that one.

        ``look`` is all that determines the pixels besides the marks: when it changes, nothing has
        rested.
        """
        before = self.ages if look == self._look else {}
        # Marks keep their order: each is compared with the next few of the last frame.
        last, index = tuple(before) if in_motion else (), 0
        ages: dict[Mark, int] = {}
        result: list[Mark] = []
        for mark in marks:
            shown_mark = mark
            if in_motion and mark not in before and isinstance(mark, FOLLOWED):
                for k in range(index, min(index + AHEAD, len(last))):
                    old = last[k]
                    if (
                        old.role != mark.role
                        or type(old) is not type(mark)
                        or old.slot != mark.slot
                        or old in ages
                    ):
                        continue
                    if _look_alike(old, mark, transform):
                        shown_mark, index = old, k + 1
                        break
            result.append(shown_mark)
            ages[shown_mark] = before.get(shown_mark, -1) + 1
        self.ages, self._look = ages, look
        return tuple(result)


def _look_alike(old: Mark, new: Mark, transform: Transform) -> bool:
    """Whether two marks of one kind, role and colour differ invisibly."""
    if isinstance(old, Path) and isinstance(new, Path):
        if (
            old.emphasis is not new.emphasis
            or old.arrow != new.arrow
            or old.joined != new.joined
            or old.closed is not new.closed
        ):
            return False
        if old.under != new.under:
            return False
    elif isinstance(old, Dots) and isinstance(new, Dots):
        if (
            old.emphasis is not new.emphasis
            or (old.sizes is None) is not (new.sizes is None)
            or old.turns is not new.turns
        ):
            return False
        if old.sizes is not None and not np.array_equal(old.sizes, new.sizes):  # type: ignore[arg-type]
            return False
    elif not (isinstance(old, Area) and isinstance(new, Area)):
        return False
    if old.faded is not new.faded or old.xy.shape != new.xy.shape:
        return False
    if old.xy is new.xy:
        return True
    if len(old.xy) > FEW_POINTS:
        distances = np.abs(new.xy - old.xy)
        # Column by column: several times as fast as both at once.  NaN lies nowhere.
        if not np.maximum.reduce(distances[:, 1]) * transform.scale_y <= UNSEEN:
            return False
        return bool(np.maximum.reduce(distances[:, 0]) * transform.scale_x <= UNSEEN)
    for (x0, y0), (x1, y1) in zip(old.xy.tolist(), new.xy.tolist(), strict=True):
        if not (
            abs(x1 - x0) * transform.scale_x <= UNSEEN
            and abs(y1 - y0) * transform.scale_y <= UNSEEN
        ):
            return False
    return True
