"""A lesson as the text of its file: the scene, with the words of the lesson before its points."""

from __future__ import annotations

import json
from typing import Any

from ..files.codec import encode
from .lesson import Goal, Lesson, Picture, Question, Step
from .reader import KEY
from .words import Test

WIDTH = 120  # objects that fit are on one line
DATA = '  "data": {\n'


def encode_lesson(lesson: Lesson) -> str:
    """The lesson as JSON text: the same lesson always gives the same bytes."""
    head, points, rest = encode(lesson.document).partition(DATA)
    words = laid_out(_to_json(lesson), "  ")
    return f'{head}  "{KEY}": {words},\n{points}{rest}'


def _to_json(lesson: Lesson) -> dict[str, Any]:
    """What is not at its default."""
    words: dict[str, Any] = {"chapter": lesson.chapter, "order": _plain(lesson.order)}
    optional = {
        "source": lesson.source,
        "aliases": list(lesson.aliases),
        "text": lesson.text,
        "plots": list(lesson.plots),
        "numbers": list(lesson.numbers),
        "costs": None if lesson.costs == (1.0, 1.0) else [_plain(cost) for cost in lesson.costs],
        "at": lesson.at,
        "guess": {"what": lesson.guess, "of": lesson.guess_of} if lesson.guess else None,
        "steps": [_step(step) for step in lesson.steps],
        "question": None if lesson.question is None else _question(lesson.question),
        "goal": None if lesson.goal is None else _goal(lesson.goal),
        "figure": None if lesson.figure is None else _figure(lesson.figure),
    }
    return words | {key: value for key, value in optional.items() if value not in (None, "", [])}


def _plain(value: float) -> float | int:
    return int(value) if value == int(value) else value


def _step(step: Step) -> dict[str, Any]:
    entries = {"say": step.say, "show": list(step.show), "hide": list(step.hide), "plots": list(step.plots), "at": step.at}
    return {key: value for key, value in entries.items() if value not in (None, "", [])}


def _question(question: Question) -> dict[str, Any]:
    fields = [
        {"name": field.name, "label": field.label, **({"choices": list(field.choices)} if field.choices else {})}
        for field in question.fields
    ]
    return {"say": question.say, "fields": fields}


def _goal(goal: Goal) -> dict[str, Any]:
    return {"say": goal.say, "tests": [_test(test) for test in goal.tests], "closing": goal.closing}


def _figure(figure: Picture) -> dict[str, Any]:
    entries: dict[str, Any] = {"views": list(figure.views), "sweep": figure.sweep}
    entries |= {"grid": None if figure.grid is None else list(figure.grid)}
    entries |= {"scenes": list(figure.scenes), "titles": list(figure.titles)}
    return {key: value for key, value in entries.items() if value not in (None, "", [])}


def _test(test: Test) -> str | dict[str, str]:
    return {"test": test.text, "say": test.say} if test.say else test.text


def laid_out(value: object, indent: str) -> str:
    """JSON with what is short on one line, and each entry of what is long on its own."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + len(indent) <= WIDTH or not isinstance(value, dict | list):
        return flat
    inner = indent + "  "
    if isinstance(value, dict):
        entries = [f"{inner}{json.dumps(key)}: {laid_out(entry, inner)}" for key, entry in value.items()]
        return "{\n" + ",\n".join(entries) + f"\n{indent}}}"
    return "[\n" + ",\n".join(inner + laid_out(entry, inner) for entry in value) + f"\n{indent}]"
