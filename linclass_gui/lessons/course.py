"""A course: its lessons in order, the record of a learner, and the questions that come back."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from random import Random

from ..errors import UserError
from ..files.json_values import is_whole
from ..files.shipped import assets
from ..markup.numbers import count_words, plain_number
from .lesson import AnswerField, Lesson, Recall
from .lesson_file import read_lesson

MOST_TRIES = 20  # of one question, whose answers are kept
MOST_FILES = 500  # files of a folder that are read at the most
OTHER_SCENES = "Other scenes"


@dataclass(frozen=True)
class RefusedLesson:
    """A file that is not a lesson, and why."""

    path: Path
    reason: str


@dataclass(frozen=True, eq=False)
class Course:
    """Lessons in their order; ``folder`` is where they were read."""

    folder: Path
    lessons: tuple[Lesson, ...]
    refusals: tuple[RefusedLesson, ...] = ()

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of every lesson by its name, and by its former names."""
        places = {name: k for k, lesson in enumerate(self.lessons) for name in lesson.aliases}
        return places | {lesson.name: k for k, lesson in enumerate(self.lessons)}

    @property
    def chapters(self) -> tuple[tuple[str, tuple[Lesson, ...]], ...]:
        """The lessons by chapter, in the order in which the chapters begin."""
        by_chapter: dict[str, list[Lesson]] = {}
        for lesson in self.lessons:
            by_chapter.setdefault(lesson.chapter or OTHER_SCENES, []).append(lesson)
        return tuple((chapter, tuple(lessons)) for chapter, lessons in by_chapter.items())

    def position(self, name: str) -> CoursePosition | None:
        """Where the lesson of this name is; None where there is none."""
        place = self.places.get(name)
        return None if place is None else CoursePosition(self.lessons, place)

    def neighbour(self, name: str, step: int) -> Lesson | None:
        """The lesson ``step`` places after (or before) another one; None beyond the ends."""
        place = self.places.get(name)
        if place is None:
            return None
        index = place + step
        return self.lessons[index] if 0 <= index < len(self.lessons) else None


@dataclass(frozen=True, eq=False)
class CoursePosition:
    """Which page of a course is open, for everything that says what comes next.

    A talk is a course, whose slides are its lessons (:mod:`linclass_gui.figures.talk`).  In the
    window, ``coursework.position`` is the current one (None: a scene that is no page of a course),
    and ``coursework.changed`` says that it may be another one::

        position = lessons.coursework.position
        if position is not None:
            words = f"{position.index + 1} of {len(position.slides)}: {position.slide.title}"
            notes = position.slide.notes  # for the lecturer alone
            after = position.next_slide  # None on the last one
    """

    slides: tuple[Lesson, ...]
    index: int

    @property
    def slide(self) -> Lesson:
        """The page that is open."""
        return self.slides[self.index]

    @property
    def next_slide(self) -> Lesson | None:
        """The page after it, as it begins (``next_slide.document`` is its scene); None at the
        end.
        """
        return self.slides[self.index + 1] if self.index + 1 < len(self.slides) else None


def paths_in(folder: Path) -> list[Path]:
    """What a folder holds, without an order; of very many files some.

    Raises:
        UserError: the folder cannot be read.
    """
    try:
        return list(itertools.islice(folder.iterdir(), 20 * MOST_FILES))
    except OSError as error:
        raise UserError(
            f"{folder}: this folder cannot be read ({error.strerror or error})"
        ) from error


def course_of(folder: Path) -> Course:
    """The lessons among the scene files of a folder; a file that cannot be read is listed with the
    reason.

    Raises:
        UserError: the folder cannot be read, or holds no scene file.
    """
    paths = sorted(path for path in paths_in(folder) if path.suffix.lower() == ".json")[:MOST_FILES]
    if not paths:
        raise UserError(f"{folder}: this folder holds no lesson (a scene file, *.json)")
    lessons, refusals = [], []
    for path in paths:
        try:
            lessons.append(read_lesson(path))
        except UserError as error:
            refusals.append(RefusedLesson(path, str(error)))
    # Lessons with a chapter come first; plain scenes follow by their names.
    lessons.sort(key=lambda lesson: (not lesson.chapter, lesson.order, lesson.name))
    return Course(folder, tuple(lessons), tuple(refusals))


@cache
def shipped_course() -> Course:
    """The course that comes with the program."""
    return course_of(assets() / "lessons")


