"""Why this update? One step of an iterative method: the samples visited, what they add to the old
weights, and the new ones.

Its numbers add up as they are printed: where they are no fractions, what is added has more decimals
than the sum.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from solvers import AnyFit, Floats, ManyFit, StepTerms, explain_step
from solvers.explaining.step_terms import NO_UPDATE, Explained, Quantity, TermTable

from ...markup.mathtext import escape_label
from ...markup.numbers import number
from ...scene.memo import memo
from ...scene.playback import Playback, is_playable
from ...scene.scene import Scene
from .block import LARGEST, Matrix, Numbers, TableOfNumbers, exact_number, is_fraction
from .logistic import NEEDS_STEPS

DIGITS = 5  # of the largest new weight
MOST_DECIMALS = 12
MOST_SUMMANDS = 8  # columns of a table that are shown
SHORT = 4  # decimals of numbers that are shown as they are
LOOKED_BACK = 3  # steps at the end of a run that may be none


@dataclass(frozen=True)
class Writer:
    """How the numbers of one step are written: as fractions, as short decimals that are exact, or
    with so many ``decimals`` of the new weights.
    """

    are_fractions: bool
    decimals: int

    @staticmethod
    def of(terms: StepTerms) -> Writer:
        """The way that suits all of them."""
        values = np.concatenate([part.ravel() for part in _summed_parts(terms)])
        values = values[np.isfinite(values)]
        largest = float(np.abs(terms.after.values).max(initial=0.0))
        largest = largest or float(np.abs(terms.before.values).max(initial=0.0)) or 1.0
        decimals = min(max(DIGITS - 1 - math.floor(math.log10(largest)), 0), MOST_DECIMALS)
        short = 10.0**SHORT * values
        is_short = bool((np.abs(short - np.round(short)) <= 1e-9 * np.maximum(1.0, short)).all())
        scale = float(np.abs(values).max(initial=0.0))
        are_fractions = not is_short and all(is_fraction(v, scale) for v in values.tolist())
        return Writer(are_fractions, max(decimals, SHORT) if is_short else decimals)

    def write(self, value: float, weight: float = 0.0) -> str:
        """A number; ``weight`` is how much of its rounding enters the new weights."""
        if self.are_fractions and is_fraction(value, 1.0):
            return exact_number(value, 1.0, fractions=True)
        guard = max(1, math.ceil(math.log10(10.0 * weight))) if weight > 0.0 else 0
        text = number(value, min(self.decimals + guard, MOST_DECIMALS))
        return text.rstrip("0").rstrip(".") if "." in text else text

    def matrix(self, quantity: Quantity) -> Matrix:
        """A vector as a column, or a matrix."""
        values = quantity.values
        rows = values[:, None] if values.ndim == 1 else values
        entries = tuple(
            tuple(self.write(value, quantity.weight) for value in row)
            for row in rows[:LARGEST].tolist()
        )
        return Matrix(quantity.symbol, entries, max(0, len(rows) - LARGEST))


def _summed_parts(terms: StepTerms) -> Iterator[Floats]:
    """All numbers of a step that enter its sum."""
    yield terms.before.values
    yield terms.after.values
    yield from (q.values for q in (*terms.parts, *terms.facts) if q.weight > 0.0)
    if terms.table is not None:
        yield terms.table.values[:, terms.table.first_summand :]


def update_numbers(scene: Scene) -> Numbers:
    """The step that is shown, or announced, of the selected method; of a scheme that of its chosen
    pair.
    """
    fit = None if scene.answer is None else scene.answer[1]
    if isinstance(fit, ManyFit) and fit.pairs:
        pair = scene.pair
        fit = None if pair is None or pair.selected is None else pair.full_fit or pair.selected[1]
    elif fit is not None:
        fit = scene.whole.get(scene.document.selected) or fit
    names = tuple(escape_label(name) for name in scene.document.dataset.class_names)
    return _numbers(fit, scene.playback, names)


def _numbers(fit: AnyFit | None, playback: Playback | None, names: tuple[str, ...]) -> Numbers:
    if fit is None or not is_playable(fit):
        return Numbers(needs=NEEDS_STEPS)
    return numbers_of_step(fit, shown_update(fit, playback), names)


def numbers_of_step(fit: AnyFit, step: int, names: tuple[str, ...] = ()) -> Numbers:
    """The update that led to a step, with the names of the classes; or a sentence about its
    absence.
    """
    explained = terms_of_step(fit, step)
    if isinstance(explained, str):
        return Numbers(needs=explained)
    return _block(explained, (f"step {step} of {len(fit.history) - 1}", ""), names)


def shown_update(fit: AnyFit, playback: Playback | None) -> int:
    """The step that the playback announces, or shows; at rest the last one that updates
    anything.
    """
    last = len(fit.history) - 1
    if playback is not None:
        is_ahead = playback.announced or playback.blend > 0.0
        return min(playback.step + is_ahead, last)
    step = last
    while step > max(0, last - LOOKED_BACK) and terms_of_step(fit, step) == NO_UPDATE:
        step -= 1
    return step


@memo
def terms_of_step(fit: AnyFit, step: int) -> Explained:
    """The terms of one step."""
    return explain_step(fit, step)


def _block(terms: StepTerms, head: tuple[str, str], names: tuple[str, ...]) -> Numbers:
    writer = Writer.of(terms)
    matrices = tuple(writer.matrix(q) for q in (terms.before, *terms.parts, terms.after))
    facts = tuple(
        (f"${fact.symbol}$", writer.write(float(fact.values), fact.weight)) for fact in terms.facts
    )
    remark = ((terms.coordinates, ""),) if terms.coordinates else ()
    return Numbers(
        matrices,
        (head, *facts, *remark),
        formula=f"${terms.rule}$",
        table=None if terms.table is None else _table(terms.table, writer, names),
    )


def _table(table: TermTable, writer: Writer, names: tuple[str, ...]) -> TableOfNumbers:
    """The samples of a step; of many the first ones, and the sum of all others."""
    shown = len(table.rows) if len(table.rows) <= LARGEST else LARGEST - 1
    columns = slice(0, table.first_summand + MOST_SUMMANDS)
    labels = _labels(table, names)
    rows = [
        (*labels[k], *_cells(table, writer, table.values[k, columns], is_sum=False))
        for k in range(shown)
    ]
    if shown < len(table.rows):
        rest = table.values[shown:, columns].sum(axis=0)
        others = f"{len(table.rows) - shown} more"
        blank = ("",) * (len(labels[0]) - 1)
        rows.append((others, *blank, *_cells(table, writer, rest, is_sum=True)))
    heads = ("$i$", "$y_i$") if table.rivals is None else ("$i$", "class", "rival")
    return TableOfNumbers((*heads, *table.head[columns]), tuple(rows))


def _labels(table: TermTable, names: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The number of each sample, with its class and its rival."""
    if table.rivals is None:
        sides = ["+" if sign > 0 else "−" for sign in table.classes.tolist()]
        return [(str(row + 1), side) for row, side in zip(table.rows.tolist(), sides, strict=True)]
    return [
        (str(row + 1), names[own], names[rival])
        for row, own, rival in zip(
            table.rows.tolist(), table.classes.tolist(), table.rivals.tolist(), strict=True
        )
    ]


def _cells(table: TermTable, writer: Writer, values: Floats, *, is_sum: bool) -> list[str]:
    """The numbers of one row; a sum has none where the column is no summand."""
    cells = []
    for k, value in enumerate(values.tolist()):
        is_summand = k >= table.first_summand
        if is_summand or not is_sum:
            cells.append(writer.write(value, table.weight if is_summand else 0.0))
        else:
            cells.append("")
    return cells
