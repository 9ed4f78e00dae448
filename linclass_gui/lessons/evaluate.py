"""Tests evaluated: whether they hold, and their state in numbers and words."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ..answers.comparison import method_titles
from ..markup.mathtext import escape_label
from ..markup.numbers import number, plain_number, significant
from ..scene.memo import memo
from .attempt import BAYES, TRIAL, Attempt, begin_lesson
from .conditions import Call, NumberLiteral, Operation, Place, Relation, Test, Value
from .lesson import Goal, Lesson
from .measures import errors
from .vocabulary import ANSWER, BEGINNING, BY_NAME, FUNCTIONS, Unit

SIDED = ("errors", "room")  # measures that differ between a line and the same line turned round
RELATION_WORDS: Mapping[Relation, str] = {
    "<": "below",
    "<=": "at most",
    ">": "above",
    ">=": "at least",
    "==": "exactly",
}
COMPARED: Mapping[Relation, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
}
COMBINED = {"+": operator.add, "-": operator.sub, "*": operator.mul}


SWITCHED_OFF = "switched off, its tick under Methods brings it back"
NO_NUMBER = "this is not a number; write one such as 2, −1/3 or 0.25"


@dataclass(frozen=True)
class ConditionState:
    """The state of one test: whether it holds, and its state in words (the ``target_value`` would
    make it hold).

    A guard holds from the beginning, and must go on holding.
    """

    holds: bool
    words: str
    current_value: str = ""
    target_value: str = ""
    is_guard: bool = False

    @property
    def sentence(self) -> str:
        """The state in one sentence: "the errors of your line: 3, wanted at most 1"."""
        words = self.words[:1].upper() + self.words[1:]
        if not self.current_value:
            return words
        return f"{words}: {self.current_value}" + (
            f", wanted {self.target_value}" if self.target_value and not self.holds else ""
        )


@dataclass(frozen=True)
class Standing:
    """The state of a goal; ``slip`` is the sentence for a typical mistake that was made, where the
    goal names it.
    """

    states: tuple[ConditionState, ...]
    slip: str = ""

    @property
    def is_met(self) -> bool:
        """Whether every test holds."""
        return bool(self.states) and all(state.holds for state in self.states)


def standing(goal: Goal, attempt: Attempt) -> Standing:
    """How far an attempt has come: every test, with what is still missing."""
    guards = _guards(attempt.lesson)
    result = Standing(
        tuple(
            replace(condition_state(test, attempt), is_guard=test in guards) for test in goal.tests
        )
    )
    if result.is_met:
        return result
    return replace(
        result,
        slip=next((slip.say for slip in goal.slips if condition_state(slip, attempt).holds), ""),
    )


@memo
def _guards(lesson: Lesson) -> frozenset[Test]:
    """The tests that hold when the lesson begins."""
    if lesson.goal is None:
        return frozenset()
    beginning = begin_lesson(lesson)
    return frozenset(test for test in lesson.goal.tests if condition_state(test, beginning).holds)


def condition_state(test: Test, attempt: Attempt) -> ConditionState:
    """One test, evaluated."""
    value = value_of(test.left, attempt)
    if test.right is None:
        return _predicate_state(test, value)
    right = value_of(test.right, attempt)
    tolerance = 0.0 if test.tolerance is None else value_of(test.tolerance, attempt)
    holds = _holds(test.relation, value, right, tolerance)
    words = test.say or describe_value(test.left, attempt)
    if isinstance(test.left, Call) and test.left.name == ANSWER:
        spread = 0.0 if value == right else tolerance
        return ConditionState(holds, words, _judgement(test.left, attempt, holds, spread))
    words += _reversal_words(test.left, attempt)
    unit = unit_of(test.left)
    relation, spread_text = aim_words(test, right, tolerance)
    requirement = (
        f"{relation}{format_value(right, unit, beside=math.nan if holds else value)}{spread_text}"
    )
    # The end of the allowed range on the side of the value: the number shown lies on the same side.
    bound = right + math.copysign(tolerance, value - right) if tolerance else right
    is_off = math.isnan(value) and _is_switched_off(test.left, attempt)
    return ConditionState(
        holds,
        words,
        SWITCHED_OFF if is_off else format_value(value, unit, beside=bound),
        "" if math.isnan(right) else requirement,
    )


def _is_switched_off(value: Value, attempt: Attempt) -> bool:
    """Whether a method that is measured is switched off, as by a step of the lesson."""
    if isinstance(value, Operation):
        return any(_is_switched_off(side, attempt) for side in (value.left, value.right))
    if not isinstance(value, Call):
        return False
    method = None if value.arguments else attempt.method(value.name)
    is_off = method is not None and not method.enabled
    return is_off or any(_is_switched_off(argument, attempt) for argument in value.arguments)


def _reversal_words(value: Value, attempt: Attempt) -> str:
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


def _predicate_state(test: Test, value: float) -> ConditionState:
    holds = not math.isnan(value) and bool(value) is not test.negated
    word = BY_NAME.get(test.left.name) if isinstance(test.left, Call) else None
    is_true = holds is not test.negated
    words = "" if word is None else (word.words if is_true else word.opposite)
    return ConditionState(holds, test.say or words)


def _judgement(answer: Call, attempt: Attempt, holds: bool, spread: float) -> str:
    """An answer is right, right within a ``spread``, or not; the right one is never shown."""
    name = _name(answer.arguments[0])
    if name not in attempt.answers:
        return "not answered yet"
    if math.isnan(attempt.answers[name]):
        return NO_NUMBER
    if not holds:
        return "not right yet"
    return "right" if spread < 1.0 else f"right within {format_value(spread, 'count')}"


def aim_words(test: Test, right: float, tolerance: float) -> tuple[str, str]:
    """What stands before and behind the number that is aimed at: its relation, or its tolerance,
    with which nothing is exact.
    """
    # A tolerance for rounding is nothing to aim at.
    if tolerance > 1e-3 * max(1.0, abs(right)):
        return "", f" ± {format_value(tolerance, unit_of(test.left))}"
    return f"{RELATION_WORDS[test.relation]} ", ""


def value_of(value: Value, attempt: Attempt) -> float:
    """The number of a value; nan where it is not defined."""
    match value:
        case NumberLiteral(number_):
            return number_
        case Operation(sign, left, right):
            return _combine(sign, value_of(left, attempt), value_of(right, attempt))
        case Call():
            return _call_measure(value, attempt)
    raise ValueError("a place has no value")


def _combine(sign: str, left: float, right: float) -> float:
    if sign == "/":
        return left / right if right else math.nan
    return float(COMBINED[sign](left, right))


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
        *(
            _argument(kind, a, attempt)
            for kind, a in zip(word.takes.split(), call.arguments, strict=True)
        ),
    )


def _argument(kind: str, value: Value, attempt: Attempt) -> object:
    if kind == "number":
        return value_of(value, attempt)
    return value.position if isinstance(value, Place) else _name(value)


def _name(value: Value) -> str:
    return value.name if isinstance(value, Call) else ""


# --- in words -------------------------------------------------------------------------------------


def describe_value(value: Value, attempt: Attempt) -> str:
    """The measured quantity, in words."""
    match value:
        case NumberLiteral(number_):
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
            return _call_words(name, arguments, attempt)


def _call_words(name: str, arguments: tuple[Value, ...], attempt: Attempt) -> str:
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
    """A number in three digits, or in as many as show that it differs from its neighbour."""
    for digits in (3, 5, 8, 12):
        text = plain_number(value, digits)
        if math.isnan(beside) or value == beside or text != plain_number(beside, digits):
            return text
    return text
