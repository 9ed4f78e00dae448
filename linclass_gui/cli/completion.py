"""``completion``: a script by which a shell completes commands, options and their values."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from ..errors import UserError
from . import exporting, fitting, listing
from .arguments import SUCCESS, Parser

SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")
FILES = ("scenes", "source", "output", "folder")  # arguments that name files
# Options whose values ``list`` shows.
LISTED = {
    "method": "methods",
    "features": "feature-maps",
    "kernel": "kernels",
    "view": "plots",
    "size": "sizes",
}
EXAMPLES = """\
examples:
  linclass-gui completion bash > ~/.local/share/bash-completion/completions/linclass-gui
  linclass-gui completion zsh > ~/.zfunc/_linclass-gui
  linclass-gui completion fish > ~/.config/fish/completions/linclass-gui.fish
"""


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    words = "print a script by which a shell completes commands, options and their values"
    parser = commands.add_parser(
        "completion", help=words, description=f"{words.capitalize()}.", epilog=EXAMPLES
    )
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))
    parser.set_defaults(run=_print_script)


def _print_script(options: argparse.Namespace) -> int:
    try:
        import shtab  # optional
    except ModuleNotFoundError:
        raise UserError('completion needs shtab: pip install "linclass[completion]"') from None
    parser = _parser_of_all()
    for action in _actions(parser):
        if action.dest in FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif action.dest in LISTED:
            names = [name for name, _ in listing.LISTS[LISTED[action.dest]]()]
            action.choices = [name for name in names if ":" not in name]
    print(shtab.complete(parser, shell=options.shell))
    return SUCCESS


def _parser_of_all() -> argparse.ArgumentParser:
    """The parser of all commands."""
    parser = Parser(prog="linclass-gui")
    commands = parser.add_subparsers(parser_class=Parser)
    for add in (exporting.add_to, fitting.add_to, listing.add_to, exporting.add_course_to, add_to):
        add(commands)
    return parser


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The arguments of a parser and of its commands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)
