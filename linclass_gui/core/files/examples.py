"""The tables of teaching that are shipped, by name; ``README.md`` beside them says where they come
from.
"""

from __future__ import annotations

from pathlib import Path

from ..quoting import quote
from ..user_error import UserError
from .resources import assets

PREFIX = "example:"
EXAMPLES = {
    "iris": "Three species of iris: 150 flowers, 4 lengths",
    "penguins": "Three species of penguins: 344 birds, 4 measurements",
    "wine": "Wines of three grapes: 178 bottles, 13 measurements",
}


def example_path(name: str) -> Path:
    """The file of one table.

    Raises:
        UserError: no such table; the sentence lists those there are.
    """
    if name not in EXAMPLES:
        raise UserError(f"there is no example {quote(name)}; choose one of {', '.join(EXAMPLES)}")
    return assets() / "data" / f"{name}.csv"
