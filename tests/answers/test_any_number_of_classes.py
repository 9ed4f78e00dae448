"""Two classes are K = 2: what is said of an answer does not depend on how it was found."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from itertools import product
from math import erf

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of, three_clouds

from linclass_gui.answers.comparison import comparison, true_error
from linclass_gui.answers.points_table import points_table
from linclass_gui.cli.fitting import as_json
from linclass_gui.figures.results import results_csv
from linclass_gui.scene.document import Document, TrialLine
from linclass_gui.scene.playback import open_timeline, play_fits, seek
from linclass_gui.scene.scene import Hover, Scene
from linclass_gui.window.panels.fit_words import data_parts, pointer_parts
from solvers import (
    Dataset,
    Fisher,
    GaussianPopulation,
    LinearMachine,
    LogisticRegression,
    MulticlassSVM,
    Perceptron,
    Populations,
    SoftMarginSVM,
    Softmax,
)

BY_PAIRS = (SoftMarginSVM(C=8.0), LogisticRegression(l2=0.01))
AT_ONCE = (Softmax(), LinearMachine(), MulticlassSVM(C=4.0))
KNOWN = Populations(GaussianPopulation((-1.0, 0.0)), GaussianPopulation((1.0, 0.5)))


def compared(scene: Scene) -> list[dict[str, object]]:
    """The rows of the comparison, their values by the names of the columns."""
    table = comparison(scene)
    names = [column.name for column in table.columns]
    return [dict(zip(names, (cell.value for cell in row), strict=True)) for row in table.rows]


def made(dataset: Dataset, *methods: object) -> Scene:
    """The scene of some methods, the first one selected."""
    return scene_of(document_of(dataset, methods))  # type: ignore[arg-type]


# --- the comparison -------------------------------------------------------------------------------


@pytest.mark.parametrize("dataset", [clouds(), three_clouds()], ids=["two", "three"])
def test_the_comparison_names_every_method_and_counts_all_its_errors(dataset: Dataset) -> None:
    scene = made(dataset, *AT_ONCE, *BY_PAIRS)
    rows = compared(scene)
    names = [method.method.name for method in scene.document.methods]
    assert [row["method"] for row in rows] == names
    fits = [scene.fits[method.id] for method in scene.document.methods]
    assert [row["training_errors"] for row in rows] == [fit.certificate.errors for fit in fits]


@pytest.mark.parametrize("dataset", [clouds(), three_clouds()], ids=["two", "three"])
def test_the_comparison_has_the_log_loss_of_all_classes(dataset: Dataset) -> None:
    scene = made(dataset, Softmax())
    (row,) = compared(scene)
    shares = scene.fits["m1"].predict_proba(dataset.X)
    own = shares[np.arange(len(dataset)), dataset.labels]
    assert row["log_loss"] == pytest.approx(float(-np.log(own).mean()), rel=1e-12)


# --- two classes, and a method that sees all classes at once --------------------------------------


@pytest.mark.parametrize("method", AT_ONCE, ids=lambda method: method.name)
def test_two_classes_have_one_line_however_they_were_separated(method: Softmax) -> None:
    scene = made(clouds(), method, *BY_PAIRS)
    row, other, _ = compared(scene)
    W, b = scene.fits["m1"].W, scene.fits["m1"].b
    assert (row["w1"], row["w2"]) == pytest.approx(tuple(W[1] - W[0]))
    assert row["b"] == pytest.approx(b[1] - b[0])
    svm = scene.fits["m2"]
    assert (other["w1"], other["w2"], other["b"]) == (*svm.w, svm.b)


@pytest.mark.parametrize("first", [Softmax(), LinearMachine()], ids=lambda method: method.name)
def test_a_trial_line_is_read_whatever_method_is_selected(first: Softmax) -> None:
    document = document_of(clouds(), (first, *BY_PAIRS))
    trial = TrialLine(30.0, (0.2, 0.1), in_front=True)
    over = Hover((0.5, -0.25))
    of_line = replace(scene_of(document, trial=trial), hover=over)
    of_svm = replace(scene_of(replace(document, selected="m2"), trial=trial), hover=over)
    assert pointer_parts(of_line) == pointer_parts(of_svm)


def known(document: Document) -> Document:
    """The document of points whose populations are known."""
    return replace(document, populations=KNOWN)


@pytest.mark.parametrize("method", AT_ONCE, ids=lambda method: method.name)
def test_the_true_error_of_two_classes_is_that_of_their_line(method: Softmax) -> None:
    scene = scene_of(known(document_of(clouds(), (method, *BY_PAIRS))))
    fit = scene.fits["m1"]
    w, b = fit.W[1] - fit.W[0], fit.b[1] - fit.b[0]
    wrong = 0.0
    for population, sign in ((KNOWN.minus, 1.0), (KNOWN.plus, -1.0)):
        spread = float(np.sqrt(w @ np.array(population.covariance) @ w))
        away = (float(w @ np.array(population.mean)) + float(b)) / spread
        wrong += 0.25 * (1.0 + sign * erf(away / 2.0**0.5))
    assert true_error(fit, KNOWN) == pytest.approx(wrong, abs=1e-9)
    said = as_json(fit, scene.document, None)
    assert said["true_error"] == pytest.approx(wrong, abs=1e-9)
    assert any(part.startswith("true error ") for part in data_parts(scene))


# --- more classes than two ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dataset", "method"),
    [*product([clouds(), three_clouds()], AT_ONCE), (three_clouds(), Fisher())],
    ids=lambda value: getattr(value, "name", f"{len(getattr(value, 'class_names', ()))} classes"),
)
def test_the_table_has_the_scores_of_all_classes(dataset: Dataset, method: Softmax) -> None:
    scene = made(dataset, method)
    fit = scene.fits["m1"]
    head, *lines = csv.reader(io.StringIO(results_csv(scene)))
    at = [k for k, name in enumerate(head) if name.startswith("score of ")]
    written = np.array([[float(line[k]) for k in at] for line in lines])
    scores = fit.decision_function(dataset.X)
    assert written.shape == scores.shape
    assert (written == scores).all()
    assert all(name.startswith(f"score of {method.name}") for name in (head[k] for k in at))


@pytest.mark.parametrize("dataset", [clouds(), three_clouds()], ids=["two", "three"])
def test_the_points_table_says_by_how_much_a_class_leads(dataset: Dataset) -> None:
    scene = made(dataset, Softmax())
    fit, table = scene.fits["m1"], points_table(scene)
    scores = fit.decision_function(dataset.X)
    least, most = np.sort(scores, axis=1)[:, -2:].T
    lead = scores[:, 1] - scores[:, 0] if len(dataset.class_names) == 2 else most - least
    assert table.scores is not None
    np.testing.assert_allclose(table.scores, lead, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("method", [Perceptron(), LinearMachine()], ids=lambda m: m.name)
def test_the_status_line_says_the_step_that_is_shown(method: Perceptron) -> None:
    scene = made(three_clouds(), method)
    playback = seek(open_timeline(scene.fits["m1"]), 3)
    fits = play_fits(dict(scene.fits), playback, scene.document)
    scene = replace(scene, playback=playback, whole=scene.fits, fits=fits)
    assert data_parts(scene)[-1] == f"after update {playback.step}"
