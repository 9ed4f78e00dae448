"""Faults in what Qt calls: an error in an override is reported, and never reaches Qt; a picture
that cannot be drawn is a sentence, drawn without our own drawing code, which might fail again.

PySide6 is not a safe place for an error.  Before Python 3.12 one that C code raises (an index out
of range, a division by zero) is kept as its kind and its words until somebody catches it: PySide6
reads the arguments of an object that is not there yet, which ends the process with signal 11.  In
every version it counts references to the override wrongly after an error, until the override is
destroyed.  So the error goes to ``sys.excepthook``, the program's report of faults, and Qt does as
without the override.

Qt's base class gives notice of every class that is made from it, so no class has to remember its
guard.
"""

from __future__ import annotations

import inspect
import sys
import traceback
from collections.abc import Callable
from functools import wraps
from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from shiboken6 import Shiboken

from ..errors import SAFE, log_fault
from ..scene.theme import Theme

GUARDED = ("linclass_gui.",)  # the rooms of the classes that are guarded
QT = "PySide6."
Call = Callable[..., Any]
FAULT_MARGIN = 8.0
SMALL_TEXT = 11  # pixels, for a row or a field


def guarded(method: Call, otherwise: Call | None) -> Call:
    """The method, which reports its errors; what it returns then comes from ``otherwise`` (None:
    nothing does).

    It takes as many arguments as before: Qt passes to a slot no more than it takes.
    """
    parameters = inspect.signature(method).parameters.values()
    plain = all(
        parameter.kind is parameter.POSITIONAL_OR_KEYWORD and parameter.default is parameter.empty
        for parameter in parameters
    )
    guard = _BY_COUNT.get(len(parameters), _guard_any) if plain else _guard_any
    return wraps(method)(guard(method, otherwise))


def _guard_none(method: Call, otherwise: Call | None) -> Call:
    def call(self: Any) -> Any:
        try:
            return method(self)
        except Exception:
            return _report(otherwise, self)

    return call


def _guard_one(method: Call, otherwise: Call | None) -> Call:
    def call(self: Any, first: Any) -> Any:
        try:
            return method(self, first)
        except Exception:
            return _report(otherwise, self, first)

    return call


def _guard_two(method: Call, otherwise: Call | None) -> Call:
    def call(self: Any, first: Any, second: Any) -> Any:
        try:
            return method(self, first, second)
        except Exception:
            return _report(otherwise, self, first, second)

    return call


def _guard_any(method: Call, otherwise: Call | None) -> Call:
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return method(*args, **kwargs)
        except Exception:
            return _report(otherwise, *args, **kwargs)

    return call


_BY_COUNT = {1: _guard_none, 2: _guard_one, 3: _guard_two}


def _report(otherwise: Call | None, *args: Any, **kwargs: Any) -> Any:
    """Report the error that is being handled, and answer as without the override."""
    kind, error, trace = sys.exc_info()
    if kind is not None and error is not None:
        sys.excepthook(kind, error, trace)
        # the error, where it is kept, must not keep a painter: no other could begin
        traceback.clear_frames(trace)
    if otherwise is None:
        return None
    try:
        return otherwise(*args, **kwargs)
    except Exception:
        return None  # Qt has no answer of its own: the methods of a model must be given


def overrides_of(kind: type) -> tuple[str, ...]:
    """The names of the methods of a class that replace one of Qt's."""
    of_qt = [base for base in kind.__mro__ if base.__module__.startswith(QT)]
    names = (
        name
        for name, value in vars(kind).items()
        if inspect.isfunction(value) and not name.startswith("__")
    )
    return tuple(name for name in names if any(name in vars(base) for base in of_qt))


def _without(kind: type, name: str) -> Call | None:
    """The result of a call without the override of ``kind``; None where it gives nothing: an event
    is over then.
    """
    if inspect.signature(vars(kind)[name]).return_annotation in (
        inspect.Signature.empty,
        None,
        "None",
    ):
        return None
    return lambda self, *args, **kwargs: getattr(super(kind, self), name)(*args, **kwargs)


def _guard_class(kind: type, /, **kwargs: Any) -> None:
    """Guard the overrides of a class that has just been made."""
    super(Shiboken.Object, kind).__init_subclass__(**kwargs)  # type: ignore[misc]
    if f"{kind.__module__}.".startswith(GUARDED):
        for name in overrides_of(kind):
            setattr(kind, name, guarded(vars(kind)[name], _without(kind, name)))


def guard_overrides() -> None:
    """Guard the classes of the program from now on."""
    Shiboken.Object.__init_subclass__ = classmethod(_guard_class)  # type: ignore[assignment]


def fault_sentence(error: BaseException) -> str:
    """Log the fault (once), and show in this place what is missing and why."""
    return f"This cannot be drawn ({log_fault(error)}). {SAFE}"


def paint_fault(painter: QPainter, rect: QRectF, error: BaseException, theme: Theme) -> None:
    """Write in a rectangle why nothing is drawn there; the painter is in the state in which its
    owner passed it.
    """
    sentence = fault_sentence(error)
    # The frames of the fault hold painters of their own; on one device only one may be at work.
    traceback.clear_frames(error.__traceback__)
    painter.setClipping(False)
    painter.setOpacity(1.0)
    painter.fillRect(rect, QColor(theme.palette.canvas))
    font = QFont(painter.font())
    font.setPixelSize(
        round(theme.text) if rect.height() > 4 * FAULT_MARGIN + 3 * theme.text else SMALL_TEXT
    )
    painter.setFont(font)
    painter.setPen(QColor(theme.palette.ink_2))
    inside = rect.adjusted(FAULT_MARGIN, 0.0, -FAULT_MARGIN, 0.0)
    painter.drawText(
        inside, int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap), sentence
    )
