"""PDF: vectors and embedded fonts on a page of exactly the wanted size."""

from __future__ import annotations

import re
from functools import partial
from math import ceil

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter

from ..draw.figure import Page, draw_page
from ..draw.qt_surface import QtSurface
from .options import ExportError, ExportOptions

DOTS_PER_INCH = 1200
# What the writer notes about the moment of writing, replaced by equally long text: offsets in the file stay right.
_MOMENT = re.compile(rb"/(?:CreationDate|ModDate) \(D:\d+[^)]*\)|/ID \[[^\]]*\]")
_BOX = re.compile(rb"/MediaBox \[[^\]]*\]")


def encode(page: Page, options: ExportOptions) -> bytes:
    """The page as a PDF file; the same page gives the same bytes.

    Raises:
        ExportError: the writer could not begin.
    """
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DOTS_PER_INCH)
    # Qt rounds pages to whole points: write a slightly larger one and cut it afterwards.
    whole = QSizeF(ceil(page.width), ceil(page.height))
    size = QPageSize(whole, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
    # A custom size lies as it is given; the orientation would swap its sides.
    writer.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0)))
    writer.setTitle(page.figure.title)
    writer.setCreator("linclass-gui")
    painter = QPainter()
    if not painter.begin(writer):
        raise ExportError("the PDF writer could not begin a page of this size; choose another size")
    # Otherwise images are stored as JPEG.
    painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
    painter.scale(DOTS_PER_INCH / 72.0, DOTS_PER_INCH / 72.0)
    draw_page(QtSurface(painter, outlines=options.text_as_outlines), page)
    painter.end()
    return _BOX.sub(partial(_cut, page=page), _MOMENT.sub(_timeless, bytes(buffer.data().data())))


def _cut(match: re.Match[bytes], page: Page) -> bytes:
    """The page box cut to the exact size; the origin of the drawing is the upper left corner, that of the box the lower left."""
    top = ceil(page.height)
    box = f"/MediaBox [0 {top - page.height:.3f} {page.width:.3f} {top}".encode()
    return box.ljust(len(match[0]) - 1) + b"]"


def _timeless(match: re.Match[bytes]) -> bytes:
    """The same entry with every digit 0 (a date: 1 January 2000), equally long."""
    if match[0].startswith(b"/ID"):
        return re.sub(rb"[0-9a-fA-F](?=[0-9a-fA-F-]*>)", b"0", match[0])
    return re.sub(rb"D:\d{14}", b"D:20000101000000", re.sub(rb"[+-]\d\d'\d\d'", b"+00'00'", match[0]))
