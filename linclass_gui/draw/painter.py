"""Marks on a surface: the one drawing code of the window and of every exporter.

Everything is clipped here, in numbers, before it reaches the device: SVG viewers and paint devices
clip differently or not at all, and dashed lines that run far outside the picture cost time.  The
colours of a grid are mixed here, too, because not every format has the transparency that a paint
device would need.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solvers import Floats
from solvers.arrays import Bools, Ints
from solvers.plane.geometry import Box, clip_polygon, clip_segments

from ..scene.colours import Palette, rgb
from ..scene.looks import CROWD, MOST, MOST_CLASSES, role
from ..scene.marks import Area, Dots, Field, Mark, Path, Text, mark_groups
from ..scene.memo import memo
from ..scene.styles import Style
from ..scene.theme import Theme
from ..scene.view import Transform
from .coincidence import Mixing, SymbolRun, in_order, symbol_runs
from .crowds import draw_crowd, draw_share
from .lettering import Layout, TextStyle, layout
from .surface import Surface

# text among points
CROWDED = frozenset(
    {"label", "caption", *(role("side-name", look) for look in range(MOST_CLASSES))}
)
ROUNDING = 1e-6  # device units
FEW_POINTS = 8  # points up to which a plain loop is faster than numpy
BESIDE = 1.5  # by how many of its widths a line is wider for each other one that lies on it
BAR = 0.55  # half the length of a stroke across an end, in heights of labels
ARROW_SLIM = 0.36  # half the width of an arrow head, relative to its length


def draw_marks(
    surface: Surface,
    marks: Iterable[Mark],
    transform: Transform,
    theme: Theme,
) -> None:
    """Draw marks in their order."""
    for group in mark_groups(marks):
        mark = group[0]
        if len(group) > 1:
            draw_set(
                surface,
                tuple(mark_of_set for mark_of_set in group if isinstance(mark_of_set, Dots)),
                transform,
                theme,
            )
            continue
        match mark:
            case Dots(among=among) if among is not None:
                if not is_crowd((among,), transform):
                    draw_dots(surface, replace(mark, role="sv-wrong"), transform, theme)
                elif surface.scale:  # a sample of points has none of its own
                    draw_share(surface, mark, transform, theme)
            case Dots():
                draw_dots(surface, mark, transform, theme)
            case Path():
                draw_path(surface, mark, transform, theme)
            case Area():
                draw_area(surface, mark, transform, theme)
            case Field():
                draw_field(surface, mark, transform, theme)
            case Text():
                draw_text(surface, mark, transform, theme)


# --- symbols --------------------------------------------------------------------------------------


def draw_dots(surface: Surface, dots: Dots, transform: Transform, theme: Theme) -> None:
    """Draw the symbols whose centres are in view (in the window also those that reach in from
    outside).
    """
    style = theme.style(dots.role, dots.slot, dots.emphasis, dots.faded)
    reach, sizes = style.size if theme.unit == "px" else 0.0, dots.sizes
    if len(dots.xy) <= FEW_POINTS and (places := transform.few(dots.xy, reach)) is not None:
        xy = np.array(places)
    else:
        xy, sizes = visible(transform.map(dots.xy), sizes, transform.box, reach)
    if len(xy):
        surface.symbols(xy, style, sizes)


def draw_set(surface: Surface, dots: tuple[Dots, ...], transform: Transform, theme: Theme) -> None:
    """Draw the symbols of several marks in one order, those in view."""
    if is_crowd(tuple([mark.xy for mark in dots]), transform) and surface.scale:
        draw_crowd(surface, tuple(m for m in dots if len(m.xy) > MOST), transform, theme)
        dots = tuple(m for m in dots if len(m.xy) <= MOST)  # of a rarer class, over the others
        if not dots:
            return
    styles = tuple(theme.style(mark.role, mark.slot, mark.emphasis, mark.faded) for mark in dots)
    reach = max(style.size for style in styles) if theme.unit == "px" else 0.0
    if not isinstance(surface, Mixing):
        for look, xy, sizes in _runs_in_view(dots, styles, transform, reach):
            surface.symbols(xy, styles[look], sizes)
        return
    xy, of, sizes = _set_in_view(dots, transform, reach)
    if len(xy):
        surface.mixed(xy, of, styles, sizes)


@memo
def is_crowd(xy: tuple[Floats, ...], transform: Transform) -> bool:
    """Whether so many points (n, 2) are in view that their symbols would hide each other."""
    if sum(map(len, xy)) <= CROWD:
        return False
    return sum(int(in_view(transform.map(part), transform.box, 0.0).sum()) for part in xy) > CROWD


@memo
def _runs_in_view(
    dots: tuple[Dots, ...], styles: tuple[Style, ...], transform: Transform, reach: float
) -> tuple[SymbolRun, ...]:
    """The symbols of a set that are drawn together; on most pages of a film they are the same."""
    return tuple(symbol_runs(*_set_in_view(dots, transform, reach), styles))


def _set_in_view(
    dots: tuple[Dots, ...], transform: Transform, reach: float
) -> tuple[Floats, Ints, Floats | None]:
    """The positions of the symbols of a set, the mark of each, and their sizes if any has: those
    within ``reach`` of the view, of a crowd a sample.
    """
    positions, of, sizes = in_order(dots)
    xy = transform.map(positions)
    inside = in_view(xy, transform.box, reach)
    if not np.logical_and.reduce(inside):
        xy, of, sizes = xy[inside], of[inside], None if sizes is None else sizes[inside]
    return xy[-CROWD:], of[-CROWD:], None if sizes is None else sizes[-CROWD:]


def visible(
    xy: Floats, sizes: Floats | None, box: Box, reach: float
) -> tuple[Floats, Floats | None]:
    """The positions inside a box widened by ``reach``, with their sizes; NaN rows are left out."""
    inside = in_view(xy, box, reach)
    if np.logical_and.reduce(inside):
        return xy, sizes
    return xy[inside], None if sizes is None else sizes[inside]


def in_view(xy: Floats, box: Box, reach: float) -> Bools:
    """Whether each position lies inside a box widened by ``reach``; NaN lies nowhere."""
    x, y = xy[:, 0], xy[:, 1]
    inside: Bools = (
        (x >= box[0] - reach)
        & (x <= box[1] + reach)
        & (y >= box[2] - reach)
        & (y <= box[3] + reach)
    )
    return inside


# --- lines ----------------------------------------------------------------------------------------


def draw_path(surface: Surface, path: Path, transform: Transform, theme: Theme) -> None:
    """Draw a line, with its arrow heads; a role with a fill (the rubber band) is filled first when
    the line is closed.
    """
    style = theme.style(path.role, path.slot, path.emphasis, path.faded)
    if path.under:
        style = _beneath(style, path.under)
    if len(path.xy) == 2 and path.arrow == "none" and not path.closed and style.stroke is not None:
        ends = transform.few(path.xy, ROUNDING)  # as most lines of a frame
        if ends is not None:
            surface.lines(np.array([ends]), style)
            return
    points = transform.map(path.xy)
    if path.closed and style.fill is not None and len(points) > 2:
        _fill(surface, points, style, transform.box)
    if path.arrow == "bars":
        _draw_bars(surface, points, style, theme)
    elif path.arrow != "none" and len(points) > 1:
        points = _with_heads(surface, points, path, style, theme, transform.box)
    if style.stroke is None:
        return
    runs = (
        pairs(points, transform.box)
        if path.joined == "pairs"
        else strips(points, transform.box, path.closed)
    )
    if len(runs):
        surface.lines(runs, style)


@lru_cache(maxsize=64)
def _beneath(style: Style, count: int) -> Style:
    """The style of a line that lies under others."""
    return replace(style, width=style.width * (1.0 + BESIDE * count))


def pairs(points: Floats, box: Box) -> Floats:
    """Separate segments (rows 0-1, 2-3, ...) cut by a box, as one array (k, 2, 2)."""
    segments = points[: len(points) // 2 * 2].reshape(-1, 2, 2)
    if _all_inside(points, box):
        return segments
    return clip_segments(segments[np.isfinite(segments).all(axis=(1, 2))], box)


def strips(points: Floats, box: Box, closed: bool = False) -> list[Floats]:
    """A polyline cut by a box: its visible runs, broken at rows that are not finite."""
    if closed and len(points) > 2:
        points = np.concatenate([points, points[:1]])
    if _all_inside(points, box):
        return [points] if len(points) > 1 else []
    segments = np.stack([points[:-1], points[1:]], axis=1)
    segments = clip_segments(segments[np.isfinite(segments).all(axis=(1, 2))], box)
    if len(segments) == 0:
        return []
    # End points inside the box come back bit for bit, so consecutive segments that still meet
    # belong together.
    breaks = np.flatnonzero((segments[:-1, 1] != segments[1:, 0]).any(axis=1)) + 1
    return [np.concatenate([run[:1, 0], run[:, 1]]) for run in np.split(segments, breaks)]


def _all_inside(points: Floats, box: Box) -> bool:
    """Whether points (k, 2) lie in a box, NaN not; the tolerance allows for the rounding of
    layers that cut at the view.
    """
    x0, x1, y0, y1 = box[0] - ROUNDING, box[1] + ROUNDING, box[2] - ROUNDING, box[3] + ROUNDING
    x, y = points[:, 0], points[:, 1]
    return bool(np.logical_and.reduce((x >= x0) & (x <= x1) & (y >= y0) & (y <= y1)))


def _draw_bars(surface: Surface, points: Floats, style: Style, theme: Theme) -> None:
    """Strokes across both ends of a line."""
    way = points[-1] - points[0]
    length = float(np.hypot(*way))
    if length > 0.0 and style.stroke is not None:
        across = BAR * theme.line_label * np.array([-way[1], way[0]]) / length
        surface.lines(
            np.array([(end - across, end + across) for end in (points[0], points[-1])]), style
        )


def _with_heads(
    surface: Surface, points: Floats, path: Path, style: Style, theme: Theme, box: Box
) -> Floats:
    """Draw the arrow heads and shorten the line, so that its blunt end stays hidden in the head."""
    length = 4.0 * style.width + 3.2 * theme.line
    points = points.copy()
    ends = [(-1, -2)] if path.arrow == "end" else [(-1, -2), (0, 1)]
    for tip, before in ends:
        direction = points[tip] - points[before]
        distance = float(np.hypot(*direction))
        if not (distance > 0.0 and _all_inside(points[[tip]], box)):
            continue
        direction = direction / distance
        back = points[tip] - min(length, distance) * direction
        side = ARROW_SLIM * min(length, distance) * np.array([-direction[1], direction[0]])
        if style.stroke is not None:
            surface.polygon(
                np.array([points[tip], back + side, back - side]),
                style.stroke,
                style.stroke_opacity,
            )
        points[tip] = points[tip] - 0.8 * min(length, distance) * direction
    return points


# --- areas ----------------------------------------------------------------------------------------


def draw_area(surface: Surface, area: Area, transform: Transform, theme: Theme) -> None:
    """Fill a polygon, then draw its outline; the outline is cut as a line, so that it never runs
    along the frame.
    """
    style = theme.style(area.role, area.slot, False, area.faded)
    points = transform.map(area.xy)
    if len(points) > 2:
        _fill(surface, points, style, transform.box)
    if (
        style.stroke is not None
        and len(points) > 1
        and (runs := strips(points, transform.box, closed=True))
    ):
        is_closed = len(runs) == 1 and len(points) > 2 and bool((runs[0][0] == runs[0][-1]).all())
        surface.lines([runs[0][:-1]] if is_closed else runs, style, closed=is_closed)


def _fill(surface: Surface, points: Floats, style: Style, box: Box) -> None:
    if style.fill is None or style.fill_opacity == 0.0:
        return
    if not _all_inside(points, box):
        points = clip_polygon(points[np.isfinite(points).all(axis=1)], box)
    if len(points) > 2:
        surface.polygon(points, style.fill, style.fill_opacity, smooth=False)


# --- text -----------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def text_layout(text: str, style: Style, scale: float = 1.0) -> Layout:
    """The layout of a label in a role's size, times a scale, and weight."""
    return layout(text, scale * style.size, TextStyle(style.weight, sans=style.sans))


