"""The whole lines of the two-class fits behind a method of more classes."""

from __future__ import annotations

from collections.abc import Iterable

from ...answers.contours import level_curves
from ...scene.looks import ENDS, REST
from ...scene.marks import Mark
from ...scene.pairs import members_of
from ...scene.scene import Scene
from ..shapes.curve_paths import curve_paths


def draw(scene: Scene) -> Iterable[Mark]:
    """The line of every member of the selected method, dashed, in the mix of its two colours."""
    if not scene.is_many or scene.chosen is None:
        return
    method, many = scene.chosen
    looks = scene.document.class_looks
    for (plus, minus), fit in members_of(many):
        if fit.has_model:
            ends = sorted((looks[plus], looks[minus])) if minus is not None else [looks[plus]]
            name = "-".join(ENDS[look] for look in ends) + ("" if minus is not None else f"-{REST}")
            yield from curve_paths(
                level_curves(fit, scene.view), f"member-{name}", faded=method.id in scene.stale
            )
