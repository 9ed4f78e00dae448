"""The small pictures of the layers, painted in the theme of the canvas."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from ...core.appearance.theme import LIGHT, Theme
from ...core.memo import memo
from ...core.transform import Transform
from ...overlays.swatches import HEIGHT, WIDTH, Swatch
from ..painter import draw_marks
from ..painting import painting
from ..qt_surface import QtSurface

# Half-planes and hulls are so pale that a small patch of them would not be seen.
STRONG = 4.0


def swatch(marks: Swatch, theme: Theme, dpr: float = 1.0) -> QPixmap:
    """The picture of a layer, 24 x 16 logical pixels."""
    pixmap = QPixmap(round(WIDTH * dpr), round(HEIGHT * dpr))
    pixmap.setDevicePixelRatio(dpr)
    pixmap.fill(Qt.GlobalColor.transparent)
    with painting(pixmap) as painter:
        paint_swatch(painter, marks, QRectF(0, 0, WIDTH, HEIGHT), theme)
    return pixmap


def paint_swatch(painter: QPainter, marks: Swatch, rect: QRectF, theme: Theme) -> None:
    """Paint the picture of a layer in the middle of a rectangle."""
    small = _small(theme)
    left, top = rect.center().x() - 0.5 * WIDTH, rect.center().y() - 0.5 * HEIGHT
    transform = Transform.fit(0, WIDTH, 0, HEIGHT, left, top, WIDTH, HEIGHT)
    painter.save()
    draw_marks(QtSurface(painter, snap=True), marks, transform, small)
    painter.restore()


@memo
def _small(theme: Theme) -> Theme:
    """The theme at the size of a swatch (the projector's thick lines would fill it); its styles are made once."""
    p = theme.palette
    strong = replace(p, half_plane_opacity=STRONG * p.half_plane_opacity or 0.26, hull_opacity=1.4 * p.hull_opacity)
    return replace(LIGHT, name=f"{theme.name}-swatch", palette=strong, point=7.0, text=15.0)
