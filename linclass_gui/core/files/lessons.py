"""The shipped lessons: scene files in the assets, by name; and scenes beside a lesson in its figure
that are no lessons.
"""

from __future__ import annotations

from pathlib import Path

from ..user_error import UserError
from .resources import assets

PREFIX = "lesson:"
BESIDE = "beside"  # the folder of scenes that figures of lessons show besides


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
