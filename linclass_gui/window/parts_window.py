"""The parts of the main window, and those that are built on first use, without menus."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMainWindow, QMenu, QSplitter, QWidget

from ..plots.plot import Plot
from ..scene.document import Document
from ..scene.scene import Scene
from ..scene.theme import Theme
from .canvas.canvas import Canvas
from .canvas.help_card import HelpCard
from .canvas.offers import EmptyCanvasOffers, offers_of
from .canvas.plots_area import HEIGHT as PLOTS_HEIGHT
from .canvas.plots_area import PlotsArea
from .canvas.shared_height import SharedHeight
from .canvas.viewing import Viewing, theme_named
from .canvas.writing import Writing
from .commands.annotating import Annotating
from .commands.classes import ClassCommands
from .commands.files import Files
from .commands.menus import Menu, States
from .commands.methods import MethodCommands
from .commands.points import Editing, TestSplit
from .commands.shortcuts import GesturesPage
from .commands.unsaved import Unsaved
from .panels.canvas_bars import PlaneBar, ScaleBar
from .panels.layers import LayerCommands
from .panels.playback import PlaybackBar
from .panels.sheet import SideSheet
from .panels.side import NumbersUpdater, SidePanel
from .panels.status_line import StatusLine
from .panels.tool_bar import ClassChips, ToolBar
from .session.recovery import Recovery
from .session.session import Session
from .session.settings import UserSettings
from .widgets.layouts import in_column, in_row
from .widgets.stylesheet import apply_stylesheet
from .widgets.themed import Hairline
from .widgets.window_behaviour import LEAST, LEAST_CANVAS, focus_region, scale_for_screen

if TYPE_CHECKING:
    from .commands.exporting import Exporting
    from .commands.palette import CommandPalette
    from .comparison_window import ComparisonWindow
    from .lessons.commands import Lessons
    from .presenting.mode import Presenting


CANVAS_BESIDE = 240  # the least width beside the sheet, in widths of the light theme


class PartsWindow(QMainWindow):
    """Canvas, panels, plots, status line and commands, laid out in one theme.  What knows all of it
    by menus (``actions``) stands above.
    """

    menus: tuple[Menu, ...]
    actions_by_id: dict[str, QAction]
    states: States

    def __init__(self, document: Document, settings: UserSettings) -> None:
        super().__init__()
        self.settings = settings
        self.session = Session(document, self)
        self.theme: Theme = theme_named(self.settings.theme)
        self._scale = 1.0  # of everything, where the screen is small
        self._has_sheet = self._gave_way = False  # the panel to the sheet
        self._make_commands()
        self._make_parts()
        self._lay_out()

    # --- building ---------------------------------------------------------------------------------

    @cached_property
    def exporting(self) -> Exporting:
        """The export actions; loaded when first used, because the first frame needs no exporter."""
        from .commands.exporting import Exporting

        exporting = Exporting(self.session, self.settings, self.files.guard, self, self)
        exporting.message.connect(self.status_line.show_message)
        return exporting

    def fill_plot_menu(self, plot: Plot[Scene], menu: QMenu) -> None:
        """Add the entries for a linked plot."""
        menu.addAction("Copy picture", lambda: self.exporting.copy_view(plot.name))
        menu.addAction("Export this plot…", lambda: self.exporting.export_view(plot.name))

    @cached_property
    def lessons(self) -> Lessons:
        """The lessons with their panel; built on first use, because the first frame needs none."""
        from .lessons.commands import Lessons

        lessons = Lessons(self.session, self.settings, self.files, self.plots, self.sheet, self)
        changed = lessons.coursework.changed
        lessons.message.connect(self.status_line.show_message)
        goal_signal = lessons.coursework.goal_reached
        goal_signal.connect(partial(self.status_line.show_briefly, "Goal reached."))
        page_signal = lessons.coursework.page_begun
        page_signal.connect(partial(self.tool_bar.choose, "select"))
        page_signal.connect(self.playback.close_other_run)
        changed.connect(self._keep_unseen_scenes)
        changed.connect(self.states.follow)
        return lessons

    @property
    def lessons_in_use(self) -> Lessons | None:
        """The lessons, once they were asked for."""
        return self.__dict__.get("lessons")

    def _keep_unseen_scenes(self) -> None:
        """Let a crash lose no slide, no scene of a figure, and none laid aside."""
        scene = self.files.scene_aside
        scenes = {} if scene is None else {scene.name: scene.document}
        if "exporting" in vars(self):
            scenes |= self.exporting.unsaved_scenes
        if self.lessons_in_use is not None:
            scenes |= self.lessons_in_use.coursework.unsaved_elsewhere
        self.recovery.keep_unseen(scenes)

    def is_lesson_open(self) -> bool:
        """Whether a lesson is open."""
        return self.lessons_in_use is not None and self.lessons_in_use.is_open()

    def has_talk(self) -> bool:
        """Whether a talk is open."""
        return self.lessons_in_use is not None and self.lessons.coursework.talk is not None

    @cached_property
    def comparison(self) -> ComparisonWindow:
        """The window of the comparison; built on first use."""
        from .comparison_window import ComparisonWindow

        comparison = ComparisonWindow(self.session, self.methods, self)
        comparison.message.connect(self.status_line.show_message)
        return comparison

    @cached_property
    def presenting(self) -> Presenting:
        """The presentation; built on first use."""
        from .presenting.keyboard import StageKeys
        from .presenting.mode import Presenting
        from .presenting.stage import StageParts

        panels = (
            self.menuBar(),
            self.tool_bar,
            self.panel,
            self.status_line,
            self.playback,
            self.plane_bar,
            self.scale_bar,
        )
        commands = (self.layers, self.methods, self.classes, self.playback)
        objects = (
            self,
            self.session,
            *commands,
            self.canvas,
            self.plots,
            self.splitter,
            self.sheet,
        )
        parts = StageParts(
            *objects, panels, self.panel, self.beside, lambda: self.theme, self.set_theme
        )
        presenting = Presenting(parts, self.lessons)
        StageKeys(presenting, parts, self.lessons)
        return presenting

    def is_presenting(self) -> bool:
        """Whether a presentation is on."""
        return "presenting" in vars(self) and self.presenting.is_on

    def desk(self) -> QWidget:
        """The window that dialogs are above: not this one while an audience sees it alone."""
        return self.presenting.desk if self.is_presenting() else self

    def toggle_presentation(self) -> None:
        """Begin or end a presentation."""
        self.help_card.leave()
        self.plots.show_alone(None)
        self.presenting.toggle()

    @cached_property
    def command_palette(self) -> CommandPalette:
        """The command palette; built on first use."""
        from .commands.palette import CommandPalette

        return CommandPalette(self.menus, self.actions_by_id, self.settings, self)

    def _make_commands(self) -> None:
        session = self.session
        self.methods = MethodCommands(session)
        self.layers = LayerCommands(session)
        self.classes = ClassCommands(session, self)
        self.annotating = Annotating(session, self)
        self.files = Files(session, self.settings, self, self)
        self.editing = Editing(session, self.files, self)
        self.recovery = Recovery(session, self)
        self.unsaved = Unsaved(session, self.recovery, self.files, self)
        self.test_split = TestSplit(session, self)

    def _page(self, name: str) -> QWidget:
        """A page of the sheet; what it needs is loaded when it is first shown."""
        if name == "points":
            from .points_page import PointsPage

            return PointsPage(self.session, self.editing)
        if name == "gestures":
            return GesturesPage(self.menus)
        return self.lessons.page(name)

    def _make_way(self) -> None:
        """Hide methods and layers where the sheet would leave the canvas no room, and show them
        again when it is closed; this is decided when it opens: F9 opens both.
        """
        is_open = bool(self.sheet.name)
        if is_open is not self._has_sheet:
            self._has_sheet = is_open
            parts = (self.sheet, self.tool_bar, self.panel)
            left = self.width() - sum(part.width() for part in parts)
            if is_open and not self.panel.isHidden() and left < self.sheet.px(CANVAS_BESIDE):
                self._gave_way = True
                self.panel.hide()
            elif not is_open and self._gave_way:
                self._gave_way = False
                self.panel.show()
        self.states.show()

    def _make_parts(self) -> None:
        session, theme = self.session, self.theme
        self.canvas = Canvas(session, theme)
        self.writing = Writing(session, self.canvas)
        self.tool_bar = ToolBar(partial(session.set_view, None), ClassChips(session, self.classes))
        self.panel = SidePanel(self.methods, self.layers, theme)
        self.sheet = SideSheet(self.settings, self._page)
        self.sheet.changed.connect(self._make_way)
        self.plots = PlotsArea(session, theme)
        self.playback = PlaybackBar(session)
        self.plane_bar = PlaneBar(session, lambda: self.canvas.is_bare)
        editing = self.editing
        self.scale_bar = ScaleBar(
            session, lambda: self.canvas.is_bare, editing.toggle_scales, editing.standardise
        )
        offers = offers_of(session, self.files, self)
        self.offers = EmptyCanvasOffers(self.canvas, offers, self.is_lesson_open)
        self.help_card = HelpCard(session, self.settings)
        self.status_line = StatusLine(session)
        self.numbers = NumbersUpdater(session, self.panel, self.status_line)
        self.viewing = Viewing(session, self.settings, self)
        self.viewing.theme_wanted.connect(self._wear)
        self.viewing.text_size_wanted.connect(self.suit_screen)

    def _lay_out(self) -> None:
        self.setObjectName("linclass")
        self.setMinimumSize(LEAST)
        self.resize(1280, 800)
        self.setAcceptDrops(True)
        self.menuBar().setNativeMenuBar(QGuiApplication.platformName() == "cocoa")
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        # the canvas with the bars over it and the playback under it
        self.canvas.stage = self.stage = QWidget()
        bars = (self.help_card, self.plane_bar, self.scale_bar)
        in_column(self.stage, *bars, (self.canvas, 1), self.playback)
        self.splitter.addWidget(self.stage)
        self.splitter.addWidget(self.plots)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setStretchFactor(1, 0)
        self.splitter.setSizes([10_000, round(PLOTS_HEIGHT * self.theme.ui)])
        self.shared_height = SharedHeight(self.splitter, self.canvas, self.plots, self.stage)
        self.canvas.setMinimumHeight(LEAST_CANVAS)
        lines = Hairline(vertical=True), Hairline(vertical=True)
        self.beside = in_row(
            None, self.tool_bar, lines[0], self.sheet, (self.splitter, 1), lines[1], self.panel
        )
        centre = QWidget()
        in_column(centre, (self.beside, 1), Hairline(), self.status_line)
        self.setCentralWidget(centre)

    # --- theme and places -------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Give the whole window another theme."""
        if theme is not self.theme:
            self.theme = theme
            self._dress()
            self.canvas.set_theme(theme)
            self.shared_height.divide()

    def _wear(self, theme: Theme) -> None:
        """Apply a theme, as large as the screen allows; in a presentation its projector's form."""
        (self.presenting.wear if self.is_presenting() else self.set_theme)(
            theme.at_scale(self._scale)
        )

    def suit_screen(self) -> None:
        """Scale everything as the user chose, or smaller where the screen lacks room."""
        scale = scale_for_screen(self, self.settings.text_size / 100.0)
        if scale != self._scale and not self.is_presenting():
            self._scale = scale
            self.setMinimumSize(LEAST * scale)
            self.shared_height.least = round(LEAST_CANVAS * scale)
            self._wear(theme_named(self.settings.theme))

    def _dress(self) -> None:
        theme = self.theme
        apply_stylesheet(self, theme)
        self.panel.set_theme(theme)
        self.plots.set_theme(theme)
        self.methods.theme = theme
        self.classes.theme = theme

    def go_to_region(self, forward: bool) -> None:
        """Give the keyboard to the next part of the window, or to the one before."""
        regions = (
            self.tool_bar,
            self.sheet,
            self.plane_bar,
            self.scale_bar,
            self.canvas,
            self.playback,
            *self.panel.sections.values(),
            *self.plots.columns,
        )
        focus_region(regions, forward)
