"""The application that measures text, where there is no window."""

from __future__ import annotations

import os
import sys

from PySide6.QtGui import QGuiApplication

PLATFORM = "QT_QPA_PLATFORM"


def application_without_screen() -> QGuiApplication:
    """The running application, else one that needs no screen and uses none: figures do not depend
    on it.
    """
    existing = QGuiApplication.instance()
    if isinstance(existing, QGuiApplication):
        return existing
    before = os.environ.get(PLATFORM)
    os.environ[PLATFORM] = "offscreen"
    try:
        return QGuiApplication(sys.argv[:1])
    finally:
        # What this program starts later may want a screen.
        if before is None:
            del os.environ[PLATFORM]
        else:
            os.environ[PLATFORM] = before
