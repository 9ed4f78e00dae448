"""Choosing a parameter by validation: errors are those of fits to the folds, rules those of the
book, a press sets a value.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of

from linclass_gui.plots import PLOTS, validation
from linclass_gui.plots.tuning import (
    TunedParameter,
    ValidationCurve,
    tuned_parameters,
    validate,
    with_value,
)
from linclass_gui.scene.document import Document
from linclass_gui.scene.generating import held_back
from linclass_gui.scene.scene import Scene
from solvers import (
    Dataset,
    Fisher,
    LeastSquares,
    LogisticRegression,
    MeanDifference,
    Polynomial,
    SoftMarginSVM,
    cross_validate,
)

(PLOT,) = (plot for plot in PLOTS if plot.name == "validation")


def _scene(document: Document) -> Scene:
    return scene_of(document)


def _near() -> Dataset:
    return clouds(40, apart=0.6)


@pytest.mark.usefixtures("all_samples")
def test_the_errors_are_those_of_fits_to_the_folds_and_to_all_points() -> None:
    document = held_back(document_of(_near(), [SoftMarginSVM(C=10.0)]), 0.3)
    (tuned,) = tuned_parameters(document.methods[0], document.dataset)
    found = validate(document.dataset, document.test, document.methods[0], tuned, 5, 0)
    for k in (0, 7, 14):
        one = cross_validate(
            SoftMarginSVM(C=tuned.values[k]),
            document.dataset.X,
            document.dataset.y,
            folds=5,
            seed=0,
        )
        assert found.mean[k] == pytest.approx(one.mean, abs=1e-15)
        assert found.error[k] == pytest.approx(one.standard_error, abs=1e-15)
        assert found.training[k] == pytest.approx(one.train_errors.mean(), abs=1e-15)
        (fit,) = scene_of(
            document.with_method(with_value(document.methods[0], tuned, tuned.values[k]))
        ).fits.values()
        assert found.test[k] == np.mean(fit.predict(document.test.X) != document.test.labels)


def test_leave_one_out_by_formula_is_that_of_cold_fits() -> None:
    document = document_of(_near(), [LeastSquares()])
    (tuned,) = tuned_parameters(document.methods[0], document.dataset)
    found = validate(document.dataset, None, document.methods[0], tuned, 0, 0)
    cold = [
        cross_validate(LeastSquares(ridge=value), _near().X, _near().y, folds=40)
        for value in tuned.values
    ]
    np.testing.assert_allclose(found.mean, [one.mean for one in cold], atol=1e-15)
    np.testing.assert_allclose(found.error, [one.standard_error for one in cold], atol=1e-15)


@pytest.mark.parametrize(("simpler_up", "best", "simplest"), [(False, 2, 1), (True, 3, 4)])
def test_the_rule_of_one_standard_error(simpler_up: bool, best: int, simplest: int) -> None:
    """Of equal errors the simplest value is the best; within one standard error of it the simplest
    one is taken.
    """
    tuned = TunedParameter("C", "$C$", (1.0, 2.0, 3.0, 4.0, 5.0), simpler_up)
    mean, error = np.array([0.4, 0.25, 0.2, 0.2, 0.3]), np.array([0.1, 0.1, 0.06, 0.11, 0.1])
    found = ValidationCurve(tuned, mean, error, mean, None)
    assert (found.best, found.simplest) == (best, simplest)


@pytest.mark.usefixtures("all_samples")
def test_a_press_sets_the_nearest_value_of_whatever_is_chosen() -> None:
    document = document_of(_near(), [SoftMarginSVM(C=10.0)], features=Polynomial(2))
    for name, at, wanted in (("degree", 3.2, Polynomial(3)), ("C", 2.1, 100.0)):
        scene = _scene(replace(document, tuned=name))
        assert validation.grab(scene, (at, 1.0)) == name
        (method,) = PLOT.drag_to(scene, name, (at, 1.0)).methods
        assert (method.features.degree if name == "degree" else method.method.C) == getattr(
            wanted, "degree", wanted
        )
    offered = [(choice.group, choice.is_now) for choice in validation.choices(_scene(document))]
    assert offered == [
        ("Folds", True),
        ("Folds", False),
        ("Folds", False),
        ("Parameter", True),
        ("Parameter", False),
    ]


def test_a_value_that_only_the_test_points_choose_is_said_to_be_no_test() -> None:
    tuned = TunedParameter("C", "$C$", (1.0, 2.0, 3.0), False)
    found = ValidationCurve(
        tuned, np.array([0.1, 0.2, 0.3]), np.zeros(3), np.zeros(3), np.array([0.2, 0.2, 0.1])
    )
    assert validation.TEST_POINTS_USED in validation._heading(found, 5, 3.0)
    assert validation.TEST_POINTS_USED not in validation._heading(found, 5, 1.0)


def test_what_is_missing_is_said() -> None:
    assert (
        validation.figure(_scene(document_of(_near(), [MeanDifference()]))).message
        == validation.NEEDS
    )
    few = Dataset(np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 0.0]]), np.array([0, 1, 1]))
    assert (
        "3, the number of points"
        in validation.figure(_scene(document_of(few, [LogisticRegression()]))).message
    )
    many = _scene(replace(document_of(clouds(300), [SoftMarginSVM()]), folds=0))
    assert "up to 200 points" in validation.figure(many).message
    assert not tuned_parameters(document_of(_near(), [Fisher()]).methods[0], _near())
