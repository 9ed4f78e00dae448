"""The real program, editing by itself until somebody ends it: ``editing_window.py FOLDER LOG POINTS
SEED``.

Every edit adds 1 to the document's seed, and a line to the log: the seed and the time (of the clock
that all processes share).
"""

from __future__ import annotations

import os
import random
import sys
import time
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from PySide6.QtCore import QTimer

from linclass_gui.scene.document import Document
from linclass_gui.window import running
from linclass_gui.window.main_window import MainWindow
from solvers import Dataset, Fisher, LogisticRegression


class Editor:
    """Moves a point of a window's document again and again, at irregular times, now in a drag and
    now at once.
    """

    def __init__(self, window: MainWindow, log: int, random: random.Random) -> None:
        self._window, self._log, self._random = window, log, random
        self._timer = QTimer(window, singleShot=True)
        self._timer.timeout.connect(self.edit)
        self.edit()

    def edit(self) -> None:
        session = self._window.session
        if self._window.recovery.folder is None:
            return  # the window has ended
        before, row = session.committed, self._random.randrange(len(session.committed.dataset))
        place = (self._random.gauss(0.0, 2.0), self._random.gauss(0.0, 2.0))
        moved = replace(before, dataset=before.dataset.moved(row, place), seed=before.seed + 1)
        if self._random.random() < 0.5:
            session.preview(moved, moving=(row,))
        session.commit("Move point", moved)
        os.write(self._log, f"{moved.seed} {time.monotonic():.6f}\n".encode())
        self._timer.start(self._random.choice((1, 5, 20, 100, 700)))


def document(n: int, seed: int) -> Document:
    """A document of ``n`` points."""
    rng = np.random.default_rng(seed)
    labels = np.arange(n) % 2
    X = rng.normal(size=(n, 2)) + np.column_stack([1.5 * labels, np.zeros(n)])
    return (
        replace(Document.empty(), dataset=Dataset(X, labels))
        .adding(Fisher())
        .adding(LogisticRegression())
    )


def main() -> int:
    """Run the program with its recovery in a folder of our own."""
    folder, log, n, seed = (
        Path(sys.argv[1]),
        os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT | os.O_APPEND),
        *map(int, sys.argv[3:5]),
    )
    running.recovery_folder = lambda: folder
    running._document_to_show = lambda path: document(n, seed)
    after_first_frame = running._after_first_frame

    def begin(window: MainWindow, path: str | None) -> None:
        after_first_frame(window, path)
        window.editor = Editor(window, log, random.Random(seed))

    running._after_first_frame = begin
    return running.run_window(None)


if __name__ == "__main__":
    sys.exit(main())
