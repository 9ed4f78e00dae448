"""Standardised axes: the same line in both units, the way back, and what says which they are."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import solvers
from linclass_gui.cli import main
from linclass_gui.core.annotations import Annotation
from linclass_gui.core.document import Document, TrialLine
from linclass_gui.core.files.codec import decode, encode
from linclass_gui.core.files.tables import csv_text
from linclass_gui.core.scales import is_squeezed
from linclass_gui.core.standardising import in_units_of_table, standardise
from linclass_gui.core.user_error import UserError

RANDOM = np.random.default_rng(3)
Y = np.arange(80) % 2
X = np.column_stack([45_000 + 4_000 * RANDOM.normal(size=80) + 3_000 * Y, 40 + 9 * RANDOM.normal(size=80) - 6 * Y])
DATA = solvers.Dataset(X, Y, ("a", "b"))
DOCUMENT = replace(Document.empty(), dataset=DATA, axis_names=("income", "age"), trial=TrialLine(30.0, (45_000.0, 40.0)))


def test_points_have_mean_0_and_deviation_1_and_come_back() -> None:
    there = standardise(replace(DOCUMENT, test=DATA, annotations=(Annotation("arrow", (45_000.0, 40.0), (46_000.0, 50.0)),)))
    assert there.dataset.X.mean(axis=0) == pytest.approx([0.0, 0.0], abs=1e-12)
    assert there.dataset.X.std(axis=0) == pytest.approx([1.0, 1.0])
    assert there.axis_names == ("income, standardised", "age, standardised")
    np.testing.assert_allclose(there.test.X, there.dataset.X)
    back = in_units_of_table(there)
    np.testing.assert_allclose(back.dataset.X, X, rtol=1e-14)
    assert back.axis_names == ("income", "age")
    assert back.units is None
    assert back.annotations[0].to == pytest.approx((46_000.0, 50.0))
    assert (back.trial.angle, back.trial.pivot) == (pytest.approx(30.0), pytest.approx((45_000.0, 40.0)))


def test_the_trial_line_has_the_same_points_on_its_sides() -> None:
    there = standardise(DOCUMENT)
    assert DOCUMENT.trial is not None
    assert there.trial is not None
    before, after = (trial.w @ points.T + trial.b for trial, points in ((DOCUMENT.trial, X), (there.trial, there.dataset.X)))
    assert (np.sign(before) == np.sign(after)).all()


def test_a_line_is_the_same_in_the_units_of_the_table() -> None:
    there = standardise(DOCUMENT)
    fit = solvers.fit(solvers.SoftMarginSVM(), there.dataset.X, Y)
    w, b = there.units.line(fit.w, fit.b)
    np.testing.assert_allclose(X @ w + b, fit.decision_function(there.dataset.X), rtol=1e-9, atol=1e-12)


def test_units_are_kept_in_the_file_and_wrong_ones_refused() -> None:
    there = standardise(DOCUMENT)
    assert decode(encode(there), "t").units == there.units
    for wrong in ('"scale": [0, 1]', '"scale": ["a", 1]', '"scale": [1]'):
        text = encode(there)
        begin = text.index('"scale"')
        torn = text[:begin] + wrong + text[text.index("]", begin) + 1 :]
        with pytest.raises(UserError, match="units"):
            decode(torn, "t")


def test_what_has_no_deviation_is_refused_in_a_sentence() -> None:
    with pytest.raises(UserError, match="no points"):
        standardise(Document.empty())
    with pytest.raises(UserError, match="same value on one axis"):
        standardise(replace(DOCUMENT, dataset=solvers.Dataset(np.column_stack([X[:, 0], np.ones(80)]), Y)))


def test_a_strip_is_told_from_a_plane() -> None:
    assert is_squeezed(X)
    assert not is_squeezed(standardise(DOCUMENT).dataset.X)
    assert not is_squeezed(np.zeros((3, 2)))


def test_the_command_line_standardises_and_says_when_it_helps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "t.csv").write_text(csv_text(DATA), encoding="utf-8")
    arguments = ["fit", str(tmp_path / "t.csv"), "--method", "fisher", "--json"]
    assert main(arguments) == 0
    assert "--standardise shows both" in capsys.readouterr().err
    assert main([*arguments, "--standardise"]) == 0
    assert capsys.readouterr().err == ""


def test_the_command_line_says_the_line_in_the_units_of_the_table_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rng = np.random.default_rng(4)
    X, labels = rng.normal(size=(30, 2)) * (1000.0, 1.0) + (5000.0, -3.0), np.arange(30) % 2
    (path := tmp_path / "t.csv").write_bytes(csv_text(solvers.Dataset(X, labels, ("no", "yes"))).encode())
    assert main(["fit", str(path), "--method", "fisher", "--standardise", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    scores = (X - X.mean(axis=0)) / X.std(axis=0) @ said["w"] + said["b"]
    np.testing.assert_allclose(X @ said["as_given"]["w"] + said["as_given"]["b"], scores, atol=1e-9)
    assert main(["fit", str(path), "--method", "fisher", "--own-scales", "--json"]) == 0
    assert "as_given" not in json.loads(capsys.readouterr().out)
    assert main(["fit", str(path), "--method", "fisher", "--standardise"]) == 0
    assert "w as given" in capsys.readouterr().out
