"""The names of the lines, each along its own line."""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Floats, parameters_of

from ..core.crowd import Crowd, with_lines
from ..core.decision import level_curves, trial_segment
from ..core.document import MethodInUse, View
from ..core.labels import place, text_width
from ..core.marks import Mark, Text
from ..core.memo import memo
from ..core.scene import Scene
from ..core.ticks import MINUS, significant
from . import bayes_boundary, class_names, equation, width
from .margins import has_margins
from .room import lines_of, points_and_decorations

Box = tuple[float, float, float, float]
Named = tuple[tuple[Floats, str], ...]


def draw(scene: Scene) -> Iterable[Mark]:
    """A label for every boundary, both margin lines and the trial line."""
    named = _named(scene)
    if not named:
        return ()
    size, pixel = scene.label_size, scene.pixel
    arrow = tuple(width.draw(scene)) if scene.shows("width") else ()
    points = with_lines(points_and_decorations(scene), lines_of(arrow), scene.view, pixel)
    corners = [*class_names.draw(scene), *(equation.draw(scene) if scene.shows("equation") else ()), *arrow]
    taken = tuple(_box(mark, size * pixel) for mark in corners if isinstance(mark, Text))
    curves, texts = tuple(curve for curve, _ in named), tuple(text for _, text in named)
    return _labels(curves, texts, size, scene.view, pixel, points, taken, scene.framed)


@memo(4)
def _labels(
    curves: tuple[Floats, ...],
    texts: tuple[str, ...],
    size: float,
    view: View,
    pixel: float,
    points: Crowd,
    taken: tuple[Box, ...],
    framed: bool,
) -> tuple[Mark, ...]:
    """Labels of margin lines give way where there is no room; names of methods stay, with a halo."""
    places = place(curves, texts, size, view, pixel, points, taken, framed)
    pairs = [(spot, text) for spot, text in zip(places, texts, strict=True) if spot is not None]
    return tuple(
        Text(spot.at, text, "label", along=spot.along, backed=not spot.clear)
        for spot, text in pairs
        if spot.clear or not text.startswith("$")
    )


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
    populations = scene.document.populations
    if populations is not None and scene.shows("bayes-boundary"):
        best = bayes_boundary.curves(populations, scene.view)
        if best:
            named.append((max(best, key=len), bayes_boundary.label(populations)))
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
                words = parameter.choice.label_of(str(value)) if parameter.choice else str(value)
                return f"{label}, {words.split(' (')[0]}"
            return f"{label}, ${parameter.symbol} = {significant(value, 3)}$"
    if len({m.kernel for m in same}) > 1:
        return f"{label}, {method.kernel.name if method.kernel else method.features.name}"
    return f"{label}, {method.features.name}" if len({m.features for m in same}) > 1 else label


def _box(mark: Text, unit: float) -> Box:
    """The rectangle that an upright text covers, in data units, with some room around it."""
    (x, y), half = mark.at, 0.5 * text_width(mark.text, unit)
    x += half * (mark.anchor.endswith("left") - mark.anchor.endswith("right"))
    y += 0.5 * unit * (mark.anchor.startswith("bottom") - mark.anchor.startswith("top"))
    return (x - half - unit, x + half + unit, y - 1.3 * unit, y + 1.3 * unit)
