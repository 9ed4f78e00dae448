"""The tasks of the guide print what they say."""

import contextlib
import io
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from drawing_scenes import clouds, document_of

from linclass_gui.cli import main
from linclass_gui.files.codec import save_document
from linclass_gui.files.shipped import assets
from solvers import Fisher, Perceptron

GUIDE = Path(__file__).parents[1] / "docs" / "guide.md"
BLOCK = re.compile(r"```(python|console)\n(.*?)```\n```text\n(.*?)```", re.DOTALL)
NUMBER = re.compile(r"-?\d+(?:\.\d*)?")
FEW_DIGITS = 5e-3  # of a number: more would be those of one machine


def _tasks() -> Iterator[tuple[str, str, str]]:
    text = GUIDE.read_text(encoding="utf-8").partition("## Six tasks")[2]
    yield from BLOCK.findall(text)


def _is_same(printed: str, said: str) -> bool:
    """Whether two texts have the same words, and numbers that agree in their first digits."""
    words, numbers = (
        [f(text) for text in (printed, said)]
        for f in (lambda text: NUMBER.sub("#", text).split(), NUMBER.findall)
    )
    pairs = zip(*numbers, strict=False)
    return words[0] == words[1] and all(
        abs(float(a) - float(b)) <= FEW_DIGITS * max(1.0, abs(float(b))) for a, b in pairs
    )


@pytest.mark.slow
@pytest.mark.usefixtures("qapp")
def test_the_six_tasks_print_what_the_guide_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    for name in ("iris.csv", "penguins.csv"):
        shutil.copy(assets() / "data" / name, tmp_path)
    monkeypatch.chdir(tmp_path)
    tasks, names = list(_tasks()), dict[str, Any]()
    assert len(tasks) == 6
    for kind, code, said in tasks:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            if kind == "python":
                exec(code, names)
            else:
                assert main(shlex.split(code)[2:]) == 0
        assert _is_same(printed.getvalue(), said), printed.getvalue()
    assert (tmp_path / "iris.pdf").exists()


@pytest.mark.usefixtures("qapp")
def test_the_talk_of_the_guide_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```toml\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    (talk,) = (block for block in blocks if "[[slide]]" in block)
    (tmp_path / "talk.toml").write_text(talk, encoding="utf-8")
    save_document(document_of(clouds(40), (Fisher(), Perceptron())), tmp_path / "clouds.json")
    output = tmp_path / "talk.pdf"
    assert main(["export", str(tmp_path / "talk.toml"), "-o", str(output)]) == 0
    assert output.exists()
    assert "left out" not in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.usefixtures("qapp")
def test_the_tables_of_the_guide_have_the_columns_that_its_commands_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for table in (assets() / "data").glob("*.csv"):
        shutil.copy(table, tmp_path)
    monkeypatch.chdir(tmp_path)
    text = GUIDE.read_text(encoding="utf-8").replace("\\\n", "")
    commands = re.findall(
        r"^    linclass-gui (fit (?:iris|wine|penguins)\.csv .*)$", text, re.MULTILINE
    )
    assert len(commands) == 5
    for command in commands:
        assert main(shlex.split(command, comments=True)) == 0, command
