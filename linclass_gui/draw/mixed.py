"""Symbols of several looks drawn in one order: in the window at one go, on paper in as few runs of
one look as leave it unseen.

A file names a look once for a run of symbols.  Symbols that do not overlap may change places, so
that a picture without a crowd has one run for each look.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np

from solvers import Floats
from solvers.arrays import Ints

from ..scene.marks import Dots
from ..scene.memo import memo
from ..scene.styles import Style
from .surface import reach

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
