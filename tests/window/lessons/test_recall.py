"""What a learner has answered and reached is kept; questions come back at the end of a chapter, the
missed ones first.
"""

import json
from pathlib import Path

import pytest
from pupil import Pupil
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from solutions import SOLUTIONS

from linclass_gui.errors import UserError
from linclass_gui.lessons.course import (
    AS_LEFT,
    AT_FIRST,
    Record,
    as_markdown,
    chapters_up_to,
    draw_questions,
    from_text,
    is_last_of_chapter,
    lessons_to_repeat,
    shipped_course,
    to_text,
)
from linclass_gui.lessons.lesson_file import decode_lesson, encode_lesson
from linclass_gui.markup.mathtext import parse
from linclass_gui.window.lessons.dialogs import RecallDialog

COURSE = shipped_course()


NUMBERED = [lesson for lesson in COURSE.lessons if lesson.order >= 1]


@pytest.mark.parametrize("lesson", NUMBERED, ids=lambda lesson: lesson.name)
def test_every_lesson_asks_something_later_that_its_file_keeps(lesson) -> None:
    recall = lesson.recall
    assert recall is not None, "no question that comes back"
    for asked in filter(None, (recall, recall.variant)):
        assert asked.because
        assert len(asked.slips) == len(asked.choices) - 1
        assert len(set(asked.slips)) == len(asked.slips)
        for words in (asked.say, asked.because, *asked.slips):
            parse(words)
        verdicts = [asked.verdict(number) for number in range(1, len(asked.choices) + 1)]
        assert len(set(verdicts)) == len(verdicts)
        assert all(verdict.endswith(asked.because) for verdict in verdicts)
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
    again = lessons_to_repeat(COURSE.lessons, records, ["two-sides", "not-separable"])
    assert [lesson.name for lesson in again] == ["two-sides", "many-lines"]
    assert from_text(to_text(records)) == records


def test_the_dialog_tells_right_from_wrong_and_ends_with_what_to_repeat(pupil: Pupil) -> None:
    lessons = pupil.window.lessons
    pupil.open("not-separable")
    assert not lessons.panel.recall.isHidden()
    dialog = RecallDialog(
        lessons.coursework,
        chapters_up_to(lessons.coursework.course, lessons.coursework.lesson),
        3,
        pupil.window,
    )
    dialog.show()
    opened: list[str] = []
    dialog.lesson_chosen.connect(lambda lesson: opened.append(lesson.name))
    by_words = {lesson.recall.say: lesson for lesson in NUMBERED}
    asked = []
    for number in range(3):
        lesson = by_words[dialog.say.text]
        asked.append(lesson.name)
        assert dialog.head.text == f"Question {number + 1} of 3"
        assert not dialog.next_button.isEnabled()
        right = lesson.recall.choices[lesson.recall.right - 1]
        wanted = [button for button in dialog.choices if (button.text() == right) == (number > 0)]
        mine = wanted[0].text()
        QTest.mouseClick(wanted[0], Qt.MouseButton.LeftButton)
        place = lesson.recall.choices.index(mine) + 1
        assert dialog.because.text == lesson.recall.verdict(place)
        assert dialog.because.text.startswith("Right. " if number else "Not so. ")
        slips = [slip for slip in lesson.recall.slips if slip in dialog.because.text]
        assert len(slips) == (0 if number else 1)
        marked = {button.text() for button in dialog.choices if button.isEnabled()}
        assert marked == (
            {f"✓  {right}  (your answer)"}
            if mine == right
            else {f"✓  {right}", f"✗  {mine}  (your answer)"}
        )
        QTest.keyClick(dialog.next_button, Qt.Key.Key_Space)
    assert len(set(asked)) == 3
    records = lessons.coursework.records
    assert [records[name].is_recalled for name in asked] == [False, True, True]
    assert dialog.head.text == "2 of 3 questions right"
    (again,) = (
        button
        for button in dialog.choices
        if COURSE.lessons[COURSE.places[asked[0]]].title in button.text()
    )
    assert isinstance(again, QPushButton)
    again.click()
    assert opened == [asked[0]]
    assert not dialog.isVisible()
    dialog.deleteLater()


def test_a_missed_question_returns_two_lessons_later_with_other_numbers(pupil: Pupil) -> None:
    lessons = pupil.window.lessons
    coursework, panel, missed = lessons.coursework, lessons.panel, COURSE.places["slack"]
    lesson = coursework.course.lessons[missed]
    pupil.open(lesson.name)
    for before in coursework.returning_lessons:  # of the tests above
        coursework.remember_recall(before, True)
    coursework.remember_recall(lesson, False)
    assert panel.missed_button.isHidden()
    lessons.next()
    assert panel.missed_button.isHidden()
    lessons.next()
    assert not panel.missed_button.isHidden()
    assert panel.missed_button.text() == "Questions that you missed (1)"
    dialog = RecallDialog(coursework, coursework.returning_lessons, 1, pupil.window)
    dialog.show()
    again = lesson.recall.variant
    assert dialog.say.text == again.say
    right = again.choices[again.right - 1]
    next(button for button in dialog.choices if button.text() == right).click()
    assert dialog.because.text == again.verdict(again.right)
    assert panel.missed_button.isHidden()
    assert coursework.records[lesson.name].is_recalled
    for _ in range(2):  # to the end, and out
        dialog.next_button.click()
    dialog.deleteLater()


