"""A surface that remembers what was drawn on it, and small pictures to compare."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage, QPainter

from linclass_gui.draw.lettering import Layout
from linclass_gui.draw.paper import Cell, FigureGrid, Page, Source, lay_out_grid
from linclass_gui.draw.surface import Rect
from linclass_gui.figures import sources
from linclass_gui.figures.formats import exporter_of, ready
from linclass_gui.figures.settings import ExportOptions
from linclass_gui.scene.styles import Style
from linclass_gui.scene.theme import Theme
from solvers import Floats


@dataclass
class RecordingSurface:
    """Remembers every call as (name, arguments)."""

    calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def lines(self, runs: Sequence[Floats], style: Style, closed: bool = False) -> None:
        self.calls.append(
            ("lines", {"runs": [run.tolist() for run in runs], "style": style, "closed": closed})
        )

    def polygon(self, points: Floats, fill: str, opacity: float = 1.0, smooth: bool = True) -> None:
        self.calls.append(
            ("polygon", {"points": points.tolist(), "fill": fill, "opacity": opacity})
        )

    def symbols(self, xy: Floats, style: Style, sizes: Floats | None = None) -> None:
        self.calls.append(("symbols", {"xy": xy.tolist(), "style": style, "sizes": sizes}))

    def image(self, rect: Rect, rgb: NDArray[np.uint8]) -> None:
        self.calls.append(("image", {"rect": rect, "rgb": rgb}))

    def text(
        self,
        layout: Layout,
        x: float,
        y: float,
        colour: str,
        angle: float = 0.0,
        opacity: float = 1.0,
        halo: str | None = None,
    ) -> None:
        self.calls.append(
            (
                "text",
                {"layout": layout, "x": x, "y": y, "colour": colour, "angle": angle, "halo": halo},
            )
        )

    def named(self, name: str) -> list[dict[str, Any]]:
        """The arguments of all calls of one operation."""
        return [arguments for called, arguments in self.calls if called == name]


def page_of(source: Source, width: float, height: float, theme: Theme) -> Page:
    """One figure on a page."""
    return lay_out_grid(FigureGrid((Cell(source),), 1), width, height, theme)


def picture(
    width: int, height: int, paint: Callable[[QPainter], object], scale: float = 1.0
) -> NDArray[np.int16]:
    """What ``paint`` draws on white, as an array (height, width, 3)."""
    image = QImage(round(width * scale), round(height * scale), QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    image.setDevicePixelRatio(scale)
    painter = QPainter(image)
    paint(painter)
    painter.end()
    pixels = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(
        image.height(), image.width(), 4
    )
    return pixels[..., 2::-1].astype(np.int16)


def figure_bytes(
    source: Source | FigureGrid, suffix: str, options: ExportOptions | None = None
) -> bytes:
    """The content of a figure file."""
    options = options or ExportOptions()
    ready()
    grid = source if isinstance(source, FigureGrid) else FigureGrid((Cell(source),), 1)
    return exporter_of(suffix).encode(sources.page_of(grid, options), options)
