"""Pages are tried in a browser."""

from collections.abc import Iterator

import pytest
from chromium import Chromium


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """One browser for all tests of a file."""
    made = Chromium(tmp_path_factory.mktemp("chromium"))
    yield made
    made.close()
