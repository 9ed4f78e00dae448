"""A boundary outside the view is said, with an arrow to where it lies."""

from __future__ import annotations

import numpy as np
import pytest
from drawing_scenes import KernelMeans, canvas_marks, clouds, document_of, paths, scene_of, texts

from linclass_gui.answers.decision import plane_line
from linclass_gui.layers import boundaries
from linclass_gui.scene.view import View
from solvers import GaussianKernel

AWAY = {
    "right-above": View(20.0, 30.0, 20.0, 27.0),
    "left": View(-40.0, -30.0, -3.0, 4.0),
    "below": View(-5.0, 5.0, -60.0, -53.0),
}


@pytest.mark.parametrize("view", AWAY.values(), ids=AWAY)
def test_an_arrow_points_to_every_line_outside_the_view(view: View) -> None:
    scene = scene_of(document_of(clouds()), view)
    marks = canvas_marks(scene)
    arrows, sentences = (
        paths(marks, "way"),
        [text for text in texts(marks, "caption") if "outside" in text.text],
    )
    assert len(arrows) == len(sentences) == len(scene.drawn)
    shown = scene.view
    for (method, fit), arrow, sentence in zip(
        reversed(scene.drawn), arrows, sentences, strict=True
    ):
        line = plane_line(fit)
        assert arrow.slot == method.slot
        away = np.abs(line.scores(arrow.xy)) / line.norm
        length = float(np.hypot(*(arrow.xy[1] - arrow.xy[0])))
        # The shortest way: every step of the arrow comes nearer by its own length.
        assert away[0] - away[1] == pytest.approx(length)
        assert "outside the view" in sentence.text
        for x, y in (*arrow.xy.tolist(), sentence.at):
            assert shown.x0 < x < shown.x1
            assert shown.y0 < y < shown.y1


def test_lines_in_the_view_have_no_arrow() -> None:
    assert not tuple(boundaries.draw_off_view(scene_of(document_of(clouds()))))


def test_a_curved_boundary_that_is_not_in_the_view_is_said() -> None:
    scene = scene_of(
        document_of(clouds(), [KernelMeans()], kernel=GaussianKernel(1.0)),
        View(90.0, 99.0, 90.0, 97.0),
    )
    (sentence,) = boundaries.draw_off_view(scene)
    assert "no boundary in the view" in sentence.lines[0]
