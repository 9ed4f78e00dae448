"""The loops that visit one sample or one pair at a time, in C (``core.c``).

Each stands in :mod:`.reference` once more, as a lecture writes it.  That is what runs where no
library was compiled; it gives the same numbers, later.  Arrays are contiguous and are not copied;
those that a loop changes are said so.
"""

from __future__ import annotations

import ctypes
import logging
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..arrays import Bytes, Floats, Ints
from . import reference
from .reference import Dual, Visit, Walk

logger = logging.getLogger(__name__)
SOURCE = Path(__file__).with_name("core.c")
PATH = Path(__file__).with_name("core.library")
BUILDER = SOURCE.parents[2] / "packaging" / "build_core.py"  # in a checkout, not where installed
REMEDY = "make setup compiles the core"


class _Array:
    """The argument of a loop that is an array of one type, or None: its address is handed over."""

    dtype: np.dtype[Any]
    is_written = False

    @classmethod
    def from_param(cls, values: Any) -> ctypes.c_void_p | None:
        """The address; a TypeError for an array which the loop would misread."""
        if values is None:
            return None
        flags = values.flags
        if values.dtype != cls.dtype or not flags.c_contiguous:
            raise TypeError(f"expected a contiguous array of {cls.dtype}, not of {values.dtype}")
        if cls.is_written and not flags.writeable:
            raise TypeError("the array is read-only, and the loop writes into it")
        if flags.writeable and values.size:  # the quicker one of two ways to the address
            return ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(values)))
        return ctypes.c_void_p(values.__array_interface__["data"][0])


class _Floats(_Array):
    dtype = np.dtype(np.float64)


class _Ints(_Array):
    dtype = np.dtype(np.int64)


class _Bytes(_Array):
    dtype = np.dtype(np.uint8)


class _WrittenFloats(_Floats):
    is_written = True


class _WrittenInts(_Ints):
    is_written = True


class _WrittenBytes(_Bytes):
    is_written = True


_INT, _FLOAT = ctypes.c_int64, ctypes.c_double

# Constants, then what changes; checked when a walk begins, not at every call.
_WALK_ARRAYS: tuple[type[_Array], ...] = (
    *(_Floats, _Bytes, _Floats, _Floats, _Floats, _Floats),
    *(_WrittenFloats, _WrittenFloats, _WrittenFloats, _WrittenBytes, _WrittenInts, _WrittenFloats),
    *(_WrittenInts, _WrittenFloats),
)

# The arguments of each loop in the order of core.c; all return an int64_t.
SIGNATURES: dict[str, list[Any]] = {
    "correct": [
        *(_INT, _INT, _Floats, _Ints, _Floats),
        *(_FLOAT, _FLOAT, _FLOAT, _INT, _INT, _INT, _INT),
        *(_WrittenFloats, _WrittenInts, _WrittenFloats, _WrittenFloats),
    ],
    "correct_together": [
        *(_INT, _INT, _Floats, _FLOAT, _FLOAT, _FLOAT, _INT, _FLOAT, _INT),
        *(_WrittenFloats, _WrittenInts, _WrittenFloats, _WrittenFloats, _WrittenFloats),
    ],
    "lms": [
        *(_INT, _INT, _Floats, _Ints, _Floats, _Floats),
        *(_FLOAT, _FLOAT, _INT, _WrittenFloats, _WrittenInts),
    ],
    "correct_many": [
        *(_INT, _INT, _INT, _Floats, _Ints, _Ints),
        *(_FLOAT, _FLOAT, _INT, _INT, _INT),
        *(_WrittenFloats, _WrittenInts),
    ],
    "cells": [
        *(_INT, _Bytes, _INT, _INT, _INT, _Ints, _INT),
        *(_WrittenFloats, _WrittenBytes, _WrittenInts, _WrittenInts, _WrittenInts),
    ],
    "lzw": [_INT, _Bytes, _WrittenInts, _WrittenBytes],
    "walk": [
        *(_INT, _INT, _INT),
        *[ctypes.c_void_p] * len(_WALK_ARRAYS),
        *(_FLOAT, _FLOAT, _INT),
    ],
    "walk_objective": [_INT, _INT, *[ctypes.c_void_p] * 6, _FLOAT, ctypes.c_void_p],
    "smo": [_INT, *[ctypes.c_void_p] * 10, _FLOAT, _INT],
}


