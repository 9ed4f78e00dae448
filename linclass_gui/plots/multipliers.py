"""The multipliers of a margin method as bars: two drawings, because those of two classes have signs
in balance and those of more are stacked against the rivals.

Of two classes class + goes upwards, class - downwards.  For a method of all classes at once, what
each point adds to its class and takes from the rivals:
``w_k = sum_i beta_ik phi(x_i)`` with ``beta = sum of the alphas`` at the own class (upwards, in its
colour) and ``-alpha_il`` at the rivals (downwards, in theirs): up and down are as long, and the
betas of every class cancel.

Where class + weighs v its box is ``0 ... v C/n``, and so is the logistic one below.

Of a logistic regression ``alpha_i = P(the other class | x_i) / n``, with which ``w = sum alpha_i
y_i phi(x_i) / (2 lambda)``, too: none is 0, so every point holds the line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from solvers import AnyFit, Fit, Floats, ManyFit
from solvers.arrays import Ints
from solvers.losses import LOGISTIC
from solvers.point_classes import MULTIPLIER_TOLERANCE

from ..answers.decision import support
from ..markup.numbers import count_words, fixed_number, number, significant
from ..scene import cures
from ..scene.looks import Looks, role
from ..scene.marks import Axis, Dots, End, Figure, Mark, Marks, Path, Point, Reading
from ..scene.memo import memo
from ..scene.scene import Scene
from .axes import (
    PickedPoint,
    columns,
    level,
    nothing_of,
    pick_row,
    reading_of_point,
    sentence,
    words_beside,
)
from .plot import MIDDLE, SEARCH, Plot, of_whole_or_pair

# up to this many points every row has its own place; above, support vectors stand side by side
ROWS = 160
MOST_BARS = 400  # bars that can be told apart
TOP = 1.15  # of the axis, in units of the tallest bar
FAR = 4.0  # the box is shown where it is no further away than this many times the tallest bar
ROUNDING = 1e-12  # of the largest multiplier: rounding
NO_MULTIPLIERS = cures.Refusal(
    "Only margin methods and logistic regression have multipliers: select one.", cures.SOFT_MARGIN
)
NO_STEP_MULTIPLIERS = "This step has no multipliers yet."


@dataclass(frozen=True, eq=False)
class Multipliers:
    """The multipliers of an answer as bars.

    Of two classes ``alpha`` (n,), a bar with the sign of its class: ``is_signed``.  Of more ``(n,
    K)``, what a point takes from each rival, stacked downwards, and upwards what it adds to its own
    class.  ``bound`` is that of a multiplier of weight 1, ``symbol`` how it is written, and
    ``weight`` how many times that of the others a multiplier of class + may be.  Bars below
    ``least`` of the tallest are none.
    """

    alpha: Floats
    tips: Floats
    is_signed: bool
    bound: float | None
    symbol: str
    weight: float = 1.0
    least: float = ROUNDING

    @property
    def tallest(self) -> float:
        """The height of the tallest bar."""
        return float(np.abs(self.tips).max(initial=0.0)) or 1.0


def figure(scene: Scene) -> Figure:
    """One bar a support vector (up and down for all classes at once), the box 0 ... C/n, and the
    balance.
    """
    fit = scene.drawn_answer
    if fit is None:
        return sentence(nothing_of(scene, NO_MULTIPLIERS))
    bars = multipliers_of(fit)
    if bars is None:
        return sentence(NO_STEP_MULTIPLIERS if fit.has_margin else NO_MULTIPLIERS)
    pair = fit.as_pair if bars.is_signed else None
    looks = scene.document.class_looks
    picture = _stacked(fit, bars, looks) if pair is None else _signed(pair, bars)
    flash = _flash(bars, scene.hovered_row)
    return replace(picture, marks=(*picture.marks, *flash))


@memo
def multipliers_of(fit: AnyFit) -> Multipliers | None:
    """The bars of an answer, one multiplier a point or one for each rival; None for a method that
    has none.
    """
    return _of_two(fit) if isinstance(fit, Fit) else _of_many(fit)


def _of_two(fit: Fit) -> Multipliers | None:
    alpha = weights_of(fit)
    if alpha is None:
        return None
    tips, weight = alpha * fit.problem.y, fit.method.class_weight(1.0)
    if not fit.has_margin:
        return Multipliers(alpha, tips, True, 1.0 / len(fit.problem.y), "1/n", weight)
    bound = fit.method.multiplier_bound(fit.problem)
    symbol = "C/n" if bound is None or fit.method.has_hinge_dual else significant(bound, 3)
    return Multipliers(alpha, tips, True, bound, symbol, weight, MULTIPLIER_TOLERANCE)


def _of_many(fit: ManyFit) -> Multipliers | None:
    if fit.alpha is None or not fit.has_margin:
        return None
    bound = fit.form.multiplier_bound(fit.problem)
    return Multipliers(fit.alpha, fit.alpha.sum(axis=1), False, bound, "C/n")


@memo
def weights_of(fit: Fit) -> Floats | None:
    """The multipliers (n,) of two classes; None for a method that has none."""
    if fit.has_margin:
        return fit.alpha
    if fit.method.loss is not LOGISTIC or fit.method.strength is None:
        return None
    alpha = 0.5 * (1.0 - np.tanh(0.5 * fit.training_margins)) / len(fit.problem.y)
    weights = fit.method.weights(fit.problem.y)
    return alpha if weights is None else alpha * weights


def _times(weight: float, symbol: str) -> str:
    return symbol if weight == 1.0 else f"{weight:.3g} {symbol}"


def pick(scene: Scene, position: Point, reach: Point) -> PickedPoint | None:
    """The training point whose bar is nearest to a position of the plot; a bar is found along its
    whole height.
    """
    bars = None if scene.drawn_answer is None else multipliers_of(scene.drawn_answer)
    if bars is None:
        return None
    rows, x = places(bars)
    tips = bars.tips[rows]
    below = np.minimum(tips, 0.0) if bars.is_signed else -tips
    # The point of each bar that is nearest to the pointer.
    heights = np.clip(position[1], below, np.maximum(tips, 0.0))
    point = pick_row(columns(x, heights), position, reach)
    if point is None:
        return None
    return PickedPoint(int(rows[point.row]), (float(x[point.row]), float(tips[point.row])))


def read(scene: Scene, position: Point, reach: Point) -> Reading | None:
    """The multiplier of the bar at a position, and its share of its bound, or those by rival;
    beside all bars the height alone.
    """
    bars = None if scene.drawn_answer is None else multipliers_of(scene.drawn_answer)
    if bars is None or (bars.is_signed and bars.bound is None):
        return None
    point = pick(scene, position, reach)
    if point is None:
        return _height_alone(bars, position) if bars.is_signed else None
    if bars.is_signed:
        return reading_of_point(scene, point, _share_of_bound(bars, point.row))
    names = scene.document.class_labels
    return reading_of_point(scene, point, _by_rival(bars, point.row, names))


def _height_alone(bars: Multipliers, position: Point) -> Reading:
    words = words_beside(position, (f"$y α$ = {fixed_number(position[1])}",))
    return Reading((Path(level(position[1], 0.0, _end(bars)), "pointer"),), words)


def _share_of_bound(bars: Multipliers, row: int) -> list[str]:
    alpha, bound = float(bars.alpha[row]), bars.bound
    lines = [f"$α$ = {fixed_number(alpha)}"]
    if bound is not None and np.isfinite(bound):
        weight = bars.weight if bars.tips[row] > 0.0 else 1.0
        share = number(100.0 * alpha / (weight * bound), 0)
        lines.append(f"{share} % of ${_times(weight, bars.symbol)}$")
    return lines


def _by_rival(bars: Multipliers, row: int, names: Sequence[str]) -> list[str]:
    alpha = bars.alpha[row]
    rivals = np.flatnonzero(alpha > ROUNDING * alpha.max())
    return [
        f"$Σ_l α_l$ = {fixed_number(float(bars.tips[row]))}",
        *(f"against {names[k]} {fixed_number(float(alpha[k]))}" for k in rivals.tolist()),
    ]


@memo
def places(bars: Multipliers) -> tuple[Ints, Floats]:
    """The rows that have a bar, and its place on the axis: points are counted from 1, as everywhere
    on the screen.
    """
    heights = np.abs(bars.tips)
    rows = np.flatnonzero(heights > bars.least * float(heights.max(initial=0.0)))
    if len(heights) <= ROWS:
        return rows, 1.0 + rows.astype(np.float64)
    if len(rows) > MOST_BARS:
        rows = rows[np.linspace(0, len(rows) - 1, MOST_BARS).astype(np.int64)]
    return rows, np.arange(1.0, 1.0 + len(rows))


def _end(bars: Multipliers) -> float:
    """The right end of the axis."""
    n = len(bars.tips)
    return 1.0 + float(n if n <= ROWS else max(len(places(bars)[0]), 1))


@memo
def _signed(fit: Fit, bars: Multipliers) -> Figure:
    (rows, positions), tips, alpha, y = places(bars), bars.tips, bars.alpha, fit.problem.y
    marks: list[Mark] = []
    for name, sign in (("slack-minus", -1.0), ("slack-plus", 1.0)):
        members = y[rows] == sign
        feet = np.zeros(int(members.sum()))
        marks += _bars(positions[members], feet, tips[rows[members]], name, dot=True)
    balance, total = float(alpha @ y), float(alpha.sum())
    # The signed sum is 0 when it is no more than the rounding of its terms.
    text = "0" if abs(balance) <= 1e-9 * total else significant(balance, 2)
    vectors = support(fit)
    count = count_words(0 if vectors is None else len(vectors.rows), "support vector")
    bounds = f"every point holds: $α_i = {'' if bars.weight == 1.0 else 'v_i '}P$(error)$/n$"
    heading = count if fit.has_margin else bounds, f"$Σ α_i y_i$ = {text}"
    return _picture(bars, "$α_i y_i$", marks, heading)


@memo
def _stacked(fit: AnyFit, bars: Multipliers, looks: Looks) -> Figure:
    (rows, positions), totals, labels = places(bars), bars.tips, fit.problem.labels
    least = ROUNDING * _top_of(bars.bound, bars.tallest)
    marks: list[Mark] = []
    below = np.zeros(len(rows))
    for k, look in enumerate(looks):
        name = role("slack", look)
        members, alpha = labels[rows] == k, bars.alpha[rows, k]
        feet = np.zeros(int(members.sum()))
        marks += _bars(positions[members], feet, totals[rows[members]], name, dot=True)
        rivals = alpha > least
        feet = -below[rivals]
        marks += _bars(positions[rivals], feet, feet - alpha[rivals], name, dot=False)
        below[rivals] += alpha[rivals]
    count = int((totals > ROUNDING * float(totals.max(initial=0.0))).sum())
    heading = count_words(count, "support vector"), "down: the rivals"
    return _picture(bars, "$β_{ik}$", marks, heading)


def _top_of(bound: float | None, tallest: float) -> float:
    """The value that the axis must reach: the box where that is near."""
    return min(bound, FAR * tallest) if bound is not None and np.isfinite(bound) else tallest


def _picture(
    bars: Multipliers, name: str, bar_marks: list[Mark], heading: tuple[str, ...]
) -> Figure:
    """The bars with the base line and the box, everything that does not depend on the pointer."""
    bound, symbol, weight = bars.bound, bars.symbol, bars.weight
    most = None if bound is None else max(weight, 1.0) * bound
    top, end = _top_of(most, bars.tallest), _end(bars)
    box = (
        ((weight * bound, f"${_times(weight, symbol)}$"), (-bound, f"$−{symbol}$"))
        if bound is not None and top == most
        else ()
    )
    marks: list[Mark] = [Path(level(0.0, 0.0, end), "axis")]
    marks += [Path(level(height, 0.0, end), "curve-dashed") for height, _ in box]
    x = Axis(0.0, end, "point" if len(bars.tips) <= ROWS else "support vectors", whole=True)
    y = Axis(-TOP * top, TOP * top, name)
    ends = tuple(End(label, height) for height, label in box)
    return Figure(x, y, (*marks, *bar_marks), grid=True, heading=heading, ends=ends)


def _bars(positions: Floats, low: Floats, high: Floats, name: str, *, dot: bool) -> Marks:
    """The bars of one class, with or without a dot at the end of each."""
    if len(positions) == 0:
        return ()
    bars = columns(np.repeat(positions, 2), np.column_stack([low, high]).ravel())
    marks: Marks = (Path(bars, name, joined="pairs"),)
    return (*marks, Dots(bars[1::2], name.replace("slack", "slack-foot"))) if dot else marks


@memo
def _flash(bars: Multipliers, row: int | None) -> Marks:
    """A ring at the bar of the point under the pointer of the canvas, if it has one."""
    rows, positions = places(bars)
    index = np.flatnonzero(rows == row)
    if row is None or not len(index):
        return ()
    place = np.array([[float(positions[index[0]]), bars.tips[row]]])
    return (Dots(place, "sv-free"),)


MULTIPLIERS = of_whole_or_pair(
    Plot(
        "multipliers",
        "Multipliers",
        "The multipliers of a margin method, with the sign of their class",
        figure,
        read=read,
        short="α",
        column=MIDDLE,
        group=SEARCH,
    )
)
