"""Random small problems of many classes: no exception, no failed algorithm, no gap under CONVERGED."""

from __future__ import annotations

import pytest

from benchmarks.hunt.judge import judged
from benchmarks.hunt.many import CHECKS, draw

SEED, FITS, MOST = 7, 300, 14


@pytest.mark.parametrize("first", range(0, FITS, 50))
def test_random_problems_keep_every_promise(first: int) -> None:
    verdicts = [judged(draw(SEED, number, MOST), 60.0, CHECKS) for number in range(first, first + 50)]
    assert [(v.number, v.line, v.findings) for v in verdicts if v.findings] == []
