"""Numbers and words about a fit for the panels and the status line, without any widget."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from solvers import Fit, ManyFit, PointClass, Status
from solvers.result import wrong_side

from ...answers.comparison import errors_on, true_error
from ...answers.decision import plane_line, support, trial_line, unit_of
from ...answers.regions import smallest_distance
from ...markup.mathtext import name_label
from ...markup.numbers import (
    MINUS,
    coefficient_decimals,
    components,
    count_words,
    duration,
    fixed_number,
    gap_text,
    is_certified,
    mean_slack,
    number,
    offset,
    score_scale,
    sentence_label,
    significant,
    smallest_margin,
    status_word,
    without_rounding,
)
from ...scene.document import Document, TrialLine
from ...scene.methods import points_seen
from ...scene.planes import Units
from ...scene.scene import Scene
from . import many_words

COMPUTING = "computing …"


@dataclass(frozen=True)
class RowReading:
    """The second line of a row in the methods panel, and the word at the end of its first line."""

    errors: str = ""
    distance: str = ""
    gap: str = ""
    time: str = ""
    word: str = ""
    tip: str = ""


def row_reading(
    fit: Fit | ManyFit | None,
    *,
    enabled: bool = True,
    step: int | None = None,
    stale: bool = False,
    new: str = "",
) -> RowReading:
    """The row of a fit in the methods panel; blanks while there is no answer, ``step`` while it is
    played.

    A ``stale`` unfinished fit only shows progress: it has no gap, and it was not cancelled.
    ``new`` are its errors on new points, where known.
    """
    if fit is None and not enabled:
        return RowReading(word="off", tip="Switched off: its tick box switches it on.")
    if fit is None:
        return RowReading(word="…", tip="The first answer is on its way.")
    if stale and fit.status is Status.CANCELLED:
        lines = "line shows" if isinstance(fit, Fit) else "lines show"
        return RowReading(
            word=COMPUTING, tip=f"The fit is running; the {lines} how far it has come."
        )
    said = many_words.status_word(fit) if isinstance(fit, ManyFit) else status_word(fit)
    word = f"step {step}" if step is not None else said if fit.has_model else fit.status.value
    if not fit.predicts:
        return RowReading(time=duration(fit.seconds), word=word, tip=fit.explanation)
    certificate, distance = fit.certificate, _least_distance(fit) if fit.has_model else None
    shown = "" if distance is None or not math.isfinite(distance) else fixed_number(distance)
    gap = "" if certificate.gap is None else gap_text(certificate.gap)
    return RowReading(
        _errors(str(certificate.errors), new),
        shown,
        gap,
        duration(fit.seconds),
        word,
        fit.explanation,
    )


def _least_distance(fit: Fit | ManyFit) -> float | None:
    """The smallest signed distance of a point to a boundary, None where there is no such
    distance.
    """
    if isinstance(fit, ManyFit):
        return smallest_distance(fit)
    unit = unit_of(fit)
    return None if unit is None else smallest_margin(fit) / unit


def _errors(own: str, new: str) -> str:
    """Training errors, with those on new points where they are known: ``3, test 5``."""
    return f"{own}, {new}" if new else own


def step_of(scene: Scene, id: str) -> int | None:
    """The step at which the playback shows a method, None for its answer."""
    whole, shown = scene.whole.get(id), scene.fits.get(id)
    if scene.playback is None or whole is None or shown is whole:
        return None
    step = min(scene.playback.step, len(whole.history) - 1)
    return step if step + 1 < len(whole.history) else None


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
    smallest = without_rounding(float(margins.min()), float(np.abs(document.dataset.X).max()))
    test, new = document.test_shown, ""
    if document.trial is not None and test is not None and len(test):
        new = (
            "test "
            f"{int(np.count_nonzero(wrong_side(trial_line(document.trial).scores(test.X), test.y)))}"  # noqa: E501
        )
    return RowReading(_errors(str(wrong), new), fixed_number(smallest), word=word, tip=tip)


def trial_margins(document: Document) -> np.ndarray[tuple[int], np.dtype[np.float64]] | None:
    """The signed distances y f of the trial line, None without one."""
    trial: TrialLine | None = document.trial
    if trial is None or len(document.dataset.class_names) > 2:
        return None
    margins: np.ndarray[tuple[int], np.dtype[np.float64]] = document.dataset.y * trial_line(
        trial
    ).scores(document.dataset.X)
    return margins


def solution_lines(fit: Fit, units: Units | None = None) -> tuple[tuple[str, str], ...]:
    """Names (in the mark-up) and values below the parameters: w, b, the margin, and other
    quantities of the method.

    Of a line in standardised axes also w and b in the ``units`` of the table.
    """
    if not fit.has_model:
        return ()
    digits = coefficient_decimals(fit)
    weights = () if fit.w is None else components(fit.w, digits)[:5]
    more = ", …" if fit.w is not None and len(fit.w) > len(weights) else ""
    lines = [("$w$", f"({', '.join(weights)}{more})")] if weights else []
    lines.append(("$b$", fixed_number(offset(fit), digits)))
    if units is not None and fit.w is not None and fit.problem.features.is_linear:
        w, b = units.line(fit.w, offset(fit))
        lines.append(
            ("$w$ as given", f"({', '.join(significant(value, 4) for value in w.tolist())})")
        )
        lines.append(("$b$ as given", significant(b, 4)))
    margin = _margin(fit)
    if margin is not None:
        lines.append(("margin 1/$‖w‖$", fixed_number(margin)))
    if fit.method.has_margin:
        lines.append(("mean slack", fixed_number(mean_slack(fit))))
    else:
        # The facts of margin methods are counts of support vectors, which are below with their
        # symbols.
        lines.extend(
            (name if len(name) > 1 else f"${name}$", _fact(value))
            for name, value in fit.outcome.facts
        )
    return tuple(lines)


def _fact(value: float) -> str:
    # An unbounded J is infinite: no whole number.
    return (
        number(value, 0)
        if math.isfinite(value) and value == round(value) and abs(value) < 1e6
        else fixed_number(value)
    )


def support_counts(fit: Fit) -> tuple[int, int, int] | None:
    """How many support vectors are free, bound, and wrong; None for methods without."""
    found = support(fit)
    if found is None:
        return None
    free, bound, wrong = (
        len(found.of(k)) for k in (PointClass.FREE, PointClass.BOUND, PointClass.WRONG)
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
    shown = tuple(number(v, decimals) for v in x)
    parts = [
        f"{name} = {value}" for name, value in zip(scene.document.axis_names, shown, strict=True)
    ]
    if scene.is_many:
        return (*parts, *many_words.pointer_parts(scene, (x[0], x[1]), row))
    if scene.trial_in_front is not None:
        trial = scene.trial_in_front
        score = float(trial_line(trial).scores(np.array([x]))[0])
        return (
            *parts,
            _filled_in(trial.w.tolist(), trial.b, shown, score, 4),
            _class_words(scene, row, score),
        )
    if scene.selected is None or not scene.selected[1].has_model:
        return tuple(parts)
    fit = scene.selected[1]
    at = [x] if row is None else points_seen(fit, scene.document.dataset)[[row]]
    score = without_rounding(float(fit.decision_function(at)[0]), score_scale(fit))
    line = plane_line(fit)
    digits = coefficient_decimals(fit)
    value = fixed_number(score, digits - 1)
    if row is not None:
        parts.append("\u2003".join((f"$f(x)$ = {value}", *_point_parts(fit, row, score))))
    else:
        weights = None if line is None else line.normal.tolist()
        parts.append(
            f"$f(x)$ = {value}"
            if weights is None
            else _filled_in(weights, offset(fit), shown, score, digits)
        )
    unit = unit_of(fit) if row is not None or line is not None else None
    if unit is not None:
        parts.append(f"distance {fixed_number(abs(score) / unit, 2)}")
    parts.append(_class_words(scene, row, score))
    if fit.method.has_probability:
        parts.append(f"P(class +) = {number(float(fit.predict_proba(at)[0, 1]), 3)}")
    return tuple(parts)


def _class_words(scene: Scene, row: int | None, score: float) -> str:
    """The class of a place; for a training point its number, as in every sentence and the table,
    and whether it is wrong.
    """
    if row is None:
        return _class_name(scene, score > 0)
    positive = bool(scene.document.dataset.labels[row] > 0)
    name = f"point {row + 1}, {_class_name(scene, positive)}"
    return name if (score > 0) == positive else f"{name}, on the wrong side"


def _class_name(scene: Scene, positive: bool) -> str:
    """The user's name for a class, as a label."""
    return name_label(scene.document.dataset.class_names[int(positive)])