@pytest.mark.parametrize(
    ("recall", "wrong"),
    [
        ('{"say": "?", "choices": ["a"], "right": 1}', "lesson.recall.choices"),
        ('{"say": "?", "choices": ["a", "b"], "right": 3}', "lesson.recall.right"),
        (
            '{"say": "?", "choices": ["a", "b"], "right": 1, "slips": ["c", "d"]}',
            "a list of 1 sentence, one for each wrong answer",
        ),
        (
            '{"say": "?", "choices": ["a", "b"], "right": 1, "variant": {"choices": ["a", "b"]}}',
            "lesson.recall.variant.right",
        ),
        (
            '{"say": "?", "choices": ["a", "b"], "right": 1, "variant": {"variant": {}}}',
            "lesson.recall.variant has no entry",
        ),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused_with_its_place(recall: str, wrong: str) -> None:
    scene = json.loads(encode_lesson(NUMBERED[0]))
    scene["lesson"]["recall"] = json.loads(recall)
    with pytest.raises(UserError, match=wrong):
        decode_lesson(json.dumps(scene), "mine.json", "mine")


# --- what is kept ---------------------------------------------------------------------------------


def test_answers_are_kept_as_given_and_written_for_the_teacher(
    pupil: Pupil, tmp_path: Path
) -> None:
    lessons = pupil.window.lessons
    pupil.open("one-against-all")
    pupil.answer(why="1")
    SOLUTIONS["one-against-all"].way(pupil)
    pupil.open("least-squares-example")
    pupil.answer(score="1/3", side="1")
    assert lessons.coursework.records["one-against-all"].is_reached
    assert lessons.export_answers_to(tmp_path / "mine.md")
    assert lessons.export_answers_to(tmp_path / "mine.pdf")
    assert (tmp_path / "mine.pdf").read_bytes().startswith(b"%PDF-")
    pupil.window.settings.set_text("learner", "Ada")
    pupil.open("least-squares-example")
    pupil.answer(score="−1/3", side="2")
    assert lessons.export_answers_to(tmp_path / "later.md")
    later = (tmp_path / "later.md").read_text("utf-8")
    assert later.startswith("# Answers\n\nAda, ")
    assert "**Tried before:**\n\n- $f(2, 2)$: 0.333333, its class: class 1\n" in later
    text = (tmp_path / "mine.md").read_text("utf-8")
    assert "## 31 One against all\n\n*reached, checked 2 times*" in text
    assert "- reason: no score is positive" in text
    assert "*not reached yet, checked 1 time*" in text
    assert "- $f(2, 2)$: 0.333333\n- its class: class 1" in text
    assert text.index("## 9 ") < text.index("## 31 ")


def test_a_prediction_is_kept_before_its_goal_is_reached_and_later_lines_are_none(
    pupil: Pupil,
) -> None:
    coursework = pupil.window.lessons.coursework
    pupil.open("dual")
    pupil.window.session.set_selection(frozenset({0, 1}))
    coursework.show_answer()
    pupil.wait()
    record = coursework.records["dual"]
    assert not record.is_reached
    assert pupil.window.session.scene.selection == frozenset()
    pupil.drag((-0.5, -0.06), (-0.6, -0.1))
    pupil.wait()
    assert coursework.records["dual"].prediction == record.prediction


def test_a_prediction_is_shown_as_it_was_made_whatever_is_moved_later(pupil: Pupil) -> None:
    coursework, panel = pupil.window.lessons.coursework, pupil.window.lessons.panel
    pupil.open("dual")
    pupil.window.session.set_selection(frozenset({1, 2}))
    coursework.show_answer()
    pupil.wait()
    made = panel.guess_pairs.blocks[0][1].lines
    assert made == coursework.records["dual"].prediction
    SOLUTIONS["dual"].way(pupil)
    assert panel.guess_pairs.blocks[0][1].lines == made
    pupil.window.lessons.next()
    pupil.window.lessons.previous()
    pupil.wait()
    assert panel.guess_pairs.blocks[0][1].lines == made
    coursework.start_again()
    pupil.wait()
    assert coursework.comparison() == ()


def test_the_pictures_that_are_handed_in_are_those_that_were_left(pupil: Pupil) -> None:
    coursework = pupil.window.lessons.coursework
    pupil.open("penalty")
    pupil.set("m1", l2=1.0)
    pupil.open("xor")
    assert coursework.documents["penalty"].methods[0].method.l2 == 1.0
    records = {"penalty": Record(1), "overfitting": Record(1)}
    text = as_markdown(
        coursework.course, records, (), with_pictures=True, opened_names=coursework.documents
    )
    assert text.count(AS_LEFT) == text.count(AT_FIRST) == 1


def test_records_come_back_from_their_text_and_rubbish_is_none() -> None:
    record = Record(2, (("score", "−1/3"),), (("angle between them", "3°"),), True)
    assert from_text(to_text({"a/b": record})) == {"a/b": record}
    for rubbish in (
        "",
        "[",
        "[]",
        '{"a": 1}',
        '{"a": {"tries": "x"}}',
        '{"a": {"tries": 1, "answers": [[1, 2], 3]}}',
    ):
        assert all(each == Record(1) for each in from_text(rubbish).values())


def test_a_prediction_and_what_is_asked_again_are_written_for_the_teacher() -> None:
    asked = next(lesson for lesson in shipped_course().lessons if lesson.recall is not None)
    record = Record(prediction=(("angle between them", "3°"),), is_recalled=False)
    text = as_markdown(shipped_course(), {asked.name: record}, ())
    assert "**Prediction:**\n\n- angle between them: 3°\n" in text
    assert f"**Asked again:** {asked.recall.say} *not right*" in text


@pytest.mark.parametrize("value", [1.0, 7.0])
def test_a_choice_is_written_in_its_words(value: float) -> None:
    lesson = next(each for each in shipped_course().lessons if each.name == "masking")
    ((_, said),) = Record().with_answers(lesson, {"taken": value}).answers
    assert said == ("none" if value == 1.0 else "7")
