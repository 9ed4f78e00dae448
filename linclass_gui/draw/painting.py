"""A painter on a picture, which always comes to an end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtGui import QPaintDevice, QPainter


@contextmanager
def painting(device: QPaintDevice) -> Iterator[QPainter]:
    """A painter on a device, ended however the block ends.

    What is drawn may fail, or be given up: an exception then leaves a function whose names Python lets go of in their own order,
    the picture first.  A painter that is still at work on it writes into memory that is gone, and the program crashes.
    """
    painter = QPainter(device)
    try:
        yield painter
    finally:
        painter.end()
