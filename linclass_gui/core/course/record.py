"""What a learner has made of the lessons (answers as given, tries, predictions beside the answers),
as a text to hand in.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, replace

from ..markup.ticks import count_words, plain_number
from .course import Course
from .lesson import Field, Lesson

Pairs = tuple[tuple[str, str], ...]
PICTURE = "lesson:"
AS_LEFT, AT_FIRST = "The picture as it was left.", "The picture with which the lesson begins."
NOTHING = "No lesson was answered, predicted or reached yet."


@dataclass(frozen=True)
class Record:
    """One lesson: how often an answer was checked, the last answers by their labels, and the
    prediction beside the answer.

    ``is_recalled``: whether the question was answered correctly when it last came back.
    """

    tries: int = 0
    answers: Pairs = ()
    prediction: Pairs = ()
    is_reached: bool = False
    is_recalled: bool | None = None

    def with_answers(self, lesson: Lesson, answers: Mapping[str, float]) -> Record:
        """With one more try."""
        fields = () if lesson.question is None else lesson.question.fields
        said = tuple(
            (field.label, _said(field, answers[field.name]))
            for field in fields
            if field.name in answers
        )
        return replace(self, tries=self.tries + 1, answers=said)


def _said(field: Field, value: float) -> str:
    if field.choices and 1 <= value <= len(field.choices):
        return field.choices[int(value) - 1]
    return "no number" if math.isnan(value) else plain_number(value, 6)


def to_text(records: Mapping[str, Record]) -> str:
    """All records as JSON."""
    return json.dumps(
        {name: asdict(record) for name, record in records.items()}, ensure_ascii=False
    )


def from_text(text: str) -> dict[str, Record]:
    """The records in a text of :func:`to_text`; what is no record is left out."""
    try:
        raw = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    found = ((name, _record(each)) for name, each in raw.items()) if isinstance(raw, dict) else ()
    return {name: record for name, record in found if record is not None}


def _record(raw: object) -> Record | None:
    if not isinstance(raw, dict) or not isinstance(raw.get("tries"), int):
        return None
    recalled = raw.get("is_recalled")
    return Record(
        raw["tries"],
        _pairs(raw.get("answers")),
        _pairs(raw.get("prediction")),
        raw.get("is_reached") is True,
        recalled if isinstance(recalled, bool) else None,
    )


def _pairs(raw: object) -> Pairs:
    entries = raw if isinstance(raw, list) else []
    return tuple(
        (e[0], e[1])
        for e in entries
        if isinstance(e, list) and len(e) == 2 and all(isinstance(p, str) for p in e)
    )


def as_markdown(
    course: Course,
    records: Mapping[str, Record],
    solved: Iterable[str],
    *,
    with_pictures: bool = False,
    own: Collection[str] = (),
) -> str:
    """The records of a course in the order of its lessons, as Markdown; formulas stay as the
    lessons write them.

    ``with_pictures``: each lesson has an image, whose address is its name after ``lesson:``; of the
    lessons in ``own`` it is the picture as it was left, of the others the one that they begin with,
    which is said.
    """
    reached, parts = frozenset(solved), list[str]()
    for lesson in course.lessons:
        record = records.get(lesson.name, Record())
        record = replace(record, is_reached=record.is_reached or lesson.name in reached)
        if record != Record():
            parts.append(_of_lesson(lesson, record, with_pictures, lesson.name in own))
    goals = [lesson for lesson in course.lessons if lesson.goal is not None]
    head = (
        f"# Answers\n\n{sum(lesson.name in reached for lesson in goals)} of {len(goals)} goals "
        "reached.\n"
    )
    return "\n".join([head, *(parts or [NOTHING + "\n"])])


def _of_lesson(lesson: Lesson, record: Record, has_picture: bool, is_own: bool) -> str:
    state = "reached" if record.is_reached else "not reached yet"
    tries = f", checked {count_words(record.tries, 'time')}" if record.tries else ""
    lines = [
        f"## {' '.join(filter(None, (lesson.number, lesson.title)))}",
        "",
        f"*{state}{tries}*",
        "",
    ]
    if has_picture:
        caption = AS_LEFT if is_own else AT_FIRST
        lines += [f"![{lesson.title}]({PICTURE}{lesson.name})", "", f"*{caption}*", ""]
    if lesson.goal is not None:
        lines += [f"**Goal:** {lesson.goal.say}", ""]
    if record.answers and lesson.question is not None:
        lines += [
            f"**Question:** {lesson.question.say}",
            "",
            *(f"- {label}: {said}" for label, said in record.answers),
            "",
        ]
    if record.prediction:
        lines += [
            "**Prediction:**",
            "",
            *(f"- {words}: {value}" for words, value in record.prediction),
            "",
        ]
    if record.is_recalled is not None and lesson.recall is not None:
        lines += [
            (
                f"**Asked again:** {lesson.recall.say} "
                f"*{'right' if record.is_recalled else 'not right'}*"
            ),
            "",
        ]
    return "\n".join(lines)
