"""Surfaces: a kernel over the plane, what a method minimises and the errors over the weights, in
boxes that are turned.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of

from linclass_gui.files.codec import decode, encode
from linclass_gui.plots import PLOTS
from linclass_gui.plots.surfaces import CELLS, NO_VALUES, kernel_figure
from linclass_gui.scene.document import SURFACES
from linclass_gui.scene.feature_view import FeatureView
from linclass_gui.scene.marks import Area, Dots, Figure
from solvers import FormulaKernel, GaussianKernel, Kernel, SoftMarginSVM

BY_NAME = {plot.name: plot for plot in PLOTS}


def of_kernel(kernel: Kernel, view: FeatureView | None = None) -> Figure:
    document = document_of(clouds(20), [SoftMarginSVM()], kernel=kernel)
    return BY_NAME["feature-space"].draw(
        scene_of(replace(document, feature_view=view or FeatureView()))
    )


def cells(figure: Figure) -> np.ndarray:
    return np.array([mark.xy for mark in figure.marks if isinstance(mark, Area)])


@pytest.mark.parametrize("row", range(0, 20, 4))
def test_the_surface_goes_through_its_dot(row: int) -> None:
    """The peak k(x_0, x_0) = 1 was cut off where x_0 lay between the lines of the grid; and the
    axes say their ends.
    """
    scene = scene_of(document_of(clouds(20), [SoftMarginSVM()], kernel=GaussianKernel(0.3)))
    figure = kernel_figure(scene.fits["m1"], row, FeatureView((), 20.0, 15.0))
    (dot,) = (mark for mark in figure.marks if isinstance(mark, Dots))
    corners = cells(figure).reshape(-1, 2)
    assert np.abs(corners - dot.xy).max(axis=1).min() < 1e-9
    assert [words.lines[0] for words in figure.words if words.id[:2] == ("end", 2)] == [
        "0.0",
        "1.0",
    ]


def test_a_kernel_without_values_is_said() -> None:
    assert of_kernel(FormulaKernel("ln(x1 z1)")).message == NO_VALUES


def test_a_flat_kernel_has_a_box_all_the_same() -> None:
    assert np.isfinite(cells(of_kernel(FormulaKernel("1")))).all()


def test_the_criterion_is_a_bowl_and_the_errors_are_steps() -> None:
    document = replace(document_of(clouds(30), [SoftMarginSVM(C=10.0)]), landscape=SURFACES)
    scene, plot = scene_of(document), BY_NAME["weight-space"]
    figure = plot.draw(scene)
    quads = cells(figure)
    assert len(quads) == 2 * CELLS * CELLS
    assert quads[: CELLS * CELLS, :, 0].max() < quads[CELLS * CELLS :, :, 0].min()  # side by side
    assert figure.heading[0].startswith("left: hinge")
    assert figure.heading[1] == "right: errors"
    assert decode(encode(document), "again").landscape == SURFACES
    assert plot.turn(scene, (0.0, 0.0), (0.3, 0.0)) != document
    assert plot.turn(scene_of(replace(document, landscape="own")), (0.0, 0.0), (0.3, 0.0)) is None
    assert plot.read_at(scene, (0.0, 0.0), (0.1, 0.1)) is None


def test_a_kernel_is_a_hill_about_a_training_point() -> None:
    """Seen from the side and at right angles, heights are those of the kernel: from nearly 0 to
    1.
    """
    quads = cells(of_kernel(GaussianKernel(0.5), FeatureView((), 0.0, 5.0)))
    assert quads.shape == (CELLS * CELLS, 4, 2)
    up = np.cos(np.radians(5.0))
    top = quads[..., 1].max()
    assert top == pytest.approx(up, abs=0.25)  # the top of the box, up to the tilt
    # From the back to the front: with this tilt what is nearer stands lower on the floor.
    floor = quads[:, :, 1].min(axis=1)
    assert floor[:CELLS].mean() > floor[-CELLS:].mean()
