"""What each plot says about the place under the pointer: the numbers are those of the curves
there.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import THREE, clouds, document_of, dots, paths, scene_of

from linclass_gui.plots import (
    PLOTS,
    convergence,
    fisher_angle,
    losses,
    multipliers,
    projection,
    weight_space,
)
from linclass_gui.scene.marks import Reading
from linclass_gui.scene.scene import Scene
from solvers import Dataset, Fisher, fisher_curve
from solvers.losses import hinge_loss, logistic_loss

EVERY = [pytest.param(plot, id=plot.name) for plot in PLOTS]
REACH = (0.05, 0.05)
SCENE = scene_of(document_of(clouds(apart=0.7), THREE))


def numbers(reading: Reading | None, start: str) -> list[float]:
    """The numbers in the one line that begins so."""
    (line,) = (line for line in reading.words.lines if line.startswith(start))
    words = (
        line.removeprefix(start)
        .replace("\u2212", "-")
        .replace("°", "")
        .replace("(", " ")
        .replace(")", " ")
        .replace(",", " ")
    )
    return [
        float(word) for word in words.split() if word.replace(".", "").replace("-", "").isdigit()
    ]


def test_the_angle_is_read_with_J_and_its_two_parts() -> None:
    reading, data = fisher_angle.read(SCENE, (52.0, 0.3), (1.0, 0.1)), SCENE.document.dataset
    there = fisher_curve(data.X, data.y, [math.radians(52.0)])
    assert numbers(reading, "$J$ =") == [pytest.approx(there.J[0], rel=5e-3)]
    assert numbers(reading, "between") == [pytest.approx(there.numerator[0], rel=5e-3)]
    assert numbers(reading, "within") == [pytest.approx(there.denominator[0], rel=5e-3)]
    assert reading.words.lines[0] == "52.0°"
    (dot,) = dots(reading.marks, "step")
    assert dot.xy[:, 0] == pytest.approx(52.0)
    for lane, place, value in zip(
        fisher_angle.figure(SCENE).lanes, dot.xy[:, 1], there, strict=True
    ):
        assert lane.values(place) == pytest.approx(value[0])


@pytest.mark.parametrize("f", [-1.3, 0.0, 0.7])
def test_a_score_is_read_with_distance_densities_and_errors(f: float) -> None:
    reading, fit = projection.read(SCENE, (f, 0.1), REACH), SCENE.fits["m1"]
    assert numbers(reading, "$f(x)$ =") == [pytest.approx(f)]
    assert numbers(reading, "distance") == [pytest.approx(f / np.hypot(*fit.w), abs=5e-3)]
    scores = fit.decision_function(fit.problem.X)
    assert numbers(reading, "as threshold:") == [
        np.count_nonzero((scores > f) != (fit.problem.y > 0))
    ]
    (on,) = dots(reading.marks, "step")
    plot = projection.figure(SCENE)
    curves = [paths(plot.marks, f"curve-{side}")[0].xy for side in ("plus", "minus")]
    assert on.xy[:2, 1] == pytest.approx([np.interp(f, *curve.T) for curve in curves])
    assert plot.lanes[1].values(on.xy[2:, 1]) == pytest.approx(numbers(reading, "as threshold:"))


def test_a_margin_is_read_with_every_loss() -> None:
    reading = losses.read(SCENE, (-0.4, 3.0), (0.001, 0.001))
    assert numbers(reading, "hinge") == [pytest.approx(1.4)]
    assert numbers(reading, "squared") == [pytest.approx(1.96)]
    assert numbers(reading, "logistic") == [
        pytest.approx(float(logistic_loss(np.array([-0.4]))[0]), rel=5e-3)
    ]
    assert numbers(reading, "0–1") == [1.0]
    bits = math.log2(1.0 + math.exp(0.4))
    assert numbers(reading, "$log_2$ instead of ln:") == [pytest.approx(bits, rel=5e-3)]


def test_a_dot_of_the_losses_and_a_bar_are_read_as_their_point() -> None:
    fit = SCENE.fits["m1"]
    row = int(np.argmax(fit.alpha))
    margin = float(fit.certificate.margins[row])
    reading = losses.read(SCENE, (margin, float(hinge_loss(margin))), REACH)
    assert reading.row == row
    assert reading.words.lines[0].startswith(f"point {row + 1}, ")
    rows, x = multipliers.places(multipliers.multipliers_of(fit))
    bar = multipliers.read(
        SCENE,
        (float(x[rows == row][0]), 0.5 * float(fit.alpha[row] * fit.problem.y[row])),
        (0.4, 0.01),
    )
    assert bar.row == row
    assert numbers(bar, "$α$ =") == [pytest.approx(fit.alpha[row], rel=5e-3)]
    beside = multipliers.read(SCENE, (float(x[0]), 0.37), (0.01, 0.001))
    assert beside.row is None
    assert numbers(beside, "$y α$ =") == [pytest.approx(0.37)]


def test_a_step_is_read_with_the_objective_of_every_method() -> None:
    figure = convergence.figure(SCENE)
    reading = convergence.read(SCENE, (2.2, -3.0), REACH)
    assert reading.words.lines[0] == "step 2"
    shown = [(m, fit) for m, fit in SCENE.drawn if convergence.has_steps(fit)]
    assert len(reading.words.lines) == 1 + 2 * len(shown) > 1
    gap = next(line for line in reading.words.lines if "gap" in line)
    assert "above" in gap
    for (_, fit), line, dot in zip(
        shown, paths(figure.marks, "boundary"), dots(reading.marks, "step"), strict=True
    ):
        step = min(2, len(fit.history) - 1)
        assert dot.xy[0].tolist() == line.xy[step].tolist()
        assert any(
            f"{fit.history[step].objective:.4g}"[:4] in text for text in reading.words.lines[1:]
        )


def test_weights_are_read_with_their_cost_and_errors() -> None:
    scene, w = replace(SCENE, document=replace(SCENE.document, landscape="J_p")), (0.3, 0.45)
    reading, fit = weight_space.read(scene, w, (1e-9, 1e-9)), SCENE.fits["m1"]
    t = fit.problem.y * (fit.problem.X @ np.array(w) + fit.b)
    assert numbers(reading, "$w$ =") == pytest.approx(list(w))
    assert numbers(reading, "$J_p$") == [pytest.approx(float(np.maximum(0.0, -t).sum()), rel=5e-3)]
    assert reading.words.lines[2].startswith(f"{np.count_nonzero(t < 0)} error")
    assert reading.row is None


def test_on_the_line_of_a_sample_that_sample_is_named() -> None:
    fit = SCENE.fits["m1"]
    X, b = fit.problem.Phi, fit.b
    for row in (0, 5, 12):
        w = -b * X[row] / float(X[row] @ X[row])
        found = weight_space.nearest_line(X, b, w + 1e-9, (1e-3, 2e-3))
        assert found is not None
        assert abs(float(X[found] @ w + b)) <= 1e-6
    assert weight_space.nearest_line(X, b, np.array([0.0, 0.0]), (1e-9, 1e-9)) is None
    assert (
        weight_space.nearest_line(np.zeros((3, 2)), 0.5, np.array([0.0, 0.0]), (1.0, 1.0)) is None
    )


def corners(plot: object, scene: Scene) -> list[tuple[float, float]]:
    figure = plot.draw(scene)
    return [(x, y) for x in (figure.x.low, figure.x.high) for y in (figure.y.low, figure.y.high)]


@pytest.mark.parametrize("plot", EVERY)
def test_every_plot_can_be_read_everywhere_in_every_state(plot: object) -> None:
    one = Dataset(np.eye(2), np.array([1, 1]))
    for scene in (
        SCENE,
        scene_of(document_of(one)),
        scene_of(document_of(clouds(), [])),
        scene_of(document_of(clouds(), [Fisher()])),
    ):
        for at in corners(plot, scene):
            reading = plot.read_at(scene, at, REACH)
            assert reading is None or reading.words.lines
