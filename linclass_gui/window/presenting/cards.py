"""Cards over the projected picture: the legend, the parameter that moves, and the keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from solvers import Floats

from ...answers.decision import plane_line
from ...draw.lettering import TextStyle, layout
from ...draw.placing.placed_words import PlacedWords
from ...draw.small_pictures import paint_support_symbol
from ...scene.colours import Palette
from ...scene.places import free_place
from ...scene.scene import Scene
from ...scene.shapes import hulls
from ...scene.theme import Theme
from ..timers import make_timer
from ..widgets.themed import TEXT, Themed

WORDS = (("free", "on the margin"), ("bound", "inside the margin"), ("wrong", "wrong side"))
WORDS_OF_PAIRS = (("free", "on a margin"), ("bound", "inside a margin"), ("wrong", "wrong side"))
SIZE, ROW, SYMBOL, BESIDE = 28.0, 52.0, 66.0, 12.0
EDGES = (40, 80, 40, 80)  # above and below are the names of the classes
STEPS = 120  # places along a line
PARTS = 11  # places along words, across them, and between two corners of a line
SMALLER = (1.0, 0.8, 0.65)  # shares of its size that are tried beside all lines
PAD = 0.8  # free space around it, in rows, for points and their rings
GROUND = 225  # how opaque the field below the words is, of 255: no line crosses them
BOLD = TextStyle(weight=600)


class Legend(Themed, QWidget):
    """Shown in the lower right where it covers no point, else hidden."""

    def __init__(self, canvas: QWidget) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self.setObjectName("legend")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.counts: tuple[int, int, int] | None = None
        self._names = WORDS
        # of the picture: words, which it does not cover, and lines, which it need not cover
        self._words: tuple[PlacedWords, ...] = ()
        self._boundaries: Sequence[Floats] = ()
        self._margins: Sequence[Floats] = ()
        self._share = 1.0  # of the usual size
        self.hide()

    @property
    def _scale(self) -> float:
        """The words are as large as those along lines, smaller where there is no room."""
        return self._share * self.theme.line_label / 28.0

    @property
    def _rows(self) -> list[tuple[str, str, int]]:
        """Kind, words and count of the support vectors that there are."""
        counts = self.counts or ()
        rows = zip(self._names, counts, strict=False)
        return [(kind, words, count) for (kind, words), count in rows if count]

    @property
    def _number_room(self) -> float:
        """The width of the widest count."""
        return max((layout(str(count), SIZE, BOLD).width for *_, count in self._rows), default=0.0)

    @property
    def _words_room(self) -> float:
        """The width of the longest words."""
        return max((layout(words, SIZE).width for _, words, _ in self._rows), default=0.0)

    def avoid(
        self,
        words: tuple[PlacedWords, ...],
        boundaries: Sequence[Floats],
        margins: Sequence[Floats],
        scene: Scene,
    ) -> None:
        """Make room for the words of the picture, which has been painted, and for its lines where
        there is a place beside them: rather beside boundaries and hills than beside margins.
        """
        if words != self._words:
            self._words = words
            self._boundaries = [_filled(line) for line in boundaries]
            self._margins = [_filled(line) for line in margins]
            self.show_counts(self.counts, scene)

    def show_counts(self, counts: tuple[int, int, int] | None, scene: Scene) -> None:
        """Show other counts; None: there are no support vectors."""
        self.counts = counts
        # Of several classes each pair has its margin, and the picture shows those of one.
        self._names = WORDS if scene.document.has_two_sides else WORDS_OF_PAIRS
        if counts is None or scene.moving:
            self.setVisible(counts is not None and self.isVisible())
            self.update()
            return
        taken_places = np.concatenate([_seen_places(scene), *map(_within, self._words)])
        with_boundaries = np.concatenate([taken_places, *self._boundaries])
        with_lines = np.concatenate([with_boundaries, *self._margins])
        tries = [(share, p) for p in (with_lines, with_boundaries) for share in SMALLER]
        tries.append((1.0, taken_places))
        for self._share, places in tries:
            area = self._free_area(places)
            if area is not None:
                break
        self.setVisible(area is not None and bool(self._rows))
        if area is not None:
            self.setGeometry(area)
        self.update()

    def _free_area(self, taken_places: Floats) -> QRect | None:
        """Where the card covers none of some places, in the lower right if possible."""
        width = (SYMBOL + self._number_room + 2.0 * BESIDE + self._words_room) * self._scale
        height = ROW * len(self._rows) * self._scale
        pad = PAD * 0.5 * ROW * self._scale
        edges = tuple(max(0, round(edge - pad)) for edge in EDGES)
        size, room = (width + 2.0 * pad, height + 2.0 * pad), _room_of(self._canvas)
        corner = (room[0] - size[0], room[1] - size[1])
        place = free_place(taken_places, room, size, corner, edges)
        if place is None:
            return None
        return QRect(round(place[0] + pad), round(place[1] + pad), round(width), round(height))

    def paintEvent(self, event: QPaintEvent) -> None:
        p = self.colours
        with self.painter() as painter:
            paint_ground(painter, QRectF(self.rect()), p)
            painter.scale(self._scale, self._scale)
            end = SYMBOL + self._number_room
            for row, (kind, words, count) in enumerate(self._rows):
                y = ROW * (row + 0.5)
                painter.save()
                painter.translate(26.0, y)
                painter.scale(2.2, 2.2)
                paint_support_symbol(painter, QPointF(0.0, 0.0), kind, p)
                painter.restore()
                number = layout(str(count), SIZE, BOLD)
                number.draw(painter, end - number.width, y + 0.36 * SIZE, QColor(p.ink))
                layout(words, SIZE).draw(painter, end + BESIDE, y + 0.36 * SIZE, QColor(p.ink))


def paint_ground(painter: QPainter, area: QRectF, palette: Palette) -> None:
    """Paint the field below words over the picture, in pixels of the widget."""
    ground = QColor(palette.canvas)
    ground.setAlpha(GROUND)
    painter.resetTransform()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(area, 8, 8)


def _room_of(canvas: QWidget) -> tuple[float, float]:
    return float(canvas.width()), float(canvas.height())


def _seen_places(scene: Scene) -> Floats:
    """The places in the picture, in its pixels, that a card must not cover: points, and places
    along lines.
    """
    document = scene.document
    held_back = [] if document.test_shown is None else [document.test_shown.X]
    return scene.seen_at(np.concatenate([document.dataset.X, *held_back, *_along_lines(scene)]))


def _within(words: PlacedWords) -> Floats:
    """Places all over some words of the picture, nearer to each other than the card is high."""
    (x, y), (half_width, half_height) = words.along, words.size.half
    across, up = np.array([x, y]), np.array([-y, x])
    shares = np.linspace(-1.0, 1.0, PARTS)
    along, beside = np.meshgrid(shares * half_width, shares * half_height)
    offsets = along.reshape(-1, 1) * across + beside.reshape(-1, 1) * up
    return np.array(words.middle) + offsets if words.lines else np.empty((0, 2))


def _filled(curve: Floats) -> Floats:
    """A line with places between its corners."""
    shares = np.linspace(0.0, 1.0, PARTS)[:, None, None]
    return (curve[:-1] + shares * np.diff(curve, axis=0)).reshape(-1, 2)


READ_FOR_MS = 2000
READ, READ_PAD = 60.0, 20.0  # of the design, as wide as the projector


class ReadOut(Themed, QWidget):
    """The parameter that moves, as large as the last row needs, for two seconds after it was moved:
    at the top where it covers neither a point nor a line, else where it covers fewest points.
    """

    def __init__(self, canvas: QWidget) -> None:
        super().__init__(canvas)
        self._canvas, self.words, self.scale = canvas, "", 1.0
        self.setObjectName("read-out")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._end = make_timer(READ_FOR_MS, self, self.hide, single_shot=True)
        self.hide()

    def say(self, words: str, scene: Scene) -> None:
        """Show the parameter with its value; a further movement keeps the place."""
        self.words = words
        self.setAccessibleName(words)
        extent = layout(words, READ, BOLD)
        width = min(self.scale * (extent.width + 2.0 * READ_PAD), self._canvas.width())
        height = self.scale * (READ + 2.0 * READ_PAD)
        if not self.isVisible() or round(height) != self.height():
            self.move(*self._place(width, height, scene))
        left = min(self.x(), max(0, self._canvas.width() - round(width)))
        self.setGeometry(left, self.y(), round(width), round(height))
        self.show()
        self.raise_()
        self.update()
        self._end.start()

    def leave(self) -> None:
        """Hide at once."""
        self._end.stop()
        self.hide()

    def _place(self, width: float, height: float, scene: Scene) -> tuple[int, int]:
        room, size = _room_of(self._canvas), (width, height)
        left, top, right, bottom = edges = tuple(round(edge * self.scale) for edge in EDGES)
        middle = (0.5 * (room[0] - width), float(top))
        place = free_place(_seen_places(scene), room, size, middle, edges)
        if place is None:
            corners = [
                (x, y)
                for y in (top, room[1] - height - bottom)
                for x in (left, room[0] - width - right)
            ]
            place = min(corners, key=lambda corner: _count_within(scene, corner, size))
        return round(place[0]), round(place[1])

    def paintEvent(self, event: QPaintEvent) -> None:
        p = self.colours
        with self.painter() as painter:
            paint_ground(painter, QRectF(self.rect()), p)
            room = self.width() - 2.0 * READ_PAD * self.scale
            layout_at_full_size = layout(self.words, READ * self.scale, BOLD)
            size = READ * self.scale * min(1.0, room / max(layout_at_full_size.width, 1.0))
            layout(self.words, size, BOLD).draw(
                painter, READ_PAD * self.scale, 0.5 * self.height() + 0.36 * size, QColor(p.ink)
            )


def _count_within(scene: Scene, corner: tuple[float, float], size: tuple[float, float]) -> int:
    """How many points a rectangle of the picture covers."""
    offsets = scene.seen_at(scene.document.dataset.X) - np.array(corner)
    return int(np.all((offsets >= 0.0) & (offsets <= np.array(size)), axis=1).sum())


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
    ("Page Down, →", "the next step, then the next page"),
    ("Page Up, ←", "the step or the page before"),
    ("1 … 8", "the layers below"),
    ("↑ ↓", "move the parameter; with Shift: another one"),
    ("Ctrl + 1 … 9", "show or hide a method"),
    ("Tab", "select the next method that is on"),
    ("A", "add a method"),
    ("K", "play or pause the run"),
    ("S, Shift + S", "one step on, one step back"),
    ("C", "the left button places the next class"),
    ("R, Shift + R", "the violet line is one of the room; its hands"),
    ("Shift + ← →", "a pointer by keys: Tab, Space, arrows"),
    ("L, O, Q", "laser pointer, spotlight, magnifying glass"),
    ("D, U, X", "pen, highlighter, next colour"),
    ("Shift", "draws straight, with Ctrl an arrow"),
    ("Shift + D", "what is drawn by hand fades"),
    ("Backspace, E", "the last stroke, all of them away"),
    ("I", "what was drawn becomes part of the scene"),
    ("Z", "zoom to a region, and back"),
    ("P", "the linked plots"),
    ("N, Shift + N", "the numbers of a lesson; all their digits"),
    ("V", "the presenter view: copy, notes, clock, panel"),
    ("W, Shift + W", "the minutes of the talk; its clock from 0"),
    ("Ctrl + and −", "larger and smaller words"),
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
        p = self.colours
        with self.painter() as painter:
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
