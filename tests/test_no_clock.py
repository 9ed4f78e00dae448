"""No test depends on how quick the machine is: nothing is asserted of a clock, and nothing
sleeps.
"""

import ast
from pathlib import Path

import pytest

CLOCKS = {
    "perf_counter",
    "perf_counter_ns",
    "monotonic",
    "monotonic_ns",
    "process_time",
    "thread_time",
    "time_ns",
    "elapsed",
}
FILES = sorted(path for path in Path(__file__).parent.rglob("test_*.py") if path != Path(__file__))


def clocks_of(tree: ast.AST) -> list[int]:
    """The lines of assertions that look at a clock, and of pauses in tests (a worker that hangs may
    be played by one).
    """
    asserts = [node for node in ast.walk(tree) if isinstance(node, ast.Assert)]
    names = {node.lineno: {*map(_name, ast.walk(node.test))} for node in asserts}
    tests = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    calls = [node for test in tests for node in ast.walk(test) if isinstance(node, ast.Call)]
    pauses = [node.lineno for node in calls if ast.unparse(node.func) in {"time.sleep", "sleep"}]
    return [line for line, found in names.items() if found & CLOCKS] + pauses


def _name(node: ast.AST) -> str:
    return (
        node.attr
        if isinstance(node, ast.Attribute)
        else node.id
        if isinstance(node, ast.Name)
        else ""
    )


def test_no_test_asserts_on_a_clock_or_sleeps() -> None:
    texts = ((path.name, path.read_text(encoding="utf-8")) for path in FILES)
    # Most files name no clock at all, and need not be parsed.
    named = (
        (name, text) for name, text in texts if any(word in text for word in (*CLOCKS, "sleep"))
    )
    slow = {name: lines for name, text in named if (lines := clocks_of(ast.parse(text)))}
    assert slow == {}


@pytest.mark.parametrize(
    "text",
    [
        "assert time.monotonic() < 3",
        "assert perf_counter() - a < 0.1",
        "def test_it(): time.sleep(1)",
    ],
)
def test_it_would_be_found(text: str) -> None:
    assert clocks_of(ast.parse(text)) == [1]
