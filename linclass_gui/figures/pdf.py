"""PDF: vectors and embedded fonts on a page of exactly the wanted size.

The output of QPdfWriter is rewritten, so that the same page gives the same bytes: QPdfWriter
numbers its objects in the order of a hash table, which differs in every run, and notes the time
and random identifiers."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from math import ceil

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter

from ..draw.paper import Page, draw_page
from ..draw.qt_surface import QtSurface, painting
from ..files.embedded_scene import ATTACHMENT
from .settings import ExportError, ExportOptions

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
    page_size = QSizeF(ceil(page.width), ceil(page.height))
    size = QPageSize(page_size, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
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


_REFERENCE = re.compile(rb"\b(\d+) 0 R\b")
_METADATA = re.compile(rb"/(?:Metadata|OutputIntents|Info) (?:\d+ 0 R|\[[^\]]*\])\s*")
_SUBSET = re.compile(rb"/[A-Z]{6}\+")
_BOXES = re.compile(rb"/(?:MediaBox|TrimBox) \[[^\]]*\]")


@dataclass(frozen=True)
class Notes:
    """The notes of a file: its title, its creator, its description, and the text of its scene."""

    title: str
    creator: str
    alt: str = ""
    scene: str = ""


def rewritten(pdf: bytes, box: tuple[float, float, float, float], notes: Notes) -> bytes:
    """A PDF of one page with another page box (x0, y0, x1, y1 in points), reproducible notes and
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
    if notes.alt:
        _describe(bodies, notes.alt)
    subject = b" /Subject %s" % _text(notes.alt) if notes.alt else b""
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


def _describe(bodies: list[bytes], alt: str) -> None:
    """Mark all of the page as one figure, with the description for screen readers (PDF 1.7, section
    14.7 to 14.9).
    """
    page = next(k for k, body in enumerate(bodies) if re.search(rb"/Type\s*/Page\b", body))
    first = len(bodies) + 1
    for operators in (b"/Figure <</MCID 0>> BDC\n", b"\nEMC"):
        bodies.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(operators), operators))
    contents = re.search(rb"/Contents\s+(\d+ 0 R)", bodies[page])
    if contents is None:
        return
    parts = b"/Contents [%d 0 R %s %d 0 R]" % (first, contents[1], first + 1)
    bodies[page] = _extend_dictionary(bodies[page].replace(contents[0], parts), b"/StructParents 0")
    root, figure = first + 2, first + 3
    bodies.append(
        b"<< /Type /StructTreeRoot /K %d 0 R /ParentTree << /Nums [0 [%d 0 R]] >> >>"
        % (figure, figure)
    )
    bodies.append(
        b"<< /Type /StructElem /S /Figure /P %d 0 R /Pg %d 0 R /K 0 /Alt %s >>"
        % (root, page + 1, _text(alt))
    )
    bodies[0] = _extend_dictionary(
        bodies[0], b"/MarkInfo << /Marked true >> /Lang (en) /StructTreeRoot %d 0 R" % root
    )


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
