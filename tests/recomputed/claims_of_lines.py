"""What the chapters on lines, directions and probabilities claim, as predicates on one sample."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np
from redraws import angle, document, errors, method, normal, room, unit

from linclass_gui.answers.comparison import true_error
from solvers import (
    Dataset,
    Fisher,
    Fit,
    Floats,
    HardMarginSVM,
    LeastSquares,
    LogisticRegression,
    MeanDifference,
    MultinomialNaiveBayes,
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


def distance_of_a_line(data: Dataset) -> Claims:
    """Along w from the line to each point, and from a line with a normal of length 1 to 0."""
    found = line(data, LeastSquares())
    f, norm = found.decision_function(data.X), float(np.linalg.norm(found.w))
    away = np.abs(f) / norm
    feet = data.X - (f / norm**2)[:, None] * found.w
    w, b = found.w / norm, found.b / norm
    return [
        np.allclose(feet @ found.w + found.b, 0.0, atol=1e-9),
        np.allclose(np.linalg.norm(data.X - feet, axis=1), away),
        np.allclose(np.abs(data.X @ (2.0 * found.w) + 2.0 * found.b) / (2.0 * norm), away),
        np.allclose(np.linalg.norm(-b * w), abs(b)),
        np.allclose((data.X + w) @ found.w + found.b - f, norm),
        not np.allclose(np.abs(f) / norm**2, away),
        found.decision_function(np.zeros((1, 2)))[0] == found.b,
    ]


def most_room(data: Dataset) -> Claims:
    """The hard margin has more room than any perceptron, half way along the shortest connection,
    and whatever moves by less stays on its side.
    """
    others = [line(data, method("many-lines", id)) for id in ("m1", "m2", "m3")]
    best, hulls = line(data, HardMarginSVM()), separability(data.X, data.y)
    way, middle = hulls.closest_plus - hulls.closest_minus, hulls.closest_plus + hulls.closest_minus
    least = room(best, data)
    moved = data.X - 0.999 * least * data.y[:, None] * unit(best.w)
    return [
        all(least > room(other, data) for other in others),
        angle(way, best.w) < 0.01,
        abs(best.decision_function(middle[None] / 2.0)[0]) < 1e-6,
        errors(best.decision_function(moved), data.y) == 0,
        angle(others[0].w, others[1].w) + angle(others[1].w, others[2].w) > 0.0,
    ]


def trusted_on_new_points(data: Dataset) -> bool:
    """The line with the most room errs no more often than the three perceptrons in the mean."""
    new = normal("many-lines", 99, (4000, 4000))
    fits = [line(data, each) for each in (HardMarginSVM(), *perceptrons())]
    wrong = [errors(each.decision_function(new.X), new.y) for each in fits]
    return wrong[0] <= np.mean(wrong[1:])


def perceptrons() -> list[object]:
    return [method("many-lines", id) for id in ("m1", "m2", "m3")]


def common_point(data: Dataset) -> Claims:
    """A point in both hulls excludes a line, whatever the means; without one there is a closest
    pair and a line half way between.
    """
    hulls = separability(data.X, data.y)
    parts = (
        (hulls.support_plus, hulls.weights_plus),
        (hulls.support_minus, hulls.weights_minus),
    )
    points = [weights @ data.X[rows] for rows, weights in parts]
    plus, minus = of_each(data)
    apart = replace(data, X=data.X + 100.0 * data.y[:, None])
    return [
        hulls.separable or np.allclose(points, hulls.common_point, atol=1e-9),
        hulls.separable == (float(np.linalg.norm(points[0] - points[1])) > 1e-9),
        float(np.linalg.norm(plus.mean(axis=0) - minus.mean(axis=0))) > 0.5,
        *most_room(apart)[1:3],
    ]


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


def weight_of_a_wide_direction(data: Dataset) -> Claims:
    """S_W^-1 shortens m1 - m2 most along the axis in which the classes are wide."""
    plus, minus = of_each(data)
    S = 0.5 * (np.cov(plus.T) + np.cov(minus.T))
    between = plus.mean(axis=0) - minus.mean(axis=0)
    values, axes = np.linalg.eigh(S)
    w = axes.T @ np.linalg.solve(S, between)
    return [
        angle(axes @ w, line(data, Fisher()).w) < 1e-4,
        np.allclose(w, axes.T @ between / values),
        values[0] < values[1],
        angle(S @ between, line(data, Fisher()).w) > 1.0,
        angle(between, line(data, Fisher()).w) > 1.0,
    ]


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


def one_direction(data: Dataset) -> Claims:
    """Lemma 2, whatever the points are; only the cut differs, and a point dragged along w, one way
    or the other, makes it differ by two errors.
    """
    fisher, squares = (method("least-squares-is-fisher", id) for id in ("m1", "m2"))
    w, row = unit(line(data, fisher).w), int(np.argmax(data.y))

    def differ(far: float) -> bool:
        moved = put(data, row, data.X.mean(axis=0) + far * w)
        return abs(wrong(moved, fisher) - wrong(moved, squares)) >= 2

    strange = replace(data, X=data.X**3)
    pulled = line(put(data, row, data.X[row] + 20.0 * w), squares)
    on_the_line = data.X.mean(axis=0)[None]  # as many points of each class: f = 0 there
    f = np.array([5.0, -3.0])
    return [
        angle(line(data, fisher).w, line(data, squares).w) < 1e-4,
        angle(line(strange, fisher).w, line(strange, squares).w) < 1e-3,
        abs(_cut(line(data, fisher)) - _cut(line(data, squares))) > 1e-3,
        any(differ(far) for far in (*np.arange(2.0, 20.0), *np.arange(-20.0, -2.0))),
        pulled.decision_function(on_the_line)[0] < -1e-3,
        ((1.0 - f) ** 2).tolist() == [16.0, 16.0],
    ]


def _cut(found: Fit) -> float:
    return -found.b / norm(found)


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


def spread_out(populations: Populations, times: float) -> Populations:
    """The same means, other covariances."""
    minus, plus = (
        replace(each, covariance=tuple(tuple(times * v for v in row) for row in each.covariance))
        for each in (populations.minus, populations.plus)
    )
    return Populations(minus, plus)


def bayes_error_of_populations(data: Dataset) -> Claims:
    """No fit beats it, narrower classes have a smaller one, and with one covariance the boundary
    has no squares.
    """
    known = populations_of("bayes")
    fits = [line(data, each.method) for each in document("bayes").methods]
    found = [true_error(each, known) for each in fits]
    one = Populations(known.minus, replace(known.plus, covariance=known.minus.covariance))
    return [
        min(each for each in found if each is not None) >= known.bayes_error - 1e-9,
        spread_out(known, 0.5).bayes_error < known.bayes_error < spread_out(known, 2.0).bayes_error,
        one.bayes.quadratic is None,
        known.bayes.quadratic is not None,
    ]


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


def votes_of_words(data: Dataset) -> Claims:
    """The weight of a word is the logarithm of how much more frequent it is in one class."""
    bayes = MultinomialNaiveBayes()
    even = Dataset(np.concatenate([data.X, data.X[:, ::-1]] * 2), np.repeat([0, 1], 2 * len(data)))
    plus, minus = ((P.sum(axis=0) + 1.0) / (P.sum() + 2.0) for P in of_each(data))
    often = replace(even, X=even.X * 7.0)
    same = line(even, bayes)
    return [
        np.allclose(line(data, bayes).w, np.log(plus / minus)),
        np.allclose(same.w, 0.0, atol=1e-12),
        np.allclose(line(often, bayes).w, 0.0, atol=1e-12),
        math.log(1.0) == 0.0,
        all((line(data, bayes).w > 0.0) == (plus > minus)),
        len(set(same.predict(even.X))) == 1,
    ]


def words(name: str, seed: int) -> Dataset:
    """Texts of the same lengths, their words drawn with the frequencies of their classes."""
    data, rng = document(name).dataset, np.random.default_rng(seed)
    X = np.array(data.X)
    for label in (0, 1):
        rows = np.flatnonzero(data.labels == label)
        share = (X[rows, 0].sum() + 1.0) / (X[rows].sum() + 2.0)
        X[rows, 0] = rng.binomial(data.X[rows].sum(axis=1).astype(int), share)
    X[:, 1] = data.X.sum(axis=1) - X[:, 0]
    return replace(data, X=X)


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


def few_newton_steps(data: Dataset) -> Claims:
    """Plain Newton steps from 0: the number of right digits doubles, and the weights p (1 - p) are
    largest near the line.
    """
    Z, t = np.column_stack([np.ones(len(data)), data.X]), data.y > 0
    a, way, l2 = np.zeros(3), [np.zeros(3)], np.diag([0.0, 0.02, 0.02])
    for _ in range(12):
        p = 1.0 / (1.0 + np.exp(-Z @ a))
        gradient = Z.T @ (p - t) / len(data) + l2 @ a
        a = a - np.linalg.solve((Z * (p * (1.0 - p))[:, None]).T @ Z / len(data) + l2, gradient)
        way.append(a)
    off = np.array([np.linalg.norm(each - way[-1]) for each in way])
    steps = int(np.argmax(off < 1e-12))
    last = [(b, c) for b, c in itertools.pairwise(off[1:]) if 1e-5 < b < 0.1]
    f = Z @ way[-1]
    p = 1.0 / (1.0 + np.exp(-f))
    order = np.argsort(-p * (1.0 - p))
    return [
        4 <= steps <= 9,
        steps - int(np.argmax(off < 1e-4)) <= 2,  # more digits take one step or two
        all(c < 3.0 * b**1.8 for b, c in last),
        (np.diff(np.abs(f)[order]) > -1e-9).all(),
    ]


def length_against_penalty(data: Dataset) -> Claims:
    """On separable classes: one length for each penalty, no bound without one, and the direction
    near that of the hard margin.
    """
    lengths = [norm(line(data, LogisticRegression(l2=l2))) for l2 in (1e-5, 1e-4, 1e-3, 1e-2, 0.1)]
    best, small = line(data, HardMarginSVM()), line(data, LogisticRegression(l2=1e-9))
    f = data.y * best.decision_function(data.X)
    return [
        (np.diff(lengths) < 0.0).all(),
        np.log1p(np.exp(-2.0 * f)).sum() < np.log1p(np.exp(-f)).sum(),
        norm(small) > 2.0 * norm(best),
        angle(small.w, best.w) < 10.0,
        *_modest(data),
    ]


def _modest(data: Dataset) -> Claims:
    """Of the Bayesian average: how its probability goes across and along the line."""
    found = line(data, method("too-certain", "m2"))
    across = unit(found.w)
    start = data.X.mean(axis=0) - (found.b + data.X.mean(axis=0) @ found.w) / norm(found) * across
    along = np.array([-across[1], across[0]])
    places = [start + far * across for far in (1.0, 3.0, 1e3, 1e6)]
    # beside the line, and the same distance from it further along it
    places += [start + across + far * along for far in (0.0, 100.0)]
    p = found.predict_proba(np.array(places))[:, 1]
    return [
        p[0] < p[1] < p[2],
        p[3] < 0.9999,
        abs(p[3] - p[2]) < 0.01,
        abs(p[5] - 0.5) < 0.5 * abs(p[4] - 0.5),
    ]
