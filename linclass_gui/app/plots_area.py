"""The linked plots below the canvas: equal columns, tabs to choose from, and windows of their own on demand."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QCloseEvent, QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from ..core.theme import PROJECTOR, Theme
from ..draw.text import TextStyle, layout
from ..plots import PLOTS, Plot
from .plot_view import PlotView
from .session import Session
from .widgets import TEXT, Hairline, IconButton, Themed, elided, restyle

TAB_ROW, HEIGHT = 40, 240
TAB_LEFT, TAB_GAP = 24.0, 20.0
NARROW, POP_OUT = 16.0, 38.0  # the smaller left margin of a narrow column; what the button on the right takes
LEAST = 32.0  # of a title that is cut: some letters and dots
MARGINS = (14, 0, 20, 6)  # around a plot, left, top, right, bottom
PLOT_PROJECTOR = replace(PROJECTOR.with_text(14.0), name="projector-plots", text=16.0, line=1.6, point=13.0)
# Which plots share a column; plots not named here share the last one.
GROUPS = (("fisher-angle", "path"), ("projection", "multipliers"), ("losses", "convergence", "weight-space"))


def plot_theme(theme: Theme) -> Theme:
    """The theme of the linked plots: in the projector's they keep to what their height can hold."""
    return PLOT_PROJECTOR if theme is PROJECTOR else theme


def columns_of(plots: tuple[Plot, ...]) -> tuple[tuple[Plot, ...], ...]:
    """The plots by column; columns without a plot are left out."""
    named = {name for group in GROUPS for name in group}
    others = tuple(plot.name for plot in plots if plot.name not in named)
    groups = (*GROUPS[:-1], GROUPS[-1] + others)
    columns = (tuple(plot for name in group for plot in plots if plot.name == name) for group in groups)
    return tuple(column for column in columns if column)


