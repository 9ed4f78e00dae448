"""What every test needs: Qt without a screen, the same look everywhere, and nothing left behind."""

from __future__ import annotations

import faulthandler
import gc
import logging
import math
import os
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

# Before Qt is imported: no screen, one resolution, one thread per matrix product (the tests run
# beside each other).
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_FONT_DPI", "96")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Nothing asserts on the clock: a slow machine finds the same faults, only later.  And every run
# tries the same examples: what is found at random, `make hunt` looks for.
EXAMPLES = {"quick": 10, "usual": 40, "exhaustive": 100}
for profile, number in EXAMPLES.items():
    hypothesis.settings.register_profile(
        profile, deadline=None, derandomize=True, max_examples=number
    )


def pytest_addoption(parser: pytest.Parser) -> None:
    """What ``make test-all``, ``make test-quick`` and ``make test-processors`` ask for."""
    parser.addoption(
        "--exhaustive",
        action="store_true",
        help="more of what is tried already, and more random examples",
    )
    parser.addoption(
        "--quick",
        action="store_true",
        help="leave out slow tests and settings that are not default",
    )
    parser.addoption(
        "--pages", action="store_true", help="fail where there is no browser to try pages in"
    )
    parser.addoption(
        "--shuffle", type=int, metavar="SEED", help="run the files in another order, each whole"
    )


def pytest_configure(config: pytest.Config) -> None:
    """How many random examples are tried.  Nothing is tried without the compiled core."""
    from solvers import core  # numpy reads the number of threads above

    if core.LIBRARY is None:
        raise pytest.UsageError("the core is not compiled: python packaging/build_core.py")
    if config.getoption("--pages"):
        from live.chromium import IS_THERE, MISSING

        if not IS_THERE:
            raise pytest.UsageError(MISSING)
    asked = [name for name in ("exhaustive", "quick") if config.getoption(f"--{name}")]
    hypothesis.settings.load_profile((*asked, "usual")[0])


class _Backwards(pytest.Dir):
    """A folder that is collected from its end."""

    def collect(self) -> Iterator[pytest.Item | pytest.Collector]:
        return reversed(list(super().collect()))


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Every second worker begins at the end: what has to be compiled, each compiles half of."""
    if os.environ.get("PYTEST_XDIST_WORKER", "gw0")[-1] in "13579":
        return _Backwards.from_parent(parent, path=path)
    return None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """One order in all workers.  Leave out what was not asked for, then shuffle the files."""
    items.sort(key=lambda item: item.path)
    chosen = [
        item
        for item in items
        if config.getoption("--exhaustive") or item.get_closest_marker("exhaustive") is None
    ]
    if config.getoption("--quick"):
        chosen = [item for item in chosen if _is_quick(item)]
    kept = set(chosen)
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = chosen
    if (seed := config.getoption("--shuffle")) is not None:
        files = sorted({str(item.path) for item in items})
        random.Random(seed).shuffle(files)
        place = {file: k for k, file in enumerate(files)}
        items.sort(key=lambda item: place[str(item.path)])


def _is_quick(item: pytest.Item) -> bool:
    """Not marked slow; of a contract about methods only the case with the method's default
    settings.
    """
    method = getattr(item, "callspec", None) and item.callspec.params.get("method")
    usual = (
        "contracts" not in item.path.parts
        or method is None
        or isinstance(method, type)
        or method == type(method)()
    )
    return usual and item.get_closest_marker("slow") is None


# Other samples are fitted all anew for every scene; where nothing looks at how many they are, a few
# tell as much.
FEW_SAMPLES, ALL_SAMPLES = 4, 50
FEW_DRAWS, ALL_DRAWS = (
    {"DRAWS": 2, "PERMUTATIONS": 2, "SIZES": 3},
    {"DRAWS": 100, "PERMUTATIONS": 20, "SIZES": 7},
)
FEW_VALUES, ALL_VALUES = (
    {"A_DECADE": 0.5, "DEGREES": (1.0, 2.0, 3.0)},
    {"A_DECADE": 2, "DEGREES": (1.0, 2.0, 3.0, 4.0, 5.0, 6.0)},
)


def pytest_collection_finish() -> None:
    """What is imported and collected by now stays: the collector, which runs after every test with
    a window, looks at the rest.

    Between those it looks seldom: fits that tests share are many, and none of them is garbage.
    """
    from linclass_gui.layers import other_samples
    from linclass_gui.plots import drawing_samples, tuning

    assert other_samples.COUNT == ALL_SAMPLES
    other_samples.COUNT = FEW_SAMPLES
    for module, every, few in (
        (drawing_samples, ALL_DRAWS, FEW_DRAWS),
        (tuning, ALL_VALUES, FEW_VALUES),
    ):
        assert {name: getattr(module, name) for name in every} == every
        vars(module).update(few)
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


# seconds after which a test that hangs says where it does, and for which one watch is enough
HANGING, WATCHED = 120.0, 5.0


class _Watch:
    """Says where a test hangs; a watch of its own for each of thousands of tests would be a thread
    for each.
    """

    def __init__(self) -> None:
        self._since = -math.inf

    def begin(self, config: pytest.Config) -> None:
        """A test begins."""
        if (
            time.monotonic() - self._since > WATCHED
            and (fd := config.stash.get(fault_handler_stderr_fd_key, None)) is not None
        ):
            faulthandler.dump_traceback_later(HANGING, file=fd)
            self._since = time.monotonic()


WATCH = _Watch()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Cycles of widgets are collected in the window's thread, which is this one, and when nothing
    holds the test's window any more.

    Only what the test has made is looked through: to look through all that was imported and
    collected takes longer than most tests.
    """
    WATCH.begin(item.config)
    names = set(getattr(item, "fixturenames", ()))
    if not names & {"qapp", "qtbot"}:
        return (yield)
    gc.disable()
    try:
        return (yield)
    finally:
        if "qtbot" in names or _are_there_widgets():
            gc.collect(0)
        # not before: a thread that still draws would collect the widgets, and Qt would crash
        gc.enable()


