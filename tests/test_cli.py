"""The command line, run as a user runs it: exit codes, one clear line, and no Qt where none is
needed.
"""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import linclass_gui
import solvers
from linclass_gui.cli import main
from linclass_gui.files.first_picture import open_document
from linclass_gui.files.names import kebab
from linclass_gui.files.shipped import assets
from linclass_gui.scene.methods import ONLY_MANY

IRIS = str(assets() / "data" / "iris.csv")
CHOICE = [
    "--columns",
    "petal_length,petal_width",
    "--label",
    "species",
    "--classes",
    "versicolor,virginica",
]


def test_fit_prints_the_exact_answer_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["fit", IRIS, *CHOICE, "--method", "soft-margin-svm", "--set", "C=10", "--json"]) == 0
    )
    said = json.loads(capsys.readouterr().out)
    assert said["status"] == "CONVERGED"
    assert said["classes"] == ["versicolor", "virginica"]
    table = np.genfromtxt(IRIS, delimiter=",", skip_header=51, usecols=(2, 3))
    fit = solvers.fit(solvers.SoftMarginSVM(C=10.0), table, np.repeat([0, 1], 50))
    np.testing.assert_allclose(said["w"], fit.w, rtol=1e-12)
    assert said["b"] == pytest.approx(fit.b, rel=1e-12)
    assert abs(said["certificate"]["gap"]) < 1e-12
    assert said["certificate"]["training_errors"] == fit.certificate.errors


