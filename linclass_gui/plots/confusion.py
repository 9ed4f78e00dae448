"""The confusion matrix: the counts of every true class (rows) and predicted class (columns), for
two classes or more.

Right answers are on the diagonal, in the colour of their class; a wrong cell is the darker the more
points it has.  A click on a cell selects its points.  Test points have a table of their own beside
that of the training points.
"""

from __future__ import annotations

import numpy as np

from solvers import AnyFit, Dataset, Floats
from solvers.arrays import Ints, locked_ints

from ..answers.value_words import tied_words
from ..markup.mathtext import cut_name
from ..markup.numbers import count_words, number
from ..scene.looks import Looks, role
from ..scene.marks import (
    Area,
    Axis,
    Dots,
    Entry,
    Figure,
    Mark,
    Marks,
    Off,
    Path,
    Point,
    Reading,
    Text,
    Words,
)
from ..scene.memo import memo
from ..scene.methods import points_seen
from ..scene.scenarios import PLAIN, Scenario, scenario_of
from ..scene.scene import Scene
from .axes import nothing_of, percent, sentence, words_beside
from .plot import MIDDLE, Plot

ROOM_LEFT, ROOM_SYMBOL, ROOM_TOP = 0.47, 0.1, 0.14  # for the names, as parts of the table
SHADES, DARK = 4, 0.5  # of wrong cells, and the share of a class at which they are darkest
LONGEST = 12  # letters of a name
SHORTEST = 6  # where there is less room
GAP = 0.16  # between the tables of training and test points, as a part of one
TABLES = ("training", "test")


def figure(scene: Scene) -> Figure:
    """The table of the selected method, and beside it that of the test points, if any."""
    tables = verdicts(scene)
    if not tables:
        return sentence(nothing_of(scene))
    document = scene.document
    names = document.class_labels
    K = len(names)
    counts = [_table(labels, winners, K) for labels, winners in tables]
    marks = _marks(
        tuple(tuple(map(tuple, table.tolist())) for table in counts), names, document.class_looks
    )
    left, top = _rooms(K)
    end = _begin(len(tables) - 1, K) + K
    # names take the same part of the plot beside one table or two
    x = Axis(-left * end / K, end, visible=False)
    y = Axis(0.0, K + top * len(tables), visible=False)
    heading = _heading(counts, scenario_of(document), _tied(scene))
    classes = tuple(
        Entry(name, role("class", look), kind="dot")
        for name, look in zip(names, document.class_looks, strict=True)
    )
    return Figure(x, y, marks, heading=heading, words=_names_of_rows(names), classes=classes)


def _tied(scene: Scene) -> str:
    return "" if scene.answer is None else tied_words(scene.answer)


def _heading(counts: list[Ints], words: Scenario, tied: str) -> tuple[str, ...]:
    """The errors, in a scenario by their kinds, the training points that are ``tied``, and the
    share of right answers of each table.
    """
    wrong = [int(table.sum() - np.trace(table)) for table in counts]
    sizes = [int(table.sum()) for table in counts]
    shares = [percent(1.0 - w / max(n, 1)) for w, n in zip(wrong, sizes, strict=True)]
    if len(counts) == 1:
        return (
            f"{count_words(wrong[0], 'error')} of {sizes[0]}{tied}",
            *_kinds_of_errors(counts[0], words),
            f"{shares[0]} right",
            "rows true, columns predicted",
        )
    errors = [
        ", ".join(_kinds_of_errors(table, words)) or count_words(w, "error")
        for table, w in zip(counts, wrong, strict=True)
    ]
    errors[0] += tied
    entries = zip(TABLES, errors, sizes, shares, strict=True)
    return (
        *(f"{name}: {kinds} of {n}, {share} right" for name, kinds, n, share in entries),
        "rows true, columns predicted",
    )


def _kinds_of_errors(table: Ints, words: Scenario) -> tuple[str, ...]:
    if not words.name:
        return ()
    return words.count_alarms(int(table[0, 1])), words.count_misses(int(table[1, 0]))


def _rooms(classes: int) -> Point:
    return ROOM_LEFT * classes, ROOM_TOP * classes


def _begin(table: int, classes: int) -> float:
    """The left edge of a table; the first begins at 0."""
    return table * (1.0 + GAP) * classes


Pairs = tuple[Ints, Ints]


def verdicts(scene: Scene) -> tuple[Pairs, ...]:
    """The true and the predicted class of every training point of the selected method, then of
    every test point if there are any.

    Empty without a model.
    """
    test = scene.document.test_shown
    test_points = test if test is not None and len(test) else None
    if scene.answer is None or not scene.answer.predicts:
        return ()
    fit = scene.answer
    training = (fit.problem.labels, fit.training_winners)
    return (training,) if test_points is None else (training, _test_pairs(fit, test_points))


@memo
def _test_pairs(fit: AnyFit, test: Dataset) -> Pairs:
    return test.labels, locked_ints(fit.winners(points_seen(fit, test)))


@memo
def _table(labels: Ints, winners: Ints, classes: int) -> Ints:
    counts = np.bincount(labels * classes + winners, minlength=classes * classes)
    return locked_ints(counts.reshape(classes, classes))