Pairs = tuple[tuple[str, str], ...]
PICTURE = "lesson:"
AS_LEFT, AT_FIRST = "The picture as it was left.", "The picture with which the lesson begins."
NO_ANSWERS = "No lesson was answered, predicted or reached yet."


@dataclass(frozen=True)
class Record:
    """One lesson: how often an answer was checked, the last answers by their labels, and the
    prediction beside the answer.

    ``tried_answers`` are those of earlier tries, the oldest first.
    ``is_recalled``: whether the question was answered correctly when it last came back;
    ``misses`` counts the times that it was not, ``missed_lesson`` names the lesson open the last
    time.
    """

    tries: int = 0
    answers: Pairs = ()
    prediction: Pairs = ()
    is_reached: bool = False
    is_recalled: bool | None = None
    misses: int = 0
    missed_lesson: str = ""
    tried_answers: tuple[Pairs, ...] = ()

    def with_recall(self, is_right: bool, lesson_open: str) -> Record:
        """With the question asked once more, while a lesson was open."""
        misses = self.misses + (not is_right)
        missed_lesson = "" if is_right else lesson_open
        return replace(self, is_recalled=is_right, misses=misses, missed_lesson=missed_lesson)

    def with_answers(self, lesson: Lesson, answers: Mapping[str, float]) -> Record:
        """With one more try."""
        fields = () if lesson.question is None else lesson.question.fields
        given_answers = tuple(
            (field.label, _answer_text(field, answers[field.name]))
            for field in fields
            if field.name in answers
        )
        tried_answers = (*self.tried_answers, self.answers) if self.answers else ()
        return replace(
            self,
            tries=self.tries + 1,
            answers=given_answers,
            tried_answers=tried_answers[-MOST_TRIES:],
        )


def _answer_text(field: AnswerField, value: float) -> str:
    if field.choices and 1 <= value <= len(field.choices):
        return field.choices[int(value) - 1]
    return "no number" if math.isnan(value) else plain_number(value, 6)


def to_text(records: Mapping[str, Record]) -> str:
    """All records as JSON."""
    return json.dumps(
        {name: asdict(record) for name, record in records.items()}, ensure_ascii=False
    )


def from_text(text: str) -> dict[str, Record]:
    """The records in a text of :func:`to_text`; other entries are left out."""
    try:
        raw = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    records = (
        ((name, _record(entry)) for name, entry in raw.items()) if isinstance(raw, dict) else ()
    )
    return {name: record for name, record in records if record is not None}


def _record(raw: object) -> Record | None:
    if not isinstance(raw, dict) or not isinstance(raw.get("tries"), int):
        return None
    recalled, misses, missed_lesson, tried = (
        raw.get(k) for k in ("is_recalled", "misses", "missed_lesson", "tried_answers")
    )
    return Record(
        raw["tries"],
        _pairs(raw.get("answers")),
        _pairs(raw.get("prediction")),
        raw.get("is_reached") is True,
        recalled if isinstance(recalled, bool) else None,
        misses if is_whole(misses) else 0,
        missed_lesson if isinstance(missed_lesson, str) else "",
        tuple(map(_pairs, tried)) if isinstance(tried, list) else (),
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
    solved_names: Iterable[str],
    *,
    with_pictures: bool = False,
    opened_names: Collection[str] = (),
    author: str = "",
) -> str:
    """The records of a course in the order of its lessons, as Markdown; formulas stay as the
    lessons write them.

    ``with_pictures``: each lesson has an image, whose address is its name after ``lesson:``; for
    the ``opened_names`` it shows the lesson as it was left, for the others the lesson as it begins,
    with a remark.  ``author`` is a line below the heading: who hands it in, and when.
    """
    reached_names, parts = frozenset(solved_names), list[str]()
    for lesson in course.lessons:
        record = records.get(lesson.name, Record())
        record = replace(record, is_reached=record.is_reached or lesson.name in reached_names)
        if record != Record():
            parts.append(
                _lesson_markdown(lesson, record, with_pictures, lesson.name in opened_names)
            )
    goals = [lesson for lesson in course.lessons if lesson.goal is not None]
    reached_count = sum(lesson.name in reached_names for lesson in goals)
    head = ["# Answers", "", *([author, ""] if author else [])]
    head.append(f"{reached_count} of {len(goals)} goals reached.\n")
    return "\n".join([*head, *(parts or [NO_ANSWERS + "\n"])])


