"""Cells of the table of points: what stands in them, and what an edit makes of the row behind a plane."""

from __future__ import annotations

import numpy as np
import pytest

from linclass_gui.core.classes.editing import with_label
from linclass_gui.core.files.opening import document_of_table
from linclass_gui.core.files.table_formats import table_in_text
from linclass_gui.core.plane_choice import show_plane
from linclass_gui.core.points_table import names_of, numbers_of, with_number


@pytest.mark.parametrize("plane", ["columns", "components"])
def test_an_edit_changes_one_cell_of_the_row_behind_the_plane(plane: str) -> None:
    rows = np.random.default_rng(0).normal(size=(12, 4)).round(3)
    lines = ["a,b,c,d,kind", *(",".join(map(str, row)) + f",{'no' if k % 2 else 'yes'}" for k, row in enumerate(rows.tolist()))]
    document = document_of_table(table_in_text("\n".join(lines), "table.csv"))
    document = show_plane(document, plane)
    assert names_of(document) == ("a", "b", "c", "d")
    assert numbers_of(document) == pytest.approx(rows)
    changed = with_number(document, 3, 2, 7.5)
    rows[3, 2] = 7.5
    assert numbers_of(changed) == pytest.approx(rows)
    assert with_label(changed.dataset, [0, 3], 0).labels[[0, 3]].tolist() == [0, 0]
