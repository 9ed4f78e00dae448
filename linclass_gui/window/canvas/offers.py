"""What an empty canvas offers below its sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from ..commands.files import Files
from ..dialogs.sampling import draw_shape, generate_points
from ..session.session import Session
from ..widgets.layouts import PlainLabel, in_column, in_row, push_button
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
        self, canvas: Canvas, offers: Sequence[Offer], in_lesson: Callable[[], bool]
    ) -> None:
        super().__init__()
        self._canvas, self._in_lesson = canvas, in_lesson
        self.setObjectName("empty-canvas-offers")
        self.buttons = [
            push_button(offer.words, self._then_canvas(offer.call), offer.name, offer.tip)
            for offer in offers
        ]
        self.words = PlainLabel("or drop a table", tone="second")
        self.words.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        in_row(self, *self.buttons, spacing=GAP)
        lines = in_row(None, 1, self, 1), in_row(None, 1, self.words, 1)
        lower_half = in_column(None, *lines, 1, margins=(0, BELOW, 0, 0), spacing=GAP)
        in_column(canvas.viewport(), 1, (lower_half, 1))
        canvas.painted.connect(self._follow)
        self._follow()

    def measure(self) -> None:
        for button in self.buttons:
            button.setFixedHeight(self.px(BUTTON))

    def _then_canvas(self, call: Callable[[], object]) -> Callable[[], None]:
        def run() -> None:
            call()
            self._canvas.setFocus()  # the points that came are moved by arrows

        return run

    def _follow(self) -> None:
        """Stand below the sentence, or go."""
        is_empty = not len(self._canvas.session.document.dataset)
        is_wanted = is_empty and not self._canvas.is_bare and not self._in_lesson()
        self.setVisible(is_wanted)
        self.words.setVisible(is_wanted)


def offers_of(session: Session, files: Files, window: QWidget) -> tuple[Offer, ...]:
    """The points that an empty canvas offers."""
    clouds, shapes = partial(draw_shape, session), partial(generate_points, session, window)
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
