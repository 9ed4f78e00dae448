"""The methods of the live page say what ``solvers`` says (more of it: ``python -m
benchmarks.live``).
"""

import json
from dataclasses import asdict

import numpy as np
import pytest
from drawing_scenes import document_of, scene_of, three_clouds
from symmetric_figures import THREE, TWO, placed

from linclass_gui.live.methods import fixed_lines, method_data
from solvers import (
    GaussianGenerative,
    HoKashyap,
    LeastSquares,
    LinearMachine,
    LogisticRegression,
    Method,
    Perceptron,
    Problem,
    Relaxation,
    SoftMarginSVM,
    Softmax,
    Status,
    solve,
)
from solvers.multiclass.problem import ManyProblem
from solvers.problem import OUT_OF_RANGE

live = pytest.importorskip("benchmarks.live", reason="the benchmarks are not beside the tests")
live_many = pytest.importorskip(
    "benchmarks.live_many", reason="the benchmarks are not beside the tests"
)


@pytest.mark.slow
@pytest.mark.skipif(
    live.node() is None, reason="Node.js, which runs the methods of the page, is not installed"
)
def test_the_page_computes_what_the_program_computes() -> None:
    assert live.compare(33) == []


@pytest.mark.slow
@pytest.mark.skipif(
    live.node() is None, reason="Node.js, which runs the methods of the page, is not installed"
)
def test_maps_and_kernels_are_those_of_the_program() -> None:
    assert live.compare_mapped(12) == []


@pytest.mark.slow
@pytest.mark.skipif(
    live.node() is None, reason="Node.js, which runs the methods of the page, is not installed"
)
def test_any_number_of_classes_is_that_of_the_program() -> None:
    assert live_many.compare(12) == []


@pytest.mark.skipif(
    live.node() is None, reason="Node.js, which runs the methods of the page, is not installed"
)
@pytest.mark.parametrize(
    "method",
    [Perceptron(max_epochs=6), Perceptron(update="batch", max_epochs=9), Relaxation(max_epochs=6)],
)
def test_every_step_of_a_rule_is_that_of_the_program(method: Perceptron | Relaxation) -> None:
    X, y = live.scene(np.random.default_rng(0), "labels", 20)
    history = solve(method, Problem(X, y.astype(float))).history
    steps = range(min(len(history) - 1, 9))
    fits = [[type(method).__name__, asdict(method) | {"stop": k}] for k in steps]
    (found,) = live.said_by_node(
        live.RUNNER, {"cases": [{"X": X.tolist(), "y": y.tolist(), "fits": fits}]}
    )
    for k, page in zip(steps, found, strict=True):
        np.testing.assert_allclose(
            [*page["w"], page["b"]], [*history[k].w, history[k].b], rtol=1e-12, atol=1e-12
        )
        assert tuple(page["next"]) == history[k + 1].active


TWO_CLASS_METHODS = (
    LogisticRegression(),
    LeastSquares(),
    LeastSquares(ridge=1.0),
    SoftMarginSVM(C=10.0),
    GaussianGenerative(),
    GaussianGenerative(covariance="separate"),
    GaussianGenerative(covariance="diagonal"),
)
MANY_CLASS_METHODS = (
    Softmax(),
    LeastSquares(),
    GaussianGenerative(),
    GaussianGenerative(covariance="diagonal"),
)


@pytest.mark.skipif(
    live.node() is None, reason="Node.js, which runs the methods of the page, is not installed"
)
def test_classes_of_one_mean_have_no_line_on_the_page() -> None:
    scenes = [
        (placed(shape, place), 2.0 * y - 1.0) for shape, y in TWO.values() for place in range(6)
    ]
    fits = [[type(method).__name__, asdict(method)] for method in TWO_CLASS_METHODS]
    cases = [{"X": X.tolist(), "y": y.tolist(), "fits": fits} for X, y in scenes]
    for (X, y), said in zip(scenes, live.said_by_node(live.RUNNER, {"cases": cases}), strict=True):
        for method, page in zip(TWO_CLASS_METHODS, said, strict=True):
            fit = solve(method, Problem(X, y))
            assert page["status"] == fit.status.value
            assert live.same_words(page["sentence"], fit.explanation, may_count_otherwise=False)
            if fit.last.quadratic is None:
                assert page["w"] == [0, 0]
                assert page["b"] == pytest.approx(fit.b, abs=1e-15)


