"""The first picture: of a name, which opens a scene as it was saved, of a table and of arrays.

Label, axes, classes, plane and methods are chosen, as asked for or as they suit, and the choice is
told.
"""

from __future__ import annotations

import logging
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from solvers import Dataset, Fisher, Floats, SoftMarginSVM
from solvers.arrays import locked
from solvers.signs import distinct_labels
from solvers.validation import TOO_LARGE, finite_points, labels

from ..errors import UserError, join_names, quote
from ..markup.numbers import count_words
from ..scene.axes import (
    PLANES,
    show_plane,
    standardise,
    table_behind,
    with_equal_scales,
    with_own_scales,
    with_scales_of_table,
)
from ..scene.document import LONGEST_NAME, Document
from ..scene.generating import GENERATE
from ..scene.methods import MethodInUse
from ..scene.one_variable import PLOT, are_on_level
from ..scene.planes import COLUMNS, as_axis
from ..scene.sentences import count_words_of, with_sentences
from .as_read import AsRead
from .cells import TableError
from .columns import MOST_TURNED, Columns, Guess, guess_columns, with_further
from .names import unknown
from .read import read
from .table_points import are_sentences, read_points, read_sentences
from .tables import Table


@dataclass(frozen=True)
class FirstPicture:
    """A document for the points of a table, and how they were read."""

    document: Document
    as_read: AsRead


Scales = Literal["", "own", "equal", "standardised"]  # of the axes, where they are chosen
# Times that C may exceed what the axis of the largest spread asks for: beyond it the price of
# rounding errors counts.
MOST_UNEVEN = 1e14
MARGINS = "margins"  # the layer


def first_picture(
    table: Table,
    columns: Columns | None = None,
    guess: Guess | None = None,
    scales: Scales = "",
) -> FirstPicture:
    """A new document for the points of a table, with the methods that a new document has.

    Without ``columns`` they are guessed.  Where they come from a ``guess``, its reasons are told.

    Raises:
        TableError: the table has no such points or plane; the sentence says where and why.
        UserError: the axes cannot have such scales.
    """
    if columns is None:
        guess = guess_columns(table)
        columns = guess.columns
    reasons = () if guess is None else guess.reasons_for(columns)
    if are_sentences(table, columns):
        return _picture_of_sentences(table, columns, scales, reasons)
    columns = with_further(table, columns)
    axes = [table.column(name) for name in columns.axes]
    in_order = sorted(axes, key=lambda axis: axis.place)
    names = [axis.name for axis in in_order]
    columns = replace(
        columns, further=tuple(axis.name for axis in in_order if axis not in axes[:2])
    )
    points = read_points(table, columns)
    for name in (*names, *points.dataset.class_names):
        if len(name) > LONGEST_NAME:
            raise TableError(
                f"{table.source}: names have at most {LONGEST_NAME} characters; got {quote(name)}"
            )
    if columns.plane != COLUMNS and not columns.further:
        most = f", at most {MOST_TURNED} of them" if len(table.numeric) > MOST_TURNED else ""
        numeric_columns = join_names([column.name for column in table.numeric])
        raise TableError(
            f"{table.source}: this plane needs three columns of numbers{most}; the table has "
            f"{numeric_columns}"
        )
    pair = tuple(in_order.index(axis) for axis in axes[:2])
    document = _document_of(points.dataset, names, pair, columns.plane, scales, points.test)
    document = replace(document, title=_title_of(table))
    document = with_first_methods(document, suggested_penalty(document.dataset.X))
    return FirstPicture(document, replace(points.as_read, reasons=reasons))


def _document_of(
    points: Dataset,
    names: Sequence[str],
    pair: Sequence[int],
    kind: str,
    scales: Scales = "",
    test: Dataset | None = None,
) -> Document:
    """A document of points, whose coordinates are named columns: those of the ``pair``, of one
    column its only one, and behind them the others in their order.
    """
    across, up, *_ = (*(as_axis(names[k]) for k in pair), "")
    plane = table_behind(points, tuple(names), (pair[0], pair[1])) if names[2:] else None
    document = replace(
        Document.empty(), dataset=points, test=test, plane=plane, axis_names=(across, up)
    )
    document = show_plane(document, kind)
    if are_on_level(points.X) and np.count_nonzero(points.counts) > 1:
        document = replace(document, plots=(PLOT,))  # a plane says little of one variable
    return _with_first_layers(_with_first_scales(document, scales))


