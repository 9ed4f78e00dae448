"""The bars above the canvas: the plane shown of a table of more than two columns, and the scales of
the axes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from solvers import AnyFit

from ...errors import UserError
from ...scene.axes import fit_all_columns, has_uneven_columns, is_squeezed, show_plane
from ...scene.document import Document
from ...scene.planes import COLUMNS, KINDS, Plane
from ...scene.scene import Scene
from ...scene.section import is_trace, section_sentence
from ..session.background import LatestQuery, error_sentence
from ..session.session import Session
from ..widgets.controls import ComboField, IconButton, TickBox
from ..widgets.layouts import PlainLabel, in_column, in_row, push_button, with_name
from ..widgets.layouts import plain_tip as tip_of
from ..widgets.themed import Themed

# Name, accessible name and tool tip of the fields.
FIELDS = (
    (
        "plane-kind",
        "plane",
        "The plane of the table that is shown; chosen again it turns to the points as they are now",
    ),
    ("plane-across", "horizontal column", "The column of the horizontal axis"),
    ("plane-up", "vertical column", "The column of the vertical axis"),
)
WIDEST, LETTERS = 220, 9  # of a field; of a name that is seen


class PlaneBar(Themed, QWidget):
    """Shown while the scene has a table behind its points; ``is_bare``: the canvas is alone."""

    padding, gap = (12, 6, 12, 6), 4
    message = Signal(str)

    def __init__(self, session: Session, is_bare: Callable[[], bool]) -> None:
        super().__init__()
        self._session, self._is_bare = session, is_bare
        self._shown: Plane | None = None
        self._newest = LatestQuery(self)
        with_name(self, "plane", "What is shown of the table")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.kind, self.across, self.up = (ComboField() for _ in range(3))
        self.kind.addItems(list(KINDS.values()))
        for combo, (name, accessible, words) in zip(
            (self.kind, self.across, self.up), FIELDS, strict=True
        ):
            with_name(combo, name, accessible, words).activated.connect(self._choose)
            combo.setSizeAdjustPolicy(ComboField.SizeAdjustPolicy.AdjustToContents)
            combo.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        for combo in (self.across, self.up):  # rather the kind is cut
            combo.setMinimumContentsLength(LETTERS)
        tip = "Every column in deviations from its mean: units no longer decide"
        self.standardised = with_name(TickBox("standardised"), "plane-standardised", tip=tip)
        self.standardised.clicked.connect(self._choose)
        tip = "Straight methods see all columns of the table, not only this plane"
        self.whole = with_name(TickBox("all columns"), "plane-whole", tip=tip)
        self.whole.clicked.connect(self._fit_all)
        self.words = PlainLabel(wraps=True, tone="second")
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._fields = in_row(None, self.kind, self.across, self.up, self.standardised, self.whole)
        self._fields.addStretch()
        in_column(self, self._fields, self.words)
        self.measure()
        session.scene_changed.connect(self._follow)
        self._follow()

    def measure(self) -> None:
        super().measure()
        self._fields.setSpacing(self.px(8))
        for combo in (self.kind, self.across, self.up):
            combo.setMaximumWidth(self.px(WIDEST))

    def _follow(self, *_arguments: object) -> None:
        scene = self._session.scene
        plane = scene.document.plane
        self.setVisible(plane is not None and not self._is_bare())
        if plane is None:
            return
        self.whole.setChecked(scene.document.fits_all_columns)
        self.whole.setEnabled(bool(scene.document.methods))
        # While points are held the words stay: the variance of all columns takes half a frame.
        self._say(
            plane,
            (scene.base or scene.document).plane_sentence,
            scene.drawn_answer,
        )
        if plane is self._shown:
            return
        self._shown = plane
        self.kind.setCurrentIndex(list(KINDS).index(plane.kind))
        for combo, column in zip((self.across, self.up), plane.pair, strict=True):
            if [combo.itemText(k) for k in range(combo.count())] != list(plane.columns):
                combo.clear()
                combo.addItems(list(plane.columns))
            combo.setCurrentIndex(column)
            combo.setVisible(plane.kind == COLUMNS)
        self.standardised.setChecked(plane.is_standardised)

    def _say(self, plane: Plane, kept_words: str, fit: AnyFit | None) -> None:
        """Show what the plane keeps, or that the boundary of the selected method leaves it, and the
        formulas of both axes.
        """
        sentence = section_sentence(fit) if is_trace(fit) else kept_words
        self.words.setText(sentence)
        axes = "" if plane.kind == COLUMNS else f"\n→ {plane.formula(0)}\n↑ {plane.formula(1)}"
        self.words.setToolTip(tip_of(f"{sentence}{axes}"))

    def _fit_all(self) -> None:
        is_whole = self.whole.isChecked()
        words = "Fit all columns" if is_whole else "Fit the plane"
        self._session.apply(words, fit_all_columns(self._session.committed, is_whole))

    def _choose(self, *_arguments: object) -> None:
        kind = list(KINDS)[self.kind.currentIndex()]
        pair = (self.across.currentIndex(), self.up.currentIndex())
        document = self._session.committed
        work = partial(show_plane, document, kind, pair, self.standardised.isChecked())
        self._newest.ask(
            work, partial(self._show, document, f"Show plane: {KINDS[kind].lower()}"), self._refuse
        )

    def _show(self, document: Document, words: str, changed: Document) -> None:
        """Show the plane computed for a document; later edits stay."""
        if self._session.committed is document:
            self._session.apply(words, changed)
        else:
            self._refuse(UserError("The points have changed meanwhile: choose the plane again."))

    def close_worker(self) -> None:
        """Stop the work: the window closes."""
        self._newest.close()

    def _refuse(self, error: Exception) -> None:
        self._shown = None
        self._follow()
        self.message.emit(error_sentence(error, UserError))


STRIP = "With equal scales the points are a strip: one axis is less than a tenth of the other."
UNEVEN = "One column spreads a hundred times as far as another: standardise them."
OWN_SCALES = "Each axis has its own scale: right angles do not look right."
# Words and tool tip of the button that changes the scales, while they are equal and while they are
# not.
TO_OWN_SCALES = (
    "Own scale for each axis",
    "Both axes fill the picture; the fits stay as they are, and right angles no longer look so",
)
TO_EQUAL = ("Equal scales", "One scale for both axes: right angles look right")


class ScaleBar(Themed, QWidget):
    """Shown while there is something to say, unless it was closed for these axes; ``is_bare``: the
    canvas is alone.
    """

    padding, gap = (12, 6, 12, 6), 8

    def __init__(
        self,
        session: Session,
        is_bare: Callable[[], bool],
        toggle: Callable[[], None],
        standardise: Callable[[], None],
    ) -> None:
        super().__init__()
        self._session, self._is_bare = session, is_bare
        # the names of the axes, and whether they had one scale
        self._closed: tuple[tuple[str, str], bool] | None = None
        self._judged: object = None
        self._is_strip = self._is_uneven = False
        with_name(self, "scales", "Scales of the axes")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.words = PlainLabel(wraps=True, tone="second")
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        tip = (
            "Each axis in deviations from its mean: another metric, so other fits where distances "
            "count"
        )
        self.scales = push_button("", toggle, "own-scales")
        self.standard = push_button("Standardise", standardise, "standardise-axes", tip)
        self.close_button = IconButton("close", "Close this bar", self._close)
        in_row(self, (self.words, 1), self.scales, self.standard, self.close_button)
        self.measure()
        session.scene_changed.connect(self._follow)
        self._follow(session.scene, session.scene)

    def _close(self) -> None:
        self._closed = self._scale_state(self._session.document)
        self._follow(self._session.scene, self._session.scene)

    @staticmethod
    def _scale_state(document: Document) -> tuple[tuple[str, str], bool]:
        return document.axis_names, document.stretch == 1.0

    def _follow(self, _old: Scene, new: Scene) -> None:
        document = new.document
        if new.base is None and self._judged != (
            judged := (document.dataset, document.fits_all_columns)
        ):
            # Not during a drag: the picture would jump under the pointer.
            self._judged = judged
            self._is_uneven = has_uneven_columns(document)
            self._is_strip = len(document.dataset) > 2 and is_squeezed(document.dataset.X)
        is_even = new.has_equal_scales
        is_said = (
            self._is_strip or self._is_uneven or not is_even
        ) and self._closed != self._scale_state(document)
        if is_said:
            self.words.setText(UNEVEN if self._is_uneven else STRIP if is_even else OWN_SCALES)
            words, tip = TO_OWN_SCALES if is_even else TO_EQUAL
            self.scales.setText(words)
            self.scales.setToolTip(tip)
            self.scales.setVisible(self._is_strip or not is_even)
            self.standard.setVisible(is_even or self._is_uneven)
        self.setVisible(is_said and not self._is_bare())
