"""Who is taken for whom: the counts of every true class (rows) and predicted class (columns), for two classes or more.

Right answers stand on the diagonal, in the colour of their class; a wrong one is the darker the more there are.  A click on a cell
selects its points.
"""

from __future__ import annotations

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import Ints, locked, locked_ints

from ..core.classes.looks import role
from ..core.classes.verdicts import training_winners
from ..core.marks import Area, Axis, Dots, Figure, Mark, Path, Reading, Text
from ..core.markup.mathtext import name_label
from ..core.markup.ticks import counted, number
from ..core.memo import memo
from ..core.scene import Scene
from .axes import nothing_of, said_at

NO_METHOD = "Switch on a method to see whom it takes for whom."
ROOM_LEFT, ROOM_TOP = 0.47, 0.14  # for the names, as parts of the table
SHADES, DARK = 4, 0.5  # of wrong cells, and the share of a class at which they are darkest
LONGEST = 12  # letters of a name


def figure(scene: Scene) -> Figure:
    """The table of the selected method."""
    found = verdicts(scene)
    if found is None:
        message = nothing_of(scene, NO_METHOD) if scene.chosen is None else scene.chosen[1].explanation
        return Figure(Axis(0.0, 1.0, visible=False), Axis(0.0, 1.0, visible=False), (), message=message)
    labels, winners = found
    document = scene.document
    names = tuple(name_label(name) for name in document.dataset.class_names)
    table = _table(labels, winners, len(names))
    wrong = int(table.sum() - np.trace(table))
    marks = _marks(tuple(map(tuple, table.tolist())), names, document.class_looks)
    left, top = _rooms(len(names))
    x, y = Axis(-left, float(len(names)), visible=False), Axis(0.0, len(names) + top, visible=False)
    share = f"{number(100.0 * (1.0 - wrong / max(len(labels), 1)), 1)} % right"
    return Figure(x, y, marks, heading=(f"{counted(wrong, 'error')} of {len(labels)}", share, "rows true, columns predicted"))


def _rooms(classes: int) -> tuple[float, float]:
    return ROOM_LEFT * classes, ROOM_TOP * classes


def verdicts(scene: Scene) -> tuple[Ints, Ints] | None:
    """The true and the predicted class of every training point of the selected method, None without a model."""
    if scene.chosen is not None:
        many = scene.chosen[1]
        return (many.problem.labels, training_winners(many)) if many.has_model else None
    if scene.selected is None or not scene.selected[1].has_model:
        return None
    return _of_two(scene.selected[1])


@memo(4)
def _of_two(fit: Fit) -> tuple[Ints, Ints]:
    truth = fit.problem.y > 0.0
    return locked_ints(truth.astype(np.int64)), locked_ints((truth ^ fit.wrong).astype(np.int64))


@memo(4)
def _table(labels: Ints, winners: Ints, classes: int) -> Ints:
    counts = np.bincount(labels * classes + winners, minlength=classes * classes)
    return locked_ints(counts.reshape(classes, classes))


@memo(4)
def _marks(table: tuple[tuple[int, ...], ...], names: tuple[str, ...], looks: tuple[int, ...]) -> tuple[Mark, ...]:
    K = len(names)
    marks: list[Mark] = []
    for truth in range(K):
        for said in range(K):
            count, cell = table[truth][said], _cell(truth, said, K)
            if truth == said:
                marks.append(Area(cell, role("area", looks[truth])))
            elif count:
                shade = min(count / (DARK * sum(table[truth])), 1.0)
                marks += [Area(cell, "wash") for _ in range(1 + round((SHADES - 1) * shade))]
            centre = cell.mean(axis=0)
            marks.append(Text((float(centre[0]), float(centre[1])), str(count), "value" if count else "caption"))
    marks.append(_rules(K))
    for k, name in enumerate(map(_short, names)):
        marks.append(Text((-0.08, K - k - 0.5), name, role("class-name", looks[k]), "right"))
        # Columns are told by the symbols of their classes: names would not have the room.
        marks.append(Dots(locked(np.array([[k + 0.5, K + 0.5 * _rooms(K)[1]]])), role("class", looks[k])))
    return tuple(marks)


def _short(name: str) -> str:
    """A name for the margin of the table; a formula stays whole."""
    return name if len(name) <= LONGEST or "$" in name else f"{name[: LONGEST - 1]}…"


def _cell(truth: int, said: int, K: int) -> Floats:
    x, y = float(said), float(K - truth - 1)
    return locked(np.array([(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)]))


def _rules(K: int) -> Path:
    lines = [((0.0, k), (K, k)) for k in range(K + 1)] + [((k, 0.0), (k, K)) for k in range(K + 1)]
    return Path(locked(np.array(lines, dtype=np.float64).reshape(-1, 2)), "base-line", joined="pairs")


def cell_at(scene: Scene, at: tuple[float, float]) -> tuple[int, int] | None:
    """The true and the predicted class of the cell at a position of the plot."""
    K = len(scene.document.dataset.class_names)
    said, truth = int(np.floor(at[0])), K - 1 - int(np.floor(at[1]))
    return (truth, said) if 0 <= said < K and 0 <= truth < K else None


def select(scene: Scene, at: tuple[float, float]) -> frozenset[int] | None:
    """The rows of the points that a cell counts."""
    found, cell = verdicts(scene), cell_at(scene, at)
    if found is None or cell is None:
        return None
    labels, winners = found
    return frozenset(np.flatnonzero((labels == cell[0]) & (winners == cell[1])).tolist())


def read(scene: Scene, at: tuple[float, float], reach: tuple[float, float]) -> Reading | None:
    """A cell in words."""
    K, found = len(scene.document.dataset.class_names), verdicts(scene)
    inside = tuple(min(max(value, 0.5), K - 0.5) for value in at)  # beside the table: the nearest cell
    cell = cell_at(scene, (inside[0], inside[1]))
    if found is None or cell is None:
        return None
    labels, winners = found
    truth, said = cell
    names = [name_label(name) for name in scene.document.dataset.class_names]
    count = int(np.count_nonzero((labels == truth) & (winners == said)))
    of = int(np.count_nonzero(labels == truth))
    what = "rightly so" if truth == said else f"taken for {names[said]}"
    lines = (f"{counted(count, 'point')} of {names[truth]}", f"{number(100.0 * count / max(of, 1), 1)} % of its class", what)
    frame = Path(_cell(truth, said, len(names)), "axis", closed=True)
    return Reading((frame,), said_at(_cell(truth, said, len(names)).mean(axis=0)[None, :], lines))
