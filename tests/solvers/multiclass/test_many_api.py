"""The border and the loop for many classes, and two classes as the special case of every scheme over every method."""

from __future__ import annotations

import numpy as np
import pytest
from problems import ring

import solvers
from solvers import ManyFit, ManyProblem, Status

X, Y = ring(40)
Z = np.random.default_rng(1).normal(0.0, 3.0, (100, 2))
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
    with pytest.raises(ValueError, match="2 to 10 classes"):
        solvers.fit(solvers.Softmax(), X, np.arange(len(X)) % 11)
    with pytest.raises(ValueError, match="Softmax: l2 must be"):
        solvers.Softmax(l2=-1.0)
    with pytest.raises(TypeError, match="ManyProblem"):
        solvers.solve(solvers.Softmax(), solvers.Problem.from_labels(X, Y > 0))
    with pytest.raises(ValueError, match="indices"):
        ManyProblem(X, Y, (0, 1))
    with pytest.raises(ValueError, match="row 3"):
        solvers.fit(solvers.Softmax(), np.where(np.arange(len(X))[:, None] == 3, np.nan, X), Y)


def test_one_class_is_no_data_and_keeps_its_label():
    many = solvers.fit(solvers.Softmax(), X, np.full(len(X), 7))
    assert many.status is Status.NO_DATA
    assert many.classes == (7, 8)
    words = solvers.fit(solvers.OneVsOne(), X, ["only"] * len(X))
    assert words.classes[0] == "only"


@pytest.mark.parametrize(
    "method", [solvers.LinearMachine(), solvers.Softmax(), solvers.MulticlassSVM(), solvers.OneVsOne()], ids=repr
)
def test_a_fit_can_be_stopped_and_budgeted(method):
    stopped = solvers.fit(method, X, Y, cancelled=lambda: True)
    assert stopped.status is not Status.CONVERGED or stopped.has_model
    short = solvers.fit(method, X, Y, max_steps=2)
    assert short.status in (Status.BUDGET, Status.CONVERGED)
    assert short.has_model


@pytest.mark.parametrize(
    "method", [solvers.Softmax(), solvers.MulticlassSVM(), solvers.LinearMachine(), solvers.Fisher()], ids=repr
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
        assert warm.decision_function(Z) == pytest.approx(cold.decision_function(Z), rel=1e-7, abs=1e-7)
