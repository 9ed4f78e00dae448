"""A document of two arrays, as scripts and notebooks have them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from solvers import Dataset
from solvers.arrays import locked
from solvers.signs import distinct_labels
from solvers.validation import finite_points, labels

from ..errors import UserError, join_names
from ..scene.axes import PLANES, show_plane, table_behind
from ..scene.document import LONGEST_NAME, Document
from ..scene.planes import as_axis


def document_of_arrays(
    X: Any, y: Any, classes: tuple[str, ...] | None = None, plane: str = "columns"
) -> Document:
    """A document of points ``X (n, d)`` and a label for each in ``y (n,)``, without methods.

    Columns beyond two stay behind the points; ``plane`` is what is shown of them: columns, pca or
    discriminants.  A frame with named columns names the axes; ``classes`` names the classes, in the
    order of the sorted labels (of two words that tell, such as yes and no, the negative one first).

    Raises:
        ValueError: the arrays are no data set of at least two classes.
        UserError: there is no such plane.
    """
    if plane not in PLANES:
        raise UserError(f"there is no plane {plane!r}; choose one of {join_names(tuple(PLANES))}")
    places = finite_points(X)
    d = places.shape[1]
    known, codes = distinct_labels(labels(y, len(places)))
    if len(known) < 2:
        raise ValueError(f"labels must hold at least two classes; got {len(known)}")
    if classes is not None and len(classes) != len(known):
        raise ValueError(f"classes must name {len(known)} classes; got {len(classes)}")
    dataset = Dataset(
        places[:, :2], codes, classes or tuple(map(_name, known)), locked(places[:, 2:])
    )
    columns = tuple(str(name)[:LONGEST_NAME] for name in getattr(X, "columns", ()))
    document = replace(Document.empty(), dataset=dataset)
    if len(columns) == d:
        document = replace(document, axis_names=(as_axis(columns[0]), as_axis(columns[1])))
    if d == 2:
        return document
    names = columns if len(columns) == d else tuple(f"x{k}" for k in range(1, d + 1))
    return show_plane(replace(document, plane=table_behind(dataset, names)), PLANES[plane])


def _name(label: object) -> str:
    """A label as the name of a class, as a table has it: bytes are text, and 1.0 is 1."""
    if isinstance(label, bytes):
        return label.decode(errors="replace")
    if (
        isinstance(label, float | np.floating)
        and float(label).is_integer()
        and abs(float(label)) < 1e15
    ):
        return str(int(label))
    return str(label)
