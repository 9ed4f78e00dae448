"""What callers may hand over, and the sentence that refuses everything else: no number changes its
meaning in silence.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

import solvers
from solvers import Dataset, GaussianKernel, Polynomial, SoftMarginSVM

X = np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 2.0], [3.0, 1.0]])
Y = np.array([0, 0, 1, 1])
FIT = solvers.fit(SoftMarginSVM(), X, Y)


class NAType:
    """A missing value as pandas has it: neither true nor false."""

    def __bool__(self) -> bool:
        raise TypeError("boolean value of NA is ambiguous")

    def __repr__(self) -> str:
        return "<NA>"


# --- parameters -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("build", "name", "plain"),
    [
        (lambda: SoftMarginSVM(C=np.float32(2)), "C", 2.0),
        (lambda: SoftMarginSVM(C=Fraction(1, 2)), "C", 0.5),
        (lambda: SoftMarginSVM(seed=np.uint8(3)), "seed", 3),
        (lambda: SoftMarginSVM(algorithm=np.str_("smo")), "algorithm", "smo"),
        (lambda: solvers.LogisticRegression(penalise_bias=np.bool_(True)), "penalise_bias", True),
        (lambda: solvers.LeastSquares(targets=np.array([1, 2])), "targets", (1.0, 2.0)),
        (lambda: solvers.LeastSquares(targets=[np.float32(1), 2]), "targets", (1.0, 2.0)),
        (lambda: GaussianKernel(np.float32(0.5)), "sigma", 0.5),
    ],
)
def test_scalars_of_numpy_are_numbers(build, name, plain):
    """They become plain ones, so that equality, hashes, files and error texts see no difference."""
    built = build()
    value = getattr(built, name)
    assert value == plain
    assert type(value) is type(plain)
    hash(built)
    assert "np." not in repr(built)


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: SoftMarginSVM(C=np.float64("nan")), "C must be a number above 0; got"),
        (lambda: SoftMarginSVM(C=np.bool_(True)), "C must be a number; got"),
        (lambda: SoftMarginSVM(C=10**400), "of a size between 1e-75 and 1e[+]75; got 1000000"),
        (
            lambda: SoftMarginSVM(C=math.inf),
            (
                "C must be finite; got inf. The limit, with no point inside the margin, is "
                "HardMarginSVM"
            ),
        ),
        (
            lambda: SoftMarginSVM(C=5e-324),
            "C must be a number above 0, of a size between 1e-75 and 1e[+]75; got 5e-324",
        ),
        (lambda: GaussianKernel(1e-200), "sigma must be a number above 0, of a size between"),
        (lambda: SoftMarginSVM(algorithm=["smo"]), "algorithm must be one of"),
        (lambda: SoftMarginSVM(algorithm=np.array(["smo", "smo"])), "algorithm must be one of"),
        (
            lambda: solvers.LeastSquares(targets=(1.0, math.nan)),
            "targets must be numbers, each a finite number; got",
        ),
        (
            lambda: solvers.LeastSquares(targets=(1.0, 1e308)),
            "targets must be numbers, each .* of a size between",
        ),
        (lambda: solvers.LeastSquares(targets=("1", 2)), "targets must be a sequence of numbers"),
    ],
)
def test_parameters_out_of_the_range_of_numbers_are_refused(build, words):
    with pytest.raises(ValueError, match=words):
        build()


# --- arguments of fit -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            {"method": SoftMarginSVM},
            r"method must be an instance: pass SoftMarginSVM\(\), not the class SoftMarginSVM",
        ),
        (
            {"method": np.zeros((2, 2))},
            r"the method comes first, then points and labels: fit\(method, X, y\)",
        ),
        ({"method": "svm"}, r"not its name .svm.: did you mean SoftMarginSVM\(\)\?"),
        ({"method": FIT}, "method must be a Method"),
        ({"features": Polynomial}, r"pass Polynomial\(\), not the class"),
        ({"features": GaussianKernel()}, "features must be a FeatureMap such as"),
        ({"kernel": GaussianKernel}, r"pass GaussianKernel\(\), not the class"),
        ({"kernel": "rbf"}, "kernel must be a Kernel such as"),
        ({"start": np.zeros(2)}, "start must be a Fit such as the result of an earlier fit"),
    ],
)
def test_things_of_another_kind_are_named(arguments, words):
    given = {"method": SoftMarginSVM(), "X": X, "y": Y} | arguments
    with pytest.raises(TypeError, match=words):
        solvers.fit(**given)


@pytest.mark.parametrize("budget", [-1, 0, 2.0, True, math.inf, "3"])
def test_a_budget_is_a_whole_number_of_at_least_one(budget):
    with pytest.raises(ValueError, match="max_steps must be a whole number of at least 1"):
        solvers.fit(SoftMarginSVM(), X, Y, max_steps=budget)


@pytest.mark.parametrize("row", [-1, 4, 1.0, True, None, "0"])
def test_a_grabbed_row_is_a_row_of_the_points(row):
    with pytest.raises(
        ValueError, match="the row must be a whole number from 0 to 3, one of the 4 points"
    ):
        solvers.grab(FIT, row)


def test_what_is_grabbed_is_a_fit():
    with pytest.raises(TypeError, match="fit must be a Fit such as the result of an earlier fit"):
        solvers.grab(SoftMarginSVM(), 0)
    assert solvers.grab(FIT, np.int64(1)).move((0.5, 0.5)).w is not None


def test_a_kernel_and_a_feature_map_exclude_each_other():
    with pytest.raises(ValueError, match="kernel and features exclude each other"):
        solvers.fit(
            SoftMarginSVM(), X, Y, kernel=GaussianKernel(), features=Polynomial(2).as_written
        )
    assert solvers.fit(
        SoftMarginSVM(), X, Y, kernel=GaussianKernel(), features=solvers.Identity()
    ).has_model


# --- points ---------------------------------------------------------------------------------------

BAD_POINTS = [
    (np.ma.masked_array(X, mask=X == 2.0), "masked entry in row 2"),
    ([np.ma.masked_array(row, mask=row > 2.0) for row in X], "masked entry in row 3"),
    ([[0.0, 1.0], [np.ma.masked, 1.0], [1.0, 1.0], [2.0, 1.0]], "masked entry in row 1"),
    (X.astype(complex), "must hold real numbers; got complex numbers"),
    (X.astype(str), "must hold real numbers; got words"),
    (X.astype(bytes), "must hold real numbers; got bytes"),
    (X.astype("datetime64[s]"), "must hold real numbers; got dates"),
    ([[0, 1], [1, "2"], [1, 1], [2, 1]], "must hold real numbers; got words"),
    (np.array([[0, 1], [1, "2"], [1, 1], [2, 1]], dtype=object), "row 1 holds '2'"),
    (np.array([[0, 1], [1, 2], [1, None], [2, 1]], dtype=object), "row 2 holds None"),
    ([[0, 1], [1, 2], [1, 1j], [2, 1]], "got complex numbers"),
    ([[0, 1], [1, 2], [1], [2, 1]], "rows of equal length"),
    ([[0, 1], [1, 10**400], [1, 2], [2, 1]], "beyond the range of doubles"),
    (
        np.array([[0, 1], [1, 2], [1, 2], [np.finfo(np.longdouble).max, 1]], dtype=np.longdouble),
        "row 3 holds .* not a finite number",
    ),
    (
        [[0, 1], [1, 2], [1, math.nan], [2, 1]],
        "row 2 holds a coordinate that is not a finite number",
    ),
    (
        [[0, 1], [1, 2], [1, -math.inf], [2, 1]],
        "row 2 holds a coordinate that is not a finite number",
    ),
    ([0.0, 1.0], r"got shape \(2,\): write \[\[0.0, 1.0\]\] for a single point"),
    (X[None], r"got shape \(1, 4, 2\)"),
    (X.T, r"got shape (\(2, 4\): transpose it|\(4,\): transpose X)"),
    (5.0, r"got shape \(\)"),
]


@pytest.mark.parametrize(("bad", "words"), BAD_POINTS)
def test_points_that_are_none_are_refused_wherever_they_come_in(bad, words):
    with pytest.raises(ValueError, match=words):
        solvers.fit(SoftMarginSVM(), bad, Y)
    with pytest.raises(ValueError, match=words):
        solvers.separability(bad, Y)
    for question in (
        FIT.decision_function,
        FIT.predict,
        solvers.fit(solvers.LogisticRegression(), X, Y).predict_proba,
    ):
        with pytest.raises(ValueError, match=words):
            question(bad)
    with pytest.raises(ValueError, match=r"got \(" if "shape" in words else words):
        Dataset(bad, Y)


@pytest.mark.parametrize(
    "good",
    [
        np.ma.masked_array(X, mask=np.zeros(X.shape, bool)),
        X.astype(np.float32),
        X.astype(object),
        X.tolist(),
        [[Fraction(int(v)) for v in row] for row in X],
        X[::-1][::-1],
    ],
    ids=lambda good: type(good).__name__,
)
def test_numbers_of_every_other_kind_are_points(good):
    fit = solvers.fit(SoftMarginSVM(), good, Y)
    assert fit.w.tolist() == FIT.w.tolist()
    assert fit.decision_function(good).tolist() == FIT.decision_function(X).tolist()


def test_no_points_have_no_scores():
    assert FIT.decision_function([]).shape == FIT.predict(np.empty((0, 2))).shape == (0,)


# --- labels ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ([0, 0, 1, "a"], "labels must be of one kind, all numbers or all words; got 0 and 'a'"),
        (["b", True, "a", "b"], "labels must be of one kind"),
        (np.array([0, 0, 1, "a"], dtype=object), "labels must be of one kind"),
        ([0, None, 1, 1], r"the label of row 1 is missing \(None\)"),
        (["a", NAType(), "b", "b"], r"the label of row 1 is missing \(<NA>\)"),
        ([0.0, 1.0, math.nan, 0.0], r"the label of row 2 is missing \(nan\)"),
        (
            np.array([0.0, 1.0, math.nan, 0.0], dtype=object),
            r"the label of row 2 is missing \(nan\)",
        ),
        (np.ma.masked_array([0, 0, 1, 1], mask=[0, 0, 0, 1]), "y has a masked entry in row 3"),
        ([0, 0, 1, np.ma.masked], "y has a masked entry in row 3"),
        ([0j, 0j, 1j, 1j], "labels must be numbers or words .* complex"),
        ([[0, 0, 1, 1]], r"got shape \(1, 4\)"),
        ([[0, 1], [0, 1], [1, 0], [1, 0]], r"got shape \(4, 2\)"),
        ([0, [0], 1, 1], "one label for each"),
        (3, r"got shape \(\)"),
        ([10**400, 1, 1, 1], "the label of row 0 is a number beyond the range of doubles"),
    ],
)
def test_labels_that_are_none_are_refused(bad, words):
    with pytest.raises(ValueError, match=words):
        solvers.fit(SoftMarginSVM(), X, bad)


@pytest.mark.parametrize(
    ("good", "larger"),
    [
        (["a", "a", "b", "b"], "b"),
        (np.array(["a", "a", "b", "b"], dtype=object), "b"),
        ([False, False, True, True], True),
        ([0, False, 1.0, np.int8(1)], 1.0),
        ([10**30, 10**30, 10**31, 10**31], 10**31),
        (np.ma.masked_array([0, 0, 1, 1]), 1),
        (np.array([[0], [0], [1], [1]]), 1),
        ([["a"], ["a"], ["b"], ["b"]], "b"),
    ],
)
def test_numbers_and_words_are_labels(good, larger):
    fit = solvers.fit(SoftMarginSVM(), X, good)
    assert fit.problem.classes[1] == larger
    assert fit.predict(X[-1:])[0] == larger


def test_a_column_of_many_labels_is_a_row_of_them():
    column = np.array([[0], [1], [2], [0]])
    assert solvers.fit(solvers.LeastSquares(), X, column).classes == (0, 1, 2)


@pytest.mark.parametrize(
    "kind", [kind for kind in solvers.METHODS if kind.beginning], ids=lambda kind: kind.__name__
)
def test_a_beginning_of_another_size_is_refused_where_it_is_written(kind):
    with pytest.raises(
        ValueError, match=r"must hold b and the weights of the 2 features, 3 numbers; got 2"
    ):
        solvers.fit(kind(**{kind.beginning: (1.0, 2.0)}), X, Y)
    method = kind(**{kind.beginning: (0.5, 1.0, 2.0)}, max_epochs=1)
    first = solvers.fit(method, X, Y).history[0]
    assert (first.b, *first.w) == pytest.approx((0.5, 1.0, 2.0), rel=1e-12)
    with pytest.raises(ValueError, match="6 numbers; got 3"):
        solvers.fit(method, X, Y, features=Polynomial(2).as_written)
    # A picture whose map has been changed since goes on, from zero.
    assert solvers.solve(
        method, solvers.Problem.from_labels(X, Y, Polynomial(2).as_written)
    ).last.w.shape == (5,)


def test_a_step_is_a_whole_number_and_a_long_parameter_is_cut():
    with pytest.raises(TypeError, match=r"a place in the history is a whole number; got 1\.5"):
        FIT.at(1.5)
    assert FIT.at(np.int64(-1)) is FIT
    targets = solvers.fit(
        solvers.LeastSquares(targets=tuple(np.ones(40))), np.tile(X, (10, 1)), np.tile(Y, 10)
    )
    assert "targets=(1.0, 1.0, … 40 numbers)" in repr(targets)


# --- the range of numbers -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kernel",
    [kind() for kind in solvers.KERNELS] + [solvers.PolynomialKernel(6).as_written],
    ids=str,
)
@pytest.mark.parametrize("scale", [5e-324, 1e-160, 1e-80, 1e-8, 1.0, 1e5, 1e8, 1e30, 1e80, 1e160])
def test_kernels_of_any_size_are_answered_or_refused_with_a_sentence(kernel, scale):
    for method in (SoftMarginSVM(), SoftMarginSVM(algorithm="smo"), solvers.HardMarginSVM()):
        fit = solvers.fit(method, X * scale, Y, kernel=kernel)
        assert fit.explanation
        if fit.has_model:
            assert np.isfinite(fit.decision_function(X * scale)).all()


def test_a_score_that_is_no_number_is_no_class():
    fit = solvers.fit(
        SoftMarginSVM(), X, [0, 1, 0, 1], kernel=solvers.PolynomialKernel(6).as_written
    )
    assert np.isfinite(fit.decision_function([[1e30, -1e30]])).all()
    with pytest.raises(ValueError, match="row 1 of Z lies so far out"):
        fit.predict([[0.0, 0.0], [1e60, 1e60]])


DRAGGED = [
    SoftMarginSVM(),
    solvers.LinearMachine(),
]


@pytest.mark.parametrize("method", DRAGGED, ids=lambda method: type(method).__name__)
@pytest.mark.parametrize(
    "position",
    [[1], None, math.nan, (1.0, math.nan), (math.inf, 0.0), "12", (1.0, 2.0, 3.0), [[1.0], [2.0]]],
)
def test_a_place_to_drag_to_is_two_finite_numbers(method, position):
    drag = solvers.grab(
        solvers.fit(
            method, [[0.0, 0.0], [0.0, 1.0], [3.0, 0.0], [3.0, 1.0]], [0, 0, 1, 1], trace=False
        ),
        0,
    )
    with pytest.raises(ValueError, match=r"^a position (is two numbers|must be finite)"):
        drag.move(position)
    assert drag.move((np.float32(0.5), np.int64(0))) is not None
