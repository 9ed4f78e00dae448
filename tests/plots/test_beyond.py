"""Numbers so large or small that their squares are none: no picture and no table warns or fails
(warnings are errors here).
"""

from __future__ import annotations

import numpy as np
import pytest
from drawing_scenes import document_of, scene_of

from linclass_gui.layers.canvas import canvas_figure
from linclass_gui.lessons.numbers import NAMES, numbers_of
from linclass_gui.plots import PLOTS
from linclass_gui.scene.places import nearest_row, rows_within
from linclass_gui.scene.scene import Scene
from linclass_gui.scene.view import Transform
from solvers import Dataset, Fisher, LogisticRegression, SoftMarginSVM
from solvers.moments import ClassMoments, criterion_at

SLOW = ("validation", "learning", "permutation", "path")
SCALES = (1e-300, 1e-160, 1e150, 1e200, 1e300, (1e200, 1e-200))


def _scene(scale: float | tuple[float, float], classes: int) -> Scene:
    random = np.random.default_rng(0)
    X = np.concatenate(
        [random.normal((-1, 0), 0.7, (8, 2)), random.normal((1, 0.5), 0.7, (8, 2))]
    ) * np.array(scale)
    labels = np.repeat([0, 1], 8) if classes == 2 else np.arange(16) % 3
    names = ("class −", "class +") if classes == 2 else ("a", "b", "c")
    return scene_of(
        document_of(
            Dataset(X, labels, names), (Fisher(), LogisticRegression(), SoftMarginSVM(C=1.0))
        )
    )


@pytest.mark.slow
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("scale", SCALES, ids=str)
def test_pictures_and_numbers_are_made_or_say_what_is_wrong(
    scale: float | tuple[float, float], classes: int
) -> None:
    scene = _scene(scale, classes)
    canvas_figure(scene)
    for plot in PLOTS:
        if plot.name not in SLOW:
            plot.draw(scene)
            plot.read_at(scene, (0.5, 0.5), (0.1, 0.1))
    for name in sorted(NAMES):
        said = numbers_of(name, scene)
        shown = [entry for matrix in said.matrices for row in matrix.entries for entry in row]
        assert not any(word in entry for entry in shown for word in ("nan", "inf", "∞")), name


def test_places_far_out_are_found_and_drawn_without_a_warning() -> None:
    dataset = Dataset([(1e308, -1e308), (0.0, 0.0)], [0, 1])
    assert nearest_row(dataset, (0.0, 0.0), (1e-9, 1e-9)) == 1
    assert rows_within(dataset, (-1e308, 1e308), (1e-9, 1e-9), 5.0).tolist() == []
    transform = Transform(0.0, 1e-300, 0.0, 1e-300, 0.0, 0.0, 100.0, 100.0)
    assert not np.isfinite(transform.map(dataset.X)[0]).any()


def test_the_criterion_of_moments_far_out_warns_of_nothing() -> None:
    dataset = _scene(1e300, 2).document.dataset
    moments = ClassMoments.of(dataset.X, [np.flatnonzero(dataset.labels == k) for k in (1, 0)])
    for degrees in (0.0, 30.0, 90.0):
        assert not 0.0 < criterion_at(moments, degrees) < 1e308
