"""The loops of :mod:`solvers.core` as a lecture writes them, in plain Python.

They are here to be read, and they run where the C could not be compiled.  The C makes the same
visits; :func:`lms` differs by rounding, and so does :func:`walk`, whose sums are numpy's here:
where rounding decides a tie it may go another way to the same optimum.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ..arrays import Bools, Bytes, Floats, Ints
from ..rounding import EPS


class Visit(NamedTuple):
    """One sample that a rule adds ``rate * share`` times: its row, and the product ``a'z`` when it
    was visited.
    """

    row: int
    product: float
    rate: float
    share: float = 1.0


def correct(
    z: Floats,
    order: Ints | None,
    squares: Floats | None,
    limit: float,
    target: float,
    rate: float,
    schedule: int,
    passes: int,
    corrections: int,
    a: Floats,
    progress: Ints,
    singly: int = 0,
    pocket: Floats | None = None,
    votes: Floats | None = None,
    visits: list[Visit] | None = None,
) -> bool:
    """See :func:`solvers.core.correct`."""
    epoch, position, count, before, last = progress.tolist()
    samples, weights = z.tolist(), a.tolist()
    norms = None if squares is None else squares.tolist()
    rows = _rows(len(samples), order)
    is_clean = False
    while epoch < passes and not is_clean:
        while position < len(samples) and count < corrections:
            row = rows[position]
            product = sum_of_products(weights, samples[row])
            if not product > limit:
                count, last = count + 1, row
                step = rate / {0: 1, 1: count, 2: epoch + 1}[schedule]
                share = 1.0 if norms is None else (target - product) / norms[row]
                if visits is not None:
                    visits.append(Visit(row, product, step, share))
                if votes is not None:
                    count_votes(epoch * len(samples) + position, weights, votes)
                weights = moved_along(weights, step * share, samples[row])
                if pocket is not None and count <= singly:
                    keep_better(samples, norms, target, weights, pocket)
            position += 1
        if position < len(samples):
            break
        is_clean = count == before
        if pocket is not None and count > singly:
            keep_better(samples, norms, target, weights, pocket)
        epoch, position, before = epoch + 1, 0, count
        rows = rows if order is None else rows[len(samples) :]
    a[:] = weights
    progress[:] = epoch, position, count, before, last
    return is_clean


def correct_together(
    z: Floats,
    limit: float,
    target: float,
    rate: float,
    falls: bool,
    threshold: float,
    passes: int,
    a: Floats,
    progress: Ints,
    pocket: Floats | None = None,
    votes: Floats | None = None,
    visits: list[Visit] | None = None,
) -> int:
    """See :func:`solvers.core.correct_together`."""
    samples = z.tolist()
    while progress[0] < passes:
        before: list[float] = a.tolist()
        products = [sum_of_products(before, sample) for sample in samples]
        wrong = [row for row, product in enumerate(products) if not product > limit]
        if not wrong:
            return 1
        if votes is not None:
            count_votes(int(progress[0]) * len(samples), before, votes)
        sums = [0.0] * len(before)
        for row in wrong:
            sums = moved_along(sums, 1.0, samples[row])
        step = rate / (int(progress[0]) + 1) if falls else rate
        if visits is not None:
            visits += [Visit(row, products[row], step) for row in wrong]
        after = moved_along(before, step, sums)
        a[:] = after
        progress[0] += 1
        progress[2] += len(wrong)
        if pocket is not None:
            keep_better(samples, None, target, after, pocket)
        squares = 0.0
        for part in sums:
            squares += step * part * (step * part)
        if after == before or squares <= threshold * threshold:
            return 2
    return 0


def keep_better(
    samples: list[list[float]],
    norms: list[float] | None,
    target: float,
    a: list[float],
    pocket: Floats,
) -> None:
    """Put ``a`` into the pocket where it makes fewer errors, or as few with a smaller criterion."""
    products = [sum_of_products(a, z) for z in samples]
    errors = sum(not product > 0.0 for product in products)
    if errors > pocket[0]:
        return
    criterion = 0.0
    for i, product in enumerate(products):
        missing = target - product
        if missing > 0.0:
            criterion += missing if norms is None else 0.5 * missing * missing / norms[i]
    if errors < pocket[0] or criterion < pocket[1]:
        pocket[:] = errors, criterion, *a


def count_votes(visits: int, a: list[float], votes: Floats) -> None:
    """Add ``a`` once for each of so many visits that is not counted yet."""
    votes[1:] = moved_along(votes[1:].tolist(), visits - float(votes[0]), a)
    votes[0] = visits


def lms(
    z: Floats,
    order: Ints | None,
    caps: Floats,
    best: Floats,
    rate: float,
    near: float,
    passes: int,
    a: Floats,
    progress: Ints,
) -> bool:
    """See :func:`solvers.core.lms`; the C differs by rounding, because it looks one sample
    ahead.
    """
    epoch, position, count, capped = progress.tolist()
    samples, largest, weights = z.tolist(), caps.tolist(), a.tolist()
    rows = _rows(len(samples), order)
    is_near = False
    while epoch < passes and not is_near:
        for row in rows[position : len(samples)]:
            count += 1
            step = rate / count
            if step > largest[row]:
                step, capped = largest[row], capped + 1
            product = sum_of_products(weights, samples[row])
            weights = moved_along(weights, step * (1.0 - product), samples[row])
        off = z @ np.array(weights) - best
        is_near = bool(np.mean(off * off) <= near)
        epoch, position = epoch + 1, 0
        rows = rows if order is None else rows[len(samples) :]
    a[:] = weights
    progress[:] = epoch, position, count, capped
    return is_near


def correct_many(
    z: Floats,
    labels: Ints,
    order: Ints | None,
    margin: float,
    rate: float,
    schedule: int,
    passes: int,
    corrections: int,
    a: Floats,
    progress: Ints,
) -> bool:
    """See :func:`solvers.core.correct_many`."""
    epoch, position, count, before, last, last_rival = progress.tolist()
    samples, classes, weights = z.tolist(), labels.tolist(), a.tolist()
    rows = _rows(len(samples), order)
    is_clean = False
    while epoch < passes and not is_clean:
        while position < len(samples) and count < corrections:
            row = rows[position]
            label, scores = classes[row], [sum_of_products(w, samples[row]) for w in weights]
            rivals = [k for k in range(len(weights)) if k != label]
            rival = rivals[0]
            for k in rivals:
                rival = k if scores[k] > scores[rival] else rival
            if not scores[label] - scores[rival] > margin:
                count, last, last_rival = count + 1, row, rival
                step = rate / {0: 1, 1: count, 2: epoch + 1}[schedule]
                weights[label] = moved_along(weights[label], step, samples[row])
                weights[rival] = moved_along(weights[rival], -step, samples[row])
            position += 1
        if position < len(samples):
            break
        is_clean = count == before
        epoch, position, before = epoch + 1, 0, count
        rows = rows if order is None else rows[len(samples) :]
    a[:] = weights
    progress[:] = epoch, position, count, before, last, last_rival
    return is_clean


def sum_of_products(a: list[float], z: list[float]) -> float:
    """``a'z``, term after term."""
    total = a[0] * z[0]
    for weight, value in zip(a[1:], z[1:], strict=True):
        total += weight * value
    return total


