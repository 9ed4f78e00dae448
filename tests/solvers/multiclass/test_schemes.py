"""The border and the loop for many classes; schemes over two-class fits: members, votes, undecided
regions, empty classes.
"""

from __future__ import annotations

import numpy as np
import pytest
from problems import ring

import solvers
from solvers import ManyFit, ManyProblem, Status

X, Y = ring(60)
Z = np.random.default_rng(1).normal(0.0, 3.0, (200, 2))


def test_every_member_is_a_fit_of_its_own():
    words = np.array(["setosa", "versicolor", "virginica"])[Y]
    rest = solvers.fit(solvers.OneVsRest(), X, words)
    pairs = solvers.fit(solvers.OneVsOne(), X, words)
    assert list(rest.members) == [("setosa", None), ("versicolor", None), ("virginica", None)]
    assert list(pairs.members) == [
        ("versicolor", "setosa"),
        ("virginica", "setosa"),
        ("virginica", "versicolor"),
    ]
    alone = solvers.fit(solvers.SoftMarginSVM(), X[Y > 0], words[Y > 0])
    member = pairs.members["virginica", "versicolor"]
    assert member.w == pytest.approx(alone.w, rel=1e-12)
    assert member.certificate.gap == pytest.approx(0.0, abs=1e-9)
    assert pytest.approx(np.array([one.w for one in rest.members.values()]), rel=1e-12) == rest.W


def test_the_undecided_regions_of_the_figures():
    lines = solvers.fit(solvers.OneVsRest(decision="strict"), X, Y)
    scores = lines.decision_function(Z)
    assert (lines.undecided(Z) == ((scores > 0).sum(axis=1) != 1)).all()
    votes = solvers.fit(solvers.OneVsOne(solvers.MeanDifference(offset="midpoint")), X, Y)
    counted = np.rint(votes.decision_function(Z))
    assert counted.sum(axis=1).tolist() == [3.0] * len(Z)
    assert (votes.undecided(Z) == (counted.max(axis=1) == 1.0)).all()


def test_the_names_of_classes_change_no_prediction_where_votes_are_equal():
    points = np.random.default_rng(0).normal(size=(30, 2))
    points += np.repeat([[0, 0], [2, 0], [0, 2]], 10, axis=0)
    names, others = np.repeat(list("abc"), 10), np.repeat(list("cab"), 10)
    pairs = solvers.OneVsOne(solvers.LogisticRegression())
    one, other = (solvers.fit(pairs, points, y) for y in (names, others))
    places = np.random.default_rng(1).uniform(-1.0, 3.0, (2000, 2))
    assert one.undecided(places).any()
    assert (one.undecided(places) == other.undecided(places)).all()
    renamed = np.array(list("cab"))[np.searchsorted(list("abc"), one.predict(places))]
    assert (renamed == other.predict(places)).all()


def test_the_worst_member_is_named():
    many = solvers.fit(
        solvers.OneVsOne(solvers.HardMarginSVM()),
        [(0, 0), (1, 0), (4, 0), (6, 0), (5, 0), (9, 0)],
        list("aabbcc"),
    )
    assert many.status is Status.NOT_SEPARABLE
    assert many.explanation.startswith("b against c: not separable.")
    assert many.members["b", "a"].status is Status.CONVERGED


@pytest.mark.parametrize(
    "method", [solvers.OneVsRest(), solvers.OneVsOne(), solvers.MeanDifference()], ids=repr
)
def test_a_class_without_points_is_never_predicted(method):
    problem = ManyProblem(X, np.where(Y == 2, 4, Y), tuple(range(6)))
    many = solvers.solve(method, problem)
    assert set(many.winners(Z)) <= {0, 1, 4}
    assert np.isneginf(many.decision_function(Z)[:, [2, 3, 5]]).all()
    plain = solvers.solve(method, ManyProblem.from_labels(X, Y))
    assert (np.array([0, 1, 4])[plain.winners(Z)] == many.winners(Z)).all()
    assert many.certificate.confusion.sum() == len(X)


def test_a_step_is_explained_where_two_of_three_classes_have_points():
    problem = ManyProblem(np.eye(4, 2), np.array([0, 2, 0, 2]), (0, 1, 2))
    fit = solvers.solve(solvers.LogisticRegression(), problem)
    assert isinstance(solvers.explain_step(fit.at(1), 1), solvers.StepTerms)


def test_a_two_class_method_refuses_more_classes_and_names_the_schemes():
    with pytest.raises(ValueError, match=r"OneVsRest\(method\) or OneVsOne"):
        solvers.fit(solvers.LogisticRegression(), X, Y)
    refused = solvers.solve(solvers.LogisticRegression(), ManyProblem.from_labels(X, Y))
    assert refused.status is Status.NOT_APPLICABLE
    assert "OneVsRest(LogisticRegression())" in refused.explanation
    assert not refused.has_model
    assert refused.undecided(Z).all()


@pytest.mark.parametrize("points", [[], [(1.0, 2.0)]])
def test_too_few_classes_are_no_data(points):
    many = solvers.fit(solvers.OneVsOne(), np.array(points).reshape(-1, 2), ["a"] * len(points))
    assert many.status is Status.NO_DATA
    assert np.isnan(many.certificate.margins).all()


