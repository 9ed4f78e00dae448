"""How a picture looks to others: in greys, and to eyes that lack one kind of cone.

Machado, Oliveira and Fernandes (2009), severity 1: a matrix on linear RGB for each of the three.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from solvers import Floats

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
