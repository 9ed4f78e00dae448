"""What the chapters on corrections, margins, curves and many classes claim, as predicates on one
sample.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np
from claims_of_lines import Claims, line, most_room, norm, of_each, put, wrong
from redraws import angle, document, errors, method, normal, room, unit

from linclass_gui.answers.scenes import scene_of
from solvers import (
    Dataset,
    Fisher,
    Floats,
    GaussianKernel,
    HardMarginSVM,
    LeastSquares,
    LogisticRegression,
    Perceptron,
    Product,
    SoftMarginSVM,
    Softmax,
    Status,
    fit,
)
from solvers.studies.separability import separability

# --- 18 to 21: corrections ------------------------------------------------------------------------


def signed(data: Dataset) -> Floats:
    """The rows z = y (1, x)."""
    rows: Floats = data.y[:, None] * np.column_stack([np.ones(len(data)), data.X])
    return rows


def corrections(Z: Floats) -> int:
    a, count = np.zeros(Z.shape[1]), 0
    while (Z @ a <= 0.0).any():
        for z in Z:
            if z @ a <= 0.0:
                a, count = a + z, count + 1
    return count


def a_narrow_gap_takes_long(data: Dataset) -> Claims:
    """Within Novikoff's bound, which a narrower gap and longer samples raise."""
    hulls = separability(data.X, data.y)
    gap = hulls.closest_plus - hulls.closest_minus
    near = replace(data, X=data.X - np.where(data.y[:, None] > 0, 0.95, 0.0) * gap)
    Z, narrow, long = signed(data), signed(near), signed(replace(data, X=data.X * 3.0))

    def bound(rows: Floats) -> float:
        unit_a = _best_unit(rows)
        return float((rows**2).sum(axis=1).max() / (rows @ unit_a).min() ** 2)

    a, z = np.array([0.3, -0.2, 0.1]), -Z[0]
    return [
        corrections(Z) <= bound(Z),
        bound(narrow) > 2.0 * bound(Z),
        corrections(narrow) > corrections(Z),
        np.linalg.norm(long, axis=1).max() > np.linalg.norm(Z, axis=1).max(),
        float((a + z) @ z) > float(a @ z),
    ]


def _best_unit(rows: Floats) -> Floats:
    """The unit vector that leaves the most room on its side for all rows, by a hard margin without
    an offset: rows and their negatives.
    """
    found = fit(
        HardMarginSVM(fit_intercept=False),
        np.concatenate([rows, -rows]),
        np.repeat([1.0, -1.0], len(rows)),
        trace=False,
    )
    return unit(found.w)


def larger_steps_into_the_cone(data: Dataset) -> Claims:
    """Each sample allows one side of a line through 0; a larger rate ends sooner, at no harm, also
    with an offset.
    """
    Z = data.y[:, None] * data.X

    def way(rows: Floats, rate: float, begin: Floats) -> list[Floats]:
        found = [begin]
        while (rows @ found[-1] <= 1.0).any():
            late = rows[rows @ found[-1] <= 1.0]
            found.append(found[-1] + rate * late.sum(axis=0))
        return found

    small, large, huge = (way(Z, rate, np.zeros(2)) for rate in (0.02, 3.0, 1e6))
    good = way(Z, 0.02, 2.0 * small[-1])
    slow, quick = (way(signed(data), rate, np.zeros(3)) for rate in (0.02, 3.0))
    return [
        len(large) < len(small),
        len(large) - 1 < 5,
        len(good) - 1 < len(small) - 1,
        (Z @ huge[-1] > 0.0).all(),
        len(huge) - 1 <= len(small) - 1,
        (Z @ small[-1] > 1.0).all(),
        len(quick) < len(slow),
    ]


def cone(name: str, seed: int) -> Dataset:
    """Points of the lesson, each moved a little and still in front of a line through 0."""
    data, k = document(name).dataset, 0
    while True:
        rng = np.random.default_rng(1000 * seed + k)
        drawn = replace(data, X=data.X + rng.normal(0.0, 0.15, data.X.shape))
        Z = drawn.y[:, None] * drawn.X
        turns = np.arctan2(Z[:, 1], Z[:, 0])
        middle = np.arctan2(*Z.sum(axis=0)[::-1])
        if np.ptp((turns - middle + np.pi) % (2.0 * np.pi)) < 0.9 * np.pi:
            return drawn
        k += 1


