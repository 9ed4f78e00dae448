"""A picture drawn before the fits of its points are there: the points may be gone meanwhile, or far
away.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from drawing_scenes import document_of, scene_of, three_clouds

from linclass_gui.layers.canvas import canvas_figure
from linclass_gui.plots import PLOTS
from linclass_gui.scene.scene import Scene
from solvers import AnyMethod, Dataset, Fisher, LogisticRegression, SoftMarginSVM, Softmax

TWO = Dataset(np.random.default_rng(0).normal(size=(12, 2)), np.arange(12) % 2)
FITTED: dict[str, tuple[Dataset, AnyMethod]] = {
    "a line": (TWO, LogisticRegression()),
    "a scheme": (three_clouds(), Fisher()),
    "all classes at once": (three_clouds(), Softmax()),
}
OTHERS: dict[str, Callable[[Dataset], Dataset]] = {
    "no points": lambda dataset: dataset.removed(list(range(len(dataset)))),
    "one point": lambda dataset: dataset.removed(list(range(1, len(dataset)))),
    "one class": lambda dataset: dataset.removed(np.flatnonzero(dataset.labels != 0)),
    "one place": lambda dataset: dataset.moved(
        list(range(len(dataset))), np.zeros((len(dataset), 2))
    ),
    "a point far away": lambda dataset: dataset.moved(0, (1e60, 1e60)),
}


@cache
def fitted(name: str) -> Scene:
    dataset, method = FITTED[name]
    return scene_of(document_of(dataset, [method]))


@pytest.mark.slow
@pytest.mark.parametrize("others", OTHERS)
@pytest.mark.parametrize("name", FITTED)
def test_every_view_draws_other_points_with_the_fits_of_before(name: str, others: str) -> None:
    """Every plot with every kind of fit and of points; half of the pairs of these tell nearly as
    much as all.
    """
    scene = fitted(name)
    dataset = OTHERS[others](scene.document.dataset)
    layers = scene.document.layers | {"resamples"}
    scene = replace(scene, document=replace(scene.document, dataset=dataset, layers=layers))
    canvas_figure(scene)
    turn = list(FITTED).index(name) + list(OTHERS).index(others)
    for plot in PLOTS[turn % 2 :: 2]:
        figure = plot.draw(scene)
        if plot.read is not None:
            plot.read_at(
                scene,
                (0.5 * (figure.x.low + figure.x.high), 0.5 * (figure.y.low + figure.y.high)),
                (0.1, 0.1),
            )


@pytest.mark.parametrize("name", FITTED)
def test_no_plot_asks_for_the_method_whose_first_answer_is_on_its_way(name: str) -> None:
    """It is selected and switched on: "Select ..." was an instruction already followed."""
    scene = fitted(name)
    method = replace(scene.document.selected_method, method=SoftMarginSVM())
    document = replace(scene.document, methods=(method,))
    awaited = replace(scene, document=document, fits={}, whole={}, stale=frozenset())
    for plot in PLOTS:
        message = plot.draw(awaited).message
        cure = getattr(message, "cure", None)
        act = cure and cure(document)
        assert act is None or act.document != document, (plot.name, message)
        assert not (act and act.words.startswith("Select")), (plot.name, message)
