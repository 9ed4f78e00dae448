"""The names of the methods along the lines between the parts, and those of the margins of the member that is looked at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from solvers import Floats

from ...core.classes.regions import regions
from ...core.memo import memo
from ...core.scene import Scene
from ...core.telling import label_of
from ...core.words import Along, Words
from ..lines import line_labels

LAYER = "boundary"


def draw(scene: Scene) -> Iterable[Words]:
    """One name a method, along its longest line."""
    return (*_names(scene), *_margins(scene))


def _margins(scene: Scene) -> Iterable[Words]:
    member = scene.member
    if member is None:
        return ()
    document = replace(member.document, layers=member.document.layers - {LAYER, "bayes-boundary"})
    return line_labels.draw(replace(member, document=document))


def _names(scene: Scene) -> Iterable[Words]:
    for method, many in reversed(scene.drawn_many) if scene.shows(LAYER) else ():
        edges, name = regions(many, scene.view).edges, label_of(method, scene.document.methods)
        if edges and name:
            yield _name(max(edges, key=_length), name, method.slot, method.id, method.id in scene.stale)


def _length(chain: Floats) -> float:
    return float(abs(chain[1:] - chain[:-1]).sum())


@memo(32)
def _name(curve: Floats, text: str, slot: int, id: str, faded: bool) -> Words:
    return Words((text,), Along(curve), "label", slot, (LAYER, id), True, faded=faded)
