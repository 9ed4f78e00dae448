"""The loops of :mod:`solvers.core` as a lecture writes them, in plain Python.

They are here to be read, they run where the C could not be compiled, and the C equals them visit
for visit.
"""

from __future__ import annotations

from ..arrays import Bytes, Floats, Ints


def correct(
    z: Floats,
    order: Ints | None,
    squares: Floats | None,
    limit: float,
    target: float,
    rate: float,
    falling: int,
    passes: int,
    corrections: int,
    a: Floats,
    progress: Ints,
) -> bool:
    """See :func:`solvers.core.correct`."""
    done, position, made, before = progress.tolist()
    samples, weights = z.tolist(), a.tolist()
    rows = list(range(len(samples))) if order is None else order.tolist()
    is_clean = False
    while done < passes and not is_clean:
        while position < len(samples) and made < corrections:
            row = rows[position]
            product = sum_of_products(weights, samples[row])
            if not product > limit:
                made += 1
                step = rate / {0: 1, 1: made, 2: done + 1}[falling]
                if squares is not None:
                    step *= (target - product) / float(squares[row])
                weights = [w + step * value for w, value in zip(weights, samples[row], strict=True)]
            position += 1
        if position < len(samples):
            break
        is_clean = made == before
        done, position, before = done + 1, 0, made
        if order is not None:
            rows = rows[len(samples) :]
    a[:] = weights
    progress[:] = done, position, made, before
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
    out, bits, held, size, following = bytearray(), clear, 9, 9, end + 1
    pixels: list[int] = data.tolist()
    run, *rest = pixels
    for byte in rest:
        code = table.get((run, byte))
        if code is not None:
            run = code
            continue
        bits |= run << held
        held += size
        if following < codes:
            table[run, byte] = following
            size += following == 1 << size
            following += 1
        else:
            bits |= clear << held
            held += size
            table, size, following = {}, 9, end + 1
        run = byte
        whole = held // 8
        out += (bits & ((1 << 8 * whole) - 1)).to_bytes(whole, "little")
        bits >>= 8 * whole
        held -= 8 * whole
    bits |= run << held
    held += size
    # After the last run the reader has one more entry in its table.
    size += following == 1 << size and size < 12
    bits |= end << held
    held += size
    return bytes(out) + bits.to_bytes(-(-held // 8), "little")
