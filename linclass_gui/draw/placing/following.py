"""Words that go with their lines and points from one frame to the next.

Plain numbers, not arrays: this runs in every frame of a drag, and a frame has few words.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from ...scene.marks import Across, Along, Beside, Inside, Words
from ...scene.theme import Theme
from ...scene.view import Transform
from .greedy import LIST, list_of
from .lines import NEAR
from .obstacles import APART
from .placed_words import PlacedWords, size_of

UNSEEN = 0.25  # device units: a smaller move of words is invisible
LEVEL = 1e-3  # words cannot be moved into the picture along a line parallel to its edge
STICKY = 1.5  # how much further apart lines that share a gap may be while they move
SLIDES = tuple(way * step for step in range(1, 13) for way in (1.0, -1.0))  # along a line, in em
NEAREST = 4  # of them for words that are not needed
Point = tuple[float, float]


def places_followed(
    before: Mapping[Hashable, PlacedWords],
    words: Iterable[Words],
    transform: Transform,
    theme: Theme,
) -> Iterator[PlacedWords]:
    """The places of the frame before, with the words as they are now; some have none."""
    by_id = {word.id: word for word in words}
    followed_places: set[PlacedWords] = set()
    for id in [*by_id, LIST]:
        old = before.get(id)
        if old is None or old in followed_places:
            continue
        followed_places.add(old)
        members = tuple(by_id[word.id] for word in old.members if word.id in by_id)
        place = _follow(old, by_id.get(old.words.id), members, transform, theme)
        if place is not None:
            yield old if _is_seen_as(old, place) else place


def without_overlaps(
    places: Iterable[PlacedWords], transform: Transform, em: float
) -> Iterator[PlacedWords]:
    """The places that lie on none of those before; names in lines move along them, others go."""
    kept_places: list[PlacedWords] = []
    for place in places:
        for candidate in itertools.chain((place,), _further_along(place, transform)):
            if candidate and not any(_lie_on_each_other(candidate, old, em) for old in kept_places):
                kept_places.append(candidate)
                yield candidate
                break


def _further_along(place: PlacedWords, transform: Transform) -> Iterator[PlacedWords | None]:
    """Places along the line of a name, the nearest first."""
    home, em = place.words.home, place.size.em
    if place.is_in_line and isinstance(home, Along):
        for step in SLIDES if place.words.needed else SLIDES[:NEAREST]:
            way = step * em * place.along[0], step * em * place.along[1]
            moved = replace(place, middle=_moved(place.middle, way))
            yield _on_line(moved, home, home, transform)


def _lie_on_each_other(one: PlacedWords, other: PlacedWords, em: float) -> bool:
    """Whether no direction of two rectangles separates them."""
    dx, dy = other.middle[0] - one.middle[0], other.middle[1] - one.middle[1]
    half = one.size.half[0] + APART[0] * em, one.size.half[1] + APART[1] * em
    if math.hypot(dx, dy) > math.hypot(*half) + math.hypot(*other.size.half):
        return False
    if not (one.lines and other.lines):
        return False
    sides = [
        (length * ux, length * uy)
        for (x, y), lengths in ((one.along, half), (other.along, other.size.half))
        for (ux, uy), length in (((x, y), lengths[0]), ((-y, x), lengths[1]))
    ]
    return not any(
        abs(dx * ux + dy * uy) > sum(abs(sx * ux + sy * uy) for sx, sy in sides)
        for x, y in (one.along, other.along)
        for ux, uy in ((x, y), (-y, x))
    )


def _follow(
    old: PlacedWords,
    words: Words | None,
    members: tuple[Words, ...],
    transform: Transform,
    theme: Theme,
) -> PlacedWords | None:
    """The current place of words; None where they have none."""
    if old.words.id == LIST:
        if members == old.members or not members:
            return old if members else None
        words = list_of(members)
        size = size_of(words, theme, old.size.scale)
        return replace(old, words=words, lines=words.lines, size=size, members=members)
    if words is None or len(members) < len(old.members):
        return None
    before, size = old.words, old.size
    if words is before:
        return old
    lines = words.lines if old.lines == before.lines else old.lines
    if words.lines != before.lines and lines == before.shorter:
        return None
    if (words.lines, words.role, words.sample) != (before.lines, before.role, before.sample):
        size = size_of(words, theme, size.scale, lines)
    place = replace(old, words=words, lines=lines, size=size, members=members)
    home, last = words.home, before.home
    if isinstance(home, Along) and isinstance(last, Along):
        if not np.isfinite(home.curve).all(axis=1).any():
            return None
        return _on_line(place, last, home, transform)
    if isinstance(home, Inside):
        # Words that have changed their length keep the edge at which they begin.
        way = {"left": 1.0, "right": -1.0}.get(place.side, 0.0)
        place = replace(
            place, middle=_moved(place.middle, (way * (size.half[0] - old.size.half[0]), 0.0))
        )
        position = np.array([transform.data(*place.middle)])
        return place if bool(home.holds(position).all()) else None
    old_anchor, new_anchor = (_anchor(each, old.choice, transform) for each in (last, home))
    return _with_point(place, old_anchor, new_anchor, transform)


def _anchor(home: object, choice: int | None, t: Transform) -> Point | None:
    """The point with which words go: of an arrow its middle."""
    if isinstance(home, Across) and choice is not None and choice < len(home.segments):
        return t.point(*home.segments[choice].mean(axis=0).tolist())
    return t.point(*home.xy[0].tolist()) if isinstance(home, Beside) and len(home.xy) else None


def _with_point(
    place: PlacedWords, old: Point | None, new: Point | None, t: Transform
) -> PlacedWords | None:
    """Words near a point move with it; those far from it keep their place, and their leader
    follows, as long as it does not grow by more than two letters.
    """
    if old is None or new is None:
        return None if isinstance(place.words.home, Across) else place
    way = new[0] - old[0], new[1] - old[1]
    if place.leader is not None:
        leader = _moved(place.leader[0], way), place.leader[1]
        is_short = math.dist(*leader) <= math.dist(*place.leader) + 2.0 * place.size.em
        return replace(place, leader=leader) if is_short else None
    middle = _move_inside(_moved(place.middle, way), place, (1.0, 0.0), t)
    return None if middle is None else replace(place, middle=middle)


def _on_line(place: PlacedWords, old: Along, new: Along, t: Transform) -> PlacedWords | None:
    """The foot of the old place on the new line, as far beside it as before, and along it into the
    picture; amid the lines that share a gap, None where they part.
    """
    x, y = place.middle
    foot_x, foot_y, ux, uy = _foot(old, x, y, t)
    nx, ny, vx, vy = _foot(new, foot_x, foot_y, t)
    # The direction of reading turns by less than a quarter from one frame to the next, whichever
    # way round the ends are given.
    if ux * vx + uy * vy < 0.0:
        vx, vy = -vx, -vy
    beside = (y - foot_y) * ux - (x - foot_x) * uy
    spread = place.spread
    if len(place.members) > 1:
        beside, spread = _amid([word.home for word in place.members], (nx, ny), (vx, vy), t)
        if spread > STICKY * NEAR * place.size.em:
            return None
    along = (-vx, -vy) if vx < 0.0 or (vx == 0.0 and vy > 0.0) else (vx, vy)
    middle = _move_inside((nx - beside * vy, ny + beside * vx), place, along, t)
    return middle and replace(place, middle=middle, along=along, spread=spread)


def _amid(
    homes: Sequence[object], position: Point, along: Point, t: Transform
) -> tuple[float, float]:
    """How far beside a place the middle of some lines is, and how far they reach from there."""
    offsets = []
    for home in homes:
        assert isinstance(home, Along)
        x, y, _, _ = _foot(home, *position, t)
        offsets.append((y - position[1]) * along[0] - (x - position[0]) * along[1])
    low, high = min(offsets), max(offsets)
    return 0.5 * (low + high), 0.5 * (high - low)


def _foot(home: Along, x: float, y: float, t: Transform) -> tuple[float, float, float, float]:
    """The foot of a device position on a line, and the direction of the line there."""
    curve = home.curve
    if len(curve) != 2:
        # Of a curve the nearest of its points.
        points = t.map(curve)
        k = int(np.nanargmin((points[:, 0] - x) ** 2 + (points[:, 1] - y) ** 2))
        # nan between two parts of the curve
        ends = points[max(k - 1, 0)], points[min(k + 1, len(points) - 1)]
        (x0, y0), (x1, y1) = (
            (end if np.isfinite(end).all() else points[k]).tolist() for end in ends
        )
    else:
        (x0, y0), (x1, y1) = (t.point(*end) for end in curve.tolist())
    dx, dy = x1 - x0, y1 - y0
    length = math.sqrt(dx * dx + dy * dy) or 1.0
    dx, dy = dx / length, dy / length
    along = (x - x0) * dx + (y - y0) * dy
    return x0 + along * dx, y0 + along * dy, dx, dy


def _move_inside(middle: Point, place: PlacedWords, along: Point, t: Transform) -> Point | None:
    """Words moved along their line until they are inside the picture, None where that is
    impossible.
    """
    (x, y), (ux, uy), (half, up) = middle, along, place.size.half
    across, down = half * abs(ux) + up * abs(uy), half * abs(uy) + up * abs(ux)
    missing = max(t.left + across - x, 0.0) - max(x + across - t.right, 0.0)
    if missing and abs(ux) > LEVEL:
        x, y = x + missing, y + missing * uy / ux
    missing = max(t.top + down - y, 0.0) - max(y + down - t.bottom, 0.0)
    if missing and abs(uy) > LEVEL:
        x, y = x + missing * ux / uy, y + missing
    fits = (
        t.left - 0.5 <= x - across
        and x + across <= t.right + 0.5
        and t.top - 0.5 <= y - down
        and y + down <= t.bottom + 0.5
    )
    return (x, y) if fits else None


def _moved(position: Point, way: Point) -> Point:
    return position[0] + way[0], position[1] + way[1]


def _is_seen_as(last: PlacedWords, place: PlacedWords) -> bool:
    """Whether words are visibly where they were in the frame before."""
    (one, two), home = (last.words, place.words), place.words.home
    if (
        (one.role, one.slot, one.faded, last.lines, last.side, last.size)
        != (two.role, two.slot, two.faded, place.lines, place.side, place.size)
        or isinstance(home, Across)
        or last.leader is not place.leader
    ):
        return False
    half = place.size.half[0]
    return all(
        size * math.dist(old, new) <= UNSEEN
        for size, old, new in ((1.0, last.middle, place.middle), (half, last.along, place.along))
    )