def _load() -> ctypes.CDLL | None:
    """The library, or None where none was compiled or it is of another machine or source."""
    try:
        library = ctypes.CDLL(str(PATH))
        library.source_digest.restype = ctypes.c_char_p
        digest = f"crc32-{zlib.crc32(SOURCE.read_bytes()):08x}"
        if library.source_digest().decode() != digest:
            raise OSError(f"{PATH} was compiled from another core.c")
        for name, arguments in SIGNATURES.items():
            function = getattr(library, name)
            function.argtypes, function.restype = arguments, _INT
    except (OSError, AttributeError) as error:
        if BUILDER.exists():
            logger.warning(
                "linclass is slow: its loops run in plain Python (%s); %s", error, REMEDY
            )
        else:
            logger.info("The readable reference is at work: %s", error)
        return None
    logger.info("The compiled core is at work: %s", PATH)
    return library


LIBRARY = _load()


def at_work() -> str:
    """Which of the two runs, in words for a version and a log."""
    if LIBRARY is not None:
        return "compiled core"
    return f"readable reference ({REMEDY})" if BUILDER.exists() else "readable reference"


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
    """Visit the samples ``z (n, size)`` pass after pass; where not ``a'z > limit``, correct::

        a <- a + rate z                                 the perceptron (without squares)
        a <- a + rate (target - a'z)/||z||^2 z          the relaxation rule, squares = ||z||^2 (n,)

    ``a (size,)`` changes.  The rate falls as ``rate/k`` with k the number of the correction
    (``schedule`` 1) or of the pass (2).  ``order`` holds the rows of the pass at hand, of the next
    one and so on; without it each pass goes from the first row to the last.

    Returns whether a pass corrected nothing.  Pauses before that as soon as ``passes`` passes or
    ``corrections`` corrections are made, counted from the start of the run.  ``progress (5,)``
    changes, and goes on there when it is handed over again: the passes made, the position in the
    pass at hand, the corrections made, of them those before this pass, and the row of the last one.

    ``pocket (2 + size,)`` changes, where there is one: it keeps the best weights on the way, behind
    their errors (samples with not ``a'z > 0``) and their criterion, the sum of what the products
    miss to the target, of relaxation of the halved squares over ``||z||^2``.  The weights are
    judged after each of the first ``singly`` corrections and after every pass.

    ``votes (1 + size,)`` changes, where there is one: behind the number of visits up to the last
    correction it has the sum of the weights after each of them.  ``visits``, where there are any,
    grow by each correction; then the reference makes them.
    """
    if LIBRARY is None or visits is not None:
        loop = reference.correct
        return loop(
            *(z, order, squares, limit, target, rate, schedule, passes, corrections),
            *(a, progress, singly, pocket, votes, visits),
        )
    n, size = z.shape
    are_alike = len(a) == size and len(progress) == 5
    are_alike &= (squares is None or len(squares) == n) and (
        pocket is None or len(pocket) == 2 + size
    )
    are_alike &= votes is None or len(votes) == 1 + size
    _check(are_alike, n, order, passes, progress)
    return bool(
        LIBRARY.correct(
            *(n, size, z, order, squares, limit, target, rate),
            *(schedule, passes, corrections, singly, a, progress, pocket, votes),
        )
    )


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
    """Move by all samples ``z (n, size)`` with not ``a'z > limit`` at once, in the k-th pass::

        a <- a + rate sum of z        or rate/k, where the rate falls

    Returns 1 where there is none, 2 after a step that is not longer than ``threshold`` or no longer
    changes ``a``, and 0 as soon as ``passes`` passes are made, counted from the start of the run.
    ``a``, ``progress``, ``pocket``, ``votes`` and ``visits`` are those of :func:`correct`, a pass
    being n visits of the line after it; every line is judged.
    """
    rest = (limit, target, rate, falls, threshold, passes, a, progress, pocket, votes)
    if LIBRARY is None or visits is not None:
        return reference.correct_together(z, *rest, visits)
    n, size = z.shape
    are_alike = len(a) == size and len(progress) == 5
    are_alike &= pocket is None or len(pocket) == 2 + size
    are_alike &= votes is None or len(votes) == 1 + size
    _check(are_alike, n, None, passes, progress)
    return int(LIBRARY.correct_together(n, size, z, *rest, np.empty(size)))


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
    """Visit the samples ``z (n, size)`` pass after pass, and at the k-th visit move ``a'z`` towards
    1, at the most by as much as is missing, with ``caps = 1/||z||^2 (n,)``::

        a <- a + min(rate/k, cap) (1 - a'z) z

    ``a (size,)`` changes, ``order`` is that of :func:`correct`.  Returns whether after a pass the
    mean square distance of all products from ``best (n,)`` was at most ``near``.  Pauses before
    that as soon as ``passes`` passes are made, counted from the start of the run.  ``progress
    (4,)`` changes, and goes on there when it is handed over again: the passes made, the position in
    the pass at hand, the visits made, and how many of them were capped.
    """
    rest = (order, caps, best, rate, near, passes, a, progress)
    if LIBRARY is None:
        return reference.lms(z, *rest)
    n, size = z.shape
    are_alike = len(a) == size and len(progress) == 4 and len(caps) == n and len(best) == n
    _check(are_alike and n > 0, n, order, passes, progress)  # it looks at a row before a pass
    return bool(LIBRARY.lms(n, size, z, *rest))


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
    """Visit the samples ``z (n, size)`` of classes ``labels (n,)`` pass after pass; where the score
    of the own class does not exceed the largest score of the others, that of l, by more than the
    margin, correct::

        a_y <- a_y + rate z,    a_l <- a_l - rate z

    ``a (K, size)`` changes.  All else is as for :func:`correct`; ``progress (6,)`` holds the rival
    in the last correction, too.
    """
    if LIBRARY is None:
        loop = reference.correct_many
        return loop(z, labels, order, margin, rate, schedule, passes, corrections, a, progress)
    n, size = z.shape
    are_alike = a.shape[1] == size and len(a) > 1 and len(progress) == 6 and len(labels) == n
    are_alike &= n == 0 or 0 <= labels.min() <= labels.max() < len(a)
    _check(are_alike, n, order, passes, progress)
    return bool(
        LIBRARY.correct_many(
            *(n, size, len(a), z, labels, order, margin, rate),
            *(schedule, passes, corrections, a, progress),
        )
    )


