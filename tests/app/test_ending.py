"""The end of the program leaves nothing that could crash it."""

from __future__ import annotations

import subprocess
import sys

COPYING = """
import sys
from PySide6.QtCore import QMimeData, QTimer
from linclass_gui.app.running import make_application
application = make_application(sys.argv)
copied = QMimeData()
copied.setData("image/svg+xml", b"<svg/>")
application.clipboard().setMimeData(copied)
del copied
QTimer.singleShot(0, application.quit)
sys.exit(application.exec())
"""


def test_a_figure_in_the_clipboard_does_no_harm_at_the_end_without_a_screen() -> None:
    done = subprocess.run([sys.executable, "-c", COPYING], capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
