"""The sheet beside the canvas: one of its pages at a time, or each in a window of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QWidget

from ..session.settings import UserSettings
from ..widgets.controls import IconButton
from ..widgets.layouts import in_column, in_row, with_name
from ..widgets.themed import Hairline, Themed, give_back_keyboard, restyle
from ..widgets.window_behaviour import bring_to_front, in_reading_order, resize_within_screen
from .sections import ChoiceTitle

WIDTH = 304
OWN_SIZE = 480, 600  # of a window, until it has another
TITLES = {
    "why": "Why this update?",
    "numbers": "Numbers",
    "points": "Table of points",
    "history": "History",
    "method-page": "Page of a method",
    "gestures": "Gestures and keys",
}


class SideSheet(Themed, QWidget):
    """Shows a page, which is built when it is first asked for.

    While one is at ``home``, the others lie on it: it is seen again when they are closed.
    """

    changed = Signal()  # another page is shown, or none
    menu_wanted = Signal(QPoint)
    home_closed = Signal()
    fixed = (WIDTH, None)
    is_away = False  # during a presentation

    def __init__(self, settings: UserSettings, build: Callable[[str], QWidget]) -> None:
        super().__init__()
        with_name(self, "sheet", "Sheet")
        self._settings, self._build, self._titles = settings, build, dict(TITLES)
        self._pages: dict[str, QWidget] = {}
        self.name = self.home = ""
        self.title = ChoiceTitle("", "page")
        self.title.clicked.connect(self._ask_for_menu)
        tip = "Open this page in a window of its own"
        self.pop_out = IconButton("pop-out", tip, self.tear_off, tone="ink_2")
        self.close_button = IconButton("close", "Close this page (Esc)", self.close_page)
        head = in_row(
            None, (self.title, 1), self.pop_out, self.close_button, margins=(0, 0, 8, 0), spacing=2
        )
        self._column = in_column(self, head, Hairline())
        self.hide()

    def add(self, name: str, page: QWidget) -> None:
        """Take a page over."""
        page.hide()
        self._pages[name] = page
        self._column.addWidget(page, 1)
        restyle(page, self.theme)

    def page(self, name: str) -> QWidget:
        """A page by its name."""
        if name not in self._pages:
            self.add(name, self._build(name))
        return self._pages[name]

    def entitle(self, name: str, title: str) -> None:
        """Give a page another title."""
        self._titles[name] = title
        if name == self.name:
            self.title.show_title(title)

    # --- showing ----------------------------------------------------------------------------------

    def present(self, name: str, takes_keyboard: bool = True) -> None:
        """Show a page, here or in its own window."""
        page = self.page(name)
        if self._is_here(name):
            self._show(name)
            if self.is_away and name != self.home:
                self.tear_off()
        if takes_keyboard:
            if not self._is_here(name):
                bring_to_front(page.window())
            parts = (w for w in in_reading_order(page) if not isinstance(w, QAbstractButton))
            next(parts, self.title).setFocus(Qt.FocusReason.OtherFocusReason)

    def toggle(self, name: str) -> None:
        """Show a page, or close the one that has the keyboard."""
        if self._page_in_use() == name:
            self.escape()
        else:
            self.present(name)

    def is_shown(self, name: str) -> bool:
        """Whether a page is seen, here or in its own window."""
        return name in self._pages and self._pages[name].isVisible()

    def stay_on(self, name: str) -> None:
        """Let other pages lie on this one from now on; empty: on none."""
        before, self.home = self.home, name
        if name and name != before:
            self.present(name, False)
        elif before and not name:
            if not self._is_here(before):
                self._pages[before].window().close()
            if self.name == before:
                self._show("")

    def go_away(self, is_away: bool) -> None:
        """Hide the sheet for a presentation, or bring it back."""
        self.is_away = is_away
        self.setVisible(bool(self.name) and not is_away)

    def _is_here(self, name: str) -> bool:
        return bool(name) and self.page(name).parentWidget() is self

    def _show(self, name: str) -> None:
        if self.isAncestorOf(QApplication.focusWidget() or self.window()):
            give_back_keyboard(self)
        self.name = name if self._is_here(name) else ""
        for page_name, page in self._pages.items():
            if self._is_here(page_name):
                page.setVisible(page_name == self.name)
        self.title.show_title(self._titles.get(name, ""))
        self.setVisible(bool(self.name) and not self.is_away)
        self.changed.emit()

    def _ask_for_menu(self) -> None:
        self.menu_wanted.emit(self.title.mapToGlobal(QPoint(8, self.title.height())))

    # --- closing, and windows of their own --------------------------------------------------------

    def close_page(self) -> None:
        """Close the page that is shown."""
        if self.name == self.home:
            self.home_closed.emit()
        else:
            self._show(self.home)
        give_back_keyboard(self)

    def _page_in_use(self) -> str:
        """The page that has the keyboard."""
        focus = QApplication.focusWidget()
        if focus is None or self.isAncestorOf(focus):
            return "" if focus is None else self.name
        return next((name for name, page in self._pages.items() if page.isAncestorOf(focus)), "")

    def escape(self) -> bool:
        """Close the page that has the keyboard, but for one that others lie on; False where none
        has it.
        """
        name = self._page_in_use()
        if name and not self._is_here(name):
            self._pages[name].window().close()
        elif name and name != self.home:
            self.close_page()
        else:
            return False
        return True

    def tear_off(self) -> None:
        """Open the page in a window of its own, in which the keys of the main window work."""
        name, page = self.name, self._pages[self.name]
        window = QDialog(self.window(), Qt.WindowType.Tool)
        window.setWindowTitle(f"{self._titles[name]} – linclass")
        in_column(window, page)
        if not window.restoreGeometry(self._settings.blob(f"{name}-geometry")):
            resize_within_screen(window, *map(self.px, OWN_SIZE))
        window.finished.connect(partial(self._take_back, name, window))
        self._show(self.home)
        page.show()
        bring_to_front(window)

    def _take_back(self, name: str, window: QDialog, _result: int) -> None:
        self._settings.set_blob(f"{name}-geometry", window.saveGeometry())
        self.add(name, self._pages[name])
        window.deleteLater()
        if name == self.home and not self.name:
            self._show(name)
