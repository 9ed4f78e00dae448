"""``list``: methods, layers, lessons and the like, a line each; ``completion``: a script by which a
shell completes commands, options and their values.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import solvers
from solvers.fitting import OF_MEMBERS

from ..errors import UserError
from ..files.first_picture import open_document
from ..files.names import kebab, summary
from ..files.shipped import EXAMPLE_PREFIX, EXAMPLES, lesson_paths
from ..loading import loading
from ..scene.generating import GENERATE
from ..scene.methods import ONLY_MANY
from .arguments import SUCCESS, Parser

EXAMPLES_OF_USE = """\
examples:
  linclass-gui list methods
  linclass-gui list lessons
  linclass-gui list plots
"""
FOR_EXAMPLE = "any of two classes, as in soft-margin-svm"


def add_to(commands: Any) -> None:
    """Add the command to a parser."""
    kinds = sorted(LISTS)
    parser = commands.add_parser(
        "list",
        help="list methods, lessons, formats and the like, a line each",
        description="List what there is of a kind, a line each: its name in other commands and "
        "what it does.",
        epilog=EXAMPLES_OF_USE,
    )
    parser.add_argument("what", choices=kinds, metavar="KIND", help=", ".join(kinds))
    parser.set_defaults(run=_list)


def _list(options: argparse.Namespace) -> int:
    for name, words in LISTS[options.what]():
        print(f"{name:24} {words}".rstrip())
    return SUCCESS


def _methods() -> list[tuple[str, str]]:
    """The methods of two classes, the methods of any number, and the schemes that extend the first
    to any number.
    """
    schemes = [
        (f"{name}:METHOD", f"{kind.summary} METHOD: {FOR_EXAMPLE}.")
        for name, kind in OF_MEMBERS.items()
    ]
    method_kinds: tuple[type[solvers.AnyMethod], ...] = (*solvers.METHODS, *ONLY_MANY)
    return [(kebab(kind), kind.summary) for kind in method_kinds] + schemes


def _layers() -> list[tuple[str, str]]:
    from ..layers import LAYERS

    return [(layer.name, layer.tip) for layer in LAYERS if not layer.always]


def _plots() -> list[tuple[str, str]]:
    from ..plots import PLOTS

    return [(p.name, p.tip) for p in PLOTS]


def _numbers() -> list[tuple[str, str]]:
    from ..lessons.numbers import BLOCKS

    return [
        (f"{block.name}@3", f"{block.title} at point 3; {block.name}@0.5:2 at (0.5, 2)")
        if block.follows_pointer
        else (block.name, block.title)
        for block in BLOCKS
    ]


def _formats() -> list[tuple[str, str]]:
    with loading():
        from ..figures.formats import EXPORTERS  # these rows alone need Qt

    return [(e.suffix.lstrip("."), e.summary) for e in EXPORTERS]


def _lessons() -> list[tuple[str, str]]:
    return [(path.stem, open_document(str(path)).title) for path in lesson_paths()]


def _generators() -> list[tuple[str, str]]:
    return [
        (f"{GENERATE}{generator.name}", f"{generator.summary} ({', '.join(_arguments(generator))})")
        for generator in solvers.GENERATORS
    ]


def _arguments(generator: Any) -> list[str]:
    return ["n", "noise", "seed", *([generator.extra.name] if generator.extra else [])]


def _examples() -> list[tuple[str, str]]:
    return [(f"{EXAMPLE_PREFIX}{name}", words) for name, words in EXAMPLES.items()]


def _sizes() -> list[tuple[str, str]]:
    from ..scene.theme import PRESETS

    return [
        (name, f"{s.width_mm:g} x {s.height_mm:g} mm, {s.font_size_pt:g} pt: {s.title}")
        for name, s in PRESETS.items()
    ]


def _summaries(kinds: Sequence[type[Any]]) -> list[tuple[str, str]]:
    return [(kebab(kind), summary(kind)) for kind in kinds]


LISTS: dict[str, Callable[[], list[tuple[str, str]]]] = {
    "methods": _methods,
    "layers": _layers,
    "overlays": _layers,
    "plots": _plots,
    "examples": _examples,
    "formats": _formats,
    "generators": _generators,
    "lessons": _lessons,
    "numbers": _numbers,
    "sizes": _sizes,
    "feature-maps": partial(_summaries, solvers.FEATURE_MAPS),
    "kernels": partial(_summaries, solvers.KERNELS),
}


# --- completion -----------------------------------------------------------------------------------

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
EXAMPLES_OF_COMPLETION = """\
examples:
  linclass-gui completion bash > ~/.local/share/bash-completion/completions/linclass-gui
  linclass-gui completion zsh > ~/.zfunc/_linclass-gui
  linclass-gui completion fish > ~/.config/fish/completions/linclass-gui.fish
"""


def add_completion_to(commands: Any) -> None:
    """Add the command to a parser."""
    words = "print a script by which a shell completes commands, options and their values"
    parser = commands.add_parser(
        "completion",
        help=words,
        description=f"{words.capitalize()}.",
        epilog=EXAMPLES_OF_COMPLETION,
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
            names = [name for name, _ in LISTS[LISTED[action.dest]]()]
            action.choices = [name for name in names if ":" not in name]
    print(shtab.complete(parser, shell=options.shell))
    return SUCCESS


def _parser_of_all() -> argparse.ArgumentParser:
    """The parser of all commands."""
    from . import exporting, fitting  # a list waits for neither

    parser = Parser(prog="linclass-gui")
    commands = parser.add_subparsers(parser_class=Parser)
    fitting.add_to(commands)
    for add in (exporting.add_to, exporting.add_course_to, add_to, add_completion_to):
        add(commands)
    return parser


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The arguments of a parser and of its commands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)
