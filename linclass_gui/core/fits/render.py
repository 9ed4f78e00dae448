"""A document's scene without a window: every method fitted at once, in the calling thread."""

from __future__ import annotations

from types import MappingProxyType

from ..document import Document
from ..scene import Scene
from ..sweeps import SWITCH_ON
from ..user_error import UserError
from .asking import AnyFit, fit_now
from .playback import is_playable

NOMINAL_WIDTH = 1000.0  # logical pixels; an exporter sets the real size of a pixel before it draws


def scene_of(document: Document, step: int | None = None) -> Scene:
    """The scene of a document with all its fits; ``step`` shows the selected method, or the first
    one that has steps, as it was at that step of its history.

    Raises:
        UserError: there is no such step, or no method that is on has steps.
    """
    view = document.looked_at.drawable
    return Scene(
        document, view, view.width / NOMINAL_WIDTH, MappingProxyType(_fits(document, step))
    )


def _fits(document: Document, step: int | None) -> dict[str, AnyFit]:
    fits = {used.id: fit_now(document.dataset, used) for used in document.enabled_methods}
    if step is not None:
        played = sorted(
            (id for id, fit in fits.items() if is_playable(fit)),
            key=lambda id: id != document.selected,
        )
        if not played:
            raise UserError(f"there is no step {step}: no method that is on has steps; {SWITCH_ON}")
        fits[played[0]] = _stop_at(fits[played[0]], step)
    return fits


def _stop_at(fit: AnyFit, step: int) -> AnyFit:
    try:
        return fit.at(step)
    except IndexError as error:
        raise UserError(f"{fit.method.name}: {error}") from None
