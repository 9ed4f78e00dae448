"""How many technical terms the first window shows: its visible words against a list of terms.

A term counts once, however often it is seen; words in scrolled-off or folded parts do not count.
Names painted by a widget itself are those that it tells screen readers.

    python -m benchmarks.window_terms
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TERMS = (
    "algorithm", "between", "bound", "boundary", "C", "calibration", "closed form", "confusion",
    "convergence", "convex hulls", "covariances", "cross-validation", "density", "errors",
    "features", "Fisher", "Fisher J", "free", "gap", "half-planes", "J", "kernel", "learning",
    "losses", "margin", "margins", "mean slack", "means", "min dist", "multipliers", "offset",
    "optimal", "optimum", "path", "permutation", "precision", "probability", "projection", "ROC",
    "slack", "soft margin", "Soft-margin SVM", "support vectors", "threshold", "time", "training",
    "validation", "weights", "within", "wrong", "angle", "equation", "distance", "class",
    "hinge", "penalise", "lambda", "λ", "ν", "σ", "α", "w", "b", "f(x)",
)  # fmt: skip
SIZE = 1280, 800


def shown_words(window: Any) -> Iterator[str]:
    """The words of the visible parts of a window, and of the plots and lines in it."""
    from PySide6.QtWidgets import QWidget

    from linclass_gui.answers.method_labels import label_of
    from linclass_gui.window.canvas.plot import PlotView

    bar = window.menuBar()
    for part in window.findChildren(QWidget):
        if not _is_seen(part) or part is bar or bar.isAncestorOf(part):
            continue
        if isinstance(part, PlotView):
            figure = part.plot.draw(window.session.scene)
            yield from re.findall(r"'([^']*)'", repr(figure))
            continue
        text = part.text if hasattr(part, "text") else ""
        text = text() if callable(text) else text
        yield str(text) or (part.accessibleName() if type(part).__name__.endswith("Row") else "")
    methods = window.session.document.methods
    yield from (label_of(method, methods) for method in methods)


def _is_seen(part: Any) -> bool:
    """Whether a part is visible and not scrolled away."""
    area, above = part.rect(), part
    while (outer := above.parentWidget()) is not None and not above.isWindow():
        area = area.translated(above.pos()).intersected(outer.rect())
        above = outer
    return bool(part.isVisible() and not area.isEmpty())


def terms_in(words: Iterator[str]) -> tuple[str, ...]:
    """The terms of the list that occur in some words."""
    text = "\n".join(words)
    plain = re.sub(r"[$\\{}_^]", "", text)
    return tuple(
        term
        for term in TERMS
        if re.search(
            rf"(?<!\w){re.escape(term)}(?!\w)", plain, 0 if len(term) == 1 else re.IGNORECASE
        )
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
