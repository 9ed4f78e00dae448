"""The dialog of an export: content, size and look, with a preview that follows every choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPaintEvent, QPixmap
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QMenu, QTabWidget, QWidget

from ...answers.sweeps import Drag
from ...draw.alt import alt_text
from ...draw.paper import Page
from ...draw.qt_surface import painting
from ...errors import UserError
from ...figures.formats import exporter_of, ready, sentence_of_one_page
from ...figures.legibility import Findings, findings_of, size_sentence, size_words, smallest_size
from ...figures.pages import first_page
from ...figures.remarks import letter_of
from ...figures.requests import Recipe
from ...figures.settings import ExportOptions
from ...lessons.course import Course
from ...scene.colours import EYES, simulate_vision
from ...scene.scene import Scene
from ...scene.theme import DARK, LIGHT
from ..session.background import LatestQuery, error_sentence
from ..timers import make_timer
from ..widgets.controls import ComboField, TickBox
from ..widgets.layouts import (
    FramedArea,
    PlainLabel,
    PushButton,
    SteadyArea,
    in_column,
    in_row,
    with_name,
)
from ..widgets.number_field import refused_field
from ..widgets.themed import Themed, restyle
from ..widgets.window_behaviour import resize_within_screen
from .export_figure import FigureForm, LookForm, eyes, point_of
from .export_panels import PanelsForm
from .forms import answer_buttons, theme_of
from .panel_list import panels_of

MARGIN = 16
LEAST = QSize(280, 240)
KEEP = Qt.AspectRatioMode.KeepAspectRatio


class Preview(Themed, QWidget):
    """The figure on a grey ground."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("export-preview")
        self.picture = QPixmap()
        self.is_true_size = False
        self.eyes = ""
        self.measure()

    def _seen_picture(self, content: bytes) -> QPixmap:
        image = QImage.fromData(content)
        return QPixmap.fromImage(as_seen(image, self.eyes) if self.eyes in EYES else image)

    def measure(self) -> None:
        self.setMinimumSize(self._least())

    def _least(self) -> QSize:
        return LEAST * min(1.0, self.theme.ui)

    def show_picture(self, content: bytes, twin: bytes = b"") -> None:
        """Show the bytes of a PNG file, and those of its twin beside it or below it."""
        self.picture = self._seen_picture(content)
        if twin:
            self.picture = _pair_of_pictures(self.picture, self._seen_picture(twin), self.size())
        size = self.picture.size() / self.devicePixelRatioF() + QSize(2 * MARGIN, 2 * MARGIN)
        self.setMinimumSize(size.expandedTo(self._least()) if self.is_true_size else self._least())
        self.update()

    def dpi(self, options: ExportOptions) -> float:
        """The resolution of the screen in true size; else one dot for each of the preview, whatever
        the size on paper.
        """
        if self.is_true_size:
            dpi = self.logicalDpiX() * self.devicePixelRatioF()
        else:
            area = self.parentWidget() or self
            dpi = (
                25.4
                * min(area.width() / options.width_mm, area.height() / options.height_mm)
                * self.devicePixelRatioF()
            )
        return min(2400.0, max(10.0, dpi))

    def paintEvent(self, event: QPaintEvent) -> None:
        p = self.colours
        with painting(self) as painter:
            painter.fillRect(self.rect(), QColor(p.selected_row))
            if self.picture.isNull():
                return
            ratio = self.devicePixelRatioF()
            picture = self.picture
            if not self.is_true_size:
                room = (self.size() - QSize(2 * MARGIN, 2 * MARGIN)) * ratio
                picture = picture.scaled(room, KEEP, Qt.TransformationMode.SmoothTransformation)
            size = QSize(round(picture.width() / ratio), round(picture.height() / ratio))
            place = QRect(
                (self.rect().center() - QRect(0, 0, size.width(), size.height()).center()), size
            )
            painter.drawPixmap(place, picture)


def _pair_of_pictures(one: QPixmap, other: QPixmap, room: QSize) -> QPixmap:
    """Two pictures of one size beside each other, or below each other where they are larger so."""
    size = one.size()
    across = size + QSize(size.width() + MARGIN, 0)
    down = size + QSize(0, size.height() + MARGIN)
    area = max((across, down), key=lambda shape: shape.scaled(room, KEEP).width() / shape.width())
    picture = QPixmap(area)
    picture.fill(Qt.GlobalColor.transparent)
    with painting(picture) as painter:
        painter.drawPixmap(0, 0, one)
        painter.drawPixmap(area.width() - size.width(), area.height() - size.height(), other)
    return picture


def theme_of_twin(theme: str) -> str:
    """The theme in which the same figure is shown beside it: dark, or light beside a dark one."""
    return LIGHT.name if theme == DARK.name else DARK.name


class FigurePreview(NamedTuple):
    """A figure as a PNG, the same in the other theme (empty: not wanted), its proposed description,
    its faults of legibility, and a function that draws it in other sizes.
    """

    picture: bytes
    twin: bytes
    alt: str
    findings: Findings
    draw: Callable[[Recipe], Page]


