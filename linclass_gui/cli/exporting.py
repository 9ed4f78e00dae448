"""``export``: scenes as figure files; ``course``: lessons as a web site; without a screen."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from ..answers.sweeps import parse_drag, parse_grid
from ..errors import UserError, printable
from ..figures.settings import FOLDERS, OPTIONS, REQUEST, Setting, suffix_named
from ..figures.talk import check_lists_figures, is_talk, talk_of
from ..files.names import settings_of
from ..files.read import file_of, is_table
from ..lessons.course import course_of, shipped_course
from ..loading import loading
from ..scene.document import Document
from ..scene.one_variable import PLOT
from . import table_options
from .arguments import INCOMPLETE, INPUT, SUCCESS, path_text, whole_number

Parsed = TypeVar("Parsed")
VIEWS_OF_ONE_VARIABLE = (PLOT, "canvas")
MOST_STEPS = 999_999_999
TALL, TALLEST_MM = 1.25, 130.0  # their height: times the width, at most that of a full page width
EXAMPLES = """\
examples:
  linclass-gui export lesson:hard-margin -o hull.pdf --width 84mm --height 63mm
  linclass-gui export iris.csv -o iris.svg --columns petal_length,petal_width --label species
  linclass-gui export scenes/*.json -o figures/ --format svg --size beamer-16x9-half
  linclass-gui export lesson:soft-margin -o C.tikz --sweep C=10,100,1000 --grid 1x3
  linclass-gui export lesson:perceptron -o run.gif --run
  linclass-gui export lesson:two-clouds -o page.html --live
  linclass-gui export lecture.toml
  linclass-gui export talk.toml -o talk.pdf
"""
COURSE_EXAMPLES = """\
examples:
  linclass-gui course -o site/
  linclass-gui course my-lessons/ -o site/ --title "Linear classification, spring"
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    parser = commands.add_parser(
        "export",
        usage="linclass-gui export SCENE [SCENE ...] -o OUT [options]",
        help="draw scenes and tables into figure files, without a screen",
        description="Draw scenes, tables and lessons into figure files, without a screen. A "
        "project (.toml) names all figures of a lecture; a talk (.toml, or a folder of scenes) "
        "becomes one PDF, a page a slide.",
        epilog=EXAMPLES,
    )
    parser.add_argument(
        "scenes",
        nargs="+",
        metavar="SCENE",
        help="scene files, CSV tables (- is standard input), figures, lesson:NAME, or one project "
        "or talk (.toml, or the folder of a talk)",
    )
    group = parser.add_argument_group("file")
    group.add_argument(
        "-o", "--output", type=place, metavar="OUT", help="a file, or a folder for several scenes"
    )
    group.add_argument(
        "--format",
        help="as in: linclass-gui list formats (default: from the suffix of OUT); frames: numbered "
        "files of a film; "
        "layers: a series that grows layer by layer",
    )
    group.add_argument(
        "--frame-format",
        default="pdf",
        metavar="FORMAT",
        help="of frames and layers: pdf (default), svg, png, tikz",
    )
    group.add_argument(
        "--all", action="store_true", help="of a project: every figure, not only those that changed"
    )
    group.add_argument(
        "--with-notes", action="store_true", help="of a talk: the notes below each slide"
    )
    group.add_argument(
        "--keep-going",
        action="store_true",
        help="after a figure of a view that has nothing to show, write the others",
    )
    group = parser.add_argument_group("picture")
    group.add_argument(
        "--view",
        metavar="NAME",
        help="canvas, a linked plot as in: linclass-gui list plots, or numbers:BLOCK, as in: "
        "linclass-gui list numbers",
    )
    group.add_argument(
        "--views",
        metavar="NAME,NAME",
        help="several views beside each other, as in canvas,fisher-angle",
    )
    group.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a parameter of every method that is on",
    )
    group = parser.add_argument_group("panels of one figure")
    group.add_argument(
        "--sweep",
        metavar="NAME=V,V,...",
        help="a panel (or a page of a film) for each value, as in C=10,100,1000",
    )
    group.add_argument(
        "--grid",
        type=read(parse_grid),
        metavar="RxC",
        help="rows and columns of panels in one figure",
    )
    group.add_argument(
        "--panel",
        action="append",
        default=[],
        metavar="PANEL",
        help="one panel after the other: a scene (. is the first one) and its view, title, "
        'layers, step, methods and values of parameters, as in "xor.json view=feature-space '
        "title='Feature space'\" or \". methods=soft-margin-svm kernel=gaussian-kernel "
        'sigma=0.3"; soft-margin-svm#2 is the second of its kind, limits=0,2,-1,1 a part of the '
        "plane, or of a plot, member=a/b the pair of three and more classes whose margins are "
        "shown (a: against the rest; all)",
    )
    group.add_argument(
        "--titles",
        nargs="+",
        metavar="TEXT",
        help="of the scenes of a grid (default: those in their files)",
    )
    group = parser.add_argument_group("films")
    group.add_argument(
        "--run",
        dest="is_run",
        action="store_true",
        help="a film of the selected method, step by step",
    )
    group.add_argument(
        "--drag",
        type=read(parse_drag),
        metavar="POINT,X1,X2",
        help="a film of a point that moves there; points count from 1, and two numbers before X1 "
        "are the place where it begins",
    )
    group = parser.add_argument_group("size and look")
    group.add_argument("--size", help="a preset, as in: linclass-gui list sizes")
    _add_options(group, OPTIONS)
    group = parser.add_argument_group("details of panels and films")
    _add_options(group, REQUEST)
    table_options.add_to(parser)
    table_options.add_holding_to(parser)
    parser.set_defaults(run=_export)


def _add_options(group: Any, settings: Iterable[Setting]) -> None:
    """Add the options of settings that have one."""
    for setting in settings:
        if setting.option:
            _add_option(group, setting)


def _add_option(group: Any, setting: Setting) -> None:
    """Add the option of a setting; without it, its value is None."""
    add = partial(group.add_argument, setting.option, dest=setting.key, help=setting.help)
    match setting.kind:
        case "switch":
            add(action="store_const", const=not setting.option.startswith("--no-"))
        case "either":
            add(action=argparse.BooleanOptionalAction)
        case "choice":
            add(choices=[value for value, _ in setting.choices])
        case "number":
            add(type=float, metavar=setting.metavar)
        case "count":
            add(type=partial(whole_number, setting.least, MOST_STEPS), metavar=setting.metavar)
        case _:
            add(metavar=setting.metavar)


def place(text: str) -> Path:
    """A file or a folder; an empty name is refused, though an empty path would be the current
    folder.
    """
    if not text.strip():
        raise argparse.ArgumentTypeError(
            "this name is empty: give a file such as figure.pdf, or a folder (. is the one you "
            "are in)"
        )
    if text.strip() == INPUT:
        raise argparse.ArgumentTypeError(
            "figures are not written to standard output: give a file such as figure.pdf"
        )
    return Path(text)


def read(parse: Callable[[str], Parsed]) -> Callable[[str], Parsed]:
    """A reader of an argument, whose errors become errors of the argument."""

    def value_of(text: str) -> Parsed:
        try:
            return parse(text)
        except UserError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return value_of


def _export(options: argparse.Namespace) -> int:
    if len(options.scenes) == 1 and is_talk(Path(options.scenes[0])):
        return _export_talk(Path(options.scenes[0]), options)
    settings = settings_of(options.set)
    documents = [
        (name, table_options.picture_of(name, options, settings)[0]) for name in options.scenes
    ]
    with loading():
        # Qt is imported only when something is drawn
        from ..figures.headless import export_documents
    if len(documents) == 1 and _shows_one_variable(*documents[0], options):
        _show_one_variable(options)

    for path in export_documents(documents, options):
        print(path_text(path))
    return SUCCESS


def _shows_one_variable(name: str, document: Document, options: argparse.Namespace) -> bool:
    """Whether a table of one column is drawn as the window shows it, with its plot; not where
    anything else was asked for, nor on a page, which has no such plot.
    """
    content = options.view, options.views, options.panel, options.sweep, options.grid
    if any((*content, options.is_run, options.drag)) or options.format in FOLDERS:
        return False
    is_picture = suffix_named(options) != ".html"
    return is_picture and is_table(file_of(name)) and document.plots == (PLOT,)


def _show_one_variable(options: argparse.Namespace) -> None:
    """Ask for the plot over the canvas: of a narrow figure both are high enough to be read."""
    from ..figures.command_line import length_mm  # Qt is imported only when something is drawn

    options.views, options.grid = ",".join(VIEWS_OF_ONE_VARIABLE), (2, 1)
    if options.width is not None and options.height is None and options.size is None:
        options.height = f"{min(TALL * length_mm(options.width), TALLEST_MM):g}mm"


def _export_talk(path: Path, options: argparse.Namespace) -> int:
    """Write the slides as one PDF where a file is given, else the figures that the file lists."""
    if options.output is None:
        check_lists_figures(path)
        return _export_project(path, options)
    talk = talk_of(path)
    with loading():
        from ..figures.headless import export_talk  # Qt is imported only when something is drawn

    result = export_talk(talk, options)
    reasons = [refusal.reason for refusal in talk.refusals]
    reasons += [f"left out: {reason}" for reason in result.refusals]
    for reason in reasons:
        print(printable(reason), file=sys.stderr)
    print(path_text(result.path))
    if not reasons:
        return SUCCESS
    if talk.count > result.pages:
        words = f"{result.pages} of {talk.count} slides are in {path_text(result.path)}"
        print(words, file=sys.stderr)
    return INCOMPLETE


def _export_project(project: Path, options: argparse.Namespace) -> int:
    with loading():
        from ..figures.headless import export_project

    for path, did in export_project(project, options.all, options.keep_going):
        print(f"{did:9}  {path_text(path)}")
    return SUCCESS


def add_course_to(commands: Any) -> None:
    """Add the command to a parser."""
    words = "write the course as a web site, whose lessons compute in the browser"
    parser = commands.add_parser(
        "course",
        help=words,
        description=f"{words.capitalize()}; it needs no server.",
        epilog=COURSE_EXAMPLES,
    )
    parser.add_argument(
        "folder",
        nargs="?",
        type=place,
        metavar="FOLDER",
        help="lessons of your own (default: those of the program)",
    )
    parser.add_argument(
        "-o", "--output", type=place, required=True, metavar="SITE", help="the folder of the site"
    )
    parser.add_argument(
        "--title",
        default="",
        help="the title of the site (default: Linear classification, or the folder's name)",
    )
    parser.set_defaults(run=_write_course)


def _write_course(options: argparse.Namespace) -> int:
    course = shipped_course() if options.folder is None else course_of(options.folder)
    for fault in course.refusals:
        print(f"left out: {printable(fault.reason)}", file=sys.stderr)
    if not course.lessons:
        raise UserError(f"{options.folder}: none of the files is a lesson, so there is no site")
    site: Path = options.output
    if site.exists() and not site.is_dir():
        raise UserError(f"{site} is a file: name a folder for the site")
    with loading():
        from ..figures.site import write_site  # Qt is imported only when something is drawn
    folder_name = options.folder.resolve().name if options.folder is not None else ""
    print(
        path_text(write_site(course, options.title or folder_name or "Linear classification", site))
    )
    return SUCCESS
