"""Forms made from annotated parameters: one row each, with the control for its annotation."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from solvers import Parameter
from solvers.centring import Centred

from ...markup.mathtext import plain
from ...scene.document import Document
from ...scene.methods import MethodInUse, parameters_for
from ...scene.theme import Theme
from ..widgets.layouts import in_column, plain_tip, with_name
from ..widgets.number_field import NumberField
from ..widgets.parameter_row import (
    CONTROL_WIDTH,
    FIELD_WIDTH,
    ROW,
    WIDTH,
    ParameterRow,
    name_in_words,
    scale_of,
)
from ..widgets.themed import FORMULA, MathLabel, PlacedParts, restyle
from .sections import FoldButton

PADDING = 16  # of the panel's content
MORE_HEIGHT = 28  # the row that opens what is rarely changed
MAIN = 2  # parameters that are always shown where none sets the strength


class ReciprocalRow(PlacedParts):
    """The reciprocal of a parameter, as other books define it, in a field: ``changed(name, value,
    final)`` carries the parameter itself.
    """

    changed = Signal(str, object, bool)

    def __init__(self, parameter: Parameter, value: float) -> None:
        super().__init__(WIDTH, ROW)
        self.parameter = parameter
        self.setObjectName(f"reciprocal-{parameter.name}")
        words = self.words = f"{parameter.reciprocal} = 1/{parameter.symbol}"
        label = MathLabel(words, size=FORMULA, mode="math", tone="ink")
        label.setToolTip(plain_tip(f"The same number as other books define it: {words}"))
        self.place(label, 0, 0, WIDTH - CONTROL_WIDTH - 8, ROW)
        self.field = with_name(
            NumberField(inverse(value), self._problem_with),
            f"field-reciprocal-{parameter.name}",
            words,
        )
        self.field.entered.connect(self._enter)
        self.place(self.field, WIDTH - FIELD_WIDTH, 4, FIELD_WIDTH, 28)

    def set_value(self, value: object) -> None:
        """Show the reciprocal of a value, without a signal."""
        if isinstance(value, int | float):
            self.field.set_value(inverse(value))

    def _problem_with(self, value: object) -> str | None:
        return self.parameter.problem_with(
            inverse(value) if isinstance(value, int | float) else value
        )

    def _enter(self, value: object) -> None:
        if isinstance(value, int | float):
            self.changed.emit(self.parameter.name, inverse(value), True)


def inverse(value: float) -> float:
    """The reciprocal of a number as written: 1/0.1 is 10, and 1/10 is 0.1; empty for 0."""
    return math.nan if value == 0.0 else float(f"{1.0 / value:.15g}")


class ParameterForm(QWidget):
    """The rows of one frozen dataclass; ``changed(value, final)`` carries it with one field
    changed.
    """

    changed = Signal(object, bool)

    def __init__(self, value: Any, theme: Theme, classes: int = 2) -> None:
        super().__init__()
        self.value = value
        self.rows: dict[str, ParameterRow] = {}
        self.reciprocals: dict[str, ReciprocalRow] = {}
        parameters = list(parameters_for(value, classes))
        if isinstance(value, Centred):  # origin and units are changed less often than the degree
            parameters.sort(key=lambda parameter: parameter.kind == "numbers")
        for parameter in parameters:
            if parameter.kind == "other":
                continue
            row = ParameterRow(parameter, getattr(value, parameter.name))
            row.changed.connect(self._change)
            self.rows[parameter.name] = row
            if parameter.reciprocal:
                other = ReciprocalRow(parameter, getattr(value, parameter.name))
                other.changed.connect(self._change)
                self.reciprocals[parameter.name] = other
        self._lay_out()
        self._show_applicable()
        restyle(self, theme)

    def _lay_out(self) -> None:
        inside = in_column(self)
        for name, row in self.rows.items():
            inside.addWidget(row)
            if name in self.reciprocals:
                inside.addWidget(self.reciprocals[name])

    def set_value(self, value: Any) -> None:
        """Show another value of the same class, without a signal."""
        if value == self.value:
            return
        self.value = value
        for name, row in self.rows.items():
            row.set_value(getattr(value, name))
        for name, other in self.reciprocals.items():
            other.set_value(getattr(value, name))
        self._show_applicable()

    def _change(self, name: str, value: object, final: bool) -> None:
        self.value = replace(self.value, **{name: value})
        if name in self.reciprocals:
            self.rows[name].set_value(value)
            self.reciprocals[name].set_value(value)
        self._show_applicable()
        self.changed.emit(self.value, final)

    def _show_applicable(self) -> None:
        for row in self.rows.values():
            row.setVisible(row.parameter.applies(self.value))


class MoreButton(FoldButton):
    """A row that opens the parameters rarely changed; pointed at, it names those that are
    hidden.
    """

    fixed = (WIDTH, MORE_HEIGHT)
    is_rest_seen = False

    def __init__(self) -> None:
        super().__init__("More", "")
        self.setObjectName("more-parameters")

    def show_names(self, names: tuple[str, ...], *, is_open: bool) -> None:
        """Show what is hidden, or that all is shown."""
        self.show_folded(not is_open)
        self.set_rest("" if is_open else ", ".join(names))
        words = plain(", ".join(names))
        state = "unfolded" if is_open else "folded"
        self.setAccessibleName(f"More parameters, {state}: {words}")
        self.setToolTip(plain_tip(f"{'Hide' if is_open else 'Show'} {words}"))


class MethodForm(ParameterForm):
    """The parameters of a method: the main ones above its space (``middle``), the others behind
    *More*.

    A value that is not the default stays outside.  What is outside is decided while *More* is
    closed: no row moves below the hand that changes it.
    """

    opened = Signal(bool)

    def __init__(
        self,
        value: Any,
        theme: Theme,
        middle: QWidget,
        classes: int = 2,
        *,
        is_open: bool = False,
    ) -> None:
        self.middle, self.is_open = middle, is_open
        self._outside: set[str] = set()
        self._main: set[str] = set()
        super().__init__(value, theme, classes=classes)

    def _lay_out(self) -> None:
        strength = self.value.strength
        self._main = set([*self.rows][:MAIN] if strength is None else [strength.name])
        self._outside = self._unusual()
        self.more = MoreButton()
        self.more.clicked.connect(self._toggle)
        self._inside = in_column(self)
        self._order: list[QWidget] = []
        self._put_in_order()

    def _put_in_order(self) -> None:
        above = [self.rows[name] for name in self.rows if name in self._main]
        outside = [self.rows[name] for name in self.rows if name in self._outside]
        order = [*above, self.middle, *outside, self.more, *self._rest().values()]
        if order != self._order:
            self._order = order
            for place, part in enumerate(order):
                self._inside.insertWidget(place, part)

    def _unusual(self) -> set[str]:
        """The parameters behind *More* whose values are not the default."""
        return {
            name
            for name, row in self.rows.items()
            if name not in self._main and getattr(self.value, name) != row.parameter.default
        }

    def _rest(self) -> dict[str, QWidget]:
        """The rows behind *More*, by the words that name them."""
        rest: dict[str, QWidget] = {}
        for name, row in self.rows.items():
            if name in self.reciprocals:
                other = self.reciprocals[name]
                rest[f"${other.words}$"] = other
            if name not in self._main | self._outside:
                rest[name_in_words(row.parameter)] = row
        return rest

    def _show_applicable(self) -> None:
        super()._show_applicable()
        if not self.is_open and not self._unusual() <= self._outside:
            self._outside |= self._unusual()
        self._put_in_order()
        rest = {
            words: part
            for words, part in self._rest().items()
            if not isinstance(part, ParameterRow) or part.parameter.applies(self.value)
        }
        has_more = len(rest) > 1  # one row would take the place of another
        for part in rest.values():
            part.setVisible(self.is_open or not has_more)
        self.more.setVisible(has_more)
        self.more.show_names(tuple(rest), is_open=self.is_open)

    def open(self) -> None:
        """Show all parameters."""
        if not self.is_open:
            self._toggle()

    def _toggle(self) -> None:
        self.is_open = not self.is_open
        if not self.is_open:
            self._outside = self._unusual()
        self._show_applicable()
        self.opened.emit(self.is_open)


@dataclass(frozen=True)
class Knob:
    """A parameter that can be moved: of the method ``id``, in its field ``part`` (the method
    itself, its map or its kernel).
    """

    id: str
    part: str
    parameter: Parameter

    def number_in(self, document: Document) -> float:
        """Its value."""
        return float(getattr(getattr(document.method(self.id), self.part), self.parameter.name))

    def set_in(self, document: Document, value: float) -> MethodInUse:
        """The method with another value."""
        method = document.method(self.id)
        number = round(value) if self.parameter.kind == "int" else value
        return replace(
            method,
            **{self.part: replace(getattr(method, self.part), **{self.parameter.name: number})},
        )


def knobs(document: Document) -> tuple[Knob, ...]:
    """Every parameter with a range: first the parameters shown from the start, then the parameters
    of maps and kernels.
    """
    classes = len(document.dataset.class_names)
    methods = sorted(document.enabled_methods, key=lambda method: method.id != document.selected)
    return tuple(knob for method in methods for knob in _knobs_of(method, classes))


def _knobs_of(method: MethodInUse, classes: int) -> tuple[Knob, ...]:
    strength = method.method.strength
    parts = ("method", "features" if method.kernel is None else "kernel")
    knobs = [
        Knob(method.id, part, parameter)
        for part in parts
        for parameter in parameters_for(getattr(method, part), classes)
        if scale_of(parameter) is not None and parameter.applies(getattr(method, part))
    ]
    first = None if strength is None else strength.name
    return tuple(
        sorted(knobs, key=lambda knob: (knob.parameter.name != first, knob.part == "method"))
    )
