"""Drags that leave the neighbourhood of the data, or begin where there is none: the fit at rest is
the cold one, or says so.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from problems import name_of, settings_of

import solvers
from benchmarks.hunt import excursions, families, many
from benchmarks.hunt.cases import Case
from benchmarks.hunt.judge import judged
from benchmarks.hunt.many import ManyCase
from solvers import Status


def test_a_descent_whose_rate_is_too_large_runs_away_under_a_drag_as_well() -> None:
    X, y = (
        1e-3 * np.array([[1.0, 0.0], [-1.0, 0.5], [0.5, -1.0], [0.2, 0.3]]),
        np.array([1, -1, 1, -1]),
    )
    method = solvers.LogisticRegression(l2=1e-6, algorithm="gradient", step="constant", rate=60.0)
    drag = solvers.grab(solvers.fit(method, X, y), 0)
    drag.move((2e-3, 1e-4))
    X[0] = 2e-3, 1e-4
    problem = solvers.Problem.from_labels(X, y)
    assert drag.fit(problem).status is solvers.solve(method, problem).status is Status.UNBOUNDED


MAPS = (
    None,
    solvers.Parabola().as_written,
    solvers.Polynomial(3),
    solvers.Polynomial(3).as_written,
)
FAMILIES = (families.overlapping_clouds, families.one_place_only, families.one_outlier)


@pytest.mark.parametrize("features", MAPS, ids=str)
@pytest.mark.parametrize("method", [settings_of(kind)[0] for kind in solvers.METHODS], ids=name_of)
def test_a_drag_far_away_is_honest_and_comes_home(
    method: solvers.Method, features: solvers.FeatureMap | None
) -> None:
    turn = MAPS.index(features) + solvers.METHODS.index(type(method))
    case = Case(
        3, turn, FAMILIES[turn % 3], method, None if method.needs_plane else features, None, 30
    )
    assert judged(case, 60.0, excursions.CHECKS).findings == ()


OF_MOMENTS = (
    solvers.Fisher(),
    solvers.LeastSquares(),
    solvers.LeastSquares(ridge=3.0),
    solvers.GaussianGenerative(),
    solvers.GaussianGenerative(covariance="separate"),
)


@pytest.mark.parametrize("method", OF_MOMENTS, ids=repr)
@pytest.mark.parametrize("K", [2, 3])
@pytest.mark.parametrize("n", [60, 1800])
def test_a_point_that_comes_from_far_away_leaves_no_trace(
    method: solvers.Method, K: int, n: int
) -> None:
    """Moments follow by updates, about a centre and with a reach: a far place took digits of all
    other points with it.
    """
    random = np.random.default_rng(0)
    labels = np.arange(n) % K
    X = random.normal(size=(n, 2)) + np.array([[0.0, 0.0], [2.0, 1.0], [-1.0, 2.0]])[labels]
    X[3] = (0.3, 0.2)
    cold = solvers.fit(method, X, labels, trace=False)
    scores = cold.decision_function(X)
    for far in (1e4, 1e8, 1e20, 1e140):
        away = X.copy()
        away[3] = (far, -far)
        from_there = solvers.grab(solvers.fit(method, away, labels, trace=False), 3)
        there_and_back = solvers.grab(cold, 3)
        there_and_back.move((far, -far))
        for drag in (from_there, there_and_back):
            drag.move((0.3, 0.2))
            rested = drag.fit(cold.problem)
            assert rested.status is cold.status
            np.testing.assert_allclose(
                rested.decision_function(X), scores, rtol=0.0, atol=1e-12 * abs(scores).max()
            )


@pytest.mark.parametrize("method", solvers.METHODS, ids=lambda method: method.__name__)
def test_the_only_point_can_be_grabbed(method: type[solvers.Method]) -> None:
    drag = solvers.grab(solvers.fit(method(), [[0.0, 0.0]], [1]), 0)
    drag.move((2.0, 2.0))


@pytest.mark.parametrize("seed", range(12))
def test_a_line_far_from_the_origin_is_as_sure_after_a_drag_as_before(seed: int) -> None:
    """Ten points on a line, a million spans from the origin: the moments of a drag lost what those
    of a cold fit keep.
    """
    random = np.random.default_rng(seed)
    X = (
        np.array([2e6, 8e5])
        + random.integers(-3, 4, (10, 1)) * np.array([1.0, -0.5])
        + 1e-9 * random.normal(size=(10, 2))
    )
    y = np.arange(10) % 2
    cold = solvers.fit(solvers.Fisher(offset="training-error"), X, y, trace=False)
    drag = solvers.grab(cold, 2)
    drag.move((2e6 + 5.0, 8e5 + 5.0))
    drag.move(tuple(X[2]))
    rested = drag.fit(solvers.Problem.from_labels(X, y))
    assert rested.status is cold.status or rested.status is Status.CONVERGED


GAP = 1e-7


def three_clouds(n: int = 20, seed: int = 0) -> tuple[solvers.Floats, solvers.Floats]:
    """Three clouds on a diagonal."""
    y = np.arange(n) % 3
    return np.random.default_rng(seed).standard_normal((n, 2)) + y[:, None], y


MANY_METHODS = (
    *(
        solvers.Fisher(),
        solvers.GaussianGenerative(),
        solvers.GaussianGenerative("separate"),
        solvers.MeanDifference(),
    ),
    *(
        solvers.LeastSquares(),
        solvers.LinearMachine(max_epochs=20),
        solvers.Softmax(l2=1e-3),
        solvers.OneVsRest(),
        solvers.OneVsOne(),
    ),
    *(solvers.MulticlassSVM(C=1.0, loss=loss) for loss in ("crammer-singer", "weston-watkins")),
)


@pytest.mark.parametrize(
    "features", [None, solvers.Polynomial(2), solvers.Polynomial(3).as_written], ids=str
)
@pytest.mark.parametrize("method", MANY_METHODS, ids=repr)
def test_a_drag_of_many_classes_far_away_is_honest_and_comes_home(method, features):
    for n in (30, 1200) if features is None and method in MANY_METHODS[:5] else (30,):
        assert (
            judged(
                ManyCase(3, 0, many.clouds, method, features, n, 3), 60.0, excursions.CHECKS
            ).findings
            == ()
        )


@pytest.mark.parametrize(
    ("method", "cure"),
    [
        (solvers.Softmax(l2=1e-3), "centre and scale"),
        (solvers.MulticlassSVM(C=1e3), "centre and scale"),
        (solvers.MulticlassSVM(C=1e3, loss="weston-watkins"), "centre and scale"),
    ],
    ids=("softmax", "worst rival", "all rivals"),
)
def test_an_answer_beyond_doubles_names_the_cure(method, cure):
    X, y = three_clouds()
    X[0] *= 1e9
    fit = solvers.fit(
        method, X, y, features=solvers.Polynomial(5, origin=(0.0, 0.0), units=(1.0, 1.0))
    )
    assert fit.status is Status.BUDGET
    assert cure in fit.explanation


# Minima that were computed with 40 digits.
@pytest.mark.parametrize(("seed", "minimum"), [(1, 0.831577721843), (5, 0.315733458169)])
def test_directions_that_coordinates_leave_out_are_no_part_of_a_proof(seed, minimum):
    X = 1e-4 * np.random.default_rng(seed).standard_normal((10, 2)) + [2e4, 3e3]
    raw = solvers.Polynomial(3, origin=(0.0, 0.0), units=(1.0, 1.0))
    fit = solvers.fit(solvers.Softmax(l2=1e-4), X, np.arange(10) % 3, features=raw)
    assert fit.status is not Status.CONVERGED or fit.certificate.primal <= minimum * (1.0 + GAP)


@pytest.mark.parametrize("loss", ["crammer-singer", "weston-watkins"])
def test_a_price_makes_losses_of_the_size_of_rounding_count(loss):
    X, y = three_clouds(12)
    X = X + 12.0 * np.eye(3)[y][:, :2]
    X[0, 0] += 1e5
    fit = solvers.fit(solvers.MulticlassSVM(C=1e6, loss=loss), X, y)
    off = replace(fit.last, f_centre=fit.last.f_centre + 1e-12 * np.array([1.0, -1.0, 0.0]))
    bounds = fit.method.bounds(fit.problem, off, np.empty(0))
    assert bounds.primal - bounds.dual >= 0.9 * (exact_objective(fit, off) - fit.certificate.dual)


def exact_objective(fit: solvers.ManyFit, model: solvers.ManyIterate) -> float:
    """The objective of a multi-class SVM in fractions."""
    W, f = (
        [[Fraction(v) for v in row] for row in model.W.tolist()],
        [Fraction(v) for v in model.f_centre.tolist()],
    )
    centre, losses = [Fraction(v) for v in model.centre.tolist()], Fraction(0)
    for x, own in zip(fit.problem.Phi.tolist(), fit.problem.labels, strict=True):
        scores = [
            sum(v * (Fraction(a) - c) for v, a, c in zip(w, x, centre, strict=True)) + b
            for w, b in zip(W, f, strict=True)
        ]
        rivals = [
            max(Fraction(0), 1 + score - scores[own]) for k, score in enumerate(scores) if k != own
        ]
        losses += max(rivals) if fit.method.loss == "crammer-singer" else sum(rivals)
    return float(
        sum(v * v for w in W for v in w) / 2
        + Fraction(fit.method.C) / len(fit.problem.labels) * losses
    )
