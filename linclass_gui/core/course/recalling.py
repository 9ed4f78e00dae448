"""Questions that come back at the end of a chapter, and what is worth repeating."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from .course import Course
from .lesson import Lesson
from .record import Record

ASKED = 3  # questions at once
Records = Mapping[str, Record]


def chapters_up_to(course: Course, lesson: Lesson | None) -> tuple[Lesson, ...]:
    """The lessons of the chapter of a lesson and of those before it; the whole course where no
    lesson is open.
    """
    reached: tuple[Lesson, ...] = ()
    for _, lessons in course.chapters:
        reached += lessons
        if lesson is not None and lesson.name in {each.name for each in lessons}:
            break
    return reached


def is_last_of_chapter(course: Course, lesson: Lesson) -> bool:
    """Whether a chapter ends with a lesson, and some of its questions can come back."""
    ends = any(lessons[-1].name == lesson.name for _, lessons in course.chapters)
    return ends and any(each.recall for each in chapters_up_to(course, lesson))


def draw_questions(lessons: Iterable[Lesson], records: Records, seed: int) -> tuple[Lesson, ...]:
    """Three lessons whose questions come back: first those answered wrongly, then those not asked
    yet, else in random order.
    """
    order = {False: 0, None: 1, True: 2}
    asking = [lesson for lesson in lessons if lesson.recall is not None]
    Random(seed).shuffle(asking)
    asking.sort(key=lambda lesson: order[records.get(lesson.name, Record()).is_recalled])
    return tuple(asking[:ASKED])


def worth_repeating(
    lessons: Iterable[Lesson], records: Records, solved: Iterable[str]
) -> tuple[Lesson, ...]:
    """Lessons whose question was answered wrongly the last time, and those that were begun and
    whose goal was not reached.
    """
    reached = frozenset(solved)

    def is_worth(lesson: Lesson) -> bool:
        record = records.get(lesson.name, Record())
        is_open = lesson.goal is not None and lesson.name not in reached and not record.is_reached
        return record.is_recalled is False or (
            is_open and record != Record(is_recalled=record.is_recalled)
        )

    return tuple(lesson for lesson in lessons if is_worth(lesson))
