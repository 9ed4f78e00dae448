"""A picture of the scene in a widget, drawn at most once per turn of the event loop."""

from __future__ import annotations

import time
from collections.abc import Hashable, Mapping
from dataclasses import replace
from weakref import WeakKeyDictionary

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame
from shiboken6 import isValid

from solvers import Floats

from ...draw.faults import fault_sentence
from ...draw.lettering import wrap_markup
from ...draw.painted_figure import PaintedFigure
from ...draw.qt_surface import painting
from ...scene.cures import Act, act_of
from ...scene.gestures import Gesture
from ...scene.marks import Axis, Figure, Point
from ...scene.scene import Scene
from ...scene.theme import Theme
from ..session.drawing import Budget, Drawing, question_of
from ..session.session import Session
from ..timers import make_timer
from ..widgets.layouts import PushButton, with_name
from .accessibility import TABS, Announcements, InWords, KeyPointer

EMPTY_FIGURE = Figure(Axis(0.0, 1.0), Axis(0.0, 1.0), ())
COMPUTING = replace(EMPTY_FIGURE, message="Computing…")
STOPPED_FIGURE = replace(EMPTY_FIGURE, message="This takes long and was not computed.")
# until the message that a picture takes long: over an older one, on an empty ground
PATIENCE_MS, SOON_MS = 1000, 250
ZOOM_PER_NOTCH = 1.2
# the pictures of one session share one
_budgets: WeakKeyDictionary[Session, Budget] = WeakKeyDictionary()


class RemedyButton(PushButton):
    """The button below the sentence that stands in place of a picture."""

    def __init__(self, picture: Picture) -> None:
        super().__init__()
        self.setParent(picture)
        with_name(self, f"{picture.objectName()}-offer").hide()
        self.picture = picture

    def act(self) -> Act | None:
        """What it does where the sentence has a cure."""
        figure, session = self.picture.item.figure, self.picture.session
        if figure is None or figure.marks or not figure.message:
            return None
        return act_of(figure.message, session.document, session.scene.predicted)

    def present(self, words: str) -> None:
        """Offer something."""
        self.setText(words)
        self.setAccessibleName(f"{words}: {self.picture.accessibleName()}")
        self.place()
        self.show()

    def place(self) -> None:
        """Stand below the sentence."""
        figure, mapping = self.picture.item.figure, self.picture.item.mapping
        if figure is None:
            return
        self.adjustSize()
        field = QRectF(self.picture.viewport().rect())
        if mapping is not None:
            left, top = mapping.left, mapping.top
            field = QRectF(left, top, mapping.right - left, mapping.bottom - top)
        size, middle = self.picture.theme.style("message").size, field.center()
        lines = wrap_markup(figure.message, 0.9 * field.width(), size)
        below = middle.y() + 0.75 * size * len(lines) + 0.6 * size
        self.move(round(middle.x() - 0.5 * self.width()), round(below))


