"""The names of the lines, each along its own line."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from solvers import Floats, parameters_of

from ...core.crowd import Crowd, with_lines
from ...core.document import MethodInUse, View
from ...core.fits.decision import level_curves, trial_segment
from ...core.labels import place, text_width
from ...core.marks import Mark, Text
from ...core.markup.ticks import MINUS, significant
from ...core.memo import memo
from ...core.scene import Scene
from ...core.sweeps import short
from .. import equation
from ..regions import class_names
from ..resting import resting
from ..room import lines_of, points_and_decorations
from . import bayes_boundary, width
from .margins import has_margins

TRIAL = "trial line"
MOST = 24  # names of methods: more would cover the picture, and nobody could tell the lines apart by them
LEVEL = 1e-3  # a line that runs along an edge of the view leads no label back into it
Box = tuple[float, float, float, float]
Named = tuple[tuple[Floats, str], ...]


def draw(scene: Scene) -> Iterable[Mark]:
    """A label for every boundary, both margin lines and the trial line."""
    named = _named(scene)
    if not named:
        return ()
    rest = resting(scene)
    if rest is not None:
        before, now = dict(_names_first(_named(rest))), dict(_names_first(named))
        calm = glided(tuple(draw(rest)), before, now, scene.view, scene.label_size * scene.pixel)
        if calm is not None:
            return calm
    return _placed(scene, named)


def _placed(scene: Scene, named: Named) -> Iterable[Mark]:
    """The labels where there is room for them now."""
    size, pixel = scene.label_size, scene.pixel
    arrow = tuple(width.draw(scene)) if scene.shows("width") else ()
    points = with_lines(points_and_decorations(scene), lines_of(arrow), scene.view, pixel)
    corners = [*class_names.draw(scene), *(equation.draw(scene) if scene.shows("equation") else ()), *arrow]
    taken = tuple(_box(mark, size * pixel) for mark in corners if isinstance(mark, Text))
    curves, texts = tuple(curve for curve, _ in named), tuple(text for _, text in named)
    return _labels(curves, texts, size, scene.view, pixel, points, taken, scene.framed)


def _names_first(named: Named) -> Iterable[tuple[str, Floats]]:
    return ((text, curve) for curve, text in named)


def glided(
    marks: tuple[Mark, ...], before: dict[str, Floats], now: dict[str, Floats], view: View, size: float
) -> tuple[Mark, ...] | None:
    """Labels of straight lines carried along with their lines; None where that is not possible and room must be looked for.

    Each label keeps its place as well as its line allows: the foot of its old place on the new line, as far beside it as before,
    and further along the line where it would leave the view.  ``size`` is the height of the letters in data units.
    """
    moved: list[Mark] = []
    for mark in marks:
        if not isinstance(mark, Text) or mark.text not in before or mark.text not in now:
            return None
        old, new = before[mark.text], now[mark.text]
        if len(old) != 2 or len(new) != 2:
            return None
        foot, beside, _ = _foot(old, mark.at)
        (x, y), _, normal = _foot(new, foot)
        at = _kept_inside((x + beside * normal[0], y + beside * normal[1]), normal, 0.5 * text_width(mark.text, size), size, view)
        if at is None:
            return None
        (dx, dy) = (new[1] - new[0]).tolist()
        moved.append(replace(mark, at=at, along=(dx, dy)))
    return tuple(moved)


def _kept_inside(
    at: tuple[float, float], normal: tuple[float, float], half: float, size: float, view: View
) -> tuple[float, float] | None:
    """A label moved along its line until all of it is in the view, None where it cannot be."""
    along = (-normal[1], normal[0])
    place = list(at)
    sides = ((view.x0, view.x1), (view.y0, view.y1))
    extents = [half * abs(along[k]) + 0.5 * size * abs(normal[k]) for k in (0, 1)]
    for k, (low, high) in enumerate(sides):
        missing = max(low + extents[k] - place[k], 0.0) - max(place[k] - high + extents[k], 0.0)
        if missing and abs(along[k]) > LEVEL:
            step = missing / along[k]
            place = [place[0] + step * along[0], place[1] + step * along[1]]
    rounding = 1e-9 * (view.width + view.height)
    fits = all(low + e - rounding <= c <= high - e + rounding for c, e, (low, high) in zip(place, extents, sides, strict=True))
    return (place[0], place[1]) if fits else None


def _foot(line: Floats, at: tuple[float, float]) -> tuple[tuple[float, float], float, tuple[float, float]]:
    """The foot of a point on a line, its signed distance, and the unit normal (upwards, so that above stays above)."""
    (x0, y0), (x1, y1) = line.tolist()
    dx, dy = x1 - x0, y1 - y0
    length = math.hypot(dx, dy) or 1.0
    dx, dy = dx / length, dy / length
    nx, ny = (-dy, dx) if (dx, dy) > (0.0, 0.0) else (dy, -dx)
    beside = (at[0] - x0) * nx + (at[1] - y0) * ny
    return (at[0] - beside * nx, at[1] - beside * ny), beside, (nx, ny)


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
    """Labels of margin lines and of the trial line, whose looks say enough, give way where there is no room; names of methods stay,
    with a halo.
    """
    places = place(curves, texts, size, view, pixel, points, taken, framed)
    pairs = [(spot, text) for spot, text in zip(places, texts, strict=True) if spot is not None]
    return tuple(
        Text(spot.at, text, "label", along=spot.along, backed=not spot.clear)
        for spot, text in pairs
        if spot.clear or not (text.startswith("$") or text == TRIAL)
    )


def _named(scene: Scene) -> Named:
    """Curves with their labels, the most important first; the longest part of a curve carries its label."""
    named: list[tuple[Floats, str]] = []
    if scene.shows("boundary"):
        for method, fit in scene.drawn[: -MOST - 1 : -1]:
            curves = level_curves(fit, scene.view)
            name = label_of(method, scene.document.methods)
            if curves and name:
                named.append((max(curves, key=len), name))
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
        named.append((trial, TRIAL))
    return tuple(named)


def label_of(method: MethodInUse, others: tuple[MethodInUse, ...]) -> str:
    """The label of a method, with what tells it apart when several bear the same one, unless somebody named it."""
    if method.label is not None:
        return f"{method.label}{_settings(method)}" if method.label else ""
    label = method.method.label or method.method.name
    if method.says_parameters:
        return f"{label}{_settings(method)}"
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


def _settings(method: MethodInUse) -> str:
    """The numbers that a method was set to, when it shall say them."""
    if not method.says_parameters:
        return ""
    known = (p for p in parameters_of(type(method.method)) if p.kind in ("float", "int") and p.applies(method.method))
    values = ((p.symbol, getattr(method.method, p.name)) for p in known if p.name != "seed")
    return "".join(f", ${symbol} = {short(value)}$" for symbol, value in values if value is not None)


def _box(mark: Text, unit: float) -> Box:
    """The rectangle that an upright text covers, in data units, with some room around it."""
    (x, y), half = mark.at, 0.5 * text_width(mark.text, unit)
    x += half * (mark.anchor.endswith("left") - mark.anchor.endswith("right"))
    y += 0.5 * unit * (mark.anchor.startswith("bottom") - mark.anchor.startswith("top"))
    return (x - half - unit, x + half + unit, y - 1.3 * unit, y + 1.3 * unit)
