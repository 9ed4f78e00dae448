"""Test points that a lesson keeps for a later step: nothing draws, counts or asks them before; and
what counts as a moved point.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from drawing_scenes import document_of, three_clouds

from linclass_gui.answers.comparison import comparison, errors_on
from linclass_gui.answers.scenes import scene_of
from linclass_gui.files.codec import decode, encode
from linclass_gui.layers import LAYERS
from linclass_gui.lessons.attempt import Attempt
from linclass_gui.lessons.course import shipped_course
from linclass_gui.lessons.evaluate import standing
from linclass_gui.lessons.lesson import Lesson
from linclass_gui.lessons.measures import test_errors as errors_on_test_points
from linclass_gui.lessons.numbers import numbers_of
from linclass_gui.lessons.reveals import TEST_POINTS, reveal_step, take_back_step
from linclass_gui.plots import PLOTS
from linclass_gui.scene.axes import in_units_of_table, standardise
from linclass_gui.scene.document import Document
from linclass_gui.scene.generating import put_back, with_other_test_points
from solvers import SoftMarginSVM

COURSE = shipped_course()
BY_NAME = {lesson.name: lesson for lesson in COURSE.lessons}
KEPT = [
    lesson for lesson in COURSE.lessons if any(TEST_POINTS in step.show for step in lesson.steps)
]
DRAW = {plot.name: plot.draw for plot in PLOTS}
LAYER = next(layer for layer in LAYERS if layer.name == TEST_POINTS)


def _shown(document: Document) -> dict[str, bool]:
    """Where test points are seen."""
    scene = scene_of(document)
    return {
        "picture": any(True for _ in LAYER.draw(scene)),
        "plot": "test points" in [end.name for end in DRAW["validation"](scene).ends],
        "block": not numbers_of("test-errors", scene).needs,
        "comparison": "test_errors" in [column.name for column in comparison(scene).columns],
    }


def test_four_lessons_ask_their_test_points_at_the_end() -> None:
    assert [lesson.name for lesson in KEPT] == ["kernels", "overfitting", "choosing-c", "penalty"]


@pytest.mark.parametrize("lesson", KEPT, ids=lambda lesson: lesson.name)
def test_test_points_appear_with_their_step_and_go_with_it(lesson: Lesson) -> None:
    document = lesson.document
    assert not any(_shown(document).values())
    # they are there, for a goal
    assert errors_on_test_points(Attempt(lesson, document, scene_of(document).fits), "m1") > 0
    for step in lesson.steps[:-1]:
        document = reveal_step(document, step)
        assert not any(_shown(document).values())
    after = reveal_step(document, lesson.steps[-1])
    assert all(_shown(after).values())
    assert take_back_step(after, lesson.steps[-1]).test_shown is None


def test_the_errors_on_test_points_are_counted_whatever_the_number_of_classes() -> None:
    document = replace(document_of(three_clouds(), [SoftMarginSVM()]), test=three_clouds(seed=4))
    fits = scene_of(document).fits
    id, answer = next(iter(fits.items()))
    wrong = errors_on_test_points(Attempt(Lesson("clouds", document), document, fits), id)
    assert wrong == errors_on(answer, document.test) > 0


def test_hidden_test_points_are_written_and_read_and_shown_where_they_are_drawn_anew() -> None:
    document = BY_NAME["overfitting"].document
    again = decode(encode(document), "again")
    assert (again.shows_test, again.test.X.tolist()) == (False, document.test.X.tolist())
    assert "shows_test" not in encode(replace(document, shows_test=True))
    assert with_other_test_points(document).shows_test
    assert put_back(document).shows_test


# --- what stays -----------------------------------------------------------------------------------

# A goal with one of these words asks for other points; every other one must say that they stay.
ASKS_FOR_POINTS = re.compile(
    (
        r"\bmove\b|\badd\b|draw a sample|sample from populations|its points follow|lines "
        r"differ|equally frequent"
    ),
    re.IGNORECASE,
)


def _nudged(document: Document) -> Document:
    return replace(document, dataset=document.dataset.moved(0, document.dataset.X[0] + 0.01))


@pytest.mark.parametrize(
    "lesson", [each for each in COURSE.lessons if each.goal], ids=lambda lesson: lesson.name
)
def test_a_goal_that_asks_for_no_other_points_forbids_them(lesson: Lesson) -> None:
    forbids = "same_points" in [test.text for test in lesson.goal.tests]
    asks = (
        ASKS_FOR_POINTS.search(lesson.goal.say) is not None
        and "without touching" not in lesson.goal.say
    )
    assert forbids is not asks


def test_other_units_move_no_point_and_a_moved_one_is_seen_in_any_units() -> None:
    lesson = BY_NAME["units"]
    standard = standardise(lesson.document)
    back = in_units_of_table(standard)
    for document in (standard, back, standardise(back)):
        attempt = Attempt(lesson, document, scene_of(document).fits)
        assert not attempt.changes.has_any
        assert standing(lesson.goal, attempt).is_met is (document is not back)
    for document in (standardise(_nudged(lesson.document)), _nudged(standard)):
        attempt = Attempt(lesson, document, scene_of(document).fits)
        assert attempt.changes.moved_points >= 1
        assert not standing(lesson.goal, attempt).is_met
