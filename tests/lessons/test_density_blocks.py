"""The densities of the Gaussian classifier in numbers, against numpy and against the fit."""

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of, three_clouds
from printed import entries, value

from linclass_gui.lessons.numbers import numbers_of
from linclass_gui.scene.scene import Scene
from solvers import Dataset, GaussianGenerative, ManyFit


def scene(**settings: object) -> Scene:
    return scene_of(document_of(clouds(15), [GaussianGenerative(**settings)]))


@pytest.mark.parametrize(("estimate", "lost"), [("maximum-likelihood", 0), ("unbiased", 1)])
def test_separate_covariances_and_the_score_are_those_of_numpy(estimate: str, lost: int) -> None:
    shown = scene(covariance="separate", estimate=estimate)
    numbers, dataset = numbers_of("gaussian", shown), shown.document.dataset
    matrices, lines = entries(numbers), dict(numbers.lines)
    plus, minus = dataset.X[dataset.labels == 1], dataset.X[dataset.labels == 0]
    S, T = (np.cov(points, rowvar=False, ddof=lost) for points in (plus, minus))
    np.testing.assert_allclose(matrices["Σ_{+}"], S, atol=6e-5)
    np.testing.assert_allclose(matrices["Σ_{−}"], T, atol=6e-5)
    p = len(plus) / len(dataset)
    assert [value(row[2]) for row in numbers.table.rows] == pytest.approx([p, 1.0 - p], abs=6e-5)
    A, B, m, k = np.linalg.inv(S), np.linalg.inv(T), plus.mean(axis=0), minus.mean(axis=0)
    np.testing.assert_allclose(matrices["W"], 0.5 * (B - A), rtol=1e-3, atol=6e-5)
    np.testing.assert_allclose(matrices["w"][:, 0], A @ m - B @ k, rtol=1e-3, atol=6e-5)
    w_0 = np.log(p / (1.0 - p)) - 0.5 * (m @ A @ m - k @ B @ k)
    w_0 -= 0.5 * np.log(np.linalg.det(S) / np.linalg.det(T))
    assert value(lines["$w_0$"]) == pytest.approx(w_0, rel=1e-4)
    # and they are the score of the method
    fit, x = shown.selected_fit, np.array([0.3, -0.7])
    f = x @ (0.5 * (B - A)) @ x + (A @ m - B @ k) @ x + w_0
    assert float(fit.decision_function(x[None])[0]) == pytest.approx(f)


@pytest.mark.parametrize(("estimate", "lost"), [("maximum-likelihood", 0), ("unbiased", 2)])
def test_a_shared_covariance_names_its_divisor_and_gives_the_line(estimate: str, lost: int) -> None:
    shown = scene(estimate=estimate, priors="given", prior_plus=0.25)
    numbers, dataset = numbers_of("gaussian", shown), shown.document.dataset
    matrices, lines, n = entries(numbers), dict(numbers.lines), len(dataset)
    groups = [dataset.X[dataset.labels == k] for k in (0, 1)]
    squares = sum((g - g.mean(0)).T @ (g - g.mean(0)) for g in groups)
    np.testing.assert_allclose(matrices["Σ"], squares / (n - lost), atol=6e-5)
    assert lines["$Σ$ divides by"] == (f"$n − 2$ = {n - 2}" if lost else f"$n$ = {n}")
    factor = lines["with $n$ it is" if lost else "with $n − 2$ it is"]
    assert factor == (f"{n - 2}/{n} times this" if lost else f"{n}/{n - 2} times this")
    assert [row[2] for row in numbers.table.rows] == ["0.25", "0.75"]
    fit = shown.selected_fit
    np.testing.assert_allclose(matrices["w"][:, 0], fit.w, rtol=1e-3, atol=6e-5)
    assert value(lines["$w_0$"]) == pytest.approx(fit.b, rel=1e-4)


def test_the_other_divisor_is_a_factor() -> None:
    shown = scene(covariance="diagonal")
    numbers, (minus, plus) = numbers_of("gaussian", shown), shown.document.dataset.counts
    assert numbers.table.head[3:] == ("$D_k$ divides by $n_k$", "with $n_k − 1$ times")
    assert [row[3:] for row in numbers.table.rows] == [
        (str(plus), f"{plus}/{plus - 1}"),
        (str(minus), f"{minus}/{minus - 1}"),
    ]
    assert entries(numbers)["D_{+}"][0, 1] == 0.0


