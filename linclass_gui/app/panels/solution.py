"""The objective and the results of a method: formula, numbers, and counts of support vectors, painted in fixed places."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget

from ...core.markup.mathtext import plain
from ...draw.lettering.text import PLAIN, Layout, TextStyle, layout
from ...draw.small.pictures import paint_support_symbol
from ..widgets.basics import FORMULA, TEXT, Themed, middle_baseline
from ..widgets.layouts import in_column
from ..widgets.plain_words import tip
from ..widgets.scrolling import QuietArea
from .forms import PADDING, WIDTH

FORMULA_HEIGHT, LINE, COUNTS_HEIGHT = 64, 22, 36
OUTCOME_HEIGHT = 6 * LINE  # w, b, the quantities of a margin method, and the counts
GAP = 8.0  # between a name and its number at least
WORDS, SYMBOL = ("free", "bound", "wrong"), 25.0  # the kinds of support vectors, and the width of a symbol before its words


def _largest_layout(text: str, size: float, room: float, style: TextStyle = PLAIN) -> tuple[Layout, float]:
    """A text at the largest size up to ``size`` that fits into a width, and that size."""
    shown = layout(text, size, style)
    if shown.width > room:
        size = round(size * room / shown.width - 0.05, 1)
        shown = layout(text, size, style)
    return shown, size


class FormulaLabel(Themed, QWidget):
    """The objective, as large as the panel's width allows."""

    fixed = (WIDTH, FORMULA_HEIGHT)

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text
        self.setToolTip("What the method optimises")
        self.setAccessibleName(plain(f"${text}$"))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, room = self.painter(), self.area
        text, size = _largest_layout(self._text, FORMULA, room.width(), TextStyle(mode="math"))
        baseline = (
            0.5 * room.height() + 0.36 * size if text.height < 2.2 * size else 0.5 * (room.height() + text.ascent - text.descent)
        )
        text.draw(painter, 0.0, baseline, self.colours.ink)


class SolutionLines(Themed, QWidget):
    """Names on the left, numbers on the right, one below the other."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: tuple[tuple[str, str], ...] = ()
        self.measure()

    def show_lines(self, lines: tuple[tuple[str, str], ...]) -> None:
        """Show other numbers."""
        if lines != self.lines:
            self.lines = lines
            self.measure()
            self.setToolTip(tip("\n".join(f"{plain(name)} = {plain(value)}" for name, value in lines)))
            self.update()

    def measure(self) -> None:
        self.setFixedSize(self.px(WIDTH), self.px(LINE * len(self.lines)))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, p = self.painter(), self.colours
        for place, (name, value) in enumerate(self.lines):
            baseline = middle_baseline(QRectF(0, LINE * place, WIDTH, LINE))
            title = layout(name, TEXT)
            title.draw(painter, 0.0, baseline, p.ink_2)
            shown, _ = _largest_layout(value, TEXT, WIDTH - GAP - title.width)
            shown.draw(painter, WIDTH - shown.width, baseline, p.ink)


class SupportCounts(Themed, QWidget):
    """How many support vectors are free, bound and wrong, each beside its symbol on the canvas."""

    fixed = (WIDTH, COUNTS_HEIGHT)

    def __init__(self) -> None:
        super().__init__()
        self.counts: tuple[int, int, int] | None = None
        self.setToolTip(
            "free: on its margin line · bound: inside the margin, with the largest multiplier, C/n times the weight of its class · "
            "wrong: on the wrong side of the boundary"
        )

    def show_counts(self, counts: tuple[int, int, int] | None) -> None:
        """Show other counts."""
        if counts != self.counts:
            self.counts = counts
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.counts is None:
            return
        painter, p = self.painter(), self.colours
        baseline = middle_baseline(self.area)
        for x, text, word in zip(self.places(), self._texts(), WORDS, strict=True):
            paint_support_symbol(painter, QPointF(x + 9.0, 0.5 * COUNTS_HEIGHT), word, p)
            text.draw(painter, x + SYMBOL, baseline, p.ink)

    def _texts(self) -> list[Layout]:
        return [layout(f"{count} {word}", TEXT) for count, word in zip(self.counts or (0, 0, 0), WORDS, strict=True)]

    def places(self) -> list[float]:
        """The places of the symbols.

        Each has room for three digits, so that they stay where they are while numbers change; larger counts move together.
        """
        rooms, gap = [layout(f"000 {word}", TEXT).width for word in WORDS], 16.0
        texts = [text.width for text in self._texts()]
        if any(text > room for text, room in zip(texts, rooms, strict=True)):
            rooms, spare = texts, WIDTH - sum(texts) - SYMBOL * len(WORDS)
            gap = max(6.0, min(gap, spare / (len(WORDS) - 1)))
        return [sum(rooms[:k]) + k * (SYMBOL + gap) for k in range(len(WORDS))]


class Outcome(Themed, QuietArea):
    """The results of the selected method: numbers over counts, of one height for every method, so that nothing moves."""

    def __init__(self) -> None:
        super().__init__()
        self.solution, self.counts, content = SolutionLines(), SupportCounts(), QWidget()
        self._column = in_column(content, self.solution, self.counts, 1)
        self.setWidget(content)
        self.measure()

    def measure(self) -> None:
        self.setFixedHeight(self.px(OUTCOME_HEIGHT))
        self._column.setContentsMargins(self.px(PADDING), 0, self.px(PADDING), 0)

    def show_nothing_yet(self) -> None:
        """Clear the numbers, which may belong to other points, and keep their places."""
        self.solution.show_lines(tuple((name, "…") for name, _ in self.solution.lines))
        self.counts.show_counts(None)

    def show_numbers(self, lines: tuple[tuple[str, str], ...], counts: tuple[int, int, int] | None) -> None:
        """Show the results."""
        self.solution.show_lines(lines)
        self.counts.show_counts(counts)
        self.counts.setVisible(counts is not None)
