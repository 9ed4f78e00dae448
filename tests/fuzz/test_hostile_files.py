"""A sample of the fuzzer; ``make fuzz`` runs as many as are wanted."""

from __future__ import annotations

from pathlib import Path

import pytest
from file_laws import BrokenLawError, command, judge, run, specimen
from hostile_files import KINDS


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("kind", KINDS)
def test_hostile_files_end_in_a_document_or_in_one_sentence(kind: str, tmp_path: Path) -> None:
    ends, broken = run(tmp_path, [kind], range(900), seed=1, patience=0.0, commands_every=100)
    assert broken == []
    assert ends[f"{kind} document"] > 100
    assert ends[f"{kind} sentence"] > 100


def test_a_number_gives_the_same_file_again() -> None:
    assert all(specimen(kind, 7, 11) == specimen(kind, 7, 11) != specimen(kind, 7, 12) for kind in KINDS)


def test_the_law_notices_another_exception(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_name: str) -> None:
        raise KeyError("x")

    monkeypatch.setattr("file_laws.open_document", fail)
    with pytest.raises(BrokenLawError, match="KeyError"):
        judge(tmp_path / "a.json", b"{}", 0.0)
    monkeypatch.setattr("file_laws.main", fail)
    with pytest.raises(BrokenLawError, match="KeyError"):
        command(tmp_path / "a.json", __import__("random").Random(0))
