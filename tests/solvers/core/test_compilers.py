"""The library compiled in other ways: with every access checked, and by another compiler."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from problems import BY_NAME, SETTINGS, clouds, name_of

import solvers
from solvers import GaussianKernel, SoftMarginSVM, core

ROOT = Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "packaging"))
import build_core  # noqa: E402

CHECKS = [
    *("-std=c99", "-g", "-O1", "-shared", "-fPIC", "-ffp-contract=off"),
    *("-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
]
# Fill the whole process with the checked library, then run what compares loops with the reference.
CHECKED = """
import sys, pytest
from pathlib import Path
from solvers import core
core.PATH = Path(sys.argv[1])
core.LIBRARY = core._load()
assert core.LIBRARY is not None
sys.exit(pytest.main(["-n0", "-q", "-p", "no:cacheprovider", *sys.argv[2:]]))
"""


def _checked_library(folder: Path) -> tuple[Path, str]:
    """The library with every access and every operation checked, and what must be loaded before it;
    skips where the compiler has no checks.
    """
    library, compiler = folder / "core.checked", build_core.own_compiler()
    failure = build_core.compile_core([*compiler, *CHECKS], library)
    if failure or sys.platform != "linux":
        pytest.skip(failure or "LD_PRELOAD")
    asked = [*compiler, "-print-file-name=libasan.so"]
    named = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    if not Path(named).is_absolute():
        pytest.skip("the compiler's own checks have no library")
    return library, named


@pytest.mark.slow
@pytest.mark.exhaustive  # seven seconds
def test_no_loop_leaves_its_arrays_or_the_rules_of_c(tmp_path: Path) -> None:
    library, checks = _checked_library(tmp_path)
    here = Path(__file__)
    # every method in every setting would take half a minute
    tests = [str(here.parent), f"--ignore={here}", "-k", "not every_method"]
    done = subprocess.run(
        [sys.executable, "-c", CHECKED, str(library), *tests],
        env=os.environ | {"LD_PRELOAD": checks, "ASAN_OPTIONS": "detect_leaks=0"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def _answers() -> dict[str, bytes]:
    """Of every method on small data, to the last bit."""
    found = {}
    for name in ("separable", "overlapping", "snapped grid with ties", "XOR"):
        reference = BY_NAME[name]
        for method in SETTINGS:
            fit = solvers.solve(method, reference.problem(), trace=False)
            scores = fit.decision_function(reference.X) if fit.has_model else np.empty(0)
            found[f"{name_of(method)} on {name}"] = scores.tobytes()
    X, y = clouds(200, 0.6)
    fit = solvers.fit(SoftMarginSVM(C=10.0), X, y, kernel=GaussianKernel(1.0))
    return found | {"kernel": fit.decision_function(X).tobytes()}


def _answers_by(compiler: list[str], folder: Path) -> dict[str, bytes]:
    """The answers of the library that a compiler makes; skips where there is no such compiler."""
    path = folder / "core.library"
    failure = build_core.compile_core([*compiler, *build_core.FLAGS, *build_core.SYSTEM], path)
    if failure:
        pytest.skip(failure)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(core, "PATH", path)
        patch.setattr(core, "LIBRARY", core._load())
        assert core.LIBRARY is not None
        return _answers()


def test_pages_have_the_loops_of_this_source() -> None:
    """Else: ``pip install ziglang``, ``python packaging/build_core.py``, and a commit."""
    assert build_core.is_current(build_core.PAGES.read_text(encoding="utf-8"))


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("ziglang") is None, reason="needs linclass[dist]")
def test_zig_and_the_compiler_of_the_system_give_the_same_bits(tmp_path: Path) -> None:
    by_system = _answers_by(build_core.own_compiler(), tmp_path)
    assert by_system == _answers_by(build_core.zig(), tmp_path)
