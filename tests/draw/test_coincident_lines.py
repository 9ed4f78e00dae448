"""A boundary under another one is drawn wider, so that both are seen."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from recording import RecordingSurface

from linclass_gui.draw.device_figure import figure_for_device
from linclass_gui.draw.painter import draw_marks
from linclass_gui.scene.marks import Axis, Figure, Path
from linclass_gui.scene.theme import LIGHT
from linclass_gui.scene.view import Transform

VIEW = Transform.fit(0, 10, 0, 10, 0, 0, 400, 400)
WIDTH = LIGHT.style("boundary", 0).width

pytestmark = pytest.mark.usefixtures("qapp")


def line(up: float, slot: int, tilt: float = 0.0) -> Path:
    return Path(np.array([[0.0, 2.0 + up], [10.0, 6.0 + up + tilt]]), "boundary", slot=slot)


def widths(*marks: Path) -> list[float]:
    figure = figure_for_device(Figure(Axis(0.0, 10.0), Axis(0.0, 10.0), marks), VIEW, LIGHT)
    surface = RecordingSurface()
    draw_marks(surface, figure.marks, VIEW, LIGHT)
    return [call["style"].width for call in surface.named("lines")]


def test_a_line_under_others_shows_at_both_sides_of_each() -> None:
    assert widths(line(0.0, 0), line(0.01, 1)) == [2.5 * WIDTH, WIDTH]
    three = widths(line(0.0, 0), line(0.0, 1), line(0.01, 2))
    assert all(below - above >= WIDTH for below, above in pairwise(three))


@pytest.mark.parametrize(
    "other", [line(0.2, 1), line(0.0, 1, tilt=0.3), line(0.0, 0)], ids=["beside", "across", "own"]
)
def test_lines_that_are_seen_keep_their_width(other: Path) -> None:
    """Lines of one method have one colour: there is nothing to tell apart."""
    assert widths(line(0.0, 0), other) == [WIDTH, WIDTH]


def piece(begin: float, end: float, slot: int) -> Path:
    """A part of the line, from and to these places along the first axis."""
    ends = [[x, 2.0 + 0.4 * x] for x in (begin, end)]
    return Path(np.array(ends), "boundary", slot=slot)


def test_pieces_of_one_method_hide_a_line_once() -> None:
    """The edges between more than two classes are many segments of one line."""
    pieces = [piece(0.0, 4.0, 1), piece(4.0, 7.0, 1), piece(7.0, 10.0, 1)]
    assert widths(line(0.0, 0), *pieces) == [2.5 * WIDTH, WIDTH, WIDTH, WIDTH]


@pytest.mark.parametrize(
    "hidden",
    [piece(0.0, 3.0, 0), piece(6.0, 6.2, 0)],
    ids=["elsewhere on the line", "too short"],
)
def test_edges_beside_or_shorter_than_they_would_be_wide_keep_their_width(hidden: Path) -> None:
    assert widths(hidden, piece(5.0, 10.0, 1)) == [WIDTH, WIDTH]


def test_without_a_hidden_line_the_marks_are_the_same_objects() -> None:
    figure = Figure(Axis(0.0, 10.0), Axis(0.0, 10.0), (line(0.0, 0), line(1.0, 1)))
    assert figure_for_device(figure, VIEW, LIGHT).marks == figure.marks
