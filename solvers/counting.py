"""Numbers of things in words: one step, two steps."""

from __future__ import annotations


def count_words(number: float, one: str, many: str = "") -> str:
    """A number of things, as in "1 pass" and "3 passes"; ``many`` is the plural where it is not
    ``one`` with an s.
    """
    return f"{number:.0f} {one if number == 1 else many or one + 's'}"
