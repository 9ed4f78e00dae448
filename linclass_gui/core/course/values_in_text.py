"""Values of parameters in the sentences of a lesson: {C} is replaced by the value of C."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..document import Document, MethodInUse
from ..markup.ticks import plain_number

PLACE = re.compile(r"\{([A-Za-z]\w*)\}")


def names_in(text: str) -> tuple[str, ...]:
    """The parameters named in a text, in their order; braces inside a formula are its own."""
    return tuple(name for words in text.split("$")[::2] for name in PLACE.findall(words))


def with_values(text: str, value_of: Callable[[str], str]) -> str:
    """The text with a value at each place."""
    parts = text.split("$")
    return "$".join(
        PLACE.sub(lambda found: value_of(found[1]), part) if at % 2 == 0 else part
        for at, part in enumerate(parts)
    )


def value_in(document: Document, name: str) -> str | None:
    """The value of a parameter in three digits: of the selected method, its map or its kernel, else
    of the first that has it.
    """
    for method in sorted(document.methods, key=lambda method: method.id != document.selected):
        value = _number_of(method, name)
        if value is not None:
            return plain_number(value, 3)
    return None


def _number_of(method: MethodInUse, name: str) -> int | float | None:
    for owner in (method.method, method.features, method.kernel):
        value = getattr(owner, name, None)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return value
    return None
