"""Numbers and words about a fit for the panels and the status line, without any widget."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import repeat

import numpy as np

from solvers import AnyFit, Dataset, Fit, Floats, PointClass, Status
from solvers.answer import Key, Rule
from solvers.plane.arrangement import UNDECIDED
from solvers.ties import wrong_side

from ...answers.comparison import errors_on, true_error
from ...answers.decision import plane_line, support, trial_line, trial_scores, unit_of
from ...answers.regions import smallest_distance
from ...answers.trial_line import trial_numbers
from ...answers.value_words import tied_words
from ...layers.trial_line import CANONICAL
from ...markup.mathtext import cut_name, name_label
from ...markup.numbers import (
    MINUS,
    coefficient_decimals,
    components,
    count_words,
    duration,
    fixed_number,
    gap_text,
    is_certified,
    iterations,
    mean_slack,
    number,
    offset,
    score_scale,
    sentence_label,
    short_coefficient,
    significant,
    status_word,
    without_rounding,
)
from ...scene.axes import explained
from ...scene.document import Document, TrialLine
from ...scene.methods import points_seen
from ...scene.pairs import first_pair, shown_keys
from ...scene.planes import Units
from ...scene.scenarios import scenario_of
from ...scene.scene import Scene

COMPUTING = "computing …"
BAR, EMPTY, BARS = "▮", "▯", 5
LONGEST_NAME = 28  # of an axis or a class, beside numbers
MOST_NAMED = (
    4  # classes whose scores are shown, of more the largest ones; and numbers of one quantity
)
MOST_LINES, MOST_COMPONENTS = 10, 5  # below the parameters


@dataclass(frozen=True)
class RowReading:
    """A row in the methods panel: its numbers, or the word in their place; ``trouble`` is said
    below the name of a method that has numbers, and is not to be relied on.
    """

    errors: str = ""
    distance: str = ""
    word: str = ""
    tip: str = ""
    trouble: str = ""
    is_certified: bool = False


def row_reading(
    fit: AnyFit | None,
    *,
    enabled: bool = True,
    step: int | None = None,
    stale: bool = False,
    new: str = "",
) -> RowReading:
    """The row of a fit in the methods panel; blanks while there is no answer, ``step`` while it is
    played.

    A ``stale`` fit has no numbers: those that it has belong to points that have moved on, or to a
    run that still goes on.
    ``new`` are its errors on new points, where known.
    """
    if fit is None and not enabled:
        return RowReading(word="off", tip="Switched off: its tick box switches it on.")
    if fit is None:
        return RowReading(word="…", tip="The first answer is on its way.")
    if stale and fit.status is Status.RUNNING:
        return RowReading(word=fit.status.value, tip=fit.explanation)
    if stale:
        lines = "lines show" if fit.as_pair is None else "line shows"
        state = "how far it has come" if fit.status is Status.CANCELLED else "an earlier answer"
        return RowReading(word=COMPUTING, tip=f"The fit is running; the {lines} {state}.")
    word = _ending(fit, step)
    if not fit.predicts:
        return RowReading(word=word, tip=fit.explanation)
    certificate, distance = fit.certificate, smallest_distance(fit)
    distance_text = (
        "" if distance is None or not math.isfinite(distance) else fixed_number(distance)
    )
    is_good = step is None and fit.status is Status.CONVERGED
    return RowReading(
        _errors(f"{certificate.errors}{tied_words(fit)}", new),
        distance_text,
        word,
        fit.explanation,
        "" if is_good or step is not None else _trouble(fit),
        is_good and is_certified(fit),
    )


def _trouble(fit: AnyFit) -> str:
    """How a fit with an answer ended that is not its optimum: ``stopped after 1000 steps``."""
    steps = iterations(fit) if fit.status is Status.BUDGET else None
    return status_word(fit) if steps is None else f"stopped after {count_words(steps, 'step')}"


def _ending(fit: AnyFit, step: int | None) -> str:
    """How a fit ended, or the step at which it is played."""
    if step is not None:
        return f"after update {step}"
    return status_word(fit) if fit.has_model else fit.status.value


def ending_words(fit: AnyFit | None, *, step: int | None, stale: bool) -> tuple[str, ...]:
    """How the fit of the selected method ended, its gap and its time: as many words as are
    known.
    """
    if fit is None:
        return ()
    if stale:
        return (fit.status.value if fit.status is Status.RUNNING else COMPUTING,)
    gap = fit.certificate.gap if fit.predicts else None
    return (
        _ending(fit, step),
        *(() if gap is None else (f"gap {gap_text(gap)}",)),
        duration(fit.seconds),
    )


def _errors(training: str, test: str) -> str:
    """Training errors, with those on new points where they are known: ``3, test 5``."""
    return f"{training}, {test}" if test else training


def step_of(scene: Scene, id: str) -> int | None:
    """The step at which the playback shows a method, None for its answer."""
    whole_fit, fit = scene.whole.get(id), scene.fits.get(id)
    if scene.playback is None or whole_fit is None or fit is whole_fit:
        return None
    return None if fit is None or len(fit.history) == len(whole_fit.history) else fit.numbers[-1]


def trial_reading(document: Document) -> RowReading:
    """The errors and the smallest distance of the line placed by hand."""
    margins = trial_margins(document)
    tip = (
        "A line placed by hand: drag it on the canvas, or its angle in the plot of Fisher's J; a "
        "click shows its projection."
    )
    word = "projected" if document.trial is not None and document.trial.in_front else "by hand"
    if margins is None or len(margins) == 0:
        return RowReading(word=word, tip=tip)
    y = document.dataset.y
    wrong = int(np.count_nonzero(wrong_side(y * margins, y)))
    smallest = float(margins.min())
    test, new = document.test_shown, ""
    if document.trial is not None and test is not None and len(test):
        test_scores = trial_scores(document.trial, test.X)
        new = f"test {int(np.count_nonzero(wrong_side(test_scores, test.y)))}"
    on_line = int(np.count_nonzero(margins == 0.0))
    errors = f"{wrong}, {on_line} on the line" if on_line else str(wrong)
    return RowReading(_errors(errors, new), fixed_number(smallest), word=word, tip=tip)


def trial_margins(document: Document) -> np.ndarray[tuple[int], np.dtype[np.float64]] | None:
    """The signed distances y f of the trial line, None without one."""
    trial = document.two_sided_trial
    if trial is None:
        return None
    scores = trial_scores(trial, document.dataset.X)
    margins: np.ndarray[tuple[int], np.dtype[np.float64]] = document.dataset.y * scores
    return margins


def solution_lines(
    answer: AnyFit, units: Units | None = None, key: Key | None = None
) -> tuple[tuple[str, str], ...]:
    """Names (in the mark-up) and values below the parameters: w, b and the margin of the pair
    ``key``, and quantities of the method.

    Of a line in standardised axes also w and b in the ``units`` of the table; of more classes than
    two the errors of all, below the numbers of their pair.
    """
    if not answer.has_model:
        return ()
    own_pair, keys = answer.as_pair, shown_keys(answer, key)
    pair = first_pair(answer, key) if len(keys) == 1 else None
    lines: list[tuple[str, str]] = []
    if pair is not None and pair.has_model:
        if own_pair is not None:
            lines += _line_of(pair, units)
        else:
            lines += _line_among_others(pair, "class" if keys[0][1] is None else "pair")
    if own_pair is None:
        lines += _errors_of_all(answer)
    # The facts of margin methods of two classes count support vectors, which are below with their
    # symbols.
    if own_pair is not answer or not own_pair.has_margin:
        lines += _facts(answer)
    return tuple(lines[:MOST_LINES])


def _errors_of_all(answer: AnyFit) -> list[tuple[str, str]]:
    """The errors, and the points for which no class is named."""
    lines = [("errors", f"{answer.certificate.errors} of {len(answer.problem.X)}")]
    unclear = int(np.count_nonzero(answer.tied))
    return [*lines, ("undecided points", str(unclear))] if unclear else lines


def _line_of(fit: Fit, units: Units | None) -> list[tuple[str, str]]:
    digits, w = coefficient_decimals(fit), fit.last.w
    lines: list[tuple[str, str]] = []
    if fit.quadratic is not None:
        rows = "; ".join(map(_vector, fit.quadratic[0][:MOST_COMPONENTS], repeat(digits)))
        lines.append(("$W$", rows))
    if w is not None:
        lines.append(("$w$", _vector(w, digits)))
    lines.append(
        ("$b$" if fit.quadratic is None else "$w_0$", short_coefficient(offset(fit), digits))
    )
    if units is not None and fit.w is not None and fit.problem.features.is_linear:
        w, b = units.line(fit.w, offset(fit))
        lines.append(("$w$ as given", f"({', '.join(significant(v, 4) for v in w.tolist())})"))
        lines.append(("$b$ as given", significant(b, 4)))
    margin = _margin(fit)
    if margin is not None:
        lines.append(("margin 1/$‖w‖$", fixed_number(margin)))
    if fit.has_margin:
        lines.append(("mean slack", fixed_number(mean_slack(fit))))
    return lines


def _vector(values: Floats, digits: int) -> str:
    more = ", …" if len(values) > MOST_COMPONENTS else ""
    return f"({', '.join(components(values[:MOST_COMPONENTS], digits))}{more})"


def _line_among_others(pair: Fit, owner: str) -> list[tuple[str, str]]:
    """The same of one pair of several, or of a class against the rest: its letters say so, its
    other quantities are its own.
    """
    return [
        (f"{name} of the {owner}" if name.startswith("$") else f"its {name}", value)
        for name, value in _line_of(pair, None)
    ]


def _facts(answer: AnyFit) -> list[tuple[str, str]]:
    """Further results of the method: numbers, and a few of one kind."""
    lines = []
    for name, value in answer.facts.items():
        values = np.atleast_1d(value)
        if values.ndim == 1 and len(values) <= MOST_NAMED:
            label = name if len(name) > 1 else f"${name}$"
            lines.append((label, ", ".join(map(_fact, values.tolist()))))
    return lines


def _fact(value: float) -> str:
    # An unbounded J is infinite: no whole number.
    return (
        number(value, 0)
        if math.isfinite(value) and value == round(value) and abs(value) < 1e6
        else fixed_number(value)
    )


def support_counts(answer: AnyFit) -> tuple[int, int, int] | None:
    """How many support vectors are free, bound, and wrong; None for methods without."""
    classes = support(answer)
    if classes is None:
        return None
    free, bound, wrong = (
        len(classes.of(k)) for k in (PointClass.FREE, PointClass.BOUND, PointClass.WRONG)
    )
    return free, bound, wrong


def pointer_parts(scene: Scene) -> tuple[str, ...]:
    """The texts of the status line about the pointer: position, the formula with numbers, distance,
    class, probability.

    Over a data point, its slack and multiplier for a margin method replace the formula.
    """
    if scene.hover is None:
        return ()
    row = (
        scene.hover.row
        if scene.hover.row is not None and scene.hover.row < len(scene.document.dataset)
        else None
    )
    x = scene.hover.at if row is None else tuple(scene.document.dataset.X[row].tolist())
    decimals = position_decimals(scene.pixel)
    coordinates = tuple(number(v, decimals) for v in x)
    parts = [
        f"{cut_name(name, LONGEST_NAME)} = {value}"
        for name, value in zip(scene.document.shown_axis_names, coordinates, strict=True)
    ]
    names = _short_names(scene.document.dataset)
    trial = scene.document.two_sided_trial
    if trial is not None and trial.in_front:
        size = float(np.abs([*(w * v for w, v in zip(trial.w, x, strict=True)), trial.b]).max())
        score = without_rounding(float(trial_line(trial).scores(np.array([x]))[0]), size)
        norm = _norm_shown(scene, trial)
        formula = _filled_in(
            (norm * trial.w).tolist(), norm * trial.b, coordinates, norm * score, 4
        )
        distance = f"distance {fixed_number(abs(score), 2)}"  # of a normal of length 1
        return (*parts, formula, distance, _class_words(scene, row, int(score > 0.0)))
    if scene.drawn_answer is None:
        return tuple(parts)
    answer = scene.drawn_answer
    point = np.array([x] if row is None else points_seen(answer, scene.document.dataset)[[row]])
    words = _class_words(scene, row, int(answer.verdicts(point)[0]))
    if answer.as_pair is None:
        return (*parts, words, "\u2003".join(_shares(answer, point, names)))
    parts += [*_score_parts(answer.as_pair, point, row, coordinates), words]
    if answer.has_probability:
        words_of_plus = scenario_of(scene.document).retell("class +")
        words_of_plus = cut_name(words_of_plus, LONGEST_NAME)
        parts.append(f"P({words_of_plus}) = {number(float(answer.predict_proba(point)[0, 1]), 3)}")
    return tuple(parts)


def _norm_shown(scene: Scene, trial: TrialLine) -> float:
    """The length of the trial line's w: that of its canonical form while the lines f = ±1 of this
    are shown.
    """
    nearest = trial_numbers(scene.document.dataset, trial).nearest
    return (
        1.0 / nearest if CANONICAL.name in scene.document.layers and nearest > 0.0 else trial.norm
    )


def _score_parts(
    fit: Fit, point: Floats, row: int | None, coordinates: tuple[str, ...]
) -> list[str]:
    """The score as a sum with its numbers (of a training point with slack and multiplier), and the
    distance from the line.
    """
    score = without_rounding(float(fit.decision_function(point)[0]), score_scale(fit))
    line = plane_line(fit)
    digits = coefficient_decimals(fit)
    parts = [f"$f(x)$ = {fixed_number(score, digits - 1)}"]
    if row is not None:
        parts = ["\u2003".join((*parts, *_point_parts(fit, row, score)))]
    elif line is not None:
        parts = [_filled_in(line.normal.tolist(), offset(fit), coordinates, score, digits)]
    unit = unit_of(fit) if row is not None or line is not None else None
    return parts if unit is None else [*parts, f"distance {fixed_number(abs(score) / unit, 2)}"]


def _shares(answer: AnyFit, point: Floats, names: tuple[str, ...]) -> list[str]:
    """The probabilities, votes or scores of the classes, the largest first, with bars; where only
    a positive score says yes, the others have empty ones.
    """
    values = answer.class_scores(point)[0]
    order = sorted(answer.problem.present, key=lambda k: -values[k])[:MOST_NAMED]
    if answer.has_probability:
        p = answer.predict_proba(point)[0]
        return [f"{names[k]} {_bar(float(p[k]))} {number(float(p[k]), 3)}" for k in order]
    if answer.rule.is_vote:
        most = max(len(answer.problem.present) - 1, 1)
        votes = [max(round(float(value)), 0) if np.isfinite(value) else 0 for value in values]
        return [
            f"{names[k]} {_bar(values[k] / most)} {count_words(votes[k], 'vote')}" for k in order
        ]
    finite = values[np.isfinite(values)]
    low = 0.0 if answer.rule is Rule.ONE_POSITIVE else float(finite.min(initial=0.0))
    span = float(finite.max(initial=low)) - low or 1.0
    return [
        f"{names[k]} {_bar((values[k] - low) / span)} {fixed_number(float(values[k]), 2)}"
        for k in order
    ]


def _bar(share: float) -> str:
    full = min(max(round(BARS * share), 0), BARS) if math.isfinite(share) else 0
    return BAR * full + EMPTY * (BARS - full)


def _class_words(scene: Scene, row: int | None, verdict: int) -> str:
    """The class of a place; for a training point its number, as in every sentence and the table,
    and whether it is wrong.
    """
    names = _short_names(scene.document.dataset)
    name = "undecided" if verdict == UNDECIDED else names[verdict]
    if row is None:
        return name
    own_class = int(scene.document.dataset.labels[row])
    point = f"point {row + 1}, {names[own_class]}"
    if own_class == verdict:
        return point
    # Of two classes the wrong one need not be named.
    return f"{point}, on the wrong side" if len(names) == 2 else f"{point}, taken for {name}"


def _point_parts(fit: Fit, row: int, score: float) -> tuple[str, ...]:
    """Slack and multiplier of a training point, for margin methods."""
    if not fit.has_margin or row >= len(fit.problem.y):
        return ()
    slack = without_rounding(
        max(0.0, 1.0 - float(fit.problem.y[row]) * score), max(1.0, score_scale(fit))
    )
    text = f"slack {fixed_number(slack)}"
    if fit.alpha is None:
        return (text,)
    return (
        text,
        (
            "$α$ = "
            f"{fixed_number(without_rounding(float(fit.alpha[row]), float(np.abs(fit.alpha).max())))}"  # noqa: E501
        ),
    )


def _filled_in(
    weights: list[float], b_value: float, coordinates: tuple[str, ...], score: float, digits: int
) -> str:
    """``f(x) = 0.745 · 1.90 + 0.480 · (−1.55) − 0.172 = 0.50``; coefficients carry a digit more
    than the result.
    """
    factors = tuple(f"({v})" if v.startswith(MINUS) else v for v in coordinates)
    terms = " + ".join(
        f"{w} · {v}" for w, v in zip(components(np.array(weights), digits), factors, strict=True)
    )
    b = short_coefficient(b_value, digits)
    sign, size = (MINUS, b[1:]) if b.startswith(MINUS) else ("+", b)
    return f"$f(x)$ = {terms} {sign} {size} = {fixed_number(score, digits - 1)}".replace(
        f"+ {MINUS}", f"{MINUS} "
    )


def position_decimals(pixel: float) -> int:
    """The decimals that the pointer can resolve, at least two."""
    return 2 if not pixel > 0 else max(2, min(12, round(-math.log10(pixel))))


def data_parts(scene: Scene) -> tuple[str, ...]:
    """The texts on the right of the status line: counts, errors, margin, and why the fit
    stopped.
    """
    parts = _counts(scene.document.dataset)
    answer = scene.answer
    if answer is None:
        return tuple(parts)
    step = step_of(scene, scene.document.selected)
    if answer.status is Status.RUNNING:
        return (*parts, answer.status.value)
    if scene.is_stale:  # its numbers are those of points that have moved on
        return (*parts, COMPUTING)
    words = sentence_label(explained(answer, scene.document))
    reason = _reason(answer) if answer.has_model else words
    if answer.has_model:
        parts += error_parts(answer, scene.document)
    margin = None if answer.as_pair is None else _margin(answer.as_pair)
    if margin is not None:
        parts.append(f"margin 1/$‖w‖$ = {fixed_number(margin)}")
    return (*parts, reason if step is None else f"after update {step}")


def _short_names(dataset: Dataset) -> tuple[str, ...]:
    """The names of the classes, as short as beside others."""
    return tuple(cut_name(name_label(name), LONGEST_NAME) for name in dataset.class_names)


def _counts(dataset: Dataset) -> list[str]:
    """How many points each class has; of many classes how many there are."""
    names, counts = _short_names(dataset), dataset.counts
    if len(names) == 2:  # two classes have signs
        return [f"$n_+$ = {counts[1]}", f"$n_−$ = {counts[0]}"]
    if len(names) > MOST_NAMED:
        return [f"{count_words(len(dataset), 'point')} of {len(names)} classes"]
    class_counts = zip(counts, names, strict=True)
    return [", ".join(f"{count} {name}" for count, name in class_counts)]


def error_parts(fit: AnyFit, document: Document) -> tuple[str, ...]:
    """``3 training errors``, ``5 test errors``, ``true error 8.1 %``: where they are known, and in
    a scenario the kinds of the training errors.
    """
    test_errors, share = errors_on(fit, document.test_shown), true_error(fit, document.populations)
    parts = [f"{count_words(fit.certificate.errors, 'training error')}{tied_words(fit)}"]
    if test_errors is not None:
        parts.append(count_words(test_errors, "test error"))
    if share is not None:
        parts.append(f"true error {number(100.0 * share, 1)} %")
    kinds = scenario_of(document).sort_errors(fit)
    return (*parts, kinds) if kinds else tuple(parts)


def _margin(fit: Fit) -> float | None:
    """The distance of the margin lines from the boundary; only margin methods give the length of w
    this meaning.
    """
    unit = unit_of(fit) if fit.has_margin else None
    return None if unit is None else 1.0 / unit


def _reason(fit: AnyFit) -> str:
    gap = fit.certificate.gap
    if fit.status is Status.CONVERGED and gap is not None:
        return (
            f"{'optimum certified' if is_certified(fit) else status_word(fit)}, gap {gap_text(gap)}"
        )
    return status_word(fit)
