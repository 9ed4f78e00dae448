"""The look of a figure: font, strokes, background, and its description for readers who cannot see it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from ...exporters import ExportOptions
from ..widgets.controls import ComboField, TickBox
from ..widgets.number_field import NumberField
from .export_choices import fill_choices, fonts
from .pages import fill_page, number_of, positive


class LookForm(QWidget):
    """``applied(options)`` is the answer; ``changed`` comes with every choice that can be seen."""

    changed = Signal()

    def __init__(self, options: ExportOptions, proposed: str) -> None:
        super().__init__()
        self.font_combo = ComboField()
        self.lines_field, self.points_field = (NumberField(each, positive) for each in (options.line_factor, options.point_factor))
        self.transparent, self.outlines = TickBox("transparent background"), TickBox("text as outlines")
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
            ("Said to who\ncannot see it", self.alt),
        )
        self.font_combo.activated.connect(self.changed)
        for field in (self.lines_field, self.points_field):
            field.entered.connect(self.changed)
        for box in (self.transparent, self.outlines):
            box.clicked.connect(self.changed)

    def applied(self, options: ExportOptions) -> ExportOptions:
        """The options with what is chosen here.

        Raises:
            ExportError: a number outside what can be drawn.
        """
        return replace(
            options,
            line_factor=number_of(self.lines_field),
            point_factor=number_of(self.points_field),
            font=str(self.font_combo.currentData()) or None,
            transparent=self.transparent.isChecked(),
            text_as_outlines=self.outlines.isChecked(),
            alt=self.alt.toPlainText().strip(),
        )
