"""How much processor time the start takes, from exec to the first frame, beside an empty window.

    python -m benchmarks.start [--runs N] [--json]

Both start in fresh processes by turns: ``linclass-gui`` with the document of its first start, and
an empty main window of PySide6 with numpy imported.  Each ends as soon as its window is painted.
Processor time and memory are what the system says of the ended process, all its threads included,
so a busy machine moves both alike; compare the ratio.  Bytecode is kept from run to run, as where
the program is installed; a first run of each, which writes it, is left out.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[1]
OURS = "linclass_gui", "solvers"
# The screen that Qt has without one is so small that the window would be scaled to it.
_SCREEN = {"name": "screen", "x": 0, "y": 0, "width": 1920, "height": 1080}
_SCREEN |= {"logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1.0}

# Ends the process after the first frame of the window that is open when the event loop begins.
_WATCH = """
import os, sys

def watch():
    from PySide6.QtCore import QEvent, QObject, QTimer
    from PySide6.QtWidgets import QApplication
    run = QApplication.exec

    class FirstFrame(QObject):
        def eventFilter(self, watched, event):
            if event.type() == QEvent.Type.Expose:
                QTimer.singleShot(0, end)
            return False

    def end():
        print("\\n".join(sys.modules), flush=True)
        os._exit(0)

    def exec(*_):
        first_frame = FirstFrame()
        (window,) = (each for each in QApplication.topLevelWidgets() if each.isVisible())
        window.windowHandle().installEventFilter(first_frame)
        return run()

    QApplication.exec = exec
"""
_EMPTY = (
    _WATCH
    + """
import numpy
from PySide6.QtWidgets import QApplication, QMainWindow
watch()
application = QApplication([])
window = QMainWindow()
window.resize(1280, 800)
window.show()
application.exec()
"""
)
# Qt is imported by the program itself, when and after what it wants.
_PROGRAM = (
    _WATCH
    + """
class AfterQt:
    def find_spec(self, name, path=None, target=None):
        if name == "linclass_gui.window.running":
            watch()

sys.meta_path.insert(0, AfterQt())
sys.argv = ["linclass-gui"]
from linclass_gui.start import main
main()
"""
)


@dataclass(frozen=True)
class Start:
    """What one process took until its first frame."""

    seconds: float  # of processor time, of all its threads
    megabytes: float  # the most that it held at once
    modules: tuple[str, ...]

    @property
    def own_modules(self) -> tuple[str, ...]:
        """The modules of the program among those that were imported."""
        return tuple(sorted(name for name in self.modules if name.split(".")[0] in OURS))


def environment(folder: Path) -> dict[str, str]:
    """The variables of a process with settings of its own, and bytecode kept in a folder."""
    variables = dict(os.environ)
    variables.pop("PYTHONDONTWRITEBYTECODE", None)
    if not (variables.get("DISPLAY") or variables.get("WAYLAND_DISPLAY")):
        (folder / "screen.json").write_text(json.dumps({"screens": [_SCREEN]}), encoding="utf-8")
        variables["QT_QPA_PLATFORM"] = f"offscreen:configfile={folder / 'screen.json'}"
    variables["QT_LOGGING_RULES"] = "qt.qpa.*=false"
    variables["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        variables[name] = str(folder / name)
    return variables


def start(program: str, variables: Mapping[str, str]) -> Start:
    """Run a program until its first frame."""
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=dict(variables),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    modules = process.stdout.read().split()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stdout.close()
    if process.returncode != 0 or not modules:
        raise RuntimeError(f"no window: the program ended with {process.returncode}")
    kilobytes = usage.ru_maxrss / (1024 if sys.platform == "darwin" else 1)
    return Start(usage.ru_utime + usage.ru_stime, kilobytes / 1024, tuple(modules))


def first_frame() -> Start:
    """One start of the program."""
    with tempfile.TemporaryDirectory() as folder:
        return start(_PROGRAM, environment(Path(folder)))


def measure(runs: int) -> dict[str, Any]:
    """Medians over several starts by turns, and what the last start of the program imported."""
    programs = {"linclass": _PROGRAM, "empty": _EMPTY}
    starts: dict[str, list[Start]] = {name: [] for name in programs}
    with tempfile.TemporaryDirectory() as folder:
        variables = environment(Path(folder))
        for number in range(runs + 1):
            for name, program in programs.items():
                result = start(program, variables)
                if number > 0:
                    starts[name].append(result)
    seconds = {name: median(each.seconds for each in starts[name]) for name in programs}
    last = starts["linclass"][-1]
    return {
        "ratio": seconds["linclass"] / seconds["empty"],
        "seconds": seconds,
        "megabytes": {name: median(each.megabytes for each in starts[name]) for name in programs},
        "own_modules": len(last.own_modules),
        "modules": len(last.modules),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=7, metavar="N")
    parser.add_argument("--json", action="store_true", help="print one object")
    options = parser.parse_args()
    figures = measure(options.runs)
    if options.json:
        print(json.dumps(figures))
        return
    seconds, megabytes = figures["seconds"], figures["megabytes"]
    print("processor time to the first frame, and the most memory (medians):")
    for name in seconds:
        print(f"  {name:10} {1000 * seconds[name]:6.0f} ms {megabytes[name]:6.0f} MB")
    print(f"ratio {figures['ratio']:.2f}")
    print(f"modules {figures['modules']}, of them ours {figures['own_modules']}")


if __name__ == "__main__":
    main()
