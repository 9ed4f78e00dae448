"""How far one lesson has come: what was taken, answered, met, and is hidden still."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from ...core.course.guess import hide_answer
from ...core.course.lesson import Lesson
from ...core.document import Document
from ...overlays import TELLTALE


@dataclass(frozen=True)
class Place:
    """How far one lesson has come in this run of the program."""

    document: Document
    taken: int = 0
    answers: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    was_met: bool = False
    is_hidden: bool = False


def fresh(lesson: Lesson) -> Place:
    """A lesson as its file has it, the answer to a prediction hidden."""
    document = hide_answer(lesson.document, lesson.guess, lesson.guess_of, TELLTALE) if lesson.guess else lesson.document
    return Place(document, is_hidden=bool(lesson.guess))
