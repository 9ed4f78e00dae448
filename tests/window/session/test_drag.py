"""The drag benchmark drives the real window, and what it prints has the promised shape."""

from __future__ import annotations

import json
import sys

import solvers
from benchmarks import drag, situations


def test_situations_are_measured_by_name(monkeypatch, capsys, qapp):
    monkeypatch.setattr(drag, "WARM_UP", 1)
    monkeypatch.setattr(situations, "WARM_UP", 1)
    monkeypatch.setattr(qapp, "quit", lambda: None)
    small = situations.Situation(lambda: situations.two_classes(40, solvers.Fisher()))
    monkeypatch.setitem(situations.SITUATIONS, "small", small)
    monkeypatch.setattr(sys, "argv", ["drag", "--situations", "small", "--frames", "3", "--json"])
    drag.main()
    row = json.loads(capsys.readouterr().out)["small"]
    assert set(row) == {"window_p50_ms", "window_p95_ms", "process_p50_ms", "left_out", "late"}
    assert row["window_p95_ms"] >= row["window_p50_ms"] > 0
    assert "small" in situations.situations_table({"small": row})
