"""The projection axis: beside the points, with hills that point away from them, or where it was
dragged to.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import bare_marks, clouds, document_of, paths, scene_of, three_clouds

from linclass_gui.files.first_picture import open_document
from linclass_gui.layers import projection
from linclass_gui.scene.document import Document, TrialLine
from linclass_gui.scene.looks import role
from linclass_gui.scene.marks import Area, Mark
from linclass_gui.scene.scene import Scene
from solvers import Fisher, Floats, SoftMarginSVM

SIZES = [(60.0, 25.0), (60.0, 50.0), (84.0, 63.0), (600.0, 500.0), (40.0, 70.0)]


def projected_document(angle: float | None = None) -> Document:
    """Two clouds with the axis of a trial line at an angle, or of Fisher's direction."""
    trial = None if angle is None else TrialLine(angle, (0.3, 0.2), in_front=True)
    document = document_of(clouds(), [Fisher()])
    return replace(document, trial=trial, layers=frozenset({"projection"}))


def roomy(scene: Scene, size: tuple[float, float]) -> Scene:
    """The scene as a figure of this size shows it."""
    view = projection.view_with_axis(scene, scene.document.looked_at, size).with_aspect(*size)
    return replace(scene, view=view, pixel=view.width / size[0])


def axis_of(marks: tuple[Mark, ...]) -> tuple[Floats, Floats]:
    """A place of the axis, and a unit vector across it."""
    (axis,) = paths(marks, "projection-axis")
    along = axis.xy[1] - axis.xy[0]
    return axis.xy[0], np.array([-along[1], along[0]]) / np.hypot(*along)


def hills_of(marks: tuple[Mark, ...]) -> list[Area]:
    return [
        mark
        for mark in marks
        if isinstance(mark, Area) and mark.role in ("area-minus", "area-plus")
    ]


def tops_of(marks: tuple[Mark, ...]) -> list[Floats]:
    """The highest place of each hill."""
    start, across = axis_of(marks)
    return [hill.xy[np.abs((hill.xy - start) @ across).argmax()] for hill in hills_of(marks)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("angle", [None, 0.0, 20.0, 45.0, 70.0, 90.0, 135.0, 250.0])
def test_in_a_figure_all_points_lie_on_one_side_of_the_axis_and_hills_on_the_other(
    angle: float | None, size: tuple[float, float]
) -> None:
    scene = roomy(scene_of(projected_document(angle)), size)
    marks, view = bare_marks(scene), scene.view
    start, across = axis_of(marks)
    heights = (scene.document.dataset.X - start) @ across
    assert np.all(heights > 0.0) or np.all(heights < 0.0)
    rises = []
    for hill in hills_of(marks):
        rise = (hill.xy - start) @ across * -np.sign(heights[0])
        assert rise.min() > -1e-9
        rises.append(float(rise.max()))
    for x, y in tops_of(marks):
        assert view.x0 <= x <= view.x1
        assert view.y0 <= y <= view.y1
    shorter = min(view.width, view.height)
    assert shorter / 12.0 - 1e-9 <= max(rises) <= shorter / 6.0 + 1e-9


@pytest.mark.parametrize("angle", [None, 0.0, 30.0, 90.0])
def test_what_is_looked_at_in_the_window_has_room_for_the_axis(angle: float | None) -> None:
    document = projected_document(angle)
    scene = scene_of(document)
    view = document.looked_at_with_axis.with_aspect(900.0, 440.0)
    assert projection._base(projection._projection_of(scene), None, view).has_room


@pytest.mark.parametrize("lesson", ["projecting", "fisher-criterion"])
def test_hills_keep_their_shape_wherever_the_axis_lies(lesson: str) -> None:
    scene = roomy(scene_of(open_document(f"lesson:{lesson}")), (84.0, 63.0))
    (handle,) = projection.handles(scene)
    middle = scene.document.dataset.X.mean(axis=0)
    moved = projection.drag(scene, handle.name, tuple(middle.tolist()))
    shapes = []
    for marks in (bare_marks(scene), bare_marks(replace(scene, document=moved))):
        start, across = axis_of(marks)
        rises = np.array([np.abs((hill.xy - start) @ across) for hill in hills_of(marks)])
        shapes.append(rises / rises.max())
    assert shapes[0] == pytest.approx(shapes[1], abs=1e-9)


def test_a_drag_lays_the_axis_through_a_place_and_back_to_its_usual_one() -> None:
    scene = roomy(scene_of(projected_document()), (84.0, 63.0))
    (handle,) = projection.handles(scene)
    moved = projection.drag(scene, handle.name, (0.1, -0.2))
    assert moved.axis_at == pytest.approx((0.1, -0.2))
    start, across = axis_of(bare_marks(replace(scene, document=moved)))
    assert (np.array([0.1, -0.2]) - start) @ across == pytest.approx(0.0, abs=1e-9)
    there = replace(scene, document=moved)
    assert projection.drag(there, handle.name, handle.at).axis_at is None


@pytest.mark.parametrize("pair", [(1, 0), (2, 0), (2, 1)])
def test_the_axis_of_a_pair_lies_outside_the_points_of_all_classes(pair: tuple[int, int]) -> None:
    document = document_of(three_clouds(apart=4.0), [SoftMarginSVM(C=5.0)])
    document = replace(document, member=pair, layers=frozenset({"projection"}))
    scene = roomy(scene_of(document), SIZES[0])
    marks = bare_marks(scene)
    start, across = axis_of(marks)
    heights = (scene.document.dataset.X - start) @ across
    assert np.all(heights > 0.0) or np.all(heights < 0.0)
    roles = {mark.role for mark in marks if isinstance(mark, Area)}
    assert {role("area", k) for k in pair} <= roles
