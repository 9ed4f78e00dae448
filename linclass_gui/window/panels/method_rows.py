"""The methods in use: a line each, with a tick, its colour, its numbers in fixed columns, and a
check where its optimum is certified; a word below the name only where something is wrong.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QScrollArea, QWidget

from ...answers.comparison import method_titles, new_errors
from ...answers.regions import TRIAL
from ...draw.fonts import ui_font
from ...draw.lettering import layout
from ...markup.mathtext import plain
from ...scene.scene import Scene
from ...scene.theme import Theme
from ..commands.methods import MethodCommands
from ..widgets.controls import IconButton, paint_tick_box, passing_menu
from ..widgets.layouts import in_column, plain_tip, with_name
from ..widgets.themed import (
    CAPTION,
    TEXT,
    MathLabel,
    Themed,
    method_pen,
    middle_baseline,
    paint_box,
    paint_stroke,
    settle,
    trial_pen,
)
from .fit_words import RowReading, row_reading, step_of, trial_reading
from .sections import FADE, Gap, SectionHead

ROW_HEIGHT, TROUBLE_HEIGHT, HEADER_HEIGHT, BELOW = 30, 16, 20, 8
NAME_AT, BASELINE = 68.0, 19.7
RIGHT_EDGES = (256.0, 312.0)  # errors, min dist
GAP = 8.0  # between the two numbers, at least
CHECK_AT, CHECK_SIZE, RIGHT = 330.0, 12.0, 336.0
HEADER = ("errors", "min dist")
HEADER_TIPS = (
    "Training errors, then those on test points or populations · "
    "smallest signed distance of a point to the line, negative when one is wrong · "
    "a check: the optimum is certified"
)


class MethodRow(Themed, QWidget):
    """One method in use: a click selects it, its tick box switches it, the right button offers the
    rest.
    """

    fixed = (None, ROW_HEIGHT)
    selected = Signal(str)
    toggled = Signal(str)
    menu_wanted = Signal(str, QPoint)

    def __init__(self, id: str) -> None:
        super().__init__()
        self.id, self.name, self.slot = id, "", 0
        self.reading = RowReading()
        self.is_selected = self.is_enabled = False
        self._state: tuple[object, ...] = ()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setObjectName(f"method-row-{id}")

    def show_state(
        self,
        name: str,
        slot: int,
        reading: RowReading,
        *,
        enabled: bool,
        selected: bool,
    ) -> None:
        """Show the current state of a method."""
        state = (name, slot, reading, enabled, selected)
        if state == self._state:
            return
        self._state = state
        self.name, self.slot, self.reading, self.is_enabled, self.is_selected = state
        if self.lines_height != self.fixed[1]:
            self.fixed = (None, self.lines_height)
            self.measure()
        is_cut = self._fitting_name() != name
        self.setToolTip(plain_tip("\n".join(filter(None, (name if is_cut else "", reading.tip)))))
        errors = (
            f"{reading.errors} {'error' if reading.errors == '1' else 'errors'}"
            if reading.errors
            else ""
        )
        self.setAccessibleName(", ".join(filter(None, (name, reading.word, errors))))
        self.update()

    @property
    def lines_height(self) -> int:
        """The height of the line, with the word below it where something is wrong."""
        return ROW_HEIGHT + (TROUBLE_HEIGHT if self.reading.trouble else 0)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if event.position().x() < self.px(36):
            self.toggled.emit(self.id)
        else:
            self.selected.emit(self.id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self.toggled.emit(self.id)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.selected.emit(self.id)
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(self.id, event.globalPos())

    def paintEvent(self, event: QPaintEvent) -> None:
        p = self.colours
        with self.painter() as painter:
            if self.is_selected:
                paint_box(painter, QRectF(8, 0, 336, self.lines_height), 6, p.selected_row)
            paint_tick_box(
                painter, QRectF(16, 8, 14, 14), p, checked=self.is_enabled, focused=self.hasFocus()
            )
            self._paint_chip(painter)
            self._paint_words(painter)
            self._paint_numbers(painter)

    def _paint_chip(self, painter: QPainter) -> None:
        is_trial = self.id == TRIAL
        pen = trial_pen(self.colours) if is_trial else method_pen(self.colours, self.slot)
        colour = pen.color()
        colour.setAlphaF(1.0 if self.is_enabled else 0.5)
        pen.setColor(colour)
        painter.setPen(pen)
        painter.drawLine(QPointF(40, 15), QPointF(58, 15))

    def _paint_words(self, painter: QPainter) -> None:
        p = self.colours
        painter.setFont(self._font)
        painter.setPen(QColor(p.ink if self.is_enabled else p.ink_2))
        painter.drawText(QPointF(NAME_AT, BASELINE), self._fitting_name())
        layout(self.reading.trouble, CAPTION).draw(painter, NAME_AT, 39.0, QColor(p.ink_2))

    def _paint_numbers(self, painter: QPainter) -> None:
        p, reading = self.colours, self.reading
        if self._lacks_numbers:
            word = layout(reading.word, CAPTION)
            word.draw(painter, RIGHT - word.width, BASELINE, QColor(p.ink_2))
            return
        colour = QColor(p.ink if self.is_enabled else p.ink_2)
        for text, right in (
            (reading.errors, self.errors_end),
            (reading.distance, RIGHT_EDGES[1]),
        ):
            line = layout(text, TEXT)
            line.draw(painter, right - line.width, BASELINE, colour)
        if reading.is_certified:
            _paint_check(painter, QPointF(CHECK_AT, 0.5 * ROW_HEIGHT), QColor(p.ink_2))

    @property
    def _font(self) -> QFont:
        return ui_font(13, 600 if self.is_selected else 400)

    @property
    def _lacks_numbers(self) -> bool:
        """Whether a word stands in their place; of a method that is off, its tick box says so."""
        return self.is_enabled and not self.reading.errors

    @property
    def errors_end(self) -> float:
        """The right edge of the errors, farther left beside a power of ten."""
        distance = layout(self.reading.distance, TEXT)
        return min(RIGHT_EDGES[0], RIGHT_EDGES[1] - distance.width - GAP)

    def _fitting_name(self) -> str:
        """The name, cut before the bracket that tells two methods of one kind apart, which stays
        whole where it can.
        """
        reading = self.reading
        if self._lacks_numbers:
            right, width = RIGHT, layout(reading.word, CAPTION).width
        else:
            right, width = self.errors_end, layout(reading.errors, TEXT).width
        room = right - width - 12.0 - NAME_AT
        metrics, mode = QFontMetricsF(self._font), Qt.TextElideMode
        kind, bracket, qualifier = self.name.rpartition(" (")
        left = room - metrics.horizontalAdvance(bracket + qualifier)
        short = metrics.elidedText(kind, mode.ElideRight, left) if bracket else ""
        if len(short) > 3:
            return short + bracket + qualifier
        return metrics.elidedText(self.name, mode.ElideMiddle, room)


def _paint_check(painter: QPainter, middle: QPointF, colour: QColor) -> None:
    """A check in a circle: the optimum is certified."""
    painter.setPen(QPen(colour, 1.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    radius = 0.5 * CHECK_SIZE
    painter.drawEllipse(middle, radius, radius)
    paint_stroke(painter, colour, 1.2, middle, ((-2.6, 0.1), (-0.7, 2.0), (2.7, -1.9)))


class _Header(Themed, QWidget):
    """The names of the columns, once, above the first row."""

    fixed = (None, HEADER_HEIGHT)

    def __init__(self) -> None:
        super().__init__()
        self.setToolTip(plain_tip(HEADER_TIPS))

    def paintEvent(self, event: QPaintEvent) -> None:
        with self.painter() as painter:
            for text, right in zip(HEADER, RIGHT_EDGES, strict=True):
                line = layout(text, CAPTION)
                line.draw(
                    painter,
                    right - line.width,
                    middle_baseline(self.area, CAPTION),
                    QColor(self.colours.ink_2),
                )


class MethodsPanel(QWidget):
    """The section "Methods": its head with the title and a button that adds one, the names of the
    columns, and the rows.
    """

    comparison_wanted = Signal()
    menu_wanted = Signal(str, QPoint)

    def __init__(self, commands: MethodCommands, theme: Theme) -> None:
        super().__init__()
        self._commands, self._theme = commands, theme
        self._is_folded = False
        self.rows: dict[str, MethodRow] = {}
        self._revealed: str | None = None
        self._heights: tuple[int, ...] = ()  # of the rows, as they were laid out
        add = IconButton("plus", "Add a method", self.open_add_menu)
        self.add_button = with_name(add, "add-method")
        tip = "Compare all methods in a table (Ctrl+T)"
        compare = IconButton("table", tip, self.comparison_wanted)
        self.compare_button = with_name(compare, "compare-methods")
        self.head = SectionHead(
            "Methods", "methods", "only the selected one", (self.compare_button, self.add_button)
        )
        self._rows = in_column(None)
        self._hint = MathLabel("No method yet: + adds one.", tone="ink_2")
        self._hint.setContentsMargins(16, 0, 16, 0)
        in_column(self, _Header(), self._rows, self._hint, Gap(BELOW))

    def set_theme(self, theme: Theme) -> None:
        """Paint new rows with this theme."""
        self._theme = self._commands.theme = theme

    def open_add_menu(self) -> None:
        """Offer every method below the button."""
        menu = passing_menu(self)
        self._commands.fill_add(menu)
        # Right edges aligned, so that the menu stays inside the window.
        right = self.add_button.width() + 8 - menu.sizeHint().width()
        menu.popup(self.add_button.mapToGlobal(QPoint(right, self.add_button.height())))

    def show_scene(self, scene: Scene) -> None:
        """Show the methods of a scene with the newest answers."""
        document = scene.document
        ids = [m.id for m in document.methods] + ([TRIAL] if document.trial is not None else [])
        are_others = ids != list(self.rows)
        if are_others:
            self._arrange(ids)
        titles = method_titles(document)
        for method in document.methods:
            stale = method.id in scene.stale
            # The numbers of a method that is off belong to the points of its last fit.
            fit, step = (
                scene.fits.get(method.id) if method.enabled else None,
                step_of(scene, method.id),
            )
            new = new_errors(fit, document)
            reading = row_reading(fit, enabled=method.enabled, step=step, stale=stale, new=new)
            self.rows[method.id].show_state(
                titles[method.id],
                document.slot_of(method),
                reading,
                enabled=method.enabled,
                selected=method.id == document.selected,
            )
        if document.trial is not None:
            reading = trial_reading(document)
            name = plain(document.trial.name) or "Trial line"
            self.rows[TRIAL].show_state(name, 0, reading, enabled=True, selected=False)
        self._show_rows()
        heights = tuple(row.lines_height for row in self.rows.values())
        if are_others or heights != self._heights:
            self._heights = heights
            # otherwise later events would find it higher than its rows and show a scroll bar
            settle(self)
        if document.selected != self._revealed:
            self._revealed = document.selected
            QTimer.singleShot(0, self, self._reveal)  # when everything has its height

    def _reveal(self) -> None:
        """Scroll the selected method into view."""
        row, area = self.rows.get(self._revealed or ""), self.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        if row is not None and area is not None:
            area.ensureWidgetVisible(row, 0, round(FADE * self._theme.ui))  # clear of the edge

    def height_of(self, is_folded: bool) -> int:
        """The height of all rows, or of the selected one."""
        rows = [row for row in self.rows.values() if row.is_selected or not is_folded]
        # of a trial line alone none is selected
        heights = [row.lines_height for row in rows] or [ROW_HEIGHT]
        # each part has whole pixels
        return sum(round(self._theme.ui * height) for height in (HEADER_HEIGHT, *heights, BELOW))

    def fold(self, is_folded: bool) -> None:
        """Show only the selected method, or all."""
        if is_folded is not self._is_folded:
            self._is_folded = is_folded
            self._show_rows()

    def _show_rows(self) -> None:
        for row in self.rows.values():
            row.setVisible(row.is_selected or not self._is_folded)

    def _arrange(self, ids: list[str]) -> None:
        """Rows for exactly these methods, in this order; rows that stay are kept."""
        for id in set(self.rows) - set(ids):
            row = self.rows.pop(id)
            self._rows.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = {id: self.rows.get(id) or self._new_row(id) for id in ids}
        for place, row in enumerate(self.rows.values()):
            self._rows.removeWidget(row)
            self._rows.insertWidget(place, row)
        self._hint.setVisible(not ids)

    def _new_row(self, id: str) -> MethodRow:
        row = MethodRow(id)
        row.set_theme(self._theme)
        row.selected.connect(self._select)
        row.toggled.connect(self._toggle)
        row.menu_wanted.connect(self.menu_wanted)
        return row

    def _select(self, id: str) -> None:
        if id == TRIAL:
            self._commands.session.look_at_trial(True)
        else:
            self._commands.session.set_selected(id)

    def _toggle(self, id: str) -> None:
        if id == TRIAL:
            self._commands.toggle_trial()
        else:
            self._commands.toggle(id)