def _lesson_markdown(lesson: Lesson, record: Record, has_picture: bool, is_own: bool) -> str:
    state = "reached" if record.is_reached else "not reached yet"
    tries = f", checked {count_words(record.tries, 'time')}" if record.tries else ""
    title = " ".join(filter(None, (lesson.number, lesson.title)))
    if has_picture:  # in one line, which no page parts
        title = f"![{lesson.title}]({PICTURE}{lesson.name})\u2002**{title}**"
    lines = [f"## {title}", "", f"*{state}{tries}*", ""]
    if has_picture:
        lines += [f"*{AS_LEFT if is_own else AT_FIRST}*", ""]
    if lesson.goal is not None:
        lines += [f"**Goal:** {lesson.goal.say}", ""]
    if record.answers and lesson.question is not None:
        lines += [
            f"**Question:** {lesson.question.say}",
            "",
            *(f"- {label}: {answer}" for label, answer in record.answers),
            "",
        ]
        if record.tried_answers:
            earlier_tries = (
                ", ".join(f"{label}: {answer}" for label, answer in answers)
                for answers in record.tried_answers
            )
            lines += ["**Tried before:**", "", *(f"- {answers}" for answers in earlier_tries), ""]
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


QUESTIONS_AT_ONCE = 3  # questions at once
RETURNS_AFTER = 2  # lessons, until a missed question comes back unasked
Records = Mapping[str, Record]


def chapters_up_to(course: Course, lesson: Lesson | None) -> tuple[Lesson, ...]:
    """The lessons of the chapter of a lesson and of those before it; the whole course where no
    lesson is open.
    """
    lessons_so_far: tuple[Lesson, ...] = ()
    for _, lessons in course.chapters:
        lessons_so_far += lessons
        if lesson is not None and lesson.name in {member.name for member in lessons}:
            break
    return lessons_so_far


def is_last_of_chapter(course: Course, lesson: Lesson) -> bool:
    """Whether a chapter ends with a lesson, and some of its questions can come back."""
    ends = any(lessons[-1].name == lesson.name for _, lessons in course.chapters)
    return ends and any(member.recall for member in chapters_up_to(course, lesson))


def draw_questions(lessons: Iterable[Lesson], records: Records, seed: int) -> tuple[Lesson, ...]:
    """Three lessons whose questions come back: first those answered wrongly, then those not asked
    yet, else in random order.
    """
    order = {False: 0, None: 1, True: 2}
    candidates = [lesson for lesson in lessons if lesson.recall is not None]
    Random(seed).shuffle(candidates)
    candidates.sort(key=lambda lesson: order[records.get(lesson.name, Record()).is_recalled])
    return tuple(candidates[:QUESTIONS_AT_ONCE])


def question_of(lesson: Lesson, record: Record) -> Recall | None:
    """The question of a lesson as it is asked now: with other numbers after every second miss, from
    the first on.
    """
    other_recall = None if lesson.recall is None else lesson.recall.variant
    return other_recall if other_recall is not None and record.misses % 2 else lesson.recall


def lessons_that_return(course: Course, records: Records, name: str) -> tuple[Lesson, ...]:
    """Lessons whose question was missed, and comes back now that the lesson of this name is open:
    at least two lessons away from the one that was open then.
    """
    place = course.places.get(name)
    if place is None:
        return ()

    def returns(lesson: Lesson) -> bool:
        record = records.get(lesson.name, Record())
        missed_place = course.places.get(record.missed_lesson)
        is_away = missed_place is None or abs(place - missed_place) >= RETURNS_AFTER
        return lesson.recall is not None and record.is_recalled is False and is_away

    return tuple(filter(returns, course.lessons))


def lessons_to_repeat(
    lessons: Iterable[Lesson], records: Records, solved_names: Iterable[str]
) -> tuple[Lesson, ...]:
    """Lessons whose question was answered wrongly the last time, and those that were begun and
    whose goal was not reached.
    """
    reached_names = frozenset(solved_names)

    def is_worth(lesson: Lesson) -> bool:
        record = records.get(lesson.name, Record())
        is_open = (
            lesson.goal is not None and lesson.name not in reached_names and not record.is_reached
        )
        return record.is_recalled is False or (
            is_open and record != Record(is_recalled=record.is_recalled)
        )

    return tuple(lesson for lesson in lessons if is_worth(lesson))
