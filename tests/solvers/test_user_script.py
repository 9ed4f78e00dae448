"""A user's script of both libraries: its numbers, and its types."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("sklearn", reason="scikit-learn is not installed")
pytest.importorskip("pandas", reason="pandas is not installed")

SCRIPT = Path(__file__).with_name("user_script.py")
ROOT = SCRIPT.parents[2]
PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)
# the arrays that the pages speak of
GIVEN = """\
import numpy as np

X, y, weights = np.zeros((4, 2)), np.array([0, 0, 1, 1]), np.ones(4)
Z, labels = X, y
"""
CONFIGURATION = """\
[mypy]
strict = True
[mypy-sklearn.*,pandas.*]
ignore_missing_imports = True
"""


@pytest.mark.slow
def test_its_numbers_are_those_of_scikit_learn() -> None:
    found = runpy.run_path(str(SCRIPT))
    assert found["difference"] <= 1e-9
    assert found["off_by"] <= 1e-9
    assert found["slope_off_by"] <= 1e-12
    assert found["same_scores"]
    assert found["projected"].shape == (240, 5)
    assert found["accuracy"] > 0.5
    assert found["answer"].certificate.gap <= 1e-12
    assert found["summary"].startswith("CONVERGED: Newton")
    assert found["largest_weight"] > 0.0
    assert found["steps"] >= 1


@pytest.mark.slow
def test_types_are_strict_in_the_script_the_readme_and_the_guide(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is not installed")
    configuration = tmp_path / "mypy.ini"
    configuration.write_text(CONFIGURATION, encoding="utf-8")
    scripts = [SCRIPT]
    for page in ("README.md", "docs/guide.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        single, _, tasks = text.partition("\n## Six tasks")
        blocks = PYTHON.findall(single)
        assert blocks
        if tasks:  # each goes on with the names of those above it
            blocks.append("".join(PYTHON.findall(tasks)))
        for k, block in enumerate(blocks):
            scripts.append(tmp_path / f"{Path(page).stem.lower()}_{k}.py")
            scripts[-1].write_text(GIVEN + block, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file", str(configuration), "--cache-dir"]
    result = subprocess.run(
        [*command, str(tmp_path / "cache"), *map(str, scripts)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
