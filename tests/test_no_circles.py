"""Imports run one way: no module needs what needs it, directly or by others, for the type checker or inside a function."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatchcase

from import_graph import ROOT, circles, import_graph

from linclass_gui.exporters import EXPORTERS
from linclass_gui.overlays import OVERLAYS


def test_no_module_imports_what_imports_it() -> None:
    found = circles(import_graph("solvers", "linclass_gui"))
    assert not found, "\n".join(" <-> ".join(circle) for circle in found)


def test_a_circle_is_found_wherever_it_closes() -> None:
    graph = {"a": frozenset("b"), "b": frozenset("cd"), "c": frozenset("a"), "d": frozenset(), "e": frozenset("e")}
    assert circles(graph) == [("a", "b", "c"), ("e",)]


def test_imports_for_the_type_checker_and_inside_functions_count() -> None:
    graph = import_graph("solvers", "linclass_gui")
    assert "linclass_gui.app.commands.exporting" in graph["linclass_gui.app.window"]
    assert "linclass_gui.app.window" in graph["linclass_gui.app"]


def test_every_layer_and_every_format_is_kept_apart_by_a_contract() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    apart = [pattern for contract in contracts if contract["type"] == "independence" for pattern in contract["modules"]]
    functions = [layer.draw for layer in OVERLAYS] + [e.encode for e in EXPORTERS]
    shared = {f"linclass_gui.{name}" for name in ("exporters", "exporters.png", "overlays.overlay", "overlays.shapes.line_names")}
    for module in {f.__module__ for f in functions} - shared:
        assert any(fnmatchcase(module, pattern) or module.startswith(f"{pattern}.") for pattern in apart), module
