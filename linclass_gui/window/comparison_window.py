"""The window "Comparison": all methods side by side, the formula of the selected one, and the trial
line against every optimum.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QModelIndex, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import QDialog, QTableWidget, QTableWidgetItem, QWidget

from ..answers.comparison import comparison, method_titles, pairs_compared
from ..answers.criteria import criteria
from ..answers.number_table import Column, NumberTable, to_csv, to_latex, to_text
from ..answers.score_formula import fit_of_formula, score_formula
from ..markup.mathtext import escape_label, plain
from ..scene.scene import Scene
from .commands.methods import MethodCommands
from .dialogs.forms import theme_of
from .session.session import Session
from .timers import make_timer
from .widgets.layouts import FramedArea, in_column, in_row, plain_tip, push_button
from .widgets.themed import CAPTION, FORMULA, Hairline, MathLabel, Themed, method_icon, restyle
from .widgets.window_behaviour import bring_to_front, resize_within_screen

ROW_HEIGHT, GAP, MOST_WIDTH = 28, 20, 260  # of a row, between two columns, of a column


def _item(column: Column, text: str, tip: str) -> QTableWidgetItem:
    side = Qt.AlignmentFlag.AlignLeft if column.is_words else Qt.AlignmentFlag.AlignRight
    item = QTableWidgetItem(plain(text))
    item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
    item.setToolTip(plain_tip(tip))
    return item


class NumberTableView(Themed, QTableWidget):
    """Shows a table; a row that has an id is chosen by a click or by the arrow keys."""

    row_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.table, self.selected = NumberTable((), ()), ""  # the id of a row
        self.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.setSelectionMode(QTableWidget.SelectionMode.SingleSelection)
        self.selectionModel().currentRowChanged.connect(self._choose)

    def _choose(self, index: QModelIndex) -> None:
        if 0 <= index.row() < len(self.table.ids):
            self.row_chosen.emit(self.table.ids[index.row()])

    def show_table(self, table: NumberTable, selected: str = "") -> None:
        """Show another table with one row selected."""
        if table == self.table and selected == self.selected:
            return
        is_alike = table.columns == self.table.columns
        is_alike = is_alike and len(table.rows) == len(self.table.rows)
        self.table, self.selected = table, selected
        with QSignalBlocker(self.selectionModel()):
            self.setRowCount(len(table.rows))
            self.setColumnCount(len(table.columns))
            for place, column in enumerate(table.columns):
                self.setHorizontalHeaderItem(place, _item(column, column.title, column.tip))
                for row, cells in enumerate(table.rows):
                    text, tip = cells[place].shown_text, cells[place].tip
                    tip = "\n".join(filter(None, (plain(text), tip)))
                    self.setItem(row, place, _item(column, text, tip))
            if selected in table.ids:
                self.selectRow(table.ids.index(selected))
        if not is_alike:
            self.resizeColumnsToContents()
        self.measure()

    def measure(self) -> None:
        height = self.px(ROW_HEIGHT)
        for row, slot in enumerate(self.table.slots):
            item = self.item(row, 0)
            if item is not None and slot is not None:
                item.setIcon(method_icon(self.colours, slot))
        self.verticalHeader().setDefaultSectionSize(height)
        # Columns only grow while the numbers change, so that none of them jumps sideways.
        for k in range(len(self.table.columns)):
            heading = max(self.horizontalHeader().sectionSizeHint(k), self.columnWidth(k))
            fitting = max(self.sizeHintForColumn(k) + self.px(GAP), heading)
            self.setColumnWidth(k, min(fitting, self.px(MOST_WIDTH)))
        lines = self.horizontalHeader().sizeHint().height() + height * len(self.table.rows)
        self.setFixedHeight(lines + round(SCROLL_BAR * self.theme.ui) + 2)

    def sizeHint(self) -> QSize:
        return QSize(self.horizontalHeader().length() + 2 * LEFT, self.height())


LEFT = 24
SCROLL_BAR = 10  # its room is kept below a table, so that nothing moves when it appears
WIDTHS = (1000, 1240)  # at first the window is as wide as its numbers, within these
EVERY_MS = 100  # the numbers follow at 10 Hz: no reader is faster
WRITERS: tuple[tuple[str, Callable[[NumberTable], str]], ...] = (
    ("text", to_text),
    ("CSV", to_csv),
    ("LaTeX", to_latex),
)
NO_METHODS = "No method is switched on."
NO_TRIAL = "A line placed by hand is compared with the optimum of every criterion."
NO_CLASSES = "Both classes need at least one point."
TRIAL_NOTE = (
    "Your line and the optimum are measured alike: a loss is its mean and the penalty together, "
    "with $w$ at its best length."
)


class TableSection(QWidget):
    """A title with buttons that copy, over a table or a sentence that says what is missing."""

    message = Signal(str)

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
        self.head = in_row(
            None,
            (MathLabel(title, weight=600), 1),
            *self.buttons.values(),
            margins=(24, 0, 24, 0),
            spacing=8,
        )
        self.view = NumberTableView()
        self.view.setAccessibleName(title)
        self.words = MathLabel("", tone="ink_2")
        line = in_row(None, (self.words, 1), margins=(24, 0, 24, 0))
        table = in_row(None, (self.view, 1), margins=(LEFT - 6, 0, LEFT - 6, 0))
        in_column(self, self.head, table, line, margins=(0, 16, 0, 12), spacing=8)

    def show_table(self, table: NumberTable | None, words: str, selected: str = "") -> None:
        """Show a table, or only words."""
        has_rows = table is not None and bool(table.rows)
        self.view.setVisible(has_rows)
        for button in self.buttons.values():
            button.setEnabled(has_rows)  # one that is hidden could keep the keyboard
        self.words.set_text(words)
        self.words.setVisible(bool(words))
        if table is not None and has_rows:
            self.view.show_table(table, selected)

    def _copy(
        self, kind: str, writer: Callable[[NumberTable], str], _checked: bool = False
    ) -> None:
        QGuiApplication.clipboard().setText(writer(self.view.table))
        self.message.emit(f"{self._name}: copied as {kind}.")


class ComparisonWindow(QDialog):
    """Follows the session while it is visible, at most ten times a second."""

    message = Signal(str)

    def __init__(
        self, session: Session, methods: MethodCommands, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("comparison")
        self.setWindowTitle("Comparison of methods – linclass")
        self._session, self._methods = session, methods
        self._timer = make_timer(EVERY_MS, self, self.refresh, single_shot=True)
        self.methods_section = TableSection("Methods in use", "methods")
        self.methods_section.view.row_chosen.connect(session.set_selected)
        self.trial_section = TableSection("Try it yourself: the trial line", "trial")
        in_column(
            self,
            self.methods_section,
            Hairline(),
            self._formula_part(),
            Hairline(),
            self.trial_section,
            1,
        )
        self._add_trial = push_button("", methods.toggle_trial, "add-trial")
        self.trial_section.head.addWidget(self._add_trial)
        for section in (self.methods_section, self.trial_section):
            section.message.connect(self.message)
        resize_within_screen(self, WIDTHS[0], 520)
        session.scene_changed.connect(self._follow)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setFocus()  # not a button: nothing here should look pressed
        restyle(self, theme_of(parent))

    def _formula_part(self) -> QWidget:
        """The score of the selected method with its numbers."""
        self.formula_title = MathLabel("", size=CAPTION, tone="ink_2")
        self.formula = MathLabel("", size=FORMULA, mode="math")
        self._room = FramedArea()  # with many features the formula is wider than the screen
        self._room.setWidget(self.formula)
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
        scene = self._session.scene
        table = comparison(scene)
        words = pairs_compared(scene) if table.rows else NO_METHODS
        self.methods_section.show_table(table, words, scene.document.selected)
        self._show_formula(scene)
        trial = criteria(scene.pair_or_nothing)
        missing = NO_TRIAL if scene.document.trial is None else NO_CLASSES
        self.trial_section.show_table(trial, missing if trial is None else TRIAL_NOTE)
        verb = "Add" if scene.document.trial is None else "Remove"
        self._add_trial.setText(f"{verb} trial line")

    def _show_formula(self, scene: Scene) -> None:
        id = scene.document.selected
        fit = fit_of_formula(scene, id)
        formula = None if fit is None else score_formula(fit)
        title = method_titles(scene.document).get(id, "")
        self.formula_title.set_text(escape_label(title) if formula is not None else "")
        self.formula.set_text(formula or "")
        self._room.setFixedHeight(self.formula.sizeHint().height() + SCROLL_BAR + 2)
        self.formula.setToolTip(plain_tip(plain(f"${formula}$")) if formula else "")
        self.copy_formula.setEnabled(formula is not None)

    def _copy_formula(self) -> None:
        self._methods.copy_formula()
        self.message.emit("Formula: copied as LaTeX.")

    def _follow(self, old: Scene, new: Scene) -> None:
        is_same = old.document is new.document and old.fits is new.fits and old.stale == new.stale
        if not is_same and self.isVisible() and not self._timer.isActive():
            self._timer.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()
