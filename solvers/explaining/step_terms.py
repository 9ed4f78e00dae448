"""One update of an iterative method in numbers: the old weights, what is added to them and why, and
the new weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile
from typing import TypeVar

import numpy as np

from ..arrays import Floats, Ints, locked
from ..multiclass.method import AnyFit
from ..result import Model

T = TypeVar("T")
AGREEMENT = 1e-9  # terms that add up to the new weights but for this part of them are right


class NoTerms(StrEnum):
    """Why a step has no terms, in a sentence."""

    NOT_FOLLOWED = "This run cannot be followed from its beginning, so its steps have no terms."
    NO_UPDATE = "Here nothing is updated: the run has ended, and its answer is shown."
    BEGINNING = "The run begins here; go one step on to see its first update."
    NOT_FOUND = (
        "No single update leads to these weights: they were found in another way, or rounding "
        "hides its terms."
    )
    NO_SUM = "The steps of this method are no sums of terms."


@dataclass(frozen=True, eq=False)
class Quantity:
    """A number, a vector or a matrix with its symbol in the mark-up of mathematics."""

    symbol: str
    values: Floats

    @staticmethod
    def of(symbol: str, values: object) -> Quantity:
        """A quantity of numbers that are an array, or may become one."""
        return Quantity(symbol, locked(np.array(values, dtype=np.float64)))


@dataclass(frozen=True, eq=False)
class TermTable:
    """The samples of an update: their rows, the signs or the indices of their classes (k,) and
    numbers ``values (k, c)`` below their ``head``.

    The columns from ``first_summand`` on add up to what is added to the weights; ``rivals (k,)``
    are the classes from which the sample is taken.  The rows of an average are lines by their
    numbers from -1 on, without classes, the last rows perhaps several each; ``count`` is how many
    lines there are.
    """

    rows: Ints
    classes: Ints
    head: tuple[str, ...]
    values: Floats
    first_summand: int
    rivals: Ints | None = None
    has_signs: bool = True
    count: int | None = None


@dataclass(frozen=True, eq=False)
class StepTerms:
    """``rule`` is the update in the mark-up of mathematics, with ``$ $`` where it may be broken.

    ``before`` and ``after`` are the weights, ``parts`` the vectors and matrices and ``facts`` the
    numbers that lead from one to the other, ``context`` further ones, such as units.
    ``coordinates`` says in a sentence which samples these weights belong to where they are not the
    points themselves.
    """

    rule: str
    before: Quantity
    after: Quantity
    parts: tuple[Quantity, ...] = ()
    facts: tuple[Quantity, ...] = ()
    table: TermTable | None = None
    context: tuple[Quantity, ...] = ()
    coordinates: str = ""


Explained = StepTerms | NoTerms


def agrees(weights: Floats, goal: Floats, before: Floats | None = None) -> bool:
    """Whether terms add up to the weights that they should lead to, beside the size of these and of
    the ones ``before``.
    """
    sizes = np.append(goal, [] if before is None else before)
    apart = float(np.abs(weights - goal).max(initial=0.0))
    return bool(apart <= AGREEMENT * max(float(np.abs(sizes).max(initial=0.0)), 1e-300))


def kept_moments(fit: AnyFit, moments: Iterable[tuple[int, T]]) -> Mapping[int, T]:
    """The moments of a run that its history keeps, by the numbers of their steps; the rule alone
    may go on without end.
    """
    numbers, last = set(fit.numbers), fit.numbers[-1]
    of_run = takewhile(lambda numbered: numbered[0] <= last, moments)
    return {number: moment for number, moment in of_run if number in numbers}


def ends_the_run(fit: AnyFit, step: int) -> bool:
    """Whether a step of a history shows what became of a run, and no further step of it."""
    return step > 0 and fit.numbers[step] == fit.numbers[step - 1]


def weights_of(iterate: Model) -> Floats:
    """``(b, w)`` of a step in data units, one row a score (1 or K, m + 1); with a kernel b
    alone.
    """
    W, b = iterate.weights, np.atleast_1d(iterate.b)
    return b[:, None] if W is None else np.column_stack([b, np.atleast_2d(W)])


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


FAINT = 1e-6  # a Newton step this part of the weights has no length that can be told


def length_of_step(step: Floats, full: Floats, weights: Floats) -> float | None:
    """How far along a ``full`` step the weights went; None where they went elsewhere."""
    size = float(np.abs(weights).max(initial=0.0))
    length = 1.0
    if float(np.abs(full).max(initial=0.0)) > FAINT * size:
        length = float((step * full).sum() / (full * full).sum())
        length = 1.0 if abs(length - 1.0) <= FAINT else length
    apart = float(np.abs(step - length * full).max(initial=0.0))
    return length if apart <= FAINT * max(size, 1e-300) else None
