"""What an empty canvas offers below its sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget

from ...scene.scene import Scene
from ..commands.files import Files
from ..dialogs.sampling import generate_points, two_clouds
from ..session.session import Session
from ..timers import make_timer
from ..widgets.layouts import PlainLabel, in_row, push_button
from ..widgets.themed import Themed
from .canvas import Canvas

BUTTON = 32  # the height of a button
GAP, BELOW = 8, 20  # pixels: between the offers, and below the middle of the sentence


class Offer(NamedTuple):
    """A button: its words, its name for tests and style sheets, its tool tip, and its call."""

    words: str
    name: str
    tip: str
    call: Callable[[], object]


class EmptyCanvasOffers(Themed, QWidget):
    """A row of plain buttons in the middle of the canvas while it has no points; in a presentation
    and in a lesson, which says what is to be done, there is none.  Clicks beside the buttons are
    those of the canvas.
    """

    def __init__(
        self,
        canvas: Canvas,
        session: Session,
        offers: Sequence[Offer],
        in_lesson: Callable[[], bool],
    ) -> None:
        super().__init__(canvas)
        self._canvas, self._in_lesson = canvas, in_lesson
        self.setObjectName("empty-canvas-offers")
        self.buttons = [
            push_button(offer.words, self._then_canvas(offer.call), offer.name, offer.tip)
            for offer in offers
        ]
        self.words = PlainLabel("or drop a table", tone="second")
        self.words.setParent(canvas)
        self.words.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        in_row(self, *self.buttons, spacing=GAP)
        self._soon = make_timer(0, self, self.place, single_shot=True)
        canvas.installEventFilter(self)
        session.scene_changed.connect(self._follow)
        session.loaded.connect(self._soon.start)
        self.hide()
        self.words.hide()

    def measure(self) -> None:
        for button in self.buttons:
            button.setFixedHeight(self.px(BUTTON))
        self._soon.start()

    def _then_canvas(self, call: Callable[[], object]) -> Callable[[], None]:
        def run() -> None:
            call()
            self._canvas.setFocus()  # the points that came are moved by arrows

        return run

    def eventFilter(self, receiver: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self._soon.start()
        return False

    def _follow(self, old: Scene, new: Scene) -> None:
        if bool(len(old.document.dataset)) != bool(len(new.document.dataset)):
            self.place()

    def place(self) -> None:
        """Stand below the sentence, or go."""
        canvas = self._canvas
        is_empty = not len(canvas.session.document.dataset)
        is_wanted = is_empty and not canvas.is_bare and not self._in_lesson()
        if is_wanted:
            self.adjustSize()
            middle = canvas.viewport().geometry().center()
            self.move(middle.x() - self.width() // 2, middle.y() + self.px(BELOW))
            self.words.adjustSize()
            below = self.geometry().bottom() + self.px(GAP)
            self.words.move(middle.x() - self.words.width() // 2, below)
            self.raise_()
        self.setVisible(is_wanted)
        self.words.setVisible(is_wanted)
        self.setMask(self.childrenRegion())


def offers_of(session: Session, files: Files, window: QWidget) -> tuple[Offer, ...]:
    """The points that an empty canvas offers."""
    clouds, shapes = partial(two_clouds, session), partial(generate_points, session, window)
    iris = partial(files.open_example, "iris")
    return (
        Offer("Two clouds", "offer-clouds", "A round cloud a class", clouds),
        Offer(
            "Generate points…",
            "offer-generate",
            "New points of a shape: blobs, moons, spirals, ...",
            shapes,
        ),
        Offer("Iris", "offer-iris", "Three species of iris: 150 flowers, 4 lengths", iris),
    )
