"""A lesson: a scene with words, steps, a goal and what surrounds them, as frozen values."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from ..markup.numbers import MINUS, plain_number
from ..scene.document import Document
from ..scene.methods import MethodInUse
from .conditions import Test

PLACE = re.compile(r"\{([A-Za-z]\w*)\}")


def names_in(text: str) -> tuple[str, ...]:
    """The parameters named in a text, in their order; braces inside a formula are its own."""
    return tuple(name for words in text.split("$")[::2] for name in PLACE.findall(words))


def with_values(text: str, value_of: Callable[[str], str]) -> str:
    """The text with a value at each place."""
    parts = text.split("$")
    return "$".join(
        PLACE.sub(lambda match: value_of(match[1]), part) if k % 2 == 0 else part
        for k, part in enumerate(parts)
    )


def value_in(document: Document, name: str) -> str | None:
    """The value of a parameter in three digits: of the selected method, its map or its kernel, else
    of the first that has it.
    """
    for method in sorted(document.methods, key=lambda method: method.id != document.selected):
        value = _number_of(method, name)
        if value is not None:
            return plain_number(value, 3)
    return None


def _number_of(method: MethodInUse, name: str) -> int | float | None:
    for owner in (method.method, method.features, method.kernel):
        value = getattr(owner, name, None)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return value
    return None


Guess = Literal["", "line", "support-vectors", "threshold", "answer"]
GUESSES: tuple[Guess, ...] = ("", "line", "support-vectors", "threshold", "answer")


_DECIMAL = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
_NUMBER = re.compile(rf"([-+]?{_DECIMAL})(?:/({_DECIMAL}))?")


def read_number(text: str) -> float:
    """The number that a student typed: decimals with a point or a comma, or a fraction of two; nan
    where there is none.  ``readNumber`` of ``live/goal.mjs`` reads the same.
    """
    match = _NUMBER.fullmatch("".join(text.split()).replace(MINUS, "-").replace(",", "."))
    if match is None:
        return math.nan
    top, bottom = map(float, match.groups("1"))
    value = top / bottom if bottom else math.nan
    return value if math.isfinite(value) else math.nan


@dataclass(frozen=True)
class Step:
    """One step of a reveal: a sentence, and what appears (or goes) with it.

    ``show`` and ``hide`` name layers of the canvas and methods by their ids; ``plots`` come to the
    front; ``position`` is the one that the playback of the selected method takes (None: it stays as
    it is).
    """

    say: str = ""
    show: tuple[str, ...] = ()
    hide: tuple[str, ...] = ()
    plots: tuple[str, ...] = ()
    position: int | None = None


@dataclass(frozen=True)
class AnswerField:
    """One entry of a question: a number, or, where there are ``choices``, the place of one of them
    (from 1).
    """

    name: str
    label: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Question:
    """A question answered beside the canvas; the tests of the goal refer to the answers by the
    names of the fields.
    """

    say: str
    fields: tuple[AnswerField, ...]


@dataclass(frozen=True)
class Goal:
    """The aim of a lesson: a sentence, tests that must all hold, and the sentence shown when they
    do.

    ``slips`` are tests of typical mistakes, each with a sentence of help; ``hint`` is shown on
    request.
    """

    say: str
    tests: tuple[Test, ...]
    closing: str = ""
    slips: tuple[Test, ...] = ()
    hint: str = ""


@dataclass(frozen=True)
class Recall:
    """A question that comes back at the ends of chapters, beside the picture of its lesson;
    ``right`` counts ``choices`` from 1.

    ``slips`` are sentences for the wrong choices, in their order; ``variant`` asks the same with
    other numbers once it was missed.
    """

    say: str
    choices: tuple[str, ...]
    right: int
    because: str
    slips: tuple[str, ...] = ()
    variant: Recall | None = None

    def slip(self, number: int) -> str:
        """The sentence for a wrong choice, counted from 1; empty for the right one."""
        if number == self.right or not self.slips:
            return ""
        return self.slips[number - 1 - (number > self.right)]

    def verdict(self, number: int) -> str:
        """All that is said of a choice: whether it is right, its mistake, and the reason."""
        words = ("Right." if number == self.right else "Not so.", self.slip(number), self.because)
        return " ".join(filter(None, words))


@dataclass(frozen=True)
class LessonFigure:
    """The lesson as one figure: ``views`` beside each other, for every value of a ``sweep``, in
    ``grid`` (rows, columns).

    ``scenes`` (``lesson:NAME``) are shown beside the lesson; ``titles`` are theirs, the lesson
    first (else their own titles).
    """

    views: tuple[str, ...] = ()
    sweep: str = ""
    grid: tuple[int, int] | None = None
    scenes: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Lesson:
    """One lesson of a course.

    ``document`` is the scene as the lesson begins.  ``chapter`` and ``order`` give it its place;
    ``text`` is shown beside the scene, in the mark-up of labels; ``plots`` are the linked plots in
    front; ``position`` is that of the playback at the beginning; ``steps`` are revealed one after
    the other; ``guess`` is the kind of prediction that comes first, of the method ``guess_of``;
    ``costs`` are those of a false alarm (a point of class - called +) and of a miss (+ called -);
    ``numbers`` name the matrices and tables shown beside the text; ``figure`` is the default of an
    export; ``recall`` is a question that comes back at the ends of chapters.
    """

    name: str
    document: Document
    chapter: str = ""
    order: float = 0.0
    text: str = ""
    plots: tuple[str, ...] = ()
    position: int | None = None
    steps: tuple[Step, ...] = ()
    question: Question | None = None
    goal: Goal | None = None
    guess: Guess = ""
    guess_of: str = ""
    costs: tuple[float, float] = (1.0, 1.0)
    numbers: tuple[str, ...] = ()
    source: str = ""
    aliases: tuple[str, ...] = ()
    figure: LessonFigure | None = None
    recall: Recall | None = None

    @property
    def title(self) -> str:
        """The title of its scene."""
        return self.document.title or self.name

    @property
    def words(self) -> str:
        """Its text with the values that its parameters have at the beginning."""
        return with_values(self.text, lambda name: value_in(self.document, name) or "…")

    @property
    def all_words(self) -> str:
        """Its text with all its steps, its goal and its closing: what tells the meaning of a
        letter.
        """
        goal = () if self.goal is None else (self.goal.say, self.goal.closing)
        return "\n".join((self.text, *(step.say for step in self.steps), *goal))

    @property
    def notes(self) -> str:
        """The words for the lecturer alone, shown in the presenter view."""
        return self.words

    @property
    def number(self) -> str:
        """Its number in the course; lessons before the first one, between two others, or without a
        chapter have none.
        """
        return (
            f"{self.order:g}"
            if self.chapter and self.order >= 1.0 and self.order == int(self.order)
            else ""
        )

    @property
    def after(self) -> str:
        """The number that it follows, for a lesson between two others."""
        return (
            f"{int(self.order)}"
            if self.chapter and self.order > 1.0 and self.order != int(self.order)
            else ""
        )
