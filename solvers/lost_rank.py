"""Why features do not determine their weights: the cause of a lost rank, each beside its predicate.

A rank is lost where some sum of the features is the same at all points.  Which sum that is can be
said: too few points, a feature that does not vary, a feature that follows from others.  What is
said is asked of the points themselves.  ``features`` have the names; without them they are x1, x2,
...
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from .arrays import Floats
from .maps import FeatureMap, Mirrored
from .moments import MEAN_ROUNDING, UNFELT, ClassMoments
from .rounding import EPS, NO_SCORE

ON_A_LINE = "they lie on a line"
PARALLEL = "the classes lie on parallel lines"
CLASS_OF_ONE, CONSTANT = "class {} has one point", "{} not vary{}"
CLASS_ON_A_LINE = "the points of class {} lie on a line"
PLANE = "x_1", "x_2"
DEPENDENT = "some features follow from others but for rounding"
POWERS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def cause_in_points(moments: ClassMoments, features: FeatureMap | None) -> str:
    """Why the scatter of all points is singular; ``features`` have the names."""
    deviations, n = moments.columns - moments.mean[:, None], moments.n
    if isinstance(features, Mirrored):
        return _cause(deviations[:, : n // 2], moments, features, n // 2, "points", ON_A_LINE)
    return _cause(deviations, moments, features, n - 1, "points", ON_A_LINE)


def cause_within(moments: ClassMoments, features: FeatureMap | None) -> str:
    """Why the scatter within the classes, about their means, is singular."""
    things = f"points in {moments.K} classes"
    freedom = moments.n - moments.K
    return _cause(
        moments.deviations, moments, features, freedom, things, PARALLEL, " within the classes"
    )


def cause_of_class(
    moments: ClassMoments, k: int, name: str, features: FeatureMap | None, *, is_diagonal: bool
) -> str:
    """Why the covariance of class k is singular; where it ``is_diagonal`` each feature is looked at
    by itself.
    """
    first, last = moments.starts[k : k + 2]
    columns, place = moments.columns[:, first:last], f" in class {name}"
    if last - first == 1:
        return CLASS_OF_ONE.format(name)
    deviations = columns - columns.mean(axis=1, keepdims=True)
    if is_diagonal:
        constants = _constant_features(deviations, moments, features, place)
        return constants or f"a feature hardly varies{place}"
    things, line = f"points of class {name}", CLASS_ON_A_LINE.format(name)
    return _cause(deviations, moments, features, last - first - 1, things, line, place)


def _cause(
    deviations: Floats,
    moments: ClassMoments,
    features: FeatureMap | None,
    freedom: int,
    things: str,
    line: str,
    place: str = "",
) -> str:
    """The cause of columns (m, n) that have ``freedom`` once their means are known."""
    m, n = deviations.shape
    is_plane = m == 2 and (features is None or features.terms == PLANE)
    if is_plane and not place.startswith(" in class"):
        return line
    if constants := _constant_features(deviations, moments, features, place):
        return constants
    if is_plane:
        return line
    if m > freedom:
        return f"{m} features for {n} {things}"
    return _dependent_feature(deviations, features, place)


def _constant_features(
    deviations: Floats, moments: ClassMoments, features: FeatureMap | None, place: str
) -> str:
    """The features that do not vary, "" where all do."""
    rounding = moments.noise + MEAN_ROUNDING * moments.reach
    is_constant = np.abs(deviations).max(axis=1) <= rounding
    names = [name_of_feature(features, k) for k in np.flatnonzero(is_constant).tolist()]
    if not names:
        return ""
    return CONSTANT.format(f"{_listed(names)} {'does' if len(names) == 1 else 'do'}", place)


def _dependent_feature(deviations: Floats, features: FeatureMap | None, place: str) -> str:
    """The first feature that is a sum of those before it, in columns of unit length."""
    lengths = np.linalg.norm(deviations, axis=1)
    units = deviations / np.where(lengths > 0.0, lengths, 1.0)[:, None]
    basis, places = np.empty((0, units.shape[1])), list[int]()
    for k, unit in enumerate(units):
        rest = unit - (basis @ unit) @ basis
        rest -= (basis @ rest) @ basis
        length = float(np.linalg.norm(rest))
        if length > NO_SCORE:
            basis, places = np.vstack([basis, rest / length]), [*places, k]
            continue
        parts = np.linalg.lstsq(units[places].T, unit, rcond=EPS)[0]
        sources = [
            name_of_feature(features, j)
            for j, part in zip(places, parts.tolist(), strict=True)
            if abs(part) > UNFELT
        ]
        if sources:
            return f"{name_of_feature(features, k)} follows from {_listed(sources)}{place}"
    return DEPENDENT


def _listed(names: Sequence[str]) -> str:
    if len(names) > 3:
        return f"{len(names)} features"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def name_of_feature(features: FeatureMap | None, k: int) -> str:
    """A feature in plain text, ``x1²`` for ``x_1^2``."""
    if features is None:
        return f"x{k + 1}"
    term = re.sub(r"_\{?(\d+)\}?", r"\1", features.terms[k])
    term = re.sub(r"\^\{?(\d+)\}?", lambda match: match[1].translate(POWERS), term)
    return re.sub(r"[{}]", "", term)
