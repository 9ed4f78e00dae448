"""The exported script runs, and finds the very same boundaries with scikit-learn."""

import sys
from dataclasses import replace
from typing import Any
from unittest.mock import MagicMock

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of, three_clouds

from linclass_gui.answers.decision import plane_line
from linclass_gui.answers.regions import regions
from linclass_gui.figures.formats import ExportOptions
from linclass_gui.figures.script import script_of
from linclass_gui.files.first_picture import open_document
from linclass_gui.files.shipped import lesson_paths
from linclass_gui.scene.document import Document
from linclass_gui.scene.methods import SchemeChoice
from linclass_gui.scene.scene import Scene
from solvers import (
    AnyMethod,
    Circle,
    FeatureMap,
    Fisher,
    GaussianGenerative,
    GaussianKernel,
    HardMarginSVM,
    Identity,
    Kernel,
    LeastSquares,
    LogisticRegression,
    MeanDifference,
    MulticlassSVM,
    OneVsOne,
    Perceptron,
    Polynomial,
    PolynomialKernel,
    Product,
    SoftMarginSVM,
    Softmax,
)
from solvers.plane.arrangement import UNDECIDED

METHODS = (
    SoftMarginSVM(C=10.0),
    HardMarginSVM(),
    LogisticRegression(l2=0.01),
    LeastSquares(),
    Fisher(),
    MeanDifference(),
    Perceptron(),
)


def script_for(scene: Scene) -> str:
    """The script as it is, but with a tenth of the places on each axis at which it looks for
    curves: nothing here looks at them.
    """
    script = script_of(scene, ExportOptions())
    for fine, coarse in (
        (", 800)", ", 80)"),
        (", 600)", ", 60)"),
        (", 400)", ", 40)"),
        (", 300)", ", 30)"),
    ):
        script = script.replace(fine, coarse)
    return script


def executed(document: Document, monkeypatch: pytest.MonkeyPatch) -> tuple[Scene, dict[str, Any]]:
    """The scene, and what its script defines."""
    plots = MagicMock()
    plots.subplots.return_value = (MagicMock(), MagicMock())
    monkeypatch.setitem(sys.modules, "matplotlib", MagicMock(pyplot=plots))
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", plots)
    scene = scene_of(document)
    made: dict[str, Any] = {"__name__": "script"}
    exec(compile(script_for(scene), "script.py", "exec"), made)
    return scene, made


def functions(document: Document, monkeypatch: pytest.MonkeyPatch) -> tuple[Scene, list[Any]]:
    """The scene, and the scores that its script defines."""
    scene, made = executed(document, monkeypatch)
    return scene, [f for _, f, _, _ in made["boundaries"]]


@pytest.mark.parametrize("apart", [3.0, 0.8], ids=["separable", "overlapping"])
def test_lines_agree_to_a_millionth(apart: float, monkeypatch: pytest.MonkeyPatch) -> None:
    data = clouds(40, apart)
    scene, scores = functions(document_of(data, METHODS), monkeypatch)
    size = float(np.ptp(data.X))
    for (_, fit), score in zip(scene.answers, scores, strict=True):
        line = plane_line(fit)
        ends = line.segment(scene.view)
        slope = abs(score(ends[:1] + line.normal / line.norm)[0] - score(ends[:1])[0])
        assert np.abs(score(ends)).max() / slope < 1e-6 * size
        assert score(ends[:1] + line.normal)[0] > 0.0


@pytest.mark.parametrize(
    "kernel", [GaussianKernel(0.8), PolynomialKernel(2)], ids=lambda k: type(k).__name__
)
def test_kernels_agree(kernel: object, monkeypatch: pytest.MonkeyPatch) -> None:
    data = clouds(40, 0.8)
    scene, scores = functions(
        document_of(data, (SoftMarginSVM(C=10.0),), kernel=kernel), monkeypatch
    )
    fit = scene.answers[0][1]
    np.testing.assert_allclose(scores[0](data.X), fit.decision_function(data.X), atol=1e-6)


def test_feature_maps_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    data = clouds(40, 0.8)
    scene, scores = functions(
        document_of(data, (SoftMarginSVM(C=10.0), LogisticRegression(l2=0.1)), Circle()),
        monkeypatch,
    )
    for (_, fit), score in zip(scene.answers, scores, strict=True):
        np.testing.assert_allclose(score(data.X), fit.decision_function(data.X), atol=1e-6)


