"""Films: pages one after the other, each with its time and its caption."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from ..draw.paper import Page
from ..layers import layer_titles

Kind = Literal["still", "sweep", "run", "drag", "morph"]


def layers_of(pages: Iterable[Page]) -> tuple[tuple[str, str], ...]:
    """The layers of some pages with their titles, in painting order."""
    return layer_titles(
        {name for page in pages for panel in page.panels for name in panel.figure.layers.values()}
    )


@dataclass(frozen=True, eq=False)
class FilmPage:
    """One page of a film: ``seconds`` that it stays, its ``caption``, and whether it is a ``stop``
    rather than a step between two.
    """

    page: Page
    seconds: float = 0.5
    caption: str = ""
    is_stop: bool = True


@dataclass(frozen=True, eq=False)
class Film:
    """Frames of one size; ``layers`` are the names and titles of those that can be shown and
    hidden.
    """

    frames: tuple[FilmPage, ...]
    kind: Kind = "still"
    layers: tuple[tuple[str, str], ...] = ()

    @staticmethod
    def of_page(page: Page) -> Film:
        """A film of one page, whose layers can be switched."""
        return Film((FilmPage(page),), layers=layers_of((page,)))

    @property
    def first(self) -> Page:
        """The first page, whose scene and title are those of the film."""
        return self.frames[0].page
