"""A course: the lessons of a folder in their order, and the files that are no lessons, with the
reasons.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ..files.resources import assets
from ..user_error import UserError
from .lesson import Lesson
from .reader import read_lesson

MOST = 500  # files of a folder that are read at the most
OTHERS = "Other scenes"


@dataclass(frozen=True)
class Refused:
    """A file that is no lesson, and why."""

    path: Path
    reason: str


@dataclass(frozen=True, eq=False)
class Course:
    """Lessons in their order; ``folder`` is where they were read."""

    folder: Path
    lessons: tuple[Lesson, ...]
    refused: tuple[Refused, ...] = ()

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of every lesson by its name, and by its former names."""
        places = {name: k for k, lesson in enumerate(self.lessons) for name in lesson.aliases}
        return places | {lesson.name: k for k, lesson in enumerate(self.lessons)}

    @property
    def chapters(self) -> tuple[tuple[str, tuple[Lesson, ...]], ...]:
        """The lessons by chapter, in the order in which the chapters begin."""
        by_chapter: dict[str, list[Lesson]] = {}
        for lesson in self.lessons:
            by_chapter.setdefault(lesson.chapter or OTHERS, []).append(lesson)
        return tuple((chapter, tuple(lessons)) for chapter, lessons in by_chapter.items())

    def beside(self, name: str, step: int) -> Lesson | None:
        """The lesson ``step`` places after (or before) another one; None beyond the ends."""
        place = self.places.get(name)
        if place is None:
            return None
        at = place + step
        return self.lessons[at] if 0 <= at < len(self.lessons) else None


def course_of(folder: Path) -> Course:
    """The lessons among the scene files of a folder; a file that cannot be read is listed with the
    reason.

    Raises:
        UserError: the folder cannot be read, or holds no scene file.
    """
    try:
        paths = sorted(
            path
            for path in itertools.islice(folder.iterdir(), 20 * MOST)
            if path.suffix.lower() == ".json"
        )[:MOST]
    except OSError as error:
        raise UserError(
            f"{folder}: this folder cannot be read ({error.strerror or error})"
        ) from error
    if not paths:
        raise UserError(f"{folder}: this folder holds no lesson (a scene file, *.json)")
    return _of_files(folder, paths)


def _of_files(folder: Path, paths: Iterable[Path]) -> Course:
    lessons, refused = [], []
    for path in paths:
        try:
            lessons.append(read_lesson(path))
        except UserError as error:
            refused.append(Refused(path, str(error)))
    # Lessons with a chapter come first; plain scenes follow by their names.
    lessons.sort(key=lambda lesson: (not lesson.chapter, lesson.order, lesson.name))
    return Course(folder, tuple(lessons), tuple(refused))


def shipped_course() -> Course:
    """The course that comes with the program."""
    return course_of(assets() / "lessons")
