"""What is done to the points from menus: arranged, held back for testing, and put back."""

import numpy as np
from PySide6.QtWidgets import QMenu

from linclass_gui.window.main_window import MainWindow


def _arrange(window: MainWindow, words: str) -> None:
    menu = QMenu(window)
    window.editing.fill_arrange(menu)
    next(action for action in menu.actions() if action.text().replace("&", "") == words).trigger()
    menu.deleteLater()


def test_selected_points_are_mirrored_jittered_and_snapped_each_in_one_step(
    window: MainWindow,
) -> None:
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


def _entries(window: MainWindow) -> dict[str, object]:
    menu = QMenu(window)
    window.test_split.fill_menu(menu)
    return {action.text().replace("&", ""): action for action in menu.actions() if action.text()}


def test_points_are_held_back_drawn_again_and_put_back(window: MainWindow) -> None:
    before = window.session.committed
    _entries(window)["50 %"].trigger()
    first = window.session.committed.test
    assert abs(len(first) - 0.5 * len(before.dataset)) <= 1.0
    assert _entries(window)["50 %"].isChecked()
    _entries(window)["Draw again"].trigger()
    second = window.session.committed.test
    assert (len(second), window.session.committed.split) == (len(first), 1)
    assert second.X.tolist() != first.X.tolist()
    _entries(window)["Put test points back"].trigger()
    assert window.session.committed.test is None
    assert not _entries(window)["Draw again"].isEnabled()
    for _ in range(3):
        window.session.undo_stack.undo()
    assert window.session.committed is before