@pytest.mark.parametrize("covariance", ["shared", "separate", "diagonal"])
def test_the_scores_of_three_classes_differ_as_those_of_the_method(covariance: str) -> None:
    document = document_of(three_clouds(), [GaussianGenerative(covariance=covariance)])
    shown = scene_of(document)
    numbers, fit = numbers_of("gaussian", shown), shown.answer
    assert isinstance(fit, ManyFit)
    matrices, lines, x = entries(numbers), dict(numbers.lines), np.array([0.4, 0.2])
    scores = np.array(
        [
            x @ matrices.get(f"W_{{{k}}}", np.zeros((2, 2))) @ x
            + matrices[f"w_{{{k}}}"][:, 0] @ x
            + value(lines[f"$w_{{{k}0}}$"])
            for k in (1, 2, 3)
        ]
    )
    exact = fit.class_scores(x[None])[0]
    np.testing.assert_allclose(scores - scores[0], exact - exact[0], rtol=2e-3, atol=2e-3)


def test_without_the_classifier_the_block_names_it() -> None:
    assert "Gaussian" in numbers_of("gaussian", scene_of(document_of(clouds(5), []))).needs


def test_normals_of_lifted_points_are_densest_off_the_parabola() -> None:
    """The mean lies above it by the variance of x, and at one x the normal expects a deviation."""
    x = np.random.default_rng(3).normal(size=30) * np.repeat([1.0, 2.0], 15)
    on_curve = Dataset(np.column_stack([x, x * x]), np.repeat([0, 1], 15))
    shown = scene_of(document_of(on_curve, [GaussianGenerative(covariance="separate")]))
    lines = numbers_of("gaussian", shown).lines
    assert lines[0][1].startswith("0: no data")
    heights = [value(text.removesuffix(" above it")) for _, text in lines[1:5:2]]
    spreads = [value(text.removesuffix(", in truth 0")) for _, text in lines[2:5:2]]
    for label, height, spread in zip((1, 0), heights, spreads, strict=True):
        points = on_curve.X[on_curve.labels == label]
        assert height == pytest.approx(points[:, 0].var(), rel=1e-3)
        S = np.cov(points, rowvar=False, ddof=0)
        # the last pivot: the variance of x^2 where x is known
        assert spread == pytest.approx((np.linalg.det(S) / S[0, 0]) ** 0.5, rel=1e-3)
    elsewhere = numbers_of("gaussian", scene(covariance="separate")).lines
    assert not any("parabola" in name for name, _ in elsewhere)


@pytest.mark.parametrize(
    ("names", "indices"),
    [
        (("class 1", "class 2"), ["2", "1"]),
        (("group 10", "group 20"), ["20", "10"]),
        (("-1", "1"), ["+", "−"]),
        (("2019", "2020"), ["+", "−"]),
    ],
)
def test_two_classes_never_have_one_index(names: tuple[str, str], indices: list[str]) -> None:
    """A table with the labels -1 and 1 has m_+ and m_−, not m_1 twice."""
    data = clouds(15)
    document = document_of(Dataset(data.X, data.labels, names), [GaussianGenerative()])
    matrices = numbers_of("gaussian", scene_of(document)).matrices
    means = [one.symbol for one in matrices if one.symbol.startswith("m_")]
    assert means == [f"m_{{{index}}}" for index in indices]


def test_in_small_units_no_number_vanishes_and_rounding_does() -> None:
    data = clouds(15)
    small = replace(data, X=1e-12 * data.X)
    method = GaussianGenerative(covariance="separate")
    shown = entries(numbers_of("gaussian", scene_of(document_of(small, [method]))))
    plus = small.X[small.labels == 1]
    np.testing.assert_allclose(shown["Σ_{+}"], np.cov(plus.T, ddof=0), rtol=1e-3)
    np.testing.assert_allclose(shown["m_{+}"][:, 0], plus.mean(axis=0), rtol=1e-3)
    far = replace(data, X=1e12 * data.X)
    large = entries(numbers_of("gaussian", scene_of(document_of(far, [method]))))
    np.testing.assert_allclose(large["W"], 1e-48 * shown["W"], rtol=1e-3)
