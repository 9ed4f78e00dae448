"""The values at the ends of a turned box: outside of it, on nothing, and without a jump while it is
turned.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from linclass_gui.answers.scenes import scene_of
from linclass_gui.draw.placing.placer import with_words
from linclass_gui.files.first_picture import open_document
from linclass_gui.plots.feature_space import figure
from linclass_gui.scene.marks import Figure, Text
from linclass_gui.scene.scene import Scene
from linclass_gui.scene.theme import PRINT
from linclass_gui.scene.view import Transform

pytestmark = pytest.mark.usefixtures("qapp")
WIDTH, HEIGHT = 300.0, 200.0


@cache
def _scene() -> Scene:
    return scene_of(open_document("lesson:circle")).pair_or_nothing


def _turned(turn: float, tilt: float) -> Figure:
    scene = _scene()
    view = scene.document.feature_view.turn_by(turn, tilt)
    return figure(replace(scene, document=replace(scene.document, feature_view=view)))


def _numbers(turn: float, tilt: float) -> dict[str, np.ndarray[tuple[int], np.dtype[np.float64]]]:
    shown = _turned(turn, tilt)
    transform = Transform.fit(
        shown.x.low, shown.x.high, shown.y.low, shown.y.high, 0.0, 0.0, WIDTH, HEIGHT
    )
    placed = [
        mark
        for mark in with_words(shown, transform, PRINT).marks
        if isinstance(mark, Text) and mark.role == "tick"
    ]
    return {
        f"{k} {mark.text}": transform.map(np.array([mark.at]))[0] for k, mark in enumerate(placed)
    }


def test_both_ends_of_each_axis_are_told_with_the_digits_of_its_length() -> None:
    said = [words.lines[0] for words in _turned(40.0, 30.0).words]
    assert len(said) == 6
    assert all(len(text.lstrip("−").split(".")[1]) == 1 for text in said)
    assert not any(words.needed for words in _turned(40.0, 30.0).words)


def test_numbers_glide_while_the_box_is_turned() -> None:
    before = _numbers(40.0, 30.0)
    assert len(before) >= 4
    after = _numbers(41.0, 30.0)
    for name in before.keys() & after.keys():
        assert np.abs(before[name] - after[name]).max() < 4.0
