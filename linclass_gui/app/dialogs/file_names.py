"""Where a file goes: the system's dialog, and a suffix for a name without one."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget


def ask_where_to_save(parent: QWidget, title: str, suggestion: Path, kinds: str, suffix: str) -> tuple[Path, bool] | None:
    """The file to write, and whether the user was asked about replacing it; None where none was chosen.

    The system asks about the name as it was typed, not about the one that gets a suffix.
    """
    name, _ = QFileDialog.getSaveFileName(parent, title, str(suggestion), kinds)
    if not name:
        return None
    path = Path(name)
    return (path, True) if path.suffix else (path.with_name(f"{path.name}{suffix}"), False)
