"""What must work wherever the program is installed: every module, a fit, a figure, the window with
a lesson, the list of commands, a drag.

    python smoke.py [FOLDER]

Needs nothing but the installed program, and runs in any folder but the checkout's (whose packages
would be found first).  FOLDER is where the installed program must come from.  Prints a line for
every part; the first that fails ends the run with a traceback.
"""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import subprocess
import sys
import tempfile
import traceback
from functools import partial
from pathlib import Path
from types import TracebackType

# Before Qt is imported: no screen is needed, and none is told that it cannot move windows.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_LOGGING_RULES", "qt.qpa.*=false")

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

# What the program remembers of its user stays as it is.
os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_DATA_HOME"] = os.environ["XDG_CACHE_HOME"] = (
    tempfile.mkdtemp()
)
# What only the extras `sklearn` and `notebook` bring.
EXTRAS = ("sklearn", "anywidget", "traitlets")


def main() -> int:
    """Every part in turn."""
    folder = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else None
    raised: list[BaseException] = []
    sys.excepthook = partial(_said_and_kept, raised)
    qInstallMessageHandler(partial(_warned, raised))
    parts = (modules_import, core_is_at_work, points_are_fitted, figures_are_drawn)
    for part in (*parts, the_window_follows_a_drag):
        print(f"{part.__name__.replace('_', ' ')}: {part(folder)}", flush=True)
    return 1 if raised else 0


def _said_and_kept(
    raised: list[BaseException],
    kind: type[BaseException],
    value: BaseException,
    trace: TracebackType | None,
) -> None:
    """An exception inside an event does not end the loop of Qt; it ends the run in failure all the
    same.
    """
    raised.append(value)
    sys.__excepthook__(kind, value, trace)


def _warned(
    raised: list[BaseException], kind: QtMsgType, _place: QMessageLogContext, text: str
) -> None:
    """A warning of Qt ends the run in failure, but for what the offscreen platform says of
    itself.
    """
    if kind is not QtMsgType.QtDebugMsg and not text.startswith("This plugin does not support"):
        raised.append(RuntimeWarning(text))
        traceback.print_stack()
        print(text, file=sys.stderr)


def modules_import(folder: Path | None) -> str:
    """Import every module of the two packages."""
    count = 0
    for package in ("solvers", "linclass_gui"):
        root = importlib.import_module(package)
        here = Path(root.__file__ or "").resolve()
        assert folder is None or folder in here.parents, f"{package} comes from {here}"
        for module in pkgutil.walk_packages(root.__path__, f"{package}."):
            if not module.name.endswith("__main__"):
                try:
                    importlib.import_module(module.name)
                except ImportError as error:
                    # a bare installation has none of these
                    if (error.name or "").split(".")[0] not in EXTRAS:
                        raise
                count += 1
    return f"{count} of them"


def core_is_at_work(folder: Path | None) -> str:
    """The loops run in the library that was compiled for this machine."""
    from solvers import core

    assert core.LIBRARY is not None, "the loops run in plain Python"
    return f"the {core.at_work()}"


def points_are_fitted(folder: Path | None) -> str:
    """`linclass-gui fit` on the flowers that are shipped."""
    from linclass_gui.files.shipped import assets

    choice = [
        "--columns",
        "petal_length,petal_width",
        "--label",
        "species",
        "--classes",
        "versicolor,virginica",
    ]
    table = assets() / "data" / "iris.csv"
    printed, said = _command("fit", str(table), *choice, "--method", "soft-margin-svm", "--json")
    axes, classes = (
        "petal_length (x1) against petal_width (x2)",
        "class species: versicolor (-, 50), virginica (+, 50)",
    )
    assert (
        said == f"linclass-gui: {table}: {axes}, {classes}; 50 rows of other classes left out\n"
    ), said
    answer = json.loads(printed)
    assert answer["status"] == "CONVERGED", answer
    return f"gap {answer['certificate']['gap']:.1e}"


def figures_are_drawn(folder: Path | None) -> str:
    """`linclass-gui export` of a lesson in every vector and bitmap format."""
    signs = {"pdf": b"%PDF", "svg": b"<svg", "png": b"\x89PNG"}
    for suffix, sign in signs.items():
        _, said = _command(
            "export", "lesson:three-views", "--size", "slide-16x9", "-o", f"figure.{suffix}"
        )
        assert not said, said
        figure = Path(f"figure.{suffix}")
        assert figure.read_bytes().startswith(sign), figure
        figure.unlink()
    return " ".join(signs)


def _command(*arguments: str) -> tuple[str, str]:
    """What a run of the command line prints, and what it says beside that."""
    done = subprocess.run(
        [sys.executable, "-m", "linclass_gui", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{arguments}: {done.stderr}"
    return done.stdout, done.stderr


def the_window_follows_a_drag(folder: Path | None) -> str:
    """Open the window and a lesson, list all commands, drag a point with the mouse, undo, close."""
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication, QWidget

    from linclass_gui.window import create_window

    application = QApplication.instance() or QApplication([])
    window = create_window()
    window.resize(1280, 800)
    window.show()
    session = window.session
    window.lessons.open_named("two-sides")
    assert session.wait_idle(20_000)
    assert window.lessons.panel.isVisible()
    window.actions_by_id["palette"].trigger()
    assert any(entry.is_possible for entry in window.command_palette.entries)
    window.command_palette.hide()
    canvas = window.findChild(QWidget, "canvas")
    viewport = canvas.viewport()
    before, scene = session.document.dataset, session.scene
    start = QPoint(
        round((before.X[0, 0] - scene.view.x0) / scene.pixel),
        round((scene.view.y1 - before.X[0, 1]) / scene.pixel),
    )
    QTest.mouseMove(viewport, start)
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    for step in range(1, 11):
        QTest.mouseMove(viewport, start + QPoint(4 * step, 2 * step))
        application.processEvents()
    QTest.mouseRelease(
        viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start + QPoint(40, 20)
    )
    assert session.wait_idle(20_000)
    after = session.document.dataset
    assert len(after.X) == len(before.X)
    assert (after.X[0] != before.X[0]).all(), "the point did not move"
    session.undo_stack.undo()
    assert session.wait_idle(20_000)
    assert (session.document.dataset.X == before.X).all()
    session.undo_stack.setClean()
    window.close()
    return f"{len(session.scene.fits)} fits shown"


if __name__ == "__main__":
    sys.exit(main())
