"""The drag benchmark drives the real window, and what it prints has the promised shape."""

from __future__ import annotations

import json
import sys

import numpy as np
import pytest

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


def test_the_percentiles_are_those_of_the_frames():
    row = drag.summary([0.001 * k for k in range(1, 101)], fits=3)
    assert row["p50_ms"] == pytest.approx(50.5)
    assert row["p95_ms"] == pytest.approx(95.05)
    assert row["fits_per_s"] == pytest.approx(300 / 5.05, abs=0.1)


def test_the_way_crosses_the_middle_and_returns():
    X = np.random.default_rng(0).normal(size=(50, 2))
    tour = drag.drive(X, 101)
    assert tour.way[0] == pytest.approx(X[tour.row])
    assert tour.way[-1] == pytest.approx(X[tour.row])
    assert np.ptp(tour.way[:, 0]) == pytest.approx(3.0, abs=0.05)


def test_the_table_names_every_size():
    peers = {"9": {"scikit-learn": {"p50_ms": 5.0, "ours_p50_ms": 1.0, "ratio": 5.0}}}
    row = {
        "p50_ms": 1.0,
        "p95_ms": 2.0,
        "fits_per_s": 100.0,
        "plots_left_out": 0.5,
        "calls": 1500.0,
    }
    text = drag.table({"9": {"path losses": row}}, peers)
    assert "scikit-learn 5 ms, ours 1 ms: x 5" in text


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


def test_an_unknown_situation_is_refused_with_the_names_of_all(monkeypatch, qapp):
    monkeypatch.setattr(sys, "argv", ["drag", "--situations", "storm"])
    with pytest.raises(SystemExit, match=r"no situation storm; .*kernel 300"):
        drag.main()
