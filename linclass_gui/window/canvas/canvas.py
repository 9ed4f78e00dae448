"""The canvas: turns the mouse into gestures and carries their effects out."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QCursor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QWidget

from solvers import Floats

from ...answers.decision import why_no_boundary
from ...answers.regions import method_pointed_at
from ...answers.value_words import fill_values
from ...draw.alt import alt_of_selected, alt_text
from ...draw.lettering import layout
from ...draw.qt_surface import painting
from ...layers import notes, populations, projection, selection, trial_line
from ...layers.canvas import canvas_figure
from ...layers.points import with_held_points
from ...markup.mathtext import plain
from ...scene.annotations import HAS_TWO_ENDS, Annotation, handle_name, handle_of, name_of_row
from ...scene.cures import Act, act_of
from ...scene.document import Document
from ...scene.gestures import (
    NO_EFFECT,
    Click,
    DragHandle,
    Effect,
    Gesture,
    Pan,
    Pointer,
    delete_selection,
    flip_selection,
    nudge_selection,
)
from ...scene.marks import Figure, Point
from ...scene.places import free_place, nearest_row
from ...scene.scene import Hover, Scene
from ...scene.theme import Theme
from ...scene.tools import (
    ERASER_PX,
    SPRAY_PX,
    TOOLS_FOR_ONCE,
    AddOutlier,
    AddPoint,
    DragPoints,
    Tool,
    begin_gesture,
    kind_placed,
)
from ...scene.view import View
from ..panels.fit_words import pointer_parts
from ..session.drawing import FRAME
from ..session.session import Session
from ..timers import make_timer
from .accessibility import BY_KEYS, LastStep
from .other_fits import OtherFitsOfLayers
from .picture import Picture, RemedyButton

HOVER_EVERY_MS = 16
OFFER_EDGE = 40  # from the edges to the button of a cure, above the ticks
ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}
BUTTONS = {
    Qt.MouseButton.LeftButton: "left",
    Qt.MouseButton.RightButton: "right",
    Qt.MouseButton.MiddleButton: "middle",
}
# Handles of the canvas, their drag, and the words of that step.
DRAGGED = (
    (trial_line.handles, trial_line.drag, "Move trial line"),
    (notes.handles, notes.drag, "Move annotation"),
    (selection.frame_handles, selection.drag_frame, "Transform points"),
    (projection.handles, projection.drag, "Move projection axis"),
    (populations.handles, populations.drag, "Change population"),
)
NUMBERS = (2.8, 2.2)  # room of the numbers of the axes, at the left and below, in their heights
REACHES = {"spray": SPRAY_PX, "eraser": ERASER_PX}  # of a usual brush
CURSORS = {
    "pan": Qt.CursorShape.OpenHandCursor,
    "select": Qt.CursorShape.ArrowCursor,
    "lasso": Qt.CursorShape.ArrowCursor,
}


class GrabbedHandle(NamedTuple):
    """A handle of the canvas, how its drag changes the document of a scene, and the words of that
    step.
    """

    handle: str
    drag: Callable[[Scene, str, Point], Document]
    text: str


def round_cursor(reach: float, theme: Theme) -> QCursor:
    """A circle that shows the reach of a stroke."""
    size = 2 * math.ceil(reach) + 3
    picture = QPixmap(size, size)
    picture.fill(Qt.GlobalColor.transparent)
    with painting(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for colour, width in ((theme.palette.canvas, 3.0), (theme.palette.ink, 1.0)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawEllipse(QPointF(0.5 * size, 0.5 * size), reach, reach)
    return QCursor(picture)


class CureButton(RemedyButton):
    """The button that gives the selected method a boundary; none in a presentation and a drag."""

    def act(self) -> Act | None:
        scene, canvas = self.picture.session.scene, self.picture
        if scene.answer is None or scene.is_stale or scene.moving or canvas.is_bare:
            return None
        words = why_no_boundary(scene.answer, scene.document.dataset.class_names)
        return act_of(words, scene.document, scene.predicted)

    def place(self) -> None:
        """Stand in the lower middle, or beside it where the button covers no point."""
        self.adjustSize()
        scene, theme = self.picture.session.scene, self.picture.theme
        room, edge, margin = (
            self.picture.viewport().geometry(),
            round(OFFER_EDGE * theme.ui),
            0.7 * theme.point,
        )
        size = (self.width() + 2 * margin, self.height() + 2 * margin)
        middle = (0.5 * (room.width() - size[0]), room.height() - edge - size[1] + margin)
        points = scene.seen_at(scene.document.dataset.X)
        free = free_place(points, (room.width(), room.height()), size, middle, (edge,) * 4)
        left, top = free or middle
        self.move(room.left() + round(left + margin), room.top() + round(top + margin))


class Canvas(Picture):
    """The plane with the points: click, drag, select, zoom."""

    tool_changed = Signal(str)
    menu_requested = Signal(int, QPoint)  # row, position on the screen
    note_menu_requested = Signal(int, QPoint)  # number of an annotation, position on the screen
    line_menu_requested = Signal(str, QPoint)  # id of a method, position on the screen
    axes_menu_requested = Signal(QPoint)  # position on the screen
    note_placed = Signal(int)  # number of a new annotation, which is not committed yet
    note_opened = Signal(int)  # number of an annotation, by a double click
    button_kind = CureButton
    says_computing = False  # an older picture of the points is shown meanwhile

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__(session, theme, "canvas", "Canvas")
        self._last_step = LastStep(session.undo_stack)
        self._other_fits = OtherFitsOfLayers(session, self)
        self._other_fits.changed.connect(self.request_refresh)
        self.tool: Tool = "select"
        self.stage: QWidget | None = None  # the area of the canvas without bars above and below it
        self._button = Qt.MouseButton.NoButton
        self._holds_space = False
        self._carrying_out = False
        self._has_laser = False
        self._cursor: tuple[Qt.CursorShape, float] = (Qt.CursorShape.ArrowCursor, 0.0)
        self._pointer_px: QPointF | None = None
        self._hover_timer = make_timer(HOVER_EVERY_MS, self, self._hover, single_shot=True)

    def figure(self, scene: Scene) -> Figure:
        figure, handles = (
            canvas_figure(self._other_fits.scene_with_fits(scene)),
            tuple(handle for handles, _, _ in DRAGGED for handle in handles(scene)),
        )
        if handles:
            figure = replace(figure, handles=handles)
        if self.is_bare:
            figure = replace(
                figure,
                x=figure.x._replace(ticks=(), label=""),
                y=figure.y._replace(ticks=(), label=""),
            )
        return figure

    def words(self, scene: Scene, figure: Figure) -> str:
        return alt_text(scene)

    def news(self, scene: Scene, figure: Figure) -> Mapping[str, str]:
        pointer = (
            ", ".join(map(plain, pointer_parts(scene))) if self.key_pointer.at is not None else ""
        )
        return dict([self._last_step.news(), ("fit", alt_of_selected(scene)), ("pointer", pointer)])

    def data_at(self, position: QPointF) -> Point:
        # From the scene itself, which may be ahead of the picture.
        return self.session.scene.place_at(position.x(), position.y())

    def set_tool(self, tool: Tool) -> None:
        """Choose the tool of the left button."""
        if tool != self.tool:
            self._drop_gesture()
            self.tool = tool
            self._show_cursor()
            self.tool_changed.emit(tool)

    def use_laser(self, is_on: bool) -> None:
        """Replace the mouse by a laser pointer: no cursor, no perpendicular to the line, and no
        numbers of the place under it.
        """
        if is_on != self._has_laser:
            self._has_laser = is_on
            if is_on:
                self.session.set_hover(None)
            self._show_cursor()

    # --- view -------------------------------------------------------------------------------------

    def zoom(self, factor: float, centre: Point | None = None) -> None:
        view = self.session.scene.view
        x, y = centre or view.middle
        closer = View(
            *(c + (side - c) / factor for side, c in zip(view.box, (x, x, y, y), strict=True))
        )
        furthest = max(abs(side) for side in closer.box)
        # Closer, neighbouring pixels would be the same number; further away, squares overflow.
        if closer.width > 1e-11 * furthest and 1e-140 < closer.width < 1e140:
            self.session.set_view(closer)

    def delay_ms(self) -> int:
        # What is dragged is under the mouse already: fits that come within the frame wait for its
        # end, and the next move takes them along.  Painting twice in a frame would delay the mouse.
        drawn_scene, document = self._drawn_scene, self.session.document
        is_preview = document is not self.session.committed
        if not is_preview or drawn_scene is None or drawn_scene.document is not document:
            return 0
        age = time.monotonic() - self._last_refresh
        return max(0, math.ceil(1000.0 * (FRAME - age)))

    def refresh(self) -> None:
        super().refresh()
        shown_figure, scene = self.item.figure, self.session.scene
        if (
            self._drawing.is_under_way
            and scene.moving
            and shown_figure is not None
            and shown_figure.marks
        ):
            # The point under the mouse does not wait for a picture that takes long.
            self._put_up(with_held_points(shown_figure, scene))

    def _show_figure(self, figure: Figure, scene: Scene) -> None:
        newest_scene = self.session.scene
        is_late = scene is not newest_scene and newest_scene.moving and bool(figure.marks)
        super()._show_figure(with_held_points(figure, newest_scene) if is_late else figure, scene)

    def follow_size(self) -> None:
        super().follow_size()
        size, above, below = self.viewport().size(), 0, 0
        if self.stage is not None:
            above, below = (
                self.y(),
                max(0, self.stage.height() - self.geometry().bottom() - 1),
            )
        self.session.set_size(size.width(), size.height(), above, below)

    def paintEvent(self, event: QPaintEvent) -> None:
        is_first = self.painted_scene is None
        super().paintEvent(event)
        if is_first:
            # The first picture is on the screen: now the fits can start.
            QTimer.singleShot(0, self.session.start)

    # --- mouse ------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()
        if self._gesture is not None or event.button() not in BUTTONS:
            return
        self._hover_timer.stop()
        self._button = event.button()
        self._gesture = self._begin(self._pointer(event, with_row=True))
        self._show_cursor()
        self._carry_out(self._gesture.start(), event.globalPosition().toPoint())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        event.accept()
        self._pointer_px = event.position()
        if self._gesture is None:
            if not self._hover_timer.isActive():
                self._hover_timer.start()
        elif not event.buttons() & self._button:
            # The release went elsewhere (a dialog, another window): the gesture ends at its last
            # place.
            self._finish(event)
        else:
            self._carry_out(
                self._gesture.move(self._pointer(event)), event.globalPosition().toPoint()
            )

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()
        if self._gesture is not None and event.button() == self._button:
            self._finish(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        number = self._note_at(event.position())
        if number is None or event.button() != Qt.MouseButton.LeftButton:
            super().mouseDoubleClickEvent(event)
            return
        event.accept()
        self.note_opened.emit(number)

    def _note_at(self, position: QPointF) -> int | None:
        """The number of the annotation at a position, or of the name of the point there."""
        handle = self._handle_at(position)
        note = None if handle is None else handle_of(handle.handle)
        if note is not None or self.tool != "select":
            return None if note is None else note[0]
        row = self._row_at(self.data_at(position))
        return None if row is None else name_of_row(self.session.document.annotations, row)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover_timer.stop()
        self._pointer_px = None
        if self._gesture is None:
            self.session.set_hover(None)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()  # the gesture of the right button opens the menu
        position = self.key_pointer.at
        if position is None or event.reason() != QContextMenuEvent.Reason.Keyboard:
            return
        row = self._row_at(self.data_at(position))
        place = self.viewport().mapToGlobal(position.toPoint())
        method = method_pointed_at(self.session.scene, self.data_at(position))
        if row is not None:
            self.menu_requested.emit(row, place)
        elif method:
            self.line_menu_requested.emit(method, place)

    def _pointer(self, event: QMouseEvent, with_row: bool = False) -> Pointer:
        place = self.data_at(event.position())
        modifiers = event.modifiers()
        return Pointer(
            place,
            (event.position().x(), event.position().y()),
            self._row_at(place) if with_row else None,
            BUTTONS[self._button],  # type: ignore[arg-type]
            shift=bool(modifiers & Qt.KeyboardModifier.ShiftModifier),
            alt=bool(modifiers & Qt.KeyboardModifier.AltModifier),
            space=self._holds_space,
            by_keys=event.source() == BY_KEYS,
        )

    def _begin(self, press: Pointer) -> Gesture:
        scene = self.session.scene
        handle = (
            self._handle_at(QPointF(*press.px))
            if press.button != "middle" and not press.space
            else None
        )
        note = None if handle is None else handle_of(handle.handle)
        if press.button == "right" and note is not None:
            return Click(scene, press, Effect(note=note[0]))
        is_free = press.row is None and self.tool == "select" and not self.is_bare
        if press.button == "right" and is_free:
            if _is_on_axis(press.px, self.viewport().height(), self.theme.caption):
                return Click(scene, press, Effect(axes=True))
            if method := method_pointed_at(scene, press.at):
                return Click(scene, press, Effect(line=method))
        if press.button == "right":
            return begin_gesture(self.tool, scene, press)
        if handle is not None:
            drag = partial(handle.drag, scene, handle.handle)
            if note is not None and scene.document.annotations[note[0]].kind == "text":
                # by the movement of the pointer: words taken at their end must not jump
                drag = partial(_drag_text, drag, scene.document.annotations[note[0]], press.at)
            return DragHandle(scene, press, drag, handle.text)
        return begin_gesture(self.tool, scene, press)

    def add_outlier(self) -> None:
        """Add a point of the wrong class under the pointer; without one the next click does."""
        if self._pointer_px is None:
            self.set_tool("outlier")
            self.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        gesture = AddOutlier(self.session.scene, Pointer(self.data_at(self._pointer_px)))
        self._carry_out(gesture.start(), QPoint())
        self._carry_out(gesture.click(), QPoint())

    def _finish(self, event: QMouseEvent) -> None:
        gesture, self._gesture = self._gesture, None
        if gesture is not None:
            self._carry_out(gesture.finish(self._pointer(event)), event.globalPosition().toPoint())
        if self.tool in TOOLS_FOR_ONCE:
            self.set_tool("select")
        self._show_cursor()

    def _drop_gesture(self) -> None:
        """Cancel the running gesture."""
        gesture, self._gesture = self._gesture, None
        if gesture is not None:
            self._carry_out(gesture.cancel(), QPoint())
            self._show_cursor()

    def _carry_out(self, effect: Effect, menu_position: QPoint) -> None:
        session = self.session
        self._carrying_out = True
        if effect.view is not None:
            session.set_view(effect.view)
        if effect.rollback:
            session.rollback()
        document = (
            None if effect.document is None else effect.document.with_view_of(session.document)
        )
        if document is not None and effect.commit:
            session.apply(effect.commit, document)
        elif document is not None:
            position = None if self._has_laser else self._pointer_px
            session.preview(
                document, effect.moving, None if position is None else Hover(self.data_at(position))
            )
        elif effect.commit:
            session.commit(effect.commit)
        if effect.rubber is not None:
            session.set_state(rubber=effect.rubber)
        if effect.selection is not None:
            session.set_selection(effect.selection)
        self._carrying_out = False
        if effect.menu is not None:
            self.menu_requested.emit(effect.menu, menu_position)
        if effect.note is not None:
            self.note_menu_requested.emit(effect.note, menu_position)
        if effect.line:
            self.line_menu_requested.emit(effect.line, menu_position)
        if effect.axes:
            self.axes_menu_requested.emit(menu_position)
        if effect.write is not None:
            self.note_placed.emit(effect.write)

    def _follow(self, old: Scene, new: Scene) -> None:
        is_foreign = (
            self._gesture is not None
            and not self._carrying_out
            and new.document is not old.document
        )
        if is_foreign and (
            isinstance(self._gesture, Pan) or new.document.differs_beyond_view(old.document)
        ):
            # Undo, another file, a slider: the document of the gesture is gone.  (A mere change of
            # view ends no drag, whose preview would stay, neither committed nor cancelled.)
            self._gesture = None
            self._show_cursor()
        if new.brush is not old.brush:
            self._show_cursor()
        if new.document is not old.document:
            self._refresh_timer.stop()
        super()._follow(old, new)

    # --- hover ------------------------------------------------------------------------------------

    def _hover(self) -> None:
        if self._pointer_px is None or self._gesture is not None or self._has_laser:
            return
        place = self.data_at(self._pointer_px)
        row = self._row_at(place)
        self.session.set_hover(Hover(place, row))
        self._show_cursor()

    def _row_at(self, place: Point) -> int | None:
        scene = self.session.scene
        return nearest_row(scene.document.dataset, place, scene.pixels)

    def _handle_at(self, position: QPointF) -> GrabbedHandle | None:
        """The handle that is drawn at a position, None where there is none or the scene has it no
        more.
        """
        if self.tool not in ("select", "trial"):
            return None
        scene, spot = self.session.scene, (position.x(), position.y())
        name = self.item.handle_at(position) or _text_at(scene, spot, self.theme)
        if name is None:
            return None
        # The picture may be older than the scene: after an undo it has the handles of a moment ago.
        owners = (
            (GrabbedHandle(name, drag, text), handle.at)
            for handles, drag, text in DRAGGED
            for handle in handles(scene)
            if handle.name == name
        )
        grabbed, place = next(owners, (None, (0.0, 0.0)))
        note = None if grabbed is None else handle_of(name)
        is_end = note is not None and scene.document.annotations[note[0]].kind in HAS_TWO_ENDS
        row = self._row_at(self.data_at(position)) if is_end else None
        return None if _is_point_nearer(scene, row, place, spot) else grabbed

    def _show_cursor(self) -> None:
        shape = self._cursor_shape()
        reach = (
            REACHES.get(self.tool, 0.0) * self.session.scene.brush.size
            if shape == Qt.CursorShape.CrossCursor
            else 0.0
        )
        if (shape, reach) != self._cursor:
            self._cursor = (shape, reach)
            self.viewport().setCursor(round_cursor(reach, self.theme) if reach else QCursor(shape))

    def _cursor_shape(self) -> Qt.CursorShape:
        if self._has_laser:
            return Qt.CursorShape.BlankCursor
        if isinstance(self._gesture, DragPoints | Pan | DragHandle):
            return Qt.CursorShape.ClosedHandCursor
        hover = self.session.scene.hover
        over_point = self.tool == "select" and hover is not None and hover.row is not None
        over_handle = self._pointer_px is not None and self._handle_at(self._pointer_px) is not None
        if self._holds_space or over_point or over_handle:
            return Qt.CursorShape.OpenHandCursor
        return CURSORS.get(self.tool, Qt.CursorShape.CrossCursor)

    # --- keys -------------------------------------------------------------------------------------

    def takes_arrows(self) -> bool:
        # Of selected points they are, and in a presentation of the parameter that is shown.
        is_free = not self.session.scene.selection and not self.is_bare
        return is_free or _is_placing(self.tool)

    def stops(self) -> Floats:
        scene = self.session.scene
        if rings := _rings_of_vote(self.session.scene, self.is_bare):
            return scene.seen_at(np.array(rings))
        handles = np.array([handle.at for handle in self.figure(scene).handles]).reshape(-1, 2)
        return scene.seen_at(np.vstack([scene.document.dataset.X, handles]))

    def first_stop(self) -> Point | None:
        rings = _rings_of_vote(self.session.scene, self.is_bare)
        return tuple(self.session.scene.seen_at(np.array(rings))[0].tolist()) if rings else None

    def click_at(self, position: QPointF) -> None:
        scene, press = self.session.scene, Pointer(self.data_at(position))
        gesture = (
            begin_gesture(self.tool, scene, press)
            if _is_placing(self.tool)
            else AddPoint(scene, press, scene.active)
        )
        self._carry_out(gesture.start(), QPoint())
        self._carry_out(gesture.click(), QPoint())

    def wants(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Escape:
            has_selection = bool(self.session.scene.selection) and not _is_placing(self.tool)
            return self._gesture is not None or has_selection
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_F):
            return (
                bool(self._with_pointed(self.session.scene).selection)
                and self.key_pointer.at is not None
            )
        return event.key() in ARROWS and bool(self.session.scene.selection)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.key_pointer.take(event):
            self._show_cursor()
        elif event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._holds_space = True
            self._show_cursor()
        elif event.key() == Qt.Key.Key_Escape and self._gesture is not None:
            self._drop_gesture()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and _is_placing(self.tool):
            self.click_at(self._pointer_px or QPointF(self.viewport().rect().center()))
        else:
            scene = self._with_pointed(self.session.scene)
            effect = NO_EFFECT if self._gesture is not None else _key_effect(scene, event)
            self._carry_out(effect, QPoint())
            event.setAccepted(effect is not NO_EFFECT)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._holds_space = False
            self._show_cursor()
        else:
            event.ignore()

    def _with_pointed(self, scene: Scene) -> Scene:
        """The scene with the point under the pointer of the keyboard selected, unless others
        are.
        """
        position = self.key_pointer.at
        row = None if position is None or scene.selection else self._row_at(self.data_at(position))
        return scene if row is None else replace(scene, selection=frozenset({row}))


def _is_placing(tool: Tool) -> bool:
    """Whether the next click puts an annotation under the pointer."""
    return kind_placed(tool) is not None


def _rings_of_vote(scene: Scene, is_bare: bool) -> list[Point]:
    """The rings of the violet line while a room predicts it: keys move nothing else then."""
    is_vote = is_bare and bool(scene.predicted)
    return [handle.at for handle in trial_line.handles(scene)] if is_vote else []


def _drag_text(
    drag: Callable[[Point], Document], note: Annotation, begin: Point, place: Point
) -> Document:
    return drag((note.at[0] + place[0] - begin[0], note.at[1] + place[1] - begin[1]))


def _is_on_axis(position: Point, height: float, size: float) -> bool:
    """Whether the numbers of an axis are at a position; ``size`` is that of their letters."""
    return position[0] < NUMBERS[0] * size or position[1] > height - NUMBERS[1] * size


def _is_point_nearer(scene: Scene, row: int | None, place: Point, position: Point) -> bool:
    """Whether a point is nearer to a position than the end of an arrow that points at it."""
    if row is None:
        return False
    offsets = scene.seen_at(np.array([scene.document.dataset.X[row], place]))
    to_point, to_end = np.hypot(*(offsets - position).T).tolist()
    return bool(to_point < to_end)


def _text_at(scene: Scene, position: Point, theme: Theme) -> str | None:
    """The handle of the text whose words are at a position."""
    size = theme.style("annotation").size
    for k, note in reversed(tuple(enumerate(scene.document.annotations))):
        if note.kind == "text":
            x, y = scene.seen_at(np.array([note.at]))[0].tolist()
            lines = fill_values(note.text, scene).split("\n")
            half_width = 0.5 * max(layout(line, size).width for line in lines)
            half_height = (1.0 + 0.5 * notes.SPACING * (len(lines) - 1)) * size
            if abs(position[0] - x) <= half_width and abs(position[1] - y) <= half_height:
                return handle_name(k, "at")
    return None


def _key_effect(scene: Scene, event: QKeyEvent) -> Effect:
    """What a key does to the selection."""
    key = event.key()
    if key in ARROWS:
        large = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        return nudge_selection(scene, *ARROWS[Qt.Key(key)], large)
    if key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
        return delete_selection(scene)
    if key == Qt.Key.Key_F and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
        return flip_selection(scene)
    return Effect(selection=frozenset()) if key == Qt.Key.Key_Escape else NO_EFFECT
