"""The dialog of an export: what, how large, in which look, with a picture of the result that follows every choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QHBoxLayout, QVBoxLayout, QWidget

from ...core.errors import UserError
from ...core.scene import Scene
from ...core.sizes import SIZES
from ...core.theme import THEMES
from ...draw.figure import Source
from ...exporters import EXPORTERS, ExportOptions, figure_bytes
from ...plots import PLOTS
from ..session.newest import Newest, said
from ..widgets.basics import Themed, restyle
from ..widgets.controls import ComboField, TickBox
from ..widgets.number_field import NumberField, refused_field
from ..widgets.plain_words import PlainLabel
from .small import plain, theme_of

CANVAS = "canvas"
PREVIEW_DELAY_MS = 80
CUSTOM = "custom size"
DRAWING = "Drawing…"
SIZE_TITLES = {
    "beamer-16x9": "Beamer 16:9",
    "beamer-16x9-half": "Beamer 16:9, half",
    "beamer-4x3": "Beamer 4:3",
    "powerpoint": "PowerPoint",
    "a4-column": "A4 column",
}
MakeSource = Callable[[Scene, str, ExportOptions], Source]


class Preview(Themed, QWidget):
    """The figure on a grey ground, as large as there is room."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("export-preview")
        self.setMinimumSize(QSize(440, 400))
        self.picture = QPixmap()

    def show_picture(self, content: bytes) -> None:
        """Show the bytes of a PNG file."""
        self.picture = QPixmap()
        self.picture.loadFromData(content)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, p = QPainter(self), self.colours
        painter.fillRect(self.rect(), QColor(p.selected_row))
        if self.picture.isNull():
            return
        room = self.size() - QSize(32, 32)
        ratio = self.devicePixelRatioF()
        shown = self.picture.scaled(room * ratio, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
        shown.setDevicePixelRatio(ratio)
        size = shown.deviceIndependentSize()
        painter.drawPixmap(int(0.5 * (self.width() - size.width())), int(0.5 * (self.height() - size.height())), shown)


class ExportDialog(QDialog):
    """``view``, ``suffix`` and ``options`` are the answer; wrong numbers are said below the picture and cannot be exported."""

    def __init__(
        self, scene: Scene, make_source: MakeSource, view: str, suffix: str, options: ExportOptions, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._scene, self._make_source, self._start = scene, make_source, options
        self._newest = Newest("preview", self)
        self.setWindowTitle("Export figure")
        self.setObjectName("export-dialog")
        self.preview, self.verdict = Preview(), PlainLabel()
        self.verdict.setWordWrap(True)
        self.verdict.setProperty("tone", "second")
        self._make_fields(options)
        self._fill(view, suffix, options)
        self._lay_out()
        restyle(self, theme_of(parent))
        self._timer = QTimer(self, singleShot=True, interval=PREVIEW_DELAY_MS)
        self._timer.timeout.connect(self.draw)
        self._connect()
        self.draw()

    # --- building ---------------------------------------------------------------------------------------------------------

    def _make_fields(self, options: ExportOptions) -> None:
        self.view_combo, self.format_combo, self.size_combo, self.theme_combo = (ComboField() for _ in range(4))
        self.width_field, self.height_field, self.font_field, self.dpi_field = (
            NumberField(value, _positive) for value in (options.width_mm, options.height_mm, options.font_size_pt, options.dpi)
        )
        self.transparent = TickBox("transparent background")
        self.outlines = TickBox("text as outlines")

    def _fill(self, view: str, suffix: str, options: ExportOptions) -> None:
        for name, title in ((CANVAS, "Canvas"), *((plot.name, plot.title) for plot in PLOTS)):
            self.view_combo.addItem(title, name)
        for exporter in EXPORTERS:
            self.format_combo.addItem(exporter.title, exporter.suffix)
        for name, (width, height) in SIZES.items():
            self.size_combo.addItem(f"{SIZE_TITLES.get(name, name)} ({width:g} × {height:g} mm)", name)
        self.size_combo.addItem(CUSTOM, "")
        for name in THEMES:
            self.theme_combo.addItem(name, name)
        for combo, wanted in ((self.view_combo, view), (self.format_combo, suffix), (self.theme_combo, options.theme)):
            combo.setCurrentIndex(max(0, combo.findData(wanted)))
        self.transparent.setChecked(options.transparent)
        self.outlines.setChecked(options.text_as_outlines)
        self._show_size_name()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        for label, widget in (
            ("View", self.view_combo),
            ("Format", self.format_combo),
            ("Size", self.size_combo),
            ("Width, mm", self.width_field),
            ("Height, mm", self.height_field),
            ("Text size, pt", self.font_field),
            ("Theme", self.theme_combo),
            ("Dots per inch", self.dpi_field),
            ("", self.transparent),
            ("", self.outlines),
        ):
            form.addRow(label, widget)
        left = QVBoxLayout()
        left.setSpacing(16)
        left.addLayout(form)
        left.addWidget(self.verdict)
        left.addStretch(1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.export_button = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.export_button.setText("Export…")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        plain(buttons)
        left.addWidget(buttons)
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 24, 24, 24)
        row.setSpacing(24)
        side = QWidget()
        scale = theme_of(self.parentWidget()).ui
        side.setFixedWidth(round(360 * scale))
        side.setLayout(left)
        left.setContentsMargins(0, 0, 0, 0)
        row.addWidget(side)
        row.addWidget(self.preview, 1)
        self.resize(round(960 * scale), round(560 * scale))

    def _connect(self) -> None:
        for combo in (self.view_combo, self.format_combo, self.theme_combo):
            combo.activated.connect(self._changed)
        self.size_combo.activated.connect(self._choose_size)
        for field in (self.width_field, self.height_field):
            field.entered.connect(self._show_size_name)
        for field in (self.width_field, self.height_field, self.font_field, self.dpi_field):
            field.entered.connect(self._changed)
        self.transparent.clicked.connect(self._changed)
        self.outlines.clicked.connect(self._changed)

    def accept(self) -> None:
        """Close with OK, unless a number has just been refused."""
        if refused_field(self) is None:
            super().accept()

    # --- the answer -------------------------------------------------------------------------------------------------------

    @property
    def view(self) -> str:
        """``canvas`` or the name of a plot."""
        return str(self.view_combo.currentData())

    @property
    def suffix(self) -> str:
        """The format, as its suffix."""
        return str(self.format_combo.currentData())

    @property
    def options(self) -> ExportOptions:
        """Size and look as chosen now.

        Raises:
            ExportError: a number outside what can be drawn.
        """
        width, height, font, dpi = (
            _number(field) for field in (self.width_field, self.height_field, self.font_field, self.dpi_field)
        )
        return replace(
            self._start,
            width_mm=width,
            height_mm=height,
            font_size_pt=font,
            dpi=dpi,
            theme=str(self.theme_combo.currentData()),
            transparent=self.transparent.isChecked(),
            text_as_outlines=self.outlines.isChecked(),
        )

    # --- following --------------------------------------------------------------------------------------------------------

    def _changed(self, *_anything: object) -> None:
        self._timer.start()

    def _choose_size(self) -> None:
        name = str(self.size_combo.currentData())
        if name:
            width, height = SIZES[name]
            self.width_field.set_value(width)
            self.height_field.set_value(height)
            self._changed()

    def _show_size_name(self, *_anything: object) -> None:
        size = (_number(self.width_field), _number(self.height_field))
        name = next((name for name, known in SIZES.items() if known == size), "")
        self.size_combo.setCurrentIndex(self.size_combo.findData(name))

    def draw(self) -> None:
        """Draw the figure as a picture that fills the preview; what is wrong stands in words instead."""
        try:
            options = self.options
        except UserError as error:
            self._refuse(error)
            return
        # A dot of the picture for each dot of the preview, whatever the size on paper.
        dpi = 25.4 * min(self.preview.width() / options.width_mm, self.preview.height() / options.height_mm)
        dpi = min(2400.0, max(10.0, dpi * self.devicePixelRatioF()))
        has_pixels = self._has_pixels
        self.dpi_field.setEnabled(has_pixels)
        self.outlines.setEnabled(not has_pixels)
        work = partial(_picture, self._make_source, self._scene, self.view, replace(options, dpi=dpi))
        self._newest.ask(work, partial(self._show, self._summary(options)), self._refuse)
        if self._newest.is_busy:
            self.verdict.setText(DRAWING)

    def _show(self, summary: str, content: bytes) -> None:
        self.preview.show_picture(content)
        self.verdict.setText(summary)
        self.export_button.setEnabled(True)

    def _refuse(self, error: Exception) -> None:
        self.verdict.setText(said(error, UserError))
        self.export_button.setEnabled(False)

    def done(self, result: int) -> None:
        """Close; a picture that is still being drawn is given up."""
        self._newest.close()
        super().done(result)

    @property
    def _has_pixels(self) -> bool:
        return next(exporter.has_pixels for exporter in EXPORTERS if exporter.suffix == self.suffix)

    def _summary(self, options: ExportOptions) -> str:
        if not self._has_pixels:
            return f"{options.width_mm:g} × {options.height_mm:g} mm, vectors."
        width, height = (round(mm / 25.4 * options.dpi) for mm in (options.width_mm, options.height_mm))
        return f"{width} × {height} pixels."


def _picture(make_source: MakeSource, scene: Scene, view: str, options: ExportOptions) -> bytes:
    """The figure as a PNG; computed beside the window."""
    return figure_bytes(make_source(scene, view, options), ".png", options)


def _number(field: NumberField) -> float:
    value = field.value
    return float(value) if isinstance(value, int | float) else 0.0


def _positive(value: object) -> str | None:
    return None if isinstance(value, int | float) and value > 0 else "a number above 0"
