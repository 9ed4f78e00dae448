"""Figure sizes by name, in millimetres at final size."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

SIZES: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        "beamer-16x9": (140.0, 70.0),  # the text area of a 160 x 90 mm Beamer slide under its title
        "beamer-16x9-half": (68.0, 62.0),
        "beamer-4x3": (108.0, 72.0),  # the text area of a 128 x 96 mm slide
        "powerpoint": (290.0, 140.0),  # the body of a 338.7 x 190.5 mm slide
        "a4-column": (84.0, 63.0),
    }
)
