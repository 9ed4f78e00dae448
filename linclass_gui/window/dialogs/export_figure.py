"""The view, format, size and theme of a figure; its look, and its description for readers who
cannot see it.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QWidget

from ...figures import mp4
from ...figures.formats import EXPORTERS
from ...figures.options import ExportOptions
from ...figures.sources import CANVAS
from ...plots import PLOTS
from ...scene.colours import EYES
from ...scene.theme import PRESETS
from ..widgets.controls import ComboField
from .setting_fields import SettingFields, fill_choices, fill_page

CUSTOM = "custom size"
TextChoices = list[tuple[str, str]]  # values with their titles
MP4_MISSING = "MP4, a film (not installed)"  # choosing it shows what to install


def views() -> TextChoices:
    """The canvas and the linked plots."""
    return [(CANVAS, "Canvas"), *((plot.name, plot.title) for plot in PLOTS)]


def formats() -> TextChoices:
    """The file formats by their suffixes; videos also where their encoder is missing."""
    suffixes = [(exporter.suffix, exporter.title) for exporter in EXPORTERS]
    return suffixes if mp4.is_there() else [*suffixes, (".mp4", MP4_MISSING)]


def sizes() -> TextChoices:
    """The sizes with names, and the entry for none of them."""
    presets = [
        (name, f"{s.title} ({s.width_mm:g} × {s.height_mm:g} mm, {s.font_size_pt:g} pt)")
        for name, s in PRESETS.items()
    ]
    return [*presets, ("", CUSTOM)]


def fonts() -> TextChoices:
    """The font of the figures, then the fonts of the system."""
    return [("", "Inter (its own)"), *((family, family) for family in QFontDatabase.families())]


def eyes() -> TextChoices:
    """The kinds of colour vision for the preview."""
    return [
        ("", "in colour"),
        ("grey", "in greys"),
        *((name, f"with {name}") for name in EYES if name != "grey"),
    ]


class FigureForm(QWidget):
    """``view``, ``suffix`` and ``apply_to(options)`` are the answer; ``changed`` comes with every
    choice.
    """

    changed = Signal()

    def __init__(self, view: str, suffix: str, options: ExportOptions) -> None:
        super().__init__()
        self.view_combo, self.format_combo, self.size_combo = (ComboField() for _ in range(3))
        fill_choices(self.view_combo, views(), view)
        fill_choices(self.format_combo, formats(), suffix)
        fill_choices(self.size_combo, sizes())
        self.fields = SettingFields("figure", options)
        self._show_size_name()
        fill_page(
            self,
            [
                ("View", self.view_combo),
                ("Format", self.format_combo),
                ("Size", self.size_combo),
                *self.fields.rows(),
            ],
        )
        for combo in (self.view_combo, self.format_combo):
            combo.activated.connect(self.changed)
        self.size_combo.activated.connect(self._choose_size)
        for key in ("width", "height"):
            self.fields.numbers[key].entered.connect(self._show_size_name)
        self.fields.connect(self.changed)

    @property
    def view(self) -> str:
        """``canvas`` or the name of a plot."""
        return str(self.view_combo.currentData())

    @property
    def suffix(self) -> str:
        """The format, as its suffix."""
        return str(self.format_combo.currentData())

    @property
    def has_pixels(self) -> bool:
        """Whether the format is a raster image."""
        return next(exporter.has_pixels for exporter in EXPORTERS if exporter.suffix == self.suffix)

    def apply_to(self, options: ExportOptions) -> ExportOptions:
        """The options with what is chosen here.

        Raises:
            ExportError: a number outside what can be drawn.
        """
        return replace(options, **self.fields.values())

    def show_view(self, view: str) -> None:
        """Choose a view."""
        self.view_combo.setCurrentIndex(max(0, self.view_combo.findData(view)))

    def use_size(self, options: ExportOptions) -> None:
        """Take the width and the height of some options."""
        self._show_size(options.width_mm, options.height_mm)
        self._show_size_name()
        self.changed.emit()

    def _show_size(self, width: float, height: float) -> None:
        self.fields.numbers["width"].set_value(width)
        self.fields.numbers["height"].set_value(height)

    def _choose_size(self) -> None:
        name = str(self.size_combo.currentData())
        if name:
            size = PRESETS[name]
            self._show_size(size.width_mm, size.height_mm)
            self.fields.numbers["text"].set_value(size.font_size_pt)
            self.changed.emit()

    def _show_size_name(self, *_arguments: object) -> None:
        size = (self.fields.numbers["width"].number, self.fields.numbers["height"].number)
        name = next(
            (
                name
                for name, preset in PRESETS.items()
                if (preset.width_mm, preset.height_mm) == size
            ),
            "",
        )
        self.size_combo.setCurrentIndex(self.size_combo.findData(name))


class LookForm(QWidget):
    """``apply_to(options)`` is the answer; ``changed`` comes with every visible choice."""

    changed = Signal()

    def __init__(self, options: ExportOptions, proposed: str) -> None:
        super().__init__()
        self.fields = SettingFields("look", options, {"font": fonts()})
        self.alt = self.fields.texts["alt"]
        self.alt.setPlaceholderText(proposed)
        fill_page(self, self.fields.rows())
        self.fields.connect(self.changed)

    def apply_to(self, options: ExportOptions) -> ExportOptions:
        """The options with what is chosen here.

        Raises:
            ExportError: a number outside what can be drawn.
        """
        return replace(options, **self.fields.values())
