"""The pieces of the lesson panel: flowing text with formulas and values that can be dragged, lines
with a mark, names with values."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from ...draw.lettering import TextStyle, layout, wrap_markup
from ...lessons.glossary import symbols_in
from ...lessons.lesson import names_in, value_in, with_values
from ...live.notation import html_of
from ...markup.mathtext import plain
from ...scene.document import Document
from ..panels.parameter_form import Knob, knobs
from ..session.session import Session
from ..widgets.layouts import plain_tip
from ..widgets.parameter_row import scale_of
from ..widgets.themed import TEXT, Themed, paint_done

LINE_SPACING = 1.5  # from one line to the next, in text heights: text to be read, not a label
INDENT = 24.0


class Flow(Themed, QWidget):
    """Text in the mark-up of labels that wraps to the width and is as high as its lines.

    ``sign`` puts a mark before it: an ``open`` or a filled circle (a test that fails, one that is
    ``met``), or the number of a step.  ``explains``: the letters of its formulas are explained
    where the pointer rests, and while it has the keyboard.  ``keeps_lines``: a line ends where the
    text has an end of line.
    """

    def __init__(
        self,
        text: str = "",
        *,
        tone: str = "ink",
        size: float = TEXT,
        weight: int = 400,
        sign: str = "",
        explains: bool = False,
        keeps_lines: bool = False,
    ) -> None:
        super().__init__()
        self._explains, self._keeps_lines = explains, keeps_lines
        self.text, self._tone, self._size, self._weight = "", tone, size, weight
        self.context = ""  # the words of the lesson, for letters that mean another thing in it
        self.sign = sign
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.set_text(text)

    def set_text(self, text: str) -> None:
        """Show another text."""
        if text != self.text:
            self.text = text
            self.setAccessibleName(plain(text))
            self._take_keyboard()
            self.updateGeometry()
            self.update()

    def _take_keyboard(self) -> None:
        """Let the keyboard come here where letters are explained."""
        is_explained = self._explains and bool(symbols_in(self.text))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if is_explained else Qt.FocusPolicy.NoFocus)

    def formulas(self) -> list[tuple[str, QRectF]]:
        """The formulas of the text and their places, in the units of the painter."""
        places, y, lines = list[tuple[str, QRectF]](), 0.0, self._lines(self.area.width())
        for line, height in zip(lines, self._heights(lines), strict=True):
            parts = line.split("$")
            for k in range(1, len(parts) - 1, 2):
                begin, end = (
                    layout(
                        f"{'$'.join(parts[:last])}{'$' * (last % 2 == 0)}", self._size, self._style
                    )
                    for last in (k, k + 1)
                )
                left = self._indent + begin.width
                places.append((f"${parts[k]}$", QRectF(left, y, end.width - begin.width, height)))
            y += height
        return places

    def explanation(self, position: QPointF | None = None) -> str:
        """The meaning of the letters of the formula at a place of the widget, else of all, as
        HTML; empty without any.
        """
        text = self.text
        if position is not None:
            place = position / self.theme.ui
            text = next((words for words, rect in self.formulas() if rect.contains(place)), "")
        meanings = symbols_in(text, self.context or self.text) if self._explains else ()
        rows = (
            f"<tr><td>{html_of(sign)}&nbsp;&nbsp;</td><td>{html_of(words)}</td></tr>"
            for sign, words in meanings
        )
        table = "".join(rows)
        return f"<table>{table}</table>" if table else ""

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            words = self.explanation(QPointF(event.pos()))
            if words:
                QToolTip.showText(event.globalPos(), words, self)
                return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        # Qt tells the style of the new focus after this, which would close a tool tip at once
        QTimer.singleShot(0, self, self._explain)

    def _explain(self) -> None:
        words = self.explanation()
        if words and self.hasFocus():
            QToolTip.showText(self.mapToGlobal(QPoint(0, self.height())), words, self)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        QToolTip.hideText()

    def set_sign(self, sign: str) -> None:
        """Put another mark before the text."""
        self.sign = sign
        self.update()

    @property
    def _indent(self) -> float:
        return INDENT if self.sign else 0.0

    def _lines(self, width: float) -> tuple[str, ...]:
        parts = self.text.strip().split("\n") if self._keeps_lines else [self.text]
        room = width - self._indent
        wrapped = (wrap_markup(part, room, self._size, self._style) for part in parts)
        return tuple(line for lines in wrapped for line in lines or ("",)) if self.text else ()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        lines = self._lines(width / self.theme.ui)
        return self.px(sum(self._heights(lines)) + 2.0) if lines else 0

    def _heights(self, lines: Sequence[str]) -> list[float]:
        """A line with a fraction or a sum is higher than others."""
        return [
            max(LINE_SPACING * self._size, layout(line, self._size, self._style).height + 4.0)
            for line in lines
        ]

    @property
    def _style(self) -> TextStyle:
        return TextStyle(weight=self._weight)

    def sizeHint(self) -> QSize:
        return QSize(self.px(200), self.heightForWidth(max(self.width(), self.px(200))))

    def paintEvent(self, event: QPaintEvent) -> None:
        ink = QColor(getattr(self.colours, self._tone))
        with self.painter() as painter:
            lines, y = self._lines(self.area.width()), 0.0
            for row, (line, height) in enumerate(zip(lines, self._heights(lines), strict=True)):
                words = layout(line, self._size, self._style)
                plain = words.height <= 1.6 * self._size
                baseline = (
                    y
                    + 0.5 * height
                    + (0.36 * self._size if plain else 0.5 * (words.ascent - words.descent))
                )
                words.draw(painter, self._indent, baseline, ink)
                if row == 0 and self.sign:
                    self._paint_sign(painter, QPointF(8.0, y + 0.5 * height))
                y += height
            if self._explains and self.hasFocus():
                painter.setPen(QPen(QColor(self.colours.ink_2), 1.2, Qt.PenStyle.DotLine))
                for formula, rect in self.formulas():
                    if symbols_in(formula):
                        _underline(painter, rect, self._size)

    def _paint_sign(self, painter: QPainter, centre: QPointF) -> None:
        p = self.colours
        if self.sign.isdigit():
            digits = layout(self.sign, 11.0, TextStyle(weight=600))
            digits.draw(painter, centre.x() - 0.5 * digits.width, centre.y() + 4.0, QColor(p.ink_2))
            return
        if self.sign == "met":
            paint_done(painter, centre, p.ink, p.canvas)
            return
        painter.setPen(QPen(QColor(p.ink_3), 1.4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, 6.0, 6.0)


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
        super().__init__("", explains=True)
        self._session, self._template = session, ""
        # the parameter, its place on its scale, and the press of the mouse
        self._held: tuple[Knob, float, float] | None = None
        session.scene_changed.connect(lambda _old, new: self._show(new.document))

    def set_template(self, text: str) -> None:
        """Show another text."""
        self._template = text
        is_live = bool(names_in(text))
        self.setMouseTracking(is_live)
        self.setToolTip(
            plain_tip("Drag a value, or press the arrow keys, to change it" if is_live else "")
        )
        self._show(self._session.document)

    def _take_keyboard(self) -> None:
        super()._take_keyboard()
        if names_in(self._template):
            self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def _show(self, document: Document) -> None:
        self.set_text(
            with_values(self._template, lambda name: f"${value_in(document, name) or '…'}$")
        )

    def places(self) -> list[tuple[str, QRectF]]:
        """The parameters in the text and the places of their values, in the units of the
        painter.
        """
        names: list[str] = []
        for k, part in enumerate(self._template.split("$")):
            names += [""] if k % 2 else names_in(part)
        parts = zip(names, self.formulas(), strict=False)
        return [(name, rect) for name, (_, rect) in parts if name]

    def _knob_at(self, position: QPointF) -> Knob | None:
        position = position / self.theme.ui
        name = next(
            (
                name
                for name, rect in self.places()
                if rect.adjusted(-ROOM, 0, ROOM, 0).contains(position)
            ),
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
        names, offset = names_in(self._template), KEYS.get(Qt.Key(event.key()))
        knob = self._knob(names[0]) if names and offset is not None else None
        scale = None if knob is None else scale_of(knob.parameter)
        if knob is None or scale is None or offset is None:
            super().keyPressEvent(event)
            return
        self._move(knob, scale.position(knob.number_in(self._session.document)) + offset / STRETCH)

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
        with self.painter() as painter:
            painter.setPen(
                QPen(QColor(self.colours.ink), 1.6 if self.hasFocus() else 1.0, Qt.PenStyle.DotLine)
            )
            for _, rect in self.places():
                _underline(painter, rect, self._size)


def _underline(painter: QPainter, rect: QRectF, size: float) -> None:
    y = rect.center().y() + 0.5 * size + 3.0
    painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
