"""A lecturer's way: the lesson of docs/teaching.md, and one written in the window, open and can be
solved.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pupil import Pupil
from PySide6.QtWidgets import QDialog, QPushButton

from linclass_gui.answers.sweeps import Sweep
from linclass_gui.figures.requests import Recipe
from linclass_gui.files.shipped import lesson_path
from linclass_gui.lessons.course import course_of
from linclass_gui.lessons.lesson import LessonFigure
from linclass_gui.lessons.lesson_file import encode_lesson, read_lesson
from linclass_gui.lessons.vocabulary import WORDS
from linclass_gui.window.dialogs.export import ExportDialog
from linclass_gui.window.lessons import dialogs as lesson_dialog
from linclass_gui.window.lessons.dialogs import LessonDialog

GUIDE = (Path(__file__).parents[3] / "docs" / "teaching.md").read_text(encoding="utf-8")


@pytest.fixture
def dialog(pupil: Pupil) -> Iterator[LessonDialog]:
    """The dialog that makes a lesson of what the window shows."""
    pupil.open("dual")
    yield (made := LessonDialog(None, pupil.window.session.committed, pupil.window))
    made.deleteLater()


def test_the_guide_names_every_word_of_the_vocabulary() -> None:
    assert [
        word.name
        for word in WORDS
        if f"`{word.name}" not in GUIDE and f" {word.name}`" not in GUIDE
    ] == []


def test_the_lesson_of_the_guide_opens_and_is_solved(pupil: Pupil, tmp_path: Path) -> None:
    block = re.search(r'"lesson": (\{.*?\n\})', GUIDE, re.DOTALL)
    raw = json.loads(lesson_path("hard-margin").read_text(encoding="utf-8")) | {
        "lesson": json.loads(block[1])
    }
    (tmp_path / "mine.json").write_text(json.dumps(raw), encoding="utf-8")
    lessons = pupil.window.lessons
    shipped = lessons.coursework.course.folder
    assert lessons.open_course(tmp_path)
    pupil.wait()
    assert not pupil.is_met
    pupil.window.methods.toggle_trial()
    pupil.wait()
    pupil.line(40.4, (0.28, 0.31))
    assert pupil.is_met, lessons.panel.goal.lines
    lessons.step_on()
    assert "hulls" in pupil.window.session.document.layers
    lessons.open_course(shipped)


def test_a_lesson_is_written_in_the_window_without_json(
    dialog: LessonDialog, tmp_path: Path
) -> None:
    dialog.title.setText("Two points hold it")
    dialog.text.setPlainText("See how $α$ changes.")
    dialog.steps.setPlainText("covariances, m1: The ellipses.\nOnly words.")
    dialog.goal.setText("Two support vectors.")
    dialog.tests.setPlainText("support_vectors(m1) == 2\nseparable")
    dialog.views.setText("canvas, multipliers, path")
    dialog.grid.setText("1 x 3")
    dialog.accept()
    (tmp_path / f"{dialog.lesson.name}.json").write_text(
        encode_lesson(dialog.lesson), encoding="utf-8"
    )
    again = read_lesson(tmp_path / "two-points-hold-it.json")
    assert (again.title, again.text, again.chapter) == (
        "Two points hold it",
        "See how $α$ changes.",
        "My lessons",
    )
    assert [(step.show, step.say) for step in again.steps] == [
        (("covariances", "m1"), "The ellipses."),
        ((), "Only words."),
    ]
    assert (
        [test.text for test in again.goal.tests] == ["support_vectors(m1) == 2", "separable"]
        if again.goal
        else False
    )
    assert again.figure == LessonFigure(("canvas", "multipliers", "path"), "", (1, 3))
    assert [lesson.name for lesson in course_of(tmp_path).lessons] == ["two-points-hold-it"]


def test_an_export_begins_with_the_figure_of_the_lesson(
    pupil: Pupil, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Recipe] = []

    def choose(dialog: ExportDialog) -> int:
        dialog.panels.motion.setCurrentIndex(1)  # what somebody tried
        button = dialog.findChild(QPushButton, "figure-of-lesson")
        button.click()
        asked.append(dialog.recipe)
        return 0

    monkeypatch.setattr(ExportDialog, "exec", choose)
    for name in ("soft-margin", "dual"):
        pupil.open(name)
        pupil.window.exporting.export()
    swept, pair = asked
    assert (swept.views, swept.sweep, swept.columns) == (
        ("canvas",),
        Sweep("C", ("10", "100", "1000", "10000")),
        2,
    )
    assert pair.views == ("canvas", "multipliers")
    assert {request.motion for request in asked} == {""}


@pytest.mark.parametrize(
    ("tests", "goal", "order", "reason"),
    [
        ("errors(trail) == 0", "x", "1", "'trail' is not trial or a method in use"),
        ("", "Reach it", "1", "needs at least one test"),
        ("separable", "x", "nan", "is a number; got 'nan'"),
    ],
)
def test_what_is_wrong_with_a_lesson_is_said(
    dialog: LessonDialog,
    monkeypatch: pytest.MonkeyPatch,
    tests: str,
    goal: str,
    order: str,
    reason: str,
) -> None:
    said: list[str] = []
    monkeypatch.setattr(lesson_dialog, "say_error", lambda _, words: said.append(words))
    dialog.tests.setPlainText(tests)
    dialog.goal.setText(goal)
    dialog.order.setText(order)
    dialog.accept()
    assert dialog.result() != QDialog.DialogCode.Accepted
    assert dialog.lesson is None
    assert reason in said[0]
