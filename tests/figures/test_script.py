"""The exported script runs, and finds the very same boundaries with scikit-learn."""

import sys
from dataclasses import replace
from typing import Any
from unittest.mock import MagicMock

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of, three_clouds

from linclass_gui.answers.decision import plane_line
from linclass_gui.errors import UserError
from linclass_gui.figures.formats import ExportOptions
from linclass_gui.figures.script import script_of
from linclass_gui.files.first_picture import open_document
from linclass_gui.files.shipped import lesson_paths
from linclass_gui.scene.document import Document
from linclass_gui.scene.scene import Scene
from solvers import (
    AnyMethod,
    Circle,
    Fisher,
    GaussianKernel,
    HardMarginSVM,
    LeastSquares,
    LogisticRegression,
    MeanDifference,
    MulticlassSVM,
    OneVsOne,
    Perceptron,
    PolynomialKernel,
    SoftMarginSVM,
    Softmax,
)

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
    return script.replace(", 800)", ", 80)").replace(", 600)", ", 60)")


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


def test_more_than_two_classes_are_refused_with_what_there_is_instead() -> None:
    with pytest.raises(UserError, match=r"there are 3; choose a picture, or \.csv"):
        script_of(scene_of(document_of(three_clouds(9), (Fisher(),))), ExportOptions())


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
    if len(document.dataset) > 120 or len(document.dataset.class_names) > 2:
        pytest.skip("large, or of more classes")
    executed(document, monkeypatch)
