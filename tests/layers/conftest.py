"""Words are measured before they are placed, which needs an application."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication


@pytest.fixture(autouse=True, scope="session")
def _application(qapp: QApplication) -> None:
    """The application whose fonts are measured."""
