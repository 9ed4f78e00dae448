"""Films: pages one after the other, each with the time that it stays and the words that say what it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...draw.figure import Page

Kind = Literal["still", "sweep", "run", "drag"]


@dataclass(frozen=True, eq=False)
class Frame:
    """One page of a film: ``seconds`` that it stays, its ``caption``, and whether it is a ``stop`` rather than a step
    between two.
    """

    page: Page
    seconds: float = 0.5
    caption: str = ""
    is_stop: bool = True


@dataclass(frozen=True, eq=False)
class Film:
    """Frames of one size; ``layers`` are the names and titles of those that can be shown and hidden."""

    frames: tuple[Frame, ...]
    kind: Kind = "still"
    layers: tuple[tuple[str, str], ...] = ()

    @staticmethod
    def still(page: Page) -> Film:
        """A film of one page."""
        return Film((Frame(page),))

    @property
    def first(self) -> Page:
        """The first page, whose scene and title are those of the film."""
        return self.frames[0].page
