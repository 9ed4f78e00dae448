"""Words of a film: at a stop they stay in place if it is clear; between two stops they move evenly.

Where they would pass over each other, they are placed halfway, as at a stop.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from ...scene.marks import Figure, Mark
from ...scene.theme import Theme
from ...scene.view import Transform
from ...scene.words import Words
from . import Placer
from .boxes import lie_on
from .gliding import glide_words
from .judging import Judge
from .obstacles import Edges, obstacles_of
from .placed import Placed, marks_of

Places = Mapping[Hashable, Placed]
SHORT = 16  # pages from stop to stop without another between: more stops would be more jumps


@dataclass(frozen=True, eq=False)
class Shown:
    """One picture of a film in its place on the page; ``stop``: the film rests there."""

    figure: Figure
    transform: Transform
    is_stop: bool


def place_film_words(
    pictures: Sequence[Shown], theme: Theme, sans: str | None
) -> tuple[Figure, ...]:
    """The pictures with their words among their marks."""
    if not pictures:
        return ()
    found = [_at_stop(pictures[0], {}, theme, sans)]
    for k, picture in enumerate(pictures):
        if k and (picture.is_stop or k == len(pictures) - 1):
            found += _way(pictures[len(found) - 1 : k + 1], found[-1], theme, sans)
    made = (
        _Given(tuple(places.values())).place_words(picture.figure, picture.transform, theme, sans)
        for picture, places in zip(pictures, found, strict=True)
    )
    return tuple(replace(figure, words=()) for figure in made)


def _way(pictures: Sequence[Shown], first: Places, theme: Theme, sans: str | None) -> list[Places]:
    """The places of words in some pictures after the first, up to the last, which is a stop."""
    steps = len(pictures) - 1
    last = _at_stop(pictures[-1], first, theme, sans)
    found = [
        _between(pictures[k], first, last, k / steps, theme, sans) for k in range(1, steps)
    ] + [last]
    if steps <= SHORT or not any(_pass_over(places) for places in found):
        return found
    half = _way(pictures[: steps // 2 + 1], first, theme, sans)
    return half + _way(pictures[steps // 2 :], half[-1], theme, sans)


def _pass_over(places: Places) -> bool:
    """Whether words that are needed, names of lines and classes, lie on each other."""
    boxes = [each.box for each in places.values() if each.words.needed]
    return any(lie_on(one, other).any() for one, other in combinations(boxes, 2))


class _Given(Placer):
    """Puts words at given places."""

    def __init__(self, places: tuple[Placed, ...]) -> None:
        super().__init__()
        self._places = places

    def _words(
        self,
        figure: Figure,
        transform: Transform,
        theme: Theme,
        sans: str | None,
        reserved: tuple[Edges, ...],
    ) -> dict[Mark, Words]:
        return {mark: each.words for each in self._places for mark in marks_of(each, transform)}


def _at_stop(picture: Shown, before: Places, theme: Theme, sans: str | None) -> Places:
    """Words whose old places are clear stay there; the others are placed."""
    figure, t = picture.figure, picture.transform
    judge = Judge(
        obstacles_of(figure.marks if figure.solid is None else figure.solid, (), t, theme, sans),
        t,
        theme,
        sans,
    )
    return {place.words.id: place for place in judge.settle(figure.words, before)}


def _move_words(
    rest: Placed | None, now: Words, t: Transform, theme: Theme, sans: str | None
) -> Placed | None:
    return None if rest is None else glide_words(rest, now, t, theme, sans)


def _between(
    picture: Shown, first: Places, last: Places, share: float, theme: Theme, sans: str | None
) -> Places:
    """The words between two stops, each at its own line or point."""
    found: dict[Hashable, Placed] = {}
    for each in picture.figure.words:
        ends = [
            _move_words(places.get(each.id), each, picture.transform, theme, sans)
            for places in (first, last)
        ]
        one, other = ends if share < 0.5 else reversed(ends)
        blended = _blend_words(ends[0], ends[1], share)
        # Words at only one of the stops appear or vanish halfway; a name is always there.
        place = blended or one or (other if each.needed else None)
        if place is not None:
            found[each.id] = place
    return found


def _blend_words(one: Placed | None, other: Placed | None, share: float) -> Placed | None:
    """Words between two places; on the way to or from a leader they have none."""
    if (
        one is None
        or other is None
        or (one.lines, one.side, one.choice) != (other.lines, other.side, other.choice)
    ):
        return None
    if one.size.scale != other.size.scale:
        return None
    x, y = _mix_places(one.along, other.along, share)
    length = math.hypot(x, y)
    if length < 0.5:  # they would turn between the stops
        return None
    leader = None
    if one.leader is not None and other.leader is not None:
        leader = (
            _mix_places(one.leader[0], other.leader[0], share),
            _mix_places(one.leader[1], other.leader[1], share),
        )
    way = (x / length, y / length) if one.along != other.along else one.along
    return replace(one, at=_mix_places(one.at, other.at, share), along=way, leader=leader)


def _mix_places(
    one: tuple[float, float], other: tuple[float, float], share: float
) -> tuple[float, float]:
    return one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])
