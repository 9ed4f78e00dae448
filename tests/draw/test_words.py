"""Words that look for their own place: beside their curve, clear of everything, inside the picture."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

from linclass_gui.core.marks import Area, Axis, Dots, Figure, Path, Reading, Text, Words
from linclass_gui.core.theme import DARK, LIGHT, PRINT
from linclass_gui.core.transform import Transform
from linclass_gui.draw.painter import text_layout
from linclass_gui.draw.words import Placer, worded
from solvers import Floats

pytestmark = pytest.mark.usefixtures("qapp")
AXES = Axis(0.0, 10.0), Axis(0.0, 10.0)
LARGE, SMALL = Transform.fit(0, 10, 0, 10, 20, 10, 400, 300), Transform.fit(0, 10, 0, 10, 20, 10, 150, 90)


def line(y: float) -> Path:
    return Path(np.array([[0.0, y], [10.0, y]]), "curve")


def place(at: float, y: float) -> Floats:
    return np.array([[at, y]])


def box_of(mark: Text, transform: Transform) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of a text of ``worded`` on the device."""
    layout, size = text_layout(mark.text, LIGHT.style(mark.role)), LIGHT.style(mark.role).size
    x, y = transform.point(*mark.at)
    x -= 0.0 if mark.anchor == "left" else 0.5 * layout.width
    return x, y - 0.5 * size, x + layout.width, y + 0.5 * size


def new_texts(figure: Figure, transform: Transform) -> list[Text]:
    return [mark for mark in worded(figure, transform, LIGHT).marks if isinstance(mark, Text) and mark not in figure.marks]


def test_a_figure_without_words_is_left_alone() -> None:
    figure = Figure(*AXES, (line(1.0),))
    assert worded(figure, LARGE, LIGHT) is figure


def test_words_stand_just_above_their_curve_where_there_is_room() -> None:
    (text,) = new_texts(Figure(*AXES, (line(4.0),), words=(Words(place(5.0, 4.0), ("name",)),)), LARGE)
    _, _, _, bottom = box_of(text, LARGE)
    assert text.text == "name"
    assert LARGE.point(0.0, 4.0)[1] - 10.0 < bottom < LARGE.point(0.0, 4.0)[1]


def test_words_move_along_their_curve_away_from_another() -> None:
    steep = Path(np.array([[1.0, 0.0], [1.0, 10.0]]), "curve")
    words = Words(np.array([[1.0, 4.0], [6.0, 4.0]]), ("some name",))
    (text,) = new_texts(Figure(*AXES, (line(4.0), steep), words=(words,)), LARGE)
    left, _, right, _ = box_of(text, LARGE)
    assert not left < LARGE.point(1.0, 0.0)[0] < right


def overlap(one: tuple[float, ...], two: tuple[float, ...]) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


@pytest.mark.parametrize("transform", [LARGE, SMALL], ids=["large", "small"])
def test_no_two_words_lie_on_each_other_and_none_leaves_the_picture(transform: Transform) -> None:
    words = tuple(Words(place(at, 5.0), (f"curve {k}",)) for k, at in enumerate((9.0, 9.2, 9.4)))
    texts = new_texts(Figure(*AXES, (line(5.0),), words=words), transform)
    boxes = [box_of(text, transform) for text in texts]
    assert len(boxes) == 3
    assert not any(overlap(boxes[j], boxes[k]) for j in range(3) for k in range(j))
    for left, top, right, bottom in boxes:
        assert transform.left - 0.5 <= left < right <= transform.right + 0.5
        assert transform.top - 0.5 <= top < bottom <= transform.bottom + 0.5


def test_words_that_are_not_needed_are_left_out_where_there_is_no_room() -> None:
    crowd = tuple(Words(place(5.0, 5.0), (f"a long name {k}",)) for k in range(12))
    spare = Words(place(5.0, 5.0), ("another",), needed=False)
    tiny = Transform.fit(0, 10, 0, 10, 0, 0, 80, 40)
    assert "another" not in [text.text for text in new_texts(Figure(*AXES, (), words=(*crowd, spare)), tiny)]
    assert len(new_texts(Figure(*AXES, (), words=(spare,)), LARGE)) == 1


@pytest.mark.parametrize("at", [(0.0, 0.0), (10.0, 10.0), (10.0, 0.0), (0.0, 10.0), (5.0, 5.0), (9.0, 0.5)])
@pytest.mark.parametrize("transform", [LARGE, SMALL], ids=["large", "small"])
def test_a_reading_never_leaves_the_picture_nor_covers_a_label(at: tuple[float, float], transform: Transform) -> None:
    legend = Words(place(7.0, 8.0), ("legend",))
    cross = Path(np.array([[at[0], 0.0], [at[0], 10.0]]), "pointer")
    read = Reading((cross,), Words(np.array([at]), ("x = 1.0", "y = 2.0"), boxed=True))
    figure = Figure(*AXES, (line(8.0),), words=(legend,))
    marks = worded(replace(figure, reading=read), transform, LIGHT).marks
    (ground,) = (mark for mark in marks if isinstance(mark, Area))
    corners = transform.map(ground.xy)
    assert (corners >= (transform.left - 0.01, transform.top - 0.01)).all()
    assert (corners <= (transform.right + 0.01, transform.bottom + 0.01)).all()
    (label,) = (mark for mark in marks if isinstance(mark, Text) and mark.text == "legend")
    assert not overlap((*corners.min(axis=0).tolist(), *corners.max(axis=0).tolist()), box_of(label, transform))


