"""Points stamped along a line or an ellipse, outliers, and classes that are swapped."""

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of

from linclass_gui.scene.class_editing import swap_classes
from linclass_gui.scene.gestures import Pointer
from linclass_gui.scene.scene import Scene
from linclass_gui.scene.tools import STAMP_PX, begin_gesture, outlier_class
from solvers import Fisher


def stamped(scene: Scene, tool: str, begin: Pointer, end: Pointer) -> np.ndarray:
    gesture = begin_gesture(tool, scene, begin)
    gesture.start()
    document = gesture.move(end).document
    assert gesture.finish(end).commit.startswith("Stamp")
    return document.dataset.X[len(scene.document.dataset) :]


@pytest.fixture(scope="module")
def scene() -> Scene:
    return scene_of(document_of(clouds(20), ()))


def test_points_lie_along_a_line_at_equal_distances(scene: Scene) -> None:
    X = stamped(scene, "stamp-line", Pointer((0.0, 0.0)), Pointer((3.0, 1.0)))
    assert X[0] == pytest.approx((0.0, 0.0))
    assert X[-1] == pytest.approx((3.0, 1.0))
    steps = np.hypot(*np.diff(X, axis=0).T)
    assert steps == pytest.approx(np.full(len(steps), steps[0]))
    assert steps[0] / scene.pixel == pytest.approx(STAMP_PX, rel=0.1)
    denser = replace(scene, brush=scene.brush.denser(4.0))
    more = stamped(denser, "stamp-line", Pointer((0.0, 0.0)), Pointer((3.0, 1.0)))
    assert len(more) > 3 * len(X)


def test_points_lie_on_the_ellipse_in_the_rectangle_of_a_drag(scene: Scene) -> None:
    X = stamped(scene, "stamp-ellipse", Pointer((-2.0, -1.0)), Pointer((4.0, 3.0), shift=True))
    on_it = ((X - (1.0, 1.0)) / (3.0, 2.0)) ** 2
    assert on_it.sum(axis=1) == pytest.approx(1.0, abs=1e-4)
    gaps = np.hypot(*(X - np.roll(X, 1, axis=0)).T)
    assert gaps.max() < 1.1 * gaps.min()


def test_an_outlier_has_the_class_that_the_method_does_not_give_there() -> None:
    scene = scene_of(document_of(clouds(20), (Fisher(),)))
    fit = scene.answer
    for place in ((-5.0, -5.0), (5.0, 5.0)):
        assert outlier_class(scene, place) == 1 - int(fit.verdicts(np.array([place]))[0])
        gesture = begin_gesture("outlier", scene, Pointer(place))
        added = gesture.start().document.dataset
        assert int(added.labels[-1]) == outlier_class(scene, place)
        assert gesture.click().commit == "Add outlier"


def test_swapped_classes_keep_their_names_and_lose_their_populations() -> None:
    document = replace(document_of(clouds(20), ()), test=clouds(6))
    swapped = swap_classes(document, 0, 1)
    assert (swapped.dataset.labels == 1 - document.dataset.labels).all()
    assert (swapped.test.labels == 1 - document.test.labels).all()
    assert swapped.dataset.class_names == document.dataset.class_names
    assert swapped.populations is None
    assert (swap_classes(swapped, 0, 1).dataset.labels == document.dataset.labels).all()
