"""The modules of the page as one script: joined in the order of their imports, so that a page is
one file.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "live"
_IMPORT = re.compile(r'^import\s.*?\sfrom\s"([^"]+)";\n', re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"^ *(?:/\*\*.*?\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)  # of whole lines
_EXPORT = re.compile(r"^export ", re.MULTILINE)


@cache
def script(root: str = "page") -> str:
    """A page's script: every module that ``root`` needs once, after those that it imports; their
    names are unique among all.

    Comments are left out: they would be an eighth of the page.
    """
    return "\n".join(
        _COMMENT.sub("", _EXPORT.sub("", _IMPORT.sub("", path.read_text(encoding="utf-8"))))
        for path in in_order(root)
    )


def in_order(root: str = "page") -> tuple[Path, ...]:
    """The modules, each after those that it imports."""
    return tuple(_after(FOLDER / f"{root}.mjs", {}))


def _after(path: Path, found: dict[Path, None]) -> dict[Path, None]:
    for name in _IMPORT.findall(path.read_text(encoding="utf-8")):
        other = (path.parent / name).resolve()
        if other not in found:
            _after(other, found)
    found[path.resolve()] = None
    return found
