"""Every feature map, listed by hand: adding one is a file here and a line below."""

from __future__ import annotations

from .all_columns import AllColumns as AllColumns
from .feature_map import FeatureMap as FeatureMap
from .formula_features import FormulaFeatures as FormulaFeatures
from .identity import Identity as Identity
from .monomials import Monomials as Monomials
from .polynomial import Polynomial as Polynomial
from .power_map import PowerMap as PowerMap
from .quadratic import Circle as Circle
from .quadratic import Parabola as Parabola
from .quadratic import Product as Product
from .quadratic import QuadraticDiagonal as QuadraticDiagonal

FEATURE_MAPS: tuple[type[FeatureMap], ...] = (
    Identity,
    QuadraticDiagonal,
    Circle,
    Product,
    Parabola,
    Polynomial,
    Monomials,
    FormulaFeatures,
    AllColumns,
)
