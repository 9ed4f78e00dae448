"""Every method answers the same questions (:class:`solvers.Answer`), of two classes or of many.

Two classes are asked both ways, as a problem of two and as one of K = 2.
"""

from __future__ import annotations

import math
from functools import cache, partial
from typing import Any

import numpy as np
import pytest
from problems import clouds, ring

import solvers
from solvers import Answer, Fit, ManyProblem, Method, Status
from solvers.answer import Rule
from solvers.costs import Cost, margins_of
from solvers.multiclass.forms import form_of
from solvers.plane.arrangement import UNDECIDED
from solvers.ties import winners_of

X_TWO, Y_TWO = clouds(40, 0.9, seed=4)
X_THREE, Y_THREE = ring(60)
PLACES = np.random.default_rng(2).normal(0.0, 2.0, (50, 2))
MEMBER = solvers.LogisticRegression(l2=0.1)
CURVED = solvers.GaussianGenerative(covariance="separate")
OF_TWO = (*(kind() for kind in solvers.METHODS), CURVED)
OF_MANY: tuple[Any, ...] = (
    solvers.OneVsRest(MEMBER),
    solvers.OneVsRest(MEMBER, decision="signed-distance"),
    solvers.OneVsRest(MEMBER, decision="strict"),
    solvers.OneVsOne(MEMBER),
    solvers.OneVsOne(MEMBER, ties="scores"),
    solvers.LinearMachine(),
    solvers.Softmax(l2=0.1),
    solvers.MulticlassSVM(),
)
FORMS = tuple(method for method in OF_TWO if solvers.takes_many(method))


@cache
def of_two(method: Any) -> Answer:
    """Two classes as a problem of two; words are counted only where no feature is negative."""
    X = np.abs(X_TWO) if isinstance(method, solvers.MultinomialNaiveBayes) else X_TWO
    return solvers.fit(method, X, Y_TWO)


@cache
def as_many(method: Any) -> Answer:
    """The same points as a problem of K = 2."""
    X = np.abs(X_TWO) if isinstance(method, solvers.MultinomialNaiveBayes) else X_TWO
    return solvers.solve(method, ManyProblem.from_labels(X, Y_TWO))


@cache
def of_three(method: Any) -> Answer:
    """Three classes."""
    X = np.abs(X_THREE) if isinstance(method, solvers.MultinomialNaiveBayes) else X_THREE
    return solvers.solve(method, ManyProblem.from_labels(X, Y_THREE))


@cache
def with_empty_class(method: Any) -> Answer:
    """Three classes, one of which has no points."""
    X = np.abs(X_THREE) if isinstance(method, solvers.MultinomialNaiveBayes) else X_THREE
    return solvers.solve(method, ManyProblem(X, Y_THREE, ("a", "b", "c", "none")))


@cache
def without_model(method: Any) -> Answer:
    """One class only."""
    if isinstance(method, Method):
        return solvers.fit(method, [(0.0, 1.0), (2.0, 1.0)], [1, 1])
    return solvers.solve(method, ManyProblem.from_labels([(0.0, 1.0), (2.0, 1.0)], [1, 1]))


ANSWERS = [
    *(pytest.param(partial(of_two, m), id=f"two, {m!r}") for m in OF_TWO),
    *(pytest.param(partial(as_many, m), id=f"K = 2, {m!r}") for m in (*OF_TWO, *OF_MANY)),
    *(pytest.param(partial(of_three, m), id=f"three, {m!r}") for m in (*FORMS, *OF_MANY)),
    *(pytest.param(partial(with_empty_class, m), id=f"empty, {m!r}") for m in (*FORMS, *OF_MANY)),
    *(pytest.param(partial(without_model, m), id=f"no model, {m!r}") for m in (*OF_TWO, *OF_MANY)),
]
each_answer = pytest.mark.parametrize("ask", ANSWERS)


@each_answer
def test_both_problems_have_the_same_eight_names(ask: Any) -> None:
    answer: Answer = ask()
    problem = answer.problem
    n = len(problem.X)
    assert answer.K == problem.K == len(answer.classes) == len(answer.classes_)
    assert answer.classes == tuple(problem.classes)
    assert problem.labels.shape == (n,)
    assert problem.labels.dtype == np.int64
    assert problem.counts.tolist() == np.bincount(problem.labels, minlength=answer.K).tolist()
    assert problem.present == tuple(np.flatnonzero(problem.counts).tolist())
    assert problem.features.is_linear
    assert problem.kernel is None


