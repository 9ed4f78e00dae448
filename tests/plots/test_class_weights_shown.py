"""What is shown of a method with class weights is that of the weighed sum."""

from __future__ import annotations

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of

from linclass_gui.answers.decision import support
from linclass_gui.lessons.numbers import margins as kkt
from linclass_gui.lessons.numbers.logistic import derivatives
from linclass_gui.plots import losses, multipliers
from linclass_gui.scene.scene import Scene
from solvers import Fit, LogisticRegression, Method, PointClass, SoftMarginSVM
from solvers.multiclass.forms import objective_of

pytestmark = pytest.mark.usefixtures("qapp")
SOFT, LOGISTIC = (
    SoftMarginSVM(4.0, positive_weight=3.0),
    LogisticRegression(0.01, positive_weight=3.0),
)


def shown(method: Method) -> tuple[Scene, Fit]:
    scene = scene_of(document_of(clouds(), (method,)))
    fit = scene.fit("m1")
    assert isinstance(fit, Fit)
    return scene, fit


@pytest.mark.parametrize("method", [SOFT, LOGISTIC])
def test_what_the_points_pay_is_the_loss_of_the_objective(method: Method) -> None:
    scene, fit = shown(method)
    criterion = method.criterion(40)
    assert criterion is not None
    assert fit.w is not None
    mean = float(losses.losses_paid(fit).values.mean())
    value = criterion.value(np.asarray(mean), np.asarray(fit.w @ fit.w), np.asarray(fit.b))
    assert float(value) == pytest.approx(fit.certificate.primal, rel=1e-9)
    assert "class + pays 3.00 times" in losses.figure(scene).heading


def test_each_class_has_its_box() -> None:
    scene, fit = shown(SOFT)
    ends = {end.name: end.at for end in multipliers.figure(scene).ends}
    assert ends == {"$3 C/n$": pytest.approx(0.3), "$−C/n$": pytest.approx(-0.1)}
    assert fit.alpha is not None
    vectors = support(fit)
    assert vectors is not None
    full = fit.alpha >= np.where(fit.problem.y > 0, 0.3, 0.1) * (1.0 - 1e-9)
    for kind in (PointClass.BOUND, PointClass.WRONG):
        assert full[vectors.of(kind)].all()
    assert not full[vectors.of(PointClass.FREE)].any()
    holds = [row[-1] for row in kkt.conditions_table(scene).table.rows if row[1] == "+"]
    assert any("3 C/n" in words for words in holds)
    assert {row[-1] for row in kkt.slackness_products(scene).table.rows} == {"0"}


def test_multipliers_and_gradient_of_the_logistic_loss_are_weighed() -> None:
    scene, fit = shown(LOGISTIC)
    alpha = multipliers.weights_of(fit)
    assert alpha is not None
    np.testing.assert_allclose((alpha * fit.problem.y) @ fit.problem.Phi / 0.02, fit.w, rtol=1e-8)
    assert alpha @ fit.problem.y == pytest.approx(0.0, abs=1e-12)
    assert "v_i" in derivatives(scene).lines[1][0]


def test_a_formula_penalises_all_that_the_method_does() -> None:
    assert objective_of(LogisticRegression(), False).endswith("λ ‖w‖^2")
    assert objective_of(LogisticRegression(penalise_bias=True), False).endswith("λ (‖w‖^2 + b^2)")
