"""A box for one exact number: it shows as many digits as fit, and says why it refuses a text."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from ...markup.numbers import MINUS
from ..timers import make_timer
from .layouts import KeepsKeys, plain_tip
from .themed import Themed, give_back_keyboard, has_canvas

HEIGHT = 28
# of the stylesheet, beside the text; borders and Qt's own margins
PADDING, BORDERS = 9, 2 * (1 + 2)
DIGITS = 10  # of a parameter: more are not needed, and fewer would not distinguish breakpoints
BUBBLE_WIDTH, BUBBLE_MS = 300, 8000
SHOWN_OF_TEXT = 40  # characters of a refused text that are quoted
# 1,000 is a thousand in one country and 1 in another
THOUSANDS = re.compile(r"[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?")
THOUSAND = "a number without commas between thousands, as in 1000 or 1.000"
ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class NumberField(KeepsKeys, Themed, QLineEdit):
    """A field for one exact number: ``entered`` on Enter or when the field is left, and only for a
    number that is allowed.

    ``problem_with`` says what is wrong with a value (None: nothing).  A wrong entry outlines the
    field while it is typed; when the field is left the last good number is put back, and a bubble
    below says why.  In the main window Enter and Escape give the keyboard back to the canvas; in a
    dialog they belong to its buttons.  Enter on a refused entry does neither: the field keeps the
    keyboard for the next try.
    """

    fixed = (None, HEIGHT)
    entered = Signal(object)
    side = Qt.AlignmentFlag.AlignRight

    def __init__(
        self,
        value: object,
        problem_with: Callable[[object], str | None],
        *,
        is_whole: bool = False,
    ) -> None:
        super().__init__()
        self._value, self._problem_with, self._whole = value, problem_with, is_whole
        self.refusal = ""  # the words about the last entry, until the next one
        self._just_entered = False  # by the click that is still pressed
        self.setAlignment(self.side)
        self._show_value()
        self.textEdited.connect(self._judge)
        self.editingFinished.connect(self._finish)

    @property
    def value(self) -> object:
        """The last good number (None where the parameter may be empty)."""
        return self._value

    @property
    def number(self) -> float:
        """The last good number as a float, NaN where the field is empty."""
        return float(self._value) if isinstance(self._value, int | float) else math.nan

    def set_value(self, value: object) -> None:
        """Show another number without a signal; text that is being typed stays."""
        if value != self._value:
            self._value = value
            hide_bubble(self)
            if not (self.hasFocus() and self.isModified()):
                self._show_value()

    def _show_value(self) -> None:
        room = self.width() - 2 * self.px(PADDING) - BORDERS
        text = fitting_text(
            self._value, lambda text: QFontMetricsF(self.font()).horizontalAdvance(text) <= room
        )
        self.setText(text)
        # if nothing fits, the last digits are hidden, never the first ones
        self.setCursorPosition(0)
        self._mark("" if text == number_text(self._value) else f"Exactly {self._value}")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self.isModified():
            self._show_value()

    # --- the keyboard -----------------------------------------------------------------------------

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.selectAll()
        self._just_entered = event.reason() == Qt.FocusReason.MouseFocusReason

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if self._just_entered and not self.hasSelectedText():
            # the click that enters the field selects its number; the next one sets the cursor
            self.selectAll()
        self._just_entered = False

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)  # so that a third click is recognised
        self.selectAll()  # a number is one word, which its point does not end

    def keeps(self, event: QKeyEvent) -> bool:
        """Escape, which ends the entry."""
        return event.key() == Qt.Key.Key_Escape

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and (self.isModified() or has_canvas(self)):
            self._show_value()
            give_back_keyboard(self)
            return
        was_typed = self.isModified()
        super().keyPressEvent(event)
        if event.key() not in ENTER_KEYS:
            return
        if not was_typed:
            self.refusal = ""  # it was read, and the good number is what is meant
        is_refused = bool(self.refusal)
        # else the default button of a dialog is pressed
        event.setAccepted(is_refused or has_canvas(self))
        if is_refused:
            self.selectAll()  # the next try goes into the field, and is not a key of the canvas
        else:
            give_back_keyboard(self)

    # --- reading ----------------------------------------------------------------------------------

    def _read(self) -> tuple[object, str | None]:
        """The typed text as a value, and its fault."""
        text = self.text().strip().replace(MINUS, "-")
        if not text:
            return None, self._problem_with(None)
        if THOUSANDS.fullmatch(text):
            return None, THOUSAND
        text = text.replace(",", ".")
        try:
            value: object = int(text) if self._whole else float(text)
        except ValueError:
            return None, "a whole number" if self._whole else "a number"
        return value, self._problem_with(value)

    def _judge(self) -> None:
        _, problem = self._read()
        self.refusal = ""
        hide_bubble(self)
        self._mark("" if problem is None else f"This must be {problem}.", wrong=problem is not None)

    def _finish(self) -> None:
        if not self.isModified():
            return
        text = self.text().strip()
        value, problem = self._read()
        if problem is not None:
            self._show_value()
            self._refuse(text, problem)
            return
        changed = value != self._value
        self._value = value
        self._show_value()
        if changed:
            self.entered.emit(value)

    def take_text(self, text: str) -> None:
        """Take a text as if it had been typed into the field."""
        self.setText(text)
        self.setModified(True)
        NumberField._finish(self)

    def _refuse(self, text: str, problem: str) -> None:
        shortened = text if len(text) <= SHOWN_OF_TEXT else f"{text[:SHOWN_OF_TEXT]}…"
        fault = f"“{shortened}” is not allowed here" if text else "This cannot be empty"
        remark = f" It is still {self.text()}." if self.text() else ""
        self.refusal = f"{fault}: it must be {problem}.{remark}"
        show_bubble(self, self.refusal)

    def _mark(self, words: str, *, wrong: bool = False) -> None:
        self.setToolTip(plain_tip(words))
        state = "true" if wrong else "false"
        if self.property("wrong") != state:
            self.setProperty("wrong", state)
            self.style().unpolish(self)
            self.style().polish(self)


class TextField(NumberField):
    """The same for a text in a small language, such as features written as formulas."""

    side = Qt.AlignmentFlag.AlignLeft

    def _show_value(self) -> None:
        self.setText(str(self._value))
        self.setCursorPosition(0)
        self._mark(str(self._value))

    def _read(self) -> tuple[object, str | None]:
        text = self.text().strip()
        return text, self._problem_with(text)


class NumbersField(TextField):
    """The same for several numbers, with commas, semicolons or blanks between them."""

    def _show_value(self) -> None:
        numbers = self._value if isinstance(self._value, tuple) else ()
        self.setText(", ".join(f"{number:.12g}" for number in numbers).replace("-", MINUS))
        self.setCursorPosition(0)
        self._mark(self.text())

    def _read(self) -> tuple[object, str | None]:
        parts = self.text().replace(MINUS, "-").replace(";", " ").replace(",", " ").split()
        try:
            value = tuple(float(part) for part in parts) or None
        except ValueError:
            return None, "numbers with commas between them"
        return value, self._problem_with(value)


def finite_fault(value: object) -> str | None:
    """The fault of a value that must be a finite number."""
    return None if isinstance(value, int | float) and math.isfinite(value) else "a finite number"


def whole_number_fault(low: int, high: int) -> Callable[[object], str | None]:
    """The fault of a value that must be a whole number between two, both included."""
    return lambda value: (
        None
        if isinstance(value, int) and low <= value <= high
        else f"a whole number from {low} to {high}"
    )


class Bubble(QLabel):
    """A sentence below a field, for some seconds; a window has one."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.of: QWidget | None = None  # beside which it is shown
        self.setObjectName("bubble")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._timer = make_timer(BUBBLE_MS, self, self.hide, single_shot=True)

    def say(self, field: QWidget, sentence: str) -> None:
        """Show a sentence below a field (above it where there is no room), inside the window."""
        self.of = field
        self.setText(sentence)
        self.setAccessibleName(sentence)
        window = self._window
        width = min(BUBBLE_WIDTH, window.width() - 16)
        self.ensurePolished()  # includes the padding of the style before the first showing
        self.setFixedSize(width, self.heightForWidth(width))
        below = field.mapTo(window, QPoint(field.width() - width, field.height() + 4))
        y = (
            below.y()
            if below.y() + self.height() <= window.height() - 8
            else below.y() - field.height() - 8 - self.height()
        )
        self.move(min(max(8, below.x()), window.width() - width - 8), max(8, y))
        self.show()
        self.raise_()
        self._timer.start()


