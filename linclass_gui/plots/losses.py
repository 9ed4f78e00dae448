"""The price of each point: the losses over the margin, with the training points on the
selected method's own.

The margin is y f(x), or of a method that sees all classes at once the own score less the strongest
rival's.  The curve is then the least cost of a margin: a loss of all rivals (softmax, Weston and
Watkins, least squares) lies above it where more than one of them is near, and a point is drawn at
its true cost.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from solvers import AnyFit, Floats
from solvers.arrays import Ints
from solvers.costs import Cost
from solvers.losses import HINGE, LOGISTIC, PERCEPTRON, SQUARED, ZERO_ONE, Loss

from ..answers.points_table import few_of_each
from ..markup.numbers import fixed_number, significant
from ..scene.looks import Looks, role
from ..scene.marks import Along, Axis, Dots, Figure, Mark, Marks, Path, Point, Reading, Words
from ..scene.memo import memo
from ..scene.scenarios import scenario_of
from ..scene.scene import PairScene, Scene
from .axes import (
    PickedPoint,
    columns,
    name_of,
    nothing_of,
    pick_row,
    reading_at,
    round_out,
    sentence,
)
from .plot import SEARCH, Plot, of_whole_or_pair

ALWAYS = (ZERO_ONE, SQUARED, LOGISTIC, HINGE, PERCEPTRON)
# how far the axes may go out, at the least and at the most
LEFT, RIGHT, TOP = (-6.0, -2.0), (3.0, 8.0), (3.6, 9.0)
# What the curves look like beside the method's own.
LOOKS = {
    "0-1": "curve-thin",
    "squared": "curve-dashed",
    "logistic": "curve-dash-dot",
    "hinge": "curve-long",
    "perceptron": "curve-dotted",
}
# to name after one of the method's own: they have the least room
HARDEST = ("perceptron", "logistic", "hinge", "0-1", "squared")
LEAST_NAMED = 0.02  # of the height and of the width of the plot: a curve of more bears its name
ROUNDING = 1e-12  # a mean loss below this is 0
MOST_DOTS = 1600  # of more points an even choice of each class is drawn
SMALL = 0.55  # of a dot on the curve, in points of the canvas


@dataclass(frozen=True, eq=False)
class PointCosts:
    """What a method minimises for each point, what the margin is called, the margins (n,), and what
    every point pays (n,).

    ``positive_weight`` is how many times a point of class + pays.
    """

    cost: Cost
    margin: str
    margins: Floats
    values: Floats
    labels: Ints
    positive_weight: float = 1.0


def figure(scene: Scene) -> Figure:
    """The losses thin, the selected method's own thick with one dot a point; their names at the
    curves, its mean in the heading.
    """
    fit = scene.drawn_answer
    if fit is None:
        return sentence(nothing_of(scene))
    looks = _looks(scene)
    picture = _picture(fit, looks, _plus(scene))
    flash = _flash(fit, scene.hovered_row, looks)
    return replace(picture, marks=(*picture.marks, *flash), solid=picture.marks)


def pick(scene: Scene, position: Point, reach: Point) -> PickedPoint | None:
    """The training point whose dot on the curve is nearest to a position of the plot."""
    if scene.drawn_answer is None:
        return None
    costs = losses_paid(scene.drawn_answer)
    return pick_row(columns(costs.margins, costs.values), position, reach)


def read(scene: Scene, position: Point, reach: Point) -> Reading | None:
    """The losses at a margin, that of the point there if there is one; of more classes the method's
    own loss.
    """
    if scene.drawn_answer is None:
        return None
    point, fit = pick(scene, position, reach), scene.drawn_answer
    costs = losses_paid(fit)
    margin, value = (
        (position[0], float(costs.cost.at_least(np.array([position[0]]))[0]))
        if point is None
        else point.at
    )
    lines = [
        f"{costs.margin} = {fixed_number(margin)}",
        f"{dashed_name(costs.cost.least)} {fixed_number(value)}",
    ]
    if fit.as_pair is not None:
        lines += [
            f"{dashed_name(loss)} {fixed_number(float(loss.value(margin)))}"
            for loss in losses_beside(costs.cost.least)
        ]
        lines.append(
            f"$log_2$ instead of ln: {fixed_number(float(LOGISTIC.value(margin)) / math.log(2.0))}"
        )
    if point is not None:
        lines.insert(0, name_of(scene.document.dataset, point.row))
    top = _picture(fit, _looks(scene), _plus(scene)).y.high
    reading = reading_at(margin, (0.0, top), (min(value, top),), lines)
    return reading if point is None else replace(reading, row=point.row)


def _looks(scene: Scene) -> tuple[int, ...]:
    """The looks of the classes; of a pair the first two, which its figure exchanges as a whole."""
    return (0, 1) if isinstance(scene, PairScene) else scene.document.class_looks


@memo
def losses_paid(answer: AnyFit) -> PointCosts:
    """The loss of the points of an answer, in the words of its method."""
    pair = answer.as_pair
    return PointCosts(
        answer.cost,
        "$f_y − max f_l$" if pair is None else "$y f(x)$",
        answer.training_margins,
        answer.paid,
        answer.problem.labels,
        1.0 if pair is None else pair.method.class_weight(1.0),
    )


def _plus(scene: Scene) -> str:
    return scenario_of(scene.document).retell("class +")


@memo
def _picture(fit: AnyFit, looks: Looks, plus: str) -> Figure:
    costs = losses_paid(fit)
    margins, values, least = costs.margins, costs.values, costs.cost.least
    finite = margins[np.isfinite(margins)]
    first, last = float(finite.min(initial=0.0)), float(finite.max(initial=0.0))
    low, high = round_out(
        min(max(first, LEFT[0]), LEFT[1]) - 0.2, max(min(last, RIGHT[1]), RIGHT[0]) + 0.2
    )
    inside = (margins >= low) & (margins <= high)
    if (
        len(finite) and not inside.any()
    ):  # large scores, of Fisher's discriminant, say: a plot without any point says nothing of them
        low, high = round_out(min(first, LEFT[1]) - 0.2, max(last, RIGHT[0]) + 0.2)
        inside = (margins >= low) & (margins <= high)
    # The losses are convex: of all points in the view, the two outermost pay most.
    most = (
        costs.cost.at_least(np.clip([margins.min(), margins.max()], low, high))
        if fit.as_pair is not None
        else values[inside]
    )
    top = max(min(round_out(0.0, float(most.max(initial=0.0)) * 1.08)[1], TOP[1]), TOP[0])
    inside &= values <= top
    weight = costs.positive_weight
    curves, words = _curves(least, costs.cost.factor, weight, low, high, top)
    marks: list[Mark] = [*curves]
    rows = few_of_each(costs.labels, max(1, -(-len(margins) // MOST_DOTS)))
    rows = rows[inside[rows]]
    for k, look in enumerate(looks):
        mine = rows[costs.labels[rows] == k]
        if len(mine):
            xy = columns(margins[mine], values[mine])
            marks.append(Dots(xy, role("class", look), sizes=np.full(len(mine), SMALL)))
    mean = float(values.mean()) if len(values) else 0.0
    heading: tuple[str, ...] = (
        f"mean {dashed_name(least)} {fixed_number(mean if mean > ROUNDING else 0.0)}",
    )
    heading = (
        heading if weight == 1.0 else (*heading, f"{plus} pays {significant(weight, 3)} times")
    )
    if not inside.all():
        beyond = int(np.count_nonzero(~inside))
        heading = (*heading, f"{beyond} {'point' if beyond == 1 else 'points'} outside")
    x, y = Axis(low, high, costs.margin), Axis(-0.02 * top, top, "loss")
    return Figure(x, y, tuple(marks), grid=True, heading=heading, words=words)


@memo
def _curves(
    least: Loss, factor: float, weight: float, low: float, high: float, top: float
) -> tuple[Marks, tuple[Words, ...]]:
    """The curves of all losses, the method's own on top, with their names."""
    curves = {least: curve_of(least, low, high, top, factor)}
    curves |= {loss: curve_of(loss, low, high, top) for loss in losses_beside(least)}
    marks = [
        Path(curve, "curve" if loss is least else LOOKS[loss.name], id=loss.name)
        for loss, curve in reversed(curves.items())
    ]
    marks += [] if weight == 1.0 else [Path(curve_of(least, low, high, top, weight), "curve")]
    in_turn = sorted(
        curves, key=lambda loss: HARDEST.index(loss.name) if loss.name in HARDEST else -1
    )
    words = [
        Words((dashed_name(loss),), Along(part), "caption", id=loss.name)
        for loss in in_turn
        if (part := _part_with_name(curves[loss], high - low, top)) is not None
    ]
    return tuple(marks), tuple(words)


