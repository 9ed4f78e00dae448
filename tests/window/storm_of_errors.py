"""Run as a process: a window each of whose overrides fails in C code, under a storm of events.

It prints the overrides that Qt has called; that it ends is what the test asks.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
from collections.abc import Iterator

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import linclass_gui
from linclass_gui.draw.faults import GUARDED, overrides_of

NOTHING: list[object] = []
NOT_MODULES = ("linclass_gui.__main__", "linclass_gui.start")  # importing them runs the program


def classes_of_qt() -> list[type]:
    """Every class of the program that is made from one of Qt's."""
    from shiboken6 import Shiboken

    for module in pkgutil.walk_packages(linclass_gui.__path__, "linclass_gui."):
        if module.name not in NOT_MODULES:
            importlib.import_module(module.name)
    found, waiting = set(), [Shiboken.Object]
    while waiting:
        for kind in type.__subclasses__(waiting.pop()):
            if kind not in found:
                found.add(kind)
                waiting.append(kind)
    return sorted(
        (kind for kind in found if f"{kind.__module__}.".startswith(GUARDED)),
        key=lambda kind: f"{kind!r}",
    )


def overrides() -> Iterator[tuple[type, str]]:
    """Every override of these classes."""
    return ((kind, name) for kind in classes_of_qt() for name in overrides_of(kind))


def is_guarded(kind: type, name: str) -> bool:
    """Whether an override is called through its guard."""
    return hasattr(vars(kind)[name], "__wrapped__")


def main() -> None:
    """Let the overrides fail, and send events to what is shown."""
    forgotten = [(kind, name) for kind, name in overrides() if not is_guarded(kind, name)]
    assert not forgotten, forgotten
    from PySide6.QtCore import QPoint, Qt, QTimer
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QMenuBar, QWidget

    from linclass_gui.window.main_window import MainWindow
    from linclass_gui.window.running import make_application

    make_application(sys.argv[:1])
    sys.excepthook = lambda *_: None  # each is reported: there are thousands
    window = MainWindow(None)
    window.show()
    assert window.lessons.panel.isHidden()  # built by the first question for it
    window.actions_by_id["points"].trigger()
    assert window.session.wait_idle()
    called: set[str] = set()

    def failing(name: str) -> object:
        def fail(*_: object, **__: object) -> object:
            called.add(name)
            return NOTHING[3]

        return fail

    for kind, name in overrides():
        guard = vars(kind)[name]
        while hasattr(guard.__wrapped__, "__wrapped__"):
            guard = guard.__wrapped__
        cell = next(cell for cell in guard.__closure__ if cell.cell_contents is guard.__wrapped__)
        cell.cell_contents = failing(f"{kind.__name__}.{name}")

    def bother(widget: QWidget) -> None:
        for act in (
            lambda: widget.resize(widget.width() + 1, widget.height() + 1),
            widget.updateGeometry,
            widget.repaint,
            lambda: QTest.mouseClick(
                widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(3, 3)
            ),
            lambda: QTest.mouseMove(widget, QPoint(4, 4)),
            lambda: QTest.keyClick(widget, Qt.Key.Key_Down),
            lambda: QTest.keyClick(widget, Qt.Key.Key_5),
            widget.setFocus,
            widget.sizeHint,
        ):
            act()

    def end() -> None:
        sys.stdout.write("\n".join(sorted(called)) + "\n")
        sys.stdout.flush()
        os._exit(0)

    def storm() -> None:
        menus = QAbstractButton | QMenuBar | QMenu  # a click on them waits for an answer
        shown = [window, *window.findChildren(QWidget)]
        one_of_each = {type(widget): widget for widget in shown if not isinstance(widget, menus)}
        for widget in one_of_each.values():
            bother(widget)
        QTimer.singleShot(50, end)

    QTimer.singleShot(0, storm)
    QApplication.exec()


if __name__ == "__main__":
    main()
