"""Lesson files: what is read and written, and how broken and hostile ones are refused."""

import argparse
import json
from pathlib import Path
from typing import Any

import pytest

from linclass_gui.answers.sweeps import Sweep
from linclass_gui.cli import exporting
from linclass_gui.errors import UserError
from linclass_gui.figures import headless
from linclass_gui.figures.requests import Recipe
from linclass_gui.files.codec import load_document
from linclass_gui.files.first_picture import open_document
from linclass_gui.files.shipped import lesson_path, lesson_paths
from linclass_gui.layers import LAYERS
from linclass_gui.lessons.course import course_of, shipped_course
from linclass_gui.lessons.lesson import LessonFigure
from linclass_gui.lessons.lesson_file import decode_lesson, encode_lesson, read_lesson
from linclass_gui.lessons.numbers import NAMES
from linclass_gui.lessons.reveals import fully_revealed, reveal_step, take_back_step
from linclass_gui.plots import PLOTS

COURSE = shipped_course()


def test_the_course_is_whole_and_in_order() -> None:
    assert COURSE.refusals == ()
    assert len(COURSE.lessons) == len(lesson_paths())
    orders = [lesson.order for lesson in COURSE.lessons]
    assert orders == sorted(set(orders))
    assert [name for name, _ in COURSE.chapters][:2] == ["First look", "Lines"]


@pytest.mark.parametrize("lesson", COURSE.lessons, ids=lambda lesson: lesson.name)
def test_every_lesson_is_written_as_it_stands_and_speaks_of_what_there_is(lesson: Any) -> None:
    path = lesson_path(lesson.name)
    assert encode_lesson(lesson) == path.read_text(encoding="utf-8")
    assert all((lesson.title, lesson.text, lesson.chapter))
    layers, plots = {o.name for o in LAYERS}, {p.name for p in PLOTS}
    ids = {m.id for m in lesson.document.methods}
    shown = {name for step in lesson.steps for name in (*step.show, *step.hide)}
    assert shown <= layers | ids | NAMES
    assert lesson.document.layers <= layers
    assert {*lesson.plots, *(name for step in lesson.steps for name in step.plots)} <= plots
    assert set(lesson.numbers) <= NAMES


def test_choices_are_words_for_fields_that_set_no_mathematics() -> None:
    choices = [
        choice
        for lesson in COURSE.lessons
        for recall in (lesson.recall, lesson.recall and lesson.recall.variant)
        if recall
        for choice in recall.choices
    ]
    choices += [
        choice
        for lesson in COURSE.lessons
        if lesson.question
        for field in lesson.question.fields
        for choice in field.choices
    ]
    assert [choice for choice in choices if set(choice) & set("$_^{\\")] == []


def test_every_goal_has_a_hint_for_who_asks() -> None:
    assert [
        lesson.name for lesson in COURSE.lessons if lesson.goal is not None and not lesson.goal.hint
    ] == []


def test_a_plain_scene_is_a_lesson_without_words_and_a_lesson_is_a_scene(tmp_path: Path) -> None:
    path = lesson_path("xor")
    assert load_document(path).title == read_lesson(path).title
    raw = json.loads(path.read_text(encoding="utf-8"))
    del raw["lesson"]
    plain = decode_lesson(json.dumps(raw), "plain", "plain")
    assert (plain.chapter, plain.text, plain.goal) == ("", "", None)


WRONG: tuple[tuple[dict[str, Any] | list[int], str], ...] = (
    ([1], "lesson must be an object"),
    ({"titel": "x"}, "lesson has no entry 'titel'; it may have chapter, order"),
    ({"order": "first"}, "lesson.order must be a number"),
    ({"text": "x" * 5000}, "lesson.text must be a text of at most 4000 characters"),
    ({"text": "\ud800"}, "lesson.text must be a text"),
    ({"plots": ["a"] * 60}, "lesson.plots must be a list of at most 50 names"),
    ({"at": -1}, "lesson.at must be a whole number from 0"),
    ({"steps": [{"say": 1}]}, "lesson.steps[0].say must be a text"),
    ({"steps": [{"show": ["m77"]}]}, "lesson.steps[0].show must be layers and ids of methods"),
    ({"steps": [{"run": "rm"}]}, "lesson.steps[0] has no entry 'run'"),
    ({"question": {"say": "?", "fields": []}}, "lesson.question.fields must be a list of fields"),
    (
        {"question": {"fields": [{"name": "A b"}]}},
        "lesson.question.fields[0].name must be a name of small letters",
    ),
    ({"goal": {"say": "x"}}, "lesson.goal.tests must be a list of tests"),
    (
        {"goal": {"tests": ["errors(trial) == 0"], "slips": ["errors(trial) == 1"]}},
        "lesson.goal.slips[0] needs a sentence",
    ),
    ({"goal": {"tests": ["errors(trial) =="]}}, "lesson.goal.tests[0]"),
    (
        {"goal": {"tests": ["errors(fisher) == 0"]}},
        "'fisher' is not trial or a method in use of this lesson",
    ),
    ({"goal": {"tests": [7]}}, "lesson.goal.tests[0] must be a test such as"),
    (
        {"guess": {"what": "everything"}},
        "lesson.guess.what must be one of line, support-vectors, threshold",
    ),
    (
        {"guess": {"what": "answer"}},
        'lesson.guess asks for the "answer" to a question; the lesson has none',
    ),
    ({"guess": {"what": "line", "of": "m9"}}, "lesson.guess.of must be a method of this scene"),
    ({"costs": [1, 0]}, "lesson.costs must be"),
)


