"""Checking a test when its file is read: every word known, every argument of the right kind, every
method in use.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ..document import Document
from ..quoting import quote
from .attempt import BAYES, TRIAL, find_method
from .conditions import Call, Number, Operation, Place, Test, TestError, Value
from .vocabulary import ANSWER, BEGINNING, BY_NAME, FUNCTIONS, Kind

TAKES = {
    "line": "trial or a method in use",
    "model": "trial, bayes or a method in use",
    "method": "a method in use",
    "place": "a point (x1, x2)",
    "number": "a number",
    "name": "a name",
}


@dataclass(frozen=True)
class Checker:
    """Knows what a lesson's tests may refer to: the methods of its document and the fields of its
    question.
    """

    document: Document
    fields: Collection[str] = ()

    def check(self, test: Test) -> None:
        """Raise a TestError that names what has no meaning here."""
        self._number(test.left, test.text)
        is_predicate = (
            isinstance(test.left, Call)
            and test.left.name in BY_NAME
            and BY_NAME[test.left.name].unit == "yes"
        )
        if test.relation == "" and not is_predicate:
            raise TestError(f"{test.text!r}: compare this with something (<, <=, >, >=, ==)")
        for other in (test.right, test.tolerance):
            if other is not None:
                self._number(other, test.text)

    def _number(self, value: Value, text: str) -> None:
        """Check a value that must be a number."""
        match value:
            case Number():
                return
            case Operation(_, left, right):
                self._number(left, text)
                self._number(right, text)
            case Place():
                raise TestError(f"{text!r}: a point cannot be used as a number")
            case Call():
                self._call(value, text)

    def _call(self, call: Call, text: str) -> None:
        name, arguments = call.name, call.arguments
        if name in (BEGINNING, *FUNCTIONS):
            least, most = (1, 1) if name in (BEGINNING, "abs") else (2, 20)
            if not least <= len(arguments) <= most:
                raise TestError(
                    f"{text!r}: {name} takes {'one value' if most == 1 else 'several values'}; "
                    f"got {len(arguments)}"
                )
            for argument in arguments:
                self._number(argument, text)
        elif name == ANSWER:
            self._answer(arguments, text)
        elif name in BY_NAME:
            self._word(name, arguments, text)
        else:
            known = ", ".join(sorted([*BY_NAME, BEGINNING, ANSWER, *FUNCTIONS]))
            raise TestError(f"{text!r}: {quote(name)} is no word of tests; the words are {known}")

    def _answer(self, arguments: tuple[Value, ...], text: str) -> None:
        named = arguments[0] if len(arguments) == 1 else None
        if not isinstance(named, Call) or named.name not in self.fields:
            raise TestError(
                f"{text!r}: answer takes one field of the question "
                f"({', '.join(self.fields) or 'it has none'})"
            )

    def _word(self, name: str, arguments: tuple[Value, ...], text: str) -> None:
        takes = BY_NAME[name].takes
        if len(arguments) != len(takes):
            wanted = ", ".join(TAKES[kind] for kind in takes) or "nothing"
            raise TestError(f"{text!r}: {name} takes {wanted}; got {len(arguments)} arguments")
        for kind, argument in zip(takes, arguments, strict=True):
            self._argument(kind, argument, name, text)

    def _argument(self, kind: Kind, argument: Value, name: str, text: str) -> None:
        if kind == "number":
            self._number(argument, text)
        elif kind == "place":
            if not isinstance(argument, Place):
                raise TestError(f"{text!r}: {name} takes {TAKES[kind]}")
        elif not isinstance(argument, Call) or argument.has_brackets:
            raise TestError(f"{text!r}: {name} takes {TAKES[kind]}")
        elif kind != "name" and not self._is_subject(kind, argument.name):
            raise TestError(f"{text!r}: {quote(argument.name)} is not {TAKES[kind]} of this lesson")

    def _is_subject(self, kind: Kind, name: str) -> bool:
        if (kind in ("line", "model") and name == TRIAL) or (kind == "model" and name == BAYES):
            return True
        return find_method(self.document, name) is not None
