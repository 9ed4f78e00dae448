"""Every goal: not met at the start, nor by doing nothing, by a stray move, or by deleting everything; met by its solution."""

from __future__ import annotations

import pytest
from pupil import Pupil
from solutions import SOLUTIONS

from linclass_gui.core.course.course import shipped_course

COURSE = shipped_course()


def test_every_goal_has_a_recorded_solution() -> None:
    assert set(SOLUTIONS) == {lesson.name for lesson in COURSE.lessons if lesson.goal is not None}


@pytest.mark.parametrize("name", SOLUTIONS)
def test_a_goal_is_met_by_its_solution_and_by_nothing_else(pupil: Pupil, name: str) -> None:
    book, solution = pupil.window.lessons.book, SOLUTIONS[name]
    lesson = pupil.open(name)
    assert book.standing.verdicts
    assert not pupil.is_met
    solution.stray(pupil)
    assert not pupil.is_met
    pupil.delete_everything()
    assert len(pupil.window.session.document.dataset) == 0
    assert not pupil.is_met
    book.start_again()
    pupil.wait()
    assert not book.is_met
    solution.way(pupil)
    assert pupil.is_met, [verdict.sentence for verdict in book.standing.verdicts]
    assert book.is_met
    assert name in book.solved
    assert lesson.goal is not None
    assert pupil.window.lessons.panel.goal.closing.text == lesson.goal.closing
    assert not pupil.window.lessons.panel.goal.closing.isHidden()
