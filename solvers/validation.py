"""The border of the library: what callers hand over becomes arrays of numbers, or an error that
says what is wrong with it.

Inside nothing is checked again.  Whatever numpy would accept in silence and turn into something
else (masked entries, complex numbers, words) is refused here, with the row it stands in.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .arrays import Floats, Ints, frozen_floats, locked
from .rounding import LARGEST_WHOLE

# Squares of numbers beyond these would vanish or overflow when they are squared once more, as every
# method does somewhere.
TOO_SMALL, TOO_LARGE = 1e-75, 1e75
TOO_LONG = 10**308  # whole numbers of this size are no doubles
SHOWN_CHARACTERS = 40  # characters of a refused value in its error text

_KINDS = {
    "U": "words",
    "S": "bytes",
    "c": "complex numbers",
    "M": "dates",
    "m": "time spans",
    "V": "records",
}


MISSING_TYPES = frozenset({"NAType", "NaTType"})  # of pandas, which nothing here imports


def finite_points(values: ArrayLike, name: str = "X", columns: int | None = None) -> Floats:
    """:func:`points` whose coordinates are all finite.

    Raises:
        ValueError: as :func:`points`, or a coordinate that is not finite (with its row).
    """
    array = points(values, name, columns)
    check_finite(array)
    return array


def points(values: ArrayLike, name: str = "X", columns: int | None = None) -> Floats:
    """Points (k, d) as a read-only array of numbers, with this many ``columns`` (None: one or
    more); no values are not points.

    Raises:
        ValueError: another shape, or entries that are masked or no real numbers.
    """
    array = frozen_numbers(values, name)
    if array.size == 0:
        return locked(np.empty((0, columns or 2)))
    if array.ndim != 2 or not (
        array.shape[1] >= 1 if columns is None else array.shape[1] == columns
    ):
        rows = "n" if name == "X" else "k"
        raise ValueError(
            f"{name} must be an array of points ({rows}, {columns or 'd'}); got shape "
            f"{array.shape}{_hint(array)}"
        )
    return array


def _hint(array: Floats) -> str:
    """A guess at the meaning of an array of another shape."""
    if array.shape == (2,):
        return f": write [{shown_value(array.tolist())}] for a single point"
    if array.ndim == 2 and array.shape[0] == 2 != array.shape[1]:
        return ": transpose it, a point is a row"
    return ""


def frozen_numbers(values: ArrayLike, name: str = "X") -> Floats:
    """A read-only float64 array; the very same object when it already is one, so that moving one
    point copies nothing else.

    Raises:
        ValueError: masked entries, or anything but real numbers in rows of equal length.
    """
    if type(values) is np.ndarray and values.dtype == np.float64:
        return frozen_floats(values)
    _refuse_masked(values, name)
    try:
        array = np.asarray(values)
    except (ValueError, TypeError):
        raise ValueError(f"{name} must be an array of numbers, with rows of equal length") from None
    if array.dtype.kind == "O":
        _refuse_objects(array, name)
    elif array.dtype.kind not in "biuf":
        raise ValueError(
            f"{name} must hold real numbers; got {_KINDS.get(array.dtype.kind, str(array.dtype))}"
        )
    try:
        with np.errstate(all="ignore"):  # what overflows becomes infinite and is refused as such
            converted = locked(np.array(array, dtype=np.float64))
    except OverflowError:
        raise ValueError(f"{name} holds a number beyond the range of doubles (1.8e308)") from None
    if array.dtype.kind in "iu":
        _refuse_rounded(array, converted, name)
    return converted


def _refuse_rounded(array: NDArray[Any], converted: Floats, name: str) -> None:
    """Refuse whole numbers above 2^53 between two doubles: two of them would silently become one
    point.
    """
    if not array.size or np.abs(converted).max() < LARGEST_WHOLE:
        return
    for row, (value, double) in enumerate(
        zip(np.atleast_2d(array.T).T.tolist(), np.atleast_2d(converted.T).T.tolist(), strict=True)
    ):
        rounded = next(
            (number for number, other in zip(value, double, strict=True) if number != int(other)),
            None,
        )
        if rounded is not None:
            raise ValueError(
                f"row {row} of {name} holds {rounded}, which doubles cannot tell from its "
                "neighbour: take off an offset"
            )


def labels(values: ArrayLike, n: int, columns: int = 2) -> NDArray[Any]:
    """One label for each of ``n`` points with this many ``columns``, all numbers or all words.

    A column counts as a row.

    Raises:
        ValueError: another shape, or labels that are missing, masked, complex or of mixed kinds.
    """
    if type(values) is np.ndarray and values.dtype.kind in "fiub":
        array: NDArray[Any] = values
    else:
        _refuse_masked(values, "y")
        array = _labels(values)
    if array.shape == (n, 1):  # a column of a table
        array = array[:, 0]
    if array.shape != (n,):
        remedy = (
            ": transpose X, a point is a row" if n != columns and array.shape == (columns,) else ""
        )
        raise ValueError(
            f"y must hold one label for each of the {n} points; got shape {array.shape}{remedy}"
        )
    if array.dtype.kind == "f" and len(array) and math.isnan(array.min()):
        raise ValueError(
            f"the label of row {int(np.argmax(np.isnan(array)))} is missing (nan): every point "
            "needs one"
        )
    return array


def _labels(values: ArrayLike) -> NDArray[Any]:
    try:
        array = np.asarray(values)
    except (ValueError, TypeError):
        raise ValueError("y must hold one label for each point") from None
    if array.dtype.kind == "c":
        raise ValueError(
            "labels must be numbers or words that can be put in order; got complex numbers"
        )
    if array.dtype.kind == "O" or (array.dtype.kind in "US" and not isinstance(values, np.ndarray)):
        # numpy writes the numbers of a mixed list as words; the caller's own objects tell.
        _refuse_mixed(np.array(values, dtype=object).reshape(-1).tolist())
    return array


def _refuse_mixed(values: list[Any]) -> None:
    first_row: dict[str, int] = {}
    for row, value in enumerate(values):
        if isinstance(value, Integral) and abs(int(value)) >= TOO_LONG:
            raise ValueError(
                f"the label of row {row} is a number beyond the range of doubles (1.8e308)"
            )
        is_nan = isinstance(value, Real) and math.isnan(value)
        if value is None or is_nan or type(value).__name__ in MISSING_TYPES:
            raise ValueError(f"the label of row {row} is missing ({value}): every point needs one")
        first_row.setdefault(_kind(value), row)
    if len(first_row) > 1:
        one, other = (values[row] for row in list(first_row.values())[:2])
        raise ValueError(
            f"labels must be of one kind, all numbers or all words; got {shown_value(one)} and "
            f"{shown_value(other)}"
        )


def _kind(value: object) -> str:
    if isinstance(value, Real | np.bool_):
        return "number"
    return "word" if isinstance(value, str) else type(value).__name__


def _refuse_masked(values: object, name: str) -> None:
    """Masked entries have no value: numpy would hand on what happens to stand behind the mask."""
    if "numpy.ma" not in sys.modules:
        return  # nothing is masked then, and to import it would double the time of a first fit
    row = _masked_row(values) if isinstance(values, np.ma.MaskedArray) else None
    if isinstance(values, list | tuple):
        row = next((k for k, entry in enumerate(values) if _holds_masked(entry)), None)
    if row is not None:
        raise ValueError(
            f"{name} has a masked entry in row {row}: leave out rows without a value, or fill "
            "them in"
        )


def _holds_masked(entry: object) -> bool:
    if isinstance(entry, list | tuple):
        return any(value is np.ma.masked for value in entry)
    return isinstance(entry, np.ma.MaskedArray) and _masked_row(entry) is not None


def _masked_row(values: Any) -> int | None:
    mask = np.atleast_1d(np.ma.getmaskarray(values))
    bad = mask.reshape(len(mask), -1).any(axis=1)
    return int(np.argmax(bad)) if bad.any() else None


def _refuse_objects(array: NDArray[Any], name: str) -> None:
    for row, entry in enumerate(array if array.ndim else [array.item()]):
        for value in np.atleast_1d(np.asarray(entry, dtype=object)).ravel().tolist():
            if not isinstance(value, Real | np.bool_):
                raise ValueError(
                    f"{name} must hold real numbers; row {row} holds {shown_value(value)}"
                )


def shown_value(value: object) -> str:
    """A refused value as it stands in an error text, cut where it is long."""
    text = repr(value)
    return text if len(text) <= SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 1] + "…"


def check_finite(X: Floats, rows: Callable[[], Ints] | None = None) -> None:
    """Refuse NaN and infinite coordinates; ``rows`` gives the rows of the data set that X holds,
    when it is a part of one.

    Raises:
        ValueError: naming the first row (counted from 0) and its values.
    """
    # A finite sum of squares proves finite terms, and vdot neither allocates nor warns; only the
    # rare other case looks at every row.
    if not math.isfinite(np.vdot(X, X)):
        bad = ~np.isfinite(X).all(axis=1)
        if bad.any():
            first = int(np.argmax(bad))
            row = first if rows is None else int(rows()[first])
            raise ValueError(
                f"row {row} holds a coordinate that is not a finite number: {X[first].tolist()}"
            )


def check_kind(name: str, value: object, kind: type, example: str) -> None:
    """Refuse what is not an instance of ``kind``; a class handed over in place of an instance is
    the usual slip.

    Raises:
        TypeError: saying what to pass.
    """
    if isinstance(value, kind):
        return
    if isinstance(value, type) and issubclass(value, kind):
        raise TypeError(
            f"{name} must be an instance: pass {value.__name__}(), not the class {value.__name__}"
        )
    raise TypeError(f"{name} must be a {kind.__name__} such as {example}; got {shown_value(value)}")


def checked_row(row: object, n: int) -> int:
    """A row of ``n`` points, counted from 0, as a plain number.

    Raises:
        ValueError: with what came.
    """
    if not isinstance(row, Integral) or isinstance(row, bool) or not 0 <= int(row) < n:
        raise ValueError(
            f"the row must be a whole number from 0 to {n - 1}, one of the {n} points; got "
            f"{shown_value(row)}"
        )
    return int(row)


def checked_position(position: Any, d: int = 2) -> tuple[float, ...]:
    """A place of the plane as two plain numbers, or a row as ``d`` of them; a drag asks this at
    every move.

    Raises:
        ValueError: with what came.
    """
    if d != 2:
        row: tuple[float, ...] = tuple(finite_points([position], "position", d)[0].tolist())
        return row
    try:
        x, y = position
    except (TypeError, ValueError):
        raise ValueError(
            f"a position is two numbers (x1, x2); got {shown_value(position)}"
        ) from None
    if not (type(x) is type(y) is float):  # the usual case, for the price of a comparison
        if not (isinstance(x, Real) and isinstance(y, Real)):
            raise ValueError(f"a position is two numbers (x1, x2); got {shown_value(position)}")
        x, y = float(x), float(y)
    if not (math.isfinite(x) and math.isfinite(y)):
        raise ValueError(f"a position must be finite; got {shown_value(position)}")
    return x, y


def check_budget(max_steps: object) -> None:
    """Refuse a number of steps that is not a whole number of at least 1 (None: no bound).

    Raises:
        ValueError: with what came.
    """
    if max_steps is None:
        return
    if not isinstance(max_steps, Integral) or isinstance(max_steps, bool) or max_steps < 1:
        raise ValueError(
            "max_steps must be a whole number of at least 1, or None for no bound; got "
            f"{shown_value(max_steps)}"
        )
