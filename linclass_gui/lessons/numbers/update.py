"""Why this update? One step of an iterative method: the samples visited, what they add to the old
weights, and the new ones.

Its numbers are fractions where all of them are, else they have four digits: a sum of printed
numbers may differ in its last digit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from solvers import AnyFit, Floats, Iterate, ManyIterate, StepTerms, explain_step
from solvers.answer import STOPPED
from solvers.explaining.step_terms import Explained, NoTerms, Quantity, TermTable, weights_of

from ...files.cells import guard_cell, row_text
from ...markup.mathtext import escape_label
from ...markup.numbers import MINUS
from ...scene.memo import memo
from ...scene.playback import Playback, is_playable, missing_steps
from ...scene.scene import Scene
from .block import (
    LARGEST,
    Matrix,
    NeedsError,
    Numbers,
    TableOfNumbers,
    exact_number,
    is_fraction,
    matrix,
)
from .logistic import NEEDS_STEPS

MOST_SUMMANDS = 8  # columns of a table that are shown
RATES, PRODUCTS = ("η", "τ", "t"), "$y f$ before"
SIGNS = {1: "+", -1: MINUS}
LOOKED_BACK = 3  # steps at the end of a run that may be none
ROUNDED = "rounded: a sum may differ in its last digit"


def _way_of_writing(terms: StepTerms) -> tuple[bool, bool]:
    """Whether all numbers of a step are fractions of which some have no four decimals, and whether
    they are written as they are.
    """
    values = np.concatenate([part.ravel() for part in _parts_with_numbers(terms)])
    values = values[np.isfinite(values)]
    scale = float(np.abs(values).max(initial=0.0))
    tenths = 1e4 * values
    is_short = bool((np.abs(tenths - np.round(tenths)) <= 1e-9 * np.maximum(1.0, tenths)).all())
    are_fractions = all(is_fraction(value, scale) for value in values.tolist())
    return are_fractions and not is_short, is_short or are_fractions


def _parts_with_numbers(terms: StepTerms) -> Iterator[Floats]:
    """All numbers of a step that its sum is made of."""
    yield from (q.values for q in (terms.before, terms.after, *terms.parts, *terms.facts))
    if terms.table is not None:
        yield terms.table.values[:, terms.table.first_summand :]


def _largest_summand(table: TermTable | None) -> float:
    """The largest number that a sample adds."""
    if table is None:
        return 0.0
    summands = table.values[:, table.first_summand :]
    return float(np.abs(summands[np.isfinite(summands)]).max(initial=0.0))


def _matrix(part: Quantity, terms: StepTerms, *, fractions: bool) -> Matrix:
    """A part of a step; entries are 0 where they are the rounding of what they are made from."""
    if _is_square(part):
        return matrix(part.symbol, part.values)
    scale = _largest_summand(terms.table)
    return matrix(part.symbol, part.values, fractions=fractions, scale=scale)


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
    fit = scene.answer
    return fit, scene.whole.get(scene.document.selected)


def played_fit(scene: Scene) -> AnyFit | None:
    """The fit of the selected method with all its steps; of a scheme that of its chosen pair."""
    fit = scene.answer
    if fit is None or not fit.pairs or fit.as_pair is fit:
        return None if fit is None else scene.whole.get(scene.document.selected) or fit
    pair = scene.pair
    return None if pair is None or pair.selected_fit is None else pair.full_fit or pair.selected_fit


def _numbers(fit: AnyFit | None, playback: Playback | None, names: tuple[str, ...]) -> Numbers:
    if fit is None or not is_playable(fit):
        raise NeedsError(NEEDS_STEPS)
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
    of_step = f"update {fit.numbers[step]}{of_all}" + (f" ({missing})" if missing else "")
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
    fractions, are_exact = _way_of_writing(terms)
    parts = (terms.before, *terms.parts, terms.after, *terms.context)
    matrices = tuple(
        _matrix(part, terms, fractions=fractions) for part in parts if _is_legible(part)
    )
    wide = tuple(
        (f"${part.symbol}$", f"{part.values.shape[0]} × {part.values.shape[1]} numbers")
        for part in parts
        if not _is_legible(part)
    )
    facts = tuple(
        (f"${fact.symbol}$", exact_number(float(fact.values), 0.0, fractions))
        for fact in terms.facts
    )
    remarks = (terms.coordinates, "" if are_exact else ROUNDED)
    return Numbers(
        matrices,
        (*wide, *facts, *((remark, "") for remark in remarks if remark)),
        formula=f"${terms.rule}$",
        table=None if terms.table is None else _table(terms.table, names, fractions=fractions),
        heading=heading,
    )


def _is_square(part: Quantity) -> bool:
    """Whether a part is a square matrix, such as a Hessian."""
    return part.values.ndim == 2 and part.values.shape[0] == part.values.shape[1]


def _is_legible(part: Quantity) -> bool:
    """Whether a matrix has no more columns than can be read side by side."""
    return part.values.ndim < 2 or part.values.shape[1] <= MOST_SUMMANDS


def _table(table: TermTable, names: tuple[str, ...], *, fractions: bool) -> TableOfNumbers:
    """The samples of a step; of many the first ones, and the sum of all others."""
    row_count = len(table.rows) if len(table.rows) <= LARGEST else LARGEST - 1
    columns = slice(0, table.first_summand + MOST_SUMMANDS)
    labels = _labels(table, names)
    rows = [
        (*labels[k], *_cells(table, table.values[k, columns], fractions=fractions))
        for k in range(row_count)
    ]
    if row_count < len(table.rows):
        rest = table.values[row_count:, columns].sum(axis=0)
        count_words = f"{(table.count or len(table.rows)) - row_count} more"
        blank = ("",) * (len(labels[0]) - 1)
        cells = _cells(table, rest, fractions=fractions, is_sum=True)
        rows.append((count_words, *blank, *cells))
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


def _cells(table: TermTable, values: Floats, *, fractions: bool, is_sum: bool = False) -> list[str]:
    """The numbers of one row; a sum has none where the column is no summand, or where its samples
    belong to several sums.
    """
    scales = np.abs(np.where(np.isfinite(table.values), table.values, 0.0)).max(axis=0, initial=0.0)
    cells = []
    for k, value in enumerate(values.tolist()):
        is_summand = k >= table.first_summand
        has_sum = table.count is not None or (is_summand and table.rivals is None)
        scale = float(scales[k]) if is_summand else 0.0
        text = exact_number(value, scale, fractions)
        cells.append(text if has_sum or not is_sum else "")
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
