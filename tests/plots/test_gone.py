"""A handle or a point that a picture drew a moment ago and the scene has no more: every plot
answers with the scene as it is.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from drawing_scenes import document_of, scene_of

from linclass_gui.plots import PLOTS, Plot
from linclass_gui.scene.document import FOUR, LANDSCAPES, Document
from linclass_gui.scene.scene import Scene
from solvers import Dataset, Fisher, LogisticRegression, Perceptron, SoftMarginSVM

NAMES = (
    "",
    "begin",
    "begin-",
    "begin-9",
    "begin-x",
    "b",
    "trial",
    "trial-m9",
    "trial-",
    "threshold",
    "C",
    "sigma",
    "gone",
)
PLACES = ((0.5, 0.5), (1e9, -1e9))
OTHERS = (SoftMarginSVM(C=3.0), Perceptron(), LogisticRegression())


def _scenes() -> list[tuple[str, Scene]]:
    """Scenes of every kind: no points, one class, two, three, each landscape."""
    two = Dataset([(0, 0), (1, 0), (2, 2), (3, 1)], [0, 0, 1, 1])
    three = Dataset(
        [(0, 0), (1, 0), (2, 2), (3, 1), (0, 4), (1, 5)], [0, 0, 1, 1, 2, 2], ("a", "b", "c")
    )
    found = [("empty", scene_of(document_of(Document.empty().dataset, OTHERS)))]
    for method in (*OTHERS, Fisher()):
        found += [
            (f"{method.label} {k}", scene_of(document_of(data, (method,))))
            for k, data in ((2, two), (3, three))
        ]
    rule = document_of(two, (Perceptron(),))
    return [
        *found,
        *((name, scene_of(replace(rule, landscape=name))) for name in (*LANDSCAPES, FOUR)),
    ]


@pytest.mark.parametrize("plot", PLOTS, ids=lambda plot: plot.name)
def test_a_handle_that_is_gone_moves_nothing_and_ends_nothing(plot: Plot) -> None:
    for words, scene in _scenes():
        for at in PLACES:
            for name in NAMES:
                assert isinstance(plot.drag_to(scene, name, at), Document), words
            if plot.grab is not None:
                plot.grab(scene, at)
            if plot.select is not None:
                plot.select(scene, at)
            if plot.turn is not None:
                plot.turn(scene, at, at)
            plot.read_at(scene, at, (0.1, 0.1))
