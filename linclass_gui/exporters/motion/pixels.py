"""Pages as arrays of pixels."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage

from ...draw.figure import Page
from ..options import ExportOptions
from ..png import image_of
from .changes import Pixels


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
