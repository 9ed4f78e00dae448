"""The program's own fonts: Inter for text (its figures are tabular), STIX Two for mathematics."""

from __future__ import annotations

import threading
from functools import cache

from PySide6.QtGui import QFont, QFontDatabase

from ..files.shipped import assets
from ..markup.mathtext import Face

FILES = (
    "Inter-Regular.ttf",
    "Inter-Medium.ttf",
    "Inter-SemiBold.ttf",
    "STIXTwo-Regular.ttf",
    "STIXTwo-Italic.ttf",
)
SANS, SERIF = "Inter", "STIX Two"
EM = 100  # text is measured and drawn at this size and scaled: the same proportions on every device


@cache
def load_fonts() -> frozenset[str]:
    """Register the shipped fonts with Qt, once; the families that are available now.

    A missing file is not an error: :func:`family` then names the system's font.  Needs a
    QGuiApplication.
    """
    loaded = {QFontDatabase.addApplicationFont(str(assets() / "fonts" / name)) for name in FILES}
    return frozenset(
        family
        for number in loaded
        if number >= 0
        for family in QFontDatabase.applicationFontFamilies(number)
    )


@cache
def family(face: Face) -> str:
    """The family of a face: ours, or the system's when ours is missing."""
    name = SANS if face == "sans" else SERIF
    if name in load_fonts():
        return name
    if face == "sans":
        return QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    fallback = QFont()
    fallback.setStyleHint(QFont.StyleHint.Serif)
    return fallback.defaultFamily() or fallback.family()


class _OfThread(threading.local):
    """The fonts of one thread.  A font is not safe to draw with in two threads at once."""

    def __init__(self) -> None:
        self.fonts: dict[tuple[Face, int, str | None], QFont] = {}


_thread_fonts = _OfThread()


def font(face: Face, weight: int = 400, sans: str | None = None) -> QFont:
    """A face at ``EM`` pixels, unhinted, so that it can be scaled; ``sans`` replaces Inter by
    another family.
    """
    fonts, key = _thread_fonts.fonts, (face, weight, sans)
    if key not in fonts:
        fonts[key] = _make_font(face, weight, sans)
    return fonts[key]


def _make_font(face: Face, weight: int, sans: str | None) -> QFont:
    result = QFont(sans if sans is not None and face == "sans" else family(face))
    result.setPixelSize(EM)
    result.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    result.setItalic(face == "italic")
    # Mathematics has one weight; for another Qt would smear it.
    result.setWeight(QFont.Weight(weight if face == "sans" else 400))
    return result


def ui_font(size_px: int = 13, weight: int = 400) -> QFont:
    """The font of widgets: Inter at a size in logical pixels."""
    result = QFont(family("sans"))
    result.setPixelSize(size_px)
    result.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    result.setWeight(QFont.Weight(weight))
    return result
