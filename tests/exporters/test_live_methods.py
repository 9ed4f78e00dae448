"""The methods of the live page say what ``solvers`` says (more of it: ``python -m benchmarks.live``)."""

from __future__ import annotations

import pytest

live = pytest.importorskip("benchmarks.live", reason="the benchmarks are not beside the tests")


@pytest.mark.skipif(live.node() is None, reason="Node.js, which runs the methods of the page, is not installed")
def test_the_page_computes_what_the_program_computes() -> None:
    assert live.compare(33) == []


@pytest.mark.skipif(live.node() is None, reason="Node.js, which runs the methods of the page, is not installed")
def test_maps_and_kernels_are_those_of_the_program() -> None:
    assert live.compare_mapped(12) == []