class Cells(NamedTuple):
    """The cells of a table by columns: ``numbers`` (columns, rows) with how many of each are
    ``marked``; of the others ``codes`` (columns, rows) and the ``contents`` that these count.
    """

    numbers: Floats
    marked: tuple[int, ...]
    codes: Bytes
    contents: tuple[tuple[bytes, ...], ...]


def cells(
    text: bytes,
    separator: bytes,
    mark: bytes,
    coded: Sequence[bool],
    begin: int = 0,
    end: int | None = None,
) -> Cells | None:
    """The cells of a text from ``begin`` to ``end``, a row a line, with a separator between two;
    None where a row has another number of cells than ``coded``, or a cell is not plain.

    A plain number is a sign, digits with a decimal ``mark`` among them, and an exponent; it is
    rounded to the nearest double.  A coded column holds at most 255 different contents of ASCII
    without control characters, none of them empty.  Without the library nothing is plain: whoever
    asks has a reader that takes its time.
    """
    if LIBRARY is None:
        return None
    end = len(text) if end is None else end
    rows = text.count(b"\n", begin, end) + (text[end - 1 : end] != b"\n")
    codes_of = np.cumsum(coded)
    places = np.where(coded, -codes_of, np.arange(len(coded)) - codes_of)
    count = int(codes_of[-1])
    numbers, codes = np.empty((len(coded) - count, rows)), np.empty((count, rows), dtype=np.uint8)
    spans = np.zeros((count, 255, 2), dtype=np.int64)
    marked = np.zeros(len(numbers), dtype=np.int64)
    progress = np.array([begin, 0, 0, 0, 0, 0], dtype=np.int64)
    source = np.frombuffer(text, dtype=np.uint8)
    ends = separator + b"\r\n"
    state = 0
    while not state:
        state = LIBRARY.cells(
            *(end, source, ord(separator), ord(mark), len(coded), places, rows),
            *(numbers, codes, spans, marked, progress),
        )
        if not state:
            cell_end, _, _, cell_begin, place, row = progress.tolist()
            cell = text[cell_begin:cell_end].rstrip(ends)
            numbers[place, row] = float(cell.replace(mark, b"."))
    if state < 0 or int(progress[1]) < rows:
        return None
    contents = (
        tuple(text[first:last] for first, last in spans_of_column if last)
        for spans_of_column in spans.tolist()
    )
    return Cells(numbers, tuple(marked.tolist()), codes, tuple(contents))


def lzw(data: Bytes) -> bytes:
    """Bytes in the LZW codes of GIF (Welch 1984): each is the longest run that came before.

    A run and the byte after it are a new one.  Codes have 9 bits, and more the more runs there
    are; the table is emptied when all 4096 codes are taken.
    """
    if LIBRARY is None:
        return reference.lzw(data)
    out = np.empty(2 * len(data) + 16, dtype=np.uint8)
    table = np.empty(8192, dtype=np.int64)
    count = LIBRARY.lzw(len(data), data, table, out)
    return out[:count].tobytes()


def _check(are_alike: bool, n: int, order: Ints | None, passes: int, progress: Ints) -> None:
    """Refuse arrays that a loop would leave."""
    if not are_alike:
        raise ValueError("the arrays do not belong together")
    if order is not None and len(order) < n * (passes - int(progress[0])):
        raise ValueError("the order ends before the last pass")


# Coordinates of theta from which on the elimination of LAPACK is worth more than the loop.
MANY_COORDINATES = 300


