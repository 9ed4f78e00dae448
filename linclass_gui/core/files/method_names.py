"""Names of methods as they are written on the command line and in scripts: ``softmax``,
``one-vs-one:soft-margin-svm``.
"""

from __future__ import annotations

from solvers import METHODS, AnyMethod

from ..classes.scheme import KINDS, ONLY_MANY
from ..quoting import quote
from ..user_error import UserError
from .names import by_name, kebab


def method_named(text: str) -> tuple[type[AnyMethod], str]:
    """The class of a method by its name, and the scheme before the colon, empty where there is
    none.

    Raises:
        UserError: no such method or scheme, or a scheme before a method that knows any number of
            classes.
    """
    kind, colon, inner = text.partition(":")
    if not colon:
        return by_name(kind, (*METHODS, *ONLY_MANY), "method"), ""
    if inner in {kebab(each) for each in ONLY_MANY}:
        raise UserError(f"{inner} knows any number of classes: leave {kind}: out")
    if kind not in KINDS:
        raise UserError(f"a scheme is {' or '.join(KINDS)}; got {quote(kind)}")
    return by_name(inner, METHODS, "method"), kind
