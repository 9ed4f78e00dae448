"""The proof that no line separates the classes: a point of both hulls, and the few data points that show it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Separability, Status
from solvers.arrays import locked

from ..core.marks import Dots, Mark, Text
from ..core.memo import memo
from ..core.outline import separation
from ..core.scene import Scene

SENTENCE = "in both hulls: no line separates the classes"


def draw(scene: Scene) -> Iterable[Mark]:
    """The common point, when hulls are shown or the selected method needs disjoint ones."""
    needed = scene.selected is not None and scene.selected[1].status is Status.NOT_SEPARABLE
    if not (needed or scene.shows("hulls") or scene.shows("closest-pair")):
        return ()
    verdict = separation(scene)
    return () if verdict is None or verdict.separable else _point(verdict, needed or scene.shows("closest-pair"))


@memo(4)
def _point(verdict: Separability, in_words: bool) -> tuple[Mark, ...]:
    at = verdict.closest_plus
    ring = Dots(locked(np.array(at)[None, :]), "common")
    if not in_words:
        return (ring,)
    return ring, Text((float(at[0]), float(at[1])), SENTENCE, "caption", "top", (0.0, -12.0), backed=True)
