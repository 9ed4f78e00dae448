"""A document's scene without a window: every method fitted at once, in the calling thread."""

from __future__ import annotations

from types import MappingProxyType

from ..document import Document
from ..scene import Scene
from ..user_error import UserError
from .asking import AnyFit, fit_now

NOMINAL_WIDTH = 1000.0  # logical pixels; an exporter sets the real size of a pixel before it draws


def scene_of(document: Document, step: int | None = None) -> Scene:
    """The scene of a document with all its fits; ``step`` shows the selected method as it was at that step of its history.

    Raises:
        UserError: there is no such step.
    """
    view = document.looked_at.drawable
    return Scene(document, view, view.width / NOMINAL_WIDTH, MappingProxyType(_fits(document, step)))


def _fits(document: Document, step: int | None) -> dict[str, AnyFit]:
    dataset, fits = document.dataset, {}
    for used in document.enabled_methods:
        fit = fit_now(dataset, used)
        fits[used.id] = _stop_at(fit, step) if step is not None and used.id == document.selected else fit
    return fits


def _stop_at(fit: AnyFit, step: int) -> AnyFit:
    try:
        return fit.at(step)
    except IndexError as error:
        raise UserError(f"{fit.method.name}: {error}") from None