def test_playback_shows_every_member_at_its_own_step():
    many = solvers.fit(solvers.OneVsOne(), X, Y)
    longest = max(len(fit.history) for fit in many.fits)
    assert len(many.history) == longest
    assert many.history[-1] is many.last
    early = many.at(0)
    assert early.status is Status.BUDGET
    assert early.last.members[0] is many.fits[0].history[0]


SCHEMES = (solvers.OneVsRest, solvers.OneVsOne)


@pytest.mark.parametrize("method", solvers.METHODS, ids=lambda method: method.__name__)
@pytest.mark.parametrize("ties", [False, True], ids=["plain", "ties"])
def test_two_classes_are_the_two_class_method_under_every_scheme(method, ties):
    x, y = X[Y < 2], Y[Y < 2]
    x = np.abs(np.floor(2.0 * x)) if ties or method is solvers.MultinomialNaiveBayes else x
    one = solvers.fit(method(), x, y)
    clear = np.abs(one.decision_function(Z)) > 1e-9
    for scheme in SCHEMES:
        many = solvers.fit(scheme(method()), x, y)
        assert many.status is one.status
        if one.has_model:
            assert (many.predict(Z) == one.predict(Z))[clear].all()


@pytest.mark.parametrize("scheme", solvers.SCHEMES, ids=lambda scheme: scheme.__name__)
def test_every_listed_method_speaks_for_itself(scheme):
    assert scheme.name
    assert scheme.label
    assert scheme.summary.endswith(".")
    assert scheme.objective
    assert scheme() == scheme()
    many = solvers.fit(scheme(), X, Y)
    assert isinstance(many, ManyFit)
    assert repr(many).startswith(f"ManyFit({scheme.__name__}(")
    assert many.history[-1] is many.last
    assert many.at(-1) is many
    assert many.classes == (0, 1, 2)
    assert many.winners(Z).dtype == np.int64
    assert hasattr(many, "predict_proba") == scheme.has_probability
    assert solvers.takes_many(scheme())


def test_labels_of_any_kind_come_back():
    for values in (["b", "a", "c"], [2.5, -1.0, 7.0], [300, 5, 7]):
        many = solvers.fit(solvers.OneVsOne(), X, np.array(values)[Y])
        assert set(many.predict(X)) <= set(values)
        assert many.classes == tuple(sorted(values))


def test_wrong_calls_are_told_what_to_do():
    with pytest.raises(TypeError, match="instance"):
        solvers.fit(solvers.Softmax, X, Y)
    with pytest.raises(ValueError, match="at least 2 classes"):
        ManyProblem(X, np.zeros(len(X), dtype=np.int64), (0,))
    with pytest.raises(ValueError, match="Softmax: l2 must be"):
        solvers.Softmax(l2=-1.0)
    with pytest.raises(TypeError, match="ManyProblem"):
        solvers.solve(solvers.Softmax(), solvers.Problem.from_labels(X, Y > 0))
    with pytest.raises(ValueError, match="indices"):
        ManyProblem(X, Y, (0, 1))
    with pytest.raises(ValueError, match="row 3"):
        solvers.fit(solvers.Softmax(), np.where(np.arange(len(X))[:, None] == 3, np.nan, X), Y)


@pytest.mark.parametrize(
    "method",
    [solvers.LinearMachine(), solvers.Softmax(), solvers.MulticlassSVM(), solvers.OneVsOne()],
    ids=repr,
)
def test_a_fit_can_be_stopped_and_budgeted(method):
    stopped = solvers.fit(method, X, Y, cancelled=lambda: True)
    assert stopped.status is not Status.CONVERGED or stopped.has_model
    short = solvers.fit(method, X, Y, max_steps=2)
    assert short.status in (Status.BUDGET, Status.CONVERGED)
    assert short.has_model


@pytest.mark.parametrize(
    "method",
    [solvers.Softmax(), solvers.MulticlassSVM(), solvers.LinearMachine(), solvers.Fisher()],
    ids=repr,
)
def test_feature_maps_are_passed_on_and_kernels_refused_in_words(method):
    curved = solvers.fit(method, X, Y, features=solvers.Polynomial(2))
    assert curved.W.shape == (3, 5)
    refused = solvers.fit(method, X, Y, kernel=solvers.GaussianKernel(1.0))
    assert refused.status is Status.NOT_APPLICABLE
    assert "kernel" in refused.explanation


def test_a_start_from_an_earlier_fit_ends_at_the_same_answer():
    for method in (solvers.Softmax(), solvers.OneVsOne(), solvers.MulticlassSVM()):
        cold = solvers.fit(method, X, Y)
        warm = solvers.fit(method, X, Y, start=cold, trace=False)
        assert warm.decision_function(Z) == pytest.approx(
            cold.decision_function(Z), rel=1e-7, abs=1e-7
        )


def test_votes_have_no_offset():
    """An array of nan beside no weights at all said that there was one."""
    fit = solvers.fit(solvers.OneVsOne(), X, Y)
    assert (fit.W, fit.b) == (None, None)
    assert solvers.fit(solvers.OneVsRest(), X, Y).b.shape == (3,)
