"""Pages of labelled fields in a dialog with tabs."""

from __future__ import annotations

from PySide6.QtWidgets import QFormLayout, QWidget


def fill_page(page: QWidget, *rows: tuple[str, QWidget]) -> QWidget:
    """The page with a field a row, each behind its label."""
    form = QFormLayout(page)
    form.setContentsMargins(0, 12, 0, 0)
    form.setHorizontalSpacing(16)
    form.setVerticalSpacing(8)
    for label, widget in rows:
        form.addRow(label, widget)
    return page
