"""``course``: the course, or a folder of one's own lessons, as a web site."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from ..errors import UserError, printable
from ..interrupts import interrupts_end_at_once
from ..lessons.course import course_of, shipped_course
from .arguments import SUCCESS, path_text
from .exporting import place


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    parser = commands.add_parser(
        "course", help="write the course as a web site, whose lessons compute in the browser"
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
    parser.set_defaults(run=_write)


def _write(options: argparse.Namespace) -> int:
    course = shipped_course() if options.folder is None else course_of(options.folder)
    for fault in course.refusals:
        print(f"left out: {printable(fault.reason)}", file=sys.stderr)
    if not course.lessons:
        raise UserError(f"{options.folder}: none of the files is a lesson, so there is no site")
    site: Path = options.output
    if site.exists() and not site.is_dir():
        raise UserError(f"{site} is a file: name a folder for the site")
    with interrupts_end_at_once():
        from ..figures.site import write_site  # Qt is imported only when something is drawn
    folder_name = options.folder.resolve().name if options.folder is not None else ""
    print(
        path_text(write_site(course, options.title or folder_name or "Linear classification", site))
    )
    return SUCCESS
