"""Typed features in an exported script: written from the parser's tree, with the values of the
tree, however extreme they are.
"""

import json
import warnings
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from linclass_gui.answers.scenes import scene_of
from linclass_gui.errors import UserError
from linclass_gui.figures.formats import EXPORTERS, ExportOptions
from linclass_gui.figures.formulas import features_as_code
from linclass_gui.figures.recipe import content_of
from linclass_gui.figures.requests import Recipe
from linclass_gui.figures.script import script_of
from linclass_gui.files.codec import decode
from linclass_gui.files.shipped import lesson_path
from linclass_gui.scene.document import Document
from solvers import FEATURE_MAPS, AllColumns, FeatureMap, FormulaFeatures, Polynomial, Problem
from solvers.expressions import CONSTANTS, ONE, TWO

X = np.array([[0.3, -1.7], [1.1, 0.4], [-2.2, 0.9], [0.0, 0.5], [1e200, -1e-200]])
EXTREME = (
    "x1, x2, min(9^99999999, 1)",
    "x1, x2, min(1/0, 1)",
    "x1, x2, x1/10^400",
    "x1, x2, 1e400 x1",
    "x1, x2, x1^(0/0)",
    "x1, (-8)^(1/3), x2",
    "1, x1, x2",
    "x1, 2^3^4^5^6, x2",
)


def in_python(features: FeatureMap) -> np.ndarray[Any, Any]:
    """The features at X as the script computes them."""
    code = features_as_code(Problem(X, np.array([-1, 1, 1, -1, 1]), features))
    assert code is not None
    names = {"np": np, "x1": X[:, 0], "x2": X[:, 1]}
    if features.letter == "u":
        origin, units = features.origin, features.units  # type: ignore[attr-defined]
        names["u1"], names["u2"] = ((X - np.array(origin)) / np.array(units)).T
    with np.errstate(all="ignore"):
        return eval(f"np.column_stack([{code}])", {"__builtins__": {}}, names)  # type: ignore[no-any-return]


def texts() -> SearchStrategy[str]:
    numbers = st.sampled_from(["2", "0.5", "1e3", "1e-7", "0", "1e308", "7", "0.1", "1e400"])
    leaves = st.one_of(numbers, st.sampled_from(["x1", "x2", *CONSTANTS]))

    def larger(inner: SearchStrategy[str]) -> SearchStrategy[str]:
        two = st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "^"]), inner).map(
            lambda t: f"({t[0]}) {t[1]} ({t[2]})"
        )
        signed = inner.map(lambda a: f"-({a})")
        return st.one_of(
            two,
            signed,
            inner.map(lambda a: f"|{a}|" if "|" not in a else a),
            st.tuples(st.sampled_from([*ONE]), inner).map(lambda t: f"{t[0]}({t[1]})"),
            st.tuples(st.sampled_from([*TWO]), inner, inner).map(
                lambda t: f"{t[0]}({t[1]}, {t[2]})"
            ),
        )

    return st.recursive(leaves, larger, max_leaves=8).filter(lambda text: len(text) < 150)


@given(texts())
def test_the_script_has_the_values_of_the_tree(text: str) -> None:
    features = FormulaFeatures(f"{text}, x2")
    np.testing.assert_allclose(in_python(features), features.mapped(X), rtol=1e-12)


@pytest.mark.parametrize(
    "text",
    [
        "1 - x1 - 2",
        "1 - (x1 - 2)",
        "x1/x2/3",
        "x1/(x2/3)",
        "-x1^2",
        "(-x1)^2",
        "x1^-2",
        "2^3^x1",
        "3-|x1|-x2",
        *EXTREME,
    ],
)
def test_signs_and_extremes_keep_their_meaning(text: str) -> None:
    features = FormulaFeatures(text)
    np.testing.assert_allclose(in_python(features), features.mapped(X), rtol=1e-12)


def test_a_text_is_written_as_one_would_write_it() -> None:
    problem = Problem(
        X, np.array([-1, 1, 1, -1, 1]), FormulaFeatures("x1, 2 x1 x2^2 - sin(3 x1)/pi, |x2|, 1/3")
    )
    assert features_as_code(problem) == (
        "x1, 2.0 * x1 * x2**2 - np.sin(3.0 * x1) / np.pi, np.absolute(x2), np.full_like(x1, "
        "0.3333333333333333)"
    )


@pytest.mark.parametrize("kind", [*FEATURE_MAPS, lambda: Polynomial(5)])
def test_every_map_of_the_plane_is_written(kind: Any) -> None:
    features = kind().about(X[:4])
    np.testing.assert_allclose(in_python(features), features.mapped(X), rtol=1e-12)


def test_all_columns_of_a_table_are_no_functions_of_the_plane() -> None:
    assert features_as_code(Problem(np.eye(3), np.array([-1, 1, 1]), AllColumns())) is None


def slack(functions: str) -> Document:
    raw = json.loads(lesson_path("slack").read_text(encoding="utf-8"))
    raw["methods"] = [
        raw["methods"][0] | {"features": {"name": "formula-features", "functions": functions}}
    ]
    return decode(json.dumps(raw), "slack.json")


@pytest.mark.parametrize("functions", EXTREME)
def test_the_script_of_an_extreme_formula_runs_or_is_refused(functions: str) -> None:
    """It is written from a tree: no number of it is computed by Python, which would not end."""
    scene = scene_of(slack(functions))
    try:
        script = script_of(scene, ExportOptions())
    except UserError:
        return
    compile(script, "script.py", "exec")
    fit, points = scene.fits["m1"], scene.document.dataset.X
    if not fit.has_model:
        assert (
            "# Soft-margin SVM (written) is not drawn: Squares or features of the points leave "
            "the range of numbers"
        ) in script
        assert "def " not in script
        return
    start = script.index("def phif1")
    made: dict[str, Any] = {"np": np}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(script[start : script.index("\n\n", start)], made)
        np.testing.assert_allclose(
            made["phif1"](points), fit.problem.features.mapped(points), rtol=1e-12
        )


@pytest.mark.slow
@pytest.mark.parametrize("functions", EXTREME[:2])
@pytest.mark.usefixtures("qapp")
def test_every_format_of_an_extreme_formula_is_a_file_or_a_sentence(functions: str) -> None:
    scene = scene_of(slack(functions))
    for exporter in EXPORTERS:
        with suppress(UserError):
            assert content_of(scene, Recipe(dpi=40.0, suffix=exporter.suffix))