def only_the_count_is_flat(data: Dataset) -> Claims:
    """Where two samples are wrong, the errors do not change nearby, and J_p, J_q and J_r do."""
    Z = data.y[:, None] * data.X
    rng = np.random.default_rng(0)
    places = rng.normal(0.0, 1.0, (2000, 2))
    place = next(a for a in places if (Z @ a < -1e-3).sum() == 2 and np.abs(Z @ a).min() > 1e-2)

    def criteria(a: Floats) -> list[float]:
        away = -(Z @ a)
        lack = np.maximum(0.0, 1.0 + away) / np.linalg.norm(Z, axis=1)
        return [
            float((away > 0.0).sum()),
            float(away[away > 0.0].sum()),
            float((away[away > 0.0] ** 2).sum()),
            0.5 * float((lack**2).sum()),
        ]

    slopes = np.array(
        [
            (np.array(criteria(place + step)) - criteria(place - step)) / 2e-6
            for step in (np.array([1e-6, 0.0]), np.array([0.0, 1e-6]))
        ]
    )
    steep = np.abs(slopes).max(axis=0)
    return [steep[0] == 0.0, steep[1] > 1e-3, steep[2] > 1e-3, steep[3] > 1e-3]


def who_finds_out(data: Dataset) -> Claims:
    """Ho-Kashyap within a tenth of its budget, with an error that is nowhere positive; the others
    use theirs up, or have an answer that is silent.
    """
    relaxation, squares, lms, proof = (
        fit(method("iris", id), data.X, data.y, trace=False) for id in ("m1", "m2", "m3", "m4")
    )
    rule = fit(Perceptron(max_epochs=20), data.X, data.y, trace=False)
    after = fit(Perceptron(max_epochs=40), data.X, data.y, trace=False)
    facts = dict(proof.facts)
    return [
        not separability(data.X, data.y).separable,
        proof.status is Status.NOT_SEPARABLE and facts["iterations"] <= 100,
        facts["largest error"] <= 1e-6 < -facts["smallest error"],
        relaxation.wrong.sum() > 0,
        squares.status is Status.CONVERGED,
        angle(lms.w, squares.w) < 10.0,
        dict(after.facts)["updates"] > 1.5 * dict(rule.facts)["updates"],
    ]


# --- 22 to 26: margins ----------------------------------------------------------------------------


def canonical_form(data: Dataset) -> Claims:
    """Scaled so that the nearest point has |f| = 1, a line leaves 1/‖w‖; the hard margin, half way
    between the hulls, has the shortest w.
    """
    found = line(data, LeastSquares())
    f = np.abs(found.decision_function(data.X))
    short = norm(found) / f.min()
    nearest = f.min() / norm(found)
    best = line(data, HardMarginSVM())
    reached = data.y * best.decision_function(data.X)
    fisher = line(data, Fisher())
    other = room(fisher, data)
    return [
        math.isclose(nearest, 1.0 / short),
        math.isclose(room(best, data), 1.0 / norm(best), rel_tol=1e-6),
        other <= room(best, data) + 1e-9,
        *most_room(data)[1:3],
        math.isclose(reached[data.y > 0].min(), reached[data.y < 0].min(), rel_tol=1e-6),
        not math.isclose(nearest, 1.0, rel_tol=1e-3),
    ]


def closest_points_alone(data: Dataset) -> Claims:
    """The margin is half the distance of the hulls; a point behind its margin line may move there,
    one that holds it widens it, one that comes in narrows it.
    """
    best = line(data, HardMarginSVM())
    reached, width = data.y * best.decision_function(data.X), 1.0 / norm(best)
    free, holding = int(np.argmax(reached)), int(np.argmin(reached))
    away = data.y[free] * unit(best.w)

    def moved(row: int, far: float) -> float:
        step = far * data.y[row] * unit(best.w)
        return 1.0 / norm(line(put(data, row, data.X[row] + step), HardMarginSVM()))

    same = line(put(data, free, data.X[free] + 0.6 * away), HardMarginSVM())
    return [
        math.isclose(width, 0.5 * separability(data.X, data.y).distance, rel_tol=1e-6),
        np.allclose([same.b, *same.w], [best.b, *best.w], rtol=1e-9, atol=1e-9),
        moved(holding, 1.0) > width * (1.0 - 1e-12),
        moved(free, -(float(reached[free]) - 0.5) * width) < width,
    ]


