"""PDF: vectors and embedded fonts on a page of exactly the wanted size.

The output of QPdfWriter is rewritten, so that the same page gives the same bytes: QPdfWriter
numbers its objects in the order of a hash table, which differs in every run, and notes the time
and random identifiers."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil

import numpy as np
from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter

from ..draw.lettering import PLAIN, TextStyle, layout, wrap_markup
from ..draw.paper import Page, draw_page
from ..draw.qt_surface import QtSurface, painting
from ..errors import UserError
from ..files.embedded_scene import ATTACHMENT
from ..markup.mathtext import plain
from .settings import ExportOptions

BOLD = TextStyle(weight=600)
DOTS_PER_INCH = 1200


def encode(page: Page, options: ExportOptions) -> bytes:
    """The page as a PDF file; the same page gives the same bytes.

    Raises:
        UserError: the writer could not begin.
    """

    def draw(surface: QtSurface, _painter: QPainter) -> None:
        draw_page(surface, page)

    notes = Notes(page.title, "linclass-gui", (page.alt,) if page.alt else (), page.scene)
    return _written((page.width, page.height), (draw,), options, notes)


Draw = Callable[[QtSurface, QPainter], None]


def _written(
    size: tuple[float, float], pages: Sequence[Draw], options: ExportOptions, notes: Notes
) -> bytes:
    """Pages of one size, in points, as a file."""
    width, height = size
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DOTS_PER_INCH)
    # Qt rounds pages to whole points: write a slightly larger one and cut it afterwards.
    page_size = QPageSize(
        QSizeF(ceil(width), ceil(height)),
        QPageSize.Unit.Point,
        "",
        QPageSize.SizeMatchPolicy.ExactMatch,
    )
    # A custom size lies as it is given; the orientation would swap its sides.
    upright, no_margins = QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0)
    writer.setPageLayout(QPageLayout(page_size, upright, no_margins))
    with painting(writer) as painter:
        if not painter.isActive():
            raise UserError(
                "the PDF writer could not begin a page of this size; choose another size"
            )
        # Otherwise images are stored as JPEG.
        painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
        painter.scale(DOTS_PER_INCH / 72.0, DOTS_PER_INCH / 72.0)
        for number, draw in enumerate(pages):
            if number:
                writer.newPage()
            draw(QtSurface(painter, outlines=options.text_as_outlines), painter)
    # The drawing starts at the upper left corner, the page box at the lower left.
    top = ceil(height)
    return rewritten(bytes(buffer.data().data()), (0.0, top - height, width, float(top)), notes)


# Of a slide: its title and its notes, in sizes of the tick labels; their rooms, the notes' as a
# share of the height.
TITLE, TITLE_ROOM, NOTES, NOTES_SHARE, EDGE, LEADING = 1.5, 3.2, 0.9, 0.4, 1.2, 1.35
SMALLER, SMALLEST = 0.92, 0.35  # steps in which words shrink, down to this share


@dataclass(frozen=True)
class SlidePage:
    """A slide of a talk: its title and notes in the mark-up of labels, its figure, and the plots
    beside that.
    """

    title: str
    figure: Page
    notes: str = ""
    plots: Page | None = None

    @property
    def alt(self) -> str:
        """The description of the page for readers who cannot see it."""
        alts = (self.figure.alt, "" if self.plots is None else self.plots.alt)
        return " ".join(filter(None, alts)) or plain(self.title)


def slide_options(options: ExportOptions) -> ExportOptions:
    """The settings of the figure below the title of a slide with these."""
    room = TITLE_ROOM * options.font_size_pt / 72.0 * 25.4
    return replace(options, height_mm=max(10.0, options.height_mm - room))


def encode_slides(
    slides: Sequence[SlidePage], options: ExportOptions, title: str = "", has_notes: bool = False
) -> bytes:
    """A page for each slide, which the viewer lists by their titles; with notes each is higher, and
    has its own below the picture.  The same slides give the same bytes.

    Raises:
        UserError: the writer could not begin.
    """
    share = 1.0 + NOTES_SHARE if has_notes else 1.0
    size = options.width_mm / 25.4 * 72.0, share * options.height_mm / 25.4 * 72.0
    notes = Notes(
        title,
        "linclass-gui",
        tuple(slide.alt for slide in slides),
        bookmarks=tuple(plain(slide.title) for slide in slides),
    )
    pages = [partial(_draw_slide, slide, size, options.font_size_pt) for slide in slides]
    return _written(size, pages, options, notes)


def _draw_slide(
    slide: SlidePage, size: tuple[float, float], em: float, surface: QtSurface, painter: QPainter
) -> None:
    (width, height), palette, edge = size, slide.figure.theme.palette, EDGE * em
    surface.polygon(np.array([(0, 0), (width, 0), (width, height), (0, height)]), palette.canvas)
    room = width - 2.0 * edge
    title_size, lines = _fitted_lines(slide.title, (room, 0.85 * TITLE_ROOM * em), TITLE * em, BOLD)
    top = 0.5 * (TITLE_ROOM * em - LEADING * title_size * len(lines))
    for row, line in enumerate(lines):
        baseline = top + LEADING * title_size * (row + 0.76)
        surface.text(layout(line, title_size, BOLD), edge, baseline, palette.ink)
    painter.save()
    painter.translate(0.0, TITLE_ROOM * em)
    draw_page(surface, slide.figure)
    if slide.plots is not None:
        painter.translate(slide.figure.width, 0.0)
        draw_page(surface, slide.plots)
    painter.restore()
    begin = TITLE_ROOM * em + slide.figure.height
    if slide.notes and begin < height - em:
        notes_size, lines = _fitted_lines(slide.notes, (room, height - begin - edge), NOTES * em)
        for row, line in enumerate(lines):
            baseline = begin + LEADING * notes_size * (row + 1.0)
            surface.text(layout(line, notes_size), edge, baseline, palette.ink_2)


def _fitted_lines(
    words: str, room: tuple[float, float], size: float, style: TextStyle = PLAIN
) -> tuple[float, list[str]]:
    """Lines that fit a room (width, height), and their size: smaller where there are many."""
    least = SMALLEST * size
    while True:
        lines = [
            line for part in words.split("\n") for line in wrap_markup(part, room[0], size, style)
        ]
        if LEADING * size * len(lines) <= room[1] or size * SMALLER < least:
            return size, lines
        size *= SMALLER


_REFERENCE = re.compile(rb"\b(\d+) 0 R\b")
_METADATA = re.compile(rb"/(?:Metadata|OutputIntents|Info) (?:\d+ 0 R|\[[^\]]*\])\s*")
_SUBSET = re.compile(rb"/[A-Z]{6}\+")
_BOXES = re.compile(rb"/(?:MediaBox|TrimBox) \[[^\]]*\]")


@dataclass(frozen=True)
class Notes:
    """The notes of a file: its title, its creator, a description of each page, the text of its
    scene, and the name of each page.
    """

    title: str
    creator: str
    alts: tuple[str, ...] = ()
    scene: str = ""
    bookmarks: tuple[str, ...] = ()


def rewritten(pdf: bytes, box: tuple[float, float, float, float], notes: Notes) -> bytes:
    """A PDF with another page box (x0, y0, x1, y1 in points), reproducible notes and
    nothing unused.
    """
    objects = _objects(pdf)
    root = int(re.findall(rb"/Root (\d+) 0 R", pdf)[-1])
    order = _reachable_objects(objects, root)
    number = {old: new for new, old in enumerate(order, start=1)}
    media_box = (
        b"/MediaBox [%s]" % " ".join(f"{side:.3f}".rstrip("0").rstrip(".") for side in box).encode()
    )
    bodies = [_BOXES.sub(media_box, _renumber(objects[old], number)) for old in order]
    if notes.scene:
        _attach(bodies, notes.scene)
    if notes.alts:
        _describe(bodies, notes.alts)
    if notes.bookmarks:
        _name_pages(bodies, notes.bookmarks)
    subject = b" /Subject %s" % _text(notes.alts[0]) if len(notes.alts) == 1 else b""
    bodies.append(
        b"<< /Title %s%s /Creator %s >>" % (_text(notes.title), subject, _text(notes.creator))
    )
    return _file(bodies, number[root])


def _attach(bodies: list[bytes], scene: str) -> None:
    """Add the scene as a file that every viewer lists among the attachments; the catalogue is the
    first object.
    """
    content = scene.encode()
    compressed = zlib.compress(content, 9)
    file = len(bodies) + 1
    head = (
        b"<< /Type /EmbeddedFile /Subtype /application#2Fjson /Filter /FlateDecode /Length %d"
        % len(compressed)
    )
    bodies.append(
        head + b" /Params << /Size %d >> >>\nstream\n" % len(content) + compressed + b"\nendstream"
    )
    name, words = (
        _text(ATTACHMENT),
        _text("The scene of this figure: open the figure in linclass to go on with it."),
    )
    entries = b"/F %s /UF %s /Desc %s /AFRelationship /Source /EF << /F %d 0 R /UF %d 0 R >>" % (
        name,
        name,
        words,
        file,
        file,
    )
    bodies.append(b"<< /Type /Filespec %s >>" % entries)
    names = b"/Names << /EmbeddedFiles << /Names [%s %d 0 R] >> >> /AF [%d 0 R]" % (
        name,
        file + 1,
        file + 1,
    )
    bodies[0] = _extend_dictionary(bodies[0], names)


def _pages(bodies: Sequence[bytes]) -> list[int]:
    """The places of the pages, in their order."""
    return [k for k, body in enumerate(bodies) if re.search(rb"/Type\s*/Page\b", body)]


def _describe(bodies: list[bytes], alts: Sequence[str]) -> None:
    """Mark all of each page as one figure, with the description for screen readers (PDF 1.7,
    section 14.7 to 14.9).
    """
    pages = _pages(bodies)
    first = len(bodies) + 1
    for operators in (b"/Figure <</MCID 0>> BDC\n", b"\nEMC"):
        bodies.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(operators), operators))
    for number, page in enumerate(pages):
        contents = re.search(rb"/Contents\s+(\d+ 0 R)", bodies[page])
        if contents is None:
            return
        parts = b"/Contents [%d 0 R %s %d 0 R]" % (first, contents[1], first + 1)
        bodies[page] = _extend_dictionary(
            bodies[page].replace(contents[0], parts), b"/StructParents %d" % number
        )
    root = first + 2
    figures = [root + 1 + number for number in range(len(pages))]
    references = b" ".join(b"%d 0 R" % figure for figure in figures)
    kids = references if len(figures) == 1 else b"[%s]" % references
    parents = b" ".join(b"%d [%d 0 R]" % (number, figure) for number, figure in enumerate(figures))
    bodies.append(
        b"<< /Type /StructTreeRoot /K %s /ParentTree << /Nums [%s] >> >>" % (kids, parents)
    )
    for page, alt in zip(pages, alts, strict=True):
        bodies.append(
            b"<< /Type /StructElem /S /Figure /P %d 0 R /Pg %d 0 R /K 0 /Alt %s >>"
            % (root, page + 1, _text(alt))
        )
    bodies[0] = _extend_dictionary(
        bodies[0], b"/MarkInfo << /Marked true >> /Lang (en) /StructTreeRoot %d 0 R" % root
    )


def _name_pages(bodies: list[bytes], names: Sequence[str]) -> None:
    """Let viewers list the pages by their names (PDF 1.7, section 12.3.3)."""
    pages, root = _pages(bodies), len(bodies) + 1
    bodies.append(
        b"<< /Type /Outlines /First %d 0 R /Last %d 0 R /Count %d >>"
        % (root + 1, root + len(names), len(names))
    )
    for number, (page, name) in enumerate(zip(pages, names, strict=True), 1):
        entry = b"/Title %s /Parent %d 0 R /Dest [%d 0 R /Fit]" % (_text(name), root, page + 1)
        entry += b" /Prev %d 0 R" % (root + number - 1) if number > 1 else b""
        entry += b" /Next %d 0 R" % (root + number + 1) if number < len(names) else b""
        bodies.append(b"<< %s >>" % entry)
    bodies[0] = _extend_dictionary(bodies[0], b"/Outlines %d 0 R /PageMode /UseOutlines" % root)


def _extend_dictionary(body: bytes, entries: bytes) -> bytes:
    """A dictionary with more entries at its end."""
    end = body.rindex(b">>")
    return body[:end] + entries + b"\n" + body[end:]


def _objects(pdf: bytes) -> dict[int, bytes]:
    """The bodies of all objects, found by the table of offsets: streams may contain anything."""
    table = int(re.findall(rb"startxref\s+(\d+)", pdf)[-1])
    entries = re.findall(rb"(\d{10}) \d{5} n", pdf[table:])
    starts = sorted(int(entry) for entry in entries)
    result = {}
    for start, end in zip(starts, [*starts[1:], table], strict=True):
        head, body = pdf[start:end].split(b" 0 obj", 1)
        body = body[: body.rindex(b"endobj")].strip()
        result[int(head)] = _METADATA.sub(b"", body) if b"/Catalog" in body else body
    return result


def _split(body: bytes) -> tuple[bytes, bytes]:
    """The dictionary of an object and its stream (empty when it has none)."""
    head, mark, stream = body.partition(b"stream")
    return head, mark + stream


def _reachable_objects(objects: dict[int, bytes], root: int) -> list[int]:
    """The objects in the order in which they are first referred to, from the catalogue on."""
    order = [root]
    for current in order:
        for reference in map(int, _REFERENCE.findall(_split(objects[current])[0])):
            if reference not in order and reference in objects:
                order.append(reference)
    return order


def _renumber(body: bytes, number: dict[int, int]) -> bytes:
    head, stream = _split(body)
    # The prefix of a subset font comes from its old number; its letters do not matter.
    head = _SUBSET.sub(b"/AAAAAA+", head)
    # A field is smooth: without this viewers show its cells when they enlarge it.
    head = head.replace(b"/Subtype /Image", b"/Subtype /Image\n/Interpolate true")
    if b"begincmap" in stream:
        stream = _SUBSET.sub(b"/AAAAAA+", stream)
    return _REFERENCE.sub(lambda old: b"%d 0 R" % number[int(old[1])], head) + stream


def _text(words: str) -> bytes:
    """A PDF text string: UTF-16 in hexadecimal digits, which needs no escapes."""
    return b"<FEFF" + words.encode("utf-16-be", "replace").hex().upper().encode() + b">"


def _file(bodies: list[bytes], root: int) -> bytes:
    """The objects as a file with its table of offsets; the last one holds the notes."""
    content = b"%PDF-1.6\n%\xe2\xe3\xcf\xd3\n"
    table = b"xref\n0 %d\n0000000000 65535 f \n" % (len(bodies) + 1)
    for number, body in enumerate(bodies, start=1):
        table += b"%010d 00000 n \n" % len(content)
        content += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    trailer = b"trailer\n<< /Size %d /Root %d 0 R /Info %d 0 R >>\n" % (
        len(bodies) + 1,
        root,
        len(bodies),
    )
    return content + table + trailer + b"startxref\n%d\n%%%%EOF\n" % len(content)
