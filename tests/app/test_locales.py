"""The window opens under every locale of the system."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OPENED = """
import locale
import sys
from PySide6.QtWidgets import QApplication
from linclass_gui.app.running import make_application
from linclass_gui.app.window import MainWindow
application = make_application(sys.argv)
window = MainWindow()
window.show()
assert window.session.wait_idle()
window.show_comparison()
window.actions_by_id["numbers"].trigger()
window.toggle_presentation()
QApplication.processEvents()
print(locale.setlocale(locale.LC_CTYPE))
window.session.undo_stack.setClean()
window.close()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the locales of other systems are named and chosen in other ways")
@pytest.mark.parametrize("name", ["tr_TR", *(pytest.param(name, marks=pytest.mark.exhaustive) for name in ("C", "de_DE", "ar_EG"))])
def test_the_window_opens(name: str, tmp_path: Path) -> None:
    if name != "C":
        _define(name, tmp_path)
        name += ".UTF-8"
    places = {key: str(tmp_path) for key in ("LOCPATH", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    environment = os.environ | {"LC_ALL": name, "QT_QPA_PLATFORM": "offscreen", "PYTHONCOERCECLOCALE": "0"} | places
    done = subprocess.run([sys.executable, "-c", OPENED], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    assert done.stdout.startswith(name)  # Qt makes C.UTF-8 of C


def _define(name: str, folder: Path) -> None:
    """Make a locale in a folder that ``LOCPATH`` can name; what the system has is not asked."""
    if shutil.which("localedef") is None:
        pytest.skip("there is no localedef here")
    made = subprocess.run(
        ["localedef", "-i", name, "-f", "UTF-8", str(folder / f"{name}.UTF-8")], capture_output=True, text=True, check=False
    )
    if not (folder / f"{name}.UTF-8").exists():
        pytest.skip(f"localedef cannot make {name}: {made.stderr}")


def test_no_qt_property_that_begins_with_i_is_set_by_keyword() -> None:
    """PySide seeks the setter by the upper case of the first letter, which under a Turkish locale is no I."""
    found = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in (ROOT / "linclass_gui").rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and _name(call.func).startswith("Q")
        if any((keyword.arg or "").startswith("i") for keyword in call.keywords)
    ]
    assert found == []


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
