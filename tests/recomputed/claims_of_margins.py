"""What the chapters on corrections, margins, curves and many classes claim, as predicates on one
sample.
"""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
from claims_of_lines import Claims, wrong
from redraws import angle, document, errors, method, normal

from linclass_gui.answers.scenes import scene_of
from solvers import (
    Dataset,
    Floats,
    GaussianKernel,
    LogisticRegression,
    Perceptron,
    SoftMarginSVM,
    Softmax,
    Status,
    fit,
)
from solvers.studies.separability import separability

# --- 18 to 21: corrections ------------------------------------------------------------------------


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


def counts_rise_and_fall(data: Dataset) -> Claims:
    """Of the lesson's points: five errors on whole intervals of C, more and fewer between."""
    counts = [wrong(data, SoftMarginSVM(C=C)) for C in (1.0, 3.0, 5.0, 7.0, 10.0, 1e3, 3e3, 1e4)]
    return [counts == [6, 5, 5, 5, 7, 6, 5, 5]]


# --- 26.5 to 29: curves ---------------------------------------------------------------------------


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
