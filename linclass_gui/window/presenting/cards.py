"""Cards over the projected picture: the legend, the parameter that moves, and the keys."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from solvers import Floats

from ...draw.lettering import TextStyle, layout
from ...draw.placing.placed_words import PlacedWords
from ...draw.small_pictures import paint_support_symbol
from ...scene.colours import Palette
from ...scene.places import free_place
from ...scene.scene import Scene
from ..timers import make_timer
from ..widgets.themed import TEXT, paint_box
from .page import StagePage, StagePart

WORDS = (("free", "on the margin"), ("bound", "inside the margin"), ("wrong", "wrong side"))
WORDS_OF_PAIRS = (("free", "on a margin"), ("bound", "inside a margin"), ("wrong", "wrong side"))
SIZE, ROW, SYMBOL, BESIDE = 28.0, 52.0, 66.0, 12.0
EDGES = (40, 80, 40, 80)  # above and below are the names of the classes
PARTS = 11  # places along words, across them, and between two corners of a line
SMALLER = (1.0, 0.8, 0.65)  # shares of its size that are tried beside all lines
PAD = 0.8  # free space around it, in rows, for points and their rings
GROUND = 225  # how opaque the field below the words is, of 255: no line crosses them
BOLD = TextStyle(weight=600)


class CanvasCard(StagePart):
    """A card that has its place on the canvas, below what is drawn by hand."""

    def __init__(self, page: StagePage, canvas: QWidget) -> None:
        super().__init__(page)
        page.parts.insert(0, page.parts.pop())
        self._canvas = canvas
        # places along boundaries and hills of the picture, as it was painted last
        self.lines: Sequence[Floats] = ()

    @property
    def area(self) -> QRect | None:
        corner = self._canvas.mapTo(self.page.window(), QPoint(0, 0))
        return None if self.spot is None else self.spot.translated(corner)

    @property
    def _room(self) -> tuple[float, float]:
        return float(self._canvas.width()), float(self._canvas.height())


class Legend(CanvasCard):
    """Shown in the lower right where it covers no point, else hidden."""

    def __init__(self, page: StagePage, canvas: QWidget) -> None:
        super().__init__(page, canvas)
        self.counts: tuple[int, int, int] | None = None
        self._names = WORDS
        # of the picture: words, which it does not cover, and lines, which it need not cover
        self._words: tuple[PlacedWords, ...] = ()
        self._margins: Sequence[Floats] = ()
        self._share = 1.0  # of the usual size

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
            self.lines = [_filled(line) for line in boundaries]
            self._margins = [_filled(line) for line in margins]
            self.show_counts(self.counts, scene)

    def show_counts(self, counts: tuple[int, int, int] | None, scene: Scene) -> None:
        """Show other counts; None: there are no support vectors."""
        self.counts = counts
        # Of several classes each pair has its margin, and the picture shows those of one.
        self._names = WORDS if scene.document.has_two_sides else WORDS_OF_PAIRS
        if counts is None or scene.moving:
            self.place(None if counts is None else self.spot)
            return
        taken_places = np.concatenate([_seen_places(scene), *map(_within, self._words)])
        with_boundaries = np.concatenate([taken_places, *self.lines])
        with_lines = np.concatenate([with_boundaries, *self._margins])
        tries = [(share, p) for p in (with_lines, with_boundaries) for share in SMALLER]
        for self._share, places in tries:
            area = self._free_area(places)
            if area is not None:
                break
        self.place(area if self._rows else None)

    def _free_area(self, taken_places: Floats) -> QRect | None:
        """Where the card covers none of some places, in the lower right if possible."""
        width = (SYMBOL + self._number_room + 2.0 * BESIDE + self._words_room) * self._scale
        height = ROW * len(self._rows) * self._scale
        pad = PAD * 0.5 * ROW * self._scale
        edges = tuple(max(0, round(edge - pad)) for edge in EDGES)
        size, room = (width + 2.0 * pad, height + 2.0 * pad), self._room
        corner = (room[0] - size[0], room[1] - size[1])
        place = free_place(taken_places, room, size, corner, edges)
        if place is None:
            return None
        return QRect(round(place[0] + pad), round(place[1] + pad), round(width), round(height))

    def draw(self, painter: QPainter, size: QRect) -> None:
        p = self.theme.palette
        paint_ground(painter, size, p)
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


def paint_ground(painter: QPainter, area: QRect, palette: Palette) -> None:
    """Paint the field below words over the picture."""
    ground = QColor(palette.canvas)
    ground.setAlpha(GROUND)
    paint_box(painter, QRectF(area), 8, ground)


def _seen_places(scene: Scene) -> Floats:
    """The places of the points in the picture, in its pixels."""
    document = scene.document
    held_back = [] if document.test_shown is None else [document.test_shown.X]
    return scene.seen_at(np.concatenate([document.dataset.X, *held_back]))


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


class ReadOut(CanvasCard):
    """The parameter that moves, as large as the last row needs, for two seconds after it was moved:
    as near to the top as it covers neither a point nor a line, else there.
    """

    def __init__(self, page: StagePage, canvas: QWidget) -> None:
        super().__init__(page, canvas)
        self.scale = 1.0
        self._end = make_timer(READ_FOR_MS, page, self.leave, single_shot=True)

    def say(self, words: str, scene: Scene) -> None:
        """Show the parameter with its value; a further movement keeps the place."""
        self.words = words
        room = self._room[0]
        extent = layout(words, READ, BOLD)
        width = min(self.scale * (extent.width + 2.0 * READ_PAD), room)
        height = self.scale * (READ + 2.0 * READ_PAD)
        if self.spot is None or round(height) != self.spot.height():
            left, top = self._free_place(width, height, scene)
        else:
            left, top = self.spot.x(), self.spot.y()
        left = min(left, max(0, round(room) - round(width)))
        self.place(QRect(left, top, round(width), round(height)))
        self._end.start()

    def _free_place(self, width: float, height: float, scene: Scene) -> tuple[int, int]:
        room, size = self._room, (width, height)
        edges = tuple(round(edge * self.scale) for edge in EDGES)
        middle = (0.5 * (room[0] - width), float(edges[1]))
        points = _seen_places(scene)
        with_lines = np.concatenate([points, *self.lines])
        place = free_place(with_lines, room, size, middle, edges)
        place = place or free_place(points, room, size, middle, edges) or middle
        return round(place[0]), round(place[1])

    def draw(self, painter: QPainter, size: QRect) -> None:
        p = self.theme.palette
        paint_ground(painter, size, p)
        pad, largest = READ_PAD * self.scale, READ * self.scale
        width = layout(self.words, largest, BOLD).width
        letters = largest * min(1.0, (size.width() - 2.0 * pad) / max(width, 1.0))
        layout(self.words, letters, BOLD).draw(
            painter, pad, 0.5 * size.height() + 0.36 * letters, QColor(p.ink)
        )


LINES = (
    ("Page Down, →", "the next part, then the next page"),
    ("Page Up, ←", "the part or the page before"),
    ("Ctrl + Page", "the next page, the page before"),
    ("1 … 8", "the layers below"),
    ("↑ ↓", "move the parameter; with Shift: another one"),
    ("Ctrl + 1 … 9", "show or hide a method"),
    ("Tab", "select the next method that is on"),
    ("A", "add a method"),
    ("K", "play or pause the run"),
    ("S, Shift + S", "one step on, one step back"),
    ("C", "the left button places the next class"),
    ("Ctrl + P", "hide the method until its line is predicted"),
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


class KeyCard(StagePart):
    """A card in the middle of the page."""

    def __init__(self, page: StagePage) -> None:
        super().__init__(page)
        self.words = "; ".join(f"{key}: {words}" for key, words in LINES)
        self._scale = 1.0

    def present(self) -> None:
        """Show the card as large as it fits, up to twice the usual words, for the room to read."""
        if self.spot is not None:
            return
        room, ui = self.page.window().rect(), self.theme.ui
        width, height = 2.0 * (KEYS_PAD + COLUMN), 2.0 * KEYS_PAD + KEYS_ROW * ROWS
        fitting = min(SHARE * room.width() / width, SHARE * room.height() / height)
        self._scale = max(ui, min(LARGEST * ui, fitting))
        wide, high = round(self._scale * width), round(self._scale * height)
        self.place(QRect((room.width() - wide) // 2, (room.height() - high) // 2, wide, high))

    def draw(self, painter: QPainter, size: QRect) -> None:
        p = self.theme.palette
        painter.scale(self._scale, self._scale)
        area = QRectF(0.0, 0.0, size.width() / self._scale, size.height() / self._scale)
        paint_box(painter, area.adjusted(0.5, 0.5, -0.5, -0.5), 8, p.field, p.hairline)
        for k, (key, words) in enumerate(LINES):
            column, row = divmod(k, ROWS)
            left, baseline = (
                KEYS_PAD + COLUMN * column,
                KEYS_PAD + KEYS_ROW * (row + 0.5) + 0.36 * TEXT,
            )
            layout(key, TEXT, KEYS_BOLD).draw(painter, left, baseline, QColor(p.ink))
            layout(words, TEXT).draw(painter, left + INDENT, baseline, QColor(p.ink_2))
