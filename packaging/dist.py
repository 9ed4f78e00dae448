"""Build the source distribution and the wheel of a release, with a README that a package page can
show.

    python packaging/dist.py [--url https://HOST/OWNER/linclass]

A package page does not know the repository, so a relative link leads nowhere there.  With the
repository's address the links become absolute and the address joins the metadata; without one the
pictures go, and of other links only the words stay.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PICTURE = re.compile(r"!\[([^\]]*)\]\((?!https?:)([^)]+)\)\n*")
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
        (tree / "linclass_gui" / "__init__.py").read_text("utf-8"),
        re.MULTILINE,
    )
    if found is None:
        raise SystemExit("linclass_gui/__init__.py states no version")
    return found[1]


def prepare(tree: Path, url: str | None) -> None:
    """Change README and metadata of an exported tree."""
    page, project = tree / "README.md", tree / "pyproject.toml"
    page.write_text(readme(page.read_text("utf-8"), url, version_of(tree)), "utf-8", newline="\n")
    if url is not None:
        project.write_text(metadata(project.read_text("utf-8"), url), "utf-8", newline="\n")


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
        shutil.rmtree(ROOT / "dist", ignore_errors=True)
        subprocess.run(
            [sys.executable, "-m", "hatchling", "build", "-d", str(ROOT / "dist")],
            cwd=tree,
            check=True,
        )


if __name__ == "__main__":
    main()
