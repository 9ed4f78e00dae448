"""The menu of a heading in the import dialog: how its column is read, and whether it is the
class.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtWidgets import QMenu, QWidget

from solvers.signs import signed_pair

from ...errors import quote
from ...files.cells import is_numeral, number
from ...files.column_kinds import (
    ABOVE,
    ANY_CASE,
    COMMA,
    INDICATORS,
    KINDS,
    LEFT_OUT,
    MARKS,
    POINT,
    YES_NO,
    ColumnKind,
    folded_values,
    values_of,
)
from ...files.evidence import FEW_VALUES
from ...files.tables import MOST_LABELS, SENTENCES, TEXT, TypedColumn
from ...markup.numbers import count_words
from ..widgets.controls import add_choice, passing_menu
from ..widgets.layouts import plain_entry
from ..widgets.number_field import NumberField, finite_fault
from .forms import Form
from .table_parts import LEFT_OUT_CAPTION

SHORT = 24  # characters of a cell in an entry
# What a heading says of a column that somebody chose to read so.
CAPTIONS = {
    POINT: "decimal points",
    COMMA: "decimal commas",
    TEXT: "text",
    ANY_CASE: "any case",
    YES_NO: "0 and 1",
    INDICATORS: "indicators",
    SENTENCES: "words counted",
    LEFT_OUT: LEFT_OUT_CAPTION,
}
TIPS = {
    POINT: "1,234.5 is a thousand and more",
    COMMA: "1.234,5 is a thousand and more",
    TEXT: "No axis, and 01 is another class than 1",
    ANY_CASE: "Yes, yes and YES are one class",
    YES_NO: "The first value becomes 0 and the second, which says yes, becomes 1",
    INDICATORS: "A column for each value but the first: 1 where the row has it, else 0",
    SENTENCES: "The counts of its words are the axes, and naive Bayes weighs all of them",
    LEFT_OUT: "Neither an axis nor a class, nor a column behind the points",
}


@dataclass(frozen=True)
class ColumnChoice:
    """What the menu of a column offers and shows: the column, its kind, whether it is the class."""

    column: TypedColumn
    kind: ColumnKind | None
    is_label: bool

    @property
    def caption(self) -> str:
        """How the column is read, in a word or two."""
        if self.kind is None:
            return "numbers" if self.column.is_numeric else "text"
        if self.kind.name == ABOVE:
            return "> median" if self.kind.cut is None else f"> {self.kind.cut:.6g}"
        return CAPTIONS[self.kind.name]

    @property
    def median(self) -> float | None:
        """The median of the sampled numbers; None where there are none."""
        values = self.column.some_numbers
        return float(np.median(values)) if len(values) else None


def open_column_menu(
    parent: QWidget,
    choice: ColumnChoice,
    choose: Callable[[ColumnKind | None], None],
    take_as_label: Callable[[ColumnKind | None], None],
    ask_for_cut: Callable[[float], None],
) -> QMenu:
    """A menu of the ways to read a column.

    ``choose`` takes one, ``take_as_label`` makes the column the class, read in a way, and
    ``ask_for_cut`` asks for the number between two classes.
    """
    menu = passing_menu(parent)
    menu.setObjectName("column-menu")
    menu.setToolTipsVisible(True)
    column = choice.column
    found_kind = "numbers" if column.is_numeric else "text"
    add_choice(menu, f"As found: {found_kind}", partial(choose, None), choice.kind is None)
    entries = {**_entries_of_marks(column), **_entries_of_values(column)}
    if choice.kind is not None and choice.kind.name not in (ABOVE, *entries):
        entries[choice.kind.name] = KINDS[choice.kind.name]
    for name, words in {**entries, LEFT_OUT: KINDS[LEFT_OUT]}.items():
        kind = ColumnKind(name)
        add_choice(menu, words, partial(choose, kind), _is(choice, name), TIPS[name])
    menu.addSeparator()
    is_class_as_it_is = choice.is_label and not _is(choice, ABOVE)
    # words name classes better than 0 and 1
    kept_kind = choice.kind if _is(choice, TEXT) or _is(choice, ANY_CASE) else None
    add_choice(menu, "The class", partial(take_as_label, kept_kind), is_class_as_it_is)
    median = choice.median
    if median is not None and column.is_numeric:
        cut = choice.kind.cut if choice.kind is not None else None
        add_choice(
            menu,
            f"Two classes at the median, {median:.6g}",
            partial(take_as_label, ColumnKind(ABOVE)),
            _is(choice, ABOVE) and cut is None,
            "The class says whether the number is above the median of its column",
        )
        words = "Two classes at a number…" if cut is None else f"Two classes at {cut:.6g}…"
        add_choice(
            menu,
            words,
            partial(ask_for_cut, median if cut is None else cut),
            cut is not None,
            "The class says whether the number is above one that you type",
        )
    return menu


def _is(choice: ColumnChoice, name: str) -> bool:
    return choice.kind is not None and choice.kind.name == name


def _entries_of_marks(column: TypedColumn) -> dict[str, str]:
    """The decimal marks of a column, where its cells show one, or where some are numbers and
    some are not.
    """
    numerals = [cell for cell in column.sample if is_numeral(cell)]
    if not numerals or (column.is_numeric and not any(m in n for n in numerals for m in ".,")):
        return {}
    return {name: plain_entry(_words_of_mark(column, name)) for name in MARKS}


def _words_of_mark(column: TypedColumn, name: str) -> str:
    example = column.numerals.example
    value = number(example, MARKS[name])
    return KINDS[name] if np.isnan(value) else f"{KINDS[name]}: {example} is {value:.12g}"


def _entries_of_values(column: TypedColumn) -> dict[str, str]:
    """The ways to read a column of words, or of few values, with what becomes of them."""
    entries = {TEXT: KINDS[TEXT]} if column.is_numeric else {}
    if any(" " in cell for cell in column.sample):
        entries[SENTENCES] = KINDS[SENTENCES]
    if column.count > MOST_LABELS:
        return entries
    values, folded_words = values_of(column), folded_values(column)
    if len(folded_words) < len(values):
        entries[ANY_CASE] = f"{KINDS[ANY_CASE]}: {_short(', '.join(folded_words))}"
    if len(folded_words) == 2 and set(folded_words) != {"0", "1"}:
        no, yes = signed_pair(*folded_words)
        entries[YES_NO] = plain_entry(
            f"{KINDS[YES_NO]}: {quote(_short(no))} is 0, {quote(_short(yes))} is 1"
        )
    if len(values) > 2 and (not column.is_numeric or len(values) <= FEW_VALUES):
        entries[INDICATORS] = f"{count_words(len(values) - 1, 'indicator column')}, 0 and 1"
    return {name: plain_entry(words) for name, words in entries.items()}


def _short(text: str) -> str:
    return text if len(text) <= SHORT else f"{text[: SHORT - 1]}…"


class CutDialog(Form):
    """The number between two classes."""

    def __init__(self, name: str, cut: float, parent: QWidget | None = None) -> None:
        super().__init__("Two classes at a number", parent)
        self.cut = NumberField(cut, finite_fault)
        self.cut.setObjectName("cut")
        self.cut.setAccessibleName(f"{name} above")
        self.fields.addRow(f"{name} above", self.cut)
