"""The dialog of an export: what, how large, in which look, with a picture of the result that follows every choice."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from ...core.appearance.sizes import PRESETS
from ...core.errors import UserError
from ...core.scene import Scene
from ...exporters import EXPORTERS, ExportOptions, exporter_of
from ...exporters.alt import alt_text
from ...exporters.requests import Request
from ..session.newest import Newest, said
from ..widgets.basics import restyle
from ..widgets.controls import ComboField, TickBox
from ..widgets.number_field import NumberField, refused_field
from ..widgets.plain_words import PlainLabel
from .export_choices import eyes, fonts, formats, sizes, themes, views
from .export_panels import PanelsForm
from .pages import fill_page
from .preview import Preview, PreviewArea, first_picture
from .small import answer_buttons, theme_of

PREVIEW_DELAY_MS = 80
DRAWING = "Drawing…"
COPIES = (("picture", "Picture (PNG, SVG and PDF)"), ("python", "Python script"), ("command", "Command line"))


class ExportDialog(QDialog):
    """``view``, ``suffix``, ``options`` and ``request`` are the answer; what is wrong is said below and cannot be exported.

    ``stored`` is the figure of an open lesson, which one button brings back.
    """

    copy_wanted = Signal(str)  # a name of COPIES

    def __init__(
        self,
        scene: Scene,
        view: str,
        suffix: str,
        options: ExportOptions,
        parent: QWidget | None = None,
        request: Request | None = None,
        stored: Request | None = None,
    ) -> None:
        super().__init__(parent)
        self._scene, self._start = scene, options
        self._newest = Newest("preview", self)
        self.setWindowTitle("Export figure")
        self.setObjectName("export-dialog")
        self.preview, self.verdict = Preview(), PlainLabel()
        self.verdict.setWordWrap(True)
        self.verdict.setProperty("tone", "second")
        self.panels = PanelsForm(scene, request or Request((view,)), stored)
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
        self.font_combo, self.eyes_combo = ComboField(), ComboField()
        numbers = (
            options.width_mm,
            options.height_mm,
            options.font_size_pt,
            options.dpi,
            options.line_factor,
            options.point_factor,
        )
        self.width_field, self.height_field, self.font_field, self.dpi_field, self.lines_field, self.points_field = (
            NumberField(value, _positive) for value in numbers
        )
        self.transparent, self.outlines = TickBox("transparent background"), TickBox("text as outlines")
        self.true_size = TickBox("true size")
        self.alt = QPlainTextEdit(options.alt)
        self.alt.setAccessibleName("Alternative text")
        self.alt.setPlaceholderText(alt_text(self._scene))
        self.alt.setTabChangesFocus(True)
        self.alt.setFixedHeight(96)
        self.alt.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def _fill(self, view: str, suffix: str, options: ExportOptions) -> None:
        for combo, choices in (
            (self.view_combo, views()),
            (self.format_combo, formats()),
            (self.size_combo, sizes()),
            (self.theme_combo, themes()),
            (self.font_combo, fonts()),
            (self.eyes_combo, eyes()),
        ):
            for title, value in choices:
                combo.addItem(title, value)
        chosen = ((self.view_combo, view), (self.format_combo, suffix), (self.theme_combo, options.theme))
        for combo, wanted in (*chosen, (self.font_combo, options.font or "")):
            combo.setCurrentIndex(max(0, combo.findData(wanted)))
        self.transparent.setChecked(options.transparent)
        self.outlines.setChecked(options.text_as_outlines)
        self._show_size_name()

    def _lay_out(self) -> None:
        tabs = QTabWidget()
        tabs.setObjectName("export-tabs")
        tabs.setDocumentMode(True)
        tabs.addTab(self._figure_page(), "Figure")
        tabs.addTab(self.panels, "Panels")
        tabs.addTab(self._look_page(), "Look")
        left = QVBoxLayout()
        left.setSpacing(12)
        left.addWidget(tabs)
        left.addStretch(1)
        left.addWidget(self.verdict)
        left.addLayout(self._buttons())
        left.setContentsMargins(0, 0, 0, 0)
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 24, 24, 24)
        row.setSpacing(24)
        side = QWidget()
        scale = theme_of(self.parentWidget()).ui
        side.setFixedWidth(round(380 * scale))
        side.setLayout(left)
        row.addWidget(side)
        right = QVBoxLayout()
        right.addWidget(PreviewArea(self.preview), 1)
        below = QHBoxLayout()
        below.setSpacing(16)
        below.addWidget(self.true_size)
        below.addStretch(1)
        below.addWidget(PlainLabel("Seen"))
        below.addWidget(self.eyes_combo)
        right.addLayout(below)
        row.addLayout(right, 1)
        self.resize(round(1000 * scale), round(600 * scale))

    def _figure_page(self) -> QWidget:
        return fill_page(
            QWidget(),
            ("View", self.view_combo),
            ("Format", self.format_combo),
            ("Size", self.size_combo),
            ("Width, mm", self.width_field),
            ("Height, mm", self.height_field),
            ("Text size, pt", self.font_field),
            ("Theme", self.theme_combo),
            ("Dots per inch", self.dpi_field),
        )

    def _look_page(self) -> QWidget:
        return fill_page(
            QWidget(),
            ("Font", self.font_combo),
            ("Lines, times", self.lines_field),
            ("Points, times", self.points_field),
            ("", self.transparent),
            ("", self.outlines),
            ("Said to who\ncannot see it", self.alt),
        )

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.copy_button = QPushButton("Copy")
        self.copy_button.setObjectName("copy-figure")
        self.copy_button.setToolTip("Copy the figure, a script or a command into the clipboard")
        menu = QMenu(self.copy_button)
        for name, title in COPIES:
            menu.addAction(title).triggered.connect(partial(self._copy, name))
        self.copy_button.setMenu(menu)
        buttons = answer_buttons(self, "Export…")
        self.export_button = buttons.button(QDialogButtonBox.StandardButton.Ok)
        row.addWidget(self.copy_button)
        row.addStretch(1)
        row.addWidget(buttons)
        return row

    def _copy(self, name: str, _checked: bool = False) -> None:
        self.copy_wanted.emit(name)

    def _connect(self) -> None:
        for combo in (self.view_combo, self.format_combo, self.theme_combo, self.font_combo):
            combo.activated.connect(self._changed)
        self.size_combo.activated.connect(self._choose_size)
        for field in (self.width_field, self.height_field):
            field.entered.connect(self._show_size_name)
        numbers = (self.width_field, self.height_field, self.font_field, self.dpi_field, self.lines_field, self.points_field)
        for field in numbers:
            field.entered.connect(self._changed)
        for box in (self.transparent, self.outlines, self.true_size):
            box.clicked.connect(self._changed)
        self.panels.view_wanted.connect(self._show_view)
        self.panels.changed.connect(self._changed)
        self.eyes_combo.activated.connect(self._changed)

    def accept(self) -> None:
        """Close with OK, unless a number has just been refused, or something is missing that the figure needs."""
        if refused_field(self) is not None:
            return
        try:
            exporter_of(self.suffix)
            self.options, self.request  # noqa: B018 (the picture follows the fields with a delay: it may not have said so yet)
        except UserError as error:
            self._refuse(error)
        else:
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
    def request(self) -> Request:
        """What is drawn.

        Raises:
            UserError: values are missing.
        """
        return self.panels.request(self.view, self.suffix)

    @property
    def options(self) -> ExportOptions:
        """Size and look as chosen now.

        Raises:
            ExportError: a number outside what can be drawn.
        """
        return replace(
            self._start,
            width_mm=_number(self.width_field),
            height_mm=_number(self.height_field),
            font_size_pt=_number(self.font_field),
            dpi=_number(self.dpi_field),
            line_factor=_number(self.lines_field),
            point_factor=_number(self.points_field),
            font=str(self.font_combo.currentData()) or None,
            theme=str(self.theme_combo.currentData()),
            transparent=self.transparent.isChecked(),
            text_as_outlines=self.outlines.isChecked(),
            alt=self.alt.toPlainText().strip(),
        )

    # --- following --------------------------------------------------------------------------------------------------------

    def _changed(self, *_anything: object) -> None:
        self._timer.start()

    def _show_view(self, view: str) -> None:
        self.view_combo.setCurrentIndex(max(0, self.view_combo.findData(view)))

    def _choose_size(self) -> None:
        name = str(self.size_combo.currentData())
        if name:
            size = PRESETS[name]
            self.width_field.set_value(size.width_mm)
            self.height_field.set_value(size.height_mm)
            self.font_field.set_value(size.font_size_pt)
            self._changed()

    def _show_size_name(self, *_anything: object) -> None:
        size = (_number(self.width_field), _number(self.height_field))
        name = next((name for name, known in PRESETS.items() if (known.width_mm, known.height_mm) == size), "")
        self.size_combo.setCurrentIndex(self.size_combo.findData(name))

    def draw(self) -> None:
        """Draw the figure as a picture for the preview; what is wrong stands in words instead."""
        try:
            exporter_of(self.suffix)
            options, request = self.options, self.request
        except UserError as error:
            self._refuse(error)
            return
        has_pixels = self._has_pixels
        self.dpi_field.setEnabled(has_pixels)
        self.outlines.setEnabled(not has_pixels)
        self.preview.eyes, self.preview.is_true_size = str(self.eyes_combo.currentData()), self.true_size.isChecked()
        work = partial(first_picture, self._scene, request, replace(options, dpi=self.preview.dpi(options)))
        self._newest.ask(work, partial(self._show, self._summary(options, request)), self._refuse)
        if self._newest.is_busy:
            self.verdict.setText(DRAWING)

    def _show(self, summary: str, drawn: tuple[bytes, str]) -> None:
        content, words = drawn
        self.preview.show_picture(content)
        self.alt.setPlaceholderText(words)
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

    def _summary(self, options: ExportOptions, request: Request) -> str:
        moving = " A film: its first page is shown." if request.motion else ""
        moving += {"frames": " Each page is a file of its own.", "layers": " A file for each layer that comes."}.get(
            request.series, ""
        )
        if not self._has_pixels:
            return f"{options.width_mm:g} × {options.height_mm:g} mm, vectors.{moving}"
        width, height = (round(mm / 25.4 * options.dpi) for mm in (options.width_mm, options.height_mm))
        return f"{width} × {height} pixels.{moving}"


def _number(field: NumberField) -> float:
    value = field.value
    return float(value) if isinstance(value, int | float) else 0.0


def _positive(value: object) -> str | None:
    return None if isinstance(value, int | float) and value > 0 else "a number above 0"