def two_that_stick_out(data: Dataset) -> Claims:
    """A point of each class dragged towards the other until both are nearest: two equal
    multipliers, the line between; a point without a multiplier may go.
    """
    best, hulls = line(data, HardMarginSVM()), separability(data.X, data.y)
    plus, minus = (P.mean(axis=0) for P in of_each(data))
    one, other = (int(np.flatnonzero(data.labels == k)[0]) for k in (1, 0))
    middle, gap = 0.5 * (hulls.closest_plus + hulls.closest_minus), hulls.distance
    step = 0.1 * gap * unit(plus - minus)
    stuck = put(put(data, one, middle + step), other, middle - step)
    found = line(stuck, HardMarginSVM())
    alpha = np.asarray(found.alpha)
    free = int(np.argmax(data.y * best.decision_function(data.X)))
    rest = line(data.removed([free]), HardMarginSVM())
    return [
        int((alpha > 1e-9 * alpha.max()).sum()) == 2,
        math.isclose(alpha[one], alpha[other], rel_tol=1e-6),
        abs(found.decision_function(middle[None])[0]) < 1e-6,
        np.asarray(best.alpha)[free] == 0.0,
        np.allclose([rest.b, *rest.w], [best.b, *best.w], rtol=1e-7),
    ]


def kinds_of_slack(data: Dataset) -> Claims:
    """A point inside the margin has 0 < ξ < 1, one across the line ξ > 1; both push with C/n."""
    C = document("slack").methods[0].method.C
    best = line(data, SoftMarginSVM(C=C))
    f, w = data.y * best.decision_function(data.X), unit(best.w)
    row, other = (int(np.flatnonzero(data.labels == k)[0]) for k in (1, 0))

    def at(score: float, row: int) -> Floats:
        """The place beside a point where y f has a value."""
        far = (score - f[row]) / norm(best)
        return np.asarray(data.X[row] + far * data.y[row] * w)

    moved = put(put(data, row, at(0.5, row)), other, at(-1.5, other))
    found = line(moved, SoftMarginSVM(C=C))
    slack = np.maximum(0.0, 1.0 - moved.y * found.decision_function(moved.X))
    alpha = np.asarray(found.alpha)
    inside = slack > 1e-6
    return [
        np.allclose(alpha[inside], C / len(data), rtol=1e-5),
        ((slack > 1.0) == (moved.y * found.decision_function(moved.X) < 0.0)).all(),
        inside.sum() >= 1,
        [max(0.0, 1.0 - each) for each in (-0.4, 0.4, 1.0, 0.0)] == [1.4, 0.6, 0.0, 1.0],
    ]


def price_of_slack(data: Dataset) -> Claims:
    """A larger C: a narrower street, at the same points; errors change in steps."""
    values = np.geomspace(1.0, 1e4, 60)
    fits = [line(data, SoftMarginSVM(C=C)) for C in values]
    widths = np.array([1.0 / norm(each) for each in fits])
    slack = [np.maximum(0.0, 1.0 - data.y * e.decision_function(data.X)).mean() for e in fits]
    counts = [errors(each.decision_function(data.X), data.y) for each in fits]
    return [
        (np.diff(widths) <= 1e-6 * widths[1:]).all(),
        widths[-1] < 0.9 * widths[0],
        (np.diff(slack) < 1e-6).all(),
        len(set(counts)) < 20,
        len(set(counts)) > 1,
    ]


def counts_rise_and_fall(data: Dataset) -> Claims:
    """Of the lesson's points: five errors on whole intervals of C, more and fewer between."""
    counts = [wrong(data, SoftMarginSVM(C=C)) for C in (1.0, 3.0, 5.0, 7.0, 10.0, 1e3, 3e3, 1e4)]
    return [counts == [6, 5, 5, 5, 7, 6, 5, 5]]


# --- 26.5 to 29: curves ---------------------------------------------------------------------------


def both_sides(name: str, seed: int) -> Dataset:
    """One number each, of an inner and an outer class, and none between them."""
    data, rng = document(name).dataset, np.random.default_rng(seed)
    x = data.X[:, 0]
    inner = np.abs(x[data.labels == _inner(data)]).max()
    outer = np.abs(x[data.labels != _inner(data)])
    is_inner = data.labels == _inner(data)
    drawn = np.where(
        is_inner,
        rng.uniform(-inner, inner, len(x)),
        rng.uniform(outer.min(), outer.max(), len(x)) * np.where(np.arange(len(x)) % 2, 1.0, -1.0),
    )
    return replace(data, X=np.column_stack([drawn, np.zeros(len(x))]))


def _inner(data: Dataset) -> int:
    spread = [np.abs(data.X[data.labels == k, 0]).max() for k in (0, 1)]
    return int(np.argmin(spread))


def square_needs_one_threshold(data: Dataset) -> Claims:
    x, y = data.X[:, 0], data.y
    return [_cut_errors(x**2, y) == 0, _cut_errors(x, y) > 0, _cut_errors(2.0 * x + 1.0, y) > 0]


