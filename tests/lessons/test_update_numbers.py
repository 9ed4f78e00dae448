"""The numbers of one update, as they are printed, add up to the new weights."""

from __future__ import annotations

import csv
import io
import random
import re
import zlib
from dataclasses import replace
from itertools import chain

import numpy as np
import pytest
from printed import entries, value

from linclass_gui.answers.scenes import scene_of
from linclass_gui.files.shipped import lesson_path
from linclass_gui.lessons.lesson_file import read_lesson
from linclass_gui.lessons.numbers import numbers_of
from linclass_gui.lessons.numbers.block import Numbers
from linclass_gui.lessons.numbers.update import numbers_of_step, run_csv
from solvers import (
    LMS,
    METHODS,
    AnyFit,
    AnyMethod,
    BayesianLogistic,
    HardMarginSVM,
    HoKashyap,
    Iterate,
    LinearMachine,
    LogisticRegression,
    ManyMethod,
    Method,
    MulticlassSVM,
    OneVsOne,
    Perceptron,
    Relaxation,
    SoftMarginSVM,
    Softmax,
    StepTerms,
    explain_step,
    fit,
    separability,
)

DATA = ("lattice", "measured", "overlap")


def three_classes(kind: str) -> tuple[np.ndarray, np.ndarray]:
    """Five points of each of three classes."""
    rng = np.random.default_rng(zlib.crc32(kind.encode()))
    X = rng.normal(size=(15, 2)) + np.repeat([[0.0, 2.0], [2.0, -1.0], [-2.0, -1.0]], 5, axis=0)
    rounded = np.round(X) if kind == "lattice" else X
    order = rng.permutation(15)
    return rounded[order], np.repeat([0, 1, 2], 5)[order]


def points(kind: str) -> tuple[np.ndarray, np.ndarray]:
    """Twelve or sixteen points of each of two classes."""
    rng = np.random.default_rng(zlib.crc32(kind.encode()))
    count, apart = (16, 0.5) if kind == "overlap" else (12, 2.5)
    X = rng.normal(size=(2 * count, 2)) + np.repeat([[apart], [-apart]], count, axis=0)
    y = np.repeat([1.0, -1.0], count)
    rounded = np.round(X) if kind == "lattice" else X
    order = rng.permutation(len(y))
    return rounded[order], y[order]


def vector(numbers: Numbers, symbol: str) -> np.ndarray:
    """The printed vector, or the entries of a printed matrix, row by row."""
    return entries(numbers)[symbol].ravel()


def fact(numbers: Numbers, symbol: str) -> float:
    """A printed number beside its name."""
    return value(dict(numbers.lines).get(f"${symbol}$", "1"))


def columns(numbers: Numbers, *beginnings: str) -> np.ndarray:
    """The rows of the printed table, of the columns whose heads begin so."""
    assert numbers.table is not None
    places = [k for k, head in enumerate(numbers.table.head) if head.startswith(beginnings)]
    return np.array([[value(row[k]) for k in places] for row in numbers.table.rows])


def assert_prints(found: np.ndarray, printed: np.ndarray, numbers: Numbers) -> None:
    """Sums of printed numbers are the printed sum, as far as four digits of each tell."""
    tables = () if numbers.table is None else numbers.table.rows
    texts = chain.from_iterable(
        (*(row for one in numbers.matrices for row in one.entries), *(row[1:] for row in tables))
    )
    sizes = [abs(value(text)) for text in texts if re.fullmatch(r"−?\d[\d./]*(·10\^.*)?", text)]
    np.testing.assert_allclose(found, printed, rtol=0.0, atol=2e-3 * max(sizes))


def steps_of(method: AnyMethod, kind: str) -> list[tuple[AnyFit, int]]:
    """Ten steps of a fit, chosen by lot."""
    run = fit(method, *(three_classes if isinstance(method, ManyMethod) else points)(kind))
    steps = range(1, len(run.history))
    chosen = random.Random(f"{method}{kind}").sample(steps, min(10, len(steps)))
    explained = [step for step in sorted(chosen) if isinstance(explain_step(run, step), StepTerms)]
    assert len(explained) >= min(10, len(steps)) - 2, explain_step(run, chosen[0])
    return [(run, step) for step in explained]


