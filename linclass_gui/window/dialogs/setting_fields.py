"""The fields of the settings of a figure: those on a tab of the export dialog, from their table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QFormLayout, QPlainTextEdit, QSizePolicy, QWidget

from ...figures.options import ExportOptions
from ...figures.requests import Request
from ...figures.settings import Setting, Tab, on_tab
from ..widgets.controls import ComboField, TickBox
from ..widgets.layouts import in_row
from ..widgets.number_field import NumberField

Choices = Iterable[tuple[object, str]]  # values with their titles
Row = tuple[str, QWidget]  # a label and what stands behind it
PARAGRAPH_HEIGHT = 96


def fill_choices(combo: ComboField, choices: Choices, selection: object = None) -> None:
    """Fill a field with choices and select one, the first where that is not among them."""
    for value, title in choices:
        combo.addItem(title, value)
    combo.setCurrentIndex(max(0, combo.findData(selection)))


def fill_page(page: QWidget, rows: Iterable[Row]) -> None:
    """Give a page a field a row, each behind its label."""
    form = QFormLayout(page)
    form.setContentsMargins(0, 12, 0, 0)
    form.setHorizontalSpacing(16)
    form.setVerticalSpacing(8)
    for label, widget in rows:
        form.addRow(label, widget)


def positive(value: object) -> str | None:
    """The fault of a length or factor, None where it has none."""
    return None if isinstance(value, int | float) and value > 0 else "a number above 0"


class SettingFields:
    """The fields of the settings on a tab, by their keys: numbers, lists of choices, tick boxes and
    texts.

    ``start`` holds the values shown at first; ``choices`` are the choices that the table does not
    list.
    """

    def __init__(
        self,
        tab: Tab,
        start: ExportOptions | Request,
        choices: Mapping[str, Choices] | None = None,
    ) -> None:
        self._settings, self._usual = on_tab(tab), type(start)()
        self.numbers: dict[str, NumberField] = {}
        self.combos: dict[str, ComboField] = {}
        self.boxes: dict[str, TickBox] = {}
        self.texts: dict[str, QPlainTextEdit] = {}
        for setting in self._settings:
            self._add(setting, (choices or {}).get(setting.key, setting.choices))
        self.show(start)

    def _add(self, setting: Setting, choices: Choices) -> None:
        if choices:
            self.combos[setting.key] = field = ComboField()
            fill_choices(field, choices)
        elif setting.kind in ("mm", "pt", "number"):
            self.numbers[setting.key] = NumberField(None, positive)
        elif setting.is_switch:
            self.boxes[setting.key] = box = TickBox(setting.words)
            box.setToolTip(setting.tip)
        else:
            self.texts[setting.key] = text = QPlainTextEdit()
            text.setAccessibleName(setting.words)
            text.setTabChangesFocus(True)
            text.setFixedHeight(PARAGRAPH_HEIGHT)
            text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def __getitem__(self, key: str) -> QWidget:
        fields: dict[str, QWidget] = {**self.numbers, **self.combos, **self.boxes, **self.texts}
        return fields[key]

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
        """Emit a signal with every choice; a text only goes into the file."""
        for number in self.numbers.values():
            number.entered.connect(changed)
        for combo in self.combos.values():
            combo.activated.connect(changed)
        for box in self.boxes.values():
            box.clicked.connect(changed)

    def show(self, owner: ExportOptions | Request) -> None:
        """Show the values of options or of a request."""
        for setting in self._settings:
            key, value = setting.key, getattr(owner, setting.field)
            if key in self.numbers:
                self.numbers[key].set_value(value)
            elif key in self.combos:
                combo = self.combos[key]
                combo.setCurrentIndex(max(0, combo.findData(value)))
            elif key in self.boxes:
                self.boxes[key].setChecked(bool(value))
            else:
                self.texts[key].setPlainText(value)

    def values(self) -> dict[str, Any]:
        """The values shown, by the fields of the options or the request."""
        return {setting.field: self._value(setting) for setting in self._settings}

    def _value(self, setting: Setting) -> object:
        key = setting.key
        if key in self.numbers:
            return self.numbers[key].number
        if key in self.combos:
            return self.combos[key].currentData() or getattr(self._usual, setting.field)
        if key in self.boxes:
            return self.boxes[key].isChecked()
        return self.texts[key].toPlainText().strip()


def _in_one_row(fields: list[QWidget]) -> QWidget:
    """A field, or several beside each other."""
    if len(fields) == 1:
        return fields[0]
    row = QWidget()
    in_row(row, *fields, 1, spacing=6)
    return row
