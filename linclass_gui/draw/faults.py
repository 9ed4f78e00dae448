"""A picture that cannot be drawn: a sentence in its place, drawn without our own drawing code,
which might fail again.
"""

from __future__ import annotations

import traceback

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from ..errors import SAFE, log_fault
from ..scene.theme import Theme

MARGIN = 8.0
SMALL = 11  # pixels, for a row or a field


def fault_sentence(error: BaseException) -> str:
    """Log the fault (once), and say what is missing here and why."""
    return f"This cannot be drawn ({log_fault(error)}). {SAFE}"


def paint_fault(painter: QPainter, rect: QRectF, error: BaseException, theme: Theme) -> None:
    """Write in a rectangle why nothing is drawn there; the painter is in the state in which its
    owner passed it.
    """
    sentence = fault_sentence(error)
    # The frames of the fault hold painters of their own; on one device only one may be at work.
    traceback.clear_frames(error.__traceback__)
    painter.setClipping(False)
    painter.setOpacity(1.0)
    painter.fillRect(rect, QColor(theme.palette.canvas))
    font = QFont(painter.font())
    font.setPixelSize(round(theme.text) if rect.height() > 4 * MARGIN + 3 * theme.text else SMALL)
    painter.setFont(font)
    painter.setPen(QColor(theme.palette.ink_2))
    inside = rect.adjusted(MARGIN, 0.0, -MARGIN, 0.0)
    painter.drawText(
        inside, int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap), sentence
    )
