"""Functions that one types, as in ``sin(2 x1) + x1 x2^2``: parsed, never executed.

    sum     = product {("+" | "-") product}
    product = signed {["*" | "/"] signed}         the sign of a product may be left out: 2 x1 x2
    signed  = {"-" | "+"} power
    power   = atom ["^" signed]                   from the right: 2^3^2 = 2^9, and -x1^2 = -(x1^2)
    atom    = number | name | function "(" sum {"," sum} ")" | "(" sum ")" | "|" sum "|"

Names are those that a caller has values for; ``pi`` and ``e`` are known.  A value that does not
exist (ln 0, 1/0) is infinite or no number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .arrays import Floats

ONE: dict[str, Callable[..., Any]] = {
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "exp": np.exp,
    "ln": np.log,
    "log": np.log,
    "sqrt": np.sqrt,
    "abs": np.abs,
    "tanh": np.tanh,
}
TWO: dict[str, Callable[..., Any]] = {"min": np.minimum, "max": np.maximum}
SIGNS: dict[str, Callable[..., Any]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": np.divide,
    "^": np.power,
}
CONSTANTS = {"pi": (np.pi, "π"), "e": (np.e, "e")}
_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d++\.?\d*+(?:[eE][+-]?\d++)?|\.\d++(?:[eE][+-]?\d++)?)|(?P<name>[^\W\d_]+(?:_?\d+)?|‖x−z‖)|(?P<sign>[-+*/^(),|]))"
)
_SPELLINGS = {"**": "^", "·": "*", "×": "*", "₁": "1", "₂": "2", "²": "^2", "³": "^3", "π": "pi"}
SUM, PRODUCT, SIGNED, POWER, ATOM = range(5)  # how tightly a written part holds together


@dataclass(frozen=True)
class Expression:
    """A function of names: what it computes from their values, and how it is written in the mark-up
    of mathematics.

    ``names`` are those that occur; :meth:`__call__` takes an array (or a number) for each and gives
    one of their common shape. ``operation`` joins its ``parts``: a sign (``+ - * / ^``; of one part
    ``-``, the negative) or the name of a function.  Without parts it is a name, or empty for a
    number.
    """

    _value: Callable[[Mapping[str, Any]], Any]
    markup: str
    strength: int
    names: frozenset[str]
    operation: str = ""
    parts: tuple[Expression, ...] = ()

    def __call__(self, values: Mapping[str, Any]) -> Floats:
        """The values of the function."""
        with np.errstate(all="ignore"):
            result: Floats = np.asarray(self._value(values), dtype=np.float64)
            return result


def parse(text: str, names: Mapping[str, str]) -> tuple[Expression, ...]:
    """The functions of a text, which commas part; ``names`` are those that have values, with their
    mark-up.

    Raises:
        ValueError: a sentence that says what is wrong, where, and what is known.
    """
    if len(text) > _Parser.longest:
        raise ValueError(f"it has {len(text)} characters, of at most {_Parser.longest}")
    for spelling, plain in _SPELLINGS.items():
        text = text.replace(spelling, plain)
    text = text.replace("−", "-").replace("||", "‖")
    text = re.sub(r"[‖|]\s*x\s*-\s*z\s*[‖|]", " ‖x−z‖ ", text)
    return _Parser(text, names).functions()


class _Parser:
    """One pass over the text, from left to right; the number of characters and of nested brackets
    is limited.
    """

    longest, deepest = 200, 20

    def __init__(self, text: str, names: Mapping[str, str]) -> None:
        self.text, self.names = text, names
        self.at, self.depth, self.bars = 0, 0, 0
        self.kind, self.token = "", ""
        self._next()

    def functions(self) -> tuple[Expression, ...]:
        expressions = [self._sum()]
        while self._takes(","):
            expressions.append(self._sum())
        if self.token:
            raise ValueError(f"“{self.token}” is not expected at “{self._rest}”")
        return tuple(expressions)

    @property
    def _rest(self) -> str:
        return self.text[max(0, self.at - len(self.token)) :].strip()[:20]

    def _next(self) -> None:
        rest = self.text[self.at :]
        if not rest.strip():
            self.kind = self.token = ""
            self.at = len(self.text)
            return
        match = _TOKEN.match(rest)
        if match is None:
            raise ValueError(f"“{rest.strip()[0]}” is no part of a formula")
        self.at += match.end()
        self.kind, self.token = match.lastgroup or "", match[match.lastgroup or 0]

    def _takes(self, sign: str) -> bool:
        if self.kind == "sign" and self.token == sign:
            self._next()
            return True
        return False

    def _needs(self, sign: str) -> None:
        if not self._takes(sign):
            raise ValueError(
                f"a “{sign}” is missing "
                + (f"before “{self._rest}”" if self.token else "at the end")
            )

    def _sum(self) -> Expression:
        expression = self._product()
        while self.kind == "sign" and self.token in "+-":
            sign = self.token
            self._next()
            other = self._product()
            expression = (
                _binary(expression, other, "+", " + ", SUM)
                if sign == "+"
                else _binary(expression, other, "-", " − ", SUM)
            )
        return expression

    def _product(self) -> Expression:
        expression = self._signed_term()
        while True:
            if self._takes("/"):
                expression = _binary(expression, self._signed_term(), "/", "/", PRODUCT)
            elif (
                self._takes("*")
                or self.kind in ("number", "name")
                or self.token == "("
                or (self.token == "|" and not self.bars)
            ):
                expression = _product_of(expression, self._signed_term())
            else:
                return expression

    def _signed_term(self) -> Expression:
        is_negative = False
        while self.kind == "sign" and self.token in "+-":
            is_negative ^= self.token == "-"
            self._next()
        expression = self._power()
        if not is_negative:
            return expression
        value = expression._value
        return Expression(
            lambda v: np.negative(value(v)),
            f"−{_bound(expression, POWER)}",
            SIGNED,
            expression.names,
            "-",
            (expression,),
        )

    def _power(self) -> Expression:
        base = self._atom()
        if not self._takes("^"):
            return base
        self._enter()
        exponent = self._signed_term()
        self.depth -= 1
        return _combined_expression(
            base, exponent, "^", f"{_bound(base, ATOM)}^{{{exponent.markup}}}", POWER
        )

    def _enter(self) -> None:
        self.depth += 1
        if self.depth > self.deepest:
            raise ValueError(
                f"it has more than {self.deepest} brackets or powers inside each other"
            )

    def _atom(self) -> Expression:
        kind, token = self.kind, self.token
        if not token:
            raise ValueError("it ends where a number or a name is expected")
        self._next()
        if kind == "number":
            number = float(token)
            return Expression(lambda v: number, _number(number), ATOM, frozenset())
        if token in ("(", "|"):
            self._enter()
            outside, self.bars = self.bars, int(token == "|")
            inner = self._sum()
            self._needs(")" if token == "(" else "|")
            self.bars = outside
            self.depth -= 1
            value = inner._value
            if token == "(":
                return inner
            return Expression(
                lambda v: np.abs(value(v)), f"|{inner.markup}|", ATOM, inner.names, "abs", (inner,)
            )
        if kind == "name":
            return self._name_or_function(token)
        raise ValueError(f"“{token}” stands where a number or a name is expected")

    def _name_or_function(self, token: str) -> Expression:
        name = token.replace("_", "")
        if name in self.names:
            return Expression(lambda v: v[name], self.names[name], ATOM, frozenset((name,)), name)
        if name in CONSTANTS:
            constant, markup = CONSTANTS[name]
            return Expression(lambda v: constant, markup, ATOM, frozenset(), name)
        if name not in ONE and name not in TWO:
            raise ValueError(
                f"“{token}” is not known; there are "
                f"{', '.join((*self.names, *CONSTANTS, *ONE, *TWO))}"
            )
        self._enter()
        outside, self.bars = self.bars, 0
        self._needs("(")
        parts = [self._sum()]
        if name in TWO:
            self._needs(",")
            parts.append(self._sum())
        self._needs(")")
        self.bars = outside
        self.depth -= 1
        function, values = ONE.get(name) or TWO[name], [part._value for part in parts]
        inside = ", ".join(part.markup for part in parts)
        markup = (
            f"|{inside}|"
            if name == "abs"
            else f"√{{{inside}}}"
            if name == "sqrt"
            else f"{name}({inside})"
        )
        names = frozenset[str]().union(*(part.names for part in parts))
        return Expression(
            lambda v: function(*(value(v) for value in values)),
            markup,
            ATOM,
            names,
            name,
            tuple(parts),
        )


def _number(value: float) -> str:
    """A number as one writes it by hand; tiny and huge ones with a power of ten."""
    mantissa, mark, exponent = f"{value:.12g}".partition("e")
    return f"{mantissa}·10^{{{int(exponent)}}}".replace("-", "−") if mark else mantissa


def _binary(
    left: Expression, right: Expression, operation: str, sign: str, strength: int
) -> Expression:
    return _combined_expression(
        left,
        right,
        operation,
        _bound(left, strength) + sign + _bound(right, strength + (sign != " + ")),
        strength,
    )


def _combined_expression(
    left: Expression, right: Expression, operation: str, markup: str, strength: int
) -> Expression:
    way, one, other = SIGNS[operation], left._value, right._value
    names = left.names | right.names
    return Expression(
        lambda v: way(one(v), other(v)), markup, strength, names, operation, (left, right)
    )


def _product_of(left: Expression, right: Expression) -> Expression:
    """A product: a space between its factors, or a dot where a number or a sign follows."""
    dotted = right.markup[:1].isdigit() or right.strength == SIGNED
    return _binary(left, right, "*", " · " if dotted else " ", PRODUCT)


def _bound(part: Expression, strength: int) -> str:
    """A part as it stands in one that holds together at least as tightly."""
    return part.markup if part.strength >= strength else f"({part.markup})"
