"""The line set by hand under every criterion, beside the optimum of each.

Losses depend on the length of w, not only on the line.  ``your line`` is stretched to the length
that minimises loss and penalty together, which is the fair comparison with the optimum: like is
compared with like, and no line is better than the optimum.  The mean loss alone, for the unit
normal, where f is the signed distance, is beside it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from solvers import METHODS, AllColumns, Dataset, Fit, Floats, LinearKernel, Method, Status, solve
from solvers.algorithms.moments.threshold import Threshold, best_threshold
from solvers.criterion import Contrast
from solvers.losses import Loss
from solvers.problem import Problem

from ..markup.mathtext import plain
from ..markup.numbers import fixed_number, without_rounding
from ..scene.document import TrialLine
from ..scene.memo import memo
from ..scene.methods import MethodInUse
from ..scene.scene import Scene
from ..scene.shapes import moments_of, separation
from .decision import plane_line, trial_line
from .number_table import Column, NumberCell, NumberTable, signed_number
from .trial_line import trial_numbers

FAR = 30.0  # a margin at which a loss that still falls never stops falling
SMALLEST, EPS = 1e-300, float(np.finfo(np.float64).eps)  # a length that counts as 0; the last digit


@dataclass(frozen=True)
class Stretched:
    """The best length of w for a fixed line, and the objective there."""

    norm: float
    objective: float


def best_stretch(loss: Loss, m: Floats, penalty: float, weights: Floats | float = 1.0) -> Stretched:
    """The s >= 0 that minimises ``mean v_i loss(s m_i) + penalty s^2`` for signed distances ``m
    (n,)`` and weights ``v (n,)``.

    The objective is convex: the root of its derivative ``mean v_i m_i loss'(s m_i) + 2 penalty s``
    is bracketed by doubling, found by Brent's method to the last digit; at a corner of the loss the
    derivative jumps over 0, and the bracket shrinks onto it. Without a penalty, s is infinite for a
    line that separates and a loss that never stops falling.
    """

    def slope(s: float) -> float:
        return float(m @ (weights * loss.derivative(s * m))) / len(m) + 2.0 * penalty * s

    def stretched(s: float) -> Stretched:
        return Stretched(s, float((weights * loss.value(s * m)).mean()) + penalty * s * s)

    largest = float(np.abs(m).max(initial=0.0))
    if largest == 0.0 or slope(0.0) >= 0.0:
        return stretched(0.0)
    if penalty == 0.0 and float(m.min()) >= 0.0 and float(loss.derivative(FAR)) < 0.0:
        return Stretched(math.inf, float((weights * np.where(m > 0.0, 0.0, loss.value(m))).mean()))
    # imported when a line is first set by hand: it takes longer than opening the window
    from scipy.optimize import brentq

    low, high = 0.0, 1.0 / largest
    while slope(high) < 0.0:
        low, high = high, 2.0 * high
    return stretched(float(brentq(slope, low, high, xtol=SMALLEST, rtol=4.0 * EPS, maxiter=2000)))


COLUMNS = (
    Column("What counts", "criterion", "What the method named in the row optimises", is_words=True),
    Column(
        "your line",
        "your_line",
        (
            "The line set by hand, measured as the optimum is: of losses, mean and penalty "
            "together "
            "at the best length of w"
        ),
    ),
    Column(
        "optimum",
        "optimum",
        "The best that any line reaches; of training errors, the fewest that are known",
    ),
    Column("angle", "angle_degrees", "The angle between your line and the optimal one"),
    Column("reached by", "reached_by", "Whose optimum it is", is_words=True),
    Column(
        "best $‖w‖$",
        "best_norm_w",
        (
            "The length of w at which loss and penalty together are smallest, the line staying "
            "where "
            "it is"
        ),
    ),
    Column(
        "loss at $‖w‖$ = 1",
        "unit_loss",
        "The mean loss alone, without the penalty, when f is the signed distance",
    ),
)
# points up to which optima are computed for this table; of more points only methods in use are
# shown
MOST_POINTS = 5000


def criteria(scene: Scene) -> NumberTable | None:
    """The table, None without a trial line or while a class has no point."""
    trial = scene.document.trial
    if trial is None or separation(scene) is None:
        return None
    # A row for every kind of method, of the library or in use, that maximises a contrast or weighs
    # a loss against the length of w.
    contrasts = [
        _contrast(scene, kind, kind.contrast, trial)
        for kind in _kinds(scene)
        if kind.contrast is not None
    ]
    losses = [
        _loss(scene, _as_set(scene, kind), trial)
        for kind in _kinds(scene)
        if kind.strength is not None
    ]
    rows = (_errors(scene, trial), _distance(scene, trial), *contrasts, *losses)
    # of losses alone there is a best length of w
    known_rows = [row for row in rows if row is not None]
    lacking = ([NumberCell()] * (len(COLUMNS) - len(row)) for row in known_rows)
    return NumberTable(
        COLUMNS, tuple((*row, *end) for row, end in zip(known_rows, lacking, strict=True))
    )


def _errors(scene: Scene, trial: TrialLine) -> tuple[NumberCell, ...]:
    """The errors of the line, beside the fewest of its shifts and of the methods in use; the
    minimum is unknown.
    """
    dataset = scene.document.dataset
    numbers, best = trial_numbers(dataset, trial), threshold(dataset, trial)
    # The cut carries a class in its last bit: what is far below the rounding of the distances is 0.
    shift = without_rounding(best.value, float(np.abs(numbers.margins).max()))
    fewest = best.errors
    cell = NumberCell.words("best shift of your line", f"Shifted by {fixed_number(shift)} along w")
    for in_use, fit in _plane_answers(scene):
        if fit.certificate.errors < fewest:
            fewest = fit.certificate.errors
            cell = NumberCell.words(in_use.name, fit.explanation)
    name = NumberCell(
        "Training errors",
        "training errors",
        "Points on the wrong side; a score of 0 counts as class −",
    )
    return name, NumberCell.count(numbers.errors), NumberCell.count(fewest), NumberCell(), cell


def _plane_answers(scene: Scene) -> list[tuple[MethodInUse, Fit]]:
    """The lines of the methods in use that belong to these points."""
    lines = []
    for method in scene.document.enabled_methods:
        answer = scene.whole.get(method.id) or scene.fits.get(method.id)
        pair = None if answer is None or method.id in scene.stale else answer.as_pair
        if pair is not None and plane_line(pair) is not None:
            lines.append((method, pair))
    return lines


@memo
def threshold(dataset: Dataset, trial: TrialLine) -> Threshold:
    """The shift of the trial line along its normal with the fewest training errors."""
    f = trial_line(trial).scores(dataset.X)
    plus = dataset.labels > 0
    return best_threshold(np.concatenate((f[plus], f[~plus])), int(np.count_nonzero(plus)), 0.0)


def _distance(scene: Scene, trial: TrialLine) -> tuple[NumberCell, ...]:
    numbers, proof = trial_numbers(scene.document.dataset, trial), separation(scene)
    assert proof is not None
    name = NumberCell(
        "Smallest distance",
        "smallest distance",
        "The signed distance of the point that is nearest, or farthest on the wrong side",
    )
    yours = _number(
        without_rounding(numbers.smallest, float(np.abs(scene.document.dataset.X).max()))
    )
    if not proof.separable:
        no_line = NumberCell.words("no line separates", Status.NOT_SEPARABLE.sentence)
        return name, yours, NumberCell(), NumberCell(), no_line
    between = proof.closest_plus - proof.closest_minus
    best = _number(0.5 * proof.distance)
    # asks for the largest smallest distance
    widest = next(kind for kind in _kinds(scene) if kind.needs_separable)
    return name, yours, best, _angle(trial, between), NumberCell.words(widest.name)


def _contrast(
    scene: Scene, kind: type[Method], contrast: Contrast, trial: TrialLine
) -> tuple[NumberCell, ...]:
    both_moments, best = moments_of(scene.document.dataset), _optimum(scene, kind())
    assert both_moments is not None  # as the table has points of both classes
    name = NumberCell(contrast.title, contrast.name, contrast.summary)
    yours, best_value = (
        contrast.at(both_moments, trial.angle),
        None if best is None else dict(best.outcome.facts).get(contrast.fact),
    )
    return (
        name,
        _number(yours),
        _number(best_value),
        _angle_to(trial, best),
        NumberCell.words(kind.name),
    )


def _kinds(scene: Scene) -> tuple[type[Method], ...]:
    """The kinds of methods of the library, and others in use; a line is measured by those of two
    classes only.
    """
    methods = (m.method for m in scene.document.methods)
    in_use = (type(method) for method in methods if isinstance(method, Method))
    return tuple(dict.fromkeys((*METHODS, *in_use)))


def _loss(scene: Scene, method: Method, trial: TrialLine) -> tuple[NumberCell, ...] | None:
    """Loss and penalty of one method, in the scale of the mean loss."""
    dataset = scene.document.dataset
    margins, class_weights = trial_numbers(dataset, trial).margins, method.weights(dataset.y)
    weights: Floats | float = 1.0 if class_weights is None else class_weights
    criterion, strength = method.criterion(len(margins)), method.strength
    if criterion is None or strength is None:
        return None
    loss, optimum = criterion.loss, _optimum(scene, method)
    best = best_stretch(loss, margins, criterion.penalty, weights)
    value = None if optimum is None else _reached_row(scene, optimum, criterion.loss_weight)
    setting = f"{plain(strength.symbol)} = {getattr(method, strength.name):g}"
    setting += "" if class_weights is None else f", v₊ = {criterion.positive_weight:g}"
    cell = NumberCell.words(
        f"{method.name}, {setting}", "" if optimum is None else optimum.explanation
    )
    name, mean = (
        f"{loss.name.capitalize()} loss",
        "mean" if class_weights is None else "weighted mean",
    )
    return (
        NumberCell(
            f"{name} + penalty",
            name.lower(),
            f"{mean} of {plain(f'${loss.formula}$')}, plus {criterion.penalty:g} times ‖w‖²",
        ),
        _number(best.objective),
        _number(value),
        _angle_to(trial, optimum),
        cell,
        _number(best.norm),
        _number(float((weights * loss.value(margins)).mean())),
    )


def _reached_row(scene: Scene, optimum: Fit, scale: float) -> float | None:
    if not optimum.has_model:
        return None
    proof = separation(scene)
    if optimum.status is Status.UNBOUNDED and proof is not None and proof.separable:
        return 0.0  # approached as w grows, and reached by none
    return optimum.certificate.primal / scale


def _as_set(scene: Scene, kind: type[Method]) -> Method:
    """A kind of method with strength and class weight of the selected one of its kind, else of the
    first in use, else default.

    The optimum does not depend on the algorithm, so the default one, which is exact, computes it.
    """
    default, strength = kind(), kind.strength
    of_kind = [m for m in scene.document.methods if type(m.method) is kind]
    model_method = next(
        (m for m in of_kind if m.id == scene.document.selected), of_kind[0] if of_kind else None
    )
    if model_method is None or strength is None:
        return default
    names = [name for name in (strength.name, "positive_weight") if hasattr(default, name)]
    changes: dict[str, Any] = {name: getattr(model_method.method, name) for name in names}
    return replace(default, **changes)


def _optimum(scene: Scene, method: Method) -> Fit | None:
    """The optimum in the plane: the answer of a method in use if it is one, else computed here;
    None while that would take long.
    """
    for in_use in scene.document.enabled_methods:
        fit = scene.whole.get(in_use.id) or scene.fits.get(in_use.id)
        is_current = fit is not None and in_use.id not in scene.stale
        if fit is not None and is_current and _is_plane(in_use) and in_use.method == method:
            return fit.as_pair
    dataset = scene.document.dataset
    if scene.moving and method.iterative:
        return None
    return _optimal_value(dataset, method) if len(dataset) <= MOST_POINTS else None


def _is_plane(in_use: MethodInUse) -> bool:
    is_plane = in_use.features.is_linear and not isinstance(in_use.features, AllColumns)
    return is_plane and (in_use.kernel is None or isinstance(in_use.kernel, LinearKernel))


@memo
def _optimal_value(dataset: Dataset, method: Method) -> Fit:
    return solve(method, Problem.from_labels(dataset.X, dataset.y), trace=False)


def _angle_to(trial: TrialLine, fit: Fit | None) -> NumberCell:
    line = plane_line(fit)
    return NumberCell() if line is None else _angle(trial, line.normal)


def _angle(trial: TrialLine, normal: Floats) -> NumberCell:
    """The angle between two lines: between their normals, which point to class +."""
    across, along = float(trial.w[0] * normal[1] - trial.w[1] * normal[0]), float(trial.w @ normal)
    degrees = abs(math.degrees(math.atan2(across, along)))
    return NumberCell.number(degrees, f"{degrees:.1f}°", signed_number(degrees))


def _number(value: float | None) -> NumberCell:
    return (
        NumberCell("…", None, "Computed when the drag ends, or when the method is in use")
        if value is None
        else NumberCell.measured(value)
    )