@pytest.mark.parametrize(("words", "reason"), WRONG, ids=lambda value: str(value)[:40])
def test_a_broken_lesson_is_refused_with_its_file_and_place(words: Any, reason: str) -> None:
    raw = json.loads(lesson_path("xor").read_text(encoding="utf-8")) | {"lesson": words}
    with pytest.raises(UserError, match=r".") as refusal:
        decode_lesson(json.dumps(raw), "mine.json", "mine")
    assert str(refusal.value).startswith("mine.json: ")
    assert reason in str(refusal.value)


def test_a_broken_file_of_a_folder_stops_no_other(tmp_path: Path) -> None:
    (tmp_path / "good.json").write_text(
        lesson_path("xor").read_text(encoding="utf-8"), encoding="utf-8"
    )
    (tmp_path / "bad.json").write_text(
        '{"format": "linclass scene",\n "version": 1,\n nonsense', encoding="utf-8"
    )
    course = course_of(tmp_path)
    assert [lesson.name for lesson in course.lessons] == ["good"]
    assert "line 3" in course.refusals[0].reason
    with pytest.raises(UserError, match="holds no lesson"):
        course_of(tmp_path / "..")
    with pytest.raises(UserError, match="cannot be read"):
        course_of(tmp_path / "nowhere")


@pytest.mark.parametrize(
    "lesson", [lesson for lesson in COURSE.lessons if lesson.steps], ids=lambda lesson: lesson.name
)
def test_steps_are_taken_and_taken_back(lesson: Any) -> None:
    documents = [lesson.document]
    for step in lesson.steps:
        documents.append(reveal_step(documents[-1], step))
        assert reveal_step(documents[-1], step) is documents[-1]
    document = documents[-1]
    assert fully_revealed(lesson).layers == document.layers
    for step, before in zip(reversed(lesson.steps), reversed(documents[:-1]), strict=True):
        document = take_back_step(document, step)
        assert (document.layers, document.methods, document.selected) == (
            before.layers,
            before.methods,
            before.selected,
        )


def test_the_figure_of_a_lesson_is_checked_when_it_is_read() -> None:
    path = lesson_path("soft-margin")
    text = path.read_text(encoding="utf-8")
    assert decode_lesson(text, "s.json", "s").figure == LessonFigure(
        (), "C=10,100,1000,10000", (2, 2)
    )
    for wrong, words in (
        ('"sweep": "C=10,many"', "lesson.figure.sweep"),
        ('"sweep": "sigma=1"', "no method"),
        ('"colour": "red"', "no entry"),
    ):
        with pytest.raises(UserError, match=words):
            decode_lesson(text.replace('"sweep": "C=10,100,1000,10000"', wrong), "s.json", "s")
    with pytest.raises(UserError, match="rows, columns"):
        decode_lesson(text.replace('"grid": [2, 2]', '"grid": [2, 0]'), "s.json", "s")


@pytest.mark.usefixtures("qapp")
def test_an_export_makes_the_figure_that_the_lesson_asks_for_unless_something_else_is_said() -> (
    None
):
    def asked(*arguments: str) -> Recipe:
        parser = argparse.ArgumentParser()
        exporting.add_to(parser.add_subparsers())
        options = parser.parse_args(["export", *arguments])
        return headless._recipe_of_group(
            [(name, open_document(name)) for name in options.scenes], options
        )

    alone = asked("lesson:soft-margin", "-o", "f.svg")
    assert (alone.views, alone.sweep, alone.columns) == (
        ("canvas",),
        Sweep.parse("C=10,100,1000,10000"),
        2,
    )
    assert asked("lesson:fisher-criterion", "-o", "f.svg").views == ("canvas", "fisher-angle")
    assert asked("lesson:fisher-criterion", "-o", "f.svg", "--views", "canvas").views == ("canvas",)
    assert asked("lesson:fisher-criterion", "-o", "f.svg", "--view", "fisher-angle").views == (
        "fisher-angle",
    )
    assert asked("lesson:soft-margin", "-o", "f.tex").sweep == alone.sweep
    assert asked("lesson:soft-margin", "lesson:dual", "-o", "f.svg", "--grid", "1x2").sweep is None
    pair = asked("lesson:far-blob", "-o", "f.svg")
    assert (pair.scenes, pair.columns) == (("lesson:second-blob",), 2)


def test_the_figure_of_a_lesson_may_show_other_scenes_beside_it_that_travel_with_the_program() -> (
    None
):
    path = lesson_path("far-blob")
    text = path.read_text(encoding="utf-8")
    figure = decode_lesson(text, "f.json", "f").figure
    assert figure.scenes == ("lesson:second-blob",)
    assert encode_lesson(decode_lesson(text, "f.json", "f")) == text
    for right, wrong, words in (
        ('"lesson:second-blob"', '"lesson:nowhere"', "there is no lesson"),
        ('"lesson:second-blob"', '"/etc/hostname"', "a list of lessons"),
        ('["one blob a class", ', "[", "a title for the lesson and one for each"),
    ):
        with pytest.raises(UserError, match=words):
            decode_lesson(text.replace(right, wrong), "f.json", "f")


def test_a_scene_beside_a_lesson_differs_from_it_in_its_points_alone_and_is_no_lesson() -> None:
    lesson = read_lesson(lesson_path("far-blob"))
    beside = open_document(lesson.figure.scenes[0])
    assert beside.methods == lesson.document.methods
    assert (beside.layers, beside.axis_names) == (
        lesson.document.layers,
        lesson.document.axis_names,
    )
    assert len(beside.dataset) >= len(lesson.document.dataset)
    assert lesson.figure.scenes[0].removeprefix("lesson:") not in {
        path.stem for path in lesson_paths()
    }
