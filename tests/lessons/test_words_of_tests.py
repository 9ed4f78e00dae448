"""Tests in words: what they parse to, what they refuse, and how they are said."""

import math
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typed_numbers import TYPED

from linclass_gui.lessons.attempt import Attempt, differences, find_method
from linclass_gui.lessons.conditions import (
    Call,
    NumberLiteral,
    Operation,
    Place,
    TestError,
    parse_test,
)
from linclass_gui.lessons.course import shipped_course
from linclass_gui.lessons.evaluate import SWITCHED_OFF, condition_state, value_of
from linclass_gui.lessons.lesson import Lesson, read_number
from linclass_gui.lessons.reveals import reveal_step
from linclass_gui.lessons.vocabulary import BY_NAME, WORDS, Checker
from linclass_gui.scene.document import Document, TrialLine
from solvers import Dataset, Fisher, GaussianPopulation, HardMarginSVM, Populations, fit

SQUARE = Dataset(
    np.array([[-2.0, 0.0], [-1.0, 1.0], [1.0, -1.0], [2.0, 0.0]]), np.array([0, 0, 1, 1])
)
DOCUMENT = replace(
    Document.empty().adding(HardMarginSVM()).adding(Fisher()),
    dataset=SQUARE,
    trial=TrialLine(0.0, (0.5, 0.0)),
)
LESSON = Lesson("square", DOCUMENT)


def value(text: str, document: Document = DOCUMENT) -> float:
    attempt = Attempt(LESSON, document, Attempt(LESSON, document, {}).beginning.fits)
    return value_of(parse_test(f"{text} == 0").left, attempt)


def test_a_test_becomes_a_tree() -> None:
    test = parse_test("abs(errors(m1) - errors(soft-margin)) >= 2")
    difference = Operation(
        "-", Call("errors", (Call("m1"),), True), Call("errors", (Call("soft-margin"),), True)
    )
    assert test.left == Call("abs", (difference,), True)
    assert (test.relation, test.right) == (">=", NumberLiteral(2.0))


def test_a_line_turned_the_wrong_way_round_is_told_so() -> None:
    sentences = []
    for angle in (0.0, 180.0):
        document = replace(DOCUMENT, trial=TrialLine(angle, (0.0, 0.0)))
        attempt = Attempt(LESSON, document, Attempt(LESSON, document, {}).beginning.fits)
        sentences += [
            condition_state(parse_test(f"{word}(trial) > 9"), attempt).words
            for word in ("room", "errors")
        ]
    assert ["wrong way round" in sentence for sentence in sentences] in (
        [False] * 2 + [True] * 2,
        [True] * 2 + [False] * 2,
    )


def test_points_and_tolerances_are_read() -> None:
    test = parse_test("distance((0, -1.5), trial) == 2 ± .05")
    assert isinstance(test.left, Call)
    assert test.left.arguments[0] == Place((0.0, -1.5))
    assert test.tolerance == NumberLiteral(0.05)
    assert parse_test("room(trial) == 2 +- .05").tolerance == NumberLiteral(0.05)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "angle(",
        "errors(trial) = 0",
        "__import__('os')",
        "1 < 2 < 3",
        "not errors(trial) < 1",
        "separable ± 1",
        "errors(trial) < 2 ± 1",
        "(1, 2, 3) < 1",
        "(errors(m1), 2) == 1",
        "1 + " * 200 + "1 < 2",
        "lambda x",
        "errors(m1)[0] < 1",
        "errors(of=m1) < 1",
        "1 if separable else 2",
    ],
)
def test_what_is_no_test_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(
        TestError, match=r"is no test; write it as errors\(trial\) <= 1|at most 300 characters"
    ):
        parse_test(text)


def test_brackets_group_and_names_may_be_words_of_python() -> None:
    test = parse_test("2 * (answer(lambda) - 1) < J(m1)")
    assert test.left == Operation(
        "*",
        NumberLiteral(2.0),
        Operation("-", Call("answer", (Call("lambda"),), True), NumberLiteral(1.0)),
    )
    assert test.right == Call("J", (Call("m1"),), True)


@settings(max_examples=60)
@given(st.text(alphabet="anotherslmwidc() ,+-*/<>=±.0123456789", max_size=60))
def test_any_text_is_a_test_or_is_refused(text: str) -> None:
    try:
        test = parse_test(text)
        Checker(DOCUMENT).check(test)
    except TestError:
        return
    condition_state(test, Attempt(LESSON, DOCUMENT, {}))


def test_the_words_measure_what_they_say() -> None:
    assert value("errors(trial)") == 0
    assert value("room(trial)") == pytest.approx(0.5)
    assert value("angle(trial, trial)") == 0
    assert value("distance((0, 7), trial)") == pytest.approx(0.5)
    assert value("margin(hard-margin)") == pytest.approx(math.sqrt(2.0))
    assert value("1 / norm(m1)") == pytest.approx(math.sqrt(2.0))
    assert value("support_vectors(m1)") == 2
    assert value("max(1, 2, errors(trial)) - min(1, 2)") == 1
    assert value("count_plus + count_minus") == 4
    assert math.isnan(value("norm(m1) / 0"))
    assert math.isnan(value("bayes_error"))