def draw_text(surface: Surface, mark: Text, transform: Transform, theme: Theme) -> None:
    """Draw a label; along a line it is turned, never upside down, and its offset turns with it."""
    style = theme.style(mark.role, None, False, mark.faded)
    if style.fill is None:
        return
    x, y = transform.point(*mark.at)
    box, angle, cos, sin = text_layout(mark.text, style, mark.scale), 0.0, 1.0, 0.0
    start_x, start_y = anchor_baseline(box, mark.anchor, style.size)
    start_x, start_y = (
        start_x + mark.offset[0] + mark.gap[0] * style.size,
        start_y - mark.offset[1] - mark.gap[1] * style.size,
    )
    if mark.along is not None:
        angle = reading_angle(mark.along[0] * transform.scale_x, -mark.along[1] * transform.scale_y)
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    # Figures are small and their half-planes white: there every label can have a halo.
    backed = mark.backed or (theme.white_half_planes and mark.role in CROWDED)
    halo = theme.palette.canvas if backed else None
    x, y = x + cos * start_x - sin * start_y, y + sin * start_x + cos * start_y
    surface.text(box, x, y, style.fill or theme.palette.ink, angle, style.fill_opacity, halo)


def reading_angle(dx: float, dy: float) -> float:
    """The angle in degrees, clockwise on the device, at which text along (dx, dy) reads from left
    to right.
    """
    angle = math.degrees(math.atan2(dy, dx))
    # Straight up rather than straight down for vertical lines: -90, as on the spines of axes.
    return (angle + 90.0) % 180.0 - 90.0


