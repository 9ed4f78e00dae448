"""Features that one writes down: ``x1, x2, sin(3 x1)``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, ClassVar

import numpy as np

from ..arrays import Floats
from ..expressions import Expression, parse
from ..parameters import Symbol, Text
from .feature_map import FeatureMap

NAMES = {"x1": "x_1", "x2": "x_2"}


def functions_of(text: str) -> tuple[Expression, ...]:
    """The features of a text; ValueError says what is wrong with it."""
    return parse(text, NAMES)


@dataclass(frozen=True)
class FormulaFeatures(FeatureMap):
    """The functions of x1 and x2 that one writes, with commas between them: ``x1, x2, sin(3 x1),
    x1^3, exp(-x2^2), 1``.

    They are functions of x in data units.  The text is parsed, never executed.
    """

    name: ClassVar[str] = "written"
    functions: Annotated[
        str, Symbol("φ(x)"), Text(functions_of, "functions of x1 and x2 with commas between them")
    ] = "x1, x2, sin(3 x1)"

    @cached_property
    def expressions(self) -> tuple[Expression, ...]:
        """The functions as trees."""
        return functions_of(self.functions)

    def map(self, X: Floats) -> Floats:
        """The functions at the points; infinite or no number where one has no value."""
        values = {"x1": X[:, 0], "x2": X[:, 1]}
        Phi = np.empty((len(X), len(self.expressions)))
        for column, function in enumerate(self.expressions):
            Phi[:, column] = function(values)
        return Phi

    @property
    def terms(self) -> tuple[str, ...]:
        """The functions as formulas."""
        return tuple(function.markup for function in self.expressions)

    @property
    def is_linear(self) -> bool:
        """Both coordinates and nothing else are the plane itself."""
        return self.terms == ("x_1", "x_2")
