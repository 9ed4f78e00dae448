"""How classes look: each has one of ten looks, a colour with a symbol, named by the end of a role
(``hull-plus``, ``hull-2``).

The first two are those of a two-class scene: ``minus`` is the vermilion square of class 0 and
``plus`` the blue disc of class 1. Symbols differ by their outline alone, so that classes are told
apart in grey and by those who see other colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

MOST_CLASSES = 10
ENDS = ("minus", "plus", *map(str, range(2, MOST_CLASSES)))
REST = "rest"  # all classes but one: no class of its own, so grey
LOOK_NAMES = (
    "vermilion square",
    "blue disc",
    "green triangle",
    "yellow diamond",
    "purple pentagon",
    "sky-blue triangle",
    "brown hexagon",
    "pink star",
    "olive cross",
    "slate arrow",
)


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


def free_look(taken: Sequence[int]) -> int:
    """The first look that no class has."""
    return next(
        (look for look in range(MOST_CLASSES) if look not in taken), len(taken) % MOST_CLASSES
    )
