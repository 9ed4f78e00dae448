"""How many technical terms the first window shows: the words painted in it against a list of terms.

A term counts once, however often it is seen, and in the singular and the plural; words in
scrolled-off or folded parts do not count.  Every text laid out by the program is recorded while the
visible part of each widget is painted (canvas, plots, rows, swatches); Qt's own widgets are asked
for their words.

    python -m benchmarks.window_terms
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

# each a regular expression: forms of a word are one term
TERMS = (
    "soft[- ]margin", "fisher", "logistic", "perceptron", "least squares", "hinge", "squared",
    "0–1", "errors?", "min dist", "distances?", "optimal|optimum|certified", "closed form", "gap",
    "time", "C", "features?", "kernels?", "identity", "linear", "λ", "algorithm", "offset",
    "penalise", "ν_?.?", "σ", "α", "w", "b", "margins?", "margin width", "(mean )?slack", "free",
    "bound", "wrong", "support vectors?", "(class )?means?", "bound(ary|aries)", "closest pair",
    "projection", "axis", "equation", "weights?( vector)?", "w as a sum", "other samples",
    "half-planes", "convex hulls", "covariances", "probability", "grid", r"f\(x\)", "class", "J",
    "angle", "between", "within", "density", "threshold", "loss(es)?", "training", "test",
    "validation", "calibration", "confusion", "convergence", "ROC", "AUC", "precision", "path",
    "multipliers?", "permutation", "cross-validation", "coordinates",
)  # fmt: skip
SIZE = 1280, 800  # the size with which the program opens its window
# Of devices for which no picture of a part of the window is kept: each is used once.
OTHER_SCALES = count(0.25, 0.00097)


def shown_words(window: Any) -> Iterator[str]:
    """The words of the visible parts of a window, in the mark-up of labels."""
    from PySide6.QtWidgets import QWidget

    bar = window.menuBar()
    for part in window.findChildren(QWidget):
        if part is bar or bar.isAncestorOf(part) or not _seen_area(part).isValid():
            continue
        text = part.currentText if hasattr(part, "currentText") else getattr(part, "text", "")
        yield str(text() if callable(text) else text)
        yield str(part.placeholderText()) if hasattr(part, "placeholderText") else ""
        yield str(getattr(part, "name", ""))
        yield from painted_words(part)


def painted_words(part: Any) -> list[str]:
    """The texts that a widget lays out itself and paints into its visible part."""
    from PySide6.QtCore import QPoint, QRectF
    from PySide6.QtGui import QPixmap, QRegion
    from PySide6.QtWidgets import QWidget

    area, scale = _seen_area(part), 1.0 + next(OTHER_SCALES) % 0.5
    pixmap = QPixmap(part.size() * scale)
    pixmap.setDevicePixelRatio(scale)
    with _recorded_texts() as texts:
        part.render(pixmap, QPoint(), QRegion(part.rect()), QWidget.RenderFlag(0))
    return [text for text, place in texts if QRectF(area).intersects(place)]


@contextmanager
def _recorded_texts() -> Iterator[list[tuple[str, Any]]]:
    """Every text that is drawn meanwhile, with its place in the widget that draws it."""
    from PySide6.QtCore import QRectF

    from linclass_gui.draw.lettering import Layout
    from linclass_gui.draw.sprites import WindowSurface

    texts: list[tuple[str, Any]] = []
    draw, draw_on_surface = Layout.draw, WindowSurface.text

    def note(text: Any, painter: Any, x: float, baseline: float) -> None:
        box = QRectF(x, baseline - text.ascent, text.width, text.height)
        texts.append((text.markup, painter.worldTransform().mapRect(box)))

    def record(text: Any, painter: Any, x: float, baseline: float, colour: Any) -> None:
        note(text, painter, x, baseline)
        draw(text, painter, x, baseline, colour)

    def record_on_surface(
        surface: Any, text: Any, x: float, baseline: float, *look: Any, **more: Any
    ) -> None:
        note(text, surface.painter, x, baseline)
        draw_on_surface(surface, text, x, baseline, *look, **more)

    # pictures of words are kept, too: those are drawn without Layout.draw
    with (
        patch.object(Layout, "draw", record),
        patch.object(WindowSurface, "text", record_on_surface),
    ):
        yield texts


def _seen_area(part: Any) -> Any:
    """The part of a widget that is visible and not scrolled away; an invalid rectangle if none."""
    from PySide6.QtCore import QRect

    if not part.isVisible():
        return QRect()
    area, above = part.rect(), part
    while (outer := above.parentWidget()) is not None and not above.isWindow():
        area = area.translated(above.pos()).intersected(outer.rect())
        above = outer
    return area.translated(-part.mapTo(above, part.rect().topLeft()))


def terms_in(words: Iterator[str]) -> tuple[str, ...]:
    """The terms of the list that occur in some words."""
    plain = re.sub(r"[$\\{}]", "", "\n".join(words))
    return tuple(
        term
        for term in TERMS
        if re.search(rf"(?<![\w])(?:{term})(?!\w)", plain, 0 if len(term) == 1 else re.IGNORECASE)
    )


def main() -> None:
    """Print the number of terms and the terms."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QApplication

    from linclass_gui.window.main_window import MainWindow
    from linclass_gui.window.session.settings import UserSettings

    application = QApplication([])
    with tempfile.TemporaryDirectory() as folder:
        store = QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)
        window = MainWindow(None, UserSettings(store))
        window.resize(*SIZE)
        window.show()
        for _ in range(5):
            application.processEvents()
            window.session.wait_idle()
        found = terms_in(shown_words(window))
        print(len(found), "terms:", ", ".join(found))
        window.session.undo_stack.setClean()
        window.close()


if __name__ == "__main__":
    main()