def anchor_baseline(box: Layout, anchor: str, size: float) -> tuple[float, float]:
    """Where the base line starts when the anchor lies at the origin (y downwards)."""
    x = -box.width * (0.0 if "left" in anchor else 1.0 if "right" in anchor else 0.5)
    if "top" in anchor:
        return x, max(box.cap_height, box.ascent)
    if "bottom" in anchor:
        # A fixed depth for letters below the line: labels with and without a g are at one height.
        return x, -max(0.22 * size, box.descent)
    return x, 0.5 * box.cap_height


Colours = NDArray[np.float32]  # red, green and blue along the last axis


def field_colours(values: Floats, strength: float, palette: Palette) -> NDArray[np.uint8]:
    """The colours (rows, columns, 3) of values in [-1, 1]: the canvas colour at 0, towards the
    class colours at -1 and +1.
    """
    full = np.where((values >= 0.0)[..., None], _colour(palette.plus), _colour(palette.minus))
    return _blend_with_canvas(
        np.abs(np.clip(np.nan_to_num(values), -1.0, 1.0)), full, strength, palette
    )


def class_colours(
    values: Floats, looks: Ints, strength: float, palette: Palette
) -> NDArray[np.uint8]:
    """The colours (rows, columns, 3) of values in [0, 1]: the canvas colour at 0, towards the
    colour of each place's look at 1.
    """
    full = np.array([rgb(c) for c in palette.classes], dtype=np.float32)[looks]
    return _blend_with_canvas(np.clip(np.nan_to_num(values), 0.0, 1.0), full, strength, palette)


