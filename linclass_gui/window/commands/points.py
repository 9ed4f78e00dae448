"""Edits of the points, each one undo entry, and points held back as test points."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication, QUndoCommand
from PySide6.QtWidgets import QMenu, QWidget

from solvers import Dataset, Floats
from solvers.arrays import Ints

from ...answers.points_table import choices_of_rows
from ...errors import UserError
from ...files.cells import exact_text
from ...files.tables import Table
from ...markup.numbers import MINUS, count_words
from ...scene.axes import in_units_of_table, standardise, with_equal_scales, with_own_scales
from ...scene.class_editing import with_label
from ...scene.document import Document
from ...scene.generating import held_back, put_back, share_of, with_other_test_points
from ...scene.gestures import Effect, delete_selection, flip_selection
from ...scene.places import box_of, jitter, lattice_of, middle_of, scale, snap
from ...scene.scene import Scene
from ...scene.sentences import with_sentences
from ..dialogs.forms import (
    CoordinatesDialog,
    LimitsDialog,
    NamesDialog,
    SentencesDialog,
    apply_or_say,
    passing,
    say_error,
)
from ..session.session import Change, Session
from ..session.waiting import GivenUpError, wait_for
from ..widgets.controls import add_choice
from ..widgets.layouts import plain_entry
from .files import Files
from .menus import LACKS, allow

PLUS_WORDS, MINUS_WORDS = (
    frozenset({"+", "+1", "1"}),
    frozenset({"-", MINUS, "-1", f"{MINUS}1", "0"}),
)


def points_to_text(dataset: Dataset, rows: Iterable[int]) -> str:
    """``x1 <tab> x2 <tab> class`` for each row."""
    lines = (
        f"{exact_text(float(dataset.X[r, 0]))}\t{exact_text(float(dataset.X[r, 1]))}\t{dataset.class_names[int(dataset.labels[r])]}"  # noqa: E501
        for r in sorted(rows)
    )
    return "\n".join(lines) + "\n"


def points_in(table: Table, class_names: tuple[str, ...]) -> tuple[Floats, Ints] | None:
    """The points of a table of x1, x2 and, if it has it, their class (else all are of class +);
    None of any other table, and of one whose numbers can be read in two ways.
    """
    columns = table.columns
    if len(columns) not in (2, 3) or not all(c.is_numeric and c.is_settled for c in columns[:2]):
        return None
    X = np.column_stack([column.numbers for column in columns[:2]])
    words = columns[2].cells if len(columns) > 2 else ["+"] * len(X)
    labels = [label_of(word, class_names) for word in words]
    if None in labels or not np.isfinite(X).all():
        return None
    return X, np.array(labels, dtype=np.int64)


def label_of(cell: str, class_names: tuple[str, ...]) -> int | None:
    """The class that is meant by its name, or of two by its sign; None by another word."""
    if cell in class_names:
        return class_names.index(cell)
    return int(cell in PLUS_WORDS) if cell in PLUS_WORDS | MINUS_WORDS else None


NO_POINTS = "The clipboard holds no points: copy lines with x1, x2 and, if you like, a class."
DUPLICATE_OFFSET_PX = 12.0


def words_of_step(step: QUndoCommand) -> str:
    """A step of the undo stack as part of a sentence; a single point is named by its number."""
    text = step.text()
    words = text[:1].lower() + text[1:]
    rows = step.rows_moved() if isinstance(step, Change) else ()
    return f"point {rows[0] + 1} moved" if len(rows) == 1 else words


class Editing(QObject):
    """Undo, clipboard, and everything that changes points.

    ``message`` is for the status line, for a moment; ``name_wanted`` asks for the name of a point
    to be typed.
    """

    message = Signal(str)
    name_wanted = Signal(int)

    def __init__(self, session: Session, files: Files, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._files, self._parent = session, files, parent

    @property
    def _dataset(self) -> Dataset:
        return self._session.document.dataset

    def _apply(self, text: str, dataset: Dataset) -> None:
        self._session.apply(text, replace(self._session.document, dataset=dataset))

    def change(self, gesture: Callable[[Scene], Effect]) -> None:
        """Edit the selection as a key does on the canvas."""
        effect = gesture(self._session.scene)
        if effect.document is not None:
            self._session.apply(effect.commit, effect.document)
        if effect.selection is not None:
            self._session.set_selection(effect.selection)

    def undo(self) -> None:
        """Undo the last step, and say which."""
        stack = self._session.undo_stack
        self._session.rollback()
        if stack.canUndo():
            step = stack.command(stack.index() - 1)
            stack.undo()
            self.message.emit(f"Undone: {words_of_step(step)} (Ctrl+Shift+Z)")

    def redo(self) -> None:
        """Redo the last undone step, and say which."""
        stack = self._session.undo_stack
        if stack.canRedo():
            step = stack.command(stack.index())
            stack.redo()
            self.message.emit(f"Redone: {words_of_step(step)} (Ctrl+Z)")

    def copy(self) -> None:
        """Copy the selected points as text."""
        QGuiApplication.clipboard().setText(
            points_to_text(self._dataset, self._session.scene.selection)
        )

    def cut(self) -> None:
        """Copy the selected points and delete them."""
        self.copy()
        self.delete()

    def paste(self) -> None:
        """Add the points of the clipboard; import any other table; text without one gets one
        sentence.

        They are selected beside others, so that they can be moved together.  Alone they are all
        that there is: nobody moves that, and the next drag means one point.
        """
        from ...files.table_formats import table_of_content  # no format before the first frame

        text = QGuiApplication.clipboard().text()
        read = partial(table_of_content, text.encode(errors="replace"), "Clipboard", "utf-8")
        try:
            table = wait_for(self._parent, "Reading the clipboard…", read)
        except GivenUpError:
            return
        except UserError as error:
            say_error(self._parent, str(error) if any(map(str.isdigit, text)) else NO_POINTS)
            return
        points = points_in(table, self._dataset.class_names)
        if points is None and table.numeric:
            self._files.import_table(table)
        elif points is None:
            say_error(self._parent, NO_POINTS)
        else:
            self._add_pasted(*points)

    def _add_pasted(self, points: Floats, labels: Ints) -> None:
        dataset = self._dataset
        n, words = len(dataset), count_words(len(points), "point")
        rows = range(n, n + len(points))
        self._apply(f"Paste {words}", dataset.added(points, labels))
        if n == 0:
            self._session.set_view(None)
        else:
            self._session.bring_into_view(rows)
            self._session.set_selection(frozenset(rows))
            joint_words = ", and move together" if len(rows) > 1 else ""
            self.message.emit(f"{words} pasted: selected{joint_words} (Ctrl+Shift+A: none)")

    def duplicate(self) -> None:
        """Copy the selected points a little to the right and select the copies."""
        dataset, rows = (
            self._dataset,
            np.array(sorted(self._session.scene.selection), dtype=np.int64),
        )
        copies = dataset.X[rows] + (DUPLICATE_OFFSET_PX * self._session.scene.pixel, 0.0)
        longer = dataset.added(copies, dataset.labels[rows], dataset.behind[rows])
        n = len(dataset)
        self._apply(
            "Duplicate point" if len(rows) == 1 else f"Duplicate {len(rows)} points", longer
        )
        self._session.set_selection(frozenset(range(n, n + len(rows))))

    def delete(self) -> None:
        """Delete the selected points."""
        self.change(delete_selection)

    def flip(self) -> None:
        """Give the selected points to the other class."""
        self.change(flip_selection)

    def fill_select(self, menu: QMenu) -> None:
        """The sets of points that can be selected at once, with their sizes."""
        for words, rows in choices_of_rows(self._session.scene):
            action = menu.addAction(
                f"{plain_entry(words)}: {len(rows)}", partial(self._session.set_selection, rows)
            )
            allow(action, "" if rows else "there is none")

    def fill_arrange(self, menu: QMenu) -> None:
        """The edits of the places of the selected points, or of all."""
        for words, act in (
            ("Mirror &left to right", partial(self._mirror, (-1.0, 1.0))),
            ("Mirror &upside down", partial(self._mirror, (1.0, -1.0))),
            ("&Jitter", self._jitter),
            ("Snap to &grid", partial(self._arrange, "Snap points to the grid", self._on_lattice)),
        ):
            allow(menu.addAction(words, act), "" if len(self._dataset) else LACKS["points"])

    def _arrange(self, text: str, arrange: Callable[[Floats], Floats]) -> None:
        """Move the selected points, or all where none is selected."""
        dataset = self._dataset
        rows = np.array(
            sorted(self._session.scene.selection) or range(len(dataset)), dtype=np.int64
        )
        self._apply(text, dataset.moved(rows, arrange(dataset.X[rows])))

    def _mirror(self, factors: tuple[float, float]) -> None:
        self._arrange("Mirror points", lambda X: scale(X, middle_of(X), factors))

    def _jitter(self) -> None:
        (x0, y0), (x1, y1) = box_of(self._dataset.X)
        extent = max(x1 - x0, y1 - y0) or 1.0
        self._arrange(
            "Jitter points", lambda X: jitter(X, extent, self._session.undo_stack.index())
        )

    def _on_lattice(self, X: Floats) -> Floats:
        return snap(X, lattice_of(self._session.scene.pixels))

    def change_brush(self, size: float = 1.0, density: float = 1.0) -> None:
        """Make spray and eraser larger or smaller, or the spray denser or sparser, by these
        factors.
        """
        self._session.set_state(brush=self._session.scene.brush.larger(size).denser(density))

    def add(self, place: tuple[float, float], label: int) -> None:
        """Add a point of a class."""
        self._apply("Add point", self._dataset.added([place], label))

    def clear(self) -> None:
        """Delete all points and keep the methods."""
        document, n = self._session.document, len(self._session.document.dataset)
        self._session.apply(
            "Delete all points", replace(document, dataset=document.dataset.removed(np.arange(n)))
        )

    def coordinates(self) -> None:
        """Enter the exact coordinates and the class of the first selected point."""
        row = min(self._session.scene.selection, default=None)
        if row is None:
            return
        dataset = self._dataset
        with passing(
            CoordinatesDialog(dataset, row, self._parent, self._session.document.axis_names)
        ) as dialog:
            if dialog.exec():
                position, label = dialog.answer
                moved = dataset.moved(row, position)
                self._apply(
                    "Set coordinates",
                    moved if label == dataset.labels[row] else with_label(moved, (row,), label),
                )
                self._session.bring_into_view((row,))

    def names(self) -> None:
        """Name the classes and the two axes."""
        document = self._session.document
        with passing(NamesDialog(document, self._parent)) as dialog:
            if dialog.exec():
                classes, axes = dialog.answer
                test = None if document.test is None else document.test.renamed(classes)
                changed = replace(
                    document, dataset=document.dataset.renamed(classes), test=test, axis_names=axes
                )
                self._session.apply("Change names", changed)

    def sentences(self) -> None:
        """Type sentences, whose words are counted."""
        document = self._session.document
        with passing(SentencesDialog(document, self._parent)) as dialog:
            if dialog.exec():
                changed = with_sentences(document, *dialog.answer)
                if changed is not document:
                    self._session.apply("Sentences", changed)

    def limits(self) -> None:
        """Enter the visible part of the plane as numbers."""
        scene = self._session.scene
        names = scene.document.shown_axis_names
        with passing(
            LimitsDialog(scene.view, names, scene.has_equal_scales, self._parent)
        ) as dialog:
            if dialog.exec() and dialog.answer != scene.view:
                self._session.set_view(dialog.answer)

    def fill_axes_menu(self, menu: QMenu) -> None:
        """The units of the axes: the units of the table, or deviations from the mean."""
        is_standard = self._session.committed.units is not None
        add_choice(
            menu,
            "As &given",
            partial(self._change_axes, "Axes as given", in_units_of_table),
            not is_standard,
        )
        tip = "Each axis in deviations from its mean; numbers are shown in both units"
        add_choice(menu, "&Standardised", self.standardise, is_standard, tip)

    def standardise(self) -> None:
        """Each axis in deviations from its mean."""
        self._change_axes("Standardise axes", standardise)

    def has_own_scales(self) -> bool:
        """Whether each axis has a scale of its own."""
        return not self._session.scene.has_equal_scales

    def toggle_scales(self) -> None:
        """A scale for each axis, or one for both."""
        if self.has_own_scales():
            self._change_axes("Equal scales", with_equal_scales)
        else:
            self._change_axes("Own scale for each axis", with_own_scales)

    def _change_axes(self, words: str, change: Callable[[Document], Document]) -> None:
        apply_or_say(self._session, self._parent, words, change)

    def name_selected(self) -> None:
        """Let the name of the first selected point be typed."""
        row = min(self._session.scene.selection, default=None)
        if row is not None:
            self.name_wanted.emit(row)


PERCENT = range(10, 100, 10)


class TestSplit(QObject):
    """Entries of the Data menu; each is one undo entry.  ``message`` is for the status line."""

    message = Signal(str)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session

    def fill_menu(self, menu: QMenu) -> None:
        """The shares that can be held back, the current one ticked, another draw, and putting them
        back.
        """
        percent_held = round(100.0 * share_of(self._session.committed))
        for percent in PERCENT:
            add_choice(
                menu,
                f"{percent} %",
                partial(self.hold_back, 0.01 * percent),
                percent == percent_held,
            )
        menu.addSeparator()
        for text, call in (
            ("&Draw again", self.draw_again),
            ("Put test points &back", self.put_back),
        ):
            allow(menu.addAction(text, call), "" if percent_held else "no point is held back")

    def hold_back(self, share: float) -> None:
        """Hold this share of every class back."""
        self._show("Hold points back", held_back(self._session.committed, share))

    def draw_again(self) -> None:
        """Draw the same number of test points again."""
        self._show("Draw test points again", with_other_test_points(self._session.committed))

    def put_back(self) -> None:
        """Put the test points back among the others."""
        self._session.apply("Put test points back", put_back(self._session.committed))

    def _show(self, text: str, after: Document) -> None:
        if after is self._session.committed:
            self.message.emit("There are too few points to hold some back.")
            return
        self._session.apply(text, after)
        test_count = 0 if after.test is None else len(after.test)
        self.message.emit(
            f"{count_words(test_count, 'test point')}, drawn hollow (seed {after.split}); rows and "
            "tables count their errors."
        )
