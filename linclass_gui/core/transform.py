"""From data units to the device and back: an axis-parallel map with the y axis turned over."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from solvers import Floats

from .document import View


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
    def fit(
        x0: float,
        x1: float,
        y0: float,
        y1: float,
        left: float,
        top: float,
        width: float,
        height: float,
    ) -> Transform:
        """The transform as eight plain numbers."""
        return Transform(
            float(x0),
            float(x1),
            float(y0),
            float(y1),
            float(left),
            float(top),
            float(width),
            float(height),
        )

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

    def few(self, xy: Floats, reach: float) -> list[tuple[float, float]] | None:
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
        places: list[tuple[float, float]] = []
        for x, y in xy.tolist():
            at = (left + (x - x0) * across, top + (y1 - y) * down)
            if not (west <= at[0] <= east and north <= at[1] <= south):
                return None
            places.append(at)
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

    def point(self, x: float, y: float) -> tuple[float, float]:
        """The device position of one data position."""
        return self.left + (x - self.x0) * self.scale_x, self.top + (self.y1 - y) * self.scale_y

    def data(self, px: float, py: float) -> tuple[float, float]:
        """The data position of one device position."""
        return self.x0 + (px - self.left) / self.scale_x, self.y1 - (py - self.top) / self.scale_y
