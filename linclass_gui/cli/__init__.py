"""The command line: open the window, export figures, fit without a screen, list what there is.

Nothing here imports Qt before it is needed: ``fit`` and ``list`` never do.  Exit codes: 0 done, 2 wrong arguments or bad input (one
clear line on standard error), 3 a fit without a finite optimum under ``--strict``.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from .. import __version__
from ..core.errors import UserError
from . import exporting, fitting, listing
from .arguments import BAD_INPUT, DONE, Parser

COMMANDS = ("export", "fit", "list")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the result is the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    parser = _parser() if arguments and arguments[0] in COMMANDS else _window_parser()
    try:
        options = parser.parse_args(arguments)
        code: int = options.run(options)
    except UserError as error:
        print(f"linclass-gui: {error}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        # The reader of our output went away (as in `| head`): that is its right.
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - it lives until the interpreter ends
        return DONE
    return code


def _window_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="linclass-gui",
        description="Explore linear classification: click points, drag them, and watch every classifier follow.",
        epilog="Commands: linclass-gui export | fit | list; each has its own --help.",
    )
    parser.add_argument("--version", action="version", version=f"linclass-gui {__version__}")
    parser.add_argument("scene", nargs="?", metavar="SCENE", help="a scene file, a CSV table, or lesson:NAME")
    parser.set_defaults(run=_window)
    return parser


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="linclass-gui")
    commands = parser.add_subparsers(required=True, parser_class=Parser)
    for command in (exporting, fitting, listing):
        command.add_to(commands)
    return parser


def _window(options: argparse.Namespace) -> int:
    if sys.platform.startswith("linux") and not any(os.environ.get(v) for v in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")):
        raise UserError("there is no screen; draw figures without one by: linclass-gui export SCENE -o figure.pdf")
    from ..app import run  # Qt is imported only when a window is wanted

    return run(options.scene)
