"""Tests evaluated: what holds, what is still missing, in numbers and words."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ..answers.comparison import method_titles
from ..markup.mathtext import escape_label
from ..markup.numbers import number, plain_number, significant
from ..scene.memo import memo
from .attempt import BAYES, TRIAL, Attempt, begin_lesson
from .conditions import Call, Number, Operation, Place, Relation, Test, Value
from .lesson import Goal, Lesson
from .measures import errors
from .vocabulary import ANSWER, BEGINNING, BY_NAME, FUNCTIONS, Kind, Unit

SIDED = ("errors", "room")  # what tells a line from the same line turned round
WANTED: Mapping[Relation, str] = {
    "<": "below",
    "<=": "at most",
    ">": "above",
    ">=": "at least",
    "==": "exactly",
}
COMPARED: Mapping[Relation, Callable[[float, float], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
}


@dataclass(frozen=True)
class Verdict:
    """The state of one test: whether it holds, and its state in words (``wanted`` is what would
    make it hold).

    A guard holds from the beginning: it says what must stay as it is.
    """

    holds: bool
    words: str
    now: str = ""
    wanted: str = ""
    is_guard: bool = False

    @property
    def sentence(self) -> str:
        """The state in one sentence: "the errors of your line: 3, wanted at most 1"."""
        words = self.words[:1].upper() + self.words[1:]
        if not self.now:
            return words
        return f"{words}: {self.now}" + (
            f", wanted {self.wanted}" if self.wanted and not self.holds else ""
        )


@dataclass(frozen=True)
class Standing:
    """The state of a goal; ``slip`` is the sentence for a typical mistake that was made, where the
    goal knows it.
    """

    verdicts: tuple[Verdict, ...]
    slip: str = ""

    @property
    def is_met(self) -> bool:
        """Whether every test holds."""
        return bool(self.verdicts) and all(verdict.holds for verdict in self.verdicts)


def standing(goal: Goal, attempt: Attempt) -> Standing:
    """How far an attempt has come: every test, with what is still missing."""
    guards = _guards(attempt.lesson)
    result = Standing(
        tuple(replace(verdict(test, attempt), is_guard=test in guards) for test in goal.tests)
    )
    if result.is_met:
        return result
    return replace(
        result, slip=next((slip.say for slip in goal.slips if verdict(slip, attempt).holds), "")
    )


@memo
def _guards(lesson: Lesson) -> frozenset[Test]:
    """The tests that hold when the lesson begins."""
    if lesson.goal is None:
        return frozenset()
    beginning = begin_lesson(lesson)
    return frozenset(test for test in lesson.goal.tests if verdict(test, beginning).holds)


def verdict(test: Test, attempt: Attempt) -> Verdict:
    """One test, evaluated."""
    value = value_of(test.left, attempt)
    if test.right is None:
        return _of_predicate(test, value, attempt)
    if isinstance(test.left, Call) and test.left.name == ANSWER:
        return _of_answer(test, value, attempt)
    right = value_of(test.right, attempt)
    tolerance = 0.0 if test.tolerance is None else value_of(test.tolerance, attempt)
    unit = unit_of(test.left)
    words = (test.say or describe_value(test.left, attempt)) + _turned_round(test.left, attempt)
    holds = _holds(test.relation, value, right, tolerance)
    # A tolerance for rounding is nothing to aim at.
    spread = (
        f" ± {format_value(tolerance, unit)}" if tolerance > 1e-3 * max(1.0, abs(right)) else ""
    )
    relation = "" if spread else f"{WANTED[test.relation]} "  # nothing is exact with a tolerance
    requirement = (
        f"{relation}{format_value(right, unit, beside=math.nan if holds else value)}{spread}"
    )
    # The end of what is allowed on the side of the value: what is shown lies on the same side of
    # it.
    bound = right + math.copysign(tolerance, value - right) if tolerance else right
    return Verdict(
        holds,
        words,
        format_value(value, unit, beside=bound),
        "" if math.isnan(right) else requirement,
    )


def _turned_round(value: Value, attempt: Attempt) -> str:
    """Words for a line that separates well but fails, because each of its sides bears the wrong
    class.
    """
    is_trial_line = (
        isinstance(value, Call) and value.name in SIDED and value.arguments == (Call(TRIAL),)
    )
    return (
        ", turned the wrong way round"
        if is_trial_line and 2.0 * errors(attempt, TRIAL) > len(attempt.document.dataset)
        else ""
    )


def _holds(relation: Relation, value: float, right: float, tolerance: float) -> bool:
    if math.isnan(value) or math.isnan(right):
        return False
    if relation == "==" and tolerance:
        return abs(value - right) <= tolerance
    return COMPARED[relation](value, right)


def _of_predicate(test: Test, value: float, attempt: Attempt) -> Verdict:
    holds = not math.isnan(value) and bool(value) is not test.negated
    word = BY_NAME.get(test.left.name) if isinstance(test.left, Call) else None
    is_true = holds is not test.negated
    words = "" if word is None else (word.words if is_true else word.opposite)
    return Verdict(holds, test.say or words)


def _of_answer(test: Test, value: float, attempt: Attempt) -> Verdict:
    """An answer is right, right within a tolerance, or not; what it should be is not said."""
    assert test.right is not None
    right, tolerance = (
        value_of(test.right, attempt),
        0.0 if test.tolerance is None else value_of(test.tolerance, attempt),
    )
    holds = _holds(test.relation, value, right, tolerance)
    right_words = (
        "right"
        if value == right or tolerance < 1.0
        else f"right within {format_value(tolerance, 'count')}"
    )
    judgement = (
        _complaint(test.left, attempt)
        if math.isnan(value)
        else right_words
        if holds
        else "not right yet"
    )
    return Verdict(holds, test.say or describe_value(test.left, attempt), judgement)


def _complaint(value: Value, attempt: Attempt) -> str:
    """What is said of a field without a number: it is empty, or holds something else."""
    is_filled = isinstance(value, Call) and _name(value.arguments[0]) in attempt.answers
    return (
        "this is not a number; write one such as 2, −1/3 or 0.25"
        if is_filled
        else "not answered yet"
    )


def value_of(value: Value, attempt: Attempt) -> float:
    """The number of a value; nan where it is not defined."""
    match value:
        case Number(number_):
            return number_
        case Operation(sign, left, right):
            return _combine(sign, value_of(left, attempt), value_of(right, attempt))
        case Call():
            return _call_measure(value, attempt)
    raise ValueError("a place has no value")


def _combine(sign: str, left: float, right: float) -> float:
    if sign == "+":
        return left + right
    if sign == "-":
        return left - right
    if sign == "*":
        return left * right
    return left / right if right else math.nan


def _call_measure(call: Call, attempt: Attempt) -> float:
    if call.name == BEGINNING:
        return value_of(call.arguments[0], attempt.beginning)
    if call.name == ANSWER:
        return attempt.answers.get(_name(call.arguments[0]), math.nan)
    if call.name in FUNCTIONS:
        values = [value_of(argument, attempt) for argument in call.arguments]
        return math.nan if any(map(math.isnan, values)) else FUNCTIONS[call.name](values)
    word = BY_NAME[call.name]
    return word.measure(
        attempt,
        *(_argument(kind, a, attempt) for kind, a in zip(word.takes, call.arguments, strict=True)),
    )


def _argument(kind: Kind, value: Value, attempt: Attempt) -> object:
    if kind == "number":
        return value_of(value, attempt)
    return value.at if isinstance(value, Place) else _name(value)


def _name(value: Value) -> str:
    return value.name if isinstance(value, Call) else ""


# --- in words -------------------------------------------------------------------------------------


def describe_value(value: Value, attempt: Attempt) -> str:
    """What a value measures, in words."""
    match value:
        case Number(number_):
            return format_value(number_, "")
        case Place(at):
            return (
                f"({significant(at[0], 3)}, {significant(at[1], 3)})"
                if at != (0.0, 0.0)
                else "the origin"
            )
        case Operation(sign, left, right):
            return (
                f"{describe_value(left, attempt)} {sign.replace('-', '−').replace('*', '·')} "
                f"{describe_value(right, attempt)}"
            )
        case Call(name, arguments, _):
            return _said_call(name, arguments, attempt)


def _said_call(name: str, arguments: tuple[Value, ...], attempt: Attempt) -> str:
    if name == BEGINNING:
        return f"{describe_value(arguments[0], attempt)} at the beginning"
    if name == ANSWER:
        return f"your answer for {_answer_of(attempt.lesson, _name(arguments[0]))}"
    if name == "abs" and isinstance(arguments[0], Operation) and arguments[0].sign == "-":
        return (
            f"the difference between {describe_value(arguments[0].left, attempt)} and "
            f"{describe_value(arguments[0].right, attempt)}"
        )
    if name == "abs":
        return f"the size of {describe_value(arguments[0], attempt)}"
    if name in FUNCTIONS:
        return f"the {'largest' if name == 'max' else 'smallest'} of " + ", ".join(
            describe_value(a, attempt) for a in arguments
        )
    if name in BY_NAME:
        return BY_NAME[name].words.format(*(describe_value(a, attempt) for a in arguments))
    return subject(name, attempt)


def subject(name: str, attempt: Attempt) -> str:
    """A line, method or parameter by its name, in words."""
    if name == TRIAL:
        return "your line"
    if name == BAYES:
        return "the Bayes boundary"
    method = attempt.method(name) or attempt.beginning.method(name)
    if method is None:
        return escape_label(name)
    title = method_titles(attempt.document).get(method.id, method.method.name)
    return escape_label(title.replace(method.method.name, method.method.label, 1))


def _answer_of(lesson: Lesson, name: str) -> str:
    fields = () if lesson.question is None else lesson.question.fields
    return next((field.label for field in fields if field.name == name), escape_label(name))


def unit_of(value: Value) -> Unit:
    """The unit that a value is shown in."""
    match value:
        case Call(name, arguments, _):
            if name in BY_NAME:
                return BY_NAME[name].unit
            return unit_of(arguments[0]) if arguments else ""
        case Operation("+" | "-", left, _):
            return unit_of(left)
    return ""


def format_value(value: float, unit: Unit, beside: float = math.nan) -> str:
    """A number as the state of a goal shows it, with digits enough to differ from the one
    ``beside`` it.
    """
    if math.isnan(value):
        return "–"
    if unit == "count":
        return number(value, 0)
    if unit == "%":
        return _apart(100.0 * value, 100.0 * beside) + " %"
    return _apart(value, beside) + ("°" if unit == "°" else "")


def _apart(value: float, beside: float) -> str:
    """A number in three digits, or in as many as it takes to tell it from its neighbour."""
    for digits in (3, 5, 8, 12):
        text = plain_number(value, digits)
        if math.isnan(beside) or value == beside or text != plain_number(beside, digits):
            return text
    return text
