"""Build the source distribution and the wheels of a release, with a README that a package page can
show.

    python packaging/dist.py [--url https://HOST/OWNER/linclass]

The wheels differ in one file, ``core.library``; zig compiles it for every platform on any machine,
and its header is checked in the finished wheel.

A package page does not know the repository, so a relative link leads nowhere there.  With the
repository's address the links become absolute and the address joins the metadata; without one the
pictures go, and of other links only the words stay.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

from build_core import LIBRARY, SOURCE, TARGETS, digest
from library_header import Library, read_library

ROOT = Path(__file__).resolve().parents[1]
PICTURE = re.compile(r"!\[([^\]]*)\]\((?!https?:)([^)]+)\)\n*")
FORMATS = {"manylinux": "ELF", "musllinux": "ELF", "macosx": "Mach-O", "win": "PE"}
# A library of macOS must name its system; nothing of it is called but what loads it and what clears
# memory, which compilers for macOS put in the place of memset.
SYSTEM_OF_MAC = {"/usr/lib/libSystem.B.dylib"}
CALLS_OF_MAC = {"dyld_stub_binder", "bzero", "__bzero"}
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!https?:|#)([^)]+)\)")


def readme(text: str, url: str | None, version: str) -> str:
    """The README with absolute links to the files of one version, or without pictures and links."""
    if url is None:
        return LINK.sub(r"\1", PICTURE.sub("", text))
    raw, page = f"{url}/raw/v{version}", f"{url}/blob/v{version}"
    return LINK.sub(rf"[\1]({page}/\2)", PICTURE.sub(rf"![\1]({raw}/\2)\n\n", text))


def metadata(text: str, url: str) -> str:
    """``pyproject.toml`` with the addresses of the project."""
    urls = (
        f'[project.urls]\nHomepage = "{url}"\nIssues = "{url}/issues"\nChangelog = '
        f'"{url}/blob/main/CHANGELOG.md"\n\n'
    )
    return text.replace("[project.scripts]\n", urls + "[project.scripts]\n", 1)


def version_of(tree: Path) -> str:
    """The version that the package itself states."""
    found = re.search(
        r'^__version__ = "(.+)"$',
        (tree / "linclass_gui" / "version.py").read_text("utf-8"),
        re.MULTILINE,
    )
    if found is None:
        raise SystemExit("linclass_gui/version.py states no version")
    return found[1]


def prepare(tree: Path, url: str | None) -> None:
    """Change README and metadata of an exported tree."""
    page, project = tree / "README.md", tree / "pyproject.toml"
    page.write_text(readme(page.read_text("utf-8"), url, version_of(tree)), "utf-8", newline="\n")
    if url is not None:
        project.write_text(metadata(project.read_text("utf-8"), url), "utf-8", newline="\n")


def check_library(wheel: Path, platform: str) -> Library:
    """The library in a wheel; a SystemExit where it is not that of its platform and source, or
    needs what the platform may lack.
    """
    with zipfile.ZipFile(wheel) as archive:
        content = archive.read(LIBRARY.relative_to(ROOT).as_posix())
        source = archive.read(SOURCE.relative_to(ROOT).as_posix())
    library = read_library(content)
    machine = "arm64" if platform.endswith(("arm64", "aarch64")) else "x86_64"
    loops = set(re.findall(r"^EXPORT .*?(\w+)\(", source.decode(), re.MULTILINE))
    is_mac = library.format == "Mach-O"
    holds = {
        "format": library.format == FORMATS[platform.split("_", maxsplit=1)[0]],
        "processor": library.machine == machine,
        "needs": library.needed == (SYSTEM_OF_MAC if is_mac else set()),
        "calls": library.called <= (CALLS_OF_MAC if is_mac else set()),
        "loops": bool(loops) and loops <= library.offered,
        "source": digest(source).encode() in content,
        "signature": library.is_signed or (library.format, machine) != ("Mach-O", "arm64"),
    }
    if not all(holds.values()):
        wrong = ", ".join(part for part, is_right in holds.items() if not is_right)
        raise SystemExit(f"{wheel.name}: its library has the wrong {wrong}: {library}")
    return library


def main() -> None:
    """Export the last commit, prepare it, build it into ``dist/``."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--url", help="address of the repository, without a slash at its end")
    url = parser.parse_args().url or None
    with tempfile.TemporaryDirectory() as folder:
        tree, archive = Path(folder) / "linclass", Path(folder) / "tree.tar"
        subprocess.run(["git", "archive", "-o", str(archive), "HEAD"], cwd=ROOT, check=True)
        with tarfile.open(archive) as packed:
            packed.extractall(tree, filter="data")
        prepare(tree, url)
        out = ROOT / "dist"
        shutil.rmtree(out, ignore_errors=True)
        build = [sys.executable, "-m", "hatchling", "build", "-d", str(out)]
        subprocess.run([*build, "-t", "sdist"], cwd=tree, check=True)
        for platform in TARGETS:
            environment = os.environ | {"LINCLASS_PLATFORM": platform}
            subprocess.run([*build, "-t", "wheel"], cwd=tree, check=True, env=environment)
            (wheel,) = out.glob(f"*-{platform}.whl")
            library = check_library(wheel, platform)
            needs = ", ".join(library.needed) or "nothing"
            print(f"  {library.format} for {library.machine}, needs {needs}", flush=True)


if __name__ == "__main__":
    main()
