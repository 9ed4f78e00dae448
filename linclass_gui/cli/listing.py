"""``list``: methods, layers, lessons and the like, a line each."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import solvers
from solvers.fitting import OF_MEMBERS

from ..files.first_picture import open_document
from ..files.names import kebab, summary
from ..files.shipped import EXAMPLE_PREFIX as EXAMPLE
from ..files.shipped import EXAMPLES, lesson_paths
from ..loading import loading
from ..scene.generating import GENERATE
from ..scene.methods import ONLY_MANY
from .arguments import SUCCESS

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
    return [(f"{EXAMPLE}{name}", words) for name, words in EXAMPLES.items()]


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
