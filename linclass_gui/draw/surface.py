"""What a drawing needs from a device: six operations, in the device's own units with y downwards.

The window, PNG and PDF implement them with QPainter, SVG by writing text.  Callers clip first: no
surface has to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from solvers import Floats

from ..scene.styles import Style
from .lettering.text import Layout

Rect = tuple[float, float, float, float]  # left, top, width, height


class Surface(Protocol):
    """A device to draw on."""

    def lines(self, runs: Sequence[Floats] | Floats, style: Style, closed: bool = False) -> None:
        """Stroke polylines, each (k, 2), with ``style.stroke``, ``width`` and ``dash``."""

    def polygon(self, points: Floats, fill: str, opacity: float = 1.0, smooth: bool = True) -> None:
        """Fill a polygon (k, 2); the edge of one that is pale or outlined need not be
        ``smooth``.
        """

    def symbols(self, xy: Floats, style: Style, sizes: Floats | None = None) -> None:
        """Draw ``style.shape`` at every row of ``xy (n, 2)``; ``sizes (n,)`` multiplies
        ``style.size``.
        """

    def image(self, rect: Rect, rgb: NDArray[np.uint8]) -> None:
        """Fill a rectangle with a coloured grid (rows, columns, 3), first row on top, interpolated
        smoothly.
        """

    def text(
        self,
        layout: Layout,
        x: float,
        y: float,
        colour: str,
        angle: float = 0.0,
        opacity: float = 1.0,
        halo: str | None = None,
    ) -> None:
        """Draw a text with its base line starting at (x, y), turned clockwise by ``angle`` degrees
        about that place.

        ``halo`` is a colour around the letters, which keeps them readable over lines.
        """
