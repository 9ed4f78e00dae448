"""Which training point stands under the pointer in a plot that shows them one by one."""

from __future__ import annotations

from types import MappingProxyType

import numpy as np

from linclass_gui.layers import selection
from linclass_gui.plots import multipliers
from linclass_gui.plots.axes import PickedPoint, pick_row
from linclass_gui.scene.document import Document
from linclass_gui.scene.scene import Hover, PairScene, Scene
from linclass_gui.scene.view import View
from solvers import Dataset, Method, SoftMarginSVM, fit


def _scene(method: Method, hover: Hover | None = None) -> Scene:
    random = np.random.default_rng(4)
    X = np.concatenate(
        [random.normal((-1.2, 0.0), 0.9, (20, 2)), random.normal((1.2, 0.5), 0.9, (20, 2))]
    )
    document = Document(Dataset(X, np.repeat([0, 1], 20))).adding(method)
    fits = MappingProxyType({document.selected: fit(method, X, document.dataset.y)})
    return PairScene(document, View.around(X), 0.01, fits, hover=hover)


def test_the_nearest_point_within_reach_is_found() -> None:
    xy = np.array([[0.0, 0.0], [1.0, 100.0]])
    assert pick_row(xy, (0.9, 98.0), (0.5, 10.0)) == PickedPoint(1, (1.0, 100.0))
    assert pick_row(xy, (0.9, 80.0), (0.5, 10.0)) is None
    assert pick_row(xy[:0], (0.0, 0.0), (1.0, 1.0)) is None


def test_a_bar_is_found_along_its_whole_height() -> None:
    scene = _scene(SoftMarginSVM(C=8.0))
    answer = scene.selected_fit
    rows, x = multipliers.places(multipliers.multipliers_of(answer))
    for row, place in zip(rows.tolist(), x.tolist(), strict=True):
        height = float(answer.alpha[row] * answer.problem.y[row])
        for part in (0.1, 0.5, 1.0):
            assert multipliers.pick(
                scene, (place + 0.1, part * height), (0.4, 1e-3)
            ) == PickedPoint(row, (place, height))
        assert multipliers.pick(scene, (place, -0.5 * height), (0.4, 1e-3)) is None


def test_the_point_that_a_plot_points_to_is_ringed_on_the_canvas() -> None:
    assert [
        mark.role
        for mark in selection.draw_pointer(_scene(SoftMarginSVM(C=8.0), Hover((0.3, 0.2), 5)))
    ] == ["pointer"]
    x = _scene(SoftMarginSVM(C=8.0)).document.dataset.X[5]
    scene = _scene(SoftMarginSVM(C=8.0), Hover((float(x[0]), float(x[1])), 5))
    way, ring = selection.draw_pointer(scene)
    assert ring.role == "touched"
    np.testing.assert_array_equal(ring.xy, scene.document.dataset.X[[5]])
    assert way.role == "pointer"