def show_bubble(widget: QWidget, sentence: str) -> None:
    """Show a sentence beside a widget."""
    bubble = bubble_of(widget) or Bubble(widget.window())
    bubble.say(widget, sentence)


def hide_bubble(widget: QWidget) -> None:
    """Hide the sentence beside a widget whose number has changed or is being typed."""
    bubble = bubble_of(widget)
    if bubble is not None and bubble.of is widget:
        bubble.hide()


def bubble_of(widget: QWidget) -> Bubble | None:
    """The bubble of a widget's window, if it has one yet."""
    return widget.window().findChild(Bubble, options=Qt.FindChildOption.FindDirectChildrenOnly)


def refused_field(dialog: QWidget) -> NumberField | None:
    """A field of a dialog whose entry has just been refused: the dialog stays open, so that the
    reason can be read.

    Reported once for every refusal: a second OK accepts the number that was restored.
    """
    field = next((field for field in dialog.findChildren(NumberField) if field.refusal), None)
    if field is not None:
        show_bubble(field, field.refusal)
        field.setFocus()
        field.refusal = ""
    return field


def number_text(value: object, digits: int = DIGITS) -> str:
    """A parameter as its field shows it: all its digits, at least two decimals for small numbers, a
    true minus.
    """
    if value is None:
        return ""
    if isinstance(value, int):
        return str(value).replace("-", MINUS)
    assert isinstance(value, float)
    text = f"{value:.{digits}g}"
    if "e" not in text and abs(value) < 100 and len(text.partition(".")[2]) < 2:
        text = f"{value:.2f}"
    return text.replace("-", MINUS)


def fitting_text(value: object, fits: Callable[[str], bool]) -> str:
    """A number with as many digits as fit, at least one; a long whole number becomes a power of
    ten.
    """
    exact = number_text(value)
    if fits(exact) or not isinstance(value, int | float):
        return exact
    if isinstance(value, int):
        texts = [f"{value:.{decimals}e}".replace("-", MINUS) for decimals in range(DIGITS, -1, -1)]
    else:
        texts = [number_text(value, digits) for digits in range(DIGITS - 1, 0, -1)]
    return next((text for text in texts if fits(text)), texts[-1])
