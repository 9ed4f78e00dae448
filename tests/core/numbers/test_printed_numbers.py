"""Every worked number of the sources, and where it stands on the screen in its lesson when all steps are taken."""

from functools import cache

import pytest
from drawing_scenes import scene_of

from linclass_gui.core.course.lesson import Lesson
from linclass_gui.core.course.reader import read_lesson
from linclass_gui.core.course.reveals import full
from linclass_gui.core.files.lessons import lesson_path
from linclass_gui.core.marks import Words
from linclass_gui.core.markup.mathtext import parse
from linclass_gui.core.markup.mathtree import plain_text
from linclass_gui.core.markup.numbers import components
from linclass_gui.core.numbers import NAMES, numbers_of
from linclass_gui.core.scene import Scene
from linclass_gui.overlays.canvas import canvas_figure

# Source, what it is there, the lesson, the block of numbers beside its text ("text": its words, "note": on the canvas, "weights":
# the line of the method in the panel), and what stands there.
PRINTED = (
    ("003, Example 2", "m_1", "fisher-example", "means", "1.5 1.1667"),
    ("003, Example 2", "m_2", "fisher-example", "means", "2.5 2.1667"),
    ("003, Example 2", "S_1", "fisher-example", "S_1", "0.25 −0.5 −0.5 1.0833"),
    ("003, Example 2", "S_2", "fisher-example", "S_2", "0.25 −0.5 −0.5 1.0833"),
    ("003, Example 2", "S_W", "fisher-example", "S_W", "0.25 −0.5 −0.5 1.0833"),
    ("003, Example 2", "the inverse of S_W", "fisher-example", "S_W^-1", "52 24 24 12"),
    ("003, Example 2", "w", "fisher-example", "w", "−76 −36"),
    ("003, Example", "Y", "least-squares-example", "Y", "1 1 2 1 2 0 −1 −3 −1 −1 −2 −3"),
    (
        "003, Example",
        "the pseudo-inverse of Y",
        "least-squares-example",
        "Y^+",
        "5/4 13/12 3/4 7/12 −1/2 −1/6 −1/2 −1/6 0 −1/3 0 −1/3",
    ),
    ("003, Example", "a", "least-squares-example", "a", "11/3 −4/3 −2/3"),
    ("003, Example", "g(2, 2)", "least-squares-example", "text", "g(2, 2) = 11/3 − 8/3 − 4/3 = −1/3 < 0: class 2"),
    ("003, XOR", "the diagonal of the dual", "xor", "dual", "9 −1 1 −1 −1 9 −1 1 1 −1 9 −1 −1 1 −1 9"),
    ("003, XOR", "alpha", "xor", "dual", "1/8 1/8 1/8 1/8"),
    ("003, XOR", "1/√2, the norm of a", "xor", "dual", "0.707107"),
    ("003, XOR", "a = (0, 0, 1/√2, 0, 0)", "xor", "weights", "(0.000, 0.000, 0.707, 0.000, 0.000)"),
    ("003, XOR", "the margin √2", "xor", "dual", "1.41421"),
    ("003, XOR", "g(0.5, 0.5)", "xor", "note", "0.250"),
    ("003, XOR", "the boundary", "xor", "text", "x1x2 = 0"),
    ("004, 1.1.2", "the words of a text", "counting-words", "text", "x = (2, 2, 1, 1, 0)"),
    ("004, A.2", "n_ik of class +", "counting-words", "word-counts", "18 6"),
    ("004, A.2", "n_ik / n_k, one added to each count", "counting-words", "word-counts", "19/26 7/26"),
    ("000, Lemma 2", "w' = β w", "least-squares-is-fisher", "lemma-2", "8.68170"),
    ("000, Lemma 3", "half the distance of the hulls", "hard-margin", "lemma-3", "0.74978700 0.74978700"),
)


@cache
def _lesson(name: str) -> tuple[Lesson, Scene]:
    lesson = read_lesson(lesson_path(name))
    return lesson, scene_of(full(lesson))


def _words(lesson: Lesson) -> str:
    goal = "" if lesson.goal is None else f"{lesson.goal.say} {lesson.goal.closing}"
    return plain_text(parse(" ".join((lesson.text, *(step.say for step in lesson.steps), goal))))


def _on_screen(lesson: Lesson, scene: Scene, where: str) -> str:
    if where == "text":
        return _words(lesson)
    if where == "weights":
        fit = scene.fits[scene.document.selected]
        assert fit.w is not None
        return f"({', '.join(components(fit.w, 3))})"
    if where == "note":
        words = (mark for mark in canvas_figure(scene).words if isinstance(mark, Words))
        return " ".join(plain_text(parse(line)) for one in words for line in one.lines)
    shown = {*lesson.numbers, *(name for step in lesson.steps for name in step.show)} & NAMES
    assert where in shown
    numbers = numbers_of(where, scene)
    matrices = " ".join(entry for one in numbers.matrices for row in one.entries for entry in row)
    return f"{matrices} {' '.join(value for _, value in numbers.lines)}"


@pytest.mark.parametrize(
    ("lesson", "where", "printed"), [row[2:] for row in PRINTED], ids=[f"{source}: {what}" for source, what, *_ in PRINTED]
)
def test_a_printed_number_stands_on_the_screen(lesson: str, where: str, printed: str) -> None:
    assert printed in _on_screen(*_lesson(lesson), where)
