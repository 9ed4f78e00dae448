"""The program as a stranger gets it: the wheel in an environment of its own, run from another folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from importlib.util import cache_from_source
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("solvers", "linclass_gui")


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the sdist, built by the back end that ``pyproject.toml`` names."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", str(folder)], cwd=ROOT, check=True, capture_output=True)
    return folder


def _tree() -> set[str]:
    """Every source file and asset of the checkout, where the wheel has it."""
    sources = {str(path.relative_to(ROOT)) for package in PACKAGES for path in (ROOT / package).rglob("*.py")}
    return sources | {f"linclass_gui/{path.relative_to(ROOT)}" for path in (ROOT / "assets").rglob("*") if path.is_file()}


def test_the_wheel_holds_every_module_and_asset(distributions: Path) -> None:
    (wheel,) = distributions.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert held == _tree() | {f"{package}/py.typed" for package in PACKAGES}


def test_the_sdist_holds_what_the_wheel_is_built_from(distributions: Path) -> None:
    (sdist,) = distributions.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        held = {name.split("/", 1)[1] for name in archive.getnames()}
    sources = {name.replace("linclass_gui/assets/", "assets/") for name in _tree()}
    assert sources | {"pyproject.toml", "README.md", "LICENSE"} <= held


def _bring_bytecode(site: Path) -> None:
    """What is compiled of the checkout, for sources that are the same byte for byte: compiling them again would show nothing."""
    for copy in (path for package in PACKAGES for path in (site / package).rglob("*.py")):
        source = ROOT / copy.relative_to(site)
        compiled = Path(cache_from_source(source))
        if compiled.exists() and source.read_bytes() == copy.read_bytes():
            times = source.stat()
            os.utime(copy, ns=(times.st_atime_ns, times.st_mtime_ns))  # which the bytecode names
            target = Path(cache_from_source(copy))
            target.parent.mkdir(exist_ok=True)
            shutil.copyfile(compiled, target)


def test_the_installed_program_works_from_another_folder(distributions: Path, tmp_path: Path) -> None:
    """Only the dependencies come from here: a folder named in a .pth file is searched, its own .pth files are not read."""
    (wheel,) = distributions.glob("*.whl")
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    elsewhere.mkdir()
    venv.create(home, with_pip=False)
    site = Path(sysconfig.get_path("purelib", "venv", {"base": str(home), "platbase": str(home)}))
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    _bring_bytecode(site)
    (site / "dependencies.pth").write_text(f"{sysconfig.get_path('purelib')}\n{sysconfig.get_path('platlib')}\n")
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    smoke = [str(python), str(ROOT / "tests" / "smoke.py"), str(home)]
    run = subprocess.run(smoke, cwd=elsewhere, env=clean, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, ""), run.stdout + run.stderr
