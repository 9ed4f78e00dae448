"""Presentation mode: panels away, two bands about the picture, one key for everything.

Keys are taken before the window's shortcuts while the mode is on; presenter remotes send Page Up and Page Down (some also the
arrows, F5 and the full stop).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QScreen
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from ...core.appearance.theme import PROJECTOR, Theme
from ...core.document import View
from ...core.scene import Scene
from ..panels.fit_words import support_counts
from ..widgets.basics import Hairline
from .bands import WIDTH, KeyBand, TitleBand
from .covers import Black, Frozen, other_screen
from .key_card import KeyCard
from .layers import keyed, names, sentence, value
from .legend import Legend
from .sheet import Sheet, Tool

if TYPE_CHECKING:
    from ..window import MainWindow

SCALES = (0.55, 2.2)  # of the type for windows narrower and wider than the design
PLOTS_SHARE = 0.4  # of the width for linked plots


@dataclass
class Before:
    """How the window was before the presentation."""

    theme: Theme
    hidden: list[QWidget]
    was_full_screen: bool
    plots_shown: bool
    sizes: list[int]


class Presenting(QObject):
    """Switches the mode on and off and does what its keys say."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._before: Before | None = None
        self._keys: tuple[str, ...] = ()
        self._asked_for = ""
        self._view: View | None = None
        self._frozen: Frozen | None = None
        self.title, self.keys = TitleBand(), KeyBand()
        self.keys.pressed.connect(self.press_digit)
        for band in (self.title, self.keys):
            band.hide()
        self._is_placed = False
        self.sheet = Sheet(window.canvas, window.canvas.viewport(), window.session)
        self.sheet.zoomed.connect(self._look_at)
        self.black, self.card = Black(window), KeyCard(window)
        self.legend = Legend(window.canvas)
        window.session.scene_changed.connect(self._follow)
        window.lessons.book.changed.connect(self.refresh)

    # --- on and off -------------------------------------------------------------------------------------------------------

    @property
    def is_on(self) -> bool:
        """Whether somebody is presenting."""
        return self._before is not None

    def toggle(self) -> None:
        """Begin or end the presentation."""
        self.end() if self.is_on else self.begin()

    def begin(self) -> None:
        """Panels away, bands about the picture, the whole screen."""
        window = self._window
        parts = (window.menuBar(), window.tool_bar, window.panel, window.lessons.panel, window.status_line)
        outer = [line for line in window.findChildren(Hairline) if line.parentWidget() is window.centralWidget()]
        gone = [part for part in (*parts, *outer) if not part.isHidden()]
        self._before = Before(window.theme, gone, window.isFullScreen(), not window.plots.isHidden(), window.splitter.sizes())
        self._place_bands()
        window.lessons.panel.is_away = True
        for part in gone:
            part.hide()
        window.canvas.is_bare = True
        window.setWindowState(window.windowState() | Qt.WindowState.WindowFullScreen)
        application = cast(QApplication, QApplication.instance())
        application.installEventFilter(self)
        window.splitter.setOrientation(Qt.Orientation.Horizontal)
        self._begin_lesson()
        self.fit()
        self.refresh()
        window.canvas.setFocus()

    def end(self) -> None:
        """The window as it was."""
        before, window = self._before, self._window
        if before is None:
            return
        self._before = None
        cast(QApplication, QApplication.instance()).removeEventFilter(self)
        self.sheet.choose("")
        self.sheet.wipe()
        self.black.cover(False)
        self.card.hide()
        self.legend.hide()
        self._thaw()
        for band in (self.title, self.keys):
            band.hide()
        window.lessons.panel.is_away = False
        for part in before.hidden:
            part.show()
        window.lessons.panel.refresh()
        window.canvas.is_bare = False
        window.splitter.setOrientation(Qt.Orientation.Vertical)
        window.plots.setVisible(before.plots_shown)
        window.splitter.setSizes(before.sizes)
        if not before.was_full_screen:
            window.setWindowState(window.windowState() & ~Qt.WindowState.WindowFullScreen)
        window.set_theme(before.theme)
        window.canvas.request_refresh()

    def _place_bands(self) -> None:
        centre = self._window.centralWidget()
        column = None if centre is None else centre.layout()
        if isinstance(column, QVBoxLayout) and not self._is_placed:
            column.insertWidget(0, self.title)
            column.addWidget(self.keys)
            self._is_placed = True
        for band in (self.title, self.keys):
            band.show()

    def fit(self) -> None:
        """Type and lines in proportion to the width of the window."""
        if not self.is_on:
            return
        scale = min(max(self._window.width() / WIDTH, SCALES[0]), SCALES[1])
        theme = scaled(scale)
        if self._window.theme != theme:
            self._window.set_theme(theme)
            for part in (self.title, self.keys, self.sheet, self.card, self.legend):
                part.set_theme(theme)
        for band in (self.title, self.keys):
            band.fit(scale)
        self._share()

    # --- what is shown ----------------------------------------------------------------------------------------------------

    def _begin_lesson(self) -> None:
        """Another lesson: its own keys, and its plots beside the picture."""
        lesson = self._window.lessons.book.lesson
        self._asked_for = "" if lesson is None else lesson.name
        self._keys = keyed(self._window.session.scene, lesson)
        self.show_plots(lesson is not None and bool(lesson.plots))
        self.sheet.wipe()

    def show_plots(self, wanted: bool) -> None:
        """The linked plots beside the picture, or not."""
        self._window.plots.setVisible(wanted)
        self._share()

    def _share(self) -> None:
        width = sum(self._window.splitter.sizes()) or self._window.width()
        self._window.splitter.setSizes([round((1.0 - PLOTS_SHARE) * width), round(PLOTS_SHARE * width)])

    def refresh(self) -> None:
        """Show title, sentence, keys and position as they are now."""
        if not self.is_on:
            return
        book, scene = self._window.lessons.book, self._window.session.scene
        lesson = book.lesson
        if ("" if lesson is None else lesson.name) != self._asked_for:
            self._begin_lesson()
        closing = lesson.goal.closing if lesson is not None and lesson.goal is not None and book.is_met else ""
        title = scene.document.title or "linclass"
        self.title.say(title if lesson is None else lesson.title, sentence(scene, lesson, book.taken, closing))
        self.keys.show_keys(names(self._keys, scene.document), value(scene.document), self._position())
        selected = scene.selected
        counts = None if selected is None or not scene.shows("support-vectors") else support_counts(selected[1])
        self.legend.show_counts(counts, scene)

    def _position(self) -> str:
        book = self._window.lessons.book
        if book.lesson is None:
            return ""
        if book.lesson.steps:
            return f"{book.taken} / {len(book.lesson.steps)}"
        return f"{book.course.places.get(book.lesson.name, 0) + 1} / {len(book.course.lessons)}"

    def _follow(self, old: Scene, new: Scene) -> None:
        is_same = old.document is new.document and old.fits is new.fits and old.view is new.view
        if self.is_on and not is_same and not new.moving:
            self.refresh()

    # --- keys -------------------------------------------------------------------------------------------------------------

    def press_digit(self, digit: int) -> None:
        """Show or hide the layer with this key."""
        if digit <= len(self._keys):
            self._window.layers.toggle(self._keys[digit - 1])

    def toggle_plots(self) -> None:
        """Show or hide the linked plots."""
        self.show_plots(self._window.plots.isHidden())

    def toggle_tool(self, tool: Tool) -> None:
        """Take the laser pointer, the pen or the zoom, or lay it down."""
        if tool == "zoom" and self._view is not None:
            self._look_at(None)
            return
        self.sheet.choose("" if self.sheet.tool == tool else tool)

    def toggle_fading(self) -> None:
        """What is drawn from now on stays, or fades."""
        self.sheet.stays = not self.sheet.stays
        self.sheet.choose("pen")

    def _look_at(self, view: View | None) -> None:
        """Look at a region; None: back to the whole picture."""
        session = self._window.session
        self._view = None if view is None else session.scene.view
        lesson = self._window.lessons.book.lesson
        session.set_view(view if view is not None or lesson is None else lesson.document.view)
        self.sheet.choose("")

    def toggle_black(self) -> None:
        """A black picture, and back."""
        self.black.cover(not self.black.isVisible())

    def toggle_freeze(self) -> None:
        """The audience keeps the picture while the next one is prepared."""
        if self._frozen is not None:
            self._thaw()
            return
        window = self._window
        screen, other = window.screen(), other_screen(window)
        picture = window.grab()
        self._frozen = Frozen(window, picture, screen if other is not None else None)
        if other is not None:
            self._move_to(other)

    def _thaw(self) -> None:
        frozen, self._frozen = self._frozen, None
        if frozen is None:
            return
        if frozen.isWindow():
            self._move_to(frozen.screen())
        frozen.close()
        frozen.deleteLater()

    def _move_to(self, screen: QScreen) -> None:
        """The window on another screen, still in full."""
        window = self._window
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowFullScreen)
        window.setGeometry(screen.geometry())
        if self.is_on:
            window.setWindowState(window.windowState() | Qt.WindowState.WindowFullScreen)

    @property
    def is_frozen(self) -> bool:
        """Whether the audience sees an older picture."""
        return self._frozen is not None

    def _escape(self) -> None:
        """Whatever lies over the picture goes first, then the mode."""
        if self.black.isVisible():
            self.black.cover(False)
        elif self._frozen is not None:
            self._thaw()
        elif self.sheet.tool:
            self.sheet.choose("")
        else:
            self.end()

    def _command(self, event: QKeyEvent) -> Callable[[], object] | None:
        """What a key does in a presentation; None for keys that mean what they always do."""
        key, held = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        lessons = self._window.lessons
        if held == Qt.KeyboardModifier.ShiftModifier and key == Qt.Key.Key_D:
            return self.toggle_fading
        if held:
            return None
        if Qt.Key.Key_1 <= key <= Qt.Key.Key_9:
            return partial(self.press_digit, key - Qt.Key.Key_0)
        is_selecting = bool(self._window.session.scene.selection)
        if key in (Qt.Key.Key_Right, Qt.Key.Key_Left) and not is_selecting:
            return lessons.step_on if key == Qt.Key.Key_Right else lessons.step_back
        commands: Mapping[int, Callable[[], object]] = {
            Qt.Key.Key_PageDown: lessons.step_on,
            Qt.Key.Key_PageUp: lessons.step_back,
            Qt.Key.Key_B: self.toggle_black,
            Qt.Key.Key_Period: self.toggle_black,
            Qt.Key.Key_F: self.toggle_freeze,
            Qt.Key.Key_L: partial(self.toggle_tool, "laser"),
            Qt.Key.Key_D: partial(self.toggle_tool, "pen"),
            Qt.Key.Key_E: self.sheet.wipe,
            Qt.Key.Key_Z: partial(self.toggle_tool, "zoom"),
            Qt.Key.Key_P: self.toggle_plots,
            Qt.Key.Key_H: self.card.present,
            Qt.Key.Key_Escape: self._escape,
            Qt.Key.Key_F5: self.end,
        }
        return commands.get(key)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if watched is self._window and kind == QEvent.Type.Resize:
            self.fit()
        if not isinstance(event, QKeyEvent) or not self._is_ours(watched):
            return False
        if kind == QEvent.Type.KeyRelease and event.key() == Qt.Key.Key_H and not event.isAutoRepeat():
            self.card.hide()
            return False
        if kind not in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            return False
        command = self._command(event)
        if command is None:
            return False
        if kind == QEvent.Type.KeyPress and not (event.isAutoRepeat() and event.key() != Qt.Key.Key_H):
            command()
        event.accept()
        return True

    def _is_ours(self, watched: QObject) -> bool:
        """Keys for the window itself; fields of dialogs keep theirs."""
        if not isinstance(watched, QWidget) or isinstance(watched, QLineEdit | QPlainTextEdit):
            return False
        return watched.window() is self._window and QApplication.activeModalWidget() is None


def scaled(scale: float) -> Theme:
    """The projector theme for a window so many times as wide as the design."""
    theme = PROJECTOR.with_text(PROJECTOR.caption * scale)
    return replace(theme, line=PROJECTOR.line * scale, point=PROJECTOR.point * scale, ui=max(0.8, PROJECTOR.ui * scale))
