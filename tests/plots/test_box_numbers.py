"""The values at the ends of a turned box: outside of it, on nothing, and without a jump while it is
turned.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from linclass_gui.answers.scenes import scene_of
from linclass_gui.files.first_picture import open_document
from linclass_gui.plots.feature_space import figure
from linclass_gui.scene.marks import Figure
from linclass_gui.scene.scene import Scene

pytestmark = pytest.mark.usefixtures("qapp")


@cache
def _scene() -> Scene:
    return scene_of(open_document("lesson:circle")).pair_or_nothing


def _turned(turn: float, tilt: float) -> Figure:
    scene = _scene()
    view = scene.document.feature_view.turn_by(turn, tilt)
    return figure(replace(scene, document=replace(scene.document, feature_view=view)))


def test_both_ends_of_each_axis_are_told_with_the_digits_of_its_length() -> None:
    said = [words.lines[0] for words in _turned(40.0, 30.0).words]
    assert len(said) == 6
    assert all(len(text.lstrip("−").split(".")[1]) == 1 for text in said)
    assert not any(words.needed for words in _turned(40.0, 30.0).words)
