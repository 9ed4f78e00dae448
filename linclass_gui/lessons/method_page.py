"""The page of a method: what it minimises, how, where it fails and in which lessons it is met.

Its words are those of the method itself (summary, objective and the text of its class), so that the
program and the documentation of the library say the same.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from dataclasses import dataclass

from solvers import METHODS, AnyMethod

from ..scene.methods import ONLY_MANY
from .lesson import Lesson

ALL_METHODS: tuple[type[AnyMethod], ...] = (*METHODS, *ONLY_MANY)
PROCEDURE, FAILURE, CERTIFICATE, SOURCES = "How", "When it fails", "Its certificate", "Sources"
# The words that a paragraph begins with, and the section it belongs to.
BEGINNINGS = (
    ("Where it fails: ", FAILURE),
    ("The certificate", CERTIFICATE),
    ("Source: ", SOURCES),
)
EXAMPLE = "Example:"  # in code, for those who write some
_NAMES = {kind.__name__: kind.name for kind in ALL_METHODS}
LINKING_WORDS = ("for", "over", "in")  # at the beginning of the words after a formula
_CODE = re.compile(r"``(.+?)``")
_REFERENCE = re.compile(r":class:`~?(?:[\w.]+\.)?(\w+)`")
_CROSS_REFERENCE = re.compile(r"; see :class:`\w+`(?=\))")
_PLACE_IN_CODE = re.compile(r" ?\([^()]*:mod:`[^`]*`[^()]*\)")
_LETTERS = {
    "alpha": "α",
    "beta": "β",
    "gamma": "γ",
    "lambda": "λ",
    "sigma": "σ",
    "phi": "φ",
    "Phi": "Φ",
    "xi": "ξ",
    "pi": "π",
    "infinity": "∞",
}
_LETTER = re.compile(rf"(?<![A-Za-z])({'|'.join(_LETTERS)})(?![A-Za-z])")
_PLUS_OR_MINUS = r"\b([mpnSZ])([+-])(?=[ ,^/)>|‖]|$)"  # of a class, or a pseudo-inverse
_SPACED = r"(?<=[A-Za-z]{3}) (?=[\w({])|(?<=[\w)}]) (?=[A-Za-z]{3})"  # spaces beside words
# ASCII mathematics of a docstring, as it is written by hand.
_SIGNS = (
    (r"\|\|(.+?)\|\|", r"‖\1‖"),
    (r"<-", "←"),
    (r"<=", "≤"),
    (r">=", "≥"),
    (r"!=", "≠"),
    (r" ~ ", " ∼ "),
    (r"(?<![_^])\{([^}]*)\}", r"(\1)"),
    (r"(?<=[A-Za-z)])'", "^T "),
    (r"\bZ\+", "Z^+"),
    (_PLUS_OR_MINUS, r"\1_\2"),
    (r"([a-z]{3,})_([a-z]{3,})", r"\1 \2"),
    (r"_(\w{2,})", r"_{\1}"),
    (r"\^-1", "^{−1}"),
    (_SPACED, r"\\ "),
    (r"\bsum(?![A-Za-z])(\\ )?", "Σ"),
)


@dataclass(frozen=True)
class MethodPage:
    """The page of a method; texts are in the mark-up of labels, sections have a title each."""

    name: str
    summary: str
    objective: str
    sections: tuple[tuple[str, tuple[str, ...]], ...]
    lessons: tuple[Lesson, ...]


def page_of(kind: type[AnyMethod], lessons: Sequence[Lesson]) -> MethodPage:
    """The page of a method, with the lessons of a course in which it is in use: first those that
    begin with it selected.
    """
    texts: dict[str, list[str]] = {PROCEDURE: [], FAILURE: [], CERTIFICATE: [], SOURCES: []}
    for paragraph in inspect.cleandoc(kind.__doc__ or "").split("\n\n"):
        if paragraph.startswith(EXAMPLE):
            continue
        beginning, section = next(
            (pair for pair in BEGINNINGS if paragraph.startswith(pair[0])), ("", PROCEDURE)
        )
        opening = "" if section == CERTIFICATE else beginning  # by the title of the section
        texts[section].extend(_lines(paragraph.removeprefix(opening)))
    sections = tuple((title, tuple(lines)) for title, lines in texts.items() if lines)
    return MethodPage(
        kind.name, kind.summary, kind.objective, sections, lessons_with(kind, lessons)
    )


def lessons_with(kind: type[AnyMethod], lessons: Sequence[Lesson]) -> tuple[Lesson, ...]:
    """The lessons in which a method is in use, first those that begin with it selected."""

    def is_main(lesson: Lesson) -> bool:
        document = lesson.document
        return any(
            type(method.method) is kind and method.id == document.selected
            for method in document.methods
        )

    uses = [
        lesson
        for lesson in lessons
        if any(type(method.method) is kind for method in lesson.document.methods)
    ]
    return tuple(sorted(uses, key=lambda lesson: not is_main(lesson)))


def _lines(paragraph: str) -> list[str]:
    """A paragraph as one line of mark-up; of a block of formulas each line is one."""
    if paragraph.startswith("    "):
        return [_formula_line(line) for line in paragraph.splitlines()]
    if paragraph.startswith("* "):
        return [f"• {_text(part)}" for part in re.split(r"(?m)^\* ", paragraph) if part]
    return [_text(paragraph)]


def _formula_line(line: str) -> str:
    """A formula with the words after it, which a wide gap divides from it."""
    parts = re.split(r"\s{2,}", line.strip())
    return "   ".join(
        part.replace("a'z <= margin", "$a^T z ≤$ margin")
        if part.split()[0] in LINKING_WORDS
        else f"${_math(part)}$"
        for part in parts
    )


def _text(paragraph: str) -> str:
    words = _CROSS_REFERENCE.sub("", _PLACE_IN_CODE.sub("", " ".join(paragraph.split()))).replace(
        "::", ":"
    )
    words = _REFERENCE.sub(lambda match: _NAMES.get(match[1], match[1]), words)
    parts = _CODE.split(words)
    text = "".join(_code(part) if k % 2 else _plain(part) for k, part in enumerate(parts))
    return text[:1].upper() + text[1:] if text[:2].isalpha() else text


def _plain(words: str) -> str:
    """Text outside code; powers and indices are set as they are in labels."""
    for pattern, sign in _SIGNS[:5]:
        words = re.sub(pattern, sign, words)
    return _LETTER.sub(lambda match: _LETTERS[match[1]], words)


def _code(code: str) -> str:
    """Mathematics between dollar signs; a name or a value of an option as plain words."""
    kind, _, settings = code.partition("(")
    if kind in _NAMES:
        return f"{_NAMES[kind]} ({settings}" if settings else _NAMES[kind]
    is_option = re.fullmatch(r"[a-z]{2,}([_-][a-z]{2,})*", code) is not None
    if is_option or '"' in code or "={" in code:
        return code.replace("_", " ").replace("{", "(").replace("}", ")")
    return f"${_math(code)}$"


def _math(code: str) -> str:
    for pattern, sign in _SIGNS:
        code = re.sub(pattern, sign, code)
    return _LETTER.sub(lambda match: _LETTERS[match[1]], code)
