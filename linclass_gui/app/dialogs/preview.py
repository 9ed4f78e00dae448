"""The picture of a figure in a dialog: as large as there is room or in its true size, and as other eyes see it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from ...core.appearance.colour_vision import EYES, simulate_vision
from ...core.scene import Scene
from ...draw.paper import Page
from ...exporters import ExportOptions, exporter_of, ready
from ...exporters.legibility import Findings, findings_of
from ...exporters.pages import first_page
from ...exporters.requests import Request
from ..widgets.basics import Themed

MARGIN = 16
LEAST = QSize(440, 400)  # smaller only on screens that are


class Preview(Themed, QWidget):
    """The figure on a grey ground."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("export-preview")
        self.picture = QPixmap()
        self.is_true_size = False
        self.eyes = ""
        self.measure()

    def measure(self) -> None:
        self.setMinimumSize(self._least())

    def _least(self) -> QSize:
        return LEAST * min(1.0, self.theme.ui)

    def show_picture(self, content: bytes) -> None:
        """Show the bytes of a PNG file."""
        image = QImage.fromData(content)
        self.picture = QPixmap.fromImage(as_seen(image, self.eyes) if self.eyes in EYES else image)
        wanted = self.picture.size() / self.devicePixelRatioF() + QSize(2 * MARGIN, 2 * MARGIN)
        self.setMinimumSize(wanted.expandedTo(self._least()) if self.is_true_size else self._least())
        self.update()

    def dpi(self, options: ExportOptions) -> float:
        """The resolution of the screen in true size; else one dot for each of the preview, whatever the size on paper."""
        if self.is_true_size:
            dpi = self.logicalDpiX() * self.devicePixelRatioF()
        else:
            area = self.parentWidget() or self
            dpi = 25.4 * min(area.width() / options.width_mm, area.height() / options.height_mm) * self.devicePixelRatioF()
        return min(2400.0, max(10.0, dpi))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, p = QPainter(self), self.colours
        painter.fillRect(self.rect(), QColor(p.selected_row))
        if self.picture.isNull():
            return
        ratio = self.devicePixelRatioF()
        shown = self.picture
        if not self.is_true_size:
            room = (self.size() - QSize(2 * MARGIN, 2 * MARGIN)) * ratio
            shown = shown.scaled(room, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
        size = QSize(round(shown.width() / ratio), round(shown.height() / ratio))
        place = QRect((self.rect().center() - QRect(0, 0, size.width(), size.height()).center()), size)
        painter.drawPixmap(place, shown)


class Drawn(NamedTuple):
    """A figure as a PNG, its proposed description, what is hard to read in it, and how to draw it in other sizes."""

    picture: bytes
    alt: str
    findings: Findings
    draw: Callable[[ExportOptions], Page]


def first_picture(scene: Scene, request: Request, options: ExportOptions) -> Drawn:
    """The figure, or the first page of a film; computed in another thread."""
    ready()
    draw = first_page(scene, request)
    page = draw(replace(options, alt=""))
    return Drawn(exporter_of(".png").encode(page, options), page.alt, findings_of(page), draw)


def as_seen(image: QImage, eyes: str) -> QImage:
    """A picture under another colour vision."""
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    rows, columns, stride = image.height(), image.width(), image.bytesPerLine()
    data = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(rows, stride)[:, : 3 * columns].reshape(rows, columns, 3)
    changed = np.ascontiguousarray(simulate_vision(data, eyes))
    return QImage(changed.tobytes(), columns, rows, 3 * columns, QImage.Format.Format_RGB888).copy()
