"""The window "Comparison": all methods side by side, the formula of the selected one, and the trial line against every optimum."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import QDialog, QScrollArea, QWidget

from ...core.fits.comparison import comparison, method_titles
from ...core.fits.criteria import criteria
from ...core.fits.score_formula import score_formula
from ...core.markup.mathtext import escape_label, plain
from ...core.markup.number_table import NumberTable, to_csv, to_latex, to_text
from ...core.scene import Scene
from ..commands.methods import MethodCommands
from ..dialogs.small import theme_of
from ..session.session import Session
from ..timers import make_timer
from ..widgets.basics import CAPTION, FORMULA, Hairline, MathLabel, restyle
from ..widgets.layouts import in_column, in_row, push_button
from ..widgets.plain_words import tip
from ..widgets.window_geometry import bring_to_front, resize_within_screen
from .number_table import NumberTableView

SCROLL_BAR = 10  # its room is kept below a table, so that nothing moves when it appears
WIDTHS = (1000, 1240)  # at first the window is as wide as its numbers, within these
EVERY_MS = 100  # the numbers follow at 10 Hz: no reader is faster
WRITERS: tuple[tuple[str, Callable[[NumberTable], str]], ...] = (("text", to_text), ("CSV", to_csv), ("LaTeX", to_latex))
NO_METHODS = "No method is switched on."
NO_TRIAL = "A line placed by hand is compared with the optimum of every criterion."
NO_CLASSES = "Both classes need at least one point."
TRIAL_NOTE = (
    "Your line and the optimum are measured alike: a loss is its mean and the penalty together, with $w$ at its best length."
)


class Section(QWidget):
    """A title with buttons that copy, over a table or a sentence that says what is missing."""

    said = Signal(str)

    def __init__(self, title: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._name = title
        self.buttons = {
            kind: push_button(
                f"Copy as {kind}",
                partial(self._copy, kind, writer),
                f"copy-{name}-{kind.lower()}",
                f"{title} as {kind}, into the clipboard",
            )
            for kind, writer in WRITERS
        }
        self.head = in_row(None, (MathLabel(title, weight=600), 1), *self.buttons.values(), margins=(24, 0, 24, 0), spacing=8)
        self.view = NumberTableView()
        self.view.setAccessibleName(title)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(self.view)
        self.words = MathLabel("", tone="ink_2")
        line = in_row(None, (self.words, 1), margins=(24, 0, 24, 0))
        in_column(self, self.head, self._area, line, margins=(0, 16, 0, 12), spacing=8)

    def show_table(self, table: NumberTable | None, words: str, selected: str = "") -> None:
        """Show a table, or only words."""
        has_rows = table is not None and bool(table.rows)
        self._area.setVisible(has_rows)
        for button in self.buttons.values():
            button.setVisible(has_rows)
        self.words.set_text(words)
        self.words.setVisible(bool(words))
        if table is not None and has_rows:
            self.view.show_table(table, selected)
            self._area.setFixedHeight(self.view.sizeHint().height() + round(SCROLL_BAR * self.view.theme.ui))

    def _copy(self, kind: str, writer: Callable[[NumberTable], str], _checked: bool = False) -> None:
        QGuiApplication.clipboard().setText(writer(self.view.table))
        self.said.emit(f"{self._name}: copied as {kind}.")


class ComparisonWindow(QDialog):
    """Follows the session while it is visible, at most ten times a second."""

    said = Signal(str)

    def __init__(self, session: Session, methods: MethodCommands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("comparison")
        self.setWindowTitle("Comparison of methods – linclass")
        self._session, self._methods = session, methods
        self._timer = make_timer(EVERY_MS, self, self.refresh, single_shot=True)
        self.methods_section = Section("Methods in use", "methods")
        self.methods_section.view.chosen.connect(session.set_selected)
        self.trial_section = Section("Try it yourself: the trial line", "trial")
        in_column(self, self.methods_section, Hairline(), self._formula_part(), Hairline(), self.trial_section, 1)
        self._add_trial = push_button("Add trial line", methods.toggle_trial, "add-trial")
        self.trial_section.head.addWidget(self._add_trial)
        for section in (self.methods_section, self.trial_section):
            section.said.connect(self.said)
        resize_within_screen(self, WIDTHS[0], 520)
        session.scene_changed.connect(self._follow)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setFocus()  # not a button: nothing here should look pressed
        restyle(self, theme_of(parent))

    def _formula_part(self) -> QWidget:
        """The score of the selected method with its numbers."""
        self.formula_title = MathLabel("", size=CAPTION, tone="ink_2")
        self.formula = MathLabel("", size=FORMULA, mode="math")
        self._room = QScrollArea()  # with many features the formula is wider than the screen
        self._room.setWidget(self.formula)
        self._room.setWidgetResizable(True)
        self._room.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.copy_formula = push_button("Copy formula as LaTeX", self._copy_formula, "copy-formula")
        part, words = QWidget(), in_column(None, self.formula_title, self._room, spacing=4)
        in_row(part, (words, 1), self.copy_formula, margins=(24, 12, 24, 12), spacing=8)
        return part

    def present(self) -> None:
        """Show the window, or bring it to the front."""
        if not self.testAttribute(Qt.WidgetAttribute.WA_WState_Created):
            self.refresh()
            width = min(max(WIDTHS[0], self.methods_section.view.sizeHint().width()), WIDTHS[1])
            resize_within_screen(self, width, self.height())
        bring_to_front(self)

    def refresh(self) -> None:
        """Show the current state of the session."""
        if not self._session.has_numbers:
            self._timer.start()  # they come when the mouse rests
            return
        self._timer.stop()
        scene = self._session.scene.of_two
        self.methods_section.show_table(table := comparison(scene), "" if table.rows else NO_METHODS, scene.document.selected)
        self._show_formula(scene)
        trial = criteria(scene)
        missing = NO_TRIAL if scene.document.trial is None else NO_CLASSES
        self.trial_section.show_table(trial, missing if trial is None else TRIAL_NOTE)
        self._add_trial.setVisible(scene.document.trial is None)

    def _show_formula(self, scene: Scene) -> None:
        formula = None if scene.selected is None else score_formula(scene.selected[1])
        title = "" if scene.selected is None else method_titles(scene.document)[scene.selected[0].id]
        self.formula_title.set_text(escape_label(title) if formula is not None else "")
        self.formula.set_text(formula or "")
        self._room.setFixedHeight(self.formula.sizeHint().height() + SCROLL_BAR)
        self.formula.setToolTip(tip(plain(f"${formula}$")) if formula else "")
        self.copy_formula.setEnabled(formula is not None)

    def _copy_formula(self) -> None:
        self._methods.copy_formula()
        self.said.emit("Formula: copied as LaTeX.")

    def _follow(self, old: Scene, new: Scene) -> None:
        is_same = old.document is new.document and old.fits is new.fits and old.stale == new.stale
        if not is_same and self.isVisible() and not self._timer.isActive():
            self._timer.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()
