"""How many files of the program six ways enter: ``python -m benchmarks.ways``.

When all is loaded and built, each way is gone again, and the files are counted of which a function
is called in this thread.
"""

from __future__ import annotations

import math
import os
import sys
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from types import FrameType

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before Qt

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

import solvers
from linclass_gui.answers.scenes import scene_of
from linclass_gui.cli import main as command_line
from linclass_gui.files.first_picture import open_document
from linclass_gui.layers.canvas import canvas_figure
from linclass_gui.lessons.attempt import begin_lesson
from linclass_gui.lessons.course import shipped_course
from linclass_gui.lessons.evaluate import standing
from linclass_gui.window.widgets.controls import Slider

from .data import clouds
from .drag import SHOWN, Driver, budget, document

ROOT = Path(__file__).parents[1]
PRODUCT = tuple(f"{ROOT / package}{os.sep}" for package in ("solvers", "linclass_gui"))
LEFT = Qt.MouseButton.LeftButton
REPEATS = 7


def files_entered(act: Callable[[], object]) -> set[str]:
    """The files of the program that an act enters when it is done again: of several times the
    median, for now and then something else comes between.
    """
    act()
    found = sorted((files_once(act) for _ in range(REPEATS)), key=len)
    return found[REPEATS // 2]


def files_once(act: Callable[[], object]) -> set[str]:
    """The files of the program of which a function is called meanwhile."""
    found = set()

    def note(frame: FrameType, event: str, argument: object) -> None:
        found.add(frame.f_code.co_filename)

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return {name for name in found if name.startswith(PRODUCT)}


def entered(folder: Path) -> dict[str, set[str]]:
    """The files that each way enters; what is written stands in a folder."""
    lesson = next(each for each in shipped_course().lessons if each.goal is not None)
    export = ["export", "lesson:two-clouds", "-o", str(folder / "figure.svg")]
    X, y = clouds(100)
    acts: dict[str, Callable[[], object]] = {
        "a name to its picture": lambda: canvas_figure(scene_of(open_document("example:iris"))),
        "`fit`": lambda: solvers.fit(solvers.SoftMarginSVM(), X, y),
        "a goal": lambda: standing(lesson.goal, begin_lesson(lesson)),
        "an export": lambda: command_line(export),
    }
    return {name: files_entered(act) for name, act in acts.items()} | entered_in_window()


def entered_in_window() -> dict[str, set[str]]:
    """The files that a move of a point and of a slider enter, until the frame is painted."""
    driver, steps = Driver(document(40), SHOWN), count(1)
    share, budget.SHARE = budget.SHARE, math.inf  # no plot gives way
    at = driver.session.document.dataset.X[0]
    driver.press(at)
    found = {"a move of the mouse": files_entered(lambda: driver.frame(at + 0.1 * next(steps)))}
    slider = driver.window.findChild(Slider, "slider-C")
    QTest.mousePress(slider, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(60, 18))

    def slide() -> None:
        QTest.mouseMove(slider, QPoint(60 + 5 * next(steps), 18))
        driver.finish_frame()

    found["a move of a slider"] = files_entered(slide)
    driver.release(at)
    budget.SHARE = share
    return found


def main() -> None:
    """Print the numbers."""
    application = QApplication.instance() or QApplication([])
    with tempfile.TemporaryDirectory() as folder:
        for name, files in entered(Path(folder)).items():
            print(f"{len(files):4d} files are entered by {name}")
    del application


if __name__ == "__main__":
    main()
