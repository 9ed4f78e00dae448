"""What a menu consists of: actions, menus inside it, entries that are built while the program runs.

``slot`` is the path from the window to the function, as in ``files.open``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Needs = Literal["nothing", "points", "selection", "method", "exported"]


@dataclass(frozen=True)
class Action:
    """One action; ``needs`` says when it is enabled, ``state`` is the path to a predicate for actions with a tick."""

    id: str
    text: str
    tip: str
    slot: str
    keys: tuple[str, ...] = ()
    needs: Needs = "nothing"
    state: str = ""


@dataclass(frozen=True)
class Submenu:
    """A menu inside a menu whose entries are built while the program runs; ``slot`` fills it when it opens."""

    text: str
    tip: str
    slot: str


@dataclass(frozen=True)
class Filled:
    """Entries of a menu that are built when it opens; ``slot`` fills it."""

    slot: str


Entry = Action | Submenu | Filled | None  # None is a separating line