def _are_there_widgets() -> bool:
    """Whether a test that asked for no ``qtbot`` has left widgets, perhaps only in cycles."""
    from PySide6.QtWidgets import QApplication

    return bool(QApplication.topLevelWidgets())


@pytest.fixture
def all_samples(monkeypatch: pytest.MonkeyPatch) -> int:
    """As many other samples as a user gets."""
    from linclass_gui.layers import other_samples
    from linclass_gui.plots import drawing_samples, tuning

    monkeypatch.setattr(other_samples, "COUNT", ALL_SAMPLES)
    for module, every in ((drawing_samples, ALL_DRAWS), (tuning, ALL_VALUES)):
        for name, value in every.items():
            monkeypatch.setattr(module, name, value)
    return ALL_SAMPLES


@pytest.fixture(scope="session")
def by_turns(pytestconfig: pytest.Config) -> Callable[[Sequence[Any], int], Sequence[Any]]:
    """Of several values the one whose turn it is: where a promise holds for all pairs, each value
    once tells nearly as much.

    With ``--exhaustive`` all of them.
    """
    is_exhaustive = pytestconfig.getoption("--exhaustive")
    return lambda values, turn: values if is_exhaustive else (values[turn % len(values)],)


@pytest.fixture
def no_remarks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command line does not seek the size at which everything fits, which takes longer than the
    figure itself.
    """
    monkeypatch.setattr("linclass_gui.figures.headless.remarks", lambda *_: "")


@pytest.fixture(scope="session")
def qapp_cls() -> type:
    """The application of all window tests, in a style that is the same on every desktop."""
    from PySide6.QtWidgets import QApplication

    QApplication.setStyle("Fusion")
    return QApplication


# a wait ends with what it waits for; this is for machines that have much else to do
PATIENT_MS = 20_000


@pytest.fixture
def qtbot(qtbot: QtBot) -> QtBot:
    """Waits as long as it takes: no test depends on how quick the machine is."""
    for name in ("waitUntil", "waitSignal", "waitExposed"):
        setattr(qtbot, name, partial(getattr(qtbot, name), timeout=PATIENT_MS))
    return qtbot


# daemons, so that a program that dies does not hang; but each is ended by its owner
OURS = frozenset({"fits", "recovery"})


class _Records(logging.Handler):
    """What is logged, as sentences."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.sentences: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the sentence and the exception that it reports."""
        self.sentences.append(
            f"{record.getMessage()}: {record.exc_info[1] if record.exc_info else 'no exception'}"
        )


RECORDS = _Records()
logging.getLogger("solvers").addHandler(RECORDS)


@pytest.fixture
def solver_faults() -> list[str]:
    """The faults of solvers that the driver turned into answers: a test that asks for the list
    deals with it itself.
    """
    return RECORDS.sentences


@pytest.fixture(autouse=True)
def _nothing_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail when a test leaves a thread or a window, or hides a fault of a solver; one fixture,
    because each takes its time.
    """
    RECORDS.sentences = []
    before = set(threading.enumerate())
    if {"qapp", "qtbot"} & set(request.fixturenames):
        yield from _no_window_left(request)
    else:
        yield
        core = sys.modules.get("PySide6.QtCore")
        application = None if core is None else core.QCoreApplication.instance()
        assert application is None or application.inherits("QApplication"), (
            "figures were drawn: this test asks for qapp"
        )
    left = [
        t.name
        for t in threading.enumerate()
        if t not in before and (not t.daemon or t.name in OURS)
    ]
    assert not left, f"threads still running: {left}"
    if RECORDS.sentences and "solver_faults" not in request.node._fixtureinfo.argnames:
        raise AssertionError(f"hidden faults of solvers: {RECORDS.sentences}")


def _end_work() -> None:
    """Wait for the tasks beside the window, and let go what they worked for: the next test changes
    what they look at, and its window may have their last reference.
    """
    background = sys.modules.get("linclass_gui.window.session.background")
    if background is None:
        return
    from PySide6.QtCore import QCoreApplication
    from PySide6.QtTest import QTest

    end = time.monotonic() + PATIENT_MS / 1000
    while background.is_any_at_work() and time.monotonic() < end:
        QTest.qWait(1)
    QCoreApplication.sendPostedEvents(background._relay())


def _no_window_left(request: pytest.FixtureRequest) -> Iterator[None]:
    from PySide6.QtCore import QCoreApplication, QEvent
    from PySide6.QtWidgets import QApplication

    request.getfixturevalue("qapp")
    before = set(QApplication.topLevelWidgets())
    yield
    _end_work()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    # without a screen Qt crashes at the end over what Python has put there
    QApplication.clipboard().clear()
    new = (w for w in QApplication.topLevelWidgets() if w not in before and w.isVisible())
    left = [type(w).__name__ for w in new]
    assert not left, f"windows still open: {left}"
