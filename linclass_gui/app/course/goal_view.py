"""The goal of a lesson with its live state: what holds, what is still missing, and the sentence when it is met."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from ...core.course.evaluate import Verdict
from ...core.course.lesson import Goal
from ..widgets.basics import Themed
from ..widgets.layouts import in_column, push_button
from .blocks import Flow
from .book import Book


class GoalView(Themed, QWidget):
    """The goal as a sentence, its tests as lines below it; guards that hold (nothing was deleted ...) stay silent."""

    def __init__(self, book: Book) -> None:
        super().__init__()
        self._book = book
        self.say, self.closing = Flow("", weight=600), Flow("", sign="met")
        self._lines: list[Flow] = []
        self.slip, self.hint = Flow(""), Flow("", tone="ink_2")
        self.hint_button = push_button("Hint", self._show_hint, "hint", "A hint, without the answer")
        self.hint_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._column = in_column(self, self.say, self.slip, self.hint_button, self.hint, self.closing)
        self._hinted: Goal | None = None  # the goal whose hint is shown

    def measure(self) -> None:
        self._column.setSpacing(self.px(6))

    @property
    def lines(self) -> list[str]:
        """The words about the tests."""
        return [line.text for line in self._lines if not line.isHidden()]

    def refresh(self) -> None:
        """Show the state of the goal."""
        goal = None if self._book.lesson is None else self._book.lesson.goal
        self.setVisible(goal is not None)
        if goal is None:
            return
        self.say.set_text(goal.say)
        self._show(tuple(v for v in self._book.standing.verdicts if not (v.holds and v.is_guard)))
        is_met = self._book.is_met
        self.closing.set_text(goal.closing or "Reached.")
        self.closing.setVisible(is_met)
        slip = self._book.standing.slip
        self.slip.set_text(slip)
        self.slip.setVisible(bool(slip) and not is_met)
        is_open = bool(goal.hint) and not is_met
        self.hint.set_text(goal.hint)
        self.hint.setVisible(is_open and self._hinted is goal)
        self.hint_button.setVisible(is_open and self._hinted is not goal)
        self.updateGeometry()

    def _show_hint(self) -> None:
        self._hinted = None if self._book.lesson is None else self._book.lesson.goal
        self.refresh()

    def _show(self, verdicts: tuple[Verdict, ...]) -> None:
        while len(self._lines) < len(verdicts):
            flow = Flow(sign="open", tone="ink_2")
            flow.set_theme(self.theme)
            self._column.insertWidget(1 + len(self._lines), flow)
            self._lines.append(flow)
        for at, flow in enumerate(self._lines):
            flow.setVisible(at < len(verdicts))
            if at < len(verdicts):
                flow.set_sign("met" if verdicts[at].holds else "open")
                flow.set_text(verdicts[at].sentence)
