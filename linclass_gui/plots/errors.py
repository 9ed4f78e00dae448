"""The errors of all methods that are on, side by side: in training, on folds, and on test points.

Every method is fitted to the same folds, so that differences are those of the methods.  The folds
of a method are strokes, their mean a disc, and the bar reaches one standard deviation of the folds
to both sides of it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solvers import AnyFit, CrossValidation, Dataset, Floats

from ..answers.comparison import errors_on
from ..answers.method_labels import label_of
from ..markup.mathtext import cut_name
from ..markup.numbers import count_words, number
from ..scene.document import Document
from ..scene.marks import Axis, Dots, Entry, Figure, Marks, Off, Path, Point, Reading, Text, Words
from ..scene.memo import memo
from ..scene.methods import MethodInUse
from ..scene.scene import Scene
from .axes import (
    NO_METHOD,
    fold_choices,
    level,
    percent,
    sentence,
    strokes,
    upper_end,
    vertical,
    warning_of_choice,
    words_beside,
)
from .drawing_samples import fold_errors, most_points, points_of_folds, without_looks
from .plot import LASTING, Plot

MOST_METHODS = 12
MOST_FOLDS = 10  # whose own errors are drawn
LONGEST = 20  # letters of a name, which a reading has in full
# the room of a column of counts, as a part of the axis of errors, and of its head, of the rows
COLUMN, HEAD = 0.22, 0.12
# above the foot of its row, as parts of it: the name, the symbols, and half a stroke; and how far
# from the axis of errors a name begins, as a part of it
NAME, SYMBOLS, STROKE = 0.79, 0.3, 0.13
START_OF_NAME = 0.02
NO_POINTS = "There are no points yet: at least two classes need one."
TRAINING, ON_FOLDS, ON_TEST = "training-error", "fold-error", "test-error"


class MethodErrors(NamedTuple):
    """The errors of a method: in training and on test points as counts (None: not known), and those
    of its folds (a sentence: why there are none); ``is_stale``: of points that have moved since.
    """

    name: str
    slot: int
    training: int | None
    test: int | None
    folds: CrossValidation | str
    is_stale: bool


def figure(scene: Scene) -> Figure:
    """A row for each method that is on, in the order of the list, with its counts at the right."""
    rows = rows_of_methods(scene)
    if not rows:
        return sentence(NO_METHOD)
    if not len(scene.document.dataset):
        return sentence(NO_POINTS)
    n, test = _sizes(scene)
    top, ticks = upper_end(100.0 * _largest(rows, n, test))
    columns = 3 if test else 2
    x = Axis(0.0, top * (1.0 + COLUMN * columns), "errors, %", ticks)
    y = Axis(0.0, len(rows) * (1.0 + HEAD), visible=False)
    grid, marks = _grid(ticks, len(rows)), [*_heads(top, len(rows), columns)]
    names, counts = list[Words](), list[Words]()
    for foot, row in _feet(rows):
        names.append(_name(row, foot, top))
        marks += _row_marks(row, foot, n, test)
        counts += _counts(row, foot, bool(test), top)
    return Figure(
        x,
        y,
        (*grid, *marks),
        solid=tuple(mark for mark in marks if isinstance(mark, Path)),
        heading=_heading(scene, n, test),
        legend=_legend(scene, test),
        words=(*names, *counts),
    )


def rows_of_methods(scene: Scene) -> tuple[MethodErrors, ...]:
    """The errors of the methods that are on; while steps are played those of the whole run."""
    document, points = scene.document, points_of_folds(scene)
    return tuple(
        MethodErrors(
            label_of(method, document.methods) or method.method.name,
            document.slot_of(method),
            _training_errors(answer := scene.whole.get(method.id, scene.fits.get(method.id))),
            errors_on(answer, document.test_shown),
            _errors_of_folds(points, method, document),
            method.id in scene.stale or points is not document.dataset,
        )
        for method in document.enabled_methods[:MOST_METHODS]
    )


def _training_errors(answer: AnyFit | None) -> int | None:
    return None if answer is None or not answer.predicts else answer.certificate.errors


def _errors_of_folds(
    points: Dataset, method: MethodInUse, document: Document
) -> CrossValidation | str:
    most = most_points(method, document.folds)
    if len(points) > most:
        return f"drawn for up to {most} points here (Data > Hold points back)"
    return fold_errors(points, without_looks(method), document.folds, document.split)


def _sizes(scene: Scene) -> tuple[int, int]:
    """The number of training points and of test points."""
    test = scene.document.test_shown
    return len(scene.document.dataset), 0 if test is None else len(test)


def _largest(rows: tuple[MethodErrors, ...], n: int, test: int) -> float:
    """The largest share that is drawn."""
    shares = [0.0]
    for row in rows:
        shares.append((row.training or 0) / max(n, 1))
        shares.append((row.test or 0) / max(test, 1))
        if isinstance(row.folds, CrossValidation):
            shares.append(row.folds.mean + _spread(row.folds))
            shares += row.folds.test_errors.tolist() if _has_strokes(row.folds) else []
    return min(max(shares), 1.0)


def _spread(folds: CrossValidation) -> float:
    """One standard deviation of the folds; none of single points, which are right or wrong."""
    return folds.spread if _has_strokes(folds) else 0.0


def _has_strokes(folds: CrossValidation) -> bool:
    return len(folds.test_errors) <= MOST_FOLDS


def _feet(rows: tuple[MethodErrors, ...]) -> list[tuple[float, MethodErrors]]:
    """Each row with the height of its lower edge: the first one is on top."""
    return [(float(len(rows) - 1 - k), row) for k, row in enumerate(rows)]


@memo
def _grid(ticks: tuple[float, ...], count: int) -> Marks:
    """A line at every tick, and one between two methods."""
    lines = [Path(vertical(tick, 0.0, float(count)), "plot-grid") for tick in ticks]
    ends = (level(float(k), 0.0, ticks[-1]) for k in range(1, count + 1))
    return (*lines, *(Path(end, "plot-grid") for end in ends))


@memo
def _heads(top: float, count: int, columns: int) -> Marks:
    """The symbols above the columns of counts."""
    roles = (TRAINING, ON_FOLDS, ON_TEST)[:columns]
    return tuple(
        Dots(np.array([[_column(top, k), count * (1.0 + 0.5 * HEAD)]]), role)
        for k, role in enumerate(roles)
    )


def _column(top: float, k: int) -> float:
    return top * (1.0 + COLUMN * (k + 0.5))


@memo
def _name(row: MethodErrors, foot: float, top: float) -> Words:
    """The name of a row.  Where rows are low the names of all are smaller rather than touch the
    symbols.
    """
    lines = (cut_name(row.name, LONGEST),)
    return Words(
        lines,
        Off((START_OF_NAME * top, foot + NAME), (1.0, 0.0)),
        "name",
        id=("row", foot),
        shorter=lines,
        pair="rows",
        faded=row.is_stale,
    )


@memo
def _row_marks(row: MethodErrors, foot: float, n: int, test: int) -> Marks:
    """The symbols at their shares, or why there are none."""
    height, slot, is_faded = foot + SYMBOLS, row.slot, row.is_stale
    marks: list[Path | Dots | Text] = []
    if isinstance(row.folds, CrossValidation):
        marks += _fold_marks(row.folds, height, slot, is_faded)
    else:
        missing = "no model" if row.training is None else "no folds"
        marks.append(Text((0.0, height), missing, "caption", "left", offset=(3.0, 0.0)))
    shares = [
        (TRAINING, None if row.training is None else row.training / max(n, 1)),
        (ON_TEST, None if row.test is None else row.test / max(test, 1)),
    ]
    marks += [
        Dots(_place(share, height), role, slot, faded=is_faded)
        for role, share in shares
        if share is not None
    ]
    return tuple(marks)


@memo
def _counts(row: MethodErrors, foot: float, has_test: bool, top: float) -> tuple[Words, ...]:
    """The counts of a row in their columns.  Where these are narrow the counts of all rows are
    smaller: two numbers that touch would read as one.
    """
    folds = row.folds.wrong if isinstance(row.folds, CrossValidation) else None
    counts = [row.training, folds, row.test] if has_test else [row.training, folds]
    texts = [("–" if count is None else str(count),) for count in counts]
    return tuple(
        Words(
            lines,
            Off((_column(top, k), foot + SYMBOLS), (0.0, 0.0)),
            "name",
            id=("count", foot, k),
            needed=False,
            shorter=lines,
            pair="counts",
            faded=row.is_stale,
        )
        for k, lines in enumerate(texts)
    )


def _fold_marks(
    folds: CrossValidation, height: float, slot: int, is_faded: bool
) -> tuple[Path | Dots, ...]:
    """A stroke for each fold, their spread about the mean, and the mean."""
    mean, spread = 100.0 * folds.mean, 100.0 * _spread(folds)
    marks: list[Path | Dots] = []
    if _has_strokes(folds):
        ends = strokes(100.0 * folds.test_errors, height - STROKE, height + STROKE)
        bar = level(height, max(mean - spread, 0.0), min(mean + spread, 100.0))
        marks = [
            Path(ends, "curve-thin", slot, joined="pairs", faded=is_faded),
            Path(bar, "fold-spread", slot, faded=is_faded),
        ]
    return (*marks, Dots(_place(folds.mean, height), ON_FOLDS, slot, faded=is_faded))


def _place(share: float, height: float) -> Floats:
    return np.array([[100.0 * share, height]])


def _heading(scene: Scene, n: int, test: int) -> tuple[str, ...]:
    """Of how many points the counts are, and which folds they are."""
    folds = f"same {scene.document.folds} folds for all, seed {scene.document.split}"
    points = count_words(n, "point")
    sizes = (points, count_words(test, "test point")) if test else (points,)
    more = len(scene.document.enabled_methods) - MOST_METHODS
    listed = (f"first {MOST_METHODS} of {more + MOST_METHODS} methods",) if more > 0 else ()
    return (
        folds if scene.document.folds else "each point left out",
        *sizes,
        *listed,
        *warning_of_choice(scene, scene.document.enabled_methods),
    )


def _legend(scene: Scene, test: int) -> tuple[Entry, ...]:
    folds = scene.document.folds
    name = f"{folds}-fold error ± standard deviation" if folds else "leave-one-out error"
    entries = (Entry("training error", TRAINING, kind="dot"), Entry(name, ON_FOLDS, kind="dot"))
    return (*entries, Entry("test error", ON_TEST, kind="dot")) if test else entries


def read(scene: Scene, position: Point, reach: Point) -> Reading | None:
    """All errors of the method in whose row the pointer is, as counts and shares."""
    rows = rows_of_methods(scene)
    if not (rows and len(scene.document.dataset)):
        return None
    n, test = _sizes(scene)
    foot, row = min(_feet(rows), key=lambda entry: abs(entry[0] + 0.5 - position[1]))
    lines = [f"{row.name}: training {_count_with_share(row.training, n)}"]
    if isinstance(row.folds, CrossValidation):
        lines += _fold_lines(row.folds, n)
    else:
        lines.append(f"folds: {row.folds}")
    if test:
        lines.append(f"test {_count_with_share(row.test, test)}")
    return Reading((), words_beside((position[0], foot + SYMBOLS), lines))


def _fold_lines(folds: CrossValidation, n: int) -> list[str]:
    if not _has_strokes(folds):
        return [f"left out {_count_with_share(folds.wrong, n)}"]
    pairs = zip(folds.test_errors.tolist(), folds.folds, strict=True)
    counts = ", ".join(str(round(share * len(rows))) for share, (_, rows) in pairs)
    return [
        f"folds {_count_with_share(folds.wrong, n)}",
        f"mean {percent(folds.mean)} ± {number(100.0 * folds.spread, 1)} %",
        f"fold by fold {counts}",
    ]


def _count_with_share(count: int | None, size: int) -> str:
    """``3 of 40, 7.5 %``."""
    return "–" if count is None else f"{count} of {size}, {percent(count / max(size, 1))}"


ERRORS = Plot(
    "errors",
    "Errors of all methods",
    (
        "Training, fold and test errors of every method that is on, all on the same folds; a "
        "click on the heading has other folds"
    ),
    figure,
    read=read,
    short="Errors",
    choices=fold_choices,
    group=LASTING,
)
