"""Where the assets are: inside the installed package, or at the top of a checkout."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def assets() -> Path:
    """The folder of fonts, icons, lessons and data."""
    package = Path(__file__).resolve().parents[2]
    inside = package / "assets"
    return inside if inside.is_dir() else package.parent / "assets"


def is_shipped(path: Path) -> bool:
    """Whether a file is one of the assets, which nobody means to overwrite."""
    return path.resolve().is_relative_to(assets().resolve())
