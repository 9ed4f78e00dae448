"""The view, format, size and theme of a figure; its look, and its description for readers who
cannot see it.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QFormLayout, QPlainTextEdit, QSizePolicy, QWidget

from ...figures import mp4
from ...figures.formats import EXPORTERS, ExportOptions
from ...figures.sources import CANVAS
from ...plots import PLOTS
from ...scene.colours import EYES
from ...scene.theme import PRESETS, THEMES
from ..widgets.controls import ComboField, TickBox
from ..widgets.number_field import NumberField

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
    named = [
        (f"{s.title} ({s.width_mm:g} × {s.height_mm:g} mm, {s.font_size_pt:g} pt)", name)
        for name, s in PRESETS.items()
    ]
    return [*named, (CUSTOM, "")]


def themes() -> Choices:
    """The themes."""
    return [(name, name) for name in THEMES]


def fonts() -> Choices:
    """The font of the figures, then those of the system."""
    return [("Inter (its own)", ""), *((family, family) for family in QFontDatabase.families())]


def eyes() -> Choices:
    """The kinds of colour vision for the preview."""
    return [
        ("in colour", ""),
        ("in greys", "grey"),
        *((f"with {name}", name) for name in EYES if name != "grey"),
    ]


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


class FigureForm(QWidget):
    """``view``, ``suffix`` and ``applied(options)`` are the answer; ``changed`` comes with every
    choice.
    """

    changed = Signal()

    def __init__(self, view: str, suffix: str, options: ExportOptions) -> None:
        super().__init__()
        self.view_combo, self.format_combo, self.size_combo, self.theme_combo = (
            ComboField() for _ in range(4)
        )
        numbers = (options.width_mm, options.height_mm, options.font_size_pt, options.dpi)
        self.width_field, self.height_field, self.font_field, self.dpi_field = (
            NumberField(each, positive) for each in numbers
        )
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
        """Whether the format is a raster image."""
        return next(exporter.has_pixels for exporter in EXPORTERS if exporter.suffix == self.suffix)

    def apply_to(self, options: ExportOptions) -> ExportOptions:
        """The options with what is chosen here.

        Raises:
            ExportError: a number outside what can be drawn.
        """
        return replace(
            options,
            width_mm=self.width_field.number,
            height_mm=self.height_field.number,
            font_size_pt=self.font_field.number,
            dpi=self.dpi_field.number,
            theme=str(self.theme_combo.currentData()),
        )

    def show_view(self, view: str) -> None:
        """Choose a view."""
        self.view_combo.setCurrentIndex(max(0, self.view_combo.findData(view)))

    def use_size(self, options: ExportOptions) -> None:
        """Take the width and the height of some options."""
        self.width_field.set_value(options.width_mm)
        self.height_field.set_value(options.height_mm)
        self._show_size_name()
        self.changed.emit()

    def _choose_size(self) -> None:
        name = str(self.size_combo.currentData())
        if name:
            size = PRESETS[name]
            self.width_field.set_value(size.width_mm)
            self.height_field.set_value(size.height_mm)
            self.font_field.set_value(size.font_size_pt)
            self.changed.emit()

    def _show_size_name(self, *_anything: object) -> None:
        size = (self.width_field.number, self.height_field.number)
        name = next(
            (name for name, known in PRESETS.items() if (known.width_mm, known.height_mm) == size),
            "",
        )
        self.size_combo.setCurrentIndex(self.size_combo.findData(name))


class LookForm(QWidget):
    """``applied(options)`` is the answer; ``changed`` comes with every visible choice."""

    changed = Signal()

    def __init__(self, options: ExportOptions, proposed: str) -> None:
        super().__init__()
        self.font_combo = ComboField()
        self.lines_field, self.points_field = (
            NumberField(each, positive) for each in (options.line_factor, options.point_factor)
        )
        self.transparent, self.outlines = (
            TickBox("transparent background"),
            TickBox("text as outlines"),
        )
        self.alt = QPlainTextEdit(options.alt)
        self.alt.setAccessibleName("Alternative text")
        self.alt.setPlaceholderText(proposed)
        self.alt.setTabChangesFocus(True)
        self.alt.setFixedHeight(96)
        self.alt.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        fill_choices(self.font_combo, fonts(), options.font or "")
        self.transparent.setChecked(options.transparent)
        self.outlines.setChecked(options.text_as_outlines)
        fill_page(
            self,
            ("Font", self.font_combo),
            ("Lines, times", self.lines_field),
            ("Points, times", self.points_field),
            ("", self.transparent),
            ("", self.outlines),
            ("Text for\nscreen readers", self.alt),
        )
        self.font_combo.activated.connect(self.changed)
        for field in (self.lines_field, self.points_field):
            field.entered.connect(self.changed)
        for box in (self.transparent, self.outlines):
            box.clicked.connect(self.changed)

    def apply_to(self, options: ExportOptions) -> ExportOptions:
        """The options with what is chosen here.

        Raises:
            ExportError: a number outside what can be drawn.
        """
        return replace(
            options,
            line_factor=self.lines_field.number,
            point_factor=self.points_field.number,
            font=str(self.font_combo.currentData()) or None,
            transparent=self.transparent.isChecked(),
            text_as_outlines=self.outlines.isChecked(),
            alt=self.alt.toPlainText().strip(),
        )
