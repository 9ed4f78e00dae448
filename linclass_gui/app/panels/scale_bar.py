"""The bar above the canvas that says when equal scales make a strip of the points, with what helps at one press."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from ...core.scales import is_squeezed
from ...core.scene import Scene
from ..session.session import Session
from ..widgets.basics import Themed
from ..widgets.controls import IconButton
from ..widgets.plain_words import PlainLabel

SENTENCE = "With equal scales the points are a strip: one axis is less than a tenth of the other."


class ScaleBar(Themed, QWidget):
    """Shown while the points are a strip, unless it was closed for these axes; ``is_bare`` says that the canvas stands alone."""

    def __init__(
        self, session: Session, is_bare: Callable[[], bool], own: Callable[[], None], standard: Callable[[], None]
    ) -> None:
        super().__init__()
        self._session, self._is_bare = session, is_bare
        self._closed: tuple[str, str] | None = None  # the names of the axes for which it was closed
        self._judged: tuple[object, float] | None = None
        self._is_strip = False
        self.setObjectName("scales")
        self.setAccessibleName("Scales of the axes")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._row = row = QHBoxLayout(self)
        words = PlainLabel(SENTENCE)
        words.setProperty("tone", "second")
        words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row.addWidget(words, 1)
        self.own, self.standard = QPushButton("Own scale for each axis"), QPushButton("Standardise")
        self.own.setObjectName("own-scales")
        self.own.setToolTip("Both axes fill the picture; what is perpendicular no longer looks so. The fits stay as they are")
        self.standard.setObjectName("standardise-axes")
        self.standard.setToolTip("Each axis in deviations from its mean: another metric, so other fits where distances count")
        self.close_button = IconButton("close", "Leave the axes as they are", size=28, box=14)
        for button, call in ((self.own, own), (self.standard, standard), (self.close_button, self._close)):
            button.clicked.connect(lambda _checked=False, call=call: call())
            row.addWidget(button)
        self.measure()
        session.scene_changed.connect(self._follow)
        self._follow(session.scene, session.scene)

    def measure(self) -> None:
        self._row.setContentsMargins(*map(self.px, (12, 6, 12, 6)))
        self._row.setSpacing(self.px(8))

    def _close(self) -> None:
        self._closed = self._session.document.axis_names
        self._follow(self._session.scene, self._session.scene)

    def _follow(self, _old: Scene, new: Scene) -> None:
        document = new.document
        if new.base is None and self._judged != (document.dataset, document.stretch):
            # Not during a drag: the picture would jump under the pointer.
            self._judged = (document.dataset, document.stretch)
            self._is_strip = new.has_equal_scales and len(document.dataset) > 2 and is_squeezed(document.dataset.X)
        self.setVisible(self._is_strip and self._closed != document.axis_names and not self._is_bare())