def _title_of(table: Table) -> str:
    return Path(table.source).stem.replace("_", " ")[:LONGEST_NAME]


def _picture_of_sentences(
    table: Table, columns: Columns, scales: Scales, reasons: tuple[str, ...]
) -> FirstPicture:
    """The counts of the words of sentences, in the two that tell the classes apart best, with naive
    Bayes on all of them.

    Raises:
        TableError: they have no such counts; the sentence says why.
        UserError: the axes cannot have such scales.
    """
    text, as_read = read_sentences(table, columns)
    classes = tuple(name for name, _ in as_read.classes)
    blank = Document.empty()
    no_points = _renamed_points(blank.dataset, classes)
    begin = replace(blank, dataset=no_points, title=_title_of(table))
    try:
        word_counts = count_words_of(text, classes)
        across, up = word_counts.axes_like()
        document = with_sentences(begin, text, across, up)
    except UserError as error:
        raise TableError(f"{table.source}: {error}") from None
    if document.plane is not None:
        document = show_plane(document, columns.plane)
    elif columns.plane != COLUMNS:
        raise TableError(
            f"{table.source}: this plane needs three words; these are {across} and {up}"
        )
    count, name = word_counts.word_count, table.column(columns.x1).name
    of_all = f"the {len(word_counts.words)} of its {count} words that tell the classes apart best"
    counted_words = of_all if count > len(word_counts.words) else f"its {count} words"
    as_read = replace(
        as_read,
        columns=document.axis_names if columns.plane == COLUMNS else (name,),
        plane=columns.plane,
        reasons=(f"{name} is read as sentences: {counted_words} are counted", *reasons),
    )
    return FirstPicture(_with_first_scales(document, scales), as_read)


def with_scales(document: Document, scales: Scales) -> Document:
    """The document with axes as chosen."""
    match scales:
        case "own":
            return with_own_scales(document)
        case "standardised":
            return standardise(document)
        case "equal":
            return with_equal_scales(document)
        case _:
            return document


def _with_first_scales(document: Document, scales: Scales) -> Document:
    """The document with axes as chosen, or as its points ask for."""
    return with_scales(document, scales) if scales else with_scales_of_table(document)


def with_first_methods(document: Document, C: float = 1.0) -> Document:
    """The document with the methods that a new document has."""
    return _with_first_layers(document.adding(Fisher()).adding(SoftMarginSVM(C=C)))


def _with_first_layers(document: Document) -> Document:
    """The document with the layers that a new document has: without margins, where they would be
    those of a pair of classes that nobody chose.
    """
    of_pair = document.dataset.class_names[2:]
    return replace(document, layers=document.layers - {MARGINS}) if of_pair else document


def with_methods_like(document: Document, like: Document) -> Document:
    """The document with the methods and layers of another one, if that has methods: maps take
    their origins from its points, and a C that nobody has changed follows them.

    Counts of words keep methods of their own, beside points that are none.
    """
    if not like.methods or bool(like.sentences) != bool(document.sentences):
        return document
    X, usual_penalties = document.dataset.X, (1.0, suggested_penalty(like.dataset.X))
    methods = tuple(
        _with_penalty(in_use.anew(X), suggested_penalty(X), usual_penalties)
        for in_use in like.methods
    )
    return replace(document, methods=methods, selected=like.selected, layers=like.layers)


def with_usual_penalties(document: Document, first_document: Document) -> Document:
    """The document with the usual C in each soft margin whose C is still that of the
    ``first_document``.
    """
    known_penalties = {in_use.id: _penalty(in_use) for in_use in first_document.methods}
    methods = tuple(
        _with_penalty(in_use, 1.0, (known_penalties.get(in_use.id),)) for in_use in document.methods
    )
    return replace(document, methods=methods)


def _penalty(in_use: MethodInUse) -> float | None:
    """The C of a soft margin; None of another method."""
    return in_use.method.C if isinstance(in_use.method, SoftMarginSVM) else None


def _with_penalty(
    in_use: MethodInUse, C: float, usual_penalties: Sequence[float | None]
) -> MethodInUse:
    """The method with another C, where its own is a usual one."""
    method = in_use.method
    if isinstance(method, SoftMarginSVM) and method.C in usual_penalties:
        return replace(in_use, method=replace(method, C=C))
    return in_use


