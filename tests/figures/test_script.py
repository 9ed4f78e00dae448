"""The exported script runs, and finds the very same boundaries with scikit-learn."""

import json
import sys
from contextlib import suppress
from dataclasses import replace
from typing import Any
from unittest.mock import MagicMock

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of, three_clouds

from linclass_gui.answers.decision import plane_line
from linclass_gui.errors import UserError
from linclass_gui.figures.formats import EXPORTERS, ExportOptions
from linclass_gui.figures.recipe import content_of
from linclass_gui.figures.requests import Recipe
from linclass_gui.figures.script import map_as_code, script_of
from linclass_gui.files.codec import decode
from linclass_gui.files.first_picture import open_document
from linclass_gui.files.shipped import lesson_path, lesson_paths
from linclass_gui.scene.document import Document
from linclass_gui.scene.scene import Scene
from solvers import (
    FEATURE_MAPS,
    AnyMethod,
    Circle,
    Dataset,
    Fisher,
    GaussianKernel,
    HardMarginSVM,
    LeastSquares,
    LogisticRegression,
    MeanDifference,
    MulticlassSVM,
    Perceptron,
    PolynomialKernel,
    Problem,
    SoftMarginSVM,
    Softmax,
)
from solvers.maps import PowerMap

METHODS = (
    SoftMarginSVM(C=10.0),
    HardMarginSVM(),
    SoftMarginSVM(C=2.0, positive_weight=3.0),
    LogisticRegression(l2=0.01),
    LogisticRegression(l2=0.01, positive_weight=3.0),
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
        if not callable(score):  # of a method that scikit-learn lacks
            np.testing.assert_allclose(line.normal @ np.subtract(*score[0]), 0.0, atol=1e-9)
            continue
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


@pytest.mark.parametrize("kind", [kind for kind in FEATURE_MAPS if issubclass(kind, PowerMap)])
def test_every_map_of_powers_is_written(kind: type[PowerMap]) -> None:
    X = clouds(10).X
    features = kind().about(X)
    problem = Problem(X, np.ones(len(X), dtype=np.int64), features)
    made: dict[str, Any] = {"np": np}
    exec(f"def phi(X):\n    {map_as_code(problem)}", made)
    found = made["phi"](X)
    np.testing.assert_allclose(found, features.mapped(X), rtol=1e-12)


@pytest.mark.parametrize(
    ("data", "method"),
    [
        (three_clouds(9), Softmax(l2=0.01)),
        (three_clouds(9), MulticlassSVM(C=3.0)),
        (clouds(30), MulticlassSVM(C=3.0)),
    ],
    ids=["softmax", "margin", "two classes"],
)
def test_other_boundaries_are_the_curves_that_were_found(
    data: Dataset, method: AnyMethod, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = document_of(data, (Fisher(),))
    scene, made = executed(
        document.with_method(replace(document.methods[0], method=method)), monkeypatch
    )
    ((_, curves, _, _),) = made["boundaries"]
    fit = scene.fits["m1"]
    for curve in curves:
        middle, (dx, dy) = np.mean(curve[:2], axis=0), np.subtract(*curve[:2])
        across = 1e-6 * np.array([(dy, -dx), (-dy, dx)])
        assert len(set(fit.winners(middle + across).tolist())) == 2
    labels = np.array([label for label, *_ in made["classes"]])
    assert (labels[data.labels] == made["y"]).all()


@pytest.mark.slow
@pytest.mark.parametrize("functions", ["x1, x2, min(9^99999999, 1)", "x1, x2, min(1/0, 1)"])
@pytest.mark.usefixtures("qapp")
def test_every_format_of_an_extreme_formula_is_a_file_or_a_sentence(functions: str) -> None:
    raw = json.loads(lesson_path("slack").read_text(encoding="utf-8"))
    formula = {"name": "formula-features", "functions": functions}
    raw["methods"] = [raw["methods"][0] | {"features": formula}]
    scene = scene_of(decode(json.dumps(raw), "slack.json"))
    for exporter in EXPORTERS:
        with suppress(UserError):
            assert content_of(scene, Recipe(dpi=40.0, suffix=exporter.suffix))


@pytest.mark.slow
@pytest.mark.parametrize("path", lesson_paths(), ids=lambda path: path.stem)
def test_the_script_of_every_lesson_runs(path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    document = open_document(str(path))
    if len(document.dataset) > 120:
        pytest.skip("large")
    executed(document, monkeypatch)
