"""Work in a thread that the user waits for: the window goes on painting, and shows what it waits
for when that takes long.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, cast

from PySide6.QtCore import QEventLoop, SignalInstance
from PySide6.QtWidgets import QProgressDialog, QPushButton, QWidget

from ..timers import make_timer
from ..widgets.layouts import PlainLabel, with_name
from .background import LatestQuery

if TYPE_CHECKING:
    from .session import Session

QUICK_SECONDS = 0.05  # seconds within which no event loop is needed
PATIENCE_MS = 1000  # until the dialog is shown
LOOK_MS, PARTS = 100, 1000  # the interval of updates, and the divisions of the bar

T = TypeVar("T")


class GivenUpError(Exception):
    """The user cancelled the waiting."""


class TaskProgress:
    """The progress of a task, in words and as a fraction: written by its thread, read by the
    window.
    """

    def __init__(self) -> None:
        self.now: tuple[str, float] = ("", 0.0)

    def tell(self, words: str, share: float) -> None:
        """Set the progress."""
        self.now = words, share


def waiting_dialog(
    words: str,
    can_be_given_up: bool,
    parent: QWidget | None = None,
    progress: TaskProgress | None = None,
) -> QProgressDialog:
    """Shows what is being waited for, and its progress, with a button where it can be cancelled;
    while the progress is unknown the bar only moves.
    """
    dialog = with_name(QProgressDialog(parent), "waiting")
    dialog.setWindowTitle("linclass")
    dialog.setMinimumWidth(328)
    dialog.setLabel(PlainLabel(words))
    dialog.setRange(0, 0)
    dialog.setAutoReset(False)
    if not can_be_given_up:
        dialog.setCancelButton(cast(QPushButton, None))

    def look() -> None:
        words_now, share = ("", 0.0) if progress is None else progress.now
        dialog.setLabelText(f"{words}\n\n{words_now}" if words_now else words)
        if share > 0.0:
            dialog.setMaximum(PARTS)
            dialog.setValue(round(PARTS * share))

    look()
    if progress is not None:
        make_timer(LOOK_MS, dialog, look).start()
    return dialog


def wait_for(
    parent: QWidget | None,
    words: str,
    work: Callable[[], T],
    *,
    can_be_given_up: bool = True,
    progress: TaskProgress | None = None,
) -> T:
    """The result of ``work``, which must not touch Qt; meanwhile the window paints, but takes no
    commands.

    Raises:
        GivenUpError: the user cancelled; the work goes on, and its result is dropped.
        Exception: whatever ``work`` raises.
    """
    results: list[T] = []
    errors: list[Exception] = []
    query = LatestQuery()
    query.ask(work, results.append, errors.append, QUICK_SECONDS)
    if query.is_busy:
        _wait_until(
            parent,
            words,
            lambda: not query.is_busy,
            query.answered,
            can_be_given_up=can_be_given_up,
            progress=progress,
        )
    query.close()
    if errors:
        raise errors.pop()
    if not results:
        raise GivenUpError(f"{words}: given up")
    return results[0]


def wait_settled(parent: QWidget | None, words: str, session: Session) -> None:
    """Wait until every fit of the document is shown; meanwhile the window paints, but takes no
    commands.

    Raises:
        GivenUpError: the user cancelled; the fits go on.
    """
    session.start()
    if not session.is_idle:
        _wait_until(parent, words, lambda: session.is_idle, session.settled)
    if not session.is_idle:
        raise GivenUpError(f"{words}: given up")


def _wait_until(
    parent: QWidget | None,
    words: str,
    is_done: Callable[[], bool],
    finished: SignalInstance,
    *,
    can_be_given_up: bool = True,
    progress: TaskProgress | None = None,
) -> None:
    loop, timer = QEventLoop(), make_timer(PATIENCE_MS, single_shot=True)
    timer.timeout.connect(loop.quit)
    finished.connect(loop.quit)
    timer.start()
    # Actions of the user meanwhile are handled afterwards.
    loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
    finished.disconnect(loop.quit)
    if is_done():
        return
    dialog = waiting_dialog(words, can_be_given_up, parent, progress)
    finished.connect(dialog.accept)
    while not is_done():
        dialog.exec()
        if can_be_given_up:
            break
    finished.disconnect(dialog.accept)
    dialog.deleteLater()
