"""The names of the methods along the lines between the parts, and those of the margins of the member that is looked at."""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Floats

from ...core.classes.bayes import bayes_fit, bayes_name
from ...core.classes.regions import regions
from ...core.method_labels import label_of
from ...core.scene import Scene
from ...core.words import Words
from ..shapes.line_names import margin_names, name_of

LAYER = "boundary"


def draw(scene: Scene) -> Iterable[Words]:
    """One name a method, along its longest line."""
    return (*_names(scene), *_bayes(scene))


def of_margins(scene: Scene) -> Iterable[Words]:
    """Those of the member that is looked at: of all at once it would not be clear whose "f = 1" it is."""
    return margin_names(scene.members[0][1]) if len(scene.members) == 1 else ()


def _bayes(scene: Scene) -> Iterable[Words]:
    populations = scene.document.many_populations
    edges = () if populations is None else regions(bayes_fit(populations), scene.view).edges
    if populations is not None and edges and scene.shows("bayes-boundary"):
        yield name_of(max(edges, key=_length), bayes_name(populations), "label-bayes", None, "bayes", True, False)


def _names(scene: Scene) -> Iterable[Words]:
    for method, many in reversed(scene.drawn_many) if scene.shows(LAYER) else ():
        edges, name = regions(many, scene.view).edges, label_of(method, scene.document.methods)
        if edges and name:
            yield name_of(max(edges, key=_length), name, "label", method.slot, (LAYER, method.id), True, method.id in scene.stale)


def _length(chain: Floats) -> float:
    return float(abs(chain[1:] - chain[:-1]).sum())