def test_every_word_of_the_manual_is_read() -> None:
    table = (
        (Path(__file__).parents[2] / "docs" / "teaching.md")
        .read_text("utf-8")
        .split("| words | measure |")[1]
        .split("\n\n")[0]
    )
    line, examples = (
        {"line": "trial", "method": "m1", "x": "1", "y": "2", "a": "1", "b": "2"},
        re.findall(r"`([^`]+)`", table),
    )
    for example in examples:
        written = re.sub(r"\b(line|method|x|y|a|b)\b", lambda found: line[found[0]], example)
        Checker(DOCUMENT).check(
            parse_test(
                written if BY_NAME[example.split("(")[0]].unit == "yes" else f"{written} > 1"
            )
        )
    assert {example.split("(")[0] for example in examples} == set(BY_NAME)


THREE = Dataset(
    np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]), np.array([0, 1, 2]), class_names=("a", "b", "c")
)


@pytest.mark.parametrize(
    "other",
    [
        replace(DOCUMENT, dataset=Document.empty().dataset, trial=None),
        replace(DOCUMENT, dataset=THREE, test=THREE),
        replace(DOCUMENT, test=THREE),
    ],
    ids=["no points", "three classes", "test points of three classes"],
)
def test_every_word_answers_for_what_becomes_of_a_lesson(other: Document) -> None:
    beginning = Attempt(Lesson("other", other), other, {}).beginning
    attempt = Attempt(LESSON, other, beginning.fits)
    examples = {
        "line": "trial",
        "model": "bayes",
        "method": "m1",
        "place": (0.0, 0.0),
        "number": 1.0,
        "name": "C",
    }
    for word in WORDS:
        result = word.measure(attempt, *(examples[kind] for kind in word.takes.split()))
        assert isinstance(result, float), word.name


def test_costs_weigh_the_two_kinds_of_error() -> None:
    even = Populations(GaussianPopulation((-1.0, 0.0)), GaussianPopulation((1.0, 0.0)))
    document = replace(DOCUMENT, populations=even, trial=TrialLine(0.0, (0.0, 0.0)))
    assert value("cost(trial, 1, 1)", document) == pytest.approx(value("bayes_error", document))
    assert value("cost(trial, 3, 5)", document) == pytest.approx(
        4.0 * value("bayes_error", document)
    )
    moved = replace(document, trial=TrialLine(0.0, (-0.5 * math.log(10.0), 0.0)))
    assert value("cost(trial, 1, 10)", moved) == pytest.approx(value("best_cost(1, 10)", moved))
    assert value("cost(bayes, 1, 10)", moved) > value("best_cost(1, 10)", moved)


def test_points_are_compared_as_sets() -> None:
    shuffled = Dataset(SQUARE.X[::-1], SQUARE.labels[::-1])
    assert not differences(SQUARE, shuffled).has_any
    moved = SQUARE.moved(1, [3.0, 4.0])
    assert (differences(SQUARE, moved).moved_points, differences(SQUARE, moved).furthest) == (
        1,
        5.0,
    )
    replaced = SQUARE.removed([1]).added([3.0, 4.0], 0)
    assert differences(SQUARE, replaced) == differences(SQUARE, moved)
    flipped = differences(SQUARE, SQUARE.flipped([0]))
    assert (flipped.moved_points, flipped.added_points, flipped.removed_points) == (0, 1, 1)
    assert differences(SQUARE, SQUARE.removed([0, 1, 2, 3])).removed_points == 4
    assert differences(SQUARE, SQUARE.moved(1, [1e308, 4.0])).has_any


def test_what_is_missing_is_said_in_numbers() -> None:
    attempt = Attempt(LESSON, DOCUMENT, Attempt(LESSON, DOCUMENT, {}).beginning.fits)
    missing = condition_state(parse_test("room(trial) > 1"), attempt)
    assert (missing.current_value, missing.target_value) == ("0.5", "above 1")
    assert missing.sentence.endswith(f"{missing.words[1:]}: 0.5, wanted above 1")
    reached = condition_state(parse_test("errors(trial) == 0"), attempt)
    assert reached.sentence.endswith(f"{reached.words[1:]}: 0")
    assert (
        condition_state(parse_test("not separable"), attempt).sentence
        == "A line separates the classes."
    )
    close = condition_state(parse_test("room(trial) > 0.50000001"), attempt)
    assert close.current_value != close.target_value.removeprefix("above ")


