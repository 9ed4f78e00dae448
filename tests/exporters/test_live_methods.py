"""The methods of the live page say what ``solvers`` says (more of it: ``python -m benchmarks.live``)."""

from dataclasses import asdict

import numpy as np
import pytest

from solvers import Perceptron, Problem, Relaxation, solve

live = pytest.importorskip("benchmarks.live", reason="the benchmarks are not beside the tests")
live_many = pytest.importorskip("benchmarks.live_many", reason="the benchmarks are not beside the tests")


@pytest.mark.slow
@pytest.mark.skipif(live.node() is None, reason="Node.js, which runs the methods of the page, is not installed")
def test_the_page_computes_what_the_program_computes() -> None:
    assert live.compare(33) == []


@pytest.mark.slow
@pytest.mark.skipif(live.node() is None, reason="Node.js, which runs the methods of the page, is not installed")
def test_maps_and_kernels_are_those_of_the_program() -> None:
    assert live.compare_mapped(12) == []


@pytest.mark.slow
@pytest.mark.skipif(live.node() is None, reason="Node.js, which runs the methods of the page, is not installed")
def test_any_number_of_classes_is_that_of_the_program() -> None:
    assert live_many.compare(22) == []


@pytest.mark.skipif(live.node() is None, reason="Node.js, which runs the methods of the page, is not installed")
@pytest.mark.parametrize("method", [Perceptron(max_epochs=6), Perceptron(update="batch", max_epochs=9), Relaxation(max_epochs=6)])
def test_every_step_of_a_rule_is_that_of_the_program(method: Perceptron | Relaxation) -> None:
    X, y = live.scene(np.random.default_rng(0), "labels", 20)
    history = solve(method, Problem(X, y.astype(float))).history
    steps = range(min(len(history) - 1, 9))
    fits = [[type(method).__name__, asdict(method) | {"stop": k}] for k in steps]
    (found,) = live.said_by_node(live.RUNNER, {"cases": [{"X": X.tolist(), "y": y.tolist(), "fits": fits}]})
    for k, page in zip(steps, found, strict=True):
        np.testing.assert_allclose([*page["w"], page["b"]], [*history[k].w, history[k].b], rtol=1e-12, atol=1e-12)
        assert tuple(page["next"]) == history[k + 1].active
