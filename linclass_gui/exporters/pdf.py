"""PDF: vectors and embedded fonts on a page of exactly the wanted size."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter

from ..draw.paper import Page, draw_page
from ..draw.qt_surface import QtSurface, painting
from .options import ExportError, ExportOptions
from .pdf_file import Notes, rewritten

DOTS_PER_INCH = 1200


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
    with painting(writer) as painter:
        if not painter.isActive():
            raise ExportError(
                "the PDF writer could not begin a page of this size; choose another size"
            )
        # Otherwise images are stored as JPEG.
        painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
        painter.scale(DOTS_PER_INCH / 72.0, DOTS_PER_INCH / 72.0)
        draw_page(QtSurface(painter, outlines=options.text_as_outlines), page)
    # The drawing starts at the upper left corner, the page box at the lower left.
    top = ceil(page.height)
    box = (0.0, top - page.height, page.width, float(top))
    return rewritten(
        bytes(buffer.data().data()), box, Notes(page.title, "linclass-gui", page.alt, page.scene)
    )
