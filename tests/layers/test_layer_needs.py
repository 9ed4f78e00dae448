"""A layer that draws nothing says why; one that draws something needs nothing."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from drawing_scenes import (
    ALL_LAYERS,
    THREE,
    KernelMeans,
    clouds,
    document_of,
    dragged,
    scene_of,
    three_clouds,
)

from linclass_gui.answers.decision import plane_line
from linclass_gui.answers.trial_line import trial_from
from linclass_gui.layers import LAYERS
from linclass_gui.layers.canvas import canvas_figure
from linclass_gui.layers.layer import NOWHERE, Layer
from linclass_gui.scene.axes import table_behind
from linclass_gui.scene.document import Document
from linclass_gui.scene.one_variable import lifted
from linclass_gui.scene.scene import Hover, Scene
from linclass_gui.scene.view import View
from solvers import (
    Dataset,
    Fisher,
    GaussianKernel,
    HardMarginSVM,
    Perceptron,
    Polynomial,
    Populations,
    SoftMarginSVM,
)
from solvers.studies.populations import GaussianPopulation

SWITCHABLE = [layer for layer in LAYERS if not layer.always]
NO_POINTS = Dataset(np.empty((0, 2)), np.empty(0, dtype=np.int64))
DOCUMENTS = {
    "soft-margin": document_of(clouds(apart=0.6)),
    "separable": document_of(clouds(apart=4.0), [HardMarginSVM()]),
    "only-free-vectors": document_of(clouds(apart=4.0), [SoftMarginSVM(C=1e4)]),
    "not-separable": document_of(clouds(apart=0.2), [HardMarginSVM()]),
    "fisher": document_of(clouds(), [Fisher(), *THREE]),
    "curved": document_of(clouds(), [SoftMarginSVM()], features=Polynomial(3)),
    "kernel": document_of(clouds(), [KernelMeans()], kernel=GaussianKernel(1.0)),
    "perceptron": document_of(clouds(apart=3.0), [Perceptron()]),
    "no-method": document_of(clouds(), []),
    "no-points": document_of(NO_POINTS),
    "one-class": document_of(Dataset(np.eye(2), np.array([1, 1]))),
    "one-point-each": document_of(Dataset(np.eye(2), np.array([0, 1]))),
    "one-point": document_of(Dataset(np.eye(2)[:1], np.array([1]))),
}


def populated(document: Document) -> Document:
    spread = ((1.0, 0.0), (0.0, 1.0))
    minus, plus = (
        GaussianPopulation((-1.0, 0.0), spread, 0.5),
        GaussianPopulation((1.0, 0.0), spread, 0.5),
    )
    return replace(document, populations=Populations(minus, plus))


@cache
def shown(document: Document) -> Scene:
    """The scene of a document, for all the layers that are asked about it."""
    return scene_of(document)


@pytest.mark.parametrize("layer", SWITCHABLE, ids=lambda layer: layer.name)
@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS, scope="module")
def test_a_layer_draws_something_or_says_in_a_few_words_why_not(
    layer: Layer, document: Document
) -> None:
    # The picture is drawn here and not kept: its marks are known as one object, which layers forget
    # when others are drawn between.
    scene = shown(document)
    picture = canvas_figure(scene)
    words = layer.missing(scene)
    marks = tuple(layer.draw(scene)) or (
        () if words else tuple((layer.stand_in or layer.draw)(scene))
    )
    assert bool(marks) is not bool(words), words
    if marks:
        assert any(mark in picture.marks or mark in picture.words for mark in marks)
    assert len(words) <= 24
    off = replace(scene, document=replace(document, layers=ALL_LAYERS - {layer.name}))
    assert layer.missing(off) == layer.lacks(scene)


@pytest.mark.parametrize("layer", SWITCHABLE, ids=lambda layer: layer.name)
def test_every_layer_can_have_what_it_needs(layer: Layer) -> None:
    assert any(not layer.missing(scene) for scene in varied())


@cache
def varied() -> list[Scene]:
    """Scenes that have together what all layers need."""
    overlapping, apart = (
        scene_of(document) for document in (DOCUMENTS["soft-margin"], DOCUMENTS["separable"])
    )
    line = plane_line(
        next(
            fit
            for fit in apart.fits.values()
            if plane_line(fit) is not None and not fit.wrong.any()
        )
    )
    assert line is not None
    quick = {id: replace(fit, seconds=0.0) for id, fit in overlapping.fits.items()}
    return [
        overlapping,
        apart,
        replace(overlapping, fits=quick, hover=Hover((0.0, 0.0), 3)),
        replace(dragged(overlapping, 3, (1.0, 1.0)), before=overlapping.fits),
        scene_of(populated(DOCUMENTS["soft-margin"])),
        scene_of(document_of(three_clouds())),
        scene_of(DOCUMENTS["separable"], trial=trial_from(line, np.zeros(2))),
        scene_of(with_a_table(DOCUMENTS["no-method"])),
        scene_of(lifted(DOCUMENTS["soft-margin"])),
    ]


def with_a_table(document: Document) -> Document:
    """The document with a third column behind its points."""
    dataset = document.dataset
    behind = np.linspace(0.0, 1.0, len(dataset))[:, None]
    dataset = Dataset(dataset.X, dataset.labels, dataset.class_names, behind)
    return replace(document, dataset=dataset, plane=table_behind(dataset, ("a", "b", "c")))


def test_what_lies_outside_the_view_is_said() -> None:
    away = scene_of(DOCUMENTS["soft-margin"], View(100.0, 110.0, 100.0, 107.0))
    margins = next(layer for layer in LAYERS if layer.name == "margins")
    assert margins.missing(away) == NOWHERE


@pytest.mark.parametrize(
    ("enabled", "words"), [(True, "select the SVM"), (False, "the SVM is off")]
)
def test_an_svm_that_is_there_but_not_looked_at_needs_a_click(enabled: bool, words: str) -> None:
    document = document_of(clouds(), [Fisher(), SoftMarginSVM()])
    document = replace(
        document, methods=(document.methods[0], replace(document.methods[1], enabled=enabled))
    )
    assert next(o for o in LAYERS if o.name == "margins").missing(shown(document)) == words
