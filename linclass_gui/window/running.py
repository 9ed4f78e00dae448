"""The running program: refuses versions that would crash, builds application and window, and ends
cleanly; a window for two arrays of a script, which are returned as edited."""

from __future__ import annotations

import faulthandler
import importlib
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import (
    QEvent,
    QEventLoop,
    QMessageLogContext,
    QObject,
    QTimer,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtGui import QGuiApplication, QWindow
from PySide6.QtWidgets import QApplication, QMessageBox
from shiboken6 import isValid

from solvers import AnyMethod, Floats
from solvers.signs import distinct_labels

from ..draw.small_pictures import application_icon
from ..errors import SAFE, UserError, log_fault, printable
from ..files.first_picture import (
    document_of_arrays,
    open_document,
    suggested_penalty,
    with_first_methods,
)
from ..files.read import PREFIXES, is_table
from ..files.saving import stamp_of
from ..files.shipped import LESSON_PREFIX, default_document, lesson_paths
from ..files.toml_lists import SUFFIX as TALKS
from ..markup.mathtext import plain
from ..scene.document import Document
from .main_window import MainWindow
from .session.background import Garbage, is_any_at_work, use_one_heap
from .session.recovery import recovery_folder

EXIT_CODE = 2
LESSONS = "lessons"  # the folder of the course that is shipped


@contextmanager
def one_line_without_display() -> Iterator[None]:
    """While the application is made, a fatal message of Qt becomes one line and exit code 2; other
    messages wait.

    Qt aborts as soon as the handler of a fatal message returns, so it does not return.
    """
    messages: list[str] = []

    def hear(kind: QtMsgType, _context: QMessageLogContext, message: str | None) -> None:
        if kind == QtMsgType.QtFatalMsg:
            _end(messages[0] if messages else message or "")
        messages.append(message or "")

    before = qInstallMessageHandler(hear)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
    for message in messages:
        sys.stderr.write(f"{message}\n")


def _end(reason: str) -> None:
    """Print what is wrong and exit at once."""
    words = printable(" ".join(reason.split()))
    with suppress(OSError, AttributeError):
        remedy = "draw figures without one by: linclass-gui export SCENE -o figure.pdf"
        sys.stderr.write(f"linclass-gui: no window can be opened here ({words}); {remedy}\n")
        sys.stderr.flush()
    os._exit(EXIT_CODE)


# platforms of Qt on which a clipboard ends with the program
WITHOUT_A_SCREEN = ("offscreen", "minimal", "vnc")


ENDINGS = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGINT") if hasattr(signal, name)
)


def make_application(arguments: list[str]) -> QApplication:
    """The application with its names and the Fusion style, which looks the same on every
    desktop.
    """
    use_one_heap()
    existing = QApplication.instance()
    with one_line_without_display():
        application = existing if isinstance(existing, QApplication) else QApplication(arguments)
    application.setApplicationName("linclass")
    application.setOrganizationName("linclass")
    application.setDesktopFileName("linclass")
    application.setStyle("Fusion")
    application.setWindowIcon(application_icon())
    if application.findChild(Garbage) is None:
        Garbage(application)
        application.aboutToQuit.connect(_leave_the_clipboard)
    return application


def _leave_the_clipboard() -> None:
    """Clear the clipboard where no system keeps its content.

    With a screen the system keeps it.  Without one Qt would destroy it after the end of Python,
    which content made in Python calls.
    """
    if QGuiApplication.platformName() in WITHOUT_A_SCREEN:
        QGuiApplication.clipboard().clear()


