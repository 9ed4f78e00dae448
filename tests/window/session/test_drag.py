"""The drag benchmark drives the real window, and what it prints has the promised shape."""

from __future__ import annotations

import json
import sys

import solvers
from benchmarks import drag, situations


def test_the_benchmark_prints_frames_and_peers(monkeypatch, capsys, qapp):
    monkeypatch.setattr(sys, "argv", ["drag", "--n", "60", "--frames", "4", "--json"])
    monkeypatch.setattr(drag, "WARM_UP", 1)
    monkeypatch.setattr(drag, "COUNTED", 3)
    monkeypatch.setattr(qapp, "quit", lambda: None)
    drag.main()
    result = json.loads(capsys.readouterr().out)
    assert set(result) == {"frame", "frames", "peers"}
    assert set(result["frame"]["60"]) == {
        "p50_ms",
        "p95_ms",
        "fits_per_s",
        "plots_left_out",
        "calls",
    }
    assert list(result["frames"]["60"]) == ["fisher-angle projection"]
    assert result["frame"]["60"]["calls"] > 0
    assert result["frame"]["60"]["p95_ms"] >= result["frame"]["60"]["p50_ms"] > 0
    assert set(result["peers"]["60"]) == {"scikit-learn", "pyqtgraph-scatter"}


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
