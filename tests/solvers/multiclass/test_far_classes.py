"""A point that goes far away: CONVERGED has a gap of at most 1e-7 there, and at home the answer is that of a cold fit."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import solvers
from benchmarks.hunt import excursions, many
from benchmarks.hunt.judge import judged
from benchmarks.hunt.many import ManyCase
from solvers import Status

GAP = 1e-7


def clouds(n: int = 20, seed: int = 0) -> tuple[solvers.Floats, solvers.Floats]:
    """Three clouds on a diagonal."""
    y = np.arange(n) % 3
    return np.random.default_rng(seed).standard_normal((n, 2)) + y[:, None], y


METHODS = (
    *(solvers.Fisher(), solvers.GaussianGenerative(), solvers.GaussianGenerative("separate"), solvers.MeanDifference()),
    *(
        solvers.LeastSquares(),
        solvers.LinearMachine(max_epochs=20),
        solvers.Softmax(l2=1e-3),
        solvers.OneVsRest(),
        solvers.OneVsOne(),
    ),
    *(solvers.MulticlassSVM(C=1.0, loss=loss) for loss in ("crammer-singer", "weston-watkins")),
)


@pytest.mark.parametrize("features", [None, solvers.Polynomial(2), solvers.Polynomial(3).as_written], ids=str)
@pytest.mark.parametrize("method", METHODS, ids=repr)
def test_a_drag_far_away_is_honest_and_comes_home(method, features):
    for n in (30, 1200) if features is None and method in METHODS[:5] else (30,):
        assert judged(ManyCase(3, 0, many.clouds, method, features, n, 3), 60.0, excursions.CHECKS).findings == ()


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
    X, y = clouds()
    X[0] *= 1e9
    fit = solvers.fit(method, X, y, features=solvers.Polynomial(5, origin=(0.0, 0.0), units=(1.0, 1.0)))
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
    X, y = clouds(12)
    X = X + 12.0 * np.eye(3)[y][:, :2]
    X[0, 0] += 1e5
    fit = solvers.fit(solvers.MulticlassSVM(C=1e6, loss=loss), X, y)
    off = replace(fit.last, f_centre=fit.last.f_centre + 1e-12 * np.array([1.0, -1.0, 0.0]))
    bounds = fit.method.bounds(fit.problem, off, np.empty(0))
    assert bounds.primal - bounds.dual >= 0.9 * (exact_objective(fit, off) - fit.certificate.dual)


def exact_objective(fit: solvers.ManyFit, model: solvers.ManyIterate) -> float:
    """The objective of a multi-class SVM in fractions."""
    W, f = [[Fraction(v) for v in row] for row in model.W.tolist()], [Fraction(v) for v in model.f_centre.tolist()]
    centre, losses = [Fraction(v) for v in model.centre.tolist()], Fraction(0)
    for x, own in zip(fit.problem.Phi.tolist(), fit.problem.labels, strict=True):
        scores = [sum(v * (Fraction(a) - c) for v, a, c in zip(w, x, centre, strict=True)) + b for w, b in zip(W, f, strict=True)]
        rivals = [max(Fraction(0), 1 + score - scores[own]) for k, score in enumerate(scores) if k != own]
        losses += max(rivals) if fit.method.loss == "crammer-singer" else sum(rivals)
    return float(sum(v * v for w in W for v in w) / 2 + Fraction(fit.method.C) / len(fit.problem.labels) * losses)
