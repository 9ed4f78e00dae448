"""The names of the lines, each along its own line."""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Floats, parameters_of

from ..core.decision import level_curves, trial_segment
from ..core.document import MethodInUse, View
from ..core.labels import Crowd, crowd_of, place, text_width
from ..core.marks import Mark, Text
from ..core.memo import memo
from ..core.scene import Scene
from ..core.ticks import MINUS, significant
from . import class_names, equation
from .margins import has_margins

Named = tuple[tuple[Floats, str], ...]


def draw(scene: Scene) -> Iterable[Mark]:
    """A label for every boundary, both margin lines and the trial line."""
    named = _named(scene)
    if not named:
        return ()
    size, pixel = scene.label_size, scene.pixel
    points = crowd_of(scene, 0.85 * size + 2.0)
    corners = [*class_names.draw(scene), *(equation.draw(scene) if scene.shows("equation") else ())]
    taken = tuple(_box(mark, size * pixel) for mark in corners if isinstance(mark, Text))
    return _labels(tuple(curve for curve, _ in named), tuple(text for _, text in named), size, scene.view, pixel, points, taken)


@memo(4)
def _labels(
    curves: tuple[Floats, ...],
    texts: tuple[str, ...],
    size: float,
    view: View,
    pixel: float,
    points: Crowd,
    taken: tuple[tuple[float, float, float, float], ...],
) -> tuple[Mark, ...]:
    places = place(curves, texts, size, view, pixel, points, taken)
    pairs = zip(places, texts, strict=True)
    return tuple(Text(spot.at, text, "label", along=spot.along) for spot, text in pairs if spot is not None)


def _named(scene: Scene) -> Named:
    """Curves with their labels, the most important first; the longest part of a curve carries its label."""
    named: list[tuple[Floats, str]] = []
    if scene.shows("boundary"):
        for method, fit in reversed(scene.drawn):
            curves = level_curves(fit, scene.view)
            if curves:
                named.append((max(curves, key=len), label_of(method, scene.document.methods)))
    if scene.selected is not None and scene.shows("margins") and has_margins(scene.selected[1]):
        for level, sign in ((1.0, "+"), (-1.0, MINUS)):
            curves = level_curves(scene.selected[1], scene.view, level)
            if curves:
                named.append((max(curves, key=len), f"$f(x) = {sign}1$"))
    trial = None if scene.document.trial is None else trial_segment(scene.document.trial, scene.view)
    if trial is not None:
        named.append((trial, "trial line"))
    return tuple(named)


def label_of(method: MethodInUse, others: tuple[MethodInUse, ...]) -> str:
    """The label of a method, with what tells it apart when several bear the same one."""
    label = method.method.label or method.method.name
    same = [m for m in others if m.enabled and type(m.method) is type(method.method)]
    if len(same) < 2:
        return label
    for parameter in parameters_of(type(method.method)):
        if parameter.applies(method.method) and len({getattr(m.method, parameter.name) for m in same}) > 1:
            value = getattr(method.method, parameter.name)
            if parameter.choice is not None or isinstance(value, bool) or not isinstance(value, int | float):
                return f"{label}, {parameter.choice.label_of(str(value)) if parameter.choice else value}"
            return f"{label}, ${parameter.symbol} = {significant(value, 3)}$"
    if len({m.kernel for m in same}) > 1:
        return f"{label}, {method.kernel.name if method.kernel else method.features.name}"
    return f"{label}, {method.features.name}" if len({m.features for m in same}) > 1 else label


def _box(mark: Text, unit: float) -> tuple[float, float, float, float]:
    """The rectangle that a text in a corner covers, in data units, with some room around it."""
    x, y = mark.at
    width, height = text_width(mark.text, unit) + unit, 2.4 * unit
    left = x - width if "right" in mark.anchor else x - unit
    low = y - height if "top" in mark.anchor else y - unit
    return (left, left + width + unit, low, low + height + unit)
