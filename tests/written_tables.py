"""Points as the table that the program writes of them."""

from __future__ import annotations

from dataclasses import replace

from linclass_gui.answers.scenes import scene_of
from linclass_gui.figures.results import results_csv
from linclass_gui.scene.document import Document
from linclass_gui.scene.planes import as_axis
from solvers import Dataset


def written_table(dataset: Dataset, axes: tuple[str, str] = ("x1", "x2")) -> str:
    """The CSV of points in their plane, without methods."""
    across, up = map(as_axis, axes)
    points = Dataset(dataset.X, dataset.labels, dataset.class_names)
    document = replace(Document.empty(), dataset=points, axis_names=(across, up))
    return results_csv(scene_of(document))
