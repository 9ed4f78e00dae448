"""The page of a method says all of it, in mark-up that a reader can read."""

import pytest

from linclass_gui.lessons.course import shipped_course
from linclass_gui.lessons.method_page import ALL_METHODS, FAILURE, PROCEDURE, SOURCES, page_of
from linclass_gui.markup.mathtext import plain
from solvers import AnyMethod, Perceptron, Softmax


@pytest.mark.parametrize("kind", ALL_METHODS, ids=lambda kind: kind.__name__)
def test_every_method_has_a_page(kind: type[AnyMethod]) -> None:
    page = page_of(kind, ())
    titles = [title for title, _ in page.sections]
    assert {PROCEDURE, FAILURE, SOURCES} <= set(titles)
    for _, lines in page.sections:
        for line in lines:
            assert line.strip()
            assert not any(rest in line for rest in ("``", ":class:", ":mod:", "<=", "||"))
            assert line.count("$") % 2 == 0
            assert "alpha" not in plain(line)


def test_formulas_are_mathematics_and_options_are_words() -> None:
    lines = dict(page_of(Perceptron, ()).sections)
    assert "$a ← a + rate(k) z$   for each sample with" in lines[PROCEDURE][2]
    assert 'keep = "best"' in lines[FAILURE][0]
    assert lines[FAILURE][0].startswith("On classes that are not separable")


def test_lessons_begin_with_those_that_show_the_method() -> None:
    lessons = shipped_course().lessons
    assert [lesson.name for lesson in page_of(Perceptron, lessons).lessons][:2] == [
        "many-lines",
        "perceptron",
    ]
    assert page_of(Softmax, lessons).lessons


@pytest.mark.parametrize("kind", ALL_METHODS, ids=lambda kind: kind.__name__)
def test_no_page_shows_the_example_in_code(kind: type[AnyMethod]) -> None:
    page = page_of(kind, ())
    assert not any(
        ">>>" in line or "Example" in line for _, lines in page.sections for line in lines
    )
