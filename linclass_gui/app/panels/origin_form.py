"""The origin and units of a map or a kernel, a button for those of the data, and one for (0, 0) and 1."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from solvers import Floats
from solvers.centring import ORIGIN, UNITS, Centred, pair

from ...core.appearance.theme import Theme
from ..widgets.basics import MathLabel, Placed, restyle
from ..widgets.layouts import in_column, push_button
from .forms import ROW, WIDTH
from .solution import LINE, SolutionLines

HALF = 0.5 * (WIDTH - 8)
FEW = 2000
ANOTHER = "Another penalty, so another model."


class OriginForm(QWidget):
    """Origin and units in numbers; ``changed(value, final)`` carries the map or kernel with others."""

    changed = Signal(object, bool)

    def __init__(self, value: Centred, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._value, self._about_data = value, value
        self._X: Floats | None = None
        self.setObjectName("origin")
        self.lines = SolutionLines()
        tip = f"The powers of x itself, about (0, 0) in units of 1, as the lectures write them. {ANOTHER}"
        self.centre = push_button("Centre and scale", self._centre, "centre-and-scale")
        self.as_written = push_button("As written", self._write, "as-written", tip)
        row = Placed(WIDTH, ROW)
        for place, each in enumerate((self.centre, self.as_written)):
            row.place(each, place * (HALF + 8), 4, HALF, 28)
        self._offer = Placed(WIDTH, LINE)
        self.sentence = MathLabel("Far from its origin a power loses digits.", tone="ink_2")
        self._offer.place(self.sentence, 0, 0, WIDTH, LINE)
        in_column(self, self.lines, row, self._offer)
        restyle(self, theme)
        self.show_value(value, None, is_in_need=False)

    def show_value(self, value: Centred, X: Floats | None, is_in_need: bool) -> None:
        """Show an origin and units beside those of the points X (n, 2); ``is_in_need``: the fit did not reach its optimum."""
        self._value, self._X = value, X
        # A few thousand points give mean and spread well enough to decide whether others would help; the button uses all.
        self._about_data = value if X is None else value.anew(X[:: 1 + len(X) // FEW])
        origin, units = value.origin or ORIGIN, value.units or UNITS
        self.lines.show_lines((("Origin of powers", pair(origin)), ("Units", "1" if units == UNITS else pair(units))))
        there = self._about_data.words or "about (0, 0) in units of 1"
        self.centre.setToolTip(f"Take powers {there}: mean and spread of the points, rounded. {ANOTHER}")
        self.centre.setEnabled(self._about_data != value)
        self.as_written.setEnabled(not value.is_as_written)
        self._offer.setVisible(self._about_data != value and (is_in_need or is_far(value, self._about_data)))

    @property
    def is_offered(self) -> bool:
        """Whether the sentence that recommends it is shown."""
        return not self._offer.isHidden()

    def _centre(self) -> None:
        self.changed.emit(self._value if self._X is None else self._value.anew(self._X), True)

    def _write(self) -> None:
        self.changed.emit(self._value.as_written, True)


def is_far(value: Centred, about_data: Centred) -> bool:
    """Whether the data lie more than ten units from the origin, or have other units by more than a factor of ten."""
    parts = zip(value.origin or ORIGIN, value.units or UNITS, about_data.origin or ORIGIN, about_data.units or UNITS, strict=True)
    return any(abs(there - origin) > 10.0 * new or not 0.1 <= unit / new <= 10.0 for origin, unit, there, new in parts)
