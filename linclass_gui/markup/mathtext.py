r"""The mark-up of labels and formulas: plain text with mathematics between dollar signs, parsed
into a tree that can be laid out.

Outside ``$...$`` text is set as it is; ``_`` and ``^`` start a subscript or superscript of one
character or of ``{...}``. Inside, letters are variables (italic), digits, operators and names such
as ``max`` upright, and ``\frac{a}{b}``, ``\sum_{i=1}^{n}``, ``\sqrt{..}`` and ``\alpha``-like names
are known (``formula``).

Labels contain names that users type, so every string parses: text that cannot be mark-up is shown
as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from .formula import Node, Row, Script, TextRun, parse_math, plain_text

# Line breaks and control characters: a label is one line, and no font has a glyph for them.
_UNSEEN = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029]+")
_SCRIPT = re.compile(r"\\([\\$_^{}])|([_^])(?:\{([^{}]*)\}|([^\s_^{}\\]))")


def parse(text: str) -> Row:
    """The tree of a label: plain text with mathematics between dollar signs."""
    pieces = re.split(r"(?<!\\)\$", _UNSEEN.sub(" ", text))
    if len(pieces) % 2 == 0:
        # A dollar sign without its partner is shown as it is.
        pieces[-2:] = [pieces[-2] + r"\$" + pieces[-1]]
    nodes: list[Node] = []
    for number, piece in enumerate(pieces):
        nodes.extend(parse_math(piece) if number % 2 else _plain(piece))
    return tuple(nodes)


def escape_label(text: str) -> str:
    """A user's own words as a label that shows them character by character."""
    return re.sub(r"([\\$_^])", r"\\\1", text)


@lru_cache(maxsize=64)
def name_label(words: str) -> str:
    """A name that a user gave, as a label: with dollar signs or as a letter with an index (``ω_1``)
    it is mathematics.

    Anything else is shown character by character: ``not_spam`` has no index.
    """
    if words.count("$") >= 2:
        return words
    return f"${words}$" if re.fullmatch(r"[^\W\d_](_\w)", words) else escape_label(words)


def as_math(label: str) -> Row:
    """The tree of an axis label: ``x_1``, ``f(x)`` and the like are formulas, words are words,
    dollar signs decide.
    """
    short = re.fullmatch(r"\\[a-z]+|([A-Za-z]\s+)?[A-Za-z]([_^(].*)?", label)
    return parse_math(label) if "$" not in label and short else parse(label)


def _plain(text: str) -> Iterator[Node]:
    """Text with scripts; a script follows the character before it and is set in the same face."""
    words, position = "", 0
    for match in _SCRIPT.finditer(text):
        words += text[position : match.start()]
        position = match.end()
        if match[1]:
            words += match[1]
            continue
        script: Row = (
            TextRun((match[3] if match[3] is not None else match[4]).replace("-", "−"), "sans"),
        )
        if words:
            yield TextRun(words, "sans")
        yield Script((), script, ()) if match[2] == "_" else Script((), (), script)
        words = ""
    words += text[position:]
    if words:
        yield TextRun(words, "sans")


def plain(label: str) -> str:
    """A label as plain text: powers of numbers stay raised, everything else loses its mark-up."""
    return plain_text(parse(label))


def first_sentence(text: str) -> str:
    """The first sentence of a text; one that ends inside a formula goes on."""
    end = 0
    while (end := text.find(". ", end + 1)) > 0:
        if text.count("$", 0, end) % 2 == 0:
            return text[: end + 1]
    return text
