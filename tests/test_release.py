"""A release says the same everywhere: one version, one date, and a reference that names every public name."""

from __future__ import annotations

import datetime
import re
import subprocess
import sys
from pathlib import Path

import linclass_gui
import solvers

ROOT = Path(__file__).resolve().parents[1]


def _text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


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


def test_the_reference_names_every_public_name(tmp_path: Path) -> None:
    subprocess.run([sys.executable, ROOT / "docs" / "api.py", tmp_path], cwd=ROOT, check=True, capture_output=True)
    page = (tmp_path / "solvers.html").read_text(encoding="utf-8")
    imported = re.findall(r"^from \.\S+ import (\w+) as \1$", _text("solvers/__init__.py"), re.MULTILINE)
    names = set(imported) | {method.__name__ for method in solvers.METHODS}
    assert len(names) > 60
    assert not [name for name in names if f'id="{name}"' not in page]
    assert 'id="figure"' in (tmp_path / "linclass_gui.exporters.scripting.html").read_text(encoding="utf-8")
    assert all(f'href="{page.name}"' in (tmp_path / "index.html").read_text("utf-8") for page in tmp_path.glob("[ls]*.html"))