@pytest.mark.skipif(
    live.node() is None, reason="Node.js, which runs the methods of the page, is not installed"
)
@pytest.mark.parametrize("unit", [1e-300, 1e-76, 1e76, 1e300])
def test_points_whose_squares_leave_the_range_of_numbers_are_refused_on_the_page(
    unit: float,
) -> None:
    X, y = live.scene(np.random.default_rng(0), "labels", 20)
    X = unit * X / np.linalg.norm(X)
    fits = [[type(method).__name__, asdict(method)] for method in TWO_CLASS_METHODS]
    (found,) = live.said_by_node(
        live.RUNNER, {"cases": [{"X": X.tolist(), "y": y.tolist(), "fits": fits}]}
    )
    for method, page in zip(TWO_CLASS_METHODS, found, strict=True):
        fit = solve(method, Problem(X, y.astype(float)))
        assert fit.status is Status.NOT_APPLICABLE
        assert (page["status"], page["sentence"]) == (fit.status.value, fit.explanation)
    case = {
        "points": np.column_stack([X, np.arange(20) % 3]).tolist(),
        "K": 3,
        "places": live_many.places_about(X).tolist(),
        "fits": [live_many._sent(method, None) for method in MANY_CLASS_METHODS],
    }
    module = json.dumps((live_many.FOLDER / "many" / "index.mjs").as_uri())
    sent = {"cases": [case], "names": live_many.NAMES}
    (found,) = live.said_by_node(live_many.RUNNER, sent, index=module)
    assert {(page["status"], page["sentence"]) for page in found} == {
        (Status.NOT_APPLICABLE.value, OUT_OF_RANGE)
    }


@pytest.mark.skipif(
    live.node() is None, reason="Node.js, which runs the methods of the page, is not installed"
)
def test_three_classes_of_one_mean_have_no_boundary_on_the_page() -> None:
    scenes = [
        (placed(shape, place), y, name) for name, (shape, y) in THREE.items() for place in range(4)
    ]
    fits = [live_many._sent(method, None) for method in MANY_CLASS_METHODS]
    cases = [
        {
            "points": np.column_stack([X, y]).tolist(),
            "K": 3,
            "places": live_many.places_about(X).tolist(),
            "fits": fits,
        }
        for X, y, _ in scenes
    ]
    module = json.dumps((live_many.FOLDER / "many" / "index.mjs").as_uri())
    answers = live.said_by_node(
        live_many.RUNNER, {"cases": cases, "names": live_many.NAMES}, index=module
    )
    for (X, y, name), said in zip(scenes, answers, strict=True):
        problem = ManyProblem(X, y, (0, 1, 2), names=live_many.NAMES[:3])
        for method, page in zip(MANY_CLASS_METHODS, said, strict=True):
            # two points along a line
            is_singular = method == MANY_CLASS_METHODS[-1] and name in ("hexagon", "pairs")
            assert (
                is_singular
                or live_many.differences(problem, method, None, page, has_ties=False) == []
            )


CONSTANTS = (0.0, 1.0, 7.3, 1.0 / 3.0, 100.0, -1e5)


def beside_a_constant(
    seed: int, value: float, classes: int, axis: int
) -> tuple[np.ndarray, np.ndarray]:
    """Classes apart along one axis; the other coordinate is one value, whose mean may be off by its
    rounding.
    """
    y = np.arange(12) % classes
    X = np.column_stack(
        [np.full(12, value), 0.2 * np.random.default_rng(seed).standard_normal(12) + 1.5 * y]
    )
    return X[:, ::-1] if axis else X, y


