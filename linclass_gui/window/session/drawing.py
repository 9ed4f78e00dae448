"""Figures computed without blocking the window, and the plots that a frame leaves out."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable

from PySide6.QtCore import QObject, Signal

from solvers.cancellation import CancelledError, cancelled_unless

from ...scene.marks import Figure
from ...scene.memo import memo
from ...scene.scene import Scene
from .background import beside, in_window

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

    def __init__(
        self, compute: Callable[[Scene], Figure], name: str, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._compute, self._name = compute, name
        self._seconds: dict[Hashable, float] = {}
        self._result: tuple[Scene, Figure] | None = None
        self._under_way: _Piece | None = None

    @property
    def is_under_way(self) -> bool:
        """Whether a figure is being computed in another thread."""
        return self._under_way is not None

    def ask(self, scene: Scene) -> Figure | None:
        """The figure of a scene, or None: it follows later, or another one is still being
        computed.
        """
        if self._under_way is not None:
            if self._under_way.is_outdated_by(scene):
                self.give_up()
            return None
        self._result = None  # a result not yet taken is older than this
        kind = kind_of(scene)
        duration = self._seconds.get(kind)
        if duration is not None and duration < QUICK:
            return self._draw_timed(scene, kind)
        return self._beside(scene, kind, GRACE if duration is None else 0.0)

    def give_up(self) -> None:
        """Cancel the running figure; ``finished`` comes when its computation stops."""
        if self._under_way is not None:
            self._under_way.given_up.set()

    def abandon(self) -> None:
        """Abandon the running figure without waiting for it to stop: another one may begin at
        once.
        """
        self.give_up()
        self._under_way = self._result = None

    def take(self) -> tuple[Scene, Figure] | None:
        """The figure finished since the last call."""
        result, self._result = self._result, None
        return result

    def _draw_timed(self, scene: Scene, kind: Hashable) -> Figure:
        begin = time.thread_time()  # processor time: other programs do not make a figure slow
        figure = self._compute(scene)
        if len(self._seconds) > MOST_KINDS:
            self._seconds.clear()
        self._seconds[kind] = time.thread_time() - begin
        return figure

    def _beside(self, scene: Scene, kind: Hashable, patience: float) -> Figure | None:
        ready = threading.Event()
        self._under_way = piece = _Piece(scene)

        def compute() -> None:
            try:
                with cancelled_unless(lambda: not piece.given_up.is_set()):
                    figure = self._draw_timed(scene, kind)
                if not piece.given_up.is_set():
                    self._result = (scene, figure)
            except CancelledError:
                pass
            finally:
                if self._under_way is piece:
                    self._under_way = None
                ready.set()
                in_window(self, self.finished.emit)

        beside(compute, self._name)
        if (
            patience
            and ready.wait(patience)
            and self._result is not None
            and self._result[0] is scene
        ):
            _, figure = self._result
            self._result = None
            return figure
        return None


class _Piece:
    """A running figure."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.given_up = threading.Event()
        self._begin = time.monotonic()

    def is_outdated_by(self, scene: Scene) -> bool:
        """Whether it has taken long and shows other fits than those of a scene at rest."""
        has_other_fits = scene.fits is not self.scene.fits
        return not scene.moving and has_other_fits and time.monotonic() - self._begin > WORTH


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
