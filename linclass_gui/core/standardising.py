"""Axes that are standardised, z = (x − mean) / deviation for each, and the way back to the units of
the table.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from solvers import Dataset
from solvers.arrays import Floats

from .annotations import Annotation
from .document import LONGEST_NAME, Document
from .plane_choice import show_plane
from .planes import Units
from .user_error import UserError

Point = tuple[float, float]
MARK = ", standardised"  # behind the names of the axes


def standardise(document: Document) -> Document:
    """The document with standardised axes: mean 0 and deviation 1 (with n) of each coordinate of
    its points.

    Populations are left behind: they are drawn from in their own units.

    Raises:
        UserError: there are no points, or all have the same coordinate.
    """
    X = document.dataset.X
    if document.plane is not None:
        return show_plane(document, document.plane.kind, standardise=True)
    if document.units is not None:
        return document
    if not len(X):
        raise UserError("There are no points: add some, then standardise the axes.")
    centre, scale = X.mean(axis=0), X.std(axis=0)
    if not (np.isfinite(scale).all() and scale.all()):
        raise UserError(
            "All points have the same value on one axis, which has no deviation to measure in."
        )
    units = Units((float(centre[0]), float(centre[1])), (float(scale[0]), float(scale[1])))
    names = tuple(f"{name[: LONGEST_NAME - len(MARK)]}{MARK}" for name in document.axis_names)
    changed = _mapped(document, lambda points: (points - centre) / scale, scale)
    return replace(
        changed,
        axis_names=(names[0], names[1]),
        units=units,
        populations=None,
        many_populations=None,
    )


def in_units_of_table(document: Document) -> Document:
    """The document with the axes that it had before :func:`standardise`."""
    units = document.units
    if document.plane is not None:
        return show_plane(document, document.plane.kind, standardise=False)
    if units is None:
        return document
    centre, scale = np.array(units.centre), np.array(units.scale)
    names = tuple(name.removesuffix(MARK) for name in document.axis_names)
    changed = _mapped(document, lambda points: centre + scale * points, 1.0 / scale)
    return replace(changed, axis_names=(names[0], names[1]), units=None)


def _mapped(document: Document, into: Callable[[Floats], Floats], scale: Floats) -> Document:
    """Everything in the plane, mapped; ``scale`` is the length of a new unit in old ones."""

    def at(point: Point) -> Point:
        x, y = into(np.array(point)).tolist()
        return x, y

    def annotation(each: Annotation) -> Annotation:
        way = tuple((dx, dy) for dx, dy in (np.array(each.way).reshape(-1, 2) / scale).tolist())
        return replace(each, at=at(each.at), to=None if each.to is None else at(each.to), way=way)

    def points(dataset: Dataset) -> Dataset:
        return Dataset(into(dataset.X), dataset.labels, dataset.class_names)

    dataset = points(document.dataset)
    trial = document.trial
    if trial is not None:
        w = trial.w * scale
        trial = replace(trial, angle=math.degrees(math.atan2(w[1], w[0])), pivot=at(trial.pivot))
    return replace(
        document,
        dataset=dataset,
        test=None if document.test is None else points(document.test),
        trial=trial,
        annotations=tuple(map(annotation, document.annotations)),
        methods=tuple(method.anew(dataset.X) for method in document.methods),
        view=None,
        stretch=1.0,
    )
