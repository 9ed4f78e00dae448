"""What rests is painted once: pictures of it look like itself, and what moves less than can be seen
counts as resting.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from recording import picture

from linclass_gui.draw.picture_cache import (
    RESTED,
    UNSEEN,
    MarkAges,
    PictureCache,
    Rendering,
    device_of,
)
from linclass_gui.draw.sprites import WindowSurface
from linclass_gui.scene.marks import Area, Axis, Dots, Figure, Mark, Path, Text
from linclass_gui.scene.theme import DARK, LIGHT, Theme
from linclass_gui.scene.view import Transform

WIDTH, HEIGHT = 300, 200
VIEW = Transform.fit(0, 3, 0, 2, 0, 0, WIDTH, HEIGHT)
POINTS = np.random.default_rng(5).uniform((0.1, 0.1), (2.9, 1.9), (90, 2))
CURVE = Path(
    np.column_stack([np.linspace(0.2, 2.8, 90), 1.0 + 0.5 * np.sin(np.linspace(0.0, 6.0, 90))]),
    "curve",
)
PLANE = Figure(Axis(0.0, 3.0), Axis(0.0, 2.0), (), equal=True)
Pixels = np.ndarray[tuple[int, ...], np.dtype[np.int16]]

pytestmark = pytest.mark.usefixtures("qapp")


class Frames:
    """Draws frames one after the other; ``runs`` are the marks of each picture that is kept."""

    def __init__(self) -> None:
        self.resting, self.baked = MarkAges(), PictureCache()

    def frame(
        self,
        *marks: Mark,
        transform: Transform = VIEW,
        theme: Theme = LIGHT,
        scale: float = 1.0,
        in_motion: bool = False,
    ) -> Pixels:
        def paint(painter: QPainter) -> None:
            look = Rendering(transform, theme, *device_of(painter))
            rest = self.resting.next_marks(marks, transform, look, in_motion)
            self.baked.draw(
                WindowSurface(painter),
                QRectF(0, 0, WIDTH, HEIGHT),
                PLANE,
                rest,
                self.resting.ages,
                look,
            )

        return picture(WIDTH, HEIGHT, paint, scale)

    @property
    def runs(self) -> list[tuple[Mark, ...]]:
        return [run for _, run in self.baked.pictures if run]


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_a_baked_frame_is_the_frame_itself(scale: float) -> None:
    frames, dots = Frames(), Dots(POINTS, "class-plus")
    marks = (
        Path(POINTS[:2], "boundary"),
        Area(POINTS[:4], "half-plane-plus"),
        dots,
        Text((1.0, 1.0), "a"),
        CURVE,
    )
    direct, *_, baked, again = (frames.frame(*marks, scale=scale) for _ in range(RESTED + 2))
    assert (direct < 250).any()
    # Blending twice instead of once rounds by one.
    assert abs(direct - baked).max() <= 2
    assert (baked == again).all()


def test_dots_are_baked_when_they_have_rested() -> None:
    frames, still = Frames(), Dots(POINTS, "class-plus")
    for k in range(RESTED + 2):
        frames.frame(still)
        assert frames.runs == ([(still,)] if k >= RESTED else [])


def test_a_moving_mark_leaves_the_pictures_beside_it_alone() -> None:
    frames, below, above = Frames(), Dots(POINTS, "class-plus"), Dots(POINTS, "sv-free")
    for k in range(RESTED + 2):
        frames.frame(below, Dots(POINTS + 0.01 * k, "class-minus"), above)
    assert frames.runs == [(below,), (above,)]
    kept = list(frames.baked.pictures.values())
    moved = Dots(POINTS + 0.1, "class-minus")
    shown = frames.frame(below, moved, above)
    assert list(frames.baked.pictures.values()) == kept
    assert abs(shown - Frames().frame(below, moved, above)).max() <= 2


@pytest.mark.parametrize("is_first_shown", [True, False])
def test_only_the_first_picture_holds_the_ground(is_first_shown: bool) -> None:
    frames, plane, marks = (
        Frames(),
        Area(POINTS[:3], "half-plane-plus"),
        (CURVE, Dots(POINTS, "class-plus")),
    )
    for k in range(RESTED + 1):
        frames.frame(
            *((Area(POINTS[k : k + 3], "half-plane-minus"),) if is_first_shown else ()),
            *marks,
            theme=DARK,
        )
    after = marks if is_first_shown else (plane, *marks)
    assert abs(frames.frame(*after, theme=DARK) - Frames().frame(*after, theme=DARK)).max() <= 2


@pytest.mark.parametrize(
    "change",
    [
        {"transform": Transform.fit(0, 3.1, 0, 2, 0, 0, WIDTH, HEIGHT)},
        {"theme": DARK},
        {"scale": 2.0},
    ],
    ids=["zoom", "theme", "screen"],
)
def test_another_view_theme_or_screen_is_drawn_anew(change: dict[str, object]) -> None:
    frames, dots = Frames(), Dots(POINTS, "class-plus")
    for _ in range(RESTED + 1):
        frames.frame(dots)
    shown = frames.frame(dots, **change)
    assert (shown == Frames().frame(dots, **change)).all()
    assert frames.runs == []


def shifted(mark: Path | Area | Dots, pixels: float) -> Path | Area | Dots:
    return replace(mark, xy=mark.xy + np.array([0.0, pixels / VIEW.scale_y]))


@pytest.mark.parametrize(
    "mark",
    [
        CURVE,
        Path(POINTS[:2], "boundary", slot=1),
        Area(POINTS[:5], "hull-plus"),
        Dots(POINTS, "sv-free", sizes=np.ones(90)),
    ],
    ids=["curve", "line", "area", "dots"],
)
def test_in_motion_what_moves_invisibly_rests(mark: Path | Area | Dots) -> None:
    resting, look = MarkAges(), ()
    for k in range(3):
        (same,) = resting.next_marks(
            (shifted(mark, 0.3 * UNSEEN * k),), VIEW, look, in_motion=k > 0
        )
        assert resting.ages == {same: k}
    # It is measured from where it was painted: what creeps is painted anew in time.
    (moved,) = resting.next_marks((shifted(mark, 1.2 * UNSEEN),), VIEW, look, in_motion=True)
    assert moved is not same
    assert resting.ages == {moved: 0}


def test_at_rest_only_the_very_same_marks_rest() -> None:
    resting = MarkAges()
    resting.next_marks((CURVE,), VIEW, (), in_motion=False)
    other = replace(CURVE)
    assert resting.next_marks((other,), VIEW, (), in_motion=False) == (other,)


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
    resting = MarkAges()
    resting.next_marks((CURVE,), VIEW, (), in_motion=True)
    assert resting.next_marks((other,), VIEW, (), in_motion=True) == (other,)


def test_marks_are_found_again_when_one_before_them_comes_or_goes() -> None:
    resting, lines = (
        MarkAges(),
        tuple(Path(POINTS[k : k + 2], "boundary", slot=k) for k in range(3)),
    )
    resting.next_marks(lines, VIEW, (), in_motion=True)
    copies = tuple(replace(line) for line in lines)
    found = resting.next_marks((Dots(POINTS, "sv-free"), *copies), VIEW, (), in_motion=True)
    assert found[1:] == lines
    assert resting.next_marks(copies[1:], VIEW, (), in_motion=True) == lines[1:]
