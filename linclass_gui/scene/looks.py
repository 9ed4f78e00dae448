"""The looks of classes: each has one of ten, a colour with a symbol, named by the end of a role
(``hull-plus``, ``hull-2``); and the order in which points are drawn.

The first two are those of a two-class scene: ``minus`` is the vermilion square of class 0 and
``plus`` the blue disc of class 1.  Symbols differ by their outline alone, so that classes are told
apart in grey and by those who see other colours.

Classes drawn one after the other would hide each other: of two equal ones only the last would be
seen.  So points are drawn in one order that does not depend on classes, the same for a row whatever
else moves, except that a class with less than a tenth of the points of another comes after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar, cast

import numpy as np

from solvers import Floats
from solvers.arrays import Ints, locked, locked_ints

from .marks import Field, Mark, Words
from .memo import memo

MOST_CLASSES = 10
Looks = tuple[int, ...]  # of all classes
ENDS = ("minus", "plus", *map(str, range(2, MOST_CLASSES)))
REST = "rest"  # all classes but one: no class of its own, so grey
LOOK_NAMES = (
    "vermilion square",
    "blue disc",
    "green triangle",
    "yellow diamond",
    "purple pentagon",
    "teal triangle",
    "brown hexagon",
    "pink star",
    "olive cross",
    "grey arrow",
)


@lru_cache(maxsize=512)
def role(family: str, look: int | None) -> str:
    """The role of a family (``hull``, ``class`` ...) for a look; None: for all classes but one."""
    return f"{family}-{REST if look is None else ENDS[look % MOST_CLASSES]}"


@lru_cache(maxsize=512)
def recolour_role(role_: str, minus: int | None, plus: int | None) -> str:
    """The role that a mark of a two-class picture has where its classes have these looks."""
    family, _, end = role_.rpartition("-")
    if end == "minus":
        return role(family, minus)
    return role(family, plus) if end == "plus" else role_


def free_look(looks_used: Sequence[int]) -> int:
    """The first look that no class has."""
    return next(
        (look for look in range(MOST_CLASSES) if look not in looks_used),
        len(looks_used) % MOST_CLASSES,
    )


# the role of fields whose sign names a class; heights of a landscape have none
SIGNED_FIELD = "probability"
M = TypeVar("M", bound=Mark | Words)


def recolour_mark(mark: M, minus: int | None, plus: int | None) -> M:
    """A mark of two classes in the colours of others (minus None: of all others, in grey)."""
    # Checked before the memo: most marks of a frame keep their colours and need no entry in it.
    if isinstance(mark, Field) and mark.looks is None and mark.role == SIGNED_FIELD:
        return cast(M, _field(mark, minus, plus))
    role = recolour_role(mark.role, minus, plus)
    return mark if role == mark.role else cast(M, _in_role(mark, role))


@memo
def _field(field: Field, minus: int | None, plus: int | None) -> Field:
    of = np.where(field.values > 0.0, plus or 0, minus or 0)
    return replace(field, values=locked(np.abs(field.values)), looks=locked_ints(of))


@memo
def _in_role(mark: Mark | Words, role: str) -> Mark | Words:
    return replace(mark, role=role)


RARER = 10.0  # times fewer points than the largest class: drawn later
# points from which on a picture is a crowd, and of a rarer class on top of it: more would hide the
# others
CROWD, MOST = 5_000, 500
# points that are drawn in full size; more shrink
MOST_FULL_SIZED = 400
LATER = 2.0**32  # above every mixed number


def turns_of(rows: Ints, labels: Ints, counts: Ints) -> Floats:
    """When each of some rows (k,) with labels (k,) is drawn, where the classes have ``counts (K,)``
    points: small numbers first.
    """
    largest = counts.max(initial=1)
    later = np.floor(np.log(largest / np.maximum(counts, 1)) / np.log(RARER) + 1e-12)
    if counts.sum() > CROWD:
        later[counts > MOST] = 0.0
    turns: Floats = LATER * later[labels] + mixed(rows)
    return turns


def mixed(rows: Ints) -> Floats:
    """A number in [0, 2^32) for each row, no two the same and without any pattern (the last step of
    MurmurHash3).
    """
    h = rows.astype(np.uint32)
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        h ^= h >> np.uint32(shift)
        h *= np.uint32(factor)
    h ^= h >> np.uint32(16)
    return h.astype(np.float64)