def run_window(path: str | None) -> int:
    """Run the program until its window is closed."""
    if sys.stderr is not None:  # as it is on Windows without a console
        faulthandler.enable()
    application = make_application(sys.argv[:1])
    stamp = None if path is None else stamp_of(Path(path))
    try:
        document = _document_to_show(path)
    except UserError as error:
        _refuse(str(error))
        return 2
    window = MainWindow(document)
    if path is not None and _opens_at_once(path) and not path.startswith(PREFIXES):
        window.files.show(window.session.document, Path(path), stamp)
        window.settings.remember_file(Path(path))
    window.restore()
    previous = sys.excepthook
    sys.excepthook = partial(_report, window)
    handlers = _end_on_signals(window.terminate)
    window.show()
    FirstFrame(window.windowHandle(), partial(_after_first_frame, window, path))
    try:
        code = application.exec()
    finally:
        sys.excepthook = previous
        for number, handler in handlers.items():
            signal.signal(number, handler)
        if isValid(window):
            end_threads(window)
    if is_any_at_work():
        _leave(code)
    return code


def end_threads(window: MainWindow) -> None:
    """Join the threads of a window that nobody has closed: what they post would reach objects that
    go with the application.
    """
    window.recovery.keep()
    window.session.close()


def _end_on_signals(end: Callable[[], None]) -> dict[signal.Signals, Any]:
    """Let signals of the system end the program in an event, so that it keeps its work; returns the
    former handlers.

    Python handles a signal between two steps of its code.  Qt waits for events in C++; the garbage
    collector runs Python every second (``session/background.py``).
    """
    return {
        number: signal.signal(number, lambda *_: QTimer.singleShot(0, end)) for number in ENDINGS
    }


def _refuse(sentence: str) -> None:
    """Report why no window opens: on standard error, or in a box without a console
    (``start.window``).
    """
    sys.stderr.write(f"linclass-gui: {sentence}\n")
    if getattr(sys.stderr, "name", None) == os.devnull:
        QMessageBox.critical(None, "linclass", sentence)


def _leave(code: int) -> None:
    """Exit at once: Python would wait for threads that do not respond, or end them inside foreign
    code.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(code)


def _document_to_show(path: str | None) -> Document | None:
    """The document of the first frame; None is the first start with its help."""
    if path is None:
        return None
    return open_document(path) if _opens_at_once(path) else default_document()


def _opens_at_once(path: str) -> bool:
    """Whether a name opens at once, as scenes and named documents do; the columns of a table are
    chosen in the window.
    """
    is_talk = path.lower().endswith(TALKS) or Path(path).is_dir()
    return path.startswith(PREFIXES) or not (is_talk or is_table(Path(path)))


class FirstFrame(QObject):
    """Calls a function once, after a window has been painted for the first time."""

    def __init__(self, window: QWindow, function: Callable[[], None]) -> None:
        super().__init__(window)
        self._function = function
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Qt paints while it handles this event, and timers come after all events.
        if event.type() == QEvent.Type.Expose:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self._function)
            self.deleteLater()
        return False


def _after_first_frame(window: MainWindow, path: str | None) -> None:
    """Do what may wait until the window is on the screen."""
    if path is not None and not _opens_at_once(path):
        window.files.open_path(Path(path))
    if path is not None and path.startswith(LESSON_PREFIX):
        window.lessons.open_named(path.removeprefix(LESSON_PREFIX))
    threading.Thread(target=load_what_is_slow, name="imports", daemon=True).start()
    folder = recovery_folder()
    window.recovery.start(folder)
    window.recovery.keep_trace()
    window.unsaved.offer(folder)
    if path is None:
        say_last_lesson(window)


def say_last_lesson(window: MainWindow) -> None:
    """Say which lesson of the course was open in the last run."""
    name = window.settings.last_lesson.removeprefix(f"{LESSONS}/")
    shipped_paths = [path for path in lesson_paths() if path.stem == name]
    if shipped_paths:
        from ..lessons.lesson_file import read_lesson  # no lesson before the first frame

        lesson = read_lesson(shipped_paths[0])
        words = " ".join(filter(None, (lesson.number, plain(lesson.title))))
        window.status_line.show_message(f"You were in {words}. F6 goes on with the course.")


# imported at their first use, which should not wait for them: exporters, lessons, tables (scipy: on
# populations and trial lines), a plot that is zoomed
USED_LATER = (
    "linclass_gui.window.commands.exporting",
    "linclass_gui.window.lessons.commands",
    "linclass_gui.files.table_formats",
    "scipy.special",
    "scipy.optimize",
    "pyqtgraph",
)


def load_what_is_slow() -> None:
    """Import in another thread what the first frame does without, before an event would wait for
    it.
    """
    for name in USED_LATER:
        importlib.import_module(name)


def _report(
    window: MainWindow, kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Report an unexpected error in an event: logged once, shown in the status line; the program
    goes on.

    No dialog: an error in every frame would open one after the other.
    """
    if issubclass(kind, KeyboardInterrupt | SystemExit):
        sys.__excepthook__(kind, error, trace)
        return
    sentence = (
        f"Something went wrong inside linclass ({log_fault(error.with_traceback(trace))}). {SAFE}"
    )
    # Python keeps the frames of the last error, which may hold a painter; no other could then begin
    # on its widget.
    sys.last_value = sys.last_traceback = None
    traceback.clear_frames(trace)
    if isValid(window):
        QTimer.singleShot(0, window, partial(window.status_line.show_message, sentence))


