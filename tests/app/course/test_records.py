"""What a learner has answered, predicted and reached is kept, and can be handed in."""

from pathlib import Path

import pytest
from pupil import Pupil
from solutions import SOLUTIONS

from linclass_gui.core.course.course import shipped_course
from linclass_gui.core.course.record import NOTHING, Record, as_markdown, from_text, to_text


def test_answers_are_kept_as_given_and_written_for_the_teacher(pupil: Pupil, tmp_path: Path) -> None:
    lessons = pupil.window.lessons
    pupil.open("one-against-all")
    pupil.answer(why="1")
    SOLUTIONS["one-against-all"].way(pupil)
    pupil.open("least-squares-example")
    pupil.answer(score="1/3", side="1")
    assert lessons.book.records["one-against-all"].is_reached
    assert lessons.export_answers_to(tmp_path / "mine.md")
    assert lessons.export_answers_to(tmp_path / "mine.pdf")
    assert (tmp_path / "mine.pdf").read_bytes().startswith(b"%PDF-")
    text = (tmp_path / "mine.md").read_text("utf-8")
    assert "## 31 One against all\n\n*reached, checked 2 times*" in text
    assert "- reason: no score is positive" in text
    assert "*not reached yet, checked 1 time*" in text
    assert "- $g(2, 2)$: 0.333333\n- its class: class 1" in text
    assert text.index("## 9 ") < text.index("## 31 ")


def test_a_prediction_is_kept_beside_its_answer(pupil: Pupil) -> None:
    pupil.open("canonical")
    SOLUTIONS["canonical"].way(pupil)
    record = pupil.window.lessons.book.records["canonical"]
    assert record.is_reached


def test_records_come_back_from_their_text_and_rubbish_is_none() -> None:
    record = Record(2, (("score", "−1/3"),), (("angle between them", "3°"),), True)
    assert from_text(to_text({"a/b": record})) == {"a/b": record}
    for rubbish in ("", "[", "[]", '{"a": 1}', '{"a": {"tries": "x"}}', '{"a": {"tries": 1, "answers": [[1, 2], 3]}}'):
        assert all(each == Record(1) for each in from_text(rubbish).values())


def test_a_prediction_and_what_is_asked_again_are_written_for_the_teacher() -> None:
    asked = next(lesson for lesson in shipped_course().lessons if lesson.recall is not None)
    record = Record(prediction=(("angle between them", "3°"),), is_recalled=False)
    text = as_markdown(shipped_course(), {asked.name: record}, ())
    assert "**Prediction:**\n\n- angle between them: 3°\n" in text
    assert f"**Asked again:** {asked.recall.say} *not right*" in text


def test_nothing_done_is_said() -> None:
    assert as_markdown(shipped_course(), {}, ()).endswith(f"{NOTHING}\n")


@pytest.mark.parametrize("value", [1.0, 7.0])
def test_a_choice_is_written_in_its_words(value: float) -> None:
    lesson = next(each for each in shipped_course().lessons if each.name == "masking")
    ((_, said),) = Record().with_answers(lesson, {"taken": value}).answers
    assert said == ("none" if value == 1.0 else "7")
