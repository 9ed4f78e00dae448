"""The names of the lines, each along its own line."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.fits.decision import level_curves
from ...core.method_labels import label_of
from ...core.scene import Scene
from ...core.words import Words
from ..shapes.bayes import curves, label
from ..shapes.line_names import longest, name_of

MOST = 24  # names of methods: more would cover the picture without telling the lines apart


def draw(scene: Scene) -> Iterable[Words]:
    """A name for every boundary."""
    return (*_boundaries(scene), *_bayes(scene))


def _boundaries(scene: Scene) -> Iterable[Words]:
    """The names of the methods, the selected one first."""
    for method, fit in scene.drawn[: -MOST - 1 : -1] if scene.shows("boundary") else ():
        found, name = level_curves(fit, scene.view), label_of(method, scene.document.methods)
        if found and name:
            yield name_of(longest(found), name, "label", method.slot, ("boundary", method.id), True, method.id in scene.stale)


def _bayes(scene: Scene) -> Iterable[Words]:
    populations = scene.document.populations
    if populations is not None and scene.shows("bayes-boundary"):
        found = curves(populations, scene.view)
        if found:
            yield name_of(longest(found), label(populations), "label-bayes", None, "bayes", True, False)
