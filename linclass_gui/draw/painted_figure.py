"""A figure in a rectangle of the window: its axes and all its marks, painted as often as needed."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from solvers import Floats

from ..scene.marks import Figure, Mark, Path
from ..scene.theme import LIGHT, Theme
from ..scene.view import Transform
from .axes import draw_axes, draw_heading, draw_message, inner_edges, transform_of
from .device_figure import figure_for_device
from .faults import paint_fault
from .picture_cache import MarkAges, PictureCache, Rendering, device_of
from .placing.placed_words import PlacedWords
from .placing.placer import Placer
from .rows import shorten_legend
from .sprites import WindowSurface


class Ready(NamedTuple):
    """A figure ready to be painted: made for its device, its marks (those at rest as painted
    before), and their look.
    """

    figure: Figure
    marks: tuple[Mark, ...]
    look: Rendering
    source: tuple[Mark, ...]  # the original marks, without words

    @property
    def pixels(self) -> tuple[object, ...]:
        """All that determines the pixels besides the marks."""
        f = self.figure
        return f.heading, self.look, f.x, f.y, f.lanes, f.legend, f.ends, f.grid, f.message


class PaintedFigure:
    """Shows a figure in a rectangle of a widget, in the pixels of the widget.

    The range of the axes is that of the figure; ``mapping`` is the transform between data and
    pixels, for hit-testing.  Figures with equal axes are drawn as a canvas: edge to edge, tick
    labels inside.
    """

    def __init__(self) -> None:
        self._figure: Figure | None = None
        self._shown: Figure | None = None  # with the names that there is room for
        self._theme: Theme | None = None
        self._rect = QRectF()
        self._mapping: Transform | None = None
        self._in_motion = False
        self._begin_anew()

    @property
    def figure(self) -> Figure | None:
        """The figure that is shown."""
        return self._figure

    @property
    def mapping(self) -> Transform | None:
        """The transform from data units to pixels; None before there is a figure and room for
        it.
        """
        if (
            self._mapping is None
            and self._figure is not None
            and self._theme is not None
            and not self._rect.isEmpty()
        ):
            r = self._rect
            self._shown = shorten_legend(self._figure, r.width(), r.height(), self._theme)
            self._mapping = transform_of(
                self._shown, (r.left(), r.top(), r.width(), r.height()), self._theme
            )
        return self._mapping

    def _begin_anew(self) -> None:
        """Forget the frames before."""
        self._baked, self._resting, self._placer = PictureCache(), MarkAges(), Placer()
        self._ready: Ready | None = None  # the figure, once it was needed
        self._painted: Ready | None = None
        self._painted_rect = QRectF()

    def set_figure(self, figure: Figure, theme: Theme, in_motion: bool = False) -> bool:
        """Show another figure; marks that are the same objects as before cost nothing.  True: it
        must be painted.

        In motion, marks that have moved invisibly little stay where they are; at rest each is
        painted once more in its own place.
        """
        theme = theme.for_points(figure.points)
        comes_to_rest, self._in_motion = self._in_motion and not in_motion, in_motion
        if figure is self._figure and theme is self._theme:
            return comes_to_rest
        self._figure, self._theme, self._mapping, self._ready = figure, theme, None, None
        return comes_to_rest or not self._looks_as_painted()

    def _looks_as_painted(self) -> bool:
        """Whether the picture would look like the one painted last and need not be painted
        again.
        """
        painted, figure = self._painted, self._figure
        if painted is None or figure is None or self._painted_rect != self._rect:
            return False
        if not self._in_motion and figure.marks != painted.source:
            return False  # other marks show at rest; words are placed only when it is painted
        try:
            self._ready = ready = self._made_ready(painted.look[2:])
        except Exception:
            return False  # painting it reports the fault
        return ready is not None and ready.marks == painted.marks and ready.pixels == painted.pixels

    @property
    def placed_words(self) -> tuple[PlacedWords, ...]:
        """The words of the last picture, in pixels of the widget."""
        return self._placer.places

    def line_places(self, role: str) -> list[Floats]:
        """The corners of the lines of a role, in pixels of the widget."""
        if self._figure is None or self.mapping is None:
            return []
        marks = (mark for mark in self._figure.marks if isinstance(mark, Path))
        return [self.mapping.map(mark.xy) for mark in marks if mark.role == role]

    def set_rect(self, rect: QRectF) -> None:
        """Fill another rectangle of the widget."""
        if rect != self._rect:
            self._rect, self._mapping = QRectF(rect), None

    def handle_at(self, position: QPointF, reach_px: float = 12.0) -> str | None:
        """The name of the handle of the figure nearest to a position, within reach."""
        if self._figure is None or self.mapping is None:
            return None
        distances = {}
        for handle in self._figure.handles:
            x, y = self.mapping.point(*handle.at)
            dx = position.x() - x if handle.axis in {"x", "both"} else 0.0
            dy = position.y() - y if handle.axis in {"y", "both"} else 0.0
            distances[handle.name] = (dx * dx + dy * dy) ** 0.5
        name = min(distances, key=distances.__getitem__, default=None)
        return name if name is not None and distances[name] <= reach_px else None

    def paint(self, painter: QPainter) -> None:
        """Paint the figure, or a sentence where it cannot be painted."""
        handed_over = painter.worldTransform()
        try:
            self._paint(painter)
        except Exception as error:
            painter.setWorldTransform(handed_over)
            self._begin_anew()
            paint_fault(painter, self._rect, error, self._theme or LIGHT)

    def _made_ready(self, device: tuple[float, float, float]) -> Ready | None:
        """The figure with its words and symbols in their places, None while there is no room for
        it.
        """
        mapping, theme = self.mapping, self._theme
        if mapping is None or theme is None or self._shown is None:
            return None
        figure, look = (
            figure_for_device(self._shown, mapping, theme),
            Rendering(mapping, theme, *device),
        )
        figure = self._placer.place_words(
            figure, mapping, theme, taken_rectangles=inner_edges(figure, mapping, theme)
        )
        return Ready(
            figure,
            self._resting.next_marks(figure.marks, mapping, look, self._in_motion),
            look,
            self._shown.marks,
        )

    def _paint(self, painter: QPainter) -> None:
        """The background, the grid, the marks in their order, and the axes on top."""
        device, ready = device_of(painter), self._ready
        # Painting it again counts as one more frame of rest.
        if (
            ready is None
            or ready is self._painted
            or ready.look[2:] != device
            or self._mapping is None
        ):
            self._ready = ready = self._made_ready(device)
        if ready is None:
            return
        surface, (figure, marks, look, _) = WindowSurface(painter), ready
        transform, theme, r = look.transform, look.theme, self._rect
        rect = (r.left(), r.top(), r.width(), r.height())
        if figure.message and not figure.marks:
            painter.fillRect(self._rect, QColor(theme.palette.canvas))
            draw_message(surface, figure, transform, theme)
        else:
            self._baked.draw(surface, self._rect, figure, marks, self._resting.ages, look)
            if figure.equal:  # the axes of a plot are on its ground
                draw_axes(surface, figure, transform, theme, rect)
            draw_heading(surface, figure, transform, theme, rect)
            if figure.message:
                draw_message(surface, figure, transform, theme, theme.palette.canvas)
        self._painted, self._painted_rect = ready, self._rect
