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
from solvers.answer import STOPPED
from solvers.explaining.step_terms import Explained, NoTerms, Quantity, TermTable, weights_of

from ...files.cells import guard_cell, row_text
from ...markup.mathtext import escape_label
from ...markup.numbers import MINUS, number, significant
from ...scene.memo import memo
from ...scene.playback import Playback, is_playable, missing_steps
from ...scene.scene import Scene
from . import digits
from .block import LARGEST, Matrix, Numbers, TableOfNumbers, exact_number, is_fraction
from .logistic import NEEDS_STEPS

SUM_DECIMALS, SUM_DIGITS = 11, 6  # of a sum that vanishes, at most; more digits than its terms
RELATIVE_ROUNDING, SMALL_PART = 1e-10, 1e-2  # beside other weights
NO_FRACTION, LARGE = 1e-9, 1e6  # up to the first, and from the second on, a number is none
# Beyond so many decimals a number below this one has a power of ten.
PLAIN_DECIMALS, FAINT = 8, 1e-4
MOST_SUMMANDS = 8  # columns of a table that are shown
SHORT = 4  # decimals of numbers that are shown as they are
RATES, PRODUCTS = ("η", "τ", "t"), "$y f$ before"
EXACT = ("$α_i$", "$p_i$", "$p_i − t_i$")  # whose small numbers are no rounding
SIGNS = {1: "+", -1: MINUS}
LOOKED_BACK = 3  # steps at the end of a run that may be none


@dataclass(frozen=True, eq=False)
class Writer:
    """How the numbers of one step are written: as fractions, as short decimals that are exact, or
    with so many ``decimals`` of the new weights.

    ``places`` are the decimals of each weight, which are more where its units make it far smaller
    than the largest, ``summands`` the largest number that a sample adds to it, ``least`` the
    decimals of short ones; ``has_gradient`` as in :class:`StepTerms`.
    """

    are_fractions: bool
    decimals: int
    places: tuple[int, ...]
    summands: Floats
    least: int = 0
    has_gradient: bool = False

    @staticmethod
    def of(terms: StepTerms) -> Writer:
        """The way that suits all of them."""
        values = np.concatenate([part.ravel() for part in _summed_parts(terms)])
        values = values[np.isfinite(values)]
        moved = terms.after.values if terms.after.values.any() else terms.before.values
        decimals = digits.decimals_of(moved)
        short = 10.0**SHORT * values
        is_short = bool((np.abs(short - np.round(short)) <= 1e-9 * np.maximum(1.0, short)).all())
        scale = float(np.abs(values).max(initial=0.0))
        are_fractions = not is_short and all(_is_short_fraction(v, scale) for v in values.tolist())
        decimals = max(decimals, SHORT) if is_short else decimals
        summands = _summands(terms)
        sizes = np.maximum(_size(terms.before), _size(terms.after))
        is_other_sum = terms.table is not None and terms.table.total is not None
        added = np.zeros(len(summands)) if is_other_sum else summands
        places, least = _places(sizes, added, decimals), SHORT if is_short else 0
        return Writer(are_fractions, decimals, places, summands, least, terms.has_gradient)

    def write(self, value: float, weight: float = 0.0, place: int | None = None) -> str:
        """A number; ``weight`` is how much of its rounding enters the new weights, ``place`` the
        weight that it belongs to.
        """
        if self.are_fractions and abs(value) < LARGE and is_fraction(value, 1.0):
            return exact_number(value, 1.0, fractions=True)
        guard = max(1, math.ceil(math.log10(10.0 * weight))) if weight > 0.0 else 0
        decimals = self.decimals if place is None else self.places[place]
        decimals = min(decimals + guard, digits.MOST_DECIMALS)
        if decimals <= PLAIN_DECIMALS or not 0.0 < abs(value) < FAINT:
            return digits.without_zeros(number(value, decimals))
        value = round(value, decimals)
        if value == 0.0:
            return "0"
        exponent = math.floor(math.log10(abs(value)))
        mantissa = digits.without_zeros(number(value / 10.0**exponent, max(0, decimals + exponent)))
        return f"{mantissa}·10^{{{number(exponent, 0)}}}"

    def of_sum(self, total: Floats) -> Writer:
        """The same for another sum than the weights, with decimals as far as its summands have
        them.
        """
        most = max(SUM_DECIMALS, SUM_DIGITS + digits.decimals_of(self.summands))
        decimals = max(self.least, min(digits.decimals_of(total), most))
        count = len(self.summands)
        sizes = np.abs(total) if total.shape == (count,) else np.zeros(count)
        places = tuple(
            min(place, max(most, SUM_DIGITS + digits.decimals_of(summand)))
            for place, summand in zip(
                _places(sizes, self.summands, decimals), self.summands, strict=True
            )
        )
        return replace(self, decimals=decimals, places=places)

    def beside(self, total: Floats) -> Writer:
        """The same with decimals enough for another sum, too."""
        other = self.of_sum(total)
        places = tuple(map(max, self.places, other.places))
        return replace(self, decimals=max(self.decimals, other.decimals), places=places)

    def matrix(self, quantity: Quantity) -> Matrix:
        """A vector as a column, or a matrix."""
        rows = digits.as_columns(quantity.values)
        is_vector, count = quantity.values.ndim == 1, len(self.places)
        has_places = count > 0 and quantity.values.shape[-1] == count

        def place(row: int, column: int) -> int | None:
            return (row if is_vector else column) if has_places else None

        entries = tuple(
            tuple(self.write(value, quantity.weight, place(k, j)) for j, value in enumerate(row))
            for k, row in enumerate(rows[:LARGEST].tolist())
        )
        return Matrix(quantity.symbol, entries, max(0, len(rows) - LARGEST))

    def near(self, quantity: Quantity) -> Writer:
        """The same with decimals enough for a part, which may be small beside the weights."""
        if quantity.total is None:
            return self.beside(quantity.values)
        total, writer = quantity.total, self.of_total(quantity.total)
        if total.ndim != 1 or len(total) == len(self.places):
            return writer
        places = _places(np.abs(total), np.zeros(len(total)), writer.decimals)
        return replace(writer, places=places)  # of a vector that is not the weights

    def of_total(self, total: Floats) -> Writer:
        """The same for the parts of a total, which may have units of its own."""
        return self.of_sum(total) if self.has_gradient else self.beside(total)

    def fact(self, quantity: Quantity) -> str:
        """One number; a small one that is its own total is no rounding."""
        value = float(quantity.values)
        is_own = quantity.total is not None and np.array_equal(quantity.total, quantity.values)
        if is_own and 0.0 < abs(value) < NO_FRACTION:
            return significant(value, digits.DIGITS)
        return self.near(quantity).write(value, quantity.weight)


