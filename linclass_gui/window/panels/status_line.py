"""The status line: the pointer on the left, the data and the certificate on the right; changing
numbers move nothing.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QRectF
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from ...draw.lettering import Layout, layout
from ...markup.mathtext import escape_label, plain
from ...scene.scene import Scene
from ..session.session import Session
from ..timers import make_timer
from ..widgets.layouts import plain_tip, push_button
from ..widgets.themed import TEXT, Themed, elide, middle_baseline
from .fit_words import COMPUTING, data_parts, pointer_parts

HEIGHT = 32
CANCELLED = "Cancelled: the last step is shown."
HINT = "Move over the canvas to read $x$ and $f(x)$ there."
# The starts of the parts of the pointer: x1, x2, f(x), distance, class, probability.  Wide numbers
# push the later parts right.
STOPS = (16.0, 100.0, 198.0, 576.0, 688.0, 800.0)
POINTER_WIDTH = 760.0
GAP, PART_GAP = 16.0, 14.0
MESSAGE_MS, BRIEF_MS = 6000, 2500
PATIENCE_MS = 900  # after the 100 ms of the busy signal: a bar and a button to cancel


class StatusLine(Themed, QWidget):
    """Paints both sides itself: some twenty short texts, laid out once and cached."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._left: tuple[str, ...] = ()
        self._right: tuple[str, ...] = ()
        self._message = self._warning = ""
        self._busy, self._progress = False, 0.0
        self.setObjectName("status")
        self.cancel_button = push_button(
            "Cancel (Esc)", self.cancel, "cancel-fit", "Stop the running fit and show its last step"
        )
        self.cancel_button.setParent(self)
        self.cancel_button.hide()
        self.measure()
        self._message_timer = make_timer(
            MESSAGE_MS, self, partial(self.show_marked, ""), single_shot=True
        )
        self._patience = make_timer(PATIENCE_MS, self, self.cancel_button.show, single_shot=True)
        self._beat = make_timer(50, self, self._advance)
        session.busy_changed.connect(self.set_busy)

    def measure(self) -> None:
        self.setFixedHeight(self.px(HEIGHT))
        self._place_button()

    @property
    def left_text(self) -> str:
        """The text on the left, in the mark-up."""
        return self._message_text or "   ".join(self._left) or HINT

    @property
    def _message_text(self) -> str:
        """The message in place of the pointer's texts."""
        return self._message or self._warning

    @property
    def right_text(self) -> str:
        """The text on the right, in the mark-up."""
        return "   ".join(self._right)

    def show_scene(self, scene: Scene) -> None:
        """Show pointer and data of a scene."""
        self._right = data_parts(scene)
        self.show_pointer(scene)

    def show_pointer(self, scene: Scene) -> None:
        """Show the texts of the pointer."""
        self._left = pointer_parts(scene)
        self.update()

    def show_message(self, text: str) -> None:
        """Show a message for some seconds."""
        self.show_marked(escape_label(text))

    def show_briefly(self, text: str) -> None:
        """Show a message long enough to be read at a glance."""
        self.show_message(text)
        self._message_timer.start(BRIEF_MS)

    def show_marked(self, text: str) -> None:
        """Show a message in the mark-up for some seconds; an empty one ends it."""
        self._message = text
        self._message_timer.start(MESSAGE_MS) if text else self._message_timer.stop()
        self.update()

    def show_warning(self, text: str) -> None:
        """Show a warning until another one; an empty one ends it."""
        self._warning = escape_label(text)
        self.update()

    def cancel(self) -> None:
        """Stop the running fit, and say so."""
        self._session.fit_requests.cancel()
        self.cancel_button.hide()
        self.show_message(CANCELLED)

    def set_busy(self, busy: bool) -> None:
        """Show that a fit has been running for a while, or has ended."""
        self._busy, self._progress = busy, 0.0
        if busy:
            self._patience.start()
            self._beat.start()
        else:
            self._patience.stop()
            self._beat.stop()
            self.cancel_button.hide()
        self.update()

    def _advance(self) -> None:
        self._progress = (self._progress + 0.02) % 1.0
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        p = self.colours
        with self.painter() as painter:
            painter.fillRect(self.area, QColor(p.panel))
            baseline = middle_baseline(self.area)
            self._paint_left(painter, baseline)
            self._paint_right(painter, baseline)
            if self._busy:
                # A short piece that moves along the upper edge shows progress without moving
                # anything else.
                x = self._progress * (self.area.width() + 240.0) - 240.0
                painter.fillRect(QRectF(x, 0.0, 240.0, 2.0), QColor(p.ink))

    def _paint_left(self, painter: QPainter, baseline: float) -> None:
        p = self.colours
        if self._left_end() == 0.0:
            return
        tone = p.ink if self._message_text or self._left else p.ink_2
        for text, x in self._left_parts():
            text.draw(painter, x, baseline, tone)

    def _left_parts(self) -> list[tuple[Layout, float]]:
        """The texts on the left with the places where they begin."""
        if self._message_text or not self._left:
            return [(layout(self._message_text or HINT, TEXT), STOPS[0])]
        parts, end = [], 0.0
        for part, stop in zip(self._left, STOPS, strict=False):
            text, x = layout(part, TEXT), max(stop, end)
            parts.append((text, x))
            end = x + text.width + GAP
        return parts

    def _left_end(self) -> float:
        """The end of the left side; 0 where the hint gives way to a long sentence on the right."""
        text, x = self._left_parts()[-1]
        is_hint = not self._message_text and not self._left
        if is_hint and x + text.width + GAP + _width(self._steady_parts()) > self._right_edge():
            return 0.0
        return x + text.width

    def _paint_right(self, painter: QPainter, baseline: float) -> None:
        x = self._right_edge()
        for text in reversed(self._fitting_parts()):
            x -= text.width
            text.draw(painter, x, baseline, self.colours.ink_2)
            x -= PART_GAP

    def _right_edge(self) -> float:
        button = (
            self.cancel_button.width() / self.theme.ui + 12.0
            if self.cancel_button.isVisible()
            else 0.0
        )
        return self.area.width() - 16.0 - button

    def _steady_parts(self) -> list[Layout]:
        """The parts that fit beside most texts of the pointer; in a narrow window the margin is
        dropped first, then the errors.
        """
        parts = [layout(text, TEXT) for text in self._right]
        if self._busy and parts:
            parts[-1] = layout(COMPUTING, TEXT)
        room = self.area.width() - POINTER_WIDTH - 16.0
        while len(parts) > 3 and _width(parts) > room:
            parts.pop(-2)
        return parts

    def _fitting_parts(self) -> list[Layout]:
        """The parts for which the left side leaves room now: first the counts are dropped, then the
        end of the sentence.
        """
        parts = self._steady_parts()
        room = self._right_edge() - self._left_end() - GAP
        while len(parts) > 1 and _width(parts) > room:
            parts = parts[2:] if len(parts) > 2 else parts[1:]
        if parts and parts[-1].width > room:
            parts[-1] = layout(elide(self._right[-1], room), TEXT)
        return parts

    def resizeEvent(self, event: object) -> None:
        self._place_button()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), plain_tip(self.whole_text), self)
            return True
        return super().event(event)

    @property
    def whole_text(self) -> str:
        """All words in plain text where some have no room; empty where all are seen."""
        end, parts = self._left_end(), self._fitting_parts()
        is_whole = end <= self._right_edge() and [part.markup for part in parts] == [*self._right]
        words = (self.left_text if end else "", "" if self._busy else self.right_text)
        return "" if is_whole else "\n".join(filter(None, map(plain, words)))

    def _place_button(self) -> None:
        self.cancel_button.setFixedHeight(self.px(24))
        self.cancel_button.adjustSize()
        self.cancel_button.move(self.width() - self.cancel_button.width() - self.px(12), self.px(4))


def _width(texts: list[Layout]) -> float:
    """The width of texts beside each other, with the gaps."""
    width = 0.0
    for text in texts:
        width += text.width + PART_GAP
    return width - PART_GAP if texts else 0.0
