"""Choosing what is shown of a table of more than two columns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from solvers import (
    AllColumns,
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

from .document import LONGEST_NAME, Document
from .planes import COLUMNS, DISCRIMINANTS, METHOD, PRINCIPAL, TURNED, Plane, plane_of, turned_axes
from .scales import own_stretch
from .user_error import UserError

TICK = "Tick “all columns” first."
# by the names of the command line and of scripts
PLANES = {"columns": COLUMNS, "pca": PRINCIPAL, "discriminants": DISCRIMINANTS}


def table_behind(dataset: Dataset, columns: tuple[str, ...]) -> Plane:
    """The plane of a data set whose coordinates, in and behind the plane, are the columns of a
    table, in this order.
    """
    return plane_of(COLUMNS, columns, np.column_stack([dataset.X, dataset.behind]), dataset.labels)


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
    shown = plane_of(
        kind, plane.columns, rows, dataset.labels, pair, scaled, weights_of, plane.basis
    )
    changed = in_plane(document, shown)
    return replace(
        changed,
        layers=document.layers | {"column-arrows"} if kind == TURNED else document.layers,
        trial=None,
        annotations=(),
        view=None,
        units=None,
        stretch=1.0 if document.stretch == 1.0 else own_stretch(changed.dataset.X),
    )


def in_plane(document: Document, shown: Plane) -> Document:
    """The document with the rows of its table in another plane, and everything else as it is."""
    plane = document.plane
    assert plane is not None

    def turn(points: Dataset) -> Dataset:
        X, behind = shown.coordinates(plane.rows(points.X, points.behind))
        return Dataset(X, points.labels, points.class_names, behind)

    across, up = (shown.axis_name(axis)[:LONGEST_NAME] for axis in (0, 1))
    changed = turn(document.dataset)
    return replace(
        document,
        dataset=changed,
        test=None if document.test is None else turn(document.test),
        plane=shown,
        axis_names=(across, up),
        methods=tuple(method.anew(changed.X) for method in document.methods),
    )


def turn_plane(document: Document, column: int, place: tuple[float, float]) -> Document:
    """The document with its plane turned so that a deviation of a column points to a place of
    length 1 at the most.

    All rows turn with it, by the smallest rotation; what was drawn in the old plane is dropped.

    Source: Cook and Buja, Journal of Computational and Graphical Statistics 6 (1997) 464 (manual
        controls of a tour).
    """
    plane = document.plane
    if plane is None:
        return document
    rows = plane.rows(document.dataset.X, document.dataset.behind)
    axes = turned_axes(plane.basis, column, place)
    shown = plane_of(
        TURNED,
        plane.columns,
        rows,
        document.dataset.labels,
        standardise=plane.is_standardised,
        axes=axes,
    )
    # The centre stays as it was when the plane was chosen: a point moved since does not shift all
    # others.
    return replace(
        in_plane(document, replace(shown, centre=plane.centre, scale=plane.scale)),
        trial=None,
        annotations=(),
    )


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
    used, dataset = document.selected_method, document.dataset
    if used is None:
        raise UserError("Select a method first: its plane is the one that holds its w.")
    if len(dataset.class_names) > 2:
        raise UserError(
            "The plane of a method is one of two classes: with more of them choose the "
            "discriminants."
        )
    method = used.method
    is_shared = isinstance(method, GaussianGenerative) and method.covariance == "shared"
    is_of_rows = is_shared or isinstance(method, TURNING) or isinstance(used.features, AllColumns)
    if used.kernel is not None or not used.features.is_linear or not is_of_rows:
        raise UserError(
            f"{method.name} has no plane of its own: in a plane it finds another answer than in "
            f"all columns. {TICK}"
        )

    def weights(rows: Floats) -> Floats:
        fit = solve(used.two_class, Problem(locked(rows), locked(dataset.y)), trace=False)
        if fit.w is None or not np.isfinite(fit.w).all() or not fit.w.any():
            raise UserError(f"{method.name} finds no line in all columns: {fit.explanation}")
        return fit.w

    return weights
