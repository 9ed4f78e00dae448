"""How a table or arrays were read: axes, classes, rows left out and why, as values, and the one
line that command line, dialog and notebook show.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import join_names, quote
from ..markup.numbers import count_words
from ..scene.planes import COLUMNS, KINDS


@dataclass(frozen=True)
class AsRead:
    """The reading of some points.

    ``columns`` are those of the axes, x1 first, with the further ones of a ``plane``; without a
    second one the points are on a line.  ``classes`` have their numbers of points.  ``label`` is
    the column of the class, ``split`` the one that holds ``tested`` points back (None: no column
    does).  ``lacking`` rows have no value, some because of ``missing`` cells; of the ``lost``
    classes no row for training is left, and with them went ``untrained`` test rows; ``others``
    are rows of classes that were not chosen.  ``marks`` and ``units`` say what was made of the
    numbers, and ``encoding`` of the letters.
    """

    columns: tuple[str, ...]
    classes: tuple[tuple[str, int], ...]
    plane: str = COLUMNS
    label: str = ""
    split: str = ""
    tested: int | None = None
    lacking: int = 0
    missing: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    untrained: int = 0
    others: int = 0
    marks: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    encoding: str = ""

    @property
    def sentence(self) -> str:
        """All of it in one line."""
        column = f"class {self.label}" if self.label else "classes"
        parts = [f"{self._axes}, {column}: {self._counted_classes}"]
        if self.tested is not None:
            test_words = count_words(self.tested, "test point")
            parts.append(f"{test_words}, as column {quote(self.split)} says")
        if self.lacking:
            remark = f" ({join_names(self.missing)} counted as missing)" if self.missing else ""
            parts.append(f"{count_words(self.lacking, 'row')} without a value left out{remark}")
        if self.lost:
            parts.append(f"no row of class {join_names(self.lost)} is left{self._untrained}")
        if self.others:
            parts.append(f"{count_words(self.others, 'row')} of other classes left out")
        parts += self.marks + self.units
        if self.encoding:
            parts.append(f"letters of {self.encoding}, which the file does not say")
        return "; ".join(parts)

    @property
    def _axes(self) -> str:
        """The axes as the line begins: age (x1) against salary (x2)."""
        if self.plane != COLUMNS:
            return f"{KINDS[self.plane].lower()} of {join_names(self.columns)}"
        first, *more_axes = (
            name if name == axis else f"{name} ({axis})"
            for name, axis in zip(self.columns, ("x1", "x2"), strict=False)
        )
        return f"{first} against {more_axes[0]}" if more_axes else f"{first} on a line"

    @property
    def _counted_classes(self) -> str:
        signs = ("-, ", "+, ") if len(self.classes) == 2 else ("",) * len(self.classes)
        return ", ".join(
            f"{name} ({sign}{n})" for (name, n), sign in zip(self.classes, signs, strict=True)
        )

    @property
    def _untrained(self) -> str:
        if not self.untrained:
            return ""
        return f" for training; {count_words(self.untrained, 'test row')} of it left out"
