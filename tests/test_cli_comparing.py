"""``fit --folds``: methods beside each other, by their errors on points that they did not see."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

import solvers
from linclass_gui.cli import main
from linclass_gui.files.shipped import assets

IRIS = str(assets() / "data" / "iris.csv")
FOLDS = ["fit", IRIS, "--folds", "5", "--method"]


def _table() -> tuple[np.ndarray, np.ndarray]:
    X = np.genfromtxt(IRIS, delimiter=",", skip_header=1, usecols=range(4))
    return X, np.repeat([0, 1, 2], 50)


KEYS = (
    "format folds stratified split n classes counts features kernel error_of_largest_class methods "
    "notes"
)


def test_the_errors_are_those_of_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    everything = ["--features", "all-columns", "--split", "3", "--json"]
    assert main([*FOLDS, "fisher,one-vs-one:soft-margin-svm", *everything]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["folds"], said["split"], said["stratified"]) == (5, 3, True)
    assert set(said) == set(KEYS.split())
    assert (said["n"], said["counts"]) == (150, [50, 50, 50])
    assert said["error_of_largest_class"] == pytest.approx(2 / 3)
    methods = (solvers.Fisher(), solvers.OneVsOne(solvers.SoftMarginSVM()))
    for method, entry in zip(methods, said["methods"], strict=True):
        judged = solvers.cross_validate(method, *_table(), folds=5, seed=3)
        assert entry["test_error"]["of_folds"] == judged.test_errors.tolist()
        assert entry["test_error"]["mean"] == judged.mean
        assert entry["test_error"]["standard_deviation"] == judged.spread
        assert entry["test_error"]["standard_error"] == judged.standard_error
        assert entry["training_error"]["of_folds"] == judged.train_errors.tolist()
        assert entry["training_error"]["mean"] == pytest.approx(judged.train_errors.mean())
        assert entry["wrong"] == judged.wrong
        assert entry["remark"] == ""
    assert [entry["method"] for entry in said["methods"]] == [
        "fisher",
        "one-vs-one:soft-margin-svm",
    ]


def test_the_table_says_how_its_numbers_are_made(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*FOLDS, "fisher,softmax", "--features", "all-columns"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == (
        "5 folds, each class in equal shares (split 0); 150 points: setosa 50, versicolor 50, "
        "virginica 50"
    )
    assert lines[1] == ("errors in percent: mean ± standard deviation over the 5 folds (divisor 4)")
    judged = solvers.cross_validate(solvers.Fisher(), *_table(), folds=5)
    fisher = next(line for line in lines if line.startswith("fisher "))
    assert fisher.split()[1:4] == [f"{100 * judged.mean:.1f}", "±", f"{100 * judged.spread:.1f}"]
    assert fisher.endswith(f"{judged.wrong} of 150")
    assert lines[-1].split() == ["always", "setosa", "66.7", "100", "of", "150"]


def test_a_method_without_a_model_keeps_its_row(capsys: pytest.CaptureFixture[str]) -> None:
    two = ["--classes", "versicolor,virginica", "--features", "all-columns"]
    assert main([*FOLDS, "hard-margin-svm,fisher", *two]) == 0
    out = capsys.readouterr().out
    assert "hard-margin-svm: Hard-margin SVM has no model in fold 1: Not separable" in out
    assert "fisher " in out
    assert main([*FOLDS, "hard-margin-svm,fisher", *two, "--strict"]) == 3
    assert main([*FOLDS, "fisher", *two, "--strict"]) == 0


def test_a_parameter_goes_to_each_method_that_has_it(capsys: pytest.CaptureFixture[str]) -> None:
    two = ["--classes", "versicolor,virginica", "--set", "C=7", "--set", "l2=0.5", "--json"]
    assert main([*FOLDS, "soft-margin-svm,logistic-regression", *two]) == 0
    soft, logistic = json.loads(capsys.readouterr().out)["methods"]
    assert soft["parameters"]["C"] == 7.0
    assert logistic["parameters"]["l2"] == 0.5
    assert main([*FOLDS, "soft-margin-svm,fisher", "--set", "penalty=2"]) == 2
    assert "none of soft-margin-svm, fisher has such a parameter" in capsys.readouterr().err


def test_reading_the_errors_needs_no_knowledge_of_the_plane(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for options, words in (
        ([], "Two of 4 columns were used"),
        (["--plane", "pca"], "chosen by all points, those left out included"),
        (["--plane", "discriminants"], "chosen by all points and classes"),
        (["--standardise"], "standardised by all points"),
    ):
        assert main([*FOLDS, "fisher", *options]) == 0
        assert words in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--method", "fisher,softmax"], "compared with --folds"),
        (["--method", "fisher", "--folds", "5", "--hold-back", "20"], "exclude each other"),
        (["--method", "fisher", "--folds", "200"], "there are only 150 points"),
        (["--method", "fisher", "--folds", "1"], "from 2 to 999"),
        (["--method", "fisher,soft-margin-svm", "--folds", "5"], "one-vs-one:soft-margin-svm"),
        (["--method", "fisher", "--folds", "5", "--one-class"], "points of two classes"),
        (["--method", "fisher,svm", "--folds", "5"], "did you mean soft-margin-svm?"),
        (["--method", "fisher,", "--folds", "5"], "there is no method ''"),
    ],
)
def test_what_cannot_be_compared_is_one_line(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["fit", IRIS, *arguments])
    except SystemExit as ended:
        code = int(ended.code or 0)
    assert code == 2
    assert words in capsys.readouterr().err


def test_classes_of_fewer_points_than_folds_are_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "few.csv"
    rows = [f"{k},{k * k % 7},{'rare' if k < 3 else 'usual'}" for k in range(23)]
    path.write_text("a,b,kind\n" + "\n".join(rows) + "\n", encoding="utf-8")
    assert main(["fit", str(path), "--label", "kind", "--method", "fisher", "--folds", "5"]) == 0
    assert "rare has 3 points, so some folds have none of it." in capsys.readouterr().out


@pytest.mark.parametrize("command", [[], ["export"], ["fit"], ["list"], ["course"], ["completion"]])
def test_every_help_has_examples_that_begin_with_the_program(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command, "--help"])
    assert not ended.value.code
    out = capsys.readouterr().out
    examples = out.partition("examples:\n")[2].splitlines()
    assert examples
    assert all(line.startswith(("  linclass-gui", "      ")) for line in examples)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_options_and_their_values(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("shtab", reason="shtab, which writes such scripts, is not installed")
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    words = ("folds", "frame-format", "soft-margin-svm", "fisher-angle", "beamer-16x9-half")
    assert [word for word in words if word not in script] == []


def test_completion_without_its_package_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["completion", "bash"]) == 2
    assert capsys.readouterr().err == (
        'linclass-gui: completion needs shtab: pip install "linclass[completion]"\n'
    )
