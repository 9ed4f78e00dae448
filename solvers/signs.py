"""Two label values as signs: -1 for the smaller one, +1 for the larger one."""

from __future__ import annotations

from typing import Any

import numpy as np

from .arrays import Floats, locked, read_only


def signs_of(labels: np.ndarray[Any, Any]) -> tuple[Floats, tuple[Any, Any], int]:
    """The signs -1/+1, the two label values (-1 first) and the number of +1."""
    if len(labels) == 0:
        return read_only(np.empty(0)), (-1, 1), 0
    if labels.dtype.kind in "fi" and labels.dtype.itemsize <= 8:
        # Already -1 and +1, both of them: the usual case, and half of the time of a small fit if every value is looked at.
        signs: Floats = np.array(labels, dtype=np.float64)
        classes = (-1, 1) if labels.dtype.kind == "i" else (-1.0, 1.0)
        n_plus, n_minus = int(np.count_nonzero(signs == 1.0)), int(np.count_nonzero(signs == -1.0))
        if n_plus and n_minus and n_plus + n_minus == len(signs):
            return locked(signs), classes, n_plus
    if labels.dtype.kind in "fiub":
        # Numbers: minimum and maximum are two passes; np.unique would sort.
        low, high = labels.min(), labels.max()
        is_high = labels == high
        if not np.all(is_high | (labels == low)):
            _refuse_classes(labels)
    else:
        values = np.unique(labels)
        if len(values) > 2:
            _refuse_classes(labels)
        low, high = values[0], values[-1]
        is_high = labels == high
    low, high = (v.item() if isinstance(v, np.generic) else v for v in (low, high))
    if low == high:
        # One class only: keep the sign the label itself suggests, so that -1 stays the negative class.
        is_high = np.full(len(labels), not (isinstance(low, int | float) and low <= 0))
    return locked(np.where(is_high, 1.0, -1.0)), (low, high), int(np.count_nonzero(is_high))


def _refuse_classes(labels: np.ndarray[Any, Any]) -> None:
    values = np.unique(labels)
    shown = ", ".join(str(v) for v in values[:6]) + (", ..." if len(values) > 6 else "")
    raise ValueError(
        f"labels must hold at most two distinct classes for a binary method; got {len(values)} ({shown}): "
        "choose two of them, or a scheme such as OneVsRest(method) or OneVsOne(method)"
    )
