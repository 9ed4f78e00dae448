"""How the command line ends: one line and the right code, whatever its names, its output, its
display or a signal do to it.
"""

import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from linclass_gui import cli, start
from linclass_gui.cli import main
from linclass_gui.files.shipped import assets

# figures need an application, and the windows of other tests the one with widgets
pytestmark = pytest.mark.usefixtures("qapp")

IRIS = str(assets() / "data" / "iris.csv")
FIT = ["fit", "lesson:xor", "--method", "fisher", "--json"]
CHOICE = [
    "--columns",
    "petal_length,petal_width",
    "--label",
    "species",
    "--classes",
    "versicolor,virginica",
]


NOTHING_WRITTEN = {"figure": 0, "locked.svg": 0, "link": False}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["fit", "missing.csv", "--method", "fisher"], "missing.csv: no such file"),
        (
            ["fit", IRIS, "--method", "soft-margin-svm"],
            "there are 3 (setosa, versicolor, virginica): choose one-vs-one",
        ),
        (["fit", IRIS, *CHOICE, "--method", "magic"], "there is no method 'magic'; choose one of"),
        (
            ["fit", IRIS, *CHOICE, "--method", "soft-margin-svm", "--set", "C=-1"],
            "C must be a number above 0; got '-1'",
        ),
        (
            ["fit", IRIS, *CHOICE, "--method", "fisher", "--set", "C=1"],
            "fisher has no parameter 'C'",
        ),
        (
            ["fit", IRIS, *CHOICE, "--method", "fisher", "--split", "2000"],
            "--split: a whole number from 0 to 999; got '2000'",
        ),
        (
            ["fit", IRIS, *CHOICE[:-1], "versicolor", "--method", "fisher"],
            "--classes takes two names as MINUS,PLUS",
        ),
        (
            [
                "fit",
                IRIS,
                *CHOICE,
                "--method",
                "soft-margin-svm",
                "--features",
                "circle",
                "--kernel",
                "linear-kernel",
            ],
            "exclude each other",
        ),
        (["fit", "lesson:xor", "--columns", "a,b", "--method", "fisher"], "are for tables"),
        (["export", "missing.json", "-o", "x.pdf"], "missing.json: no such file"),
        (["fti", "x.csv"], "there is no command or file 'fti' (did you mean fit?)"),
        (["export", "lesson:nowhere", "-o", "x.pdf"], "there is no lesson 'nowhere'"),
        (
            ["export", "lesson:two-clouds", "-o", "x.pdf", "--font", "No Such Family"],
            "no font family 'No Such Family'",
        ),
        (
            ["export", "lesson:two-clouds", "-o", "x.svg", "--step", "-1"],
            "a whole number from 0 to 999999999; got '-1'",
        ),
        (["export", "lesson:two-clouds", "-o", "x" * 300 + ".svg"], "choose a shorter name"),
        (["export", "lesson:two-clouds", "-o", "no/such/folder.svg"], "does not exist"),
        (
            ["export", "lesson:two-clouds", "-o", "/dev/null", "--format", "svg"],
            "/dev/null: this is no ordinary file (a pipe or a device)",
        ),
        (
            ["export", "lesson:perceptron", "lesson:xor", "--grid", "1x2", "--run", "-o", "a.gif"],
            "a folder, one film each; give",
        ),
        (["export", "lesson:two-clouds", "-o", "locked.svg"], "this file is read-only"),
        (
            ["export", "lesson:two-clouds", "-o", "figure"],
            "figure: this is a file without a suffix",
        ),
        (["export", "lesson:two-clouds", "-o", "link"], "link: this link leads nowhere"),
        (["fit", "a\nb.json", "--method", "fisher"], r"a\nb.json: no such file"),
        (["fit", "\udcff.json", "--method", "fisher"], r"\udcff.json: no such file"),
        (
            ["fit", "lesson:many-classes", "--method", "soft-margin-svm"],
            "choose one-vs-one:soft-margin-svm or one-vs-rest:soft",
        ),
        (["list", "x\ny"], r"invalid choice: 'x\ny'"),
    ],
)
def test_wrong_input_is_one_line_and_exit_code_2(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "figure").touch()
    (tmp_path / "locked.svg").touch(0o444)
    (tmp_path / "link").symlink_to("nowhere")
    try:
        code = main(arguments)
    except SystemExit as end:  # of the parser
        code = int(str(end.code))
    out, err = capsys.readouterr()
    assert code == 2
    assert words in err
    # below how a table was read
    assert len([line for line in err.splitlines() if " against " not in line]) == 1
    assert out == ""
    assert {
        path.name: path.exists() and path.stat().st_size for path in tmp_path.iterdir()
    } == NOTHING_WRITTEN


