"""What the arguments of the command line ask for, as values: size and look, and what is to be drawn."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtGui import QFontDatabase

from ..core.quoting import quote
from ..core.sweeps import Sweep
from ..core.user_error import UserError
from ..draw.lettering.fonts import load_fonts
from ..exporters import EXPORTERS, ExportOptions, exporter_of
from ..exporters.requests import Motion, Request, Series
from ..exporters.scenes import VIEWS

POINTS_PER_MM = 72.0 / 25.4
NUMBER = r"[0-9]*\.?[0-9]+"
UNITS_IN_MM = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 1.0 / POINTS_PER_MM}
ALIASES = {".python": ".py", ".htm": ".html"}
FOLDERS: Mapping[str | None, Series] = {"frames": "frames", "layers": "layers"}  # formats that are a folder of files


def settings_of_figure(options: argparse.Namespace) -> ExportOptions:
    """Size and look.

    Raises:
        UserError: an unknown size, theme or font, or a length that is none.
    """
    base = ExportOptions.sized(options.size) if options.size else ExportOptions()
    if options.width is not None and options.height is None and not options.size:
        base = replace(base, height_mm=base.height_mm * length_mm(options.width) / base.width_mm)  # in the usual proportions
    changes: dict[str, object] = {"theme": options.theme, "transparent": options.transparent, "dpi": options.dpi}
    changes |= {
        "line_factor": options.lines,
        "point_factor": options.points,
        "text_as_outlines": options.outlines,
        "alt": options.alt,
    }
    for name, text in (("width_mm", options.width), ("height_mm", options.height)):
        if text is not None:
            changes[name] = length_mm(text)
    if options.font_size is not None:
        changes["font_size_pt"] = points(options.font_size)
    if options.font is not None:
        changes["font"] = options.font
    return replace(base, **changes)  # type: ignore[arg-type]


def says_size(options: argparse.Namespace) -> bool:
    """Whether anything is said of how large the page is."""
    return any((options.size, options.width, options.height))


def request_of(options: argparse.Namespace, suffix: str) -> Request:
    """What is to be drawn; a sweep without a grid is a film where the format shows films.

    Raises:
        UserError: an unknown view, a sweep that is none, or two things that move.
    """
    views = tuple(_checked_view(name.strip()) for name in (options.views or options.view).split(",") if name.strip())
    sweep = None if options.sweep is None else Sweep.parse(options.sweep)
    moves = next((e.film is not None for e in EXPORTERS if e.suffix == suffix), False) or options.format == "frames"
    motions: list[Motion] = []
    motions += ["run"] if options.is_run else []
    motions += ["drag"] if options.drag is not None else []
    motions += ["sweep"] if sweep is not None and moves and options.grid is None else []
    if len(motions) > 1:
        raise UserError("a film shows one thing that moves: --run, --drag or --sweep")
    return Request(
        views,
        sweep,
        None if options.grid is None else options.grid[1],
        letters=not options.no_letters,
        notes=not options.no_notes,
        legend=not options.no_legend,
        step=options.step,
        titles=tuple(options.titles or ()),
        motion=motions[0] if motions else "",
        drag=options.drag,
        series=FOLDERS.get(options.format, ""),
    )


def suffix_of(options: argparse.Namespace) -> str:
    """The format as its suffix; of frames and layers that of each file.

    Raises:
        UserError: there is no such format.
    """
    known = [e.suffix for e in EXPORTERS]
    name = options.frame_format if options.format in FOLDERS else options.format
    suffix = f".{name.lower().lstrip('.')}" if name else options.output.suffix.lower()
    suffix = ALIASES.get(suffix, suffix)
    if not suffix:
        return known[0]
    if suffix == ".mp4":
        exporter_of(suffix)  # it says what is missing
    if suffix not in known:
        raise UserError(f"{suffix} is no figure format; choose one of {', '.join(known)}, frames or layers")
    return suffix


def check_font(family: str | None) -> None:
    """Refuse a family that is not there: Qt would silently take another one.

    Raises:
        UserError: there is no such family.
    """
    load_fonts()
    if family is not None and not QFontDatabase.hasFamily(family):
        raise UserError(f"--font: there is no font family {quote(family)} on this machine")


def _checked_view(name: str) -> str:
    if name not in VIEWS:
        raise UserError(f"--view: there is no view {quote(name)}; choose one of {', '.join(VIEWS)}")
    return name


def points(text: str) -> float:
    """A size of text in points (its unit where it has none), which are not converted where they are points already.

    Raises:
        UserError: this is not a length.
    """
    words = text.strip()
    plain = words.removesuffix("pt").strip()
    if re.fullmatch(NUMBER, plain):
        return float(plain)
    return length_mm(words) * POINTS_PER_MM


def length_mm(text: str) -> float:
    """A length with its unit (mm, cm, in, pt; mm when it has none) in millimetres.

    Raises:
        UserError: this is not a length.
    """
    match = re.fullmatch(rf"\s*({NUMBER})\s*([a-z]*)\s*", text)
    if match is None or match[2] not in UNITS_IN_MM:
        raise UserError(f"a length is a number with mm, cm, in or pt, as in 84mm; got {quote(text)}")
    return float(match[1]) * UNITS_IN_MM[match[2]]
