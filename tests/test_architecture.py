"""The map is that of the land: every room stands on it, every file that it names exists, and its picture is the one drawn."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# Without the tables of ``make measure``, which name no places.
MAP = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("<!-- Written by")[0]


def test_every_room_stands_on_the_map() -> None:
    rooms = {path.parent for package in ("solvers", "linclass_gui") for path in (ROOT / package).rglob("__init__.py")}
    for room in rooms - {ROOT / "linclass_gui"}:
        inside = room.relative_to(ROOT).as_posix()
        # A room inside a room is named by its own name in the line of that one.
        line = next((line for line in MAP.splitlines() if f"`{room.parent.relative_to(ROOT).as_posix()}`" in line), "")
        assert f"`{inside}`" in MAP or f"`{room.name}`" in line, f"{inside} is missing in docs/architecture.md"


def test_every_file_on_the_map_exists() -> None:
    places = re.findall(r"`([\w/]+\.py|[\w]+/)`", MAP)
    assert places
    for place in places:
        assert any((ROOT / base / place).exists() for base in ("", "linclass_gui", "solvers")), place


@pytest.mark.usefixtures("qapp")
def test_the_picture_is_the_one_that_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    import architecture_picture

    architecture_picture.draw(tmp_path / "architecture.svg")
    drawn, kept = ((folder / "architecture.svg").read_text(encoding="utf-8") for folder in (tmp_path, ROOT / "docs"))
    words = [re.findall(r">([^<>]+)</text>", text) for text in (drawn, kept)]
    assert words[0] == words[1]
    sys.modules.pop("architecture_picture")
