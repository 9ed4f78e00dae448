"""Matrices and lines of numbers as written by hand, following the scene; copied as LaTeX."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPointF, QSize, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QGuiApplication, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QDialog, QSizePolicy, QWidget

from ...draw.lettering import PLAIN, TextStyle, layout, wrap_markup
from ...errors import UserError
from ...lessons.numbers import BLOCKS, NAMES, TOPICS, numbers_of
from ...lessons.numbers.block import Matrix, Numbers, TableOfNumbers
from ...lessons.numbers.update import played_fit, run_csv
from ...scene.scene import Scene
from ..dialogs.forms import theme_of
from ..session.background import LatestQuery, error_sentence
from ..session.session import Session
from ..timers import make_timer
from ..widgets.controls import ComboField, passing_menu
from ..widgets.layouts import SteadyArea, in_column, in_row, plain_tip, push_button, with_name
from ..widgets.themed import CAPTION, TEXT, Themed, restyle
from ..widgets.window_behaviour import bring_to_front, resize_within_screen

RUN_BLOCKS = {"update", "steps"}  # those that follow the steps of a run
EVERY_MS = 100  # the numbers follow at 10 Hz: no reader is faster
COMPUTING = "Computing…"
GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    *((topic, tuple(block.name for block in BLOCKS if topic in block.topics)) for topic in TOPICS),
    ("Everything", tuple(block.name for block in BLOCKS)),
)
POINTED = frozenset(block.name for block in BLOCKS if block.follows_pointer)
ROW, GAP, COLUMN_GAP, BRACKET, TITLE = 20.0, 10.0, 14.0, 5.0, 20.0
TABLE, TABLE_GAP = CAPTION, 10.0  # the type of tables, and the room between their columns
MATH = TextStyle(mode="math")


Blocks = tuple[tuple[str, Numbers], ...]


def blocks_of(names: tuple[str, ...], scene: Scene, costs: tuple[float, float]) -> Blocks:
    """The blocks of these names with their titles."""
    return tuple(
        (title, numbers_of(name, scene, costs))
        for name, title in zip(names, _titles(names), strict=True)
    )


def _titles(names: tuple[str, ...]) -> list[str]:
    titles = {block.name: block.title for block in BLOCKS}
    return [titles[name] for name in names]


class NumbersView(Themed, QWidget):
    """Paints the blocks named; ``with_titles`` heads each with its title."""

    message = Signal(str)
    blocks_changed = Signal()  # other blocks than before

    def __init__(
        self, session: Session, *, with_titles: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._with_titles = session, with_titles
        self.names: tuple[str, ...] = ()
        self.costs = (1.0, 1.0)
        self.is_predicting = False  # blocks that need an answer are skipped without one
        self.is_rounded = False  # three digits, for a room; what is copied keeps all of them
        self.is_narrow = False  # a pair that is too wide takes two lines, for a narrow column
        self.blocks: Blocks = ()
        self._newest, self._run = LatestQuery(self), LatestQuery(self)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setSizePolicy(policy)
        self.setToolTip(plain_tip("Right click: copy as LaTeX"))
        self._timer = make_timer(EVERY_MS, self, self.refresh, single_shot=True)
        session.scene_changed.connect(self._follow)

    def show_names(self, names: Collection[str], costs: tuple[float, float] | None = None) -> None:
        """Show these blocks, in the order of their list; other names are ignored."""
        shown_names = tuple(
            block.name for block in BLOCKS if block.name in names and block.name in NAMES
        )
        is_other = shown_names != self.names
        self.costs, self.names = costs or self.costs, shown_names
        self.setVisible(bool(shown_names))
        self.refresh()
        if is_other and self._newest.is_busy:
            # The numbers shown belong to other blocks.
            self._show(
                tuple((title, Numbers(needs=COMPUTING)) for title in _titles(shown_names)[:1])
            )

    def refresh(self) -> None:
        """Show the numbers of the current scene; slow ones (integrals) when they are ready."""
        self._timer.stop()
        work = partial(blocks_of, self.names, self._session.scene, self.costs)
        self._newest.ask(work, self._show, self._refuse)

    def _show(self, blocks: Blocks) -> None:
        if self.is_predicting:
            blocks = tuple((title, numbers) for title, numbers in blocks if not numbers.needs)
        if blocks != self.blocks:
            self.blocks = blocks
            self.setAccessibleName("; ".join(numbers.latex for _, numbers in blocks))
            self.updateGeometry()
            self.update()
            self.blocks_changed.emit()

    def _refuse(self, error: Exception) -> None:
        self._show((("", Numbers(needs=error_sentence(error, UserError))),))

    def close_worker(self) -> None:
        """Stop the work: the window closes."""
        self._timer.stop()
        self._newest.close()
        self._run.close()

    def _follow(self, old: Scene, new: Scene) -> None:
        same_fits = old.fits is new.fits
        is_same = old.document is new.document and same_fits and old.playback == new.playback
        if is_same and not POINTED.isdisjoint(self.names):
            # the numbers of the last place stay while the pointer is elsewhere
            is_same = new.hover in (None, old.hover) and old.selection == new.selection
        if not is_same and self.names and self.isVisible() and not self._timer.isActive():
            self._timer.start()

    @property
    def latex(self) -> str:
        """All numbers shown, as LaTeX."""
        return "\n".join(numbers.latex for _, numbers in self.blocks if not numbers.needs)

    def copy(self) -> None:
        """Copy all numbers shown as LaTeX."""
        QGuiApplication.clipboard().setText(self.latex)
        self.message.emit("Numbers: copied as LaTeX.")

    @property
    def has_run(self) -> bool:
        """Whether steps of a run are shown."""
        return bool(RUN_BLOCKS & set(self.names))

    def copy_run(self) -> None:
        """Copy every step of the selected method as a table with commas."""
        scene = self._session.scene
        fit = played_fit(scene)
        if fit is None:
            self.message.emit("Select a method to copy its run.")
            return
        names = scene.document.dataset.class_names
        self._run.ask(partial(run_csv, fit, names), self._take_run, self._refuse)

    def _take_run(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.message.emit("The run: copied as CSV, a line for each step.")

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()
        menu = passing_menu(self)
        menu.addAction("Copy as LaTeX", self.copy)
        if self.has_run:
            menu.addAction("Copy the run as CSV", self.copy_run)
        menu.popup(event.globalPos())

    # --- painting ---------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(self.px(220), self.px(self._draw(None, self.area.width())))

    def height_for(self, width: float, size: float) -> float:
        """The height in pixels of everything at this scale in a column of this width."""
        return size * self._draw(None, width / size)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.px(100), self.sizeHint().height())

    def resizeEvent(self, event: object) -> None:
        self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        self._draw(self.painter(), self.area.width())

    def _draw(self, painter: QPainter | None, room: float) -> float:
        """Draw (or only measure) everything in a column of this width; returns the height."""
        y, width = 0.0, max(room, 100.0)
        for title, numbers in self._pieces():
            if self._with_titles:
                self._words(painter, title, 0.0, y + 14.0, "ink", TextStyle(weight=600))
                y += TITLE + 4.0
            y = self._draw_text(painter, numbers.needs, y, width, "ink_2", CAPTION)
            y = self._draw_text(painter, numbers.heading, y, width, "ink_2", TEXT)
            y = self._draw_matrices(painter, numbers.matrices, y, width)
            y = self._draw_lines(painter, numbers.lines, y, width)
            if numbers.table is not None:
                y = self._draw_table(painter, numbers.table, y, width)
            y = self._draw_text(painter, numbers.formula, y, width, "ink", TEXT)
            y += GAP
        return max(0.0, y - GAP)

    def _draw_lines(
        self, painter: QPainter | None, lines: tuple[tuple[str, str], ...], y: float, width: float
    ) -> float:
        """Names on the left and values on the right, all smaller where one pair would meet; returns
        the height below them.
        """
        if self.is_narrow:
            return self._draw_stacked(painter, lines, y, width)
        need = max(
            (
                layout(name, TEXT).width + layout(value, TEXT).width + COLUMN_GAP
                for name, value in lines
            ),
            default=width,
        )
        size = TEXT * min(1.0, width / need)
        for row, (name, value) in enumerate(lines):
            baseline = y + ROW * row + 14.0
            self._words(painter, name, 0.0, baseline, "ink_2", size=size)
            self._words(
                painter, value, width - layout(value, size).width, baseline, "ink", size=size
            )
        return y + ROW * len(lines)

    def _draw_stacked(
        self, painter: QPainter | None, lines: tuple[tuple[str, str], ...], y: float, width: float
    ) -> float:
        """Names on the left and values on the right, the value of a pair that is too wide below
        its name; returns the height below them.
        """
        for name, value in lines:
            value_width = layout(value, TEXT).width
            size = TEXT * min(1.0, width / max(value_width, 1.0))
            left = width - size / TEXT * value_width
            is_wide = layout(name, TEXT).width + value_width + COLUMN_GAP > width
            if is_wide:
                y = self._draw_text(painter, name, y, width, "ink_2", TEXT)
            else:
                self._words(painter, name, 0.0, y + 14.0, "ink_2")
            self._words(painter, value, left, y + 14.0, "ink", size=size)
            y += ROW
        return y

    def _draw_text(
        self, painter: QPainter | None, text: str, y: float, width: float, tone: str, size: float
    ) -> float:
        """Words that wrap; the height below them."""
        for line in wrap_markup(text, width, size):
            words = layout(line, size)
            height = max(1.5 * size, words.height + 4.0)
            lowest = height - 2.0 - words.descent  # the index of a sum reaches low
            baseline = min(0.5 * height + 0.36 * size, lowest)
            self._words(painter, line, 0.0, y + baseline, tone, PLAIN, size)
            y += height
        return y

    def _pieces(self) -> Blocks:
        """The blocks; without titles the matrices of neighbours are side by side."""
        blocks = self.blocks
        if self.is_rounded:
            blocks = tuple((title, numbers.rounded) for title, numbers in blocks)
        if self._with_titles:
            return blocks
        pieces: list[tuple[str, Numbers]] = []
        for title, numbers in blocks:
            last = pieces[-1][1] if pieces else None
            if last is not None and not (
                last.lines
                or last.needs
                or last.formula
                or last.table
                or numbers.needs
                or numbers.heading
            ):
                matrices = (*last.matrices, *numbers.matrices)
                pieces[-1] = (title, replace(numbers, matrices=matrices))
            else:
                pieces.append((title, numbers))
        return tuple(pieces)

    def _draw_matrices(
        self, painter: QPainter | None, matrices: tuple[Matrix, ...], y: float, width: float
    ) -> float:
        """The matrices side by side, as many as fit a row; the height below them."""
        x, row_height = 0.0, 0.0
        for one in matrices:
            need, height = matrix_size(one)
            if x and x + need > width:
                x, y, row_height = 0.0, y + row_height + GAP, 0.0
            scale = min(1.0, width / need)
            if painter is not None:
                painter.save()
                painter.translate(x, y)
                painter.scale(scale, scale)
                self._draw_matrix(painter, one, height)
                painter.restore()
            x += scale * need + 2.0 * COLUMN_GAP
            row_height = max(row_height, scale * height)
        return y + row_height + (0.6 * GAP if matrices else 0.0)

    def _draw_matrix(self, painter: QPainter, one: Matrix, height: float) -> None:
        p, symbol = self.colours, layout(one.symbol, TEXT, MATH)
        middle = 0.5 * height + 0.36 * TEXT
        symbol.draw(painter, 0.0, middle, QColor(p.ink))
        equals = layout("=", TEXT, MATH)
        equals.draw(painter, symbol.width + 5.0, middle, QColor(p.ink))
        x = left = symbol.width + equals.width + 12.0
        x += BRACKET
        for k, column_width in enumerate(column_widths(one)):
            for row, entries in enumerate(one.entries):
                words = layout(entries[k], TEXT)
                words.draw(painter, x + column_width - words.width, ROW * row + 15.0, QColor(p.ink))
            if one.more:
                words = layout("…", TEXT)
                words.draw(
                    painter,
                    x + 0.5 * (column_width - words.width),
                    ROW * len(one.entries) + 12.0,
                    QColor(p.ink_2),
                )
            x += column_width + COLUMN_GAP
        right = x - COLUMN_GAP + BRACKET
        painter.setPen(QPen(QColor(p.ink), 1.2))
        for edge, inwards in ((left, 4.0), (right, -4.0)):
            corners = (
                (edge + inwards, 1.0),
                (edge, 1.0),
                (edge, height - 1.0),
                (edge + inwards, height - 1.0),
            )
            painter.drawPolyline([QPointF(*corner) for corner in corners])

    def _draw_table(
        self, painter: QPainter | None, table: TableOfNumbers, y: float, width: float
    ) -> float:
        """The columns, numbers to the right and words to the left, drawn smaller where they are too
        wide; the height below them.
        """
        rows = (
            table.head,
            *table.rows,
            *((("…",) + ("",) * (len(table.head) - 1),) if table.more else ()),
        )
        widths = [max(layout(row[k], TABLE).width for row in rows) for k in range(len(table.head))]
        scale = min(1.0, width / (sum(widths) + TABLE_GAP * (len(widths) - 1)))
        if painter is not None:
            painter.save()
            painter.translate(0.0, y)
            painter.scale(scale, scale)
            for place, row in enumerate(rows):
                self._draw_row(
                    painter, row, widths, table.in_words, ROW * place, "ink" if place else "ink_2"
                )
            painter.restore()
        return y + scale * ROW * len(rows)

    def _draw_row(
        self,
        painter: QPainter,
        row: tuple[str, ...],
        widths: list[float],
        in_words: bool,
        y: float,
        tone: str,
    ) -> None:
        x = 0.0
        for k, (entry, width) in enumerate(zip(row, widths, strict=True)):
            room = 0.0 if in_words and k == len(row) - 1 else width - layout(entry, TABLE).width
            self._words(painter, entry, x + room, y + 14.0, tone, size=TABLE)
            x += width + TABLE_GAP

    def _words(
        self,
        painter: QPainter | None,
        text: str,
        x: float,
        y: float,
        tone: str,
        style: TextStyle = PLAIN,
        size: float = TEXT,
    ) -> None:
        if painter is not None and text:
            layout(text, size, style).draw(painter, x, y, QColor(getattr(self.colours, tone)))


def column_widths(one: Matrix) -> list[float]:
    """The widths of the columns of a matrix."""
    return [
        max(layout(row[k], TEXT).width for row in one.entries) for k in range(len(one.entries[0]))
    ]


def matrix_size(one: Matrix) -> tuple[float, float]:
    """The width and height of ``symbol = (entries)``."""
    widths = column_widths(one)
    inside = sum(widths) + COLUMN_GAP * (len(widths) - 1) + 2.0 * BRACKET
    head = layout(one.symbol, TEXT, MATH).width + layout("=", TEXT, MATH).width + 12.0
    return head + inside, ROW * (len(one.entries) + bool(one.more))


class NumbersWindow(QDialog):
    """Shows one group of numbers at a time."""

    message = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("numbers")
        self.setWindowTitle("Numbers – linclass")
        self.view = NumbersView(session, with_titles=True)
        self.view.message.connect(self.message)
        self.group = with_name(ComboField(), "", "Which numbers")
        self.group.addItems([title for title, _ in GROUPS])
        self.group.currentIndexChanged.connect(self._choose)
        self.copy = push_button("Copy as LaTeX", self.view.copy, "copy-numbers")
        self.copy_run = push_button("Copy run as CSV", self.view.copy_run, "copy-run")
        area, inside = SteadyArea(), QWidget()
        in_column(inside, self.view, 1, margins=(0, 8, 12, 0))
        area.setWidget(inside)
        top = in_row(None, (self.group, 1), self.copy_run, self.copy)
        in_column(self, top, (area, 1), margins=(20, 16, 12, 12), spacing=6)
        resize_within_screen(self, 440, 560)
        self._choose(0)
        restyle(self, theme_of(parent))

    def _choose(self, group: int) -> None:
        self.view.show_names(GROUPS[group][1])
        self.copy_run.setVisible(self.view.has_run)

    def present(self) -> None:
        """Show the window, or bring it to the front."""
        bring_to_front(self)
        self.view.refresh()
