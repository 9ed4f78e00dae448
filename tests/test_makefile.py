"""What the commands of the Makefile say that they do."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
@pytest.mark.parametrize("target", ["run", "figures"])
def test_what_a_newcomer_runs_writes_no_file_that_is_kept(target: str) -> None:
    said = subprocess.run(
        ["make", "-n", target, "DISPLAY=", "WAYLAND_DISPLAY="], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "docs/" not in said.stdout


def test_the_quick_tests_have_a_folder_for_every_room() -> None:
    """Tests of solvers are quick where they are contracts; those of the window where they need no window."""
    (line,) = re.findall(r"^QUICK := (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    folders = line.split()
    assert all((ROOT / "tests" / folder).is_dir() for folder in folders)
    rooms = {path.name for path in (ROOT / "linclass_gui").iterdir() if (path / "__init__.py").exists()}
    assert rooms - {"app", "cli"} <= set(folders)
    assert "solvers/contracts" in folders
