"""Sequential minimal optimisation: the dual of the soft margin, two multipliers at a time.

With F_i = f(x_i) - b - y_i the dual is optimal when no pair (i, j) remains with ``F_j - F_i > 0``,
where the multiplier of i may still rise along y and the one of j may still fall.  Each step takes
the i with the smallest F and the j that promises the largest rise of the dual (second order, Fan,
Chen, Lin, JMLR 6 (2005) 1889), and moves both to the best point of their segment, which keeps ``sum
alpha y = 0``.  Only rows of the kernel matrix are needed, so any kernel will do.

Pairs alone need millions of steps when C is large (two neighbours undo each other's work), so now
and then all free multipliers, those strictly inside their range, move together to the best point of
their face (:func:`face_step`), as far as the box lets them. Source: Platt, "Fast training of
support vector machines using sequential minimal optimization" (1998); Keerthi, Shevade,
Bhattacharyya and Murthy, Neural Comput. 13 (2001) 637 (the two thresholds); Fan, Chen and Lin, JMLR
6 (2005) 1889 (the pair).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from ...arrays import Bools, Floats, locked, weighed_sum
from ...certificate import TOLERANCE, count_words
from ...method import Fit, Steps
from ...point_classes import MULTIPLIER_TOLERANCE
from ...problem import WHOLE_GRAM, Problem
from ...result import Iterate, Outcome, Status
from ...rounding import BALANCED, PRODUCTS
from ..no_direction import why_zero, without_faint
from .interior_point import relative_gap
from .polish import offsets_of_zero
from .walk import BREATH, primal_of
from .working_set import without_noise

PERIOD = 100  # pair steps between two face steps
LARGEST_FACE = 1000  # free multipliers beyond which a face step, cubic in their number, is left out
FACE_WORK = 8_000_000  # entries of their rows beyond which it is left out, too
FLAT = 1e-11  # an eigenvalue this part of the largest one is zero
# stands for a curvature that is zero (equal points) or negative (a kernel that is not Mercer)
SMALLEST_CURVATURE = 1e-12
ROUND = 1e-14  # a multiplier this part of c from an end of its range is at the end

Row = Callable[[int], Floats]


@dataclass(frozen=True, eq=False)
class Pair:
    """The state after one step: the multipliers (live: copy to keep), F (live), b, the violation
    before it, the pair, its step.

    ``i = j = -1`` after a face step and at the end.
    """

    alpha: Floats
    F: Floats
    b: float
    violation: float
    i: int
    j: int
    step: float


def pairs(
    row: Row, diagonal: Floats, y: Floats, ends: Floats, alpha: Floats, F: Floats, tolerance: float
) -> Iterator[Pair]:
    """Improve ``alpha`` and ``F = K (alpha y) - y`` in place, a pair at a time, until the violation
    is below ``tolerance``.

    ``ends (n,)`` are the largest values of the multipliers.

    ``row(i)`` is row i of the Gram matrix, ``diagonal`` its diagonal.  Every step is yielded; the
    last state has a violation of at most ``tolerance``.
    """
    plus, end_of = y > 0, ends.tolist()
    can_rise, can_fall = _ranges(alpha, plus, ends)
    count, blocked = 0, False
    while True:  # every round yields: the caller counts and stops
        i = int((F + can_rise).argmin())
        lowest = float(F[i])
        above = F + can_fall
        highest = float(above.max())
        b, violation = -0.5 * (highest + lowest), highest - lowest
        if not violation > tolerance:
            yield Pair(alpha, F, b, violation, -1, -1, 0.0)
            return
        count += 1
        if blocked or count % PERIOD == 0:
            # A face step that met the end of a range goes on at once, on the smaller face.
            moved, blocked = face_step(row, y, ends, alpha, F)
            if moved:
                can_rise, can_fall = _ranges(alpha, plus, ends)
                yield Pair(alpha, F, b, violation, -1, -1, 0.0)
                continue
        Ki = row(i)
        above -= lowest
        np.maximum(above, 0.0, out=above)
        curvature = np.maximum(diagonal + (diagonal[i] - 2.0 * Ki), SMALLEST_CURVATURE)
        j = int((above * above / curvature).argmax())
        t = float(F[j] - lowest) / float(curvature[j])
        room_i = end_of[i] - alpha[i] if plus[i] else alpha[i]
        room_j = alpha[j] if plus[j] else end_of[j] - alpha[j]
        t = float(min(t, room_i, room_j))
        for k, change in ((i, t), (j, -t)):
            c = end_of[k]
            alpha[k] = value = _round(float(alpha[k] + y[k] * change), c)
            grows, shrinks = (value < c, value > 0.0) if plus[k] else (value > 0.0, value < c)
            can_rise[k], can_fall[k] = 0.0 if grows else np.inf, 0.0 if shrinks else -np.inf
        F += t * (Ki - row(j))
        yield Pair(alpha, F, b, violation, i, j, t)


def _ranges(alpha: Floats, plus: Bools, ends: Floats) -> tuple[Floats, Floats]:
    """0 where ``alpha y`` may rise (fall), +inf (-inf) where it may not: added to F they take those
    points out of the search.
    """
    below, above = alpha < ends, alpha > 0.0
    return np.where(np.where(plus, below, above), 0.0, np.inf), np.where(
        np.where(plus, above, below), 0.0, -np.inf
    )


def _round(value: float, c: float) -> float:
    return 0.0 if value < ROUND * c else c if value > c * (1.0 - ROUND) else value


def face_step(row: Row, y: Floats, ends: Floats, alpha: Floats, F: Floats) -> tuple[bool, bool]:
    """Move all free multipliers to the best point of their face, as far as the box allows: whether
    they moved, and were stopped.

    With s = alpha y the dual rises along ``ds`` by ``-<F, ds> - 1/2 ds'K ds``; on the free set with
    ``sum ds = 0`` its maximum is Newton's step.  Where K is flat and the slope is not, the step is
    long and goes until a multiplier reaches its end.
    """
    free = ((alpha > 0.0) & (alpha < ends)).nonzero()[0]
    if not 2 <= len(free) <= min(LARGEST_FACE, FACE_WORK // len(y)):
        return False, False
    rows = np.array([row(i) for i in free.tolist()])
    direction, full = _best_on_face(rows[:, free], F[free])
    change = direction * y[free]
    c = ends[free]
    room = np.where(change > 0.0, c - alpha[free], alpha[free])
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        lengths = np.where(change != 0.0, room / np.abs(change), np.inf)
    first = int(lengths.argmin())
    t = min(full, float(lengths[first]))
    if not 0.0 < t < np.inf:
        return False, False
    alpha[free] = np.clip(alpha[free] + t * change, 0.0, c)
    F += t * (direction @ rows)
    if t >= full:
        return True, False
    alpha[free[first]] = c[first] if change[first] > 0.0 else 0.0
    return True, True


def _best_on_face(K: Floats, F: Floats) -> tuple[Floats, float]:
    """The direction ``ds`` with sum 0 and the length of a full step along it (infinite where the
    dual rises for ever).

    A ridge of the size of rounding keeps the system regular and the direction one of ascent; where
    K is flat the step is merely long.  Eigenvectors, which tell flat from curved, cost thirty times
    as much.
    """
    centred = K - K.mean(axis=0)
    centred -= centred.mean(axis=1)[:, None]
    slope = F.mean() - F
    ridge = FLAT * max(float(np.trace(centred)), np.finfo(np.float64).tiny)
    ridged = centred.copy()
    ridged.flat[:: len(F) + 1] += ridge
    try:
        np.linalg.cholesky(ridged)
        step: Floats = np.linalg.solve(ridged, slope).astype(np.float64, copy=False)
    except np.linalg.LinAlgError:  # a kernel that is not Mercer
        return _by_eigenvectors(centred, slope)
    return step - step.mean(), 1.0


def _by_eigenvectors(centred: Floats, slope: Floats) -> tuple[Floats, float]:
    """The same with the directions of negative curvature told apart, along which the dual rises for
    ever.
    """
    values, vectors = np.linalg.eigh(centred)
    parts = vectors.T @ slope
    curved = values > FLAT * max(float(values[-1]), 0.0)
    flat = vectors[:, ~curved] @ parts[~curved]
    flat = flat - flat.mean()
    if (
        float(np.abs(flat).max(initial=0.0)) > 1e-9 * (1.0 + float(np.abs(slope).max()))
        and len(slope) > 1
    ):
        return flat, np.inf
    step = vectors[:, curved] @ (parts[curved] / values[curved])
    return step - step.mean(), 1.0


FIRST_SHOWN, SHOWN_INTERVAL = (
    300,
    50,
)  # the first steps are all worth an iterate, later ones now and then
# steps without a smaller violation: rounding, for coordinates of 1e8 and the like, has won
PATIENCE = 5000
EXACT = 1e-9  # the violation at which the exact algorithm stops
# the relative gap that the exact algorithm asks for, besides rounding, as a part of its tolerance
EXACT_GAP = 0.05
PER_VIOLATION = 5.0  # the relative gap is about the violation times sum alpha / objective
FINE, CERTIFIED = 1e-6, 0.5 * TOLERANCE
TO_TOLERANCE = "the steps ended at the tolerance of {:g}, and a smaller one goes further"
SMALLEST_VIOLATION = 1e-12
BREATH_STEPS = 100  # between two chances to cancel, where the numbers looked at are few

NO_WEIGHTS = (
    "A kernel has no weights to walk with, so pairs and faces of multipliers are moved instead, "
    "to 1e-9: "
)


def steps(
    problem: Problem,
    C: float,
    tolerance: float,
    max_steps: int,
    start: Fit | None,
    trace: bool,
    exact: bool = False,
    weights: Floats | None = None,
) -> Steps:
    """Yield the pair steps (when ``trace``) and the final model; ``exact`` asks for a gap of
    rounding size, too.

    ``weights (n,)`` are how many times each hinge counts: the multiplier of a point may be so many
    times C/n.
    """
    smallest = problem.smallest_eigenvalue
    yield None
    dual = _Dual(problem, C, weights)
    dual.begin(start)
    count, last = 0, None
    breath = max(1, min(BREATH_STEPS, BREATH // len(problem.y)))
    for pair in _improve(dual, tolerance, max_steps, has_gap=smallest == 0.0, exact=exact):
        last, count = pair, count + 1
        if trace and (count <= FIRST_SHOWN or count % SHOWN_INTERVAL == 0):
            yield dual.iterate(pair)
        elif count % breath == 0 or pair.i < 0:
            yield None
    assert last is not None
    final, gap, _ = dual.final(last)
    yield final
    facts: tuple[tuple[str, float], ...] = (
        ("pair steps", float(count)),
        ("violation", last.violation),
    )
    words = words_of_steps(count, last.violation)
    if not exact:
        words = words.removeprefix(NO_WEIGHTS)
    if smallest != 0.0:
        words += f" {_no_inner_product(smallest)}"
        facts += () if smallest is None else (("smallest Gram eigenvalue", smallest),)
        return Outcome(
            Status.STATIONARY if last.violation <= tolerance else Status.BUDGET, words, facts=facts
        )
    if final.w is not None and not final.w.any():
        words = f"{why_zero(problem, weights)} {words}"
    if last.violation <= tolerance and gap <= wanted_gap(tolerance):
        return Outcome(Status.CONVERGED, words, facts=facts, caveat=TO_TOLERANCE.format(tolerance))
    words += (
        f" The relative gap, {gap:.1e}, is what rounding at this size of the numbers or the "
        "number of steps allows."
    )
    return Outcome(Status.BUDGET, words, facts=facts)


def words_of_steps(count: int, violation: float) -> str:
    """How the exact algorithm ended, in words."""
    steps = count_words(count, "step")
    return (
        f"{NO_WEIGHTS}{steps} on pairs of multipliers and on faces of their box; the optimality "
        f"conditions hold to {max(violation, 0.0):.1e}."
    )


def wanted_gap(tolerance: float) -> float:
    """The relative gap at which pairs stop: about the violation; a tolerance of at most 1e-6 asks
    for a certified answer.
    """
    gap = PER_VIOLATION * tolerance
    return min(gap, CERTIFIED) if tolerance <= FINE else gap


def _no_inner_product(smallest: float | None) -> str:
    if smallest is None:
        return (
            "The kernel is not known to be positive semidefinite on this many points: no optimum "
            "is promised."
        )
    return (
        f"The kernel is not positive semidefinite here (smallest eigenvalue {smallest:.3g}): no "
        "optimum is promised."
    )


def _improve(
    dual: _Dual, tolerance: float, max_steps: int, has_gap: bool, exact: bool
) -> Iterator[Pair]:
    """Pair steps until the violation is within ``tolerance`` and the relative gap is of its order.

    Where the margin is nearly hard, c times a violation outweighs ``|w|^2``: then the violation is
    pressed further down.
    """
    count, smallest, last_progress = 0, np.inf, 0
    # Scores that vary by less than 1 (a small c) must agree to the same part of that.
    target_violation = max(
        SMALLEST_VIOLATION**1.25,
        tolerance * min(1.0, dual.c * len(dual.alpha) * float(dual.diagonal.max())),
    )
    while True:  # the tolerance shrinks to its smallest, within one budget of steps
        for pair in pairs(
            dual.row, dual.diagonal, dual.problem.y, dual.ends, dual.alpha, dual.F, target_violation
        ):
            if pair.violation < 0.9 * smallest:
                smallest, last_progress = pair.violation, count
            count += 1
            yield pair
            if (
                count >= max_steps
                or count - last_progress > PATIENCE
                or not np.isfinite(pair.violation)
            ):
                return
        if not has_gap or target_violation <= SMALLEST_VIOLATION:
            return
        _, gap, rounding = dual.final(pair)
        if gap - rounding <= (EXACT_GAP * tolerance if exact else wanted_gap(tolerance)):
            return
        target_violation *= 0.1


class _Dual:
    """The dual problem in the coordinates that suit it: standardised for a feature map, the
    kernel's own otherwise.
    """

    def __init__(self, problem: Problem, C: float, weights: Floats | None) -> None:
        self.problem, self.weights = problem, weights
        n, shares = len(problem.y), np.ones(len(problem.y)) if weights is None else weights
        self.unit = 1.0 if problem.kernel is not None else problem.standardised.scale**2
        self.c = C / n * self.unit
        self.bounds, self.ends = C / n * shares, self.c * shares
        self.row, self.diagonal = (
            _linear_rows(problem) if problem.kernel is None else kernel_rows(problem)
        )
        self.alpha, self.F = np.zeros(n), -problem.y

    def begin(self, start: Fit | None) -> None:
        """Begin with the multipliers of an earlier fit of the same labels, weights and kind of
        kernel, made to fit their box.

        They are scaled as one vector, so that sum alpha y stays zero, as pairs leave it: an average
        of subgradient steps, whose sum is another one, is no start.  Multipliers at their bound go
        to the new one: between the two, hundreds would be free.
        """
        y = self.problem.y
        alpha = None if start is None else start.alpha
        if start is None or alpha is None or not np.array_equal(start.problem.y, y):
            return
        earlier, weights, total = start.method.weights(y), self.weights, float(alpha.sum())
        are_same = (
            earlier is weights
            if earlier is None or weights is None
            else np.array_equal(earlier, weights)
        )
        is_alike = are_same and type(start.problem.kernel) is type(self.problem.kernel)
        if not is_alike or not total > 0.0 or abs(float(alpha @ y)) > BALANCED * total:
            return
        shares = alpha if weights is None else alpha / weights
        largest, bound = float(shares.max()), start.method.multiplier_bound(start.problem)
        is_at_bound = bound is not None and largest >= bound * (1.0 - MULTIPLIER_TOLERANCE)
        self.alpha = alpha * (self.c / largest if is_at_bound else min(self.unit, self.c / largest))
        self.F = self._product(self.alpha * y) - y

    def iterate(self, pair: Pair) -> Iterate:
        """The model of the present multipliers, in data units."""
        # a copy: the solver goes on writing into its own
        alpha = np.minimum(pair.alpha / self.unit, self.bounds)
        active = (pair.i, pair.j) if pair.i >= 0 else ()
        note = "All free multipliers move together to the best point of their face."
        if active:
            note = (
                f"Points {pair.i + 1} and {pair.j + 1} change their multipliers by "
                f"{pair.step / self.unit:.3g}."
            )
        y = self.problem.y
        f = pair.F + y + pair.b
        signed = pair.alpha * y
        hinges = weighed_sum(np.maximum(0.0, 1.0 - y * f), self.weights)
        objective = (0.5 * float(signed @ (pair.F + y)) + self.c * hinges) / self.unit
        if self.problem.kernel is not None:
            return Iterate(None, pair.b, locked(alpha), objective, active, note)
        standard = self.problem.standardised
        theta = np.append(standard.Z[:-1] @ pair.alpha, pair.b)
        return standard.iterate(theta, locked(alpha), objective, note, active=active)

    def final(self, pair: Pair) -> tuple[Iterate, float, float]:
        """The model at the end its relative gap recomputed, the rounding in it."""
        y = self.problem.y
        if self.problem.kernel is None:
            standard = self.problem.standardised
            theta = np.append(standard.Z[:-1] @ pair.alpha, pair.b)
            total = float(pair.alpha.sum())
            theta = without_faint(self.problem, without_noise(theta, total), total)
            # Multipliers between their ends are known to the tolerance, and so is a w that their
            # samples cancel to.
            is_free = bool(((pair.alpha > 0.0) & (pair.alpha < self.ends)).any())
            if is_free and float(np.abs(theta[:-1] @ standard.Z[:-1]).max()) <= FINE * min(
                1.0, total
            ):
                theta[:-1] = 0.0
            if not theta[:-1].any():
                theta[-1] = 0.5 * sum(offsets_of_zero(y, self.weights))
            gap = relative_gap(standard.Z, self.c, theta, pair.alpha, self.weights)
            multipliers = locked(np.minimum(pair.alpha / self.unit, self.bounds))
            objective = primal_of(standard.Z, self.c, theta, self.weights) / self.unit
            return (
                standard.iterate(
                    theta, multipliers, objective, "The optimum, as near as pairs come."
                ),
                abs(gap),
                0.0,
            )
        last = self.iterate(pair)
        assert last.alpha is not None
        sums = self.problem.expansion(last.alpha)
        # As the certificate counts: what rounding may have taken from a score, and from |w|^2, is
        # part of the gap.
        hinges, unsure = 1.0 - y * (sums.scores + pair.b), PRODUCTS * (sums.sizes + abs(pair.b))
        primal = 0.5 * sums.square + self.c * weighed_sum(np.maximum(0.0, hinges), self.weights)
        dual = float(last.alpha.sum()) - 0.5 * sums.square
        rounding = 0.5 * PRODUCTS * float(last.alpha @ sums.sizes)
        rounding += self.c * weighed_sum(
            np.maximum(0.0, unsure + np.minimum(0.0, hinges)), self.weights
        )
        return last, abs(primal - dual + rounding) / (primal or 1.0), rounding / (primal or 1.0)

    def _product(self, signed: Floats) -> Floats:
        """``K (alpha y)``, summed anew."""
        if self.problem.kernel is None:
            Xs = self.problem.standardised.Z[:-1] * self.problem.y
            product: Floats = (Xs @ signed) @ Xs
            return product
        return self.problem.gram_times(signed)


def _linear_rows(problem: Problem) -> tuple[Row, Floats]:
    """Scalar products of standardised points: n m multiplications a row, cheaper than any matrix
    kept.
    """
    Xs = problem.standardised.Z[:-1] * problem.y
    return (lambda i: Xs[:, i] @ Xs), (Xs * Xs).sum(axis=0)


def kernel_rows(problem: Problem) -> tuple[Row, Floats]:
    """Rows of the Gram matrix, kept or computed."""
    kernel, X = problem.kernel, problem.X
    assert kernel is not None
    if len(X) <= WHOLE_GRAM:
        K = problem.gram
        return (lambda i: K[i]), np.ascontiguousarray(K.diagonal())
    return (lambda i: kernel.gram(X[i][None], X)[0]), kernel.diagonal(X)
