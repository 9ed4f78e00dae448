"""Tables of numbers as plain data: what a cell shows, its value with all digits, and how the whole
is written as text.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..files.cells import guard_cell, row_text
from ..markup.latex import escape_latex as latex_words
from ..markup.latex import label_to_latex
from ..markup.mathtext import escape_label, plain
from ..markup.numbers import MINUS, fixed_number


@dataclass(frozen=True)
class NumberCell:
    """One entry: ``shown_text`` in the mark-up of labels, ``value`` with all digits (a number,
    or words), ``tip`` for the pointer.
    """

    shown_text: str = ""
    value: float | int | str | None = None
    tip: str = ""

    @staticmethod
    def number(value: float | int | None, text: str, tip: str = "") -> NumberCell:
        """A number; None is an empty cell."""
        return (
            NumberCell("", None, tip)
            if value is None
            else NumberCell(text, value, tip or plain(text))
        )

    @staticmethod
    def count(value: int | None) -> NumberCell:
        """A number of things."""
        return NumberCell.number(value, str(value))

    @staticmethod
    def measured(value: float | None, decimals: int = 3) -> NumberCell:
        """A number with so many decimals, all its digits in the tip."""
        if value is None:
            return NumberCell()
        return NumberCell.number(value, fixed_number(value, decimals), signed_number(value))

    @staticmethod
    def words(text: str, tip: str = "") -> NumberCell:
        """Words as they are, such as names that a user has typed."""
        return NumberCell(escape_label(text), text, tip)


@dataclass(frozen=True)
class Column:
    """A column: its title in the mark-up, its name in files, and what it means in a sentence."""

    title: str
    name: str
    tip: str = ""
    is_words: bool = False


@dataclass(frozen=True)
class NumberTable:
    """Rows of cells below the titles of their columns; ``slots`` are the colours of the
    rows, if they have one.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[NumberCell, ...], ...]
    slots: tuple[int | None, ...] = ()
    ids: tuple[str, ...] = ()


def to_text(table: NumberTable) -> str:
    """The table with its columns aligned by spaces: words to the left, numbers to the right, as
    they are shown.
    """
    lines = [
        [plain(column.title) for column in table.columns],
        *([plain(c.shown_text) for c in row] for row in table.rows),
    ]
    widths = [max(len(line[k]) for line in lines) for k in range(len(table.columns))]
    rows = (
        "  ".join(
            text.ljust(width) if column.is_words else text.rjust(width)
            for text, width, column in zip(line, widths, table.columns, strict=True)
        )
        for line in lines
    )
    return "".join(f"{line.rstrip()}\n" for line in rows)


def to_csv(table: NumberTable) -> str:
    """The table with commas and all digits; an empty cell is one that has no value."""
    rows = ([_digits(cell) for cell in row] for row in table.rows)
    return "".join(map(row_text, ([column.name for column in table.columns], *rows)))


def _digits(cell: NumberCell) -> str:
    return (
        ""
        if cell.value is None
        else guard_cell(cell.value)
        if isinstance(cell.value, str)
        else repr(cell.value)
    )


def to_latex(table: NumberTable) -> str:
    r"""The table as a LaTeX ``tabular`` that needs no package: numbers in mathematics, words
    escaped.
    """
    body = [" & ".join(label_to_latex(c.title) for c in table.columns) + r" \\", r"\hline"]
    body += [" & ".join(_latex(cell) for cell in row) + r" \\" for row in table.rows]
    spec = "".join("l" if column.is_words else "r" for column in table.columns)
    lines = [rf"\begin{{tabular}}{{{spec}}}", r"\hline", *body, r"\hline", r"\end{tabular}"]
    return "\n".join(lines) + "\n"


def _latex(cell: NumberCell) -> str:
    if isinstance(cell.value, str):
        return (
            latex_words(cell.value)
            if cell.shown_text == escape_label(cell.value)
            else label_to_latex(cell.shown_text)
        )
    number, _, unit = cell.shown_text.partition(" ")
    mathematics = label_to_latex(f"${number}$") if number else ""
    return rf"{mathematics}\,{unit}" if unit else mathematics


def signed_number(value: float) -> str:
    """All digits of a number with a true minus, for tool tips."""
    return repr(value).replace("-", MINUS)
