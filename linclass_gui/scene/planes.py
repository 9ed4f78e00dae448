"""Planes of a table with more than two columns: two of them, the first principal components, the
first discriminants; its units.

Source: Fukunaga, Introduction to Statistical Pattern Recognition, 2nd ed. (1990), sections 9.1 and
10.2.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from solvers.arrays import Floats, Ints, locked

from ..errors import UserError
from .marks import Point

COLUMNS, PRINCIPAL, DISCRIMINANTS, METHOD = "columns", "principal", "discriminants", "method"
KINDS = {
    COLUMNS: "Two columns",
    PRINCIPAL: "Principal components",
    DISCRIMINANTS: "Discriminants",
    METHOD: "Of the selected method",
}
SMALLEST = 0.005  # a weight below this part of the largest one stays out of the formula of an axis
SAME_PLANE = 1e-6  # rounding of what is 0 for the plane of the rows, relative to their spread
ROUNDING = 1e-13  # of turned rows, relative to the largest of their numbers
AS_LOADED = "of the data as loaded"
# the least eigenvalue of the correlations within the classes, from which discriminants are found
DEPENDENT = 1e-10


@dataclass(frozen=True, eq=False)
class Plane:
    """The plane of a table of d ``columns`` that the canvas shows, and the coordinates behind it.

    A row x (d,) is ``z = (x - centre) / scale``; its place in the plane is u = (z q_1, z q_2), and
    (z q_3, ..., z q_d) stand behind it, with the orthonormal columns q of ``basis (d, d)``.  So a
    point that moves in the plane moves its row by the shortest way.  ``kept`` says what each axis
    keeps: its share of the variance of z, for discriminants of the sum of lambda.
    """

    kind: str
    columns: tuple[str, ...]
    centre: Floats
    scale: Floats
    basis: Floats
    kept: Point

    @property
    def is_standardised(self) -> bool:
        """Whether the columns count in units of their deviations."""
        return bool((self.scale != 1.0).any())

    def coordinates(self, rows: Floats) -> tuple[Floats, Floats]:
        """The places of rows (n, d) in the plane (n, 2), and their coordinates behind it (n, d -
        2).
        """
        all_coordinates = ((rows - self.centre) / self.scale) @ self.basis
        return locked(all_coordinates[:, :2].copy()), locked(all_coordinates[:, 2:].copy())

    def rows(self, X: Floats, behind: Floats) -> Floats:
        """The rows (n, d), in the units of the table, of places in the plane (n, 2) and behind it
        (n, d - 2).  A column that the axes leave constant up to rounding has one value.
        """
        Z = np.column_stack([X, behind]) @ self.basis.T
        if len(Z) and self.kind != COLUMNS:
            is_constant = np.ptp(Z, axis=0) <= ROUNDING * np.abs(Z).max()
            Z[:, is_constant] = Z[0, is_constant]
        rows: Floats = self.centre + self.scale * Z
        return rows

    @property
    def pair(self) -> tuple[int, int]:
        """Two columns that weigh most in the axes: of a plane of two columns these two."""
        weights = np.abs(self.basis[:, :2])
        first = int(weights[:, 0].argmax())
        weights[first] = -1.0
        return first, int(weights[:, 1].argmax())

    def is_of(self, Z: Floats, labels: Ints) -> bool:
        """Whether the plane is that of its kind for rows with these coordinates Z (n, d), in and
        behind it, and classes (n,).

        Without computing it again: in their coordinates the mean of the rows is 0; the first two
        principal axes are not correlated with any other, and for the first discriminant C_B p and
        C_W p are parallel.  A plane of columns is always that of its columns.
        """
        if self.kind in (COLUMNS, METHOD) or not len(Z):
            return True
        spread = Z.std(axis=0)
        if (np.abs(Z.mean(axis=0)) > SAME_PLANE * (spread.max() or 1.0)).any():
            return False
        if self.kind == PRINCIPAL:
            products = np.abs(Z[:, :2].T @ Z) / len(Z)
            products[[0, 1], [0, 1]] = 0.0
            return bool((products <= SAME_PLANE * (spread.max() or 1.0) ** 2).all())
        within, between = (part[:, 0] for part in scatters(Z, labels, 1))
        crosswise = between - within * (between @ within) / ((within @ within) or 1.0)
        return bool(np.linalg.norm(crosswise) <= SAME_PLANE * np.linalg.norm(between))

    def axis_name(self, axis: int, is_current: bool = True) -> str:
        """The name of an axis; not ``is_current``: the rows have other coordinates or classes than
        those the plane was chosen for.
        """
        mark = ", standardised" if self.is_standardised else ""
        if self.kind == COLUMNS:
            return f"{as_axis(self.columns[self.pair[axis]])}{mark}"
        if self.kind == METHOD:
            name = "most variance across $w$" if axis else "along $w$ of all {} columns"
            return f"{name.format(len(self.columns))}{mark}"
        word = "principal component" if self.kind == PRINCIPAL else "discriminant"
        name, share = f"{word} {axis + 1}", f"({_percent(self.kept[axis])})"
        if axis == 1 and self.kind == DISCRIMINANTS and not self.kept[axis]:
            name, share = f"most variance across the {word}", ""
        return f"{name} {share if is_current else AS_LOADED}".rstrip() + mark

    def formula(self, axis: int) -> str:
        """An axis as a sum of columns, measured from their means; of two columns the name of
        one.
        """
        if self.kind == COLUMNS:
            return self.columns[self.pair[axis]]
        weights = self.basis[:, axis]
        large = np.abs(weights) >= SMALLEST * np.abs(weights).max()
        terms = [
            (f"{abs(w):.2g} {name}", w < 0)
            for w, name in zip(weights[large], np.array(self.columns)[large], strict=True)
        ]
        (first, is_minus), *other_terms = sorted(terms, key=lambda term: -float(term[0].split()[0]))
        return (
            ("−" if is_minus else "")
            + first
            + "".join(f" {'−' if minus else '+'} {term}" for term, minus in other_terms)
        )

    def sentence_for(self, Z: Floats, labels: Ints) -> str:
        """The share that the plane keeps, or kept, in words, of rows with coordinates Z (n, d), in
        and behind it, and classes (n,).
        """
        if self.kind == COLUMNS and len(Z):
            return replace(self, kept=_shares(Z, np.eye(Z.shape[1]))).sentence
        if self.is_of(Z, labels):
            return self.sentence
        return (
            f"of the data as they were when chosen: {self.sentence}; choose it again after a change"
        )

    @property
    def sentence(self) -> str:
        """The share that the plane keeps, in words."""
        share = _percent(sum(self.kept))
        if self.kind == METHOD:
            # The plane does not follow an edit: a dragged point would leave the pointer.
            return (
                f"holds w of all {len(self.columns)} columns as it was when chosen; choose it "
                "again after a change"
            )
        if self.kind == DISCRIMINANTS:
            return f"keeps {share} of what tells the classes apart (the sum of λ)"
        standardised = " standardised" * self.is_standardised
        return f"keeps {share} of the variance of {len(self.columns)}{standardised} columns"


@dataclass(frozen=True)
class Units:
    """Where and how long the axes z of a document are in those of its table: ``x = centre + scale
    z``.
    """

    centre: Point
    scale: Point

    def line(self, w: Floats, b: float) -> tuple[Floats, float]:
        """The weights and the offset in the units of the table of a line ``<w, z> + b``: the same
        line, the same scores.
        """
        weights = w / np.array(self.scale)
        return weights, b - float(weights @ np.array(self.centre))


def as_axis(column: str) -> str:
    """A column's name as an axis label: words stay words, x1 and x_1 become a variable with an
    index.
    """
    short = column.replace("_", "")
    if len(short) == 2 and short[0].isalpha() and short[1].isdigit():
        return f"${short[0]}_{short[1]}$"
    return column.replace("_", " ")


def plane_of(
    kind: str,
    columns: tuple[str, ...],
    rows: Floats,
    labels: Ints,
    pair: tuple[int, int] = (0, 1),
    standardise: bool = False,
    weights_of: Callable[[Floats], Floats] | None = None,
) -> Plane:
    """The plane of a kind for rows (n, d) with classes (n,).

    ``columns``: the ``pair``, in the units of the table unless ``standardise`` divides every column
    by its deviation, one of a single value by 1.  ``principal``: the eigenvectors of the covariance
    with the largest eigenvalues.  ``discriminants``: the solutions p_1, p_2 of ``C_B p = lambda C_W
    p`` with the largest lambda; the axes are orthonormal, the first is p_1, and both span the plane
    of p_1 and p_2.  With two classes there is one; the second axis is then the direction of most
    variance across it.  Signs: the largest entry of an axis is positive.  ``method``: along the
    weights (d,) that ``weights_of`` finds for rows z (n, d), and the direction of most variance
    across them.
    ``turned``: along the orthonormal ``axes (d, d)``.

    Raises:
        UserError: no rows, an axis without variance that should be standardised, or columns that
            depend on each other within the classes, which have no discriminants.
    """
    if not len(rows):
        raise UserError("There are no points: a plane needs some.")
    d = rows.shape[1]
    deviation = np.where(np.ptp(rows, axis=0) > 0.0, rows.std(axis=0), 0.0)
    constant_columns = [k for k in (pair if kind == COLUMNS else ()) if not deviation[k]]
    if standardise and constant_columns:
        raise UserError(
            f"Column {columns[constant_columns[0]]} has one value only: leave it out, or do not "
            "standardise."
        )
    is_moved = standardise or kind != COLUMNS
    centre = rows.mean(axis=0) if is_moved else np.zeros(d)
    scale = np.where(standardise & (deviation > 0.0), deviation, 1.0)
    Z = (rows - centre) / scale
    shares = None
    if kind == COLUMNS:
        order = [*pair, *(k for k in range(d) if k not in pair)]
        basis = np.eye(d)[:, order]
    elif kind == PRINCIPAL:
        basis = _positive(_eigenvectors(Z))
    elif kind == METHOD:
        assert weights_of is not None
        basis = _along(weights_of(Z), Z)
    else:
        basis, shares = _discriminants(Z, labels)
    return Plane(
        kind, columns, locked(centre), locked(scale), locked(basis), shares or _shares(Z, basis)
    )


def _along(w: Floats, Z: Floats) -> Floats:
    """The orthonormal basis (d, d) of w, the direction of most variance across it, and the rest."""
    first = w / np.linalg.norm(w)
    second = _eigenvectors(Z @ (np.eye(len(w)) - np.outer(first, first)))[:, 0]
    return _completed(first, second)


def _completed(first: Floats, second: Floats) -> Floats:
    """The orthonormal basis (d, d) of two axes and the rest."""
    axes = np.column_stack([first, second])
    return np.column_stack([axes, np.linalg.qr(axes, mode="complete")[0][:, 2:]])


def _eigenvectors(Z: Floats) -> Floats:
    """The directions (d, d) of most variance, the largest first."""
    return np.linalg.eigh(np.cov(Z, rowvar=False, bias=True))[1][:, ::-1]


def _shares(Z: Floats, basis: Floats) -> Point:
    """The shares of the variance along the first two axes."""
    variances = (Z / max(np.abs(Z).max(), 1.0) @ basis).var(axis=0)
    total = float(variances.sum()) or 1.0
    return float(variances[0]) / total, float(variances[1]) / total


def _positive(basis: Floats) -> Floats:
    """The same axes, with a positive largest entry each."""
    largest = np.take_along_axis(basis, np.abs(basis).argmax(axis=0)[None], axis=0)
    return np.asarray(basis * np.where(largest < 0.0, -1.0, 1.0))


# far out scatters are infinite: there are no discriminants then
@np.errstate(over="ignore", invalid="ignore")
def scatters(Z: Floats, labels: Ints, axes: int | None = None) -> tuple[Floats, Floats]:
    """The scatters (d, d) of rows (n, d) within their classes and between them, or their first
    columns (d, axes).

    ``C_W`` is the sum of ``(z - m_k)(z - m_k)'``, ``C_B`` of ``n_k (m_k - m)(m_k - m)'``; both
    together are that of all rows.
    """
    within, mean = np.zeros((Z.shape[1], axes or Z.shape[1])), Z.mean(axis=0)
    between = within.copy()
    for k in np.unique(labels):
        part = Z[labels == k]
        deviations, offset = part - part.mean(axis=0), part.mean(axis=0) - mean
        within += deviations.T @ deviations[:, :axes]
        between += len(part) * np.outer(offset, offset[:axes])
    return within, between


def discriminants(within: Floats, between: Floats) -> tuple[Floats, Floats]:
    """The solutions of ``C_B p = lambda C_W p``, the largest first: lambda (d,), and p (d, d) in
    columns of length 1.

    Raises:
        UserError: C_W is singular, or a scatter is beyond double precision.
    """
    if not (np.isfinite(within).all() and np.isfinite(between).all()):
        raise UserError(
            "The scatters of the columns are beyond double precision: standardise the columns."
        )
    size = np.sqrt(within.diagonal())
    if not size.all() or np.linalg.eigvalsh(within / size / size[:, None])[0] < DEPENDENT:
        raise UserError(
            "Within the classes the columns depend on each other, so there are no discriminants: "
            "leave columns out, "
            "or choose principal components."
        )
    # With C_W = L L': the eigenvectors v of L^-1 C_B L^-T give p = L^-T v.
    whiten = np.linalg.inv(np.linalg.cholesky(within))
    values, vectors = np.linalg.eigh(whiten @ between @ whiten.T)
    directions = whiten.T @ vectors[:, ::-1]
    return np.maximum(values[::-1], 0.0), _positive(directions / np.linalg.norm(directions, axis=0))


def _discriminants(Z: Floats, labels: Ints) -> tuple[Floats, Point]:
    """The basis of the plane of the discriminants, and their shares of the sum of lambda."""
    K = len(np.unique(labels))
    if K < 2:
        raise UserError(
            "Discriminants need points of two classes: choose principal components, which need "
            "none."
        )
    values, vectors = discriminants(*scatters(Z, labels))
    first = vectors[:, 0]
    if K == 2:
        return _positive(_along(first, Z)), (1.0, 0.0)
    second = vectors[:, 1] - first * (first @ vectors[:, 1])
    basis = _completed(first, second / np.linalg.norm(second))
    total = float(values.sum()) or 1.0
    return _positive(basis), (float(values[0]) / total, float(values[1]) / total)


def _percent(share: float) -> str:
    """Three digits; 100 % is all of it, to rounding."""
    percent = 100.0 * share
    if 99.95 <= percent < 100.0 - 1e-7:
        percent = math.floor(100.0 * percent) / 100.0
        return f"{percent:.2f} %"
    return f"{percent:.3g} %"
