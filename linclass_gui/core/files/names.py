"""Names in files and on the command line: the class names in kebab case (``SoftMarginSVM`` is
``soft-margin-svm``).
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from typing import Any, TypeVar

from ..quoting import quote
from ..user_error import UserError

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


def by_name(name: str, kinds: Iterable[type[T]], what: str) -> type[T]:
    """The class with this kebab name.

    Raises:
        UserError: no such class; the sentence lists those there are.
    """
    table = {kebab(kind): kind for kind in kinds}
    if name not in table:
        raise UserError(f"there is no {what} {quote(name)}; choose one of {', '.join(table)}")
    return table[name]


def summary(kind: type) -> str:
    """The first paragraph of the docstring, in one line: a method, map or kernel for the user."""
    return " ".join((inspect.getdoc(kind) or "").partition("\n\n")[0].split())
