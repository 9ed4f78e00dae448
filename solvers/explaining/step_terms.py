"""One update of an iterative method in numbers: the old weights, what is added to them and why, and
the new weights.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arrays import Floats, Ints, locked
from ..result import HISTORY

NOT_FOLLOWED = "This run cannot be followed from its beginning, so its steps have no terms."
NO_UPDATE = "Here nothing is updated: the run has ended, and its answer is shown."
BEGINNING = "The run begins here; go one step on to see its first update."
NOT_FOUND = "Rounding hides the terms of this step: they do not add up to the new weights."
AGREEMENT = 1e-9  # terms that add up to the new weights but for this part of them are right


@dataclass(frozen=True, eq=False)
class Quantity:
    """A number, a vector or a matrix with its symbol in the mark-up of mathematics.

    ``weight`` is how much of an error in it enters the new weights: one that is a summand of them
    needs more digits than they do.
    """

    symbol: str
    values: Floats
    weight: float = 0.0

    @staticmethod
    def of(symbol: str, values: object, weight: float = 0.0) -> Quantity:
        """A quantity of numbers that are an array, or may become one."""
        return Quantity(symbol, locked(np.array(values, dtype=np.float64)), weight)


@dataclass(frozen=True, eq=False)
class TermTable:
    """The samples of an update: their rows, their classes (k,) and numbers ``values (k, c)`` below
    their ``head``.

    The columns from ``first_summand`` on add up to what is added to the weights; ``rivals (k,)``
    are the classes from which the sample is taken.
    """

    rows: Ints
    classes: Ints
    head: tuple[str, ...]
    values: Floats
    first_summand: int
    weight: float = 1.0
    rivals: Ints | None = None


@dataclass(frozen=True, eq=False)
class StepTerms:
    """``rule`` is the update in the mark-up of mathematics; ``before`` and ``after`` are the
    weights, ``parts`` the vectors and matrices, ``facts`` the numbers that lead from one to the
    other.

    ``coordinates`` says in a sentence which samples these weights belong to where they are not the
    points themselves.
    """

    rule: str
    before: Quantity
    after: Quantity
    parts: tuple[Quantity, ...] = ()
    facts: tuple[Quantity, ...] = ()
    table: TermTable | None = None
    coordinates: str = ""


Explained = StepTerms | str  # the terms of a step, or a sentence about their absence


def agrees(found: Floats, wanted: Floats) -> bool:
    """Whether terms add up to the weights that they should lead to."""
    size = float(np.abs(wanted).max(initial=0.0))
    apart = float(np.abs(found - wanted).max(initial=0.0))
    return bool(apart <= AGREEMENT * max(size, 1e-300))


def kept_moments(count: int) -> list[int]:
    """Which of so many moments of a run its history keeps: it is thinned out evenly."""
    kept: list[int] = []
    stride = 1
    for moment in range(count):
        if moment % stride == 0:
            kept.append(moment)
            if len(kept) > HISTORY:
                kept, stride = kept[::2], 2 * stride
    return kept if kept and kept[-1] == count - 1 else [*kept, count - 1]


def moment_of(step: int, history: int, count: int) -> int | None:
    """The moment of a run that a step of its history shows; None where the history is another
    run's.
    """
    kept = kept_moments(count)
    return kept[step] if len(kept) == history and 0 <= step < history else None


def names_of_weights(size: int, has_offset: bool) -> tuple[str, ...]:
    """b, w1, w2, ... in the mark-up."""
    first = ("b",) if has_offset else ()
    return (
        *first,
        *(f"w_{k}" if k < 10 else f"w_{{{k}}}" for k in range(1, size + 1 - len(first))),
    )


def names_of_inputs(size: int, has_offset: bool) -> tuple[str, ...]:
    """The heads of the columns that are added to these weights."""
    return tuple(f"to ${name}$" for name in names_of_weights(size, has_offset))
