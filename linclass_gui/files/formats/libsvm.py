"""Sparse rows of libsvm and svmlight."""

from __future__ import annotations

import re

from ...errors import quote
from ..cells import MOST_COLUMNS, TableError, asked, check_cells
from ..tables import Table, named_table

LINE = re.compile(r"\s*[+-]?[0-9.]+(\s+qid:\d+)?(\s+\d+:\S+)+\s*(#.*)?")


def is_libsvm(begin: str, _text: str) -> bool:
    """Whether a text begins with a label and numbered features."""
    return LINE.fullmatch(begin) is not None


def read_libsvm(text: str, source: str) -> Table:
    """``label index:value ...``, indices from 1; a feature that is not written is 0."""
    rows: list[tuple[str, dict[int, str]]] = []
    lines: list[int] = []
    for line, words in enumerate(asked(text.splitlines()), 1):
        label, *parts = words.partition("#")[0].split() or [""]
        if not label:
            continue
        pairs = (part.partition(":") for part in parts if not part.startswith("qid:"))
        try:
            features = {int(feature): value for feature, _, value in pairs}
        except ValueError:
            raise TableError(
                f"{source}, line {line}: a label and features as in 3:0.5 are needed; got "
                f"{quote(words[:60])}"
            ) from None
        if any(not 0 <= feature <= MOST_COLUMNS for feature in features):
            raise TableError(f"{source}, line {line}: features have numbers up to {MOST_COLUMNS}")
        rows.append((label, features))
        lines.append(line)
    used_numbers = {1, *(number for _, features in rows for number in features)}
    numbers = range(min(used_numbers), max(used_numbers) + 1)
    check_cells(len(rows) + 1, len(numbers) + 1)
    columns = [[features.get(k, "0") for _, features in rows] for k in numbers]
    labels = [label for label, _ in rows]
    return named_table((*(f"x{k}" for k in numbers), "label"), [*columns, labels], source, lines)
