"""Words of the lessons of the course that speak of the window, as its pages say them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from ..lessons.lesson import Lesson

# By the names of lessons: words of the lesson, and the words in their place.
ON_A_PAGE: dict[str, list[tuple[str, str]]] = json.loads(
    Path(__file__).with_suffix(".json").read_text(encoding="utf-8")
)


def lesson_on_page(lesson: Lesson) -> Lesson:
    """A lesson in words that speak of nothing that only the window has."""
    goal, question = lesson.goal, lesson.question
    steps = tuple(replace(step, say=_on_page(lesson, step.say)) for step in lesson.steps)
    if goal is not None:
        slips = tuple(replace(slip, say=_on_page(lesson, slip.say)) for slip in goal.slips)
        goal = replace(
            goal,
            say=_on_page(lesson, goal.say),
            closing=_on_page(lesson, goal.closing),
            hint=_on_page(lesson, goal.hint),
            slips=slips,
        )
    if question is not None:
        question = replace(question, say=_on_page(lesson, question.say))
    return replace(
        lesson, text=_on_page(lesson, lesson.text), steps=steps, goal=goal, question=question
    )


def _on_page(lesson: Lesson, words: str) -> str:
    for said_words, instead in ON_A_PAGE.get(lesson.name, ()):
        words = words.replace(said_words, instead)
    return words
