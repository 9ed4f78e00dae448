"""Tests in words: ``angle(trial, fisher) < 1`` as a tree, read from a text and never executed.

A test compares two values (``<``, ``<=``, ``>``, ``>=``, ``==``, or ``== value ± tolerance``, also
written ``+-``), or is a word that is true or not, perhaps after ``not``.  Values are written as in
Python: numbers, points ``(1, -2)``, words with their arguments, and their sums, differences,
products and quotients.  A name may hold hyphens (``soft-margin-svm``); a minus between two names
therefore needs spaces around it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ..errors import UserError

Relation = Literal["", "<", "<=", ">", ">=", "=="]
Sign = Literal["+", "-", "*", "/"]
RELATIONS: Mapping[type[ast.cmpop], Relation] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
}
SIGNS: Mapping[type[ast.operator], Sign] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
LONGEST = 300  # characters of a test
_NAME = re.compile(r"(?<![\w.])(?!not\b)[A-Za-z_]\w*(?:-[a-z]\w*)*")
EXAMPLE = "write it as errors(trial) <= 1, distance((0, 0), trial) == 2 ± 0.05 or not separable"


class TestError(UserError):
    """A test that cannot be read, or has no meaning here."""

    __test__ = False  # not one of the program's own tests


@dataclass(frozen=True)
class NumberLiteral:
    """A literal number."""

    value: float


@dataclass(frozen=True)
class Place:
    """A point of the plane."""

    position: tuple[float, float]


@dataclass(frozen=True)
class Call:
    """A word of the vocabulary with its arguments, or a bare name: a method, the trial line, a
    predicate.
    """

    name: str
    arguments: tuple[Value, ...] = ()
    has_brackets: bool = False


@dataclass(frozen=True)
class Operation:
    """A sum, difference, product or quotient."""

    sign: Sign
    left: Value
    right: Value


Value = NumberLiteral | Place | Call | Operation


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
        TestError: the text is not a test; the sentence shows how one is written.
    """
    if len(text) > LONGEST:
        raise TestError(f"a test has at most {LONGEST} characters; got {len(text)}")
    condition, mark, spread = text.replace("+-", "±").partition("±")
    try:
        tree, tolerance = (
            _parse_expression(condition),
            _value(_parse_expression(spread)) if mark else None,
        )
        match tree:
            case ast.Compare(left, [relation], [right]) if tolerance is None or isinstance(
                relation, ast.Eq
            ):
                return Test(
                    text, _value(left), RELATIONS[type(relation)], _value(right), tolerance, say=say
                )
            case ast.UnaryOp(ast.Not(), predicate) if not mark:
                return Test(text, _value(predicate), negated=True, say=say)
            case _ if not mark:
                return Test(text, _value(tree), say=say)
    except (SyntaxError, ValueError, KeyError, OverflowError, MemoryError, RecursionError):
        pass  # brackets that no reader could follow are one more way of being no test
    raise TestError(f"{text!r} is no test; {EXAMPLE}")


def _parse_expression(text: str) -> ast.expr:
    """The expression in a text; its names are never keywords of Python."""
    return ast.parse(
        _NAME.sub(lambda name: f"n_{name[0].replace('-', '__')}", text.strip()), mode="eval"
    ).body


def _name(name: str) -> str:
    return name.removeprefix("n_").replace("__", "-")


def _value(tree: ast.expr) -> Value:
    """A value, of what Python calls an expression.

    Raises:
        ValueError: it is another one.
        KeyError: it has another sign.
    """
    match tree:
        case ast.Constant(float() | int() as number) if not isinstance(number, bool):
            return NumberLiteral(float(number))
        case ast.Name(name):
            return Call(_name(name))
        case ast.Call(ast.Name(name), [_, *_] as arguments, []):
            return Call(_name(name), tuple(map(_value, arguments)), True)
        case ast.Tuple([one, other]):
            x, y = _value(one), _value(other)
            if isinstance(x, NumberLiteral) and isinstance(y, NumberLiteral):
                return Place((x.value, y.value))
        case ast.UnaryOp(ast.USub(), inner):
            value = _value(inner)
            return (
                NumberLiteral(-value.value)
                if isinstance(value, NumberLiteral)
                else Operation("-", NumberLiteral(0.0), value)
            )
        case ast.BinOp(left, sign, right):
            return Operation(SIGNS[type(sign)], _value(left), _value(right))
    raise ValueError("no value of a test")