def test_reading_moves_no_label_and_costs_them_no_new_marks() -> None:
    figure = Figure(*AXES, (line(4.0),), words=(Words(place(5.0, 4.0), ("name",)),))
    read = Reading((Dots(place(5.0, 4.5), "step"),), Words(place(5.0, 4.5), ("4.5",), boxed=True))
    placer = Placer()
    calm, hovered = (placer.worded(each, LARGE, LIGHT).marks for each in (figure, replace(figure, reading=read)))
    assert all(a is b for a, b in zip(calm, hovered, strict=False))
    assert len(hovered) > len(calm)


def test_every_theme_has_words_and_curves_that_break_do_no_harm() -> None:
    broken = Path(np.array([[0.0, 1.0], [np.nan, np.nan], [5.0, 1e9], [6.0, 2.0]]), "curve")
    figure = Figure(
        *AXES, (broken,), words=(Words(np.array([[np.nan, 1.0], [6.0, 2.0]]), ("name",)), Words(np.empty((0, 2)), ("lost",)))
    )
    for theme in (LIGHT, DARK, PRINT):
        assert len(worded(figure, LARGE, theme).marks) == 3


def test_words_keep_their_place_at_a_moving_curve() -> None:
    placer, sides = Placer(), []
    for k in range(40):
        # A second line comes nearer from above, until it is nearly where the words stand.
        near = line(4.3 + 2.0 * abs(20 - k) / 20.0)
        words = (Words(place(5.0, 4.0), ("name",)),)
        (text,) = (
            mark
            for mark in placer.worded(Figure(*AXES, (line(4.0), near), words=words), LARGE, LIGHT).marks
            if isinstance(mark, Text)
        )
        sides.append(text.at[1] > 4.0)
    assert sum(a != b for a, b in itertools.pairwise(sides)) <= 2


def test_lines_flow_side_by_side_as_far_as_there_is_room() -> None:
    words = Words(np.array([[0.0, 10.0]]), ("some words", "more words", "and more"), flowing="\u2003")
    (one,) = new_texts(Figure(*AXES, (), words=(words,)), LARGE)
    assert one.text == "some words\u2003more words\u2003and more"
    several = new_texts(Figure(*AXES, (), words=(words,)), SMALL)
    assert " ".join(text.text for text in several).split() == one.text.split()
    assert len(several) > 1
    assert len({text.at[1] for text in several}) == len(several)


def test_during_a_drag_words_glide_along_with_their_curve_and_are_judged_when_it_ends() -> None:
    placer, above = Placer(), []
    for k in range(21):
        height = 4.0 + 0.1 * k
        words, drawn = (Words(place(5.0, height), ("name",)),), (line(height), line(4.6))
        marks = placer.worded(Figure(*AXES, drawn, words=words, gliding=k < 20), LARGE, LIGHT).marks
        (text,) = (mark for mark in marks if isinstance(mark, Text))
        above.append(text.at[1] - height)
    assert above[:20] == pytest.approx([above[0]] * 20)
    assert above[0] > 0.0


def test_words_that_glide_stay_in_the_picture() -> None:
    placer = Placer()
    for x in (5.0, 8.0, 10.0):
        figure = Figure(*AXES, (), words=(Words(place(x, 10.0), ("a long name",)),), gliding=x > 5.0)
        (text,) = (mark for mark in placer.worded(figure, LARGE, LIGHT).marks if isinstance(mark, Text))
        left, top, right, bottom = box_of(text, LARGE)
        assert LARGE.left - 0.5 <= left < right <= LARGE.right + 0.5
        assert LARGE.top - 0.5 <= top < bottom <= LARGE.bottom + 0.5


def test_lines_a_little_too_long_for_the_picture_are_written_smaller_in_one_line() -> None:
    words = Words(np.array([[0.0, 10.0]]), ("some words", "more words", "and more"), "value", flowing="\u2003")
    width = text_layout("some words\u2002more words\u2002and more", LIGHT.style("value")).width
    narrow = Transform.fit(0, 10, 0, 10, 20, 10, width, 90)
    (one,) = new_texts(Figure(*AXES, (), words=(words,)), narrow)
    assert one.role == "caption"
    left, _, right, _ = box_of(one, narrow)
    assert narrow.left <= left < right <= narrow.right


def test_words_keep_clear_of_a_handle() -> None:
    handle = Dots(place(5.0, 4.0), "handle")
    radius = 0.5 * LIGHT.style("handle").size
    x, y = LARGE.point(5.0, 4.0)
    for side in ((line(4.6), line(3.4)), ()):  # with lines above and below it beside the handle, else above it
        words = Words(place(5.0, 4.0), ("some name",), "value", away=0.4)
        (text,) = new_texts(Figure(*AXES, (handle, *side), words=(words,)), LARGE)
        left, top, right, bottom = box_of(text, LARGE)
        assert right < x - radius - 3.0 or left > x + radius + 3.0 or bottom < y - radius - 3.0 or top > y + radius + 3.0
