"""Figures without a window, for the command line."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtGui import QFontDatabase, QGuiApplication

from ..core.document import Document
from ..core.errors import UserError
from ..core.files.lessons import PREFIX
from ..core.files.quoting import quoted
from ..core.fits.render import scene_of
from ..core.scene import Scene
from ..draw.figure import Source
from ..draw.lettering.fonts import load_fonts
from ..exporters import EXPORTERS, ExportOptions, export, scene_source
from ..plots import PLOTS

CANVAS = "canvas"
POINTS_PER_MM = 72.0 / 25.4
UNITS_IN_MM = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 1.0 / POINTS_PER_MM}


def export_documents(documents: Sequence[tuple[str, Document]], options: argparse.Namespace) -> list[Path]:
    """Draw each document into a file, and say which files were written.

    Everything is checked before the first file is written.

    Raises:
        UserError: an unknown format, view, theme, size or font, or a place that cannot be written.
    """
    settings = _settings(options)
    view = _checked_view(options.view)
    targets = [_target(name, len(documents), options) for name, _ in documents]
    doubled = next((t for k, t in enumerate(targets) if t in targets[:k]), None)
    sources = {os.path.realpath(name) for name, _ in documents if not name.startswith(PREFIX)}
    source = next((t for t in targets if os.path.realpath(t) in sources), None)
    if source is not None:
        raise UserError(f"{source}: this is one of the scenes to be drawn; give the figure another name")
    if doubled is not None:
        raise UserError(f"two scenes would be written to {doubled}; give them different names")
    application = _application()
    _check_font(settings.font)
    for (_, document), path in zip(documents, targets, strict=True):
        export(figure_source(scene_of(document, options.step), view, settings), path, settings)
    del application
    return targets


def figure_source(scene: Scene, view: str, options: ExportOptions) -> Source:
    """How to draw one view of a scene: the canvas for its final proportions, a linked plot as it is."""
    if view == CANVAS:
        return scene_source(scene, options)
    return next(plot for plot in PLOTS if plot.name == view).figure(replace(scene, framed=True))


def _application() -> QGuiApplication:
    # No screen is needed, and none is touched even where there is one: a figure must not depend on it.
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    existing = QGuiApplication.instance()
    return existing if isinstance(existing, QGuiApplication) else QGuiApplication(sys.argv[:1])


def _check_font(family: str | None) -> None:
    """Qt would silently take another font."""
    load_fonts()
    if family is not None and not QFontDatabase.hasFamily(family):
        raise UserError(f"--font: there is no font family {quoted(family)} on this machine")


def _checked_view(name: str) -> str:
    known = [CANVAS, *(plot.name for plot in PLOTS)]
    if name not in known:
        raise UserError(f"--view: there is no view {quoted(name)}; choose one of {', '.join(known)}")
    return name


def _settings(options: argparse.Namespace) -> ExportOptions:
    base = ExportOptions.sized(options.size) if options.size else ExportOptions()
    changes: dict[str, object] = {"theme": options.theme, "transparent": options.transparent, "dpi": options.dpi}
    for name, text in (("width_mm", options.width), ("height_mm", options.height)):
        if text is not None:
            changes[name] = length_mm(text)
    if options.font_size is not None:
        changes["font_size_pt"] = length_mm(_in_points(options.font_size)) * POINTS_PER_MM
    if options.font is not None:
        changes["font"] = options.font
    return replace(base, **changes)  # type: ignore[arg-type]


def _in_points(text: str) -> str:
    return text if re.search("[a-z]", text) else text + "pt"


def length_mm(text: str) -> float:
    """A length with its unit (mm, cm, in, pt; mm when it has none) in millimetres.

    Raises:
        UserError: this is not a length.
    """
    match = re.fullmatch(r"\s*([0-9]*\.?[0-9]+)\s*([a-z]*)\s*", text)
    if match is None or match[2] not in UNITS_IN_MM:
        raise UserError(f"a length is a number with mm, cm, in or pt, as in 84mm; got {quoted(text)}")
    return float(match[1]) * UNITS_IN_MM[match[2]]


def _target(name: str, count: int, options: argparse.Namespace) -> Path:
    """The file for one scene: OUT itself, or a file in the folder OUT."""
    output: Path = options.output
    suffix = _suffix(options)
    is_folder = os.path.isdir(output)  # a name that is too long is none
    if count == 1 and output.suffix and not is_folder:
        return output if options.format is None else output.with_suffix(suffix)
    if count > 1 and not is_folder and (output.suffix or os.path.lexists(output)):
        raise UserError(f"{output}: several scenes need a folder, not one file; give -o FOLDER/ and --format")
    if not is_folder and os.path.lexists(output):
        raise UserError(f"{output}: {_what_is_there(output)}; give -o a new name such as figure.pdf, or a folder")
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{output}: this folder cannot be made ({error.strerror or error})") from error
    return output / (Path(name.removeprefix(PREFIX)).stem + suffix)


def _what_is_there(path: Path) -> str:
    """What stands at a name that was meant for a folder."""
    if path.is_symlink() and not path.exists():
        return "this link leads nowhere"
    return "this is a file without a suffix" if path.is_file() else "this is no ordinary file (a pipe or a device)"


def _suffix(options: argparse.Namespace) -> str:
    known = [e.suffix for e in EXPORTERS]
    suffix = f".{options.format.lower().lstrip('.')}" if options.format else options.output.suffix.lower()
    if not suffix:
        return known[0]
    if suffix not in known:
        raise UserError(f"{suffix} is no figure format; choose one of {', '.join(known)}")
    return suffix
