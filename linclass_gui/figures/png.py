"""PNG and APNG: the page at a resolution, which is written into the file, and its pixels.

APNG is a PNG file that moves (PNG specification, third edition, section 11.3.4), and shows its
first page elsewhere."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QImage, QImageWriter

from solvers.arrays import Bools

from ..draw.paper import Page, draw_page
from ..draw.qt_surface import QtSurface, painting
from ..errors import UserError
from ..files.embedded_scene import PNG, chunk, png_carrying
from .film import Film, FilmPage
from .settings import ExportOptions

MOST_PIXELS = 200e6
PALETTE = 256  # colours of an image with a palette


def encode(page: Page, options: ExportOptions) -> bytes:
    """The page as a PNG file of ``mm / 25.4 * dpi`` pixels, rounded.

    Raises:
        UserError: the picture would have more than 200 million pixels.
    """
    return png_carrying(png_bytes(image_of(page, options)), page.scene)


def image_of(page: Page, options: ExportOptions) -> QImage:
    """The page as pixels.

    Raises:
        UserError: the picture would have more than 200 million pixels.
    """
    image = QImage(*_size(page, options), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    _paint(image, page, options)
    if not page.transparent:
        image.convertTo(QImage.Format.Format_RGB32)
    dots_per_metre = round(options.dpi / 0.0254)
    image.setDotsPerMeterX(dots_per_metre)
    image.setDotsPerMeterY(dots_per_metre)
    return image


def _size(page: Page, options: ExportOptions) -> tuple[int, int]:
    """The width and height of a page in pixels."""
    scale = options.dpi / 72.0
    width, height = round(page.width * scale), round(page.height * scale)
    if width * height > MOST_PIXELS:
        raise UserError(
            f"{width} x {height} pixels are too many; choose a smaller size or fewer dots per inch"
        )
    return width, height


def _paint(image: QImage, page: Page, options: ExportOptions) -> None:
    """Paint a page all over a transparent image."""
    with painting(image) as painter:
        painter.scale(image.width() / page.width, image.height() / page.height)
        draw_page(QtSurface(painter, outlines=options.text_as_outlines), page)


def with_palette(image: QImage) -> QImage:
    """An opaque image in its 256 most frequent colours: as a file less than half as long.  Edges
    take the nearest of them, which cannot be seen.
    """
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(plain.constBits(), np.uint32)
    colours, counts = np.unique(pixels, return_counts=True)
    palette = colours[np.argsort(-counts, kind="stable")[:PALETTE]]
    flags = Qt.ImageConversionFlag.ThresholdDither | Qt.ImageConversionFlag.AvoidDither
    return plain.convertToFormat(QImage.Format.Format_Indexed8, palette.tolist(), flags)


def png_bytes(image: QImage) -> bytes:
    """An image as the bytes of a PNG file.

    Raises:
        UserError: the encoder failed (out of memory).
    """
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(buffer, QByteArray(b"PNG")).write(image):
        raise UserError("the picture could not be encoded as PNG; choose a smaller size")
    return bytes(buffer.data().data())


Pixels = NDArray[np.uint32]
OPAQUE, CLEAR = 0xFF000000, 0


def pixels(page: Page, options: ExportOptions) -> Pixels:
    """The page of a film as (rows, columns) numbers 0xAARRGGBB.

    Raises:
        UserError: the picture would have more than 200 million pixels.
    """
    width, height = _size(page, options)
    picture = np.zeros((height, width), dtype=np.uint32)
    premultiplied = QImage.Format.Format_ARGB32_Premultiplied
    _paint(QImage(picture.data, width, height, 4 * width, premultiplied), page, options)
    # All formats have one number for an opaque pixel, as nearly all are.
    if picture.min() < OPAQUE:
        is_other = picture < OPAQUE
        other_pixels = picture[is_other]
        row = QImage(other_pixels.tobytes(), len(other_pixels), 1, premultiplied)
        if not page.transparent:
            row = row.convertToFormat(QImage.Format.Format_RGB32)
        row = row.convertToFormat(QImage.Format.Format_ARGB32)
        picture[is_other] = np.frombuffer(row.constBits(), dtype=np.uint32)
    return picture


class ChangedPart(NamedTuple):
    """The rectangle in which a picture differs from the one before it, from ``(x, y)`` on: its
    pixels ``before`` and ``after`` (rows, columns), and which of them ``changed``.
    """

    x: int
    y: int
    before: Pixels
    after: Pixels
    changed: Bools


def changes(film: Film, options: ExportOptions) -> Iterator[tuple[FilmPage, ChangedPart]]:
    """Each page of a film with its changed rectangle, drawn in its turn; all of the first page,
    before which every pixel was another.
    """
    before: Pixels | None = None
    for frame in film.frames:
        picture = pixels(frame.page, options)
        yield frame, _difference(~picture if before is None else before, picture)
        before = picture


def _difference(before: Pixels, after: Pixels) -> ChangedPart:
    changed = before != after
    rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    # a picture must have a pixel
    y, height = (int(rows[0]), int(np.ptp(rows)) + 1) if len(rows) else (0, 1)
    x, width = (int(columns[0]), int(np.ptp(columns)) + 1) if len(columns) else (0, 1)
    part = slice(y, y + height), slice(x, x + width)
    return ChangedPart(x, y, before[part], after[part], changed[part])


FOREVER, NO_DISPOSAL = 0, 0
REPLACE, OVERLAY = 0, 1  # how a frame is put on the one before it
QUICK = 1  # the effort of packing, at which a page takes a tenth of the time and little more room
# eight bits of red, green, blue and opacity, in rows from top to bottom
CHANNELS = (8, 6, 0, 0, 0)


def encode_film(film: Film, options: ExportOptions) -> bytes:
    """The film as an APNG file; only the changes of each frame are stored."""
    number = count()
    parts: list[bytes] = []
    scene = ""
    for frame, change in changes(film, options):
        height, width = change.changed.shape
        is_first = not parts
        if is_first:
            scene = frame.page.scene
            dots = round(options.dpi / 0.0254)
            parts.append(chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, *CHANNELS)))
            parts.append(chunk(b"pHYs", struct.pack(">IIB", dots, dots, 1)))
            parts.append(chunk(b"acTL", struct.pack(">II", film.count, FOREVER)))
        pixels, way = (change.after, REPLACE) if is_first else _overlay(change)
        delay = min(max(1, round(1000 * frame.seconds)), 65535)
        corner_and_size = width, height, change.x, change.y
        place = struct.pack(
            ">IIIIIHHBB", next(number), *corner_and_size, delay, 1000, NO_DISPOSAL, way
        )
        parts.append(chunk(b"fcTL", place))
        data = zlib.compress(_rows(pixels), QUICK)
        parts.append(
            chunk(b"IDAT", data)
            if is_first
            else chunk(b"fdAT", struct.pack(">I", next(number)) + data)
        )
    return png_carrying(PNG + b"".join(parts) + chunk(b"IEND", b""), scene)


def _overlay(change: ChangedPart) -> tuple[Pixels, int]:
    """The pixels of a frame after the first one, and how they are put on those before: where all
    that changed is opaque, the rest of them is clear and lets those before through.
    """
    opaque = np.where(change.changed, change.after, CLEAR)
    if ((opaque == CLEAR) | (opaque >= OPAQUE)).all():
        return opaque, OVERLAY
    return change.after, REPLACE


def _rows(picture: Pixels) -> bytes:
    """Pixels as the rows of a PNG file, each as it is, without a filter."""
    height, width = picture.shape
    rows = np.zeros((height, 1 + 4 * width), dtype=np.uint8)
    rgba = (picture << np.uint32(8) | picture >> np.uint32(24)).astype(">u4")
    rows[:, 1:] = rgba.view(np.uint8).reshape(height, -1)
    return rows.tobytes()
