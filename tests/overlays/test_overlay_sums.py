"""w as a sum of arrows, and the weights of Newton's method."""

from __future__ import annotations

import numpy as np
import pytest

from linclass_gui.core.course.reader import read_lesson
from linclass_gui.core.course.reveals import full
from linclass_gui.core.files.lessons import lesson_path
from linclass_gui.core.fits.render import scene_of
from linclass_gui.core.marks import Dots, Path
from linclass_gui.core.scene import Scene
from linclass_gui.overlays.lines import sum_of_arrows
from linclass_gui.overlays.points import newton_weights


def scene(name: str) -> Scene:
    return scene_of(full(read_lesson(lesson_path(name))))


def test_the_arrows_of_the_support_vectors_add_up_to_w() -> None:
    dual = scene("dual")
    fit = dual.fits["m1"]
    corners, rows = sum_of_arrows.chain(fit)
    assert fit.alpha is not None
    assert rows.tolist() == np.flatnonzero(fit.alpha).tolist()
    np.testing.assert_allclose(corners[-1], fit.w, rtol=1e-12)
    *arrows, whole = [mark for mark in sum_of_arrows.draw(dual) if isinstance(mark, Path)]
    np.testing.assert_array_equal(whole.xy, [arrows[0].xy[0], arrows[-1].xy[1]])
    directions = (whole.xy[1] - whole.xy[0]) / np.hypot(*(whole.xy[1] - whole.xy[0]))
    np.testing.assert_allclose(directions, fit.w / np.hypot(*fit.w), atol=1e-12)


@pytest.mark.parametrize("name", ["least-squares-example", "kernels", "xor"])
def test_where_w_is_no_sum_of_the_points_there_is_no_arrow(name: str) -> None:
    assert not list(sum_of_arrows.draw(scene(name)))


def test_discs_have_the_area_of_the_weights() -> None:
    newton = scene("newton")
    f = newton.fits["m1"].decision_function(newton.document.dataset.X)
    weights = np.sort(1.0 / (2.0 * np.cosh(0.5 * f)) ** 2)[::-1]
    (discs,) = newton_weights.draw(newton)
    assert isinstance(discs, Dots)
    assert discs.sizes is not None
    np.testing.assert_allclose(discs.sizes**2, weights / 0.25, atol=0.11)  # in steps of a twentieth
