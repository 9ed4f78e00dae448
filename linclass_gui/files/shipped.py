"""Shipped files by name: lessons, tables of teaching, and the scene of the first start."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ..errors import UserError, quote
from ..scene.document import Document
from .codec import load_document


@cache
def assets() -> Path:
    """The folder of fonts, icons, lessons and data."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "assets"
    return inside if inside.is_dir() else package.parent / "assets"


def is_shipped(path: Path) -> bool:
    """Whether a file is one of the assets, which nobody means to overwrite."""
    return path.resolve().is_relative_to(assets().resolve())


LESSON_PREFIX = "lesson:"
BESIDE = "beside"  # the folder of scenes that figures of lessons show besides
ONE_VARIABLE = "one-variable"  # the one of two normal classes on a line


def lesson_paths() -> tuple[Path, ...]:
    """The scene files of all lessons, in order of their names."""
    return tuple(sorted((assets() / "lessons").glob("*.json")))


def lesson_path(name: str) -> Path:
    """The scene file of one lesson, or of a scene beside one.

    Raises:
        UserError: no such lesson; the sentence lists those there are.
    """
    for path in (*lesson_paths(), *sorted((assets() / "lessons" / BESIDE).glob("*.json"))):
        if path.stem == name:
            return path
    raise UserError(
        f"there is no lesson {name!r}; choose one of {', '.join(p.stem for p in lesson_paths())}"
    )


EXAMPLE_PREFIX = "example:"
EXAMPLES = {
    "iris": "Three species of iris: 150 flowers, 4 lengths",
    "penguins": "Three species of penguins: 344 birds, 4 measurements",
    "wine": "Wines of three grapes: 178 bottles, 13 measurements",
}


def example_path(name: str) -> Path:
    """The file of one table.

    Raises:
        UserError: no such table; the sentence lists those there are.
    """
    if name not in EXAMPLES:
        raise UserError(f"there is no example {quote(name)}; choose one of {', '.join(EXAMPLES)}")
    return assets() / "data" / f"{name}.csv"


def default_document() -> Document:
    """The scene of the first start, read from the shipped lessons."""
    return load_document(assets() / "lessons" / "two-clouds.json")
