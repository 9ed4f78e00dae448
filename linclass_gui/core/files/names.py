"""Names in files and on the command line: the class names in kebab case (``SoftMarginSVM`` is ``soft-margin-svm``)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeVar

from ..errors import UserError
from ..quoting import quoted

T = TypeVar("T")


def kebab(kind: type[Any]) -> str:
    """The class name in kebab case; runs of capitals stay one word."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", kind.__name__).lower()


def by_name(name: str, kinds: Iterable[type[T]], what: str) -> type[T]:
    """The class with this kebab name.

    Raises:
        UserError: no such class; the sentence lists those there are.
    """
    table = {kebab(kind): kind for kind in kinds}
    if name not in table:
        raise UserError(f"there is no {what} {quoted(name)}; choose one of {', '.join(table)}")
    return table[name]
