"""One process that has imported the program and forks for every run of it: nothing that is claimed of its end is about imports."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import IO, NamedTuple

# Reads a line for every child: its home, its output and its seconds between two states that are written down.
PARENT = """
import os, sys
from PySide6.QtCore import QStandardPaths
from linclass_gui.app import running
from linclass_gui.app.session import recovery
from pathlib import Path
from dataclasses import replace
from linclass_gui.app.timers import make_timer

def live(home, out, every):
    os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_DATA_HOME"] = home
    os.dup2(os.open(out, os.O_WRONLY), 1)
    QStandardPaths.setTestModeEnabled(True)
    folder = Path(home) / "recovery"
    running.recovery_folder = lambda: folder
    recovery.EVERY_S = float(every)
    after = running._after_first_frame

    def edit(window):
        if window.recovery.folder is None:
            return  # it has ended; this timer is only still on its way
        document = window.session.document
        window.session.apply("Add", replace(document, dataset=document.dataset.added((0.5, 0.5), 1)))
        print("edited", len(window.session.document.dataset), flush=True)

    def begin(window, path):
        after(window, path)
        window.editing_timer = make_timer(5, window)
        window.editing_timer.timeout.connect(lambda: edit(window))
        window.editing_timer.start()

    running._after_first_frame = begin
    sys.exit(running.run_window(None))

running.load_what_is_slow()
for line in iter(sys.stdin.readline, ""):
    child = os.fork()
    if child == 0:
        live(*line.rstrip("\\n").split("\\t"))
    print(child, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


class Child(NamedTuple):
    """A running program: its number and what it says."""

    pid: int
    said: IO[str]


class Nursery:
    """Starts programs that edit by themselves, one after the other."""

    def __init__(self) -> None:
        self._parent = subprocess.Popen(
            [sys.executable, "-c", PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=dict(os.environ)
        )

    def born(self, home: Path, every: float) -> Child:
        """Another program, which keeps its unsaved states below a folder; it runs until somebody ends it."""
        out = home / "said"
        os.mkfifo(out)
        self._parent.stdin.write(f"{home}\t{out}\t{every}\n")
        self._parent.stdin.flush()
        return Child(self._number(), out.open(encoding="utf-8"))

    def buried(self) -> int:
        """The exit code of the program, minus the signal that killed it."""
        return self._number()

    def _number(self) -> int:
        return int(self._parent.stdout.readline())

    def close(self) -> None:
        """No more programs."""
        self._parent.communicate()
