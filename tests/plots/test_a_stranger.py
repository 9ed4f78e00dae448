"""What pictures and forms say of a method whose parameter, loss and probability they have never
heard of.
"""

from __future__ import annotations

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of
from stranger import PROBIT, Probit

from linclass_gui.plots import PLOTS, convergence, path, probability
from linclass_gui.scene.scene import Scene
from linclass_gui.window.dialogs.export_panels import suggested_values
from solvers import LogisticRegression, SoftMarginSVM, Status


@pytest.fixture(scope="module")
def scene() -> Scene:
    """Two strangers that differ in their parameter, and one that everybody knows."""
    return scene_of(
        document_of(clouds(40, 1.0), [Probit(), Probit(shrinkage=10.0), LogisticRegression()])
    )


def test_it_is_solved_and_drawn_by_every_plot(scene: Scene) -> None:
    assert {fit.status for fit in scene.fits.values()} == {Status.CONVERGED}
    silent = {plot.name for plot in PLOTS if plot.draw(scene).message}
    assert silent == {"multipliers", "feature-space"}


def test_its_certificate_has_what_it_proves_itself(scene: Scene) -> None:
    fit = scene.fits["m1"]
    assert fit.certificate.worst_violation < 1e-12
    stopped = fit.at(0)
    assert stopped.certificate.worst_violation > 1e-6
    np.testing.assert_array_equal(stopped.certificate.margins, stopped.training_margins)


def test_its_parameter_makes_another_model_with_an_optimum_of_its_own(scene: Scene) -> None:
    first, second, _ = scene.document.methods
    assert convergence.model_of(first.method) != convergence.model_of(second.method)
    heights = [
        convergence.heights(fit, fit.history[-1].objective)[-1, 1] for fit in scene.fits.values()
    ]
    ends = [mark.xy[-1, 1] for mark in convergence.figure(scene).marks if mark.role == "boundary"]
    assert ends == pytest.approx(heights)


def test_the_slope_at_the_line_is_claimed_of_the_logistic_curve_only(scene: Scene) -> None:
    assert probability.figure(scene).heading == ()
    known = scene_of(document_of(clouds(40, 1.0), [LogisticRegression()]))
    assert "/4" in probability.figure(known).heading[0]


def test_the_path_is_that_of_its_own_strength_and_loss(scene: Scene) -> None:
    figure = path.figure(scene)
    assert figure.heading[0] == "$ρ$ = $0.1$"
    assert figure.heading[1].startswith(f"mean {PROBIT.noun} ")
    assert [handle.name for handle in figure.handles] == ["shrinkage"]


def test_values_of_a_sweep_are_decades_of_its_strength() -> None:
    document = document_of(clouds(10, 1.0), [Probit(), SoftMarginSVM()])
    assert suggested_values(document, "shrinkage") == "0.001, 0.01, 0.1, 1"
    assert suggested_values(document, "C") == "10, 100, 1000, 10000"
