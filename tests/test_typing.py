"""The library as a type checker of its users sees it."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mypy", reason="mypy, which checks the types, is not installed")
SCRIPT = """
import numpy as np

import linclass_gui
import solvers

X = np.random.default_rng(0).normal(size=(40, 2))
y = np.arange(40) % 2
fit = solvers.fit(solvers.SoftMarginSVM(C=10.0), X, y)
reveal_type(fit)
drawn = linclass_gui.figure((X, y), methods=["fisher"], width=84, theme="light")
reveal_type(drawn)
linclass_gui.figure({"a": X[:, 0], "b": X[:, 1], "kind": y}, label="kind").save("a.pdf")
linclass_gui.figure(fit)
widget = linclass_gui.explore(X, y, ["soft-margin-svm"], axes=("a", "b"), width=800, height=500)
reveal_type(widget)
reveal_type(widget.fits)
edited, labels = linclass_gui.open(X, y, methods="fisher")
reveal_type(edited)
linclass_gui.explore(X, y, widht=3)
linclass_gui.open(X)
"""


@pytest.mark.slow
@pytest.mark.exhaustive  # seven seconds, and `make lint` checks the same types
def test_a_script_of_a_user_is_checked_strictly(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    root = Path(__file__).parents[1]
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary"]
    configuration = [
        f"--config-file={root / 'pyproject.toml'}",
        f"--cache-dir={root / '.mypy_cache'}",
    ]
    done = subprocess.run(
        [*command, *configuration, str(script)],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    said = [line.partition("script.py:")[2] for line in done.stdout.splitlines()]
    found = [line.partition('is "')[2].rstrip('"') for line in said if "Revealed type" in line]
    notes = [note.replace("builtins.", "") for note in found]
    assert notes == [
        "solvers.method.Fit",
        "linclass_gui.figures.scripting.ScriptFigure",
        "linclass_gui.figures.notebook.Explorer",
        "dict[str, solvers.method.Fit | solvers.multiclass.method.ManyFit]",
        notes[-1],
    ]
    assert notes[-1].startswith("numpy.ndarray[")
    errors = [line.partition(": error: ")[2] for line in said if ": error: " in line]
    assert len(errors) == 2
    assert 'Unexpected keyword argument "widht"' in errors[0]
    assert "argument" in errors[1]
