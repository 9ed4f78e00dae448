"""The names of the lines, each along its own line."""

from __future__ import annotations

from collections.abc import Iterable

from ...answers.method_labels import label_of
from ...answers.regions import boundary_curves
from ...scene.scene import Scene
from ...scene.section import is_trace
from ...scene.words import Words
from ..shapes.bayes import NAME, curves, label, populations_of
from ..shapes.line_names import longest, name_of

TRACE = " (trace)"  # of a boundary that leaves the plane
MOST = 24  # names of methods: more would cover the picture without telling the lines apart


def draw(scene: Scene) -> Iterable[Words]:
    """A name for every boundary, those of the methods first, the selected one in front."""
    if not scene.document.names:
        return
    for method, fit in scene.all_drawn[: -MOST - 1 : -1] if scene.shows("boundary") else ():
        found, name = boundary_curves(fit, scene.view), label_of(method, scene.document.methods)
        if found and name:
            name += TRACE * is_trace(fit)
            yield name_of(
                longest(found),
                name,
                "boundary-key",
                method.slot,
                ("boundary", method.id),
                True,
                method.id in scene.stale,
            )
    populations = populations_of(scene)
    if (
        populations is not None
        and scene.shows("bayes-boundary")
        and (best := curves(populations, scene.view))
    ):
        yield name_of(
            longest(best), label(populations), "bayes-key", None, "bayes", True, False, NAME
        )
