"""What a hundred scenes show is what somebody has looked at: layers, plots, numbers, measures and
words.
"""

from __future__ import annotations

import json
import sys
from types import ModuleType
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

frozen_pictures = pytest.importorskip(
    "benchmarks.frozen_pictures", reason="the benchmarks are not beside the tests"
)
RENEWED = "look at it (benchmarks.compare_pictures), then python -m benchmarks.frozen_pictures"
TITLES = [title for title, _ in frozen_pictures.SCENES]


@pytest.fixture
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plots and layers draw as many samples as when the letters were written."""
    module: ModuleType
    counts: dict[str, Any]
    for module, counts in frozen_pictures.FEWER:
        for name, value in counts.items():
            monkeypatch.setattr(module, name, value)


@pytest.mark.usefixtures("few_samples")
@pytest.mark.parametrize("turn", range(len(TITLES)), ids=TITLES)
def test_a_scene_shows_what_was_looked_at(turn: int, qapp: QApplication) -> None:
    looked_at = json.loads(frozen_pictures.FILE.read_text(encoding="utf-8"))
    assert frozen_pictures.frozen(turn) == looked_at.get(TITLES[turn]), RENEWED


@pytest.mark.usefixtures("few_samples", "qapp")
def test_a_planted_false_sentence_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    turn = TITLES.index("2/one class empty")
    before = frozen_pictures.frozen(turn)
    compared = sys.modules[frozen_pictures.shown_by.__module__]
    monkeypatch.setattr(compared, "alt_text", lambda _scene: "Both classes have points.")
    after = frozen_pictures.frozen(turn)
    assert {part for part in before if before[part] != after[part]} == {"rest"}


def test_every_scene_was_looked_at() -> None:
    assert list(json.loads(frozen_pictures.FILE.read_text(encoding="utf-8"))) == TITLES
