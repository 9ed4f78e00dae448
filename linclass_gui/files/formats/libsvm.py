"""Sparse rows of libsvm and svmlight."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...errors import quote
from ..cells import MOST_COLUMNS, Row, TableError, check_cells
from ..tables import Table, named_table

LINE = re.compile(r"\s*[+-]?[0-9.]+(\s+qid:\d+)?(\s+\d+:\S+)+\s*(#.*)?")


def is_libsvm(begin: str, _text: str) -> bool:
    """Whether a text begins with a label and numbered features."""
    return LINE.fullmatch(begin) is not None


def read_libsvm(text: str, source: str) -> Table:
    """``label index:value ...``, indices from 1; a feature that is not written is 0."""
    check_cells(text.count("\n"), 1, source)
    labels: list[str] = []
    samples: list[dict[int, str]] = []
    lines: list[int] = []
    for line, words in enumerate(text.splitlines(), 1):
        label, *parts = words.partition("#")[0].split() or [""]
        if not label:
            continue
        try:
            features = {
                int(feature): value
                for feature, _, value in (
                    part.partition(":") for part in parts if not part.startswith("qid:")
                )
            }
        except ValueError:
            raise TableError(
                f"{source}, line {line}: a label and features as in 3:0.5 are needed; got "
                f"{quote(words[:60])}"
            ) from None
        if any(not 0 <= feature <= MOST_COLUMNS for feature in features):
            raise TableError(f"{source}, line {line}: features have numbers up to {MOST_COLUMNS}")
        labels.append(label)
        samples.append(features)
        lines.append(line)
    first, last = (
        min(map(min, filter(None, samples)), default=1),
        max(map(max, filter(None, samples)), default=0),
    )
    numbers = range(min(first, 1), last + 1)
    check_cells(len(samples) + 1, len(numbers) + 1, source)
    rows: Iterator[Row] = (
        (*(sample.get(k, "0") for k in numbers), label)
        for sample, label in zip(samples, labels, strict=True)
    )
    names = (*(f"x{k}" for k in numbers), "label")
    return named_table(names, rows, lines, source)
