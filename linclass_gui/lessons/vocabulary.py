"""The words of goals, a closed table, and the check of a goal when its file is read.

Adding a word is a measure and a line here.

``takes`` are the kinds of its arguments: a ``line`` is ``trial`` or a method, a ``model`` is also
``bayes``, a ``method`` is one in use (by its id ``m1`` or the beginning of its name, as in
``fisher``), a ``place`` is ``(x1, x2)``, a ``name`` means itself. ``words`` name the quantity that
the word measures, with a place for each argument.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ..errors import quote
from ..scene.document import Document
from . import measures as m
from .attempt import BAYES, TRIAL, find_method
from .conditions import Call, NumberLiteral, Operation, Place, Test, TestError, Value

Unit = Literal["", "°", "%", "count", "yes"]
# where a live page measures a word: nowhere, of two classes, of any number
Page = Literal["", "two", "any"]


@dataclass(frozen=True)
class Word:
    """One word: its measure, and its name in a sentence; ``unit`` ``yes`` makes it a predicate with
    words for its ``opposite``.

    ``page`` is the number of classes for which ``live/goal.mjs`` measures it, too.
    """

    name: str
    takes: str
    measure: Callable[..., float]
    words: str
    unit: Unit = ""
    opposite: str = ""
    page: Page = "two"


WORDS: tuple[Word, ...] = (
    # lines
    Word("angle", "line line", m.angle, "the angle between {0} and {1}", "°"),
    Word("distance", "place line", m.distance, "the distance of {1} from {0}"),
    Word("room", "line", m.room, "the smallest distance of a point from {0}"),
    Word("errors", "line", m.errors, "the errors of {0}", "count", page="any"),
    Word("J", "line", m.fisher_criterion, "$J$ of {0}"),
    # fits
    Word("margin", "method", m.margin, "the margin of {0}"),
    Word("norm", "method", m.norm, "$‖w‖$ of {0}"),
    Word("updates", "method", m.updates, "the corrections of {0}", "count"),
    Word(
        "wrong_at_begin",
        "method",
        m.wrong_at_begin,
        "the samples that are wrong where {0} begins",
        "count",
    ),
    Word("passes", "method", m.passes, "the steps of {0} over all points", "count"),
    Word("steps", "method", m.steps, "the steps of {0}", "count", page=""),
    Word(
        "support_vectors",
        "method",
        m.support_vectors,
        "the support vectors of {0}",
        "count",
    ),
    Word(
        "spread_of_alpha",
        "method",
        m.spread_of_alpha,
        "how much the multipliers differ",
        "%",
    ),
    Word(
        "slack_between",
        "method number number",
        m.slack_between,
        "the points with {1} < $ξ$ < {2}",
        "count",
    ),
    Word("features", "method", m.features, "the features of the map", "count"),
    Word("score", "method place", m.score, "$f$ of {0} at {1}"),
    Word(
        "probability",
        "method place",
        m.probability,
        "the probability of class + at {1}",
    ),
    Word("parameter", "method name", m.parameter, "{1} of {0}", page="any"),
    Word(
        "test_errors",
        "method",
        m.test_errors,
        "the errors of {0} on the test points",
        "count",
        page="any",
    ),
    Word(
        "validation_error",
        "method",
        m.validation_error,
        "the error of {0} in cross-validation",
        "%",
    ),
    Word(
        "undecided",
        "method",
        m.undecided_share,
        "the share of the plane that {0} leaves undecided",
        "%",
        page="any",
    ),
    # points
    Word(
        "separable",
        "",
        m.separable,
        "A line separates the classes.",
        "yes",
        "No line separates the classes.",
    ),
    Word(
        "same_points",
        "",
        m.same_points,
        "All points are where they were.",
        "yes",
        "The points must stay where they were.",
        page="any",
    ),
    Word(
        "same_methods",
        "",
        lambda a: float(a.has_same_methods),
        "All methods are as they were.",
        "yes",
        "The methods must keep their parameters.",
        page="any",
    ),
    Word(
        "moved_rows",
        "",
        lambda a: float(a.changes.moved_points),
        "the points that were moved",
        "count",
        page="any",
    ),
    Word(
        "added_rows",
        "",
        lambda a: float(a.changes.added_points),
        "the points that were added",
        "count",
        page="any",
    ),
    Word(
        "removed_rows",
        "",
        lambda a: float(a.changes.removed_points),
        "the points that were removed",
        "count",
        page="any",
    ),
    Word(
        "moved_distance",
        "",
        lambda a: a.changes.furthest,
        "how far the point was moved",
        page="any",
    ),
    Word("count_plus", "", m.count_of(True), "the points of class +", "count"),
    Word("count_minus", "", m.count_of(False), "the points of class −", "count"),
    # populations
    Word("true_error", "model", m.true_error, "the true error of {0}", "%"),
    Word("bayes_error", "", m.bayes_error, "the Bayes error", "%"),
    Word("cost", "model number number", m.cost, "the expected cost of {0}"),
    Word("best_cost", "number number", m.best_cost, "the smallest expected cost", page=""),
    Word(
        "shift_of_means",
        "",
        m.shift_of_means,
        "how far the means of the populations were moved",
    ),
    Word("prior_plus", "", m.prior_plus, "the prior of class +"),
)
BY_NAME: Mapping[str, Word] = {word.name: word for word in WORDS}

# Words that are not measures: the value of another word when the lesson began, functions of
# numbers, and the answers given.
BEGINNING, ANSWER = "was", "answer"
FUNCTIONS: Mapping[str, Callable[[Sequence[float]], float]] = {
    "abs": lambda values: abs(values[0]),
    "max": max,
    "min": min,
}


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
            case NumberLiteral():
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
            word_list = ", ".join(sorted([*BY_NAME, BEGINNING, ANSWER, *FUNCTIONS]))
            raise TestError(
                f"{text!r}: {quote(name)} is no word of tests; the words are {word_list}"
            )

    def _answer(self, arguments: tuple[Value, ...], text: str) -> None:
        field = arguments[0] if len(arguments) == 1 else None
        if not isinstance(field, Call) or field.name not in self.fields:
            raise TestError(
                f"{text!r}: answer takes one field of the question "
                f"({', '.join(self.fields) or 'it has none'})"
            )

    def _word(self, name: str, arguments: tuple[Value, ...], text: str) -> None:
        takes = BY_NAME[name].takes.split()
        if len(arguments) != len(takes):
            needs = ", ".join(TAKES[kind] for kind in takes) or "nothing"
            raise TestError(f"{text!r}: {name} takes {needs}; got {len(arguments)} arguments")
        for kind, argument in zip(takes, arguments, strict=True):
            self._argument(kind, argument, name, text)

    def _argument(self, kind: str, argument: Value, name: str, text: str) -> None:
        if kind == "number":
            self._number(argument, text)
        elif kind == "place":
            if not isinstance(argument, Place):
                raise TestError(f"{text!r}: {name} takes {TAKES[kind]}")
        elif not isinstance(argument, Call) or argument.has_brackets:
            raise TestError(f"{text!r}: {name} takes {TAKES[kind]}")
        elif kind != "name" and not self._is_subject(kind, argument.name):
            raise TestError(f"{text!r}: {quote(argument.name)} is not {TAKES[kind]} of this lesson")

    def _is_subject(self, kind: str, name: str) -> bool:
        if (kind in ("line", "model") and name == TRIAL) or (kind == "model" and name == BAYES):
            return True
        return find_method(self.document, name) is not None