@each_answer
def test_scores_winners_and_verdicts_say_the_same(ask: Any) -> None:
    answer: Answer = ask()
    assert answer.has_model <= answer.predicts
    if not answer.predicts:
        with pytest.raises(ValueError, match="has no model to predict with"):
            answer.winners(PLACES)
        assert np.isnan(answer.class_scores(PLACES)).all()
        assert (answer.verdicts(PLACES) == UNDECIDED).all()
        assert answer.undecided(PLACES).all()
        return
    scores, winners = answer.class_scores(PLACES), answer.winners(PLACES)
    assert scores.shape == (len(PLACES), answer.K)
    assert (winners == winners_of(scores)).all()
    assert winners.dtype == np.int64
    undecided = answer.undecided(PLACES)
    assert (answer.verdicts(PLACES) == np.where(undecided, UNDECIDED, winners)).all()
    assert answer.predict(PLACES).tolist() == [answer.classes[k] for k in winners]
    empty = [k for k in range(answer.K) if k not in answer.problem.present]
    assert (scores[:, empty] == -np.inf).all()
    written = answer.decision_function(PLACES)
    if isinstance(answer, Fit):
        assert (scores[:, 1] - scores[:, 0] == written).all()
    else:
        assert np.array_equal(scores, written)


@each_answer
def test_the_training_points_are_judged_by_one_computation(ask: Any) -> None:
    answer: Answer = ask()
    problem = answer.problem
    rows = np.arange(len(problem.X))
    assert answer.training_scores is answer.training_scores
    if not answer.predicts:
        assert np.isnan(answer.training_scores).all()
        assert not answer.wrong.any()
        assert not answer.confusion.any()
        return
    expected = answer.decision_function(problem.X)
    assert answer.training_scores == pytest.approx(expected, rel=1e-9, abs=1e-9)
    wrong = answer.training_winners != problem.labels
    assert (answer.wrong == wrong).all()
    assert answer.confusion.sum() == len(rows)
    assert answer.confusion.sum(axis=1).tolist() == problem.counts.tolist()
    assert len(rows) - answer.confusion.trace() == wrong.sum() == answer.certificate.errors
    assert np.array_equal(answer.training_margins, answer.certificate.margins, equal_nan=True)
    halves = answer.class_scores(problem.X)
    margins = margins_of(halves, problem.labels)
    assert answer.training_margins == pytest.approx(margins, rel=1e-9, abs=1e-9)


@each_answer
def test_weights_are_the_scores_where_they_are_linear(ask: Any) -> None:
    answer: Answer = ask()
    assert isinstance(answer.rule, Rule)
    if answer.quadratic is not None:
        W, w, w_0 = map(np.asarray, answer.quadratic)
        squares = np.einsum("...ij,ni,nj->n...", W, PLACES, PLACES)
        found, scores = answer.decision_function(PLACES), squares + PLACES @ w.T + w_0
        is_finite = np.isfinite(found)  # of a class without points it is -inf
        assert found[is_finite] == pytest.approx(scores[is_finite], abs=1e-8)
        assert answer.weights is None
        return
    if answer.weights is None:
        return
    W, b = answer.weights
    assert W.shape == (answer.K, 2)
    present = list(answer.problem.present)
    scores = PLACES @ W.T + b
    assert answer.class_scores(PLACES)[:, present] == pytest.approx(scores[:, present], abs=1e-8)


@each_answer
def test_points_pay_what_the_cost_says(ask: Any) -> None:
    answer: Answer = ask()
    assert isinstance(answer.cost, Cost)
    assert answer.paid.shape == (len(answer.problem.X),)
    assert np.isnan(answer.paid).any() == (not answer.predicts and len(answer.paid) > 0)
    if answer.predicts:
        least = answer.cost.at_least(answer.training_margins)
        assert (answer.paid >= least - 1e-9).all()


