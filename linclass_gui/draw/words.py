"""Words that look for their own place: beside a curve, clear of lines and of other words, inside the picture.

Everything is judged in device units.  Lines and symbols are drawn into a raster whose sums over rectangles are known at once; so
all candidates of a label, some hundred rectangles, cost a few array operations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from solvers import Floats
from solvers.arrays import Bools, Ints, locked

from ..core.crowd import along
from ..core.marks import Area, Dots, Figure, Mark, Path, Text, Words
from ..core.theme import Theme
from ..core.transform import Transform
from .painter import anchored, text_layout

CELL = 3.0  # side of a cell of the raster
SPACING = 1.35  # from one line to the next, in text heights
GAP, FAR = 0.35, 1.1  # from a position to its words, and to a box; in text heights
PADDING = 0.4  # of a box, in text heights
AROUND = CELL * np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)])  # a symbol is a few cells wide
ROWS = 3  # how many rows away from its curve a label may stand
POSITIONS = 32  # of each label at the most
# Where the middle of the words lies, seen from the position: a label is best above its curve, a box best beside the pointer.
ABOVE_FIRST = ((0, 1), (0, -1), (1, 1), (-1, 1), (1, 0), (-1, 0), (1, -1), (-1, -1))
ASIDE_FIRST = ((1, 1), (-1, 1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 1), (0, -1))
# What is worse than what: leaving the picture, other words, lines (each cell), a place far from the pointer or some rows from the
# curve, a position or a side that is less preferred.
COST_OUTSIDE, COST_WORDS, COST_LINE, COST_FAR, COST_ROW, COST_POSITION, COST_SIDE = 1000.0, 200.0, 2.0, 20.0, 4.0, 0.5, 0.3
COST_MOVE = 12.0  # what a better place must save before words leave the one they had
READING = 1000  # the number of the words that are read off, far from those of the figure
FEW = 2  # cells of lines that words which are not needed may cover
FAINT = frozenset({"sample-plus", "sample-minus", "grid", "pointer", "drop"})  # lines that words may lie on


@dataclass(frozen=True, eq=False)
class _Ground:
    """The raster: ``sums[i, j]`` counts the occupied cells below row i and left of column j."""

    left: float
    top: float
    sums: Ints

    def covered(self, boxes: Floats) -> Ints:
        """How many occupied cells lie in each of some boxes (k, 4): left, top, right, bottom."""
        rows, columns = self.sums.shape
        cells = (boxes - (self.left, self.top, self.left, self.top)) / CELL
        x0, y0 = (np.clip(np.floor(cells[:, k]).astype(np.int64), 0, most - 1) for k, most in ((0, columns), (1, rows)))
        x1, y1 = (np.clip(np.ceil(cells[:, k]).astype(np.int64), 0, most - 1) for k, most in ((2, columns), (3, rows)))
        counts: Ints = self.sums[y1, x1] - self.sums[y0, x1] - self.sums[y1, x0] + self.sums[y0, x0]
        return counts


class Placer:
    """Finds the places of the words of one picture, frame after frame.

    Words keep their place at their curve as long as it is nearly as good as another: while somebody drags, they glide and do not
    jump to and fro.
    """

    def __init__(self) -> None:
        self._before: dict[int, int] = {}
        self._key: tuple[object, ...] = ()
        self._placed: tuple[Mark, ...] = ()

    def worded(self, figure: Figure, transform: Transform, theme: Theme, sans: str | None = None) -> Figure:
        """The figure with its words among its marks, each where it covers as little as possible; on top what is read off it."""
        marks, reading = figure.marks, figure.reading
        if figure.words:
            marks = (*marks, *self._words(figure, transform, theme, sans))
        if reading is not None:
            marks = (*marks, *reading.marks, *self._place((reading.words,), READING, marks, transform, theme, sans))
        return figure if marks is figure.marks else replace(figure, marks=marks)

    def _words(self, figure: Figure, transform: Transform, theme: Theme, sans: str | None) -> tuple[Mark, ...]:
        key = (*figure.words, *figure.marks, transform, theme, sans)
        # Marks are the same when they are the same objects; nothing here compares arrays.
        if key != self._key:
            self._key, self._placed = key, self._place(figure.words, 0, figure.marks, transform, theme, sans)
        return self._placed

    def _place(
        self, words: tuple[Words, ...], first: int, marks: tuple[Mark, ...], transform: Transform, theme: Theme, sans: str | None
    ) -> tuple[Mark, ...]:
        ground = _ground(marks, transform)
        taken = [_text_box(mark, transform, theme, sans) for mark in marks if isinstance(mark, Text)]
        placed: list[Mark] = []
        for k, each in enumerate(_flowed(words, transform, theme, sans), start=first):
            boxes, costs, is_clear = _judged(each, ground, np.array(taken).reshape(-1, 4), transform, theme, sans)
            before = self._before.get(k, -1)
            if before < len(costs):
                costs[before] -= COST_MOVE if before >= 0 else 0.0
            best = self._before[k] = int(np.argmin(costs))
            if each.needed or is_clear[best]:
                left, top, right, bottom = boxes[best].tolist()
                taken.append((left, top, right, bottom))
                placed += _marks(each, (left, top, right, bottom), transform, theme)
        return tuple(placed)


def worded(figure: Figure, transform: Transform, theme: Theme, sans: str | None = None) -> Figure:
    """The figure with its words among its marks, for a picture that is drawn once."""
    return Placer().worded(figure, transform, theme, sans)


def _flowed(words: tuple[Words, ...], transform: Transform, theme: Theme, sans: str | None) -> Iterator[Words]:
    """The words with their lines put side by side as far as the picture is wide enough."""
    for each in words:
        if not each.flowing:
            yield each
            continue
        style, lines = theme.style(each.role), list(each.lines[:1])
        for part in each.lines[1:]:
            longer = f"{lines[-1]}\u2003{part}"
            if text_layout(longer, style, sans).width <= transform.width - 2.0 * GAP * style.size:
                lines[-1] = longer
            else:
                lines.append(part)
        yield replace(each, lines=tuple(lines))


def _ground(marks: Iterable[Mark], transform: Transform) -> _Ground:
    columns, rows = (int(extent / CELL) + 2 for extent in (transform.width, transform.height))
    occupied = np.zeros((rows, columns), dtype=np.int64)
    spots = [spot for mark in marks if (spot := _spots(mark, transform)) is not None and len(spot)]
    if spots:
        cells = ((np.concatenate(spots) - (transform.left, transform.top)) / CELL).astype(np.int64)
        inside = ((cells >= 0) & (cells < (columns, rows))).all(axis=1)
        occupied[cells[inside, 1], cells[inside, 0]] = 1
    sums = np.zeros((rows + 1, columns + 1), dtype=np.int64)
    np.cumsum(np.cumsum(occupied, axis=0), axis=1, out=sums[1:, 1:])
    return _Ground(transform.left, transform.top, sums)


def _spots(mark: Mark, transform: Transform) -> Floats | None:
    """Points on a mark not more than a cell apart, in device units; None for what words may cover."""
    if isinstance(mark, Dots):
        spots: Floats = (transform.map(mark.xy)[:, None] + AROUND).reshape(-1, 2)
        return spots[np.isfinite(spots).all(axis=1)]
    if not isinstance(mark, Path) or mark.role in FAINT or len(mark.xy) < 2:
        return None
    points = transform.map(mark.xy)
    if mark.joined == "pairs":
        segments = points[: len(points) // 2 * 2].reshape(-1, 2, 2)
    else:
        segments = np.stack([points[:-1], points[1:]], axis=1)
    segments = segments[np.isfinite(segments).all(axis=(1, 2))]
    # Only the height can run far out of the picture (curves are drawn over the width of their plot).
    np.clip(segments[..., 1], transform.top - 1.0, transform.bottom + 1.0, out=segments[..., 1])
    run: Floats = along(segments / CELL) * CELL
    return run


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
    return width + padding, height + padding


def _judged(
    words: Words, ground: _Ground, taken: Floats, transform: Transform, theme: Theme, sans: str | None
) -> tuple[Floats, Floats, Bools]:
    """Rectangles (k, 4) for some words, what speaks against each, and which of them cover nothing."""
    boxes, ranks = _candidates(words, _size(words, theme, sans), transform, theme.style(words.role).size)
    # Lines only matter to words that stand among them: a box has a ground of its own.
    lines = COST_LINE * ground.covered(boxes) * (0.1 if words.boxed else 1.0)
    low, high = (transform.left, transform.top), (transform.right, transform.bottom)
    outside = np.maximum(low - boxes[:, :2], 0.0).sum(axis=1) + np.maximum(boxes[:, 2:] - high, 0.0).sum(axis=1)
    over = ((boxes[:, None, :2] < taken[:, 2:]) & (boxes[:, None, 2:] > taken[:, :2])).all(axis=2).sum(axis=1)
    is_clear = (over == 0) & (outside <= 1.0) & (lines <= COST_LINE * FEW)
    return boxes, ranks + lines + COST_OUTSIDE * outside + COST_WORDS * over, is_clear


def _candidates(words: Words, size: tuple[float, float], transform: Transform, em: float) -> tuple[Floats, Floats]:
    """Rectangles (k, 4) about the positions of some words, and what each costs for not being the first."""
    half = 0.5 * np.array(size)
    middles, ranks = (_about_pointer if words.boxed else _about_curve)(_positions(words.xy, transform), half, em)
    if words.boxed:
        low, high = np.array([transform.left, transform.top]) + half, np.array([transform.right, transform.bottom]) - half
        middles = np.clip(np.concatenate([middles, _lattice(low, high)]), low, np.maximum(low, high))
        ranks = np.append(ranks, np.full(len(middles) - len(ranks), COST_FAR))
    return np.concatenate([middles - half, middles + half], axis=1), ranks


def _positions(xy: Floats, transform: Transform) -> Floats:
    """The positions of some words on the device, not too many; without any the upper left corner."""
    xy = xy[np.isfinite(xy).all(axis=1)]
    if len(xy) > POSITIONS:
        xy = xy[np.linspace(0, len(xy) - 1, POSITIONS).astype(np.int64)]
    return transform.map(xy if len(xy) else np.array([[transform.x0, transform.y1]]))


def _about_curve(points: Floats, half: Floats, em: float) -> tuple[Floats, Floats]:
    """Middles of words round each position, near it, and one or two rows further off."""
    sides = np.array(ABOVE_FIRST, dtype=np.float64) * (1.0, -1.0)
    far = np.array([(0.0, row * SPACING * em * up) for row in range(ROWS) for up in sides[:, 1]])
    offsets = np.tile(sides * (half + GAP * em), (ROWS, 1)) + far
    costs = np.tile(COST_SIDE * np.arange(len(sides)), ROWS) + np.repeat(COST_ROW * np.arange(ROWS), len(sides))
    middles: Floats = (points[:, None] + offsets).reshape(-1, 2)
    return middles, (COST_POSITION * np.arange(len(points))[:, None] + costs).ravel()


def _about_pointer(points: Floats, half: Floats, em: float) -> tuple[Floats, Floats]:
    """Middles of a box round each position."""
    sides = np.array(ASIDE_FIRST, dtype=np.float64) * (1.0, -1.0)
    middles: Floats = (points[:, None] + sides * (half + FAR * em)).reshape(-1, 2)
    return middles, np.tile(COST_SIDE * np.arange(len(sides)), len(points))


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
    for row, line in enumerate(words.lines):
        middle = top + (0.5 + SPACING * row) * size
        x = left if words.boxed else 0.5 * (left + right)
        marks.append(Text(transform.data(x, middle), line, words.role, "left" if words.boxed else "center"))
    return marks
