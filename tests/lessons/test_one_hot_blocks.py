"""Targets, weights and likelihood of all classes at once, against numpy."""

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of, three_clouds
from printed import entries, value

from linclass_gui.lessons.numbers import numbers_of
from linclass_gui.scene.document import Document
from linclass_gui.scene.scene import Scene
from solvers import LeastSquares, LogisticRegression, Softmax


def of_three(method: Softmax | LeastSquares, n: int = 12) -> Scene:
    return scene_of(document_of(three_clouds(n), [method]))


def test_least_squares_on_one_hot_targets() -> None:
    scene = of_three(LeastSquares())
    matrices = entries(numbers_of("one-hot", scene))
    dataset = scene.document.dataset
    Z, T = np.column_stack([np.ones(12), dataset.X]), np.eye(3)[dataset.labels]
    np.testing.assert_array_equal(matrices["T"], T)
    np.testing.assert_allclose(matrices["W"], np.linalg.pinv(Z) @ T, atol=6e-5)


@pytest.mark.parametrize("ridge", [0.0, 2.0])
def test_of_two_classes_each_has_a_column(ridge: float) -> None:
    scene = scene_of(document_of(clouds(10), [LeastSquares(ridge=ridge)]))
    dataset = scene.document.dataset
    W = entries(numbers_of("one-hot", scene))["W"]
    Z, T = np.column_stack([np.ones(10), dataset.X]), np.eye(2)[dataset.labels]
    exact = np.linalg.solve(Z.T @ Z + ridge * np.diag([0.0, 1.0, 1.0]), Z.T @ T)
    np.testing.assert_allclose(W, exact, atol=6e-5)


def test_the_likelihood_of_softmax_and_its_gradient_that_vanishes() -> None:
    scene = of_three(Softmax(l2=0.05))
    numbers, fit = numbers_of("likelihood", scene), scene.answer
    lines, matrices = dict(numbers.lines), entries(numbers)
    W, b = fit.weights
    dataset = scene.document.dataset
    scores = np.exp(dataset.X @ W.T + b)
    P = scores / scores.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(matrices["P"], P, atol=6e-5)
    np.testing.assert_allclose(matrices["P − T"], P - np.eye(3)[dataset.labels], atol=6e-5)
    total = float(np.log(P[np.arange(12), dataset.labels]).sum())
    assert value(lines["$Σ ln p_{y_i}(x_i)$"]) == pytest.approx(total, abs=6e-5)
    criterion = -total / 12 + 0.05 * float((W**2).sum())
    assert value(lines["criterion"]) == pytest.approx(criterion, abs=6e-5)
    assert np.abs(matrices["∇"]).max() < 1e-6


def test_other_methods_are_named_what_is_needed() -> None:
    scene = scene_of(document_of(clouds(10), [LogisticRegression()]))
    assert "least squares" in numbers_of("one-hot", scene).needs
    assert "softmax" in numbers_of("likelihood", scene).needs
    assert numbers_of("one-hot", scene_of(Document(clouds(4)))).needs
