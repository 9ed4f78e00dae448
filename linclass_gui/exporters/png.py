"""PNG: the page at a resolution, with that resolution written into the file."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QImage, QImageWriter

from ..draw.paper import Page, draw_page
from ..draw.qt_surface import QtSurface, painting
from ..files.embedded_scene import png_carrying
from .options import ExportError, ExportOptions

MOST_PIXELS = 200e6


def encode(page: Page, options: ExportOptions) -> bytes:
    """The page as a PNG file of ``mm / 25.4 * dpi`` pixels, rounded.

    Raises:
        ExportError: the picture would have more than 200 million pixels.
    """
    return png_carrying(png_bytes(image_of(page, options)), page.scene)


def image_of(page: Page, options: ExportOptions) -> QImage:
    """The page as pixels.

    Raises:
        ExportError: the picture would have more than 200 million pixels.
    """
    scale = options.dpi / 72.0
    width, height = round(page.width * scale), round(page.height * scale)
    if width * height > MOST_PIXELS:
        raise ExportError(
            f"{width} x {height} pixels are too many; choose a smaller size or fewer dots per inch"
        )
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with painting(image) as painter:
        painter.scale(width / page.width, height / page.height)
        draw_page(QtSurface(painter, outlines=options.text_as_outlines), page)
    if not page.transparent:
        image = image.convertToFormat(QImage.Format.Format_RGB32)
    dots_per_metre = round(options.dpi / 0.0254)
    image.setDotsPerMeterX(dots_per_metre)
    image.setDotsPerMeterY(dots_per_metre)
    return image


def png_bytes(image: QImage) -> bytes:
    """An image as the bytes of a PNG file.

    Raises:
        ExportError: the encoder failed (out of memory).
    """
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(buffer, QByteArray(b"PNG")).write(image):
        raise ExportError("the picture could not be encoded as PNG; choose a smaller size")
    return bytes(buffer.data().data())
