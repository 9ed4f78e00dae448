"""Imports run one way: no module needs what needs it, directly or by others, for the type checker or inside a function."""

from __future__ import annotations

from import_graph import circles, import_graph


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