def _point_parts(fit: Fit, row: int, score: float) -> tuple[str, ...]:
    """Slack and multiplier of a training point, for margin methods."""
    if not fit.method.has_margin or row >= len(fit.problem.y):
        return ()
    slack = without_rounding(
        max(0.0, 1.0 - float(fit.problem.y[row]) * score), max(1.0, score_scale(fit))
    )
    shown = f"slack {fixed_number(slack)}"
    if fit.alpha is None:
        return (shown,)
    return (
        shown,
        (
            "$α$ = "
            f"{fixed_number(without_rounding(float(fit.alpha[row]), float(np.abs(fit.alpha).max())))}"  # noqa: E501
        ),
    )


def _filled_in(
    weights: list[float], b_value: float, shown: tuple[str, ...], score: float, digits: int
) -> str:
    """``f(x) = 0.745 · 1.90 + 0.480 · (−1.55) − 0.172 = 0.50``; coefficients carry a digit more
    than the result.
    """
    factors = tuple(f"({v})" if v.startswith(MINUS) else v for v in shown)
    terms = " + ".join(
        f"{fixed_number(w, digits)} · {v}" for w, v in zip(weights, factors, strict=True)
    )
    b = fixed_number(b_value, digits)
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
    if scene.is_many:
        return many_words.data_parts(scene)
    minus, plus = scene.document.dataset.counts[:2]
    parts = [f"$n_+$ = {plus}", f"$n_−$ = {minus}"]
    if scene.selected is None:
        return tuple(parts)
    fit = scene.selected[1]
    step = step_of(scene, scene.selected[0].id)
    if scene.selected[0].id in scene.stale and fit.status is Status.CANCELLED:
        return (*parts, COMPUTING)
    if not fit.has_model:
        return (*parts, sentence_label(fit.explanation) if step is None else f"step {step}")
    parts += error_parts(fit, scene.document)
    margin = _margin(fit)
    if margin is not None:
        parts.append(f"margin 1/$‖w‖$ = {fixed_number(margin)}")
    parts.append(_reason(fit) if step is None else f"step {step}")
    return tuple(parts)


def error_parts(fit: Fit | ManyFit, document: Document) -> tuple[str, ...]:
    """``3 training errors``, ``5 test errors``, ``true error 8.1 %``: where they are known."""
    tested, share = errors_on(fit, document.test_shown), true_error(fit, document.populations)
    parts = [count_words(fit.certificate.errors, "training error")]
    if tested is not None:
        parts.append(count_words(tested, "test error"))
    if share is not None:
        parts.append(f"true error {number(100.0 * share, 1)} %")
    return tuple(parts)


def _margin(fit: Fit) -> float | None:
    """The distance of the margin lines from the boundary; only margin methods give the length of w
    this meaning.
    """
    unit = unit_of(fit) if fit.method.has_margin else None
    return None if unit is None else 1.0 / unit


def _reason(fit: Fit) -> str:
    gap = fit.certificate.gap
    if fit.status is Status.CONVERGED and gap is not None:
        return (
            f"{'optimum certified' if is_certified(fit) else status_word(fit)}, gap {gap_text(gap)}"
        )
    return status_word(fit)
