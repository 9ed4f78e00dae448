"""How long a frame of a drag takes in the real window: mouse move, three fits, canvas and linked
plots painted.

    python -m benchmarks.drag [--n N ...] [--frames K] [--plots NAME ...] [--classes K | --columns
    D] [--situations [NAME ...]] [--json]

The window is 1600 x 1000 with Fisher, logistic regression and the soft margin switched on; without
a screen Qt draws offscreen. Every frame is a real mouse event on the canvas, and ends when the fits
of exactly that document are shown and the canvas and the linked plots have been painted with them;
a heavy plot may be left out of every second frame, which is counted.  ``--plots all`` measures
every choice of three tabs, one a column.  ``--columns`` puts a table behind the points, of which
the methods see all columns.  ``--situations`` measures the processor time of a move where a drag
once stalled (:mod:`benchmarks.situations`).

Times drift with the machine; what no noise moves is counted as well: the Python functions that the
window's thread calls from the move to the finished frame, with no plot left out.

The peers do the same steps in the same process: scikit-learn refits the three models, and a plain
pyqtgraph ScatterPlotItem redraws the points.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from types import FrameType
from typing import Any

# Before numpy is imported: two threads of a matrix product would compete with the window for two
# cores.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    # The offscreen platform warns at every window that it cannot tell a window manager its size.
    os.environ.setdefault("QT_LOGGING_RULES", "qt.qpa.*=false")

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEventLoop, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

import solvers
from linclass_gui.answers.jobs import FitJob, Fitter
from linclass_gui.plots import PLOTS
from linclass_gui.scene.axes import fit_all_columns, table_behind
from linclass_gui.scene.document import Document
from linclass_gui.window import create_window
from linclass_gui.window.canvas.picture import Picture
from linclass_gui.window.canvas.plot import PlotView
from linclass_gui.window.session import drawing as budget
from solvers import Dataset, Floats

from .data import clouds, many_clouds
from .timing import require_core

SIZES = (1_000, 100_000)
FRAMES, WARM_UP, COUNTED = 300, 20, 30
SHOWN = ("fisher-angle", "projection")
# above, scikit-learn's SVC would take minutes; its LinearSVC solves the same kind of model
LINEAR_SVC_FROM = 5_000
PATIENCE_S = 20.0


@dataclass(frozen=True)
class Drive:
    """The way of the dragged point: its row, and where it is at every step."""

    row: int
    way: Floats


def document(n: int, classes: int = 2) -> Document:
    """Overlapping clouds of n points with three methods: of two classes those of the table, of more
    one against one, softmax and normal classes.
    """
    if classes > 2:
        names = tuple(f"class {k + 1}" for k in range(classes))
        many = replace(Document.empty(), dataset=Dataset(*many_clouds(n, classes), names))
        return (
            many.adding(solvers.GaussianGenerative())
            .adding(solvers.Softmax())
            .adding(solvers.SoftMarginSVM(C=10.0))
        )
    X, y = clouds(n)
    empty = replace(Document.empty(), dataset=Dataset(X, (y > 0).astype(np.int64)))
    return (
        empty.adding(solvers.Fisher())
        .adding(solvers.LogisticRegression())
        .adding(solvers.SoftMarginSVM(C=10.0))
    )


def table_of(n: int, columns: int) -> Document:
    """The same with a table of so many columns behind the points; the methods see all of them, in
    the plane of two columns.
    """
    plain, rng = document(n), np.random.default_rng(1)
    behind = rng.normal(size=(n, columns - 2)) + 0.3 * plain.dataset.y[:, None] * rng.normal(
        size=columns - 2
    )
    dataset = replace(plain.dataset, behind=behind)
    names = tuple(f"x{k}" for k in range(1, columns + 1))
    return fit_all_columns(
        replace(plain, dataset=dataset, plane=table_behind(dataset, names)), is_whole=True
    )


def drive(X: Floats, frames: int) -> Drive:
    """A figure of eight of the point nearest to the middle, so that it crosses boundary and margins
    again and again.
    """
    row = int(np.argmin(((X - X.mean(axis=0)) ** 2).sum(axis=1)))
    turn = np.linspace(0.0, 6.0 * math.pi, frames)
    return Drive(row, X[row] + np.column_stack([1.5 * np.sin(turn), 0.8 * np.sin(2.0 * turn)]))


# --- our frame ------------------------------------------------------------------------------------


class Driver:
    """Moves the mouse over the real window and waits until a frame is finished."""

    def __init__(self, document: Document, plots: tuple[str, ...]) -> None:
        self.window = create_window(document)
        self.session = self.window.session
        self.window.resize(1600, 1000)
        self.window.show()
        QTest.qWaitForWindowExposed(self.window)
        self.window.plots.show_plots(plots)
        for column in self.window.plots.columns:
            column.setVisible(column.plot.name in plots)
        self.pictures = [
            picture for picture in self.window.findChildren(Picture) if picture.isVisible()
        ]
        shown, wanted = (
            {picture.objectName() for picture in self.pictures},
            {"canvas", *(f"plot-{name}" for name in plots)},
        )
        if shown != wanted:
            raise RuntimeError(
                f"visible are {', '.join(sorted(shown))} instead of {', '.join(sorted(wanted))}"
            )
        self.canvas = self.window.canvas
        self.viewport = self.canvas.viewport()
        self._due = QTimer(singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._due.setInterval(round(1000.0 * budget.FRAME))
        self._heartbeat = QTimer()  # so that waiting for events ends even when none comes
        self._heartbeat.start(1000)
        if not self.session.wait_idle(int(1000 * PATIENCE_S)):
            raise RuntimeError("the first fits did not finish")
        self.finish_frame()

    def place(self, at: Floats) -> QPoint:
        """A data position on the canvas."""
        scene = self.session.scene
        return QPoint(
            round((at[0] - scene.view.x0) / scene.pixel),
            round((scene.view.y1 - at[1]) / scene.pixel),
        )

    def press(self, at: Floats) -> None:
        """Take hold of the point there."""
        QTest.mousePress(
            self.viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, self.place(at)
        )
        self.finish_frame()

    def frame(self, at: Floats) -> float:
        """Move there; the seconds until everything is painted."""
        begin = time.perf_counter()
        QTest.mouseMove(self.viewport, self.place(at))
        self.finish_frame()
        return time.perf_counter() - begin

    def move(self, at: Floats) -> bool:
        """Move there, and wait until the canvas shows the point there and the next move is due;
        whether the fits of that document are shown by then.
        """
        self._due.start()
        QTest.mouseMove(self.viewport, self.place(at))
        self._wait_until(lambda: self._shows_points and not self._due.isActive())
        return self.session.is_idle and not self.session.scene.stale

    def release(self, at: Floats) -> None:
        """Let go, and close the window."""
        QTest.mouseRelease(
            self.viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, self.place(at)
        )
        self.session.undo_stack.setClean()  # no question about saving may wait for an answer
        self.window.close()
        self.window.deleteLater()

    def finish_frame(self) -> None:
        """Wait until the fits of this very document are shown and every picture has been painted
        with them.
        """
        self._wait_until(lambda: self._is_finished)

    def _wait_until(self, is_done: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not is_done():
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
            if time.monotonic() > deadline:
                raise RuntimeError("a frame was never finished")

    @property
    def _is_finished(self) -> bool:
        scene = self.session.scene
        painted = all(
            p.painted_scene is scene or (isinstance(p, PlotView) and p.is_left_out)
            for p in self.pictures
        )
        return self.session.is_idle and not scene.stale and painted

    @property
    def _shows_points(self) -> bool:
        """Whether the canvas shows every point where it is now, with whatever fits."""
        shown = self.canvas.painted_scene
        return shown is not None and shown.document.dataset is self.session.document.dataset

    @property
    def left_out(self) -> int:
        """How many plots gave way in the newest frame."""
        return sum(isinstance(p, PlotView) and p.is_left_out for p in self.pictures)


def measure_frames(
    n: int, frames: int, plots: tuple[str, ...], classes: int = 2, columns: int = 2
) -> dict[str, float]:
    """Milliseconds from the mouse move to everything painted: median, 95th percentile, and the fits
    per second.
    """
    driver = Driver(document(n, classes) if columns == 2 else table_of(n, columns), plots)
    before = driver.session.document
    tour = drive(before.dataset.X, frames + WARM_UP)
    driver.press(before.dataset.X[tour.row])
    seconds, left_out = zip(*((driver.frame(at), driver.left_out) for at in tour.way), strict=True)
    if driver.session.document is before:
        raise RuntimeError("the drag moved nothing")
    calls = count_calls(driver, tour.way[: COUNTED + 1])
    driver.release(tour.way[COUNTED])
    return {
        **summary(list(seconds[WARM_UP:]), fits=3),
        "plots_left_out": float(np.mean(left_out[WARM_UP:])),
        "calls": calls,
    }


def count_calls(driver: Driver, way: Floats) -> float:
    """The median number of Python functions that the window's thread calls in a frame, every plot
    in it.
    """
    calls = [0]

    def count(frame: FrameType, event: str, argument: object) -> None:
        calls[-1] += event == "call"

    share, budget.SHARE = budget.SHARE, math.inf
    driver.frame(way[0])
    for at in way[1:]:
        sys.setprofile(count)
        driver.frame(at)
        sys.setprofile(None)
        calls.append(0)
    budget.SHARE = share
    return float(np.median(calls[:-1]))


def summary(seconds: list[float], fits: int) -> dict[str, float]:
    """The numbers of a row."""
    milliseconds = 1000.0 * np.array(seconds)
    p50, p95 = np.percentile(milliseconds, [50, 95])
    return {
        "p50_ms": round(float(p50), 3),
        "p95_ms": round(float(p95), 3),
        "fits_per_s": round(fits * len(seconds) / float(np.sum(seconds)), 1),
    }


# --- peers ----------------------------------------------------------------------------------------


def measure_peers(n: int, frames: int) -> dict[str, dict[str, float]]:
    """The same steps by others, one after the other in the same process, as medians and as ratios
    to ours (above 1: slower).
    """
    steps = min(frames, 100 if n < LINEAR_SVC_FROM else 5)
    ours, theirs = side_by_side(our_fits(n, steps), their_fits(n, steps))
    drawn, scattered = side_by_side(our_picture(n, steps), their_picture(n, steps))
    return {
        "scikit-learn": {
            "p50_ms": round(theirs, 3),
            "ours_p50_ms": round(ours, 3),
            "ratio": round(theirs / ours, 1),
        },
        "pyqtgraph-scatter": {
            "p50_ms": round(scattered, 3),
            "ours_p50_ms": round(drawn, 3),
            "ratio": round(scattered / drawn, 1),
        },
    }


def side_by_side(
    one: Iterator[Callable[[], object]], other: Iterator[Callable[[], object]]
) -> tuple[float, float]:
    """The median milliseconds of two series of steps, taken in turns so that a slow moment hurts
    both.
    """
    times: tuple[list[float], list[float]] = ([], [])
    for pair in zip(one, other, strict=True):
        for step, kept in zip(pair, times, strict=True):
            begin = time.perf_counter()
            step()
            kept.append(1000.0 * (time.perf_counter() - begin))
    return float(np.median(times[0])), float(np.median(times[1]))


def our_fits(n: int, steps: int) -> Iterator[Callable[[], object]]:
    """Our three refits of every step, exactly as the worker of the window makes them."""
    base, fitter = document(n), Fitter()
    wanted = tuple(base.enabled_methods)
    tour = drive(base.dataset.X, steps)
    fitter.run(FitJob(base, base, (), "final", 0, wanted), lambda: False, lambda batch: None)
    fitter.run(FitJob(base, base, (tour.row,), "preview", 0, ()), lambda: False, lambda batch: None)

    def fit(at: Floats) -> None:
        moved = replace(base, dataset=base.dataset.moved(tour.row, at))
        fitter.run(
            FitJob(moved, base, (tour.row,), "preview", 0, wanted),
            lambda: False,
            lambda batch: None,
        )

    for at in tour.way:
        yield partial(fit, at)


def their_fits(n: int, steps: int) -> Iterator[Callable[[], object]]:
    """scikit-learn's refits of every step."""
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    from sklearn.linear_model import LogisticRegression
    from sklearn.svm import SVC, LinearSVC

    base = document(n).dataset
    tour, y = drive(base.X, steps), base.y
    svm: Any = (
        SVC(kernel="linear", C=10.0 / n)
        if n < LINEAR_SVC_FROM
        else LinearSVC(C=10.0 / n, loss="hinge")
    )
    models: tuple[Any, ...] = (LinearDiscriminantAnalysis(), LogisticRegression(C=np.inf), svm)

    def fit(at: Floats) -> None:
        X = base.moved(tour.row, at).X
        for model in models:
            model.fit(X, y)

    for at in tour.way:
        yield partial(fit, at)


