"""Matrices and lines of numbers as plain values, and how they are written."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeVar

import numpy as np

from solvers import Floats

from ...markup.latex import label_to_latex, math_to_latex
from ...markup.mathtext import plain
from ...markup.numbers import DUST, number, significant, with_fewer_digits
from ...scene.scene import PairScene, Scene

T = TypeVar("T")
LARGEST = 12  # rows of a matrix that are shown; of more, the first ones
DENOMINATOR = 60  # the largest of a fraction that is written as one
LARGEST_FRACTION = 1e6  # near a larger number there always is one
ROUNDING = 1e-9
SMALLEST_PLAIN, LARGEST_PLAIN = 1e-4, 1e5  # beyond these a number has a power of ten
NEEDS_POINTS = "Each class needs at least one point."


class NeedsError(Exception):
    """What a block needs before it has numbers, in words."""


def needed(value: T | None, words: str) -> T:
    """What a block is made of.

    Raises:
        NeedsError: there is none.
    """
    if value is None:
        raise NeedsError(words)
    return value


@dataclass(frozen=True)
class Matrix:
    """``symbol = (entries)``: the symbol in the mark-up of mathematics, the entries as they are
    shown.
    """

    symbol: str
    entries: tuple[tuple[str, ...], ...]
    more: int = 0  # rows that are left out

    @property
    def latex(self) -> str:
        """The equation as LaTeX."""
        rows = [" & ".join(math_to_latex(entry) for entry in row) for row in self.entries]
        rows += [" & ".join([r"\vdots"] * len(self.entries[0]))] if self.more else []
        return (
            f"{math_to_latex(self.symbol)} = \\begin{{pmatrix}} "
            + r" \\ ".join(rows)
            + " \\end{pmatrix}"
        )


@dataclass(frozen=True)
class TableOfNumbers:
    """Numbers in columns under their heads; ``more`` rows are left out; the last column may be
    ``in_words``.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    more: int = 0
    in_words: bool = False

    @property
    def latex(self) -> str:
        """The table as LaTeX."""
        rows = [
            " & ".join(label_to_latex(entry) for entry in row) for row in (self.head, *self.rows)
        ]
        rows += [" & ".join([r"$\vdots$"] * len(self.head))] if self.more else []
        body = r" \\ ".join(
            [f"{rows[0]} \\\\ \\hline {rows[1]}", *rows[2:]] if len(rows) > 1 else rows
        )
        return (
            f"\\begin{{tabular}}{{{'r' * (len(self.head) - 1)}{'l' if self.in_words else 'r'}}} "
            f"{body} \\end{{tabular}}"
        )


