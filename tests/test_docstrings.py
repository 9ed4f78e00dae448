"""Docstrings name parameters and fields as the code does."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FILES = sorted(path for room in ("solvers", "linclass_gui") for path in (ROOT / room).rglob("*.py"))
QUOTED = re.compile(r"``([A-Za-z_]\w*)``")
Described = ast.ClassDef | ast.FunctionDef


def names_of(described: Described) -> set[str]:
    """The parameters of a function; the fields and parameters of a class and its methods."""
    names = {node.arg for node in ast.walk(described) if isinstance(node, ast.arg)}
    if isinstance(described, ast.ClassDef):
        names |= {
            node.target.id
            for node in described.body
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        }
    return names


def words_of(tree: ast.Module) -> set[str]:
    """All words of a file but those of its docstrings."""
    described = [
        n for n in ast.walk(tree) if isinstance(n, ast.Module | ast.ClassDef | ast.FunctionDef)
    ]
    for node in described:
        if ast.get_docstring(node):
            node.body[0] = ast.Pass()
    return set(re.findall(r"\w+", ast.unparse(tree)))


def former_names(text: str) -> list[str]:
    """The words quoted in docstrings that stand nowhere else in the file, but are a part of a name
    of what is described: ``shown`` of a field ``shown_text``.
    """
    tree = ast.parse(text)
    quoted = []
    for node in ast.walk(tree):
        if isinstance(node, Described) and (words := QUOTED.findall(ast.get_docstring(node) or "")):
            parts = {part for name in names_of(node) for part in name.split("_")}
            quoted += [(node.name, word) for word in words if word in parts]
    others = words_of(tree) if quoted else set()
    return [f"{name}: {word}" for name, word in quoted if word not in others]


@pytest.mark.slow
def test_no_docstring_names_a_parameter_by_a_former_name() -> None:
    found = {path.name: former_names(path.read_text(encoding="utf-8")) for path in FILES}
    assert {name: words for name, words in found.items() if words} == {}


def test_a_former_name_is_found() -> None:
    text = '''def style(is_faded: bool) -> None:
    """The style; ``faded``: of a stale one."""
'''
    assert former_names(text) == ["style: faded"]
    assert former_names(text.replace("``faded``", "``is_faded``")) == []
