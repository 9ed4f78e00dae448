"""The proof that no line separates the classes: a point of both hulls, and the few data points that
show it.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Separability, Status
from solvers.arrays import locked

from ...scene.marks import Dots, Mark
from ...scene.memo import memo
from ...scene.scene import Scene
from ...scene.shapes import separation
from ...scene.words import Beside, Words

SENTENCE = "in both hulls: no line separates the classes"
IN_LINES = ("in both hulls:", "no line separates", "the classes")


def draw(scene: Scene) -> Iterable[Mark | Words]:
    """The common point, and its sentence beside it, or at the free place nearest to it with a
    leader.
    """
    verdict = separation(scene)
    return () if verdict is None or verdict.separable else _point(verdict)


def proof(scene: Scene) -> Iterable[Mark | Words]:
    """The same without the layer: for a method that needs disjoint hulls it is the whole answer."""
    is_answer = (
        scene.selected is not None
        and scene.selected[1].claimed_outcome.status is Status.NOT_SEPARABLE
    )
    return draw(scene) if is_answer and not scene.shows("common-point") else ()


@memo
def _point(verdict: Separability) -> tuple[Mark | Words, ...]:
    at = locked(np.array(verdict.closest_plus)[None, :])
    home = Beside(at, anywhere=True, away=0.6)
    return Dots(at, "common"), Words(
        (SENTENCE,), home, "caption", id="common-point", shorter=IN_LINES
    )
