"""The command line, run as a user runs it: exit codes, one clear line, and no Qt where none is needed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import solvers
from linclass_gui.cli import main
from linclass_gui.core.names import kebab
from linclass_gui.core.resources import assets

IRIS = str(assets() / "data" / "iris.csv")
CHOICE = ["--columns", "petal_length,petal_width", "--label", "species", "--classes", "versicolor,virginica"]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    return subprocess.run(
        [sys.executable, "-m", "linclass_gui", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=clean | environment,
        timeout=120,
    )


def test_fit_prints_the_exact_answer_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fit", IRIS, *CHOICE, "--method", "soft-margin-svm", "--set", "C=10", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["status"] == "CONVERGED"
    assert said["classes"] == ["versicolor", "virginica"]
    table = np.genfromtxt(IRIS, delimiter=",", skip_header=51, usecols=(2, 3))
    fit = solvers.fit(solvers.SoftMarginSVM(C=10.0), table, np.repeat([0, 1], 50))
    assert fit.w is not None
    np.testing.assert_allclose(said["w"], fit.w, rtol=1e-12)
    assert said["b"] == pytest.approx(fit.b, rel=1e-12)
    assert abs(said["certificate"]["gap"]) < 1e-12
    assert said["certificate"]["training_errors"] == fit.certificate.errors


def test_fit_without_json_is_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fit", IRIS, *CHOICE, "--method", "fisher"]) == 0
    out = capsys.readouterr().out
    assert "training errors" in out
    assert "w " in out


def test_an_unbounded_criterion_is_valid_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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
        f"main(['fit', {IRIS!r}, '--classes', 'setosa,virginica', '--method', 'hard-margin-svm', '--json']); "
        "main(['list', 'plots']); "
        "main(['list', 'overlays']); sys.exit(any(m.split('.')[0] in ('PySide6', 'pyqtgraph') for m in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["fit", "missing.csv", "--method", "fisher"], "missing.csv: no such file"),
        (["fit", IRIS, "--method", "fisher"], "3 classes"),
        (["fit", IRIS, *CHOICE, "--method", "magic"], "there is no method 'magic'; choose one of"),
        (["fit", IRIS, *CHOICE, "--method", "soft-margin-svm", "--set", "C=-1"], "C must be a number above 0; got '-1'"),
        (["fit", IRIS, *CHOICE, "--method", "soft-margin-svm", "--set", "C"], "a setting is written NAME=VALUE"),
        (["fit", IRIS, *CHOICE, "--method", "fisher", "--set", "C=1"], "fisher has no parameter 'C'"),
        (
            ["fit", IRIS, "--columns", "a,b", "--label", "species", "--classes", "setosa,virginica", "--method", "fisher"],
            "no column 'a'",
        ),
        (["fit", IRIS, *CHOICE, "--method", "fisher", "--features", "magic"], "there is no feature map 'magic'"),
        (["fit", IRIS, *CHOICE[:-1], "versicolor", "--method", "fisher"], "--classes takes two names as MINUS,PLUS"),
        (
            ["fit", IRIS, *CHOICE, "--method", "soft-margin-svm", "--features", "circle", "--kernel", "linear-kernel"],
            "exclude each other",
        ),
        (["fit", "lesson:xor", "--columns", "a,b", "--method", "fisher"], "are for CSV tables"),
        (["export", "missing.json", "-o", "x.pdf"], "missing.json: no such file"),
        (["export", "lesson:nowhere", "-o", "x.pdf"], "there is no lesson 'nowhere'"),
        (["export", "lesson:two-clouds", "-o", "x.doc"], "doc"),
        (["export", "lesson:two-clouds", "-o", "x.pdf", "--font", "No Such Family"], "no font family 'No Such Family'"),
        (["missing.json"], "missing.json: no such file"),
        (["export", "lesson:two-clouds", "-o", "x.svg", "--step", "-1"], "a step is a whole number from 0; got '-1'"),
        (["export", "lesson:two-clouds", "-o", "x.svg", "--step", "9" * 5000], "a step is a whole number from 0"),
        (["export", "lesson:two-clouds", "-o", "x" * 300 + ".svg"], "choose a shorter name"),
        (["export", "lesson:two-clouds", "-o", "no/such/folder.svg"], "does not exist"),
        (["export", "lesson:two-clouds", "-o", "/dev/null", "--format", "svg"], "this folder cannot be made"),
        (["export", "lesson:" + "x" * 5000, "-o", "x.pdf"], "there is no lesson 'xxx"),
        (["fit", "x" * 5000, "--method", "fisher"], "File name too long"),
        (["fit", "a\nb.json", "--method", "fisher"], r"a\nb.json: no such file"),
        (["fit", "\udcff.json", "--method", "fisher"], r"\udcff.json: no such file"),
        (["fit", IRIS, *CHOICE, "--method", "x" * 5000], "there is no method 'xxx"),
        (["list", "x\ny"], r"invalid choice: 'x\ny'"),
    ],
)
def test_wrong_input_is_one_line_and_exit_code_2(arguments: list[str], words: str, tmp_path: Path) -> None:
    done = run(*arguments, QT_QPA_PLATFORM="offscreen")
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


three_classes = {"format": "linclass scene", "version": 1, "data": {"classes": ["a", "b", "c"], "points": [[0, 0, 2]]}}


@pytest.mark.parametrize("command", [["export", "-o", "x.svg"], ["fit", "--method", "fisher"]], ids=["export", "fit"])
def test_a_scene_of_three_classes_is_refused_before_two_of_them_are_merged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    path = tmp_path / "three.json"
    path.write_text(json.dumps(three_classes))
    assert main([command[0], str(path), *command[1:]]) == 2
    assert "names 3 classes" in capsys.readouterr().err


def test_a_scene_is_never_replaced_by_its_own_figure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scene, link = tmp_path / "scene.svg", tmp_path / "link.svg"
    scene.write_bytes((assets() / "lessons" / "xor.json").read_bytes())
    link.symlink_to(scene)
    before = scene.read_bytes()
    for out in (scene, link):
        assert main(["export", str(scene), "-o", str(out)]) == 2
        assert "this is one of the scenes to be drawn" in capsys.readouterr().err
    assert scene.read_bytes() == before


def test_an_explicit_output_is_replaced_as_on_every_command_line(tmp_path: Path) -> None:
    path = tmp_path / "figure.svg"
    path.write_text("old")
    assert main(["export", "lesson:xor", "-o", str(path)]) == 0
    assert path.read_text(encoding="utf-8").startswith("<svg")


def test_a_read_only_output_is_not_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "figure.svg"
    path.write_text("old")
    path.chmod(0o444)
    assert main(["export", "lesson:xor", "-o", str(path)]) == 2
    assert "this file is read-only" in capsys.readouterr().err
    assert path.read_text() == "old"


# --- output, signals, displays --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [["list", "methods"], ["--help"], ["fit", "lesson:xor", "--method", "fisher", "--json"]])
def test_a_reader_that_goes_away_is_no_error(arguments: list[str]) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "linclass_gui", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("arguments", [["list", "methods"], ["fit", "lesson:xor", "--method", "fisher", "--json"]])
def test_output_that_cannot_be_written_is_one_line(arguments: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "linclass_gui", *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr == "linclass-gui: the output cannot be written (No space left on device)\n"


def test_an_interrupt_ends_with_130_and_without_words(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("linclass_gui.cli.fitting.open_document", interrupted)
    assert main(["fit", IRIS, "--method", "fisher"]) == 130
    assert capsys.readouterr() == ("", "")


def test_too_little_memory_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def exhausted(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("linclass_gui.cli.fitting.open_document", exhausted)
    assert main(["fit", IRIS, "--method", "fisher"]) == 2
    assert capsys.readouterr().err == "linclass-gui: there is not enough memory for this\n"


@pytest.mark.parametrize("encoding", ["ascii", "utf-8", "latin-1"])
def test_any_name_can_be_printed_in_any_encoding(tmp_path: Path, encoding: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "linclass_gui", "export", "lesson:xor", "-o", str(tmp_path / "\udcffß∞.svg")],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": encoding},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b".svg\n" in done.stdout
    assert (encoding != "utf-8") or b"\xff\xc3\x9f" in done.stdout


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux names its display in the environment")
@pytest.mark.parametrize(
    "environment",
    [{"DISPLAY": ":7654"}, {"QT_QPA_PLATFORM": "nonsense"}, {"QT_QPA_PLATFORM": "xcb"}, {"WAYLAND_DISPLAY": "nowhere"}],
    ids=lambda e: " ".join(f"{k}={v}" for k, v in e.items()),
)
def test_a_display_that_cannot_be_used_is_one_line(environment: dict[str, str]) -> None:
    done = run(**environment)
    assert done.returncode == 2
    assert done.stderr.startswith("linclass-gui: no window can be opened here (")
    assert "linclass-gui export" in done.stderr
    assert done.stderr.count("\n") == 1


def test_wrong_arguments_are_one_line_and_exit_code_2() -> None:
    done = run("fit")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_without_a_screen_the_window_names_export() -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux has sessions without a screen that can be told by the environment")
    done = run()
    assert done.returncode == 2
    assert "linclass-gui export" in done.stderr


def test_strict_reports_a_fit_without_optimum_by_exit_code_3(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("x1,x2,c\n0,0,a\n1,1,a\n0,1,b\n1,0,b\n")
    assert main(["fit", str(path), "--method", "hard-margin-svm"]) == 0
    assert main(["fit", str(path), "--method", "hard-margin-svm", "--strict"]) == 3


@pytest.mark.parametrize("kind", solvers.METHODS, ids=kebab)
def test_every_method_runs_from_the_command_line(kind: type[solvers.Method], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fit", IRIS, *CHOICE, "--method", kebab(kind), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["sentence"]
    assert said["status"] in solvers.Status.__members__


def test_a_scene_can_be_fitted_and_a_lesson_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fit", "lesson:two-clouds", "--method", "soft-margin-svm"]) == 0
    assert main(["list", "lessons"]) == 0
    assert "two-clouds" in capsys.readouterr().out


def test_list_names_every_method_in_kebab_case(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "methods"]) == 0
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert names == [kebab(kind) for kind in solvers.METHODS]
    assert {"soft-margin-svm", "fisher", "ho-kashyap", "least-squares"} <= set(names)