def test_a_goal_whose_method_a_step_has_switched_off_says_what_brings_it_back() -> None:
    course = shipped_course()
    for name in ("many-classes", "too-certain"):
        lesson = course.lessons[course.places[name]]
        step = next(each for each in lesson.steps if "m1" in each.hide)
        document = reveal_step(lesson.document, step)
        assert lesson.goal is not None
        said = condition_state(lesson.goal.tests[0], Attempt(lesson, document, {})).sentence
        assert "m1" not in said
        assert SWITCHED_OFF in said


@pytest.mark.parametrize(
    ("test", "parts"),
    [
        ("abs(errors(m1)) > 1", ["errors(m1)"]),
        ("abs(margin(m1) - room(trial)) > 1", ["margin(m1)", "room(trial)"]),
        ("max(errors(m1), errors(trial)) > 1", ["errors(m1)", "errors(trial)"]),
        ("min(errors(m1), 2) > 5", ["errors(m1)"]),
        ("was(errors(trial)) > 1", ["errors(trial)"]),
    ],
)
def test_a_measure_of_measures_names_its_parts(test: str, parts: list[str]) -> None:
    attempt = Attempt(LESSON, DOCUMENT, Attempt(LESSON, DOCUMENT, {}).beginning.fits)
    words = condition_state(parse_test(test), attempt).words
    for part in parts:
        inner = condition_state(parse_test(f"{part} > 1"), attempt).words
        assert words != inner
        assert inner.removeprefix("The ") in words


def test_errors_on_test_points_and_the_criterion_of_a_method() -> None:
    wrong = Dataset(np.array([[-2.0, 0.0], [2.0, 0.0], [3.0, 0.0]]), np.array([1, 1, 1]))
    assert value("test_errors(m1)", replace(DOCUMENT, test=wrong)) == 1
    apart = replace(DOCUMENT, dataset=SQUARE.moved(1, (-1.0, 1.5)))
    attempt = Attempt(Lesson("apart", apart), apart, {}).beginning
    best, of_margin = (
        value_of(parse_test(f"J({name}) > 0").left, attempt) for name in ("fisher", "hard-margin")
    )
    assert best == pytest.approx(fit(Fisher(), apart.dataset.X, apart.dataset.y).facts["J"])
    assert best > of_margin > 0.0


def test_methods_are_found_by_id_and_by_the_beginning_of_their_name() -> None:
    found = [
        find_method(DOCUMENT, name)
        for name in ("m2", "fisher", "hard-margin", "hard-margin-svm", "hard", "h", "m9")
    ]
    assert [None if m is None else m.id for m in found] == [
        "m2",
        "m2",
        "m1",
        "m1",
        "m1",
        None,
        None,
    ]


@pytest.mark.parametrize(
    "distance", [1.896, 1.8996, 1.9000001, 2.0996, 2.1004, 2.100001, 2.0, 1.95]
)
def test_a_number_shown_beside_a_tolerance_agrees_with_the_tick(distance: float) -> None:
    document = replace(DOCUMENT, trial=TrialLine(0.0, (distance, 0.0)))
    found = condition_state(
        parse_test("distance((0, 0), trial) == 2 ± 0.1"), Attempt(LESSON, document, {})
    )
    assert found.target_value == "2 ± 0.1"
    assert (abs(float(found.current_value) - 2.0) <= 0.1 + 1e-12) is found.holds


@pytest.mark.parametrize(
    ("text", "holds"), [("< 4", True), ("< 3.996", False), ("> 3.99599", True)]
)
def test_a_number_shown_beside_a_bound_agrees_with_the_tick(text: str, holds: bool) -> None:
    document = replace(DOCUMENT, trial=TrialLine(0.0, (3.996, 0.0)))
    found = condition_state(
        parse_test(f"distance((0, 0), trial) {text}"), Attempt(LESSON, document, {})
    )
    relation, bound = text.split()
    assert found.holds is holds
    assert {"<": float.__lt__, "<=": float.__le__, ">": float.__gt__}[relation](
        float(found.current_value), float(bound)
    ) is holds


@pytest.mark.parametrize(
    ("answer", "now"),
    [(7.0, "right"), (6.0, "right within 1"), (8.0, "right within 1"), (5.0, "not right yet")],
)
def test_an_answer_beside_the_right_one_is_not_called_right(answer: float, now: str) -> None:
    lesson = next(each for each in shipped_course().lessons if each.name == "newton")
    beginning = Attempt(lesson, lesson.document, {}).beginning
    goal = lesson.goal
    attempt = Attempt(lesson, lesson.document, beginning.fits, {"steps": answer})
    assert condition_state(goal.tests[0], attempt).current_value == now
    assert "One more or less counts as right" in lesson.question.say


@pytest.mark.parametrize(("text", "number"), TYPED.items())
def test_typed_numbers_are_decimals_or_fractions(text: str, number: float | None) -> None:
    read = read_number(text)
    assert (None if math.isnan(read) else read) == number
