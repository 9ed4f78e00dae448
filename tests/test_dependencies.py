"""The program needs what the wheel asks for, and nothing else."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path

from import_graph import imports_of

ROOT = Path(__file__).parents[1]
OWN = {"solvers", "linclass_gui"}


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
    imported = {name for package in OWN for path in (ROOT / package).rglob("*.py") for name in _imported(path)}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted, optional = project["dependencies"], {"sklearn", "traitlets"}
    for extra in ("files", "notebook"):
        optional |= {_name(entry) for entry in project["optional-dependencies"][extra]}
    packages = set(map(_name, wanted))
    modules = {"PySide6-Essentials": {"PySide6", "shiboken6"}}
    allowed = {module for package in packages for module in modules.get(package, {package})}
    assert imported - OWN - sys.stdlib_module_names - optional == allowed
