"""The loops in C: they are compiled from the source that stands here, and equal the ones in Python
visit for visit.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import core
from solvers.core import reference


def test_lines_of_c_are_no_wider_than_those_of_python() -> None:
    text = core.SOURCE.read_text("utf-8")
    assert max(map(len, text.splitlines())) <= 100


def test_an_array_that_the_loops_would_misread_is_refused() -> None:
    z, a, progress = np.ones((4, 3)), np.zeros(3), np.zeros(4, dtype=np.int64)
    rest = (None, None, 0.0, 0.0, 1.0, 0, 1, 9)
    frozen = np.zeros(3)
    frozen.setflags(write=False)
    for misread in (np.ones((3, 4)).T, np.ones((4, 3), dtype=np.float32)):
        with pytest.raises(ctypes.ArgumentError, match="contiguous array of float64"):
            core.correct(misread, *rest, a, progress)
    with pytest.raises(ctypes.ArgumentError, match="read-only"):
        core.correct(z, *rest, frozen, progress)
    with pytest.raises(ValueError, match="belong together"):
        core.correct(z, *rest, np.zeros(2), progress)
    with pytest.raises(ValueError, match="the order ends"):
        core.correct(z, np.arange(3), *rest[1:], a, progress)
    assert not a.any()


@st.composite
def _corrections(draw: st.DrawFn) -> dict[str, Any]:
    """Samples, their order and the rule, as :func:`solvers.core.correct` takes them."""
    n, size, passes = (draw(st.integers(1, most)) for most in (12, 5, 4))
    random = np.random.default_rng(draw(st.integers(0, 10**6)))
    z = random.normal(size=(n, size)) * 10.0 ** draw(st.integers(-150, 150))
    rounds = [random.permutation(n) for _ in range(passes)]
    return {
        "z": z,
        "order": draw(st.sampled_from([None, np.concatenate(rounds)])),
        "squares": draw(st.sampled_from([None, (z * z).sum(axis=1)])),
        "limit": draw(st.sampled_from([0.0, 0.9])),
        "target": 1.0,
        "rate": draw(st.sampled_from([1.0, 0.3, 1.9])),
        "falling": draw(st.integers(0, 2)),
        "passes": passes,
        "corrections": draw(st.sampled_from([1, 3, 10**9])),
    }


@given(_corrections())
def test_corrections_equal_the_reference_visit_for_visit(given: dict[str, Any]) -> None:
    ends = []
    for loop in (core.correct, reference.correct):
        a, progress = np.zeros(given["z"].shape[1]), np.zeros(4, dtype=np.int64)
        clean = loop(a=a, progress=progress, **given)
        ends.append((clean, a.tobytes(), progress.tolist()))
    assert ends[0] == ends[1]


def test_a_run_that_pauses_at_every_correction_is_the_run_at_once() -> None:
    random = np.random.default_rng(1)
    z = random.normal(size=(30, 3))
    order = np.concatenate([random.permutation(30) for _ in range(5)])
    rule = (None, 0.0, 0.0, 1.0, 1, 5)
    whole, at_end = np.zeros(3), np.zeros(4, dtype=np.int64)
    core.correct(z, order, *rule, 10**9, whole, at_end)
    a, progress = np.zeros(3), np.zeros(4, dtype=np.int64)
    for corrections in range(1, int(at_end[2]) + 2):
        core.correct(z, order[progress[0] * 30 :], *rule, corrections, a, progress)
    assert (a.tobytes(), progress.tolist()) == (whole.tobytes(), at_end.tolist())


def unpacked(data: bytes) -> bytes:
    """What LZW codes of at first nine bits stand for (the reader's side of the specification)."""
    out, table, size, bits, held, before = (
        b"",
        [bytes([k]) for k in range(256)] + [b"", b""],
        9,
        0,
        0,
        b"",
    )
    for byte in data:
        bits |= byte << held
        held += 8
        while held >= size:
            code, bits, held = bits & ((1 << size) - 1), bits >> size, held - size
            if code == 256:
                table, size, before = table[:258], 9, b""
                continue
            if code == 257:
                return out
            entry = table[code] if code < len(table) else before + before[:1]
            out += entry
            if before and len(table) < 4096:
                table.append(before + entry[:1])
                if len(table) == 1 << size and size < 12:
                    size += 1
            before = entry
    raise AssertionError("no end")


@given(st.integers(0, 10**6), st.integers(1, 256), st.integers(1, 12_000), st.integers(1, 40))
def test_lzw_equals_the_reference_and_comes_back(
    seed: int, colours: int, count: int, longest: int
) -> None:
    """Runs of equal bytes, as pictures have them; many colours fill the table again and again."""
    random = np.random.default_rng(seed)
    runs = random.integers(0, colours, count).astype(np.uint8)
    data = np.repeat(runs, random.integers(1, longest + 1, count))[:count]
    packed = core.lzw(data)
    assert packed == reference.lzw(data)
    assert unpacked(packed) == data.tobytes()


@pytest.mark.parametrize("count", range(250, 262))
def test_lzw_grows_its_codes_where_the_reader_does(count: int) -> None:
    """With all runs new the code of nine bits that ends is followed by the end."""
    data = np.arange(count, dtype=np.uint8)
    assert unpacked(core.lzw(data)) == data.tobytes()