def _is_short_fraction(value: float, scale: float) -> bool:
    """Whether a number is a fraction, and neither the rounding of one nor far smaller."""
    return abs(value) <= 1e-13 * scale or (abs(value) > NO_FRACTION and is_fraction(value, scale))


def _size(weights: Quantity) -> Floats:
    """How large each weight is, of several scores the largest of its column."""
    sizes: Floats = np.abs(np.atleast_2d(weights.values)).max(axis=0)
    return sizes


def _summands(terms: StepTerms) -> Floats:
    """The largest number that the samples add to each weight, 0 where they add none."""
    count, table = terms.before.values.shape[-1], terms.table
    largest: Floats = np.zeros(count)
    if table is not None and len(table.rows):
        summands = np.abs(table.values[:, table.first_summand :]).max(axis=0)
        if len(summands) <= count:
            largest[count - len(summands) :] = summands
    return largest


def _places(sizes: Floats, summands: Floats, decimals: int) -> tuple[int, ...]:
    """The decimals of each weight: more where it is far smaller than the largest, and is more than
    the rounding of what is added to it.
    """
    largest = float(sizes.max(initial=0.0))
    places = []
    for weight, summand in zip(sizes.tolist(), summands.tolist(), strict=True):
        size = weight if weight > RELATIVE_ROUNDING * summand else summand
        is_small = RELATIVE_ROUNDING * largest < size < SMALL_PART * largest
        places.append(max(decimals, digits.decimals_of(size)) if is_small else decimals)
    return tuple(places)


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
    is_cut = fit.explanation.startswith(STOPPED)  # a figure at a step of its run
    of_all = "" if is_cut else f" of {fit.numbers[-1]}"
    missing = missing_steps(fit.numbers, step)
    of_step = f"step {fit.numbers[step]}{of_all}" + (f" ({missing})" if missing else "")
    return _block(explained, of_step, names)


def shown_update(fit: AnyFit, playback: Playback | None) -> int:
    """The place of the step that the playback announces, or shows; at rest of the last one that
    updates anything.
    """
    step = last = len(fit.history) - 1
    if playback is not None:
        return playback.place_in(fit, playback.update)
    while step > max(0, last - LOOKED_BACK) and terms_of_step(fit, step) is NoTerms.NO_UPDATE:
        step -= 1
    return step


