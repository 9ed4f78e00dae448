"""Colours as numbers: mixed, made readable on a ground, and as other eyes see them.

Vision without one kind of cone: Machado, Oliveira and Fernandes (2009), severity 1, a matrix on
linear RGB for each of the three.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from solvers import Floats

READABLE = 4.5  # the contrast at which small text can be read (WCAG 2.1, criterion 1.4.3)
STEPS = 40  # from a colour to black or white


def rgb(colour: str) -> tuple[int, int, int]:
    """The three channels of "#rrggbb"."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix_colours(below: str, above: str, opacity: float) -> str:
    """The colour that ``above`` with an opacity gives over ``below``."""
    return "#" + "".join(
        f"{round(b + opacity * (a - b)):02X}" for b, a in zip(rgb(below), rgb(above), strict=True)
    )


def luminance(colour: str) -> float:
    """The relative luminance, 0 for black and 1 for white."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (channel / 255.0 for channel in rgb(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def readable(colour: str, grounds: tuple[str, ...]) -> str:
    """The colour, darkened or lightened just enough to be readable on every ground."""
    end = "#000000" if luminance(grounds[0]) > 0.18 else "#FFFFFF"
    steps = (mix_colours(colour, end, k / STEPS) for k in range(STEPS + 1))
    return next(
        (step for step in steps if min(contrast(step, ground) for ground in grounds) >= READABLE),
        end,
    )


LUMINANCE = (0.2126, 0.7152, 0.0722)  # of linear RGB, Rec. 709
EYES: Mapping[str, tuple[tuple[float, float, float], ...]] = MappingProxyType(
    {
        "grey": (LUMINANCE, LUMINANCE, LUMINANCE),
        "protanopia": (
            (0.152286, 1.052583, -0.204868),
            (0.114503, 0.786281, 0.099216),
            (-0.003882, -0.048116, 1.051998),
        ),
        "deuteranopia": (
            (0.367322, 0.860646, -0.227968),
            (0.280085, 0.672501, 0.047413),
            (-0.011820, 0.042940, 0.968881),
        ),
        "tritanopia": (
            (1.255528, -0.076749, -0.178779),
            (-0.078411, 0.930809, 0.147602),
            (0.004733, 0.691367, 0.303900),
        ),
    }
)


def simulate_vision(rgb: NDArray[np.uint8], eyes: str) -> NDArray[np.uint8]:
    """Colours (..., 3) as they are seen: ``eyes`` is a key of ``EYES``; any other sees them as they
    are.
    """
    if eyes not in EYES:
        return rgb
    shape = rgb.shape
    colours, back = np.unique(rgb.reshape(-1, 3), axis=0, return_inverse=True)
    linear = _linear(colours / 255.0) @ np.array(EYES[eyes]).T
    return (
        np.round(255.0 * _display(np.clip(linear, 0.0, 1.0)))
        .astype(np.uint8)[back.ravel()]
        .reshape(shape)
    )


def _linear(values: Floats) -> Floats:
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def _display(values: Floats) -> Floats:
    return np.where(values <= 0.0031308, 12.92 * values, 1.055 * values ** (1.0 / 2.4) - 0.055)
