"""The values everything is made of: parameters, data set, problem, driver, feature maps and
kernels.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Annotated, ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import solvers
from solvers import (
    Choice,
    Dataset,
    FeatureMap,
    Iterate,
    Kernel,
    Method,
    Outcome,
    Problem,
    Range,
    Status,
    kernels,
    maps,
)
from solvers.arrays import locked
from solvers.drive import HISTORY
from solvers.parameters import Only, Symbol, parameters_of
from solvers.result import Bounds

# --- parameters -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Toy(Method):
    """A method with one parameter of every kind; its steps count up."""

    name: ClassVar[str] = "Toy"

    size: Annotated[float, Range(0.0, 10.0, open_low=True), Symbol("s")] = 1.0
    count: Annotated[int, Range(1, 5)] = 2
    way: Annotated[str, Choice(("up", "down"), ("upwards", "downwards"))] = "up"
    fast: bool = False
    limit: Annotated[float | None, Range(0.0), Only("way", ("down",))] = None
    steps_wanted: int = 5

    def steps(self, problem, start, trace):
        """Yield ``steps_wanted`` iterates."""
        for k in range(self.steps_wanted):
            yield Iterate(locked(np.array([1.0, float(k)])), float(k), note=f"{k}")
        return Outcome(Status.CONVERGED, "Counted.")

    def bounds(self, problem, iterate, margins):
        """Nothing to certify."""
        return Bounds(0.0)


def test_parameters_are_read_from_the_annotations() -> None:
    size, count, way, fast, limit, _ = parameters_of(Toy)
    assert (size.kind, size.symbol, size.default) == ("float", "s", 1.0)
    assert (count.kind, count.expectation) == ("int", "a whole number in [1, 5]")
    assert way.choice.label_of("down") == "downwards"
    assert (fast.kind, fast.expectation) == ("bool", "true or false")
    assert limit.optional
    assert not limit.applies(Toy())
    assert limit.applies(Toy(way="down"))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"size": 0.0}, r"Toy: size must be a number in \(0, 10\]; got 0.0"),
        ({"size": float("nan")}, r"size must be .*got nan"),
        ({"size": "big"}, r"size must be a number; got 'big'"),
        ({"size": True}, r"size must be a number; got True"),
        ({"count": 2.0}, r"count must be a whole number; got 2.0"),
        ({"count": 6}, r"count must be a number in \[1, 5\]; got 6"),
        ({"way": "left"}, r"way must be one of up, down; got 'left'"),
        ({"fast": 1}, r"fast must be true or false; got 1"),
        ({"limit": -1.0}, r"limit must be a number of at least 0; got -1.0"),
    ],
    ids=str,
)
def test_wrong_parameters_are_refused_with_what_was_expected(
    wrong: dict[str, object], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        Toy(**wrong)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("size", "2.5", 2.5),
        ("size", "1e-3", 1e-3),
        ("count", "3", 3),
        ("way", "down", "down"),
        ("fast", "Yes", True),
        ("fast", "0", False),
    ],
)
def test_words_of_a_command_line_become_values(name: str, text: str, value: object) -> None:
    parameter = next(p for p in parameters_of(Toy) if p.name == name)
    parsed = parameter.parse(text)
    assert parsed == value
    assert type(parsed) is type(value)


def test_an_optional_parameter_can_be_none() -> None:
    limit = next(p for p in parameters_of(Toy) if p.name == "limit")
    assert limit.parse("none") is None
    assert limit.parse("3") == 3.0
    assert Toy(limit=None).limit is None


def test_several_numbers_are_written_with_commas() -> None:
    begin = next(p for p in parameters_of(solvers.Perceptron) if p.name == "begin")
    assert begin.parse("0.5, 1,-2e3") == (0.5, 1.0, -2000.0)
    assert begin.parse("none") is None
    for wrong in ("1,", "1;2", "1,nan"):
        with pytest.raises(
            ValueError,
            match="begin must be numbers with commas between them, each a finite number; got",
        ):
            begin.parse(wrong)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("size", "much"),
        ("size", "11"),
        ("size", "inf"),
        ("count", "2.5"),
        ("way", "left"),
        ("fast", "maybe"),
    ],
)
def test_wrong_words_are_refused_with_the_name_and_the_text(name: str, text: str) -> None:
    parameter = next(p for p in parameters_of(Toy) if p.name == name)
    with pytest.raises(ValueError, match=rf"^{name} must be .*; got '{text}'$"):
        parameter.parse(text)


@pytest.mark.parametrize(
    ("allowed", "words"),
    [
        (Range(), "a finite number"),
        (Range(0.0), "a number of at least 0"),
        (Range(0.0, open_low=True), "a number above 0"),
        (Range(high=3.0), "a number of at most 3"),
        (Range(high=3.0, open_high=True), "a number below 3"),
        (Range(0.0, 2.0, open_low=True, open_high=True), "a number in (0, 2)"),
    ],
    ids=str,
)
def test_a_range_says_what_it_contains(allowed: Range, words: str) -> None:
    assert str(allowed) == words
    assert not allowed.contains(float("inf"))
    assert not allowed.contains(float("nan"))


@given(st.floats(-5, 5), st.booleans(), st.booleans())
def test_open_ends_exclude_exactly_the_ends(value: float, open_low: bool, open_high: bool) -> None:
    inside = Range(-1.0, 1.0, open_low=open_low, open_high=open_high).contains(value)
    assert inside is (
        -1 < value < 1 or (value == -1 and not open_low) or (value == 1 and not open_high)
    )


@pytest.mark.parametrize("kind", solvers.METHODS, ids=lambda kind: kind.__name__)
def test_every_method_tells_all_about_its_parameters(kind: type[Method]) -> None:
    default = kind()
    assert kind.name
    assert kind.label
    assert kind.summary.endswith(".")
    assert kind.objective
    assert kind.__doc__
    for parameter in parameters_of(kind):
        assert parameter.problem_with(getattr(default, parameter.name)) is None
        if (
            parameter.range is not None
            and parameter.range.log
            and parameter.range.slider is not None
        ):
            assert parameter.range.slider[0] > 0
        if parameter.choice is not None:
            assert not parameter.choice.labels or len(parameter.choice.labels) == len(
                parameter.choice.options
            )
        if parameter.only is not None:
            assert parameter.only.name in {p.name for p in parameters_of(kind)}
    assert kind() == default
    assert hash(kind()) == hash(default)


# --- data set and problem -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("X", "labels", "words"),
    [
        (np.zeros((3, 3)), [0, 1, 0], r"X must be \(n, 2\)"),
        (np.zeros((3, 2)), [0, 1], r"labels \(n,\)"),
        (np.zeros((2, 2)), [0, 2], "indices of the 2 class names"),
        (np.zeros((2, 2)), [0, -1], "indices of the 2 class names"),
    ],
)
def test_data_sets_that_do_not_fit_are_refused(X, labels, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Dataset(X, np.array(labels))


@pytest.mark.parametrize(
    ("X", "y", "words"),
    [
        (np.zeros((3, 2)), [0, 1], "one label for each of the 3 points"),
        (
            np.zeros((3, 2)),
            [0, 1, 2],
            r"at most two distinct classes .* got 3 \(0, 1, 2\): choose two",
        ),
        (np.zeros((3, 2)), ["a", "b", "c"], r"got 3 \(a, b, c\)"),
    ],
)
def test_problems_that_do_not_fit_are_refused(X, y, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Problem.from_labels(X, y)


def test_edits_return_new_data_sets_and_share_what_did_not_change() -> None:
    data = Dataset(np.arange(8.0).reshape(4, 2), np.array([0, 1, 0, 1]))
    moved = data.moved(1, [9.0, 9.0])
    assert moved.labels is data.labels
    assert moved.counts == data.counts == (2, 2)
    assert moved.X[1].tolist() == [9.0, 9.0]
    assert data.X[1].tolist() == [2.0, 3.0]
    assert data.flipped([0, 3]).labels.tolist() == [1, 1, 0, 0]
    assert data.flipped([0]).X is data.X
    assert data.removed([0, 2]).X.tolist() == [[2.0, 3.0], [6.0, 7.0]]
    assert data.added([[5.0, 5.0]], 1).counts == (2, 3)
    assert data.renamed(("no", "yes")).class_names == ("no", "yes")
    for each in (data, moved, data.flipped([0]), data.removed([0]), data.added([[0, 0]], 0)):
        assert not each.X.flags.writeable
        assert not each.labels.flags.writeable
    assert data.y.tolist() == [-1, 1, -1, 1]


@pytest.mark.parametrize(
    ("edit", "row"),
    [
        (lambda data, bad: data.moved(2, bad), 2),
        (lambda data, bad: data.moved(-1, bad), 4),
        (lambda data, bad: data.moved([3, 1], [[0.0, 0.0], bad]), 1),
        (lambda data, bad: data.moved(np.array([False, False, False, True, False]), bad), 3),
        (lambda data, bad: data.added([[1.0, 1.0], bad], 0), 6),
    ],
    ids=["one", "from the end", "a list", "a mask", "added"],
)
def test_an_edit_names_the_row_of_the_data_set(edit, row):
    data = Dataset(np.zeros((5, 2)), np.zeros(5, int))
    with pytest.raises(ValueError, match=f"^row {row} holds"):
        edit(data, [np.nan, 0.0])


def test_the_callers_array_is_copied_not_locked() -> None:
    X = np.zeros((2, 2))
    Dataset(X, np.array([0, 1]))
    X[0, 0] = 1.0


@pytest.mark.parametrize(
    ("label", "sign"), [(-1, -1.0), (1, 1.0), (0, -1.0), ("spam", 1.0), (False, -1.0), (True, 1.0)]
)
def test_a_single_class_keeps_its_own_sign(label, sign: float) -> None:
    problem = Problem.from_labels(np.zeros((2, 2)), [label, label])
    assert problem.y.tolist() == [sign, sign]
    assert not problem.has_both_classes


def test_sums_of_a_kernel_model_are_kept_where_its_multipliers_cannot_change() -> None:
    problem = Problem.from_labels(np.eye(2), [0, 1], kernel=solvers.GaussianKernel(0.7))
    alpha = np.ones(2)
    assert problem.expansion(alpha) is not problem.expansion(alpha)
    assert problem.expansion(locked(alpha)) is problem.expansion(alpha)


# --- iterates -------------------------------------------------------------------------------------


def test_a_kernel_iterate_has_no_scores_of_its_own() -> None:
    with pytest.raises(ValueError, match="decision_function"):
        Iterate(None, 0.0, alpha=np.ones(2)).scores(np.zeros((1, 2)))


# --- the driver -----------------------------------------------------------------------------------

TWO = np.array([[0.0, 0.0], [1.0, 1.0]])


@pytest.mark.parametrize("steps", [1, 2, 511, 512, 513, 1000, 5000])
def test_the_history_is_thinned_evenly_with_first_and_last_kept(steps: int) -> None:
    fit = solvers.fit(Toy(steps_wanted=steps), TWO, [0, 1])
    shown = [int(h.b) for h in fit.history]
    assert shown[0] == 0
    assert shown[-1] == steps - 1
    assert fit.history[-1] is fit.last
    assert len(shown) <= HISTORY + 1
    assert len(shown) >= min(steps, HISTORY // 2)
    gaps = np.diff(shown)
    assert len(set(gaps[:-1].tolist())) <= 1
    assert fit.status is Status.CONVERGED


def test_the_budget_counts_iterates() -> None:
    fit = solvers.fit(Toy(steps_wanted=50), TWO, [0, 1], max_steps=7)
    assert fit.status is Status.BUDGET
    assert fit.b == 6.0
    assert len(fit.history) == 7


def test_cancellation_shows_the_last_step() -> None:
    asked: list[int] = []

    def cancelled() -> bool:
        asked.append(1)
        return len(asked) >= 4

    fit = solvers.fit(Toy(steps_wanted=50), TWO, [0, 1], cancelled=cancelled)
    assert fit.status is Status.CANCELLED
    assert fit.b == 3.0
    assert "cancelled" in fit.explanation


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_numbers_out_of_range_end_the_run_at_the_last_good_step(bad: float) -> None:
    class Explodes(Toy):
        def steps(self, problem, start, trace):
            yield Iterate(locked(np.array([1.0, 2.0])), 3.0)
            yield Iterate(locked(np.array([1.0, 2.0])), bad)
            raise AssertionError("asked for a step after the numbers had left the range")

    fit = solvers.fit(Explodes(), TWO, [0, 1])
    assert fit.status is Status.UNBOUNDED
    assert fit.b == 3.0
    assert "last finite step" in fit.explanation


def test_heartbeats_are_no_steps_and_the_solver_is_closed() -> None:
    closed: list[bool] = []

    class Beats(Toy):
        def steps(self, problem, start, trace):
            try:
                yield None
                yield Iterate(locked(np.array([1.0, 2.0])), 3.0)
                yield None
                yield Iterate(locked(np.array([1.0, 2.0])), 4.0)
            finally:
                closed.append(True)
            return Outcome(Status.CONVERGED)

    fit = solvers.fit(Beats(), TWO, [0, 1], max_steps=1)
    assert fit.b == 3.0
    assert len(fit.history) == 1
    assert closed == [True]


def test_a_solver_without_any_step_gives_no_model() -> None:
    class Silent(Toy):
        def steps(self, problem, start, trace):
            return Outcome(Status.SINGULAR, "Nothing to show.")
            yield

    fit = solvers.fit(Silent(), TWO, [0, 1])
    assert not fit.has_model
    assert fit.history == (fit.last,)
    assert fit.status is Status.SINGULAR
    assert np.isnan(fit.certificate.primal)


# --- feature maps and kernels ---------------------------------------------------------------------


def test_degree_two_is_written_as_in_the_lecture() -> None:
    root = np.sqrt(2)
    np.testing.assert_allclose(
        solvers.Polynomial(2).map(np.array([[2.0, 3.0]]))[0], [root * 2, root * 3, root * 6, 4, 9]
    )


@pytest.mark.parametrize(
    ("features", "values"),
    [
        (solvers.Identity(), [2, 3]),
        (solvers.QuadraticDiagonal().as_written, [2, 3, 4, 9]),
        (solvers.Circle().as_written, [2, 3, 13]),
        (solvers.Product(0.5).as_written, [2, 3, 3]),
        (solvers.Parabola().as_written, [2, 13]),
        (solvers.Monomials().as_written, [2, 3]),
        (solvers.Monomials(False, False, True, True, True).as_written, [4, 6, 9]),
        (solvers.Monomials(False, False).as_written, [2]),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_feature_maps_by_hand(features: solvers.FeatureMap, values: list[float]) -> None:
    assert features.map(np.array([[2.0, 3.0]])).tolist() == [values]
    assert len(features.terms) == len(values)
    assert features.map(np.empty((0, 2))).shape == (0, len(values))


def test_points_that_a_map_sends_out_of_range_are_refused_without_a_warning() -> None:
    X = np.array([[1e150, 0.0], [0.0, 1.0], [2.0, 3.0]])
    fit = solvers.fit(Toy(), X, [0, 1, 1], features=solvers.Polynomial(4).as_written)
    assert fit.status is Status.NOT_APPLICABLE
    assert "range of numbers" in fit.explanation


def test_a_score_far_outside_the_picture_may_be_infinite_without_a_warning() -> None:
    near = solvers.fit(
        solvers.Fisher(),
        [[0.0, 0.0], [1.0, 0.5], [4.0, 1.0]],
        [0, 0, 1],
        features=solvers.Circle().as_written,
    )
    assert not np.isfinite(near.decision_function([[1e200, 0.0]])).all()


def kinds_in(room: ModuleType, base: type) -> set[type]:
    """The kinds that a room imports to be found there."""
    return {
        kind for kind in vars(room).values() if isinstance(kind, type) and issubclass(kind, base)
    }


def test_every_map_and_kernel_is_listed_and_named() -> None:
    assert set(solvers.FEATURE_MAPS) == kinds_in(maps, FeatureMap) - {
        FeatureMap,
        maps.PowerMap,
        maps.Section,
        maps.Mirrored,
    }
    assert set(solvers.KERNELS) == kinds_in(kernels, Kernel) - {Kernel, kernels.CentredKernel}
    assert all(each.name for each in (*solvers.FEATURE_MAPS, *solvers.KERNELS))
    assert solvers.Polynomial(1).is_linear
    assert not solvers.Polynomial(2).is_linear
    assert solvers.Monomials().is_linear
    assert not solvers.Monomials(product=True).is_linear
    assert not solvers.Monomials(second=False).is_linear


def test_kernels_by_hand() -> None:
    a, b = np.array([[1.0, 2.0]]), np.array([[3.0, -1.0], [0.0, 0.0]])
    np.testing.assert_allclose(solvers.LinearKernel().gram(a, b), [[1.0, 0.0]])
    np.testing.assert_allclose(solvers.PolynomialKernel(3).gram(a, b), [[8.0, 1.0]])
    np.testing.assert_allclose(solvers.GaussianKernel(2.0).gram(a, b), np.exp([[-13 / 8, -5 / 8]]))
    np.testing.assert_allclose(solvers.TanhKernel(0.5, -1.0).gram(a, b), np.tanh([[-0.5, -1.0]]))


def test_the_gaussian_kernel_is_exact_far_from_the_origin() -> None:
    near = np.array([[0.0, 0.0], [0.5, 0.25]])
    kernel = solvers.GaussianKernel(0.5)
    np.testing.assert_array_equal(
        kernel.gram(near + 2.0**27, near + 2.0**27), kernel.gram(near, near)
    )


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (solvers.GaussianKernel, 0.0),
        (solvers.Polynomial, 7),
        (solvers.Product, 0.0),
        (solvers.TanhKernel, -1.0),
    ],
)
def test_maps_and_kernels_check_their_parameters(kind, value) -> None:
    with pytest.raises(ValueError, match=f"{kind.__name__}: .* must be"):
        kind(value)
