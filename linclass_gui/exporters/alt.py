"""What a figure shows, in words: for who cannot see it, written into PDF, SVG and HTML."""

from __future__ import annotations

from solvers import Fit, ManyFit

from ..core.document import MethodInUse
from ..core.fits.comparison import method_titles
from ..core.markup.mathtext import parse, plain_text
from ..core.markup.ticks import counted, significant
from ..core.scene import Scene


def alt_text(scene: Scene) -> str:
    """The points, the methods and how well they do, and how one may go on: three sentences at the most."""
    document = scene.document
    title = f"{document.title.rstrip('.')}. " if document.title else ""
    titles = method_titles(document)
    lines = [_method(method, fit, titles) for method, fit in reversed(scene.drawn)]
    lines += [_of_many(method, many, titles) for method, many in reversed(scene.drawn_many)]
    boundaries = f" {' '.join(lines)}" if lines else ""
    return f"{title}{_points(scene)}{boundaries}"


def _points(scene: Scene) -> str:
    dataset = scene.document.dataset
    if len(dataset) == 0:
        return "A plane without points."
    counts = [(int((dataset.labels == k).sum()), name) for k, name in enumerate(dataset.class_names)]
    parts = [f"{count} of {_plain(name)}" for count, name in counts]
    names = " and ".join([", ".join(parts[:-1]), parts[-1]])
    across, up = map(_plain, scene.document.axis_names)
    return f"A scatter plot of {counted(len(dataset), 'point')} over {across} and {up}: {names}."


def _method(method: MethodInUse, fit: Fit, titles: dict[str, str]) -> str:
    errors = fit.certificate.errors
    wrong = "classifies every point rightly" if errors == 0 else f"misclassifies {counted(errors, 'point')}"
    norm = fit.norm if fit.method.has_margin and fit.last.quadratic is None else 0.0
    margin = f", with a margin of {significant(1.0 / norm, 3)} on either side" if norm else ""
    return f"The boundary of {titles[method.id]} {wrong}{margin}."


def _of_many(method: MethodInUse, many: ManyFit, titles: dict[str, str]) -> str:
    errors = many.certificate.errors
    wrong = "classifies every point rightly" if errors == 0 else f"misclassifies {counted(errors, 'point')}"
    return f"{titles[method.id]} divides the plane among {len(many.problem.present)} classes and {wrong}."


def _plain(markup: str) -> str:
    return plain_text(parse(markup))
