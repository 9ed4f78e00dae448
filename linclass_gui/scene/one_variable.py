"""One variable of the points: the normal densities of two classes along it, the rule that costs
least, and the lift ``x -> (x, x^2)`` in which that rule is one straight line.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from solvers import Dataset, Floats, GaussianPopulation
from solvers.arrays import locked
from solvers.studies.populations import ProjectedPopulations, ThresholdRule

from ..errors import UserError
from .document import Document, TrialLine
from .generating import suggested_each
from .memo import memo

PLOT = "one-variable"  # the linked plot of this
SECOND, OF_POINTS = "second-variable", "normals-of-points"  # in ``Document.curves``
PARABOLA = "parabola"  # the layer of lifted points
AXES = np.eye(2)
FINEST = 1e-100  # the squares of finer deviations are 0 to a computer
SQUARE_ROUNDING = 1e-9  # of a square: the digits in which it was written
SLIMMEST = 1e-3  # a deviation that is dragged, as a share of the other one
TO_LIFT = "Lifting needs two classes, each with two different values of the variable."


def variable_of(document: Document) -> int:
    """The column that is the variable: of points on a level or upright line the one along it, else
    the one that was chosen, at first x1.
    """
    X = document.dataset.X
    spreads = [bool(len(X)) and bool((X[:, k] != X[0, k]).any()) for k in (0, 1)]
    if spreads[0] != spreads[1]:
        return int(spreads[1])
    return int(SECOND in document.curves)


def are_on_level(X: Floats) -> bool:
    """Whether points lie on one level line, as those of one column do."""
    return len(X) > 1 and not (X[:, 1] != X[0, 1]).any()


def are_lifted(X: Floats) -> bool:
    """Whether points lie on the parabola ``x2 = x1^2``, also with squares that somebody typed."""
    if len(X) < 2 or are_on_level(X):
        return False
    with np.errstate(all="ignore"):  # the square of a number that is too large is no coordinate
        squares = X[:, 0] * X[:, 0]
        return bool((np.abs(X[:, 1] - squares) <= SQUARE_ROUNDING * squares).all())


def uses_populations(document: Document) -> bool:
    """Whether the densities are those of the populations, rather than normals of the points."""
    return document.populations is not None and OF_POINTS not in document.curves


def densities_of(document: Document) -> ProjectedPopulations | None:
    """The two normal densities that are shown; None where the points have none."""
    if uses_populations(document):
        densities = of_populations(document)
    else:
        densities = of_points(document.dataset, variable_of(document))
    return densities if densities is None or _are_in_range(densities) else None


def _are_in_range(densities: ProjectedPopulations) -> bool:
    """Whether squares of the deviations and of the distance are numbers that can be told apart."""
    numbers = [*densities.deviations, 1.0 + abs(densities.means[1] - densities.means[0])]
    return all(FINEST < one < 1.0 / FINEST for one in numbers)


def of_populations(document: Document) -> ProjectedPopulations | None:
    """The populations along the variable, where they are known."""
    if document.populations is None:
        return None
    return ProjectedPopulations.along(document.populations, AXES[variable_of(document)])


@memo
def of_points(dataset: Dataset, variable: int) -> ProjectedPopulations | None:
    """The mean and the deviation of each class (``1/n``) with its share of the points as its prior;
    None where a class does not vary.
    """
    groups = [dataset.X[dataset.labels == k, variable] for k in (0, 1)]
    if (dataset.labels > 1).any() or not all(len(group) for group in groups):
        return None
    means, deviations = zip(*[(float(g.mean()), float(g.std())) for g in groups], strict=True)
    if not all(deviation > 1e-12 * abs(m) for m, deviation in zip(means, deviations, strict=True)):
        return None
    n = len(dataset)
    return ProjectedPopulations(means, deviations, (len(groups[0]) / n, len(groups[1]) / n))


def rule_of_line(document: Document) -> ThresholdRule | None:
    """The trial line as a rule on the variable: where it stands across the axis, or cuts the
    parabola on which the points lie.
    """
    line, variable = document.trial, variable_of(document)
    if line is None:
        return None
    w, b = line.w, line.b
    if are_lifted(document.dataset.X) and variable == 0:
        return ThresholdRule.where_positive(float(w[1]), float(w[0]), b)
    is_across = abs(float(w[1 - variable])) < 1e-9
    if not is_across:
        return None
    return ThresholdRule((line.pivot[variable],), float(w[variable]) > 0.0)


def with_cut(document: Document, cut: float) -> Document:
    """The document with a trial line across the variable at this threshold; a line that is there
    keeps its side and its name.
    """
    variable, before = variable_of(document), document.trial
    densities = densities_of(document)
    is_reversed = densities is not None and densities.means[1] < densities.means[0]
    angle = 90.0 * variable + (180.0 if is_reversed else 0.0)
    rule, name = rule_of_line(document), ""
    if before is not None and rule is not None:
        angle, name = before.angle, before.name
    pivot = document.dataset.X.mean(axis=0) if len(document.dataset) else np.zeros(2)
    x, y = np.where(np.arange(2) == variable, cut, pivot).tolist()
    return replace(document, trial=TrialLine(angle, (x, y), True, name))


def with_population(document: Document, k: int, after: GaussianPopulation) -> Document:
    """The document with another population of class k, which takes its points along."""
    pair, populations = document.populations, document.many_populations
    each = suggested_each(document)
    before, each = each[k], (*each[:k], after, *each[k + 1 :])

    def along(points: Dataset) -> Dataset:
        rows = np.flatnonzero(points.labels == k)
        z = np.linalg.solve(before.root, (points.X[rows] - before.mean).T).T
        return points.moved(rows, after.mean + z @ after.root.T)

    return document.mapped(
        along,
        populations=None if pair is None else replace(pair, minus=each[0], plus=each[1]),
        many_populations=None if populations is None else replace(populations, each=each),
    )


def with_mean(document: Document, k: int, mean: float) -> Document:
    """The document with another mean of a population along the variable."""
    variable, one = variable_of(document), suggested_each(document)[k]
    x, y = np.where(np.arange(2) == variable, mean, one.mean).tolist()
    return with_population(document, k, replace(one, mean=(x, y)))


def with_deviation(document: Document, k: int, deviation: float) -> Document:
    """The document with another standard deviation of a population along the variable; its
    correlation stays.
    """
    variable, both = variable_of(document), suggested_each(document)
    before = [math.sqrt(one.covariance[variable][variable]) for one in both]
    share = max(abs(deviation), SLIMMEST * before[1 - k]) / before[k]
    units = np.where(np.arange(2) == variable, share, 1.0)
    (a, b), (_, d) = (np.array(both[k].covariance) * np.outer(units, units)).tolist()
    return with_population(document, k, replace(both[k], covariance=((a, b), (b, d))))


def lifted(document: Document) -> Document:
    """The document with its points on the parabola ``(x, x^2)``, and as the trial line the line
    that is the rule of least cost: it cuts the parabola at the thresholds.

    Off the parabola there are no points, so the lifted classes are no normal populations.

    Raises:
        UserError: the classes have no normal densities along the variable, or are lifted already.
    """
    X, variable = document.dataset.X, variable_of(document)
    densities = densities_of(document)
    if densities is None:
        raise UserError(TO_LIFT)
    if are_lifted(X):
        raise UserError("The points are on the parabola (x, x²) already.")

    def on_parabola(points: Dataset) -> Dataset:
        x = points.X[:, variable]
        places = locked(np.column_stack([x, x * x]))
        return Dataset(places, points.labels, points.class_names)

    name = document.axis_names[variable]
    return document.mapped(
        on_parabola,
        layers=document.layers | {PARABOLA},
        populations=None,
        plane=None,
        units=None,
        view=None,
        generated="",
        axis_at=None,
        curves=tuple(curve for curve in document.curves if curve not in (SECOND, OF_POINTS)),
        axis_names=(name, f"{name}²" if "$" not in name else _squared(name)),
        stretch=_stretch_of(X[:, variable]),
        trial=_line_of(densities.cheapest(document.miss_cost), densities),
    )


def _squared(name: str) -> str:
    """The square of a name in the mathematics mark-up: ``$x^2$``, ``$x_1^2$``."""
    head, _, tail = name.rpartition("$")
    return f"{head}^2${tail}"


def _stretch_of(x: Floats) -> float:
    """How long the units of ``x^2`` are drawn, so that the parabola is about as high as wide."""
    width, height = (float(np.ptp(v)) if len(v) else 0.0 for v in (x, x * x))
    return float(f"{width / height:.1g}") if width > 0.0 and height > 0.0 else 1.0


def _line_of(rule: ThresholdRule, densities: ProjectedPopulations) -> TrialLine:
    """The line through the parabola at the cuts of a rule; where it cuts nowhere, the tangent below
    the middle of the means.
    """
    middle = 0.5 * sum(densities.means)
    if len(rule.cuts) == 1:
        cut = rule.cuts[0]
        return TrialLine(0.0 if rule.ends_plus else 180.0, (cut, cut * cut), True)
    s, t = rule.cuts or (middle, middle)
    # (x - s)(x - t) = x^2 - (s + t) x + s t is the height above the line
    sign = 1.0 if rule.ends_plus else -1.0
    angle = math.degrees(math.atan2(sign, -sign * (s + t)))
    pivot = (0.5 * (s + t), 0.5 * (s + t) ** 2 - s * t)
    return TrialLine(angle, pivot, True)
