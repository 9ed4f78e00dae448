"""Parts of several plots: the figure of a sentence alone, round ranges, and simple marks."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from solvers import Dataset, Floats
from solvers.criterion import Strength

from ..answers.selection import chosen_axes
from ..answers.sweeps import short
from ..markup.mathtext import name_label
from ..markup.numbers import SMALLEST, number, sentence_label, significant, tick_values
from ..scene import cures
from ..scene.document import FOLDS, MISS_COSTS, Document
from ..scene.marks import Axis, Beside, Dots, Entry, Figure, Home, Lane, Path, Point, Reading, Words
from ..scene.memo import memo
from ..scene.methods import MethodInUse
from ..scene.scenarios import scenario_of
from ..scene.scene import Scene


@dataclass(frozen=True)
class PickedPoint:
    """A training point found in a plot: its row, and where it is drawn there."""

    row: int
    at: Point


class PlotChoice(NamedTuple):
    """One of several things that a plot can show: its group, its title, the document that shows it,
    and whether it is shown now.
    """

    group: str
    title: str
    document: Document
    is_now: bool


def curve_choices(
    document: Document, group: str, titles: Mapping[str, str]
) -> tuple[PlotChoice, ...]:
    """One of some curves of a plot by their titles, or none of them, which has the name ""."""
    shown = next((name for name in titles if name in document.curves), "")
    return tuple(
        PlotChoice(group, title, document.with_curve(name, titles), name == shown)
        for name, title in titles.items()
    )


def fold_choices(scene: Scene) -> tuple[PlotChoice, ...]:
    """How many folds a cross-validation has; 0: every point is left out in turn."""
    document = scene.document
    return tuple(
        PlotChoice(
            "Folds",
            f"{k} folds" if k else "Leave one out",
            replace(document, folds=k),
            k == document.folds,
        )
        for k in FOLDS
    )


def cost_choices(scene: Scene) -> tuple[PlotChoice, ...]:
    """The cost of a missed point of class +, a false alarm costing 1."""
    document, words = scene.document, scenario_of(scene.document)
    return tuple(
        PlotChoice(
            "Costs",
            words.say_costs(cost),
            replace(document, miss_cost=cost),
            cost == document.miss_cost,
        )
        for cost in MISS_COSTS
    )


BLANK = Axis(0.0, 1.0, visible=False)


def sentence(words: str | Exception) -> Figure:
    """The figure of a plot that has nothing to show: why, as a sentence."""
    text = words if isinstance(words, str) else f"{str(words)[:1].upper()}{str(words)[1:]}."
    return Figure(BLANK, BLANK, (), message=text)


def points_at(scene: Scene, live: int) -> Dataset:
    """The current points; while more than ``live`` points are dragged those before the drag, for a
    plot of many fits.
    """
    base, dataset = scene.base, scene.document.dataset
    return base.dataset if base is not None and scene.moving and len(dataset) > live else dataset


def warning_of_choice(scene: Scene, methods: Sequence[MethodInUse]) -> tuple[str, ...]:
    """The words of a heading where the classes chose the axes that methods see, of the points
    before a drag.
    """
    before = scene.base if scene.moving else None
    choice = chosen_axes(before or scene.document, methods)
    return () if choice is None else (choice.heading,)


def pick_row(xy: Floats, position: Point, reach: Point) -> PickedPoint | None:
    """Of the rows ``xy (k, 2)`` the one nearest to ``position``, within ``reach`` (both in the
    units of the axes), or None.
    """
    squares = (((xy - position) / reach) ** 2).sum(axis=1)
    row = int(np.argmin(squares)) if len(xy) else 0
    if not len(xy) or squares[row] > 1.0:
        return None
    return PickedPoint(row, (float(xy[row, 0]), float(xy[row, 1])))


def name_of(dataset: Dataset, row: int) -> str:
    """A training point in words: its number, counted from 1, and its class (not known while a plot
    is behind the data).
    """
    if row >= len(dataset):
        return f"point {row + 1}"
    return f"point {row + 1}, {name_label(dataset.class_names[int(dataset.labels[row])])}"


Names = tuple[tuple[Entry, ...], tuple[Words, ...]]  # a legend, or words beside
# of the smallest share is free above each lane: room for its line, and for the labels of the next
APART = 0.16
LANE_TICKS = 4  # of one lane, besides its foot


LEGEND_FROM = 4  # so many names have a legend; fewer are at what they name


@memo
def names_at(
    entries: tuple[Entry, ...], homes: tuple[Home, ...], legend_from: int = LEGEND_FROM
) -> Names:
    """The legend and the words of some names: the names are where they are at home, or in a legend
    where they are many.
    """
    if len(entries) >= legend_from:
        return entries, ()
    pairs = zip(entries, homes, strict=True)
    return (), tuple(
        [
            # Dots may lie so close together that each needs its colour at its name, too.
            Words((one.name,), home, "name", one.slot, id=one.name, sample=_sample(one))
            for one, home in pairs
        ]
    )


def _sample(entry: Entry) -> str:
    return "marker" if entry.slot is not None else ""


def beside(x: float, y: float) -> Beside:
    """The home of the name of a dot."""
    return Beside(np.array([[x, y]]))


def upper_end(
    largest: float, most: int = 5, *, counts_only: bool = False
) -> tuple[float, tuple[float, ...]]:
    """The top of an axis that begins at 0 and has room for ``largest``, and its ticks (the last one
    at the top).
    """
    if not (math.isfinite(largest) and largest > SMALLEST):
        largest = 1.0
    step = tick_values(
        0.0, max(largest, 1.0) if counts_only else largest, most, whole_numbers=counts_only
    )[1]
    count = max(1, math.ceil(largest / step * (1.0 - 1e-12)))
    return count * step, tuple([k * step for k in range(count + 1)])


def stack_lanes(axes: Sequence[Axis], weights: Sequence[float] = ()) -> tuple[Lane, ...]:
    """A lane for each axis between 0 and 1, the first one on top, as high as its weight (all equal
    without any).
    """
    shares = np.array(weights or [1.0] * len(axes))
    shares /= np.add.reduce(shares)
    lows, heights = 1.0 - np.add.accumulate(shares), shares - APART * shares.min()
    pairs = zip(axes, lows.tolist(), heights.tolist(), strict=True)
    return tuple([Lane(axis, low, low + height) for axis, low, height in pairs])


END_STEPS = 24  # in which the name of a lane follows the end of its curve


def named_at_end(lane: Lane, values: Floats) -> Lane:
    """The lane with its name where its curve ends."""
    known_values = values[np.isfinite(values)]
    if not len(known_values):
        return lane
    height, share = lane.high - lane.low, float(lane.place(known_values[-1:])[0]) - lane.low
    # In steps: the axes are drawn anew when a name moves.
    return lane._replace(end=lane.low + height * round(share / height * END_STEPS) / END_STEPS)


def axis_from_zero(name: str, largest: float, *, counts_only: bool = False) -> Axis:
    """The axis of a lane for values from 0 up to ``largest``."""
    end, ticks = upper_end(largest, LANE_TICKS, counts_only=counts_only)
    return Axis(0.0, end, name, ticks, whole=counts_only)


def axis_of_powers(name: str, smallest: float, largest: float) -> Axis:
    """The axis of a lane for log10 of positive values."""
    low, high = math.floor(math.log10(smallest)), math.ceil(math.log10(largest))
    step = -(-(high - low) // LANE_TICKS)
    return Axis(
        float(low),
        float(high),
        name,
        tuple(float(tick) for tick in range(low, high + 1, step)),
        powers=True,
    )


OFF = cures.Refusal(
    "The selected method is off: its results appear when it is shown.", cures.show_selected
)


NO_METHOD = cures.Refusal("Switch on a method to see its results.", cures.SOFT_MARGIN)


def is_off(scene: Scene) -> bool:
    """Whether the selected method is switched off: then no plot shows its results, which a lesson
    may ask to predict.
    """
    method = scene.document.selected_method
    return method is not None and not method.enabled


def nothing_of(scene: Scene, without_method: str = NO_METHOD) -> str:
    """Why the selected method, which has no boundary, has nothing to show."""
    if scene.answer is None:
        return OFF if is_off(scene) else without_method
    if scene.playback is not None and scene.whole.get(scene.document.selected) is not scene.answer:
        step = scene.playback.step
        return (
            f"{f'After step {step} there is' if step else 'The start has'} no line yet: a later "
            "step draws it."
        )
    return cures.Refusal(sentence_label(scene.answer.explanation), cures.with_boundary)


def words_beside(position: Point, lines: Sequence[str]) -> Words:
    """The words beside a position, on a ground of their own."""
    return Words(tuple(lines), Beside(np.array([position])), "caption", boxed=True)


def reading_at(
    x: float, rows: tuple[float, float], heights: Sequence[float], lines: Sequence[str]
) -> Reading:
    """The reading of several curves at one x: a hair line over the whole height, a dot on each
    curve, and the words.
    """
    points = [(x, height) for height in heights if math.isfinite(height)]
    dots = (Dots(np.array(points), "step"),) if points else ()
    # The words are beside the first curve, or beside the hair line where it has no value.
    words = words_beside((*points, (x, 0.5 * sum(rows)))[0], lines)
    return Reading((Path(vertical(x, *rows), "pointer"), *dots), words)


def reading_of_point(scene: Scene, point: PickedPoint, lines: Sequence[str]) -> Reading:
    """The reading of a training point: its name, and the words beside it."""
    name = name_of(scene.document.dataset, point.row)
    return Reading((), words_beside(point.at, (name, *lines)), point.row)


ENDS = 24  # the steps in which the ends of an axis move, about


def round_range(low: float, high: float) -> tuple[float, float]:
    """The stretch of the score that is shown: all points and the threshold 0, with room at both
    ends.
    """
    low, high = min(low, 0.0), max(high, 0.0)
    room = 0.12 * (high - low) or 1.0
    return round_out(low - room, high + room)


def round_out(low: float, high: float) -> tuple[float, float]:
    """A stretch with its ends further out, at round numbers: while a point is dragged an axis
    changes only when it must.
    """
    ticks = tick_values(low, high, ENDS)
    step = ticks[1] - ticks[0] if len(ticks) > 1 else 0.0
    return (
        (math.floor(low / step) * step, math.ceil(high / step) * step)
        if step > 0.0
        else (low, high)
    )


def value_text(symbol: str, value: float) -> str:
    """``C = 10``: a parameter with three digits; a round one (0.001) with its only one."""
    is_round = value == float(f"{value:.0e}")
    return f"{symbol} = {f'${short(value)}$' if is_round else significant(value, 3)}"


def columns(x: Floats, y: Floats) -> Floats:
    """A path (n, 2) through points given by their coordinates."""
    path = np.empty((len(x), 2))
    path[:, 0], path[:, 1] = x, y
    return path


def vertical(x: float, low: float, high: float) -> Floats:
    """A vertical segment (2, 2)."""
    return np.array([[x, low], [x, high]])


def level(y: float, left: float, right: float) -> Floats:
    """A level segment (2, 2)."""
    return np.array([[left, y], [right, y]])


def hairs(position: Point, x: Point, y: Point) -> tuple[Path, Path]:
    """A cross of hair lines at a position, over ranges of both axes."""
    return Path(vertical(position[0], *y), "pointer"), Path(level(position[1], *x), "pointer")


@memo
def cursor(value: float, low: float, top: float, is_trial: bool = False) -> tuple[Path, Dots]:
    """A value that can be dragged: its line with a handle on top, those of the trial line or the
    method's own.
    """
    trial = "trial-" if is_trial else ""
    return Path(vertical(value, low, top), f"{trial}threshold"), Dots(
        np.array([[value, top]]), f"{trial}handle"
    )


def on_axis(value: float, low: float, high: float, text: str) -> tuple[float, tuple[str, ...]]:
    """Where a value stands on an axis that may end before it, and what the heading then says of it
    (``text``).

    A cursor at the end of an axis alone would claim another value.
    """
    return min(max(value, low), high), () if low <= value <= high else (
        f"{text} lies beyond the axis",
    )


NEAREST, FURTHEST = -9.0, 9.0  # how far an axis of a strength is extended, as log10


def decades_of(scene: Scene, strength: Strength) -> tuple[float, float]:
    """The range of a parameter, as log10: the usual one, by whole decades wider where the value
    lies beyond it.

    While the cursor is dragged the range stays as the drag found it.
    """
    low, high = strength.decades
    documents = (scene.document,) if scene.base is None else (scene.document, scene.base)
    for method in (document.selected_method for document in documents):
        if method is not None and method.method.strength is strength:
            place = log10_of(getattr(method.method, strength.name))
            if math.isfinite(place):
                low, high = (
                    min(low, max(math.floor(place), NEAREST)),
                    max(high, min(math.ceil(place), FURTHEST)),
                )
    return low, high


def log10_of(value: float) -> float:
    """The place of a strength on its axis; 0 is beyond the left end, wherever that is."""
    return math.log10(value) if value > 0.0 else -math.inf


def percent(share: float) -> str:
    """``12.5 %``."""
    return f"{number(100.0 * float(share), 1)} %"


def rugs(places: Sequence[Floats], low: float, high: float) -> list[Floats]:
    """A stroke at each place of each class; where several classes have one place, each has a part
    of it, the first class the uppermost, so that none hides another.
    """
    different_places = np.unique(np.concatenate(places))
    is_there = np.array([np.isin(different_places, of_class) for of_class in places])
    rank, count = np.cumsum(is_there, axis=0) - 1, is_there.sum(axis=0)
    part = (high - low) / count
    return [
        strokes(
            of_class,
            (low + (count - 1 - rank[k]) * part)[at],
            (high - rank[k] * part)[at],
        )
        for k, of_class in enumerate(places)
        for at in [np.searchsorted(different_places, of_class)]
    ]


def strokes(xs: Floats, low: float | Floats, high: float | Floats) -> Floats:
    """Short vertical strokes at many places, as pairs (2 k, 2)."""
    path = np.empty((2 * len(xs), 2))
    path[:, 0], path[0::2, 1], path[1::2, 1] = xs.repeat(2), low, high
    return path
