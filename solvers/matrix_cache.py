"""Large matrices that can be computed again: the last ones are kept, up to a number of bytes."""

from __future__ import annotations

from collections import deque
from threading import Lock
from typing import Any
from weakref import ref


class MatrixCache:
    """What values remember of themselves (a name in their ``__dict__``), oldest first; the newest
    always stays.

    A value that has lost a matrix computes it anew when it is asked: twenty milliseconds at 1 500
    points, against a gigabyte for a dozen fits of 3 000.
    """

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self._noted: deque[tuple[ref[Any], str, int]] = deque()
        self._lock = Lock()

    def note(self, owner: object, name: str, size: int) -> None:
        """Remember that ``owner`` keeps ``size`` bytes under a name, and drop the oldest matrices
        beyond the limit.
        """
        with self._lock:
            self._noted = deque([each for each in self._noted if each[0]() is not None])
            self._noted.append((ref(owner), name, size))
            while len(self._noted) > 1 and sum(each[2] for each in self._noted) > self.most_bytes:
                oldest, forgotten, _ = self._noted.popleft()
                value = oldest()
                if value is not None and value is not owner:
                    value.__dict__.pop(forgotten, None)


GRAMS = MatrixCache(128_000_000)
