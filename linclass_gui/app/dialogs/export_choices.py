"""The choices of an export, each with its words and its value, on pages of labelled fields."""

from __future__ import annotations

from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QFormLayout, QWidget

from ...core.appearance.colour_vision import EYES
from ...core.appearance.sizes import PRESETS
from ...core.appearance.theme import THEMES
from ...exporters import EXPORTERS
from ...exporters.motion import mp4
from ...exporters.scenes import CANVAS
from ...plots import PLOTS
from ..widgets.controls import ComboField

CUSTOM = "custom size"
Choices = list[tuple[str, str]]
MP4_MISSING = "MP4, a film (not installed)"  # choosing it shows what to install


def views() -> Choices:
    """The canvas and the linked plots."""
    return [("Canvas", CANVAS), *((plot.title, plot.name) for plot in PLOTS)]


def formats() -> Choices:
    """The file formats by their suffixes; videos also where their encoder is missing."""
    there = [(exporter.title, exporter.suffix) for exporter in EXPORTERS]
    return there if mp4.is_there() else [*there, (MP4_MISSING, ".mp4")]


def sizes() -> Choices:
    """The sizes with names, and the entry for none of them."""
    named = [(f"{s.title} ({s.width_mm:g} × {s.height_mm:g} mm, {s.font_size_pt:g} pt)", name) for name, s in PRESETS.items()]
    return [*named, (CUSTOM, "")]


def themes() -> Choices:
    """The themes."""
    return [(name, name) for name in THEMES]


def fonts() -> Choices:
    """The font of the figures, then those of the system."""
    return [("Inter (its own)", ""), *((family, family) for family in QFontDatabase.families())]


def eyes() -> Choices:
    """The kinds of colour vision for the preview."""
    return [("in colour", ""), ("in greys", "grey"), *((f"with {name}", name) for name in EYES if name != "grey")]


def fill_choices(combo: ComboField, choices: Choices, chosen: str | None = None) -> None:
    """Fill a field with choices and select one, the first where that is not among them."""
    for title, value in choices:
        combo.addItem(title, value)
    if chosen is not None:
        combo.setCurrentIndex(max(0, combo.findData(chosen)))


def fill_page(page: QWidget, *rows: tuple[str, QWidget]) -> QWidget:
    """The page with a field a row, each behind its label."""
    form = QFormLayout(page)
    form.setContentsMargins(0, 12, 0, 0)
    form.setHorizontalSpacing(16)
    form.setVerticalSpacing(8)
    for label, widget in rows:
        form.addRow(label, widget)
    return page


def positive(value: object) -> str | None:
    """What is wrong with a length or factor, None if nothing is."""
    return None if isinstance(value, int | float) and value > 0 else "a number above 0"
