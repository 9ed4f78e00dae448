"""The bar above the canvas about scales: equal ones show the points as a strip, or they are unequal, or the columns have very
different spreads."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QSizePolicy, QWidget

from ...core.document import Document
from ...core.scales import has_uneven_columns, is_squeezed
from ...core.scene import Scene
from ..session.session import Session
from ..widgets.basics import Themed
from ..widgets.controls import IconButton
from ..widgets.layouts import in_row, named, push_button
from ..widgets.plain_words import PlainLabel

STRIP = "With equal scales the points are a strip: one axis is less than a tenth of the other."
UNEVEN = "One column spreads a hundred times as far as another: standardise them."
OWN = "Each axis has its own scale: right angles do not look right."
# Words and tool tip of the button that changes the scales, while they are equal and while they are not.
TO_OWN = ("Own scale for each axis", "Both axes fill the picture; the fits stay as they are, and right angles no longer look so")
TO_EQUAL = ("Equal scales", "One scale for both axes: right angles look right")


class ScaleBar(Themed, QWidget):
    """Shown while there is something to say, unless it was closed for these axes; ``is_bare``: the canvas is alone."""

    def __init__(
        self, session: Session, is_bare: Callable[[], bool], toggle: Callable[[], None], standardise: Callable[[], None]
    ) -> None:
        super().__init__()
        self._session, self._is_bare = session, is_bare
        self._closed: tuple[tuple[str, str], bool] | None = None  # the names of the axes, and whether they had one scale
        self._judged: object = None
        self._is_strip = self._is_uneven = False
        named(self, "scales", "Scales of the axes")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.words = PlainLabel(wraps=True, tone="second")
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        tip = "Each axis in deviations from its mean: another metric, so other fits where distances count"
        self.scales = push_button("", toggle, "own-scales")
        self.standard = push_button("Standardise", standardise, "standardise-axes", tip)
        self.close_button = IconButton("close", "Close this bar", size=28, box=14)
        self.close_button.clicked.connect(self._close)
        self._row = in_row(self, (self.words, 1), self.scales, self.standard, self.close_button)
        self.measure()
        session.scene_changed.connect(self._follow)
        self._follow(session.scene, session.scene)

    def measure(self) -> None:
        self._row.setContentsMargins(*map(self.px, (12, 6, 12, 6)))
        self._row.setSpacing(self.px(8))

    def _close(self) -> None:
        self._closed = self._about(self._session.document)
        self._follow(self._session.scene, self._session.scene)

    @staticmethod
    def _about(document: Document) -> tuple[tuple[str, str], bool]:
        return document.axis_names, document.stretch == 1.0

    def _follow(self, _old: Scene, new: Scene) -> None:
        document = new.document
        if new.base is None and self._judged != (judged := (document.dataset, document.fits_all_columns)):
            # Not during a drag: the picture would jump under the pointer.
            self._judged = judged
            self._is_uneven = has_uneven_columns(document)
            self._is_strip = len(document.dataset) > 2 and is_squeezed(document.dataset.X)
        is_even = new.has_equal_scales
        is_said = (self._is_strip or self._is_uneven or not is_even) and self._closed != self._about(document)
        if is_said:
            self.words.setText(UNEVEN if self._is_uneven else STRIP if is_even else OWN)
            words, tip = TO_OWN if is_even else TO_EQUAL
            self.scales.setText(words)
            self.scales.setToolTip(tip)
            self.scales.setVisible(self._is_strip or not is_even)
            self.standard.setVisible(is_even or self._is_uneven)
        self.setVisible(is_said and not self._is_bare())