def our_picture(n: int, steps: int) -> Iterator[Callable[[], object]]:
    """Our canvas with its points and grid only, drawn anew for every step."""
    from linclass_gui.scene.theme import LIGHT
    from linclass_gui.window.canvas.canvas import Canvas
    from linclass_gui.window.session.session import Session

    session = Session(replace(document(n), methods=(), layers=frozenset({"grid"})))
    canvas = Canvas(session, LIGHT)
    canvas.resize(1200, 700)
    canvas.show()
    QTest.qWaitForWindowExposed(canvas)
    base = session.document
    tour = drive(base.dataset.X, steps)

    def draw(at: Floats) -> None:
        session.preview(replace(base, dataset=base.dataset.moved(tour.row, at)), (tour.row,))
        canvas.refresh()
        canvas.viewport().repaint()

    for at in tour.way:
        yield partial(draw, at)
    session.close()
    canvas.close()


def their_picture(n: int, steps: int) -> Iterator[Callable[[], object]]:
    """A plain pyqtgraph plot with one scatter item that gets all points anew at every step."""
    base = document(n).dataset
    tour = drive(base.X, steps)
    brushes = [
        pg.mkBrush("#0072B2") if positive else pg.mkBrush("#D55E00") for positive in base.labels > 0
    ]
    plot = pg.PlotWidget(background="w")
    scatter = pg.ScatterPlotItem(size=9, pen=None)
    plot.addItem(scatter)
    plot.resize(1200, 700)
    plot.show()
    QTest.qWaitForWindowExposed(plot)

    def draw(at: Floats) -> None:
        scatter.setData(pos=base.moved(tour.row, at).X, brush=brushes)
        plot.viewport().repaint()

    for at in tour.way:
        yield partial(draw, at)
    plot.close()


