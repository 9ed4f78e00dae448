"""The document of the first start: two clouds, two methods that disagree a little, and one point on
the wrong side.
"""

from __future__ import annotations

from .document import Document
from .files.codec import load_document
from .files.resources import assets


def default_document() -> Document:
    """The scene of the first start, read from the shipped lessons."""
    return load_document(assets() / "lessons" / "two-clouds.json")
