"""The placer: words cover nothing, keep their places, and glide during a drag."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linclass_gui.draw.placing.boxes import Boxes, lie_on, meetings
from linclass_gui.draw.placing.obstacles import obstacles_of, raster_of, text_edges
from linclass_gui.draw.placing.placed_words import PlacedWords
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
        *AXES,
        (Path(curve, "boundary", slot=0, id="line"),),
        equal=True,
        words=(words,),
        gliding=gliding,
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
    assert beside < 1.0, "in its line, as before"


def test_words_that_move_less_than_anybody_sees_are_the_same_marks() -> None:
    placer, names = Placer(), list[Text]()
    for k, gliding in enumerate((False, True, True, True, True)):
        figure = named(line(10.0, 0.002 * k), gliding=gliding)
        names += texts(placer.place_words(figure, LARGE, LIGHT).marks)
    assert [name is names[0] for name in names] == [True, True, True, True, False]


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
    for degrees in range(20, 80, 8):
        figure = replace(named(line(float(degrees), 1.0)), is_step=is_step)
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
        box = Boxes.of_edges(np.array([(left, top, right, bottom)]))
        assert not raster_of((crowd,), transform, LIGHT).under(box).any()
        assert lies_inside(text, transform)


def gaps(place: PlacedWords, transform: Transform, mark: Path) -> bool:
    """Whether a line is cut for some words."""
    return not len(meetings(place.box, obstacles_of((mark,), (), transform, LIGHT).segments)[0])


@settings(max_examples=40, deadline=None)
@given(
    st.floats(0.0, 180.0),
    st.lists(st.floats(-3.0, 3.0), min_size=1, max_size=5),
    st.sampled_from([LARGE, SMALL]),
)
def test_names_are_in_their_lines_alone_or_with_those_beside_else_in_one_list(
    degrees: float, offsets: list[float], transform: Transform
) -> None:
    curves = [line(degrees + 3.0 * k, offset) for k, offset in enumerate(offsets)]
    lines = tuple(Path(curve, "boundary", slot=k, id=("line", k)) for k, curve in enumerate(curves))
    words = tuple(
        Words((f"name {k}",), Along(curve), slot=k, id=("line", k), sample="boundary-key" * bool(k))
        for k, curve in enumerate(curves)
    )
    placer = Placer()
    marks = placer.place_words(Figure(*AXES, lines, words=words), transform, LIGHT).marks
    cut = {mark.id: mark for mark in marks if isinstance(mark, Path) and mark.id is not None}
    assert all(mark.role for mark in marks)
    shown = [word for place in placer.places for word in place.words_shown]
    slots = sorted(word.slot or 0 for word in shown)
    assert slots == list(range(len(curves))) or transform is SMALL
    assert len(set(slots)) == len(slots)
    for place in placer.places:
        assert place.leader is None
        assert len(place.members) <= 3 or not place.is_in_line
        for mark in cut.values() if place.is_in_line else ():
            assert gaps(place, transform, mark), "no line runs through a name"
    for one, other in itertools.combinations(placer.places, 2):
        assert not lie_on(one.box, other.box)[0]
    left = {mark.id: len(mark.xy) for mark in lines if cut[mark.id] is mark}
    named = {word.id for place in placer.places if place.is_in_line for word in place.members}
    assert named.isdisjoint(left)


@pytest.mark.parametrize("is_closed", [True, False])
def test_a_round_line_is_cut_for_its_name(is_closed: bool) -> None:
    turn = np.linspace(0.0, 2.0 * np.pi, 200)
    circle = 5.0 + 4.0 * np.column_stack([np.cos(turn), np.sin(turn)])
    curve = Path(circle, "boundary", closed=is_closed, id="circle")
    words = Words((NAME,), Along(circle), id="circle")
    placer = Placer()
    cut, _ = placer.place_words(Figure(*AXES, (curve,), words=(words,)), LARGE, LIGHT).marks
    (place,) = placer.places
    assert isinstance(cut, Path)
    assert gaps(place, LARGE, cut)
    lengths = [np.hypot(*np.diff(LARGE.map(xy), axis=0).T) for xy in (circle, cut.xy)]
    gap = lengths[0].sum() - np.nansum(lengths[1])
    assert gap == pytest.approx(2.0 * place.gap.half[0, 0], rel=0.05)


@pytest.mark.parametrize("rows", [0, 1, 3])
def test_a_line_without_a_part_in_view_has_no_name_and_stands_in_no_ones_way(rows: int) -> None:
    hidden = np.full((rows, 2), np.nan)
    names = Words((NAME,), Along(line(20.0, 0.0)), id="line"), Words(("gone",), Along(hidden), id=1)
    figure = Figure(*AXES, (), equal=True, words=names)
    assert [text.text for text in texts(with_words(figure, SMALL, LIGHT).marks)] == [NAME]
    placer = Placer()
    placer.place_words(named(line(20.0, 0.0)), SMALL, LIGHT)
    assert not texts(placer.place_words(named(hidden, gliding=True), SMALL, LIGHT).marks)


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


def test_words_stay_between_their_ends_or_get_a_leader() -> None:
    """Near their position a threshold at 5 would have them on its other side."""
    transform = Transform.fit(0.0, 10.0, 0.0, 10.0, 0.0, 0.0, 300.0, 200.0)
    threshold = Path(np.array([(5.0, 0.0), (5.0, 10.0)]), "threshold")
    words = Words(
        ("missed 7.9 %",),
        Beside(np.array([[5.4, 5.0]]), between=(5.0, 10.0)),
        "caption",
        id="missed",
    )
    for marks, is_there in (((threshold,), True), ((threshold, crowd(5.2, 10, 0, 10)), False)):
        figure = Figure(Axis(0.0, 10.0), Axis(0.0, 10.0), marks, words=(words,))
        ((place,), _) = words_and_losses(figure, transform, LIGHT)
        left = place.box.centre[0, 0] - place.box.half[0, 0]
        assert (left > transform.map([(5.0, 0.0)])[0, 0]) == is_there
        assert is_there or place.leader is not None
