"""Presentations in every test, without Qt's style sheet: it takes a third of their time."""

import pytest

from linclass_gui.window import parts_window
from linclass_gui.window.widgets.themed import restyle


@pytest.fixture(autouse=True)
def _style_sheet_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts_window, "apply_stylesheet", restyle)
