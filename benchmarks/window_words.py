"""The words of a window with a scene: of every widget, with the states of the actions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QSettings
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from linclass_gui.scene.document import Document
from linclass_gui.window import create_window

IN_WINDOW = (  # scenes whose window is read: every widget with words, every action
    "2/SoftMarginSVM", "2/kernels", "2/maps", "2/Perceptron", "2/trial line", "2/test points",
    "2/Softmax selected beside two-class methods", "3/everything", "3/another pair", "3/all pairs",
    "3/switched off", "3/LinearMachine", "4/pairs and rest", "0/nothing", "3/no method",
)  # fmt: skip
TIMES = re.compile(r"\d+(\.\d+)?\s(µs|ms|s)\b")


def shown_by_window(document: Document, folder: Path) -> Iterator[tuple[str, Any]]:
    """The words of all widgets and the states of all actions of a window, and the comparison."""
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(folder))
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    window = create_window(document)
    window.resize(1400, 900)
    window.show()
    window.comparison.present()
    read: tuple[Any, ...] = ()
    for _ in range(20):  # panels follow at their own pace: until nothing changes any more
        window.session.wait_idle(20_000)
        QTest.qWait(150)
        window.comparison.refresh()
        before, read = read, words_of(window)
        if read == before:
            break
    yield "window/widgets", read[0]
    yield "window/actions", read[1]
    yield "window/comparison", read[2]
    window.session.undo_stack.setClean()
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, 0)


def words_of(window: Any) -> tuple[Any, ...]:
    """The words of the widgets, the states of the actions, and the comparison without its times."""
    widgets = [words for each in window.findChildren(QWidget) if (words := texts_of(each))]
    actions = [[a.text(), a.isEnabled(), a.isChecked()] for a in window.findChildren(QAction)]
    table = window.comparison.methods_section.view.table
    cells = [[cell.shown_text for cell in row] for row in table.rows]
    timed = [column.name == "seconds" for column in table.columns]
    rows = [[c for c, skip in zip(row, timed, strict=True) if not skip] for row in cells]
    return widgets, sorted(actions, key=str), rows


def texts_of(widget: Any) -> list[Any]:
    """The name of a widget, whether it is shown, and its words; empty without any."""
    found = []
    for name in ("text", "currentText", "toolTip", "accessibleName"):
        value = getattr(widget, name, "")
        value = value() if callable(value) else value
        found.append(value if isinstance(value, str) and not TIMES.search(value) else "")
    shown = [widget.objectName(), widget.isHidden(), widget.isEnabled()]
    return [*shown, *found] if any(found) else []