def first_picture(scene: Scene, recipe: Recipe, has_twin: bool = False) -> FigurePreview:
    """The figure, or the first page of a film; computed in another thread."""
    ready()
    draw, encode = first_page(scene, recipe), exporter_of(".png").encode
    page = draw(replace(recipe, alt=""))
    twin = b""
    if has_twin:
        other = replace(recipe, theme=theme_of_twin(recipe.theme), alt="")
        twin = encode(draw(other), other)
    return FigurePreview(encode(page, recipe), twin, page.alt, findings_of(page), draw)


def as_seen(image: QImage, eyes: str) -> QImage:
    """A picture under another colour vision."""
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    rows, columns, stride = image.height(), image.width(), image.bytesPerLine()
    data = (
        np.frombuffer(image.constBits(), dtype=np.uint8)
        .reshape(rows, stride)[:, : 3 * columns]
        .reshape(rows, columns, 3)
    )
    changed = np.ascontiguousarray(simulate_vision(data, eyes))
    return QImage(changed.tobytes(), columns, rows, 3 * columns, QImage.Format.Format_RGB888).copy()


PREVIEW_DELAY_MS = 80
DRAWING = "Drawing…"
PROJECT = "project"  # an entry in a project file, chosen instead of a copy
COPIES = (
    ("picture", "Picture (PNG, SVG and PDF)"),
    ("python", "Python script"),
    ("command", "Command line"),
)


