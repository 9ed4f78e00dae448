"""How many numbers the code may name, and that the page about its parts says how large it is."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

measure = pytest.importorskip(
    "benchmarks.measure", reason="the benchmarks are not beside the tests"
)
ROOT = Path(__file__).parents[1]

CONSTANTS = 180


def test_numbers_at_module_level_of_the_solvers_are_few() -> None:
    assert measure.constants_of("solvers") <= CONSTANTS


def test_the_page_has_the_tables() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    tables = page.split(measure.BEGIN)[1].split(measure.END)[0]
    assert all(f"| `{room}` |" in tables for room in measure.ROOMS)


def test_what_is_counted_is_what_stands_there(tmp_path: Path) -> None:
    path = tmp_path / "some.py"
    path.write_text(
        "A, B = 1, -2e-3\nC: float = 3 * 4\nD = True\nE = f(1)\n\ndef f(x):\n    return 1 if x "
        "and A or B else 2\n"
    )
    source = measure.Source(path)
    assert (source.lines, source.constants()) == (7, 3)
    (function,) = source.functions()
    assert isinstance(function, ast.FunctionDef)
    assert measure.complexity(function) == 4
