"""The answers of a learner as PDF pages, each lesson with its picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QUrl
from PySide6.QtGui import QPageSize, QPdfWriter, QTextCursor, QTextDocument

from ...core.appearance.theme import LIGHT
from ...core.course.course import Course
from ...core.course.record import PICTURE, Record, as_markdown
from ...core.markup.mathtext import plain
from ...draw.lettering.fonts import ui_font
from .thumbnails import thumbnail

WIDTH, HEIGHT, DPI = 240, 150, 96  # of a picture and of a page, in their pixels
TEXT_PX, PARAGRAPH_PX, HEADING_PX = 13, 6, 22


def answers_pdf(course: Course, records: Mapping[str, Record], solved: Iterable[str]) -> bytes:
    """The text of :func:`as_markdown` on pages of A4, formulas as plain text."""
    text = as_markdown(course, records, solved, with_pictures=True)
    document = QTextDocument()
    document.setDefaultFont(ui_font(TEXT_PX))
    document.setMarkdown("\n".join(plain(line) for line in text.split("\n")))
    for lesson in course.lessons:
        name = f"{PICTURE}{lesson.name}"
        if f"({name})" in text:
            picture = thumbnail(lesson, LIGHT, WIDTH, HEIGHT)
            picture.setDevicePixelRatio(picture.width() / WIDTH)
            document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), picture)
    _part(document)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle("Answers")
    writer.setResolution(DPI)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(0.0, 0.0, 0.0, 0.0))  # the text has its own margin of 2 cm
    document.print_(writer)
    return bytes(buffer.data().data())


def _part(document: QTextDocument) -> None:
    """A paragraph with space before it, more above a heading."""
    block = document.begin()
    while block.isValid():
        space = block.blockFormat()
        if block.textList() is None:
            space.setTopMargin(HEADING_PX if space.headingLevel() else PARAGRAPH_PX)
        QTextCursor(block).setBlockFormat(space)
        block = block.next()
