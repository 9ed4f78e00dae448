"""Presentation mode: no panels, two bands about the picture, one key for everything."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from ...lessons.guesses import proposals
from ...scene.annotations import MOST_ANNOTATIONS
from ...scene.looks import role
from ...scene.scene import Scene
from ...scene.theme import DARK, Theme
from ...scene.view import View
from ..lessons.commands import Lessons
from ..timers import make_timer
from ..widgets.controls import passing_menu
from ..widgets.themed import restyle
from .cards import KeyCard, Legend, ReadOut
from .live import Live, ask_for_hands, moved_knob, take_line
from .page import Cover, StagePage
from .presenter_view import PresenterView
from .sheet import DrawingSheet, Tool
from .slide import SlideFrame
from .stage import Freezing, NumbersBoard, PresentationLayout, StageParts, other_screen, scale_theme

SMALLEST, LARGEST = 0.6, 2.0


class Presenting(QObject):
    """Switches the mode on and off, and does what its keys ask for."""

    turned = Signal(bool)  # on or off

    def __init__(self, parts: StageParts, lessons: Lessons) -> None:
        super().__init__(parts.window)
        self._parts, self._lessons = parts, lessons
        self.board = NumbersBoard(lessons.panel.numbers)
        self._stage = PresentationLayout(parts, self.board)
        self._make_page()
        # after the parts have followed the size of the window
        self._laid_out = make_timer(0, self, self._share, single_shot=True)
        self.painted = make_timer(0, self, self._make_room, single_shot=True)
        self._larger = 1.0  # of the words, by key
        self._view_returns = False  # the presenter view, when the picture is no longer frozen
        self.live = Live(parts.session, parts.methods)
        self._view: View | None = None
        # the lesson and the number of its steps taken
        self._begun_at: tuple[object, int] = (None, 0)
        self._slide = SlideFrame(parts, lessons, self._stage, self.live, self.legend)
        self.title, self.keys = self._slide.title, self._slide.keys
        self._bands = self.title, self.keys
        self.keys.pressed.connect(self.press_digit)
        self._place_bands()
        self.presenter = PresenterView(
            parts.session,
            lessons,
            parts.panel,
            parts.beside,
            parts.window,
            lambda: self.freezing.audience,
        )
        self.presenter.addActions(parts.window.actions())  # whose keys it has, too
        self.desk_card = KeyCard(StagePage(self.presenter))
        parts.session.scene_changed.connect(self._follow)
        parts.session.loaded.connect(self._slide.forget)
        parts.session.loaded.connect(self.read_out.leave)
        lessons.coursework.changed.connect(self.refresh)
        self.board.numbers.blocks_changed.connect(self._show_numbers)

    def _make_page(self) -> None:
        """The page with its parts, the lowest first."""
        parts = self._parts
        self.sheet = DrawingSheet(parts.window, parts.canvas, parts.session)
        self.sheet.zoomed.connect(self._look_at)
        self.read_out = ReadOut(self.sheet, parts.canvas)
        self.legend = Legend(self.sheet, parts.canvas)
        self.card = KeyCard(self.sheet)
        self.freezing, self.black = Freezing(parts.window, Cover(self.sheet)), Cover(self.sheet)

    # --- on and off -------------------------------------------------------------------------------

    @property
    def is_on(self) -> bool:
        """Whether a presentation is on."""
        return self._stage.is_clear

    def toggle(self) -> None:
        """Begin or end the presentation."""
        self.end() if self.is_on else self.begin()

    def begin(self) -> None:
        """Hide the panels, show the bands, fill the screen."""
        self._parts.sheet.go_away(True)
        self._parts.playback.is_away = True
        self._begun_at = (self._lessons.coursework.lesson, self._lessons.coursework.steps_taken)
        self._stage.clear()
        self._parts.session.look_again()  # a point may have been dragged out of sight
        for band in self._bands:
            band.show()
        self.turned.emit(True)
        self.presenter.talk.begin()
        self._begin_lesson()
        self.fit()
        self.refresh()
        if other_screen(self._parts.window) is not None:
            self.toggle_presenter()
        self._parts.canvas.setFocus()

    def end(self) -> None:
        """Restore the window."""
        if not self.is_on:
            return
        self.turned.emit(False)
        self._view_returns = False
        self._thaw()
        self.sheet.choose("")
        self.sheet.wipe()
        self.black.cover(False)
        self.hide_keys()
        for part in (self.legend, self.read_out):
            part.leave()
        self.presenter.leave()
        for band in self._bands:
            band.hide()
        self._parts.playback.is_away = False
        coursework = self._lessons.coursework
        is_there = self._begun_at == (coursework.lesson, coursework.steps_taken)
        plots = coursework.plots_in_front
        is_kept = is_there or not (plots or coursework.is_from_course)
        self._stage.restore(None if is_kept else bool(plots))
        self._lessons.panel.take_back(self.board.numbers)
        self._parts.sheet.go_away(False)
        self._lessons.bring_back_scene()
        self._parts.session.look_again()  # what was drawn may lie beside the points

    def _place_bands(self) -> None:
        centre = self._parts.window.centralWidget()
        column = None if centre is None else centre.layout()
        assert isinstance(column, QVBoxLayout)
        column.insertWidget(0, self.title)
        column.addWidget(self.keys)
        for band in self._bands:
            band.hide()

    def fit(self) -> None:
        """Scale type and lines with the width of the window."""
        if not self.is_on:
            return
        theme = scale_theme(
            self._stage.scale, self._larger, self._stage.theme_before.palette is DARK.palette
        )
        if self._parts.theme() != theme:
            self._parts.set_theme(theme)
            for part in (*self._bands, self.sheet):
                part.set_theme(theme)
            if self.presenter.is_open:
                self.presenter.set_theme(self._stage.theme_before)
        for band in self._bands:
            band.fit(self._stage.scale * self._larger)
        self.read_out.scale = self._stage.scale * self._larger
        self.board.fit(theme, self._stage.scale, self._larger)
        for dialog in self._parts.window.findChildren(QDialog):
            if dialog.isVisible():
                restyle(dialog, theme)
        self._stage.share()
        self._laid_out.start()

    def wear(self, theme: Theme) -> None:
        """Take a light or dark theme at the size of the presentation."""
        self._stage.wear(theme)
        self.fit()

    def _share(self) -> None:
        if self.is_on:
            self._stage.share()
            self.refresh()  # the legend finds its place in a picture of another size

    def _make_room(self) -> None:
        """Let the legend cover no word of the picture, and no line where it need not."""
        if self.is_on:
            item = self._parts.canvas.item
            scene = self._parts.session.scene
            families = (role("curve", look) for look in scene.document.class_looks)
            hills = [places for family in families for places in item.line_places(family)]
            lines = [*item.line_places("boundary"), *hills]
            self.legend.avoid(item.placed_words, lines, item.line_places("margin"), scene)
            self.read_out.lines = self.legend.lines

    # --- what is shown ----------------------------------------------------------------------------

    def _begin_lesson(self) -> None:
        self._slide.begin()
        self.sheet.wipe()

    def refresh(self) -> None:
        """Show the current title, sentence, keys and position."""
        if not self.is_on:
            return
        if self._slide.is_another:
            self._begin_lesson()
        self._slide.refresh()
        if self.presenter.is_open:
            self.presenter.refresh(self._slide.happens)

    def _show_numbers(self) -> None:
        if self.is_on:
            self._slide.show_numbers()

    def _follow(self, old: Scene, new: Scene) -> None:
        if self.is_on and old.document.methods is not new.document.methods:
            knob = moved_knob(old.document, new.document)
            if knob is not None:
                self.read_out.say(self.live.words_of(knob), new)
        is_same = old.document is new.document and old.fits is new.fits and old.view is new.view
        is_same = is_same and old.playback is new.playback and old.active == new.active
        if self.is_on and not is_same and not new.moving:
            self.refresh()

    # --- keys -------------------------------------------------------------------------------------

    def press_digit(self, digit: int) -> None:
        """Show or hide the layer with this key."""
        if digit <= len(self._slide.layers):
            layer = self._slide.layers[digit - 1]
            self._lessons.coursework.note_switched(layer)
            self._parts.layers.toggle(layer)

    def press_method(self, number: int) -> None:
        """Show or hide the method in this place of the list."""
        methods = self._parts.session.document.methods
        if number <= len(methods):
            self._lessons.coursework.note_switched(methods[number - 1].id)
            self.live.toggle(number)

    def offer_methods(self) -> None:
        """Offer the list of all methods, to add one."""
        menu = passing_menu(self._parts.window)
        self._parts.methods.fill_add(menu)
        desk = self.presenter.copy if self.presenter.is_open else self._parts.canvas
        menu.popup(desk.mapToGlobal(QPoint(0, 0)))

    @property
    def desk(self) -> QWidget:
        """The window of the lecturer: the presenter view where it is open."""
        return self.presenter if self.presenter.is_open else self._parts.window

    def ask_for_hands(self) -> None:
        """Let the hands that went up be typed in, on the desk where there is one; the violet line
        is the first line where the room has none.
        """
        session = self._parts.session
        if not proposals(session.committed):
            self.take_line()
        ask_for_hands(session, self.desk)

    def take_line(self) -> None:
        """Make the violet line one of the room; where none is drawn, a prediction begins with
        one.
        """
        session, coursework = self._parts.session, self._lessons.coursework
        if session.committed.trial is not None:
            words = take_line(session)
        elif coursework.is_hidden:
            words = "this prediction has no line"
        else:
            coursework.predict()
            words = "" if coursework.is_hidden else "no method is selected"
        if words:
            self.read_out.say(words, session.scene)

    def show_keys(self) -> None:
        """Show all keys, on the desk where there is one."""
        (self.desk_card if self.presenter.is_open else self.card).present()

    def find_lesson(self) -> None:
        """Look for a lesson, on the desk where there is one."""
        self._lessons.browse(self.desk)

    def toggle_numbers(self) -> None:
        """Show or hide the numbers of the lesson."""
        self._slide.wants_numbers = not self._slide.wants_numbers
        self.refresh()

    def toggle_plots(self) -> None:
        """Show or hide the linked plots beside the picture."""
        self._stage.show_plots(self._parts.plots.isHidden())

    def hide_keys(self) -> None:
        """Hide the card of the keys."""
        self.card.leave()
        self.desk_card.leave()

    def toggle_digits(self) -> None:
        """Show all digits of the numbers, or three."""
        self.board.toggle_digits()
        self.refresh()

    def toggle_tool(self, tool: Tool) -> None:
        """Take or put away the laser pointer, the pen or the zoom."""
        if tool == "zoom" and self._view is not None:
            self._look_at(None)
            return
        self.sheet.choose("" if self.sheet.tool == tool else tool)

    def toggle_fading(self) -> None:
        """Let later drawings stay, or fade."""
        self.sheet.stays = not self.sheet.stays
        self.sheet.choose("pen")

    def keep_drawing(self) -> None:
        """Make the drawings by hand part of the scene and its figures; one undo entry."""
        session = self._parts.session
        before = session.committed.annotations
        if drawings := self.sheet.hand_over(MOST_ANNOTATIONS - len(before)):
            session.apply(
                "Keep the drawing", replace(session.committed, annotations=(*before, *drawings))
            )

    def _look_at(self, view: View | None) -> None:
        """Look at a region; None: back to the whole picture."""
        session = self._parts.session
        self._view = None if view is None else session.scene.view
        lesson = self._lessons.coursework.lesson
        session.set_view(view if view is not None or lesson is None else lesson.document.view)
        self.sheet.choose("")

    def toggle_presenter(self) -> None:
        """Open the presenter view, on another screen where there is one, or close it."""
        if self.presenter.is_open:
            self.presenter.leave()
        else:
            self.presenter.open_on(
                other_screen(self._parts.window) or self._parts.window.screen(),
                self._stage.theme_before,
            )
            self.refresh()

    def time_talk(self) -> None:
        """Ask for the length of the talk, in the presenter view."""
        if not self.presenter.is_open:
            self.toggle_presenter()
        self.presenter.ask_for_minutes()

    def toggle_black(self) -> None:
        """Show a black picture, or the window again."""
        self.black.cover(self.black.area is None)

    def toggle_freeze(self) -> None:
        """Freeze the picture of the audience while the next one is prepared, or end that."""
        if self.freezing.is_on:
            self._thaw()
            return
        self._slide.is_frozen = True
        self.refresh()
        self._view_returns = self.presenter.is_open and other_screen(self._parts.window) is not None
        if self._view_returns:
            self.presenter.leave()  # the window comes to its screen
        self.freezing.freeze()

    def _thaw(self) -> None:
        """Show the window to the audience again, and the presenter view on the desk."""
        self._slide.is_frozen = False
        self.refresh()
        self.freezing.thaw()
        if self._view_returns and not self.presenter.is_open:
            self.toggle_presenter()
        self._view_returns = False

    def escape(self) -> None:
        """Close whatever covers the picture, else the mode."""
        if self.black.area is not None:
            self.black.cover(False)
        elif self.freezing.is_on:
            self._thaw()
        elif self.sheet.tool:
            self.sheet.choose("")
        else:
            self.end()

    def enlarge(self, factor: float) -> None:
        """Enlarge the words in bands, plots, tables, comparison and help; 0: reset."""
        self._larger = min(max(self._larger * factor, SMALLEST), LARGEST) if factor else 1.0
        self.fit()
