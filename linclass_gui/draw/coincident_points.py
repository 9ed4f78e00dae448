"""Points of several classes in one place, told apart: symbols inside each other, and where they are
too many their number.

Whole or rounded coordinates put many points in one place, where only the symbol drawn last would be
seen.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solvers import Floats
from solvers.arrays import Bools, Ints, locked

from ..scene.looks import CROWD, LATER
from ..scene.marks import Dots, Mark, Text
from ..scene.memo import memo
from ..scene.theme import Theme
from ..scene.view import Transform

NEAR = 0.1  # of a symbol: points closer together are in one place
# the sizes of symbols inside each other, from the outermost
NESTS = {2: (1.55, 0.85), 3: (1.9, 1.3, 0.75)}
INSIDE = 0.15  # of the size of a symbol over points that stand inside each other
AFTER = 0.1  # between the turns of symbols inside each other: less than between those of two points


@memo
def tell_apart(dots: tuple[Dots, ...], transform: Transform, theme: Theme) -> tuple[Mark, ...]:
    """The marks of a set, those in one place with others of another look inside each other; the
    same marks where there are none.
    """
    n = sum(len(each.xy) for each in dots)
    if len(dots) < 2 or n > CROWD or any(_is_apart(each) for each in dots):
        return dots
    xy, of = (
        np.concatenate([each.xy for each in dots]),
        np.repeat(np.arange(len(dots)), [len(each.xy) for each in dots]),
    )
    near = NEAR * theme.style(dots[0].role).size
    place = places_of(xy, (near / transform.scale_x, near / transform.scale_y))
    holds = np.zeros((place.max(initial=0) + 1, len(dots)), dtype=bool)
    holds[place, of] = True
    looks = holds.sum(axis=1)
    if looks.max(initial=0) < 2:
        return dots
    sizes, turns = _nested(holds, place, of, np.concatenate([_turns(each) for each in dots]))
    ends = np.cumsum([len(each.xy) for each in dots])[:-1]
    parts = zip(dots, np.split(sizes, ends), np.split(turns, ends), strict=True)
    marks = tuple(
        replace(each, sizes=locked(_times(own, each.sizes)), turns=locked(when))
        for each, own, when in parts
    )
    return (*marks, *_numbers(xy, place, np.flatnonzero(looks > max(NESTS))))


@memo
def inside_nests(over: Dots, nests: tuple[Dots, ...]) -> Dots:
    """Symbols that lie over points, small enough where these stand inside each other to leave all
    of them seen.
    """
    nested = {
        tuple(at)
        for each in nests
        if each.sizes is not None
        for at in each.xy[each.sizes != 1.0].tolist()
    }
    is_over = np.array([tuple(at) in nested for at in over.xy.tolist()], dtype=bool)
    if not is_over.any():
        return over
    sizes = np.ones(len(over.xy)) if over.sizes is None else over.sizes
    return replace(over, sizes=locked(np.where(is_over, INSIDE, sizes)))


def _is_apart(dots: Dots) -> bool:
    """Whether some symbols stand inside others already, at turns between those of points."""
    return dots.turns is not None and bool((dots.turns % 1.0).any())


def _times(nests: Floats, sizes: Floats | None) -> Floats:
    return nests if sizes is None else nests * sizes


def _turns(dots: Dots) -> Floats:
    return np.zeros(len(dots.xy)) if dots.turns is None else dots.turns


def _nested(holds: Bools, place: Ints, of: Ints, turns: Floats) -> tuple[Floats, Floats]:
    """The size and the turn of each symbol: those of one place come one after the other, the
    outermost first.

    That is the rarer class, else the one whose turn comes first: in a crowd no class has the larger
    symbols more often.
    """
    when = np.full(holds.shape, np.inf)
    np.minimum.at(when, (place, of), turns % LATER - LATER * (turns // LATER))
    looks, rank = holds.sum(axis=1)[place], when.argsort(axis=1).argsort(axis=1)[place, of]
    last = np.full(len(holds), -np.inf)
    np.maximum.at(last, place, turns)
    sizes = np.ones(len(place))
    for count, nest in NESTS.items():
        own = looks == count
        sizes[own] = np.array(nest)[rank[own]]
    return sizes, np.where(looks > 1, last[place] + AFTER * rank, turns)


def _numbers(xy: Floats, place: Ints, crowded: Ints) -> tuple[Mark, ...]:
    """The number of points in each place of more looks than symbols can show, on a ground of its
    own.
    """
    if not len(crowded):
        return ()
    counts, first = np.bincount(place), np.zeros(place.max() + 1, dtype=np.int64)
    first[place[::-1]] = np.arange(len(place))[::-1]
    at = xy[first[crowded]]
    words = (
        Text((x, y), str(counts[k]), "point-count")
        for (x, y), k in zip(at.tolist(), crowded.tolist(), strict=True)
    )
    return (Dots(locked(at), "several-points"), *words)


@memo
def places_of(xy: Floats, near: tuple[float, float]) -> Ints:
    """The number of the place of each point (n, 2); points that are ``near`` each other along both
    axes share one.
    """
    # The axis with more values comes first: few points are near each other along it.
    first = int(len(np.unique(xy[:, 0])) < len(np.unique(xy[:, 1])))
    at, place = np.unique(xy[:, [first, 1 - first]], axis=0, return_inverse=True)
    root = np.arange(len(at))
    # Each is compared with the next in its order, the one after that ... as long as any is near.
    for step in range(1, len(at)):
        is_near = at[step:, 0] - at[:-step, 0] <= near[first]
        if not is_near.any():
            break
        pairs = np.flatnonzero(is_near & (np.abs(at[step:, 1] - at[:-step, 1]) <= near[1 - first]))
        root[pairs + step] = np.minimum(root[pairs + step], root[pairs])
    joined: Ints = np.unique(root, return_inverse=True)[1].reshape(-1)[place.reshape(-1)]
    return joined
