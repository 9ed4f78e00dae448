"""No layer draws another one: what words keep clear of is the business of the placer."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from linclass_gui import layers

FOLDER = Path(layers.__file__).parent
# The canvas puts the layers one above the other.
FILES = [path for path in sorted(FOLDER.rglob("*.py")) if path.name != "canvas.py"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_layer_calls_the_draw_of_no_other(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    ]
    assert not [call.lineno for call in calls if call.func.attr.startswith("draw")]
    imported = [
        name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    ]
    assert not [name for name in imported if name.startswith("draw_")]
