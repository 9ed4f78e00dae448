"""Three questions from earlier lessons, the picture first; at the end, what is worth repeating."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from random import Random

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from ...figures.thumbnails import SHARPNESS, thumbnail
from ...lessons.course import draw_questions, worth_repeating
from ...lessons.lesson import Lesson
from ...markup.mathtext import plain
from ...markup.numbers import count_words
from ..dialogs.small import theme_of
from ..widgets.basics import CAPTION, FORMULA, MathLabel, restyle
from ..widgets.layouts import in_column, in_row, named, push_button
from ..widgets.plain_words import PlainLabel, entry
from ..widgets.window_geometry import resize_within_screen
from .blocks import Flow
from .book import Book

PICTURE = QSize(480, 304)
MOST_REPEATED = 6  # lessons that are named at the end


class RecallDialog(QDialog):
    """Asks one question after the other; the answers are kept in the learner's records."""

    chosen = Signal(object)  # a lesson to be opened again

    def __init__(
        self, book: Book, lessons: tuple[Lesson, ...], seed: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("recall")
        self.setWindowTitle("Three questions – linclass")
        self._book, self._lessons, self._random = book, lessons, Random(seed)
        self._left = list(draw_questions(lessons, book.records, seed))
        self._asked, self._right = 0, 0
        self._all = len(self._left)
        self.head = MathLabel("", size=CAPTION, tone="ink_2")
        self.picture = named(PlainLabel(), "", "The picture of the lesson")
        self.say, self.because = Flow("", size=FORMULA, weight=600), Flow("")
        self.choices: list[QPushButton] = []
        self._choice_box = in_column(None, spacing=8)
        self.next_button = named(QPushButton(), "next-question")
        self.next_button.clicked.connect(self._go_on)
        parts = (
            self.head,
            self.picture,
            self.say,
            self._choice_box,
            self.because,
            1,
            in_row(None, 1, self.next_button),
        )
        in_column(self, *parts, margins=(24, 16, 24, 16), spacing=12)
        self._theme = theme_of(parent)
        resize_within_screen(self, self._px(PICTURE.width()) + 48, self._px(660))
        self._go_on()

    def _px(self, length: float) -> int:
        return round(length * self._theme.ui)

    def _go_on(self) -> None:
        if self._left:
            self._ask(self._left.pop(0))
        elif self.next_button.text() == "Close":
            self.accept()
        else:
            self._conclude()
        restyle(self, self._theme)

    def _ask(self, lesson: Lesson) -> None:
        recall = lesson.recall
        assert recall is not None
        self._asked += 1
        self.head.set_text(f"Question {self._asked} of {self._all}")
        image = thumbnail(
            lesson, self._theme, self._px(PICTURE.width()), self._px(PICTURE.height())
        )
        image.setDevicePixelRatio(SHARPNESS)
        self.picture.setPixmap(QPixmap.fromImage(image))
        self.say.set_text(recall.say)
        self.because.set_text("")
        order = self._random.sample(range(len(recall.choices)), len(recall.choices))
        self._offer((recall.choices[at], partial(self._answer, lesson, at + 1)) for at in order)
        self.next_button.setText("Next question" if self._left else "What is worth repeating")
        self.next_button.setEnabled(False)

    def _offer(self, choices: Iterable[tuple[str, partial[None]]]) -> None:
        for button in self.choices:
            self._choice_box.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.choices = []
        for words, slot in choices:
            button = push_button(entry(words), slot)
            self._choice_box.addWidget(button)
            self.choices.append(button)
        if self.choices:
            self.choices[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def _answer(self, lesson: Lesson, chosen: int) -> None:
        recall = lesson.recall
        assert recall is not None
        is_right = chosen == recall.right
        self._right += is_right
        self._book.remember_recall(lesson, is_right)
        right, mine = (entry(recall.choices[at - 1]) for at in (recall.right, chosen))
        for button in self.choices:
            words = button.text()
            mark = "✓  " if words == right else "✗  " if words == mine else ""
            button.setText(f"{mark}{words}{'  (your answer)' if words == mine else ''}")
            button.setEnabled(words in (right, mine))
            button.clicked.disconnect()
        self.because.set_text(("Right. " if is_right else "Not so. ") + recall.because)
        self.next_button.setEnabled(True)
        self.next_button.setDefault(True)
        self.next_button.setFocus(Qt.FocusReason.OtherFocusReason)
        restyle(self, self._theme)

    def _conclude(self) -> None:
        again = worth_repeating(self._lessons, self._book.records, self._book.solved_lessons)[
            :MOST_REPEATED
        ]
        self.picture.hide()
        self.head.set_text(f"{self._right} of {count_words(self._all, 'question')} right")
        self.because.set_text("")
        nothing = (
            "Nothing to repeat: no question was missed, and every goal that was begun is reached."
        )
        self.say.set_text(
            "Worth repeating: what was missed the last time, and goals that were begun"
            if again
            else nothing
        )
        self._offer(
            (" ".join(filter(None, (each.number, plain(each.title)))), partial(self._open, each))
            for each in again
        )
        self.next_button.setText("Close")

    def _open(self, lesson: Lesson) -> None:
        self.accept()
        self.chosen.emit(lesson)
