"""Small pictures of lessons: the marks of the canvas without its words."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtGui import QColor, QImage

from ..answers.scenes import scene_of
from ..draw.device_figure import figure_for_device
from ..draw.painter import draw_marks
from ..draw.qt_surface import QtSurface, painting
from ..layers.canvas import canvas_figure
from ..lessons.lesson import Lesson
from ..scene.marks import Area, Dots, Path
from ..scene.theme import Theme
from ..scene.view import Transform

SHARPNESS = 2  # pixels of the picture for one of the card
# of the sizes in the window, on a card; a picture twice as wide has the full sizes
POINT, LINE = 0.5, 0.7
CARD = 208.0
LEFT_OUT = frozenset({"grid", "trial-handle", "projector", "mirror"})


def thumbnail(lesson: Lesson, theme: Theme, width: int, height: int) -> QImage:
    """The picture with which a lesson begins."""
    image = QImage(SHARPNESS * width, SHARPNESS * height, QImage.Format.Format_RGB32)
    image.fill(QColor(theme.palette.canvas))
    scene = scene_of(lesson.document)
    view = scene.view.with_aspect(width, height / lesson.document.stretch)
    scene = replace(scene, view=view, pixel=view.width / width)
    point, line = (min(1.0, part * width / CARD) for part in (POINT, LINE))
    small = replace(
        theme, name=f"{theme.name}-{width}", point=point * theme.point, line=line * theme.line
    )
    transform = Transform.of(view, (0.0, 0.0, float(width), float(height)))
    figure_marks = figure_for_device(canvas_figure(scene), transform, small).marks
    marks = [
        mark
        for mark in figure_marks
        if isinstance(mark, Dots | Path | Area) and mark.role not in LEFT_OUT
    ]
    with painting(image) as painter:
        painter.scale(SHARPNESS, SHARPNESS)
        draw_marks(QtSurface(painter), marks, transform, small)
    return image
