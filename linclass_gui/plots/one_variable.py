"""One variable: the normal densities of two classes along it, the posterior, and where the expected
cost is least; means and deviations of populations can be dragged.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from solvers import Floats
from solvers.studies.populations import ProjectedPopulations, ThresholdRule

from ..markup.numbers import count_words, number, significant
from ..scene import one_variable as normals
from ..scene.document import MISS_COSTS, Document
from ..scene.looks import Looks, role
from ..scene.marks import Area, Axis, Dots, Entry, Figure, Handle, Lane, Path, Point, Reading, Words
from ..scene.memo import memo
from ..scene.scenarios import Scenario, scenario_of
from ..scene.scene import PairScene
from .axes import (
    Names,
    PlotChoice,
    axis_from_zero,
    beside,
    columns,
    cost_choices,
    curve_choices,
    level,
    names_at,
    percent,
    reading_at,
    round_out,
    rugs,
    sentence,
    stack_lanes,
    vertical,
)
from .plot import DIRECTIONS, MIDDLE, Plot, of_pair
from .threshold import HANDLE

LOW, TOP, GRIP = -0.09, 1.06, 1.03
RUG = (-0.08, -0.03)
WEIGHTS = (2.0, 1.0)  # the heights of the lanes of the densities and of the posterior
STEPS = 401
SHOULDER = 1.2  # deviations from its mean a hill is named
TOLERANCE = 1e-6  # of a deviation: normals of the points so near to the populations are not drawn
REACH = 3.0  # deviations of a population that the axis shows
MEAN, WIDTH, COST = "mean:", "width:", "cost"
COST_AT = 0.97  # of the axis: the handle of the level at which class + costs less
NO_WIDTH = "The normal densities need two different values of the variable in each class."
OUT_OF_RANGE = (
    "The squares of these deviations leave the range of numbers: choose another unit of the "
    "variable."
)


@dataclass(frozen=True)
class Costs:
    """The probabilities of both mistakes of a rule, and what they cost: a false alarm 1."""

    false_alarm: float
    miss: float
    miss_cost: float

    @property
    def error(self) -> float:
        """The probability of any mistake."""
        return self.false_alarm + self.miss

    @property
    def cost(self) -> float:
        """The expected cost of a point."""
        return self.false_alarm + self.miss_cost * self.miss


@dataclass(frozen=True, eq=False)
class OneVariable:
    """What the plot shows: the densities, the rule of least cost, the rule in front with its costs,
    and the training errors of it.
    """

    densities: ProjectedPopulations
    estimate: ProjectedPopulations | None
    cheapest: ThresholdRule
    rule: ThresholdRule
    is_by_line: bool
    costs: Costs
    least: Costs
    errors: int
    ends: tuple[float, float]
    values: tuple[Floats, Floats]

    @cached_property
    def lanes(self) -> tuple[Lane, Lane]:
        """The lane of the densities above that of the posterior."""
        curves = [one for one in (self.densities, self.estimate) if one is not None]
        peaks = [_heights(one, k, np.array([m])) for one in curves for k, m in enumerate(one.means)]
        top = max(float(peak[0]) for peak in peaks)
        above, below = stack_lanes(
            (axis_from_zero("", top), Axis(0.0, 1.0, "$P(+ | x)$", (0.0, 0.5, 1.0))), WEIGHTS
        )
        return above, below

    @property
    def means(self) -> tuple[float, float]:
        """The means of the densities."""
        return self.densities.means


def _heights(densities: ProjectedPopulations, k: int, t: Floats) -> Floats:
    """``p_k N(t; m_k, s_k^2)``."""
    return densities.priors[k] * densities.density(k, t)


def one_variable_of(scene: PairScene) -> OneVariable | str:
    """What the plot shows of a scene, or why it has nothing to show."""
    # while something is dragged the axis stays as the drag offers it
    before = scene.document if scene.base is None else scene.base
    return _content_of(scene.document, before)


@memo
def _content_of(document: Document, before: Document) -> OneVariable | str:
    densities = normals.densities_of(document)
    variable = normals.variable_of(document)
    x, labels = document.dataset.X[:, variable], document.dataset.labels
    groups = (x[labels == 0], x[labels == 1])
    if densities is None:
        has_widths = all(len(group) and group.min() < group.max() for group in groups)
        return OUT_OF_RANGE if has_widths else NO_WIDTH
    line, miss_cost = normals.rule_of_line(document), document.miss_cost
    cheapest = densities.cheapest(miss_cost)
    rule = cheapest if line is None else line
    return OneVariable(
        densities,
        _estimate(document, densities),
        cheapest,
        rule,
        line is not None,
        Costs(*densities.mistakes(rule), miss_cost),
        Costs(*densities.mistakes(cheapest), miss_cost),
        int(np.count_nonzero(rule.says_plus(x) != (labels == 1))),
        _ends(before),
        groups,
    )


def _estimate(document: Document, densities: ProjectedPopulations) -> ProjectedPopulations | None:
    """The normals of the points beside those of the populations, where they differ."""
    if not normals.uses_populations(document):
        return None
    estimate = normals.of_points(document.dataset, normals.variable_of(document))
    if estimate is None:
        return None
    numbers, exact_numbers = (
        np.array([*one.means, *one.deviations, *one.priors]) for one in (estimate, densities)
    )
    unit = min(*densities.deviations, 1.0)
    return None if float(np.abs(numbers - exact_numbers).max()) <= TOLERANCE * unit else estimate


def _ends(document: Document) -> tuple[float, float]:
    """The stretch of the variable with all points and the bulk of both populations."""
    x = document.dataset.X[:, normals.variable_of(document)]
    populations = normals.of_populations(document)
    bulk = (
        ()
        if populations is None
        else tuple(
            m + sign * REACH * s
            for m, s in zip(populations.means, populations.deviations, strict=True)
            for sign in (-1.0, 1.0)
        )
    )
    values = np.array([*x, *bulk])
    room = 0.06 * float(np.ptp(values)) or 1.0
    return round_out(float(values.min()) - room, float(values.max()) + room)


def figure(scene: PairScene) -> Figure:
    """The densities with their rug and the areas of both mistakes, the posterior below, and the
    thresholds through both.
    """
    content = one_variable_of(scene)
    if isinstance(content, str):
        return sentence(content)
    document = scene.document
    names = document.class_labels
    legend, words = _names_of_hills(content, names, document.class_looks)
    marks: list[Area | Path | Dots] = [
        *_hills(content, document.class_looks),
        *_posterior(content),
        *_cuts(content),
    ]
    handles: list[Handle] = []
    if normals.uses_populations(document):
        grips = _grips(content)
        marks.append(_dots(tuple(grip.at for grip in grips), "trial-handle", True))
        handles += grips
    handle = _cut_handle(content, document)
    if handle is not None:
        look = "trial-handle" if content.is_by_line else "handle"
        marks.append(_dots((handle.at,), look, False))
        handles.append(handle)
    cost_handle = _cost_handle(content)
    marks.append(_dots((cost_handle.at,), "handle", True))
    handles.append(cost_handle)
    return Figure(
        Axis(*content.ends, document.axis_names[normals.variable_of(document)]),
        Axis(LOW, TOP, "density", visible=False),
        tuple(marks),
        handles=tuple(handles),
        lanes=content.lanes,
        heading=_heading(content, document),
        legend=legend,
        words=(*words, *_names_of_mistakes(content, scenario_of(document))),
    )


@memo
def _names_of_hills(content: OneVariable, names: tuple[str, ...], looks: Looks) -> Names:
    lane = content.lanes[0]
    entries = tuple(Entry(names[k], role("curve", looks[k])) for k in (1, 0))
    sign = 1.0 if content.means[1] >= content.means[0] else -1.0
    homes = []
    for k, way in ((1, sign), (0, -sign)):  # on the shoulder away from the other class
        x = content.means[k] + SHOULDER * way * content.densities.deviations[k]
        height = lane.place(_heights(content.densities, k, np.array([x])))
        homes.append(beside(x, float(height[0])))
    return names_at(entries, tuple(homes))


def _places(content: OneVariable) -> Floats:
    """The places at which curves are drawn, the cuts among them."""
    low, high = content.ends
    inside = [cut for cut in content.rule.cuts if low < cut < high]
    return np.unique([*np.linspace(low, high, STEPS), *inside])


@memo
def _hills(content: OneVariable, looks: Looks) -> list[Area | Path]:
    """Both densities times their priors, the parts that the rule calls the other class, and a
    stroke for every point.
    """
    lane, x = content.lanes[0], _places(content)
    marks: list[Area | Path] = []
    both_rugs = rugs([_rug(content, k) for k in (0, 1)], *RUG)
    for k in (0, 1):
        outline = columns(x, lane.place(_heights(content.densities, k, x)))
        marks += [Area(_closed(outline, lane.low), role("area", looks[k]))]
        for low, high, is_plus in content.rule.stretches:
            part = outline[(outline[:, 0] >= low) & (outline[:, 0] <= high)]
            if is_plus != (k == 1) and len(part) > 1:
                darker_area = Area(_closed(part, lane.low), role("area", looks[k]))
                marks += [darker_area, darker_area]  # darker than the hill
        marks.append(Path(outline, role("curve", looks[k])))
        if content.estimate is not None:
            estimated = columns(x, lane.place(_heights(content.estimate, k, x)))
            marks.append(Path(estimated, "curve-dashed"))
        marks.append(Path(both_rugs[k], role("rug", looks[k]), joined="pairs"))
    return marks


def _rug(content: OneVariable, k: int) -> Floats:
    """The places of the points of a class; of many those of a fine grid that have one."""
    values, (low, high) = content.values[k], content.ends
    if len(values) <= STEPS:
        return values
    step = (high - low) / STEPS
    return np.asarray(low + step * np.unique(np.round((values - low) / step)))


def _closed(outline: Floats, foot: float) -> Floats:
    ends = [(outline[-1, 0], foot), (outline[0, 0], foot)]
    return np.concatenate([outline, ends])


@memo
def _posterior(content: OneVariable) -> tuple[Path, Path]:
    """P(+|x), and the height above which class + costs less."""
    lane, x = content.lanes[1], _places(content)
    height = float(lane.place(np.array([_height_of_cost(content)]))[0])
    return (
        Path(level(height, *content.ends), "curve-dotted"),
        Path(columns(x, lane.place(content.densities.posterior(x))), "curve"),
    )


def _height_of_cost(content: OneVariable) -> float:
    """``1 / (1 + c)``: from this posterior on, class + costs less."""
    return 1.0 / (1.0 + content.costs.miss_cost)


@memo
def _cuts(content: OneVariable) -> tuple[Path, ...]:
    """The thresholds of the rule in front, and those of least cost where these are others."""
    low, high = content.ends
    rules = [(content.rule, "trial-threshold" if content.is_by_line else "threshold")]
    if content.is_by_line:
        rules.insert(0, (content.cheapest, "threshold"))
    return tuple(
        Path(vertical(cut, LOW, GRIP), style)
        for rule, style in rules
        for cut in rule.cuts
        if low < cut < high
    )


@memo
def _dots(places: tuple[Point, ...], look: str, is_grip: bool) -> Dots:
    return Dots(np.array(places), look, grip=is_grip)


def _grips(content: OneVariable) -> list[Handle]:
    """The top of each hill, which is its mean, and its right shoulder one deviation beside it."""
    lane, grips = content.lanes[0], []
    for k in (0, 1):
        m, s = content.means[k], content.densities.deviations[k]
        for name, x in ((MEAN, m), (WIDTH, m + s)):
            height = float(lane.place(_heights(content.densities, k, np.array([x])))[0])
            grips.append(Handle(f"{name}{k}", (x, height), "both"))
    return grips


def _cut_handle(content: OneVariable, document: Document) -> Handle | None:
    """The handle of the threshold that can be dragged: of two the one nearest to the middle of the
    means; without one, where everything is of one class, it waits at the end of the axis from which
    it comes. None where a line cuts the parabola, which is dragged on the canvas.
    """
    low, high = content.ends
    if (
        content.is_by_line
        and normals.are_lifted(document.dataset.X)
        and len(content.rule.cuts) != 1
    ):
        return None
    middle = 0.5 * sum(content.means)
    rises = content.means[1] >= content.means[0]
    waiting_place = low if content.rule.ends_plus == rises else high
    cut = min(content.rule.cuts, key=lambda one: abs(one - middle), default=waiting_place)
    return Handle(HANDLE, (min(max(cut, low), high), GRIP), "both")


def _cost_handle(content: OneVariable) -> Handle:
    """The handle of the level from which class + costs less: it sets the cost of a miss."""
    low, high = content.ends
    height = content.lanes[1].place(np.array([_height_of_cost(content)]))
    return Handle(COST, (low + COST_AT * (high - low), float(height[0])), "y")


def _with_cost_at(document: Document, content: OneVariable, height: float) -> Document:
    """The document with the cost of a miss whose level is nearest to a height of the plot."""
    levels = content.lanes[1].place(1.0 / (1.0 + np.array(MISS_COSTS)))
    return replace(document, miss_cost=MISS_COSTS[int(np.argmin(np.abs(levels - height)))])


def _heading(content: OneVariable, document: Document) -> tuple[str, ...]:
    """The thresholds, their error under the densities, and their training errors."""
    cuts = [_text(cut, content) for cut in content.rule.cuts]
    words = {0: "no threshold", 1: f"threshold {cuts[0] if cuts else ''}"}.get(
        len(cuts), f"thresholds {' and '.join(cuts)}"
    )
    is_costly = document.miss_cost != 1.0
    least = (
        f", least {percent(content.least.error)}" if content.is_by_line and not is_costly else ""
    )
    heading = [words, f"error {percent(content.costs.error)}{least}"]
    if is_costly:
        least = f", least {number(content.least.cost, 3)}" if content.is_by_line else ""
        heading.append(f"cost {number(content.costs.cost, 3)}{least}")
    n = sum(len(values) for values in content.values)
    heading.append(f"{count_words(content.errors, 'error')} of {n} points")
    if content.estimate is not None:
        heading.append("dashed: normals of the points")
    return tuple(heading)


def _text(value: float, content: OneVariable) -> str:
    """A threshold, as finely as the axis is read."""
    low, high = content.ends
    decimals = max(0, 3 - int(np.floor(np.log10(high - low))))
    return number(value, decimals)


@memo
def _names_of_mistakes(content: OneVariable, scenario: Scenario) -> tuple[Words, ...]:
    """How large the areas of both mistakes are, beside the highest place of each, and which mistake
    it is: a share alone, where it has room only beyond the threshold, would be read as the other.
    """
    lane, words = content.lanes[0], []
    for k, name, share in (
        (0, scenario.alarms, content.costs.false_alarm),
        (1, scenario.misses, content.costs.miss),
    ):
        area = _area_of_mistakes(content, k)
        if area is not None:
            x, ends = area
            height = 0.5 * _heights(content.densities, k, np.array([x]))
            home = replace(beside(x, float(lane.place(height)[0])), between=ends)
            words.append(
                Words(
                    (f"{name} {percent(share)}",),
                    home,
                    "caption",
                    id=name,
                    needed=False,
                    pair=name,  # one that has no room is told
                )
            )
    return tuple(words)


def _area_of_mistakes(content: OneVariable, k: int) -> tuple[float, tuple[float, float]] | None:
    """The centre of mass of the largest area of mistakes of class k that is seen, and its ends;
    None without.
    """
    x, largest, area = np.linspace(*content.ends, STEPS), 0.0, None
    heights = _heights(content.densities, k, x)
    for low, high, is_plus in content.rule.stretches:
        mass = np.where((x >= low) & (x <= high), heights, 0.0)
        if is_plus != (k == 1) and float(mass.sum()) > largest:
            largest = float(mass.sum())
            seen = max(low, content.ends[0]), min(high, content.ends[1])
            area = float(x @ mass) / largest, seen
    return area


def read(scene: PairScene, position: Point, reach: Point) -> Reading | None:
    """The densities and the posterior at a place, and what a threshold there would cost."""
    content = one_variable_of(scene)
    if isinstance(content, str):
        return None
    t, densities = np.array([position[0]]), content.densities
    names = scene.document.class_labels
    heights = [float(_heights(densities, k, t)[0]) for k in (0, 1)]
    p = float(densities.posterior(t)[0])
    ends_plus = content.means[1] >= content.means[0]
    cost = Costs(
        *densities.mistakes(ThresholdRule((position[0],), ends_plus)), content.costs.miss_cost
    )
    lines = [
        f"$x$ = {_text(position[0], content)}",
        *(f"$p(x, k)$ of {names[k]} {significant(heights[k], 2)}" for k in (1, 0)),
        f"$P(+ | x)$ = {number(p, 3)}",
        f"as threshold: error {percent(cost.error)}",
    ]
    if content.costs.miss_cost != 1.0:
        lines.append(f"cost {number(cost.cost, 3)}")
    above, below = content.lanes
    dots = (*above.place(np.array(heights)).tolist(), float(below.place(np.array([p]))[0]))
    return reading_at(position[0], (0.0, GRIP), dots, lines)


def drag(scene: PairScene, handle: str, position: Point) -> Document:
    """The document with another threshold, cost, mean or deviation; the points of a population
    follow.
    """
    document, x = scene.document, position[0]
    content = one_variable_of(scene)
    if handle == COST and not isinstance(content, str):
        return _with_cost_at(document, content, position[1])
    if handle == HANDLE:
        return normals.with_cut(document, x)
    part, k = handle[:-1], int(handle.endswith("1"))
    if part not in (MEAN, WIDTH) or not normals.uses_populations(document):
        return document
    if part == MEAN:
        return normals.with_mean(document, k, x)
    populations = normals.of_populations(document)
    assert populations is not None
    return normals.with_deviation(document, k, x - populations.means[k])


def choices(scene: PairScene) -> tuple[PlotChoice, ...]:
    """The variable, its densities, the threshold of least cost, and costs of a miss."""
    document, offers = scene.document, list[PlotChoice]()
    if not normals.are_on_level(document.dataset.X) and not normals.are_lifted(document.dataset.X):
        names = dict(zip(("", normals.SECOND), document.axis_names, strict=True))
        offers += curve_choices(document, "Variable", names)
    if document.populations is not None:
        titles = {"": "Of the populations", normals.OF_POINTS: "Normals of the points"}
        offers += curve_choices(document, "Densities", titles)
    line = normals.rule_of_line(document)
    if line is not None:
        best = replace(document, trial=None)
        offers.append(PlotChoice("Threshold", "Where the cost is least", best, False))
    return (*offers, *cost_choices(scene))


ONE_VARIABLE = of_pair(
    Plot(
        normals.PLOT,
        "One variable",
        (
            "The normal densities of two classes along one variable, the posterior and the "
            "thresholds of least cost; drag a threshold, a mean, a width or the level of the "
            "cost, click the heading for more"
        ),
        figure,
        drag,
        read,
        choices=choices,
        column=MIDDLE,
        group=DIRECTIONS,
    )
)
