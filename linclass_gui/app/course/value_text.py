"""Text in which values of parameters can be dragged."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen

from ...draw.lettering import layout
from ...lessons.lesson import names_in, value_in, with_values
from ...scene.document import Document
from ..panels.forms import Knob, knobs, scale_of
from ..session.session import Session
from .blocks import Flow

STRETCH = 320.0  # pixels from one end of a scale to the other
BY_KEY = 8.0  # pixels of an arrow key
KEYS = {
    Qt.Key.Key_Left: -BY_KEY,
    Qt.Key.Key_Down: -BY_KEY,
    Qt.Key.Key_Right: BY_KEY,
    Qt.Key.Key_Up: BY_KEY,
}
ROOM = 3.0  # around a value, for the pointer


class ValueText(Flow):
    """A text whose ``{C}`` are values of the session's methods; dragging one to the right makes it
    larger.
    """

    def __init__(self, session: Session) -> None:
        super().__init__("")
        self._session, self._template = session, ""
        # the parameter, its place on its scale, and the press of the mouse
        self._held: tuple[Knob, float, float] | None = None
        session.scene_changed.connect(lambda _old, new: self._show(new.document))

    def set_template(self, text: str) -> None:
        """Show another text."""
        self._template = text
        is_live = bool(names_in(text))
        self.setMouseTracking(is_live)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if is_live else Qt.FocusPolicy.NoFocus)
        self.setToolTip("Drag a value, or press the arrow keys, to change it" if is_live else "")
        self._show(self._session.document)

    def _show(self, document: Document) -> None:
        self.set_text(with_values(self._template, lambda name: value_in(document, name) or "…"))

    def places(self) -> list[tuple[str, QRectF]]:
        """The parameters in the text and the places of their values, in the units of the
        painter.
        """
        wanted = [
            (name, value_in(self._session.document, name) or "…")
            for name in names_in(self._template)
        ]
        found, y, lines = list[tuple[str, QRectF]](), 0.0, self._lines(self.area.width())
        before = self._before()
        for line, height in zip(lines, self._heights(lines), strict=True):
            at = 0
            while wanted and (at := line.find(wanted[0][1], at)) >= 0:
                name, value = wanted[0]
                if before[len(found)] > 0:  # the same digits are in the text, too
                    before[len(found)] -= 1
                    at += len(value)
                    continue
                width = layout(value, self._size, self._style).width
                right = layout(line[: at + len(value)], self._size, self._style).width
                found.append((name, QRectF(right - width, y, width, height)))
                wanted.pop(0)
                at += len(value)
            y += height
        return found

    def _before(self) -> list[int]:
        """How often the digits of each value occur in the words between the value before it and
        itself.
        """
        counts, rest = [], self._template
        for name in names_in(self._template):
            words, _, rest = rest.partition(f"{{{name}}}")
            counts.append(words.count(value_in(self._session.document, name) or "…"))
        return counts

    def _knob_at(self, at: QPointF) -> Knob | None:
        at = at / self.theme.ui
        name = next(
            (name for name, rect in self.places() if rect.adjusted(-ROOM, 0, ROOM, 0).contains(at)),
            "",
        )
        return self._knob(name)

    def _knob(self, name: str) -> Knob | None:
        return next(
            (knob for knob in knobs(self._session.document) if knob.parameter.name == name), None
        )

    # --- dragging ---------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        knob = self._knob_at(event.position())
        if knob is None or event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        scale = scale_of(knob.parameter)
        assert scale is not None
        self._held = (
            knob,
            scale.position(knob.number_in(self._session.document)),
            event.position().x(),
        )

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held is None:
            on_value = self._knob_at(event.position()) is not None
            self.setCursor(Qt.CursorShape.SizeHorCursor if on_value else Qt.CursorShape.ArrowCursor)
            return
        knob, start, x = self._held
        self._move(knob, start + (event.position().x() - x) / (STRETCH * self.theme.ui))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._held is not None:
            knob, self._held = self._held[0], None
            self._commit(knob)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        names, by = names_in(self._template), KEYS.get(Qt.Key(event.key()))
        knob = self._knob(names[0]) if names and by is not None else None
        scale = None if knob is None else scale_of(knob.parameter)
        if knob is None or scale is None or by is None:
            super().keyPressEvent(event)
            return
        self._move(knob, scale.position(knob.number_in(self._session.document)) + by / STRETCH)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        names = names_in(self._template)
        if (
            Qt.Key(event.key()) in KEYS
            and names
            and not event.isAutoRepeat()
            and (knob := self._knob(names[0])) is not None
        ):
            self._commit(knob)
        else:
            super().keyReleaseEvent(event)

    def _move(self, knob: Knob, position: float) -> None:
        scale, document = scale_of(knob.parameter), self._session.document
        if scale is not None:
            self._session.preview(
                document.with_method(
                    knob.set_in(document, scale.value(min(1.0, max(0.0, position))))
                )
            )

    def _commit(self, knob: Knob) -> None:
        document = self._session.document
        if document is not self._session.committed:
            self._session.commit(f"Change {document.method(knob.id).method.name}")

    # --- painting ---------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = self.painter()
        painter.setPen(
            QPen(QColor(self.colours.ink), 1.6 if self.hasFocus() else 1.0, Qt.PenStyle.DotLine)
        )
        for _, rect in self.places():
            _underline(painter, rect, self._size)


def _underline(painter: QPainter, rect: QRectF, size: float) -> None:
    y = rect.center().y() + 0.5 * size + 3.0
    painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
