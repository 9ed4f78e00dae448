"""The axes of a picture: their scales, the plane shown of a table of many columns, and
standardised units; sentences of fits with the names of columns.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from solvers import (
    AllColumns,
    AnyFit,
    Dataset,
    Fisher,
    Floats,
    GaussianGenerative,
    HardMarginSVM,
    Identity,
    LeastSquares,
    LogisticRegression,
    MeanDifference,
    Problem,
    SoftMarginSVM,
    solve,
)
from solvers.arrays import locked

from ..errors import UserError
from ..markup.mathtext import plain
from .annotations import Annotation
from .document import LONGEST_NAME, Document
from .marks import Point
from .planes import COLUMNS, DISCRIMINANTS, METHOD, PRINCIPAL, Plane, Units, plane_of
from .view import LARGEST, SMALLEST

SQUEEZED = 10.0  # times that one axis is longer than the other, from which the points are a strip
# times that one column spreads further than another, from which those of a table should be
# standardised
UNEVEN = 100.0
HEIGHT = 0.7  # of a picture, for its width: what points fill whose axes have scales of their own
# times that the points of a table would fill one axis more than the other, from which each axis of
# its first picture has a scale of its own
UNLIKE = 2.5


def is_squeezed(X: Floats) -> bool:
    """Whether equal scales show points (n, 2) as a strip."""
    if not len(X):
        return False
    across, up = np.ptp(X, axis=0).tolist()
    return min(across, up) > 0.0 and not 1.0 / SQUEEZED <= across / up <= SQUEEZED


def has_uneven_columns(document: Document) -> bool:
    """Whether methods see columns of a table in units in which one spreads a hundred times as far
    as another.
    """
    plane, dataset = document.plane, document.dataset
    if plane is None or plane.is_standardised or not document.fits_all_columns or not len(dataset):
        return False
    deviations = (dataset.all_columns @ plane.basis.T).std(axis=0)
    return bool(deviations.max() > UNEVEN * deviations.min() > 0.0)


def own_stretch(X: Floats) -> float:
    """How many times longer a unit of x2 is to be drawn than one of x1 so that points (n, 2) fill a
    picture; two digits.

    1 where they have no extent along an axis.
    """
    with np.errstate(over="ignore"):  # of coordinates near the largest number
        across, up = np.ptp(X, axis=0).tolist() if len(X) else (0.0, 0.0)
    if not (min(across, up) > 0.0 and math.isfinite(across) and math.isfinite(up)):
        return 1.0
    ratio = float(f"{HEIGHT * across / up:.2g}") if up / across > SMALLEST else LARGEST
    return min(max(ratio, SMALLEST), LARGEST)


def with_scales_of_table(document: Document) -> Document:
    """The document of a table as it is first shown: with a scale for each axis where, with one
    scale for both, the points would fill less than two fifths of one of them.
    """
    stretch = own_stretch(document.dataset.X)
    return document if 1.0 / UNLIKE < stretch < UNLIKE else with_own_scales(document)


def with_own_scales(document: Document) -> Document:
    """The document with a scale for each axis, as its points ask for.

    Raises:
        UserError: they have no extent along one of them.
    """
    stretch = own_stretch(document.dataset.X)
    if stretch == 1.0:
        raise UserError(
            "The points fill both axes alike, or lie on one line: equal scales show them as well."
        )
    return replace(document, stretch=stretch, view=None)


def with_equal_scales(document: Document) -> Document:
    """The document with one scale for both axes."""
    return replace(document, stretch=1.0, view=None)


TICK = "Tick “all columns” first."
# by the names of the command line and of scripts
PLANES = {"columns": COLUMNS, "pca": PRINCIPAL, "discriminants": DISCRIMINANTS}


def table_behind(
    dataset: Dataset, columns: tuple[str, ...], pair: tuple[int, int] = (0, 1)
) -> Plane:
    """The plane of a data set whose coordinates are the columns of a table: in the plane the
    ``pair``, behind it the others in their order.
    """
    rows = np.empty((len(dataset), len(columns)))
    rows[:, [*pair, *(k for k in range(len(columns)) if k not in pair)]] = dataset.all_columns
    return plane_of(COLUMNS, columns, rows, dataset.labels, pair)


def show_plane(
    document: Document,
    kind: str,
    pair: tuple[int, int] | None = None,
    standardise: bool | None = None,
) -> Document:
    """The document with another plane of its table; what was drawn in the old plane is dropped.

    Raises:
        UserError: two equal columns, or the table has no such plane (:func:`plane_of`).
    """
    plane = document.plane
    if plane is None:
        return document
    pair = pair or plane.pair
    if kind == COLUMNS and pair[0] == pair[1]:
        raise UserError("The two axes are different columns: choose another one for one of them.")
    scaled = plane.is_standardised if standardise is None else standardise
    dataset = document.dataset
    rows = plane.rows(dataset.X, dataset.behind)
    weights_of = _weights_of(document) if kind == METHOD else None
    new_plane = plane_of(kind, plane.columns, rows, dataset.labels, pair, scaled, weights_of)
    changed = in_plane(document, new_plane)
    return replace(
        changed,
        trial=None,
        annotations=(),
        view=None,
        units=None,
        stretch=1.0 if document.stretch == 1.0 else own_stretch(changed.dataset.X),
    )


def in_plane(document: Document, new_plane: Plane) -> Document:
    """The document with the rows of its table in another plane, and everything else as it is."""
    plane = document.plane
    assert plane is not None

    def turn(points: Dataset) -> Dataset:
        X, behind = new_plane.coordinates(plane.rows(points.X, points.behind))
        return Dataset(X, points.labels, points.class_names, behind)

    across, up = (new_plane.axis_name(axis)[:LONGEST_NAME] for axis in (0, 1))
    return _anew(document.mapped(turn, plane=new_plane, axis_names=(across, up)))


def _anew(document: Document) -> Document:
    """The document whose maps and kernels have the origin and the units of its points."""
    X = document.dataset.X
    return replace(document, methods=tuple(method.anew(X) for method in document.methods))


def fit_all_columns(document: Document, is_whole: bool) -> Document:
    """The document whose straight methods see all columns of its table, or the plane again; wrong
    points are marked then.

    Where a boundary leaves the plane, only the points show its errors.
    """
    features = AllColumns() if is_whole else Identity()
    methods = tuple(
        replace(m, features=features)
        if m.kernel is None and isinstance(m.features, Identity)
        else m
        for m in document.methods
    )
    return replace(
        document,
        methods=methods,
        layers=document.layers | {"errors"} if is_whole else document.layers,
    )


# The optimum over all columns lies in the plane that holds its w, so the optimum in that plane is
# the same: these methods turn with the coordinates.
TURNING = (MeanDifference, Fisher, LeastSquares, LogisticRegression, HardMarginSVM, SoftMarginSVM)


def _weights_of(document: Document) -> Callable[[Floats], Floats]:
    """The weights (d,) of the selected method for rows (n, d).

    Raises:
        UserError: there is no method, more classes than two, a curve, or a method whose fit in a
            plane is another one.
    """
    in_use, dataset = document.selected_method, document.dataset
    if in_use is None:
        raise UserError("Select a method first: its plane is the one that holds its w.")
    if len(dataset.class_names) > 2:
        raise UserError(
            "The plane of a method is one of two classes: with more of them choose the "
            "discriminants."
        )
    method = in_use.method
    is_shared = isinstance(method, GaussianGenerative) and method.covariance == "shared"
    is_of_rows = is_shared or isinstance(method, TURNING) or isinstance(in_use.features, AllColumns)
    if in_use.kernel is not None or not in_use.features.is_linear or not is_of_rows:
        raise UserError(
            f"{method.name} has no plane of its own: in a plane it finds another answer than in "
            f"all columns. {TICK}"
        )

    def weights(rows: Floats) -> Floats:
        fit = solve(in_use.two_class, Problem(locked(rows), locked(dataset.y)), trace=False)
        if fit.w is None or not np.isfinite(fit.w).all() or not fit.w.any():
            raise UserError(f"{method.name} finds no line in all columns: {fit.explanation}")
        return fit.w

    return weights


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


def _mapped(document: Document, transform: Callable[[Floats], Floats], scale: Floats) -> Document:
    """Everything in the plane, mapped; ``scale`` is the length of a new unit in old ones."""

    def at(point: Point) -> Point:
        x, y = transform(np.array(point)).tolist()
        return x, y

    def annotation(note: Annotation) -> Annotation:
        way = tuple((dx, dy) for dx, dy in (np.array(note.way).reshape(-1, 2) / scale).tolist())
        return replace(note, at=at(note.at), to=None if note.to is None else at(note.to), way=way)

    def points(dataset: Dataset) -> Dataset:
        return Dataset(transform(dataset.X), dataset.labels, dataset.class_names)

    trial = document.trial
    if trial is not None:
        w = trial.w * scale
        trial = replace(trial, angle=math.degrees(math.atan2(w[1], w[0])), pivot=at(trial.pivot))
    notes = tuple(map(annotation, document.annotations))
    return _anew(document.mapped(points, trial=trial, annotations=notes, view=None, stretch=1.0))


def explained(fit: AnyFit, document: Document) -> str:
    """The sentence of a fit; ``x3`` is the third of the coordinates that it was fitted to."""
    names, plane = tuple(map(plain, document.axis_names)), document.plane
    if plane is not None and fit.problem.X.shape[1] > 2:
        if plane.kind != COLUMNS:
            return fit.explanation  # turned coordinates have no names
        names = tuple(plane.columns[int(k)] for k in plane.basis.argmax(axis=0))

    def name(match: re.Match[str]) -> str:
        k = int(match[1]) - 1
        return names[k] if 0 <= k < len(names) else match[0]

    return re.sub(r"\bx(\d+)\b", name, fit.explanation)
