"""What installed packages add to the lists of methods, layers, plots and formats, by entry
points.
"""

from __future__ import annotations

import warnings
from functools import cache
from importlib.metadata import entry_points
from typing import Any


def added(name: str) -> tuple[Any, ...]:
    """What packages add to a list, under ``linclass.<name>``, in the order of their names.

    What cannot be loaded is left out, with a warning that names it.
    """
    found = []
    for entry in sorted(_all_entry_points().select(group=f"linclass.{name}"), key=str):
        try:
            found.append(entry.load())
        except Exception as error:  # of somebody else's code
            reason = f"{type(error).__name__}: {error}"
            warnings.warn(f"linclass goes without {entry.value}: {reason}", stacklevel=2)
    return tuple(found)


_all_entry_points = cache(entry_points)
