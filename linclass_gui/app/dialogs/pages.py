"""Pages of labelled fields in a dialog with tabs."""

from __future__ import annotations

from PySide6.QtWidgets import QFormLayout, QWidget

from ..widgets.number_field import NumberField


def fill_page(page: QWidget, *rows: tuple[str, QWidget]) -> QWidget:
    """The page with a field a row, each behind its label."""
    form = QFormLayout(page)
    form.setContentsMargins(0, 12, 0, 0)
    form.setHorizontalSpacing(16)
    form.setVerticalSpacing(8)
    for label, widget in rows:
        form.addRow(label, widget)
    return page


def number_of(field: NumberField) -> float:
    """The number in a field, 0 where there is none."""
    return float(field.value) if isinstance(field.value, int | float) else 0.0


def positive(value: object) -> str | None:
    """What a field that takes lengths and factors asks for, None where it has it."""
    return None if isinstance(value, int | float) and value > 0 else "a number above 0"