@memo
def _marks(
    tables: tuple[tuple[tuple[int, ...], ...], ...], names: tuple[str, ...], looks: Looks
) -> Marks:
    K = len(names)
    marks: list[Mark] = []
    for index, table in enumerate(tables):
        marks += _cells(table, index, looks)
        begin = _begin(index, K)
        # Columns are told by the symbols of their classes: names would not have the room.
        marks += [
            _symbol((begin + k + 0.5, K + 0.5 * _rooms(K)[1]), look) for k, look in enumerate(looks)
        ]
        if len(tables) > 1:
            marks.append(Text((begin + 0.5 * K, K + 1.5 * _rooms(K)[1]), TABLES[index], "caption"))
    left = -0.5 * ROOM_SYMBOL * K
    marks += [_symbol((left, K - k - 0.5), look) for k, look in enumerate(looks)]
    return tuple(marks)


@memo
def _names_of_rows(names: tuple[str, ...]) -> tuple[Words, ...]:
    """The names at the left of the rows, all in full or all in short; without room for these the
    symbols alone tell the rows.
    """
    K = len(names)
    return tuple(
        Words(
            (cut_name(name, LONGEST),),
            Off((-ROOM_SYMBOL * K, K - k - 0.5), (-1.0, 0.0)),
            "name",
            id=("class", k),
            needed=False,
            shorter=(cut_name(name, SHORTEST),),
            pair="rows",
        )
        for k, name in enumerate(names)
    )


def _symbol(position: Point, look: int) -> Mark:
    return Dots(np.array([position]), role("class", look))


def _cells(table: tuple[tuple[int, ...], ...], index: int, looks: Looks) -> list[Mark]:
    K = len(table)
    marks: list[Mark] = []
    for truth in range(K):
        for prediction in range(K):
            count, cell = table[truth][prediction], _cell((index, truth, prediction), K)
            if truth == prediction:
                marks.append(Area(cell, role("area", looks[truth])))
            elif count:
                shade = min(count / (DARK * sum(table[truth])), 1.0)
                marks += [Area(cell, "wash") for _ in range(1 + round((SHADES - 1) * shade))]
            centre = cell.mean(axis=0)
            marks.append(
                Text(
                    (float(centre[0]), float(centre[1])),
                    str(count),
                    "value" if count else "caption",
                )
            )
    marks.append(_rules(_begin(index, K), K))
    return marks


Cell = tuple[int, int, int]  # the table, the true class, the predicted class


def _cell(cell: Cell, K: int) -> Floats:
    x, y = _begin(cell[0], K) + cell[2], float(K - cell[1] - 1)
    return np.array([(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)])


def _rules(begin: float, K: int) -> Path:
    end = begin + K
    lines = [((begin, k), (end, k)) for k in range(K + 1)] + [
        ((begin + k, 0.0), (begin + k, K)) for k in range(K + 1)
    ]
    return Path(np.array(lines, dtype=np.float64).reshape(-1, 2), "base-line", joined="pairs")


def cell_at(scene: Scene, position: Point) -> Cell | None:
    """The table, and the true and the predicted class, of the cell at a position of the plot."""
    K, truth = len(scene.document.dataset.class_names), int(np.floor(position[1]))
    for table in range(len(verdicts(scene))):
        prediction = int(np.floor(position[0] - _begin(table, K)))
        if 0 <= prediction < K and 0 <= truth < K:
            return table, K - 1 - truth, prediction
    return None


def select(scene: Scene, position: Point) -> frozenset[int] | None:
    """The rows of the points that a cell counts; points that were held back cannot be selected."""
    cell = cell_at(scene, position)
    if cell is None or cell[0] > 0:
        return None
    labels, winners = verdicts(scene)[0]
    return frozenset(np.flatnonzero((labels == cell[1]) & (winners == cell[2])).tolist())


def read(scene: Scene, position: Point, reach: Point) -> Reading | None:
    """A cell in words."""
    K, tables = len(scene.document.dataset.class_names), verdicts(scene)
    if not tables:
        return None
    # Beside the tables: the nearest cell.
    begin = min(
        (_begin(table, K) for table in range(len(tables))),
        key=lambda b: max(b - position[0], position[0] - b - K),
    )
    cell = cell_at(
        scene,
        (min(max(position[0], begin + 0.5), begin + K - 0.5), min(max(position[1], 0.5), K - 0.5)),
    )
    if cell is None:
        return None
    (labels, winners), (table, truth, prediction) = tables[cell[0]], cell
    names = scene.document.class_labels
    count = int(np.count_nonzero((labels == truth) & (winners == prediction)))
    of = int(np.count_nonzero(labels == truth))
    verdict = "rightly so" if truth == prediction else f"taken for {names[prediction]}"
    words = scenario_of(scene.document)
    if truth != prediction and words is not PLAIN:
        verdict = words.alarms if prediction else words.misses
    points = count_words(count, "test point" if table else "point")
    lines = (
        f"{points} of {names[truth]}",
        f"{number(100.0 * count / max(of, 1), 1)} % of its class",
        verdict,
    )
    outline = _cell(cell, K)
    x, y = outline.mean(axis=0).tolist()
    return Reading((Path(outline, "axis", closed=True),), words_beside((x, y), lines))


CONFUSION = Plot(
    "confusion",
    "Confusion",
    (
        "How often the selected method predicts each class for each true class; a click on a "
        "cell "
        "selects its points"
    ),
    figure,
    read=read,
    select=select,
    column=MIDDLE,
)