def _part_with_name(curve: Floats, width: float, top: float) -> Floats | None:
    """The part of a curve that can be named, if it is wide enough to be seen: at the foot of the
    plot all curves lie on each other.
    """
    is_high = curve[:, 1] > LEAST_NAMED * top
    if not is_high.any() or np.ptp(curve[is_high, 0]) < LEAST_NAMED * width:
        return None
    return np.where(is_high[:, None], curve, np.nan)


@memo
def _flash(fit: AnyFit, row: int | None, looks: Looks) -> Marks:
    """The point under the pointer of the canvas, at full size."""
    costs = losses_paid(fit)
    if row is None or row >= len(costs.margins):
        return ()
    point = np.array([[costs.margins[row], costs.values[row]]])
    return Dots(point, "sv-free"), Dots(point, role("class", looks[int(costs.labels[row])]))


def losses_beside(method_loss: Loss) -> tuple[Loss, ...]:
    """The losses that are drawn beside a method's own."""
    return tuple(loss for loss in ALWAYS if loss.name != method_loss.name)


def dashed_name(loss: Loss) -> str:
    """The name of a loss with the dash that belongs between figures."""
    return loss.name.replace("-", "–")


def curve_of(loss: Loss, low: float, high: float, top: float, factor: float = 1.0) -> Floats:
    """A loss times a factor, as a path that ends where it leaves the plot."""
    # The corners of the losses lie at 0 and 1, the step at 0: each must be a point of the path.
    m = np.unique(np.concatenate([np.linspace(low, high, 161), [0.0, np.nextafter(0.0, 1.0), 1.0]]))
    values = factor * loss.value(m)
    visible = values <= 1.02 * top
    return columns(m[visible], values[visible])


LOSSES = of_whole_or_pair(
    Plot(
        "losses",
        "Losses",
        "What each point costs as a function of y f(x), by the loss of every method",
        figure,
        read=read,
        group=SEARCH,
    )
)