def special_scenes() -> list[tuple[np.ndarray, np.ndarray, Method]]:
    """Where a rule of rounding decides what is said: a rare class, a point far away, columns that
    do not vary.
    """
    rng = np.random.default_rng(3)
    rare = np.concatenate([rng.normal(0.0, 1.0, (190, 2)), rng.normal(0.5, 1.0, (10, 2))])
    y = np.repeat([-1.0, 1.0], 5)
    far = np.column_stack([0.1 * np.random.default_rng(0).standard_normal(10), y])
    far[0] = [1000.0, -40.0]
    constant = [
        beside_a_constant(k, value, 2, axis) for k, value in enumerate(CONSTANTS) for axis in (0, 1)
    ]
    return [
        (rare, np.repeat([-1.0, 1.0], [190, 10]), SoftMarginSVM()),
        (far, y, SoftMarginSVM(C=1e4)),
        *((X, 2.0 * y - 1.0, HoKashyap()) for X, y in constant),
    ]


@pytest.mark.skipif(
    live.node() is None, reason="Node.js, which runs the methods of the page, is not installed"
)
def test_special_scenes_are_on_the_page_what_they_are_in_the_program() -> None:
    scenes = special_scenes()
    cases = [
        {"X": X.tolist(), "y": y.tolist(), "fits": [[type(method).__name__, asdict(method)]]}
        for X, y, method in scenes
    ]
    pages = live.said_by_node(live.RUNNER, {"cases": cases})
    for (X, y, method), (page,) in zip(scenes, pages, strict=True):
        assert live.differences("touching", X, y, method, page) == []


def test_a_machine_of_three_classes_that_stays_as_it_is_has_its_lines_on_the_page() -> None:
    scene = scene_of(document_of(three_clouds(), [LinearMachine()]))
    (method,) = scene.document.methods
    assert fixed_lines(scene)
    assert len(method_data(scene, method)["lines"]) == 3


@pytest.mark.skipif(
    live.node() is None, reason="Node.js, which runs the methods of the page, is not installed"
)
def test_the_page_proves_what_it_calls_converged_near_a_line() -> None:
    rng, method, cases, fits = np.random.default_rng(0), LogisticRegression(l2=0.0), [], []
    spreads = np.logspace(-13, -6, 15)
    for spread in spreads:
        x = rng.normal(size=20)
        X = np.column_stack([x, rng.choice([0.5, 1.0, -2.0]) * x + spread * rng.normal(size=20)])
        y = np.where(x + 0.8 * rng.normal(size=20) > 0.0, 1.0, -1.0)
        fits.append(solve(method, Problem(X, y)))
        asked = [[type(method).__name__, asdict(method)]]
        cases.append({"X": X.tolist(), "y": y.tolist(), "fits": asked})
    found = live.said_by_node(live.RUNNER, {"cases": cases})
    for fit, (page,) in zip(fits, found, strict=True):
        least, sentence = fit.certificate.primal, page["sentence"]
        assert not any(word in sentence for word in ("Infinity", "NaN", "∞"))
        if page["status"] == Status.CONVERGED.value:
            assert page["objective"] == pytest.approx(least, rel=2e-7)


@pytest.mark.skipif(
    live.node() is None, reason="Node.js, which runs the methods of the page, is not installed"
)
def test_a_score_of_the_page_is_rounding_where_it_is_one_in_the_program() -> None:
    lattice = np.array([[2, 2], [3, 4], [0, 0], [4, 4], [1, 4], [4, 2], [1, 1], [1, 2.0]])
    y = np.array([-1.0, 1.0] * 4)
    places = [lattice, lattice + 0.1, lattice + 12.7, 1e-3 * lattice]
    method = SoftMarginSVM(C=10.0)
    cases = [
        {"X": X.tolist(), "y": y.tolist(), "fits": [["SoftMarginSVM", asdict(method)]]}
        for X in places
    ]
    pages = live.said_by_node(live.RUNNER, {"cases": cases})
    for X, (page,) in zip(places, pages, strict=True):
        fit = solve(method, Problem(X, y))
        assert page["rounding"] == pytest.approx(float(fit.problem.rounding(fit.last)), rel=1e-6)
