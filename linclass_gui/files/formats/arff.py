"""Weka's format, with names and types above the rows."""

from __future__ import annotations

import csv
import re

from ...markup.numbers import count_words
from ..cells import TAB, Row, TableError, asked
from ..tables import Table, named_table

TYPE = re.compile(
    r"\s(\{.*|(numeric|real|integer|string|relational)(\s*%.*)?|date(\s.*)?)$", re.IGNORECASE
)
QUOTED = re.compile(r"'([^']*)'|\"([^\"]*)\"")
WORD = "@attribute"


def is_arff(begin: str, _text: str) -> bool:
    """Whether a text begins as ARFF does, with its relation or its first attribute."""
    return begin.lower().startswith(("@relation", "@attribute"))


def read_arff(text: str, source: str) -> Table:
    """``@attribute`` names, then rows with commas; ``?`` is a missing value."""
    names: list[str] = []
    rows: list[Row] = []
    lines: list[int] = []
    is_data = False
    for line, words in enumerate(map(str.strip, asked(text.splitlines())), 1):
        if not words or words.startswith("%"):
            continue
        if is_data:
            if words.startswith("{"):
                raise TableError(
                    f"{source}, line {line}: rows of pairs in braces cannot be read; save the "
                    "table as CSV"
                )
            is_weighted = words.endswith("}")
            row = words.rpartition("{")[0].rstrip().removesuffix(",") if is_weighted else words
            cells = _cells(row, f"{source}, line {line}")
            while len(cells) > len(names) and not cells[-1]:
                cells.pop()
            if len(cells) != len(names):
                raise TableError(
                    f"{source}, line {line}: {count_words(len(cells), 'cell')} for {len(names)} "
                    "attributes"
                )
            rows.append(tuple(cell.strip().strip("'") for cell in cells))
            lines.append(line)
        elif words[: len(WORD)].lower() == WORD and (name := _name(words[len(WORD) :].strip())):
            names.append(name)
        is_data = is_data or words.lower() == "@data"
    if not names or not rows:
        raise TableError(
            f"{source}: an ARFF table has @attribute lines, @data and rows; here are {len(names)} "
            f"and {len(rows)}"
        )
    return named_table(names, zip(*rows, strict=True), source, lines)


def _name(attribute: str) -> str:
    """The name of an attribute: in quotes, or all before its type, or one word."""
    if quoted := QUOTED.match(attribute):
        return (quoted[1] or quoted[2] or "").strip()
    kind = TYPE.search(attribute)
    return attribute[: kind.start()].strip() if kind else (attribute.split() or [""])[0]


def _cells(row: str, place: str) -> list[str]:
    """The cells of a row, between commas or blanks; a backslash may stand before a quote."""
    try:
        return next(
            csv.reader(
                [row if "," in row else row.replace(TAB, " ")],
                delimiter="," if "," in row else " ",
                quotechar='"' if '"' in row else "'",
                escapechar="\\" if "\\" in row else None,
                skipinitialspace=True,
            )
        )
    except csv.Error:
        raise TableError(f"{place}: this is no row of a table: a quote does not end") from None