def assert_solves(H: np.ndarray, step: np.ndarray, gradient: np.ndarray) -> None:
    """The printed step solves the printed system, but for the rounding of its numbers."""
    size = np.abs(H).sum(axis=1) * np.abs(step).max()
    assert np.all(np.abs(H @ step + gradient) <= 1e-3 * size + 1e-6)


CORRECTING = [
    *(Perceptron(update=u, schedule=s, margin=m) for u in ("single", "batch")
      for s, m in (("constant", 0.0), ("1/k", 0.5))),
    Perceptron(keep="best", order="shuffled", rate=0.3),
    Perceptron(fit_intercept=False),
    Perceptron(standardise="always"),
    *(Relaxation(update=u, schedule=s, rate=r) for u in ("single", "batch")
      for s, r in (("constant", 1.7), ("1/k", 0.5))),
    Relaxation(fit_intercept=False, order="shuffled"),
    HoKashyap(), HoKashyap(rate=0.3, fit_intercept=False),
    LMS(), LMS(order="cyclic", rate=1.0), LMS(fit_intercept=False), LMS(standardise="always"),
]  # fmt: skip


@pytest.mark.parametrize("kind", DATA)
@pytest.mark.parametrize("method", CORRECTING, ids=str)
def test_samples_times_the_rate_lead_to_the_new_weights(method: Method, kind: str) -> None:
    for run, step in steps_of(method, kind):
        numbers = numbers_of_step(run, step)
        old = vector(numbers, numbers.matrices[0].symbol)
        added, new = columns(numbers, "to ").sum(axis=0), vector(numbers, "a_{new}")
        assert_prints(old + fact(numbers, "η") * added, new, numbers)
        new = entries(numbers).get("(b, w)_{data}", new).ravel()
        shown = run.history[step]
        weights = [shown.b, *shown.w] if method.has_offset else shown.w
        np.testing.assert_allclose(new, weights, rtol=1e-3, atol=1e-3)


AVERAGED = [
    Perceptron(keep="average", order="shuffled"),
    Perceptron(keep="average", update="batch", margin=0.5),
    Perceptron(keep="average", schedule="1/k", fit_intercept=False),
    Perceptron(keep="average", standardise="always", begin=(1.0, 2.0, -1.0)),
]


