"""A painter on a picture, which is always ended."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtGui import QPaintDevice, QPainter


@contextmanager
def painting(device: QPaintDevice) -> Iterator[QPainter]:
    """A painter on a device, ended however the block ends.

    Drawing may fail or be cancelled.  Python then frees the locals of the function in their order,
    the picture first, and a painter that is still active on it writes into freed memory: a crash.
    """
    painter = QPainter(device)
    try:
        yield painter
    finally:
        painter.end()
