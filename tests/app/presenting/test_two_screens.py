"""On two screens the audience keeps its picture on one while the window goes to the other, and comes back.

A platform with two screens is chosen before Qt starts, so this is a process of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

SCREEN = {"y": 0, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
SCREENS = [
    {"name": "hall", "x": 0, "width": 1920, "height": 1080} | SCREEN,
    {"name": "desk", "x": 1920, "width": 1280, "height": 800} | SCREEN,
]
SCRIPT = """
from PySide6.QtWidgets import QApplication, QWidget
from linclass_gui.app.presenting.freezing import Freezing

application = QApplication([])
window = QWidget()
window.showFullScreen()
application.processEvents()
freezing, places = Freezing(window), []
for act in (freezing.freeze, freezing.thaw):
    act()
    application.processEvents()
    places.append((window.screen().name(), window.geometry().getRect(), window.isFullScreen()))
    if freezing._frozen is not None:
        places.append((freezing._frozen.screen().name(), freezing._frozen.geometry().getRect()))
print(places)
"""


def test_the_window_goes_to_the_other_screen_and_comes_back(tmp_path: Path) -> None:
    config = tmp_path / "screens.json"
    config.write_text(json.dumps({"screens": SCREENS}), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={config}"},
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    hall, desk = (0, 0, 1920, 1080), (1920, 0, 1280, 800)
    assert done.stdout.strip() == str([("desk", desk, True), ("hall", hall), ("hall", hall, True)])