def test_a_scene_is_never_replaced_by_its_own_figure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scene, link = tmp_path / "scene.svg", tmp_path / "link.svg"
    # a figure carries its scene and opens like one
    assert main(["export", "lesson:xor", "-o", str(scene)]) == 0
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


# --- output, signals, displays --------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments", [["--help"], pytest.param(FIT, marks=pytest.mark.exhaustive)], ids=" ".join
)
def test_a_reader_that_goes_away_is_no_error(arguments: list[str]) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "linclass_gui", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="this system has no device that is always full"
)
@pytest.mark.parametrize(
    "arguments",
    [FIT, pytest.param(["list", "methods"], marks=pytest.mark.exhaustive)],
    ids=" ".join,
)
def test_output_that_cannot_be_written_is_one_line(arguments: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "linclass_gui", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "linclass-gui: the output cannot be written (No space left on device)\n"


def test_an_interrupt_ends_with_130_and_without_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("linclass_gui.cli.table_options.read_source", interrupted)
    assert main(["fit", IRIS, "--method", "fisher"]) == 130
    assert capsys.readouterr() == ("", "")


INTERRUPTED_WHILE_LOADING = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background of a shell it is ignored
module = sys.argv.pop(1)
class Interrupt:
    def find_spec(name, *_):
        if name == module:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupt)
from linclass_gui.start import main
sys.exit(main())
"""  # noqa: E501


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize(
    ("module", "arguments"),
    [
        ("solvers", ["list", "methods"]),
        ("PySide6", []),
    ],
    ids=["list", "window"],
)
def test_an_interrupt_while_the_program_is_loaded_ends_it_without_words(
    tmp_path: Path, module: str, arguments: list[str]
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_WHILE_LOADING, module, *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "QT_QPA_PLATFORM": "offscreen"},
    )
    # 130 for a shell
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


def test_too_little_memory_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def exhausted(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("linclass_gui.cli.table_options.read_source", exhausted)
    assert main(["fit", IRIS, "--method", "fisher"]) == 2
    assert capsys.readouterr().err == "linclass-gui: there is not enough memory for this\n"


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_any_name_can_be_printed_in_any_encoding(
    tmp_path: Path, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding=encoding))
    assert main(["export", "lesson:xor", "-o", str(tmp_path / "\udcffß∞.svg")]) == 0
    assert b".svg\n" in written.getvalue()
    assert (encoding != "utf-8") or b"\xff\xc3\x9f" in written.getvalue()


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux names its display in the environment"
)
@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"QT_QPA_PLATFORM": "nonsense"},
        pytest.param({"DISPLAY": ":7654"}, marks=pytest.mark.exhaustive),
        # As in every session; without it libwayland itself says so in a line of its own.
        pytest.param(
            {"WAYLAND_DISPLAY": "nowhere", "XDG_RUNTIME_DIR": "/"}, marks=pytest.mark.exhaustive
        ),
    ],
    ids=str,
)
def test_no_display_and_one_that_cannot_be_used_are_one_line(environment: dict[str, str]) -> None:
    clean = {
        k: v
        for k, v in os.environ.items()
        if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    }
    command = [sys.executable, "-m", "linclass_gui"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=clean | environment
    )
    assert done.returncode == 2
    assert done.stderr.startswith(
        "linclass-gui: no window can be opened here ("
        if environment
        else "linclass-gui: there is no screen"
    )
    assert "linclass-gui export" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", [start.main, start.window])
def test_a_closed_stream_is_one_in_which_nothing_is_read(
    command: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window asks for the number of standard error, to write there where it crashed."""

    def run() -> int:
        sys.stdout.write("said")
        sys.stderr.write("said")
        return sys.stderr.fileno()

    monkeypatch.setattr(cli, "main", run)
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    assert command() > 0
    for name in ("stdout", "stderr"):
        getattr(sys, name).close()
