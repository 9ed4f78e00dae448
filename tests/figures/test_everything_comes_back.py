"""Read, write, read gives the same: every table as a scene and as a table."""

import numpy as np
import pytest

from linclass_gui.files.codec import decode, encode
from linclass_gui.files.first_picture import first_picture, open_document
from linclass_gui.files.scene_table import all_points, own_table, sets_of
from linclass_gui.files.shipped import EXAMPLES
from linclass_gui.scene.axes import show_plane
from linclass_gui.scene.document import Document
from linclass_gui.scene.generating import held_back
from linclass_gui.scene.planes import PRINCIPAL


def points_of(document: Document) -> tuple[list[list[object]], tuple[str, ...]]:
    """Every row with its set and the name of its class, in the units of the table, and the names of
    the columns.
    """
    points, plane = all_points(document), document.plane
    X = points.X if plane is None else plane.rows(points.X, points.behind)
    names = ("", "") if plane is None else plane.columns
    order = sorted(range(len(names)), key=names.__getitem__) if plane is not None else [0, 1]
    sets = sets_of(document) or [""] * len(points)
    rows = zip(X[:, order].tolist(), sets, points.labels.tolist(), strict=True)
    return [[*row, each, points.class_names[label]] for row, each, label in rows], tuple(
        names[k] for k in order
    )


@pytest.mark.parametrize("holds_back", [False, True], ids=["all", "held back"])
@pytest.mark.parametrize("plane", ["columns", PRINCIPAL])
@pytest.mark.parametrize("name", EXAMPLES)
def test_a_table_comes_back_as_a_scene_and_as_a_table(
    name: str, plane: str, holds_back: bool
) -> None:
    document = open_document(f"example:{name}")
    if document.plane is not None:
        document = show_plane(document, plane)
    document = held_back(document) if holds_back else document
    saved = decode(encode(document), "saved")
    assert encode(saved) == encode(document)
    again = first_picture(*own_table(saved)).document
    (wanted, header), (found, same) = points_of(document), points_of(again)
    assert same == header
    assert [row[-2:] for row in found] == [row[-2:] for row in wanted]
    np.testing.assert_allclose(
        [row[:-2] for row in found], [row[:-2] for row in wanted], rtol=1e-12, atol=1e-12
    )
