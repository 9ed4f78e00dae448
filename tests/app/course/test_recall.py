"""Questions come back at the end of a chapter, the missed ones first; the last page says what is worth repeating."""

import json

import pytest
from pupil import Pupil
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from linclass_gui.app.course.recall_dialog import RecallDialog
from linclass_gui.core.course.course import shipped_course
from linclass_gui.core.course.reader import decode_lesson
from linclass_gui.core.course.recalling import chapters_up_to, draw_questions, is_last_of_chapter, worth_repeating
from linclass_gui.core.course.record import Record, from_text, to_text
from linclass_gui.core.course.writer import encode_lesson
from linclass_gui.core.markup.mathtext import parse
from linclass_gui.core.user_error import UserError

COURSE = shipped_course()
NUMBERED = [lesson for lesson in COURSE.lessons if lesson.order >= 1]


@pytest.mark.parametrize("lesson", NUMBERED, ids=lambda lesson: lesson.name)
def test_every_lesson_asks_something_later_that_its_file_keeps(lesson) -> None:
    recall = lesson.recall
    assert recall.because
    for words in (recall.say, recall.because):
        parse(words)
    assert decode_lesson(encode_lesson(lesson), "copy", lesson.name).recall == recall


def test_questions_come_from_the_chapters_so_far_and_missed_ones_first() -> None:
    last = next(lesson for lesson in COURSE.lessons if lesson.name == "far-blob")
    so_far = chapters_up_to(COURSE, last)
    assert so_far[-1] is last
    assert is_last_of_chapter(COURSE, last)
    assert not is_last_of_chapter(COURSE, so_far[-2])
    known = {lesson.name: Record(is_recalled=True) for lesson in so_far}
    records = known | {"two-sides": Record(is_recalled=False), "projecting": Record()}
    for seed in range(5):
        drawn = [lesson.name for lesson in draw_questions(so_far, records, seed)]
        assert drawn[:2] == ["two-sides", "projecting"]
        assert drawn[2] in known
        assert len(drawn) == 3
    assert len({draw_questions(so_far, {}, seed) for seed in range(20)}) > 1
    assert len(chapters_up_to(COURSE, None)) == len(COURSE.lessons)


def test_what_is_worth_repeating_was_missed_or_begun() -> None:
    records = {
        "two-sides": Record(is_recalled=False, is_reached=True),
        "many-lines": Record(tries=2),
        "not-separable": Record(is_recalled=True, is_reached=True),
        "projecting": Record(is_recalled=True),
    }
    again = worth_repeating(COURSE.lessons, records, ["two-sides", "not-separable"])
    assert [lesson.name for lesson in again] == ["two-sides", "many-lines"]
    assert from_text(to_text(records)) == records


def test_the_dialog_tells_right_from_wrong_and_ends_with_what_to_repeat(pupil: Pupil) -> None:
    lessons = pupil.window.lessons
    pupil.open("not-separable")
    assert not lessons.panel.recall.isHidden()
    dialog = RecallDialog(lessons.book, chapters_up_to(lessons.book.course, lessons.book.lesson), 3, pupil.window)
    dialog.show()
    opened: list[str] = []
    dialog.chosen.connect(lambda lesson: opened.append(lesson.name))
    by_words = {lesson.recall.say: lesson for lesson in NUMBERED}
    asked = []
    for number in range(3):
        lesson = by_words[dialog.say.text]
        asked.append(lesson.name)
        assert dialog.head.text == f"Question {number + 1} of 3"
        assert not dialog.next_button.isEnabled()
        right = lesson.recall.choices[lesson.recall.right - 1]
        wanted = [button for button in dialog.choices if (button.text() == right) == (number > 0)]
        QTest.mouseClick(wanted[0], Qt.MouseButton.LeftButton)
        assert dialog.because.text.startswith("Right. " if number else "Not so. ")
        assert [button.text() for button in dialog.choices if button.isEnabled()] == [f"✓  {right}"]
        QTest.keyClick(dialog.next_button, Qt.Key.Key_Space)
    assert len(set(asked)) == 3
    records = lessons.book.records
    assert [records[name].is_recalled for name in asked] == [False, True, True]
    assert dialog.head.text == "2 of 3 questions right"
    (again,) = (button for button in dialog.choices if COURSE.lessons[COURSE.places[asked[0]]].title in button.text())
    assert isinstance(again, QPushButton)
    again.click()
    assert opened == [asked[0]]
    assert not dialog.isVisible()
    dialog.deleteLater()


@pytest.mark.parametrize(
    ("recall", "wrong"),
    [
        ('{"say": "?", "choices": ["a"], "right": 1}', "lesson.recall.choices"),
        ('{"say": "?", "choices": ["a", "a"], "right": 1}', "lesson.recall.choices"),
        ('{"say": "?", "choices": ["a", "b"], "right": 3}', "lesson.recall.right"),
        ('{"say": "?", "choice": ["a", "b"], "right": 1}', "has no entry"),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused_with_its_place(recall: str, wrong: str) -> None:
    scene = json.loads(encode_lesson(NUMBERED[0]))
    scene["lesson"]["recall"] = json.loads(recall)
    with pytest.raises(UserError, match=wrong):
        decode_lesson(json.dumps(scene), "mine.json", "mine")
