"""The command line: open the window, export figures, fit without a screen, list what there is.

Nothing here imports Qt before it is needed: ``fit`` never does, ``list`` only for the formats.
Exit codes: 0 done, 1 a talk without all of its slides or a
figure of a view that has nothing to show, 2 wrong arguments, bad input or
output that cannot be written (one clear line on standard error), 3 a fit without a finite optimum
under ``--strict``, 130 an interrupt.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Sequence

from ..errors import EmptyViewError, UserError
from ..loading import loading
from ..version import __version__
from .arguments import BAD_INPUT, INCOMPLETE, INTERRUPTED, SUCCESS, Parser, complain

COMMANDS = ("export", "fit", "list", "course", "completion")
COMMANDS_IN_WORDS = """\
commands, each with a --help of its own:
  export      draw scenes and tables into figure files, without a screen
  fit         fit a method and print its numbers, or compare several by cross-validation
  list        list methods, lessons, formats and the like, a line each
  course      write the course as a web site, whose lessons compute in the browser
  completion  print a script by which a shell completes commands, options and their values

examples:
  linclass-gui                        an empty plane
  linclass-gui lesson:two-clouds      a lesson
  linclass-gui table.csv              a table, whose columns are asked for
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the result is the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run(arguments)
    except UserError as error:
        complain(str(error))
        return INCOMPLETE if isinstance(error, EmptyViewError) else BAD_INPUT
    except BrokenPipeError:
        # The reader of our output has closed it (as `| head` does), which is not an error.
        _give_up_output()
        return SUCCESS
    except OSError as error:
        _give_up_output()
        complain(f"the output cannot be written ({error.strerror or error})")
    except MemoryError:
        complain("there is not enough memory for this")
    except KeyboardInterrupt:
        return INTERRUPTED
    return BAD_INPUT


def _run(arguments: list[str]) -> int:
    """Run one command; its output is flushed at the end, where a failure can still be reported."""
    _print_anything()
    word = "".join(arguments[:1])
    if word.isalpha() and word not in COMMANDS and not os.path.exists(word):
        from ..files.names import unknown

        raise unknown("command or file", word, COMMANDS)
    parser = _parser(word) if word in COMMANDS else _window_parser()
    try:
        options = parser.parse_args(arguments)
        code: int = options.run(options)
    finally:
        if sys.stdout is not None:
            sys.stdout.flush()
    return code


def _print_anything() -> None:
    """Names of files are printed as the bytes they are; characters that an encoding lacks are
    printed as escapes.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        is_unicode = (sys.stdout.encoding or "").lower().startswith("utf")
        sys.stdout.reconfigure(errors="surrogateescape" if is_unicode else "backslashreplace")


def _give_up_output() -> None:
    """Keep the interpreter from writing to standard output when it ends, which would cause a second
    message.
    """
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


class _Version(argparse.Action):
    """Print the version, and whether the compiled core is at work."""

    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        words = "show the version of the program and exit"
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help=words)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Say it and end."""
        from solvers import core  # numpy is not needed before

        print(f"linclass-gui {__version__}, {core.at_work()}")
        parser.exit()


def _window_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="linclass-gui",
        description=(
            "Explore linear classification: click points, drag them, and watch every classifier "
            "follow."
        ),
        usage="linclass-gui [SCENE]\n       linclass-gui COMMAND ... [--help]",
        epilog=COMMANDS_IN_WORDS,
    )
    parser.add_argument("--version", action=_Version)
    parser.add_argument(
        "scene",
        nargs="?",
        metavar="SCENE",
        help="a scene file, a table, lesson:NAME or example:NAME",
    )
    parser.set_defaults(run=_window)
    return parser


def _parser(command: str) -> argparse.ArgumentParser:
    """The parser of one command; a fit waits for no module of the others."""
    with loading():
        if command == "fit":
            from .fitting import add_to
        elif command == "list":
            from .listing import add_to
        elif command == "course":
            from .exporting import add_course_to as add_to
        elif command == "completion":
            from .listing import add_completion_to as add_to
        else:
            from .exporting import add_to
    parser = Parser(prog="linclass-gui")
    add_to(parser.add_subparsers(required=True, parser_class=Parser))
    return parser


def _window(options: argparse.Namespace) -> int:
    if sys.platform.startswith("linux") and not any(
        os.environ.get(v) for v in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    ):
        raise UserError(
            "there is no screen; draw figures without one by: linclass-gui export SCENE -o "
            "figure.pdf"
        )
    with loading():  # until the window handles them
        from ..window import run  # Qt is imported only when a window is wanted

        return run(options.scene)
