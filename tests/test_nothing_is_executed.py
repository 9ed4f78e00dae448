"""No text becomes code: neither the library nor the program calls what executes or evaluates
one.
"""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXECUTING = {"exec", "eval", "compile", "__import__", "execfile"}
MODULES = {"code", "codeop", "pickle", "marshal", "shelve", "runpy"}
SOURCES = sorted(
    path for room in ("solvers", "linclass_gui") for path in (ROOT / room).rglob("*.py")
)


def executing(source: str) -> list[str]:
    """The calls in a source that execute a text, and the imports of modules that do."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name) and node.id in EXECUTING:
            found.append(f"{node.lineno}: {node.id}")
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id in {"builtins", "__builtins__"}
        ):
            found.append(f"{node.lineno}: {ast.unparse(node)}")
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names = (
                {alias.name for alias in node.names}
                if isinstance(node, ast.Import)
                else {node.module or ""}
            )
            found.extend(f"{node.lineno}: import {name}" for name in names & MODULES)
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_source_executes_a_text(path: Path) -> None:
    assert executing(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "exec('1')",
        "x = eval",
        "import pickle",
        "from pickle import loads",
        "builtins.exec('1')",
        "compile('1', '', 'eval')",
    ],
)
def test_a_source_that_does_is_found(source: str) -> None:
    assert len(executing(source)) == 1


@pytest.mark.parametrize("source", ["re.compile('a')", "dialog.exec()", "import code_of_mine"])
def test_what_is_only_called_so_is_not(source: str) -> None:
    assert executing(source) == []
