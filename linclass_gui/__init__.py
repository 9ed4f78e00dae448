"""linclass: a window in which linear classification can be seen, dragged and exported."""

from __future__ import annotations

import importlib
import importlib.util
from typing import TYPE_CHECKING, Any

from .version import __version__ as __version__

if TYPE_CHECKING:
    from .figures.notebook import Explorer as Explorer
    from .figures.notebook import explore as explore
    from .figures.scripting import ScriptFigure as ScriptFigure
    from .figures.scripting import figure as figure
    from .window import create_window as create_window
    from .window import running

    open = running.open_arrays

# Qt is imported only when something is drawn.
_LATE = {
    "figure": ("figures.scripting", "figure"),
    "ScriptFigure": ("figures.scripting", "ScriptFigure"),
    "open": ("window.running", "open_arrays"),
    "create_window": ("window", "create_window"),
    "explore": ("figures.notebook", "explore"),
    "Explorer": ("figures.notebook", "Explorer"),
}


def __getattr__(name: str) -> Any:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _LATE[name]
    try:
        found = importlib.import_module(f".{module}", __name__)
    except ModuleNotFoundError as error:
        if error.name != "anywidget":
            raise
        raise ImportError(
            'linclass_gui.explore needs anywidget: pip install "linclass[notebook]"'
        ) from None
    return getattr(found, attribute)


def __dir__() -> list[str]:
    """The names that are there: ``help`` gives up at one that cannot be imported."""
    has_notebook = importlib.util.find_spec("anywidget") is not None
    return [*globals(), *(n for n in _LATE if has_notebook or _LATE[n][0] != "figures.notebook")]
