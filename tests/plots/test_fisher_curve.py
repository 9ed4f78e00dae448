"""The stationary values of Fisher's criterion of many classes: what is rounding is 0, and what is
not is exact.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from drawing_scenes import document_of, paths, three_clouds

from linclass_gui.answers.scenes import scene_of
from linclass_gui.plots import discriminant_plane
from linclass_gui.plots.fisher_angle import figure_of_many as figure
from linclass_gui.plots.fisher_curve import curve
from linclass_gui.scene.document import Document
from linclass_gui.scene.shapes import class_moments_of
from solvers import Dataset, Fisher, SoftMarginSVM

CROSS = np.array([[0.25, 0.0], [-0.25, 0.0], [0.0, 0.5], [0.0, -0.5]])


def row_of_classes(bend: float, middle: tuple[float, float] = (0.0, 0.0)) -> Dataset:
    """Three crosses along (3, 1), the middle one moved by ``bend`` across the row."""
    means = np.array([[-3.0, -1.0], [-bend, 3.0 * bend], [3.0, 1.0]])
    X = (means[:, None, :] + CROSS + np.array(middle)).reshape(-1, 2)
    return Dataset(X, np.repeat([0, 1, 2], 4), ("a", "b", "c"))


@pytest.mark.parametrize("middle", [(0.0, 0.0), (0.1, 0.7), (1e6, -1e6), (1e8, 1e-3)])
def test_class_means_on_a_line_have_one_stationary_value(middle: tuple[float, float]) -> None:
    shown = curve(class_moments_of(row_of_classes(0.0, middle)))
    # C_W = 3 diag(1/8, 1/2) and C_B = 4 * 2 (3, 1)(3, 1)'.
    assert shown.values[0] == pytest.approx(8.0 * (9.0 / 0.375 + 1.0 / 1.5), rel=1e-6)
    assert shown.values[1] == 0.0


@pytest.mark.parametrize("bend", [1e-2, 1e-5, 1e-8])
def test_means_that_are_nearly_on_a_line_keep_their_second_value(bend: float) -> None:
    """The product of both is ``det C_B / det C_W``, here in rational numbers."""
    shown = curve(class_moments_of(row_of_classes(bend)))
    t = Fraction(bend)
    # The middle mean stands t (-1, 3) off the line: in the coordinates along and across, C_B = 4
    # diag(20, 20 t^2 / 3).
    det_between = 16 * 20 * Fraction(20, 3) * t * t
    det_within = Fraction(3, 8) * Fraction(3, 2)
    assert shown.values[0] * shown.values[1] == pytest.approx(
        float(det_between / det_within), rel=1e-6
    )


def test_a_method_has_the_criterion_of_all_classes_at_the_w_of_the_pair() -> None:
    dataset = row_of_classes(0.5)
    document = Document(dataset, layers=Document.empty().layers).adding(SoftMarginSVM(C=8.0))
    scene = scene_of(document)
    shown = figure(scene)
    w = scene.pair_or_nothing.drawn[0][1].w
    groups = [dataset.X[dataset.labels == k] for k in range(3)]
    means = [group.mean(axis=0) for group in groups]
    middle = dataset.X.mean(axis=0)
    between = sum(4.0 * (w @ (mean - middle)) ** 2 for mean in means)
    within = sum((((group - group.mean(axis=0)) @ w) ** 2).sum() for group in groups)
    assert len(shown.markers) == 3  # two discriminant directions, one method
    angle, height = shown.markers[-1].at
    assert angle == pytest.approx(np.degrees(np.arctan2(w[1], w[0])) % 180.0)
    assert height == pytest.approx(curve(class_moments_of(dataset)).height(between / within))
    assert shown.heading[0] == "a against b"
    assert any("soft margin" in line for words in shown.words for line in words.lines)


@pytest.mark.parametrize("angle", [0.0, 30.0, 90.0])
def test_of_points_on_one_line_the_criterion_is_that_along_it(angle: float) -> None:
    places = np.array([0.0, 1.0, 3.0, 4.0, 8.0, 9.0])
    turned = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    labels = np.repeat([0, 1, 2], 2)
    shown = curve(class_moments_of(Dataset(places[:, None] * turned, labels, ("a", "b", "c"))))
    means = np.array([0.5, 3.5, 8.5])
    between = 2.0 * ((means - places.mean()) ** 2).sum()
    assert shown.values == pytest.approx((between / 1.5,))  # within: six times 1/4
    (best_angle,) = shown.angles
    assert min(best_angle - angle, 180.0 - best_angle, key=abs) == pytest.approx(0.0, abs=1e-9)


def test_lines_of_the_discriminant_plane_are_half_way_between_means() -> None:
    scene = scene_of(document_of(three_clouds(), [Fisher()]))
    plane = discriminant_plane.plane_of(scene)
    lines = paths(discriminant_plane.figure(scene).marks, "curve-thin")
    assert len(lines) == 3
    for line in lines:
        away = np.sort(np.linalg.norm(line.xy[:, None] - plane.means, axis=2), axis=1)
        assert away[:, 0] == pytest.approx(away[:, 1])
