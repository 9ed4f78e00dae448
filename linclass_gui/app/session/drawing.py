"""Figures computed without blocking the window: at once when they are known to be quick, else beside the window."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable

from PySide6.QtCore import QObject, Signal

from solvers.cancellation import CancelledError, cancelled_unless

from ...core.marks import Figure
from ...core.memo import memo
from ...core.scene import Scene
from .background import beside, in_window

# A figure that took less (seconds) the last time is computed in the window's thread: handing it over would cost as much.
QUICK = 0.012
# How long (seconds) a figure of a kind that was never drawn is waited for, so that most pictures come with the event that asked.
GRACE = 0.008
WORTH = 1.0  # seconds of work that are not thrown away because the scene has changed
MOST_KINDS = 64  # that are remembered


@memo
def kind_of(scene: Scene) -> Hashable:
    """What decides how long the figure of a scene takes: how many points, which methods, and what is being done to them."""
    playback = scene.playback
    doing = (len(scene.moving), scene.base is None, playback is None, scene.hover is None or scene.hover.row is None)
    return question_of(scene), scene.document.layers, doing, len(scene.fits)


def question_of(scene: Scene) -> Hashable:
    """What a linked plot is about, whatever is being done to it: how many points, and which kinds of methods."""
    document = scene.document
    methods = tuple([(type(m.method), type(m.features), type(m.kernel)) for m in document.methods if m.enabled])
    return len(document.dataset), methods, document.selected, document.landscape


class Drawing(QObject):
    """Computes the figures of one picture, one at a time; what takes longer comes by ``finished`` in the window's thread.

    Figures are pure functions of frozen scenes, so any thread may compute them.  Only the newest wish is kept: a picture that takes
    seconds shows the last scene it is done with, and asks again.  What takes longer than ``WORTH`` is given up for other fits,
    except during a drag, which would then never show anything.
    """

    finished = Signal()

    def __init__(self, compute: Callable[[Scene], Figure], name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._compute, self._name = compute, name
        self._seconds: dict[Hashable, float] = {}
        self._result: tuple[Scene, Figure] | None = None
        self._under_way: _Piece | None = None

    @property
    def is_under_way(self) -> bool:
        """Whether a figure is being computed beside the window."""
        return self._under_way is not None

    def ask(self, scene: Scene) -> Figure | None:
        """The figure of a scene, or None: it comes later, or another one is still under way."""
        if self._under_way is not None:
            if self._under_way.is_outdated_by(scene):
                self.give_up()
            return None
        self._result = None  # a result not yet taken is older than this
        kind = kind_of(scene)
        known = self._seconds.get(kind)
        if known is not None and known < QUICK:
            return self._draw_timed(scene, kind)
        return self._beside(scene, kind, GRACE if known is None else 0.0)

    def give_up(self) -> None:
        """Cancel the figure under way; ``finished`` comes as soon as its computation hears that."""
        if self._under_way is not None:
            self._under_way.given_up.set()

    def abandon(self) -> None:
        """Abandon the figure under way without waiting for its computation to stop: another one may begin at once."""
        self.give_up()
        self._under_way = self._result = None

    def take(self) -> tuple[Scene, Figure] | None:
        """What has been finished since the last look."""
        result, self._result = self._result, None
        return result

    def _draw_timed(self, scene: Scene, kind: Hashable) -> Figure:
        begin = time.thread_time()  # what others on a busy machine take does not make a figure slow
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
        if patience and ready.wait(patience) and self._result is not None and self._result[0] is scene:
            _, figure = self._result
            self._result = None
            return figure
        return None


class _Piece:
    """A figure under way."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.given_up = threading.Event()
        self._begin = time.monotonic()

    def is_outdated_by(self, scene: Scene) -> bool:
        """Whether it has taken long and shows other fits than those of a scene at rest."""
        others = scene.fits is not self.scene.fits
        return not scene.moving and others and time.monotonic() - self._begin > WORTH
