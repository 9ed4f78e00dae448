"""Icons and swatches: all there, inside their boxes."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter
from recording import picture

from linclass_gui.draw.small_pictures import BOX, NAMES, application_icon, icon_path, paint_swatch
from linclass_gui.layers import LAYERS
from linclass_gui.layers.layer import Layer
from linclass_gui.layers.swatches import HEIGHT, WIDTH
from linclass_gui.scene.theme import DARK, LIGHT

pytestmark = pytest.mark.usefixtures("qapp")
SWITCHABLE = [layer for layer in LAYERS if not layer.always]


@pytest.mark.parametrize("name", NAMES)
def test_icons_keep_their_margin(name: str) -> None:
    path = icon_path(name)
    bounds = path.strokes.boundingRect() | path.dots.boundingRect()
    assert QRectF(1.75, 1.75, BOX - 3.5, BOX - 3.5).contains(bounds.adjusted(0, 0, 0.01, 0.01))
    assert bounds.width() > 6 or bounds.height() > 6


@pytest.mark.parametrize("size", [16, 20, 24])
def test_icons_are_the_same_drawing_at_every_size(size: int) -> None:
    inked = (
        picture(
            size, size, lambda painter: icon_path("select").paint(painter, size, QColor("#000000"))
        )
        < 128
    )
    assert 0.05 < inked.mean() < 0.35


def test_an_unknown_icon_is_an_error() -> None:
    with pytest.raises(KeyError):
        icon_path("unicorn")


def test_the_program_has_an_icon() -> None:
    assert not application_icon().isNull()


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("layer", SWITCHABLE, ids=lambda layer: layer.name)
def test_every_layer_has_a_swatch(layer: Layer, theme: type) -> None:
    box, paper = QRectF(0, 0, WIDTH, HEIGHT), QColor(theme.palette.canvas)

    def paint(painter: QPainter) -> None:
        painter.fillRect(box, paper)
        paint_swatch(painter, layer.swatch, box, theme)

    pixels = picture(int(WIDTH), int(HEIGHT), paint, 2.0)
    assert (abs(pixels - pixels[0, 0]) > 20).any()


def test_a_swatch_stays_in_its_rectangle_and_a_new_layer_has_one_too() -> None:
    for layer in (*SWITCHABLE, Layer("new", "A new layer", "", lambda scene: ())):
        pixels = picture(
            60,
            60,
            lambda painter, layer=layer: paint_swatch(
                painter, layer.swatch, QRectF(18, 22, WIDTH, HEIGHT), LIGHT
            ),
        )
        outside = np.ones((60, 60), dtype=bool)
        outside[21:39, 17:43] = False
        assert (pixels[outside] == 255).all(), layer.name
        assert (pixels < 255).any(), layer.name
