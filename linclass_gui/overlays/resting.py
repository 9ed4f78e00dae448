"""The scene as a gesture found it, so that words keep their places while something moves.

Looking for room is the dearest part of the canvas, and words that jump from one free place to the next at every move are worse than
words that glide with their lines.
"""

from __future__ import annotations

from collections.abc import Mapping

from solvers import Fit

from ..core.document import Document, View
from ..core.memo import memo
from ..core.scene import Scene


def resting(scene: Scene) -> Scene | None:
    """The scene before the running gesture moved anything, or None when nothing is moving."""
    if scene.base is None or not scene.moving or not scene.before:
        return None
    return _scene(scene.base, scene.before, scene.view, scene.pixel, scene.label_size, scene.framed)


@memo(2)
def _scene(document: Document, fits: Mapping[str, Fit], view: View, pixel: float, label_size: float, framed: bool) -> Scene:
    return Scene(document, view, pixel, fits, label_size=label_size, framed=framed)
