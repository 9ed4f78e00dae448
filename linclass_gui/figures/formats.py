"""Figure files, listed by suffix: adding a format is a file here and a line below.

An exporter is a function from a laid-out page to the bytes of a file; one that shows films has a
second function for them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QGuiApplication

from solvers.additions import added

from ..draw.fonts import load_fonts
from ..draw.paper import Page
from ..errors import UserError
from . import gif, html, mp4, pdf, png, results, script, svg, tikz
from .film import Film, FilmPage
from .settings import ExportOptions


@dataclass(frozen=True)
class Exporter:
    """One format: ``encode(page, options)`` gives the bytes of the file, and ``film`` the bytes of
    a film.

    ``title`` is for the dialog and ``summary`` for the list of the command line; ``has_pixels``:
    raster images, whose resolution matters.
    """

    suffix: str
    title: str
    summary: str
    encode: Callable[[Page, ExportOptions], bytes]
    has_pixels: bool = False
    film: Callable[[Film, ExportOptions], bytes] | None = None


def _film_format(
    suffix: str,
    title: str,
    summary: str,
    film: Callable[[Film, ExportOptions], bytes],
    has_pixels: bool = True,
) -> Exporter:
    """A format of films: a page is a film of one."""

    def encode(page: Page, options: ExportOptions) -> bytes:
        return film(Film((FilmPage(page),), 1), options)

    return Exporter(suffix, title, summary, encode, has_pixels, film)


EXPORTERS: tuple[Exporter, ...] = (
    Exporter(
        ".pdf", "PDF, for LaTeX and Beamer", "vector page of exact size, fonts embedded", pdf.encode
    ),
    Exporter(".svg", "SVG, for drawing programs and the web", "vector drawing", svg.encode),
    Exporter(".png", "PNG, for slides", "pixels, dpi in the file", png.encode, has_pixels=True),
    Exporter(
        ".tikz",
        "TikZ, for documents set in LaTeX",
        "pgfplots picture to be read by a LaTeX document",
        tikz.encode_input,
    ),
    Exporter(
        ".tex",
        "LaTeX, a document of one figure",
        "the same picture, also a document of its own",
        tikz.encode_tex,
    ),
    _film_format(
        ".html",
        "HTML, for course pages and hand-outs",
        "one page: layers, sliders, runs",
        html.encode_film,
        has_pixels=False,
    ),
    _film_format(
        ".gif",
        "GIF, a film for every program",
        "moving pixels, 256 colours",
        gif.encode_film,
    ),
    _film_format(
        ".apng",
        "APNG, a film for the web",
        "moving pixels, all colours",
        png.encode_film,
    ),
    Exporter(
        ".csv", "CSV, points and results", "a table: points, scores, predictions", results.encode
    ),
    Exporter(
        ".py", "Python, with scikit-learn", "a script that draws the same picture", script.encode
    ),
    *added("formats"),
)


if mp4.is_there():
    EXPORTERS = (
        *EXPORTERS,
        _film_format(
            ".mp4",
            "MP4, a film",
            "video, H.264",
            mp4.encode_film,
        ),
    )


def exporter_of(suffix: str) -> Exporter:
    """The format with a suffix.

    Raises:
        UserError: there is none, or what it needs is not installed.
    """
    exporter = next((e for e in EXPORTERS if e.suffix == suffix.lower()), None)
    if exporter is None and suffix.lower() == ".mp4":
        raise UserError(mp4.MISSING)
    if exporter is None:
        suffixes = ", ".join(e.suffix for e in EXPORTERS)
        raise UserError(
            f"{suffix or 'a name without suffix'} is no figure format; use one of {suffixes}"
        )
    return exporter


def shows_films(suffix: str) -> bool:
    """Whether there is a format with a suffix, and it shows films."""
    return any(e.suffix == suffix and e.film is not None for e in EXPORTERS)


def film_bytes(film: Film, suffix: str, options: ExportOptions) -> bytes:
    """The content of a film file.

    Raises:
        UserError: no format has this suffix, or this one shows no films.
    """
    exporter = exporter_of(suffix)
    if exporter.film is None:
        raise UserError(sentence_of_one_page(suffix))
    return exporter.film(film, options)


def sentence_of_one_page(suffix: str) -> str:
    """Why a format shows no film, and which ones do."""
    moving = ", ".join(e.suffix for e in EXPORTERS if e.film is not None)
    return f"{suffix} shows one page only; for a film use one of {moving}, or numbered frames"


def ready() -> None:
    """Make sure that text can be measured.

    Raises:
        UserError: there is no QGuiApplication.
    """
    if QGuiApplication.instance() is None:
        raise UserError(
            "drawing needs a QGuiApplication; create one first (without a screen: "
            "QT_QPA_PLATFORM=offscreen)"
        )
    load_fonts()
