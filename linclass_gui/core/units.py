"""The units of a table whose axes were standardised."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers.arrays import Floats

Point = tuple[float, float]


@dataclass(frozen=True)
class Units:
    """Where and how long the axes z of a document are in those of its table: ``x = centre + scale z``."""

    centre: Point
    scale: Point

    def line(self, w: Floats, b: float) -> tuple[Floats, float]:
        """The weights and the offset in the units of the table of a line ``<w, z> + b``: the same line, the same scores."""
        weights = w / np.array(self.scale)
        return weights, b - float(weights @ np.array(self.centre))
