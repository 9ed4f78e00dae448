"""Films: pages one after the other, each with its time and its caption.

A page is laid out when its turn comes and forgotten when it is written, so that the length of a
film costs no memory.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from ..draw.paper import Page

Kind = Literal["still", "sweep", "run", "drag"]


@dataclass(frozen=True, eq=False)
class FilmPage:
    """One page of a film: ``seconds`` that it stays, its ``caption``, and whether it is a stop
    (``is_stop``) rather than a step between two.
    """

    page: Page
    seconds: float = 0.5
    caption: str = ""
    is_stop: bool = True


@dataclass(frozen=True, eq=False)
class Film:
    """``count`` frames of one size, which can be gone through once."""

    frames: Iterable[FilmPage]
    count: int
    kind: Kind = "still"