def open_arrays(
    X: Any,
    y: Any,
    methods: str | AnyMethod | Iterable[str | AnyMethod] | None = None,
    *,
    classes: tuple[str, ...] | None = None,
    plane: str = "columns",
) -> tuple[Floats, NDArray[Any]]:
    """Open the window with points ``X (n, d)`` and labels ``y (n,)``; when it is closed, return
    both as they were edited.

    ``methods``, ``classes`` and ``plane`` are those of :func:`linclass_gui.figure`.  Added rows
    follow the others; the label of an added class is its name, and then all labels are names.

    Raises:
        ValueError: the arrays are not a data set of at least two classes.
        UserError: there is no such method or plane, or no screen to open a window on.
    """
    _need_a_screen()
    from ..figures.scripting import with_methods  # no exporter before the first frame

    document = document_of_arrays(X, y, classes, plane)
    document = (
        with_first_methods(document, suggested_penalty(document.dataset.X))
        if methods is None
        else with_methods(document, methods, None, None)
    )
    application_before = QApplication.instance()
    has_collector = (
        application_before is not None and application_before.findChild(Garbage) is not None
    )
    application = make_application(sys.argv[:1])
    window = MainWindow(document)
    stack = window.session.undo_stack
    # edits are returned: closing does not ask about changes
    stack.indexChanged.connect(stack.setClean)
    loop = QEventLoop()
    window.closed.connect(loop.quit)
    window.show()
    loop.exec()
    edited = window.session.committed
    window.session.close()
    window.deleteLater()
    collector = application.findChild(Garbage)
    if collector is not None and not has_collector:
        collector.close()
    return _arrays(edited, document, distinct_labels(np.asarray(y).reshape(-1))[0])


def _need_a_screen() -> None:
    """Raise an error without a screen, where Qt would end the whole process."""
    application = QGuiApplication.instance()
    if application is not None and not isinstance(application, QApplication):
        raise UserError(
            "A figure was drawn before without a screen: open the window first, in a new process."
        )
    has_screen = sys.platform != "linux" or any(
        map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))
    )
    if application is None and not has_screen:
        raise UserError(
            "There is no screen here to open a window on: linclass_gui.explore shows the points "
            "in a notebook."
        )


def _arrays(
    edited: Document, start: Document, label_values: NDArray[Any]
) -> tuple[Floats, NDArray[Any]]:
    dataset, plane = edited.dataset, edited.plane
    X: Floats = np.array(dataset.X if plane is None else plane.rows(dataset.X, dataset.behind))
    if edited.units is not None:
        X = np.array(edited.units.centre) + np.array(edited.units.scale) * X
    names, was = dataset.class_names, start.dataset.class_names
    if names == was:
        return X, label_values[dataset.labels]
    if set(names) <= set(was):
        return X, label_values[np.array([was.index(name) for name in names])[dataset.labels]]
    return X, np.array(names)[dataset.labels]
