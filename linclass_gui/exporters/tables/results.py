"""CSV: the points, with the score and prediction of every method."""

from __future__ import annotations

from ...core.csv_cells import guard_cell, row_text
from ...core.fits.asking import points_seen
from ...core.fits.comparison import method_titles
from ...core.scene import Scene
from ...draw.paper import Page
from ..options import ExportOptions
from . import scene_in


def encode(page: Page, options: ExportOptions) -> bytes:
    """A line for each point: its coordinates, its class, and the score and prediction of each method."""
    return results_csv(scene_in(page)).encode()


def results_csv(scene: Scene) -> str:
    """The table of a scene; numbers have the digits that restore the same double."""
    document = scene.document
    dataset, titles = document.dataset, method_titles(document, in_full=True)
    fits = [(titles[m.id], fit) for m in document.enabled_methods if (fit := scene.fit(m.id)) is not None and fit.predicts]
    heads = [head for title, _ in fits for head in (f"score of {title}", f"prediction of {title}")]
    many = [fit for _, fit in scene.drawn_many]
    heads += [f"prediction of {titles[method.id]}" for method, _ in scene.drawn_many]
    lines = [row_text(guard_cell(cell) for cell in ("x1", "x2", "class", *heads))]
    names = dataset.class_names
    predicted = [fit.predict(points_seen(fit, dataset)).tolist() for fit in many]
    scores = [fit.decision_function(points_seen(fit, dataset)) for _, fit in fits]
    for row, (x1, x2) in enumerate(dataset.X.tolist()):
        cells = [repr(x1), repr(x2), guard_cell(names[int(dataset.labels[row])])]
        for score in scores:
            value = float(score[row])
            cells += [repr(value), guard_cell(names[-1] if value > 0.0 else names[0])]
        cells += [guard_cell(names[int(labels[row])]) for labels in predicted]
        lines.append(row_text(cells))
    return "".join(lines)
