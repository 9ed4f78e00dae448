"""Lessons in every engine: Firefox and WebKit open them, follow a finger to the goal, print, and
have nothing to say in the console.  Chromium does so in ``test_live_goals``.
"""

import base64
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from page_pupil import WAYS_OF_A_PAGE, PagePupil
from test_live_goals import MEASURED, solutions
from webdriver import MISSING, Browser, Firefox, WebKit

from linclass_gui.lessons.lesson import Lesson

__all__ = ["solutions"]  # a fixture

ENGINES = {"Firefox": Firefox, "WebKit": WebKit}
POLICY = re.compile(rb'<meta http-equiv="Content-Security-Policy"[^>]*>')

pytestmark = [pytest.mark.usefixtures("qapp"), pytest.mark.slow, pytest.mark.exhaustive]


@pytest.fixture(scope="module", params=sorted(ENGINES))
def browser(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """One browser of each engine for all tests of the file."""
    if why := MISSING[request.param]:
        pytest.skip(why)
    made = ENGINES[request.param](tmp_path_factory.mktemp(request.param))
    yield made
    made.close()


@pytest.fixture(scope="module")
def open_site(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site without its policy: a test asks a page by ``eval``, which the policy forbids."""
    folder = tmp_path_factory.mktemp("open")
    for file in site.iterdir():
        (folder / file.name).write_bytes(POLICY.sub(b"", file.read_bytes()))
    return folder


@pytest.mark.parametrize("lesson", MEASURED, ids=lambda lesson: lesson.name)
def test_a_goal_is_reached_with_fingers_in_every_engine(
    browser: Browser, open_site: Path, solutions: Any, lesson: Lesson
) -> None:
    pupil = PagePupil(browser)
    pupil.open(open_site / f"{lesson.name}.html")
    assert not pupil.is_met
    WAYS_OF_A_PAGE.get(lesson.name, solutions.SOLUTIONS[lesson.name].way)(pupil)
    assert pupil.is_met, pupil.said
    assert browser.complaints() == []


def test_a_page_prints(browser: Browser, open_site: Path) -> None:
    if not isinstance(browser, Firefox):
        pytest.skip("this driver does not print")
    browser.open(open_site / f"{MEASURED[0].name}.html")
    assert base64.b64decode(browser.print_page()).startswith(b"%PDF")
