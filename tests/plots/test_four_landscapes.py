"""Four landscapes side by side: their gradients, the ways down, and what can be dragged."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of

from linclass_gui.plots import four_landscapes, weight_space
from linclass_gui.plots.landscapes import landscape
from linclass_gui.scene.document import FOUR
from linclass_gui.scene.scene import Scene
from solvers import Fit, Perceptron


def _scene(begin: tuple[float, float, float] | None = (1.0, -2.0, 1.5)) -> tuple[Scene, Fit]:
    scene = scene_of(replace(document_of(clouds(), [Perceptron(begin=begin)]), landscape=FOUR))
    return scene, scene.fits["m1"]


@pytest.mark.parametrize("name", ["J_p", "J_q", "J_r"])
def test_the_gradient_is_that_of_the_criterion(name: str) -> None:
    _, fit = _scene()
    X, y, w, h = fit.problem.Phi, fit.problem.y, np.array([-0.83, 0.41]), 1e-6
    criterion = landscape(fit, name)
    steps = (np.array([h, 0.0]), np.array([0.0, h]))
    slopes = [
        (
            four_landscapes._cost(criterion, X, y, 0.3, w + s)
            - four_landscapes._cost(criterion, X, y, 0.3, w - s)
        )
        / (2.0 * h)
        for s in steps
    ]
    np.testing.assert_allclose(
        four_landscapes.gradient(criterion, X, y, 0.3, w), slopes, rtol=1e-5, atol=1e-8
    )


def test_only_the_number_of_errors_leads_nowhere() -> None:
    scene, fit = _scene()
    cut = four_landscapes.slice_of(scene, fit)
    assert cut.b == 1.0
    ways = {
        name: four_landscapes.descent(landscape(fit, name), fit.problem.Phi, fit.problem.y, cut)
        for name in four_landscapes.ORDER
    }
    assert len(ways["errors"]) == 1
    for name in ("J_p", "J_q", "J_r"):
        costs = [
            four_landscapes._cost(landscape(fit, name), fit.problem.Phi, fit.problem.y, cut.b, w)
            for w in ways[name]
        ]
        assert len(costs) > 1
        assert costs == sorted(costs, reverse=True)


@pytest.mark.parametrize("panel", range(4))
def test_a_press_in_any_panel_is_where_the_rule_begins(panel: int) -> None:
    scene, fit = _scene()
    cut, w = four_landscapes.slice_of(scene, fit), np.array([[2.0, -0.7]])
    (at,) = cut.at(w, four_landscapes.CORNERS[panel]).tolist()
    handle = weight_space.grab(scene, (at[0], at[1]))
    assert handle == f"begin-{panel}"
    (used,) = weight_space.drag(scene, handle, (at[0], at[1])).methods
    assert used.method.begin == pytest.approx((1.0, 2.0, -0.7))
    assert {h.at for h in weight_space.figure(scene).handles if h.name == handle} != {tuple(at)}


def test_the_track_sets_b_and_leaves_the_ring() -> None:
    scene, _ = _scene()
    height = -four_landscapes.TRACK
    assert weight_space.grab(scene, (0.2, height)) == "b"
    (used,) = weight_space.drag(scene, "b", (0.5 * four_landscapes.RIGHT, height)).methods
    assert used.method.begin == pytest.approx((0.0, -2.0, 1.5))


@pytest.mark.parametrize("panel", range(4))
def test_a_panel_reads_the_weights_under_the_pointer_and_marks_them_in_all(panel: int) -> None:
    scene, fit = _scene()
    cut = four_landscapes.slice_of(scene, fit)
    w = np.array([[-1.25, 0.5]])
    places = [cut.at(w, four_landscapes.CORNERS[k])[0] for k in range(4)]
    reading = weight_space.read(
        scene, (float(places[panel][0]), float(places[panel][1])), (0.1, 0.1)
    )
    first, *others = reading.words.lines
    assert first == "$w$ = (−1.250, 0.500)"
    wrong = int(np.count_nonzero(fit.problem.y * (fit.problem.Phi @ w[0] + 1.0) <= 0.0))
    assert others[-1].split()[0] == str(wrong)
    cost = four_landscapes._cost(
        landscape(fit, four_landscapes.ORDER[panel]), fit.problem.Phi, fit.problem.y, 1.0, w[0]
    )
    assert panel == 0 or float(others[0].split()[-1]) == pytest.approx(cost, rel=5e-3)
    upright = [hair.xy[0, 0] for hair in reading.marks[-4:]]
    np.testing.assert_allclose(upright, [place[0] for place in places], atol=1e-9)
