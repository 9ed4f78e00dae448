"""Tests in words: ``angle(trial, fisher) < 1`` as a tree, read from a text and never executed.

The grammar, in which names are those of the vocabulary and of methods::

    test     = ["not"] sum [relation sum ["±" sum]]
    relation = "<" | "<=" | ">" | ">=" | "=="
    sum      = product {("+" | "-") product}
    product  = factor {("*" | "/") factor}
    factor   = number | "-" factor | "(" sum ")" | "(" number "," number ")" | name ["(" sum {"," sum} ")"]

A name may hold hyphens (``soft-margin-svm``); a minus between two values therefore needs spaces around it.  ``+-`` is ``±``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeVar

from ..user_error import UserError

Relation = Literal["", "<", "<=", ">", ">=", "=="]
RELATIONS = ("<=", ">=", "==", "<", ">")
LONGEST, DEEPEST = 300, 12  # characters of a test, and levels of its brackets
_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+)|(?P<name>[A-Za-z_][A-Za-z0-9_]*(?:-[a-z][a-z0-9_]*)*)"
    r"|(?P<sign><=|>=|==|\+-|[<>+\-*/(),±]))"
)


T = TypeVar("T")


class TestError(UserError):
    """A test that cannot be read: what was expected, and where."""

    __test__ = False  # not one of the program's own tests


@dataclass(frozen=True)
class Number:
    """A literal number."""

    value: float


@dataclass(frozen=True)
class Place:
    """A point of the plane."""

    at: tuple[float, float]


@dataclass(frozen=True)
class Call:
    """A word of the vocabulary with its arguments, or a bare name: a method, the trial line, a predicate."""

    name: str
    arguments: tuple[Value, ...] = ()
    has_brackets: bool = False


@dataclass(frozen=True)
class Operation:
    """A sum, difference, product or quotient."""

    sign: Literal["+", "-", "*", "/"]
    left: Value
    right: Value


Value = Number | Place | Call | Operation


@dataclass(frozen=True)
class Test:
    """One condition of a goal; without a ``relation`` its left side is a predicate."""

    __test__ = False

    text: str
    left: Value
    relation: Relation = ""
    right: Value | None = None
    tolerance: Value | None = None
    negated: bool = False
    say: str = ""


def parse_test(text: str, say: str = "") -> Test:
    """The tree of a test.

    Raises:
        TestError: the text is no test; the sentence says where it stops being one.
    """
    if len(text) > LONGEST:
        raise TestError(f"a test has at most {LONGEST} characters; got {len(text)}")
    return _Parser(text).test(say)


class _Parser:
    """A recursive descent over the tokens of one test."""

    def __init__(self, text: str) -> None:
        self.text, self.position, self.depth = text, 0, 0
        self.tokens = list(_tokens(text))

    def test(self, say: str) -> Test:
        negated = self.take("not")
        left = self.sum()
        relation = next((sign for sign in RELATIONS if self.take(sign)), "")
        right = self.sum() if relation else None
        tolerance = self.sum() if relation == "==" and (self.take("±") or self.take("+-")) else None
        if self.position < len(self.tokens):
            raise self.wrong("the end")
        if negated and relation:
            raise TestError(f"{self.text!r}: not belongs before a predicate, not before a comparison")
        return Test(self.text, left, relation, right, tolerance, negated, say)  # type: ignore[arg-type]

    def sum(self) -> Value:
        value = self.product()
        while sign := next((s for s in "+-" if self.take(s)), ""):
            value = Operation(sign, value, self.product())  # type: ignore[arg-type]
        return value

    def product(self) -> Value:
        value = self.factor()
        while sign := next((s for s in "*/" if self.take(s)), ""):
            value = Operation(sign, value, self.factor())  # type: ignore[arg-type]
        return value

    def factor(self) -> Value:
        kind, token = self.next()
        if kind == "number":
            return Number(float(token))
        if token == "-":
            return self.deeper(self.negative)
        if token == "(":
            return self.deeper(self.bracket)
        if kind != "name":
            self.position -= 1
            raise self.wrong("a number or a name")
        return Call(token, self.deeper(self.arguments), True) if self.take("(") else Call(token)

    def negative(self) -> Value:
        value = self.factor()
        return Number(-value.value) if isinstance(value, Number) else Operation("-", Number(0.0), value)

    def bracket(self) -> Value:
        first = self.sum()
        if not self.take(","):
            self.expect(")")
            return first
        second = self.sum()
        self.expect(")")
        if not (isinstance(first, Number) and isinstance(second, Number)):
            raise TestError(f"{self.text!r}: a point is (number, number)")
        return Place((first.value, second.value))

    def arguments(self) -> tuple[Value, ...]:
        values = [self.sum()]
        while self.take(","):
            values.append(self.sum())
        self.expect(")")
        return tuple(values)

    def deeper(self, read: Callable[[], T]) -> T:
        self.depth += 1
        if self.depth > DEEPEST:
            raise TestError(f"{self.text!r}: brackets are nested at most {DEEPEST} deep")
        value = read()
        self.depth -= 1
        return value

    def next(self) -> tuple[str, str]:
        if self.position == len(self.tokens):
            raise self.wrong("a number or a name")
        self.position += 1
        return self.tokens[self.position - 1]

    def take(self, token: str) -> bool:
        """Whether the next token is this one; then it is taken."""
        is_next = self.position < len(self.tokens) and self.tokens[self.position][1] == token
        self.position += is_next
        return is_next

    def expect(self, token: str) -> None:
        if not self.take(token):
            raise self.wrong(repr(token))

    def wrong(self, expected: str) -> TestError:
        at_end = self.position >= len(self.tokens)
        found = "the end of the test" if at_end else repr(self.tokens[self.position][1])
        return TestError(f"{self.text!r}: expected {expected}, found {found}")


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    position = 0
    text = text.rstrip()
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise TestError(f"{text!r}: {text[position:].lstrip()[:1]!r} has no place in a test")
        position = match.end()
        yield str(match.lastgroup), match[match.lastgroup or 0]