class TabRow(Themed, QWidget):
    """The titles of a column's plots; the chosen one is underlined."""

    chosen = Signal(int)

    def __init__(self, plots: tuple[Plot, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._plots, self._current = plots, 0
        self.setFixedHeight(TAB_ROW)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if len(plots) > 1 else Qt.FocusPolicy.NoFocus)
        self.setToolTip("\n".join(f"{plot.title}: {plot.tip}" for plot in plots))
        self.setAccessibleName(plots[0].title)

    @property
    def current(self) -> int:
        """The place of the chosen tab."""
        return self._current

    def choose(self, at: int) -> None:
        """Choose a tab."""
        if 0 <= at < len(self._plots) and at != self._current:
            self._current = at
            self.setAccessibleName(self._plots[at].title)
            self.update()
            self.chosen.emit(at)

    def rects(self) -> list[QRectF]:
        """Where each title stands; all are measured bold, so that choosing one moves none.

        A narrow column moves them closer, and where that is not enough the titles that are not chosen are cut.
        """
        widths = [layout(plot.title, TEXT, TextStyle(weight=600)).width for plot in self._plots]
        left, gap, gaps = TAB_LEFT, TAB_GAP, max(1, len(widths) - 1)
        room = self.width() - POP_OUT
        if left + gap * (len(widths) - 1) + sum(widths) > room:
            left = NARROW
            gap = max(NARROW / 2, (room - sum(widths) - left) / gaps)
            widths = _cut(widths, self._current, room - left - gap * (len(widths) - 1))
        result, x = [], left
        for width in widths:
            result.append(QRectF(x, 0.0, width, TAB_ROW))
            x += width + gap
        return result

    def mousePressEvent(self, event: QMouseEvent) -> None:
        x, rects = event.position().x(), self.rects()
        at = min(range(len(rects)), key=lambda k: abs(x - rects[k].center().x()) - 0.5 * rects[k].width())
        if abs(x - rects[at].center().x()) <= 0.5 * (rects[at].width() + TAB_GAP):
            self.choose(at)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.choose(self._current + step)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, p = QPainter(self), self.colours
        painter.setClipRect(QRectF(0.0, 0.0, self.width() - POP_OUT, TAB_ROW))
        for at, (plot, rect) in enumerate(zip(self._plots, self.rects(), strict=True)):
            on = at == self._current
            style = TextStyle(weight=600 if on else 400)
            text = layout(elided(plot.title, rect.width(), TEXT, style), TEXT, style)
            text.draw(painter, rect.left(), 22.0, p.ink if on else p.ink_2)
            if on:
                painter.fillRect(QRectF(rect.left(), 31.0, rect.width(), 2.0), QColor(p.ink))
        if self.hasFocus():
            painter.setPen(QColor(p.ink_3))
            rect = self.rects()[self._current]
            painter.drawLine(QPointF(rect.left(), 34.5), QPointF(rect.right(), 34.5))


def _cut(widths: list[float], chosen: int, room: float) -> list[float]:
    """The widths of titles that share ``room``: the chosen one keeps its own, the others get equal parts of the rest."""
    others = len(widths) - 1
    own = max(LEAST, min(widths[chosen], room - LEAST * others))
    part = (room - own) / max(1, others)
    return [own if k == chosen else min(width, part) for k, width in enumerate(widths)]


class PlotColumn(QWidget):
    """One column: tabs, a button for a window of its own, the chosen plot.  A plot is built when its tab is first chosen."""

    torn_off = Signal(object)

    def __init__(self, session: Session, plots: tuple[Plot, ...], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._plots, self._theme = session, plots, theme
        self._views: dict[int, PlotView] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.tabs = TabRow(plots)
        self.tabs.chosen.connect(self.choose)
        column.addWidget(self.tabs)
        self.pop_out = IconButton(
            "pop-out", "Open this plot in a window of its own", size=28, box=16, tone="ink_2", parent=self.tabs
        )
        self.pop_out.clicked.connect(self._tear_off)
        self._stack = QStackedWidget()
        self._stack.setContentsMargins(*MARGINS)
        column.addWidget(self._stack, 1)
        self.choose(0)

    @property
    def plots(self) -> tuple[Plot, ...]:
        """The plots of this column, in the order of the tabs."""
        return self._plots

    def set_theme(self, theme: Theme) -> None:
        """Plots built from now on are drawn in this theme."""
        self._theme = theme

    def choose(self, at: int) -> None:
        """Show one of the plots."""
        if at not in self._views:
            self._views[at] = PlotView(self._session, plot_theme(self._theme), self._plots[at])
            self._stack.addWidget(self._views[at])
        self.tabs.choose(at)
        self._stack.setCurrentWidget(self._views[at])

    def _tear_off(self) -> None:
        self.torn_off.emit(self._plots[self.tabs.current])

    def resizeEvent(self, event: object) -> None:
        self.pop_out.move(self.width() - 40, 6)


class PlotWindow(QWidget):
    """One plot in a window of its own."""

    closed = Signal(object)

    def __init__(self, view: PlotView, plot: Plot, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("plots")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"{plot.title} – linclass")
        view.setObjectName(f"window-{view.objectName()}")
        inside = QVBoxLayout(self)
        inside.setContentsMargins(*MARGINS)
        inside.addWidget(view)
        self.resize(640, 400)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.closed.emit(self)
        super().closeEvent(event)


class PlotsArea(QWidget):
    """All columns side by side, with hairlines between them."""

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plots")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session, self._theme = session, theme
        self.windows: list[QWidget] = []
        self.columns: list[PlotColumn] = []
        self.setMinimumHeight(160)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for plots in columns_of(PLOTS):
            if self.columns:
                row.addWidget(Hairline(vertical=True))
            column = PlotColumn(session, plots, theme)
            column.torn_off.connect(self.tear_off)
            row.addWidget(column, 1)
            self.columns.append(column)

    def show_plot(self, name: str) -> None:
        """Bring the tab of a plot to the front."""
        for column in self.columns:
            for at, plot in enumerate(column.plots):
                if plot.name == name:
                    column.choose(at)

    def set_theme(self, theme: Theme) -> None:
        """Every plot in another theme, those in windows of their own included."""
        self._theme = theme
        for part in (*self.columns, *self.windows):
            restyle(part, theme)
            for view in part.findChildren(PlotView):
                view.set_theme(plot_theme(theme))
        for column in self.columns:
            column.set_theme(theme)

    def tear_off(self, plot: Plot) -> QWidget:
        """A window of its own with the plot; closing it leaves the tab where it is."""
        window = PlotWindow(PlotView(self._session, plot_theme(self._theme), plot), plot, self)
        window.closed.connect(self._forget)
        self.windows.append(window)
        window.show()
        return window

    def _forget(self, window: QWidget) -> None:
        self.windows.remove(window)
