"""Why this update? One step of an iterative method: the samples visited, what they add to the old
weights, and the new ones.

Its numbers add up as they are printed: where they are no fractions, what is added has more decimals
than the sum.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from solvers import AnyFit, Floats, Iterate, ManyIterate, StepTerms, explain_step
from solvers.explaining.step_terms import Explained, NoTerms, Quantity, TermTable, weights_of

from ...files.cells import guard_cell, row_text
from ...markup.mathtext import escape_label
from ...markup.numbers import MINUS, number, significant
from ...scene.memo import memo
from ...scene.playback import Playback, is_playable
from ...scene.scene import Scene
from .block import LARGEST, Matrix, Numbers, TableOfNumbers, exact_number, is_fraction
from .logistic import NEEDS_STEPS

DIGITS = 5  # of the largest number of a vector or matrix
MOST_DECIMALS = 40
SUM_DECIMALS = 11  # of a sum that vanishes where the terms do not
# Beyond so many decimals a number below this one has a power of ten.
PLAIN_DECIMALS, FAINT = 8, 1e-4
MOST_SUMMANDS = 8  # columns of a table that are shown
SHORT = 4  # decimals of numbers that are shown as they are
RATES, PRODUCTS = ("η", "τ", "t"), "$y f$ before"
SIGNS = {1: "+", -1: MINUS}
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
        moved = terms.after.values if terms.after.values.any() else terms.before.values
        decimals = decimals_of(moved)
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
        decimals = min(self.decimals + guard, MOST_DECIMALS)
        if decimals <= PLAIN_DECIMALS or not 0.0 < abs(value) < FAINT:
            return without_zeros(number(value, decimals))
        value = round(value, decimals)
        if value == 0.0:
            return "0"
        exponent = math.floor(math.log10(abs(value)))
        mantissa = without_zeros(number(value / 10.0**exponent, max(0, decimals + exponent)))
        return f"{mantissa}·10^{{{number(exponent, 0)}}}"

    def beside(self, total: Floats) -> Writer:
        """The same with decimals enough for another sum, as far as its summands have them."""
        return replace(self, decimals=max(self.decimals, min(decimals_of(total), SUM_DECIMALS)))

    def matrix(self, quantity: Quantity) -> Matrix:
        """A vector as a column, or a matrix."""
        values = quantity.values
        rows = values[:, None] if values.ndim == 1 else values
        entries = tuple(
            tuple(self.write(value, quantity.weight) for value in row)
            for row in rows[:LARGEST].tolist()
        )
        return Matrix(quantity.symbol, entries, max(0, len(rows) - LARGEST))

    def near(self, quantity: Quantity) -> Writer:
        """The same with decimals enough for a part, which may be small beside the weights."""
        return self.beside(quantity.values if quantity.total is None else quantity.total)


def without_zeros(text: str) -> str:
    """A number without the zeros at its end."""
    return text.rstrip("0").rstrip(".") if "." in text else text


def decimals_of(values: Floats) -> int:
    """The decimals that show so many digits of the largest of some numbers."""
    largest = float(np.abs(values[np.isfinite(values)]).max(initial=0.0)) or 1.0
    return min(max(DIGITS - 1 - math.floor(math.log10(largest)), 0), MOST_DECIMALS)


def _summed_parts(terms: StepTerms) -> Iterator[Floats]:
    """All numbers of a step that enter its sum."""
    yield terms.before.values
    yield terms.after.values
    yield from (q.values for q in (*terms.parts, *terms.facts, *terms.context) if q.weight > 0.0)
    if terms.table is not None:
        yield terms.table.values[:, terms.table.first_summand :]


def update_numbers(scene: Scene) -> Numbers:
    """The step that is shown, or announced, of the selected method; of a scheme that of its chosen
    pair.
    """
    names = tuple(escape_label(name) for name in scene.document.dataset.class_names)
    fit = played_fit(scene)
    numbers = _numbers(fit, scene.playback, names)
    if not numbers.heading or fit in _fits_of_selected(scene):
        return numbers
    return replace(numbers, heading=", ".join((*scene.pair_heading, numbers.heading)))


def _fits_of_selected(scene: Scene) -> tuple[AnyFit | None, ...]:
    """The fit of the selected method itself, as it is shown and with all its steps."""
    fit = None if scene.answer is None else scene.answer[1]
    return fit, scene.whole.get(scene.document.selected)


def played_fit(scene: Scene) -> AnyFit | None:
    """The fit of the selected method with all its steps; of a scheme that of its chosen pair."""
    fit = None if scene.answer is None else scene.answer[1]
    if fit is None or not fit.pairs or fit.as_pair is fit:
        return None if fit is None else scene.whole.get(scene.document.selected) or fit
    pair = scene.pair
    return None if pair is None or pair.selected is None else pair.full_fit or pair.selected[1]


def _numbers(fit: AnyFit | None, playback: Playback | None, names: tuple[str, ...]) -> Numbers:
    if fit is None or not is_playable(fit):
        return Numbers(needs=NEEDS_STEPS)
    return numbers_of_step(fit, shown_update(fit, playback), names)


def numbers_of_step(fit: AnyFit, step: int, names: tuple[str, ...] = ()) -> Numbers:
    """The update that led to a step, with the names of the classes; or a sentence about its
    absence.
    """
    explained = terms_of_step(fit, step)
    if isinstance(explained, NoTerms):
        return Numbers(needs=explained.value)
    return _block(explained, f"step {step} of {len(fit.history) - 1}", names)


def shown_update(fit: AnyFit, playback: Playback | None) -> int:
    """The step that the playback announces, or shows; at rest the last one that updates
    anything.
    """
    last = len(fit.history) - 1
    if playback is not None:
        is_ahead = playback.announced or playback.blend > 0.0
        return min(playback.step + is_ahead, last)
    step = last
    while step > max(0, last - LOOKED_BACK) and terms_of_step(fit, step) is NoTerms.NO_UPDATE:
        step -= 1
    return step


@memo
def terms_of_step(fit: AnyFit, step: int) -> Explained:
    """The terms of one step."""
    return explain_step(fit, step)


def _block(terms: StepTerms, heading: str, names: tuple[str, ...]) -> Numbers:
    writer = Writer.of(terms)
    parts = (writer.near(part).matrix(part) for part in terms.parts if _is_legible(part))
    largest = max((float(np.abs(part.values).max()) for part in terms.context), default=0.0)
    context = (
        _beside_sum(writer.near(part), part, largest) for part in terms.context if _is_legible(part)
    )
    wide = tuple(
        (f"${part.symbol}$", f"{part.values.shape[0]} × {part.values.shape[1]} numbers")
        for part in (*terms.parts, *terms.context)
        if not _is_legible(part)
    )
    matrices = (writer.matrix(terms.before), *parts, writer.matrix(terms.after), *context)
    facts = tuple(
        (f"${fact.symbol}$", writer.near(fact).write(float(fact.values), fact.weight))
        for fact in terms.facts
    )
    remark = ((terms.coordinates, ""),) if terms.coordinates else ()
    return Numbers(
        matrices,
        (*wide, *facts, *remark),
        formula=f"${terms.rule}$",
        table=None if terms.table is None else _table(terms.table, writer, names),
        heading=heading,
    )


def _beside_sum(writer: Writer, part: Quantity, largest: float) -> Matrix:
    """A matrix; where it does not enter the sum, its small numbers have digits of their own, but
    for rounding beside the ``largest`` number.
    """
    written = writer.matrix(part)
    if part.weight or part.values.ndim > 1:
        return written
    entries = tuple(
        (significant(value, DIGITS),)
        if 1e-13 * largest < abs(value) < 10.0 ** (2 - writer.decimals)
        else entry
        for value, entry in zip(part.values.tolist(), written.entries, strict=False)
    )
    return replace(written, entries=entries)


def _is_legible(part: Quantity) -> bool:
    """Whether a matrix has no more columns than can be read side by side."""
    return part.values.ndim < 2 or part.values.shape[1] <= MOST_SUMMANDS


def _table(table: TermTable, writer: Writer, names: tuple[str, ...]) -> TableOfNumbers:
    """The samples of a step; of many the first ones, and the sum of all others."""
    row_count = len(table.rows) if len(table.rows) <= LARGEST else LARGEST - 1
    columns = slice(0, table.first_summand + MOST_SUMMANDS)
    labels = _labels(table, names)
    if table.total is not None:
        writer = writer.beside(table.total)
    rows = [
        (*labels[k], *_cells(table, writer, table.values[k, columns], is_sum=False))
        for k in range(row_count)
    ]
    if row_count < len(table.rows):
        rest = table.values[row_count:, columns].sum(axis=0)
        count_words = f"{len(table.rows) - row_count} more"
        blank = ("",) * (len(labels[0]) - 1)
        rows.append((count_words, *blank, *_cells(table, writer, rest, is_sum=True)))
    return TableOfNumbers((*_heads(table), *table.head[columns]), tuple(rows))


def _heads(table: TermTable) -> tuple[str, ...]:
    if table.rivals is not None:
        return "$i$", "class", "rival"
    return "$i$", "$y_i$" if table.has_signs else "class"


def _labels(table: TermTable, names: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The number of each sample, with its class and its rival; of two classes with its sign."""
    numbers = [str(row + 1) for row in table.rows.tolist()]
    classes = table.classes.tolist()
    if table.has_signs:
        return list(zip(numbers, [SIGNS[sign] for sign in classes], strict=True))
    columns = [classes] if table.rivals is None else [classes, table.rivals.tolist()]
    labels = [[names[k] for k in column] for column in columns]
    return list(zip(numbers, *labels, strict=True))


