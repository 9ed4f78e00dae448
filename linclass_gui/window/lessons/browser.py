"""The browser of a course: chapters, and a picture, title and mark for every lesson."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QImage, QKeyEvent, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QDialog, QGridLayout, QWidget

from ...draw.lettering import TextStyle, layout, wrap_markup
from ...figures.sources import thumbnail
from ...lessons.course import Course, shipped_course
from ...lessons.lesson import Lesson
from ...markup.mathtext import plain
from ...markup.numbers import count_words
from ...scene.theme import LIGHT, Theme
from ..dialogs.forms import theme_of
from ..timers import make_timer
from ..widgets.find_field import FindField
from ..widgets.layouts import QuietArea, in_column, in_row, push_button
from ..widgets.themed import TEXT, MathLabel, Themed, paint_done, restyle, settle
from ..widgets.window_behaviour import bring_to_front, resize_within_screen
from .coursework import Coursework

CARD, PICTURE, GAP = QSize(152, 150), QSize(152, 92), 16
COLUMNS, HEIGHT = 7, 880  # at the most
BASELINE = 17.0  # of the title, below the picture
EACH_MS = 5  # between two pictures, while the window stays responsive


def _columns_in(width: int, theme: Theme) -> int:
    return max(1, (width - 60 + GAP) // (round(CARD.width() * theme.ui) + GAP))


def _width_of(columns: int, theme: Theme) -> int:
    """The width of so many columns; the gaps do not scale."""
    return columns * round(CARD.width() * theme.ui) + (columns - 1) * GAP + 60


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


class Card(Themed, QAbstractButton):
    """One lesson: its picture, number and title, and a tick when it is solved."""

    fixed = (CARD.width(), CARD.height())
    entered, left = Signal(), Signal()  # by the keyboard; above the first row

    def __init__(self, lesson: Lesson, is_solved: bool, is_open: bool) -> None:
        super().__init__()
        self.lesson, self.solved, self.here = lesson, is_solved, is_open
        self.picture: QImage | None = None
        self.setObjectName(f"lesson-{lesson.name}")
        self.setAccessibleName(lesson.title + (", solved" if is_solved else ""))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        # repainted when the pointer enters and leaves
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()  # this lesson, not the one of the default button
            return
        super().keyPressEvent(event)  # an arrow goes to the next card of the group
        if event.key() == Qt.Key.Key_Up and not event.isAccepted():
            self.left.emit()
            event.accept()  # the area would scroll

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.entered.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        p = self.colours
        with self.painter() as painter:
            frame = QRectF(0.5, 0.5, PICTURE.width() - 1.0, PICTURE.height() - 1.0)
            clip = QPainterPath()
            clip.addRoundedRect(frame, 6, 6)
            painter.fillPath(clip, QColor(p.canvas))
            if self.picture is not None:
                painter.save()
                painter.setClipPath(clip)
                painter.drawImage(frame, self.picture)
                painter.restore()
            is_strong = self.here or self.underMouse()
            painter.setPen(QPen(QColor(p.ink if is_strong else p.ink_3), 2 if is_strong else 1))
            painter.drawPath(clip)
            if self.hasFocus():  # a frame of its own, within that of the lesson that is open
                painter.setPen(QPen(QColor(p.ink_2), 2, Qt.PenStyle.DashLine))
                painter.drawRoundedRect(frame.adjusted(5, 5, -5, -5), 3, 3)
            number = self.lesson.number
            left = 0.0
            if number:
                number_line = layout(number, TEXT, TextStyle(weight=600))
                number_line.draw(painter, 0.0, PICTURE.height() + BASELINE, QColor(p.ink_2))
                left = max(22.0, number_line.width + 8.0)
            room = CARD.width() - left - (24.0 if self.solved else 0.0)
            for row, line in enumerate(wrap_markup(self.lesson.title, room, TEXT)[:2]):
                layout(line, TEXT).draw(
                    painter, left, PICTURE.height() + BASELINE + 17.0 * row, QColor(p.ink)
                )
            if self.solved:
                middle = QPointF(CARD.width() - 9.0, PICTURE.height() + 12.0)
                paint_done(painter, middle, p.ink, p.canvas)


class Browser(QDialog):
    """All lessons of the open course; a click opens one."""

    lesson_chosen = Signal(object)
    folder_wanted = Signal()

    def __init__(self, coursework: Coursework, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("browser")
        self.setWindowTitle("Lessons – linclass")
        self._coursework = coursework
        self.cards: list[Card] = []
        self._waiting: list[Card] = []
        # by the identity of the lesson, which the course keeps
        self._pictures: dict[int, QImage] = {}
        # of these pictures
        self._theme: Theme = LIGHT
        self._drawn_course: Course | None = None
        self._columns = COLUMNS
        self._clock = make_timer(EACH_MS, self, self._draw_next, single_shot=True)
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
        self._area = QuietArea()
        top = in_row(None, (self.field, 1), self.progress, folder, self.go_on, spacing=12)
        in_column(self, top, (self._area, 1), margins=(24, 16, 12, 12), spacing=12)

    def present(self, desk: QWidget) -> None:
        """Show the current state of the course over a window, with the keyboard in the empty
        field.
        """
        theme, course = theme_of(desk), self._coursework.course
        if theme != self._theme or course is not self._drawn_course:
            self._theme, self._drawn_course, self._pictures = theme, course, {}
        room = desk.screen().availableSize()
        if desk.isFullScreen():
            # in a presentation only the lessons are visible
            self._columns = _columns_in(desk.width(), theme)
            self.setGeometry(desk.geometry())
        else:
            self._columns = min(COLUMNS, _columns_in(room.width(), theme))
            width = _width_of(self._columns, theme)
            resize_within_screen(self, width, min(round(HEIGHT * theme.ui), room.height() - 40))
            self.move(desk.geometry().center() - self.rect().center())
        self.field.clear()
        self._show_progress()
        self._build()
        restyle(self, theme)
        bring_to_front(self)
        settle(self)
        first = self._first_card
        if first is not None:
            self._area.ensureWidgetVisible(first)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def _first_card(self) -> Card | None:
        """The card that arrows go to first: of some words the best match, else the lesson that is
        open, the one to continue with, or the first.
        """
        to_continue = self._coursework.lesson_to_continue
        begin = [
            *(card for card in self.cards if card.here),
            *(card for card in self.cards if card.lesson is to_continue),
        ]
        return next(iter(self.cards if self.field.text().strip() else (*begin, *self.cards)), None)

    def _enter(self) -> None:
        """Open the first lesson found; without a word, the one to continue with."""
        if not self.field.text().strip():
            self._go_on()
        elif self.cards:
            self._choose(self.cards[0].lesson)

    def _enter_cards(self, rows: int) -> None:
        """Take the keyboard from the field to the cards."""
        if rows > 0 and self._first_card is not None:
            settle(self)
            self._first_card.setFocus(Qt.FocusReason.TabFocusReason)

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
        """The cards in rows; a chapter begins in the row of the one before where all of it fits."""
        theme, inside = self._theme, QWidget()
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 0, 12, 0)
        grid.setHorizontalSpacing(GAP)
        grid.setVerticalSpacing(0)
        self.cards, group = [], QButtonGroup(inside)
        group.setExclusive(False)
        column, line = 0, 0
        for heading, so_far, lessons in self._groups():
            if column == 0 or column + len(lessons) > self._columns:
                column, line = 0, line + 1
            title = in_row(
                None,
                MathLabel(heading, weight=600),
                MathLabel(so_far, tone="ink_2"),
                1,
                spacing=8,
                margins=(0, 0, 0, 8),
            )
            grid.addLayout(title, 2 * line, column, 1, max(1, min(len(lessons), self._columns)))
            for lesson in lessons:
                if column == self._columns:
                    column, line = 0, line + 1
                card = self._card(lesson, theme)
                grid.addWidget(card, 2 * line + 1, column)
                group.addButton(card)
                self.cards.append(card)
                column += 1
        grid.setColumnStretch(self._columns, 1)
        grid.setRowStretch(2 * line + 2, 1)
        restyle(inside, theme)
        self._area.setWidget(inside)
        self._waiting = [card for card in self.cards if card.picture is None]
        self._clock.start()

    def _card(self, lesson: Lesson, theme: Theme) -> Card:
        solved_names, opened = self._coursework.solved_lessons, self._coursework.lesson
        is_open = opened is not None and lesson.name == opened.name
        card = Card(lesson, lesson.name in solved_names, is_open)
        # before it is placed: a grid keeps the first size that it gets
        card.set_theme(theme)
        card.picture = self._pictures.get(id(lesson))
        card.clicked.connect(lambda: self._choose(lesson))
        card.entered.connect(partial(self._area.ensureWidgetVisible, card))
        card.left.connect(partial(self.field.setFocus, Qt.FocusReason.OtherFocusReason))
        return card

    def _draw_next(self) -> None:
        """Draw one picture, then let the event loop run."""
        if not self._waiting or not self.isVisible():
            return
        card = self._waiting.pop(0)
        picture = thumbnail(card.lesson, card.theme, PICTURE.width(), PICTURE.height())
        card.picture = self._pictures[id(card.lesson)] = picture
        card.update()
        self._clock.start()

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
