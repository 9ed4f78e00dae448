"""The terms of scores, by the names and in the order of the columns of their table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers import AllColumns, AnyFit, Floats, ManyProblem, Problem

from ..files.scene_table import column_names
from ..scene.document import Document
from ..scene.one_variable import are_on_level
from ..scene.planes import COLUMNS, Units

AS_GIVEN = " as given"


@dataclass(frozen=True, eq=False)
class ScoreTerms:
    """Scores ``x' squares_k x + <w_k, x> + b_k``: ``squares (K, d, d)``, None of linear ones, ``w
    (K, d)`` and ``b (K,)``; of two classes one score.
    """

    squares: Floats | None
    w: Floats
    b: Floats

    def transform(self, M: Floats, centre: Floats) -> ScoreTerms:
        """The terms of x (n,) where these are those of ``(x - centre) @ M``."""
        w, b = self.w @ M.T, self.b - self.w @ M.T @ centre
        if self.squares is None:
            return ScoreTerms(None, w, b)
        squares = M @ self.squares @ M.T
        return ScoreTerms(squares, w - 2.0 * squares @ centre, b + centre @ (squares @ centre).T)


@dataclass(frozen=True, eq=False)
class WeightedColumns:
    """Columns x (d,) by which the methods see a row as ``((x - centre) / scale) @ basis``."""

    names: tuple[str, ...]
    basis: Floats
    centre: Floats
    scale: Floats

    def terms(self, row_terms: ScoreTerms) -> dict[str, ScoreTerms]:
        """The terms of the columns; of standardised ones also ``AS_GIVEN``, in the units of their
        table.
        """
        raw_terms = row_terms.transform(self.basis / self.scale[:, None], self.centre)
        if not (self.scale != 1.0).any():
            return {"": raw_terms}
        return {"": row_terms.transform(self.basis, np.zeros(len(self.scale))), AS_GIVEN: raw_terms}


def columns_of(problem: Problem | ManyProblem, document: Document) -> WeightedColumns | None:
    """The columns whose terms the scores of a problem have; None where its features are others."""
    plane = document.plane
    if problem.kernel is not None or not problem.features.is_linear:
        return None
    if plane is not None and isinstance(problem.features, AllColumns):
        return WeightedColumns(plane.columns, plane.basis, plane.centre, plane.scale)
    names, axes = names_of(document), np.eye(2)
    if plane is None:
        d, units = len(names), document.units or Units((0.0, 0.0), (1.0, 1.0))
        centre, scale = np.array(units.centre[:d]), np.array(units.scale[:d])
        return WeightedColumns(names, axes[:d], centre, scale)
    if plane.kind != COLUMNS:
        return None
    pair = list(plane.pair)
    shown_names = tuple(names[k] for k in pair)
    return WeightedColumns(shown_names, axes, plane.centre[pair], plane.scale[pair])


def names_of(document: Document) -> tuple[str, ...]:
    """The columns of a document: of points on a line of a table's one column only that."""
    names, _ = column_names(document)
    return names[:1] if not names[-1] and are_on_level(document.dataset.X) else names


def terms_of(fit: AnyFit, columns: WeightedColumns | None) -> dict[str, ScoreTerms]:
    """The terms of the scores, of columns where they are known; none where there are none."""
    terms = _terms_of_rows(fit) if fit.predicts else None
    if terms is None:
        return {}
    return {"": terms} if columns is None else columns.terms(terms)


def _terms_of_rows(fit: AnyFit) -> ScoreTerms | None:
    """The terms of the scores as the methods see a row."""
    if fit.quadratic is not None:
        squares, w, b = map(np.asarray, fit.quadratic)
        return ScoreTerms(squares.reshape(-1, *squares.shape[-2:]), np.atleast_2d(w), b.reshape(-1))
    try:
        return ScoreTerms(None, fit.coef_, fit.intercept_)
    except AttributeError:  # of a kernel, of votes
        return None
