"""The records that old and new trees are compared by: equal twice, whole, and sharp enough."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

compare_pictures = pytest.importorskip(
    "benchmarks.compare_pictures", reason="the benchmarks are not beside the tests"
)
PICTURE = "2/Fisher by training errors"
FAULT = re.compile(r"^[A-Za-z]*(Error|Exception): ")


@pytest.fixture(scope="module")
def recorded(qapp: QApplication) -> dict[str, dict[str, Any]]:
    """A scene of two classes and one of three."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compare_pictures, "FEWER", ())  # the tests draw few samples as it is
        two: dict[str, dict[str, Any]] = compare_pictures.record(PICTURE)
        return two | compare_pictures.record("votes by scores")


def strings(value: Any) -> Iterator[str]:
    """All texts of a record."""
    if isinstance(value, str):
        yield value
    inner = value.values() if isinstance(value, dict) else value
    for each in inner if isinstance(value, dict | list) else ():
        yield from strings(each)


@pytest.mark.slow
def test_nothing_that_is_recorded_is_a_fault(recorded: dict[str, dict[str, Any]]) -> None:
    assert [text for text in strings(recorded) if FAULT.match(text)] == []


def test_one_other_number_is_a_difference() -> None:
    old = {"layer": [{"is": "Path", "xy": [[0.0, 1.0], [2.0, 3.0]]}], "words": "one"}
    new = {"layer": [{"is": "Path", "xy": [[0.0, 1.0], [2.0, 3.0 + 1e-13]]}], "words": "one"}
    other = {"layer": [{"is": "Path", "xy": [[0.0, 1.0], [2.0, 3.001]]}], "words": "two"}
    assert list(compare_pictures.differences(old, new)) == []
    assert list(compare_pictures.differences(old, other)) == [
        "/layer[0]/xy[1][1]: 3.0 -> 3.001",
        '/words: "one" -> "two"',
    ]
