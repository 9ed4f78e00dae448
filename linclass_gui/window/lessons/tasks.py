"""The goal of a lesson with its live state, and its question with fields and choices."""

from __future__ import annotations

import math
from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from ...lessons.evaluate import ConditionState
from ...lessons.lesson import AnswerField, Question, read_number
from ...markup.mathtext import plain
from ..widgets.controls import ComboField
from ..widgets.layouts import in_column, plain_tip, push_button
from ..widgets.themed import MathLabel, Themed
from .blocks import Flow
from .coursework import Coursework


class GoalView(Themed, QWidget):
    """The goal as a sentence, its tests as lines below it; guards that hold (nothing was deleted
    ...) stay silent.

    The sentence for a mistake stands below the lines; of a question directly below its fields.
    """

    gap = 6

    def __init__(self, coursework: Coursework) -> None:
        super().__init__()
        self._coursework = coursework
        self.say = Flow("", weight=600, explains=True)
        self.closing = Flow("", sign="met", explains=True)
        self._lines: list[Flow] = []
        self.slip, self.hint = Flow(""), Flow("", tone="ink_2")
        self.hint_button = push_button(
            "Hint", coursework.show_hint, "hint", "A hint, without the answer"
        )
        self.hint_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._column = in_column(
            self, self.say, self.slip, self.hint_button, self.hint, self.closing
        )

    @property
    def lines(self) -> list[str]:
        """The words about the tests."""
        return [line.text for line in self._lines if not line.isHidden()]

    def refresh(self) -> None:
        """Show the state of the goal."""
        goal = None if self._coursework.lesson is None else self._coursework.lesson.goal
        self.setVisible(goal is not None)
        if goal is None:
            return
        self.say.set_text(goal.say)
        self._show(
            tuple(v for v in self._coursework.standing.states if not (v.holds and v.is_guard))
        )
        self._place_slip()
        is_met = self._coursework.is_met
        self.closing.set_text(goal.closing or "Reached.")
        self.closing.setVisible(is_met)
        slip = self._coursework.standing.slip
        self.slip.set_text(slip)
        self.slip.setVisible(bool(slip) and not is_met)
        is_open = bool(goal.hint) and not is_met
        self.hint.set_text(goal.hint)
        is_hinted = self._coursework.place is not None and self._coursework.place.is_hinted
        self.hint.setVisible(is_open and is_hinted)
        self.hint_button.setVisible(is_open and not is_hinted)
        self.updateGeometry()

    @property
    def feedback(self) -> QWidget:
        """The part that answers a try: to a question the sentence for the mistake, or the first
        line that is open, else all of the goal.
        """
        lesson = self._coursework.lesson
        if lesson is None or lesson.question is None:
            return self
        if not self.slip.isHidden():
            return self.slip
        open_lines = (line for line in self._lines if not line.isHidden() and line.sign == "open")
        return next(open_lines, self)

    def _place_slip(self) -> None:
        """Put the sentence for a mistake first where a question stands above, else last."""
        lesson = self._coursework.lesson
        is_first = lesson is not None and lesson.question is not None
        self._column.removeWidget(self.slip)
        next_part = self.say if is_first else self.hint_button
        self._column.insertWidget(self._column.indexOf(next_part), self.slip)

    def _show(self, verdicts: tuple[ConditionState, ...]) -> None:
        while len(self._lines) < len(verdicts):
            flow = Flow(sign="open", tone="ink_2")
            flow.set_theme(self.theme)
            last = self._lines[-1] if self._lines else self.say
            self._column.insertWidget(self._column.indexOf(last) + 1, flow)
            self._lines.append(flow)
        for row, flow in enumerate(self._lines):
            flow.setVisible(row < len(verdicts))
            if row < len(verdicts):
                flow.set_sign("met" if verdicts[row].holds else "open")
                flow.set_text(verdicts[row].sentence)


LONGEST = 40
NUMBERS = "A number such as 2, −1/3 or 0.25"


class QuestionForm(Themed, QWidget):
    """Shows the question, and passes the answers to the coursework; ``judging`` comes before."""

    judging = Signal()
    gap = 8

    def __init__(self, coursework: Coursework) -> None:
        super().__init__()
        self._coursework = coursework
        self._question: Question | None = None
        self._answers: Mapping[str, str] = {}  # the answers of the place that the fields hold
        self.fields: dict[str, QLineEdit | ComboField] = {}
        self.say = Flow("", weight=600, explains=True)
        self._grid_box: QWidget = QWidget()
        self.check = push_button("Check", self._check, "check-answer")
        self.check.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._column = in_column(self, self.say, self._grid_box, self.check)

    def refresh(self) -> None:
        """Show the question of the open lesson, and where other answers to it were given, these."""
        lesson, place = self._coursework.lesson, self._coursework.place
        question = None if lesson is None else lesson.question
        self.setVisible(question is not None)
        if question is None or place is None:
            return
        if question is not self._question:
            self._build(question)
        elif place.answers is self._answers:
            return  # what is typed now waits for its check
        self._answers = place.answers
        for name, field in self.fields.items():
            _enter(field, place.answers.get(name, ""))

    def _build(self, question: Question) -> None:
        self._question = question
        self.say.set_text(question.say)
        old, self._grid_box = self._grid_box, QWidget()
        self._column.replaceWidget(old, self._grid_box)
        old.hide()  # it would be painted over the new one until it is deleted
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

    def _field(self, field: AnswerField) -> QLineEdit | ComboField:
        if field.choices:
            combo = ComboField()
            combo.addItems(["choose …", *field.choices])
            combo.setAccessibleName(plain(field.label))
            combo.set_theme(self.theme)
            return combo
        line = QLineEdit()
        line.setMaxLength(LONGEST)
        line.setPlaceholderText("a number")
        line.setToolTip(plain_tip(NUMBERS))
        line.setAccessibleName(plain(field.label))
        line.returnPressed.connect(self._check)
        return line

    def _check(self) -> None:
        texts = {
            name: str(field.currentIndex() or "") if isinstance(field, ComboField) else field.text()
            for name, field in self.fields.items()
        }
        self.judging.emit()
        self._coursework.answer({name: text for name, text in texts.items() if text.strip()})
        self._go_back_to_field()

    def _go_back_to_field(self) -> None:
        """Give the keyboard to the first number to be corrected, so that the next try is typed
        there and not into the tools.
        """
        lines = [field for field in self.fields.values() if isinstance(field, QLineEdit)]
        if (
            self._coursework.is_met
            or not lines
            or not any(widget.hasFocus() for widget in (self.check, *lines))
        ):
            return
        wrong = [line for line in lines if line.property("wrong") or not line.text().strip()]
        (wrong or lines)[0].setFocus(Qt.FocusReason.OtherFocusReason)
        (wrong or lines)[0].selectAll()


def _enter(field: QLineEdit | ComboField, text: str) -> None:
    """Show an answer in its field."""
    if isinstance(field, ComboField):
        field.setCurrentIndex(int(text or 0))
        return
    if field.text() != text:
        field.setText(text)
    field.setProperty("wrong", bool(text) and math.isnan(read_number(text)))
    field.style().polish(field)