class Picture(QAbstractScrollArea):
    """The base of the canvas and of the linked plots; ``figure`` is the figure of a scene.

    A change of the scene requests a new picture; it is drawn once per turn of the event loop, and
    not at all while it is hidden.
    """

    painted = Signal(object)  # the Scene that is on the screen now
    says_computing = True
    is_bare = False  # in a presentation: without ticks and names of axes
    button_kind: type[RemedyButton] = RemedyButton

    def __init__(self, session: Session, theme: Theme, name: str, title: str) -> None:
        """``title`` is the name for screen readers, of the picture and of the field in it that has
        the keyboard.
        """
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.viewport().setAccessibleName(title)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        # The figure fills the viewport: without this Qt paints the panels behind it in every frame.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.viewport().setAutoFillBackground(False)
        self.session = session
        self.theme = theme
        self.budget = _budgets.setdefault(session, Budget())
        self.painted_scene: Scene | None = None
        self._drawn_scene: Scene | None = None
        self._drawing_seconds = 0.0
        self._last_refresh = 0.0  # when the last picture was begun
        self.item = PaintedFigure()
        self.item.set_rect(QRectF(self.viewport().rect()))
        self._drawing = Drawing(self._figure_or_sentence, self)
        self._drawing.finished.connect(self._show_finished)
        self.patience_ms = PATIENCE_MS
        self._patience = make_timer(0, self, self._say_computing, single_shot=True)
        self._is_of_another = False  # whether the picture shows a former document
        self._stopped: Hashable = None  # the computation that the user cancelled
        self._offer = self.button_kind(self)
        self._offer.clicked.connect(self._take_offer)
        self._gesture: Gesture | None = None
        self.key_pointer = KeyPointer(self, self)
        self.telling = Announcements(self, self._in_words)
        self.painted.connect(self.telling.wait)
        self._shows_focus = False  # the focus came by a key, so it is shown
        self._refresh_timer = make_timer(0, self, self.refresh, single_shot=True)
        session.scene_changed.connect(self._follow)
        session.loaded.connect(self._begin_anew)

    def figure(self, scene: Scene) -> Figure:
        """The picture of a scene."""
        raise NotImplementedError

    def words(self, scene: Scene, figure: Figure) -> str:
        """The picture in words."""
        raise NotImplementedError

    def news(self, scene: Scene, figure: Figure) -> Mapping[str, str]:
        """The announcements about changes, topic by topic."""
        raise NotImplementedError

    def _in_words(self) -> InWords:
        scene, figure = self.session.scene, self.item.figure
        if figure is None or self.painted_scene is not scene or scene.moving or scene.stale:
            return None
        return self.words(scene, figure), self.news(scene, figure)

    def set_theme(self, theme: Theme) -> None:
        """Draw with another theme."""
        self.theme = theme
        self.request_refresh()

    def request_refresh(self) -> None:
        """Draw the current scene soon."""
        if not self._refresh_timer.isActive():
            self._refresh_timer.start(self.delay_ms())

    def delay_ms(self) -> int:
        """How long to wait before the next picture is drawn."""
        return 0

    def refresh(self) -> None:
        """Show the picture of the current scene, or begin to compute it; Qt paints at the end of
        this turn of the event loop.
        """
        self._refresh_timer.stop()
        if not self.isVisible():
            return
        begin, self._last_refresh = time.thread_time(), time.monotonic()
        scene = self.session.scene
        if self._is_stopped(scene):
            self._show_instead(STOPPED_FIGURE)
            return
        figure = self._drawing.ask(scene)
        self._drawing_seconds = time.thread_time() - begin
        if figure is not None:
            self._show_figure(figure, scene)
            return
        if self._is_of_another and self.says_computing:
            self._put_up(EMPTY_FIGURE)
        if not self._patience.isActive():
            self._patience.start(
                min(SOON_MS, self.patience_ms) if self._is_of_another else self.patience_ms
            )

    def _show_figure(self, figure: Figure, scene: Scene) -> None:
        self._patience.stop()
        self._is_of_another = False
        is_new = self._put_up(figure)
        self._drawn_scene = scene
        act = self._offer.act()
        self._offer.setVisible(act is not None)
        if act is not None:
            self._offer.present(act.words)
        if not is_new:
            self._show_painted()  # the same picture: nothing to paint

    def _put_up(self, figure: Figure) -> bool:
        """Show a figure; False: it is shown already."""
        is_new = self.item.set_figure(figure, self.theme, self.session.scene.base is not None)
        if is_new:
            self.viewport().update()
        return is_new

    def _show_finished(self) -> None:
        """Show a picture computed in another thread, perhaps of a scene that has changed
        meanwhile.
        """
        finished = self._drawing.take()
        if not self.isVisible():
            return
        if finished is None or self._is_stopped(self.session.scene):
            self.request_refresh()  # it was cancelled
            return
        scene, figure = finished
        self._show_figure(figure, scene)
        if scene is not self.session.scene:
            self.request_refresh()

    # --- what takes long --------------------------------------------------------------------------

    def _begin_anew(self) -> None:
        """For another document, do not show the old picture while a slow one is computed."""
        self._drawing.abandon()
        self.key_pointer.forget()
        self._stopped, self._is_of_another = None, True

    def _say_computing(self) -> None:
        """Replace an outdated picture by the message that the new one takes long, with a button to
        stop it.
        """
        if self._drawing.is_under_way and self.says_computing:
            self._show_instead(COMPUTING)

    def _is_stopped(self, scene: Scene) -> bool:
        if self._stopped is not None and self._stopped != question_of(scene):
            self._stopped = None
        return self._stopped is not None

    def _show_instead(self, figure: Figure) -> None:
        """Show a sentence in place of the picture, with a button for a remedy."""
        self._put_up(figure)
        self._drawn_scene = None
        self._offer.present("Cancel" if figure is COMPUTING else "Compute")

    def _take_offer(self) -> None:
        """Compute what was stopped, stop what takes long until another figure is wanted, or cure a
        refusal.
        """
        figure = self.item.figure
        if self._stopped is not None:
            self._stopped = None
            self._show_instead(COMPUTING)
            self.request_refresh()
        elif figure is not None and figure.message == COMPUTING.message:
            self._patience.stop()
            self._stopped = question_of(self.session.scene)
            self._drawing.give_up()
            self._show_instead(STOPPED_FIGURE)
        elif (act := self._offer.act()) is not None:
            self.session.apply(act.words, act.document)
            self.setFocus()  # the button goes

    def _figure_or_sentence(self, scene: Scene) -> Figure:
        """The picture of a scene, or a sentence where it fails."""
        try:
            return self.figure(scene)
        except Exception as error:
            if not isValid(self):
                return EMPTY_FIGURE  # its window was closed during the computation
            return replace(EMPTY_FIGURE, message=fault_sentence(error))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.item.figure is None:
            self.item.set_figure(EMPTY_FIGURE, self.theme)  # the ground, until there is a picture
        if self._drawn_scene is None and not self._drawing.is_under_way:
            self.refresh()
        begin = time.thread_time()
        with painting(self.viewport()) as painter:
            self.item.paint(painter)
            if self._shows_focus:
                painter.setPen(QPen(QColor(self.theme.palette.ink_2), 2.0))
                painter.setBrush(Qt.BrushStyle.NoBrush)  # the marks may leave theirs
                painter.drawRect(QRectF(self.viewport().rect()).adjusted(1.0, 1.0, -1.0, -1.0))
        self.budget.note(self.objectName(), self._drawing_seconds + time.thread_time() - begin)
        self._show_painted()

    def _show_painted(self) -> None:
        if self.painted_scene is not self._drawn_scene:
            self.painted_scene = self._drawn_scene
            self.painted.emit(self.painted_scene)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.request_refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.budget.note(self.objectName(), 0.0)
        self._drawn_scene = None  # hidden: its fits with all their steps need not be kept

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.item.set_rect(QRectF(self.viewport().rect()))
        self._offer.place()
        self.follow_size()

    def follow_size(self) -> None:
        """Follow the size of the viewport."""
        self.request_refresh()

    def data_at(self, position: QPointF) -> Point:
        """The data position of a position in the viewport."""
        mapping = self.item.mapping
        return (0.0, 0.0) if mapping is None else mapping.data(position.x(), position.y())

    def _follow(self, old: Scene, new: Scene) -> None:
        if self.isVisible():
            self.request_refresh()

    # --- keyboard ---------------------------------------------------------------------------------

    def takes_arrows(self) -> bool:
        """Whether an arrow key shows the key pointer."""
        return True

    def stops(self) -> Floats:
        """The places that the key pointer visits with Tab: the handles."""
        figure, mapping = self.item.figure, self.item.mapping
        places = (
            ()
            if figure is None or mapping is None
            else [mapping.point(*handle.at) for handle in figure.handles]
        )
        return np.array(places, dtype=float).reshape(-1, 2)

    def first_stop(self) -> Point | None:
        """The first place of the key pointer."""
        return next(iter(self.stops().tolist()), None)

    def click_at(self, position: QPointF) -> None:
        """Click at a position, as Enter does."""

    @property
    def is_dragging(self) -> bool:
        """Whether a gesture is running."""
        return self._gesture is not None

    def can_zoom(self) -> bool:
        """Whether the wheel zooms now."""
        return not self.is_dragging

    def zoom(self, factor: float, centre: Point | None = None) -> None:
        """Look closer by ``factor`` at a place in data units (None: the middle)."""
        raise NotImplementedError

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.can_zoom():
            event.accept()
            notches = event.angleDelta().y() / 120.0
            self.zoom(ZOOM_PER_NOTCH**notches, self.data_at(event.position()))
        else:
            event.ignore()

    def wants(self, event: QKeyEvent) -> bool:
        """Whether a key belongs to the picture rather than to a shortcut of the window, beside the
        keys of the pointer.
        """
        return False

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride and (
                self.wants(event) or self.key_pointer.wants(event)
            ):
                event.accept()
                return True
            is_tab = event.type() == QEvent.Type.KeyPress and event.key() in TABS
            if is_tab and self.key_pointer.take(event):  # before Qt moves the focus
                return True
        return bool(super().event(event))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        by_key = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        self._shows_focus = event.reason() in by_key
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.key_pointer.hide()
            self._shows_focus = False
            self.viewport().update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)
