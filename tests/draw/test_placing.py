"""The placer: words cover nothing, keep their places, and glide during a drag."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linclass_gui.draw.placing.boxes import Boxes, lie_on, meetings
from linclass_gui.draw.placing.gliding import UNSEEN
from linclass_gui.draw.placing.obstacles import obstacles_of, raster_of, text_edges
from linclass_gui.draw.placing.placer import Placer, with_words, words_and_losses
from linclass_gui.scene.marks import (
    Across,
    Along,
    Area,
    Axis,
    Beside,
    Dots,
    Figure,
    Mark,
    Path,
    Reading,
    Row,
    Text,
    Words,
)
from linclass_gui.scene.theme import LIGHT
from linclass_gui.scene.view import Transform
from solvers import Floats
from solvers.plane.geometry import clip_line

pytestmark = pytest.mark.usefixtures("qapp")
AXES = Axis(0.0, 10.0), Axis(0.0, 10.0)
LARGE, SMALL = (
    Transform.fit(0, 10, 0, 10, 20, 10, 400, 300),
    Transform.fit(0, 10, 0, 10, 20, 10, 150, 90),
)
NAME = "soft margin"


def texts(marks: tuple[Mark, ...]) -> list[Text]:
    return [mark for mark in marks if isinstance(mark, Text)]


def line(degrees: float, offset: float) -> Floats:
    normal = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    cut = clip_line(normal, -offset, (0.0, 10.0, 0.0, 10.0), np.array([5.0, 5.0]))
    assert cut is not None
    return cut


def named(curve: Floats, gliding: bool = False) -> Figure:
    words = Words((NAME,), Along(curve), slot=0, id="line")
    return Figure(
        *AXES, (Path(curve, "boundary", slot=0),), equal=True, words=(words,), gliding=gliding
    )


def corners(mark: Text, transform: Transform) -> Floats:
    """The corners of a text, on the device."""
    left, top, right, bottom = text_edges(mark, transform, LIGHT)
    half, up = 0.5 * (right - left), 0.5 * (bottom - top)
    along = (
        np.array([mark.along[0], -mark.along[1]])
        if mark.along is not None
        else np.array([1.0, 0.0])
    )
    along = (
        along
        * (transform.scale_x, transform.scale_y)
        / np.hypot(*(along * (transform.scale_x, transform.scale_y)))
    )
    across = np.array([-along[1], along[0]])
    return np.array(
        [
            transform.point(*mark.at) + a * half * along + b * up * across
            for a in (-1, 1)
            for b in (-1, 1)
        ]
    )


def lies_inside(mark: Text, transform: Transform) -> bool:
    places = corners(mark, transform)
    low, high = (
        (transform.left - 1.0, transform.top - 1.0),
        (transform.right + 1.0, transform.bottom + 1.0),
    )
    return bool(((places >= low) & (places <= high)).all())


@settings(max_examples=40, deadline=None)
@given(st.floats(0.0, 180.0), st.floats(-2.0, 2.0), st.floats(-12.0, 12.0), st.floats(-0.4, 0.4))
def test_a_name_glides_with_its_line_and_never_leaves_the_picture(
    degrees: float, offset: float, turn: float, shift: float
) -> None:
    placer = Placer()
    (rest,) = texts(placer.place_words(named(line(degrees, offset)), LARGE, LIGHT).marks)
    new = line(degrees + turn, offset + shift)
    (moved,) = texts(placer.place_words(named(new, gliding=True), LARGE, LIGHT).marks)
    assert lies_inside(rest, LARGE)
    assert lies_inside(moved, LARGE)
    ends = LARGE.map(new)
    step, away = ends[1] - ends[0], np.array(LARGE.point(*moved.at)) - ends[0]
    beside = abs(step[0] * away[1] - step[1] * away[0]) / np.hypot(*step)
    assert beside < 1.5 * LIGHT.line_label, "beside its line, as before"


def test_words_that_move_less_than_anybody_sees_are_the_same_marks_and_do_not_creep() -> None:
    placer = Placer()
    placer.place_words(named(line(10.0, 0.0)), LARGE, LIGHT)
    (first,) = texts(placer.place_words(named(line(10.0, 0.0), gliding=True), LARGE, LIGHT).marks)
    for k in range(1, 30):
        (name,) = texts(
            placer.place_words(named(line(10.0, 0.002 * k), gliding=True), LARGE, LIGHT).marks
        )
        assert (name is first) is (k < 4)
        at_once = Placer()
        at_once.place_words(named(line(10.0, 0.0)), LARGE, LIGHT)
        (there,) = texts(
            at_once.place_words(named(line(10.0, 0.002 * k), gliding=True), LARGE, LIGHT).marks
        )
        assert abs(LARGE.map([name.at]) - LARGE.map([there.at])).max() <= UNSEEN


def test_on_release_a_name_stands_where_it_would_stand_anyway() -> None:
    placer, after = Placer(), named(line(50.0, 1.0))
    placer.place_words(named(line(10.0, 0.0)), LARGE, LIGHT)
    for k in range(10):
        placer.place_words(named(line(10.0 + 4.0 * k, 0.1 * k), gliding=True), LARGE, LIGHT)
    (released,), (fresh,) = (
        texts(p.place_words(after, LARGE, LIGHT).marks) for p in (placer, Placer())
    )
    assert released.at == fresh.at


@pytest.mark.parametrize("is_step", [True, False])
def test_from_step_to_step_a_name_stays_at_its_end_of_the_line(is_step: bool) -> None:
    """Each placed by itself, a name changes ends where a flat line becomes a steep one."""
    placer, heights = Placer(), []
    for degrees in range(100, 180, 8):
        figure = replace(named(line(float(degrees), -3.0)), is_step=is_step)
        (name,) = texts(placer.place_words(figure, LARGE, LIGHT).marks)
        heights.append(name.at)
    ways = np.hypot(*np.diff(heights, axis=0).T)
    assert bool(ways.max() < 4.0) is is_step


@pytest.mark.parametrize("transform", [LARGE, SMALL], ids=["large", "small"])
def test_a_row_hides_no_points_where_there_is_room_elsewhere(transform: Transform) -> None:
    """Its arrow and its words stood in the upper middle, whatever lay there, on a ground that hid
    it.
    """
    crowd = Dots(
        np.stack(np.meshgrid(np.linspace(0, 10, 30), np.linspace(6.0, 10, 12)), axis=-1).reshape(
            -1, 2
        ),
        "class-plus",
    )
    row = Words(
        ("it lies outside",), Row((1.0, 0.0)), "caption", 0, "off", shorter=("it lies", "outside")
    )
    marks = with_words(Figure(*AXES, (crowd,), words=(row,)), transform, LIGHT).marks
    (arrow,) = (mark for mark in marks if isinstance(mark, Path))
    words = texts(marks)
    assert not any(text.backed for text in words)
    for text in words:
        left, top, right, bottom = text_edges(text, transform, LIGHT)
        left = min(left, *transform.map(arrow.xy)[:, 0])
        assert (
            raster_of((crowd,), transform, LIGHT)
            .is_clear(Boxes.of_edges(np.array([(left, top, right, bottom)])))
            .all()
        )
        assert lies_inside(text, transform)


@pytest.mark.parametrize("transform", [LARGE, SMALL], ids=["large", "small"])
def test_names_of_many_parallel_lines_never_lie_on_each_other(transform: Transform) -> None:
    curves = [line(20.0, 0.2 * k) for k in range(4)]
    marks: tuple[Mark, ...] = tuple(
        Path(curve, "boundary", slot=k) for k, curve in enumerate(curves)
    )
    words = tuple(
        Words((f"name {k}",), Along(curve), slot=k, id=k) for k, curve in enumerate(curves)
    )
    placed = texts(
        with_words(Figure(*AXES, marks, equal=True, words=words), transform, LIGHT).marks
    )
    assert {text.text for text in placed} == {f"name {k}" for k in range(4)}
    assert all(lies_inside(text, transform) for text in placed)


@pytest.mark.parametrize("rows", [0, 1, 3])
def test_a_line_without_a_part_in_view_has_no_name_and_stands_in_no_ones_way(rows: int) -> None:
    hidden = np.full((rows, 2), np.nan)
    names = Words((NAME,), Along(line(20.0, 0.0)), id="line"), Words(("gone",), Along(hidden), id=1)
    figure = Figure(*AXES, (), equal=True, words=names)
    assert [text.text for text in texts(with_words(figure, SMALL, LIGHT).marks)] == [NAME]
    placer = Placer()
    placer.place_words(named(line(20.0, 0.0)), SMALL, LIGHT)
    assert not texts(placer.place_words(named(hidden, gliding=True), SMALL, LIGHT).marks)


def test_words_that_are_not_needed_are_left_out_where_there_is_no_room() -> None:
    points = np.stack(np.meshgrid(np.linspace(0, 10, 40), np.linspace(0, 10, 40)), axis=-1).reshape(
        -1, 2
    )
    curve, crowd = line(20.0, 0.0), Dots(points, "class-plus")
    for needed in (True, False):
        words = Words((NAME,), Along(curve), id="line", needed=needed)
        placed = texts(with_words(Figure(*AXES, (crowd,), words=(words,)), LARGE, LIGHT).marks)
        assert [text.scale for text in placed] == ([0.8] if needed else [])


def crowd(x0: float, x1: float, y0: float, y1: float) -> Dots:
    xs, ys = np.arange(x0, x1 + 0.01, 0.25), np.arange(y0, y1 + 0.01, 0.25)
    return Dots(np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2), "class-plus")


@pytest.mark.parametrize("top", [4.0, 10.0])
def test_words_of_a_pair_are_shown_all_or_none(top: float) -> None:
    """The upper line has room only where no crowd is."""
    curves = [np.array([[0.0, y], [10.0, y]]) for y in (2.5, 7.5)]
    words = tuple(
        Words((f"f = {k}",), Along(curve), id=k, needed=False, pair="margins")
        for k, curve in enumerate(curves)
    )
    marks = (
        *(Path(curve, "margin") for curve in curves),
        crowd(0.0, 10.0, 5.0, 10.0) if top > 4.0 else crowd(0.0, 10.0, 3.75, 4.0),
    )
    placed = texts(with_words(Figure(*AXES, marks, words=words), LARGE, LIGHT).marks)
    assert [text.text for text in placed] == ([] if top > 4.0 else ["f = 0", "f = 1"])
    assert len(texts(with_words(Figure(*AXES, marks, words=words[:1]), LARGE, LIGHT).marks)) == 1, (
        "alone it is no half"
    )


ARROW = Words(
    ("width",), Across(np.array([[[4.0, 5.0], [6.0, 5.0]]])), "math", id="width", needed=False
)


def test_the_label_of_a_measure_goes_further_off_with_a_leader() -> None:
    for marks, leaders in (((), 0), ((crowd(0.0, 8.0, 3.0, 7.0),), 1)):
        made = with_words(Figure(*AXES, marks, words=(ARROW,)), LARGE, LIGHT).marks
        assert [text.text for text in texts(made)] == ["width"]
        assert [mark.role for mark in made if isinstance(mark, Path)] == ["width"] + [
            "leader"
        ] * leaders


@pytest.mark.parametrize(
    "at", [(0.0, 0.0), (10.0, 10.0), (10.0, 0.0), (0.0, 10.0), (5.0, 5.0), (9.0, 0.5)]
)
@pytest.mark.parametrize("transform", [LARGE, SMALL], ids=["large", "small"])
def test_a_reading_never_leaves_the_picture(at: tuple[float, float], transform: Transform) -> None:
    said = Words(("x = 1.0", "y = 2.0"), Beside(np.array([at])), "caption", boxed=True)
    figure = Figure(*AXES, (), reading=Reading((), said))
    marks = with_words(figure, transform, LIGHT).marks
    (ground,) = (mark for mark in marks if isinstance(mark, Area))
    edges = transform.map(ground.xy)
    assert (edges >= (transform.left - 0.01, transform.top - 0.01)).all()
    assert (edges <= (transform.right + 0.01, transform.bottom + 0.01)).all()
    assert len(texts(marks)) == 2


def test_reading_moves_no_word_and_costs_no_new_marks() -> None:
    placer, figure = Placer(), named(line(20.0, 0.0))
    said = Words(("4.5",), Beside(np.array([[5.0, 4.5]])), "caption", boxed=True)
    calm, read = (
        placer.place_words(each, LARGE, LIGHT).marks
        for each in (figure, replace(figure, reading=Reading((), said)))
    )
    assert all(a is b for a, b in zip(calm, read, strict=False))
    assert len(read) > len(calm)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000))
def test_rectangles_meet_segments_and_each_other_where_their_points_do(seed: int) -> None:
    rng = np.random.default_rng(seed)
    angles = rng.uniform(0.0, np.pi, 6)
    boxes = Boxes(
        rng.uniform(0, 9, (6, 2)),
        np.column_stack([np.cos(angles), np.sin(angles)]),
        rng.uniform(0.3, 2.0, (6, 2)),
    )
    segments = rng.uniform(0, 9, (5, 2, 2))
    share = np.linspace(-1.0, 1.0, 41)
    local = np.stack(np.meshgrid(share, share), axis=-1).reshape(-1, 2)
    met = set(zip(*(numbers.tolist() for numbers in meetings(boxes, segments)), strict=True))
    for k in range(6):
        inside = (
            boxes.centre[k]
            + local[:, :1] * boxes.half[k, 0] * boxes.along[k]
            + local[:, 1:] * boxes.half[k, 1] * boxes.normal[k]
        )
        for j, (start, end) in enumerate(segments):
            places = start + np.linspace(0.0, 1.0, 300)[:, None] * (end - start) - boxes.centre[k]
            within = (np.abs(places @ boxes.along[k]) <= boxes.half[k, 0]) & (
                np.abs(places @ boxes.normal[k]) <= boxes.half[k, 1]
            )
            if within.any():
                assert (k, j) in met
        for j in range(6):
            away = inside - boxes.centre[j]
            if (
                (np.abs(away @ boxes.along[j]) <= boxes.half[j, 0])
                & (np.abs(away @ boxes.normal[j]) <= boxes.half[j, 1])
            ).any():
                assert lie_on(boxes.take(np.array([k])), boxes.take(np.array([j]))).all()


def test_the_raster_knows_where_symbols_are_and_where_not() -> None:
    t = Transform.fit(0.0, 600.0, 0.0, 300.0, 0.0, 0.0, 600.0, 300.0)
    seen = raster_of(
        (
            Dots(
                np.array([[100.0, 200.0], [900.0, 10.0], [-50.0, 3.0], [np.nan, 1.0]]), "class-plus"
            ),
        ),
        t,
        LIGHT,
    )
    places = np.array(
        [[100.0, 100.0], [105.0, 100.0], [115.0, 100.0], [598.0, 290.0], [2.0, 297.0]]
    )
    assert seen.touches(places).tolist() == [True, True, False, False, False]


def test_the_first_free_place_is_the_first_of_all_that_are_free() -> None:
    rng = np.random.default_rng(6)
    obstacles = obstacles_of((Path(rng.uniform(0.0, 10.0, (60, 2)), "boundary"),), (), LARGE, LIGHT)
    for most in np.linspace(-20.0, 300.0, 20):
        boxes = Boxes.upright(rng.uniform((20.0, 10.0), (400.0, 300.0), (70, 2)), (9.0, 5.0))
        free = np.flatnonzero(obstacles.free(boxes) & (boxes.centre[:, 1] < most))
        found = obstacles.first_free(boxes, lambda some, most=most: some.centre[:, 1] < most)
        assert found == (free[0] if len(free) else None)


def test_words_stay_between_their_ends_or_get_a_leader() -> None:
    """Near their position a threshold at 5 would have them on its other side."""
    transform = Transform.fit(0.0, 10.0, 0.0, 10.0, 0.0, 0.0, 300.0, 200.0)
    threshold = Path(np.array([(5.0, 0.0), (5.0, 10.0)]), "threshold")
    words = Words(
        ("missed 7.9 %",),
        Beside(np.array([[5.4, 5.0]]), anywhere=True, between=(5.0, 10.0)),
        "caption",
        id="missed",
    )
    for marks, is_there in (((threshold,), True), ((threshold, crowd(5.2, 10, 0, 10)), False)):
        figure = Figure(Axis(0.0, 10.0), Axis(0.0, 10.0), marks, words=(words,))
        ((place,), _) = words_and_losses(figure, transform, LIGHT)
        left = place.box.centre[0, 0] - place.box.half[0, 0]
        assert (left > transform.map([(5.0, 0.0)])[0, 0]) == is_there
        assert is_there or place.leader is not None
