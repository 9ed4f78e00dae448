"""The plots of methods that see all classes at once, and the table of points that were held
back.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of, three_clouds

from linclass_gui.plots import PLOTS, confusion, convergence, losses, multipliers
from linclass_gui.scene.scene import Scene
from solvers import (
    LMS,
    AnyMethod,
    GaussianKernel,
    LeastSquares,
    LinearMachine,
    MulticlassSVM,
    Perceptron,
    SoftMarginSVM,
    Softmax,
)

BY_NAME = {plot.name: plot for plot in PLOTS}
AT_ONCE: dict[str, AnyMethod] = {
    "softmax": Softmax(l2=0.01),
    "worst rival": MulticlassSVM(C=10.0),
    "all rivals": MulticlassSVM(C=10.0, loss="weston-watkins"),
    "one-hot": LeastSquares(),
    "machine": LinearMachine(max_epochs=30),
}


@cache
def at_once(name: str) -> Scene:
    document = document_of(three_clouds(), [SoftMarginSVM()])
    return scene_of(document.with_method(replace(document.methods[0], method=AT_ONCE[name])))


@pytest.mark.parametrize("name", AT_ONCE)
def test_no_point_pays_less_than_its_margin_costs_at_the_least(name: str) -> None:
    scene = at_once(name)
    own = losses.losses_paid(scene.answer)
    assert (own.values >= own.cost.at_least(own.margins) - 1e-9).all()
    figure = BY_NAME["losses"].draw(scene)
    assert not figure.message
    assert figure.heading


def test_what_the_points_pay_is_the_objective_without_its_penalty() -> None:
    softmax, svm = at_once("softmax").answer, at_once("all rivals").answer
    mean = losses.losses_paid(softmax).values.mean() + 0.01 * (softmax.W**2).sum()
    assert mean == pytest.approx(softmax.certificate.primal, rel=1e-9)
    paid = 10.0 * losses.losses_paid(svm).values.mean() + 0.5 * (svm.W**2).sum()
    assert paid == pytest.approx(svm.certificate.primal, rel=1e-9)


@pytest.mark.parametrize("name", ["softmax", "worst rival", "all rivals"])
def test_the_steps_of_all_classes_at_once_come_down_to_the_optimum(name: str) -> None:
    scene = at_once(name)
    ((_, fit),) = convergence.shown_fits(scene)
    line = convergence.heights(fit, convergence.optimum(fit, ()))[:, 1]
    assert line[-1] < -7.0 < line[0]
    assert len(convergence.gaps(fit)) > 1
    assert not BY_NAME["convergence"].draw(scene).message


def test_a_long_run_is_drawn_at_the_numbers_of_its_steps() -> None:
    rules = [Perceptron(), LMS(max_epochs=200)]
    scene = scene_of(document_of(clouds(), rules))
    for _, fit in convergence.shown_fits(scene):
        line = convergence.heights(fit, convergence.optimum(fit, ()))
        assert line[-1, 0] == fit.numbers[-1] > len(fit.history)
    figure = BY_NAME["convergence"].draw(scene)
    assert figure.heading[0].endswith(f": {fit.numbers[-1]} steps")
    start = convergence.heights(scene.fits["m1"], 0.0)
    assert start[0, 0] > 0.0  # at a = 0 its criterion is 0, and nothing is told apart


def test_points_that_were_held_back_have_a_table_beside_the_others() -> None:
    data = three_clouds()
    document = replace(document_of(data, [SoftMarginSVM()]), test=three_clouds(30, seed=8))
    scene = scene_of(document)
    (labels, winners), (true, said) = confusion.verdicts(scene)
    assert (len(labels), len(winners), len(true), len(said)) == (45, 45, 30, 30)
    assert confusion.cell_at(scene, (0.5, 0.5)) == (0, 2, 0)
    beside = 3.0 * (1.0 + confusion.GAP) + 0.5
    assert confusion.cell_at(scene, (beside, 2.5)) == (1, 0, 0)
    assert confusion.select(scene, (beside, 2.5)) is None
    told = confusion.read(scene, (beside, 2.5), (0.1, 0.1))
    assert told is not None
    assert "test point" in str(told)
    assert len(confusion.figure(scene).heading) == 3


@pytest.mark.parametrize("kernel", [None, GaussianKernel(1.0)], ids=["plane", "kernel"])
@pytest.mark.parametrize("classes", [2, 3])
def test_no_plot_tells_how_a_method_does_that_is_off(
    classes: int, kernel: GaussianKernel | None
) -> None:
    """It may be what a lesson asks for.  Fisher's criterion is one of the points, whatever is
    switched on.
    """
    document = document_of(
        clouds(40, apart=0.6) if classes == 2 else three_clouds(30), [SoftMarginSVM(C=5.0)]
    )
    (used,) = document.methods
    scene = scene_of(replace(document, methods=(replace(used, enabled=False, kernel=kernel),)))
    for plot in PLOTS:
        figure = plot.draw(scene)
        assert figure.message or plot.name in (
            "fisher-angle",
            "one-variable",
            "discriminant-plane",
        ), plot.name


@pytest.mark.parametrize("name", ["worst rival", "all rivals"])
def test_bars_go_up_for_the_own_class_and_down_for_the_rivals(name: str) -> None:
    scene = at_once(name)
    many = scene.answer
    rows, x = multipliers.places(multipliers.multipliers_of(many))
    assert set(np.flatnonzero(many.alpha.sum(axis=1) > 1e-9)) <= set(rows)
    assert not BY_NAME["multipliers"].draw(scene).message
    read = BY_NAME["multipliers"].read_at
    said = read(scene, (float(x[0]), 0.0), (1.0, 1.0))
    assert said.row == rows[0]
