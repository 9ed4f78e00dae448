"""How a two-class method treats more than two classes: one against one, or one against the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from solvers import (
    SCHEMES,
    AnyMethod,
    Choice,
    ManyMethod,
    Method,
    OneVsOne,
    OneVsRest,
    parameters_of,
    takes_many,
)
from solvers.parameters import Only, Symbol, check

KINDS = ("one-vs-one", "one-vs-rest")
# The K-class methods that are no scheme: a scheme is chosen beside a two-class method, not in its
# place.
ONLY_MANY: tuple[type[ManyMethod], ...] = tuple(
    kind for kind in SCHEMES if kind not in (OneVsOne, OneVsRest)
)


@dataclass(frozen=True)
class Scheme:
    """The choice that a method in use shows when there are more than two classes.

    One against one fits a line for every two classes and lets them vote; one against the rest fits
    a line for every class and takes the class with the largest score.  Where the votes are equal,
    or (``strict``) where not exactly one score is positive, a point is *undecided* unless the
    option says otherwise.
    """

    kind: Annotated[
        str, Choice(KINDS, ("one against one", "one against the rest")), Symbol("Classes")
    ] = "one-vs-one"
    ties: Annotated[
        str,
        Choice(("undecided", "scores"), ("undecided", "by the scores")),
        Symbol("Equal votes"),
        Only("kind", ("one-vs-one",)),
    ] = "undecided"
    decision: Annotated[
        str,
        Choice(
            ("argmax", "signed-distance", "strict"),
            ("largest score", "largest distance", "only one positive"),
        ),
        Symbol("Decision"),
        Only("kind", ("one-vs-rest",)),
    ] = "argmax"

    def __post_init__(self) -> None:
        check(self)

    def of(self, method: Method) -> ManyMethod:
        """The K-class method that holds fits of a two-class method."""
        return (
            OneVsOne(method, ties=self.ties)
            if self.kind == "one-vs-one"
            else OneVsRest(method, decision=self.decision)
        )


def split_scheme(method: AnyMethod) -> tuple[AnyMethod, Scheme]:
    """A method of the library as a method in use holds it: the two-class method of a scheme, and
    the scheme.
    """
    if isinstance(method, OneVsOne):
        return method.method, Scheme("one-vs-one", ties=method.ties)
    if isinstance(method, OneVsRest):
        return method.method, Scheme("one-vs-rest", decision=method.decision)
    return method, Scheme()


def method_for(method: AnyMethod, scheme: Scheme, classes: int) -> AnyMethod:
    """What is fitted to a data set with this many classes: the method itself where it knows them,
    else its scheme.
    """
    if classes <= 2 or isinstance(method, ManyMethod) or takes_many(method):
        return method
    return scheme.of(method)


def needs_scheme(method: AnyMethod) -> bool:
    """Whether a method knows two classes only."""
    return not isinstance(method, ManyMethod) and not takes_many(method)


def words_of(scheme: Scheme) -> str:
    """A scheme in words: ``one against one``, ``one against the rest, only one positive``."""
    known = {p.name: p for p in parameters_of(Scheme)}
    option = "ties" if scheme.kind == "one-vs-one" else "decision"
    words = [known["kind"].choice.label_of(scheme.kind)] if known["kind"].choice else []
    value, choice = getattr(scheme, option), known[option].choice
    return ", ".join(
        [*words, *([choice.label_of(value)] if choice and value != known[option].default else [])]
    )
