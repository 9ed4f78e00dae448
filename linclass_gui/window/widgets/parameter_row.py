"""A parameter by its annotation: a row with its name and its control."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import Signal

from solvers import Parameter

from ...draw.lettering import TextStyle, layout
from ...markup.mathtext import plain
from .controls import HEIGHT, ComboField, Scale, Slider, TickBox
from .layouts import plain_tip, with_name
from .number_field import NumberField, NumbersField, TextField
from .themed import FORMULA, TEXT, MathLabel, PlacedParts

WIDTH = 320  # of the rows
ROW = 36
FIELD_WIDTH, CONTROL_WIDTH = 96, 184
TEXT_LABEL = 64  # before a field for a text
TEXT_KINDS = ("text", "numbers")  # kinds of parameters that have such a field
INLINE = 34  # a symbol as narrow as this leaves the slider its full length


class ParameterRow(PlacedParts):
    """One parameter with its control: ``changed(name, value, final)``, where only a slider being
    dragged is not final.
    """

    changed = Signal(str, object, bool)

    def __init__(self, parameter: Parameter, value: object) -> None:
        scale = scale_of(parameter)
        super().__init__(WIDTH, HEIGHT if scale is not None else ROW)
        self.parameter = parameter
        self.slider: Slider | None = None
        self.field: NumberField | None = None
        self._controls: list[Any] = []  # each shows the value
        self.setObjectName(f"parameter-{parameter.name}")
        label_width = self._make_label(scale)
        if parameter.kind == "choice":
            assert parameter.choice is not None
            combo, label_of = ComboField(), parameter.choice.label_of
            combo.offer((option, label_of(option)) for option in parameter.choice.options)
            self._add("choice", combo)
        elif parameter.kind == "bool":
            self._add("tick", TickBox())
        elif parameter.kind in TEXT_KINDS:
            kind = TextField if parameter.kind == "text" else NumbersField
            self._add_field(kind(value, parameter.problem_with), TEXT_LABEL)
        else:
            if scale is not None:
                self.slider = with_name(
                    Slider(scale, scale.low), f"slider-{parameter.name}", spoken(parameter)
                )
                self.slider.moved.connect(self._slide)
                self.slider.released.connect(self._release)
                # 14 px before the field, less the excess of the slider over its groove.
                room = WIDTH - FIELD_WIDTH - 14 - label_width
                self.place(self.slider, label_width, 0, room, HEIGHT)
            is_whole = parameter.kind == "int"
            field = NumberField(value, parameter.problem_with, is_whole=is_whole)
            self._add_field(field, WIDTH - FIELD_WIDTH)
        self.set_value(value)

    def _add(self, word: str, control: Any, x: float = WIDTH - CONTROL_WIDTH) -> None:
        """Put a control between an x and the end of the row."""
        control.entered.connect(self._enter)
        with_name(control, f"{word}-{self.parameter.name}", spoken(self.parameter))
        self._controls.append(control)
        self.place(control, x, 4, WIDTH - x, 28)

    def _add_field(self, field: NumberField, x: float) -> None:
        self.field = field
        field.setPlaceholderText("none" if self.parameter.optional else "")
        self._add("field", field, x)

    def set_value(self, value: Any) -> None:
        """Show a value without a signal."""
        for control in self._controls:
            control.set_value(value)
        if self.slider is not None:
            self.slider.set_value(self.slider.scale.low if value is None else float(value))

    def _make_label(self, scale: Scale | None) -> int:
        """The name on the left; the x at which a slider may begin."""
        symbol = self.parameter.symbol
        as_math = is_symbol(symbol)
        words = name_in_words(self.parameter)
        text = symbol.strip("$") if as_math else words[:1].upper() + words[1:]
        label = MathLabel(
            text,
            size=FORMULA if as_math else TEXT,
            mode="math" if as_math else "label",
            tone="ink" if as_math else "ink_2",
        )
        is_short = as_math and layout(text, FORMULA, TextStyle(mode="math")).width <= INLINE
        is_word = not as_math and layout(text, TEXT).width <= TEXT_LABEL - 8
        width = WIDTH - CONTROL_WIDTH - 8
        if self.parameter.kind in TEXT_KINDS or (scale is not None and is_word):
            width = TEXT_LABEL
        if scale is not None and is_short:
            width = 30
        self.place(label, 0, 0, width, ROW)
        label.setToolTip(
            plain_tip(f"{self.parameter.name.replace('_', ' ')}: {self.parameter.expectation}")
        )
        return width

    def _slide(self, value: float) -> None:
        number = round(value) if self.parameter.kind == "int" else value
        if self.parameter.problem_with(number) is not None:
            return
        self.set_value(number)
        self.changed.emit(self.parameter.name, number, False)

    def _release(self) -> None:
        if self.field is not None:
            self.changed.emit(self.parameter.name, self.field.value, True)

    def _enter(self, value: object) -> None:
        self.set_value(value)
        self.changed.emit(self.parameter.name, value, True)


def is_symbol(text: str) -> bool:
    """Whether a parameter's name is mathematics (C, λ, p_+) rather than a word."""
    return len(text) <= 1 or any(mark in text for mark in "_^$\\+") or not text.isascii()


def spoken(parameter: Parameter) -> str:
    """The name of a parameter for screen readers: the label that is seen, and of a symbol the word
    for it.
    """
    symbol, word = parameter.symbol, parameter.name.replace("_", " ")
    if not is_symbol(symbol):
        return symbol[:1].upper() + symbol[1:]
    label = plain(f"${symbol}$")
    return label if label == word else f"{label}, {word}"


def scale_of(parameter: Parameter) -> Scale | None:
    """The scale of a parameter's slider, None without a bounded range."""
    if parameter.kind not in ("int", "float") or parameter.range is None:
        return None
    limits = parameter.range
    low, high = limits.slider or (limits.low, limits.high)
    if not (math.isfinite(low) and math.isfinite(high)) or (limits.log and low <= 0):
        return None
    return Scale(low, high, limits.log, parameter.kind == "int")


def name_in_words(parameter: Parameter) -> str:
    """The name of a parameter in a sentence: symbols in italics, as in ``offset b``."""
    symbol = parameter.symbol
    if is_symbol(symbol):
        return f"${symbol.strip('$')}$"
    words, _, last = symbol.rpartition(" ")
    return f"{words} ${last}$" if len(last) == 1 and words else symbol
