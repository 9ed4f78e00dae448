"""The ordinary fits: their names are their own, a few of them are sure, and a lost one is found, in
another checkout, too.
"""

from pathlib import Path

import pytest

ordinary = pytest.importorskip(
    "benchmarks.ordinary", reason="the benchmarks are not beside the tests"
)
ROOT = Path(__file__).parents[1]


def test_some_ordinary_fits_are_sure_here_and_in_another_checkout() -> None:
    chosen = list(ordinary.cases())[::331]
    found = ordinary.answers(chosen, jobs=1)
    assert {each.status for each in found} <= set(ordinary.SURE)
    assert max(each.gap or 0.0 for each in found if each.status == "converged") <= ordinary.GAP
    (again,) = ordinary.of_checkout(ROOT, ["--only", "xor 10, drawn, Fisher degree 2"])
    assert again.name == "xor 10, drawn, degree 2, Fisher"
    assert again.status == "converged"