@pytest.mark.parametrize("kind", DATA)
@pytest.mark.parametrize("method", AVERAGED, ids=str)
def test_lines_times_their_visits_lead_to_the_average(method: Method, kind: str) -> None:
    run = fit(method, *points(kind))
    for step in (1, len(run.history) // 2):
        of_last = replace(method, keep="last")
        assert numbers_of_step(run, step) == numbers_of_step(fit(of_last, *points(kind)), step)
    numbers = numbers_of_step(run, len(run.history) - 1)
    T, average = fact(numbers, "T"), vector(numbers, "a_{average}")
    total = vector(numbers, "\\sum_k c_k a_k")
    visits, *weights = columns(numbers, "$c_k").sum(axis=0)
    assert visits == T
    assert_prints(np.array(weights), total, numbers)
    assert_prints(total / T, average, numbers)
    if not method.has_offset or not run.problem.X.any():
        return
    average = entries(numbers).get("(b, w)_{data}", average).ravel()
    np.testing.assert_allclose(average, [run.b, *run.w], atol=1e-3)


NEWTON = [
    LogisticRegression(),
    LogisticRegression(l2=0.1, positive_weight=3.0, penalise_bias=True),
    LogisticRegression(fit_intercept=False),
    BayesianLogistic(),
]


@pytest.mark.parametrize("kind", DATA)
@pytest.mark.parametrize("method", NEWTON, ids=str)
def test_a_newton_step_solves_its_system(method: Method, kind: str) -> None:
    for run, step in steps_of(method, kind):
        numbers = numbers_of_step(run, step)
        gradient, full = vector(numbers, "∇"), vector(numbers, "−H^{−1} ∇")
        added = columns(numbers, "in ").sum(axis=0)
        assert_prints(added + vector(numbers, "P a"), gradient, numbers)
        assert_solves(entries(numbers)["H"], full, gradient)
        old = vector(numbers, numbers.matrices[0].symbol)
        found = old + fact(numbers, "η") * full
        assert_prints(found, vector(numbers, "a_{new}"), numbers)


def test_a_pair_of_points_that_are_close_has_a_curvature() -> None:
    X, y = points("measured")
    run = fit(SoftMarginSVM(algorithm="smo"), 1e-6 * X, y)
    numbers = numbers_of_step(run, 1)
    rows = [int(row[0]) - 1 for row in numbers.table.rows]
    squared = 1e-12 * ((X[rows[0]] - X[rows[1]]) ** 2).sum()
    eta = fact(numbers, "η = K_{ii} + K_{jj} − 2 K_{ij}")
    assert eta == pytest.approx(squared, rel=1e-3)
    assert "/" not in dict(numbers.lines)["$(E_j − E_i)/η$"]


DESCENT = [
    LogisticRegression(algorithm="gradient", **settings)
    for settings in (
        {}, {"step": "constant"}, {"penalise_bias": True, "l2": 0.1},
        {"fit_intercept": False}, {"positive_weight": 3.0},
    )
]  # fmt: skip


@pytest.mark.parametrize("kind", DATA)
@pytest.mark.parametrize("method", DESCENT, ids=str)
def test_a_gradient_is_the_sum_of_its_terms(method: Method, kind: str) -> None:
    for run, step in steps_of(method, kind):
        numbers = numbers_of_step(run, step)
        gradient = vector(numbers, "∇")
        added = columns(numbers, "in ").sum(axis=0)
        assert_prints(added + vector(numbers, "P a"), gradient, numbers)
        found = vector(numbers, "a") - fact(numbers, "η") * gradient
        assert_prints(found, vector(numbers, "a_{new}"), numbers)


MACHINES = [LinearMachine(update=u, schedule=s, margin=0.5) for u in ("single", "batch")
            for s in ("constant", "1/k")]  # fmt: skip


@pytest.mark.parametrize("kind", DATA)
@pytest.mark.parametrize("method", MACHINES, ids=str)
def test_a_sample_is_added_to_its_class_and_taken_from_its_rival(
    method: ManyMethod, kind: str
) -> None:
    names = ("a", "b", "c")
    for run, step in steps_of(method, kind):
        numbers = numbers_of_step(run, step, names)
        rate, weights = fact(numbers, "η"), entries(numbers)["A = (b, W)"].copy()
        assert numbers.table is not None
        total, new = (entries(numbers)[one] for one in ("\\sum_i ± (1, x_i)", "A_{new}"))
        assert_prints(weights + rate * total, new, numbers)
        if numbers.table.rows[-1][0].endswith("more"):
            continue
        for row in numbers.table.rows:
            sample = np.array([value(entry) for entry in row[5:]])
            weights[names.index(row[1])] += rate * sample
            weights[names.index(row[2])] -= rate * sample
        assert_prints(weights, new, numbers)


@pytest.mark.parametrize("kind", DATA)
def test_a_step_of_softmax_solves_its_system(kind: str) -> None:
    for run, step in steps_of(Softmax(), kind):
        numbers = numbers_of_step(run, step, ("a", "b", "c"))
        full, gradient, pulls, penalty, old, new = (
            vector(numbers, one) for one in ("−H^{−1} ∇", "∇", "G", "P θ", "θ", "θ_{new}")
        )
        assert_prints(pulls + penalty, gradient, numbers)
        X, p_minus_t = np.column_stack([np.ones(15), run.problem.X]), explain_step(run, step)
        found = p_minus_t.table.values[:, :2].T @ X / 15.0
        np.testing.assert_allclose(pulls, found.ravel(), atol=1e-4)
        assert_solves(entries(numbers)["H"], full, gradient)
        assert_prints(old + fact(numbers, "η") * full, new, numbers)


SUBGRADIENT = [
    SoftMarginSVM(algorithm="subgradient", max_iterations=400, **settings)
    for settings in (
        {}, {"keep": "last", "batch": 5}, {"schedule": "constant", "step": 0.3},
        {"positive_weight": 3.0, "C": 10.0},
    )
]  # fmt: skip


@pytest.mark.parametrize("kind", DATA)
@pytest.mark.parametrize("method", SUBGRADIENT, ids=str)
def test_a_subgradient_is_the_sum_of_the_hinges_that_count(
    method: SoftMarginSVM, kind: str
) -> None:
    for run, step in steps_of(method, kind):
        numbers = numbers_of_step(run, step)
        gradient, penalty = vector(numbers, "∇"), vector(numbers, "λ (w, 0)")
        added = columns(numbers, "in ").sum(axis=0) if numbers.table.rows else 0.0
        assert_prints(added + penalty, gradient, numbers)
        old, new = vector(numbers, "a = (w, b)"), vector(numbers, "a_{new}")
        assert_prints(old - fact(numbers, "τ") * gradient, new, numbers)
        if method.keep == "average":
            share, mean = fact(numbers, "ρ"), vector(numbers, "m")
            assert_prints(mean + share * (new - mean), vector(numbers, "m_{new}"), numbers)
        data = vector(numbers, "(b, w)_{data}")
        iterate = run.history[step]
        assert np.allclose(data, [iterate.b, *iterate.w], rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("unit", [1e-6, 1e6])
def test_every_step_of_a_subgradient_is_followed_in_any_unit(unit: float) -> None:
    """In tiny units the penalty takes all of w at the first steps: 1 - rate λ is nearly 0."""
    X, y = points("overlap")
    for method in (SUBGRADIENT[1], replace(SUBGRADIENT[1], batch=1), SUBGRADIENT[0]):
        run = fit(replace(method, max_iterations=40), unit * X, y)
        for step in range(1, len(run.history) - 1):
            assert isinstance(explain_step(run, step), StepTerms)


def test_w_without_an_offset_is_the_sum_of_samples_whose_classes_need_not_balance() -> None:
    run = fit(SoftMarginSVM(fit_intercept=False), *points("overlap"))
    step = len(run.history) - 1
    assert abs(float(run.alpha @ run.problem.y)) > 1e-3
    numbers = numbers_of_step(run, step)
    added = columns(numbers, "to ").sum(axis=0)
    assert_prints(added, vector(numbers, "(b, w)_{new}")[1:], numbers)


def middle_offset(run: AnyFit, shown: Iterate) -> float:
    """The middle of the offsets at which no multiplier may move alone."""
    X, y, alpha = run.problem.X, run.problem.y, shown.alpha
    top = np.inf
    if isinstance(run.method, SoftMarginSVM):
        top = run.method.C / len(y) * np.where(y > 0.0, run.method.positive_weight, 1.0)
    b = y - X @ (X.T @ (alpha * y))  # where y f = 1
    may_grow = alpha < top * (1.0 - 1e-12) if np.isfinite(top).all() else np.ones(len(y), bool)
    may_rise = np.where(y > 0.0, may_grow, alpha > 0.0)
    may_fall = np.where(y > 0.0, alpha > 0.0, may_grow)
    return 0.5 * float(b[may_rise].max() + b[may_fall].min())


PAIRS = [
    SoftMarginSVM(algorithm="smo"),
    SoftMarginSVM(algorithm="smo", C=100.0, positive_weight=2.0),
    HardMarginSVM(algorithm="smo"),
]


@pytest.mark.parametrize("kind", DATA)
@pytest.mark.parametrize("method", PAIRS, ids=str)
def test_a_pair_moves_to_the_best_point_of_its_segment(method: Method, kind: str) -> None:
    X, y = points(kind)
    if method.needs_separable and not separability(X, y).separable:
        return
    for run, step in steps_of(method, kind):
        numbers = numbers_of_step(run, step)
        if "$t$" not in dict(numbers.lines):
            continue
        rows = [int(row[0]) - 1 for row in numbers.table.rows]
        old, t = vector(numbers, "(α_i, α_j)"), fact(numbers, "t")
        found = old + t * y[rows] * [1.0, -1.0]
        assert_prints(found, vector(numbers, "(α_i, α_j)_{new}"), numbers)
        w = vector(numbers, "w")
        moved = w + vector(numbers, "t (φ(x_i) − φ(x_j))")
        assert_prints(moved, vector(numbers, "w_{new}"), numbers)
        E = np.array([value(row[2]) for row in numbers.table.rows])
        eta, full = fact(numbers, "η = K_{ii} + K_{jj} − 2 K_{ij}"), fact(numbers, "(E_j − E_i)/η")
        assert eta == pytest.approx(((X[rows[0]] - X[rows[1]]) ** 2).sum(), rel=1e-3)
        assert (E[1] - E[0]) / eta == pytest.approx(full, rel=1e-2, abs=1e-6)
        assert 0.0 < t <= 1.001 * full
        scores = X[rows] @ w + fact(numbers, "b") - y[rows]
        assert np.allclose(E, scores, atol=2e-2 * max(1.0, abs(w).max()))
        assert fact(numbers, "b_{new}") == pytest.approx(run.history[step].b, abs=1e-4)
        assert run.history[step].b == pytest.approx(middle_offset(run, run.history[step]), abs=1e-9)


@pytest.mark.parametrize("kind", DATA[:2])
@pytest.mark.parametrize("method", [SoftMarginSVM(), HardMarginSVM()], ids=str)
def test_weights_are_the_sum_of_the_samples_with_a_multiplier(method: Method, kind: str) -> None:
    for run, step in steps_of(method, kind):
        numbers = numbers_of_step(run, step)
        old, change = vector(numbers, "(b, w)"), vector(numbers, "d")
        new = vector(numbers, "(b, w)_{new}")
        assert_prints(old + change, new, numbers)
        if numbers.table is not None:
            assert_prints(columns(numbers, "to ").sum(axis=0), new[1:], numbers)


def test_a_step_of_a_multiclass_svm_has_its_weights() -> None:
    run = fit(MulticlassSVM(), *three_classes("measured"))
    for step in range(1, len(run.history)):
        numbers = numbers_of_step(run, step, ("a", "b", "c"))
        found = vector(numbers, "(b, W)") + vector(numbers, "D")
        assert_prints(found, vector(numbers, "(b, W)_{new}"), numbers)


@pytest.mark.parametrize(
    "method",
    [
        Perceptron(), Perceptron(keep="average"), Relaxation(), LMS(), HoKashyap(), SUBGRADIENT[0],
        DESCENT[0], LogisticRegression(), PAIRS[0], LinearMachine(), Softmax(),
    ],
    ids=str,
)  # fmt: skip
def test_a_fit_at_a_step_of_its_run_has_the_terms_of_that_step(method: AnyMethod) -> None:
    run, step = steps_of(method, "overlap")[0]
    names = ("a", "b", "c")
    stopped, whole = (numbers_of_step(one, step, names) for one in (run.at(step), run))
    assert not stopped.needs
    heading = whole.heading.replace(f" of {run.numbers[-1]}", "")
    assert heading.startswith(f"update {run.numbers[step]}")
    assert stopped == replace(whole, heading=heading)


def test_a_run_is_a_table_with_a_line_for_each_step() -> None:
    run = fit(Perceptron(), *points("lattice"))
    head, *lines = csv.reader(io.StringIO(run_csv(run, ("−", "+"))))
    assert head[:7] == ["step", "points", "y f before", "rate", "b", "w1", "w2"]
    assert [int(line[0]) for line in lines] == list(range(len(run.history)))
    X, y = points("lattice")
    a = np.zeros(3)
    for line in lines[1:]:
        if line[1]:
            row = int(line[1]) - 1
            z = y[row] * np.array([1.0, *X[row]])
            assert float(line[2]) == a @ z
            a = a + float(line[3]) * z
        assert [float(entry) for entry in line[4:7]] == a.tolist()


HOSTILE = {
    "far away": lambda X: X + 1e8,
    "tiny": lambda X: 1e-9 * X,
    "on a line": lambda X: X[:, [0, 0]],
    "at one place": np.zeros_like,
    "in pairs": lambda X: np.repeat(X[::2], 2, axis=0),
    "two": lambda X: X[[0, -1]],
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_every_step_of_hostile_data_has_terms_or_a_sentence(kind: str) -> None:
    X, y = points("measured")
    X, y = HOSTILE[kind](X[np.argsort(y)]), np.sort(y)
    y = y[[0, -1]] if len(X) == 2 else y
    methods = [method() for method in METHODS if method.iterative]
    for method in [*methods, SoftMarginSVM(algorithm="smo"), SUBGRADIENT[0], *DESCENT[:1]]:
        run = fit(method, X, y)
        for step in {0, len(run.history) // 2, len(run.history) - 1}:
            numbers = numbers_of_step(run, step)
            assert numbers.needs or numbers.latex


def test_the_update_of_a_scheme_names_its_pair() -> None:
    document = read_lesson(lesson_path("many-classes")).document
    in_use = replace(document.methods[0], method=OneVsOne(Perceptron()), enabled=True)
    scene = scene_of(replace(document, methods=(in_use,), selected=in_use.id))
    numbers = numbers_of("update", scene)
    assert numbers.heading.startswith(f"{scene.pair_heading[0]}, update ")
    only = replace(in_use, method=Softmax())
    numbers = numbers_of("update", scene_of(replace(document, methods=(only,))))
    assert numbers.heading.startswith("update ")
