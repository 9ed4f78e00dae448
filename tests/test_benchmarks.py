"""The report of the benchmarks: a new run keeps what was written by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_a_new_report_keeps_what_stands_below_the_tables(tmp_path: Path) -> None:
    pytest.importorskip("sklearn", reason="the peers of the benchmarks are not installed")
    solvers = pytest.importorskip("benchmarks.solvers", reason="the benchmarks are not beside the tests")
    report = tmp_path / "benchmarks.md"
    assert solvers.remarks(report) == ""
    report.write_text(f"a table\n\n{solvers.BY_HAND}\nA remark.\n", encoding="utf-8")
    kept = solvers.remarks(report)
    assert kept.endswith("A remark.\n")
    report.write_text(f"another table\n{kept}", encoding="utf-8")
    assert solvers.remarks(report) == kept
    assert solvers.BY_HAND in (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
