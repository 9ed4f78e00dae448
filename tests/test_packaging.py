"""The program as a stranger gets it: the wheel in an environment of its own, run from another
folder.
"""

import email
import importlib.util
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import linclass_gui
from solvers import core

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "packaging"))
import build_core  # noqa: E402
import dist  # noqa: E402
from library_header import read_library  # noqa: E402

PACKAGES = ("solvers", "linclass_gui")
# What the wheel brings beside the packages: menu entry, file type and icon of Linux desktops.
DESKTOP = {
    "share/applications/linclass.desktop",
    "share/mime/packages/linclass.xml",
    "share/icons/hicolor/scalable/apps/linclass.svg",
}


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the sdist, built by the back end that ``pyproject.toml``
    names.
    """
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    return folder


def _tree() -> set[str]:
    """Every source file and asset of the checkout, where the wheel has it."""
    sources = {
        str(path.relative_to(ROOT))
        for package in PACKAGES
        for kind in ("*.py", "*.mjs", "*.css", "*.c", "*.json")
        for path in (ROOT / package).rglob(kind)
    }
    return sources | {
        f"linclass_gui/{path.relative_to(ROOT)}"
        for path in (ROOT / "assets").rglob("*")
        if path.is_file()
    }


def test_the_wheel_holds_every_module_and_asset(distributions: Path) -> None:
    (wheel,) = distributions.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    shared = {name.partition(".data/data/")[2] for name in held if ".data/" in name}
    assert {name for name in held if ".data/" not in name} == _tree() | {
        f"{package}/py.typed" for package in PACKAGES
    } | {"solvers/core/core.library"}
    assert shared == DESKTOP


def test_the_library_in_the_wheel_needs_nothing_and_offers_every_loop(distributions: Path) -> None:
    (wheel,) = distributions.glob("*.whl")
    assert not wheel.name.endswith("-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        library = read_library(archive.read("solvers/core/core.library"))
    assert library.needed == (dist.SYSTEM_OF_MAC if sys.platform == "darwin" else set())
    assert library.called <= dist.CALLS_OF_MAC
    assert library.offered >= {*core.SIGNATURES, "source_digest"}


@pytest.mark.parametrize("platform", ["macosx_10_13_x86_64", "win_arm64"])
def test_a_wheel_with_the_library_of_another_platform_is_refused(
    platform: str, distributions: Path
) -> None:
    (wheel,) = distributions.glob("*.whl")
    with pytest.raises(SystemExit, match=r"the wrong (format|processor)"):
        dist.check_library(wheel, platform)


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("ziglang") is None, reason="needs linclass[dist]")
@pytest.mark.parametrize("platform", build_core.TARGETS)
def test_zig_compiles_for_every_platform(platform: str, tmp_path: Path) -> None:
    target = tmp_path / "core.library"
    name, *flags = build_core.TARGETS[platform]
    compiler = [*build_core.zig("-target", name), *build_core.FLAGS, *flags]
    assert not build_core.compile_core(compiler, target)
    wheel = tmp_path / "one.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path in (target, build_core.SOURCE):
            archive.write(path, f"solvers/core/{path.name}")
    dist.check_library(wheel, platform)


@pytest.mark.slow
def test_where_nothing_compiles_the_program_runs_on_the_reference(
    distributions: Path, tmp_path: Path
) -> None:
    (sdist,) = distributions.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (tree,) = tmp_path.iterdir()
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=tree,
        env=os.environ | {"CC": "no-compiler"},
        check=True,
        capture_output=True,
        text=True,
    )
    assert "linclass will run its loops in plain Python: no-compiler" in built.stdout + built.stderr
    (wheel,) = tmp_path.glob("*-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    said = subprocess.run(
        [sys.executable, "-m", "linclass_gui", "--version"],
        cwd=tmp_path / "site",
        check=True,
        capture_output=True,
        text=True,
    )
    assert said.stdout == f"linclass-gui {linclass_gui.__version__}, readable reference\n"


def test_the_metadata_are_complete(distributions: Path) -> None:
    (wheel,) = distributions.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        (commands,) = (name for name in archive.namelist() if name.endswith("entry_points.txt"))
        metadata, entries = (
            email.message_from_bytes(archive.read(name)),
            archive.read(commands).decode(),
        )
    assert metadata["Version"] == linclass_gui.__version__
    assert metadata["Author"] == "linclass developers"
    assert metadata["Keywords"]
    pythons = {
        line
        for line in metadata.get_all("Classifier", [])
        if line.startswith("Programming Language :: Python :: 3.")
    }
    assert len(pythons) == 4
    assert "[gui_scripts]\nlinclass = " in entries


INSTALL_HINT = re.compile(r"pip install\s+\\?[\"']?(linclass[\w-]*|\.)(?:\[([\w,]+)\])?(?![\w.])")
HINTING = ("README.md", "CONTRIBUTING.md", "docs", "linclass_gui", "solvers", ".github")


def _install_hints() -> set[tuple[str, str]]:
    """What pages and messages tell people to install: (distribution, extras); ``.`` is a
    checkout.
    """
    paths = (
        path
        for name in HINTING
        for path in ((ROOT / name).rglob("*") if (ROOT / name).is_dir() else [ROOT / name])
    )
    texts = (path.read_text("utf-8") for path in paths if path.suffix in (".md", ".py", ".yml"))
    return {found.groups(default="") for text in texts for found in INSTALL_HINT.finditer(text)}


def test_every_hint_on_installing_names_this_distribution_and_its_extras() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    hints = _install_hints()
    assert {name for name, _ in hints} == {project["name"], "."}
    assert {extra for _, extras in hints for extra in extras.split(",") if extra} <= set(
        project["optional-dependencies"]
    )
    assert {"files", "notebook", "video"} <= {
        extras for name, extras in hints if name == project["name"]
    }


def test_a_package_page_gets_only_links_that_lead_somewhere() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    alone, linked = (
        dist.readme(text, None, "1.2.3"),
        dist.readme(text, "https://host.example/linclass", "1.2.3"),
    )
    assert not re.search(r"\]\((?!https:)", alone + linked)
    assert "![" not in alone
    assert "](https://host.example/linclass/raw/v1.2.3/docs/window.png)" in linked


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="a menu of Linux desktops")
def test_the_menu_entry_starts_the_installed_command(tmp_path: Path) -> None:
    command = Path(sysconfig.get_path("scripts")) / Path(sys.executable).name
    home = os.environ | {"XDG_DATA_HOME": str(tmp_path)}
    subprocess.run(
        [ROOT / "packaging" / "linux" / "install", command],
        env=home,
        check=True,
        capture_output=True,
    )
    assert f"Exec={command.resolve()} %f\n" in (
        tmp_path / "applications" / "linclass.desktop"
    ).read_text("utf-8")
    assert {f"share/{path.relative_to(tmp_path)}" for path in tmp_path.rglob("*")} >= DESKTOP


WITHOUT_CONSOLE = """
import os, sys
from PySide6.QtWidgets import QMessageBox
QMessageBox.critical = lambda parent, title, sentence: open(sys.argv[2], "w").write(sentence)
sys.stdout = sys.stderr = None
from linclass_gui.start import window
del sys.argv[0]
os._exit(window())
"""


def test_without_a_console_a_file_that_cannot_be_opened_is_said_in_a_box(tmp_path: Path) -> None:
    said = tmp_path / "said"
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(tmp_path)}
    code = WITHOUT_CONSOLE.replace("sys.argv[2]", repr(str(said)))
    run = subprocess.run(
        [sys.executable, "-c", code, "-", str(tmp_path / "none.json")], env=environment, check=False
    )
    assert run.returncode == 2
    assert "none.json" in said.read_text("utf-8")


def test_the_sdist_holds_what_the_wheel_is_built_from(distributions: Path) -> None:
    (sdist,) = distributions.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        held = {name.split("/", 1)[1] for name in archive.getnames()}
    sources = {name.replace("linclass_gui/assets/", "assets/") for name in _tree()}
    assert sources | {"pyproject.toml", "packaging/build_core.py", "README.md", "LICENSE"} <= held
    assert "solvers/core/core.library" not in held
