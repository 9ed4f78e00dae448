"""The browser of a course: chapters, and a picture, title and mark for every lesson."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QWidget

from ...figures.sources import thumbnail
from ...lessons.course import Course, shipped_course
from ...lessons.lesson import Lesson
from ...markup.mathtext import plain
from ...markup.numbers import count_words
from ..dialogs.forms import theme_of
from ..dialogs.picture_cards import GAP, SUBJECT, CardPicture, PictureCards
from ..widgets.find_field import FindField
from ..widgets.layouts import in_column, in_row, push_button, with_name
from ..widgets.themed import MathLabel, restyle
from ..widgets.window_behaviour import bring_to_front, resize_within_screen
from .coursework import Coursework

COLUMNS, HEIGHT = 7, 880  # at the most


@cache  # a course keeps its lessons
def _searched(lesson: Lesson) -> tuple[str, str, str]:
    """What is looked for in a lesson: its title, its chapter, its text, as they are compared."""
    steps = (step.say for step in lesson.steps)
    goal = "" if lesson.goal is None else lesson.goal.say
    text = plain(" ".join((lesson.words, lesson.notes, *steps, goal)))
    return (
        _search_words(f"{lesson.number} {plain(lesson.title)}"),
        _search_words(lesson.chapter),
        _search_words(text),
    )


def _search_words(words: str) -> str:
    """Words in small letters, with the apostrophe of a keyboard."""
    return words.lower().replace("’", "'")


def _matching_lessons(lessons: Iterable[Lesson], words: Sequence[str]) -> list[Lesson]:
    """The lessons in which every word occurs: first those with all of them in the title, then by
    chapter, then by text.
    """

    def rank(parts: tuple[str, str, str]) -> int:
        places = (
            next((k for k, part in enumerate(parts) if word in part), len(parts)) for word in words
        )
        return max(places)

    ranked = [(rank(_searched(lesson)), lesson) for lesson in lessons]
    return [lesson for place, lesson in sorted(ranked, key=lambda entry: entry[0]) if place < 3]


class LessonCards(PictureCards):
    """Cards of lessons below the headings of their chapters."""

    def draw_card(self, subject: Lesson) -> CardPicture:
        """The picture with which a lesson begins."""
        return thumbnail(subject, self.theme, *self.picture.toTuple()), ""


class Browser(QDialog):
    """All lessons of the open course; a click opens one."""

    lesson_chosen = Signal(object)
    folder_wanted = Signal()

    def __init__(self, coursework: Coursework, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("browser")
        self.setWindowTitle("Lessons – linclass")
        self._coursework = coursework
        self._drawn_course: Course | None = None
        self.progress = MathLabel("", tone="ink_2")
        folder = push_button("Open a folder of lessons…", self._ask_folder)
        self.go_on = push_button(
            "",
            self._go_on,
            "continue",
            "The lesson last open; after its goal, the first whose goal is not reached yet",
        )
        self.go_on.setDefault(True)
        self.field = FindField("Find a lesson", "find-lesson")
        self.field.textChanged.connect(self._build)
        self.field.chosen.connect(self._enter)
        self.field.moved.connect(self._enter_cards)
        self.list = with_name(LessonCards(), "lessons", "Lessons")
        self.list.card_chosen.connect(self._choose)
        self.list.left.connect(self.field.setFocus)
        top = in_row(None, (self.field, 1), self.progress, folder, self.go_on, spacing=12)
        in_column(self, top, (self.list, 1), margins=(24, 16, 12, 12), spacing=12)

    def present(self, desk: QWidget) -> None:
        """Show the current state of the course over a window, with the keyboard in the empty
        field.
        """
        theme, course = theme_of(desk), self._coursework.course
        if theme != self.list.theme or course is not self._drawn_course:
            self._drawn_course, self.list.icons = course, {}
        room = desk.screen().availableSize()
        if desk.isFullScreen():
            # in a presentation only the lessons are visible
            self.setGeometry(desk.geometry())
        else:
            width = COLUMNS * (round(self.list.card.width() * theme.ui) + GAP) + 64
            resize_within_screen(self, width, min(round(HEIGHT * theme.ui), room.height() - 40))
            self.move(desk.geometry().center() - self.rect().center())
        self.field.clear()
        self._show_progress()
        restyle(self, theme)
        bring_to_front(self)
        self._build()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _choose_first(self) -> None:
        """Go to the best match of some words, else to the lesson that is open, the one to continue
        with, or the first.
        """
        lesson, after = self._coursework.lesson, self._coursework.lesson_to_continue
        pages = () if self.field.text().strip() else (lesson, after)
        cards = [card for page in pages for card in self.list.cards if card.data(SUBJECT) is page]
        for card in (cards or self.list.cards)[:1]:
            self.list.setCurrentItem(card)
            self.list.scrollToItem(card)

    def _enter(self) -> None:
        """Open the first lesson found; without a word, the one to continue with."""
        if not self.field.text().strip():
            self._go_on()
        elif self.list.cards:
            self.list.choose(self.list.cards[0])

    def _enter_cards(self, rows: int) -> None:
        """Take the keyboard from the field to the cards."""
        if rows > 0 and self.list.cards:
            self.list.setFocus(Qt.FocusReason.TabFocusReason)

    def _show_progress(self) -> None:
        course, solved_names = self._coursework.course, self._coursework.solved_lessons
        with_goal = [lesson for lesson in course.lessons if lesson.goal is not None]
        self.progress.set_text(
            f"{sum(lesson.name in solved_names for lesson in with_goal)} of {len(with_goal)} goals "
            "reached"
        )
        to_continue = self._coursework.lesson_to_continue
        self.go_on.setVisible(to_continue is not None)
        title = () if to_continue is None else (to_continue.number, plain(to_continue.title))
        self.go_on.setText(f"Continue: {' '.join(filter(None, title))}")

    def _groups(self) -> Iterable[tuple[str, str, Sequence[Lesson]]]:
        """The lessons with their headings and what is reached: by chapters, or as they match."""
        words = _search_words(self.field.text()).split()
        course, solved_names = self._coursework.course, self._coursework.solved_lessons
        if words:
            # beside slides also the lessons of the program
            more = () if self._coursework.talk is None else shipped_course().lessons
            matches = _matching_lessons((*course.lessons, *more), words)
            yield count_words(len(matches), "lesson"), "", matches
            return
        for chapter, lessons in course.chapters:
            goals = [lesson for lesson in lessons if lesson.goal is not None]
            solved_count = sum(lesson.name in solved_names for lesson in goals)
            yield chapter, f"{solved_count} of {len(goals)}" if goals else "", lessons

    def _build(self) -> None:
        """The cards below their headings."""
        solved_names = self._coursework.solved_lessons
        self.list.clear()
        for heading, so_far, lessons in self._groups():
            self.list.add_heading(f"{heading}   {so_far}")
            for lesson in lessons:
                mark = "✓" if lesson.name in solved_names else ""
                words = (mark, lesson.number, plain(lesson.title))
                self.list.add_card(lesson, "  ".join(filter(None, words)))
        self._choose_first()
        self.list.draw_pictures()

    def _choose(self, lesson: Lesson) -> None:
        self.hide()
        self.lesson_chosen.emit(lesson)

    def _go_on(self) -> None:
        lesson = self._coursework.lesson_to_continue
        if lesson is not None:
            self._choose(lesson)

    def _ask_folder(self) -> None:
        self.hide()
        self.folder_wanted.emit()
