"""Which points a plot of many fits shows while points are dragged: few as they move, many as they were."""

from __future__ import annotations

from solvers import Dataset

from ...core.scene import Scene


def points_at(scene: Scene, live: int) -> Dataset:
    """The current points; in a drag of more than ``live`` points those of before."""
    base, dataset = scene.base, scene.document.dataset
    return base.dataset if base is not None and scene.moving and len(dataset) > live else dataset
