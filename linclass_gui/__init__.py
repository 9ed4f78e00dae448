"""linclass: a window in which linear classification can be seen, dragged and exported."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .exporters.scripting import ScriptFigure

__version__ = "0.2.0"


def figure(scene_or_arrays: Any, *args: Any, **how: Any) -> ScriptFigure:
    """A figure of a scene or of ``(X, y)`` without a window: it shows itself in a notebook, and ``.save(path)`` writes it.

    ``figure((X, y), methods=["fisher", "soft-margin-svm"], view="canvas", width=84)``; all arguments are those of
    ``linclass_gui.exporters.scripting.figure``.
    """
    from .exporters.scripting import figure as drawn  # Qt is imported only when something is drawn

    return drawn(scene_or_arrays, *args, **how)