def lzw(data: Bytes) -> bytes:
    """See :func:`solvers.core.lzw`."""
    clear, end, codes = 256, 257, 4096
    table: dict[tuple[int, int], int] = {}
    out, bits, length, size, next_code = bytearray(), clear, 9, 9, end + 1
    pixels: list[int] = data.tolist()
    run, *rest = pixels
    for byte in rest:
        code = table.get((run, byte))
        if code is not None:
            run = code
            continue
        bits |= run << length
        length += size
        if next_code < codes:
            table[run, byte] = next_code
            size += next_code == 1 << size
            next_code += 1
        else:
            bits |= clear << length
            length += size
            table, size, next_code = {}, 9, end + 1
        run = byte
        ready_bytes = length // 8
        out += (bits & ((1 << 8 * ready_bytes) - 1)).to_bytes(ready_bytes, "little")
        bits >>= 8 * ready_bytes
        length -= 8 * ready_bytes
    bits |= run << length
    length += size
    # After the last run the reader has one more entry in its table.
    size += next_code == 1 << size and size < 12
    bits |= end << length
    length += size
    return bytes(out) + bits.to_bytes(-(-length // 8), "little")


def moved_along(a: list[float], step: float, z: list[float]) -> list[float]:
    """``a + step z``."""
    return [weight + step * value for weight, value in zip(a, z, strict=True)]


def _rows(n: int, order: Ints | None) -> list[int]:
    """The rows in the order of the visits, of all passes at hand."""
    return list(range(n)) if order is None else order.tolist()


# --- the walk -------------------------------------------------------------------------------------

# Where the numbers of ``Walk.info`` stand: the stage, the rounds done, the ties, the steps of
# length zero, whether no sum has changed since all were made anew, whether the last look at all
# points excused nothing as rounding, whether ties bind all offsets, and what happened to which
# point in the last round.
STAGE, ROUNDS, TIES, STILL_STEPS, IS_FRESH, IS_CERTAIN, IS_BOUND, POINT, EVENT = range(9)
BEGINS, GOES_ON, RESTARTS, RESUMES = range(4)  # stages
NO_EVENT, STOP, JOIN, LEAVE = range(4)  # events
OPTIMUM, UNFINISHED, SINGULAR, STUCK = range(4)  # ends of a walk

Alternatives = Ints | Bytes

INERTIA = 1e-7  # of the offsets, times c n or the size of P, which is 1
MOST_STILL_STEPS = 40  # steps of length zero
NO_LENGTH = 1e-13  # a shorter step counts as zero
LOST_DIGITS = 1e-3  # scores rounded by this part of a margin: theta has left all sense
FLAT = 1e-12  # a slope that is this part of the first one is zero
ALIKE = 1e-9  # of multipliers that differ by this part the first one counts
OUT_OF_BOX = 1e-11  # a multiplier this little out of its range is rounding


@dataclass(eq=False, slots=True)
class Walk:
    """A quadratic and a sum of maxima of affine functions, and where the walk to its minimum
    stands.

    ::

        F(theta) = 1/2 theta'P theta + c sum_i v_i max_k a_ik - c folded_pull'theta,
        a_ik     = delta_ik + <theta_k - theta_y, u_i>,    y = labels_i,    theta_{K-1} = 0

    ``u (r, n)`` are the points, their last coordinate that of an offset, and ``theta = (theta_0 ..
    theta_{K-2})``.  With K = 2, labels 0 and signed samples u_i = z_i the alternatives are 0 and
    ``1 - <theta, z_i>``: the soft margin.  With more classes it is Crammer and Singer's loss.
    ``weights (n,)`` are the v_i, None for 1; ``deltas (K, n)``, None for 1 and 0 at the own class;
    ``reach`` bounds the coordinates.

    The state: ``counts (n,)``, the alternative by which each point counts; ``ties``, the pairs (i,
    k) of a point and an alternative that is held at the value of the one that counts, with the
    ``multipliers`` that they take from v_i; ``pull``, the sum of v_i (u_i at y, -u_i at the
    alternative that counts) and of what is folded; ``values (K, n)`` of all alternatives but for
    the score of the own class, which they share; and ``info``.
    """

    u: Floats
    labels: Bytes
    K: int
    P: Floats
    c: float
    folded_pull: Floats
    theta: Floats
    counts: Bytes
    ties: Ints
    multipliers: Floats
    weights: Floats | None = None
    deltas: Floats | None = None
    reach: float = 1.0
    info: Ints = field(default_factory=lambda: np.zeros(9, dtype=np.int64))
    pull: Floats = field(init=False)
    values: Floats = field(init=False)
    end: int = UNFINISHED
    arguments: tuple[Any, ...] = ()  # of the loop in C: the addresses of all this, and ...
    work: Floats | None = None  # ... its room to work in

    def __post_init__(self) -> None:
        self.pull = np.zeros(len(self.theta))
        self.values = np.zeros((self.K, self.u.shape[1]))

    @property
    def tied(self) -> tuple[Ints, Ints]:
        """The points and the alternatives of the ties."""
        points, alternatives = self.ties[: self.info[TIES]].T
        return points, alternatives

    def weight(self, points: Ints) -> Floats:
        """How many times each point counts."""
        return np.ones(len(points)) if self.weights is None else self.weights[points]

    def delta(self, points: Ints, alternatives: Any) -> Floats:
        """delta_ik."""
        if self.deltas is None:
            return np.asarray(alternatives != self.labels[points], dtype=np.float64)
        return np.asarray(self.deltas[alternatives, points])

    def scores(self, theta: Floats) -> Floats:
        """theta_k'u_i (K, n)."""
        scores = np.zeros((self.K, self.u.shape[1]))
        np.matmul(theta.reshape(self.K - 1, -1), self.u, out=scores[:-1])
        return scores

    def differences(self, points: Ints, one: Alternatives, other: Alternatives) -> Floats:
        """u_i at alternative ``one`` and -u_i at the ``other`` of some points (q, size)."""
        rows, q = np.zeros((len(points), self.K, len(self.u))), np.arange(len(points))
        rows[q, one] += self.u[:, points].T
        rows[q, other] -= self.u[:, points].T
        return rows[:, :-1].reshape(len(points), len(self.theta))

    def untie(self, is_kept: Bools) -> None:
        """Leave only some of the ties."""
        count = int(np.count_nonzero(is_kept))
        if count < len(is_kept):
            self.ties[:count] = self.ties[: len(is_kept)][is_kept]
            self.multipliers[:count] = self.multipliers[: len(is_kept)][is_kept]
            self.info[TIES] = count

    def turn(self, points: Ints, old: Alternatives, new: Alternatives) -> None:
        """Let the pull of points pass from one alternative to another."""
        self.pull += self.weight(points) @ self.differences(points, old, new)


def walk(state: Walk, rounds: int) -> int:
    """See :func:`solvers.core.walk`."""
    info = state.info
    if info[STAGE] == RESTARTS:
        _sum_anew(state, may_change=False)
        moves = _newton(state)
        if moves is None:
            return SINGULAR
        _advance(state, moves, 1.0)
    if info[STAGE] != GOES_ON:
        _sum_anew(state, may_change=info[STAGE] != RESUMES)
        info[STAGE] = GOES_ON
    for _ in range(rounds):
        info[ROUNDS] += 1
        info[POINT], info[EVENT] = -1, NO_EVENT
        moves = _newton(state) if _tolerance(state, 0.0) < LOST_DIGITS else None
        if moves is None:
            return SINGULAR
        step = moves[: len(state.theta)]
        kinks = _kinks(state, state.scores(step), _tolerance(state, step))
        if not len(kinks.time):
            _advance(state, moves, 1.0)
            if _release(state):
                continue
            if info[IS_FRESH]:
                return OPTIMUM
            _sum_anew(state, may_change=False)
            continue
        length, passed, stopper = _search(state, step, kinks)
        _advance(state, moves, length)
        info[IS_FRESH], info[EVENT] = 0, STOP
        _pass(state, kinks, passed)
        info[STILL_STEPS] += info[IS_BOUND] and length <= NO_LENGTH
        if info[STILL_STEPS] > MOST_STILL_STEPS:
            return STUCK
        if stopper >= 0:
            if info[TIES] >= len(state.theta):
                return SINGULAR
            _join(state, kinks, stopper)
    return UNFINISHED


def walk_objective(state: Walk) -> float:
    """See :func:`solvers.core.walk_objective`."""
    points = np.arange(len(state.counts))
    losses = state.values[state.counts, points] - state.values[state.labels, points]
    loss = float(state.weight(points) @ losses)
    return 0.5 * float(state.theta @ state.P @ state.theta) + state.c * loss


def _newton(state: Walk) -> Floats | None:
    """The step on the ties and the changes of the multipliers; None for dependent ties.

    ::

        (P + E)/c d - sum_q dlambda_q pull_q = S + sum_q lambda_q pull_q - P theta/c
        <pull_q, d>                          = what tie q is off

    (over c, so that ties come first where it is large).  A little inertia E of the offsets that no
    tie binds to the last one keeps it regular.
    """
    points, tied = state.tied
    r, size, count = len(state.u), len(state.theta), len(points)
    pulls = state.differences(points, state.counts[points], tied)
    A = np.zeros((size + count, size + count))
    A[:size, :size] = state.P / state.c
    A[range(r - 1, size, r), range(r - 1, size, r)] += _inertia(state) / state.c
    state.info[IS_BOUND] = not _inertia(state).any()
    A[:size, size:], A[size:, :size] = -pulls.T, pulls
    pull = state.pull + state.multipliers[:count] @ pulls
    off = state.delta(points, tied) - state.delta(points, state.counts[points])
    # Offsets first: for a small c they are all but the target, and what is left is exact.
    terms = (pulls * state.theta).reshape(count, state.K - 1, r)
    for j in range(r - 1, -1, -1):
        off = off - terms[:, :, j].sum(axis=1)
    try:
        right = np.concatenate([pull - state.P @ state.theta / state.c, off])
        return np.asarray(np.linalg.solve(A, right))
    except np.linalg.LinAlgError:
        return None


def _inertia(state: Walk) -> Floats:
    """Of the offset of each class: none where ties bind it to the last class, with offset 0."""
    points, tied = state.tied
    part = np.arange(state.K)
    for one, other in zip(tied, state.counts[points], strict=True):
        part[part == part[one]] = part[other]
    size = INERTIA * min(1.0, state.c * state.u.shape[1])
    return np.where(part[:-1] == part[-1], 0.0, size)


def _advance(state: Walk, moves: Floats, length: float) -> None:
    """Take a part of the step; values follow."""
    step, count = moves[: len(state.theta)], int(state.info[TIES])
    state.theta += length * step
    state.values += length * state.scores(step)
    state.multipliers[:count] += length * moves[len(step) :]


def _tolerance(state: Walk, step: Floats | float) -> float:
    """How far from its kink a point counts as lying on it: the rounding of a score."""
    length = float(np.abs(state.theta + step).sum())
    rounding = 32.0 * EPS * (length * max(state.reach, 1.0) + 1.0)
    return 1e-12 if rounding <= 1e-12 else rounding  # what is no number stays none


def _sum_anew(state: Walk, may_change: bool) -> None:
    """Values and pull from scratch; a point clearly on another side than it counts changes."""
    points, counts = np.arange(state.u.shape[1]), state.counts
    state.values[:] = state.scores(state.theta)
    state.values += state.delta(points, np.arange(state.K)[:, None])
    if may_change:
        values = state.values.copy()
        values[counts, points] += _tolerance(state, 0.0)
        untied = np.setdiff1d(points, state.tied[0])
        counts[untied] = values[:, untied].argmax(axis=0)
    state.pull[:] = state.folded_pull
    paying = (counts != state.labels).nonzero()[0]
    state.turn(paying, state.labels[paying], counts[paying])
    state.info[IS_FRESH] = 1


class _Kinks(NamedTuple):
    """Where on the step points come to another alternative, and by how much the slope rises."""

    time: Floats
    bend: Floats
    point: Ints
    old: Ints
    new: Ints


def _kinks(state: Walk, speeds: Floats, near: float) -> _Kinks:
    """The kinks that a full step passes: of every point those of its upper envelope.

    What is only the rounding of a score, at the end or in its movement, is none.
    """
    values = state.values
    points, current = np.arange(values.shape[1]), state.counts.astype(np.int64)
    is_held = np.zeros(values.shape, dtype=bool)
    is_held[state.tied[::-1]] = True
    start, parts = np.zeros(len(points)), []
    state.info[IS_CERTAIN] = 1
    for _ in range(state.K - 1):
        rise = speeds[:, points] - speeds[current, points]
        above = values[:, points] - values[current, points]
        passed = (above + rise > near) & ~is_held[:, points]
        if (passed & (rise <= 0.25 * near)).any():
            state.info[IS_CERTAIN] = 0
        passed &= rise > 0.25 * near
        time = np.full(rise.shape, np.inf)
        time[passed] = -above[passed] / rise[passed]
        time = np.maximum(time, start)
        new = np.where(time == time.min(axis=0), rise, -np.inf).argmax(axis=0)
        q = np.arange(len(points))
        (rows,) = (time[new, q] < 1.0).nonzero()
        if not len(rows):
            break
        bend = state.weight(points[rows]) * rise[new[rows], rows]
        parts.append((time[new[rows], rows], bend, points[rows], current[rows], new[rows]))
        points, current, start, is_held = (
            points[rows],
            new[rows],
            time[new[rows], rows],
            is_held & False,
        )
    empty = (np.zeros(0), np.zeros(0), *[np.zeros(0, dtype=np.int64)] * 3)
    return _Kinks(*map(np.concatenate, zip(*parts, strict=True)) if parts else empty)


def _search(state: Walk, step: Floats, kinks: _Kinks) -> tuple[float, Ints, int]:
    """The length of the step to the minimum on it, the kinks passed, and the one that stops it
    (-1: none).

    At length t the slope of F is ``(t - 1) d'P d - d'E d + c (the bends of the kinks before t)``.
    """
    order = kinks.time.argsort(kind="stable")
    time, bends = kinks.time[order], kinks.bend[order].cumsum()
    curve = float(step @ state.P @ step)
    offsets = step[len(state.u) - 1 :: len(state.u)]
    first_slope = -curve - float(_inertia(state) @ (offsets * offsets))
    after = first_slope + time * curve + state.c * bends
    passed = int(after.searchsorted(FLAT * first_slope))
    slope = first_slope + state.c * float(bends[passed - 1]) if passed else first_slope
    earliest, latest = (float(time[passed - 1]) if passed else 0.0), 1.0
    if passed < len(order):
        latest = float(time[passed])
        if slope + latest * curve < FLAT * first_slope:
            return latest, order[:passed], int(order[passed])
    length = -slope / curve if curve > 0.0 else latest
    return min(max(length, earliest), latest), order[:passed], -1


def _pass(state: Walk, kinks: _Kinks, passed: Ints) -> None:
    """Points that are passed leave all their ties behind, and count by their last alternative."""
    points = kinks.point[passed]
    state.untie(~np.isin(state.tied[0], points))
    state.turn(points, kinks.old[passed], kinks.new[passed])
    state.counts[points] = kinks.new[passed]  # in their order: the last one stays


def _join(state: Walk, kinks: _Kinks, q: int) -> None:
    """The kink that stops the step becomes a tie; its point counts by the lower alternative."""
    point, old, new = (int(values[q]) for values in (kinks.point, kinks.old, kinks.new))
    count, multiplier = int(state.info[TIES]), 0.0
    if new < old and point not in state.tied[0]:
        one = slice(q, q + 1)
        state.turn(kinks.point[one], kinks.old[one], kinks.new[one])
        state.counts[point] = new
        new, multiplier = old, float(state.weight(kinks.point[one])[0])
    state.ties[count], state.multipliers[count] = (point, new), multiplier
    state.info[TIES] += 1
    state.info[POINT], state.info[EVENT] = point, JOIN


def _release(state: Walk) -> bool:
    """End the tie whose multiplier is furthest out of its range; whether there is one.

    A multiplier below 0 leaves what counts; where those of a point take more than its weight, the
    heaviest counts from start on.
    """
    points, tied = state.tied
    multipliers = state.multipliers[: len(points)]
    if not len(points):
        return False
    rounding, largest = OUT_OF_BOX, float(np.abs(multipliers).max())
    if largest < 0.1:  # a large c: the multipliers themselves set the scale of their rounding
        rounding = OUT_OF_BOX * largest + 64.0 * EPS * float(np.abs(state.pull).max())
    is_same = points == points[:, None]
    rest = state.weight(points) - is_same @ multipliers
    excess = -np.minimum(multipliers, rest)
    if not excess.max() > rounding:
        return False
    out = int((excess >= (1.0 - ALIKE) * excess.max()).argmax())
    if rest[out] < multipliers[out]:
        out = int(np.where(is_same[out], multipliers, -np.inf).argmax())
        one = slice(out, out + 1)
        state.turn(points[one], state.counts[points[one]], tied[one])
        state.counts[points[out]] = tied[out]
        state.info[IS_FRESH] = 0
    state.info[POINT], state.info[EVENT] = points[out], LEAVE
    state.untie(np.arange(len(points)) != out)
    return True


# the curvature of equal points, or of a kernel that is no inner product
SMALLEST_CURVATURE = 1e-12
ROUNDED = 1e-14  # a multiplier this part of its range from an end is there


@dataclass(eq=False)
class Dual:
    """The dual of a soft margin whose Gram matrix K is known by rows, and where its steps stand.

    Signed multipliers ``low <= s <= high`` and ``F = K s - y``, all (n,), change; ``diagonal (n,)``
    is that of K.  Row k of K is row ``place[k]`` of ``rows (m, n)``, or is missing where that is
    negative.  ``state`` holds the violation, b, the smallest violation of the run and the last
    t, ``progress`` the steps made and the last i and j.
    """

    rows: Floats
    place: Ints
    diagonal: Floats
    low: Floats
    high: Floats
    s: Floats
    F: Floats
    state: Floats = field(default_factory=lambda: np.array([np.inf, 0.0, np.inf, 0.0]))
    progress: Ints = field(default_factory=lambda: np.zeros(3, dtype=np.int64))
    arguments: tuple[Any, ...] = ()  # of the loop in C: the addresses of all this, and ...
    work: Floats | None = None  # ... its room to work in


def smo(dual: Dual, tolerance: float, steps: int) -> int:
    """See :func:`solvers.core.smo`."""
    place, diagonal, low, high, s, F = (
        *(dual.place, dual.diagonal, dual.low, dual.high, dual.s, dual.F),
    )
    state, progress = dual.state, dual.progress
    while True:
        rising_F, falling_F = np.where(s < high, F, np.inf), np.where(s > low, F, -np.inf)
        i, least, most = int(rising_F.argmin()), float(rising_F.min()), float(falling_F.max())
        violation = most - least
        state[:3] = violation, -0.5 * (most + least), min(violation, state[2])
        if not violation > tolerance:
            return -1
        if progress[0] >= steps:
            return -2
        if place[i] < 0:
            return i
        first = dual.rows[place[i]]
        above = np.maximum(falling_F - least, 0.0)
        curvature = np.maximum(diagonal + diagonal[i] - 2.0 * first, SMALLEST_CURVATURE)
        j = int((above * above / curvature).argmax())
        if place[j] < 0:
            return j
        t = min(above[j] / curvature[j], high[i] - s[i], s[j] - low[j])
        s[i] = rounded(s[i] + t, low[i], high[i])
        s[j] = rounded(s[j] - t, low[j], high[j])
        F += t * (first - dual.rows[place[j]])
        state[3] = t
        progress[:] = progress[0] + 1, i, j


def rounded(value: float, low: float, high: float) -> float:
    """A multiplier, at the end of its range where rounding alone is in between."""
    near = ROUNDED * (high - low)
    return low if value < low + near else high if value > high - near else value
