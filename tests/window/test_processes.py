"""The program in a process of its own: what it imports when, its heap, its end, and every locale of
the system.
"""

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

GLIBC = pytest.mark.skipif(
    platform.libc_ver()[0] != "glibc", reason="another C library, which has one heap anyway"
)


def run(code: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in a new Python, which ends well."""
    changed = os.environ | {"QT_QPA_PLATFORM": "offscreen"} | environment
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(
        command, env=changed, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done


COPYING = """
import sys
from PySide6.QtCore import QMimeData, QTimer
from linclass_gui.window.running import make_application
application = make_application(sys.argv)
copied = QMimeData()
copied.setData("image/svg+xml", b"<svg/>")
application.clipboard().setMimeData(copied)
del copied
QTimer.singleShot(0, application.quit)
sys.exit(application.exec())
"""


def test_a_figure_in_the_clipboard_does_no_harm_at_the_end_without_a_screen() -> None:
    assert run(COPYING).stderr == ""


BESIDE = """
import sys
from linclass_gui.window.running import load_what_is_slow
from linclass_gui.window.main_window import MainWindow
later = ("scipy", "pyqtgraph", "linclass_gui.figures", "linclass_gui.live")
early = [name for name in sys.modules if name.startswith(later)]
assert not early, f"the window needs none of it to open: {early}"
names = list(sys.modules)
rooms = ("solvers", "linclass_gui.answers", "linclass_gui.layers", "linclass_gui.plots")
after_qt = [name for name in names[names.index("PySide6"):] if name.startswith(rooms)]
assert not after_qt, f"PySide6 reads the sources of what is imported later: {after_qt}"
from solvers.studies.populations import ProjectedPopulations
projected = ProjectedPopulations((0.0, 2.0), (1.0, 0.5), (0.5, 0.5))
projected.mistakes(projected.cheapest()), projected.best_cut, projected.bayes_error
assert not any(name.startswith("scipy") for name in sys.modules), "one variable waits for it"
load_what_is_slow()
assert "linclass_gui.figures.formats" in sys.modules
known = set(sys.modules)
from linclass_gui.answers.criteria import best_stretch
from solvers.losses import HINGE
from solvers.studies.populations import GaussianPopulation, Populations
import numpy as np
best_stretch(HINGE, np.array([1.0, -0.2]), 0.1)
wide, narrow = ((2.0, 0.3), (0.3, 1.0)), ((0.5, 0.0), (0.0, 0.4))
Populations(GaussianPopulation((0.0, 0.0), wide), GaussianPopulation((1.0, 0.0), narrow)).bayes_error
late = sorted(name for name in set(sys.modules) - known if name.startswith("scipy"))
assert not late, late
"""  # noqa: E501


def test_what_is_slow_to_import_is_imported_beside_the_window() -> None:
    run(BESIDE)


BEFORE_THE_FIRST_FRAME = """
import sys
from PySide6.QtCore import QSettings
QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, sys.argv[1])
from linclass_gui.window.running import make_application
from linclass_gui.window import create_window
application = make_application(["linclass"])
window = create_window()
window.show()
seen = []
late = "scipy", "pyqtgraph", "linclass_gui.lessons", "linclass_gui.figures.formats"
late += ("linclass_gui.files.table_formats",)
window.canvas.painted.connect(lambda scene: seen.append([n for n in late if n in sys.modules]))
while not seen:
    application.processEvents()
window.session.close()
sys.exit(1 if seen[0] else 0)
"""


def test_what_the_first_frame_does_without_is_not_imported_before_it(tmp_path: Path) -> None:
    run(BEFORE_THE_FIRST_FRAME, str(tmp_path))


LOOK = """
import ctypes, threading
from linclass_gui.window.session.background import use_one_heap
assert use_one_heap()

libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
barrier = threading.Barrier(9)
def allocate():
    libc.malloc(1000)
    barrier.wait(60)
for _ in range(8):
    threading.Thread(target=allocate).start()
barrier.wait(60)
libc.malloc_info(0, ctypes.c_void_p.in_dll(libc, "stdout"))
libc.fflush(None)
"""


@GLIBC
def test_threads_share_one_heap() -> None:
    assert run(LOOK).stdout.count("<heap nr=") == 1


OPENED = """
import locale
import sys
from PySide6.QtWidgets import QApplication
from linclass_gui.window.running import make_application
from linclass_gui.window.main_window import MainWindow
application = make_application(sys.argv)
window = MainWindow()
window.show()
assert window.session.wait_idle()
window.comparison.present()
window.actions_by_id["numbers"].trigger()
window.toggle_presentation()
QApplication.processEvents()
print(locale.setlocale(locale.LC_CTYPE))
window.session.undo_stack.setClean()
window.close()
"""


@pytest.mark.skipif(
    sys.platform != "linux",
    reason="the locales of other systems are named and chosen in other ways",
)
@pytest.mark.parametrize(
    "name",
    [
        "tr_TR",
        *(pytest.param(name, marks=pytest.mark.exhaustive) for name in ("C", "de_DE", "ar_EG")),
    ],
)
def test_the_window_opens_under_every_locale(name: str, tmp_path: Path) -> None:
    if name != "C":
        _define(name, tmp_path)
        name += ".UTF-8"
    places = {key: str(tmp_path) for key in ("LOCPATH", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    done = run(OPENED, LC_ALL=name, PYTHONCOERCECLOCALE="0", **places)
    assert "Traceback" not in done.stderr, done.stderr
    assert done.stdout.startswith(name)  # Qt makes C.UTF-8 of C


def _define(name: str, folder: Path) -> None:
    """Make a locale in a folder that ``LOCPATH`` can name; what the system has is not asked."""
    if shutil.which("localedef") is None:
        pytest.skip("there is no localedef here")
    made = subprocess.run(
        ["localedef", "-i", name, "-f", "UTF-8", str(folder / f"{name}.UTF-8")],
        capture_output=True,
        text=True,
        check=False,
    )
    if not (folder / f"{name}.UTF-8").exists():
        pytest.skip(f"localedef cannot make {name}: {made.stderr}")