# --- command --------------------------------------------------------------------------------------


def main() -> None:
    """Measure and print."""
    require_core()
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.drag", description="frame times of a drag in the real window"
    )
    parser.add_argument("--n", type=int, nargs="+", default=list(SIZES), help="numbers of points")
    parser.add_argument("--frames", type=int, help="mouse moves to measure for each")
    parser.add_argument(
        "--plots",
        nargs="+",
        default=list(SHOWN),
        help="the linked plots to show; all: every choice of three",
    )
    parser.add_argument(
        "--classes", type=int, default=2, help="number of classes, beside the same drag of two"
    )
    parser.add_argument(
        "--columns",
        type=int,
        default=2,
        help="number of columns of a table, beside the same drag of two",
    )
    parser.add_argument(
        "--situations",
        nargs="*",
        metavar="NAME",
        help="measure only the processor time of a move in these situations; no name: in all",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    application = QApplication.instance() or QApplication([])
    if options.situations is not None:
        measure_situations(options.situations, options.frames, options.json)
        application.quit()
        return
    options.frames = options.frames or FRAMES
    shown = choices() if options.plots == ["all"] else [tuple(options.plots)]
    if options.classes > 2 or options.columns > 2:
        what = "classes" if options.classes > 2 else "columns"
        compare(options.n, options.frames, shown[0], what, getattr(options, what), options.json)
        application.quit()
        return
    frames = {
        str(n): {" ".join(plots): measure_frames(n, options.frames, plots) for plots in shown}
        for n in options.n
    }
    peers = {str(n): measure_peers(n, options.frames) for n in options.n}
    # One number a size for who reads only that: the slowest choice.
    frame = {n: max(rows.values(), key=lambda row: row["p95_ms"]) for n, rows in frames.items()}
    print(
        json.dumps({"frame": frame, "frames": frames, "peers": peers})
        if options.json
        else table(frames, peers)
    )
    application.quit()


def measure_situations(names: list[str], frames: int | None, as_data: bool) -> None:
    """Measure and print the processor time of a move in these situations, or in all."""
    from .situations import SITUATION_FRAMES, SITUATIONS, measure_situation, situations_table

    if unknown := set(names) - set(SITUATIONS):
        raise SystemExit(
            f"there is no situation {', '.join(sorted(unknown))}; there are: "
            f"{', '.join(SITUATIONS)}"
        )
    rows = {}
    for name in names or SITUATIONS:
        rows[name] = measure_situation(SITUATIONS[name], frames or SITUATION_FRAMES)
        print(f"{name}: {rows[name]}", file=sys.stderr)
    print(json.dumps(rows) if as_data else situations_table(rows))


def compare(
    sizes: list[int], frames: int, plots: tuple[str, ...], what: str, count: int, as_data: bool
) -> None:
    """The frames of so many classes or columns (``what``) beside those of two, and their ratio."""
    rows: dict[str, Any] = {}
    for n in sizes:
        two, many = (measure_frames(n, frames, plots, **{what: k}) for k in (2, count))
        rows[str(n)] = {
            "2": two,
            str(count): many,
            "ratio": round(many["p50_ms"] / two["p50_ms"], 2),
        }
    if as_data:
        print(json.dumps({"frame": {n: row[str(count)] for n, row in rows.items()}, what: rows}))
        return
    for n, row in rows.items():
        for k in ("2", str(count)):
            print(
                f"n = {n}, {k} {what}: p50 {row[k]['p50_ms']:.2f} ms, p95 {row[k]['p95_ms']:.2f} "
                f"ms, {row[k]['calls']:.0f} calls"
            )
        print(f"n = {n}: a frame of {count} {what} takes {row['ratio']} of one of two")


def choices() -> list[tuple[str, ...]]:
    """Every choice of one plot of each column."""
    columns = ([plot.name for plot in PLOTS if plot.column == k] for k in range(3))
    return list(itertools.product(*columns))


def table(
    frames: dict[str, dict[str, dict[str, float]]], peers: dict[str, dict[str, dict[str, float]]]
) -> str:
    """The numbers as text."""
    lines = [
        (
            f"{'n':>8}  {'frame p50':>10}  {'p95':>8}  {'fits/s':>7}  {'left out':>8}  "
            f"{'calls':>6}   "
            "beside the canvas"
        )
    ]
    for n, rows in frames.items():
        for plots, row in rows.items():
            times = f"{row['p50_ms']:>7.2f} ms  {row['p95_ms']:>5.2f} ms  {row['fits_per_s']:>7.0f}"
            lines.append(
                f"{n:>8}  {times}  {row['plots_left_out']:>8.2f}  {row['calls']:>6.0f}   {plots}"
            )
    lines.append(f"{'n':>8}  parts of the work, medians")
    for n, others in peers.items():
        for name, p in others.items():
            lines.append(
                f"{n:>8}  {name} {p['p50_ms']:.3g} ms, ours {p['ours_p50_ms']:.3g} ms: x "
                f"{p['ratio']:.3g}"
            )
    return "\n".join(lines)


if __name__ == "__main__":
    main()
