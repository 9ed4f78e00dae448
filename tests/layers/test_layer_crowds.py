"""Boundaries among many points."""

from dataclasses import replace

import numpy as np

from linclass_gui.answers.scenes import scene_of
from linclass_gui.layers.canvas import canvas_figure
from linclass_gui.scene.document import Document
from solvers import Dataset, Fisher, SoftMarginSVM


def drawing_order(n: int) -> list[str]:
    """The roles of points and boundaries of a scene of n points, in painting order."""
    X = np.random.default_rng(3).normal(size=(n, 2))
    dataset = Dataset(X, (X[:, 0] > 0.0).astype(np.int64))
    document = replace(Document.empty(), dataset=dataset)
    document = document.adding(Fisher()).adding(SoftMarginSVM())
    wanted = {"boundary", "boundary-rim", "class-plus"}
    marks = canvas_figure(scene_of(document)).marks
    return [mark.role for mark in marks if mark.role in wanted]


def test_few_points_lie_over_the_boundaries() -> None:
    assert drawing_order(60) == ["boundary", "boundary", "class-plus"]


def test_the_boundaries_of_a_crowd_lie_over_it_the_selected_one_with_a_rim() -> None:
    order = drawing_order(600)
    assert order == ["class-plus", "boundary-rim", "boundary", "boundary"]
