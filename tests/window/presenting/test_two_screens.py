"""On two screens the audience keeps its picture on one while the window goes to the other, and
comes back.

A platform with two screens is chosen before Qt starts, so this is a process of its own.
"""

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
PRESENTER = """
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from linclass_gui.window.running import make_application
application = make_application([])
from linclass_gui.window import create_window

window, places = create_window(), []
window.lessons.open_named("dual")
window.show()
for screen in reversed(application.screens()):  # the desk, then the hall
    window.setScreen(screen)
    window.setGeometry(screen.geometry().adjusted(50, 50, -50, -50))
    application.processEvents()
    before = window.geometry().getRect()
    window.toggle_presentation()
    application.processEvents()
    view = window.presenting.presenter
    places.append((window.screen().name(), window.isFullScreen(), view.screen().name(), view.isVisible()))
    places.append(window.files.desk().screen().name())
    for _ in range(2):  # frozen, the window is on the desk by itself; then everything is as before
        QTest.keyClick(window.canvas, Qt.Key.Key_F)
        application.processEvents()
        places.append((window.screen().name(), view.isVisible(), view.is_open))
    window.toggle_presentation()
    application.processEvents()
    places.append((window.geometry().getRect() == before, view.isVisible(), window.panel.window() is window))
print(places)
window.close()
"""  # noqa: E501


def run(script: str, screens: list[dict[str, object]], tmp_path: Path) -> str:
    config = tmp_path / "screens.json"
    config.write_text(json.dumps({"screens": screens}), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={
            **os.environ,
            "QT_QPA_PLATFORM": f"offscreen:configfile={config}",
            "XDG_CONFIG_HOME": str(tmp_path),
        },
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return done.stdout.strip()


def test_the_picture_goes_to_the_hall_and_the_presenter_view_to_the_desk(tmp_path: Path) -> None:
    """The desk is the first screen: from there the picture moves to the hall; who moved it there
    himself finds it there.
    """
    desk_first = [SCREENS[1] | {"x": 0}, SCREENS[0] | {"x": 1280}]
    away, home = str(("hall", True, "desk", True)), str((True, False, True))
    frozen, thawed = str(("desk", False, False)), str(("hall", True, True))
    once = [away, "'desk'", frozen, thawed, home]  # dialogs are on the desk, too
    assert run(PRESENTER, desk_first, tmp_path) == f"[{', '.join(once * 2)}]"
