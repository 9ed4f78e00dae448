"""Pages as arrays of pixels, and the smallest rectangle that changes from one to the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

from ...draw.paper import Page
from ..options import ExportOptions
from ..png import image_of

Pixels = NDArray[np.uint32]


def pixels(page: Page, options: ExportOptions) -> Pixels:
    """The page as (rows, columns) numbers 0xAARRGGBB."""
    image = image_of(page, options).convertToFormat(QImage.Format.Format_ARGB32)
    width, height = image.width(), image.height()
    return np.frombuffer(image.constBits(), dtype=np.uint32).reshape(height, width).copy()


def image(picture: Pixels) -> QImage:
    """Pixels as an image of their own."""
    picture = np.ascontiguousarray(picture)
    rows, columns = picture.shape
    return QImage(picture.tobytes(), columns, rows, 4 * columns, QImage.Format.Format_ARGB32).copy()


def changes(pictures: Sequence[Pixels]) -> Iterator[tuple[int, int, Pixels]]:
    """For each picture (rows, columns) the upper left corner of the changed rectangle, and its
    pixels; all of the first one.
    """
    before: Pixels | None = None
    for picture in pictures:
        if before is None:
            yield 0, 0, picture
        else:
            yield _difference(before, picture)
        before = picture


def _difference(before: Pixels, now: Pixels) -> tuple[int, int, Pixels]:
    other = before != now
    rows, columns = np.flatnonzero(other.any(axis=1)), np.flatnonzero(other.any(axis=0))
    if len(rows) == 0:  # a picture must have a pixel
        return 0, 0, now[:1, :1]
    return int(columns[0]), int(rows[0]), now[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
