"""How a table or arrays were read: axes, classes, rows left out and why, as values, and the one
line that command line, dialog and notebook show.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import join_names
from ..markup.numbers import count_words
from ..scene.planes import COLUMNS, KINDS


@dataclass(frozen=True)
class AsRead:
    """The reading of some points.

    ``columns`` are those of the axes, x1 first, with the further ones of a ``plane``; without a
    second one the points are on a line.  ``classes`` have their numbers of points.  ``label`` is
    the column of the class, ``split`` the one that holds ``test_points`` back.
    ``incomplete_rows`` have no value; ``untrained_rows`` for testing are of classes of which no
    row for training is left, ``other_rows`` of classes that were not chosen.  ``reasons`` are
    those of columns that nobody chose, and ``remarks`` tell what else was chosen.
    """

    columns: tuple[str, ...]
    classes: tuple[tuple[str, int], ...]
    plane: str = COLUMNS
    label: str = ""
    split: str = ""
    test_points: int = 0
    incomplete_rows: int = 0
    untrained_rows: int = 0
    other_rows: int = 0
    reasons: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """All of it in one line."""
        column = "one class" if len(self.classes) == 1 else "classes"
        column = f"class {self.label}" if self.label else column
        points = f"{self._axes}, {column}: {self._counted_classes}"
        return "; ".join((points, *self.reasons, *self.remarks))

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