MANY = (
    (GaussianGenerative(covariance="separate"), "one-vs-rest", Identity(), None),
    (GaussianGenerative(covariance="diagonal"), "one-vs-rest", Identity(), None),
    (Softmax(l2=0.01), "one-vs-rest", Circle(), None),
    (LeastSquares(), "one-vs-rest", Polynomial(3), None),
    (SoftMarginSVM(C=10.0), "one-vs-one", Product(), None),
    (SoftMarginSVM(C=10.0), "one-vs-one", Identity(), GaussianKernel(0.7)),
    (SoftMarginSVM(C=10.0), "one-vs-rest", Identity(), PolynomialKernel(3)),
)


@pytest.mark.parametrize(
    ("method", "scheme", "features", "kernel"), MANY, ids=lambda value: type(value).__name__
)
def test_curves_of_many_classes_agree(
    method: AnyMethod,
    scheme: str,
    features: FeatureMap,
    kernel: object,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    document = document_of(three_clouds(30), (Fisher(),))
    used = replace(
        document.methods[0],
        method=method,
        scheme=SchemeChoice(scheme),
        features=features,
        kernel=kernel,
    )
    scene, made = executed(document.with_method(used), monkeypatch)
    many = scene.fits["m1"]
    places = np.random.default_rng(2).uniform(-3.0, 3.0, (40, 2))
    if "scores_1" in made:
        np.testing.assert_allclose(
            made["scores_1"](places), many.decision_function(places), rtol=1e-9, atol=1e-9
        )
        return
    for k, member in enumerate(many.members.values(), start=1):
        np.testing.assert_allclose(
            made[f"f_1_{k}"](places), member.decision_function(places), rtol=1e-9, atol=1e-9
        )


SCHEMES = (
    (SchemeChoice("one-vs-one"), None),
    (SchemeChoice("one-vs-one", ties="scores"), None),
    (SchemeChoice("one-vs-one"), GaussianKernel(0.9)),
    (SchemeChoice("one-vs-rest"), None),
    (SchemeChoice("one-vs-rest", decision="signed-distance"), None),
    (SchemeChoice("one-vs-rest", decision="strict"), None),
    (SchemeChoice("one-vs-rest", decision="strict"), GaussianKernel(0.9)),
)


@pytest.mark.parametrize(("scheme", "kernel"), SCHEMES, ids=str)
def test_parts_of_many_classes_agree(
    scheme: SchemeChoice, kernel: Kernel | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = document_of(three_clouds(30), (SoftMarginSVM(C=10.0),))
    used = replace(document.methods[0], scheme=scheme, kernel=kernel)
    scene, made = executed(document.with_method(used), monkeypatch)
    many, places = scene.fits["m1"], np.random.default_rng(2).uniform(-4.0, 4.0, (300, 2))
    found = made["scores_1"](places) if "scores_1" in made else made["leads_1"](places)
    expected = many.verdicts(places)
    assert (np.where(found.argmax(axis=1) == 3, UNDECIDED, found.argmax(axis=1)) == expected).all()
    if kernel is not None:
        return  # its edges are contours of a grid in the figure, too
    # A millionth to one side of an edge that the figure draws the script says another class than to
    # its other side.
    drawn = regions(many, scene.view).edges
    middles = np.concatenate([0.5 * (edge[1:] + edge[:-1]) for edge in drawn])
    along = np.concatenate([np.diff(edge, axis=0) for edge in drawn])
    aside = 1e-6 * np.column_stack([-along[:, 1], along[:, 0]]) / np.hypot(*along.T)[:, None]
    script = made["scores_1"] if "scores_1" in made else made["leads_1"]
    assert (script(middles + aside).argmax(axis=1) != script(middles - aside).argmax(axis=1)).all()


@pytest.mark.parametrize(
    "method",
    [Softmax(l2=0.01), OneVsOne(SoftMarginSVM(C=3.0)), MulticlassSVM(C=3.0)],
    ids=lambda m: type(m).__name__,
)
def test_methods_of_many_classes_are_written_for_two(
    method: AnyMethod, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = document_of(clouds(30), (Fisher(),))
    scene, scores = functions(
        document.with_method(replace(document.methods[0], method=method)), monkeypatch
    )
    places = np.random.default_rng(2).uniform(-3.0, 3.0, (40, 2))
    winners = scene.fits["m1"].winners(places)
    assert len(scores) == 1
    signs = scores[0](places) > 0.0
    assert (signs == (winners == 1)).all() or (signs == (winners == 0)).all()


@pytest.mark.slow
@pytest.mark.parametrize("path", lesson_paths(), ids=lambda path: path.stem)
def test_the_script_of_every_lesson_runs(path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    document = open_document(str(path))
    if len(document.dataset) > 120:
        pytest.skip("large")
    executed(document, monkeypatch)
