"""The multipliers of a margin method as bars with the sign of their class: class + upwards, class -
downwards, in balance.

For a method of all classes at once, what each point adds to its class and takes from the rivals:
``w_k = sum_i beta_ik phi(x_i)`` with ``beta = sum of the alphas`` at the own class (upwards, in its
colour) and ``-alpha_il`` at the rivals (downwards, in theirs): up and down are as long, and the
betas of every class cancel.

Where class + weighs v its box is ``0 ... v C/n``, and so is the logistic one below.

Of a logistic regression ``alpha_i = P(the other class | x_i) / n``, with which ``w = sum alpha_i
y_i phi(x_i) / (2 lambda)``, too: none is 0, so every point holds the line.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solvers import AnyFit, Fit, Floats, ManyFit
from solvers.arrays import Ints, locked
from solvers.losses import LOGISTIC
from solvers.point_classes import MULTIPLIER_TOLERANCE

from ..answers.decision import support, training_scores
from ..markup.mathtext import name_label
from ..markup.numbers import count_words, number, significant
from ..scene.looks import role
from ..scene.marks import Axis, Dots, End, Figure, Mark, Path, Reading
from ..scene.memo import memo
from ..scene.scene import Scene
from .axes import PickedPoint, columns, level, name_of, nothing_of, pick_row, sentence, words_beside
from .plot import MIDDLE, Plot, either, is_at_once, of_pair

# up to this many points every row has its own place; above, support vectors stand side by side
ROWS = 160
MOST = 400  # bars that can be told apart
TOP = 1.15  # of the axis, in units of the tallest bar
FAR = 4.0  # the box is shown where it is no further away than this many times the tallest bar
ROUNDING = 1e-12  # of the largest multiplier: rounding
NO_MULTIPLIERS = "Only margin methods and logistic regression have multipliers: select one."
NO_STEP_MULTIPLIERS = "This step has no multipliers yet."


def figure(scene: Scene) -> Figure:
    """One bar a support vector (up and down for all classes at once), the box 0 ... C/n, and the
    balance.
    """
    if scene.with_answer is None:
        return sentence(nothing_of(scene, NO_MULTIPLIERS))
    fit = scene.with_answer[1]
    is_margin_method = fit.method.has_margin if isinstance(fit, Fit) else fit.form.has_margin
    if weights_of(fit) is None:
        return sentence(NO_STEP_MULTIPLIERS if is_margin_method else NO_MULTIPLIERS)
    picture = _of_two(fit) if isinstance(fit, Fit) else _of_many(fit, scene.document.class_looks)
    return replace(
        picture,
        marks=(*picture.marks, *_flash(fit, None if scene.hover is None else scene.hover.row)),
    )


@memo
def weights_of(fit: AnyFit) -> Floats | None:
    """The multipliers (n,), of all classes at once (n, K); None for a method that has none."""
    if not isinstance(fit, Fit):
        return fit.alpha if fit.form.has_margin else None
    if fit.method.has_margin:
        return fit.alpha
    if fit.method.loss is not LOGISTIC or fit.method.strength is None:
        return None
    margins = fit.problem.y * training_scores(fit)
    alpha, weights = (
        0.5 * (1.0 - np.tanh(0.5 * margins)) / len(margins),
        fit.method.weights(fit.problem.y),
    )
    return locked(alpha if weights is None else alpha * weights)


def _weight_of(fit: AnyFit) -> float:
    """How many times the bound of the others a multiplier of class + may be."""
    return fit.method.class_weight(1.0) if isinstance(fit, Fit) else 1.0


def _times(weight: float, symbol: str) -> str:
    return symbol if weight == 1.0 else f"{weight:.3g} {symbol}"


def _bound_of(fit: AnyFit) -> tuple[float | None, str]:
    """The bound of a multiplier of weight 1, and how it is written."""
    if not isinstance(fit, Fit):
        return fit.form.multiplier_bound(fit.problem), "C/n"
    if fit.method.has_margin:
        bound = fit.method.multiplier_bound(fit.problem)
        return bound, "C/n" if bound is None or fit.method.has_hinge_dual else significant(bound, 3)
    return 1.0 / len(fit.problem.y), "1/n"


def pick(
    scene: Scene, position: tuple[float, float], reach: tuple[float, float]
) -> PickedPoint | None:
    """The training point whose bar is nearest to a position of the plot; a bar is found along its
    whole height.
    """
    if scene.with_answer is None or weights_of(scene.with_answer[1]) is None:
        return None
    fit = scene.with_answer[1]
    rows, x = places(fit)
    tips = _tips(fit)[rows]
    below = np.minimum(tips, 0.0) if isinstance(fit, Fit) else -tips
    # The point of each bar that is nearest to the pointer.
    point = pick_row(
        np.arange(len(rows)),
        columns(x, np.clip(position[1], below, np.maximum(tips, 0.0))),
        position,
        reach,
    )
    return (
        None
        if point is None
        else PickedPoint(int(rows[point.row]), (float(x[point.row]), float(tips[point.row])))
    )


def read(scene: Scene, position: tuple[float, float], reach: tuple[float, float]) -> Reading | None:
    """The multiplier of the bar at a position, and its share of its bound, or those by rival;
    beside all bars the height alone.
    """
    if scene.with_answer is None or (weights := weights_of(scene.with_answer[1])) is None:
        return None
    fit, point = scene.with_answer[1], pick(scene, position, reach)
    bound, symbol = _bound_of(fit) if isinstance(fit, Fit) else (None, "")
    if isinstance(fit, Fit) and point is None and bound is not None:
        return Reading(
            (Path(level(position[1], 0.0, _end(fit)), "pointer"),),
            words_beside(np.array([position]), (f"$y α$ = {significant(position[1], 3)}",)),
        )
    if point is None or (isinstance(fit, Fit) and bound is None):
        return None
    lines, alpha = [name_of(scene.document.dataset, point.row)], weights[point.row]
    if isinstance(fit, ManyFit):
        names = [name_label(name) for name in scene.document.dataset.class_names]
        lines.append(f"$Σ_l α_l$ = {significant(point.at[1], 3)}")
        lines += [
            f"against {names[k]} {significant(float(alpha[k]), 3)}"
            for k in np.flatnonzero(alpha > ROUNDING * alpha.max())
        ]
    else:
        lines.append(f"$α$ = {significant(float(alpha), 3)}")
        if bound is not None and np.isfinite(bound):
            weight = _weight_of(fit) if fit.problem.y[point.row] > 0.0 else 1.0
            lines.append(
                f"{number(100.0 * float(alpha) / (weight * bound), 0)} % of "
                f"${_times(weight, symbol)}$"
            )
    return Reading((), words_beside(np.array([point.at]), tuple(lines)), point.row)


@memo
def _tips(fit: AnyFit) -> Floats:
    """How high the bar of each point (n,) reaches, with the sign of its class where there are
    two.
    """
    alpha = weights_of(fit)
    assert alpha is not None
    return locked(alpha * fit.problem.y if isinstance(fit, Fit) else alpha.sum(axis=1))


@memo
def places(fit: AnyFit) -> tuple[Ints, Floats]:
    """The rows that have a bar, and its place on the axis: points are counted from 1, as everywhere
    on the screen.
    """
    heights = np.abs(_tips(fit))
    least = MULTIPLIER_TOLERANCE if isinstance(fit, Fit) and fit.method.has_margin else ROUNDING
    rows = np.flatnonzero(heights > least * float(heights.max(initial=0.0)))
    if len(fit.problem.X) <= ROWS:
        return rows, locked(1.0 + rows.astype(np.float64))
    if len(rows) > MOST:
        rows = rows[np.linspace(0, len(rows) - 1, MOST).astype(np.int64)]
    return rows, locked(np.arange(1.0, 1.0 + len(rows)))


def _end(fit: AnyFit) -> float:
    """The right end of the axis."""
    n = len(fit.problem.X)
    return 1.0 + float(n if n <= ROWS else max(len(places(fit)[0]), 1))


@memo
def _of_two(fit: Fit) -> Figure:
    (rows, positions), tips, y, alpha = places(fit), _tips(fit), fit.problem.y, weights_of(fit)
    assert alpha is not None
    marks: list[Mark] = []
    for name, sign in (("slack-minus", -1.0), ("slack-plus", 1.0)):
        members = y[rows] == sign
        marks += _bars(
            positions[members], np.zeros(int(members.sum())), tips[rows[members]], name, dot=True
        )
    balance, total = float(alpha @ y), float(alpha.sum())
    # The signed sum is 0 when it is no more than the rounding of its terms.
    text = "0" if abs(balance) <= 1e-9 * total else significant(balance, 2)
    vectors = support(fit)
    count = count_words(0 if vectors is None else len(vectors.rows), "support vector")
    bounds = f"every point holds: $α_i = {'' if _weight_of(fit) == 1.0 else 'v_i '}P$(error)$/n$"
    heading = count if fit.method.has_margin else bounds, f"$Σ α_i y_i$ = {text}"
    return _picture(fit, _tallest(fit), "$α_i y_i$", marks, heading)


@memo
def _of_many(fit: ManyFit, looks: tuple[int, ...]) -> Figure:
    (rows, positions), totals, labels = places(fit), _tips(fit), fit.problem.labels
    assert fit.alpha is not None
    bound, tallest = fit.form.multiplier_bound(fit.problem), _tallest(fit)
    least = ROUNDING * _top_of(bound, tallest)
    marks: list[Mark] = []
    below = np.zeros(len(rows))
    for k, look in enumerate(looks):
        members, alpha = labels[rows] == k, fit.alpha[rows, k]
        marks += _bars(
            positions[members],
            np.zeros(int(members.sum())),
            totals[rows[members]],
            role("slack", look),
            dot=True,
        )
        rivals = alpha > least
        marks += _bars(
            positions[rivals],
            -below[rivals],
            -below[rivals] - alpha[rivals],
            role("slack", look),
            dot=False,
        )
        below[rivals] += alpha[rivals]
    count = int((totals > ROUNDING * float(totals.max(initial=0.0))).sum())
    return _picture(
        fit,
        tallest,
        "$β_{ik}$",
        marks,
        (count_words(count, "support vector"), "down: the rivals"),
    )


def _tallest(fit: AnyFit) -> float:
    return float(np.abs(_tips(fit)).max(initial=0.0)) or 1.0


def _top_of(bound: float | None, tallest: float) -> float:
    """What the axis must reach: the box where that is near."""
    return min(bound, FAR * tallest) if bound is not None and np.isfinite(bound) else tallest


def _picture(
    fit: AnyFit, tallest: float, name: str, bars: list[Mark], heading: tuple[str, ...]
) -> Figure:
    """The bars with the base line and the box, everything that does not depend on the pointer."""
    (bound, symbol), weight = _bound_of(fit), _weight_of(fit)
    most = None if bound is None else max(weight, 1.0) * bound
    top, end = _top_of(most, tallest), _end(fit)
    box = (
        ((weight * bound, f"${_times(weight, symbol)}$"), (-bound, f"$−{symbol}$"))
        if bound is not None and top == most
        else ()
    )
    marks: list[Mark] = [Path(level(0.0, 0.0, end), "axis")]
    marks += [Path(level(height, 0.0, end), "curve-dashed") for height, _ in box]
    x = Axis(0.0, end, "point" if len(fit.problem.X) <= ROWS else "support vectors", whole=True)
    y = Axis(-TOP * top, TOP * top, name)
    ends = tuple(End(label, height) for height, label in box)
    return Figure(x, y, (*marks, *bars), grid=True, heading=heading, ends=ends)


def _bars(
    positions: Floats, low: Floats, high: Floats, name: str, *, dot: bool
) -> tuple[Mark, ...]:
    """The bars of one class, with or without a dot at the end of each."""
    if len(positions) == 0:
        return ()
    bars = columns(np.repeat(positions, 2), np.column_stack([low, high]).ravel())
    marks: tuple[Mark, ...] = (Path(bars, name, joined="pairs"),)
    return (*marks, Dots(locked(bars[1::2]), name.replace("slack", "slack-foot"))) if dot else marks


@memo
def _flash(fit: AnyFit, row: int | None) -> tuple[Mark, ...]:
    """A ring at the bar of the point under the pointer of the canvas, if it has one."""
    rows, positions = places(fit)
    places_of_row = np.flatnonzero(rows == row)
    return (
        ()
        if row is None or not len(places_of_row)
        else (
            Dots(
                locked(np.array([[float(positions[places_of_row[0]]), _tips(fit)[row]]])), "sv-free"
            ),
        )
    )


_ANY_NUMBER = Plot(
    "multipliers",
    "Multipliers",
    "The multipliers of a margin method, with the sign of their class",
    figure,
    read=read,
    short="α",
    column=MIDDLE,
    on_left=True,
)
MULTIPLIERS = either(is_at_once, _ANY_NUMBER, of_pair(_ANY_NUMBER))
