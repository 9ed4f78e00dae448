"""The objective and the results of a method, and the origin of its powers: formula, numbers, and
counts of support vectors.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from solvers import Floats
from solvers.centring import Centred

from ...draw.lettering import PLAIN, Layout, TextStyle, layout
from ...draw.small_pictures import paint_support_symbol
from ...markup.mathtext import plain
from ...scene.theme import Theme
from ..widgets.layouts import QuietArea, in_column, plain_tip, push_button
from ..widgets.parameter_row import ROW, WIDTH
from ..widgets.themed import FORMULA, TEXT, PlacedParts, Themed, middle_baseline, paint_box, restyle
from .parameter_form import PADDING

FORMULA_HEIGHT, LINE, COUNTS_HEIGHT = 58, 22, 36
OUTCOME_HEIGHT = 4 * LINE  # w, b, the quantities of a margin method, and the counts
MOST_HEIGHT = 3 * LINE + COUNTS_HEIGHT
GAP = 8.0  # between a name and its number at least
BETWEEN = 24.0  # two columns of numbers
COLUMN = 0.5 * (WIDTH - BETWEEN)
WHY_TIP = "Click: how they are computed"
WEIGHTS = ", v_+"  # the weights of the classes begin so, at the end of an objective
# the kinds of support vectors, and the width of a symbol before its words
WORDS, SYMBOL = ("free", "bound", "wrong"), 25.0


def _largest_layout(
    text: str, size: float, room: float, style: TextStyle = PLAIN
) -> tuple[Layout, float]:
    """A text at the largest size up to ``size`` that fits into a width, and that size."""
    line = layout(text, size, style)
    if line.width > room:
        size = round(size * room / line.width - 0.05, 1)
        line = layout(text, size, style)
    return line, size


class FormulaLabel(Themed, QWidget):
    """The objective, as large as the panel's width allows."""

    fixed = (WIDTH, FORMULA_HEIGHT)

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = ""
        self.show_text(text)

    def show_text(self, text: str) -> None:
        """Show another objective; the weights of the classes are in the tool tip, for their row
        says them in full size.
        """
        if text != self.text:
            self.text = text
            self.setAccessibleName(plain(f"${text}$"))
            weights = "".join(text.partition(WEIGHTS)[1:])
            self.setToolTip(plain_tip(f"What the method optimises{plain(f'${weights}$')}"))
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        room = self.area
        with self.painter() as painter:
            objective = self.text.partition(WEIGHTS)[0]
            text, size = _largest_layout(objective, FORMULA, room.width(), TextStyle(mode="math"))
            baseline = (
                0.5 * room.height() + 0.36 * size
                if text.height < 2.2 * size
                else 0.5 * (room.height() + text.ascent - text.descent)
            )
            text.draw(painter, 0.0, baseline, self.colours.ink)


class SolutionLines(Themed, QAbstractButton):
    """Names with their numbers, in two columns; a long one has a line of its own; a click asks how
    they are computed.
    """

    fixed = (WIDTH, 0)

    def __init__(self) -> None:
        super().__init__()
        self.lines: tuple[tuple[str, str], ...] = ()
        self.setAccessibleName("no numbers yet")
        self._places: list[tuple[int, float, float]] = []  # of each its row, its x, its width
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_lines(self, lines: tuple[tuple[str, str], ...]) -> None:
        """Show other numbers."""
        if lines != self.lines:
            self.lines, self._places = lines, _places(lines)
            rows = 1 + max((row for row, _, _ in self._places), default=-1)
            self.fixed = (WIDTH, LINE * rows)
            self.measure()
            words = "\n".join(f"{plain(name)} = {plain(value)}" for name, value in lines)
            self.setToolTip(plain_tip(f"{words}\n{WHY_TIP}"))
            self.setAccessibleName(words or "no numbers yet")
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        p = self.colours
        with self.painter() as painter:
            for (row, x, width), (name, value) in zip(self._places, self.lines, strict=True):
                baseline = middle_baseline(QRectF(x, LINE * row, width, LINE))
                title = layout(name, TEXT)
                title.draw(painter, x, baseline, p.ink_2)
                line, _ = _largest_layout(value, TEXT, width - GAP - title.width)
                line.draw(painter, x + width - line.width, baseline, p.ink)
            if self.hasFocus():
                edge = self.area.adjusted(1.0, 1.0, -1.0, -1.0)
                paint_box(painter, edge, 4, edge=p.ink, width=1.5)


def _places(lines: tuple[tuple[str, str], ...]) -> list[tuple[int, float, float]]:
    """The row, the x and the width of each line: beside the one before where both are short."""
    places: list[tuple[int, float, float]] = []
    row, is_left_taken = 0, False
    for name, value in lines:
        is_short = layout(name, TEXT).width + GAP + layout(value, TEXT).width <= COLUMN
        if is_left_taken and not is_short:
            row, is_left_taken = row + 1, False
        places.append(
            (row, COLUMN + BETWEEN if is_left_taken else 0.0, COLUMN if is_short else WIDTH)
        )
        row += is_left_taken or not is_short
        is_left_taken = is_short and not is_left_taken
    return places


