"""A linked plot: follows the scene, and its handles can be dragged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QHideEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu

from ...draw.alt import alt_of_plot
from ...markup.mathtext import plain
from ...plots.axes import PlotChoice
from ...plots.plot import Plot
from ...scene.gestures import DragHandle, Effect, Pointer
from ...scene.marks import Figure, Point, Reading
from ...scene.scene import Hover, Scene
from ...scene.theme import Theme
from ..commands.menus import LACKS, allow
from ..session.session import Session
from ..widgets.controls import IconButton, add_choice, passing_menu
from .accessibility import ARROWS
from .picture import EMPTY_FIGURE, Picture
from .plot_zoom import PlotZoom

HALF_RATE_MS = 33  # the longest delay of a plot that was left out of a frame
REACH_PX = 7.0  # the distance at which the pointer finds a dot or a bar
FITS_MS = 50  # how long a plot waits for running fits
ZOOM_KEYS = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Equal: 1, Qt.Key.Key_Minus: -1}  # with Ctrl
ZOOM_PER_KEY, SHARE_PER_KEY = 1.25, 0.1  # an arrow moves the part by a share of it


@runtime_checkable
class PlotActions(Protocol):
    """The window around plots, which knows what can be done with one."""

    def fill_plot_menu(self, plot: Plot[Scene], menu: QMenu) -> None:
        """Add the entries for a plot."""


class PlotView(Picture):
    """One plot of the list in a view of its own, named ``plot-NAME``."""

    def __init__(self, session: Session, theme: Theme, plot: Plot[Scene]) -> None:
        super().__init__(session, theme, f"plot-{plot.name}", plot.title)
        self.plot = plot
        self._carrying_out = False
        self._pointer: QPointF | None = None
        self._row: int | None = None  # the training point that this plot points at
        self._was_left_out = False
        self._whole = EMPTY_FIGURE  # the figure of which a part may be shown
        self._zoom = PlotZoom()
        self._moved_from: Point | None = None  # while the middle button moves the part
        self._whole_button: IconButton | None = None

    def figure(self, scene: Scene) -> Figure:
        figure, reading = self.plot.draw(scene), self._reading(scene)
        return figure if reading is None or not figure.marks else replace(figure, reading=reading)

    def words(self, scene: Scene, figure: Figure) -> str:
        return alt_of_plot(self.plot.name, self._whole, scene.document)

    def news(self, scene: Scene, figure: Figure) -> Mapping[str, str]:
        # While it has the keyboard, it announces its handle; else the canvas announces changes.
        return {"values": self.words(scene, figure)} if self.hasFocus() else {}

    def delay_ms(self) -> int:
        # Fits are running: without them there is little new to show, and drawing twice would delay
        # the canvas.
        is_late = bool(self.session.scene.stale) and not self.session.is_idle
        return FITS_MS if is_late else HALF_RATE_MS if self.is_left_out else 0

    @property
    def _is_up_to_date(self) -> bool:
        """Whether the picture shows the current fits and points: only then its readings are valid.

        It does not while another picture is computed, whatever has changed: switching a method off
        does not change the fits.
        """
        drawn_scene, scene = self._drawn_scene, self.session.scene
        if drawn_scene is None or self._drawing.is_under_way:
            return False
        return (
            drawn_scene.fits is scene.fits
            and drawn_scene.document.dataset is scene.document.dataset
        )

    @property
    def is_left_out(self) -> bool:
        """Whether this plot is left out of the newest frame, so that the canvas does not wait."""
        return self.budget.leaves_out(self.objectName(), self.session.scene)

    @property
    def has_axes(self) -> bool:
        """Whether a place in it means something: not while a sentence stands in place of the
        picture.
        """
        figure = self.item.figure
        return figure is not None and bool(figure.marks or figure.handles)

    # --- the part that is seen --------------------------------------------------------------------

    @property
    def is_zoomed(self) -> bool:
        """Whether only a part of the plot is shown."""
        return self._zoom.is_zoomed

    def can_zoom(self) -> bool:
        return super().can_zoom() and any(self._whole.free_axes)

    def zoom(self, factor: float, centre: Point | None = None) -> None:
        field = self.item.mapping
        position = None if centre is None or field is None else QPointF(*field.point(*centre))
        self._zoom.zoom(self._whole, factor, centre)
        self._show_part()
        if centre is not None and position is not None:
            self._keep_under(centre, position)  # the labels of other ticks have moved the field

    def _keep_under(self, place: Point, position: QPointF) -> None:
        """Move the part so that a place of the plot is at a position."""
        x, y = self.data_at(position)
        self._move_by(place[0] - x, place[1] - y)

    def show_all(self) -> None:
        """Show the whole plot again."""
        self._zoom.show_all()
        self._show_part()

    def _show_part(self) -> None:
        self._put_up(self._whole)
        self._point_at(self._pointer)

    def _put_up(self, figure: Figure) -> bool:
        self._whole = figure
        is_new = super()._put_up(self._zoom.part_of(figure))
        self._offer_whole()
        return is_new

    def _offer_whole(self) -> None:
        """Show the button that puts the plot back, in the corner of the field."""
        button, mapping = self._whole_button, self.item.mapping
        if button is None and self.is_zoomed:
            tip = "Show the whole plot (Ctrl+0, double click)"
            button = IconButton("fit-view", tip, self.show_all, tone="ink_2", parent=self)
            button.setObjectName(f"{self.objectName()}-whole")
            self._whole_button = button
        if button is None:
            return
        button.setVisible(self.is_zoomed and self.has_axes)
        if mapping is not None:
            button.set_theme(self.theme)
            corner = QPointF(mapping.right - button.width(), mapping.top)
            button.move(corner.toPoint())

    def _begin_anew(self) -> None:
        super()._begin_anew()
        self._zoom.show_all()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        position, is_left = event.position(), event.button() == Qt.MouseButton.LeftButton
        field = self.item.mapping
        if (
            is_left
            and self.is_zoomed
            and field is not None
            and field.left <= position.x() <= field.right
            and field.top <= position.y() <= field.bottom
            and not self.item.handle_at(position)
        ):
            event.accept()
            self.show_all()
        else:
            super().mouseDoubleClickEvent(event)

    def _key_zoom(self, event: QKeyEvent) -> Callable[[], None] | None:
        """The change that a key makes to the visible part."""
        key, modifiers = Qt.Key(event.key()), event.modifiers()
        if not modifiers & Qt.KeyboardModifier.ControlModifier or not self.can_zoom():
            return None
        pointer = self.key_pointer.at
        centre = None if pointer is None else self.data_at(pointer)
        if key in ZOOM_KEYS:
            return partial(self.zoom, ZOOM_PER_KEY ** ZOOM_KEYS[key], centre)
        if key == Qt.Key.Key_0 and self.is_zoomed:
            return self.show_all
        field = self.item.mapping
        if key in ARROWS and self.is_zoomed and field is not None:
            way = ARROWS[key]
            dx = SHARE_PER_KEY * way.x() * (field.x1 - field.x0)
            dy = -SHARE_PER_KEY * way.y() * (field.y1 - field.y0)
            return partial(self._move_by, dx, dy)
        return None

    def _move_by(self, dx: float, dy: float) -> None:
        self._zoom.move(self._whole, dx, dy)
        self._show_part()

    # --- the mouse --------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()
        if not self.has_axes:
            return
        if event.button() == Qt.MouseButton.MiddleButton:
            if self.is_zoomed and self._gesture is None:
                self._moved_from = self.data_at(event.position())
                self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            return
        handle = (
            self.item.handle_at(event.position())
            if event.button() == Qt.MouseButton.LeftButton
            else None
        )
        jumps = handle is None and event.button() == Qt.MouseButton.LeftButton
        if jumps and self._is_on_heading(event.position()):
            self.offer_choices(event.globalPosition().toPoint())
            return
        if jumps and self.plot.grab is not None:
            handle = self.plot.grab(self.session.scene, self.data_at(event.position()))
        if jumps and handle is None:
            self.click_at(event.position())
            self._begin_to_turn(self.data_at(event.position()))
        if handle is None or self.plot.drag is None or self._gesture is not None:
            return
        scene = self.session.scene
        place = partial(self.plot.drag_to, scene, handle)
        self._gesture = DragHandle(
            scene,
            Pointer(self.data_at(event.position())),
            place,
            f"Move {handle.replace('-', ' ')}",
        )
        if jumps:
            self._carry_out(self._gesture.move(Pointer(self.data_at(event.position()))))

    def _begin_to_turn(self, start: tuple[float, float]) -> None:
        """Begin a drag over the picture, where that turns it."""
        scene, turn = self.session.scene, self.plot.turn
        if turn is None or self._gesture is not None or turn(scene, start, start) is None:
            return
        self._gesture = DragHandle(
            scene,
            Pointer(start),
            lambda place: turn(scene, start, place) or scene.document,
            "Turn the picture",
        )

    # --- what the plot can show -------------------------------------------------------------------

    def _is_on_heading(self, position: QPointF) -> bool:
        """Whether a position is on the row above the field that opens the choices."""
        mapping, figure = self.item.mapping, self.item.figure
        if self.plot.choices is None or mapping is None or figure is None or not figure.heading:
            return False
        return position.y() < mapping.top

    def offer_choices(self, place: QPoint) -> None:
        """Open a menu of the plot's choices."""
        choices = self.plot.choices
        if choices is not None and choices(self.session.scene):
            menu = passing_menu(self)
            fill_choices(menu, self.plot, self.session)
            menu.popup(place)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()
        self.open_menu(event.globalPos())

    def open_menu(self, place: QPoint) -> None:
        """Open the menu of the plot: what can be done with it, and what it can show."""
        menu = passing_menu(self)
        around = self.parentWidget()
        while around is not None and not isinstance(around, PlotActions):
            around = around.parentWidget()
        if isinstance(around, PlotActions):
            around.fill_plot_menu(self.plot, menu)
        if self.plot.choices is not None and self.plot.choices(self.session.scene):
            fill_choices(menu, self.plot, self.session)
        menu.popup(place)

    def click_at(self, position: QPointF) -> None:
        """Select the points that the plot counts at a click beside the handles."""
        rows = (
            None
            if self.plot.select is None or not self.has_axes
            else self.plot.select(self.session.scene, self.data_at(position))
        )
        if rows is not None:
            self.session.set_selection(rows)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        event.accept()
        if self._moved_from is not None:
            self._pointer = event.position()
            self._keep_under(self._moved_from, self._pointer)
        elif self._gesture is not None:
            self._carry_out(self._gesture.move(Pointer(self.data_at(event.position()))))
        else:
            position = event.position()
            self._show_cursor(
                self.item.handle_at(position)
                or ("heading" if self._is_on_heading(position) else None)
            )
            self._point_at(event.position())

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point_at(None)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._point_at(None)  # Qt says no leaving where another plot takes its place

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()
        if event.button() == Qt.MouseButton.MiddleButton:
            self._moved_from = None
            self._show_cursor(None)
            return
        gesture, self._gesture = self._gesture, None
        if gesture is not None:
            self._pointer = event.position()  # not where the drag began
            self._carry_out(gesture.finish(Pointer(self.data_at(event.position()))))

    def wants(self, event: QKeyEvent) -> bool:
        if event.key() != Qt.Key.Key_Escape:
            return self._key_zoom(event) is not None
        return self._gesture is not None or bool(self.session.scene.selection)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.key_pointer.take(event):
            return
        if zoom := self._key_zoom(event):
            zoom()
            return
        gesture, self._gesture = self._gesture, None
        if gesture is not None and event.key() == Qt.Key.Key_Escape:
            self._carry_out(gesture.cancel())
        elif event.key() == Qt.Key.Key_Escape and self.session.scene.selection:
            # as on the canvas: Delete takes what is selected here, too
            self.session.set_selection(frozenset())
        else:
            self._gesture = gesture
            event.ignore()

    def reading(self) -> str:
        """The reading at the pointer, as plain text."""
        reading = self._reading(self.session.scene)
        return "" if reading is None else "\n".join(plain(line) for line in reading.words.lines)

    def _reading(self, scene: Scene) -> Reading | None:
        mapping = self.item.mapping
        if (
            self._pointer is None
            or mapping is None
            or self.plot.read is None
            or not self.has_axes
            or scene.moving
            or self._gesture is not None
        ):
            return None
        place = mapping.data(self._pointer.x(), self._pointer.y())
        if not (mapping.x0 <= place[0] <= mapping.x1 and mapping.y0 <= place[1] <= mapping.y1):
            return None
        return self.plot.read_at(
            scene, place, (REACH_PX / mapping.scale_x, REACH_PX / mapping.scale_y)
        )

    def _point_at(self, position: QPointF | None) -> None:
        """Set the pointer: only this plot shows the values there; a training point there is shown
        in every view.
        """
        self._pointer = position
        reading = self._reading(self.session.scene) if self._is_up_to_date else None
        row = None if reading is None else reading.row
        # The picture may still show an older set of points.
        row = row if row is not None and row < len(self.session.document.dataset) else None
        if row != self._row:
            self._row = row
            x = None if row is None else self.session.document.dataset.X[row]
            self.session.set_hover(None if x is None else Hover((float(x[0]), float(x[1])), row))
        if self.isVisible():
            self.request_refresh()

    def _carry_out(self, effect: Effect) -> None:
        self._carrying_out = True
        if effect.rollback:
            self.session.rollback()
        elif effect.document is not None:
            self.session.preview(effect.document.with_view_of(self.session.document))
        elif effect.commit:
            self.session.commit(effect.commit)
        self._carrying_out = False

    def _follow(self, old: Scene, new: Scene) -> None:
        if (
            not self._carrying_out
            and new.document is not old.document
            and new.document.differs_beyond_view(old.document)
        ):
            self._gesture = None  # its document is gone
        if not self.isVisible():
            return
        was_left_out, self._was_left_out = self._was_left_out, self.is_left_out
        if new.fits is not old.fits or (was_left_out and not self._was_left_out):
            self._refresh_timer.stop()
        super()._follow(old, new)

    def _show_cursor(self, handle: str | None) -> None:
        self.viewport().setCursor(
            Qt.CursorShape.ArrowCursor if handle is None else Qt.CursorShape.PointingHandCursor
        )


def fill_choices(menu: QMenu, plot: Plot[Scene], session: Session) -> None:
    """One section for each group of choices."""
    choices = () if plot.choices is None else plot.choices(session.scene)
    group = ""
    for choice in choices:
        if choice.group != group:
            group = choice.group
            menu.addSection(group)
        add_choice(menu, plain(choice.title), partial(_choose, session, choice), choice.is_now)
    if not choices:
        why_not = plain(plot.draw(session.scene).message) or LACKS["nothing"]
        allow(menu.addAction("Nothing to choose from now"), why_not)


def _choose(session: Session, choice: PlotChoice) -> None:
    if not choice.is_now:
        session.apply(f"Choose {choice.group.lower()}", choice.document)
