"""Boundaries that are not in the view: the name of the method with an arrow that points there, or
with why there is none.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from solvers import Fit, Floats, ManyFit
from solvers.arrays import Bools

from ...answers.decision import plane_line, why_no_boundary
from ...answers.method_labels import label_of
from ...answers.regions import boundary_curves
from ...scene.memo import memo
from ...scene.scene import Scene
from ...scene.view import View
from ...scene.words import Inside, Row, Words

CORNERS = ("top-left", "top-right", "bottom-left", "bottom-right")


def draw(scene: Scene) -> Iterable[Words]:
    """One sentence a method for boundaries that lie elsewhere, and one for all methods that have
    none for the same reason.
    """
    if not scene.shows("boundary"):
        return
    names = scene.document.dataset.class_names
    without: dict[str, list[str]] = {}
    for method, fit in reversed(scene.all_fitted):
        name = label_of(method, scene.document.methods)
        why = why_no_boundary(fit, names)
        if why:
            without.setdefault(why, []).append(name)
        elif fit.has_model and not boundary_curves(fit, scene.view):
            yield _sentence(fit, name, method.slot, method.id, scene.view)
    for why, methods in without.items():
        yield _reason(why, ", ".join(filter(None, methods)))


@memo
def _sentence(fit: Fit | ManyFit, name: str, slot: int, id: str, view: View) -> Words:
    """The arrow, then the words, in three lines where one is too long."""
    way = _direction(fit, view)
    shorter = (
        (f"{name}:", "no boundary", "in the view")
        if way is None
        else (name, "lies outside", "the view")
    )
    return Words((" ".join(shorter),), Row(way), "caption", slot, ("off-view", id), shorter=shorter)


@memo
def _reason(why: str, methods: str) -> Words:
    """Wherever there is room: nothing in the picture belongs to it."""
    lines = (f"{methods}: {why}",) if methods else (why,)
    return Words(
        lines,
        Inside(_anywhere, CORNERS),
        "caption",
        id=("off-view", why),
        shorter=(f"{methods}:", why) if methods else (),
    )


def _anywhere(places: Floats) -> Bools:
    return np.ones(len(places), dtype=bool)


def _direction(fit: Fit | ManyFit, view: View) -> tuple[float, float] | None:
    """The direction from the middle of the view to the line, a unit vector; None for a boundary
    that is no line.
    """
    line = plane_line(fit) if isinstance(fit, Fit) else None
    if line is None or not math.isfinite(line.norm) or line.norm == 0.0:
        return None
    middle = np.array([view.middle])
    sign = -1.0 if float(line.scores(middle)[0]) > 0.0 else 1.0
    x, y = (sign * line.normal / line.norm).tolist()
    return x, y
