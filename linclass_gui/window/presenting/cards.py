"""Cards over the projected picture: the legend, and the keys."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from solvers import Floats

from ...answers.decision import plane_line
from ...draw.lettering import TextStyle, layout
from ...draw.small_pictures import paint_support_symbol
from ...scene.places import free_place
from ...scene.scene import Scene
from ...scene.shapes import hulls
from ...scene.theme import Theme
from ..widgets.themed import TEXT, Themed

WORDS = (("free", "on the margin"), ("bound", "inside the margin"), ("wrong", "wrong side"))
SIZE, ROW, SYMBOL, WORDS_ROOM = 28.0, 52.0, 66.0, 255.0
EDGES = (40, 80, 40, 80)  # above and below are the names of the classes
STEPS = 120  # places along a line
PAD = 0.8  # free space around it, in rows, for points and their rings
BOLD = TextStyle(weight=600)


class Legend(Themed, QWidget):
    """Shown in the lower right where it covers no point, else hidden."""

    def __init__(self, canvas: QWidget) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self.setObjectName("legend")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.counts: tuple[int, int, int] | None = None
        self.hide()

    @property
    def _scale(self) -> float:
        """The words are as large as those along lines."""
        return self.theme.line_label / 28.0

    @property
    def _number_room(self) -> float:
        """The width of the widest count."""
        return max(
            (layout(str(count), SIZE, BOLD).width for count in self.counts or ()), default=0.0
        )

    def show_counts(self, counts: tuple[int, int, int] | None, scene: Scene) -> None:
        """Show other counts; None: there are no support vectors."""
        self.counts = counts
        if counts is None or scene.moving:
            self.setVisible(counts is not None and self.isVisible())
            self.update()
            return
        rows = sum(count > 0 for count in counts)
        width, height = (
            (SYMBOL + self._number_room + WORDS_ROOM) * self._scale,
            ROW * rows * self._scale,
        )
        document = scene.document
        held_back = [] if document.test_shown is None else [document.test_shown.X]
        points = scene.seen_at(
            np.concatenate([document.dataset.X, *held_back, *_along_lines(scene)])
        )
        room = (float(self._canvas.width()), float(self._canvas.height()))
        pad = PAD * 0.5 * ROW * self._scale
        size, edges = (
            (width + 2.0 * pad, height + 2.0 * pad),
            tuple(max(0, round(edge - pad)) for edge in EDGES),
        )
        place = free_place(points, room, size, (room[0] - size[0], room[1] - size[1]), edges)
        self.setVisible(place is not None and rows > 0)
        if place is not None:
            self.setGeometry(
                round(place[0] + pad), round(place[1] + pad), round(width), round(height)
            )
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, p = self.painter(), self.colours
        painter.resetTransform()
        painter.scale(self._scale, self._scale)
        rows = [
            (kind, words, count)
            for (kind, words), count in zip(WORDS, self.counts or (), strict=False)
            if count
        ]
        for row, (kind, words, count) in enumerate(rows):
            y = ROW * (row + 0.5)
            painter.save()
            painter.translate(26.0, y)
            painter.scale(2.2, 2.2)
            paint_support_symbol(painter, QPointF(0.0, 0.0), kind, p)
            painter.restore()
            number = layout(str(count), SIZE, BOLD)
            end = SYMBOL + self._number_room
            number.draw(painter, end - number.width, y + 0.36 * SIZE, QColor(p.ink))
            layout(words, SIZE).draw(painter, end + 12.0, y + 0.36 * SIZE, QColor(p.ink))


def _along_lines(scene: Scene) -> list[Floats]:
    """Places along straight boundaries, margin lines and hulls, which the legend must not cover."""
    pairs = [pair for _, answer in scene.answers if (pair := answer.as_pair) is not None]
    levels = [(line, 0.0) for pair in pairs if (line := plane_line(pair)) is not None]
    pair = None if scene.with_answer is None else scene.with_answer[1].as_pair
    selected = None if pair is None else plane_line(pair)
    if selected is not None and scene.shows("margins"):
        levels += [(selected, -1.0), (selected, 1.0)]
    segments = [line.segment(scene.view, level) for line, level in levels]
    if scene.shows("hulls"):
        rings = ((corners, np.roll(corners, 1, axis=0)) for corners in hulls(scene))
        segments += [side for ring in rings for side in np.stack(ring, axis=1)]
    share = np.linspace(0.0, 1.0, STEPS)[:, None]
    return [
        segment[0] + share * (segment[1] - segment[0])
        for segment in segments
        if segment is not None
    ]


LINES = (
    ("Page Down, →", "the next step, then the next lesson"),
    ("Page Up, ←", "the step or the lesson before"),
    ("1 … 8", "the layers below"),
    ("↑ ↓", "move the parameter below; with Shift: another one"),
    ("Ctrl + 1 … 9", "show or hide a method"),
    ("Tab", "select the next method that is on"),
    ("A", "add a method"),
    ("K", "play or pause the run"),
    ("S, Shift + S", "one step on, one step back"),
    ("G", "glide to the state before the last step, or back"),
    ("C", "the left button places the next class"),
    ("R, Shift + R", "the violet line is one of the room; its hands"),
    ("L, O, Q", "laser pointer, spotlight, magnifying glass"),
    ("D, U, X", "pen, highlighter, next colour"),
    ("Shift", "draws straight, with Ctrl an arrow"),
    ("Shift + D", "what is drawn by hand fades"),
    ("Backspace, E", "the last stroke, all of them away"),
    ("I", "what was drawn becomes part of the scene"),
    ("Z", "zoom to a region, and back"),
    ("P", "the linked plots"),
    ("N", "the numbers of a lesson"),
    ("V", "the presenter view: notes, clock, panel"),
    ("Ctrl + and −", "larger and smaller words in plots and tables"),
    ("F", "freeze the picture for the audience"),
    ("B", "a black picture"),
    ("F7", "all lessons"),
    ("Esc", "the end"),
)
COLUMN, KEYS_ROW, KEYS_PAD, INDENT = 460.0, 30.0, 24.0, 132.0
SHARE, LARGEST = 0.92, 2.0  # of the window at the most; of the usual words
ROWS = -(-len(LINES) // 2)  # in two columns, so that the card fits a small screen
KEYS_BOLD = TextStyle(weight=600)


class KeyCard(Themed, QWidget):
    """A card in the middle of the window."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("key-card")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName("; ".join(f"{key}: {words}" for key, words in LINES))
        self.hide()

    def fit(self, room: QSize, theme: Theme) -> None:
        """Take the largest size that fits the window, up to twice the usual words, for the room to
        read.
        """
        width, height = 2.0 * (KEYS_PAD + COLUMN), 2.0 * KEYS_PAD + KEYS_ROW * ROWS
        scale = max(
            theme.ui,
            min(LARGEST * theme.ui, SHARE * room.width() / width, SHARE * room.height() / height),
        )
        self.set_theme(replace(theme, ui=scale))
        self.setFixedSize(self.px(width), self.px(height))

    def present(self, theme: Theme) -> None:
        """Show the card."""
        parent = self.parentWidget()
        if parent is not None and not self.isVisible():
            self.fit(parent.size(), theme)
            self.move((parent.width() - self.width()) // 2, (parent.height() - self.height()) // 2)
            self.show()
            self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, p = self.painter(), self.colours
        painter.setPen(QPen(QColor(p.hairline), 1))
        painter.setBrush(QColor(p.field))
        painter.drawRoundedRect(QRectF(self.area).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        for k, (key, words) in enumerate(LINES):
            column, row = divmod(k, ROWS)
            left, baseline = (
                KEYS_PAD + COLUMN * column,
                KEYS_PAD + KEYS_ROW * (row + 0.5) + 0.36 * TEXT,
            )
            layout(key, TEXT, KEYS_BOLD).draw(painter, left, baseline, QColor(p.ink))
            layout(words, TEXT).draw(painter, left + INDENT, baseline, QColor(p.ink_2))
