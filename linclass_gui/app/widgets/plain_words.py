"""Plain words: labels, tool tips and menus that show a text character by character, whatever a file
contains.
"""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from ...errors import printable


class PlainLabel(QLabel):
    """A label whose text is never mark-up; Qt alone would draw a class called ``<img src=...>`` as
    a picture.
    """

    def __init__(self, text: str = "", *, wraps: bool = False, tone: str = "") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)
        self.setWordWrap(wraps)
        if tone:
            self.setProperty("tone", tone)


def tip(text: str) -> str:
    """A tool tip that shows the text, which Qt might take for mark-up."""
    return f"<p>{escape(text)}</p>".replace("\n", "<br>") if "<" in text else text


def entry(text: str) -> str:
    """A text as the entry of a menu: its ampersands are no shortcuts."""
    return printable(text).replace("&", "&&")