def walk(state: Walk, rounds: int) -> int:
    """Walk on for that many rounds, each of

    1. Newton's step on the ties, with a little inertia of the offsets, which is regular without any
       tie;
    2. a look at the kinks that a full step passes: where another alternative becomes the largest;
    3. without any: the whole step.  A multiplier out of its range ends a tie; else it is the
       optimum, once everything was summed anew;
    4. else the exact minimum along the step, by buckets.  The points passed change sides, the kink
       that stops the step becomes a tie.

    F falls with every step that is not of length zero, so the rounds are finite.  ``state`` changes
    (:class:`~.reference.Walk`).  At the stage BEGINS sums are made anew, and every point counts by
    its largest alternative, but for what lies within rounding; at the stage RESTARTS the minimum
    for the ties and the alternatives that count comes first; at the stage RESUMES points have been
    changed, and the sums alone are made anew.

    Returns OPTIMUM, UNFINISHED, SINGULAR (ties that depend on each other, or scores without digits)
    or STUCK (too many steps of length zero, among ties).
    """
    if LIBRARY is None or len(state.theta) > MANY_COORDINATES:
        return reference.walk(state, rounds)
    if not state.arguments:
        state.arguments = _arguments_of(state)
    end: int = LIBRARY.walk(*state.arguments, state.c, state.reach, rounds)
    return end


def walk_objective(state: Walk) -> float:
    """F at theta, between two rounds: of the alternatives by which the points count."""
    if LIBRARY is None or state.work is None:
        return reference.walk_objective(state)
    n, _, _, _, labels, weights, _, P, _, theta, _, values, counts, *_, work = state.arguments
    arrays = (labels, weights, P, theta, values, counts)
    LIBRARY.walk_objective(n, len(state.theta), *arrays, state.c, work)
    return float(state.work[0])


def _arguments_of(state: Walk) -> tuple[Any, ...]:
    """The arguments of the loop that stay, with room to work in: their arrays are checked once."""
    (r, n), K, size = state.u.shape, state.K, len(state.theta)
    state.work = np.empty((5 * K - 4) * n + n // 8 + 1 + 4 * size * size + 2 * size)
    constants = (state.u, state.labels, state.weights, state.deltas, state.P, state.folded_pull)
    changed = (state.theta, state.pull, state.values, state.counts, state.ties, state.multipliers)
    arrays = (*constants, *changed, state.info, state.work)
    pairs = zip(_WALK_ARRAYS, arrays, strict=True)
    return (n, r, K, *(kind.from_param(values) for kind, values in pairs))


def smo(dual: Dual, tolerance: float, steps: int) -> int:
    """Improve the signed multipliers of a dual (:class:`~.reference.Dual`), two at a time.

    It is optimal when no ``s_i`` that may rise and ``s_j`` that may fall have ``F_j > F_i``.  Each
    step takes the i of the smallest F and the j of the largest promise (second order)::

        promise_j = (F_j - F_i)^2 / q,   q = K_ii + K_jj - 2 K_ij
        t = (F_j - F_i)/q, or what the ends of the ranges leave of it
        s_i <- s_i + t,   s_j <- s_j - t,   F <- F + t (K_i - K_j)

    Returns -1 when the violation, the largest F_j less the smallest F_i, is within ``tolerance``;
    -2 when ``steps`` steps are made, counted from the start of the run; k when row k is missing.
    Called again it goes on.
    """
    if LIBRARY is None:
        return reference.smo(dual, tolerance, steps)
    if not dual.arguments:
        dual.arguments = _arguments_of_dual(dual)
    code: int = LIBRARY.smo(*dual.arguments, tolerance, steps)
    return code


def _arguments_of_dual(dual: Dual) -> tuple[Any, ...]:
    n, (stored, columns) = len(dual.s), dual.rows.shape
    inputs = (dual.rows, dual.place, dual.diagonal, dual.low, dual.high)
    outputs = (dual.s, dual.F, dual.state, dual.progress)
    if columns != n or any(len(one) != n for one in (*inputs[1:], dual.F)):
        raise ValueError("the arrays do not belong together")
    if len(dual.state) != 4 or len(dual.progress) != 3 or not int(dual.place.max()) < stored:
        raise ValueError("the arrays do not belong together")
    dual.work = np.empty((2, n))
    kinds = (_Floats, _Ints, _Floats, _Floats, _Floats)
    output_kinds = (_WrittenFloats, _WrittenFloats, _WrittenFloats, _WrittenInts)
    return (
        n,
        *(kind.from_param(values) for kind, values in zip(kinds, inputs, strict=True)),
        *(kind.from_param(values) for kind, values in zip(output_kinds, outputs, strict=True)),
        _WrittenFloats.from_param(dual.work),
    )
