"""``export``: scenes as figure files, without a screen."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from ..core.appearance.theme import THEMES
from ..core.course.reader import figure_of
from ..core.document import Document
from ..core.files.opening import open_document
from ..core.interrupts import interrupts_end_at_once
from ..core.sweeps import parse_drag, parse_grid, with_parameter
from ..core.user_error import UserError
from .arguments import DONE, settings_of, step

Parsed = TypeVar("Parsed")


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    parser = commands.add_parser("export", help="draw scenes into figure files, without a screen")
    parser.add_argument("scenes", nargs="+", metavar="SCENE", help="scene files, CSV tables or lesson:NAME")
    parser.add_argument("-o", "--output", required=True, type=place, metavar="OUT", help="a file, or a folder for several scenes")
    parser.add_argument(
        "--format",
        help="as in: linclass-gui list formats (default: from the suffix of OUT); frames: numbered files of a film; "
        "layers: a series that grows layer by layer",
    )
    parser.add_argument("--width", metavar="MM", help="width at final size, as in 84mm")
    parser.add_argument("--height", metavar="MM", help="height at final size, as in 63mm")
    parser.add_argument("--size", help="a preset, as in: linclass-gui list sizes")
    parser.add_argument("--font-size", metavar="PT", help="size of the tick labels at final size, as in 8pt")
    parser.add_argument("--font", metavar="FAMILY", help="text family (default: Inter)")
    parser.add_argument("--lines", type=float, default=1.0, metavar="FACTOR", help="thicker or thinner lines")
    parser.add_argument("--points", type=float, default=1.0, metavar="FACTOR", help="larger or smaller points")
    parser.add_argument("--outlines", action="store_true", help="text as outlines, which need no fonts")
    parser.add_argument("--theme", default="print", help=" | ".join(THEMES))
    parser.add_argument("--transparent", action="store_true", help="no background")
    parser.add_argument("--dpi", type=float, default=300.0, help="dots per inch of PNG files (default 300)")
    parser.add_argument("--view", default="canvas", metavar="NAME", help="canvas, or a linked plot as in: linclass-gui list plots")
    parser.add_argument(
        "--alt", default="", metavar="TEXT", help="the figure in words, for readers who cannot see it (default: proposed)"
    )
    parser.add_argument("--views", metavar="NAME,NAME", help="several views beside each other, as in canvas,fisher-angle")
    parser.add_argument("--sweep", metavar="NAME=V,V,...", help="a panel (or a page of a film) for each value, as in C=10,100,1000")
    parser.add_argument("--grid", type=read(parse_grid), metavar="RxC", help="rows and columns of panels in one figure")
    parser.add_argument("--titles", nargs="+", metavar="TEXT", help="of the scenes of a grid (default: those in their files)")
    parser.add_argument("--run", dest="is_run", action="store_true", help="a film of the selected method, step by step")
    parser.add_argument(
        "--drag", type=read(parse_drag), metavar="POINT,X1,X2", help="a film of a point that moves there; points count from 1"
    )
    parser.add_argument("--no-letters", action="store_true", help="panels without (a), (b), ...")
    parser.add_argument("--no-notes", action="store_true", help="panels without margin and errors")
    parser.add_argument("--no-legend", action="store_true", help="names in every panel instead of one legend")
    parser.add_argument(
        "--frame-format", default="pdf", metavar="FORMAT", help="of frames and layers: pdf (default), svg, png, tikz"
    )
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter of every method that has it")
    parser.add_argument("--step", type=step, metavar="K", help="draw step K of the selected method's history")
    parser.set_defaults(run=_export)


def _with_settings(document: Document, settings: dict[str, str]) -> Document:
    for name, text in settings.items():
        document = with_parameter(document, name, text)
    return document


def place(text: str) -> Path:
    """A file or a folder; nothing is neither, though a path of no letters would be the folder that one is in."""
    if not text.strip():
        raise argparse.ArgumentTypeError(
            "this name is empty: give a file such as figure.pdf, or a folder (. is the one you are in)"
        )
    return Path(text)


def read(parse: Callable[[str], Parsed]) -> Callable[[str], Parsed]:
    """What reads an argument, with its sentence said as that of an argument."""

    def parsed(text: str) -> Parsed:
        try:
            return parse(text)
        except UserError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return parsed


def as_the_lesson_says(options: argparse.Namespace) -> argparse.Namespace:
    """The options with the figure that a lesson asks for, where a lesson alone is drawn and nothing is said of views and panels."""
    said = options.views, options.sweep, options.grid, options.is_run or None, options.drag, options.titles
    name = options.scenes[0]
    alone = len(options.scenes) == 1 and options.format != "frames" and options.view == "canvas"
    figure = figure_of(name) if alone and not any(said) else None
    if figure is None:
        return options
    scenes, beside = [name, *figure.scenes], (1, 1 + len(figure.scenes)) if figure.scenes else None
    chosen = {"views": ",".join(figure.views) or None, "sweep": figure.sweep or None, "grid": figure.grid or beside}
    return argparse.Namespace(**(vars(options) | chosen | {"scenes": scenes, "titles": figure.titles}))


def _export(options: argparse.Namespace) -> int:
    settings = settings_of(options.set)
    options = as_the_lesson_says(options)
    documents = [(name, _with_settings(open_document(name), settings)) for name in options.scenes]
    with interrupts_end_at_once():
        from ..app.headless import export_documents  # Qt is imported only when something is drawn

    for path in export_documents(documents, options):
        print(path)
    return DONE
