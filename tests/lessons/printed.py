"""What the blocks of numbers print, read as numbers again."""

from __future__ import annotations

import numpy as np

from linclass_gui.lessons.numbers.block import Numbers


def value(text: str) -> float:
    """A printed number: whole, with decimals, with a power of ten, or a fraction."""
    number, _, divisor = (
        text.replace("−", "-").replace("·10^{", "e").replace("}", "").partition("/")
    )
    return float(number) / float(divisor or 1.0)


def entries(numbers: Numbers) -> dict[str, np.ndarray]:
    """The matrices by their symbols; a vector is a column."""
    return {
        one.symbol: np.array([[value(entry) for entry in row] for row in one.entries])
        for one in numbers.matrices
    }
