"""Blocks of points between empty lines, as gnuplot draws them: each is a class."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..cells import Row, is_numeral
from ..evidence import MOST_LABELS
from ..tables import Table, table_of_rows

GAP = re.compile(r"\n[ \t]*\n[ \t]*\S")
MARK = re.compile(r"[\s;,]+")
COMMENTS = "#%"
LONGEST_BEGIN = 1000  # characters of a line with two cells


@dataclass
class _Block:
    """Rows with their lines, the name in the line above them, and the empty lines before that."""

    gap: int
    name: str = ""
    rows: list[Row] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)


def is_in_blocks(begin: str, text: str) -> bool:
    """Whether a text holds two columns of numbers in several blocks."""
    is_pair = len(begin) <= LONGEST_BEGIN and len(MARK.split(begin.strip(" \t\"'"))) <= 2
    return is_pair and GAP.search(text) is not None and bool(_blocks(text)[1])


def read_blocks(text: str, source: str) -> Table:
    """Points of as many classes as there are blocks, called by the line above each, or numbered.

    Where two empty lines part some blocks, single ones belong to a block.
    """
    header, blocks = _blocks(text)
    names = [block.name for block in blocks]
    if not all(names) or len(set(names)) < len(names):
        names = [f"block {k}" for k in range(1, len(blocks) + 1)]
    rows: list[Row] = [(*header, "class")]
    lines = [0]
    for block, name in zip(blocks, names, strict=True):
        rows += [(*row, name) for row in block.rows]
        lines += block.lines
    return table_of_rows(rows, lines, source)


def _blocks(text: str) -> tuple[tuple[str, str], list[_Block]]:
    """The names of the columns and the blocks; none where the text is something else."""
    header, blocks, gap = ("x", "y"), [_Block(0)], 0
    for line, words in enumerate(map(str.strip, text.split("\n")), 1):
        if not words:
            gap += 1
            continue
        if gap and blocks[-1].rows:
            blocks.append(_Block(gap))
        gap, block = 0, blocks[-1]
        cells = MARK.split(words.strip("\"'"))
        if words[0] in COMMENTS or (len(cells) == 1 and not is_numeral(cells[0])):
            block.name = block.name if block.rows else words.lstrip(COMMENTS).strip(" \"'")
        elif len(cells) == 2 and all(map(is_numeral, cells)):
            block.rows.append((cells[0], cells[1]))
            block.lines.append(line)
        elif len(cells) == 2 and not block.rows and block is blocks[0]:
            header = (cells[0], cells[1])
        else:
            return header, []
    whole_blocks = _joined_blocks([block for block in blocks if block.rows])
    return header, whole_blocks if _are_classes(whole_blocks) else []


def _joined_blocks(blocks: list[_Block]) -> list[_Block]:
    """The blocks between two empty lines, where there are such."""
    if not any(block.gap > 1 for block in blocks[1:]):
        return blocks
    whole_blocks: list[_Block] = []
    for block in blocks:
        if block.gap > 1 or not whole_blocks:
            whole_blocks.append(block)
        else:
            whole_blocks[-1].rows += block.rows
            whole_blocks[-1].lines += block.lines
    return whole_blocks


def _are_classes(blocks: list[_Block]) -> bool:
    """Whether the blocks are few, and more values stand in each column than classes would give."""
    if not 2 <= len(blocks) <= MOST_LABELS or any(len(block.rows) < 2 for block in blocks):
        return False
    values = ({row[k] for block in blocks for row in block.rows} for k in (0, 1))
    return all(len(column) > len(blocks) for column in values)
