"""The visible part of the plane: its rectangle, the bars in front of it, and the map from data
units to the device.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from solvers import Floats
from solvers.arrays import Bools

from .marks import Point

# that points keep from the edge of what bars leave: the labels of the ticks are there
CLEAR_PX = 20.0


@dataclass(frozen=True)
class Frame:
    """A canvas of ``width`` x ``height`` pixels through which ``sought`` is looked at, with bars
    (in pixels) around it.

    The picture has the scale that it has without the bars.  ``lift`` (pixels) is how far it is
    moved upwards, so that no point is hidden by a bar that opens; without bars it is 0, and so a
    bar that closes leaves the picture as it was.  A unit of x2 is drawn ``stretch`` times as long
    as one of x1.
    """

    sought: View
    width: float
    height: float
    above: float = 0.0
    below: float = 0.0
    lift: float = 0.0
    stretch: float = 1.0

    def __post_init__(self) -> None:
        for side in ("width", "height"):
            object.__setattr__(self, side, max(getattr(self, side), 1.0))

    @property
    def has_bars(self) -> bool:
        """Whether bars take some of the height."""
        return self.above + self.below > 0.0

    @cached_property
    def full_view(self) -> View:
        """The part that would be seen without bars."""
        return self.sought.with_aspect(
            self.width, (self.height + self.above + self.below) / self.stretch
        )

    @cached_property
    def view(self) -> View:
        """The part that is seen."""
        full_view = self.full_view
        if not self.has_bars:
            return full_view
        pixel = self.pixel_up
        top = full_view.y1 - (self.above + self.lift) * pixel
        return View(full_view.x0, full_view.x1, top - self.height * pixel, top)

    @property
    def pixel(self) -> float:
        """The width of a pixel in data units."""
        return self.full_view.width / self.width

    @property
    def pixel_up(self) -> float:
        """The height of a pixel in data units."""
        return self.pixel / self.stretch

    def sized(self, width: float, height: float, above: float, below: float, X: Floats) -> Frame:
        """The frame with another size of the canvas, or other bars."""
        return replace(self, width=width, height=height, above=above, below=below)._lift(X)

    def looking_at(self, sought: View, X: Floats, stretch: float) -> Frame:
        """The frame with another rectangle sought."""
        return replace(self, sought=sought, stretch=stretch)._lift(X)

    def showing(self, view: View) -> Frame:
        """Exactly this rectangle (of the proportions of the canvas) is seen."""
        if not self.has_bars:
            return replace(self, sought=view)
        pixel = view.width / self.width / self.stretch
        y0, y1 = (
            view.y0 - (self.below - self.lift) * pixel,
            view.y1 + (self.above + self.lift) * pixel,
        )
        return replace(self, sought=replace(view, y0=y0, y1=y1))

    def absorb_lift(self) -> Frame:
        """The lift made part of ``sought``: the picture stays where it was lifted to, also when its
        bars go.
        """
        down = self.lift * self.pixel_up
        return replace(
            self,
            sought=replace(self.sought, y0=self.sought.y0 - down, y1=self.sought.y1 - down),
            lift=0.0,
        )

    def with_room(self, X: Floats) -> Frame:
        """With so much more of the plane that the bars hide none of the points ``X`` (n, 2) that
        are seen without them.
        """
        missing, room = self.missing(X), self.height - 2.0 * CLEAR_PX
        if missing <= 0.0 or room <= 0.0:
            return self
        view, growth = self.full_view, 1.0 + missing / room
        (x, y), half = view.middle, 0.5 * growth
        wider_view = View(
            x - half * view.width,
            x + half * view.width,
            y - half * view.height,
            y + half * view.height,
        )
        return replace(self, sought=wider_view)._lift(X)

    def missing(self, X: Floats) -> float:
        """The pixels of height that are missing to show, beside the bars, all points that are seen
        without them.
        """
        lifts = self._lifts(X)
        return 0.0 if lifts is None else max(0.0, lifts[0] - lifts[1])

    def _lift(self, X: Floats) -> Frame:
        """With the least lift by which the bars hide none of the points ``X`` (n, 2) that are seen
        without them.

        Where there is no room for all of them, as many are hidden above as below.
        """
        lifts = self._lifts(X)
        least, most = lifts or (0.0, 0.0)
        return replace(
            self, lift=min(max(0.0, least), most) if least <= most else 0.5 * (least + most)
        )

    def _lifts(self, X: Floats) -> Point | None:
        """The least lift that shows the lowest point, and the most that shows the highest; None
        when nothing can be hidden.
        """
        level = replace(self, lift=0.0)
        if not self.has_bars:
            return None
        full_view, part, pixel = level.full_view, level.view, level.pixel_up
        heights = X[full_view.contains(X), 1]
        if not len(heights):
            return None
        least = (part.y0 - float(heights.min())) / pixel + CLEAR_PX
        return least, (part.y1 - float(heights.max())) / pixel - CLEAR_PX


@dataclass(frozen=True, eq=False)
class Transform:
    """The map of the view ``[x0, x1] x [y0, y1]`` onto the rectangle at (left, top), y upwards in
    data and downwards on the device.

    ``px = left + (x - x0) scale_x`` and ``py = top + (y1 - y) scale_y``.  The differences are taken
    in data units first, so a view far from the origin (1e8, say) keeps all its digits.  Drawings
    are cached by the object itself.
    """

    x0: float
    x1: float
    y0: float
    y1: float
    left: float
    top: float
    width: float
    height: float

    @staticmethod
    def fit(*numbers: float) -> Transform:
        """The transform as eight plain numbers."""
        return Transform(*map(float, numbers))

    @staticmethod
    def of(view: View, rect: tuple[float, float, float, float]) -> Transform:
        """The transform of a view onto ``rect = (left, top, width, height)``."""
        return Transform.fit(*view.box, *rect)

    @cached_property
    def scale_x(self) -> float:
        """Device units per data unit, horizontally."""
        return self.width / (self.x1 - self.x0)

    @cached_property
    def scale_y(self) -> float:
        """Device units per data unit, vertically (positive)."""
        return self.height / (self.y1 - self.y0)

    @cached_property
    def right(self) -> float:
        """The right edge on the device."""
        return self.left + self.width

    @cached_property
    def bottom(self) -> float:
        """The lower edge on the device."""
        return self.top + self.height

    @property
    def view(self) -> View:
        """The visible rectangle in data units."""
        return View(self.x0, self.x1, self.y0, self.y1)

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """The rectangle on the device as (x0, x1, y0, y1), as the clipping functions want it."""
        return (self.left, self.right, self.top, self.bottom)

    @np.errstate(over="ignore", invalid="ignore")  # what is that far away is cut off
    def map(self, xy: ArrayLike) -> Floats:
        """Device positions (n, 2) of data positions (n, 2)."""
        xy = np.asarray(xy, dtype=np.float64).reshape(-1, 2)
        result = np.empty(xy.shape)
        # Column by column: several times as fast as rows of two numbers.
        x, y = result[:, 0], result[:, 1]
        np.subtract(xy[:, 0], self.x0, out=x)
        np.subtract(self.y1, xy[:, 1], out=y)
        x *= self.scale_x
        x += self.left
        y *= self.scale_y
        y += self.top
        return result

    def few(self, xy: Floats, reach: float) -> list[Point] | None:
        """The same of a few positions (n, 2) as plain numbers; None when one lies further than
        ``reach`` outside the rectangle.

        Up to eight of them take less time than one call of numpy.
        """
        left, top, x0, y1, across, down = (
            self.left,
            self.top,
            self.x0,
            self.y1,
            self.scale_x,
            self.scale_y,
        )
        west, east, north, south = (
            left - reach,
            self.right + reach,
            top - reach,
            self.bottom + reach,
        )
        places: list[Point] = []
        for x, y in xy.tolist():
            place = (left + (x - x0) * across, top + (y1 - y) * down)
            if not (west <= place[0] <= east and north <= place[1] <= south):
                return None
            places.append(place)
        return places

    @np.errstate(over="ignore", invalid="ignore")
    def inverse(self, px: ArrayLike) -> Floats:
        """Data positions (n, 2) of device positions (n, 2)."""
        px = np.asarray(px, dtype=np.float64).reshape(-1, 2)
        return np.column_stack(
            [
                self.x0 + (px[:, 0] - self.left) / self.scale_x,
                self.y1 - (px[:, 1] - self.top) / self.scale_y,
            ]
        )

    def point(self, x: float, y: float) -> Point:
        """The device position of one data position."""
        return self.left + (x - self.x0) * self.scale_x, self.top + (self.y1 - y) * self.scale_y

    def data(self, px: float, py: float) -> Point:
        """The data position of one device position."""
        return self.x0 + (px - self.left) / self.scale_x, self.y1 - (py - self.top) / self.scale_y


# The least size of a view relative to its coordinates (4 500 steps of the numbers there), and its
# limits, within which squares neither underflow nor overflow.
RESOLUTION, SMALLEST, LARGEST = 1e-12, 1e-140, 1e140


@dataclass(frozen=True)
class View:
    """A rectangle of the plane in data units."""

    x0: float
    x1: float
    y0: float
    y1: float

    @property
    def width(self) -> float:
        """The extent in x1."""
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        """The extent in x2."""
        return self.y1 - self.y0

    @property
    def box(self) -> tuple[float, float, float, float]:
        """(x0, x1, y0, y1), as the geometry functions want it."""
        return (self.x0, self.x1, self.y0, self.y1)

    @cached_property
    def middle(self) -> Point:
        """The middle of the rectangle."""
        return 0.5 * (self.x0 + self.x1), 0.5 * (self.y0 + self.y1)

    @property
    def corners(self) -> Floats:
        """The corners (4, 2)."""
        return np.array([(x, y) for x in (self.x0, self.x1) for y in (self.y0, self.y1)])

    def contains(self, X: Floats) -> Bools:
        """Which of the points ``X`` (n, 2) are inside."""
        (x, y), (x0, x1, y0, y1) = X.T, self.box
        inside: Bools = (x >= x0) & (x <= x1) & (y >= y0) & (y <= y1)
        return inside

    @staticmethod
    def around(X: Floats, margin: float = 0.08, stretch: float = 1.0) -> View:
        """The rectangle that shows all points with a margin; a sensible square around one point or
        none.

        ``stretch`` is how many times longer a unit of x2 is drawn than one of x1: margins are as
        wide as they are high.
        """
        if stretch != 1.0:
            even = View.around(X * (1.0, stretch), margin)
            return View(even.x0, even.x1, even.y0 / stretch, even.y1 / stretch)
        if len(X) == 0:
            return View(-5.0, 5.0, -3.5, 3.5)
        (x0, y0), (x1, y1) = X.min(axis=0).tolist(), X.max(axis=0).tolist()
        size = max(x1 - x0, y1 - y0)
        if size == 0.0:
            size = max(abs(x0), abs(y0)) or 1.0
        pad_x, pad_y = (
            margin * max(extent, 0.2 * size) + 0.02 * size for extent in (x1 - x0, y1 - y0)
        )
        return View(x0 - pad_x, x1 + pad_x, y0 - pad_y, y1 + pad_y)

    @staticmethod
    def over(views: Iterable[View]) -> View:
        """The smallest rectangle that holds all of some."""
        x0, x1, y0, y1 = zip(*(view.box for view in views), strict=True)
        return View(min(x0), max(x1), min(y0), max(y1))

    @property
    def drawable(self) -> View:
        """This rectangle, or the one nearest to it in which neighbouring pixels have different
        coordinates, and no square of one leaves the range of numbers.
        """
        if not all(map(math.isfinite, self.box)):
            return View(-5.0, 5.0, -3.5, 3.5)
        x0, x1, y0, y1 = (min(max(end, -LARGEST), LARGEST) for end in self.box)
        # each axis for itself: one may be in 1e12 and the other in 1e-9
        ends = (*_apart(x0, x1), *_apart(y0, y1))
        return self if ends == self.box else View(*ends)

    def with_aspect(self, width: float, height: float) -> View:
        """The smallest rectangle around this one (made drawable) with the proportions ``width :
        height``, same centre.
        """
        if width <= 0 or height <= 0:
            return self
        view = self.drawable
        scale = max(view.width / width, view.height / height)
        cx, cy = view.middle
        return View(
            cx - 0.5 * scale * width,
            cx + 0.5 * scale * width,
            cy - 0.5 * scale * height,
            cy + 0.5 * scale * height,
        )


def _apart(low: float, high: float) -> Point:
    """An interval about the same middle, at least as long as its numbers can tell apart."""
    least = max(RESOLUTION * max(abs(low), abs(high)), SMALLEST)
    if high - low >= least:
        return low, high
    middle = 0.5 * (low + high)
    return middle - 0.5 * least, middle + 0.5 * least