@dataclass(frozen=True)
class Numbers:
    """The content of one block: matrices, lines of a name and a value, a table, a formula, or,
    without them, its ``needs``.

    The formula is a label in several pieces of mathematics, so that it can be broken between them.
    """

    matrices: tuple[Matrix, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    needs: str = ""
    formula: str = ""
    table: TableOfNumbers | None = None
    heading: str = ""  # what all of it belongs to, such as a step

    @property
    def rounded(self) -> Numbers:
        """The same in three significant digits."""
        matrices = tuple(
            replace(matrix, entries=tuple(map(_with_fewer_digits, matrix.entries)))
            for matrix in self.matrices
        )
        table = self.table
        return replace(
            self,
            matrices=matrices,
            lines=tuple((name, with_fewer_digits(value)) for name, value in self.lines),
            formula=with_fewer_digits(self.formula),
            table=table and replace(table, rows=tuple(map(_with_fewer_digits, table.rows))),
        )

    @property
    def words(self) -> str:
        """All of it as plain text in one line, for readers who cannot see it."""
        table = () if self.table is None else (self.table.head, *self.table.rows)
        parts = [
            self.needs,
            self.heading,
            *(f"${matrix.symbol}$ = {_rows_in_words(matrix.entries)}" for matrix in self.matrices),
            *(f"{name} {value}" for name, value in self.lines),
            _rows_in_words(table),
            self.formula,
        ]
        return plain(", ".join(part.rstrip(".") for part in parts if part))

    @property
    def latex(self) -> str:
        """All of it as LaTeX, one equation or line after the other."""
        parts = [f"{label_to_latex(self.heading)} \\\\"] if self.heading else []
        parts += [f"\\[ {matrix.latex} \\]" for matrix in self.matrices]
        parts += [
            f"{label_to_latex(name)}: {label_to_latex(value)} \\\\" for name, value in self.lines
        ]
        parts += [] if self.table is None else [self.table.latex]
        parts += (
            [f"\\[ {label_to_latex(self.formula).replace('$ $', ' ').strip('$')} \\]"]
            if self.formula
            else []
        )
        return "\n".join(parts)


@dataclass(frozen=True)
class Block:
    """Its name in lesson files, its title, its function from a scene, and the ``topics`` under
    which the window lists it.

    ``numbers_of_many`` is the function of a scene of more than two classes; without it the numbers
    of the chosen pair are shown. ``of_classes``: it is about all classes, of which each needs a
    point. ``follows_pointer``: it is about the place that is pointed at.
    """

    name: str
    title: str
    numbers: Callable[[PairScene], Numbers]
    topics: tuple[str, ...] = ()
    numbers_of_many: Callable[[Scene], Numbers] | None = None
    of_classes: bool = False
    follows_pointer: bool = False


def _rows_in_words(rows: Sequence[Sequence[str]]) -> str:
    return "; ".join(" ".join(filter(None, row)) for row in rows)


def _with_fewer_digits(row: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(with_fewer_digits, row))


def matrix(
    symbol: str,
    values: Floats | Sequence[Sequence[float]],
    *,
    fractions: bool = False,
    scale: float | Floats = 0.0,
) -> Matrix:
    """A matrix of numbers; a vector becomes a column.  An entry is 0 where it is rounding beside
    the largest of its row and its column, or beside the ``scale``, one for all or one a row.

    Raises:
        OverflowError: an entry is no finite number.
    """
    table = np.asarray(values, dtype=np.float64)
    if table.ndim == 1:
        table = table[:, None]
    if not np.isfinite(table).all():
        raise OverflowError("a number is beyond double precision")
    sizes = np.abs(table)
    largest = np.maximum(sizes.max(axis=1, initial=0.0)[:, None], sizes.max(axis=0, initial=0.0))
    scales = np.maximum(largest, np.reshape(scale, (-1, 1)))[:LARGEST].tolist()
    rows = [
        list(zip(row, beside, strict=True))
        for row, beside in zip(table[:LARGEST].tolist(), scales, strict=True)
    ]
    # One number without a short fraction, and all are decimals: 59/20 and 0.67 are hard to compare.
    fractions = fractions and all(is_fraction(*entry) for row in rows for entry in row)
    entries = tuple(tuple(exact_number(*entry, fractions) for entry in row) for row in rows)
    return Matrix(symbol, entries, max(0, len(table) - LARGEST))


def is_fraction(value: float, scale: float) -> bool:
    """Whether a number is 0 beside ``scale``, whole, or a fraction that one writes."""
    if not math.isfinite(value) or abs(value) <= DUST * scale:
        return True
    return _is_near(value, Fraction(value).limit_denominator(DENOMINATOR))


def _is_near(value: float, other: float | Fraction) -> bool:
    """Whether a number is another one but for rounding."""
    return abs(float(other) - value) <= ROUNDING * abs(value)


def exact_number(value: float, scale: float = 0.0, fractions: bool = False) -> str:
    """A number as one writes it by hand: whole, a fraction, or four decimals and no fewer digits;
    0 where it is rounding beside ``scale``.
    """
    if not math.isfinite(value):
        return number(value, 0)
    if abs(value) <= DUST * scale:
        return "0"
    if _is_near(value, round(value)) and abs(value) < (1e9 if fractions else 1e6):
        return number(round(value), 0)
    if fractions and abs(value) < LARGEST_FRACTION:
        near = Fraction(value).limit_denominator(DENOMINATOR)
        if _is_near(value, near):
            return f"{number(near.numerator, 0)}/{near.denominator}"
    value *= 1.0 + 1e-14  # two ways to one half are rounded alike, up
    if SMALLEST_PLAIN <= abs(value) < LARGEST_PLAIN:
        decimals = 3 - math.floor(math.log10(abs(value)))
        text = number(value, max(decimals, 4) if abs(value) < 100 else 2)
        return text.rstrip("0").rstrip(".")
    return significant(value, 4)