def shades(values: Floats, colour: str, strength: float, palette: Palette) -> NDArray[np.uint8]:
    """The colours (rows, columns, 3) of values in [0, 1]: the canvas colour at 0, towards one
    colour at 1.
    """
    return _blend_with_canvas(
        np.clip(np.nan_to_num(values), 0.0, 1.0), _colour(colour), strength, palette
    )


def _blend_with_canvas(
    values: Floats, full: Colours, strength: float, palette: Palette
) -> NDArray[np.uint8]:
    canvas, share = _colour(palette.canvas), (strength * values).astype(np.float32)[..., None]
    return (canvas + share * (full - canvas) + 0.5).astype(np.uint8)


def _colour(name: str) -> Colours:
    return np.array(rgb(name), dtype=np.float32)


def draw_field(surface: Surface, field: Field, transform: Transform, theme: Theme) -> None:
    """Draw a coloured grid; cells outside the view are left out, the rest is not cut."""
    x0, x1, y0, y1 = field.rect
    (left, bottom), (right, top) = transform.map([(x0, y0), (x1, y1)])
    rgb = _field_rgb(field, theme.style(field.role), theme.palette)
    if theme.unit == "pt" and rgb.shape[1] == 1:
        _draw_steps(
            surface,
            (float(left), float(right)),
            np.linspace(top, bottom, len(rgb) + 1).tolist(),
            rgb,
        )
        return
    surface.image((float(left), float(top), float(right - left), float(bottom - top)), rgb)


def _draw_steps(
    surface: Surface, ends: tuple[float, float], heights: list[float], rgb: NDArray[np.uint8]
) -> None:
    """Draw a scale of shades on paper as areas that reach to the end, so that there are no seams: a
    figure has at most one image, its field.
    """
    left, right = ends
    for top, shade in zip(heights, rgb[:, 0].tolist(), strict=False):
        corners = np.array([(left, top), (right, top), (right, heights[-1]), (left, heights[-1])])
        surface.polygon(corners, "#{:02X}{:02X}{:02X}".format(*shade), smooth=False)


@lru_cache(maxsize=4)
def _field_rgb(field: Field, style: Style, palette: Palette) -> NDArray[np.uint8]:
    """The colours of a field with its first row on top: shades of its role's fill, of the two
    classes where that has none.

    Cached, because mixing them costs as much as drawing them.
    """
    if field.looks is not None:
        return np.ascontiguousarray(
            class_colours(field.values, field.looks, style.fill_opacity, palette)[::-1]
        )
    if style.fill is None:
        return np.ascontiguousarray(field_colours(field.values, style.fill_opacity, palette)[::-1])
    return np.ascontiguousarray(shades(field.values, style.fill, style.fill_opacity, palette)[::-1])
