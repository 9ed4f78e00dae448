"""What a key does to the selected points."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..scene import Scene
from .gesture import NOTHING, Effect

STEP_PX, LARGE_STEP_PX = 1.0, 10.0


def nudge_selection(scene: Scene, right: int, up: int, large: bool = False) -> Effect:
    """The selected points one step further: a pixel, or ten."""
    rows = np.array(sorted(scene.selection), dtype=np.int64)
    if len(rows) == 0:
        return NOTHING
    step, (across, up_px) = LARGE_STEP_PX if large else STEP_PX, scene.pixels
    dataset = scene.document.dataset
    moved = dataset.moved(rows, dataset.X[rows] + (right * step * across, up * step * up_px))
    return Effect(replace(scene.document, dataset=moved), commit="Nudge")


def delete_selection(scene: Scene) -> Effect:
    """The selected points away."""
    rows = np.array(sorted(scene.selection), dtype=np.int64)
    if len(rows) == 0:
        return NOTHING
    left = replace(scene.document, dataset=scene.document.dataset.removed(rows))
    return Effect(
        left,
        commit="Delete point" if len(rows) == 1 else f"Delete {len(rows)} points",
        selection=frozenset(),
    )


def flip_selection(scene: Scene) -> Effect:
    """The selected points in the other class."""
    rows = np.array(sorted(scene.selection), dtype=np.int64)
    if len(rows) == 0:
        return NOTHING
    return Effect(
        replace(scene.document, dataset=scene.document.dataset.flipped(rows)), commit="Flip class"
    )


def all_selected(scene: Scene) -> Effect:
    """Every point selected."""
    return Effect(selection=frozenset(range(len(scene.document.dataset))))
