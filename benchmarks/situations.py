"""The situations in which a drag must not stall the window, and the processor time of each move.

``python -m benchmarks.drag --situations`` measures them: real mouse events, sixty a second.  A
frame lasts from one move to the next, or longer where the canvas does not show the point under the
mouse by then; fits and plots that are not ready come later.  Processor time of the window's thread
is the time in which the mouse has to wait; that of the process includes the fits and the figures
computed beside it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

import solvers
from linclass_gui.scene.document import Document
from solvers import AnyMethod, Dataset, Kernel

from .data import clouds, many_clouds
from .drag import SHOWN, WARM_UP, Driver, document, drive, table_of

SITUATION_FRAMES = 100
TEN = (
    solvers.Fisher(),
    solvers.LogisticRegression(),
    solvers.SoftMarginSVM(C=10.0),
    solvers.HardMarginSVM(),
    solvers.LeastSquares(),
    solvers.Perceptron(),
    solvers.MeanDifference(),
    solvers.GaussianGenerative(),
    solvers.BayesianLogistic(),
    solvers.LMS(),
)


@dataclass(frozen=True)
class Situation:
    """A document to drag a point of, and the linked plots that are open meanwhile."""

    document: Callable[[], Document]
    plots: tuple[str, ...] = SHOWN


def two_classes(n: int, *methods: AnyMethod, kernel: Kernel | None = None) -> Document:
    """Two overlapping clouds of n points with these methods."""
    X, y = clouds(n)
    begun = replace(Document.empty(), dataset=Dataset(X, (y > 0).astype(np.int64)))
    return _with(begun, methods, kernel)


def three_classes(n: int, *methods: AnyMethod) -> Document:
    """Three overlapping clouds of n points together with these methods."""
    dataset = Dataset(*many_clouds(n, 3), ("class 1", "class 2", "class 3"))
    return _with(replace(Document.empty(), dataset=dataset), methods, None)


def _with(begun: Document, methods: tuple[AnyMethod, ...], kernel: Kernel | None) -> Document:
    for method in methods:
        begun = begun.adding(method)
    return replace(begun, methods=tuple(replace(m, kernel=kernel) for m in begun.methods))


VISITING: dict[str, AnyMethod] = {
    "perceptron": solvers.Perceptron(),
    "batch": solvers.Perceptron(update="batch"),
    "relaxation": solvers.Relaxation(),
    "lms": solvers.LMS(),
}
MARGIN = solvers.SoftMarginSVM(C=10.0)

SITUATIONS: dict[str, Situation] = {
    "three methods 1000": Situation(partial(document, 1_000)),  # the usual one, for comparison
    **{
        f"{name} {n}": Situation(partial(two_classes, n, method))
        for name, method in VISITING.items()
        for n in (1_000, 10_000)
    },
    **{
        f"kernel {n}": Situation(
            partial(two_classes, n, MARGIN, kernel=solvers.GaussianKernel(sigma=1.0))
        )
        for n in (300, 1_000, 2_000)
    },
    "crammer-singer 1000": Situation(
        partial(three_classes, 1_000, solvers.MulticlassSVM(C=10.0)), ()
    ),
    "perceptron of three classes 1000": Situation(
        partial(three_classes, 1_000, solvers.Perceptron()), ()
    ),
    "ten methods 1000": Situation(partial(two_classes, 1_000, *TEN)),
    **{
        f"validation {n}": Situation(partial(document, n), ("validation", "projection"))
        for n in (100, 1_000)
    },
    "table 10000 x 20": Situation(partial(table_of, 10_000, 20)),
    "points 100000": Situation(partial(document, 100_000)),
    "points 1000000": Situation(partial(document, 1_000_000)),
    **{
        f"{name} 1000": Situation(
            partial(document, 1_000), ("path", "projection", name.replace(" ", "-"))
        )
        for name in ("weight space", "losses")
    },
}


def measure_situation(situation: Situation, frames: int) -> dict[str, float]:
    """Milliseconds of processor time a frame: of the window's thread, median and 95th percentile,
    and of the process; how many plots were left out of a frame, and the share of the frames whose
    fits were late.
    """
    driver = Driver(situation.document(), situation.plots)
    X = driver.session.document.dataset.X
    tour = drive(X, frames + WARM_UP)
    driver.press(X[tour.row])
    rows = []
    for at in tour.way:
        window, process = time.thread_time(), time.process_time()
        is_fitted = driver.move(at)
        window, process = time.thread_time() - window, time.process_time() - process
        rows.append((window, process, driver.left_out, not is_fitted))
    driver.release(tour.way[-1])
    windows, processes, left_out, late = np.array(rows[WARM_UP:], dtype=float).T
    p50, p95 = 1000.0 * np.percentile(windows, [50, 95])
    return {
        "window_p50_ms": round(float(p50), 2),
        "window_p95_ms": round(float(p95), 2),
        "process_p50_ms": round(1000.0 * float(np.median(processes)), 2),
        "left_out": round(float(left_out.mean()), 2),
        "late": round(float(late.mean()), 2),
    }


def situations_table(rows: dict[str, dict[str, float]]) -> str:
    """The numbers as text."""
    lines = ["window p50      p95  process p50  left out  late   situation"]
    for name, row in rows.items():
        lines.append(
            f"{row['window_p50_ms']:>7.2f} ms  {row['window_p95_ms']:>7.2f}  "
            f"{row['process_p50_ms']:>11.2f}  {row['left_out']:>8.2f}  {row['late']:>4.2f}   {name}"
        )
    return "\n".join(lines)
