"""The encoding of a text that does not state its own: the one in which its words are words."""

from __future__ import annotations

import re

from solvers.signs import known_words

from .cells import HEAD_LENGTH
from .evidence import TELLING_WORDS

WESTERN = "cp1252"
# The encodings of text that does not state its own, with the words of the dialog.
ENCODINGS = {
    WESTERN: "Western Europe",
    "cp1250": "Central Europe",
    "cp1251": "Cyrillic",
    "cp1253": "Greek",
    "cp1254": "Turkish",
    "cp949": "Korean",
    "gb18030": "Chinese, simplified",
    "big5hkscs": "Chinese, traditional",
    "cp932": "Japanese",
    "mac_roman": "Macintosh",
}
# The letters of alphabets without Latin ones that occur most.
FREQUENT_LETTERS = {"cp1251": "оеаинтсрвлкмд", "cp1253": "αοιετσνηυρπκμςάόίέ"}
# Of characters in two bytes the usual ones: how they are coded, and the last first byte.
USUAL = {
    "cp949": ("euc_kr", 0xC8),
    "gb18030": ("gb2312", 0xD7),
    "big5hkscs": ("big5", 0xC6),
    "cp932": ("shift_jis", 0x98),
}
KNOWN_WEIGHT = 3.0  # weight of the share of known words
WORD = re.compile(r"[^\W\d_²³¹]+")
KNOWN_WORDS = known_words() | frozenset(TELLING_WORDS.split())


def likely_encoding(content: bytes) -> str:
    """The encoding in which most words of a text are known or have usual letters, Western Europe
    where nothing speaks for another one.
    """
    head = content[:HEAD_LENGTH]
    head = head[: head.rfind(b"\n") + 1] or head
    return max(ENCODINGS, key=lambda encoding: _score(head, encoding))


def _score(head: bytes, encoding: str) -> float:
    """How much speaks for an encoding: the share of words outside of ASCII that are known, and how
    usual the others are.
    """
    try:
        text = head.decode(encoding)
    except UnicodeDecodeError:
        return -1.0
    words = [word for word in WORD.findall(text.lower()) if not word.isascii()]
    signs = sum(not (letter.isascii() or letter.isalpha()) for letter in text)  # none in a word
    if not words:
        return 0.0
    known_count = sum(word in KNOWN_WORDS for word in words)
    usual_count = sum(_usual_share(word, encoding) for word in words)
    return (KNOWN_WEIGHT * known_count + usual_count) / (len(words) + signs)


def _usual_share(word: str, encoding: str) -> float:
    """How usual the letters of a word are, from 0 to 1."""
    if encoding in FREQUENT_LETTERS:
        return sum(letter in FREQUENT_LETTERS[encoding] for letter in word) / len(word)
    if encoding in USUAL:
        codec, last = USUAL[encoding]
        codes = [letter.encode(codec, "ignore")[:1] for letter in word]
        return sum(b"\x80" < code <= bytes([last]) for code in codes) / len(word)
    foreign = sum(not letter.isascii() for letter in word)  # few in a word of Latin letters
    return float(2 * foreign <= len(word)) * (1.0 if encoding == WESTERN else 0.9)
