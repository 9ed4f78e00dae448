"""The goal of a lesson for its page: tests as trees that a script evaluates, where the page can
measure them.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace
from typing import Any

from solvers import Monomials, Polynomial

from ..lessons.attempt import TRIAL, Attempt, begin_lesson
from ..lessons.conditions import Call, NumberLiteral, Operation, Place, Test, Value
from ..lessons.evaluate import aim_words, describe_value, standing, unit_of, value_of
from ..lessons.lesson import Goal, Lesson
from ..lessons.vocabulary import ANSWER, BEGINNING, BY_NAME, FUNCTIONS
from .methods import MAPS, reason_for_fixed, without_choices
from .notation import html_of


class BeyondPageError(Exception):
    """The page does not measure this."""


def measured_tests(lesson: Lesson, computed_ids: Collection[str] | None) -> list[dict[str, Any]]:
    """The tests of a lesson's goal as its page evaluates them; none where it cannot.
    ``computed_ids`` are those of its methods.

    A page with a static picture (None) can still have questions, and nothing to guard.
    """
    if lesson.goal is None or (_needs_units(lesson.goal) and not has_units(lesson)):
        return []
    beginning = begin_lesson(lesson)
    try:
        return [
            _test(test, beginning, computed_ids or (), verdict.is_guard)
            for test, verdict in zip(
                lesson.goal.tests, standing(lesson.goal, beginning).states, strict=True
            )
            if computed_ids is not None or _is_answer(test) or not verdict.is_guard
        ]
    except BeyondPageError:
        return []


def has_units(lesson: Lesson) -> bool:
    """Whether a page can standardise the axes: the goal needs it, and nothing is in the scene but
    points and methods that the page computes.
    """
    document = lesson.document
    is_bare = document.plane is None and document.units is None and document.stretch == 1.0
    is_bare = (
        is_bare and document.trial is None and document.test is None and not document.annotations
    )
    is_bare = is_bare and not any(reason_for_fixed(document, method) for method in document.methods)
    return is_bare and lesson.goal is not None and _needs_units(lesson.goal)


def has_populations(lesson: Lesson) -> bool:
    """Whether a page can change the spreads of the populations and draw new points: the goal speaks
    of their smallest error.
    """
    return lesson.goal is not None and "bayes_error" in _words(lesson.goal)


def _words(goal: Goal) -> set[str]:
    return {name for test in goal.tests for name in re.findall(r"\w+", test.text)}


def _needs_units(goal: Goal) -> bool:
    """Whether points and methods must both stay, and neither an answer nor a line is asked for:
    then only the units of the axes are left to be changed.
    """
    words = _words(goal)
    return words >= {"same_points", "same_methods"} and not words & {ANSWER, TRIAL}


def measured_slips(lesson: Lesson, computed_ids: Collection[str] | None) -> list[dict[str, Any]]:
    """The typical mistakes of a goal that the page recognises, each with its sentence of help."""
    slips = []
    for slip in () if lesson.goal is None else lesson.goal.slips:
        with suppress(BeyondPageError):
            slips.append(
                _test(slip, begin_lesson(lesson), computed_ids or (), is_guard=False)
                | {"say": html_of(slip.say)}
            )
    return slips


def goal_words(goal: Goal, is_measured: bool) -> str:
    """The words of a goal, in the mark-up of labels."""
    return (
        goal.say
        if is_measured
        else f"{goal.say} (The program measures this goal; this page does not.)"
    )


def _is_answer(test: Test) -> bool:
    return isinstance(test.left, Call) and test.left.name == ANSWER


def _test(
    test: Test, beginning: Attempt, computed_ids: Collection[str], is_guard: bool
) -> dict[str, Any]:
    lasting_names = replace(beginning, document=without_choices(beginning.document))
    words = test.say or describe_value(test.left, lasting_names)
    entries: dict[str, Any] = {
        "left": _tree(test.left, beginning, computed_ids),
        "relation": test.relation,
        "isGuard": is_guard,
    }
    if test.right is None:
        word = BY_NAME[test.left.name] if isinstance(test.left, Call) else None
        statement, opposite = (
            (words, words) if test.say or word is None else (word.words, word.opposite)
        )
        return entries | {
            "negated": test.negated,
            "words": html_of(statement),
            "opposite": html_of(opposite),
        }
    right = _aim(test, test.right, beginning, computed_ids)
    tolerance = 0.0 if test.tolerance is None else value_of(test.tolerance, beginning)
    relation, spread = aim_words(test, value_of(test.right, beginning), tolerance)
    return entries | {
        "right": right,
        "tolerance": None
        if test.tolerance is None
        else _tree(test.tolerance, beginning, computed_ids),
        "unit": unit_of(test.left),
        "words": html_of(words),
        "isAnswer": _is_answer(test),
        "wanted": relation,
        "spread": spread,
    }


def _aim(test: Test, value: Value, beginning: Attempt, computed_ids: Collection[str]) -> Any:
    """The value that a test compares with; a value that the page cannot measure is its value at the
    beginning, where the points must stay.
    """
    goal = beginning.lesson.goal
    points_stay = goal is not None and any(
        isinstance(test_of_goal.left, Call) and test_of_goal.left.name == "same_points"
        for test_of_goal in goal.tests
    )
    try:
        return _tree(value, beginning, computed_ids)
    except BeyondPageError:
        if not (points_stay or _is_answer(test)):
            raise
        return value_of(value, beginning)


def _tree(value: Value, beginning: Attempt, computed_ids: Collection[str]) -> Any:
    match value:
        case NumberLiteral(number):
            return number
        case Place():
            raise BeyondPageError
        case Operation(sign, left, right):
            return {
                "sign": sign,
                "left": _tree(left, beginning, computed_ids),
                "right": _tree(right, beginning, computed_ids),
            }
        case Call(name, arguments, _):
            return {"word": name, "with": _arguments(name, arguments, beginning, computed_ids)}


def _arguments(
    name: str, arguments: tuple[Value, ...], beginning: Attempt, computed_ids: Collection[str]
) -> list[Any]:
    if name == ANSWER:
        return [argument.name for argument in arguments if isinstance(argument, Call)]
    if name == BEGINNING or name in FUNCTIONS:
        return [_tree(argument, beginning, computed_ids) for argument in arguments]
    word = BY_NAME[name]
    is_measured = word.page == "any" or (
        word.page == "two" and beginning.lesson.document.has_two_sides
    )
    if not is_measured or (name == "features" and not _has_choice(arguments[0], beginning)):
        raise BeyondPageError
    return [
        _argument(k, a, beginning, computed_ids)
        for k, a in zip(word.takes.split(), arguments, strict=True)
    ]


def _has_choice(value: Value, beginning: Attempt) -> bool:
    """Whether the features of a method can be chosen in the page."""
    method = beginning.method(value.name) if isinstance(value, Call) else None
    return method is not None and isinstance(method.features, (Monomials, Polynomial, *MAPS))


def _argument(kind: str, value: Value, beginning: Attempt, computed_ids: Collection[str]) -> Any:
    if isinstance(value, Place):
        return list(value.position)
    if kind == "number":
        return _tree(value, beginning, computed_ids)
    name = value.name if isinstance(value, Call) else ""
    if kind == "name" or name == TRIAL:
        return name
    method = beginning.method(name)
    if method is None or method.id not in computed_ids:
        raise BeyondPageError
    return method.id
