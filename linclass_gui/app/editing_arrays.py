"""A window for two arrays of a script or a notebook, which are returned as edited."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEventLoop
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from solvers import AnyMethod, Floats
from solvers.signs import distinct_labels

from ..errors import UserError
from ..figures.scripting import with_methods
from ..files.first_picture import document_of_arrays
from ..files.opening import with_first_methods
from ..scene.document import Document
from .memory import Garbage
from .running import make_application
from .window import MainWindow


def open_arrays(
    X: Any,
    y: Any,
    methods: str | AnyMethod | Iterable[str | AnyMethod] | None = None,
    *,
    classes: tuple[str, ...] | None = None,
    plane: str = "columns",
) -> tuple[Floats, NDArray[Any]]:
    """Open the window with points ``X (n, d)`` and labels ``y (n,)``; when it is closed, return
    both as they were edited.

    ``methods``, ``classes`` and ``plane`` are those of :func:`linclass_gui.figure`.  Added rows
    follow the others; the label of an added class is its name, and then all labels are names.

    Raises:
        ValueError: the arrays are no data set of at least two classes.
        UserError: there is no such method or plane, or no screen to open a window on.
    """
    _need_a_screen()
    document = document_of_arrays(X, y, classes, plane)
    document = (
        with_first_methods(document)
        if methods is None
        else with_methods(document, methods, None, None)
    )
    there = QApplication.instance()
    has_collector = there is not None and there.findChild(Garbage) is not None
    application = make_application(sys.argv[:1])
    window = MainWindow(document)
    stack = window.session.undo_stack
    # edits are returned: closing does not ask about changes
    stack.indexChanged.connect(stack.setClean)
    loop = QEventLoop()
    window.closed.connect(loop.quit)
    window.show()
    loop.exec()
    edited = window.session.committed
    window.session.close()
    window.deleteLater()
    collector = application.findChild(Garbage)
    if collector is not None and not has_collector:
        collector.close()
    return _arrays(edited, document, distinct_labels(np.asarray(y).reshape(-1))[0])


def _need_a_screen() -> None:
    """Raise an error without a screen, where Qt would end the whole process."""
    there = QGuiApplication.instance()
    if there is not None and not isinstance(there, QApplication):
        raise UserError(
            "A figure was drawn before without a screen: open the window first, in a new process."
        )
    has_screen = sys.platform != "linux" or any(
        map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))
    )
    if there is None and not has_screen:
        raise UserError(
            "There is no screen here to open a window on: linclass_gui.explore shows the points "
            "in a notebook."
        )


def _arrays(edited: Document, begun: Document, known: NDArray[Any]) -> tuple[Floats, NDArray[Any]]:
    dataset, plane = edited.dataset, edited.plane
    X: Floats = np.array(dataset.X if plane is None else plane.rows(dataset.X, dataset.behind))
    if edited.units is not None:
        X = np.array(edited.units.centre) + np.array(edited.units.scale) * X
    names, was = dataset.class_names, begun.dataset.class_names
    if names == was:
        return X, known[dataset.labels]
    if set(names) <= set(was):
        return X, known[np.array([was.index(name) for name in names])[dataset.labels]]
    return X, np.array(names)[dataset.labels]
