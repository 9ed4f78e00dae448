"""The browser of a course: chapters, and a picture, title and mark for every lesson."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QDialog, QFrame, QGridLayout, QScrollArea, QWidget

from ...draw.lettering import TextStyle, layout, wrap_markup
from ...figures.sources import thumbnail
from ...lessons.course import Course
from ...lessons.lesson import Lesson
from ...markup.mathtext import plain
from ...scene.theme import Theme
from ..dialogs.forms import theme_of
from ..timers import make_timer
from ..widgets.layouts import in_column, in_row, push_button
from ..widgets.themed import TEXT, MathLabel, Themed, restyle, settle
from ..widgets.window_behaviour import bring_to_front, resize_within_screen
from .coursework import Coursework

MOVES = {  # columns and rows to go; the ends and a page of rows are far
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
    Qt.Key.Key_PageUp: (0, -2),
    Qt.Key.Key_PageDown: (0, 2),
    Qt.Key.Key_Home: (0, -1000),
    Qt.Key.Key_End: (0, 1000),
}
CARD, PICTURE, GAP, COLUMNS = QSize(208, 196), QSize(208, 132), 16, 4
EACH_MS = 5  # between two pictures, while the window stays responsive


class Card(Themed, QAbstractButton):
    """One lesson: its picture, number and title, and a tick when it is solved."""

    fixed = (CARD.width(), CARD.height())
    left = Signal(int, int)  # columns and rows to the next card

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
        elif event.key() in MOVES:
            self.left.emit(*MOVES[Qt.Key(event.key())])  # to another card; the area would scroll
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, p = self.painter(), self.colours
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
            number_line.draw(painter, 0.0, PICTURE.height() + 20.0, QColor(p.ink_2))
            left = max(22.0, number_line.width + 8.0)
        room = CARD.width() - left - (24.0 if self.solved else 0.0)
        for row, line in enumerate(wrap_markup(self.lesson.title, room, TEXT)[:2]):
            layout(line, TEXT).draw(
                painter, left, PICTURE.height() + 20.0 + 18.0 * row, QColor(p.ink)
            )
        if self.solved:
            self._paint_tick(painter, QPointF(CARD.width() - 9.0, PICTURE.height() + 15.0))

    def _paint_tick(self, painter: QPainter, centre: QPointF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.colours.ink))
        painter.drawEllipse(centre, 7.0, 7.0)
        pen = QPen(
            QColor(self.colours.canvas),
            1.7,
            Qt.PenStyle.SolidLine,
            Qt.PenCapStyle.RoundCap,
            Qt.PenJoinStyle.RoundJoin,
        )
        painter.setPen(pen)
        painter.drawPolyline(
            [centre + QPointF(-3.2, 0.2), centre + QPointF(-0.9, 2.5), centre + QPointF(3.3, -2.3)]
        )


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
        self._rows: list[list[Card]] = []  # as they stand
        self._waiting: list[Card] = []
        # by the identity of the lesson, which the course keeps
        self._pictures: dict[int, QImage] = {}
        # the theme and the course of these pictures
        self._drawn_for: tuple[str, Course | None] = ("", None)
        self._columns = COLUMNS
        self._clock = make_timer(EACH_MS, self, self._draw_next, single_shot=True)
        self.progress = MathLabel("", tone="ink_2")
        folder = push_button("Open a folder of lessons…", self._ask_folder)
        self.go_on = push_button(
            "", self._go_on, "continue", "The first lesson whose goal was not reached yet"
        )
        self.go_on.setDefault(True)
        self._area = QScrollArea()
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        top = in_row(None, (self.progress, 1), folder, self.go_on)
        in_column(self, top, (self._area, 1), margins=(24, 16, 12, 12), spacing=12)

    def present(self) -> None:
        """Show the current state of the course."""
        theme, parent = theme_of(self.parentWidget()), self.parentWidget()
        is_sheet = parent is not None and parent.isFullScreen()
        if is_sheet and parent is not None:
            self._columns = max(
                1, (parent.width() - 60 + GAP) // (round(CARD.width() * theme.ui) + GAP)
            )
        else:
            self._columns = COLUMNS
        self._build(theme)
        course = self._coursework.course
        if theme.name != self._drawn_for[0] or course is not self._drawn_for[1]:
            self._drawn_for, self._pictures = (theme.name, course), {}
        restyle(self, theme)
        # the gaps do not scale
        width = COLUMNS * round(CARD.width() * theme.ui) + (COLUMNS - 1) * GAP + 60
        height = min(round(720 * theme.ui), max(400, self.screen().availableSize().height() - 80))
        if is_sheet and parent is not None:
            self.setGeometry(parent.geometry())  # in a presentation only the lessons are visible
        else:
            resize_within_screen(self, width, height)
        bring_to_front(self)
        next_lesson = self._coursework.first_unsolved
        begin = (
            [card for card in self.cards if card.here]
            + [card for card in self.cards if card.lesson is next_lesson]
            + self.cards
        )
        if begin:  # the lesson that is open, else the one to continue with, else the first
            self._go_to(begin[0])
        self._clock.start()

    def _beside(self, card: Card, across: int, down: int) -> Card:
        """The card some columns or rows further on than another; beyond the ends the first or last
        one.
        """
        number = self.cards.index(card)
        if across:
            return self.cards[min(max(number + across, 0), len(self.cards) - 1)]
        rows = [row for row in self._rows if row]
        place = next(k for k, row in enumerate(rows) if card in row)
        target = min(max(place + down, 0), len(rows) - 1)
        if target == place and abs(down) > 1:
            return rows[target][0 if down < 0 else -1]
        row, column = rows[target], rows[place].index(card)
        if abs(down) >= len(rows):
            return row[0 if down < 0 else -1]
        return row[min(column, len(row) - 1)]

    def _go_to(self, card: Card) -> None:
        """Give the keyboard to a card, and scroll to it."""
        settle(self)
        card.setFocus(Qt.FocusReason.TabFocusReason)
        self._area.ensureWidgetVisible(card)

    def _build(self, theme: Theme) -> None:
        course, solved_names = self._coursework.course, self._coursework.solved_lessons
        with_goal = [lesson for lesson in course.lessons if lesson.goal is not None]
        self.progress.set_text(
            f"{sum(lesson.name in solved_names for lesson in with_goal)} of {len(with_goal)} goals "
            "reached"
        )
        next_lesson = self._coursework.first_unsolved
        self.go_on.setVisible(next_lesson is not None)
        title = () if next_lesson is None else (next_lesson.number, plain(next_lesson.title))
        self.go_on.setText(f"Continue: {' '.join(filter(None, title))}")
        inside = QWidget()
        column = in_column(inside, margins=(0, 0, 12, 0), spacing=GAP)
        self.cards, self._rows = [], []
        open_name = "" if self._coursework.lesson is None else self._coursework.lesson.name
        for chapter, lessons in course.chapters:
            goals = [lesson for lesson in lessons if lesson.goal is not None]
            goals_reached = sum(lesson.name in solved_names for lesson in goals)
            so_far = MathLabel(f"{goals_reached} of {len(goals)}" if goals else "", tone="ink_2")
            column.addLayout(in_row(None, MathLabel(chapter, weight=600), so_far, 1, spacing=GAP))
            grid = QGridLayout()
            grid.setSpacing(GAP)
            for place, lesson in enumerate(lessons):
                card = Card(lesson, lesson.name in solved_names, lesson.name == open_name)
                # before it is placed: a grid keeps the first size that it gets
                card.set_theme(theme)
                card.clicked.connect(lambda _checked, lesson=lesson: self._choose(lesson))
                card.left.connect(
                    lambda across, down, card=card: self._go_to(self._beside(card, across, down))
                )
                grid.addWidget(card, place // self._columns, place % self._columns)
                self.cards.append(card)
                if place % self._columns == 0:
                    self._rows.append([])
                self._rows[-1].append(card)
            grid.setColumnStretch(self._columns, 1)
            column.addLayout(grid)
        column.addStretch(1)
        self._area.setWidget(inside)
        self._waiting = list(self.cards)

    def _draw_next(self) -> None:
        """Draw one picture, then let the event loop run."""
        if not self._waiting or not self.isVisible():
            return
        card = self._waiting.pop(0)
        if id(card.lesson) not in self._pictures:
            self._pictures[id(card.lesson)] = thumbnail(
                card.lesson, card.theme, PICTURE.width(), PICTURE.height()
            )
        card.picture = self._pictures[id(card.lesson)]
        card.update()
        self._clock.start()

    def _choose(self, lesson: Lesson) -> None:
        self.hide()
        self.lesson_chosen.emit(lesson)

    def _go_on(self) -> None:
        lesson = self._coursework.first_unsolved
        if lesson is not None:
            self._choose(lesson)

    def _ask_folder(self) -> None:
        self.hide()
        self.folder_wanted.emit()
