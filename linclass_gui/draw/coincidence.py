"""Points, lines and markers that lie on each other, told apart.

Whole or rounded coordinates put many points in one place, where only the symbol drawn last would be
seen: symbols inside each other, and where they are too many, their number.  A boundary that a later
one would hide is drawn wider, and shows at both sides of it; a marker is larger, as a ring about
the other.

Symbols of several looks are drawn in one order: in the window at one go, on paper in as few runs of
one look as leave it unseen.  A file names a look once for a run of symbols.  Symbols that do not
overlap may change places, so that a picture without a crowd has one run for each look.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import dist
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np

from solvers import Floats
from solvers.arrays import Bools, Ints, locked

from ..scene.looks import CROWD, LATER
from ..scene.marks import Dots, Mark, Marker, Path, Text
from ..scene.memo import memo
from ..scene.styles import Style
from ..scene.theme import Theme
from ..scene.view import Transform
from .surface import reach

NEAR_POINTS = 0.1  # of a symbol: points closer together are in one place
# the sizes of symbols inside each other, from the outermost
NESTS = {2: (1.55, 0.85), 3: (1.9, 1.3, 0.75)}
INSIDE = 0.15  # of the size of a symbol over points that stand inside each other
AFTER = 0.1  # between the turns of symbols inside each other: less than between those of two points
# the role of lines whose colour alone names their method
HIDING = frozenset({"boundary"})
NEAR_LINES = 0.6  # of the width of a line: one no further away is hidden by it
MOST_OF_A_LINE = 0.5  # the share of a line that another one hides at least
SHORTEST = 6.0  # of its width: a piece that is shorter would be a blot, not a wider line
# how much larger than the marker that hides it a marker is, and the largest of all, in diameters
RING, LARGEST = 0.5, 2.5


@memo
def tell_apart(dots: tuple[Dots, ...], transform: Transform, theme: Theme) -> tuple[Mark, ...]:
    """The marks of a set, those in one place with others of another look inside each other; the
    same marks where there are none.
    """
    n = sum(len(mark.xy) for mark in dots)
    if len(dots) < 2 or n > CROWD or any(_is_apart(mark) for mark in dots):
        return dots
    xy, of = (
        np.concatenate([mark.xy for mark in dots]),
        np.repeat(np.arange(len(dots)), [len(mark.xy) for mark in dots]),
    )
    near = NEAR_POINTS * theme.style(dots[0].role).size
    place = places_of(xy, (near / transform.scale_x, near / transform.scale_y))
    holds = np.zeros((place.max(initial=0) + 1, len(dots)), dtype=bool)
    holds[place, of] = True
    looks = holds.sum(axis=1)
    if looks.max(initial=0) < 2:
        return dots
    sizes, turns = _nested(holds, place, of, np.concatenate([_turns(mark) for mark in dots]))
    ends = np.cumsum([len(mark.xy) for mark in dots])[:-1]
    parts = zip(dots, np.split(sizes, ends), np.split(turns, ends), strict=True)
    marks = tuple(
        replace(mark, sizes=locked(_times(factors, mark.sizes)), turns=locked(turns_of_mark))
        for mark, factors, turns_of_mark in parts
    )
    return (*marks, *_numbers(xy, place, np.flatnonzero(looks > max(NESTS)), dots[0].layer))


@memo
def inside_nests(symbols: Dots, nests: tuple[Dots, ...]) -> Dots:
    """Symbols that lie over points, small enough where these stand inside each other to leave all
    of them seen.
    """
    nested = {
        tuple(place)
        for nest in nests
        if nest.sizes is not None
        for place in nest.xy[nest.sizes != 1.0].tolist()
    }
    is_over = np.array([tuple(place) in nested for place in symbols.xy.tolist()], dtype=bool)
    if not is_over.any():
        return symbols
    sizes = np.ones(len(symbols.xy)) if symbols.sizes is None else symbols.sizes
    return replace(symbols, sizes=locked(np.where(is_over, INSIDE, sizes)))


def _is_apart(dots: Dots) -> bool:
    """Whether some symbols stand inside others already, at turns between those of points."""
    return dots.turns is not None and bool((dots.turns % 1.0).any())


def _times(nests: Floats, sizes: Floats | None) -> Floats:
    return nests if sizes is None else nests * sizes


def _turns(dots: Dots) -> Floats:
    return np.zeros(len(dots.xy)) if dots.turns is None else dots.turns


def _nested(holds: Bools, place: Ints, of: Ints, turns: Floats) -> tuple[Floats, Floats]:
    """The size and the turn of each symbol: the symbols of one place come one after the other, the
    outermost first.

    That is the rarer class, else the one whose turn comes first: in a crowd no class has the larger
    symbols more often.
    """
    first_turns = np.full(holds.shape, np.inf)
    np.minimum.at(first_turns, (place, of), turns % LATER - LATER * (turns // LATER))
    looks, rank = holds.sum(axis=1)[place], first_turns.argsort(axis=1).argsort(axis=1)[place, of]
    last = np.full(len(holds), -np.inf)
    np.maximum.at(last, place, turns)
    sizes = np.ones(len(place))
    for count, nest in NESTS.items():
        rows = looks == count
        sizes[rows] = np.array(nest)[rank[rows]]
    return sizes, np.where(looks > 1, last[place] + AFTER * rank, turns)


def _numbers(xy: Floats, place: Ints, crowded: Ints, layer: str) -> tuple[Mark, ...]:
    """The number of points in each place of more looks than symbols can show, on a ground of its
    own.
    """
    if not len(crowded):
        return ()
    counts, first = np.bincount(place), np.zeros(place.max() + 1, dtype=np.int64)
    first[place[::-1]] = np.arange(len(place))[::-1]
    places = xy[first[crowded]]
    words = (
        Text((x, y), str(counts[k]), "point-count", layer=layer)
        for (x, y), k in zip(places.tolist(), crowded.tolist(), strict=True)
    )
    return (Dots(locked(places), "several-points", layer=layer), *words)


@memo
def places_of(xy: Floats, near: tuple[float, float]) -> Ints:
    """The number of the place of each point (n, 2); points that are ``near`` each other along both
    axes share one.
    """
    # The axis with more values comes first: few points are near each other along it.
    first = int(_count_distinct(xy[:, 0]) < _count_distinct(xy[:, 1]))
    distinct, place = np.unique(xy[:, [first, 1 - first]], axis=0, return_inverse=True)
    root = np.arange(len(distinct))
    # Each is compared with the next in its order, the one after that ... as long as any is near.
    for step in range(1, len(distinct)):
        is_near = distinct[step:, 0] - distinct[:-step, 0] <= near[first]
        if not is_near.any():
            break
        pairs = np.flatnonzero(
            is_near & (np.abs(distinct[step:, 1] - distinct[:-step, 1]) <= near[1 - first])
        )
        root[pairs + step] = np.minimum(root[pairs + step], root[pairs])
    numbers: Ints = np.unique(root, return_inverse=True)[1].reshape(-1)[place.reshape(-1)]
    return numbers


def _count_distinct(values: Floats) -> int:
    # np.unique without an inverse imports numpy.ma, a twentieth of the start
    return 1 + int(np.count_nonzero(np.diff(np.sort(values)))) if len(values) else 0


def widen_hidden(marks: tuple[Mark, ...], transform: Transform, theme: Theme) -> tuple[Mark, ...]:
    """The marks, the straight boundaries under others wider than these; the same objects where none
    is hidden.
    """
    lines = [
        mark
        for mark in marks
        if isinstance(mark, Path) and mark.role in HIDING and len(mark.xy) == 2
    ]
    if len(lines) < 2:
        return marks
    wider = _wider(tuple(lines), transform, theme)
    return (
        tuple([wider.get(mark, mark) if isinstance(mark, Path) else mark for mark in marks])
        if wider
        else marks
    )


@memo
def _wider(lines: tuple[Path, ...], transform: Transform, theme: Theme) -> dict[Path, Path]:
    """The lines that lie under others, each with its wider form: wider by one for each method that
    hides it.
    """
    width = theme.style("boundary").width
    places = [transform.map(line.xy) for line in lines]
    wider_lines: dict[Path, Path] = {}
    for k, (line, ends) in enumerate(zip(lines, places, strict=True)):
        if not float(np.hypot(*(ends[1] - ends[0]))) > SHORTEST * width:
            continue
        covered_shares: dict[int | None, float] = {}
        for other, other_ends in zip(lines[k + 1 :], places[k + 1 :], strict=True):
            if other.slot != line.slot and _is_along(ends, other_ends, NEAR_LINES * width):
                covered_shares[other.slot] = covered_shares.get(other.slot, 0.0) + _covered(
                    ends, other_ends
                )
        under = sum(share >= MOST_OF_A_LINE for share in covered_shares.values())
        if under:
            wider_lines[line] = replace(line, under=under)
    return wider_lines


def _is_along(ends: Floats, other: Floats, near: float) -> bool:
    """Whether the ends (2, 2) of a segment lie near the line through another."""
    way = other[1] - other[0]
    length = float(np.hypot(*way))
    if not length > 0.0:
        return False
    steps = ends - other[0]
    return bool(np.all(np.abs(steps[:, 0] * way[1] - steps[:, 1] * way[0]) <= near * length))


def _covered(ends: Floats, other: Floats) -> float:
    """The share of a segment (2, 2) beside which another one runs."""
    way = ends[1] - ends[0]
    shares = (other - ends[0]) @ way / (way @ way)
    return max(0.0, float(min(shares.max(), 1.0) - max(shares.min(), 0.0)))


@memo
def nest_markers(
    markers: tuple[Marker, ...], transform: Transform, theme: Theme
) -> tuple[Mark, ...]:
    """The markers as marks: lines from their feet, then the symbols, the first of them behind all
    others.
    """
    lines: list[Mark] = []
    symbols: list[Mark] = []
    radii = [0.5 * theme.style(marker.role).size for marker in markers]
    factors = _ring_factors([transform.point(*marker.at) for marker in markers], radii)
    for marker, factor in zip(markers, factors, strict=True):
        place, line = locked(np.array([marker.at])), "trial" if marker.slot is None else "drop"
        if marker.foot is not None:
            ends = np.array([(marker.at[0], marker.foot), marker.at])
            lines.append(Path(locked(ends), line, slot=marker.slot, faded=marker.faded))
        sizes = None if factor == 1.0 else locked(np.array([factor]))
        symbols.append(Dots(place, marker.role, marker.slot, sizes, marker.emphasis, marker.faded))
    return (*lines, *symbols)


def _ring_factors(places: list[tuple[float, float]], radii: list[float]) -> list[float]:
    """How much larger than usual each marker is: one whose centre is covered by a later one is
    larger than that.
    """
    factors = [1.0] * len(places)
    for k in reversed(range(len(places))):
        for other in range(k + 1, len(places)):
            reach = factors[other] * radii[other]
            if dist(places[k], places[other]) < reach:
                factors[k] = max(factors[k], reach / radii[k] + RING)
    most = max(factors, default=1.0)
    # With very many markers the rings are narrower.
    return (
        factors
        if most <= LARGEST
        else [1.0 + (f - 1.0) * (LARGEST - 1.0) / (most - 1.0) for f in factors]
    )


# cells are half as wide as a symbol: symbols further apart than two cells do not overlap
HALVES = 2
AROUND = tuple((i, j) for i in range(-HALVES, HALVES + 1) for j in range(-HALVES, HALVES + 1))


@runtime_checkable
class Mixing(Protocol):
    """A surface that draws symbols of different looks at one go."""

    def mixed(self, xy: Floats, of: Ints, styles: Sequence[Style], sizes: Floats | None) -> None:
        """Draw symbols at ``xy (n, 2)`` in their order, each in the style ``of (n,)``."""


@memo
def in_order(dots: tuple[Dots, ...]) -> tuple[Floats, Ints, Floats | None]:
    """The symbols of a set in the order of their turns: their places (n, 2), the mark of each, and
    their sizes if any has.
    """
    lengths = [len(mark.xy) for mark in dots]
    turns = [
        np.zeros(n) if mark.turns is None else mark.turns
        for mark, n in zip(dots, lengths, strict=True)
    ]
    order = np.argsort(np.concatenate(turns), kind="stable")
    xy, of, sizes = (
        np.concatenate([mark.xy for mark in dots]),
        np.repeat(np.arange(len(dots)), lengths),
        None,
    )
    if any(mark.sizes is not None for mark in dots):
        sizes = np.concatenate(
            [
                np.ones(n) if mark.sizes is None else mark.sizes
                for mark, n in zip(dots, lengths, strict=True)
            ]
        )[order]
    return xy[order], of[order], sizes


class SymbolRun(NamedTuple):
    """Symbols of one look that are drawn together: its number, their places (n, 2), and their sizes
    if they have any.
    """

    look: int
    xy: Floats
    sizes: Floats | None


def symbol_runs(
    xy: Floats, of: Ints, sizes: Floats | None, styles: Sequence[Style]
) -> Iterator[SymbolRun]:
    """Symbols in their order, each in the style ``of (n,)``, as runs of one look."""
    largest = 1.0 if sizes is None else float(sizes.max(initial=0.0))
    width = max(reach(style.shape) * style.size * largest + style.width for style in styles)
    for look, rows in runs(xy, of, len(styles), width):
        yield SymbolRun(look, xy[rows], None if sizes is None else sizes[rows])


def runs(xy: Floats, of: Ints, looks: int, width: float) -> Iterator[tuple[int, Ints]]:
    """The rows of symbols up to ``width`` wide by runs of one look: where two of them overlap the
    later row is in a later run.
    """
    last: dict[tuple[int, int], int] = {}  # of the symbols in a cell the last run
    run_of = np.empty(len(xy), dtype=np.int64)
    places = np.floor(xy / (width / HALVES)).astype(np.int64)
    for row, ((x, y), look) in enumerate(zip(places.tolist(), of.tolist(), strict=True)):
        before = max(last.get((x + i, y + j), 0) for i, j in AROUND)
        run_of[row] = last[x, y] = before + (look - before) % looks
    rows = np.argsort(run_of, kind="stable")
    for run in np.split(rows, np.flatnonzero(np.diff(run_of[rows])) + 1):
        if len(run):
            yield int(of[run[0]]), run
