"""Sprites and baked layers look like the shapes they stand for."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QPainter
from recording import picture

from linclass_gui.core.appearance.theme import DARK, LIGHT, Theme
from linclass_gui.core.marks import Dots, Path, Text
from linclass_gui.core.transform import Transform
from linclass_gui.draw.baking import HEAVY, BakedDots, runs
from linclass_gui.draw.painter import draw_dots
from linclass_gui.draw.qt_surface import QtSurface
from linclass_gui.draw.sprites import MANY, WindowSurface, draw_sprites

WIDTH, HEIGHT = 300, 200
VIEW = Transform.fit(0, 3, 0, 2, 0, 0, WIDTH, HEIGHT)
POINTS = np.random.default_rng(5).uniform((0.1, 0.1), (2.9, 1.9), (90, 2))
ROLES = ("class-plus", "class-minus", "sv-free", "sv-bound", "sv-wrong", "mean-plus", "halo-plus", "common")

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("role", ROLES)
def test_sprites_look_like_shapes(role: str, scale: float) -> None:
    dots = Dots(POINTS[:MANY], role)
    shapes = picture(WIDTH, HEIGHT, lambda p: draw_dots(QtSurface(p), dots, VIEW, LIGHT), scale)
    sprites = picture(WIDTH, HEIGHT, lambda p: draw_dots(WindowSurface(p), dots, VIEW, LIGHT), scale)
    inked = (shapes < 250).any(axis=2)
    assert inked.sum() > 200
    # A shift by an eighth of a pixel changes a pixel on one edge by an eighth; on the corner of a rim four edges meet.
    assert abs(shapes - sprites).max() <= 72
    assert abs(shapes - sprites)[inked].mean() < 14


def test_a_sprite_moves_by_quarters_of_a_pixel() -> None:
    style = LIGHT.style("class-plus")

    def centre(x: float) -> float:
        pixels = picture(40, 40, lambda p: draw_sprites(p, np.array([[x, 20.0]]), style, style.size))
        darkness = 255.0 - pixels[..., 0]
        return float((darkness.sum(axis=0) * (np.arange(40) + 0.5)).sum() / darkness.sum())

    for x in (20.0, 20.1, 20.25, 20.5, 20.8, 20.99):
        assert centre(x) == pytest.approx(x, abs=0.14)


def test_sprites_of_many_sizes() -> None:
    sizes = np.linspace(0.5, 2.0, len(POINTS))
    dots = Dots(POINTS, "sv-free", sizes=sizes)
    shapes = picture(WIDTH, HEIGHT, lambda p: draw_dots(QtSurface(p), dots, VIEW, LIGHT))
    sprites = picture(WIDTH, HEIGHT, lambda p: draw_dots(WindowSurface(p), dots, VIEW, LIGHT))
    assert abs(shapes - sprites)[(shapes < 250).any(axis=2)].mean() < 20


def test_marks_are_cut_into_runs_of_heavy_dots_and_the_rest() -> None:
    many, few = Dots(POINTS, "class-plus"), Dots(POINTS[: HEAVY - 1], "class-plus")
    line, label = Path(POINTS, "boundary"), Text((0, 0), "a")
    assert list(runs((line, few, many, many, label))) == [
        (False, (line, few)),
        (True, (many, many)),
        (False, (label,)),
    ]
    assert list(runs(())) == []


class Frames:
    """Draws frames one after the other and counts what is kept."""

    def __init__(self) -> None:
        self.baked = BakedDots()

    def frame(
        self, *dots: Dots, transform: Transform = VIEW, theme: Theme = LIGHT, scale: float = 1.0
    ) -> np.ndarray[tuple[int, ...], np.dtype[np.int16]]:
        def paint(painter: QPainter) -> None:
            self.baked.draw(WindowSurface(painter), dots, transform, theme)
            self.baked.end_frame()

        return picture(WIDTH, HEIGHT, paint, scale)


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_a_baked_frame_is_the_frame_itself(scale: float) -> None:
    frames, dots = Frames(), Dots(POINTS, "class-plus")
    direct, baked, again = (frames.frame(dots, scale=scale) for _ in range(3))
    assert (direct < 250).any()
    # Blending twice instead of once rounds by one.
    assert abs(direct - baked).max() <= 2
    assert (baked == again).all()


def test_dots_are_baked_when_they_come_again_unchanged() -> None:
    frames, still = Frames(), Dots(POINTS, "class-plus")
    counts = []
    for _ in range(3):
        frames.frame(still)
        counts.append(frames.baked.layers)
    assert counts == [0, 1, 1]


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
    direct, baked = (frames.frame(one, other) for _ in range(2))
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
    for _ in range(2):
        frames.frame(dots)
    shown = frames.frame(dots, **change)  # type: ignore[arg-type]
    assert (shown == Frames().frame(dots, **change)).all()  # type: ignore[arg-type]
    assert frames.baked.layers == 0


def test_dots_out_of_view_bake_to_nothing() -> None:
    frames, dots = Frames(), Dots(POINTS + 100.0, "class-plus")
    for _ in range(3):
        assert (frames.frame(dots) == 255).all()
