"""Words that look for their own place: beside a curve, clear of lines and of other words, inside the picture.

Everything is judged in device units.  All candidates of a label, some hundred rectangles, cost a few array operations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import numpy as np

from solvers import Floats
from solvers.arrays import Bools, locked

from ..core.marks import Area, Figure, Mark, Path, Text, Words
from ..core.theme import Theme
from ..core.transform import Transform
from .ground import Ground, ground_of
from .painter import anchored, text_layout
from .stacking import stacked

SPACING = 1.35  # from one line to the next, in text heights
GAP, FAR = 0.35, 1.1  # from a position to its words, and to a box; in text heights
NARROW, SMALLER = "\u2002", "caption"  # the space between lines side by side where there is little room, and their role there
PADDING = 0.4  # of a box, in text heights
ROOM = (0.5, 0.05)  # between words, across and up, in text heights
KEY = 1.3  # the piece of a line before its name, in text heights
ROWS = 3  # how many rows away from its curve a label may stand
POSITIONS = 20  # of each label at the most
# Where the middle of the words lies, seen from the position: a label is best above its curve, a box best beside the pointer.
ABOVE_FIRST = ((0, 1), (0, -1), (1, 1), (-1, 1), (1, 0), (-1, 0), (1, -1), (-1, -1))
ASIDE_FIRST = ((1, 1), (-1, 1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 1), (0, -1))
# What is worse than what: leaving the picture, other words, lines (each cell), a place far from the pointer or some rows from the
# curve, a position or a side that is less preferred.
COST_OUTSIDE, COST_WORDS, COST_LINE, COST_FAR, COST_ROW, COST_POSITION, COST_SIDE = 1000.0, 200.0, 6.0, 20.0, 4.0, 0.5, 0.3
COST_MOVE = 12.0  # what a better place must save before words leave the one they had
HIDDEN = -1  # words that are left out
PATIENCE = 30  # frames of a drag from one judgement to the next
READING = 1000  # the number of the words that are read off, far from those of the figure
FEW = 2  # cells of lines that words which are not needed may cover


class Placer:
    """Finds the places of the words of one picture, frame after frame.

    Words keep their place at their curve as long as it is nearly as good as another.  While somebody drags they glide along with
    it, and are judged anew only now and then: that would cost more than drawing the plot.
    """

    def __init__(self) -> None:
        self._chosen: dict[int, int] = {}  # the place of each of the words, among its candidates
        self._key: tuple[object, ...] = ()
        self._placed: tuple[Mark, ...] = ()
        self._glided = 0

    def worded(self, figure: Figure, transform: Transform, theme: Theme, sans: str | None = None) -> Figure:
        """The figure with its words among its marks, each where it covers as little as possible; on top what is read off it."""
        if figure.markers:
            figure = replace(figure, marks=(*figure.marks, *stacked(figure.markers, transform, theme)), markers=())
        marks, reading = figure.marks, figure.reading
        if figure.words:
            marks = (*marks, *self._words(figure, transform, theme, sans))
        if reading is not None:
            marks = (*marks, *reading.marks, *self._judge((reading.words,), READING, marks, transform, theme, sans))
        return figure if marks is figure.marks else replace(figure, marks=marks)

    def _words(self, figure: Figure, transform: Transform, theme: Theme, sans: str | None) -> tuple[Mark, ...]:
        key = (*figure.words, *figure.marks, transform, theme, sans, figure.gliding)
        # Marks are the same when they are the same objects; nothing here compares arrays.
        if key != self._key:
            words = tuple(_flowed(figure.words, transform, theme, sans))
            may_glide = figure.gliding and self._glided < PATIENCE and all(k in self._chosen for k in range(len(words)))
            self._glided = self._glided + 1 if may_glide else 0
            self._key = key
            self._placed = (
                self._glide(words, transform, theme, sans)
                if may_glide
                else self._judge(words, 0, figure.marks, transform, theme, sans)
            )
        return self._placed

    def _judge(
        self, words: tuple[Words, ...], first: int, marks: tuple[Mark, ...], transform: Transform, theme: Theme, sans: str | None
    ) -> tuple[Mark, ...]:
        """The words one after the other, each where it is best."""
        ground = ground_of(marks, transform)
        taken = [_text_box(mark, transform, theme, sans) for mark in marks if isinstance(mark, Text)]
        placed: list[Mark] = []
        for k, each in enumerate(words, start=first):
            boxes, costs, is_clear = _judged(each, ground, np.array(taken).reshape(-1, 4), transform, theme, sans)
            before = self._chosen.get(k, HIDDEN)
            if 0 <= before < len(costs):
                costs[before] -= COST_MOVE
            best = int(np.argmin(costs))
            is_shown = each.needed or bool(is_clear[best])
            self._chosen[k] = best if is_shown else HIDDEN
            if is_shown:
                left, top, right, bottom = boxes[best].tolist()
                taken.append((left, top, right, bottom))
                placed += _marks(each, (left, top, right, bottom), transform, theme)
        return tuple(placed)

    def _glide(self, words: tuple[Words, ...], transform: Transform, theme: Theme, sans: str | None) -> tuple[Mark, ...]:
        """The words where they were, seen from their curves."""
        placed: list[Mark] = []
        for k, each in enumerate(words):
            if self._chosen[k] != HIDDEN:
                placed += _marks(each, _box(each, self._chosen[k], transform, theme, sans), transform, theme)
        return tuple(placed)


def worded(figure: Figure, transform: Transform, theme: Theme, sans: str | None = None) -> Figure:
    """The figure with its words among its marks, for a picture that is drawn once."""
    return Placer().worded(figure, transform, theme, sans)


def _flowed(words: tuple[Words, ...], transform: Transform, theme: Theme, sans: str | None) -> Iterator[Words]:
    """The words with their lines put side by side as far as the picture is wide enough.

    What is a little too long for one line is written smaller; what is much too long takes several lines.
    """
    for each in words:
        if not each.flowing:
            yield each
            continue
        choices = [(each.flowing, each.role), (NARROW, each.role), (NARROW, SMALLER)]
        flows = (_side_by_side(replace(each, role=role), gap, transform, theme, sans) for gap, role in choices)
        yield next((flow for flow in flows if len(flow.lines) == 1), None) or _side_by_side(each, NARROW, transform, theme, sans)


def _side_by_side(words: Words, gap: str, transform: Transform, theme: Theme, sans: str | None) -> Words:
    """The words with as few lines as the picture is wide enough for."""
    style = theme.style(words.role)
    room = transform.width - 2.0 * GAP * style.size - _indent(words, style.size)
    lines = [words.lines[0]]
    for part in words.lines[1:]:
        longer = lines[-1] + gap + part
        fits = text_layout(longer, style, sans).width <= room
        lines[-1:] = [longer] if fits else [lines[-1], part]
    return replace(words, lines=tuple(lines))


def _text_box(mark: Text, transform: Transform, theme: Theme, sans: str | None) -> tuple[float, float, float, float]:
    """The rectangle of a label that is not turned (one that is: the rectangle it would have)."""
    style = theme.style(mark.role)
    box = text_layout(mark.text, style, sans)
    x, y = transform.point(*mark.at)
    start_x, start_y = anchored(box, mark.anchor, style.size)
    left, base = x + start_x + mark.offset[0], y + start_y - mark.offset[1]
    return left, base - box.ascent, left + box.width, base + box.descent


def _size(words: Words, theme: Theme, sans: str | None) -> tuple[float, float]:
    """Width and height of some words, with the padding of a box."""
    style = theme.style(words.role)
    width = max(text_layout(line, style, sans).width for line in words.lines)
    height = (1.0 + SPACING * (len(words.lines) - 1)) * style.size
    padding = 2.0 * PADDING * style.size if words.boxed else 0.0
    return width + padding + _indent(words, style.size), height + padding


def _indent(words: Words, em: float) -> float:
    """What the piece of a line before the words takes."""
    return 0.0 if words.key is None else (KEY + 2.0 * GAP) * em


def _judged(
    words: Words, ground: Ground, taken: Floats, transform: Transform, theme: Theme, sans: str | None
) -> tuple[Floats, Floats, Bools]:
    """Rectangles (k, 4) for some words, what speaks against each, and which of them cover nothing."""
    boxes, ranks = _candidates(words, _size(words, theme, sans), transform, theme.style(words.role).size)
    # Lines only matter to words that stand among them: a box has a ground of its own.
    lines = COST_LINE * ground.covered(boxes) * (0.1 if words.boxed else 1.0)
    low, high = (transform.left, transform.top), (transform.right, transform.bottom)
    outside = np.maximum(low - boxes[:, :2], 0.0).sum(axis=1) + np.maximum(boxes[:, 2:] - high, 0.0).sum(axis=1)
    room = np.array(ROOM) * theme.style(words.role).size
    over = ((boxes[:, None, :2] < taken[:, 2:] + room) & (boxes[:, None, 2:] > taken[:, :2] - room)).all(axis=2).sum(axis=1)
    is_clear = (over == 0) & (outside <= 1.0) & (lines <= COST_LINE * FEW)
    return boxes, ranks + lines + COST_OUTSIDE * outside + COST_WORDS * over, is_clear


def _candidates(words: Words, size: tuple[float, float], transform: Transform, em: float) -> tuple[Floats, Floats]:
    """Rectangles (k, 4) about the positions of some words, and what each costs for not being the first."""
    half = 0.5 * np.array(size)
    points, (offsets, costs) = _positions(words.xy, transform), _offsets(size, em, words.boxed, words.away)
    middles = (points[:, None] + offsets).reshape(-1, 2)
    ranks = (COST_POSITION * np.arange(len(points))[:, None] + costs).ravel()
    if words.boxed:
        low, high = np.array([transform.left, transform.top]) + half, np.array([transform.right, transform.bottom]) - half
        middles = np.clip(np.concatenate([middles, _lattice(low, high)]), low, np.maximum(low, high))
        ranks = np.append(ranks, np.full(len(middles) - len(ranks), COST_FAR))
    return np.concatenate([middles - half, middles + half], axis=1), ranks


def _box(words: Words, chosen: int, transform: Transform, theme: Theme, sans: str | None) -> tuple[float, float, float, float]:
    """One of the candidates alone, moved into the picture where it has left it."""
    size = _size(words, theme, sans)
    points, (offsets, _) = _positions(words.xy, transform), _offsets(size, theme.style(words.role).size, words.boxed, words.away)
    x, y = (points[min(chosen // len(offsets), len(points) - 1)] + offsets[chosen % len(offsets)] - 0.5 * np.array(size)).tolist()
    x, y = max(min(x, transform.right - size[0]), transform.left), max(min(y, transform.bottom - size[1]), transform.top)
    return x, y, x + size[0], y + size[1]


def _positions(xy: Floats, transform: Transform) -> Floats:
    """The positions of some words on the device, not too many; without any the upper left corner."""
    xy = xy[np.isfinite(xy).all(axis=1)]
    if len(xy) > POSITIONS:
        xy = xy[np.linspace(0, len(xy) - 1, POSITIONS).astype(np.int64)]
    return transform.map(xy if len(xy) else np.array([[transform.x0, transform.y1]]))


@lru_cache(maxsize=256)
def _offsets(size: tuple[float, float], em: float, boxed: bool, away: float) -> tuple[Floats, Floats]:
    """From a position to the middles of words about it, and what each place costs: round it, and for a label rows further off."""
    half, rows = 0.5 * np.array(size), 1 if boxed else ROWS
    sides = np.array(ASIDE_FIRST if boxed else ABOVE_FIRST, dtype=np.float64) * (1.0, -1.0)
    near = sides * (half + ((FAR if boxed else GAP) + away) * em)
    further = np.array([(0.0, row * SPACING * em * up) for row in range(rows) for up in sides[:, 1]])
    costs = np.tile(COST_SIDE * np.arange(len(sides)), rows) + np.repeat(COST_ROW * np.arange(rows), len(sides))
    return locked(np.tile(near, (rows, 1)) + further), locked(costs)


def _lattice(low: Floats, high: Floats) -> Floats:
    """Middles of a box all over the picture, for where there is no room beside the pointer."""
    xs, ys = (np.linspace(a, max(a, b), 6) for a, b in zip(low, high, strict=True))
    return np.column_stack([np.tile(xs, len(ys)), np.repeat(ys, len(xs))])


def _marks(words: Words, box: tuple[float, float, float, float], transform: Transform, theme: Theme) -> list[Mark]:
    """The words in a rectangle, as marks."""
    size = theme.style(words.role).size
    left, top, right, bottom = box
    marks: list[Mark] = []
    if words.boxed:
        corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
        marks.append(Area(locked(transform.inverse(corners)), "words-ground"))
        left, top = left + PADDING * size, top + PADDING * size
    indent = _indent(words, size)
    if words.key is not None:
        middle, (role, slot) = top + 0.5 * size, words.key
        piece = transform.inverse(np.array([(left, middle), (left + KEY * size, middle)]))
        marks.append(Path(locked(piece), role, slot=slot))
    aligned = words.boxed or bool(words.flowing) or words.key is not None
    for row, line in enumerate(words.lines):
        x = left + indent if aligned else 0.5 * (left + right)
        middle = top + (0.5 + SPACING * row) * size
        marks.append(Text(transform.data(x, middle), line, words.role, "left" if aligned else "center"))
    return marks
