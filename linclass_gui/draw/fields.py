"""Drawing a coloured grid; its colours are mixed here, because not every format has the
transparency that a paint device would need.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solvers import Floats
from solvers.arrays import Ints

from ..scene.colours import rgb
from ..scene.marks import Field
from ..scene.palette import Palette
from ..scene.styles import Style
from ..scene.theme import Theme
from ..scene.view import Transform
from .surface import Surface

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
