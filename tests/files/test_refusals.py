"""What a scene file may hold, and what is said of the rest, is what somebody has read."""

import json

import pytest

frozen_refusals = pytest.importorskip(
    "benchmarks.frozen_refusals", reason="the benchmarks are not beside the tests"
)


def test_wrong_entries_of_a_scene_are_said_as_they_were_read() -> None:
    read = json.loads(frozen_refusals.FILE.read_text(encoding="utf-8"))
    assert frozen_refusals.refusals() == read, "read it, then python -m benchmarks.frozen_refusals"