@memo
def terms_of_step(fit: AnyFit, step: int) -> Explained:
    """The terms of one step."""
    return explain_step(fit, step)


def _block(terms: StepTerms, heading: str, names: tuple[str, ...]) -> Numbers:
    writer = Writer.of(terms)
    parts = (
        _beside_sum(writer.near(part), part, 0.0)
        if _is_square(part) and not part.weight
        else writer.near(part).matrix(part)
        for part in terms.parts
        if _is_legible(part)
    )
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
    facts = tuple((f"${fact.symbol}$", writer.fact(fact)) for fact in terms.facts)
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
    for rounding beside the ``largest`` number, of a square matrix beside its diagonal.
    """
    written, values = writer.matrix(part), digits.as_columns(part.values)
    if part.weight or (part.total is not None and part.values.ndim == 1):
        return written
    units: Floats = np.full(values.shape, largest)
    if part.values.ndim > 1:
        if values.shape[0] != values.shape[1]:
            return written
        lengths = np.sqrt(np.abs(values.diagonal()))
        units = np.outer(lengths, lengths)
    threshold = 10.0 ** (2 - writer.decimals)
    entries = tuple(
        tuple(
            significant(value, digits.DIGITS) if 1e-13 * unit < abs(value) < threshold else entry
            for value, unit, entry in zip(row, of_row, of_entries, strict=True)
        )
        for row, of_row, of_entries in zip(
            values.tolist(), units.tolist(), written.entries, strict=False
        )
    )
    return replace(written, entries=entries)


def _is_square(part: Quantity) -> bool:
    """Whether a part is a square matrix, such as a Hessian."""
    return part.values.ndim == 2 and part.values.shape[0] == part.values.shape[1]


def _is_legible(part: Quantity) -> bool:
    """Whether a matrix has no more columns than can be read side by side."""
    return part.values.ndim < 2 or part.values.shape[1] <= MOST_SUMMANDS


def _table(table: TermTable, writer: Writer, names: tuple[str, ...]) -> TableOfNumbers:
    """The samples of a step; of many the first ones, and the sum of all others."""
    row_count = len(table.rows) if len(table.rows) <= LARGEST else LARGEST - 1
    columns = slice(0, table.first_summand + MOST_SUMMANDS)
    labels = _labels(table, names)
    if table.total is not None:
        writer = writer.of_total(table.total)
    rows = [
        (*labels[k], *_cells(table, writer, table.values[k, columns], is_sum=False))
        for k in range(row_count)
    ]
    if row_count < len(table.rows):
        rest = table.values[row_count:, columns].sum(axis=0)
        count_words = f"{(table.count or len(table.rows)) - row_count} more"
        blank = ("",) * (len(labels[0]) - 1)
        rows.append((count_words, *blank, *_cells(table, writer, rest, is_sum=True)))
    return TableOfNumbers((*_heads(table), *table.head[columns]), tuple(rows))


def _heads(table: TermTable) -> tuple[str, ...]:
    if table.count is not None:
        return ("$k$",)
    if table.rivals is not None:
        return "$i$", "class", "rival"
    return "$i$", "$y_i$" if table.has_signs else "class"


def _labels(table: TermTable, names: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The number of each sample, with its class and its rival, of two classes with its sign; of
    a line its number alone.
    """
    numbers = [str(row + 1) for row in table.rows.tolist()]
    if table.count is not None:
        return [(number,) for number in numbers]
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
        place = len(writer.places) - table.values.shape[1] + k if is_summand else -1
        if not is_sum and table.head[k] in EXACT and 0.0 < abs(value) < 10.0**-writer.decimals:
            cells.append(significant(value, digits.DIGITS))
        elif not is_sum or table.count is not None or (is_summand and table.rivals is None):
            summand = weight if is_summand else 0.0
            cells.append(writer.write(value, summand, place if place >= 0 else None))
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
        lines.append([str(fit.numbers[step]), *causes, *weights, objective, sentence])
    return "".join(map(row_text, lines))


def _causes(terms: StepTerms) -> tuple[str, str, str]:
    """The points of a step, the column of their ``y f`` and the rate, as far as it has them."""
    rates = [repr(float(fact.values)) for fact in terms.facts if fact.symbol in RATES]
    if terms.table is None or terms.table.count is not None:
        return "", "", "".join(rates)
    points = ";".join(str(row + 1) for row in terms.table.rows.tolist())
    columns = [k for k, head in enumerate(terms.table.head) if head == PRODUCTS]
    products = [";".join(map(repr, terms.table.values[:, k].tolist())) for k in columns]
    return points, "".join(products), "".join(rates)
