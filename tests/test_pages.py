"""The pages are true: the map, the numbers of decisions, the commands of the Makefile, the release,
and the reference.
"""

import datetime
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import linclass_gui
from linclass_gui.draw.picture_cache import UNSEEN
from linclass_gui.figures.settings import DESIGNED_PT
from linclass_gui.files.embedded_scene import MOST_TEXT
from linclass_gui.markup.numbers import DUST
from linclass_gui.scene.pairs import MOST_AT_ONCE
from linclass_gui.window.session.scheduler import SWITCH_INTERVAL
from solvers.validation import TOO_LARGE, TOO_SMALL

ROOT = Path(__file__).resolve().parents[1]


def _text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


# --- the map --------------------------------------------------------------------------------------


# Without the tables of ``make measure``, which name no places.
MAP = _text("docs/architecture.md").partition("<!-- Written by")[0]


def test_every_room_stands_on_the_map() -> None:
    rooms = {
        path.parent
        for package in ("solvers", "linclass_gui")
        for path in (ROOT / package).rglob("__init__.py")
    }
    for room in rooms - {ROOT / "linclass_gui"}:
        inside = room.relative_to(ROOT).as_posix()
        # A room inside a room is named by its own name in the line of that one.
        line = next(
            (
                line
                for line in MAP.splitlines()
                if f"`{room.parent.relative_to(ROOT).as_posix()}`" in line
            ),
            "",
        )
        assert f"`{inside}`" in MAP or f"`{room.name}`" in line, (
            f"{inside} is missing in docs/architecture.md"
        )


def test_every_file_on_the_map_exists() -> None:
    places = re.findall(r"`([\w/]+\.py|[\w]+/)`", MAP)
    assert places
    for place in places:
        assert any((ROOT / base / place).exists() for base in ("", "linclass_gui", "solvers")), (
            place
        )


@pytest.mark.usefixtures("qapp")
def test_the_picture_is_the_one_that_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    import architecture_picture

    architecture_picture.draw(tmp_path / "architecture.svg")
    drawn, kept = (
        (folder / "architecture.svg").read_text(encoding="utf-8")
        for folder in (tmp_path, ROOT / "docs")
    )
    words = [re.findall(r">([^<>]+)</text>", text) for text in (drawn, kept)]
    assert words[0] == words[1]
    sys.modules.pop("architecture_picture")


# --- decisions ------------------------------------------------------------------------------------


DECISIONS = " ".join(_text("docs/decisions.md").split())

SAID = {
    "within a quarter of a pixel": UNSEEN == 0.25,
    "switch interval is 0.5 ms": SWITCH_INTERVAL == 0.5e-3,
    "only where they are few** (four)": MOST_AT_ONCE == 4,
    "unpacked up to 128 MB": MOST_TEXT == 128 << 20,
    "below 1e-12 of the numbers": DUST == 1e-12,
    "`font size / 8 pt` times as large": DESIGNED_PT == 8.0,
    "(1e-75 to 1e75)": (TOO_SMALL, TOO_LARGE) == (1e-75, 1e75),
}


@pytest.mark.parametrize("sentence", SAID)
def test_a_number_on_the_page_is_that_of_the_code(sentence: str) -> None:
    assert sentence in DECISIONS
    assert SAID[sentence]


def test_the_releases_of_qt_that_are_named_are_those_that_are_excluded() -> None:
    project = tomllib.loads(_text("pyproject.toml"))["project"]
    wanted = "".join(one for one in project["dependencies"] if one.startswith("PySide6"))
    excluded = set(re.findall(r"!=([\d.]+)", wanted)) | set(
        re.findall(r"(?<![>=])<(\d[\d.]*)", wanted)
    )
    (sentence,) = re.findall(r"Excluded releases of PySide6: (.*?)interpreter aborts", DECISIONS)
    assert excluded == set(re.findall(r"\b6\.\d+(?:\.\d+)?\b", sentence))


# --- commands -------------------------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
@pytest.mark.parametrize("target", ["run", "figures"])
def test_what_a_newcomer_runs_writes_no_file_that_is_kept(target: str) -> None:
    said = subprocess.run(
        ["make", "-n", target, "DISPLAY=", "WAYLAND_DISPLAY="],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "docs/" not in said.stdout


def test_the_quick_tests_have_a_folder_for_every_room() -> None:
    """Tests of solvers are quick where they are contracts; those of the window where they need no
    window.
    """
    (line,) = re.findall(r"^QUICK := (.*)$", _text("Makefile"), re.M)
    folders = line.split()
    assert all((ROOT / "tests" / folder).is_dir() for folder in folders)
    rooms = {
        path.name for path in (ROOT / "linclass_gui").iterdir() if (path / "__init__.py").exists()
    }
    assert rooms - {"window", "cli"} <= set(folders)
    assert "solvers/contracts" in folders


# --- releases -------------------------------------------------------------------------------------


def test_changelog_and_citation_name_this_version_and_its_date() -> None:
    newest = re.search(r"^## (\S+) \((\S+)\)$", _text("CHANGELOG.md"), re.MULTILINE)
    version, date = newest.groups()
    assert version == linclass_gui.__version__
    assert datetime.date.fromisoformat(date)
    assert f"version: {version}\ndate-released: {date}\n" in _text("CITATION.cff")


def test_every_link_in_the_pages_leads_to_a_file() -> None:
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for place in re.findall(r"\]\(((?!https?:|#)[^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / place).exists(), f"{page.name}: {place}"