def suggested_penalty(X: Floats) -> float:
    """The C that a soft margin of points ``X (n, 2)`` begins with: 1, 2 or 5 times a power of ten.

    A point pays ``C/n``, and a margin as wide as the deviation ``s`` of an axis costs
    ``1/(2 s^2)``: with ``C = n/s^2``, of the axis of the smaller ``s``, the two count alike.  A
    smaller C would leave out this axis, or put a whole class on the wrong side.  It is at least 1,
    where a margin is as hard as it will be.
    """
    with np.errstate(over="ignore", invalid="ignore"):  # of coordinates near the largest number
        squares = X.var(axis=0) if len(X) else np.zeros(0)
    squares = squares[squares > 0.0]
    if not len(squares):
        return 1.0
    C = len(X) * min(1.0 / float(squares.min()), MOST_UNEVEN / float(squares.max()))
    return _round_number(min(C, TOO_LARGE)) if 1.0 < C < math.inf else 1.0


def _round_number(value: float) -> float:
    """The nearest of 1, 2 and 5 times powers of ten, by ratio."""
    power = math.floor(math.log10(value))
    mantissa = value / 10.0**power
    nearest = min((1, 2, 5, 10), key=lambda digit: abs(math.log(digit / mantissa)))
    return float(f"{nearest}e{power}")


def as_shown(as_read: AsRead, document: Document) -> AsRead:
    """The reading with what else was chosen for the picture of a document, scales and the C of a
    soft margin that nobody changed, and margins of a pair that are off.
    """
    penalty, remarks = suggested_penalty(document.dataset.X), []
    if document.stretch != 1.0:
        remarks.append("each axis has its own scale: right angles do not look right")
    if penalty > 1.0 and penalty in map(_penalty, document.methods):
        points = count_words(sum(n for _, n in as_read.classes), "point")
        C = f"{penalty:g}".replace("e+0", "e")
        remarks.append(f"soft margin with C = {C} for {points} of this spread")
    if MARGINS not in document.layers and document.dataset.class_names[2:]:
        remarks.append("no margins: they belong to a pair of classes, and none is chosen")
    return replace(as_read, remarks=(*as_read.remarks, *remarks))


Axes = tuple[str | int, str | int]  # two columns by their names, or by their numbers from 0


def document_of_arrays(
    X: Any,
    y: Any,
    classes: tuple[str, ...] | None = None,
    plane: str = "columns",
    axes: Axes | None = None,
) -> Document:
    """A document of points ``X (n, d)`` and a label for each in ``y (n,)``, without methods.

    One column, ``X (n,)`` or ``X (n, 1)``, gives points on a line.  Columns beyond two stay behind
    the points; ``plane`` is what is shown of them: columns, pca or discriminants, and ``axes`` are
    the two columns (without them the first ones).  A frame with named columns names the axes;
    ``classes`` names the classes, in the order of the sorted labels (of two words such as yes and
    no, the negative one first).

    Raises:
        ValueError: the arrays are not a data set of at least two classes.
        UserError: there is no such plane or column.
    """
    from .formats.values import text_of  # as below

    kind = _plane_called(plane, axes)
    places = finite_points(np.reshape(X, (-1, 1)) if np.ndim(X) == 1 else X)
    n, d = places.shape
    class_labels, codes = distinct_labels(labels(y, n))
    if len(class_labels) < 2:
        raise ValueError(f"labels must hold at least two classes; got {len(class_labels)}")
    class_names = _named_classes(tuple(map(text_of, class_labels)), classes)
    found_names = getattr(X, "columns", () if getattr(X, "name", None) is None else (X.name,))
    columns = tuple(str(name)[:LONGEST_NAME] for name in found_names)
    names = columns if len(columns) == d else tuple(f"x{k}" for k in range(1, d + 1))
    pair = tuple(range(d))[:2] if axes is None or d == 1 else _pair_of(axes, names)
    behind = [k for k in range(d) if k not in pair]
    shown = places[:, list(pair)] if d > 1 else np.column_stack([places, np.zeros(n)])
    points = Dataset(locked(shown), codes, class_names, locked(places[:, behind]))
    return _document_of(points, names, pair, kind)


