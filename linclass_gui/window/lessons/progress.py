"""The open course or talk, and what is recorded of its lessons in any run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from ...figures.talk import Talk
from ...files.shipped import assets
from ...lessons.course import Course, Record, lessons_that_return, shipped_course
from ...lessons.lesson import Lesson
from ..session.session import Session
from ..session.settings import UserSettings


class Progress(QObject):
    """The open course or talk, and what is recorded of its lessons in any run; ``changed`` is the
    signal for the panel.
    """

    changed = Signal()

    def __init__(
        self, session: Session, settings: UserSettings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.session, self._settings = session, settings
        self._course: Course | None = None
        self.lesson: Lesson | None = None
        self._shelf: tuple[Path, str] | None = None  # where the open lesson has its place

    @property
    def course(self) -> Course:
        """The course that is open; the shipped one at first."""
        return self._course or shipped_course()

    def use_course(self, course: Course) -> Course:
        """Turn the pages of another course from now on."""
        self._course = course
        self.changed.emit()
        return course

    @property
    def talk(self) -> Talk | None:
        """The talk whose pages are turned; None while that is a course of lessons."""
        return self._course if isinstance(self._course, Talk) else None

    @property
    def _is_page_open(self) -> bool:
        """Whether the open lesson is a page of the open course, and not one beside a talk."""
        return self._shelf is not None and self._shelf[0] == self.course.folder

    @property
    def is_from_course(self) -> bool:
        """Whether the open lesson is from a course, and not a scene with a prediction."""
        return self._shelf is not None

    @property
    def records(self) -> dict[str, Record]:
        """The records of the lessons of this course from any run, by their names."""
        prefix = self._key("")
        records = self._settings.records.items()
        return {
            key.removeprefix(prefix): record for key, record in records if key.startswith(prefix)
        }

    def _remember(self, change: Callable[[Record], Record]) -> None:
        """Change the record of the open lesson, where it is one of the course."""
        if (
            self.lesson is not None
            and self.is_from_course
            and self.lesson.name in self._course_of_lesson.places
        ):
            self._settings.amend_record(self._key_of_lesson(self.lesson.name), change)

    def remember_recall(self, lesson: Lesson, is_right: bool) -> None:
        """Record whether a recalled question was answered correctly."""
        lesson_open = "" if self.lesson is None else self.lesson.name
        self._settings.amend_record(
            self._key(lesson.name), lambda record: record.with_recall(is_right, lesson_open)
        )
        self.changed.emit()

    @property
    def returning_lessons(self) -> tuple[Lesson, ...]:
        """Lessons whose missed question comes back beside the open lesson."""
        if self.lesson is None or not self.is_from_course:
            return ()
        return lessons_that_return(self.course, self.records, self.lesson.name)

    @property
    def lesson_to_continue(self) -> Lesson | None:
        """The lesson that was open last, in any run; where its goal is reached, the next with one
        that is not, behind the last lesson the first.
        """
        lessons, solved_names = self.course.lessons, self.solved_lessons
        last = self.course.places.get(self._settings.last_lesson.removeprefix(self._key("")))
        if last is not None and lessons[last].name not in solved_names:
            return lessons[last]
        ahead = lessons[last or 0 :] + lessons[: last or 0]
        return next((one for one in ahead if one.goal and one.name not in solved_names), None)

    @property
    def solved_lessons(self) -> frozenset[str]:
        """The names of the lessons of this course whose goal was met, in any run."""
        prefix = self._key("")
        return frozenset(
            entry.removeprefix(prefix)
            for entry in self._settings.solved_lessons
            if entry.startswith(prefix)
        )

    def _key(self, name: str) -> str:
        return _key_in(self.course, name)

    def _key_of_lesson(self, name: str) -> str:
        return _key_in(self._course_of_lesson, name)

    @property
    def _course_of_lesson(self) -> Course:
        """The course of the open lesson: that of the program for one beside a talk."""
        return self.course if self._is_page_open else shipped_course()


def _key_in(course: Course, name: str) -> str:
    """The name of a lesson of a course in the progress that is kept."""
    is_shipped = course.folder == assets() / "lessons"
    return f"{course.folder.name if is_shipped else course.folder}/{name}"
