"""A plane that is turned by the tips of its arrows: rows stay, a column goes where it was dragged,
and fits turn along.
"""

from dataclasses import replace

import numpy as np
import pytest

from linclass_gui.answers.points_table import numbers_of as rows_of
from linclass_gui.answers.scenes import scene_of
from linclass_gui.files.codec import decode, encode
from linclass_gui.files.first_picture import open_document
from linclass_gui.layers import column_arrows
from linclass_gui.scene.axes import fit_all_columns, show_plane, turn_plane
from linclass_gui.scene.document import Document
from linclass_gui.scene.planes import DISCRIMINANTS, PRINCIPAL, TURNED, turned_axes
from solvers import SoftMarginSVM


@pytest.fixture(scope="module")
def wine() -> Document:
    return show_plane(
        replace(open_document("example:wine"), methods=(), selected=""),
        DISCRIMINANTS,
        standardise=True,
    )


@pytest.mark.parametrize("place", [(0.3, -0.2), (0.0, 0.0), (-0.6, 0.8), (5.0, 0.0)])
@pytest.mark.parametrize("d", [3, 13])
def test_a_column_points_where_it_was_dragged_and_all_axes_stay_square(
    d: int, place: tuple[float, float]
) -> None:
    basis = np.linalg.qr(np.random.default_rng(d).normal(size=(d, d)))[0]
    turned = turned_axes(basis, 1, place)
    np.testing.assert_allclose(
        turned[1, :2], np.array(place) / max(1.0, np.hypot(*place)), atol=1e-12
    )
    np.testing.assert_allclose(turned.T @ turned, np.eye(d), atol=1e-12)
    same = turned_axes(basis, 1, (float(basis[1, 0]), float(basis[1, 1])))
    np.testing.assert_allclose(same, basis, atol=1e-12)  # no further than was asked for
    flat = np.eye(d)  # the column lies in the plane: any direction behind it will do
    np.testing.assert_allclose(turned_axes(flat, 0, (0.0, 0.5))[0, :2], (0.0, 0.5), atol=1e-12)
    np.testing.assert_allclose(turned_axes(flat, 0, (-1.0, 0.0))[0, :2], (-1.0, 0.0), atol=1e-12)


def test_rows_stay_and_the_answer_of_all_columns_turns_along(wine: Document) -> None:
    document = fit_all_columns(show_plane(wine, TURNED).adding(SoftMarginSVM(C=10.0)), True)
    before = scene_of(document).fits["m1"]
    turned = turn_plane(turn_plane(document, 2, (0.4, 0.1)), 7, (-0.1, 0.5))
    assert turned.plane.is_standardised
    np.testing.assert_allclose(rows_of(turned), rows_of(wine), atol=1e-9)
    after = scene_of(turned).fits["m1"]
    assert after.certificate.primal == pytest.approx(before.certificate.primal, rel=1e-9)
    assert after.certificate.errors == before.certificate.errors
    assert turned.plane.axis_name(0).startswith("turned axis 1")
    again = decode(encode(turned), "t")
    assert encode(again) == encode(turned)
    assert show_plane(again, PRINCIPAL).plane.kept == pytest.approx(
        show_plane(wine, PRINCIPAL).plane.kept
    )


def test_the_tips_of_the_arrows_are_handles_where_the_plane_is_turned_by_hand(
    wine: Document,
) -> None:
    assert (
        column_arrows.handles(scene_of(replace(wine, layers=wine.layers | {"column-arrows"}))) == ()
    )
    scene = scene_of(show_plane(wine, TURNED))
    handles = column_arrows.handles(scene)
    assert len(handles) == 12
    to = (0.5, 1.0)
    document = column_arrows.drag(scene, handles[0].name, to)
    moved = next(
        h
        for h in column_arrows.handles(replace(scene, document=document))
        if h.name == handles[0].name
    )
    np.testing.assert_allclose(moved.at, to, atol=1e-9)
