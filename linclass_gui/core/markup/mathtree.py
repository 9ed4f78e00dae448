"""The tree of a label: runs of characters, scripts, fractions, sums and roots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Face = Literal["sans", "serif", "italic"]


@dataclass(frozen=True)
class Run:
    """Characters in one face; ``sans`` takes the weight of the surrounding text."""

    text: str
    face: Face


@dataclass(frozen=True)
class Space:
    """A horizontal space in units of the text size."""

    width: float


@dataclass(frozen=True)
class Script:
    """A base with a subscript and a superscript (either may be empty)."""

    base: Row
    sub: Row = ()
    sup: Row = ()


@dataclass(frozen=True)
class Fraction:
    """A numerator over a denominator with a bar between."""

    numerator: Row
    denominator: Row


@dataclass(frozen=True)
class Sum:
    """A large operator with what is below and above it."""

    symbol: str
    below: Row = ()
    above: Row = ()


@dataclass(frozen=True)
class Root:
    """A square root."""

    radicand: Row


Node = Run | Space | Script | Fraction | Sum | Root
Row = tuple[Node, ...]

SUPERSCRIPTS = str.maketrans("0123456789−+", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺")


def plain_text(row: Row) -> str:
    """The characters of a tree in reading order, for tool tips, alternative texts and searching;
    powers of numbers stay up.
    """
    return "".join(_words(row))


def _raise_power(words: str) -> str:
    """A power that is a number in raised characters; ``n−1`` would be read as an inverse."""
    is_number = words.lstrip("−+").isdecimal()
    return words.translate(SUPERSCRIPTS) if is_number else words


def _words(row: Row) -> Iterator[str]:
    for node in row:
        match node:
            case Run(text):
                yield text
            case Space(width):
                yield " " if width > 0.1 else ""
            case Script(base, sub, sup):
                yield plain_text(base) + plain_text(sub) + _raise_power(plain_text(sup))
            case Fraction(numerator, denominator):
                yield f"{plain_text(numerator)}/{plain_text(denominator)}"
            case Sum(symbol, below, above):
                yield symbol + plain_text(below) + plain_text(above)
            case Root(radicand):
                yield f"√{plain_text(radicand)}"
