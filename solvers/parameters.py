"""Annotations of a method's parameters: one line makes the check, the error text and the control of
the form.

A method writes ``C: Annotated[float, Range(1e-3, 1e6, log=True)] = 1.0``.  :func:`check` refuses a
wrong value when the method is built, :func:`parameters_of` hands the same facts to the command line
and to the window, so the three can never disagree.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass, fields
from functools import cache
from numbers import Integral, Real
from typing import Annotated, Any, Literal, cast, get_args, get_origin, get_type_hints

import numpy as np

from .validation import TOO_LARGE, TOO_SMALL, shown_value


@dataclass(frozen=True)
class Range:
    """A number between ``low`` and ``high``.

    ``low`` and ``high`` are what is *allowed*; ``slider`` is the stretch a slider covers when the
    allowed one is wider (``C`` may be any positive number, but a useful slider spans some decades).
    ``log=True`` makes the slider logarithmic. ``open_low`` and ``open_high`` exclude the end
    itself, as in a rate in (0, 2).
    """

    low: float = -math.inf
    high: float = math.inf
    log: bool = False
    slider: tuple[float, float] | None = None
    open_low: bool = False
    open_high: bool = False

    def contains(self, value: float) -> bool:
        """Whether ``value`` is a finite number inside the range."""
        above = value > self.low if self.open_low else value >= self.low
        below = value < self.high if self.open_high else value <= self.high
        return -math.inf < value < math.inf and above and below

    def __str__(self) -> str:
        """The range in words, as it stands in an error text and a tool tip."""
        low, high = f"{self.low:g}", f"{self.high:g}"
        if math.isinf(self.low) and math.isinf(self.high):
            return "a finite number"
        if math.isinf(self.high):
            return f"a number above {low}" if self.open_low else f"a number of at least {low}"
        if math.isinf(self.low):
            return f"a number below {high}" if self.open_high else f"a number of at most {high}"
        left, right = "(" if self.open_low else "[", ")" if self.open_high else "]"
        return f"a number in {left}{low}, {high}{right}"


@dataclass(frozen=True)
class Choice:
    """One of a few names; ``labels`` are the words a form shows for them, in the same order."""

    options: tuple[str, ...]
    labels: tuple[str, ...] = ()

    def label_of(self, option: str) -> str:
        """The words a form shows for ``option``."""
        return dict(zip(self.options, self.labels or self.options, strict=True))[option]

    def __str__(self) -> str:
        """The options in words, as they stand in an error text."""
        return "one of " + ", ".join(self.options)


@dataclass(frozen=True)
class Symbol:
    """How a parameter is called in formulas and forms, when its Python name is not the way to write
    it.
    """

    text: str


@dataclass(frozen=True)
class TextFormat:
    """A text in a language of its own: ``read`` raises ValueError with what is wrong with one;
    ``expected`` is what it must be.
    """

    read: Callable[[str], object]
    expected: str

    def problem_with(self, value: object) -> str | None:
        """The fault of a value, as the end of a sentence, or None."""
        if not isinstance(value, str):
            return self.expected
        try:
            self.read(value)
        except ValueError as error:
            return f"{self.expected} ({error})"
        return None


@dataclass(frozen=True)
class Only:
    """The parameter matters only while another one has one of these values; forms show it only
    then.
    """

    name: str
    values: tuple[object, ...]


@dataclass(frozen=True)
class Reciprocal:
    """The symbol of one over the parameter in other books: forms take it in a field of its own."""

    symbol: str


@dataclass(frozen=True)
class Parameter:
    """One parameter of a method: everything a check, an error text, a command line or a form needs
    to know.
    """

    name: str
    kind: Literal["float", "int", "bool", "choice", "numbers", "text", "other"]
    default: Any
    symbol: str
    range: Range | None = None
    choice: Choice | None = None
    text: TextFormat | None = None
    only: Only | None = None
    optional: bool = False
    is_pair: bool = False  # its numbers are two
    reciprocal: str = ""  # the symbol of one over it, where that has one

    def applies(self, method: object) -> bool:
        """Whether the parameter matters for ``method`` as it is set now."""
        return self.only is None or getattr(method, self.only.name) in self.only.values

    def problem_with(self, value: object) -> str | None:
        """The fault of ``value``, as the end of a sentence, or None when it is allowed."""
        if value is None and self.optional:
            return None
        if self.choice is not None:
            return (
                None
                if isinstance(value, str) and value in self.choice.options
                else str(self.choice)
            )
        if self.text is not None:
            return self.text.problem_with(value)
        if self.kind == "bool":
            return None if isinstance(value, bool | np.bool_) else "true or false"
        if self.kind == "int":
            return (
                "a whole number"
                if not _is_number(value, Integral)
                else self._outside(int(cast(int, value)))
            )
        if self.kind == "float":
            return (
                "a number"
                if not _is_number(value, Real)
                else self._out_of_size(value) or self._outside(float(cast(float, value)))
            )
        if self.kind == "numbers":
            entries = value.tolist() if isinstance(value, np.ndarray) else value
            if not isinstance(entries, list | tuple) or not all(
                _is_number(v, Real) for v in entries
            ):
                return self._sequence
            if self.is_pair and len(entries) != 2:
                return self._sequence
            wrong = (self._out_of_size(v) or self._outside(float(v)) for v in entries)
            return next((f"numbers, each {words}" for words in wrong if words is not None), None)
        return None

    def _outside(self, value: float) -> str | None:
        return (
            str(self.range) if self.range is not None and not self.range.contains(value) else None
        )

    def _out_of_size(self, value: Any) -> str | None:
        """The fault of a finite number whose squares leave the range of numbers."""
        try:
            size = abs(float(value))
        except OverflowError:
            size = math.inf
        # nan and infinity are no numbers at all
        given_as_none = isinstance(value, float) and not math.isfinite(value)
        if size == 0.0 or TOO_SMALL <= size <= TOO_LARGE or given_as_none:
            return None
        return (
            f"{self.expectation if self.kind == 'float' else 'a number'}, of a size between "
            f"{TOO_SMALL:g} and {TOO_LARGE:g}"
        )

    def canonical(self, value: Any) -> Any:
        """An allowed value as the Python object that stands for it: scalars of numpy become plain
        numbers, words and tuples.
        """
        if value is None:
            return None
        if self.kind == "numbers":
            return tuple(float(v) for v in value)
        plain: dict[str, Callable[[Any], Any]] = {
            "float": float,
            "int": int,
            "bool": bool,
            "choice": str,
            "text": str,
        }
        return plain[self.kind](value) if self.kind in plain else value

    def parse(self, text: str) -> Any:
        """The value written as ``text`` on a command line; ValueError says what was expected."""
        expected = self.expectation.replace(
            "a sequence of numbers", "numbers with commas between them", 1
        )
        wrong = f"{self.name} must be {expected}; got {text!r}"
        value: Any = text
        if self.optional and text.lower() in ("none", ""):
            return None
        if self.kind == "bool":
            if text.lower() not in ("true", "false", "yes", "no", "1", "0"):
                raise ValueError(wrong)
            return text.lower() in ("true", "yes", "1")
        if self.kind in ("int", "float", "numbers"):
            try:
                numbers = (
                    tuple(float(part) for part in text.split(",")) if self.kind == "numbers" else ()
                )
                value = numbers or (int(text) if self.kind == "int" else float(text))
            except ValueError:
                raise ValueError(wrong) from None
        problem = self.problem_with(value)
        if problem is not None:
            raise ValueError(
                f"{self.name} must be {problem}; got {text!r}" if self.text is not None else wrong
            )
        return value

    @property
    def _sequence(self) -> str:
        return "two numbers" if self.is_pair else "a sequence of numbers"

    @property
    def expectation(self) -> str:
        """The allowed values, in words."""
        if self.choice is not None:
            return str(self.choice)
        if self.text is not None:
            return self.text.expected
        if self.kind == "bool":
            return "true or false"
        words = str(self.range) if self.range is not None else "a number"
        if self.kind == "numbers":
            return f"{self._sequence}, each {words}"
        return words.replace("a number", "a whole number", 1) if self.kind == "int" else words


def parameters_of(method_class: type[Any] | object) -> tuple[Parameter, ...]:
    """The parameters of a method class, or of a method, in the order in which they are written."""
    kind = method_class if isinstance(method_class, type) else type(method_class)
    return _parameters_of(cast(Hashable, kind))


@cache
def _parameters_of(method_class: Any) -> tuple[Parameter, ...]:
    hints = get_type_hints(method_class, include_extras=True)
    return tuple(_parameter(f.name, hints[f.name], f.default) for f in fields(method_class))


def _parameter(name: str, hint: Any, default: Any) -> Parameter:
    marks: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *rest = get_args(hint)
        marks = tuple(rest)
    optional = type(None) in get_args(hint)
    bare = next((a for a in get_args(hint) if a is not type(None)), hint) if optional else hint

    def first(kind: type) -> Any:
        return next((m for m in marks if isinstance(m, kind)), None)

    choice, symbol, reciprocal, text = (
        first(Choice),
        first(Symbol),
        first(Reciprocal),
        first(TextFormat),
    )
    kinds: dict[Any, Literal["float", "int", "bool", "numbers"]] = {
        float: "float",
        int: "int",
        bool: "bool",
        tuple[float, ...]: "numbers",
        tuple[float, float]: "numbers",
    }
    return Parameter(
        name=name,
        kind="choice"
        if choice is not None
        else "text"
        if text is not None
        else kinds.get(bare, "other"),
        default=default,
        symbol=symbol.text if symbol is not None else name.replace("_", " "),
        range=first(Range),
        choice=choice,
        text=text,
        only=first(Only),
        optional=optional,
        is_pair=bare == tuple[float, float],
        reciprocal=reciprocal.symbol if reciprocal is not None else "",
    )


def _is_number(value: object, kind: type) -> bool:
    # Abstract kinds are slow to ask for.
    return (type(value) is float and kind is Real) or (
        isinstance(value, kind) and not isinstance(value, bool)
    )


def check(method: Any) -> None:
    """Refuse a method whose parameters are outside their ranges, and write numbers of numpy as
    plain ones.

    Raises:
        ValueError: naming the method, the parameter, what was expected and what came.
    """
    for parameter in parameters_of(method.__class__):
        value = getattr(method, parameter.name)
        # allowed and plain (the tests see to it), and the usual case of a fit of microseconds
        if value is parameter.default:
            continue
        expected = parameter.problem_with(value)
        if expected is not None:
            raise ValueError(
                f"{type(method).__name__}: {parameter.name} must be {expected}; got "
                f"{shown_value(value)}"
            )
        object.__setattr__(method, parameter.name, parameter.canonical(value))


Update = Annotated[str, Choice(("single", "batch"), ("one point at a time", "all points at once"))]
Order = Annotated[
    str, Choice(("cyclic", "shuffled"), ("as entered", "shuffled")), Only("update", ("single",))
]
Seed = Annotated[int, Range(0, 2**32 - 1, slider=(0, 100)), Only("order", ("shuffled",))]
Epochs = Annotated[int, Range(1, 10**6, log=True, slider=(1, 10_000))]
# The book's rules stop wherever they are; the pocket algorithm (Gallant 1990) keeps the best line
# on the way.
Keep = Annotated[str, Choice(("last", "best"), ("the last line", "pocket (best so far)"))]
KeepOrAverage = Annotated[
    str,
    Choice(
        ("last", "best", "average"),
        ("the last line", "pocket (best so far)", "averaged (all lines)"),
    ),
]
# Where the weights a = (b, w) begin, in data units; nowhere given, at zero as in the book.
# :func:`solvers.fit` refuses those of another feature map; a picture, whose map may be changed at
# any time, begins at zero with them.
Begin = Annotated[tuple[float, ...] | None, Range(), Symbol("$a_0$")]
# auto: the samples of the book as long as the points are ordinary, standardised ones where such
# steps would lead nowhere.
Standardise = Annotated[
    str, Choice(("auto", "always", "never"), ("when needed", "always", "never"))
]
# The sources write a'z with a = (b, w) and z = y (1, x); without the offset it is w'z with z = y x.
FitIntercept = Annotated[bool, Symbol("offset b")]
# How many times the loss of a point of class + counts; of a point and its mirror image it would
# count for one alone.
PositiveWeight = Annotated[float, Range(1e-4, 1e4, log=True, slider=(1e-2, 1e2)), Symbol("v_+")]
WEIGHT_NEEDS_OFFSET = (
    "Unlike weights of the classes need an offset: without one choose a weight of 1."
)
# How long a step is and how that falls, what a sample's product must exceed, and the step at which
# a batch rule ends.
Rate = Annotated[float, Range(0.0, open_low=True, log=True, slider=(1e-3, 10.0))]
Schedule = Annotated[str, Choice(("constant", "1/k"), ("constant", "falling as 1/k"))]
Margin = Annotated[float, Range(0.0, slider=(0.0, 5.0))]
Threshold = Annotated[float, Range(0.0, slider=(0.0, 1.0)), Only("update", ("batch",))]