def _cut_errors(z: Floats, y: Floats) -> int:
    """The fewest errors of a threshold, either side class +."""
    cuts = [-np.inf, *np.sort(z)]
    return min(errors(side * (z - cut) - 1e-12, y) for cut in cuts for side in (1.0, -1.0))


def ring(name: str, seed: int) -> Dataset:
    """The distances of the points from the middle, in other directions."""
    data, rng = document(name).dataset, np.random.default_rng(seed)
    turn, far = rng.uniform(0.0, 2.0 * np.pi, len(data)), np.linalg.norm(data.X, axis=1)
    return replace(data, X=far[:, None] * np.column_stack([np.cos(turn), np.sin(turn)]))


def distance_from_the_middle(data: Dataset) -> Claims:
    """x1² + x2² parts the classes, alone or as two features; a plane over it is a circle, or, with
    no weight on it, a line; both squares weigh the same.
    """
    far = (data.X**2).sum(axis=1)
    squares = fit(SoftMarginSVM(C=1e4), data.X**2, data.y, trace=False)
    found = fit(
        SoftMarginSVM(C=50.0),
        data.X,
        data.y,
        features=document("circle").methods[0].features,
        trace=False,
    )
    w = found.w
    centre = -w[:2] / (2.0 * w[2])
    turn = np.linspace(0.0, 2.0 * np.pi, 12)
    radius = math.sqrt(float(centre @ centre) - found.b / w[2])
    circle = centre + radius * np.column_stack([np.cos(turn), np.sin(turn)])
    return [
        _cut_errors(far, data.y) == 0,
        squares.wrong.sum() == 0,
        np.allclose(found.decision_function(circle), 0.0, atol=1e-6 * np.abs(w).max()),
        wrong(data, SoftMarginSVM(C=50.0)) > 5,
    ]


def corners(name: str, seed: int) -> Dataset:
    """The square, turned into another size."""
    data = document(name).dataset
    return replace(data, X=data.X * np.random.default_rng(seed).uniform(0.5, 2.0))


def only_the_product(data: Dataset) -> Claims:
    """Equal multipliers at the corners of a square; one corner moved out, and they differ."""
    x, z = data.X.T
    squares = document("xor").methods[0].features
    corner = int(np.argmax(x + z))
    moved = put(data, corner, 1.3 * data.X[corner])
    before, after = (
        fit(SoftMarginSVM(C=1e3), each.X, each.y, features=squares, trace=False)
        for each in (data, moved)
    )
    return [
        np.ptp(np.asarray(before.alpha)) < 1e-6 * np.max(before.alpha),
        np.ptp(np.asarray(after.alpha)) > 1e-3 * np.max(after.alpha),
        after.wrong.sum() == 0,
        _cut_errors(x * z, data.y) == 0,
        _cut_errors(x + z, data.y) > 0,
        _cut_errors(x**2 + z**2, data.y) > 0,
        fit(SoftMarginSVM(C=1e3), data.X, data.y, features=Product(), trace=False).wrong.sum() == 0,
    ]


def islands_and_lines(data: Dataset) -> Claims:
    """A narrow kernel leaves no training error, and says of far places the same; a wide one is
    nearly a line; the test errors of one between are fewest.
    """
    model = document("kernels").methods[0].method
    test = document("kernels").test
    assert test is not None
    fits = [
        fit(model, data.X, data.y, kernel=GaussianKernel(sigma), trace=False)
        for sigma in (0.12, 0.5, 30.0)
    ]
    missed = [errors(each.decision_function(test.X), test.y) for each in fits]
    view = np.random.default_rng(1).uniform(data.X.min(axis=0), data.X.max(axis=0), (400, 2))
    straight = fit(LogisticRegression(l2=1e-6), view, fits[2].predict(view), trace=False)
    between = np.abs(fits[0].decision_function(view + 0.0) - fits[0].b)
    near = np.linalg.norm(view[:, None] - data.X, axis=2).min(axis=1)
    return [
        fits[0].wrong.sum() == 0,
        missed[0] > missed[1],
        missed[2] > missed[1],
        straight.wrong.mean() < 0.05,
        between[near > 0.5].max(initial=0.0) < 0.1 * between[near < 0.1].max(initial=1.0),
    ]


# --- 30 to 33: many classes -----------------------------------------------------------------------