def _cells(table: TermTable, writer: Writer, values: Floats, *, is_sum: bool) -> list[str]:
    """The numbers of one row; a sum has none where the column is no summand, or where its samples
    belong to several sums.
    """
    cells, weight = [], table.weight * min(len(table.rows), LARGEST)
    for k, value in enumerate(values.tolist()):
        is_summand = k >= table.first_summand
        if not is_sum or (is_summand and table.rivals is None):
            cells.append(writer.write(value, weight if is_summand else 0.0))
        else:
            cells.append("")
    return cells


def run_csv(fit: AnyFit, names: tuple[str, ...]) -> str:
    """Every step of a run as a line with commas: the points that caused it, ``y f`` of each before
    it, the rate, the weights after it, its objective and its sentence.
    """
    scores = weights_of(fit.last)
    suffixes = [""] if len(scores) == 1 else [f" {name}" for name in names]
    symbols = ["b", *(f"w{k}" for k in range(1, scores.shape[1]))]
    heads = [f"{symbol}{suffix}" for suffix in suffixes for symbol in symbols]
    lines = [["step", "points", "y f before", "rate", *heads, "objective", "sentence"]]
    for step in range(len(fit.history)):
        iterate: Iterate | ManyIterate = fit.history[step]
        terms = terms_of_step(fit, step)
        causes = _causes(terms) if isinstance(terms, StepTerms) else ("", "", "")
        weights = map(repr, weights_of(iterate).ravel().tolist())
        objective, sentence = repr(float(iterate.objective)), str(guard_cell(iterate.note))
        lines.append([str(step), *causes, *weights, objective, sentence])
    return "".join(map(row_text, lines))


def _causes(terms: StepTerms) -> tuple[str, str, str]:
    """The points of a step, the column of their ``y f`` and the rate, as far as it has them."""
    rates = [repr(float(fact.values)) for fact in terms.facts if fact.symbol in RATES]
    if terms.table is None:
        return "", "", "".join(rates)
    points = ";".join(str(row + 1) for row in terms.table.rows.tolist())
    columns = [k for k, head in enumerate(terms.table.head) if head == PRODUCTS]
    products = [";".join(map(repr, terms.table.values[:, k].tolist())) for k in columns]
    return points, "".join(products), "".join(rates)
