"""The proof of a K-class answer, from the data and the answer alone."""

from __future__ import annotations

import numpy as np

from ..arrays import Floats, Ints, locked, locked_ints
from ..result import Certificate
from .problem import ManyProblem
from .result import ManyCertificate, ManyFit, winners_of


def certify(fit: ManyFit) -> ManyCertificate:
    """Recompute margins, confusion, primal, dual, gap and the worst violation of an answer."""
    problem, n = fit.problem, len(fit.problem.labels)
    if not fit.has_model:
        nothing = locked_ints(np.zeros((problem.K, problem.K), dtype=np.int64))
        return ManyCertificate(locked(np.full(n, np.nan)), np.nan, None, None, np.nan, nothing)
    scores = fit.training_scores
    margins = locked(margins_of(scores, problem.labels))
    confusion = locked_ints(_confusion(problem, scores))
    if fit.fits:
        return _of_members(margins, [one.certificate for one in fit.fits], confusion)
    reduced = problem.reduced
    iterate = fit.last if reduced is problem else fit.last.narrowed(problem.present)
    with np.errstate(all="ignore"):
        bounds = fit.form.bounds(reduced, iterate, margins)
    scale = max(abs(bounds.primal), bounds.scale)
    gap = None if bounds.dual is None else (bounds.primal - bounds.dual) / (scale if scale > 0 else 1.0)
    if gap is not None and bounds.maximised:
        gap = -gap
    return ManyCertificate(margins, bounds.primal, bounds.dual, gap, bounds.worst_violation, confusion, bounds.separability)


def margins_of(scores: Floats, labels: Ints) -> Floats:
    """``f_y - max of the rivals' f`` (n,) of scores (n, K)."""
    rows = np.arange(len(labels))
    rivals = scores.copy()
    rivals[rows, labels] = -np.inf
    margins: Floats = scores[rows, labels] - rivals.max(axis=1)
    return margins


def _confusion(problem: ManyProblem, scores: Floats) -> Ints:
    cells = problem.labels * problem.K + winners_of(scores)
    return np.bincount(cells, minlength=problem.K**2).reshape(problem.K, problem.K)


def _of_members(margins: Floats, proofs: list[Certificate], confusion: Ints) -> ManyCertificate:
    """The sums of the members' objectives, and the worst gap and violation among them."""
    gaps = [proof.gap for proof in proofs]
    certain = [gap for gap in gaps if gap is not None]
    duals = [proof.dual for proof in proofs if proof.dual is not None]
    return ManyCertificate(
        margins,
        float(sum(proof.primal for proof in proofs)),
        float(sum(duals)) if len(duals) == len(proofs) else None,
        max(certain) if len(certain) == len(gaps) else None,
        max(proof.worst_violation for proof in proofs),
        confusion,
    )
