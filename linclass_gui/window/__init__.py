"""The window: session, worker, canvas, panels, actions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

# Rooms without Qt come first: PySide6 reads the source of every module that is imported after it.
from ..answers import regions, scenes  # noqa: F401
from ..files import first_picture, recovery  # noqa: F401
from ..layers import canvas  # noqa: F401
from ..plots import PLOTS  # noqa: F401
from ..scene import class_editing, theme, tools  # noqa: F401

# isort: split
from .. import draw  # noqa: F401 - guards the classes made from classes of Qt, which are made later

if TYPE_CHECKING:
    from ..scene.document import Document
    from .main_window import MainWindow


def create_window(document: Document | None = None) -> MainWindow:
    """The main window, not yet shown; ``window.session`` holds the document (None: the one of the
    first start).

    Needs a QApplication.
    """
    from .main_window import MainWindow  # Qt is imported only when a window is wanted

    return MainWindow(document)


def run(path: str | Path | None = None) -> int:
    """Open the window, with a file if one is named, and return the exit code when it is closed."""
    from .running import run_window  # Qt is imported only when a window is wanted

    return run_window(None if path is None else str(path))
