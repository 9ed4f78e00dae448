"""Names in files and on the command line: ``soft-margin-svm``, ``one-vs-one:soft-margin-svm``."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from typing import Any, TypeVar

from solvers import METHODS, AnyMethod
from solvers.suggestions import suggestion

from ..errors import UserError, quote
from ..scene.methods import KINDS, ONLY_MANY

T = TypeVar("T")
LONGEST = 60  # characters of a suggested name: of any alphabet, fewer than 255 bytes


def kebab(kind: type[Any]) -> str:
    """The class name in kebab case; runs of capitals stay one word."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", kind.__name__).lower()


def slug(title: str, otherwise: str) -> str:
    """A title as the name of a file: its letters and digits in small ones, one hyphen for
    everything between them.

    Letters of any alphabet stay; where none is left it is ``otherwise``.
    """
    return re.sub(r"[^\w.]+", "-", title.lower())[:LONGEST].strip("-._") or otherwise


def by_name(name: str, kinds: Iterable[type[T]], noun: str) -> type[T]:
    """The class with this kebab name.

    Raises:
        UserError: no such class; the sentence says which one may be meant, and lists them.
    """
    table = {kebab(kind): kind for kind in kinds}
    if name not in table:
        raise unknown(noun, name, table)
    return table[name]


def unknown(noun: str, name: str, names: Iterable[str]) -> UserError:
    """The error for a name that there is not: the name that may be meant, and all there are."""
    there = tuple(names)
    return UserError(
        f"there is no {noun} {quote(name)}{suggestion(name, there)}; "
        f"choose one of {', '.join(there)}"
    )


def summary(kind: type) -> str:
    """The first paragraph of the docstring, in one line: a method, map or kernel for the user."""
    return " ".join((inspect.getdoc(kind) or "").partition("\n\n")[0].split())


def method_named(text: str) -> tuple[type[AnyMethod], str]:
    """The class of a method by its name, and the scheme before the colon, empty where there is
    none.

    Raises:
        UserError: no such method or scheme, or a scheme before a method of any number of
            classes.
    """
    kind, colon, inner = text.partition(":")
    if not colon:
        return by_name(kind, (*METHODS, *ONLY_MANY), "method"), ""
    if inner in {kebab(method) for method in ONLY_MANY}:
        raise UserError(f"{inner} knows any number of classes: leave {kind}: out")
    if kind in {kebab(method) for method in (*METHODS, *ONLY_MANY)}:
        raise UserError(
            f"{kind} takes no parameters after a colon; on the command line they follow --set"
        )
    if kind not in KINDS:
        raise UserError(
            f"a scheme is {' or '.join(KINDS)}; got {quote(kind)}{suggestion(kind, KINDS)}"
        )
    return by_name(inner, METHODS, "method"), kind
