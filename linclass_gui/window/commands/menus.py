"""Actions and menus of the window, built from the rows of their table, and their current states."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Any, Literal

from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from ..session.session import Session
from ..widgets.layouts import plain_tip

Needs = Literal["nothing", "points", "selection", "method", "pairs", "run", "lesson", "talk"]

LACKS: dict[Needs, str] = {
    "nothing": "not possible now",
    "points": "needs points",
    "selection": "select a point first",
    "method": "needs a method",
    "pairs": "needs three classes",
    "run": "play a method first",
    "lesson": "open a lesson first",
    "talk": "open a talk first",
}
NATIVE = QKeySequence.SequenceFormat.NativeText
MISSING = "missing"  # the property of an entry that cannot be chosen, or will draw nothing: why
UNSEEN = "unseen"  # true of an entry that would switch on something that is not drawn now


# The way to something from the window, as its name (``files.open``: a part that is built on first
# use is built when it is asked), or a function of the window.
Way = str | Callable[[Any], object]


@dataclass(frozen=True)
class Action:
    """One action; ``perform`` is what it calls, ``keys`` its shortcuts with blanks between them,
    ``needs`` says when it is enabled, ``is_on`` whether it has its tick (None: it never has one).
    """

    id: str
    text: str
    tip: str
    perform: Way
    keys: str = ""
    needs: Needs = "nothing"
    is_on: Way | None = None


@dataclass(frozen=True)
class Submenu:
    """A menu inside a menu whose entries are built while the program runs; ``fill`` makes them when
    it opens.
    """

    text: str
    tip: str
    fill: str | Callable[[Any, QMenu], object]


@dataclass(frozen=True)
class Menu:
    """A menu of the bar; None is a separating line."""

    title: str
    entries: tuple[Action | Submenu | None, ...]


def allow(action: QAction, why_not: str) -> None:
    """Make an entry possible, or grey where there is a reason against it, which is kept."""
    action.setEnabled(not why_not)
    action.setProperty(MISSING, why_not)


def value_of(window: QWidget, way: str | Callable[..., object], *arguments: object) -> object:
    """What is asked of a window: the value, or the answer of what it calls."""
    target = attrgetter(way)(window) if isinstance(way, str) else partial(way, window)
    return target(*arguments) if callable(target) else target


def shortcut_words(entry: Action) -> str:
    """The first shortcut of an action as it is read."""
    return QKeySequence((entry.keys.split() or [""])[0]).toString(NATIVE)


def all_actions(menus: Sequence[Menu]) -> Iterator[Action]:
    """Every action, in the order of the menus."""
    return (entry for menu in menus for entry in menu.entries if isinstance(entry, Action))


def build_actions(window: QWidget, menus: Sequence[Menu]) -> dict[str, QAction]:
    """The Qt actions by id, each connected to what it calls."""
    result: dict[str, QAction] = {}
    for entry in all_actions(menus):
        action = QAction(entry.text, window)
        action.setObjectName(f"action-{entry.id}")
        key_words = f" ({shortcut_words(entry)})" if entry.keys else ""
        action.setToolTip(plain_tip(entry.tip + key_words))
        action.setStatusTip(entry.tip)
        action.setShortcuts([QKeySequence(key) for key in entry.keys.split()])
        action.setCheckable(entry.is_on is not None)
        action.triggered.connect(lambda _, perform=entry.perform: value_of(window, perform))
        window.addAction(action)
        result[entry.id] = action
    return result


def build_menus(
    bar: QMenuBar, window: QWidget, menus: Sequence[Menu], actions: Mapping[str, QAction]
) -> None:
    """Fill the menu bar.  Alt and the first letter open a menu without an underlined letter in its
    title.
    """
    for title, entries in ((listed.title, listed.entries) for listed in menus):
        menu = bar.addMenu(title)
        menu.setToolTipsVisible(True)
        QShortcut(QKeySequence(f"Alt+{title[0]}"), window).activated.connect(
            partial(bar.setActiveAction, menu.menuAction())
        )
        for entry in entries:
            if entry is None:
                menu.addSeparator()
            elif isinstance(entry, Submenu):
                fill = partial(value_of, window, entry.fill)
                _refill_when_opened(menu.addMenu(entry.text), entry.tip, fill)
            else:
                menu.addAction(actions[entry.id])


def _refill_when_opened(menu: QMenu, tip: str, fill: Callable[[QMenu], object]) -> None:
    """Build the entries of a menu when it opens, so that they cost nothing at the start and are
    never out of date.
    """
    menu.setToolTipsVisible(True)
    menu.menuAction().setToolTip(plain_tip(tip))

    def refill() -> None:
        menu.clear()
        for inner in menu.findChildren(QMenu):
            inner.deleteLater()  # a menu inside does not go with its entry
        fill(menu)

    menu.aboutToShow.connect(refill)


class States:
    """Enables the possible actions, sets their ticks, and names the steps to undo and redo."""

    def __init__(
        self,
        menus: Sequence[Menu],
        actions: Mapping[str, QAction],
        session: Session,
        window: QWidget,
    ) -> None:
        self._menus, self._actions, self._session = menus, actions, session
        self._window = window
        self._state: tuple[object, ...] = ()

    def _possible(self) -> dict[Needs, bool]:
        """What there is that actions need."""
        scene = self._session.scene
        document = scene.document
        return {
            "nothing": True,
            "points": len(document.dataset) > 0,
            "selection": len(scene.selection) > 0,
            "method": document.selected_method is not None,
            "pairs": len(document.dataset.class_names) > 2,
            "run": scene.playback is not None,
            "lesson": bool(value_of(self._window, "is_lesson_open")),
            "talk": bool(value_of(self._window, "has_talk")),
        }

    def show(self) -> None:
        """Show what is possible with the current scene."""
        possible = self._possible()
        for entry in all_actions(self._menus):
            self._actions[entry.id].setEnabled(possible[entry.needs])
            if entry.is_on is not None:
                self._actions[entry.id].setChecked(bool(value_of(self._window, entry.is_on)))
        self._show_undo_texts()

    def follow(self) -> None:
        """Update the states where something else became possible."""
        document, stack = self._session.scene.document, self._session.undo_stack
        ticks = document.trial is not None, document.names
        state = *self._possible().values(), *ticks, stack.undoText(), stack.redoText()
        if state != self._state:
            self._state = state
            self.show()

    def _show_undo_texts(self) -> None:
        stack = self._session.undo_stack
        for id, verb, possible, text in (
            ("undo", "Undo", stack.canUndo(), stack.undoText()),
            ("redo", "Redo", stack.canRedo(), stack.redoText()),
        ):
            action = self._actions[id]
            action.setText(
                f"&{verb} {text[:1].lower() + text[1:]}" if possible and text else f"&{verb}"
            )
            allow(action, "" if possible else f"nothing to {id}")
