"""Small grey pictures of windows, dialogs and figures, each of which somebody has looked at.
``python -m benchmarks.frozen_windows`` writes them to ``tests/frozen/windows``.

A test compares them: a word that is gone, a part in another place, a mark that is not painted.  An
quarter of the size is enough for that, and is the same with every release of Qt but for shades.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

# before Qt: no window of the desktop is touched
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_FONT_DPI", "96")

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from linclass_gui.figures.pages import page_of_scene
from linclass_gui.figures.png import image_of
from linclass_gui.figures.requests import Recipe
from linclass_gui.figures.sources import FIGURE_BLOCKS, NUMBERS, VIEWS
from linclass_gui.lessons.numbers import numbers_of
from linclass_gui.scene.scene import Scene
from linclass_gui.scene.theme import DARK, LIGHT
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.running import make_application
from linclass_gui.window.session.background import is_any_at_work
from solvers import Floats

from .compare_pictures import FEWER
from .picture_scenes import scenes
from .window_pictures import show_document

FOLDER = Path(__file__).parents[1] / "tests" / "frozen" / "windows"
SMALLER = 4
SHADE, SHARE = 24, 0.001  # what may differ: shades of 255, and the share of pixels beyond
LOOK_MS, MOST_LOOKS, AT_REST = 70, 150, 3  # a picture is at rest when so many looks are alike
CARD = 32  # looks: cards of a presentation go by themselves
WINDOWS = (
    "comparison",
    "points",
    "history",
    "numbers",
    "why",
    "gestures",
    "method-page",
    "lessons",
)
DIALOGS = ("export", "generate", "sample", "class-names", "limits", "sentences")
SCENES = {  # the document, its theme, and what is opened above it
    "two": ("lesson:dual", LIGHT, (*WINDOWS, *DIALOGS, "present")),
    "many": ("example:iris", DARK, ("comparison", "points", "columns", "present")),
}
PAGES = ("2/played, step 3", "2/quadratic", "3/populations")  # all their views as figures
BLOCKS_OF = ("2/SoftMarginSVM", "2/Softmax", "3/GaussianGenerative")  # of numbers
A_PAGE, SIZE = 7, {"width_mm": 160.0, "height_mm": 120.0, "dpi": 100}


def small(widget: QWidget, at_rest: int = AT_REST) -> QImage:
    """A picture of a widget at rest, in shades of grey."""
    image, alike = QImage(), 0
    for _ in range(MOST_LOOKS):
        QTest.qWait(LOOK_MS)
        before, image = image, widget.grab().toImage()
        alike = alike + 1 if image == before and not is_any_at_work() else 0
        if alike == at_rest:
            break
    return _shrunk(image)


def _shrunk(image: QImage) -> QImage:
    size = image.size() / SMALLER
    return image.scaled(
        size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    ).convertToFormat(QImage.Format.Format_Grayscale8)


def pages() -> Iterator[tuple[str, QImage]]:
    """The names and pictures of figures with all views, or all numbers, of some scenes."""
    of_name = dict(scenes())
    with ExitStack() as stack:
        for module, counts in FEWER:
            stack.enter_context(patch.multiple(module, **counts))
        for name in (*PAGES, *BLOCKS_OF):
            scene = of_name[name]()
            views = VIEWS if name in PAGES else blocks_of(scene)
            for k in range(0, len(views), A_PAGE):
                recipe = Recipe(views=views[k : k + A_PAGE], **SIZE)
                page = page_of_scene(scene, recipe)
                title = "".join(filter(str.isalnum, name))
                yield f"page-{title}-{k // A_PAGE}", _shrunk(image_of(page, recipe))


def blocks_of(scene: Scene) -> tuple[str, ...]:
    """The blocks of numbers that a scene has, as views."""
    return tuple(f"{NUMBERS}{name}" for name in FIGURE_BLOCKS if not numbers_of(name, scene).needs)


def _opened(window: MainWindow, action: str) -> Iterator[QImage]:
    """The dialog or the window that an action opens; else what it makes of the main window."""
    images = []

    def look(dialog: QDialog) -> int:
        dialog.show()
        images.append(small(dialog))
        dialog.hide()
        return 0

    with patch.object(QDialog, "exec", look):
        window.actions_by_id[action].trigger()
    others = [top for top in QApplication.topLevelWidgets() if top.isVisible() and top != window]
    for other in others:
        images.append(small(other))
        other.hide()
    yield from images or [small(window, CARD if window.is_presenting() else AT_REST)]


def pictures() -> Iterator[tuple[str, QImage]]:
    """The names and the pictures of all views."""
    yield from pages()
    QApplication.setCursorFlashTime(0)
    for scene, (source, theme, actions) in SCENES.items():
        with show_document(source, theme.name, 1280, 800) as window:
            window.session.wait_idle(20_000)
            yield scene, small(window)
            for action in actions:
                for turn, image in enumerate(_opened(window, action)):
                    yield f"{scene}-{action}{turn or ''}", image


def shades(image: QImage) -> Floats:
    """The shades of a picture (height, width), from 0 to 255."""
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    return rows[:, : image.width()].astype(float)


def share_of_difference(image: QImage, looked_at: QImage) -> float:
    """The share of the pixels that differ so that one sees it; 1 for another size."""
    if image.size() != looked_at.size():
        return 1.0
    return float((abs(shades(image) - shades(looked_at)) > SHADE).mean())


def main() -> None:
    """Write all pictures anew."""
    make_application([])
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for name, image in pictures():
        image.save(str(FOLDER / f"{name}.png"))


if __name__ == "__main__":
    main()
