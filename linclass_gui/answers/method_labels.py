"""The names of methods in use: what it takes to tell them apart, and no more, unless the user named
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from solvers import Monomials, parameters_of
from solvers.centring import Centred

from ..scene.document import Document
from ..scene.memo import memo
from ..scene.methods import MethodInUse
from .sweeps import short, words_of

BETWEEN = ", "  # between the parts of a name
UNSAID = {("positive_weight", 1.0)}  # classes that count alike


@memo
def label_of(method: MethodInUse, methods: tuple[MethodInUse, ...]) -> str:
    """The name of a method, empty where it is hidden.

    It is the one that the user gave it, else that of its kind, with its numbers where the user
    wants them, or with every parameter in which it differs from another one of its kind that is
    switched on.
    """
    if method.label is not None and not method.label:
        return ""
    label = method.label or method.method.label or method.method.name
    if method.says_parameters:
        return BETWEEN.join([label, *_settings(method)])
    alike = [m for m in methods if m.enabled and type(m.method) is type(method.method)]
    return (
        label
        if method.label is not None or len(alike) < 2
        else BETWEEN.join(
            [
                label,
                *told_apart(method.method, [m.method for m in alike]),
                *space_words(method, alike),
            ]
        )
    )


def name_in(document: Document, method: MethodInUse) -> str:
    """The name of a method in the picture of a document, empty where it or all of them are
    hidden.
    """
    return label_of(method, document.methods) if document.names else ""


def _settings(method: MethodInUse) -> Iterator[str]:
    """The numbers that a method was set to; weights of classes where they differ."""
    for parameter in parameters_of(type(method.method)):
        value = getattr(method.method, parameter.name)
        is_number = parameter.kind in ("float", "int") and parameter.name != "seed"
        if (
            is_number
            and (parameter.name, value) not in UNSAID
            and parameter.applies(method.method)
            and value is not None
        ):
            yield f"${parameter.symbol} = {short(value)}$"


def told_apart(holder: object, alike: Sequence[object]) -> Iterator[str]:
    """The parameters of a method, a map or a kernel in which those of its kind differ, with their
    values; an origin is no such parameter.
    """
    for parameter in parameters_of(type(holder)):
        is_origin = parameter.kind == "numbers" and isinstance(holder, Centred)
        if (
            not is_origin
            and parameter.applies(holder)
            and len({getattr(one, parameter.name) for one in alike}) > 1
        ):
            yield _parameter_words(parameter, getattr(holder, parameter.name))


def space_words(
    method: MethodInUse,
    methods: Sequence[MethodInUse],
    is_named: bool = False,
    in_full: bool = False,
) -> Iterator[str]:
    """The kernel or the features, where they differ (or ``is_named``): by their kind, and by what
    tells them apart from others of their kind; ``in_full`` by the origin of powers, too.
    """
    space, spaces = method.space, [m.space for m in methods]
    alike: list[Any] = [s for s in spaces if type(s) is type(space)]
    if is_named or len(alike) < len(spaces):
        has_namesake = any(s.name == space.name and type(s) is not type(space) for s in spaces)
        is_kernel = method.kernel is not None and (is_named or has_namesake)
        yield f"{space.name} kernel" if is_kernel else space.name
    if isinstance(space, Monomials) and len({s.terms for s in alike}) > 1:
        yield f"${BETWEEN.join(space.terms)}$"
    if isinstance(space, Centred):
        differ = len({s.words for s in alike}) > 1
        if differ or (in_full and space.words):
            yield space.words or "as written"
    if not isinstance(space, Monomials):
        yield from told_apart(space, alike)


def _parameter_words(parameter: Any, value: Any) -> str:
    """A parameter with its value, to three digits; what is no number by its words."""
    words = words_of(parameter, value)
    if words:
        return words
    is_long = value == round(value) and abs(value) < 1e6
    return f"${parameter.symbol} = {short(value if is_long else float(f'{value:.3g}'))}$"
