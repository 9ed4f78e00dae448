"""``certify``: the one function that proves answers, from the data and the answer alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .arrays import Floats, read_only
from .method import Method
from .problem import Problem
from .result import Certificate, Iterate, Outcome, PointClass, Separability, Status, wrong_side
from .studies.separability import separability_of

# A margin counts as 1 within this many times the rounding of its own computation.
MARGIN_TOLERANCE = 1e-9
# A multiplier counts as 0 (or as its bound) within this part of the bound, or of the largest multiplier when it has none.
MULTIPLIER_TOLERANCE = 1e-9


def certify(method: Method, problem: Problem, iterate: Iterate, outcome: Outcome) -> Certificate:
    """Recompute margins, KKT classes, primal, dual, gap and the worst violation of an answer.

    Nothing that the solver said about itself is used: a wrong answer gives a large gap here, whatever its status says.
    """
    n = len(problem.y)
    if outcome.status is Status.NO_DATA or outcome.status is Status.NOT_APPLICABLE or not np.isfinite(iterate.b):
        empty: Floats = read_only(np.full(n, np.nan))
        return Certificate(empty, None, np.nan, None, None, np.nan, _proof(method, problem, outcome))
    margins: Floats = read_only(problem.y * problem.training_scores(iterate))
    with np.errstate(all="ignore"):
        if iterate.expanded is not None and problem.explicit is not None:
            # |w|^2 and the scores are those of the kernel, without the rounding of its Gram matrix.
            bounds = method.proven_bounds(problem.explicit, iterate.expanded, margins)
        else:
            bounds = method.proven_bounds(problem, iterate, margins)
        top = method.multiplier_bound(problem)
    classes = None if top is None or iterate.alpha is None else point_classes(margins, iterate.alpha, top)
    scale = max(abs(bounds.primal), bounds.scale)
    gap = None if bounds.dual is None else (bounds.primal - bounds.dual) / (scale if scale > 0 else 1.0)
    if gap is not None and bounds.maximised:
        gap = -gap
    errors = int(np.count_nonzero(wrong_side(problem.y * margins, problem.y)))
    proof = _proof(method, problem, outcome)
    return Certificate(margins, classes, bounds.primal, bounds.dual, gap, bounds.worst_violation, proof, _errors=errors)


def _proof(method: Method, problem: Problem, outcome: Outcome) -> Separability | None:
    """The separability proof, for methods that need separable classes and for every outcome that denies them.

    None with a kernel: its feature space has no coordinates in which closest points could be given.
    """
    wanted = outcome.status is Status.NOT_SEPARABLE or method.needs_separable
    if not wanted or outcome.status is Status.NOT_APPLICABLE or problem.kernel is not None or not problem.has_both_classes:
        return None
    return separability_of(problem)


def point_classes(margins: Floats, alpha: Floats, bound: float) -> NDArray[np.int8]:
    """The KKT class of every point (see :class:`PointClass`), with tolerances relative to the problem's own scale."""
    scale = bound if np.isfinite(bound) else float(np.max(alpha, initial=0.0))
    none = alpha <= MULTIPLIER_TOLERANCE * scale
    full = alpha >= bound - MULTIPLIER_TOLERANCE * scale if np.isfinite(bound) else np.zeros(len(alpha), dtype=bool)
    tolerance = MARGIN_TOLERANCE * (1.0 + float(np.max(np.abs(margins), initial=0.0)))
    beyond, touching, free, bounded, wrong = (np.int8(c) for c in PointClass)
    idle = np.where(margins <= 1.0 + tolerance, touching, beyond)
    at_work = np.where(full, np.where(margins < 0.0, wrong, bounded), free)
    classes = np.where(none, idle, at_work)
    locked: NDArray[np.int8] = read_only(classes)
    return locked
