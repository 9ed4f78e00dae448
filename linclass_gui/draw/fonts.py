"""The program's own fonts: Inter for text (its figures are tabular), STIX Two for mathematics."""

from __future__ import annotations

import threading
from functools import cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontDatabase, QPainterPath, QRawFont, QTextLayout, QTextOption

from ..files.shipped import assets
from ..markup.mathtext import Face

FILES: dict[tuple[Face, int], str] = {  # by face and weight
    ("sans", 400): "Inter-Regular.ttf",
    ("sans", 500): "Inter-Medium.ttf",
    ("sans", 600): "Inter-SemiBold.ttf",
    ("serif", 400): "STIXTwo-Regular.ttf",
    ("italic", 400): "STIXTwo-Italic.ttf",
}
SANS, SERIF = "Inter", "STIX Two"
EM = 100  # text is measured and drawn at this size and scaled: the same proportions on every device


@cache
def load_fonts() -> frozenset[str]:
    """Register the shipped fonts with Qt, once; the families that are available now.

    A missing file is not an error: :func:`family` then names the system's font.  Needs a
    QGuiApplication.
    """
    loaded = {QFontDatabase.addApplicationFont(_path(name)) for name in FILES.values()}
    return frozenset(
        family
        for number in loaded
        if number >= 0
        for family in QFontDatabase.applicationFontFamilies(number)
    )


def _path(name: str) -> str:
    return str(assets() / "fonts" / name)


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
        self.copies: dict[str, QRawFont] = {}


_thread_fonts = _OfThread()


def font(face: Face, weight: int = 400, sans: str | None = None) -> QFont:
    """A face at ``EM`` pixels, unhinted, so that it can be scaled; ``sans`` replaces Inter by
    another family.
    """
    fonts, key = _thread_fonts.fonts, (face, weight, sans)
    if key not in fonts:
        fonts[key] = _make_font(face, weight, sans)
    return fonts[key]


def direction_of(text: str) -> Qt.LayoutDirection:
    """From left to right for a text with blanks at an end, also of letters that are written from
    right to left: its blanks stay between it and the text beside it.
    """
    direction = Qt.LayoutDirection
    return direction.LayoutDirectionAuto if text == text.strip() else direction.LeftToRight


def outlines(text: str, face: Face, weight: int = 400, sans: str | None = None) -> QPainterPath:
    """A text at ``EM`` pixels as outlines, which do not depend on the texts painted before.

    A glyph that Qt paints between two pixels leaves its shift in the open font file, and outlines
    would take it over.  So they come from copies of the shipped files, which nothing is painted
    with.
    """
    shaped = QTextLayout(text, font(face, weight, sans))
    option = QTextOption()
    option.setTextDirection(direction_of(text))
    shaped.setTextOption(option)
    shaped.beginLayout()
    line = shaped.createLine()
    shaped.endLayout()
    path = QPainterPath()
    for run in shaped.glyphRuns():
        source = run.rawFont()
        if sans is None and (face, weight) in FILES and source.familyName() in (SANS, SERIF):
            source = _copy_of(FILES[face, weight])
        for glyph, place in zip(run.glyphIndexes(), run.positions(), strict=True):
            path.addPath(
                source.pathForGlyph(glyph).translated(place.x(), place.y() - line.ascent())
            )
    return path


def _copy_of(name: str) -> QRawFont:
    copies = _thread_fonts.copies
    if name not in copies:
        unhinted = QFont.HintingPreference.PreferNoHinting
        copies[name] = QRawFont(_path(name), float(EM), unhinted)
    return copies[name]


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
