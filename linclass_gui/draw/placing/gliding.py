"""Words that glide along with their lines and points during a drag; they are placed anew on
release.

Plain numbers, not arrays: this runs in every frame of a drag, and a frame has few words.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from ...scene.marks import Across, Along, Beside, Inside, Words
from ...scene.theme import Theme
from ...scene.view import Transform
from .placed_words import PlacedWords, size_of

UNSEEN = 0.25  # device units: a smaller move of words is invisible
LEVEL = 1e-3  # words cannot be moved into the picture along a line parallel to its edge
Point = tuple[float, float]


def glide_words(
    rest: PlacedWords, words: Words, transform: Transform, theme: Theme
) -> PlacedWords | None:
    """The current places of words that were placed at rest; None where they have none."""
    before, size = rest.words, rest.size
    if words is before:
        return rest
    if words.lines != before.lines or words.role != before.role:
        if before.shorter and rest.lines == before.shorter:
            return None
        size = size_of(words, theme, size.scale)
    elif words.sample != before.sample:  # the line of a pair left the picture, or came
        size = size_of(words, theme, size.scale, rest.lines)
    lines = words.lines if rest.lines == before.lines else rest.lines
    home, old = words.home, before.home
    if isinstance(home, Along) and isinstance(old, Along):
        if not np.isfinite(home.curve).all(axis=1).any():
            return None
        moved = _on_line(rest, old, home, transform)
        if moved is None:
            return None
        middle, along, leader = moved
        return PlacedWords(words, lines, size, middle, along, rest.side, leader, clear=rest.clear)
    if isinstance(home, Inside):
        return _hold_side(
            PlacedWords(
                words, lines, size, _flush(rest, size.half[0]), side=rest.side, clear=rest.clear
            ),
            home,
            transform,
        )
    if isinstance(home, Across) and isinstance(old, Across) and rest.choice is not None:
        return _at_tip(replace(rest, words=words, size=size), old, home, transform)
    if isinstance(home, Beside) and isinstance(old, Beside) and len(home.xy) and len(old.xy):
        return _beside(
            PlacedWords(
                words,
                lines,
                size,
                rest.middle,
                side=rest.side,
                leader=rest.leader,
                clear=rest.clear,
            ),
            old,
            home,
            transform,
        )
    return PlacedWords(words, lines, size, rest.middle, side=rest.side, clear=rest.clear)


def _on_line(
    rest: PlacedWords, old: Along, new: Along, t: Transform
) -> tuple[Point, Point, tuple[Point, Point] | None] | None:
    """The foot of the old place on the new line, as far beside it as before, and along it into the
    picture.
    """
    x, y = rest.middle if rest.leader is None else rest.leader[0]
    foot_x, foot_y, ux, uy = _foot(old, x, y, t)
    nx, ny, vx, vy = _foot(new, foot_x, foot_y, t)
    if rest.leader is not None:
        (start_x, start_y), (end_x, end_y) = rest.leader
        middle = _move_inside(
            (rest.middle[0] + nx - start_x, rest.middle[1] + ny - start_y), rest, (1.0, 0.0), t
        )
        if middle is None:
            return None
        return (
            middle,
            (1.0, 0.0),
            ((nx, ny), (end_x + middle[0] - rest.middle[0], end_y + middle[1] - rest.middle[1])),
        )
    # The direction of reading turns by less than a quarter from one frame to the next, whichever
    # way round the ends are given.
    if ux * vx + uy * vy < 0.0:
        vx, vy = -vx, -vy
    beside = (y - foot_y) * ux - (x - foot_x) * uy
    if vx < 0.0 or (vx == 0.0 and vy > 0.0):
        rx, ry = -vx, -vy
    else:
        rx, ry = vx, vy
    moved = _move_inside((nx - beside * vy, ny + beside * vx), rest, (rx, ry), t)
    return None if moved is None else (moved, (rx, ry), None)


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
        (x0, y0), (x1, y1) = curve.tolist()
        x0, x1 = t.left + (x0 - t.x0) * t.scale_x, t.left + (x1 - t.x0) * t.scale_x
        y0, y1 = t.top + (t.y1 - y0) * t.scale_y, t.top + (t.y1 - y1) * t.scale_y
    dx, dy = x1 - x0, y1 - y0
    length = math.sqrt(dx * dx + dy * dy) or 1.0
    dx, dy = dx / length, dy / length
    along = (x - x0) * dx + (y - y0) * dy
    return x0 + along * dx, y0 + along * dy, dx, dy


def _move_inside(middle: Point, rest: PlacedWords, along: Point, t: Transform) -> Point | None:
    """Words moved along their line until they are inside the picture, None where that is
    impossible.
    """
    (x, y), (ux, uy), (half, up) = middle, along, rest.size.half
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


def _flush(rest: PlacedWords, half: float) -> Point:
    """Words that have changed their length keep the edge at which they begin."""
    (x, y), before = rest.middle, rest.size.half[0]
    return (
        x + half - before
        if rest.side == "left"
        else x - half + before
        if rest.side == "right"
        else x
    ), y


def _hold_side(place: PlacedWords, home: Inside, t: Transform) -> PlacedWords | None:
    """Words on one side of a boundary, None once it has passed over them."""
    return place if bool(home.holds(np.array([t.data(*place.middle)])).all()) else None


def _at_tip(place: PlacedWords, old: Across, new: Across, t: Transform) -> PlacedWords | None:
    """The words of an arrow, as far from its middle as before."""
    k = place.choice
    if k is None or k >= len(new.segments) or k >= len(old.segments):
        return None
    (old_x, old_y), (new_x, new_y) = (
        t.point(*(0.5 * (ends[k, 0] + ends[k, 1])).tolist())
        for ends in (old.segments, new.segments)
    )
    ends = t.map(new.segments[k])
    if not ((ends > (t.left, t.top)) & (ends < (t.right, t.bottom))).all():
        return None
    way = new_x - old_x, new_y - old_y
    leader = place.leader and (
        _shifted_point(place.leader[0], way),
        _shifted_point(place.leader[1], way),
    )
    return replace(place, middle=_shifted_point(place.middle, way), leader=leader)


def _shifted_point(position: Point, way: Point) -> Point:
    return position[0] + way[0], position[1] + way[1]


def _beside(place: PlacedWords, old: Beside, new: Beside, t: Transform) -> PlacedWords | None:
    """Words near a point move with it; those far from it keep their place, and their leader
    follows.
    """
    (old_x, old_y), (new_x, new_y) = t.point(*old.xy[0].tolist()), t.point(*new.xy[0].tolist())
    if place.leader is not None:
        (x, y), end = place.leader
        return replace(place, leader=((x + new_x - old_x, y + new_y - old_y), end))
    middle = _move_inside(
        (place.middle[0] + new_x - old_x, place.middle[1] + new_y - old_y), place, (1.0, 0.0), t
    )
    return None if middle is None else replace(place, middle=middle)


def is_seen_as(last_place: PlacedWords, place: PlacedWords) -> bool:
    """Whether words are visibly where they were in the frame before."""
    if (
        place.lines != last_place.lines
        or place.size is not last_place.size
        or place.side != last_place.side
        or place.clear is not last_place.clear
    ):
        return False
    one, two = last_place.words, place.words
    if (
        one.role != two.role
        or one.slot != two.slot
        or one.faded is not two.faded
        or place.choice is not None
    ):
        return False
    half = place.size.half[0]
    if (
        max(
            abs(place.middle[0] - last_place.middle[0]), abs(place.middle[1] - last_place.middle[1])
        )
        > UNSEEN
    ):
        return False
    if (
        half
        * max(abs(place.along[0] - last_place.along[0]), abs(place.along[1] - last_place.along[1]))
        > UNSEEN
    ):
        return False
    if place.leader is None or last_place.leader is None:
        return place.leader is last_place.leader
    for (x0, y0), (x1, y1) in zip(last_place.leader, place.leader, strict=True):
        if max(abs(x1 - x0), abs(y1 - y0)) > UNSEEN:
            return False
    return True