def test_fit_counts_the_errors_on_points_that_were_held_back(
    capsys: pytest.CaptureFixture[str],
) -> None:
    held = ["fit", IRIS, *CHOICE, "--method", "fisher", "--hold-back", "30"]
    assert main([*held, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["n"], said["n_test"]) == (70, 30)
    assert 0 <= said["test_errors"] <= 5
    assert said["true_error"] is None
    assert main([*held, "--split", "1"]) == 0
    assert "of 30" in capsys.readouterr().out


ALL = ("--features", "all-columns")
MEASUREMENTS = np.genfromtxt(IRIS, delimiter=",", skip_header=1, usecols=(0, 1, 2, 3))


@pytest.mark.parametrize(
    ("options", "is_as_given"),
    [
        ((), False),
        (("--columns", "petal_width,sepal_width", "--label", "species"), False),
        (("--plane", "pca"), False),
        (("--plane", "discriminants", "--standardise"), True),
    ],
)
def test_weights_are_those_of_the_columns_of_the_file(
    options: tuple[str, ...], is_as_given: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    three = ["fit", IRIS, "--method", "fisher", *ALL, *options]
    assert main([*three, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["features"] == "all-columns"
    assert said["label"] == "species"
    assert said["positive"] is None
    assert said["columns"] == ["sepal_length", "sepal_width", "petal_length", "petal_width"]
    model = said["as_given"] if is_as_given else said
    scores = MEASUREMENTS @ np.array(model["W"]).T + model["b"]
    wrong = int((scores.argmax(axis=1) != np.repeat([0, 1, 2], 50)).sum())
    assert wrong == said["certificate"]["training_errors"]
    assert main([*three, "--classes", "setosa,virginica"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if line[:2] == "w,"]
    assert [name for _, name, *_ in rows[:4]] == said["columns"]


def test_a_quadratic_score_is_that_of_the_columns_of_the_file(
    capsys: pytest.CaptureFixture[str],
) -> None:
    separate = ["--method", "gaussian-generative", "--set", "covariance=separate"]
    assert main(["fit", IRIS, *separate, *ALL, "--plane", "pca", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    W, w, w_0 = (np.array(said["quadratic"][key]) for key in ("W", "w", "w_0"))
    squares = np.einsum("ni,kij,nj->nk", MEASUREMENTS, W, MEASUREMENTS)
    predicted = (squares + MEASUREMENTS @ w.T + w_0).argmax(axis=1)
    confusion = np.array(said["certificate"]["confusion"])
    assert np.bincount(predicted).tolist() == confusion.sum(axis=0).tolist()
    assert int((predicted != np.repeat([0, 1, 2], 50)).sum()) == 3 == 150 - confusion.trace()


KEYS = (
    "format method parameters features kernel classes positive label axes columns rows_left_out n "
    "n_test test_errors true_error status sentence certificate facts steps notes "
)
PROOF = "primal primal_is dual gap worst_violation training_errors training_undecided "
KEYS_OF_METHODS = {
    "soft-margin-svm": (
        "w b coefficients b_interval alpha",
        "smallest_margin separable common_point",
    ),
    "one-vs-one:fisher": ("W b members", "confusion auc_against_rest"),
}


@pytest.mark.parametrize("method", KEYS_OF_METHODS)
def test_the_keys_of_the_json_are_frozen(method: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A key that goes, or means something else, takes another number as ``format``."""
    classes = () if method.startswith("one") else ("--classes", "versicolor,virginica")
    assert main(["fit", IRIS, "--method", method, *classes, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    of_method, of_proof = KEYS_OF_METHODS[method]
    assert said["format"] == 1
    assert set(said) == set((KEYS + of_method).split())
    assert set(said["certificate"]) == set((PROOF + of_proof).split())
    for member in said.get("members", ()):
        assert set(member) == {"member", "status", "w", "b", "gap", "training_errors"}
    if classes:
        assert said["positive"] == "virginica"
        assert said["rows_left_out"]["of_other_classes"] == 50
        assert said["columns"] == said["axes"]


def test_fit_says_that_it_uses_two_of_more_columns(capsys: pytest.CaptureFixture[str]) -> None:
    for options, is_said in (([], True), (["--features", "all-columns"], False)):
        assert main(["fit", "example:iris", "--method", "fisher", *options]) == 0
        assert ("two of 4; --features all-columns" in capsys.readouterr().out) is is_said


@pytest.mark.skipif(sys.platform == "win32", reason="file names cannot have such characters")
@pytest.mark.usefixtures("qapp")
def test_names_of_files_command_no_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "\x1b]0;title\x07\n\x9b2J.csv"
    project = tmp_path / "figures.toml"
    project.write_text(
        '[[figure]]\nscene = "lesson:xor"\noutput = "\\u001b[31mred.csv"\n', encoding="utf-8"
    )
    assert main(["export", "lesson:xor", "-o", str(path)]) == 0
    assert main(["export", str(project)]) == 0
    assert path.exists()
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 2
    assert all(c.isprintable() or c == "\n" for c in out + err)


@pytest.mark.parametrize("as_data", [[], ["--json"]])
def test_names_command_no_terminal(
    tmp_path: Path, as_data: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "t.csv"
    names = ["\x1b[31mred", "\x9b2Jblank", "\u202eturned"]
    rows = "".join(f"{k},{k * k % 5},{names[k % 3]}\n" for k in range(12))
    path.write_text(f"x1,x2,class\n{rows}", encoding="utf-8")
    command = ["fit", str(path), "--method", "softmax", "--classes", "all", *as_data]
    assert main(command) == 0
    out = capsys.readouterr().out
    assert all(c.isprintable() or c == "\n" for c in out)
    if as_data:
        assert json.loads(out)["classes"] == names


def test_an_unbounded_criterion_is_valid_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    table = tmp_path / "pair.csv"
    table.write_text("x,y,class\n0,0,a\n1,1,b\n", encoding="utf-8")
    assert main(["fit", str(table), "--method", "fisher", "--json"]) == 0
    said = json.loads(capsys.readouterr().out, parse_constant=refuse)
    assert said["status"] == "UNBOUNDED"
    assert said["facts"]["J"] is None
    assert main(["fit", str(table), "--method", "fisher"]) == 0
    assert "objective        ∞" in capsys.readouterr().out


def test_fit_and_list_import_no_qt() -> None:
    code = (
        "import sys; from linclass_gui.cli import main; "
        f"main(['fit', {IRIS!r}, '--classes', 'setosa,virginica', '--method', 'hard-margin-svm', "
        "'--json']); "
        "main(['list', 'plots']); "
        "main(['list', 'overlays']); sys.exit(any(m.split('.')[0] in ('PySide6', 'pyqtgraph') for "
        "m in sys.modules))"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode
        == 0
    )


def test_the_version_says_that_the_compiled_core_is_at_work(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert not ended.value.code
    assert capsys.readouterr().out == f"linclass-gui {linclass_gui.__version__}, compiled core\n"


def test_a_missing_file_is_said_before_a_missing_method(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["fit", "nofile.csv"]) == 2
    assert capsys.readouterr().err == "linclass-gui: nofile.csv: no such file\n"
    assert main(["fit", "nofile.csv", "--method", "svn"]) == 2
    assert capsys.readouterr().err == "linclass-gui: nofile.csv: no such file\n"
    assert main(["fit", IRIS]) == 2
    assert "--method is missing, as in --method fisher" in capsys.readouterr().err


def test_strict_reports_a_fit_without_optimum_by_exit_code_3(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("x1,x2,c\n0,0,a\n1,1,a\n0,1,b\n1,0,b\n")
    assert main(["fit", str(path), "--method", "hard-margin-svm"]) == 0
    assert main(["fit", str(path), "--method", "hard-margin-svm", "--strict"]) == 3


@pytest.mark.parametrize("kind", solvers.METHODS, ids=kebab)
def test_every_method_runs_from_the_command_line(
    kind: type[solvers.Method], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fit", IRIS, *CHOICE, "--method", kebab(kind), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["sentence"]
    assert said["status"] in solvers.Status.__members__


def test_no_mark_up_reaches_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "cross.csv"
    table.write_text("x,y,class\n1e-7,1,a\n-1e-7,-1,a\n2e-7,-1,b\n-1e-7,1,b\n1,0,c\n")
    for method in ("one-vs-one:fisher", "gaussian-generative", "fisher"):
        assert main(["fit", str(table), "--method", method]) == 0
        assert "^{" not in capsys.readouterr().out


def test_layers_are_listed_under_both_of_their_names(capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for name in ("layers", "overlays"):
        assert main(["list", name]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert "support-vectors" in said[0]


def test_list_names_every_method_in_kebab_case(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "methods"]) == 0
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    schemes = ["one-vs-one:METHOD", "one-vs-rest:METHOD"]
    assert names == [kebab(kind) for kind in (*solvers.METHODS, *ONLY_MANY)] + schemes
    assert {"soft-margin-svm", "fisher", "ho-kashyap", "least-squares"} <= set(names)


def test_powers_are_about_the_data_unless_said_otherwise(
    capsys: pytest.CaptureFixture[str],
) -> None:
    about = ["fit", IRIS, *CHOICE, "--method", "soft-margin-svm", "--json", "--features"]
    said = {}
    for name in (
        "polynomial:degree=3",
        "polynomial:origin=0,0,units=1,1,degree=3",
        "circle:units=2,2",
    ):
        assert main([*about, name]) == 0
        said[name] = json.loads(capsys.readouterr().out)
    data, written, circle = said.values()
    assert (data["origin"], data["units"]) == ([4.9, 1.7], [0.8, 0.4])
    assert (written["origin"], written["units"]) == ([0.0, 0.0], [1.0, 1.0])
    assert circle["units"] == [2.0, 2.0]
    assert len(data["coefficients"]) == 10
    assert data["certificate"]["primal"] != pytest.approx(
        written["certificate"]["primal"], rel=1e-3
    )


def test_scenes_may_stand_behind_the_name_of_the_figure(qapp: object, tmp_path: Path) -> None:
    scenes = ("lesson:xor", "lesson:two-clouds")
    words = ["export", scenes[0], "-o", str(tmp_path / "f.svg"), scenes[1], "--grid", "1x2"]
    assert main(words) == 0
    assert len(open_document(str(tmp_path / "f.svg")).recipe["scenes"]) == 1


@pytest.mark.parametrize("classes", ["-1,1", "1,-1"])
def test_classes_with_a_minus_are_taken_as_written(
    classes: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "t.csv"
    table.write_text("a,b,y\n1,2,-1\n2,1,-1\n5,6,1\n6,5,1\n", encoding="utf-8")
    assert main(["fit", str(table), "--classes", classes, "--method", "fisher", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["classes"] == classes.split(",")
    with pytest.raises(SystemExit):
        main(["fit", str(table), "--classes", "--json", "--method", "fisher"])