def undecided_and_decided(data: Dataset) -> Claims:
    """One against the rest leaves places where none or two say yes, wherever the largest score
    decides; more points and another C leave some, too.
    """
    low, high = data.X.min(axis=0) - 1.0, data.X.max(axis=0) + 1.0
    view = np.random.default_rng(2).uniform(low, high, (4000, 2))

    def scores(points: Dataset, C: float) -> Floats:
        return np.column_stack(
            [
                fit(
                    SoftMarginSVM(C=C),
                    points.X,
                    np.where(points.labels == k, 1.0, -1.0),
                    trace=False,
                ).decision_function(view)
                for k in range(3)
            ]
        )

    f = scores(data, 10.0)
    yes = (f > 0.0).sum(axis=1)
    twice = data.joined(replace(data, X=data.X + 0.1))
    others = [(scores(data, 1.0) > 0.0).sum(axis=1), (scores(twice, 10.0) > 0.0).sum(axis=1)]
    ordered = np.sort(f, axis=1)
    return [
        (yes == 0).any(),
        (yes == 2).any(),
        (ordered[:, -1] > ordered[:, -2]).all(),
        all((each != 1).any() for each in others),
        not (yes == 3).any(),
    ]


def nothing_wrong(data: Dataset) -> bool:
    """The largest of the scores makes no error on the points."""
    f = np.column_stack(
        [
            fit(
                SoftMarginSVM(C=100.0), data.X, np.where(data.labels == k, 1.0, -1.0), trace=False
            ).decision_function(data.X)
            for k in range(3)
        ]
    )
    return bool((f.argmax(axis=1) == data.labels).all())


def one_hot(data: Dataset) -> Floats:
    """The three scores of least squares at the points."""
    A = np.column_stack([np.ones(len(data)), data.X])
    scores: Floats = A @ np.linalg.lstsq(A, np.eye(3)[data.labels], rcond=None)[0]
    return scores


def masked(data: Dataset) -> Claims:
    """The score of the middle class stays near its share and is nowhere the largest; the outer ones
    rise along the row; softmax finds it.
    """
    scores, middle = one_hot(data), data.labels == 1
    ends = data.X[data.labels == 2].mean(axis=0) - data.X[data.labels == 0].mean(axis=0)
    along = data.X @ ends
    slopes = [np.polyfit(along, scores[:, k], 1)[0] for k in range(3)]
    softmax = fit(Softmax(l2=0.001), data.X, data.labels, trace=False)
    return [
        not (scores.argmax(axis=1) == 1).any(),
        np.abs(scores[:, 1] - middle.mean()).mean() < 0.1,
        np.allclose(scores.sum(axis=1), 1.0),
        abs(slopes[1]) < 0.2 * min(-slopes[0], slopes[2]),
        (np.array(softmax.predict(data.X))[middle] == 1).mean() > 0.8,
        (scores.argmax(axis=1)[data.labels == 0] == 0).mean() > 0.9,
        (scores.argmax(axis=1)[data.labels == 2] == 2).mean() > 0.9,
    ]


def found_by_chance(draws: range) -> None:
    """With as many points as the outer classes the middle one is found in part, more or less."""
    shares = []
    for seed in range(max(draws.stop, 20)):
        drawn = normal("masking", seed, (30, 30, 30))
        shares.append((one_hot(drawn).argmax(axis=1)[drawn.labels == 1] == 1).mean())
    assert 0.1 < np.mean(shares) < 0.5
    assert np.std(shares) > 0.1


def setosa_alone(data: Dataset) -> Claims:
    """The means of three classes span two directions; a line in their plane parts setosa from the
    others, and none parts these.
    """
    means = np.array([data.all_columns[data.labels == k].mean(axis=0) for k in range(3)])
    within = sum(np.cov(data.all_columns[data.labels == k].T) for k in range(3))
    directions = np.linalg.solve(within, (means - means.mean(axis=0)).T)
    plane = data.all_columns @ np.linalg.svd(directions)[0][:, :2]
    y = [np.where(data.labels == k, 1.0, -1.0) for k in range(3)]
    pair = data.labels != 0
    return [
        np.linalg.matrix_rank(means - means.mean(axis=0)) == 2,
        separability(plane, y[0]).separable,
        not separability(plane[pair], y[1][pair]).separable,
        np.allclose(means[0] - means[2], (means[0] - means[1]) + (means[1] - means[2])),
        len(list(itertools.combinations(range(6), 2))) == 15,
    ]


def taken_for(data: Dataset) -> Claims:
    """What the method of the lesson confuses: versicolor and virginica alone."""
    found = scene_of(replace(document("three-irises"), dataset=data)).fits["m1"]
    predicted = np.array(found.predict(data.X))
    missed = predicted != data.labels
    return [missed.any(), bool((data.labels[missed] > 0).all() and (predicted[missed] > 0).all())]
