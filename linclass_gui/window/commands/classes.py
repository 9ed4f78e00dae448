"""Edits of the classes, from their chips and from the menu; each is one undo entry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QInputDialog, QLineEdit, QMenu, QWidget

from ...draw.qt_surface import painting
from ...draw.small_pictures import paint_symbol
from ...scene import class_editing as editing
from ...scene.document import LESSON, LONGEST_NAME, Document
from ...scene.looks import LOOK_NAMES, MOST_CLASSES, role
from ...scene.scenarios import OWN_WORDS, SCENARIOS, with_own_scenario, with_scenario
from ...scene.theme import LIGHT, Theme
from ..dialogs.forms import ErrorsDialog, apply_or_say, passing
from ..session.session import Session
from ..widgets.controls import add_choice, passing_menu
from ..widgets.layouts import one_line
from .menus import allow

ICON = 16
LESSON_KEEPS_WORDS = "Text, question and goal of the lesson keep their words"


class ClassCommands:
    """Adds, renames, recolours, merges and removes classes, and chooses the one that the left
    button places.
    """

    def __init__(self, session: Session, parent: QWidget) -> None:
        self._session, self._parent = session, parent
        self.theme: Theme = LIGHT

    @property
    def _document(self) -> Document:
        return self._session.document

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the classes."""
        return self._document.dataset.class_names

    def choose(self, k: int) -> None:
        """Let the left button place class k."""
        if 0 <= k < len(self.names):
            self._session.set_state(active=k)

    def add(self) -> None:
        """Add a class, which the left button then places."""
        if self._apply(f"Add class {len(self.names) + 1}", editing.with_class):
            self._session.set_state(active=len(self.names) - 1)

    def rename(self, k: int) -> None:
        """Ask for another name."""
        name, accepted = QInputDialog.getText(
            self._parent,
            "Rename class",
            f"Name of class {k + 1}",
            QLineEdit.EchoMode.Normal,
            self.names[k],
        )
        name = one_line(name)
        if accepted and name != self.names[k]:
            self.set_name(k, name[:LONGEST_NAME])

    def set_name(self, k: int, name: str) -> None:
        """Give class k a name."""
        self._apply(
            f"Rename {self.names[k]}", lambda document: editing.with_name(document, k, name)
        )

    def recolour(self, look: int, k: int) -> None:
        """Give class k another colour and symbol; the class that had them takes the old ones."""
        self._apply(
            f"Colour of {self.names[k]}", lambda document: editing.with_look(document, k, look)
        )

    def merge(self, other: int, k: int) -> None:
        """Give the points of class k to another class."""
        self._apply(
            f"Merge {self.names[k]} into {self.names[other]}",
            lambda document: editing.merge_class(document, k, other),
        )

    def remove(self, k: int) -> None:
        """Remove class k with its points."""
        self._apply(f"Remove {self.names[k]}", lambda document: editing.without_class(document, k))

    def swap(self) -> None:
        """Exchange the points of the class that the left button places and of the next one."""
        scene = self._session.scene
        one, other = scene.active, scene.next_class
        words = f"Swap {self.names[one]} and {self.names[other]}"
        self._apply(words, lambda document: editing.swap_classes(document, one, other))

    def give_selection(self, k: int) -> None:
        """Put the selected points into class k."""
        rows = tuple(sorted(self._session.scene.selection))
        document = self._document
        if rows:
            changed = replace(document, dataset=editing.with_label(document.dataset, rows, k))
            self._session.apply(
                f"Give {len(rows)} points to {self.names[k]}" if len(rows) > 1 else "Change class",
                changed,
            )

    def _apply(self, text: str, change: Callable[[Document], Document]) -> bool:
        if not apply_or_say(self._session, self._parent, text, change):
            return False
        self._session.set_state(active=min(self._session.scene.active, len(self.names) - 1))
        return True

    # --- the menu of a class ----------------------------------------------------------------------

    def fill(self, menu: QMenu, k: int) -> None:
        """The entries for one class."""
        menu.setToolTipsVisible(True)
        menu.addAction("Rename…", partial(self.rename, k))
        colours = menu.addMenu("Colour and symbol")
        for look, words in enumerate(LOOK_NAMES):
            is_now = self._document.class_looks[k] == look
            add_choice(colours, words, partial(self.recolour, look, k), is_now).setIcon(
                self._icon(look)
            )
        submenu = menu.addMenu("Merge into")
        for other, name in enumerate(self.names):
            if other != k:
                submenu.addAction(
                    self._icon(self._document.class_looks[other]),
                    name,
                    partial(self.merge, other, k),
                )
        remove = menu.addAction("Remove, with its points", partial(self.remove, k))
        for part in (submenu.menuAction(), remove):
            allow(part, "two classes stay" if self._document.has_two_sides else "")
        if self._session.scene.selection:
            menu.addSeparator()
            menu.addAction("Put the selected points here", partial(self.give_selection, k))

    def fill_scenarios(self, menu: QMenu) -> None:
        """The scenarios of two classes, the present one ticked."""
        present_name = self._document.scenario
        add_choice(menu, "None", partial(self.set_scenario, ""), not present_name)
        for name, scenario in SCENARIOS.items():
            words = f"{' / '.join(scenario.classes)}: {scenario.alarm}, {scenario.miss}"
            add_choice(menu, words, partial(self.set_scenario, name), name == present_name)
        add_choice(menu, "Own words…", self.name_errors, present_name == OWN_WORDS)
        for entry in menu.actions():
            allow(entry, "" if self._document.has_two_sides else "needs two classes")
        if LESSON in self._document.further:
            menu.addSeparator()
            menu.addAction(LESSON_KEEPS_WORDS).setEnabled(False)

    def set_scenario(self, name: str) -> None:
        """Say what the two classes and their errors stand for."""
        self._apply("Scenario", lambda document: with_scenario(document, name))

    def name_errors(self) -> None:
        """Ask for the names of the two classes and of their two errors."""
        with passing(ErrorsDialog(self._document, self._parent)) as dialog:
            if dialog.exec():
                classes, errors = dialog.answer
                self._apply(
                    "Scenario", lambda document: with_own_scenario(document, classes, errors)
                )

    def fill_menu(self, menu: QMenu) -> None:
        """A submenu for every class, and one entry that adds a class."""
        for k, name in enumerate(self.names):
            self.fill(menu.addMenu(self._icon(self._document.class_looks[k]), name), k)
        menu.addSeparator()
        why_not = "" if len(self.names) < MOST_CLASSES else f"at most {MOST_CLASSES} classes"
        allow(menu.addAction("Add a class", self.add), why_not)

    def open_menu(self, k: int, position: QPoint) -> None:
        """The menu of one class, as its chip opens it."""
        menu = passing_menu(self._parent)
        self.fill(menu, k)
        menu.popup(position)

    def _icon(self, look: int) -> QIcon:
        pixmap = QPixmap(QSize(ICON, ICON))
        pixmap.fill(Qt.GlobalColor.transparent)
        with painting(pixmap) as painter:
            paint_symbol(painter, role("class", look), QRectF(0, 0, ICON, ICON), self.theme)
        return QIcon(pixmap)
