"""What rests is painted once: pictures of it look like itself, and what moves less than anybody sees counts as resting."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from recording import picture

from linclass_gui.core.appearance.theme import DARK, LIGHT, Theme
from linclass_gui.core.marks import Area, Axis, Dots, Figure, Mark, Path, Text
from linclass_gui.core.transform import Transform
from linclass_gui.draw.baking import LARGE, RESTED, SEEN, BakedGround, BakedMarks, look_of
from linclass_gui.draw.resting import UNSEEN, Resting
from linclass_gui.draw.sprites import WindowSurface

WIDTH, HEIGHT = 300, 200
VIEW = Transform.fit(0, 3, 0, 2, 0, 0, WIDTH, HEIGHT)
POINTS = np.random.default_rng(5).uniform((0.1, 0.1), (2.9, 1.9), (90, 2))
CURVE = Path(np.column_stack([np.linspace(0.2, 2.8, 90), 1.0 + 0.5 * np.sin(np.linspace(0.0, 6.0, 90))]), "curve")
PLANE = Figure(Axis(0.0, 3.0), Axis(0.0, 2.0), (), equal=True)
Pixels = np.ndarray[tuple[int, ...], np.dtype[np.int16]]

pytestmark = pytest.mark.usefixtures("qapp")


class Frames:
    """Draws frames one after the other and counts what is kept; with a ground as a picture does, else without."""

    def __init__(self, has_ground: bool = False) -> None:
        self.resting, self.baked = Resting(), BakedMarks()
        self.ground = BakedGround() if has_ground else None

    def frame(
        self, *marks: Mark, transform: Transform = VIEW, theme: Theme = LIGHT, scale: float = 1.0, in_motion: bool = False
    ) -> Pixels:
        def paint(painter: QPainter) -> None:
            surface, look = WindowSurface(painter), look_of(painter, transform, theme)
            rest = self.resting.followed(marks, transform, look, in_motion)
            if self.ground is not None:
                rest = self.ground.draw(surface, QRectF(0, 0, WIDTH, HEIGHT), PLANE, rest, self.baked, self.resting.ages, look)
            self.baked.draw(surface, rest, self.resting.ages, look)
            self.baked.end_frame(() if self.ground is None else self.ground.marks)

        return picture(WIDTH, HEIGHT, paint, scale)


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_a_baked_frame_is_the_frame_itself(scale: float) -> None:
    frames, dots = Frames(), Dots(POINTS, "class-plus")
    direct, *_, baked, again = (frames.frame(dots, scale=scale) for _ in range(SEEN + 2))
    assert (direct < 250).any()
    # Blending twice instead of once rounds by one.
    assert abs(direct - baked).max() <= 2
    assert (baked == again).all()


def test_dots_are_baked_when_they_come_again_unchanged() -> None:
    frames, still = Frames(), Dots(POINTS, "class-plus")
    counts = []
    for _ in range(SEEN + 2):
        frames.frame(still)
        counts.append(frames.baked.layers)
    assert counts == [*[0] * SEEN, 1, 1]


def test_a_large_mark_is_not_drawn_a_third_time() -> None:
    frames, large = Frames(), Dots(np.resize(POINTS, (LARGE, 2)), "class-plus")
    for layers in (0, 1, 1):
        frames.frame(large)
        assert frames.baked.layers == layers


def test_a_moving_mark_leaves_the_baked_ones_alone() -> None:
    frames, still = Frames(), Dots(POINTS, "class-plus")
    for k in range(4):
        frames.frame(still, Dots(POINTS + 0.01 * k, "class-minus"))
    assert frames.baked.layers == 1
    (layer,) = frames.baked._layers.values()
    frames.frame(still, Dots(POINTS + 0.1, "class-minus"))
    assert list(frames.baked._layers.values()) == [layer]


def test_neighbours_that_rest_share_a_picture() -> None:
    frames, one, other = Frames(), Dots(POINTS, "class-plus"), Dots(POINTS + 0.1, "class-minus")
    direct, *_, baked = (frames.frame(one, other) for _ in range(SEEN + 1))
    assert frames.baked.layers == 1
    assert abs(direct - baked).max() <= 2
    for k in range(2):
        frames.frame(one, Dots(POINTS + 0.01 * k, "sv-free"), other)
        assert frames.baked.layers == 2


@pytest.mark.parametrize(
    "change",
    [{"transform": Transform.fit(0, 3.1, 0, 2, 0, 0, WIDTH, HEIGHT)}, {"theme": DARK}, {"scale": 2.0}],
    ids=["zoom", "theme", "screen"],
)
def test_another_view_theme_or_screen_is_drawn_anew(change: dict[str, object]) -> None:
    frames, dots = Frames(), Dots(POINTS, "class-plus")
    for _ in range(SEEN + 1):
        frames.frame(dots)
    shown = frames.frame(dots, **change)  # type: ignore[arg-type]
    assert (shown == Frames().frame(dots, **change)).all()  # type: ignore[arg-type]
    assert frames.baked.layers == 0


def test_dots_out_of_view_bake_to_nothing() -> None:
    frames, dots = Frames(), Dots(POINTS + 100.0, "class-plus")
    for _ in range(3):
        assert (frames.frame(dots) == 255).all()


def test_light_neighbours_that_rest_as_long_are_in_the_picture_and_words_are_not() -> None:
    frames, line, word = Frames(), Path(POINTS[:2], "boundary"), Text((1.0, 1.0), "a")
    for _ in range(SEEN + 1):
        frames.frame(line, CURVE, word, Dots(POINTS, "class-plus"))
    ((marks, _),) = frames.baked._layers
    assert marks == (line, CURVE)


def test_a_large_mark_keeps_its_picture_when_a_neighbour_changes() -> None:
    frames, large = Frames(), Dots(np.resize(POINTS, (LARGE, 2)), "class-plus")
    for _ in range(3):
        frames.frame(Dots(POINTS, "class-minus"), large)
        assert frames.baked.layers <= 1
    (layer,) = frames.baked._layers.values()
    frames.frame(Dots(POINTS, "class-minus"), large)
    assert list(frames.baked._layers.values()) == [layer]


def shifted(mark: Path | Area | Dots, pixels: float) -> Path | Area | Dots:
    return replace(mark, xy=mark.xy + np.array([0.0, pixels / VIEW.scale_y]))


@pytest.mark.parametrize(
    "mark",
    [CURVE, Path(POINTS[:2], "boundary", slot=1), Area(POINTS[:5], "hull-plus"), Dots(POINTS, "sv-free", sizes=np.ones(90))],
    ids=["curve", "line", "area", "dots"],
)
def test_in_motion_what_moves_invisibly_rests(mark: Path | Area | Dots) -> None:
    resting, look = Resting(), ()
    for k in range(3):
        (same,) = resting.followed((shifted(mark, 0.3 * UNSEEN * k),), VIEW, look, in_motion=k > 0)
        assert resting.ages == {same: k}
    # It is measured from where it was painted: what creeps is painted anew in time.
    (moved,) = resting.followed((shifted(mark, 1.2 * UNSEEN),), VIEW, look, in_motion=True)
    assert moved is not same
    assert resting.ages == {moved: 0}


def test_at_rest_only_the_very_same_marks_rest() -> None:
    resting = Resting()
    resting.followed((CURVE,), VIEW, (), in_motion=False)
    other = replace(CURVE)
    assert resting.followed((other,), VIEW, (), in_motion=False) == (other,)


@pytest.mark.parametrize(
    "other",
    [
        replace(CURVE, faded=True),
        replace(CURVE, emphasis=True),
        replace(CURVE, slot=2),
        replace(CURVE, role="curve-thin"),
        replace(CURVE, closed=True),
        replace(CURVE, xy=CURVE.xy[:-1]),
        replace(CURVE, xy=np.where(np.arange(90)[:, None] == 40, np.nan, CURVE.xy)),
        Area(CURVE.xy, "curve"),
        Dots(CURVE.xy, "curve"),
    ],
)
def test_what_looks_different_does_not_rest(other: Mark) -> None:
    resting = Resting()
    resting.followed((CURVE,), VIEW, (), in_motion=True)
    assert resting.followed((other,), VIEW, (), in_motion=True) == (other,)


def test_dots_of_other_sizes_do_not_rest() -> None:
    resting, sizes = Resting(), np.linspace(0.5, 1.0, 90)
    resting.followed((Dots(POINTS, "sv-free", sizes=sizes), Dots(POINTS, "sv-free")), VIEW, (), in_motion=True)
    for other in (Dots(POINTS, "sv-free", sizes=sizes[::-1]),):
        assert resting.followed((other,), VIEW, (), in_motion=True) == (other,)


def test_marks_are_found_again_when_one_before_them_comes_or_goes() -> None:
    resting, lines = Resting(), tuple(Path(POINTS[k : k + 2], "boundary", slot=k) for k in range(3))
    resting.followed(lines, VIEW, (), in_motion=True)
    copies = tuple(replace(line) for line in lines)
    found = resting.followed((Dots(POINTS, "sv-free"), *copies), VIEW, (), in_motion=True)
    assert found[1:] == lines
    assert resting.followed(copies[1:], VIEW, (), in_motion=True) == lines[1:]


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_the_ground_with_all_that_rests_on_it_is_the_picture_itself(scale: float) -> None:
    frames, marks = Frames(has_ground=True), (Area(POINTS[:4], "half-plane-plus"), Dots(POINTS, "class-plus"), CURVE)
    first = frames.frame(*marks, scale=scale)
    for k in range(RESTED + 2):
        again = frames.frame(*marks, Dots(POINTS[k : k + 1], "marker"), scale=scale)
    without = frames.frame(*marks, scale=scale)
    assert frames.ground is not None
    assert frames.ground.marks == marks
    assert abs(first - without).max() <= 2
    assert abs(first - again).max() > 100


def test_a_ground_is_made_anew_when_something_on_it_changes() -> None:
    frames, dots = Frames(has_ground=True), Dots(POINTS, "class-plus")
    for _ in range(RESTED + 2):
        frames.frame(dots, CURVE)
    moved = frames.frame(dots, shifted(CURVE, 5.0))
    assert frames.ground is not None
    assert frames.ground.marks == (dots,)
    assert abs(moved - Frames(has_ground=True).frame(dots, shifted(CURVE, 5.0))).max() <= 2


def test_after_pictures_that_were_soon_dropped_the_next_one_waits() -> None:
    """A curve that changes as soon as its picture is made would be painted into a picture, copied once and thrown away."""
    frames, made = Frames(), []
    curves = [shifted(CURVE, float(k)) for k in range(15)]
    for k in range(15 * (SEEN + 1)):
        frames.frame(curves[k // (SEEN + 1)])
        made.append(frames.baked.layers)
    assert made[SEEN] == 1  # not known yet
    assert sum(made) <= 3
    for _ in range(60):
        frames.frame(CURVE)
    assert frames.baked.layers == 1


def test_a_ground_that_breaks_again_and_again_is_made_less_often() -> None:
    frames, made = Frames(has_ground=True), 0
    assert frames.ground is not None
    curves = [shifted(CURVE, float(k)) for k in range(24)]
    for k in range(120):
        frames.frame(curves[k // 5])
        made += bool(frames.ground.marks)
    assert 0 < made < 20
    for _ in range(60):
        frames.frame(CURVE)
    assert frames.ground.marks == (CURVE,)
