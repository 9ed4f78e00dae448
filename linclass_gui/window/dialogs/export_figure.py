"""The tabs of the export dialog: their fields, made from the table of the settings; the view,
format, size and theme of a figure, and its description for readers who cannot see it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QFormLayout, QPlainTextEdit, QSizePolicy, QWidget

from ...figures import mp4
from ...figures.formats import EXPORTERS
from ...figures.requests import Recipe
from ...figures.settings import SETTINGS, Setting, Tab
from ...figures.sources import (
    AT_PLACE,
    CANVAS,
    FIGURE_BLOCKS,
    NUMBERS,
    PLACED_BLOCKS,
    blocks_of_view,
)
from ...plots import PLOTS
from ...scene.colours import EYES
from ...scene.scene import Scene
from ...scene.theme import PRESETS
from ..widgets.controls import ComboField, TickBox
from ..widgets.layouts import in_row, with_name
from ..widgets.number_field import NumberField

Choices = Iterable[tuple[object, str]]  # values with their titles
Row = tuple[str, QWidget]  # a label and what stands behind it
PARAGRAPH_HEIGHT = 96
TWO_SIDES = re.compile(r"\s*([\d.,]+)\s*(?:mm)?\s*[x×*]\s*([\d.,]+)\s*(?:mm)?\s*", re.IGNORECASE)


def fill_page(page: QWidget, rows: Iterable[Row]) -> None:
    """Give a page a field a row, each behind its label."""
    form = QFormLayout(page)
    form.setContentsMargins(0, 12, 0, 0)
    form.setHorizontalSpacing(16)
    form.setVerticalSpacing(8)
    for label, widget in rows:
        form.addRow(label, widget)


def positive_fault(value: object) -> str | None:
    """The fault of a length or factor, None where it has none."""
    return None if isinstance(value, int | float) and value > 0 else "a number above 0"


class WidthField(NumberField):
    """A width; with both sides typed at once, as in 160 x 60, the height goes to its own field."""

    height_field: NumberField

    def _judge(self) -> None:
        if TWO_SIDES.fullmatch(self.text()) is None:
            super()._judge()
        else:
            self.refusal = ""
            self._mark("")

    def _finish(self) -> None:
        sides = TWO_SIDES.fullmatch(self.text()) if self.isModified() else None
        super()._finish() if sides is None else self.take_text(sides[1])
        if sides is not None:
            self.height_field.take_text(sides[2])

    def _mark(self, words: str, *, wrong: bool = False) -> None:
        super()._mark(words or "Both sides at once, too: 160 × 60", wrong=wrong)


class TextBox(QPlainTextEdit):
    """A text, which only goes into the file: it is never ``entered``."""

    entered = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        self.setFixedHeight(PARAGRAPH_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def value(self) -> str:
        """The text without blanks around it."""
        return self.toPlainText().strip()

    def set_value(self, value: str) -> None:
        """Show a text."""
        self.setPlainText(value)


class SettingFields:
    """The fields of the settings on a tab, by their keys: numbers, lists of choices, tick boxes and
    texts.

    ``start`` holds the values shown at first; ``choices`` are the choices that the table does not
    list.
    """

    def __init__(
        self,
        tab: Tab,
        start: Recipe,
        choices: Mapping[str, Choices] | None = None,
    ) -> None:
        self._settings = [setting for setting in SETTINGS if setting.tab == tab]
        self._fields = {
            setting.key: self._field(setting, (choices or {}).get(setting.key, setting.choices))
            for setting in self._settings
        }
        if tab == "figure":
            self["width"].height_field = self["height"]
        self.show(start)

    def _field(self, setting: Setting, choices: Choices) -> Any:
        if choices:
            combo = ComboField()
            combo.offer(choices)
            return combo
        if setting.kind in ("mm", "pt", "number"):
            kind = WidthField if setting.key == "width" else NumberField
            return kind(None, positive_fault)
        if setting.is_switch:
            return with_name(TickBox(setting.words), "", tip=setting.tip)
        return with_name(TextBox(), "", setting.words)

    def __getitem__(self, key: str) -> Any:
        """A field, which has a ``value``, is set by ``set_value`` and says what is ``entered``."""
        return self._fields[key]

    def rows(self) -> list[Row]:
        """The fields behind their labels; boxes of one label are in one row."""
        rows: dict[str, list[QWidget]] = {}
        for setting in self._settings:
            rows.setdefault(setting.label or setting.key, []).append(self[setting.key])
        labels = {setting.label for setting in self._settings}
        return [
            (label if label in labels else "", _in_one_row(fields))
            for label, fields in rows.items()
        ]

    def connect(self, changed: SignalInstance) -> None:
        """Emit a signal with every choice."""
        for field in self._fields.values():
            field.entered.connect(changed)

    def show(self, recipe: Recipe) -> None:
        """Show the values of a recipe."""
        for setting in self._settings:
            self[setting.key].set_value(getattr(recipe, setting.field))

    def values(self) -> dict[str, Any]:
        """The values shown, by the fields of a recipe."""
        return {setting.field: self._value(setting) for setting in self._settings}

    def _value(self, setting: Setting) -> object:
        field, usual = self[setting.key], getattr(Recipe(), setting.field)
        return (field.value or usual) if isinstance(field, ComboField) else field.value


def _in_one_row(fields: list[QWidget]) -> QWidget:
    """A field, or several beside each other."""
    if len(fields) == 1:
        return fields[0]
    row = QWidget()
    in_row(row, *fields, 1, spacing=6)
    return row


CUSTOM = "custom size"
TextChoices = list[tuple[str, str]]  # values with their titles
MP4_MISSING = "MP4, a film (not installed)"  # choosing it shows what to install


def views(point: int = 1) -> TextChoices:
    """The canvas, the linked plots, and the blocks of numbers; the ones about a place are about a
    ``point``, counted from 1.
    """
    plots = [(plot.name, plot.title) for plot in PLOTS]
    names = (*FIGURE_BLOCKS, *(f"{name}{AT_PLACE}{point}" for name in PLACED_BLOCKS))
    numbers = [(view, view_title(view)) for view in map(NUMBERS.__add__, names)]
    return [(CANVAS, "Canvas"), *plots, *numbers]


def point_of(scene: Scene) -> int:
    """The one selected point, counted from 1, else the first one."""
    return 1 + (next(iter(scene.selection)) if len(scene.selection) == 1 else 0)


def view_title(view: str) -> str:
    """A view in words."""
    if blocks := blocks_of_view(view):
        return f"Numbers: {', '.join(block.title for block in blocks)}"
    return next(title for name, title in views() if name == view)


def show_view(combo: ComboField, view: str) -> None:
    """Choose a view, which the field then has, too, where it shows several blocks."""
    if combo.findData(view) < 0:
        combo.addItem(view_title(view), view)
    combo.setCurrentIndex(combo.findData(view))


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
    """``view``, ``suffix`` and ``apply_to(recipe)`` are the answer; ``changed`` comes with every
    choice.
    """

    changed = Signal()

    def __init__(self, view: str, recipe: Recipe, point: int) -> None:
        super().__init__()
        self.view_combo, self.format_combo, self.size_combo = (ComboField() for _ in range(3))
        self.view_combo.offer(views(point))
        show_view(self.view_combo, view)
        self.format_combo.offer(formats(), recipe.suffix)
        self.size_combo.offer(sizes())
        self.fields = SettingFields("figure", recipe)
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
            self.fields[key].entered.connect(self._show_size_name)
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

    def apply_to(self, recipe: Recipe) -> Recipe:
        """The recipe with what is chosen here.

        Raises:
            UserError: a number outside what can be drawn.
        """
        return replace(recipe, suffix=self.suffix, **self.fields.values())

    def show_view(self, view: str) -> None:
        """Choose a view."""
        show_view(self.view_combo, view)

    def use_size(self, recipe: Recipe) -> None:
        """Take the width and the height of a recipe."""
        self._show_size(recipe.width_mm, recipe.height_mm)
        self._show_size_name()
        self.changed.emit()

    def _show_size(self, width: float, height: float) -> None:
        self.fields["width"].set_value(width)
        self.fields["height"].set_value(height)

    def _choose_size(self) -> None:
        name = str(self.size_combo.currentData())
        if name:
            size = PRESETS[name]
            self._show_size(size.width_mm, size.height_mm)
            self.fields["text"].set_value(size.font_size_pt)
            self.changed.emit()

    def _show_size_name(self, *_arguments: object) -> None:
        size = (self.fields["width"].number, self.fields["height"].number)
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
    """``apply_to(recipe)`` is the answer; ``changed`` comes with every visible choice."""

    changed = Signal()

    def __init__(self, recipe: Recipe, proposed: str) -> None:
        super().__init__()
        self.fields = SettingFields("look", recipe, {"font": fonts()})
        self.alt = self.fields["alt"]
        self.alt.setPlaceholderText(proposed)
        fill_page(self, self.fields.rows())
        self.fields.connect(self.changed)

    def apply_to(self, recipe: Recipe) -> Recipe:
        """The recipe with what is chosen here.

        Raises:
            UserError: a number outside what can be drawn.
        """
        return replace(recipe, **self.fields.values())
