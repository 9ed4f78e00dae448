"""Figures computed without blocking the window, and the plots that a frame leaves out."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from functools import partial

from PySide6.QtCore import QObject, Signal

from ...errors import log_fault
from ...scene.marks import Figure
from ...scene.memo import memo
from ...scene.scene import Scene
from .background import LatestQuery

# A figure that took less (seconds) the last time is computed in the window's thread: passing it on
# would cost as much.
QUICK = 0.012
# How long (seconds) to wait for a figure of a new kind, so that most pictures are ready within the
# event.
GRACE = 0.008
WORTH = 1.0  # seconds of work from which on a changed scene cancels a figure
MOST_KINDS = 64  # times kept


@memo
def kind_of(scene: Scene) -> Hashable:
    """The properties that determine the time of a scene's figure: the number of points, the
    methods, and the running gesture.
    """
    playback = scene.playback
    doing = (
        len(scene.moving),
        scene.base is None,
        playback is None,
        scene.hover is None or scene.hover.row is None,
    )
    return question_of(scene), scene.document.layers, doing, len(scene.fits)


def question_of(scene: Scene) -> Hashable:
    """The subject of a linked plot without the gesture: the number of points and the kinds of
    methods.
    """
    document = scene.document
    methods = tuple(
        [(type(m.method), type(m.features), type(m.kernel)) for m in document.methods if m.enabled]
    )
    return len(document.dataset), methods, document.selected, document.landscape


class Drawing(QObject):
    """Computes the figures of one picture, one at a time; slow ones are delivered by ``finished``
    in the window's thread.

    Figures are pure functions of frozen scenes, so any thread may compute them.  Only the newest
    request is kept: a slow picture shows the last finished scene, and is requested again.  A figure
    slower than ``WORTH`` is cancelled for other fits, except during a drag, which would then never
    show anything.
    """

    finished = Signal()

    def __init__(self, compute: Callable[[Scene], Figure], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._compute = compute
        self._seconds: dict[Hashable, float] = {}
        self._result: tuple[Scene, Figure] | None = None
        self._scene: Scene | None = None  # of the running figure
        self._begin = 0.0
        self._is_asking = False  # whether the caller of :meth:`ask` still waits
        self._query = self._new_query()

    def _new_query(self) -> LatestQuery:
        query = LatestQuery(self)
        query.cancelled.connect(self.finished)
        return query

    @property
    def is_under_way(self) -> bool:
        """Whether a figure is being computed in another thread."""
        return self._query.is_busy

    def ask(self, scene: Scene) -> Figure | None:
        """The figure of a scene, or None: it follows later, or another one is still being
        computed.
        """
        if self._query.is_busy:
            if self._is_outdated_by(scene):
                self.give_up()
            return None
        self._result = None  # a result not yet taken is older than this
        kind = kind_of(scene)
        duration = self._seconds.get(kind)
        if duration is not None and duration < QUICK:
            return self._draw_timed(scene, kind)
        self._scene, self._begin = scene, time.monotonic()
        self._is_asking = True
        patience = GRACE if duration is None else 0.0
        self._query.ask(partial(self._draw_timed, scene, kind), self._show, self._fail, patience)
        self._is_asking = False
        result = self.take()
        return None if result is None else result[1]

    def _show(self, figure: Figure) -> None:
        if self._scene is not None:
            self._result = (self._scene, figure)
        if not self._is_asking:
            self.finished.emit()

    def _fail(self, error: Exception) -> None:
        log_fault(error)
        self.finished.emit()

    def give_up(self) -> None:
        """Cancel the running figure; ``finished`` comes when its computation stops."""
        self._query.cancel()

    def abandon(self) -> None:
        """Abandon the running figure without waiting for it to stop: another one may begin at
        once.
        """
        self._query.close()
        self._query.deleteLater()
        self._query, self._result = self._new_query(), None

    def take(self) -> tuple[Scene, Figure] | None:
        """The figure finished since the last call."""
        result, self._result = self._result, None
        return result

    def _is_outdated_by(self, scene: Scene) -> bool:
        """Whether the running figure has taken long and shows other fits than those of a scene at
        rest.
        """
        is_other = self._scene is not None and scene.fits is not self._scene.fits
        return not scene.moving and is_other and time.monotonic() - self._begin > WORTH

    def _draw_timed(self, scene: Scene, kind: Hashable) -> Figure:
        begin = time.thread_time()  # processor time: other programs do not make a figure slow
        figure = self._compute(scene)
        if len(self._seconds) > MOST_KINDS:
            self._seconds.clear()
        self._seconds[kind] = time.thread_time() - begin
        return figure


CANVAS = "canvas"
FRAME = 1.0 / 60.0
SHARE = 0.72  # the share of a frame for the pictures; the rest is for the mouse, the fits, and Qt


class Budget:
    """The costs of all pictures of a window, and the plots to leave out when they do not fit into a
    frame together.

    The canvas is in every frame.  A plot left out of a frame is in the next one, so every plot
    follows at half the rate at least; cheap plots come first, so that only heavy ones are left out.
    """

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}
        self._frame: object = None
        self._left_out: frozenset[str] = frozenset()
        self._owed: frozenset[str] = frozenset()  # the plots left out of the last frame

    def note(self, name: str, seconds: float) -> None:
        """Record the processor time of a picture's last drawing (0: it is hidden).

        After a pause a plot takes longer, because less of it can be reused: that is not its cost in
        every frame.
        """
        duration = self._seconds.get(name, 0.0)
        self._seconds[name] = min(duration, seconds) if name in self._owed and duration else seconds

    @property
    def cost(self) -> float:
        """The cost of all visible pictures together, in seconds."""
        return sum(self._seconds.values())

    def leaves_out(self, name: str, frame: object) -> bool:
        """Whether a frame (any object that represents it) leaves out a plot."""
        if frame is not self._frame:
            self._frame, self._owed = frame, self._left_out
            self._left_out = self._plan()
        return name in self._left_out

    def _plan(self) -> frozenset[str]:
        left = SHARE * FRAME - self._seconds.get(CANVAS, 0.0)
        owed, left_out = self._owed, set()
        for name in sorted(self._seconds, key=lambda name: (name not in owed, self._seconds[name])):
            if name == CANVAS or self._seconds[name] <= 0.0:
                continue
            if self._seconds[name] > left and name not in owed:
                left_out.add(name)
            else:
                left -= self._seconds[name]
        return frozenset(left_out)
