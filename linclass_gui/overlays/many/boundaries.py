"""The lines between the parts of the classes, the full lines of the members, and where they were before a drag."""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Fit, ManyFit, ManyPopulations

from ...core.classes.bayes import bayes_fit
from ...core.classes.looks import ENDS, REST
from ...core.classes.regions import regions
from ...core.classes.verdicts import members_of
from ...core.document import View
from ...core.fits.decision import level_curves
from ...core.marks import Mark, Path
from ...core.memo import memo
from ...core.method_labels import label_of
from ...core.scene import Scene
from ...core.words import Row, Words


def draw(scene: Scene) -> Iterable[Mark]:
    """The common edges of the parts, for every method in its colour."""
    for method, many in scene.drawn_many:
        yield from _edges(many, scene.view, method.slot, method.id == scene.document.selected, method.id in scene.stale)


@memo
def _edges(many: ManyFit, view: View, slot: int, selected: bool, stale: bool) -> tuple[Mark, ...]:
    return tuple(Path(edge, "boundary", slot=slot, emphasis=selected, faded=stale) for edge in regions(many, view).edges)


def bayes(scene: Scene) -> Iterable[Mark]:
    """The best possible boundaries between known populations, dashed."""
    populations = scene.document.many_populations
    return () if populations is None else _bayes(populations, scene.view)


@memo
def _bayes(populations: ManyPopulations, view: View) -> tuple[Mark, ...]:
    return tuple(Path(edge, "bayes") for edge in regions(bayes_fit(populations), view).edges)


def members(scene: Scene) -> Iterable[Mark]:
    """The whole line of every member of the selected method, dashed, in the mix of its two colours."""
    if scene.chosen is None:
        return
    method, many = scene.chosen
    looks = scene.document.class_looks
    for (plus, minus), fit in members_of(many):
        if fit.has_model:
            ends = sorted((looks[plus], looks[minus])) if minus is not None else [looks[plus]]
            name = "-".join(ENDS[look] for look in ends) + ("" if minus is not None else f"-{REST}")
            yield from _line(fit, scene.view, f"member-{name}", method.id in scene.stale)


@memo
def _line(fit: Fit, view: View, role: str, faded: bool) -> tuple[Mark, ...]:
    return tuple(Path(curve, role, faded=faded) for curve in level_curves(fit, view))


def ghost(scene: Scene) -> Iterable[Mark]:
    """The lines between the parts as they were when the gesture began."""
    if scene.base is None:
        return
    for method in scene.document.enabled:
        many = scene.before.get(method.id)
        if isinstance(many, ManyFit) and many is not scene.fits.get(method.id) and many.has_model:
            yield from _before(many, scene.view, method.slot)


@memo
def _before(many: ManyFit, view: View, slot: int) -> tuple[Mark, ...]:
    return tuple(Path(edge, "ghost", slot=slot) for edge in regions(many, view).edges)


def off_view(scene: Scene) -> Iterable[Words]:
    """Where one class has the whole view: the sentence that says so, for every method."""
    for method, many in reversed(scene.drawn_many) if scene.shows("boundary") else ():
        if not regions(many, scene.view).edges:
            name = label_of(method, scene.document.methods)
            yield _sentence(f"{name}: no boundary in the view", method.slot, method.id)


@memo
def _sentence(text: str, slot: int, id: str) -> Words:
    return Words((text,), Row(), "caption", slot, ("off-view", id))
