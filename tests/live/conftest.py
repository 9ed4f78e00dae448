"""Pages are tried in a browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import Chromium
from page_pupil import without_walls

from linclass_gui.figures.formats import ready
from linclass_gui.figures.site import LIVE_SCRIPT, files_of_site
from linclass_gui.lessons.course import shipped_course


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """One browser for all tests of a file."""
    made = Chromium(tmp_path_factory.mktemp("chromium"))
    yield made
    made.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, qapp: object) -> Path:
    """The site of the course without the pictures of its index; tests reach the names of its
    script.
    """
    ready()
    folder = tmp_path_factory.mktemp("site")
    for name, content in files_of_site(shipped_course(), "Course", lambda *_: b"", lambda *_: b""):
        (folder / name).write_bytes(
            without_walls(content.decode()).encode() if name == LIVE_SCRIPT else content
        )
    return folder
