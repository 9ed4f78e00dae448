"""A table of more columns than two, for the tests of planes."""

from dataclasses import replace

import pytest

from linclass_gui.files.first_picture import open_document
from linclass_gui.scene.class_editing import without_class
from linclass_gui.scene.document import Document


@pytest.fixture(scope="session")
def iris() -> Document:
    """All four columns of Fisher's flowers, three classes, without methods."""
    return replace(open_document("example:iris"), methods=(), selected="")


@pytest.fixture(scope="session")
def two(iris: Document) -> Document:
    """The two kinds of them that overlap: versicolor and virginica."""
    return without_class(iris, 0)
