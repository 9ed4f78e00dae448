"""The scene: everything that is drawn, as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

from solvers import Fit

from .document import Document, MethodInUse, View
from .fits.playback import Playback


@dataclass(frozen=True)
class Hover:
    """The pointer over the canvas: its position in data units, and the row of the point under it, if any."""

    at: tuple[float, float]
    row: int | None = None


@dataclass(frozen=True, eq=False)
class Scene:
    """A document with its fits and with what the user is doing to it.

    ``fits`` holds the newest answer of each method in use, by id; ``stale`` names those that belong to an older document or are
    half done (they are drawn faded until the new ones arrive). ``base`` is the document as it was before the running gesture,
    and ``moving`` the rows that the gesture moves: everything else is drawn from ``base`` and need not be drawn again. ``view``
    is the visible rectangle and ``pixel`` the size of one logical pixel in data units. ``before`` are the fits as the running
    gesture found them.
    """

    document: Document
    view: View
    pixel: float
    fits: Mapping[str, Fit] = field(default_factory=lambda: MappingProxyType({}))
    stale: frozenset[str] = frozenset()
    base: Document | None = None
    moving: tuple[int, ...] = ()
    selection: frozenset[int] = frozenset()
    hover: Hover | None = None
    rubber: tuple[tuple[float, float], ...] = ()
    playback: Playback | None = None
    whole: Mapping[str, Fit] = field(default_factory=lambda: MappingProxyType({}))
    before: Mapping[str, Fit] = field(default_factory=lambda: MappingProxyType({}))

    @cached_property
    def drawn(self) -> tuple[tuple[MethodInUse, Fit], ...]:
        """The methods with a boundary to draw, with their fits, the selected one last (on top); in a drag those that follow it."""
        shown = self.document.live if self.moving else self.document.enabled
        pairs = [(m, self.fits[m.id]) for m in shown if m.id in self.fits and self.fits[m.id].has_model]
        return tuple(sorted(pairs, key=lambda pair: pair[0].id == self.document.selected))

    @cached_property
    def selected(self) -> tuple[MethodInUse, Fit] | None:
        """The selected method with its fit, when it is switched on and has been fitted (with or without a boundary)."""
        method = self.document.selected_method
        if method is None or not method.enabled or method.id not in self.fits:
            return None
        return method, self.fits[method.id]

    def shows(self, layer: str) -> bool:
        """Whether a layer is switched on."""
        return layer in self.document.layers

    def without_lost_rows(self) -> Scene:
        """Nothing selected or pointed to that is not there: a point that a gesture added may have been, until it was taken back."""
        n, hover = len(self.document.dataset), self.hover
        is_lost = hover is not None and hover.row is not None and hover.row >= n
        selection = frozenset(row for row in self.selection if row < n)
        return replace(self, selection=selection, hover=None if is_lost else hover)