def picture_of_frame(
    frame: Any,
    label: str | None = None,
    classes: tuple[str, ...] | None = None,
    plane: str = "columns",
    axes: Axes | None = None,
) -> FirstPicture:
    """The picture of a frame (:mod:`linclass_gui.files.frames`), as of a table in a file: the label
    and the axes that are not said are guessed.

    Raises:
        TableError: the frame has no such points; the sentence says where and why.
        ValueError: ``classes`` are more or fewer than there are.
        UserError: there is no such plane or column.
    """
    from .frames import table_of_frame  # a window has no frames

    kind = _plane_called(plane, axes)
    table = table_of_frame(frame)
    name = "" if label is None else table.header[_index_of(label, table.header)]
    pair = () if axes is None else tuple(table.header[k] for k in _pair_of(axes, table.header))
    guess = guess_columns(table, name, pair)
    picture = first_picture(table, replace(guess.columns, plane=kind), guess)
    document = replace(picture.document, title="")
    if classes is None:
        return replace(picture, document=document)
    names = _named_classes(document.dataset.class_names, classes)
    dataset = _renamed_points(document.dataset, names)
    test = document.test and _renamed_points(document.test, names)
    return replace(picture, document=replace(document, dataset=dataset, test=test))


def _renamed_points(points: Dataset, names: tuple[str, ...]) -> Dataset:
    """The points with other names of their classes."""
    return Dataset(points.X, points.labels, names, points.behind)


def _plane_called(plane: str, axes: Axes | None) -> str:
    """The kind of a plane by its name on the command line."""
    if plane not in PLANES:
        raise unknown("plane", plane, PLANES)
    if axes is not None and PLANES[plane] != COLUMNS:
        raise UserError(f"axes are two columns; the plane {plane} has axes of its own")
    return PLANES[plane]


def _pair_of(axes: Axes, names: Sequence[str]) -> tuple[int, int]:
    """Two columns by their names or numbers."""
    if isinstance(axes, str) or len(axes) != 2:
        raise UserError(f"axes are two columns, as in axes=({names[0]!r}, {names[1]!r})")
    first, second = (_index_of(axis, names) for axis in axes)
    return first, second


def _index_of(column: str | int, names: Sequence[str]) -> int:
    if str(column) in names:  # of a frame, whose names may be numbers in another order
        return list(names).index(str(column))
    if isinstance(column, str):
        raise unknown("column", column, names)
    if not 0 <= column < len(names):
        raise UserError(f"columns are counted from 0 to {len(names) - 1}; got {column}")
    return column


def _named_classes(
    class_names: tuple[str, ...], classes: tuple[str, ...] | None
) -> tuple[str, ...]:
    """The names of the classes: those that were given, or those that were found."""
    if classes is not None and len(classes) != len(class_names):
        raise ValueError(f"classes must name {len(class_names)} classes; got {len(classes)}")
    return classes or class_names


def reading_of_arrays(document: Document) -> AsRead:
    """How arrays were read into this document, with its classes as they are now."""
    dataset, plane = document.dataset, document.plane
    classes = tuple(zip(dataset.class_names, dataset.counts, strict=True))
    if plane is not None and plane.kind != COLUMNS:
        return AsRead(plane.columns, classes, plane.kind)
    names = filter(None, document.axis_names)
    axes = (re.sub(r"^\$x_\{?(\d+)\}?\$$", r"x\1", name) for name in names)
    return AsRead(tuple(axes), classes)


logger = logging.getLogger("linclass")


def open_document(name: str) -> Document:
    """The document in a scene file, a table (its columns guessed), a lesson, an example, or points
    of a generator.

    Raises:
        UserError: the file is missing or cannot be read; one sentence says where and why.
    """
    return opened(name)[0]


def open_and_log(name: str) -> Document:
    """:func:`open_document` where nobody is asked: how a table was read is logged (without a
    handler on standard error).
    """
    document, as_read = opened(name)
    if as_read is not None:
        logger.warning("%s: %s", name, as_shown(as_read, document).sentence)
    return document


def opened(name: str) -> tuple[Document, AsRead | None]:
    """:func:`open_document`, and how a table was read (None for anything else)."""
    content = read(name)
    if isinstance(content, Table):
        picture = first_picture(content)
        return picture.document, picture.as_read
    return (with_first_methods(content) if name.startswith(GENERATE) else content), None
