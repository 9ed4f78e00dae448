"""The ordinary fits: their names are their own, a few of them are sure, and a lost one is found, in
another checkout, too.
"""

from dataclasses import replace
from pathlib import Path

import pytest

ordinary = pytest.importorskip(
    "benchmarks.ordinary", reason="the benchmarks are not beside the tests"
)
ROOT = Path(__file__).parents[1]


def test_every_fit_has_a_name_of_its_own() -> None:
    names = [str(case) for case in ordinary.cases()]
    assert len(set(names)) == len(names) > 3000


def test_some_ordinary_fits_are_sure_here_and_in_another_checkout() -> None:
    chosen = list(ordinary.cases())[::331]
    found = ordinary.answers(chosen, jobs=1)
    assert {each.status for each in found} <= set(ordinary.SURE)
    assert max(each.gap or 0.0 for each in found if each.status == "converged") <= ordinary.GAP
    (again,) = ordinary.of_checkout(ROOT, ["--only", "xor 10, drawn, Fisher degree 2"])
    assert again.name == "xor 10, drawn, degree 2, Fisher"
    assert again.status == "converged"


def test_a_lost_fit_and_another_optimum_are_found() -> None:
    before = ordinary.answers([next(ordinary.cases())], jobs=1)
    assert ordinary.lost(before, before) == ordinary.differing(before, before) == []
    (words,) = ordinary.lost([replace(before[0], status="budget spent")], before)
    assert "converged, now budget spent" in words
    (words,) = ordinary.differing(
        [replace(before[0], objective=before[0].objective + 1e-3)], before
    )
    assert before[0].name in words
