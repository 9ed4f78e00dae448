"""From face to face of the dual without rounding: the optimum of a soft margin that no partition named in doubles has reached.

The dual active set: the multipliers of W, the points held on their margin, are those of :mod:`face`, all others stand still.

1. The optimum on the face of W, in whole numbers.  Where it leaves the box, go as far as the box allows; the point whose multiplier
   is first at an end stays there and leaves W.
2. Else look at all margins.  Scores come from orthogonal coordinates (:mod:`long_frame`), so they have all their digits.  The point
   that contradicts its multiplier most joins W; one that depends on W takes the place of another.
3. Nobody contradicts: the optimum.

The dual never falls, and each step costs a system of as many unknowns as W has points, so this begins near the optimum or not at
all: at the partition of an interior point.

Source: Goldfarb and Idnani, Math. Program. 27 (1983) 1, with bounds on both sides.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ...arrays import Bools, Floats
from ...problem import Problem
from ..long_frame import LongFrame
from .face import INDEPENDENT, MOST, Face, face_optimum

STEPS = 40
EFFORT, WHOLE_EFFORT = 1_000_000, 3_000_000  # of one walk, and of all together: two seconds, and six
PER_FEATURE = 6  # features of points whose sum without rounding costs as much as one of the cubed unknowns of a system
ROUNDING = 64 * 2.0**-53  # of the sizes summed in a score

Walk = Generator[None, None, "tuple[Face, Floats] | None"]


@dataclass(eq=False)
class Effort:
    """What all walks of one search may still cost."""

    left: int = WHOLE_EFFORT


def best_face_from(problem: Problem, frame: LongFrame, alpha: Floats, W: list[int], bound: float, effort: Effort) -> Walk:
    """The optimal face and the multipliers of all points, from multipliers ``alpha (n,)`` with those of ``W`` free."""
    alpha, W = alpha.copy(), list(W)
    signed = np.column_stack([frame.Q.T, np.ones(len(alpha))]) * problem.y[:, None]
    end = max(0, effort.left - EFFORT)
    for _ in range(STEPS):
        yield None
        effort.left -= (len(W) + 1) ** 3 + problem.Phi.size // PER_FEATURE
        if effort.left < end:
            return None
        face = face_optimum(problem.Phi, problem.y, alpha, W) if 0 < len(W) <= MOST else None
        if face is None:
            return None
        target = np.array([float(a) for a in face.alpha])
        low, high = [a < 0 for a in face.alpha], [a > Fraction(bound) for a in face.alpha]
        if any(low) or any(high):
            _stop_at_box(alpha, W, target, np.where(high, bound, 0.0), np.array(low) | np.array(high))
            continue
        alpha[W] = target
        excess, rounding = _excess(problem, frame, face)
        wrong = np.maximum(np.where(alpha < bound, -excess, 0.0), np.where(alpha > 0.0, excess, 0.0)) - rounding
        wrong[W] = 0.0
        worst = int(wrong.argmax())
        if not wrong[worst] > 0.0:
            return face, alpha
        _join(alpha, W, worst, -np.sign(excess[worst]), signed, bound)
    return None


def _excess(problem: Problem, frame: LongFrame, face: Face) -> tuple[Floats, Floats]:
    """``y f - 1`` of every point, and the rounding of it.

    As ``y (<u, q> + (b - y))``: where nearly all that w adds is small beside b, both terms are small, and keep their digits.
    """
    exact = frame.coordinates_of(face.w)
    b, u = face.score_at(frame.middle()) + frame.from_middle(exact), np.array([float(v) for v in exact])
    off = np.where(problem.y > 0.0, float(b - 1), float(b + 1))
    return problem.y * (u @ frame.Q + off), ROUNDING * (np.abs(u) @ np.abs(frame.Q) + np.abs(off))


def _stop_at_box(alpha: Floats, W: list[int], target: Floats, ends: Floats, leaving: Bools) -> None:
    """Move the multipliers of W towards their target until the first one is at its end, which leaves W."""
    now = alpha[W]
    with np.errstate(all="ignore"):
        shares = np.where(leaving, (now - ends) / (now - target), np.inf)
    shares = np.clip(np.nan_to_num(shares, nan=0.0), 0.0, np.inf)
    first = int(shares.argmin())
    alpha[W] = now + min(1.0, float(shares[first])) * (target - now)
    alpha[W[first]] = ends[first]
    del W[first]


def _join(alpha: Floats, W: list[int], row: int, side: float, signed: Floats, bound: float) -> None:
    """Let a row join W; where it depends on W, exchange multipliers with W until one of them is at an end."""
    shares, *_ = np.linalg.lstsq(signed[W].T, signed[row], rcond=None)
    left = signed[row] - shares @ signed[W]
    if len(W) >= signed.shape[1] or float(np.abs(left).max()) <= INDEPENDENT * float(np.abs(signed[row]).max()):
        # sum alpha z stays as it is while alpha of the row moves by t and those of W by -t shares.
        moves = np.append(-side * shares, side)
        rows = [*W, row]
        now = alpha[rows]
        with np.errstate(all="ignore"):
            room = np.where(moves > 0.0, (bound - now) / moves, np.where(moves < 0.0, -now / moves, np.inf))
        first = int(room.argmin())
        alpha[rows] = np.clip(now + max(0.0, float(room[first])) * moves, 0.0, bound)
        alpha[rows[first]] = bound if moves[first] > 0.0 else 0.0
        if rows[first] == row:
            return
        W.remove(rows[first])
    W.append(row)
