"""What the chapters on lines, directions and probabilities claim, as predicates on one sample."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from redraws import angle, document, errors, method, normal, unit

from solvers import (
    Dataset,
    Fisher,
    Fit,
    Floats,
    HardMarginSVM,
    LogisticRegression,
    MeanDifference,
    Populations,
    fit,
)
from solvers.studies.separability import separability

Claims = list[bool]


def of_each(data: Dataset) -> tuple[Floats, Floats]:
    """The points of class + and of class −."""
    return data.X[data.y > 0], data.X[data.y < 0]


def line(data: Dataset, model: object) -> Fit:
    found = fit(model, data.X, data.y, trace=False)
    assert isinstance(found, Fit)
    return found


def put(data: Dataset, row: int, place: Floats) -> Dataset:
    """The points with one of them somewhere else."""
    X = data.X.copy()
    X[row] = place
    return replace(data, X=X)


def more(data: Dataset, place: Floats) -> Dataset:
    """The points and one more of class +."""
    X, labels = np.vstack([data.X, place]), np.append(data.labels, 1)
    return Dataset(X, labels, data.class_names)


# --- 1 to 3: lines --------------------------------------------------------------------------------


def trusted_on_new_points(data: Dataset) -> bool:
    """The line with the most room errs no more often than the three perceptrons in the mean."""
    new = normal("many-lines", 99, (4000, 4000))
    fits = [line(data, each) for each in (HardMarginSVM(), *perceptrons())]
    wrong = [errors(each.decision_function(new.X), new.y) for each in fits]
    return wrong[0] <= np.mean(wrong[1:])


def perceptrons() -> list[object]:
    return [method("many-lines", id) for id in ("m1", "m2", "m3")]


def one_point_in_the_other_hull(data: Dataset) -> Claims:
    """Exactly one point alone keeps the classes together."""
    alone = [separability(*_without(data, row)).separable for row in range(len(data))]
    return [sum(alone) >= 1]


def _without(data: Dataset, row: int) -> tuple[Floats, Floats]:
    return np.delete(data.X, row, axis=0), np.delete(data.y, row)


# --- 4 to 9: directions ---------------------------------------------------------------------------


def hills(data: Dataset, w: Floats) -> tuple[float, float, int]:
    """Projected on w at length 1: the distance of the means, the spread, the fewest errors."""
    plus, minus = (P @ unit(w) for P in of_each(data))
    spread = math.sqrt(0.5 * (plus.var() + minus.var()))
    return float(plus.mean() - minus.mean()), spread, fewest(data.X @ unit(w), data.y)


def fewest(z: Floats, y: Floats) -> int:
    """The fewest errors of any threshold along z, class + above it."""
    order = np.argsort(z)
    signs = y[order]
    below = np.concatenate([[0], np.cumsum(signs > 0)])
    above = np.concatenate([np.cumsum((signs < 0)[::-1])[::-1], [0]])
    return int((below + above).min())


def criterion(data: Dataset, w: Floats) -> float:
    distance, spread, _ = hills(data, w)
    return (distance / spread) ** 2


def distance_against_spread(data: Dataset) -> Claims:
    naive, best = line(data, MeanDifference()).w, line(data, Fisher()).w
    (far, wide, many), (near, narrow, few) = hills(data, naive), hills(data, best)
    cloud = np.cov(np.concatenate([P - P.mean(axis=0) for P in of_each(data)]).T)
    long = np.linalg.eigh(cloud)[1][:, 1]
    doubled = Dataset(np.concatenate([data.X] * 2), np.tile(data.labels, 2), data.class_names)
    return [
        near < far,
        narrow < wide,
        many >= few + 5,  # no cut of the naive direction parts the hills
        fewest(data.X @ long, data.y) > 0.1 * len(data),
        np.isclose(hills(doubled, naive)[1], wide),
    ]


def flat_top(data: Dataset) -> Claims:
    best = line(data, Fisher()).w
    top = criterion(data, best)
    turned = [
        np.array([[math.cos(t), -math.sin(t)], [math.sin(t), math.cos(t)]]) @ best
        for t in np.radians([-1.0, 1.0])
    ]
    grid = [np.array([math.cos(t), math.sin(t)]) for t in np.linspace(0.0, np.pi, 180)]
    naive = line(data, MeanDifference()).w
    return [
        all(criterion(data, w) > 0.97 * top for w in turned),
        criterion(data, naive) < 0.5 * top,
        all(criterion(data, w) <= top + 1e-9 for w in grid),
        np.isclose(_raw_criterion(data, 2.0 * best), _raw_criterion(data, best)),
        np.isclose(_raw_criterion(data, -3.0 * best), _raw_criterion(data, best)),
    ]


def _raw_criterion(data: Dataset, w: Floats) -> float:
    """J(w) as the lesson writes it, without a unit vector."""
    plus, minus = of_each(data)
    scatter = sum((P - P.mean(axis=0)).T @ (P - P.mean(axis=0)) for P in (plus, minus))
    return float(w @ (plus.mean(axis=0) - minus.mean(axis=0))) ** 2 / float(w @ scatter @ w)


def where_the_prior_rule_cuts(data: Dataset) -> Claims:
    """Nearer to the rarer class than the midpoint, and no rule makes fewer training errors than the
    best cut; a point dragged straight away from the other class parts the two.
    """
    best, middle, prior = (method("where-to-cut", id) for id in ("m1", "m2", "m3"))
    plus, minus = (P.mean(axis=0) for P in of_each(data))
    row, before = int(np.argmax(data.y)), wrong(data, best)

    def parts(far: float) -> bool:
        moved = put(data, row, plus + far * unit(plus - minus))
        few, many = wrong(moved, best), wrong(moved, prior)
        return many - few >= 3 and few <= before + 1

    return [
        line(data, prior).b < line(data, middle).b,
        before <= min(wrong(data, middle), wrong(data, prior)),
        any(parts(far) for far in np.arange(4.0, 16.0, 0.5)),
    ]


def prior_rule_errs_less_on_new_points(data: Dataset) -> bool:
    """Of the classes that the sample is drawn from."""
    rarer = document("where-to-cut").dataset.counts
    new = normal("where-to-cut", 99, (1000 * rarer[0] // 6, 1000 * rarer[1] // 6))
    best, prior = (
        errors(line(data, method("where-to-cut", id)).decision_function(new.X), new.y)
        for id in ("m1", "m3")
    )
    return prior < best


def wrong(data: Dataset, model: object) -> int:
    return int(line(data, model).wrong.sum())


def norm(found: Fit) -> float:
    return float(np.linalg.norm(found.w))


def who_follows_a_far_point(data: Dataset) -> Claims:
    """Added straight away from class −: least squares errs more at last, and turns; the logistic
    line stays.
    """
    squares, logistic = (method("far-blob", id) for id in ("m1", "m2"))
    plus, minus = (P.mean(axis=0) for P in of_each(data))
    grown = [more(data, plus + far * unit(plus - minus)) for far in (10.0, 20.0, 40.0, 80.0)]
    f, loss = np.array([1.0, 5.0, 9.0]), LogisticRegression(l2=0.01)
    far = line(grown[0], loss)
    p = 1.0 / (1.0 + np.exp(-far.decision_function(grown[0].X[-1:])))
    return [
        any(wrong(each, squares) > wrong(data, squares) for each in grown),
        all(wrong(each, logistic) == wrong(data, logistic) for each in grown),
        all(far.decision_function(grown[0].X[-1:]) > 0.0),
        np.diff((1.0 - f) ** 2).min() > 0.0 > np.diff(np.log1p(np.exp(-f))).max(),
        float(1.0 - p[0]) < 0.01,
    ]


# --- 11 to 17: probabilities ----------------------------------------------------------------------


def populations_of(name: str) -> Populations:
    found = document(name).populations
    assert found is not None
    return found


def costs_move_the_threshold(data: Dataset) -> Claims:
    """A miss ten times as dear: the cheapest line errs more and costs less; the threshold goes down
    by ln 10, and up by ln 20 where alarms are dear.
    """
    known = populations_of("priors-and-costs")
    assert known.minus.covariance == known.plus.covariance
    new = known.sample(20000, 5)
    score = known.score(new.X)

    def misses(cut: float) -> tuple[float, float]:
        return (
            float(np.mean((score <= cut) & (new.y > 0))),
            float(np.mean((score > cut) & (new.y < 0))),
        )

    (plain, few), (missed, alarmed) = misses(0.0), misses(math.log(1.0 / 10.0))
    told = line(data, LogisticRegression(l2=0.01))
    dear = fit(LogisticRegression(l2=0.01), data.X, data.y, class_weight={1: 10.0, -1: 1.0})
    cuts = np.linspace(-6.0, 6.0, 121)
    cheapest = cuts[np.argmin([10.0 * a + b for a, b in map(misses, cuts)])]
    other = cuts[np.argmin([a + 20.0 * b for a, b in map(misses, cuts)])]
    even = cuts[np.argmin([sum(misses(cut)) for cut in cuts])]
    return [
        missed + alarmed > 1.5 * (plain + few),
        10.0 * missed + alarmed < 10.0 * plain + few,
        abs(cheapest - math.log(1.0 / 10.0)) < 0.8,
        abs(other - math.log(20.0)) < 0.8,
        abs(even) < 0.8,
        (dear.decision_function(data.X) > 0).sum() > (told.decision_function(data.X) > 0).sum(),
    ]


def certain_beside_one_line(data: Dataset) -> Claims:
    """A smaller penalty: a longer w, more certain probabilities, and hardly another line."""
    strong, weak = (line(data, LogisticRegression(l2=l2)) for l2 in (0.2, 0.0195))
    lengths = [norm(line(data, LogisticRegression(l2=l2))) for l2 in (1.0, 0.2, 0.05, 0.0195)]
    f = weak.decision_function(data.X)

    def sigma(t: Floats) -> Floats:
        return 1.0 / (1.0 + np.exp(-t))

    def certainty(t: Floats) -> Floats:
        return np.abs(sigma(t) - 0.5)

    both = np.column_stack([strong.decision_function(data.X), f])
    agree = (both > 0.0).all(axis=1) | (both < 0.0).all(axis=1)
    return [
        angle(strong.w, weak.w) < 10.0,
        agree.mean() >= 0.9,
        (np.diff(lengths) > 0.0).all(),
        certainty(both[:, 1]).mean() > certainty(both[:, 0]).mean(),
        (certainty(2.0 * f) > certainty(f)).all(),
        (certainty(0.5 * f) < certainty(f)).all(),
        ((2.0 * f > 0.0) == (f > 0.0)).all(),
        sigma(np.zeros(1))[0] == 0.5,
    ]
