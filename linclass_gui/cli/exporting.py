"""``export``: scenes as figure files, without a screen."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

import solvers

from ..core.document import Document
from ..core.errors import UserError
from ..core.files.opening import open_document
from ..core.files.quoting import quoted
from .arguments import DONE, settings_of, step


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    parser = commands.add_parser("export", help="draw scenes into figure files, without a screen")
    parser.add_argument("scenes", nargs="+", metavar="SCENE", help="scene files, CSV tables or lesson:NAME")
    parser.add_argument("-o", "--output", required=True, type=Path, metavar="OUT", help="a file, or a folder for several scenes")
    parser.add_argument("--format", help="pdf, svg or png (default: from the suffix of OUT)")
    parser.add_argument("--width", metavar="MM", help="width at final size, as in 84mm")
    parser.add_argument("--height", metavar="MM", help="height at final size, as in 63mm")
    parser.add_argument("--size", help="a preset, as in: linclass-gui list sizes")
    parser.add_argument("--font-size", metavar="PT", help="size of the tick labels at final size, as in 8pt")
    parser.add_argument("--font", metavar="FAMILY", help="text family (default: Inter)")
    parser.add_argument("--theme", default="print", help="light, dark, print, grey or projector")
    parser.add_argument("--transparent", action="store_true", help="no background")
    parser.add_argument("--dpi", type=float, default=300.0, help="dots per inch of PNG files (default 300)")
    parser.add_argument("--view", default="canvas", metavar="NAME", help="canvas, or a linked plot as in: linclass-gui list plots")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter of every method that has it")
    parser.add_argument("--step", type=step, metavar="K", help="draw step K of the selected method's history")
    parser.set_defaults(run=_export)


def _with_settings(document: Document, settings: dict[str, str]) -> Document:
    """The document with parameters set in every method that has them.

    Raises:
        UserError: no method in use has the parameter, or the value is not allowed.
    """
    for name, text in settings.items():
        having = [m for m in document.methods if name in {p.name for p in solvers.parameters_of(type(m.method))}]
        if not having:
            raise UserError(f"--set {name}: no method of the scene has a parameter {quoted(name)}")
        for used in having:
            parameter = next(p for p in solvers.parameters_of(type(used.method)) if p.name == name)
            try:
                document = document.with_method(replace(used, method=replace(used.method, **{name: parameter.parse(text)})))
            except ValueError as error:
                raise UserError(f"--set {name}: {error}") from None
    return document


def _export(options: argparse.Namespace) -> int:
    settings = settings_of(options.set)
    documents = [(name, _with_settings(open_document(name), settings)) for name in options.scenes]
    from ..app.headless import export_documents  # Qt is imported only when something is drawn

    for path in export_documents(documents, options):
        print(path)
    return DONE
