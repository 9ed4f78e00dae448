"""Populations that are dragged on the canvas: mean, length and turn of each, and the points with
them.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from linclass_gui.answers.scenes import scene_of
from linclass_gui.layers import populations
from linclass_gui.scene.document import Document
from linclass_gui.scene.generating import Spread, sample_document, suggested_each
from linclass_gui.scene.marks import Dots
from linclass_gui.scene.scene import Scene
from solvers import Dataset, ManyPopulations, Populations


@pytest.fixture(params=[2, 3])
def scene(request: pytest.FixtureRequest) -> Scene:
    K = request.param
    each = tuple(Spread((3.0 * k, 0.5 * k), (1.0, 2.0), 0.3).population(1.0 / K) for k in range(K))
    empty = Document(
        Dataset(np.empty((0, 2)), np.empty(0, dtype=np.int64), tuple(f"c{k}" for k in range(K)))
    )
    document = sample_document(
        empty, Populations(*each) if K == 2 else ManyPopulations(each), 60, 1
    )
    return scene_of(replace(document, layers=document.layers | {populations.NAME}))


def test_rings_stand_where_they_can_be_taken(scene: Scene) -> None:
    handles = populations.handles(scene)
    assert len(handles) == 5 * len(suggested_each(scene.document))
    (rings,) = (mark for mark in populations.draw_populations(scene) if isinstance(mark, Dots))
    np.testing.assert_allclose(rings.xy, [handle.at for handle in handles])
    assert (
        populations.handles(replace(scene, document=replace(scene.document, layers=frozenset())))
        == ()
    )
    plain = replace(scene.document, populations=None, many_populations=None)
    assert populations.handles(replace(scene, document=plain)) == ()


@pytest.mark.parametrize("part", range(5))
def test_a_ring_takes_its_population_and_the_points_of_the_class_along(
    scene: Scene, part: int
) -> None:
    before, at = suggested_each(scene.document), (1.5, -2.5)
    document = populations.drag(scene, f"population:1,{part}", at)
    after, own = suggested_each(document), scene.document.dataset.labels == 1
    assert [one for k, one in enumerate(after) if k != 1] == [
        one for k, one in enumerate(before) if k != 1
    ]
    np.testing.assert_array_equal(document.dataset.X[~own], scene.document.dataset.X[~own])
    places = [handle.at for handle in populations.handles(replace(scene, document=document))][5:10]
    assert np.hypot(*(np.array(places) - at).T).min() < 1e-9  # some ring is under the pointer
    # In units of its population every point is where it was.
    z, known = (
        np.linalg.solve(population.root, (dataset.X[own] - population.mean).T)
        for population, dataset in (
            (after[1], document.dataset),
            (before[1], scene.document.dataset),
        )
    )
    np.testing.assert_allclose(z, known, atol=1e-9)
    if part:
        length = np.linalg.norm(np.subtract(at, before[1].mean))
        other = np.linalg.norm(populations.axes_of(before[1])[part % 2])
        np.testing.assert_allclose(
            sorted(np.linalg.eigvalsh(after[1].covariance)),
            sorted([length**2, other**2]),
            rtol=1e-9,
        )


def test_an_axis_that_is_pushed_to_nothing_stays_an_axis(scene: Scene) -> None:
    one = suggested_each(scene.document)[0]
    document = populations.drag(scene, "population:0,1", one.mean)
    assert np.linalg.eigvalsh(suggested_each(document)[0].covariance).min() > 0.0
    assert np.isfinite(document.dataset.X).all()
