"""What a figure shows, in which format, how large, in which theme."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ...core.appearance.sizes import PRESETS
from ...exporters import EXPORTERS, ExportOptions
from ..widgets.controls import ComboField
from ..widgets.number_field import NumberField
from .export_choices import fill_choices, formats, sizes, themes, views
from .pages import fill_page, number_of, positive


class FigureForm(QWidget):
    """``view``, ``suffix`` and ``applied(options)`` are the answer; ``changed`` comes with every choice."""

    changed = Signal()

    def __init__(self, view: str, suffix: str, options: ExportOptions) -> None:
        super().__init__()
        self.view_combo, self.format_combo, self.size_combo, self.theme_combo = (ComboField() for _ in range(4))
        numbers = (options.width_mm, options.height_mm, options.font_size_pt, options.dpi)
        self.width_field, self.height_field, self.font_field, self.dpi_field = (NumberField(each, positive) for each in numbers)
        fill_choices(self.view_combo, views(), view)
        fill_choices(self.format_combo, formats(), suffix)
        fill_choices(self.theme_combo, themes(), options.theme)
        fill_choices(self.size_combo, sizes())
        self._show_size_name()
        fill_page(
            self,
            ("View", self.view_combo),
            ("Format", self.format_combo),
            ("Size", self.size_combo),
            ("Width, mm", self.width_field),
            ("Height, mm", self.height_field),
            ("Text size, pt", self.font_field),
            ("Theme", self.theme_combo),
            ("Dots per inch", self.dpi_field),
        )
        for combo in (self.view_combo, self.format_combo, self.theme_combo):
            combo.activated.connect(self.changed)
        self.size_combo.activated.connect(self._choose_size)
        for field in (self.width_field, self.height_field):
            field.entered.connect(self._show_size_name)
        for field in (self.width_field, self.height_field, self.font_field, self.dpi_field):
            field.entered.connect(self.changed)

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
        """Whether the format, which there is, is made of pixels."""
        return next(exporter.has_pixels for exporter in EXPORTERS if exporter.suffix == self.suffix)

    def applied(self, options: ExportOptions) -> ExportOptions:
        """The options with what is chosen here.

        Raises:
            ExportError: a number outside what can be drawn.
        """
        return replace(
            options,
            width_mm=number_of(self.width_field),
            height_mm=number_of(self.height_field),
            font_size_pt=number_of(self.font_field),
            dpi=number_of(self.dpi_field),
            theme=str(self.theme_combo.currentData()),
        )

    def show_view(self, view: str) -> None:
        """Choose a view."""
        self.view_combo.setCurrentIndex(max(0, self.view_combo.findData(view)))

    def _choose_size(self) -> None:
        name = str(self.size_combo.currentData())
        if name:
            size = PRESETS[name]
            self.width_field.set_value(size.width_mm)
            self.height_field.set_value(size.height_mm)
            self.font_field.set_value(size.font_size_pt)
            self.changed.emit()

    def _show_size_name(self, *_anything: object) -> None:
        size = (number_of(self.width_field), number_of(self.height_field))
        name = next((name for name, known in PRESETS.items() if (known.width_mm, known.height_mm) == size), "")
        self.size_combo.setCurrentIndex(self.size_combo.findData(name))
