"""Colours mixed here, because not every format has the transparency that a paint device would
need.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solvers import Floats
from solvers.arrays import Ints

from ..scene.colours import rgb
from ..scene.palette import Palette

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
