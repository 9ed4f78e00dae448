"""Short notices at the lower edge of the canvas: the action that gives the selected method a
boundary, and a fit that takes long, with the key that stops it; and what an empty canvas offers
below its sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from ...answers.decision import why_no_boundary
from ...scene.cures import Act, act_of
from ...scene.places import free_place
from ...scene.scene import Scene
from ..commands.files import Files
from ..dialogs.sampling import generate_points, two_clouds
from ..session.session import Session
from ..timers import make_timer
from ..widgets.layouts import PlainLabel, in_row, push_button
from ..widgets.themed import Themed
from .canvas import Canvas

EDGE, BUTTON = 40, 32  # from the lower edge, above the ticks; the height of a button
PATIENCE_MS, FAREWELL_MS = 900, 3000  # after the 100 ms of the busy signal; of the last words
BUSY, CANCELLED = "Computing …  Esc cancels", "Cancelled: the last step is shown."


class Notices(Themed, QWidget):
    """At most one of the two; in a presentation neither."""

    def __init__(self, canvas: Canvas, session: Session) -> None:
        super().__init__(canvas)
        self._canvas, self._session = canvas, session
        self.setObjectName("notices")
        self.words: QLabel = PlainLabel("", tone="second")
        self.words.setObjectName("busy-notice")
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button: QPushButton = push_button("", self._take_cure, "canvas-offer")
        self._is_late = False
        in_row(self, self.words, self.button)
        self._patience = make_timer(PATIENCE_MS, self, self._say_busy, single_shot=True)
        self._farewell = make_timer(FAREWELL_MS, self, self.show_scene, single_shot=True)
        self._soon = make_timer(0, self, self.show_scene, single_shot=True)
        session.busy_changed.connect(self._follow_busy)
        session.scene_changed.connect(self._follow)
        canvas.installEventFilter(self)
        self.hide()

    def measure(self) -> None:
        self.button.setFixedHeight(self.px(BUTTON))
        self._soon.start()

    def eventFilter(self, receiver: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self._soon.start()
        return False

    @property
    def can_cancel(self) -> bool:
        """Whether a fit takes so long that a key stops it."""
        return self._is_late

    def cancel(self) -> None:
        """Stop the running fit, and say so."""
        self._session.fit_requests.cancel()
        self._is_late = False
        self._say(CANCELLED)
        self._farewell.start()

    def _follow_busy(self, is_busy: bool) -> None:
        if is_busy:
            self._patience.start()
            return
        self._patience.stop()
        self._is_late = False
        if not self._farewell.isActive():
            self.show_scene()

    def _say_busy(self) -> None:
        self._is_late = True
        self._farewell.stop()
        self._say(BUSY)

    def _follow(self, old: Scene, new: Scene) -> None:
        if old.fits is not new.fits or old.document is not new.document:
            self._soon.start()

    def _cure(self) -> Act | None:
        scene = self._session.scene
        if scene.answer is None or scene.moving or scene.answer[0].id in scene.stale:
            return None
        names = scene.document.dataset.class_names
        words = why_no_boundary(scene.answer[1], names)
        return act_of(words, scene.document, scene.predicted)

    def _take_cure(self) -> None:
        act = self._cure()
        if act is not None:
            self._session.apply(act.words, act.document)
        self._canvas.setFocus()

    def show_scene(self) -> None:
        """Offer what cures the selected method, unless something else is said."""
        if self._is_late or self._farewell.isActive():
            if not self._session.scene.moving:  # it stays where it is, and costs no frame
                self._place()
            return
        act = None if self._canvas.is_bare else self._cure()
        self.words.hide()
        self.button.setVisible(act is not None)
        self.setVisible(act is not None)
        if act is not None:
            self.button.setText(act.words)
            self._place()

    def _say(self, words: str) -> None:
        self.words.setText(words)
        self.words.show()
        self.button.hide()
        self.setVisible(not self._canvas.is_bare)
        self._place()

    def _place(self) -> None:
        """Move to the lower middle, or to the nearest place there that covers no point."""
        self.adjustSize()
        scene, room = self._session.scene, self._canvas.viewport().geometry()
        edge, margin = self.px(EDGE), 0.7 * self.theme.point
        width, height = self.width() + 2 * margin, self.height() + 2 * margin
        middle = (0.5 * (room.width() - width), room.height() - edge - height + margin)
        place = free_place(
            scene.seen_at(scene.document.dataset.X),
            (room.width(), room.height()),
            (width, height),
            middle,
            (edge, edge, edge, edge),
        )
        left, top = middle if place is None else place
        self.move(room.left() + round(left + margin), room.top() + round(top + margin))
        self.raise_()


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
