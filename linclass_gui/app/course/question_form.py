"""The question of a lesson: number fields and choices, checked with Enter or the button."""

from __future__ import annotations

import math
from fractions import Fraction

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from ...core.course.lesson import Field, Question
from ...core.markup.ticks import MINUS
from ..widgets.basics import MathLabel, Themed
from ..widgets.controls import ComboField
from ..widgets.layouts import in_column, push_button
from .blocks import Flow
from .book import Book

LONGEST = 40


class QuestionForm(Themed, QWidget):
    """Shows the question, and passes the answers to the book."""

    def __init__(self, book: Book) -> None:
        super().__init__()
        self._book = book
        self._question: Question | None = None
        self.fields: dict[str, QLineEdit | ComboField] = {}
        self.say = Flow("", weight=600)
        self._grid_box: QWidget = QWidget()
        self.check = push_button("Check", self._check, "check-answer")
        self.check.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._column = in_column(self, self.say, self._grid_box, self.check)

    def measure(self) -> None:
        self._column.setSpacing(self.px(8))

    def refresh(self) -> None:
        """Show the question of the open lesson."""
        question = None if self._book.lesson is None else self._book.lesson.question
        self.setVisible(question is not None)
        if question is not None and question is not self._question:
            self._build(question)

    def _build(self, question: Question) -> None:
        self._question = question
        self.say.set_text(question.say)
        old, self._grid_box = self._grid_box, QWidget()
        self._column.replaceWidget(old, self._grid_box)
        old.deleteLater()
        grid = QGridLayout(self._grid_box)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(1, 1)
        self.fields = {}
        for row, field in enumerate(question.fields):
            label = MathLabel(field.label, tone="ink_2")
            label.set_theme(self.theme)
            widget = self._field(field)
            grid.addWidget(label, row, 0)
            grid.addWidget(widget, row, 1)
            self.fields[field.name] = widget

    def _field(self, field: Field) -> QLineEdit | ComboField:
        if field.choices:
            combo = ComboField()
            combo.addItems(["choose …", *field.choices])
            combo.setAccessibleName(field.label)
            combo.set_theme(self.theme)
            return combo
        line = QLineEdit()
        line.setMaxLength(LONGEST)
        line.setPlaceholderText("a number, as 1/3")
        line.setAccessibleName(field.label)
        line.returnPressed.connect(self._check)
        return line

    def _check(self) -> None:
        answers: dict[str, float] = {}
        for name, field in self.fields.items():
            if isinstance(field, ComboField):
                if field.currentIndex():
                    answers[name] = float(field.currentIndex())
                continue
            value = number_of(field.text())
            is_wrong = bool(field.text().strip()) and value is None
            field.setProperty("wrong", is_wrong)
            field.setToolTip("A number such as 2, −1/3 or 0.25" if is_wrong else "")
            field.style().polish(field)
            if is_wrong or value is not None:
                answers[name] = math.nan if value is None else value
        self._book.answer(answers)


def number_of(text: str) -> float | None:
    """The number in a text: decimals with a point or a comma, or a fraction; None where there is none."""
    text = text.strip().replace(MINUS, "-").replace(",", ".").replace(" ", "")
    if not text or len(text) > LONGEST:
        return None
    try:
        value = float(Fraction(text)) if "/" in text and "e" not in text.lower() else float(text)
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
    return value if math.isfinite(value) else None
