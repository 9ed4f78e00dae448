"""A course written as a web site, without a screen."""

from __future__ import annotations

from pathlib import Path

from ..errors import UserError
from ..exporters import ready, write
from ..exporters.live.site import files_of_site
from ..exporters.offscreen import application_without_screen
from ..exporters.png import png_bytes
from ..lessons.course import Course
from ..lessons.lesson import Lesson
from ..scene.theme import Theme
from .course.thumbnails import thumbnail

WIDTH, HEIGHT = 240, 150  # of the picture of a lesson in the index


def write_site(course: Course, title: str, folder: Path) -> Path:
    """Write the files of a site; the result is its index.

    Raises:
        UserError: the folder cannot be made or written to.
    """
    application = application_without_screen()
    ready()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            f"{folder}: this folder cannot be made ({error.strerror or error})"
        ) from error
    for name, content in files_of_site(course, title, _picture):
        write(folder / name, content)
    del application
    return folder / "index.html"


def _picture(lesson: Lesson, theme: Theme) -> bytes:
    return png_bytes(thumbnail(lesson, theme, WIDTH, HEIGHT))
