"""What is done to the points from the menu."""

import numpy as np
from PySide6.QtWidgets import QMenu

from linclass_gui.app.window import MainWindow


def _arrange(window: MainWindow, words: str) -> None:
    menu = QMenu(window)
    window.editing.fill_arrange(menu)
    next(action for action in menu.actions() if action.text().replace("&", "") == words).trigger()
    menu.deleteLater()


def test_selected_points_are_mirrored_jittered_and_snapped_each_in_one_step(window: MainWindow) -> None:
    session = window.session
    before = session.document.dataset.X.copy()
    count = session.undo_stack.count()
    session.set_selection(frozenset({0, 1}))
    _arrange(window, "Mirror left to right")
    np.testing.assert_allclose(session.document.dataset.X[:2, 0], before[1::-1, 0])
    np.testing.assert_array_equal(session.document.dataset.X[2:], before[2:])
    session.set_selection(frozenset())
    _arrange(window, "Jitter")
    assert (session.document.dataset.X[2:] != before[2:]).all()
    _arrange(window, "Snap to grid")
    window.actions_by_id["snap"].trigger()
    places = session.document.dataset.X / session.scene.lattice
    np.testing.assert_allclose(places, np.round(places), atol=1e-9)
    window.actions_by_id["snap"].trigger()
    assert session.undo_stack.count() == count + 3
    for _ in range(3):
        session.undo_stack.undo()
    np.testing.assert_array_equal(session.document.dataset.X, before)