@each_answer
def test_the_log_loss_is_that_of_the_probabilities(ask: Any) -> None:
    answer: Answer = ask()
    assert hasattr(answer, "predict_proba") == answer.has_probability
    if not answer.has_probability or not answer.has_model:
        assert answer.log_loss is None
        return
    P = answer.predict_proba(answer.problem.X)
    assert P.sum(axis=1) == pytest.approx(1.0)
    own = P[np.arange(len(P)), answer.problem.labels]
    assert answer.log_loss == pytest.approx(-np.log(own).mean(), rel=1e-6)


@each_answer
def test_pairs_are_two_class_fits_and_always_the_same_objects(ask: Any) -> None:
    answer: Answer = ask()
    for key, fit in answer.pairs:
        assert isinstance(fit, Fit)
        assert key in answer.pair_keys
        assert answer.pair(key) is fit
    for key in answer.pair_keys:
        assert answer.pair(key) is answer.pair(key)
    assert answer.pair((0, 0)) is None or answer.K == 2
    if answer.K > 2:
        assert answer.as_pair is None
    elif answer.has_model:
        pair = answer.as_pair
        assert isinstance(pair, Fit)
        decided = ~answer.undecided(PLACES)
        assert (pair.winners(PLACES) == answer.winners(PLACES))[decided].all()


@pytest.mark.parametrize("method", OF_MANY[5:], ids=repr)
def test_a_pair_is_the_difference_of_two_scores(method: Any) -> None:
    answer = of_three(method)
    scores = answer.class_scores(PLACES)
    assert answer.pairs == ()
    assert answer.pair_keys == ((1, 0), (2, 0), (2, 1))
    for plus, minus in [*answer.pair_keys, (0, 2)]:
        pair = answer.pair((plus, minus))
        assert pair is not None
        f = scores[:, plus] - scores[:, minus]
        assert pair.decision_function(PLACES) == pytest.approx(f, abs=1e-9)
        assert pair.problem.counts.tolist() == answer.problem.counts[[minus, plus]].tolist()
        assert pair.method.has_margin == answer.has_margin


def test_an_empty_class_has_no_pair() -> None:
    answer = with_empty_class(solvers.Softmax(l2=0.1))
    assert answer.pair_keys == ((1, 0), (2, 0), (2, 1))
    assert answer.pair((3, 0)) is None


def test_two_present_classes_have_probabilities_where_the_method_has() -> None:
    for method in FORMS:
        answer = solvers.solve(method, ManyProblem(np.abs(X_TWO), (Y_TWO > 0) * 1, ("a", "b", "c")))
        assert answer.has_probability == method.has_probability


@pytest.mark.parametrize("method", [solvers.Perceptron(), solvers.LogisticRegression()], ids=repr)
def test_between_two_steps_the_line_lies_between(method: Any) -> None:
    fit = of_two(method)
    one, two = fit.history[0], fit.history[1]
    half = fit.between(0, 0.5)
    assert half.status is Status.BUDGET
    for place in (0.0, 1.0):
        assert fit.between(0, place).last.b == pytest.approx((one, two)[int(place)].b, abs=1e-12)
    assert fit.between(-1, 0.5) is fit
    assert fit.between(len(fit.history) - 1, 0.5) is fit
    if one.w is not None and two.w is not None:
        assert half.last.w == pytest.approx(0.5 * (one.w + two.w))


@pytest.mark.parametrize(
    "method", [solvers.OneVsRest(solvers.Perceptron()), solvers.LinearMachine()], ids=repr
)
def test_between_two_steps_all_lines_of_many_classes_glide(method: Any) -> None:
    answer = of_three(method)
    half = answer.between(0, 0.5)
    assert half.K == 3
    W, _ = half.weights or (None, None)
    first, second = answer.history[0], answer.history[1]
    assert pytest.approx(0.5 * (first.W + second.W)) == W


def test_two_problems_without_a_form_refuse_alike() -> None:
    problem = ManyProblem.from_labels(X_THREE, Y_THREE)
    answer = solvers.solve(solvers.HardMarginSVM(), problem)
    assert form_of(solvers.HardMarginSVM(), problem) is answer.form
    assert not answer.has_model
    assert answer.pairs == ()
    assert math.isnan(answer.certificate.primal)
