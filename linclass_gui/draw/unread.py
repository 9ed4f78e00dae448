"""Modules are imported without PySide reading what stands in them.

PySide reads the source of every module that is imported after it, to learn whether its name occurs there: it would let such a
module choose another spelling of Qt's names, which is not done here.  Of all that a window takes to start this is a quarter.
"""

from __future__ import annotations

import sys

import PySide6.QtCore  # noqa: F401 - which brings what reads


def leave_sources_unread() -> None:
    """From now on no module is taken for one that chooses; a PySide that looks for it in another way goes on reading."""
    feature = sys.modules.get("shibokensupport.feature")
    if feature is not None and hasattr(feature, "_mod_uses_pyside"):
        feature._mod_uses_pyside = _is_none_that_chooses  # type: ignore[attr-defined]


def _is_none_that_chooses(module: object) -> bool:
    return False
