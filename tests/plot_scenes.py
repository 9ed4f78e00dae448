"""One sensible scene for every plot: of two classes, and of three where the plot has them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

from linclass_gui.answers.scenes import scene_of
from linclass_gui.plots import PLOTS
from linclass_gui.scene.document import Document
from linclass_gui.scene.marks import Figure
from linclass_gui.scene.methods import MethodInUse
from linclass_gui.scene.scene import Scene
from solvers import Dataset, Fisher, LogisticRegression, Polynomial, SoftMarginSVM

METHODS = (SoftMarginSVM(C=8.0), Fisher(), LogisticRegression(l2=0.01))
# the rest is about the first method, the soft margin
SELECTED = {"probability": "m3", "calibration": "m3"}


@cache
def _document(classes: int) -> Document:
    rng = np.random.default_rng(5)
    labels = np.arange(24 * classes) % classes
    turn = 2.0 * np.pi * labels / classes + 0.4
    X = rng.normal(0.0, 1.0, (len(labels), 2))
    X += 1.5 * np.column_stack([np.cos(turn), np.sin(turn)])
    names = ("class −", "class +") if classes == 2 else ("setosa", "versicolor", "virginica")
    methods = tuple(
        MethodInUse(f"m{k}", method, k - 1, True) for k, method in enumerate(METHODS, start=1)
    )
    return Document(Dataset(X, labels, names), methods, "m1", frozenset())


@cache
def _scene(classes: int, selected: str) -> Scene:
    return scene_of(replace(_document(classes), selected=selected))


@cache
def _curved(classes: int) -> Scene:
    document = _document(classes)
    bent = replace(document.methods[0], features=Polynomial(2))
    return scene_of(replace(document, methods=(bent, *document.methods[1:])))


def scene_for(plot: str, classes: int = 2) -> Scene:
    """The scene in which a plot has much to show."""
    if plot == "feature-space":
        return _curved(classes)
    return _scene(classes, SELECTED.get(plot, "m1"))


@cache
def figure_for(plot: str, classes: int = 2) -> Figure:
    """The figure of a plot in its scene."""
    return next(one for one in PLOTS if one.name == plot).draw(scene_for(plot, classes))
