"""Icons and swatches: all there, inside their boxes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter
from recording import picture

from linclass_gui.draw.small_pictures import BOX, NAMES, icon_path, paint_swatch
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


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("layer", SWITCHABLE, ids=lambda layer: layer.name)
def test_every_layer_has_a_swatch(layer: Layer, theme: type) -> None:
    box, paper = QRectF(0, 0, WIDTH, HEIGHT), QColor(theme.palette.canvas)

    def paint(painter: QPainter) -> None:
        painter.fillRect(box, paper)
        paint_swatch(painter, layer.swatch, box, theme)

    pixels = picture(int(WIDTH), int(HEIGHT), paint, 2.0)
    assert (abs(pixels - pixels[0, 0]) > 20).any()