class ExportDialog(QDialog):
    """``recipe`` is the answer; errors are shown below and block the export.

    ``stored`` is the figure of an open lesson, which one button brings back.
    """

    copy_wanted = Signal(str)  # a name of COPIES, or PROJECT

    def __init__(
        self,
        scene: Scene,
        recipe: Recipe,
        parent: QWidget | None = None,
        stored: Recipe | None = None,
        course: Course | None = None,
        last_drag: Drag | None = None,
    ) -> None:
        super().__init__(parent)
        self._scene = scene
        self._newest = LatestQuery(self)
        self.setWindowTitle("Export figure")
        self.setObjectName("export-dialog")
        self.preview, self.verdict = Preview(), PlainLabel(wraps=True, tone="second")
        self.size_button = with_name(PushButton(), "use-size")
        self.size_button.clicked.connect(self._use_size)
        self.size_button.hide()
        self._proposed: Recipe | None = None
        view = panels_of(recipe)[0].view
        self.figure = FigureForm(view, recipe, point_of(scene))
        self.panels = PanelsForm(scene, recipe, stored, course, last_drag)
        self.look = LookForm(recipe, alt_text(scene))
        self.eyes_combo, self.true_size = ComboField(), TickBox("true size")
        self.both = with_name(
            TickBox("light and dark"),
            "both-themes",
            tip="Show and export the figure light and dark",
        )
        with_name(self.eyes_combo, "eyes", "Seen").offer(eyes())
        self._lay_out()
        self.panels.show_format(self.figure.suffix)
        restyle(self, theme_of(parent))
        self._take_room(theme_of(parent).ui)
        self._timer = make_timer(PREVIEW_DELAY_MS, self, self.draw, single_shot=True)
        for page in (self.figure, self.panels, self.look):
            page.changed.connect(self._on_change)
        self.panels.view_wanted.connect(self.figure.show_view)
        self.figure.view_combo.activated.connect(
            lambda: self.panels.list.show_first_view(self.figure.view)
        )
        self.eyes_combo.activated.connect(self._on_change)
        self.true_size.clicked.connect(self._on_change)
        self.both.toggled.connect(self._on_change)
        self.draw()

    # --- building ---------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        tabs = with_name(QTabWidget(), "export-tabs", "Settings of the figure")
        tabs.setDocumentMode(True)
        for page, title in ((self.figure, "Figure"), (self.panels, "Panels"), (self.look, "Look")):
            area = SteadyArea()  # a page is as high as some screens
            area.setWidget(page)
            tabs.addTab(area, title)
        left = in_column(None, (tabs, 1), self.verdict, spacing=12)
        left.addWidget(self.size_button, 0, Qt.AlignmentFlag.AlignLeft)
        left.addLayout(self._buttons())
        side = QWidget()
        side.setFixedWidth(round(424 * theme_of(self.parentWidget()).ui))  # four boxes side by side
        side.setLayout(left)
        scrolling = FramedArea()  # for a preview that is larger than its room
        scrolling.setWidget(self.preview)
        below = in_row(
            None, self.true_size, self.both, 1, PlainLabel("Seen"), self.eyes_combo, spacing=16
        )
        right = in_column(None, (scrolling, 1), below)
        in_row(self, side, (right, 1), margins=(24, 24, 24, 24), spacing=24)

    def _take_room(self, scale: float) -> None:
        """Set the height to show the highest page whole, as far as the screen allows."""
        beside = self.sizeHint().height() - self.findChildren(SteadyArea)[0].sizeHint().height()
        highest = max(page.sizeHint().height() for page in (self.figure, self.panels, self.look))
        resize_within_screen(self, round(1000 * scale), max(round(600 * scale), beside + highest))

    def _buttons(self) -> QHBoxLayout:
        tip = "Copy the figure, a script or a command into the clipboard"
        self.copy_button = with_name(PushButton("Copy"), "copy-figure", tip=tip)
        menu = QMenu(self.copy_button)
        for name, title in COPIES:
            menu.addAction(title, partial(self.copy_wanted.emit, name))
        menu.addSeparator()
        menu.addAction("Add to a project…", partial(self.copy_wanted.emit, PROJECT))
        self.copy_button.setMenu(menu)
        buttons = answer_buttons(self, "Export…")
        self.export_button = buttons.button(QDialogButtonBox.StandardButton.Ok)
        return in_row(None, self.copy_button, 1, buttons)

    def accept(self) -> None:
        """Close with OK, unless a number has just been refused, or the figure lacks something."""
        if refused_field(self) is not None:
            return
        try:
            # the preview follows the fields with a delay and may not show the error yet
            exporter_of(self.recipe.suffix)
        except UserError as error:
            self._refuse(error)
        else:
            super().accept()

    # --- the answer -------------------------------------------------------------------------------

    @property
    def recipe(self) -> Recipe:
        """The recipe of the current choices.

        Raises:
            UserError: values are missing, or a number is outside what can be drawn.
        """
        content = self.panels.recipe(self.figure.suffix)
        return self.look.apply_to(self.figure.apply_to(content))

    # --- following --------------------------------------------------------------------------------

    def _on_change(self, *_arguments: object) -> None:
        self._timer.start()

    def draw(self) -> None:
        """Draw the figure for the preview, or show what is wrong."""
        try:
            recipe = self.recipe
            exporter_of(recipe.suffix)
        except UserError as error:
            self._refuse(error)
            return
        self.panels.show_format(recipe.suffix)
        has_pixels = self.figure.has_pixels
        self.figure.fields["dpi"].setEnabled(has_pixels)
        self.look.fields["outlines"].setEnabled(not has_pixels)
        self.preview.eyes, self.preview.is_true_size = (
            str(self.eyes_combo.currentData()),
            self.true_size.isChecked(),
        )
        shown = replace(recipe, dpi=self.preview.dpi(recipe))
        work = partial(first_picture, self._scene, shown, self.both.isChecked())
        self._newest.ask(work, partial(self._show, recipe, self._summary(recipe)), self._refuse)
        if self._newest.is_busy:
            self.verdict.setText(DRAWING)

    def _show(self, recipe: Recipe, summary: str, preview: FigurePreview) -> None:
        self.preview.show_picture(preview.picture, preview.twin)
        self.look.alt.setPlaceholderText(preview.alt)
        words = f"{summary} {preview.findings.sentence}".strip()
        self.verdict.setText(words)
        self.size_button.hide()
        self.export_button.setEnabled(True)
        if preview.findings.is_crowded:
            work = partial(smallest_size, preview.draw, recipe)
            self._newest.ask(work, partial(self._propose, words), self._refuse)

    def _propose(self, words: str, fits: Recipe | None) -> None:
        """The size at which nothing is crowded, in words and as a button."""
        self.verdict.setText(f"{words} {size_sentence(fits)}")
        self._proposed = fits
        if fits is not None:
            self.size_button.setText(f"Use {size_words(fits)}")
            self.size_button.show()

    def _use_size(self) -> None:
        if self._proposed is not None:
            self.figure.use_size(self._proposed)

    def _refuse(self, error: Exception) -> None:
        self.size_button.hide()
        self.verdict.setText(error_sentence(error, UserError))
        self.export_button.setEnabled(False)

    def done(self, result: int) -> None:
        """Close; a picture that is still being drawn is cancelled."""
        self._newest.close()
        super().done(result)

    def _summary(self, recipe: Recipe) -> str:
        moving = " A film: its first page is shown." if recipe.motion else ""
        if self.panels.motion.currentData() and not (recipe.motion or recipe.series):
            moving = f" {sentence_of_one_page(recipe.suffix)}."
        moving += {
            "frames": " Each page is a file of its own.",
            "layers": " A file for each layer that comes.",
        }.get(recipe.series, "")
        moving += _words_of_others(recipe)
        if self.both.isChecked():
            moving += f" A second file, NAME-{theme_of_twin(recipe.theme)}{self.figure.suffix}."
        if not self.figure.has_pixels:
            return f"{recipe.width_mm:g} × {recipe.height_mm:g} mm, vectors.{moving}"
        width, height = (
            round(mm / 25.4 * recipe.dpi) for mm in (recipe.width_mm, recipe.height_mm)
        )
        return f"{width} × {height} pixels.{moving}"


def _words_of_others(recipe: Recipe) -> str:
    """Which panels have points of their own, as the end of a text; empty where all show one
    scene.
    """
    panels = panels_of(recipe)
    letters = [letter_of(k) for k, panel in enumerate(panels) if panel.scene]
    if recipe.motion or not letters:
        return ""
    return f" Another scene in {', '.join(letters)}: a point that is moved here stays there."
