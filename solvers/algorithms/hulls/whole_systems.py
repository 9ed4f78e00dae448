"""Linear systems in whole numbers, eliminated without fractions: nothing is rounded.

Source: Bareiss, Math. Comp. 22 (1968) 565.
"""

from __future__ import annotations

import math
from fractions import Fraction

from ...arrays import Floats
from ...cancellation import check_cancelled

Vector = list[int]


def whole_columns(columns: Floats) -> list[Vector]:
    """Rows of doubles as whole numbers, each row multiplied by its own power of two."""
    whole = []
    for values in columns:
        ratios = [value.as_integer_ratio() for value in values.tolist()]
        unit = max(d for _, d in ratios)
        whole.append([n * (unit // d) for n, d in ratios])
    return whole


def whole_vector(values: list[Fraction]) -> Vector:
    """The smallest multiple of a vector whose numbers are whole."""
    unit = math.lcm(*(value.denominator for value in values))
    return [int(value * unit) for value in values]


class Echelon:
    """Whole-number equations (right side last) brought to echelon form without fractions (Bareiss
    1968).
    """

    def __init__(self, system: list[Vector]) -> None:
        self._unknowns = len(system[0]) - 1
        self._system = system
        self._pivots: list[int] = []

    @property
    def free(self) -> list[int]:
        """The unknowns that the equations leave open."""
        return [k for k in range(self._unknowns) if k not in self._pivots]

    def eliminate(self) -> None:
        """Eliminate in place; the pivot columns, one for each of the first rows, are noted.

        Raises:
            CancelledError: the computation is not wanted any more.
        """
        system, previous, k = self._system, 1, 0
        for column in range(self._unknowns):
            found = next((r for r in range(k, len(system)) if system[r][column]), None)
            if found is None:
                continue
            system[k], system[found] = system[found], system[k]
            top = system[k]
            pivot = top[column]
            for row in system[k + 1 :]:
                factor = row[column]
                row[:] = [
                    (pivot * value - factor * t) // previous
                    for value, t in zip(row, top, strict=True)
                ]
                check_cancelled()
            previous, k = pivot, k + 1
            self._pivots.append(column)

    def solution(self, guess: list[Fraction]) -> list[Fraction] | None:
        """The solution in which the free unknowns keep their values, None when the equations
        contradict each other.
        """
        if any(row[-1] for row in self._system[len(self._pivots) :]):
            return None
        return self._substitute(guess, 1)

    def kernel(self, free: int) -> list[Fraction]:
        """The direction in which the solution moves when one free unknown rises by 1."""
        return self._substitute([Fraction(int(k == free)) for k in range(self._unknowns)], 0)

    def _substitute(self, values: list[Fraction], right: int) -> list[Fraction]:
        values = list(values)
        for row, column in zip(
            reversed(self._system[: len(self._pivots)]), reversed(self._pivots), strict=True
        ):
            rest = sum(
                (
                    a * x
                    for a, x in zip(row[column + 1 : -1], values[column + 1 :], strict=True)
                    if a
                ),
                Fraction(0),
            )
            values[column] = (right * row[-1] - rest) / row[column]
        return values
