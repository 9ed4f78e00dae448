"""Pictures of the window itself, drawn by the program without a screen: for the README and to look
at every view.

python -m benchmarks.window_pictures FOLDER
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# before Qt: no window of the desktop is touched
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_FONT_DPI", "96")

from PySide6.QtCore import QSettings
from PySide6.QtTest import QTest

from linclass_gui.files.first_picture import open_document
from linclass_gui.files.shipped import LESSON_PREFIX
from linclass_gui.plots import PLOTS
from linclass_gui.scene.theme import THEMES, WINDOW_THEMES
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.running import make_application
from linclass_gui.window.session.settings import UserSettings

SIZES = ((1280, 800), (1920, 1080))
SETTLE_MS = 400  # numbers in the panel follow at 20 Hz, plots at half the frame rate


@contextmanager
def show_document(source: str, theme: str, width: int, height: int) -> Iterator[MainWindow]:
    """The window with a document open, for as long as its picture is drawn."""
    with tempfile.TemporaryDirectory() as folder:
        # Settings of its own: the pictures must not depend on the settings of the user.
        settings = UserSettings(
            QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)
        )
        settings.theme = theme
        settings.help_hidden = True
        window = MainWindow(open_document(source), settings)
        window.set_theme(THEMES[theme])
        window.resize(width, height)
        window.show()
        yield window
        window.close()


def draw_window(
    path: Path, lesson: str, theme: str, width: int, height: int, views: tuple[str, ...] = ()
) -> None:
    """One picture of the window with a lesson open; ``views`` are the linked plots to bring to the
    front.
    """
    with show_document(LESSON_PREFIX + lesson, theme, width, height) as window:
        window.plots.show_plots(views)
        window.session.wait_idle(10_000)
        QTest.qWait(SETTLE_MS)
        window.grab().save(str(path))


def draw_comparison(path: Path, lesson: str, theme: str) -> None:
    """One picture of the comparison of a lesson's methods."""
    with show_document(LESSON_PREFIX + lesson, theme, *SIZES[0]) as window:
        window.session.wait_idle(10_000)
        window.comparison.present()
        QTest.qWait(SETTLE_MS)
        window.comparison.grab().save(str(path))


def draw_all(folder: Path) -> list[Path]:
    """The window with every linked plot in two sizes, and the comparison, in every theme."""
    folder.mkdir(parents=True, exist_ok=True)
    columns = [[plot for plot in PLOTS if plot.column == k] for k in range(3)]
    rounds = max(len(column) for column in columns)
    written = []
    for theme in WINDOW_THEMES:
        for width, height in SIZES:
            for turn in range(rounds):
                views = tuple(column[min(turn, len(column) - 1)].name for column in columns)
                path = folder / f"window-{theme}-{width}x{height}-{turn + 1}.png"
                draw_window(path, "three-views", theme, width, height, views)
                written.append(path)
        written.append(folder / f"comparison-{theme}.png")
        draw_comparison(written[-1], "three-views", theme)
    return written


def main() -> int:
    """Draw all pictures into the folder named on the command line."""
    application = make_application(sys.argv[:1])
    for path in draw_all(Path(sys.argv[1] if len(sys.argv) > 1 else "figures")):
        sys.stdout.write(f"{path}\n")
    del application
    return 0


if __name__ == "__main__":
    sys.exit(main())
