"""A lesson as the text of its file: the scene, with its words as an entry."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..files.codec import encode
from ..scene.document import LESSON
from .conditions import Test
from .lesson import Goal, Lesson, Step


def encode_lesson(lesson: Lesson) -> str:
    """The lesson as JSON text: the same lesson always gives the same bytes."""
    document = lesson.document
    return encode(replace(document, further={**document.further, LESSON: _to_json(lesson)}))


def _to_json(lesson: Lesson) -> dict[str, Any]:
    """The entries that differ from their defaults."""
    question, goal = lesson.question, lesson.goal
    fields = [] if question is None else [_entries(vars(field)) for field in question.fields]
    words: dict[str, Any] = {"chapter": lesson.chapter, "order": _plain(lesson.order)}
    optional = {
        "source": lesson.source,
        "aliases": lesson.aliases,
        "text": lesson.text,
        "plots": lesson.plots,
        "numbers": lesson.numbers,
        "costs": None if lesson.costs == (1.0, 1.0) else [_plain(cost) for cost in lesson.costs],
        "at": lesson.position,
        "guess": {"what": lesson.guess, "of": lesson.guess_of} if lesson.guess else None,
        "steps": [_step(step) for step in lesson.steps],
        "question": None if question is None else {"say": question.say, "fields": fields},
        "goal": None if goal is None else _goal(goal),
        "figure": None if lesson.figure is None else _entries(vars(lesson.figure)),
        "recall": None if lesson.recall is None else _entries(vars(lesson.recall)),
    }
    return words | _entries(optional)


def _entries(values: dict[str, Any]) -> dict[str, Any]:
    """The entries that are not empty, as JSON values."""
    plain = {
        key: list(value) if isinstance(value, tuple) else value for key, value in values.items()
    }
    return {key: value for key, value in plain.items() if value not in (None, "", [])}


def _plain(value: float) -> float | int:
    return int(value) if value == int(value) else value


def _step(step: Step) -> dict[str, Any]:
    return _entries(
        {
            "say": step.say,
            "show": step.show,
            "hide": step.hide,
            "plots": step.plots,
            "at": step.position,
        }
    )


def _goal(goal: Goal) -> dict[str, Any]:
    entries = {
        "say": goal.say,
        "tests": [_test(test) for test in goal.tests],
        "closing": goal.closing,
    }
    return entries | _entries({"slips": [_test(test) for test in goal.slips], "hint": goal.hint})


def _test(test: Test) -> str | dict[str, str]:
    return {"test": test.text, "say": test.say} if test.say else test.text
