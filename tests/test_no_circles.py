"""Imports run one way, and what they need the wheel asks for.

No module needs what needs it, directly or by others, for the type checker or inside a function.
"""

import ast
import re
import sys
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from import_graph import ROOT, circles, import_graph, imports_of

from linclass_gui.figures.formats import EXPORTERS
from linclass_gui.plots import PLOTS

OWN = ("solvers", "linclass_gui")


def test_no_module_imports_what_imports_it() -> None:
    found = circles(import_graph(*OWN))
    assert not found, "\n".join(" <-> ".join(circle) for circle in found)


def test_every_plot_and_every_format_is_kept_apart_by_a_contract() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "importlinter"
    ]["contracts"]
    apart = [
        pattern
        for contract in contracts
        if contract["type"] == "independence"
        for pattern in contract["modules"]
    ]
    functions = [plot.figure for plot in PLOTS] + [e.encode for e in EXPORTERS]
    shared = {"linclass_gui.figures.formats", "linclass_gui.figures.png"}
    for module in {f.__module__ for f in functions} - shared:
        assert any(
            fnmatchcase(module, pattern) or module.startswith(f"{pattern}.") for pattern in apart
        ), module


def _imported(path: Path) -> set[str]:
    """The packages that a module imports, wherever in it."""
    found = set()
    for node in imports_of(path):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module is not None:
            found.add(node.module.partition(".")[0])
    return found


def _name(entry: str) -> str:
    return re.split(r"[^A-Za-z0-9-]", entry)[0]


def test_every_import_is_a_dependency_and_every_dependency_is_imported() -> None:
    imported = {
        name
        for package in OWN
        for path in (ROOT / package).rglob("*.py")
        for name in _imported(path)
    }
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted, optional = project["dependencies"], {"sklearn", "traitlets"}
    for extra in ("files", "notebook", "completion"):
        optional |= {_name(entry) for entry in project["optional-dependencies"][extra]}
    packages = set(map(_name, wanted))
    modules = {"PySide6-Essentials": {"PySide6", "shiboken6"}}
    allowed = {module for package in packages for module in modules.get(package, {package})}
    assert imported - {*OWN} - sys.stdlib_module_names - optional == allowed


BACK = "def f():\n    from .one import x\nif TYPE_CHECKING:\n    from . import three"
PLANTED = {"__init__": "", "one": "from .two import f", "two": BACK, "three": "from .two import f"}


def test_a_planted_circle_is_found_wherever_its_import_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder := tmp_path / "planted").mkdir()
    for name, text in PLANTED.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.setattr("import_graph.ROOT", tmp_path)
    assert circles(import_graph("planted")) == [("planted.one", "planted.three", "planted.two")]
