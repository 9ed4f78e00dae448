"""CSV: the table of a scene, with the score and prediction of every method for every row, its
probabilities where it has some, and the number of the row.
"""

from __future__ import annotations

from solvers import AnyFit, Floats

from ..answers.comparison import method_titles
from ..draw.paper import Page
from ..files.cells import SET, guard_cell, row_text
from ..files.scene_table import (
    all_points,
    column_name,
    column_names,
    other_cells,
    scene_cells,
    sets_of,
)
from ..files.table_shape import distinct_names
from ..scene.document import Document
from ..scene.methods import points_seen
from ..scene.planes import COLUMNS
from ..scene.scene import Scene
from .settings import ExportOptions
from .sources import scene_in


def encode(page: Page, options: ExportOptions) -> bytes:
    """A line for each point: its coordinates, its class, the score, the prediction and the
    probability of each method, and its number.
    """
    return results_csv(scene_in(page)).encode()


def results_csv(scene: Scene) -> str:
    """The table of a scene, the points held back for testing behind the others; numbers have the
    digits that restore them.

    The columns are the columns of the table, in its units; where the axes are others (a plane,
    standardised axes), those that the scores are functions of follow, and columns of the table that
    no axis shows, where they are known.  ``set`` is there where points are held back.  A method of
    K scores has a column for each class.  Probabilities are those of class +, or of each of K
    classes.  ``row`` is the number of the row in the table, or of the line where it is not known.
    """
    document = scene.document
    points, titles, sets = (
        all_points(document),
        method_titles(document, in_full=True),
        sets_of(document),
    )
    names, cells = scene_cells(document)
    _, class_name = column_names(document)
    if _has_other_axes(document):
        names = (*names, *map(column_name, document.axis_names))
        cells = [
            [*row, repr(x1), repr(x2)]
            for row, (x1, x2) in zip(cells, points.X.tolist(), strict=True)
        ]
    other_names, other_rows = other_cells(document)
    names_before = (*names, class_name, SET, "row")
    names = (*names, *distinct_names((*names_before, *other_names))[len(names_before) :])
    heads, columns = [], []
    for method in document.enabled_methods:
        answer = scene.fits.get(method.id)
        if answer is not None and answer.predicts:
            heads += _heads(titles[method.id], answer, points.class_names)
            Z = points_seen(answer, points)
            scores = answer.decision_function(Z).reshape(len(points), -1)
            columns.append((scores.tolist(), answer.winners(Z).tolist(), _probabilities(answer, Z)))
    lines = [
        row_text(
            guard_cell(cell)
            for cell in (*names, class_name, *([SET] if sets else ()), *heads, "row")
        )
    ]
    classes = tuple(map(guard_cell, points.class_names))
    for row, label in enumerate(points.labels.tolist()):
        number_of_row, *other = other_rows[row]
        line = [*cells[row], *map(guard_cell, other), classes[label], *(sets[row : row + 1])]
        for values, winners, chances in columns:
            line += [*map(repr, values[row]), classes[winners[row]], *map(repr, chances[row])]
        lines.append(row_text([*line, number_of_row]))
    return "".join(lines)


def _heads(title: str, answer: AnyFit, names: tuple[str, ...]) -> list[str]:
    """The heads of the columns of a method: its score, or that of each class, its class, and the
    probabilities.
    """
    is_pair = answer is answer.as_pair
    of = [""] if is_pair else [f" for {name}" for name in names]
    heads = [*(f"score of {title}{each}" for each in of), f"prediction of {title}"]
    if answer.has_probability:
        heads += [f"probability of {title} for {name}" for name in names[1 if is_pair else 0 :]]
    return heads


def _probabilities(answer: AnyFit, Z: Floats) -> list[list[float]]:
    """The probabilities of each row: of class +, or of each of K classes; none where the method has
    none.
    """
    if not answer.has_probability:
        return [[]] * len(Z)
    chances = answer.predict_proba(Z)
    rows: list[list[float]] = (chances[:, 1:] if answer is answer.as_pair else chances).tolist()
    return rows


def _has_other_axes(document: Document) -> bool:
    """Whether the axes are something other than columns of the table in its units."""
    plane = document.plane
    if plane is None:
        return document.units is not None
    return plane.kind != COLUMNS or plane.is_standardised