class SupportCounts(Themed, QWidget):
    """How many support vectors are free, bound and wrong, each beside its symbol on the canvas."""

    fixed = (WIDTH, COUNTS_HEIGHT)

    def __init__(self) -> None:
        super().__init__()
        self.counts: tuple[int, int, int] | None = None
        self.setToolTip(
            plain_tip(
                "free: on its margin line · bound: inside the margin, with the largest multiplier, "
                "C/n times the weight of its class · "
                "wrong: on the wrong side of the boundary"
            )
        )

    def show_counts(self, counts: tuple[int, int, int] | None) -> None:
        """Show other counts."""
        if counts != self.counts:
            self.counts = counts
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.counts is None:
            return
        p = self.colours
        with self.painter() as painter:
            baseline = middle_baseline(self.area)
            for k, (count, word) in enumerate(zip(self.counts, WORDS, strict=True)):
                x = k * WIDTH / len(WORDS)
                paint_support_symbol(painter, QPointF(x + 9.0, 0.5 * COUNTS_HEIGHT), word, p)
                layout(f"{count} {word}", TEXT).draw(painter, x + SYMBOL, baseline, p.ink)


class FitOutcome(Themed, QuietArea):
    """The results of the selected method: numbers over counts, of one height for every method, so
    that nothing moves; only a pair of several classes has a line more.
    """

    def __init__(self) -> None:
        super().__init__()
        self.solution, self.counts, content = SolutionLines(), SupportCounts(), QWidget()
        self._height = OUTCOME_HEIGHT
        self._column = in_column(content, self.solution, self.counts, 1)
        self.setWidget(content)
        self.measure()

    def measure(self) -> None:
        self.setFixedHeight(self.px(self._height))
        self._column.setContentsMargins(self.px(PADDING), 0, self.px(PADDING), 0)

    def show_nothing_yet(self) -> None:
        """Clear the numbers, which may belong to other points, and keep their places."""
        self.solution.show_lines(tuple((name, "…") for name, _ in self.solution.lines))
        self.counts.show_counts(None)

    def show_numbers(
        self, lines: tuple[tuple[str, str], ...], counts: tuple[int, int, int] | None
    ) -> None:
        """Show the results."""
        self.solution.show_lines(lines)
        self.counts.show_counts(counts)
        self.counts.setVisible(counts is not None)
        below = 0 if counts is None else COUNTS_HEIGHT
        height = min(max(self.solution.fixed[1] + below, OUTCOME_HEIGHT), MOST_HEIGHT)
        if height != self._height:
            self._height = height
            self.measure()


HALF = 0.5 * (WIDTH - 8)
FEW_POINTS = 2000
OTHER_PENALTY = "Another penalty, so another model."


class OriginForm(QWidget):
    """Two buttons for the origin and the units of powers: those of the points, or none;
    ``changed(value, final)`` carries the map or kernel with others.
    """

    changed = Signal(object, bool)

    def __init__(self, value: Centred, theme: Theme) -> None:
        super().__init__()
        self._value, self._X = value, np.empty((0, 2))
        self.setObjectName("origin")
        tip = (
            "The powers of x itself, about (0, 0) in units of 1, as the lectures write them. "
            f"{OTHER_PENALTY}"
        )
        self.centre = push_button("Centre and scale", self._centre, "centre-and-scale")
        self.as_written = push_button("As written", self._write, "as-written", tip)
        row = PlacedParts(WIDTH, ROW)
        for place, button in enumerate((self.centre, self.as_written)):
            row.place(button, place * (HALF + 8), 4, HALF, 28)
        in_column(self, row)
        restyle(self, theme)

    def show_value(self, value: Centred, X: Floats) -> None:
        """Offer the mean and the deviations of the points X (n, 2), or none."""
        self._value, self._X = value, X
        # A few thousand points give mean and spread well enough to decide whether others would
        # help; the button uses all.
        about_data = value.anew(X[:: 1 + len(X) // FEW_POINTS])
        words = about_data.words or "about (0, 0) in units of 1"
        self.centre.setToolTip(
            plain_tip(
                f"Take powers {words}: mean and spread of the points, rounded. {OTHER_PENALTY}"
            )
        )
        self.centre.setEnabled(about_data != value)
        self.as_written.setEnabled(not value.is_as_written)

    def _centre(self) -> None:
        self.changed.emit(self._value.anew(self._X), True)

    def _write(self) -> None:
        self.changed.emit(self._value.as_written, True)
