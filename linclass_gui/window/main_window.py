"""The main window: menus over its parts, which follow the session, and what the system tells it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QScreen,
    QShortcut,
)
from PySide6.QtWidgets import QAbstractButton, QDialog, QMenu

from ..answers.regions import TRIAL
from ..files.shipped import default_document
from ..scene.document import Document
from .actions import MENUS, OF_AXES, OF_METHOD, OF_POINT, OF_SHEET, OF_TRIAL, is_of_picture_alone
from .canvas.viewing import toggle_full_screen
from .commands.menus import States, build_actions, build_menus, value_of
from .commands.shortcuts import hint_of_tool
from .parts_window import PartsWindow
from .session.settings import UserSettings
from .widgets.controls import passing_menu
from .widgets.number_field import ENTER_KEYS
from .widgets.window_behaviour import ClosedWindows, fit_screen, focus_next


class MainWindow(PartsWindow):
    """The window of the program; its parts see only the session, never each other."""

    closed = Signal()
    menus = MENUS

    def __init__(
        self, document: Document | None = None, settings: UserSettings | None = None
    ) -> None:
        super().__init__(
            document if document is not None else default_document(), settings or UserSettings()
        )
        self._make_menus()
        self._connect()
        self._dress()
        self.numbers.show()
        self._show_title()
        self.states.show()
        if document is None and not self.settings.help_hidden:
            self.help_card.present()
        self.setFocusProxy(self.canvas)  # finished fields give the keyboard to the window
        self.canvas.setFocus()

    # --- building ---------------------------------------------------------------------------------

    def _make_menus(self) -> None:
        self.actions_by_id = build_actions(self, self.menus)
        self.states = States(self.menus, self.actions_by_id, self.session, self)
        build_menus(self.menuBar(), self, self.menus, self.actions_by_id)

    def _connect(self) -> None:
        session = self.session
        session.file_changed.connect(self._keep_unseen_scenes)
        session.scene_changed.connect(self.states.follow)
        session.file_changed.connect(self._show_title)
        session.failed.connect(self.status_line.show_message)
        self.editing.message.connect(self.status_line.show_briefly)
        self.editing.name_wanted.connect(self.writing.name_point)
        self.annotating.place_wanted.connect(self.writing.place)
        self.annotating.words_wanted.connect(self.writing.write)
        self.methods.trial_name_wanted.connect(self.writing.name_trial)
        self.writing.message.connect(self.status_line.show_message)
        self.files.message.connect(self.status_line.show_message)
        self.unsaved.message.connect(self.status_line.show_message)
        self.recovery.troubled.connect(self.status_line.show_warning)
        self.plots.left_alone.connect(self.states.show)
        for commands in (self.test_split, self.plane_bar):
            commands.message.connect(self.status_line.show_message)
        self.panel.methods.comparison_wanted.connect(self.actions_by_id["comparison"].trigger)
        self.tool_bar.tool_chosen.connect(self.canvas.set_tool)
        self.canvas.tool_changed.connect(
            lambda tool: self.status_line.show_message(hint_of_tool(tool))
        )
        self.panel.methods.menu_wanted.connect(self._open_method_menu)
        self.canvas.menu_requested.connect(self._open_point_menu)
        self.canvas.line_menu_requested.connect(self._open_method_menu)
        self.canvas.axes_menu_requested.connect(partial(self._open_menu, OF_AXES))
        self.canvas.note_menu_requested.connect(self.annotating.open_menu)
        self.playback.reason_wanted.connect(partial(self.sheet.present, "why"))
        self.panel.parameters.outcome.solution.clicked.connect(
            partial(value_of, self, "lessons.explain")
        )
        self.sheet.menu_wanted.connect(partial(self._open_menu, OF_SHEET))
        QGuiApplication.styleHints().colorSchemeChanged.connect(self.viewing.follow_system)
        for k in range(9):
            QShortcut(QKeySequence(str(k + 1)), self).activated.connect(
                partial(self.classes.choose, k)
            )
        self.closed_windows = ClosedWindows(self)
        for menu in self.menuBar().findChildren(QMenu):
            self.closed_windows.watch(menu)
        escape = QShortcut(QKeySequence("Esc"), self)
        escape.activated.connect(self._escape)

    # --- menus of what is pointed at --------------------------------------------------------------

    def _open_menu(self, ids: str, position: QPoint) -> None:
        """Open a menu of actions by their ids, which are those of the bar."""
        menu = passing_menu(self)
        menu.addActions([self.actions_by_id[id] for id in ids.split()])
        if ids is OF_METHOD:
            self.methods.fill_colours(menu.addMenu("&Colour"))
        menu.popup(position)

    def _open_point_menu(self, row: int, position: QPoint) -> None:
        """The menu of a point, or of the selection that it belongs to."""
        if row not in self.session.scene.selection:
            self.session.set_selection(frozenset({row}))
        self._open_menu(OF_POINT, position)

    def _open_method_menu(self, id: str, position: QPoint) -> None:
        """The menu of a method, which is selected from then on, or of the trial line."""
        self.session.set_selected(id)
        self._open_menu(OF_TRIAL if id == TRIAL else OF_METHOD, position)

    # --- following the session --------------------------------------------------------------------

    def _show_title(self) -> None:
        self.setWindowTitle(self.files.title)
        self.setWindowModified(self.session.is_modified)

    # --- theme and help ---------------------------------------------------------------------------

    def _follow_screen(self, screen: QScreen) -> None:
        """Adapt to another screen, or to a new resolution or scale."""
        screen.availableGeometryChanged.connect(
            self.suit_screen, Qt.ConnectionType.UniqueConnection
        )
        self.suit_screen()

    def _escape(self) -> None:
        if self.help_card.is_wanted:
            self.help_card.dismiss()
        elif self.status_line.cancel_button.isVisible():
            self.status_line.cancel()
        elif self.plots.alone is not None:
            self.plots.show_alone(None)
        elif self.sheet.escape():
            return
        elif self.isFullScreen():
            toggle_full_screen(self)
        elif self.canvas.tool != "select":
            self.tool_bar.choose("select")
        else:
            self.setFocus()  # which the canvas takes

    # --- window events ----------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        # A key that nobody has taken yet, the panel with the keyboard neither.
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            panels = (self.panel, self.sheet, self.playback, self.status_line)
            if is_of_picture_alone(event, self.menus, panels):
                event.accept()  # it is not a shortcut now
                return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        focused = self.focusWidget()
        if event.key() in ENTER_KEYS and isinstance(focused, QAbstractButton):
            focused.click()  # on every desktop, as Space does
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        # Rows and forms are rebuilt; Qt would put them after everything older.
        areas = (
            self.tool_bar,
            self.sheet,
            self.stage,
            self.panel,
            *self.plots.columns,
            self.status_line,
        )
        return focus_next(areas, forward) or bool(super().focusNextPrevChild(forward))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange and hasattr(self, "states"):
            self.states.show()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        self.writing.finish()
        if paths:
            # After the drop: a dialog inside it would freeze the program that the file was dragged
            # from.
            QTimer.singleShot(0, partial(self.files.open_dropped, paths))

    def closeEvent(self, event: QCloseEvent) -> None:
        self.writing.finish()
        if self.files.scene_aside is not None:
            self.presenting.end()  # which brings it back, to be asked about
        if not self.files.may_close():
            event.ignore()
            return
        self._end(self.recovery.close)
        event.accept()
        self.closed.emit()

    def terminate(self) -> None:
        """End on a signal of the system without questions; unsaved work is offered at the next
        start.
        """
        self._end(self.recovery.keep)
        QCoreApplication.exit(0)

    def _end(self, end_recovery: Callable[[], None]) -> None:
        if self.is_presenting():
            self.presenting.end()  # the window is remembered, not the stage
        if "presenting" in vars(self):
            self.presenting.presenter.close_worker()
        self.plots.show_alone(None)
        self.settings.set_blob("geometry", self.saveGeometry())
        self.settings.plots_share = self.shared_height.share
        self.settings.folds = self.panel.folds
        self.settings.opened_parameters = self.panel.parameters.opened
        for torn_off in self.plots.windows:
            torn_off.close()
        for dialog in self.findChildren(QDialog):
            dialog.close()
        end_recovery()
        if self.lessons_in_use is not None:
            self.lessons_in_use.close()
        self.plane_bar.close_worker()
        self.session.close()

    def restore(self) -> None:
        """Restore size, place and divisions of the last run; at first as large as the screen
        allows.
        """
        self.suit_screen()
        self.winId()  # which makes the handle
        self.windowHandle().screenChanged.connect(self._follow_screen)
        self._follow_screen(self.windowHandle().screen())
        if not self.restoreGeometry(self.settings.blob("geometry")):
            fit_screen(self)
        self.shared_height.share = self.settings.plots_share
        self.panel.folds = {
            name: is_folded
            for name, is_folded in self.settings.folds.items()
            if name in self.panel.sections
        }
        self.panel.parameters.reopen(self.settings.opened_parameters)
        self.panel.arrange()
