"""The path over the width of a Gaussian kernel: what is counted, and what its cursor sets."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from drawing_scenes import clouds, document_of, scene_of

from linclass_gui.plots import path, width_path
from linclass_gui.scene.document import Document
from linclass_gui.scene.generating import held_back
from linclass_gui.scene.scene import Scene
from solvers import GaussianKernel, Problem, SoftMarginSVM, solve


def _scene(sigma: float = 0.5) -> Scene:
    document: Document = document_of(clouds(), [SoftMarginSVM(C=1000.0)])
    used = replace(document.methods[0], kernel=GaussianKernel(sigma))
    return scene_of(held_back(document.with_method(used)))


def test_errors_in_training_and_in_the_test_and_support_vectors_have_lanes() -> None:
    scene = _scene()
    figure = path.figure(scene)
    assert [lane.axis.label for lane in figure.lanes] == [
        "errors",
        "test errors",
        "support vectors",
    ]
    assert figure.heading[0] == "$σ$ = 0.500"
    first = figure.lanes[0].values(figure.marks[0].xy[:, 1])
    assert first[0] == 0
    assert np.all(first >= 0)
    reading = path.read(scene, (0.0, 0.5), (0.1, 0.1))
    assert "test error" in " ".join(reading.words.lines)


def test_every_width_of_the_path_is_an_optimum_by_its_certificate() -> None:
    dataset = _scene().document.dataset
    for sigma in (0.05, 0.5, 5.0):
        fit = solve(
            SoftMarginSVM(C=1000.0),
            Problem(dataset.X, dataset.y, kernel=GaussianKernel(sigma)),
            trace=False,
        )
        assert width_path.is_proven(fit)
        wrong = replace(fit.last, alpha=fit.alpha * 0.9)
        assert not width_path.is_proven(replace(fit, last=wrong))


def test_the_cursor_sets_the_width() -> None:
    scene = _scene()
    (handle,) = path.figure(scene).handles
    assert path.drag(scene, handle.name, (0.0, 1.0)).methods[0].kernel == GaussianKernel(1.0)
    assert path.drag(scene, "C", (0.0, 1.0)) is scene.document
