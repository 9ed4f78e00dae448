"""Actions and menus of the window, built from the table of actions, and what of them is possible now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from operator import attrgetter

from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from ...core.scene import Scene
from ..session.session import Session
from .actions import MENUS, Submenu, all_actions


def build_actions(window: QWidget) -> dict[str, QAction]:
    """The Qt actions of the table by id, each connected to its slot."""
    result: dict[str, QAction] = {}
    for entry in all_actions():
        action = QAction(entry.text, window)
        action.setObjectName(f"action-{entry.id}")
        shown = f" ({QKeySequence(entry.keys[0]).toString(QKeySequence.SequenceFormat.NativeText)})" if entry.keys else ""
        action.setToolTip(entry.tip + shown)
        action.setStatusTip(entry.tip)
        action.setShortcuts([QKeySequence(key) for key in entry.keys])
        action.setCheckable(bool(entry.state))
        # Found only when it is called, so that what it needs is loaded only then.
        action.triggered.connect(lambda _checked, slot=entry.slot: attrgetter(slot)(window)())
        window.addAction(action)
        result[entry.id] = action
    return result


def build_menus(bar: QMenuBar, window: QWidget, actions: Mapping[str, QAction]) -> None:
    """Fill the menu bar from the table.  Alt and the first letter open a menu without an underlined letter in its title."""
    for title, entries in MENUS:
        menu = bar.addMenu(title)
        menu.setToolTipsVisible(True)
        QShortcut(QKeySequence(f"Alt+{title[0]}"), window).activated.connect(partial(bar.setActiveAction, menu.menuAction()))
        for entry in entries:
            if entry is None:
                menu.addSeparator()
            elif isinstance(entry, Submenu):
                _refill_when_opened(menu.addMenu(entry.text), entry.tip, attrgetter(entry.slot)(window))
            else:
                menu.addAction(actions[entry.id])


def _refill_when_opened(menu: QMenu, tip: str, fill: Callable[[QMenu], None]) -> None:
    """A menu whose entries are built when it opens, so that they cost nothing at the start and are never out of date."""
    menu.setToolTipsVisible(True)
    menu.menuAction().setToolTip(tip)

    def refill() -> None:
        menu.clear()
        fill(menu)

    menu.aboutToShow.connect(refill)


class States:
    """Enables what can be done now, puts the ticks where they belong, and names what can be taken back.

    The window connects it: Qt ends the connections of a window before the undo stack in it says its last word.
    """

    def __init__(self, actions: Mapping[str, QAction], session: Session, window: QWidget) -> None:
        self._actions, self._session, self._window = actions, session, window

    def show(self) -> None:
        """Show what is possible with the scene as it is."""
        scene = self._session.scene
        possible = {
            "nothing": True,
            "points": len(scene.document.dataset) > 0,
            "selection": len(scene.selection) > 0,
            "method": scene.document.selected_method is not None,
        }
        for entry in all_actions():
            self._actions[entry.id].setEnabled(possible[entry.needs])
            if entry.state:
                self._actions[entry.id].setChecked(bool(attrgetter(entry.state)(self._window)()))
        self.show_undo_texts()

    def follow(self, old: Scene, new: Scene) -> None:
        """Show it anew where something else became possible."""
        if _possibilities(old) != _possibilities(new):
            self.show()

    def show_undo_texts(self) -> None:
        """Say what can be taken back and done again."""
        stack = self._session.undo_stack
        for id, verb, possible, text in (
            ("undo", "Undo", stack.canUndo(), stack.undoText()),
            ("redo", "Redo", stack.canRedo(), stack.redoText()),
        ):
            action = self._actions[id]
            action.setText(f"&{verb} {text[:1].lower() + text[1:]}" if possible and text else f"&{verb}")
            action.setEnabled(possible)


def _possibilities(scene: Scene) -> tuple[bool, ...]:
    """What decides which actions are enabled and ticked."""
    document = scene.document
    return (
        bool(scene.selection),
        bool(len(document.dataset)),
        document.selected_method is not None,
        document.trial is not None,
        document.names,
    )
