"""The exact optimum of one face of the dual: which points hold the margin is known, and everything else follows without rounding.

All multipliers but those of ``W`` stand still.  Those of W make the dual largest under ``sum alpha y = 0``, which says that their
points lie on the margin: with S = sum alpha y phi over all others the unknowns are ``beta = alpha y`` of W and b,

    <phi_k, S + sum_W beta_j phi_j> + b = y_k   (k in W),      sum_W beta_j = - sum of alpha y over all others.

Far from the origin, or with features as large as 1e12, the multipliers as doubles add up to a normal vector that is the rounding of
their sum, and prove nothing.  Real numbers next to them prove what they were meant to.  So S is summed with twice the digits
(:mod:`exact_sums`), and the small system is solved in whole numbers by Bareiss' elimination.

Source: Bareiss, Math. Comp. 22 (1968) 565.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from operator import mul

import numpy as np

from ...arrays import Bools, Floats, Ints, locked
from ...result import Iterate
from ..exact_sums import exact_products, exact_sum
from ..long_frame import LongFrame

MOST = 28  # points on the margin, as many as monomials of degree 6 allow: a system of so many unknowns takes 80 ms
AT_END = 1e-9  # a multiplier within this part of the largest one (or of its bound) stands at the end of its range
INDEPENDENT = 1e-13  # what is left of a sample of length 1 that does not depend on others
ROOMY = 1e-6  # of the largest room: multipliers as far as this from their ends are alike
EASED = 1e-10  # of all multipliers: what makes room at the bound
ATTEMPTS = 4
ENOUGH = 1000  # points among which those that are independent are looked for


@dataclass(frozen=True, eq=False)
class Face:
    """The optimum on a face: weights, offset and dual value without rounding, and the multipliers ``alpha`` of the points ``W``."""

    w: list[Fraction]
    b: Fraction
    W: list[int]
    alpha: list[Fraction]
    dual: Fraction

    def multipliers(self, alpha: Floats) -> Floats:
        """``alpha`` with those of W in their places, rounded once."""
        placed = alpha.copy()
        placed[self.W] = [float(each) for each in self.alpha]
        return placed

    def score_at(self, phi: list[Fraction]) -> Fraction:
        """The score of a mapped point."""
        return self.b + _dot(self.w, phi)


def best_face(
    Phi: Floats, y: Floats, alpha: Floats, bound: float, free: Bools | None = None, w: Floats | None = None
) -> Face | None:
    """The best face near the multipliers ``alpha (n,)`` in [0, bound], None where none of those tried is feasible.

    ``free`` are the points that may lie on the margin (those whose multiplier is not at an end).  Of more than can be independent
    those with the most room are taken.  A multiplier that leaves its range is put at the end of it, and the rest is solved again.
    Where that leads nowhere, because many points share what few could carry, they carry what is missing from the weights ``w``.
    """
    near = AT_END * min(bound, float(alpha.max(initial=0.0)))
    top = bound * (1.0 - AT_END) if bound < np.inf else np.inf
    snapped = np.where(alpha <= near, 0.0, np.where(alpha >= top, bound, alpha))
    # At an enormous C all that w asks of the multipliers may be less than what counts as standing at an end.
    for each in (snapped, alpha):
        room = np.minimum(each, bound - each)
        W = independent_rows(Phi, np.where((room > 0.0) if free is None else free, np.maximum(room, 1e-300), 0.0))
        if 0 < len(W) <= MOST:
            face = _solved_face(Phi, y, each, bound, W) or (None if w is None else _balanced_face(Phi, y, each, bound, W, w))
            if face is not None:
                return face
    return None


def _solved_face(Phi: Floats, y: Floats, alpha: Floats, bound: float, W: list[int]) -> Face | None:
    """The optimum with the multipliers of W free, or of fewer of them."""
    alpha = alpha.copy()
    for _ in range(ATTEMPTS):
        face = face_optimum(Phi, y, alpha, W) if W else None
        if face is None:
            return None
        low, high = _leaving(face, bound)
        if not low and not high:
            return face
        alpha[low], alpha[high] = 0.0, bound
        W = [k for k in W if k not in low and k not in high]
    return None


def _leaving(face: Face, bound: float) -> tuple[list[int], list[int]]:
    """The points whose multipliers are below 0, and those above the bound."""
    low = [k for k, a in zip(face.W, face.alpha, strict=True) if a < 0]
    high = [] if bound == np.inf else [k for k, a in zip(face.W, face.alpha, strict=True) if a > Fraction(bound)]
    return low, high


def _balanced_face(Phi: Floats, y: Floats, alpha: Floats, bound: float, W: list[int], w: Floats) -> Face | None:
    """The multipliers of W changed by what makes ``sum alpha y phi = w`` and ``sum alpha y = 0``, where they have room for it."""
    if len(W) <= Phi.shape[1]:
        return None
    S, labels, total = _others(Phi, y, alpha, W)
    points = [[Fraction(v) for v in row] for row in Phi[W].tolist()]
    weights = [Fraction(v) for v in w.tolist()]
    system = [[*column, v - s] for column, v, s in zip(zip(*points, strict=True), weights, S, strict=True)]
    beta = solved([*system, [Fraction(1)] * len(W) + [-labels]])
    if beta is None:
        return None
    own = [k * int(sign) for k, sign in zip(beta, y[W].tolist(), strict=True)]
    face = Face(weights, Fraction(0), W, own, total + sum(own, Fraction(0)) - _dot(weights, weights) / 2)
    return None if any(_leaving(face, bound)) else face


def eased_face(Phi: Floats, y: Floats, alpha: Floats, bound: float, w: Floats) -> Face | None:
    """The face whose multipliers make exactly ``w``, from those of points chosen for how little they depend on each other.

    What doubles miss is a tiny part of the bound, so a little room is enough.  All multipliers and w shrink by :data:`EASED`
    before, which costs no more of the dual: then those at the bound have room, too.  Features that depend on others follow them.
    None where that does not suffice.
    """
    if not 0.0 < bound < np.inf:
        return None
    alpha = alpha * (1.0 - EASED)
    W = independent_rows(Phi, (np.minimum(alpha, bound - alpha) >= 0.5 * EASED * bound).astype(np.float64))
    features = LongFrame.of(Phi[W], Phi[W].mean(axis=0)).pivots if 1 < len(W) <= MOST + 1 else []
    if not features or len(features) + 1 != len(W):
        return None
    S, labels, total = _others(Phi, y, alpha, W)
    points = [[Fraction(v) for v in column] for column in Phi[W].T.tolist()]
    wanted = [Fraction(v) for v in (w * (1.0 - EASED)).tolist()]
    beta = solved([*([*points[j], wanted[j] - S[j]] for j in features), [Fraction(1)] * len(W) + [-labels]])
    if beta is None:
        return None
    v = [s + _dot(beta, column) for s, column in zip(S, points, strict=True)]
    own = [k * int(sign) for k, sign in zip(beta, y[W].tolist(), strict=True)]
    face = Face(v, Fraction(0), W, own, total + sum(own, Fraction(0)) - _dot(v, v) / 2)
    return None if any(_leaving(face, bound)) else face


def model_of_face(face: Face, centre: Floats, alpha: Floats, bound: float) -> Iterate:
    """The model of a face, every number of it rounded once."""
    w = np.array([float(each) for each in face.w])
    f_centre = face.b + _dot(face.w, [Fraction(c) for c in centre.tolist()])
    return Iterate.centred(w, centre, float(f_centre), alpha=locked(np.clip(face.multipliers(alpha), 0.0, bound)))


def independent_rows(Phi: Floats, room: Floats) -> list[int]:
    """Rows of ``(phi, 1)`` that do not depend on each other, those with room first (Gram-Schmidt with pivoting).

    In coordinates of their own (:mod:`long_frame`): beside one point far away all others look like one.
    """
    rows = _distinct(Phi, room)
    if not len(rows):
        return []
    Q = LongFrame.of(Phi[rows], Phi[rows].mean(axis=0)).Q
    rest = np.column_stack([Q.T * len(rows) ** 0.5, np.ones(len(rows))])
    rest /= np.sqrt(np.einsum("ij,ij->i", rest, rest))[:, None]
    weights, chosen = np.minimum(1.0, room[rows] / (ROOMY * float(room.max()))), list[int]()
    for _ in range(min(rest.shape)):
        lengths = np.sqrt(np.einsum("ij,ij->i", rest, rest))
        k = int(np.where(lengths > INDEPENDENT, lengths * weights, 0.0).argmax())
        if not lengths[k] > INDEPENDENT:
            break
        chosen.append(int(rows[k]))
        unit = rest[k] / lengths[k]
        rest = rest - np.outer(rest @ unit, unit)
        rest[k] = 0.0
    return chosen


def _distinct(Phi: Floats, room: Floats) -> Ints:
    """The rows with room; of more than :data:`ENOUGH` those with the most of it, of equal ones one."""
    rows = np.flatnonzero(room > 0.0)
    if len(rows) <= ENOUGH:
        return rows
    # Of points alike in room any may come first, but those furthest out in a feature, without which it may have no extent.
    rows = np.random.default_rng(7).permutation(rows)
    furthest = np.zeros(len(Phi), dtype=bool)
    furthest[rows[Phi[rows].argmax(axis=0)]] = furthest[rows[Phi[rows].argmin(axis=0)]] = True
    rows = rows[np.lexsort((~furthest[rows], -room[rows]))]
    _, first = np.unique(Phi[rows] @ np.random.default_rng(7).random(Phi.shape[1]), return_index=True)
    return rows[np.sort(first)[:ENOUGH]]


def face_optimum(Phi: Floats, y: Floats, alpha: Floats, W: Sequence[int]) -> Face | None:
    """The optimum with the multipliers of ``W`` free and all others as they are; None where their points depend on each other."""
    S, labels, total = _others(Phi, y, alpha, W)
    points, unit = _whole_points(Phi[list(W)])
    signs = [int(sign) for sign in y[list(W)].tolist()]
    shift = lcm(*(s.denominator for s in S))
    whole = [s.numerator * (shift // s.denominator) for s in S]
    # In whole numbers, each row times unit^2 and the denominators: a product of fractions costs twenty times one of whole numbers.
    rows: list[list[Fraction | int]] = [
        [
            *[shift * sum(map(mul, p, q)) for q in points],
            shift * unit * unit,
            unit * (shift * unit * sign - sum(map(mul, p, whole))),
        ]
        for p, sign in zip(points, signs, strict=True)
    ]
    solution = whole_solution([*rows, [1] * len(points) + [0, -labels]])
    if solution is None:
        return None
    (*beta, b), below = solution
    w = [s + Fraction(sum(map(mul, beta, column)), below * unit) for s, column in zip(S, zip(*points, strict=True), strict=True)]
    own = [Fraction(k * sign, below) for k, sign in zip(beta, signs, strict=True)]
    mine = Fraction(sum(map(mul, beta, signs)), below)
    return Face(w, Fraction(b, below), list(W), own, total + mine - _dot(w, w) / 2)


def _others(Phi: Floats, y: Floats, alpha: Floats, W: Sequence[int]) -> tuple[list[Fraction], Fraction, Fraction]:
    """Of all points but those of W: ``sum alpha y phi``, ``sum alpha y`` and ``sum alpha``."""
    others = alpha.copy()
    others[list(W)] = 0.0
    rows: Ints = others.nonzero()[0]
    signed = (others * y)[rows]
    return exact_products(signed, Phi[rows]), exact_sum(signed), exact_sum(others[rows])


def _whole_points(Phi: Floats) -> tuple[list[list[int]], int]:
    """Rows of doubles times a power of two that makes all of them whole, and that power."""
    ratios = [[v.as_integer_ratio() for v in row] for row in Phi.tolist()]
    unit = max((d for row in ratios for _, d in row), default=1)
    return [[n * (unit // d) for n, d in row] for row in ratios], unit


def _dot(p: Sequence[Fraction], q: Sequence[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(p, q, strict=True)), Fraction(0))


def solved(rows: Sequence[Sequence[Fraction | int]]) -> list[Fraction] | None:
    """The solution of a square system, each row with its right-hand side last, without rounding; None where it is singular."""
    solution = whole_solution(rows)
    return None if solution is None else [Fraction(above, solution[1]) for above in solution[0]]


def whole_solution(rows: Sequence[Sequence[Fraction | int]]) -> tuple[list[int], int] | None:
    """The same as whole numbers over one denominator, which is the determinant of the whole rows."""
    M = [_whole(row) for row in rows]
    before = 1
    for k in range(len(M)):
        pivot = next((i for i in range(k, len(M)) if M[i][k]), None)
        if pivot is None:
            return None
        M[k], M[pivot] = M[pivot], M[k]
        for i in range(k + 1, len(M)):
            # Bareiss: the determinant before divides every new entry, so the numbers stay as short as determinants are.
            M[i] = [(M[k][k] * a - M[i][k] * b) // before for a, b in zip(M[i], M[k], strict=True)]
        before = M[k][k]
    x: list[int] = []
    for k in reversed(range(len(M))):
        # Cramer: the determinant times the solution is whole.
        x.insert(0, (M[k][-1] * before - sum(map(mul, M[k][k + 1 : -1], x))) // M[k][k])
    return x, before


def _whole(row: Sequence[Fraction | int]) -> list[int]:
    scale = lcm(*(each.denominator for each in row))
    return [each.numerator * (scale // each.denominator) for each in row]
