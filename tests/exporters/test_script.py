"""The exported script runs, and finds the very same boundaries with scikit-learn."""

from __future__ import annotations

import sys
from unittest.mock import MagicMock

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of

from linclass_gui.core.document import Document
from linclass_gui.core.files.lessons import lesson_paths
from linclass_gui.core.files.opening import open_document
from linclass_gui.core.fits.decision import plane_line
from linclass_gui.exporters import ExportOptions
from linclass_gui.exporters.tables.script import script_of
from solvers import (
    Circle,
    Fisher,
    GaussianKernel,
    HardMarginSVM,
    LeastSquares,
    LogisticRegression,
    MeanDifference,
    Perceptron,
    PolynomialKernel,
    SoftMarginSVM,
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


def functions(document: Document, monkeypatch: pytest.MonkeyPatch) -> tuple[object, list[object]]:
    """The scene, and the scores that its script defines."""
    plots = MagicMock()
    plots.subplots.return_value = (MagicMock(), MagicMock())
    monkeypatch.setitem(sys.modules, "matplotlib", MagicMock(pyplot=plots))
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", plots)
    scene = scene_of(document)
    made: dict[str, object] = {"__name__": "script"}
    exec(compile(script_of(scene, ExportOptions()), "script.py", "exec"), made)
    return scene, [f for _, f, _, _ in made["boundaries"]]  # type: ignore[attr-defined]


@pytest.mark.parametrize("apart", [3.0, 0.8], ids=["separable", "overlapping"])
def test_lines_agree_to_a_millionth(apart: float, monkeypatch: pytest.MonkeyPatch) -> None:
    data = clouds(40, apart)
    scene, scores = functions(document_of(data, METHODS), monkeypatch)
    size = float(np.ptp(data.X))
    for (_, fit), score in zip(scene.drawn, scores, strict=True):  # type: ignore[attr-defined]
        line = plane_line(fit)
        ends = line.segment(scene.view)  # type: ignore[attr-defined,union-attr]
        slope = abs(score(ends[:1] + line.normal / line.norm)[0] - score(ends[:1])[0])  # type: ignore[operator,union-attr]
        assert np.abs(score(ends)).max() / slope < 1e-6 * size  # type: ignore[operator]
        assert score(ends[:1] + line.normal)[0] > 0.0  # type: ignore[operator,union-attr]


@pytest.mark.parametrize("kernel", [GaussianKernel(0.8), PolynomialKernel(2)], ids=lambda k: type(k).__name__)
def test_kernels_agree(kernel: object, monkeypatch: pytest.MonkeyPatch) -> None:
    data = clouds(40, 0.8)
    scene, scores = functions(document_of(data, (SoftMarginSVM(C=10.0),), kernel=kernel), monkeypatch)  # type: ignore[arg-type]
    fit = scene.drawn[0][1]  # type: ignore[attr-defined]
    np.testing.assert_allclose(scores[0](data.X), fit.decision_function(data.X), atol=1e-6)  # type: ignore[operator]


def test_feature_maps_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    data = clouds(40, 0.8)
    scene, scores = functions(document_of(data, (SoftMarginSVM(C=10.0), LogisticRegression(l2=0.1)), Circle()), monkeypatch)
    for (_, fit), score in zip(scene.drawn, scores, strict=True):  # type: ignore[attr-defined]
        np.testing.assert_allclose(score(data.X), fit.decision_function(data.X), atol=1e-6)  # type: ignore[operator]


@pytest.mark.parametrize("path", lesson_paths(), ids=lambda path: path.stem)
def test_the_script_of_every_lesson_runs(path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    document = open_document(str(path))
    if len(document.dataset) > 120 or len(document.dataset.class_names) > 2:
        pytest.skip("large, or of more than two classes")
    functions(document, monkeypatch)
