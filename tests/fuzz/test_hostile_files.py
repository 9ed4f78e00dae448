"""A sample of the fuzzer; ``make fuzz`` runs as many as are wanted."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from file_laws import BrokenLawError, command, judge, run, specimen
from hostile_files import KINDS


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("kind", KINDS)
def test_hostile_files_end_in_a_document_or_in_one_sentence(
    kind: str, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    count = 300 if kind in (".json", ".csv") else 50
    count *= 3 if pytestconfig.getoption("--exhaustive") else 1
    ends, broken = run(tmp_path, [kind], range(count), seed=1, patience=0.0, commands_every=100)
    assert broken == []
    assert ends[f"{kind} document"] > count // 50
    assert ends[f"{kind} sentence"] > count // 50


def test_a_number_gives_the_same_file_again() -> None:
    assert all(
        specimen(kind, 7, 11) == specimen(kind, 7, 11) != specimen(kind, 7, 12) for kind in KINDS
    )


def test_the_law_notices_another_exception(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_name: str) -> None:
        raise KeyError("x")

    monkeypatch.setattr("file_laws.open_document", fail)
    with pytest.raises(BrokenLawError, match="KeyError"):
        judge(tmp_path / "a.json", b"{}", 0.0)
    monkeypatch.setattr("file_laws.main", fail)
    with pytest.raises(BrokenLawError, match="KeyError"):
        command(tmp_path / "a.json", __import__("random").Random(0))


@pytest.mark.skipif(sys.platform != "linux", reason="the peak of the memory is asked of Linux")
def test_the_law_notices_what_takes_too_much_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def take(path: Path) -> str:
        return "sentence" if bytes(50_000_000) else str(path)

    monkeypatch.setattr("file_laws._read_and_write", take)
    monkeypatch.setattr("file_laws.MOST_MEMORY", 30_000)
    with pytest.raises(BrokenLawError, match="kilobytes"):
        judge(tmp_path / "a.json", b"{}", 0.0)
