"""The bar above the canvas that says what is shown of a table of more than two columns, and chooses it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from ...core.document import Document
from ...core.plane_choice import show_plane
from ...core.planes import COLUMNS, KINDS, Plane
from ...core.user_error import UserError
from ..session.latest_query import LatestQuery, error_sentence
from ..session.session import Session
from ..widgets.basics import Themed
from ..widgets.controls import ComboField, TickBox
from ..widgets.plain_words import PlainLabel, tip

# Name, accessible name and tool tip of the fields.
FIELDS = (
    ("plane-kind", "plane", "The plane of the table that is shown; chosen again it turns to the points as they are now"),
    ("plane-across", "horizontal column", "The column of the horizontal axis"),
    ("plane-up", "vertical column", "The column of the vertical axis"),
)
ROOM, WIDEST = 40, 220  # of a field beside its words, and at the most


class PlaneBar(Themed, QWidget):
    """Shown while the scene has a table behind its points; ``is_bare`` says that the canvas stands alone."""

    said = Signal(str)

    def __init__(self, session: Session, is_bare: Callable[[], bool], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._is_bare = session, is_bare
        self._shown: Plane | None = None
        self._newest = LatestQuery("plane", self)
        self.setObjectName("plane")
        self.setAccessibleName("What is shown of the table")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.kind, self.across, self.up = (ComboField() for _ in range(3))
        self.kind.addItems(list(KINDS.values()))
        for combo, (name, accessible, words) in zip((self.kind, self.across, self.up), FIELDS, strict=True):
            combo.setObjectName(name)
            combo.setAccessibleName(accessible)
            combo.setToolTip(words)
            combo.activated.connect(self._choose)
        self.standardised = TickBox("standardised")
        self.standardised.setObjectName("plane-standardised")
        self.standardised.setToolTip("Every column in deviations from its mean: units no longer decide")
        self.standardised.clicked.connect(self._choose)
        self.words = PlainLabel()
        self.words.setProperty("tone", "second")
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._row = row = QHBoxLayout(self)
        for part in (self.kind, self.across, self.up, self.standardised):
            row.addWidget(part)
        row.addWidget(self.words, 1)
        self.measure()
        session.scene_changed.connect(self._follow)
        self._follow()

    def measure(self) -> None:
        self._row.setContentsMargins(*map(self.px, (12, 6, 12, 6)))
        self._row.setSpacing(self.px(8))
        for combo in (self.kind, self.across, self.up):
            words = max((combo.fontMetrics().horizontalAdvance(combo.itemText(k)) for k in range(combo.count())), default=0)
            combo.setFixedWidth(min(words + self.px(ROOM), self.px(WIDEST)))

    def _follow(self, *_anything: object) -> None:
        plane = self._session.scene.document.plane
        self.setVisible(plane is not None and not self._is_bare())
        if plane is None or plane is self._shown:
            return
        self._shown = plane
        self.kind.setCurrentIndex(list(KINDS).index(plane.kind))
        for combo, column in zip((self.across, self.up), plane.pair, strict=True):
            if [combo.itemText(k) for k in range(combo.count())] != list(plane.columns):
                combo.clear()
                combo.addItems(list(plane.columns))
                self.measure()
            combo.setCurrentIndex(column)
            combo.setVisible(plane.kind == COLUMNS)
        self.standardised.setChecked(plane.is_standardised)
        self.words.setText(plane.sentence)
        self.words.setToolTip(tip("" if plane.kind == COLUMNS else f"→ {plane.formula(0)}\n↑ {plane.formula(1)}"))

    def _choose(self, *_anything: object) -> None:
        kind = list(KINDS)[self.kind.currentIndex()]
        pair = (self.across.currentIndex(), self.up.currentIndex())
        document = self._session.committed
        work = partial(show_plane, document, kind, pair, self.standardised.isChecked())
        self._newest.ask(work, partial(self._show, document, f"Show plane: {KINDS[kind].lower()}"), self._refuse)

    def _show(self, asked: Document, words: str, changed: Document) -> None:
        """The plane of the document that was asked about; what was edited meanwhile stays."""
        if self._session.committed is asked:
            self._session.apply(words, changed)
        else:
            self._refuse(UserError("The points have changed meanwhile: choose the plane once more."))

    def close_worker(self) -> None:
        """Ask nothing more: the window ends."""
        self._newest.close()

    def _refuse(self, error: Exception) -> None:
        self._shown = None
        self._follow()
        self.said.emit(error_sentence(error, UserError))
