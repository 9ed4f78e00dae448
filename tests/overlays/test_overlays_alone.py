"""No layer draws another one: what words keep clear of is the business of the placer."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from linclass_gui import overlays

FOLDER = Path(overlays.__file__).parent
# The list of the layers and the canvas are no layers: who puts the layers one above the other draws
# them all.
NO_LAYERS = {"__init__.py", "canvas.py"}
FILES = [path for path in sorted(FOLDER.rglob("*.py")) if path.name not in NO_LAYERS]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_layer_calls_the_draw_of_no_other(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    ]
    assert not [call.lineno for call in calls if call.func.attr == "draw"]
