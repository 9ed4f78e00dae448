"""Values of parsed JSON: a text, a number, a pair, a point, all points of a scene at once, and the
entries of an object, each checked in its place.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any, TypeGuard

import numpy as np

from ..errors import UserError, quote_json
from ..scene.annotations import LONGEST
from ..scene.document import LONGEST_NAME

SEEDS = 2**31
DEEPEST = 50  # objects and lists inside each other, of what is only kept
SURROGATE = re.compile("[\ud800-\udfff]")


def is_text(value: object) -> TypeGuard[str]:
    """Whether the value is a text that can be written again (JSON can escape one half of a
    surrogate pair; no file holds it).
    """
    return isinstance(value, str) and (value.isascii() or SURROGATE.search(value) is None)


def is_finite(value: object) -> TypeGuard[float]:
    """Whether the value is a number, and one that a double can hold."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def are_two(value: object) -> TypeGuard[list[float]]:
    """Whether the value is a pair of numbers."""
    return isinstance(value, list) and len(value) == 2 and all(map(is_finite, value))


def is_whole(value: object, least: int = 0, most: int | None = None) -> TypeGuard[int]:
    """Whether the value is a whole number in a range."""
    return (
        isinstance(value, int)
        and not isinstance(value, bool)
        and least <= value
        and (most is None or value <= most)
    )


def table_of(
    points: list[Any], classes: int
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]] | None:
    """The points as an array (n, 3), or None when one is not a point; checking each in turn would
    take ten times as long.
    """
    if not (set(map(type, points)) <= {list} and set(map(len, points)) <= {3}):
        return None
    flat = list(chain.from_iterable(points))
    if not (
        set(map(type, flat)) <= {int, float}
        and set(flat[2::3]) <= set(range(classes))
        and set(map(type, flat[2::3])) <= {int}
    ):
        return None
    try:
        table = np.array(flat, dtype=np.float64).reshape(-1, 3)
    except OverflowError:
        return None
    return table if np.isfinite(table).all() else None


class CodecError(UserError):
    """A scene that cannot be read: file, place, reason."""


class ObjectReader:
    """Reads the entries of objects, knowing the file's name for its error texts."""

    def __init__(self, source: str) -> None:
        self.source = source

    def wrong(self, place: str, expected: str, got: object) -> CodecError:
        return CodecError(f"{self.source}: {place} must be {expected}; got {quote_json(got)}")

    def need(self, is_so: object, place: str, expected: str, got: object) -> None:
        """Refuse a value that is not as expected."""
        if not is_so:
            raise self.wrong(place, expected, got)

    def get(
        self, raw: dict[str, Any], place: str, kind: type[Any], expected: str, default: Any = None
    ) -> Any:
        """The entry of an object that ends a place."""
        value = raw.get(place.rpartition(".")[2], default)
        is_number = kind is not bool and isinstance(value, bool)
        self.need(isinstance(value, kind) and not is_number, place, expected, value)
        return value

    def text(self, raw: Any, place: str) -> str:
        self.need(is_text(raw), place, "a text", raw)
        return str(raw)

    def several_names(self, raw: Any, place: str, most: int) -> tuple[str, ...]:
        are_names = isinstance(raw, list) and 2 <= len(raw) <= most and all(map(is_text, raw))
        expected = "a list of two names" if most == 2 else "a list of two names or more"
        self.need(are_names, place, expected, raw)
        expected = f"a name of at most {LONGEST_NAME} characters"
        for k, name in enumerate(raw):
            self.need(len(name) <= LONGEST_NAME, f"{place}[{k}]", expected, name)
        return tuple(raw)

    def names(self, raw: Any, place: str) -> tuple[str, ...]:
        """Names of layers, plots or curves; one that only a newer version knows is kept."""
        self.need(isinstance(raw, list) and all(map(is_text, raw)), place, "a list of names", raw)
        return tuple(raw)

    def one_of(self, raw: Any, place: str, choices: Iterable[Any], remark: str = "") -> Any:
        """One of some names or numbers."""
        options = list(choices)
        if isinstance(raw, bool) or raw not in options:
            words = ", ".join(
                f"{option:g}" if isinstance(option, float) else str(option) for option in options
            )
            raise self.wrong(place, f"one of {words}{remark}", raw)
        return options[options.index(raw)]

    def pair(self, raw: Any, place: str, expected: str = "[x1, x2]") -> tuple[float, float]:
        """Two numbers."""
        self.need(are_two(raw), place, expected, raw)
        return float(raw[0]), float(raw[1])

    def seed(self, raw: Any, place: str = "seed") -> int:
        self.need(
            is_whole(raw, most=SEEDS - 1), place, f"a whole number from 0 to {SEEDS - 1}", raw
        )
        return int(raw)

    def short_words(self, raw: Any, place: str) -> str:
        is_short = is_text(raw) and len(raw) <= LONGEST
        self.need(is_short, place, f"a text of at most {LONGEST} characters", raw)
        return str(raw)

    def further(
        self, raw: dict[str, Any], read_keys: Mapping[str, Any], place: str
    ) -> dict[str, Any]:
        """The entries of an object that are not read, and of its objects."""
        entries = {}
        for key, value in raw.items():
            if key not in read_keys:
                entries[self.writable(key, place or "a key")] = self.writable(
                    value, f"{place}{key}"
                )
            elif (
                read_keys[key]
                and isinstance(value, dict)
                and (inner := self.further(value, read_keys[key], f"{place}{key}."))
            ):
                entries[key] = inner
        return entries

    def writable(self, value: Any, place: str, deepest: int = DEEPEST) -> Any:
        """A value that is kept as it is: it can be written again."""
        self.need(not isinstance(value, str) or is_text(value), place, "a text", value)
        if isinstance(value, dict | list) and not deepest:
            raise CodecError(
                f"{self.source}: {place} has more than {DEEPEST} objects and lists inside each "
                "other"
            )
        if isinstance(value, dict):
            for key, part in value.items():
                self.writable(part, f"{place}.{self.writable(key, place)}", deepest - 1)
        if isinstance(value, list):
            for k, part in enumerate(value):
                self.writable(part, f"{place}[{k}]", deepest - 1)
        return value
