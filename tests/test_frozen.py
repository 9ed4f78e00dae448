"""Public names, options of the command line, names of widgets and scene files of before still work.

The folder `frozen` holds them as they were in version 0.2.0.  New ones may join; none may go.
"""

from __future__ import annotations

import inspect
import json
import re
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

import linclass_gui
import solvers
from linclass_gui.app import create_window
from linclass_gui.cli import main
from linclass_gui.files.codec import decode, encode

FROZEN = Path(__file__).parent / "frozen"
SCENES = sorted((FROZEN / "scenes").glob("*.json"))
COMMANDS = ("", "export", "fit", "list", "course")


def frozen(name: str) -> dict[str, Any]:
    """A copy by its name."""
    found: dict[str, Any] = json.loads((FROZEN / f"{name}.json").read_text(encoding="utf-8"))
    return found


LISTS = tuple(frozen("command_line")["lists"])


def names_in(module: ModuleType) -> dict[str, dict[str, list[str]]]:
    """The public names of a package that are not modules, with their parameters and attributes."""
    found = {}
    for name in dir(module):
        value = getattr(module, name)
        if not name.startswith("_") and not isinstance(value, ModuleType):
            found[name] = {"parameters": parameters_of(value), "attributes": attributes_of(value)}
    return found


def parameters_of(value: Any) -> list[str]:
    """The parameters of a call in their order, those by name alone with a star."""
    try:
        parameters = inspect.signature(value).parameters.values() if callable(value) else ()
    except ValueError:
        return []
    return [f"{'*' * (p.kind is p.KEYWORD_ONLY)}{p.name}" for p in parameters]


def attributes_of(value: Any) -> list[str]:
    """The public attributes of a class, fields of its instances among them."""
    if not isinstance(value, type):
        return []
    own = {f.name for f in fields(value)} if is_dataclass(value) else set()
    return sorted(name for name in own | set(dir(value)) if not name.startswith("_"))


@pytest.mark.parametrize("package", [solvers, linclass_gui], ids=lambda package: package.__name__)
def test_public_names_stay_with_their_parameters_and_attributes(package: ModuleType) -> None:
    now = names_in(package)
    for name, before in frozen(package.__name__).items():
        assert name in now
        parameters = before["parameters"]
        at_places = [p for p in parameters if not p.startswith("*")]
        assert now[name]["parameters"][: len(at_places)] == at_places, name
        assert set(parameters) <= set(now[name]["parameters"]), name
        assert set(before["attributes"]) <= set(now[name]["attributes"]), name


def options_of(command: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The options of a command, as its help lists them below each other."""
    with pytest.raises(SystemExit):
        main([*([command] if command else []), "--help"])
    lines = capsys.readouterr().out.splitlines()
    entries = [line.strip().partition("  ")[0] for line in lines if line.startswith("  -")]
    return sorted(word for entry in entries for word in re.findall(r"(?<!\S)-[\w-]+", entry))


@pytest.mark.parametrize("command", COMMANDS)
def test_options_of_the_command_line_stay(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "10000")
    before = frozen("command_line")["options"][command or "window"]
    assert set(before) <= set(options_of(command, capsys))


@pytest.mark.parametrize("kind", LISTS)
def test_names_that_the_command_line_lists_stay(
    kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["list", kind]) == 0
    now = {line.split()[0] for line in capsys.readouterr().out.splitlines() if line.strip()}
    assert set(frozen("command_line")["lists"][kind]) <= now


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_a_scene_file_of_before_means_the_same(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert encode(decode(text, path.name)) == text


def object_names(path: Path, qtbot: QtBot) -> list[str]:
    """The names of all widgets and actions of a window with a scene."""
    window = create_window(decode(path.read_text(encoding="utf-8"), path.name))
    qtbot.addWidget(window)
    assert window.lessons.panel.isHidden()  # built by the first question for it
    window.session.wait_idle(20_000)
    names = {child.objectName() for child in window.findChildren(QObject)}
    window.session.undo_stack.setClean()
    window.close()
    return sorted(name for name in names if name and not name.startswith("qt_"))


@pytest.mark.slow
@pytest.mark.parametrize("scene", ["2-kernels", "3-everything"])
def test_widgets_keep_their_names(scene: str, qtbot: QtBot) -> None:
    before = frozen("object_names")[scene]
    assert set(before) <= set(object_names(FROZEN / "scenes" / f"{scene}.json", qtbot))
