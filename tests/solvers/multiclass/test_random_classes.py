"""Random small problems of many classes: no exception, no failed algorithm, no gap under CONVERGED."""

from __future__ import annotations

import pytest

from benchmarks.hunt.many import draw, judged

SEED, FITS, MOST = 7, 300, 14
HONEST = "budget"  # an answer that says itself that its numbers have no more digits


@pytest.mark.parametrize("first", range(0, FITS, 50))
def test_random_problems_keep_every_promise(first: int) -> None:
    cases = [draw(SEED, number, MOST) for number in range(first, first + 50)]
    found = [(str(case), words) for case in cases for words in judged(case) if not words.startswith((HONEST, "slow"))]
    assert found == []
