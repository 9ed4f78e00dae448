"""w as a sum of arrows, and the weights of Newton's method."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from linclass_gui.answers.scenes import scene_of
from linclass_gui.files.shipped import lesson_path
from linclass_gui.layers import point_marks, weight_vector
from linclass_gui.lessons.lesson_file import read_lesson
from linclass_gui.lessons.reveals import fully_revealed
from linclass_gui.scene.marks import Dots, Path, Words
from linclass_gui.scene.scene import Scene
from linclass_gui.scene.view import View


def scene(name: str) -> Scene:
    return scene_of(fully_revealed(read_lesson(lesson_path(name)))).pair_or_nothing


def test_the_arrows_of_the_support_vectors_add_up_to_w() -> None:
    dual = scene("dual")
    fit = dual.fits["m1"]
    corners, rows = weight_vector.sum_corners(fit)
    assert rows.tolist() == np.flatnonzero(fit.alpha).tolist()
    np.testing.assert_allclose(corners[-1], fit.w, rtol=1e-12)
    *arrows, whole = [mark for mark in weight_vector.draw_sum(dual) if isinstance(mark, Path)]
    np.testing.assert_array_equal(whole.xy, [arrows[0].xy[0], arrows[-1].xy[1]])
    directions = (whole.xy[1] - whole.xy[0]) / np.hypot(*(whole.xy[1] - whole.xy[0]))
    np.testing.assert_allclose(directions, fit.w / np.hypot(*fit.w), atol=1e-12)
    *names, of_w = (
        mark.lines[0] for mark in weight_vector.draw_sum(dual) if isinstance(mark, Words)
    )
    times = of_w.removesuffix("w$")
    assert times == "$2 "
    assert names
    assert all(name.startswith(f"{times}α") for name in names)


@pytest.mark.parametrize("shape", [(2.0, 3.2), (5.0, 3.0), (1.0, 6.0)], ids=str)
def test_the_sum_and_w_stay_in_a_picture_of_any_shape_times_a_number_that_is_written(
    shape: tuple[float, float],
) -> None:
    dual = scene("dual")
    for x in np.linspace(-3.0, 3.0, 5):
        view = View(x - shape[0] / 2, x + shape[0] / 2, -shape[1] / 2, shape[1] / 2)
        for draw in (weight_vector.draw_sum, weight_vector.draw_weight):
            marks = list(draw(replace(dual, view=view)))
            if not marks:
                continue
            xy = np.concatenate([mark.xy for mark in marks if isinstance(mark, Path)])
            assert ((xy > (view.x0, view.y0)) & (xy < (view.x1, view.y1))).all()
            *_, whole = (mark.xy for mark in marks if isinstance(mark, Path))
            text = [words.lines[0] for words in marks if isinstance(words, Words)][-1].strip(
                "$w "
            ) or "1"
            assert np.hypot(*(whole[1] - whole[0])) == pytest.approx(
                float(text) * np.hypot(*dual.fits["m1"].w)
            )


@pytest.mark.parametrize("name", ["least-squares-example", "kernels", "xor"])
def test_where_w_is_no_sum_of_the_points_there_is_no_arrow(name: str) -> None:
    assert not list(weight_vector.draw_sum(scene(name)))


def test_discs_have_the_area_of_the_weights() -> None:
    newton = scene("newton")
    f = newton.fits["m1"].decision_function(newton.document.dataset.X)
    weights = np.sort(1.0 / (2.0 * np.cosh(0.5 * f)) ** 2)[::-1]
    (discs,) = point_marks.draw_newton_weights(newton)
    assert isinstance(discs, Dots)
    np.testing.assert_allclose(discs.sizes**2, weights / 0.25, atol=0.11)  # in steps of a twentieth
