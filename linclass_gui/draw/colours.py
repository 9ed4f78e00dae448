"""Colours mixed by hand, where a paint device would need transparency that not every format has."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solvers import Floats
from solvers.arrays import Ints

from ..core.appearance.contrast import rgb
from ..core.appearance.palette import Palette


def field_colours(values: Floats, strength: float, palette: Palette) -> NDArray[np.uint8]:
    """The colours (rows, columns, 3) of values in [-1, 1]: the canvas colour at 0, towards the class colours at -1 and +1."""
    canvas, plus, minus = (np.array(rgb(c), dtype=np.float32) for c in (palette.canvas, palette.plus, palette.minus))
    share = (strength * np.clip(np.nan_to_num(values), -1.0, 1.0)).astype(np.float32)[..., None]
    mixed_colours = canvas + np.where(share >= 0, share * (plus - canvas), -share * (minus - canvas))
    return (mixed_colours + 0.5).astype(np.uint8)


def class_colours(values: Floats, looks: Ints, strength: float, palette: Palette) -> NDArray[np.uint8]:
    """The colours (rows, columns, 3) of values in [0, 1]: the canvas colour at 0, towards the colour of each place's look at 1."""
    canvas = np.array(rgb(palette.canvas), dtype=np.float32)
    full = np.array([rgb(c) for c in palette.classes], dtype=np.float32)[looks]
    share = (strength * np.clip(np.nan_to_num(values), 0.0, 1.0)).astype(np.float32)[..., None]
    return (canvas + share * (full - canvas) + 0.5).astype(np.uint8)


def shades(values: Floats, colour: str, strength: float, palette: Palette) -> NDArray[np.uint8]:
    """The colours (rows, columns, 3) of values in [0, 1]: the canvas colour at 0, towards one colour at 1."""
    canvas, full = (np.array(rgb(c), dtype=np.float32) for c in (palette.canvas, colour))
    share = (strength * np.clip(np.nan_to_num(values), 0.0, 1.0)).astype(np.float32)[..., None]
    return (canvas + share * (full - canvas) + 0.5).astype(np.uint8)
