"""A document's scene without a window: every method fitted at once, in the calling thread."""

from __future__ import annotations

from types import MappingProxyType

from solvers import Fit, Problem, solve

from ..document import Document, View
from ..errors import UserError
from ..scene import Scene

NOMINAL_WIDTH = 1000.0  # logical pixels; an exporter sets the real size of a pixel before it draws


def scene_of(document: Document, step: int | None = None) -> Scene:
    """The scene of a document with all its fits; ``step`` shows the selected method as it was at that step of its history.

    Raises:
        UserError: there is no such step.
    """
    view = (document.view or View.around(document.dataset.X)).drawable
    return Scene(document, view, view.width / NOMINAL_WIDTH, MappingProxyType(_fits(document, step)))


def _fits(document: Document, step: int | None) -> dict[str, Fit]:
    dataset, fits = document.dataset, {}
    names = dataset.class_names
    for used in document.enabled:
        problem = Problem(dataset.X, dataset.y, used.features, used.kernel, (names[0], names[1]))
        fit = solve(used.method, problem)
        fits[used.id] = _stopped(fit, step) if step is not None and used.id == document.selected else fit
    return fits


def _stopped(fit: Fit, step: int) -> Fit:
    try:
        return fit.at(step)
    except IndexError as error:
        raise UserError(f"{fit.method.name}: {error}") from None
