"""The score of a point by its terms, which add up to what the method says there."""

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of
from printed import value

from linclass_gui.lessons.numbers import numbers_of
from linclass_gui.scene.scene import Hover, Scene
from solvers import (
    FeatureMap,
    GaussianKernel,
    HardMarginSVM,
    Identity,
    Kernel,
    LogisticRegression,
    Method,
    Polynomial,
    SoftMarginSVM,
)

PLACE = (0.4, -0.3)


def pointed(
    method: Method, features: FeatureMap | None = None, kernel: Kernel | None = None
) -> Scene:
    scene = scene_of(document_of(clouds(8, 2.0), [method], features=features, kernel=kernel))
    return replace(scene, hover=Hover(PLACE))


@pytest.mark.parametrize(
    ("method", "features", "kernel"),
    [
        (SoftMarginSVM(C=2.0), Identity(), None),
        (SoftMarginSVM(C=2.0), Polynomial(2), None),
        (HardMarginSVM(fit_intercept=False), Identity(), None),
        (SoftMarginSVM(C=2.0, fit_intercept=False), Polynomial(2), None),
        (SoftMarginSVM(C=2.0), Identity(), GaussianKernel(1.5)),
    ],
)
def test_the_terms_of_the_dual_add_up_to_the_score(
    method: Method, features: FeatureMap, kernel: Kernel | None
) -> None:
    scene = pointed(method, features, kernel)
    numbers, fit = numbers_of("terms", scene), scene.selected_fit
    rows, lines = numbers.table.rows, dict(numbers.lines)
    terms = [value(row[4]) for row in rows]
    assert terms == sorted(terms, key=abs, reverse=True)
    for i, alpha, sign, k, term in rows:
        product = value(f"{sign}1") * value(alpha) * value(k)
        assert product == pytest.approx(value(term), rel=2e-3, abs=2e-4)
        assert fit.alpha[int(i) - 1] == pytest.approx(value(alpha), rel=1e-3, abs=1e-4)
    score = float(fit.decision_function(np.array([PLACE]))[0])
    assert value(lines["$f(x)$"]) == pytest.approx(score, abs=6e-5)
    offset = value(lines["$b$"]) if fit.method.has_offset else 0.0
    assert sum(terms) + offset == pytest.approx(score, abs=2e-3)


def test_by_hand_two_points_and_a_place() -> None:
    # (0, 0) of class - and (2, 0) of class +: w = (1, 0), b = -1, both multipliers 1/2
    data = replace(clouds(2), X=np.array([[0.0, 0.0], [2.0, 0.0]]), labels=np.array([0, 1]))
    scene = scene_of(document_of(data, [HardMarginSVM()]))
    numbers = numbers_of("terms", replace(scene, hover=Hover((3.0, 5.0))))
    assert [row[0] for row in numbers.table.rows] == ["2", "1"]
    assert numbers.table.rows[0] == ("2", "0.5", "+", "6", "3")
    assert dict(numbers.lines)["$f(x)$"] == "2"


def test_the_terms_of_the_weights_add_up_to_the_score() -> None:
    scene = pointed(LogisticRegression(l2=0.01), Polynomial(2))
    numbers, fit = numbers_of("weight-terms", scene), scene.selected_fit
    assert len(numbers.table.rows) == len(fit.w)
    total = sum(value(row[3]) for row in numbers.table.rows) + fit.b
    assert total == pytest.approx(float(fit.decision_function(np.array([PLACE]))[0]), abs=2e-3)


def test_a_sum_that_is_lost_in_rounding_is_not_printed() -> None:
    data = replace(clouds(), X=1e7 * (clouds().X + np.array([150.0, 300.0])))
    scene = scene_of(document_of(data, [SoftMarginSVM(C=10.0)]))
    numbers = numbers_of("terms", replace(scene, hover=Hover((1.5e9, 3e9))))
    assert "double precision" in numbers.needs


def test_without_the_pointer_the_selected_point_is_asked() -> None:
    scene = replace(pointed(SoftMarginSVM(C=2.0)), hover=None)
    assert "Point at" in numbers_of("terms", scene).needs
    selected = replace(scene, selection=frozenset({3}))
    assert dict(numbers_of("terms", selected).lines)["$f(x)$"]
