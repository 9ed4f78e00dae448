"""The perceptron: steps that can be checked by hand, Novikoff's bound, and a proof where it cannot
end.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solvers
from solvers import Perceptron, Status
from solvers.algorithms.correcting.normalised_samples import opposite_twins
from solvers.algorithms.visits import passes

# Linear discriminants slides, "Example" of the MSE procedure: class 1 is +1.
X_BOOK = np.array([[1.0, 2.0], [2.0, 0.0], [3.0, 1.0], [2.0, 3.0]])
Y_BOOK = np.array([1, 1, -1, -1])


def textbook_single(X, y, rate=1.0, margin=0.0, passes=1000):
    """The rule as it stands in the book, in numpy: every a after a correction."""
    a, weights = np.zeros(3), []
    Z = np.column_stack([np.ones(len(X)), X]) * y[:, None]
    for _ in range(passes):
        before = len(weights)
        for z in Z:
            if a @ z <= margin:
                a = a + rate * z
                weights.append(a)
        if len(weights) == before:
            return weights
    return weights


def test_first_steps_by_hand() -> None:
    fit = solvers.fit(Perceptron(), X_BOOK, Y_BOOK)
    # a = 0 -> + (1, 1, 2); the second point has product 1 + 2 > 0; the third, -(1, 3, 1), has -1 -
    # 3 - 2 <= 0; the fourth ...
    assert [(h.b, *h.w) for h in fit.history[:3]] == [
        (0.0, 0.0, 0.0),
        (1.0, 1.0, 2.0),
        (0.0, -2.0, 1.0),
    ]
    assert [h.active for h in fit.history[:3]] == [(), (0,), (2,)]
    assert fit.history[0].note == "Start: all weights are 0, there is no line yet."
    assert (
        fit.history[1].note
        == "Point 1 of class + is not on the right side: the line turns towards it."
    )
    assert "class −" in fit.history[2].note


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 400))
def test_the_run_makes_the_same_corrections_as_the_plain_loop(seed: int, n: int) -> None:
    """Integer coordinates: every product is exact, so the final weights must agree to the last bit,
    traced or not.
    """
    random = np.random.default_rng(seed)
    X = random.integers(-9, 10, size=(n, 2)).astype(float)
    y = np.where(X @ [2.0, 1.0] + 0.5 > 0, 1, -1)
    y[random.random(n) < 0.02] *= -1
    if len(set(y)) < 2:
        return
    method = Perceptron(max_epochs=20)
    problem = solvers.Problem.from_labels(X, y)
    if opposite_twins(problem) is not None:
        return
    expected = textbook_single(X, y, passes=20)[-1]
    for trace in (False, True):
        fit = solvers.fit(method, X, y, trace=trace)
        np.testing.assert_array_equal([fit.b, *fit.w], expected)


def voted_perceptron(X, y, orders, margin=0.0):
    """Freund and Schapire (1999), figure 1, as it stands there, with a 1 for the bias: the vectors
    v and the numbers c of visits that they survived; it stops after a pass without a mistake.
    """
    Z = np.column_stack([np.ones(len(X)), X])
    k, v, c = 0, [np.zeros(3)], [0]
    for order in orders:
        begin = k
        for i in order:
            if y[i] * (v[k] @ Z[i]) > margin:
                c[k] += 1
            else:
                v.append(v[k] + y[i] * Z[i])
                c.append(1)
                k += 1
        if k == begin:
            break
    return np.array(v), np.array(c)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 60), st.booleans(), st.sampled_from([0.0, 3.0]))
def test_the_average_is_that_of_the_voted_perceptron(
    seed: int, n: int, is_shuffled: bool, margin: float
) -> None:
    """Integer coordinates: every product and every sum is exact."""
    random = np.random.default_rng(seed)
    X = random.integers(-9, 10, size=(n, 2)).astype(float)
    y = np.where(X @ [2.0, 1.0] + 0.5 > 0, 1, -1)
    y[random.random(n) < 0.05] *= -1
    if len(set(y)) < 2 or opposite_twins(solvers.Problem.from_labels(X, y)) is not None:
        return
    order = "shuffled" if is_shuffled else "cyclic"
    method = Perceptron(keep="average", order=order, margin=margin, max_epochs=20)
    orders = [range(n) if rows is None else rows for _, rows in passes(n, order, 0, 20)]
    v, c = voted_perceptron(X, y, orders, margin)
    for trace in (False, True):
        fit = solvers.fit(method, X, y, trace=trace)
        np.testing.assert_array_equal([fit.b, *fit.w], c @ v / c.sum())


def test_the_average_of_batches_is_that_of_their_lines() -> None:
    last, mean = (
        solvers.fit(Perceptron(update="batch", keep=keep), X_BOOK, Y_BOOK)
        for keep in ("last", "average")
    )
    lines = np.array([(h.b, *h.w) for h in last.history[1:]])
    np.testing.assert_allclose([mean.b, *mean.w], lines.mean(axis=0), rtol=1e-14)


@pytest.mark.parametrize("margin", [0.0, 1.0])
def test_an_average_is_certified_as_what_it_is(margin: float) -> None:
    """The last line separates; the average of all does so in some sets, and in others not."""
    statuses = set()
    for seed in range(12):
        random = np.random.default_rng(seed)
        y = np.tile([1, -1], 12)
        X = random.normal(size=(24, 2)) + np.outer(y, [1.8, 1.4])
        last, mean = (
            solvers.fit(Perceptron(keep=keep, margin=margin), X, y) for keep in ("last", "average")
        )
        if last.status is not Status.CONVERGED:
            continue
        missed = int(np.count_nonzero(~(mean.certificate.margins > margin)))
        assert mean.status is (Status.ENDED if missed else Status.CONVERGED)
        assert mean.facts == last.facts
        assert mean.explanation.startswith(last.explanation)
        words = f"the average of all lines leaves {missed} point"
        assert (words in mean.explanation) == bool(missed)
        statuses.add(mean.status)
    assert len(statuses) == 2


@pytest.mark.parametrize("margin", [0.0, 1.0])
def test_an_average_that_separates_is_a_solution_before_the_last_line_is(margin: float) -> None:
    statuses = set()
    for seed in range(6):
        random = np.random.default_rng(seed)
        y = np.tile([1, -1], 12)
        X = random.normal(size=(24, 2)) + np.outer(y, [1.8, 1.4])
        last, mean = (
            solvers.fit(Perceptron(keep=keep, margin=margin, max_epochs=1), X, y)
            for keep in ("last", "average")
        )
        if last.status is not Status.BUDGET:
            continue
        is_solution = bool((mean.certificate.margins > margin).all())
        assert mean.status is (Status.CONVERGED if is_solution else Status.BUDGET)
        assert ("Yet the average of all lines leaves no point" in mean.explanation) == is_solution
        statuses.add(mean.status)
    assert len(statuses) == 2


def test_batch_rule_adds_all_wrong_samples_together() -> None:
    fit = solvers.fit(Perceptron(update="batch", rate=0.5), X_BOOK, Y_BOOK)
    first = fit.history[1]
    assert (first.b, *first.w) == (0.0, -1.0, -1.0)  # half the sum of all four samples
    assert first.active == (0, 1, 2, 3)
    # then the two points of class + are wrong: + 1/2 ((1, 1, 2) + (1, 2, 0))
    second = fit.history[2]
    assert (second.b, *second.w) == (1.0, 0.5, 0.0)
    assert fit.status is Status.CONVERGED
    assert fit.certificate.errors == 0


def test_falling_rate_divides_by_the_number_of_the_correction() -> None:
    fit = solvers.fit(Perceptron(schedule="1/k"), X_BOOK, Y_BOOK)
    np.testing.assert_allclose(
        [fit.history[2].b, *fit.history[2].w], [1.0 - 0.5, 1.0 - 1.5, 2.0 - 0.5]
    )


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("margin", [0.0, 2.0])
def test_novikoff_bound_holds_and_stands_beside_the_corrections(seed: int, margin: float) -> None:
    random = np.random.default_rng(seed)
    y = np.repeat([-1, 1], 30)
    X = random.normal(size=(60, 2)) * 0.5 + np.outer(y, [2.0, 1.0]) + random.uniform(-4.0, 4.0, 2)
    fit = solvers.fit(Perceptron(margin=margin, rate=0.7), X, y)
    facts = dict(fit.outcome.facts)
    assert fit.status is Status.CONVERGED
    assert facts["updates"] <= facts["Novikoff bound"]
    assert "Novikoff" in fit.explanation
    # gamma is the largest margin: of the unit vector whose least product is largest, which is that
    # of the hard margin through the origin of the augmented space, and no other one keeps more.
    best = solvers.fit(
        solvers.HardMarginSVM(fit_intercept=False),
        X,
        y,
        features=solvers.FormulaFeatures("1, x1, x2"),
    )
    assert facts["γ"] == pytest.approx(1.0 / np.linalg.norm(best.w), rel=1e-9)
    Z = np.column_stack([np.ones(60), X]) * y[:, None]
    directions = best.w / np.linalg.norm(best.w) + 0.1 * random.normal(size=(500, 3))
    others = (directions / np.linalg.norm(directions, axis=1, keepdims=True)) @ Z.T
    assert others.min(axis=1).max() <= facts["γ"] * (1.0 + 1e-9)
    assert facts["R"] == pytest.approx(np.sqrt(1 + (X**2).sum(axis=1).max()))


def test_hulls_closer_than_the_spacing_of_doubles_have_no_bound_in_numbers() -> None:
    """Nearly collinear points: separable in exact arithmetic, but the closest pair rounds to one
    point.
    """
    X = [
        [23230450.735652328, 49691352.206956975],
        [22277505.734583125, 46832517.203749366],
        [21315902.766123, 43947708.29836899],
    ]
    X += [[14424964.866446095, 23274894.599338282], [4209093.014018006, -7372720.957945983]]
    fit = solvers.fit(Perceptron(max_epochs=20), X, [-1, -1, 1, -1, -1])
    assert fit.status is Status.BUDGET
    assert "too close for a bound" in fit.explanation


def test_no_bound_is_claimed_where_the_theorem_does_not_hold() -> None:
    for method in (Perceptron(update="batch"), Perceptron(schedule="1/k")):
        assert "Novikoff" not in solvers.fit(method, X_BOOK, Y_BOOK).explanation
    warm = solvers.fit(
        Perceptron(), X_BOOK, Y_BOOK, start=solvers.fit(Perceptron(max_epochs=1), X_BOOK, Y_BOOK)
    )
    assert "Novikoff" not in warm.explanation


def test_twins_with_opposite_labels_are_named() -> None:
    X = np.array([[0.0, 0.0], [1.0, 0.0], [3.0, 4.0], [3.0, 4.0]])
    fit = solvers.fit(Perceptron(max_epochs=100), X, [-1, -1, 1, -1])
    assert fit.status is Status.NOT_SEPARABLE
    assert "3 and 4" in fit.explanation
    assert not fit.has_model


def test_separable_classes_out_of_budget_are_not_called_inseparable() -> None:
    # far away: the bound is about 10^24, beyond what doubles prove
    X = np.array([[1e6, 0.0], [1e6 + 1, 0.0]])
    fit = solvers.fit(Perceptron(max_epochs=50, standardise="never"), X, [-1, 1])
    assert fit.status is Status.BUDGET
    assert "separable" in fit.explanation
    assert "too close for a bound" in fit.explanation
    near = dict(
        solvers.fit(
            Perceptron(max_epochs=50, standardise="never"), X - [1e6 - 100.0, 0.0], [-1, 1]
        ).outcome.facts
    )
    # The two samples span the hull: its distance from the origin is that of the line through them.
    assert near["γ"] == pytest.approx(1.0 / np.hypot(2.0, 201.0), rel=1e-9)


def test_points_far_from_the_origin_are_advised_to_be_centred() -> None:
    X = np.random.default_rng(0).normal(size=(60, 2)) + np.repeat([[0.0], [5.0]], 30, axis=0)
    y = np.repeat([-1, 1], 30)
    far = solvers.fit(solvers.Perceptron(), X + 50.0, y)
    assert far.status is Status.BUDGET
    times = np.linalg.norm(X + 50.0, axis=1).max() / np.linalg.norm(X - X.mean(0), axis=1).max()
    assert f"is {times:.3g} times as far from the origin" in far.explanation
    assert far.explanation.endswith("centre the points, or standardise them.")
    near = solvers.fit(solvers.Perceptron(max_epochs=1), X - X.mean(axis=0), y)
    assert "centre the points" not in near.explanation
    assert "centre the points" not in solvers.fit(solvers.Perceptron(), X + 10.0, y).explanation


def test_threshold_stops_the_batch_rule_and_says_so() -> None:
    fit = solvers.fit(Perceptron(update="batch", schedule="1/k", threshold=0.5), X_BOOK, Y_BOOK)
    assert fit.status in (Status.STATIONARY, Status.CONVERGED)
    steps = np.diff([(h.b, *h.w) for h in fit.history], axis=0)
    assert all(np.linalg.norm(step) > 0.5 for step in steps[:-1])
    huge = solvers.fit(Perceptron(update="batch", threshold=1e9), X_BOOK, Y_BOOK)
    assert huge.status is Status.STATIONARY
    assert len(huge.history) == 2


def test_criterion_is_the_sum_of_what_is_missing() -> None:
    fit = solvers.fit(Perceptron(margin=0.5), X_BOOK, Y_BOOK)
    step = fit.at(1)
    margins = Y_BOOK * (X_BOOK @ step.w + step.b)
    assert step.last.objective == pytest.approx(np.maximum(0.5 - margins, 0).sum())
    assert step.certificate.primal == pytest.approx(step.last.objective)
    assert fit.certificate.primal == 0.0
    assert fit.certificate.worst_violation == 0.0


@pytest.mark.parametrize(
    "method",
    [Perceptron(max_epochs=10**6), solvers.Relaxation(max_epochs=10**6)],
    ids=["perceptron", "relaxation"],
)
def test_a_visit_of_many_features_counts_as_several_of_the_plane(
    method: solvers.Method, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solvers.algorithms.correcting.error_correction.VISITS", 600_000)
    random = np.random.default_rng(0)
    X = random.normal(size=(600, 2))
    y = np.where(random.random(600) < 0.5, 1, -1)
    epochs = [
        dict(solvers.fit(method, X, y, features=map_, trace=False).outcome.facts)["epochs"]
        for map_ in (None, solvers.Polynomial(6))
    ]
    assert epochs == [1000, 107]  # 28 numbers instead of 3
