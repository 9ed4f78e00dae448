"""The arrow w of the trial line: its tip turns and scales it."""

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of

from linclass_gui.errors import UserError
from linclass_gui.files.codec import decode, encode
from linclass_gui.layers.trial_line import TIP, drag, handles
from linclass_gui.layers.weight_vector import draw_weight, trial_arrow
from linclass_gui.lessons.numbers.trial import numbers_of_trial
from linclass_gui.scene.document import DEFAULT_LAYERS, Document, TrialLine
from linclass_gui.scene.marks import Path, Words
from linclass_gui.scene.scene import Hover, Scene
from linclass_gui.window.panels.fit_words import pointer_parts


def with_trial(trial: TrialLine, *layers: str) -> Scene:
    document = replace(document_of(clouds(20), ()), layers=DEFAULT_LAYERS | set(layers))
    return scene_of(document, trial=trial)


def dragged(scene: Scene, way: tuple[float, float]) -> Document:
    (foot, _), factor = trial_arrow(scene)
    tip = foot + factor * np.array(way)
    return drag(scene, TIP, (float(tip[0]), float(tip[1])))


def test_the_tip_gives_the_line_the_direction_and_length_of_the_arrow() -> None:
    scene = with_trial(TrialLine(0.0, (0.5, 0.25)), "weight")
    trial = dragged(scene, (0.6, 1.2)).trial
    assert trial.norm * trial.w == pytest.approx((0.6, 1.2))
    assert trial.pivot == pytest.approx((0.5, 0.25))
    assert trial.in_front
    after = scene_of(scene.document, trial=trial)
    lines = [m for m in draw_weight(after) if isinstance(m, Path) and m.role == "trial-margin"]
    for line, level in zip(lines, (-1.0, 1.0), strict=True):
        f = trial.norm * ((line.xy - trial.pivot) @ trial.w)
        assert f == pytest.approx(level, abs=1e-9)


def test_without_the_layer_there_is_no_arrow_to_drag() -> None:
    scene = with_trial(TrialLine(0.0, (0.0, 0.0)))
    assert TIP not in [handle.name for handle in handles(scene)]
    assert drag(scene, TIP, (1.0, 1.0)).trial == scene.document.trial
    shown = with_trial(TrialLine(0.0, (0.0, 0.0)), "weight")
    assert TIP in [handle.name for handle in handles(shown)]
    words = [mark.lines[0] for mark in draw_weight(shown) if isinstance(mark, Words)]
    assert words[0].endswith("w$")


def test_numbers_are_those_of_the_length_of_w() -> None:
    trial = TrialLine(30.0, (0.0, 0.0), in_front=True, norm=2.0)
    scene, unit_scene = with_trial(trial), with_trial(replace(trial, norm=1.0))
    numbers, unit = dict(numbers_of_trial(scene).lines), dict(numbers_of_trial(unit_scene).lines)
    margins = scene.document.dataset.y * ((scene.document.dataset.X - trial.pivot) @ trial.w)
    hinge = float(np.maximum(0.0, 1.0 - 2.0 * margins).mean())
    assert float(numbers["mean hinge loss"]) == pytest.approx(hinge, rel=1e-3)
    assert float(numbers["$\u2016w\u2016$"]) == 2.0
    assert "$\u2016w\u2016$" not in unit
    assert numbers["training errors"] == unit["training errors"]


def test_its_length_is_kept_and_written_only_where_it_is_not_one() -> None:
    document = with_trial(TrialLine(30.0, (0.0, 0.0), norm=2.5)).document
    text = encode(document)
    assert decode(text, "scene").trial.norm == 2.5
    assert '"norm"' not in encode(replace(document, trial=TrialLine(30.0, (0.0, 0.0))))
    with pytest.raises(UserError, match=r"trial\.norm"):
        decode(text.replace('"norm": 2.5', '"norm": -1'), "scene")


def test_the_status_line_has_f_of_that_w_and_the_true_distance() -> None:
    scene = with_trial(TrialLine(0.0, (0.0, 0.0), in_front=True, norm=2.0))
    parts = pointer_parts(replace(scene, hover=Hover((1.5, 0.0))))
    assert any("= 3.0" in part for part in parts)
    assert "distance 1.50" in parts
