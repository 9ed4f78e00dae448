"""The loops of :mod:`solvers.core` as a lecture writes them, in plain Python.

They are here to be read, they run where the C could not be compiled, and the C equals them visit
for visit.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from ..arrays import Bytes, Floats, Ints

IS_WORD = re.compile(rb"[ -~]+")


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
                if norms is not None:
                    step *= (target - product) / norms[row]
                weights = moved_along(weights, step, samples[row])
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


def keep_better(
    samples: list[list[float]],
    norms: list[float] | None,
    target: float,
    a: list[float],
    pocket: Floats,
) -> None:
    """Put ``a`` into the pocket where it makes fewer errors, or as few with a smaller criterion."""
    products = [sum_of_products(a, z) for z in samples]
    errors, criterion = 0, 0.0
    for i, product in enumerate(products):
        errors += not product > 0.0
        missing = target - product
        if missing > 0.0:
            criterion += missing if norms is None else 0.5 * missing * missing / norms[i]
    if errors < pocket[0] or (errors == pocket[0] and criterion < pocket[1]):
        pocket[:] = errors, criterion, *a


def lms(
    z: Floats,
    order: Ints | None,
    caps: Floats,
    best: Floats,
    rate: float,
    near: float,
    passes: int,
    visits: int,
    a: Floats,
    progress: Ints,
    distance: Floats,
) -> bool:
    """See :func:`solvers.core.lms`."""
    epoch, position, count, capped = progress.tolist()
    samples, largest, aims, weights = z.tolist(), caps.tolist(), best.tolist(), a.tolist()
    rows = _rows(len(samples), order)
    is_near = False
    while epoch < passes and not is_near:
        while position < len(samples) and count < visits:
            row = rows[position]
            count += 1
            step = rate / count
            if step > largest[row]:
                step, capped = largest[row], capped + 1
            product = sum_of_products(weights, samples[row])
            weights = moved_along(weights, step * (1.0 - product), samples[row])
            position += 1
        if position < len(samples):
            break
        total = 0.0
        for sample, aim in zip(samples, aims, strict=True):
            off = sum_of_products(weights, sample) - aim
            total += off * off
        distance[0] = total / len(samples)
        is_near = not distance[0] > near
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


def cells(
    text: bytes, separator: bytes, mark: bytes, coded: Sequence[bool]
) -> tuple[Floats, tuple[int, ...], Bytes, tuple[tuple[bytes, ...], ...]] | None:
    """See :func:`solvers.core.cells`."""
    point = re.escape(mark)
    is_number = re.compile(rb"[+-]?(\d+(%b\d*)?|%b\d+)([eE][+-]?\d{1,3})?" % (point, point))
    columns: list[list[bytes]] = [[] for _ in coded]
    for line in text.replace(b"\r\n", b"\n").removesuffix(b"\n").split(b"\n"):
        row = line.split(separator)
        if len(row) != len(coded):
            return None
        for column, cell in zip(columns, row, strict=True):
            column.append(cell)
    numbers, marked, codes, contents = [], [], [], []
    for column, is_coded in zip(columns, coded, strict=True):
        if is_coded:
            code_of = {cell: code for code, cell in enumerate(dict.fromkeys(column))}
            if len(code_of) > 255 or not all(map(IS_WORD.fullmatch, code_of)):
                return None
            codes.append([code_of[cell] for cell in column])
            contents.append(tuple(code_of))
        else:
            if not all(map(is_number.fullmatch, column)):
                return None
            numbers.append([float(cell.replace(mark, b".")) for cell in column])
            marked.append(sum(mark in cell for cell in column))
    shape = -1, len(columns[0])
    return (
        np.array(numbers).reshape(shape),
        tuple(marked),
        np.array(codes, dtype=np.uint8).reshape(shape),
        tuple(contents),
    )


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
