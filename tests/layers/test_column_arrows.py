"""The arrows of the columns of a table."""

from __future__ import annotations

import numpy as np
import pytest

from linclass_gui.answers.scenes import scene_of
from linclass_gui.files.first_picture import first_picture
from linclass_gui.files.table_formats import table_in_text
from linclass_gui.layers import column_arrows
from linclass_gui.scene.axes import show_plane
from linclass_gui.scene.document import Document
from linclass_gui.scene.marks import Path, Words
from linclass_gui.scene.planes import COLUMNS, DISCRIMINANTS, PRINCIPAL


@pytest.fixture(scope="module")
def table() -> Document:
    """Four columns of very different deviations, in three classes."""
    rng = np.random.default_rng(4)
    X = rng.normal(size=(30, 4)) @ rng.normal(size=(4, 4)) * (1.0, 3.0, 1.5, 2.0)
    rows = "".join(
        f"{','.join(map(repr, row))},{'abc'[k % 3]}\n" for k, row in enumerate(X.tolist())
    )
    return first_picture(table_in_text(f"one,two_more,three,four,kind\n{rows}", "t.csv")).document


@pytest.mark.parametrize("is_scaled", [False, True], ids=["as given", "standardised"])
@pytest.mark.parametrize("kind", [PRINCIPAL, DISCRIMINANTS])
def test_an_arrow_ends_where_a_row_at_the_mean_goes_when_its_column_grows(
    table: Document, kind: str, is_scaled: bool
) -> None:
    document = show_plane(table, kind, standardise=is_scaled)
    plane = document.plane
    rows = plane.rows(document.dataset.X, document.dataset.behind)
    drawn = list(column_arrows.draw_column_arrows(scene_of(document)))
    arrows = [mark.xy for mark in drawn if isinstance(mark, Path)]
    names = [mark.lines[0] for mark in drawn if isinstance(mark, Words)]
    assert sorted(names) == ["four", "one", "three", "two more"]
    for (start, tip), name in zip(arrows, names, strict=True):
        j = plane.columns.index(name.replace(" ", "_"))
        grown = rows.mean(axis=0) + 2.0 * rows[:, j].std() * np.eye(4)[j]
        np.testing.assert_allclose(
            start, plane.coordinates(rows.mean(axis=0)[None])[0][0], atol=1e-12
        )
        np.testing.assert_allclose(tip, plane.coordinates(grown[None])[0][0], atol=1e-12)


def test_columns_across_the_plane_have_none_and_points_without_a_table_either(
    table: Document,
) -> None:
    drawn = column_arrows.draw_column_arrows(scene_of(show_plane(table, COLUMNS, (1, 3))))
    assert {mark.lines[0] for mark in drawn if isinstance(mark, Words)} == {"two more", "four"}
    bare = scene_of(Document.empty())
    assert not list(column_arrows.draw_column_arrows(bare))
    assert column_arrows.a_table(bare) == "needs more columns"
