"""Names in files and on the command line: ``soft-margin-svm``, ``one-vs-one:soft-margin-svm``."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from solvers import METHODS, AnyMethod, parameters_of
from solvers.suggestions import suggestion

from ..errors import UserError, quote
from ..scene.methods import KINDS, ONLY_MANY

T = TypeVar("T")
SETTINGS = re.compile(r",(?=\s*[A-Za-z_]\w*\s*=|$)")  # the commas between settings
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
    known_names = tuple(names)
    return UserError(
        f"there is no {noun} {quote(name)}{suggestion(name, known_names)}; "
        f"choose one of {', '.join(known_names)}"
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


def settings_of(texts: Sequence[str]) -> dict[str, str]:
    """NAME=VALUE texts as a dictionary."""
    pairs = [text.partition("=") for text in texts]
    for name, equals, value in pairs:
        if not name or not equals or not value:
            raise UserError(
                f"a setting is written NAME=VALUE, as in C=10; got {quote(name + equals + value)}"
            )
    return {name.strip(): value.strip() for name, _, value in pairs}


def build(kind: type[Any], settings: dict[str, str]) -> Any:
    """A method, map or kernel with parameters given as text."""
    parameters = {p.name: p for p in parameters_of(kind)}
    for name in settings:
        if name not in parameters:
            raise UserError(
                f"{kebab(kind)} has no parameter {quote(name)}; it has "
                f"{', '.join(parameters) or 'none'}"
            )
    try:
        return kind(**{name: parameters[name].parse(text) for name, text in settings.items()})
    except ValueError as error:
        raise UserError(f"{kebab(kind)}: {error}") from None


def parse_named(text: str, kinds: Sequence[type[Any]], noun: str) -> Any:
    """A map or kernel written as ``name`` or ``name:parameter=value,...``; a comma before no name
    belongs to a value.
    """
    name, _, rest = text.partition(":")
    return build(
        by_name(name, kinds, noun), settings_of([part for part in SETTINGS.split(rest) if part])
    )
