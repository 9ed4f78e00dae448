"""The menu that holds points back: shares, another draw, the way back, each one undo entry."""

from PySide6.QtWidgets import QMenu

from linclass_gui.app.window import MainWindow


def _entries(window: MainWindow) -> dict[str, object]:
    menu = QMenu(window)
    window.holding_back.fill_menu(menu)
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
