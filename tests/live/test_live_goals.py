"""Goals that a page can measure are reached there with fingers, by the gestures that reach them at
the window.
"""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from chromium import IS_THERE, MISSING, Chromium
from page_pupil import WAYS_OF_A_PAGE, NotInPageError, PagePupil

from linclass_gui.figures.site import is_live
from linclass_gui.lessons.course import shipped_course
from linclass_gui.lessons.lesson import Lesson
from linclass_gui.live.goals import measured_tests
from linclass_gui.live.methods import reason_for_fixed
from linclass_gui.markup.mathtext import plain

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.slow,
    pytest.mark.skipif(not IS_THERE, reason=MISSING),
]


def _is_measured(lesson: Lesson) -> bool:
    computed = [
        used.id for used in lesson.document.methods if not reason_for_fixed(lesson.document, used)
    ]
    return bool(measured_tests(lesson, computed if is_live(lesson.document) else None))


MEASURED = [lesson for lesson in shipped_course().lessons if _is_measured(lesson)]


def test_all_goals_are_reached_in_the_page() -> None:
    """A goal must not become unmeasured unnoticed."""
    assert len(MEASURED) >= 42


@pytest.fixture(scope="module")
def solutions() -> Any:
    """What reaches each goal, recorded for the window."""
    folder = str(Path(__file__).parents[1] / "window" / "lessons")
    sys.path.append(folder)
    yield import_module("solutions")
    sys.path.remove(folder)


@pytest.mark.exhaustive
def test_a_typical_mistake_is_answered_as_in_the_window(
    browser: Chromium, site: Path, solutions: Any
) -> None:
    answered = 0
    for name, way, words in solutions.MISTAKES:
        if name not in {lesson.name for lesson in MEASURED}:
            continue
        pupil = PagePupil(browser)
        pupil.open(site / f"{name}.html")
        try:
            way(pupil)
        except NotInPageError:
            continue
        assert plain(words) in pupil.said, name
        answered += 1
    assert answered >= 12


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(lesson.name, marks=pytest.mark.exhaustive if k % 3 else ())
        for k, lesson in enumerate(MEASURED)
    ],
)
def test_a_goal_is_reached_with_fingers(
    browser: Chromium, site: Path, solutions: Any, name: str
) -> None:
    pupil = PagePupil(browser)
    pupil.open(site / f"{name}.html")
    assert not pupil.is_met
    WAYS_OF_A_PAGE.get(name, solutions.SOLUTIONS[name].way)(pupil)
    assert pupil.is_met, pupil.said
    assert browser.complaints() == []
