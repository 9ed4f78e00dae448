"""Sprites look like the shapes they stand for."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import numpy as np
import pytest
from PySide6.QtGui import QPainter
from recording import picture

from linclass_gui.draw.painter import draw_dots
from linclass_gui.draw.qt_surface import QtSurface
from linclass_gui.draw.sprites import WindowSurface
from linclass_gui.scene.marks import Dots
from linclass_gui.scene.styles import Shape, Style
from linclass_gui.scene.theme import LIGHT
from linclass_gui.scene.view import Transform
from solvers import Floats

WIDTH, HEIGHT = 300, 200
VIEW = Transform.fit(0, 3, 0, 2, 0, 0, WIDTH, HEIGHT)
POINTS = np.random.default_rng(5).uniform((0.1, 0.1), (2.9, 1.9), (90, 2))
ROLES = (
    "class-plus",
    "class-minus",
    "sv-free",
    "sv-bound",
    "sv-wrong",
    "mean-plus",
    "halo-plus",
    "common",
)

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("role", ROLES)
def test_sprites_look_like_shapes(role: str, scale: float) -> None:
    dots = Dots(POINTS[:24], role)
    shapes = picture(WIDTH, HEIGHT, lambda p: draw_dots(QtSurface(p), dots, VIEW, LIGHT), scale)
    sprites = picture(
        WIDTH, HEIGHT, lambda p: draw_dots(WindowSurface(p), dots, VIEW, LIGHT), scale
    )
    inked = (shapes < 250).any(axis=2)
    assert inked.sum() > 200
    # A shift by an eighth of a pixel changes a pixel on one edge by an eighth; on the corner of a
    # rim four edges meet.
    assert abs(shapes - sprites).max() <= 72
    assert abs(shapes - sprites)[inked].mean() < 14


def sprite(painter: QPainter, xy: Floats, style: Style) -> None:
    WindowSurface(painter).mixed(xy, np.zeros(len(xy), dtype=np.int64), (style,), None)


def test_a_sprite_moves_by_quarters_of_a_pixel() -> None:
    style = LIGHT.style("class-plus")

    def centre(x: float) -> float:
        pixels = picture(40, 40, lambda p: sprite(p, np.array([[x, 20.0]]), style))
        darkness = 255.0 - pixels[..., 0]
        return float((darkness.sum(axis=0) * (np.arange(40) + 0.5)).sum() / darkness.sum())

    for x in (20.0, 20.1, 20.25, 20.5, 20.8, 20.99):
        assert centre(x) == pytest.approx(x, abs=0.14)


@pytest.mark.parametrize("shape", get_args(Shape))
def test_a_symbol_reaches_no_further_than_its_sprite(shape: Shape) -> None:
    style = replace(LIGHT.style("sv-bound"), shape=shape, size=14.0, width=2.0)
    for x in (20.0, 20.3, 20.5, 20.99):
        copied = picture(60, 60, lambda p, x=x: sprite(p, np.array([[x, 30.6]]), style))
        whole = picture(
            60,
            60,
            lambda p, x=x: QtSurface(p).symbols(np.array([[round(4.0 * x) / 4.0, 30.5]]), style),
        )
        # where edges meet Qt rounds by a few; what is cut off is darker
        assert abs(copied - whole).max() <= 16
