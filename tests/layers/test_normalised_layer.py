"""Normalised samples stand in the plane only where the boundary passes through the origin."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import bare_marks, document_of, scene_of

from linclass_gui.layers import LAYERS
from linclass_gui.scene.marks import Dots
from solvers import Dataset, Perceptron

# Separable by a line, by none through the origin.
BESIDE = Dataset(
    np.array([(3.0, 0.0), (4.0, 1.0), (3.4, -1.0), (1.0, 0.0), (0.5, 0.6), (0.8, -0.7)]),
    np.array([1, 1, 1, 0, 0, 0]),
)
LAYER = next(layer for layer in LAYERS if layer.name == "normalised")


@pytest.mark.parametrize("has_offset", [True, False])
def test_turned_samples_are_drawn_for_lines_through_the_origin_alone(has_offset: bool) -> None:
    document = replace(
        document_of(BESIDE, [Perceptron(fit_intercept=has_offset)]),
        layers=frozenset({"normalised"}),
    )
    scene = scene_of(document)
    turned = [
        mark.xy.tolist()
        for mark in bare_marks(scene)
        if isinstance(mark, Dots) and mark.role == "turned-minus"
    ]
    assert turned == ([] if has_offset else [(-BESIDE.X[3:]).tolist()])
    assert LAYER.missing(scene) == ("needs offset b off" if has_offset else "")
    assert (document.home.x0 < -1.0) is not has_offset, (
        "there is room for them only where they are drawn"
    )
