"""The numbers that docs/decisions.md says are those of the code."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from linclass_gui.app.session.scheduler import SWITCH_INTERVAL
from linclass_gui.core.classes.members import MOST_AT_ONCE
from linclass_gui.core.files.embedded_scene import MOST_TEXT
from linclass_gui.core.markup.numbers import DUST
from linclass_gui.draw.resting import UNSEEN
from linclass_gui.exporters.options import DESIGNED_PT
from solvers.validation import TOO_LARGE, TOO_SMALL

ROOT = Path(__file__).parents[1]
PAGE = " ".join((ROOT / "docs" / "decisions.md").read_text(encoding="utf-8").split())

SAID = {
    "within a quarter of a pixel": UNSEEN == 0.25,
    "switch interval is 0.5 ms": SWITCH_INTERVAL == 0.5e-3,
    "only where they are few** (four)": MOST_AT_ONCE == 4,
    "unpacked up to 128 MB": MOST_TEXT == 128 << 20,
    "below 1e-12 of the numbers": DUST == 1e-12,
    "`font size / 8 pt` points a unit": DESIGNED_PT == 8.0,
    "(1e-75 to 1e75)": (TOO_SMALL, TOO_LARGE) == (1e-75, 1e75),
}


@pytest.mark.parametrize("sentence", SAID)
def test_a_number_on_the_page_is_that_of_the_code(sentence: str) -> None:
    assert sentence in PAGE
    assert SAID[sentence]


def test_the_releases_of_qt_that_are_named_are_those_that_are_excluded() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = "".join(one for one in project["dependencies"] if one.startswith("PySide6"))
    excluded = set(re.findall(r"!=([\d.]+)", wanted)) | set(re.findall(r"(?<![>=])<(\d[\d.]*)", wanted))
    (sentence,) = re.findall(r"Excluded releases of PySide6: (.*?)interpreter aborts", PAGE)
    assert excluded == set(re.findall(r"\b6\.\d+(?:\.\d+)?\b", sentence))
