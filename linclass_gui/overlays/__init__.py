"""The layers of the canvas, listed in painting order: adding one is a file here and a line in one
of the lists.

An overlay is a pure function from a scene to marks, and to words that are placed when all is
painted.  Its file holds the function; its line in ``listed`` the name under which it is saved, and
its words, tick box and swatch in the layers panel.
"""

from __future__ import annotations

from collections.abc import Iterable

from .listed.ground import GROUND
from .listed.lines import LINES
from .listed.points import POINTS
from .overlay import Overlay

OVERLAYS: tuple[Overlay, ...] = (*GROUND, *LINES, *POINTS)
# hidden while an answer is to be predicted
TELLTALE = frozenset(overlay.name for overlay in OVERLAYS if overlay.tells)


def layer_titles(names: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Layers by their names, with their titles, in painting order."""
    wanted = set(names)
    return tuple((overlay.name, overlay.title) for overlay in OVERLAYS if overlay.name in wanted)
