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
    the column of the class, ``split`` the one that holds ``test_points`` back (None: no column
    does).  ``incomplete_rows`` have no value, some because of ``missing`` cells; of the
    ``lost_classes`` no row for training is left, and with them went ``untrained_rows`` for
    testing; ``other_rows`` are of classes that were not chosen.  ``marks`` name the reading of the
    numbers, and ``encoding`` that of the letters.

    ``reasons`` are those of columns that nobody chose.  Of a picture of the points,
    ``has_own_scales`` says that its axes have, ``penalty`` is the C that was chosen for its soft
    margin (0: none was), and ``lacks_margins`` that those of a pair of classes are off.
    """

    columns: tuple[str, ...]
    classes: tuple[tuple[str, int], ...]
    plane: str = COLUMNS
    label: str = ""
    split: str = ""
    test_points: int | None = None
    incomplete_rows: int = 0
    missing: tuple[str, ...] = ()
    lost_classes: tuple[str, ...] = ()
    untrained_rows: int = 0
    other_rows: int = 0
    marks: tuple[str, ...] = ()
    encoding: str = ""
    reasons: tuple[str, ...] = ()
    has_own_scales: bool = False
    penalty: float = 0.0
    lacks_margins: bool = False

    @property
    def sentence(self) -> str:
        """All of it in one line."""
        column = "one class" if len(self.classes) == 1 else "classes"
        column = f"class {self.label}" if self.label else column
        parts = [f"{self._axes}, {column}: {self._counted_classes}", *self.reasons]
        if self.test_points is not None:
            test_words = count_words(self.test_points, "test point")
            parts.append(f"{test_words}, as column {quote(self.split)} says")
        if self.incomplete_rows:
            remark = f" ({join_names(self.missing)} counted as missing)" if self.missing else ""
            parts.append(
                f"{count_words(self.incomplete_rows, 'row')} without a value left out{remark}"
            )
        if self.lost_classes:
            parts.append(
                f"no row of class {join_names(self.lost_classes)} is left{self._untrained}"
            )
        if self.other_rows:
            parts.append(f"{count_words(self.other_rows, 'row')} of other classes left out")
        parts += self.marks
        if self.encoding:
            parts.append(f"letters of {self.encoding}, which the file does not say")
        if self.has_own_scales:
            parts.append("each axis has its own scale: right angles do not look right")
        if self.penalty:
            points = count_words(sum(n for _, n in self.classes), "point")
            C = f"{self.penalty:g}".replace("e+0", "e")
            parts.append(f"soft margin with C = {C} for {points} of this spread")
        if self.lacks_margins:
            parts.append("no margins: they belong to a pair of classes, and none is chosen")
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
        if len(self.classes) == 1:
            return count_words(self.classes[0][1], "point")
        signs = ("-, ", "+, ") if len(self.classes) == 2 else ("",) * len(self.classes)
        return ", ".join(
            f"{name} ({sign}{n})" for (name, n), sign in zip(self.classes, signs, strict=True)
        )

    @property
    def _untrained(self) -> str:
        if not self.untrained_rows:
            return ""
        return f" for training; {count_words(self.untrained_rows, 'test row')} of it left out"
