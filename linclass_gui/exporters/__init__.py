"""Figure files, listed by suffix: adding a format is a file here and a line below.

An exporter is a function from a laid-out page to the bytes of a file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtGui import QGuiApplication

from ..core.errors import UserError
from ..core.files.atomic import write_atomically
from ..draw.figure import MM, Page, Source, lay_out
from ..draw.lettering.fonts import load_fonts
from . import pdf, png, svg
from .options import ExportError, ExportOptions
from .scenes import scene_source

__all__ = ["EXPORTERS", "ExportError", "ExportOptions", "Exporter", "export", "figure_bytes", "scene_source"]


@dataclass(frozen=True)
class Exporter:
    """One format: ``encode(page, options)`` gives the bytes of the file.

    ``title`` stands in the dialog and ``summary`` in the list of the command line; ``has_pixels``: the resolution matters, and text
    is never text.
    """

    suffix: str
    title: str
    summary: str
    encode: Callable[[Page, ExportOptions], bytes]
    has_pixels: bool = False


EXPORTERS: tuple[Exporter, ...] = (
    Exporter(".pdf", "PDF, for LaTeX and Beamer", "vector page of exact size, fonts embedded", pdf.encode),
    Exporter(".svg", "SVG, for drawing programs and the web", "vector drawing", svg.encode),
    Exporter(".png", "PNG, for slides", "pixels, dpi in the file", png.encode, has_pixels=True),
)


def export(source: Source, path: Path, options: ExportOptions | None = None) -> None:
    """Write a figure file; its format is the suffix of ``path``.

    The same figure with the same options gives the same bytes.  The file is replaced whole or not at all.

    Raises:
        ExportError: no format has this suffix, or the file cannot be written there.
    """
    content = figure_bytes(source, path.suffix, options)
    try:
        write_atomically(path, content)
    except UserError as error:
        raise ExportError(str(error)) from error


def figure_bytes(source: Source, suffix: str, options: ExportOptions | None = None) -> bytes:
    """The content of a figure file.

    Raises:
        ExportError: no format has this suffix, or there is no QGuiApplication.
    """
    options = options or ExportOptions()
    exporter = next((e for e in EXPORTERS if e.suffix == suffix.lower()), None)
    if exporter is None:
        known = ", ".join(e.suffix for e in EXPORTERS)
        raise ExportError(f"{suffix or 'a name without suffix'} is no figure format; use one of {known}")
    if QGuiApplication.instance() is None:
        raise ExportError("drawing needs a QGuiApplication; create one first (without a screen: QT_QPA_PLATFORM=offscreen)")
    load_fonts()
    page = lay_out(
        source,
        options.width_mm * MM,
        options.height_mm * MM,
        options.drawing_theme,
        options.letter,
        options.font,
        options.transparent,
    )
    return exporter.encode(page, options)
