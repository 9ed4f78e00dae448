"""The window "Comparison": all methods side by side, the formula of the selected one, and the trial
line against every optimum.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QDialog, QSizePolicy, QToolTip, QWidget

from ..answers.comparison import comparison, method_titles, pairs_compared
from ..answers.criteria import criteria
from ..answers.number_table import Column, NumberCell, NumberTable, to_csv, to_latex, to_text
from ..answers.score_formula import fit_of_formula, score_formula
from ..draw.lettering import Layout, TextStyle, fit_markup
from ..markup.mathtext import escape_label, plain
from ..scene.scene import Scene
from .commands.methods import MethodCommands
from .dialogs.forms import theme_of
from .session.session import Session
from .timers import make_timer
from .widgets.layouts import FramedArea, in_column, in_row, plain_tip, push_button
from .widgets.themed import (
    CAPTION,
    FORMULA,
    TEXT,
    Hairline,
    MathLabel,
    Themed,
    method_pen,
    middle_baseline,
    paint_box,
    restyle,
)
from .widgets.window_behaviour import bring_to_front, resize_within_screen

HEADER_HEIGHT, ROW_HEIGHT = 24, 28
LEFT, GAP = 24.0, 20.0
CHIP = 28.0  # the width of a method's colour before its name


class NumberTableView(Themed, QWidget):
    """Shows a table; a click on a row that has an id chooses it."""

    row_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = NumberTable((), ())
        self.selected = ""
        self._widths: list[float] = []
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)

    def show_table(self, table: NumberTable, selected: str = "") -> None:
        """Show another table with one row selected."""
        if table == self.table and selected == self.selected:
            return
        if table.columns != self.table.columns or len(table.rows) != len(self.table.rows):
            self._widths = [0.0] * len(table.columns)
        self.table, self.selected = table, selected
        # Columns only grow while the numbers change, so that none of them jumps sideways.
        self._widths = [max(old, _width(table, k)) for k, old in enumerate(self._widths)]
        self.setAccessibleDescription(to_text(table))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        width = 2 * LEFT + sum(self._widths) + GAP * max(0, len(self._widths) - 1) + self._indent
        return QSize(self.px(width + 1), self.px(HEADER_HEIGHT + ROW_HEIGHT * len(self.table.rows)))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @property
    def _indent(self) -> float:
        return CHIP if self.table.slots else 0.0

    def columns(self) -> list[tuple[float, float]]:
        """The left and right edge of every column."""
        edges, x = [], LEFT + self._indent
        for width in self._widths:
            edges.append((x, x + width))
            x += width + GAP
        return edges

    def cell_at(self, position: QPointF) -> NumberCell | Column | None:
        """The cell or the title of a column at a position, or None."""
        row = self._row_at(position)
        for k, (left, right) in enumerate(self.columns()):
            if left - 0.5 * GAP <= position.x() < right + 0.5 * GAP:
                if position.y() < HEADER_HEIGHT:
                    return self.table.columns[k]
                return None if row is None else self.table.rows[row][k]
        return None

    def _row_at(self, position: QPointF) -> int | None:
        row = int((position.y() - HEADER_HEIGHT) // ROW_HEIGHT)
        return row if 0 <= row < len(self.table.rows) else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self._row_at(event.position() / self.theme.ui)
        if (
            event.button() == Qt.MouseButton.LeftButton
            and row is not None
            and row < len(self.table.ids)
        ):
            self.row_chosen.emit(self.table.ids[row])

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            under = self.cell_at(QPointF(event.pos()) / self.theme.ui)
            QToolTip.showText(event.globalPos(), "" if under is None else tip_of(under), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        p = self.colours
        with self.painter() as painter:
            edges = self.columns()
            header = QRectF(0, 0, self.area.width(), HEADER_HEIGHT)
            for column, edge in zip(self.table.columns, edges, strict=True):
                _write(painter, column.title, edge, header, CAPTION, p.ink_2, column.is_words)
            for k, row in enumerate(self.table.rows):
                rect = QRectF(0, HEADER_HEIGHT + k * ROW_HEIGHT, self.area.width(), ROW_HEIGHT)
                self._paint_row(painter, rect, k)
                bold = self._is_selected(k)
                for place, (column, cell, edge) in enumerate(
                    zip(self.table.columns, row, edges, strict=True)
                ):
                    tone = p.ink_2 if column.is_words and place else p.ink
                    _write(
                        painter,
                        cell.shown_text,
                        edge,
                        rect,
                        TEXT,
                        tone,
                        column.is_words,
                        600 if bold and not place else 400,
                    )

    def _is_selected(self, row: int) -> bool:
        return row < len(self.table.ids) and self.table.ids[row] == self.selected

    def _paint_row(self, painter: QPainter, rect: QRectF, row: int) -> None:
        """Paint the ground of the selected row, and the colour of a method."""
        if self._is_selected(row):
            area = rect.adjusted(LEFT - 12, 0, 12 - LEFT, 0)
            paint_box(painter, area, 6, self.colours.selected_row)
        slot = self.table.slots[row] if row < len(self.table.slots) else None
        if slot is not None:
            painter.setPen(method_pen(self.colours, slot))
            y = round(rect.center().y()) + 0.5
            painter.drawLine(QPointF(LEFT, y), QPointF(LEFT + 18, y))


def tip_of(under: NumberCell | Column) -> str:
    """The tip of a cell or a title, after the whole name where it is cut."""
    text, size = (under.title, CAPTION) if isinstance(under, Column) else (under.shown_text, TEXT)
    whole_text = plain(text) if _line(text, size).markup != text else ""
    return plain_tip("\n".join(filter(None, (whole_text, under.tip))))


def _width(table: NumberTable, k: int) -> float:
    # Names are measured bold: selecting a row must not move the columns.
    weight = 400 if k else 600
    cells = max((_line(row[k].shown_text, TEXT, weight).width for row in table.rows), default=0.0)
    return float(max(cells, _line(table.columns[k].title, CAPTION).width))


def _line(text: str, size: float, weight: int = 400) -> Layout:
    """The text of a cell, a long name cut."""
    return fit_markup(text, MOST_WIDTH, size, TextStyle(weight=weight), 1.0)


def _write(
    painter: QPainter,
    text: str,
    edge: tuple[float, float],
    rect: QRectF,
    size: float,
    colour: str,
    left: bool,
    weight: int = 400,
) -> None:
    """Paint one entry in its column: words to the left, numbers to the right."""
    if text:
        line = _line(text, size, weight)
        line.draw(
            painter,
            edge[0] if left else edge[1] - line.width,
            middle_baseline(rect, size),
            QColor(colour),
        )


MOST_WIDTH = 240.0  # of a column
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
        self._area = FramedArea()
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
            self._area.setFixedHeight(
                self.view.sizeHint().height() + round(SCROLL_BAR * self.view.theme.ui) + 2
            )

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
        self._add_trial = push_button("Add trial line", methods.toggle_trial, "add-trial")
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
        self._add_trial.setVisible(scene.document.trial is None)

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
