"""CONVERGED is said in one place, from a certificate that is never too good; what a fit says of w =
0 and of its end is so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

import solvers
from solvers import Iterate, Method, Outcome, SoftMarginSVM, Status
from solvers.arrays import locked
from solvers.certificate import TOLERANCE, judge
from solvers.result import Bounds


@dataclass(frozen=True)
class Boasting(Method):
    """Claims the optimum whatever its certificate says."""

    dual: float | None = 1.0
    shortfall: float = 0.0

    def steps(self, problem, start, trace):
        yield Iterate(locked(np.array([1.0, 0.0])), 0.0)
        return Outcome(Status.CONVERGED, "Done.", caveat="the boaster never looks")

    def bounds(self, problem, iterate, margins):
        return Bounds(1.0, self.dual, shortfall=self.shortfall)


@pytest.mark.parametrize(
    ("method", "status"),
    [
        (Boasting(), Status.CONVERGED),
        (Boasting(dual=1.0 - 0.9e-7), Status.CONVERGED),
        (Boasting(dual=1.0 - 1.1e-7), Status.BUDGET),
        (Boasting(dual=1.0 + 1.1e-7), Status.BUDGET),
        (Boasting(dual=float("nan")), Status.BUDGET),
        (Boasting(dual=None), Status.CONVERGED),
        (Boasting(dual=None, shortfall=2e-7), Status.BUDGET),
        (Boasting(dual=None, shortfall=float("inf")), Status.BUDGET),
    ],
)
def test_no_algorithm_says_converged_itself(method, status):
    fit = solvers.fit(method, [[0.0, 0.0], [1.0, 1.0]], [0, 1])
    assert fit.claimed_outcome.status is Status.CONVERGED
    assert fit.status is status
    assert fit.explanation.startswith("Done.")
    assert (status is Status.CONVERGED) or fit.explanation.endswith(": the boaster never looks.")


def test_stopped_short_says_whether_steps_or_digits_ran_out():
    rng = np.random.default_rng(0)
    X, y = rng.standard_normal((30, 2)), np.arange(30) % 2
    few = solvers.fit(SoftMarginSVM(), X, y, max_steps=1)
    assert few.status is Status.BUDGET
    assert few.explanation == "The allowed number of steps was spent before the method finished."
    assert "steps" in Status.BUDGET.sentence
    assert "digits" in Status.BUDGET.sentence
    close = np.array([[1e6, 0.0], [1e6 + 1.0, 1e-9], [1e6, 1e-9 / 3], [1e6 + 1.0, 1.4e-9]])
    thin = solvers.fit(solvers.HardMarginSVM(), close, [0, 0, 1, 1])
    assert thin.status is not Status.BUDGET or "steps" not in thin.explanation


def test_a_coarse_tolerance_is_not_called_certified():
    coarse_ends = 0
    for seed in range(12):
        rng = np.random.default_rng(seed)
        X, y = rng.standard_normal((40, 2)), np.arange(40) % 2
        coarse = solvers.fit(SoftMarginSVM(C=100.0, algorithm="smo", tolerance=1e-2), X, y)
        assert (coarse.status is Status.CONVERGED) == (coarse.certificate.gap <= TOLERANCE)
        if coarse.status is Status.BUDGET:
            coarse_ends += 1
            assert "tolerance of 0.01" in coarse.explanation
        assert solvers.fit(SoftMarginSVM(C=100.0, algorithm="smo"), X, y).status is Status.CONVERGED
    assert coarse_ends


def test_a_drag_keeps_no_weights_of_rounding():
    """Snapped points whose sums cancel: the drag has w = 0 where the cold fit has."""
    seen = 0
    for seed in range(12):
        rng = np.random.default_rng(seed)
        X, y = rng.integers(0, 4, (60, 2)).astype(float), np.where(rng.random(60) < 0.5, 1, -1)
        for C in (0.05, 1.0):
            drag = solvers.grab(solvers.fit(SoftMarginSVM(C=C), X, y, trace=False), 0)
            for place in rng.integers(0, 4, (4, 2)).astype(float):
                moved = X.copy()
                moved[0] = place
                problem = solvers.Problem.from_labels(moved, y)
                drag.move(place.tolist())
                dragged, cold = (
                    drag.fit(problem),
                    solvers.solve(SoftMarginSVM(C=C), problem, trace=False),
                )
                assert dragged.has_model == cold.has_model
                seen += not cold.has_model
    assert seen


def test_no_answer_depends_on_the_long_doubles_of_a_platform():
    product = Path(solvers.__file__).parent.parent
    for room in ("solvers", "linclass_gui"):
        for file in (product / room).rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            assert "longdouble" not in text, file
            assert "float128" not in text, file


@pytest.mark.parametrize("offset", [1e4, 1e6])
@pytest.mark.parametrize(
    "method",
    [SoftMarginSVM(C=1e3), solvers.HardMarginSVM(), solvers.LogisticRegression(l2=1e-6)],
    ids=repr,
)
def test_beyond_the_domain_an_answer_names_the_cure(method, offset):
    rng = np.random.default_rng(0)
    X = rng.standard_normal((200, 2))
    y = np.where(X[:, 0] * X[:, 1] > 0, 1, -1)
    raw = solvers.fit(method, X + offset, y, features=solvers.Polynomial(5).as_written, trace=False)
    assert raw.status is Status.BUDGET
    assert "centre and scale the features" in raw.explanation
    centred = solvers.fit(method, X + offset, y, features=solvers.Polynomial(5), trace=False)
    assert centred.status is Status.CONVERGED
    assert centred.certificate.gap <= TOLERANCE


@pytest.mark.parametrize("algorithm", ["active-set", "interior-point", "smo"])
def test_weights_belong_to_the_multipliers_they_are_judged_with(algorithm):
    """Beside a feature in units 13 decades larger a weight moves no margin, and no gap feels it;
    ``|w|`` may be it alone.
    """
    for seed in (1, 5, 13, 29, 37):
        rng = np.random.default_rng(seed)
        y = np.resize([1, -1], int(rng.integers(6, 60)))
        X = (rng.standard_normal((len(y), 2)) + rng.uniform(0, 2) * y[:, None]) * [1e-6, 1e7]
        fit = solvers.fit(
            SoftMarginSVM(C=10.0 ** rng.uniform(-2, 4), algorithm=algorithm), X, y, trace=False
        )
        assert fit.status is Status.CONVERGED
        assert fit.certificate.worst_violation < 1e-8
        other = fit.method.certify(
            fit.problem, replace(fit.last, w=fit.w * [0.5, 1.0]), fit.outcome
        )
        assert abs(other.gap) < TOLERANCE
        assert "a weight is not the sum of its multipliers" in judge(fit.outcome, other).explanation


KERNELS = (
    solvers.LinearKernel(),
    solvers.PolynomialKernel(3).as_written,
    solvers.GaussianKernel(0.3),
    solvers.GaussianKernel(20.0),
)


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_a_hard_margin_counts_what_its_points_miss(kernel: solvers.Kernel) -> None:
    """A w that is too short by a part in a thousand is too good to be true; stretched to its
    margins it bounds the optimum.
    """
    random = np.random.default_rng(1)
    y = np.repeat([-1.0, 1.0], 10)
    X = random.normal(size=(20, 2)) * 0.3 + np.outer(y, [2.0, 1.0])
    fit = solvers.fit(solvers.HardMarginSVM(), X, y, kernel=kernel)
    short = solvers.Iterate(
        None if fit.w is None else fit.w * 0.999,
        fit.b * 0.999,
        fit.alpha * 0.999,
        centre=fit.last.centre,
        f_centre=fit.last.f_centre * 0.999,
    )
    margins = y * fit.problem.training_scores(short)
    bounds = fit.method.bounds(fit.problem, short, margins)
    assert bounds.primal == pytest.approx(fit.certificate.primal, rel=1e-7)
    assert bounds.dual <= fit.certificate.primal
    assert bounds.worst_violation == pytest.approx(1e-3, rel=1e-3)


def test_a_line_with_a_point_on_its_wrong_side_bounds_no_hard_margin() -> None:
    X, y = np.array([[-1.0, 0.0], [1.0, 0.0], [2.0, 0.0]]), np.array([-1.0, 1.0, 1.0])
    fit = solvers.fit(solvers.HardMarginSVM(), X, y)
    wrong = solvers.Iterate(fit.w, fit.b - 1.5, fit.alpha)
    bounds = fit.method.bounds(fit.problem, wrong, y * fit.problem.training_scores(wrong))
    assert bounds.dual is None
    assert bounds.worst_violation >= 1.0


def test_a_kernel_that_is_no_inner_product_has_no_dual_bound() -> None:
    X, y = np.random.default_rng(8).normal(size=(12, 2)), np.resize([1.0, -1.0], 12)
    fit = solvers.fit(solvers.SoftMarginSVM(), X, y, kernel=solvers.TanhKernel().as_written)
    assert fit.certificate.gap is None


def test_gradient_descent_on_a_flat_loss_does_not_claim_the_minimum() -> None:
    """Fourth powers of an outlier: one long step, and every gradient has vanished in rounding, far
    from the minimum.
    """
    X = [
        [1.1051752867915332, 0.21933518187110823],
        [-0.978255818530197, -0.9368340323291926],
        [1298022.4190515173, 1787190.1150154786],
    ]
    method = solvers.LogisticRegression(algorithm="gradient", rate=23.29692413410898)
    fit = solvers.fit(method, X, [1, -1, 1], features=solvers.Polynomial(4).as_written, trace=False)
    assert fit.certificate.gap > 0.5
    assert fit.status is Status.BUDGET
    assert "so flat" in fit.explanation


NEARLY_COLLINEAR = np.array(
    [
        [0.13063087420570504, 0.19189262261711512],
        [-0.07559203207273538, -0.4267760962182061],
        [0.15396024836618918, 0.2618807450985675],
    ]
)


@pytest.mark.parametrize("algorithm", ["hull", "interior-point", "smo"])
def test_a_margin_below_every_double_is_not_called_the_optimum(algorithm):
    """Exactly 7e-18 apart: a line with this margin needs more digits than doubles have."""
    fit = solvers.fit(solvers.HardMarginSVM(algorithm=algorithm), NEARLY_COLLINEAR, [1, -1, -1])
    assert fit.status is Status.BUDGET
    assert fit.certificate.separability.separable
    assert fit.explanation.endswith(".")


def test_scores_beyond_the_range_of_the_exponential_leave_a_bound():
    X, y = 1e-3 * np.array([[0.0, 1.0], [0.0, -2.0], [0.0, 3.0]]), [1, -1, 1]
    problem = solvers.Problem.from_labels(X, y)
    method = solvers.LogisticRegression(penalise_bias=True)
    far = solvers.Iterate(np.array([0.0, 1e7]), 1e6)
    bounds = method.bounds(problem, far, problem.y * problem.training_scores(far))
    assert 0.0 <= bounds.dual <= bounds.primal
