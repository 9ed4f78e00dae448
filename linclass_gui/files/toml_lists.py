"""TOML files that are lists of entries (``[[slide]]``, ``[[figure]]``), written by hand and by the
program: read, extended and put into another order without touching the rest of the text.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import UserError
from .recovery import Claim
from .saving import write_atomically
from .text_files import read_bytes, read_text

SUFFIX = ".toml"
# How long another program is waited for, and how often it is asked: where nothing can be locked,
# the file is written all the same.
PATIENCE_S, PAUSE_S = 5.0, 0.01
_HEADER = re.compile(r"\s*+\[++([^\[\]]*+)\]++\s*+(?:#.*)?$")


def toml_of(path: Path) -> dict[str, Any]:
    """The values of a TOML file.

    Raises:
        UserError: the file is missing, or is not TOML (with line and column).
    """
    return _parsed(read_text(path), path)


def _parsed(text: str, path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"line \d+, column \d+", str(error))
        end = f", {place[0]}" if place else ", at its end"
        raise UserError(f"{path}{end}: this is not TOML from here on") from None
    except (ValueError, RecursionError):
        raise UserError(
            f"{path}: this TOML is nested too deeply, or a number in it has too many digits"
        ) from None


def lines_of_entries(path: Path, table: str) -> tuple[int, ...]:
    """The lines, counted from 1, in which the entries of a list begin."""
    lines = read_text(path).split("\n")
    return tuple(k for k, line in enumerate(lines, 1) if _table_of(line) == table)


@contextmanager
def _claimed(path: Path) -> Iterator[None]:
    """The file of one program alone, from reading to writing: else one of two that add to it at the
    same time would undo what the other has added.
    """
    target = Path(os.path.realpath(path))
    lock, end = target.with_name(f".{target.name}.claim"), time.monotonic() + PATIENCE_S
    claim = Claim.on(lock)
    # A lock that is not there now may have been given up this moment, and be taken in the next.
    while claim is None and os.access(lock.parent, os.W_OK) and time.monotonic() < end:
        time.sleep(PAUSE_S)
        claim = Claim.on(lock)
    try:
        yield
    finally:
        if claim is not None:
            claim.release()


def append_entry(path: Path, table: str, values: Mapping[str, Any]) -> None:
    """Add an entry at the end of a file, which is made where there is none; all else in it, also
    comments and what another program adds meanwhile, stays as it is.

    Raises:
        UserError: the file is not TOML, or cannot be written.
    """
    with _claimed(path):
        _append(path, table, values)


def _append(path: Path, table: str, values: Mapping[str, Any]) -> None:
    entry = "\n".join([f"[[{table}]]", *(f"{key} = {toml_text(v)}" for key, v in values.items())])
    before = read_text(path) if path.exists() else ""
    values_before = _parsed(before, path)
    gap = "\n\n" if before.strip() else ""
    text = f"{before.rstrip()}{gap}{entry}\n"
    entries_before = values_before.get(table, [])
    is_list = isinstance(entries_before, list)
    values_after = values_before | {table: [*entries_before, dict(values)] if is_list else None}
    if not is_list or not _holds(text, values_after):
        raise UserError(
            f"{path}: nothing can be added here; write its entries after lines [[{table}]], or "
            "choose another file"
        )
    _write(path, text)


def _write(path: Path, text: str) -> None:
    """Write a text, all or nothing, with the ends of lines that the file had."""
    if path.exists() and b"\r\n" in read_bytes(path):
        text = text.replace("\n", "\r\n")
    write_atomically(path, text.encode())


def toml_text(value: Any) -> str:
    """A value as TOML writes it: texts and numbers as in JSON, objects with equals signs."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {toml_text(part)}" for key, part in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml_text, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def reorder_entries(
    path: Path, table: str, known_entries: Sequence[Any], order: Sequence[int]
) -> None:
    """Put the entries of a list, those that the caller has read, into another order (places before,
    counted from 0), or leave some of them out; each takes its comments along: those between its
    lines and directly above it.

    Raises:
        UserError: the text is written in a way in which its entries cannot be told apart, or has
            other entries by now (nothing is changed then), or the file cannot be written.
    """
    with _claimed(path):
        _reorder(path, table, known_entries, order)


def _reorder(path: Path, table: str, known_entries: Sequence[Any], order: Sequence[int]) -> None:
    text = read_text(path)
    values = _parsed(text, path)
    if values.get(table) != known_entries:
        raise UserError(f"{path}: another program has changed this file; open the talk again")
    blocks = list(_blocks(text))
    places = [k for k, block in enumerate(blocks) if block.table == table]
    entries = [blocks[k].text for k in places]
    texts = [block.text for block in blocks]
    if all(place < len(entries) for place in order):
        for k, place in itertools.zip_longest(places, order):
            texts[k] = "" if place is None else entries[place]
    changed_text = "".join(texts).rstrip() + "\n"
    wanted_entries = [values[table][place] for place in order]
    if not _holds(changed_text, values | {table: wanted_entries}):
        raise UserError(
            f"{path}: its entries cannot be put into another order here; write each after a line "
            f"[[{table}]] of its own, or move them in an editor"
        )
    _write(path, changed_text)


def _holds(text: str, values: Mapping[str, Any]) -> bool:
    """Whether a text is the TOML of these values."""
    try:
        return tomllib.loads(text) == values
    except ValueError:
        return False


@dataclass(frozen=True)
class _TextBlock:
    table: str  # empty before the first header
    text: str


def _blocks(text: str) -> Iterator[_TextBlock]:
    """The text in pieces: what comes before the first header, then each header with what follows;
    comments directly above a header are its own.
    """
    lines = [f"{line}\n" for line in text.rstrip("\n").split("\n")]
    starts = [
        k
        for k, line in enumerate(lines)
        if (table := _table_of(line)) and "." not in table  # [slide.settings] is part of its slide
    ]
    begins: list[int] = []
    for start in starts:
        begin = start
        while begin > 0 and lines[begin - 1].lstrip().startswith("#"):
            begin -= 1
        begins.append(begin)
    yield _TextBlock("", "".join(lines[: begins[0] if begins else len(lines)]))
    for k, begin, end in zip(starts, begins, [*begins[1:], len(lines)], strict=False):
        body = "".join(lines[begin:end])
        yield _TextBlock(_table_of(lines[k]), body if body.endswith("\n\n") else body + "\n")


def _table_of(line: str) -> str:
    """The name in a header; empty for any other line."""
    header = _HEADER.match(line)
    return "" if header is None else header[1].strip().strip("\"'")
