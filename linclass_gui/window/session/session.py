"""The session: the one object that changes.  Documents go in, scenes come out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from solvers import Status

from ...answers.jobs import Batch, Kind
from ...answers.scenes import next_scene
from ...layers.projection import view_with_axis
from ...scene.annotations import follow_rows
from ...scene.document import AXIS_LAYER, LOOKING, Document
from ...scene.playback import Playback
from ...scene.scene import Hover, Scene
from ...scene.view import Frame, View
from ..timers import make_timer
from .scheduler import FitRequests, Runs

# Every step keeps its points, some 85 bytes each with what is remembered of them: a window open for
# days must not grow without limit.
UNDO_LIMIT, UNDO_POINTS = 500, 6_000_000
# Up to this many points a certificate is faster than painting its numbers.
CERTIFY_AT_ONCE = 5_000


def undo_limit(n: int) -> int:
    """How many steps are kept of a document of n points: few of a large one, but never none."""
    return max(3, min(UNDO_LIMIT, UNDO_POINTS // max(n, 1)))


class Session(QObject):
    """Holds the document, the running gesture, the fits and the undo stack; notifies the views by
    one signal.

    ``preview`` shows a document at once and fits it warm, ``commit`` makes it one undo entry and
    fits it for good, ``rollback`` goes back.  A batch of fits is accepted if and only if it is
    newer than what is shown.
    """

    scene_changed = Signal(object, object)  # old Scene, new Scene
    busy_changed = Signal(bool)  # a fit has been running for more than 100 ms; it ended
    loaded = Signal()  # another document is shown; nothing of the old one is kept
    file_changed = Signal()  # another path, or another state of modification
    failed = Signal(str)  # a method stopped with an error: its sentence, for the log
    settled = Signal()  # every fit of the current document is shown

    def __init__(
        self,
        document: Document | None = None,
        parent: QObject | None = None,
        fitter: Runs | None = None,
    ) -> None:
        super().__init__(parent)
        self.path: Path | None = None
        self.undo_stack = QUndoStack(self)
        self.undo_stack.setUndoLimit(undo_limit(len((document or Document.empty()).dataset)))
        self._committed = (document or Document.empty()).with_selection
        self._index = 0  # of the undo stack, as far as it is shown
        self.undo_stack.indexChanged.connect(self._show_steps)
        self.fit_requests = FitRequests(self, fitter)
        self.fit_requests.delivered.connect(self._accept)
        self.fit_requests.busy_changed.connect(self.busy_changed)
        self.fit_requests.failed.connect(self.failed)
        self.fit_requests.settled.connect(self._make_room_for_axis)
        self.fit_requests.settled.connect(self.settled)
        self._frame = Frame(View.around(self._committed.dataset.X), 1200.0, 800.0)
        self.scene = Scene(self._committed, View.around(self._committed.dataset.X), 0.01)
        self.undo_stack.cleanChanged.connect(self.file_changed)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.close)
        # Sought when all points were looked at last; None: something else is looked at since.
        self._sought: View | None = None
        # The projection axis may need more room than what is sought, as soon as its direction is
        # known.
        self._wants_axis_room = False
        self._look_home()

    def start(self) -> None:
        """Begin to fit.  The window calls this after its first frame, so that the fits do not hold
        up the first picture.
        """
        if not self.fit_requests.have_begun:
            self._ask("final")

    # --- the document -----------------------------------------------------------------------------

    @property
    def document(self) -> Document:
        """The document that is shown: the committed one, or the preview of a running gesture."""
        return self.scene.document

    @property
    def committed(self) -> Document:
        """The document as the last undo entry left it."""
        return self._committed

    @property
    def is_modified(self) -> bool:
        """Whether the document differs from the saved one."""
        return not self.undo_stack.isClean()

    @property
    def name(self) -> str:
        """The name of the open file without its folder."""
        return self.path.name if self.path is not None else self.document.title or "Untitled"

    def preview(
        self, document: Document, moving: tuple[int, ...] = (), hover: Hover | None = None
    ) -> None:
        """Show a document at once and fit it warm; no undo entry.

        ``moving`` are the rows a gesture moves: everything else is drawn from the committed
        document, and the exact drag of a single row relies on nothing else having changed since the
        gesture began.  Empty: the whole picture is drawn anew. ``hover`` is the pointer of the
        gesture, if it has one.
        """
        old, document = self.scene, self._following_rows(document.with_selection)
        base = self._committed if moving else None
        # Asked first, so that quick answers are in the scene that shows the document.
        batch = self.fit_requests.ask(document, base, moving, "preview", patiently=True)
        if batch is not None:
            self.fit_requests.take(batch)
        self.scene = self._next_scene(
            document=document, base=base, moving=moving, hover=hover or old.hover
        )
        self.scene_changed.emit(old, self.scene)
        self.fit_requests.settle()

    def commit(self, text: str, document: Document | None = None) -> None:
        """Make the document (None: the previewed one) one undo entry and fit it cold, with
        history.
        """
        after = self.document
        if document is not None:
            after = self._following_rows(document.with_selection)
        if after is self._committed:
            self.rollback()
            return
        self.undo_stack.push(Change(text, self._committed, after))

    def _following_rows(self, document: Document) -> Document:
        """A changed document, whose annotations keep to the points that they were on."""
        before = self._committed
        if document.annotations is not before.annotations or not before.annotations:
            return document
        notes = follow_rows(document.annotations, before.dataset, document.dataset)
        return document if notes is before.annotations else replace(document, annotations=notes)

    def rollback(self) -> None:
        """Return to the committed document, with its fits."""
        if self.document is not self._committed or self.scene.base is not None:
            self.fit_requests.go_back(self._committed)
            self._change(document=self._committed, base=None, moving=())
            self._ask("final")

    def apply(self, text: str, document: Document) -> None:
        """Show a document and make it one undo entry."""
        self.commit(text, document)

    def load(self, document: Document, path: Path | None = None) -> None:
        """Show another document: the undo stack is emptied, nothing of the old one is kept."""
        self.fit_requests.forget()
        self._committed = document = document.with_selection
        self.path = path
        blank: dict[str, object] = {
            "selection": frozenset(),
            "hover": None,
            "rubber": (),
            "base": None,
            "moving": (),
            "active": Scene.active,
            "playback": None,
        }
        self.undo_stack.clear()
        self._look_home(document=document, **blank)
        self.undo_stack.setUndoLimit(undo_limit(len(document.dataset)))  # only while it is empty
        self.loaded.emit()
        self.file_changed.emit()
        self._ask("final")

    def mark_saved(self, path: Path | None) -> None:
        """Record that the committed document is saved in the file ``path``."""
        self.path = path
        self.undo_stack.setClean()
        self.file_changed.emit()

    def mark_unsaved(self) -> None:
        """Record that no file holds the committed document."""
        self.undo_stack.resetClean()
        self.file_changed.emit()

    def _show_steps(self, index: int) -> None:
        """Show the document that the stack has come to.  Looking is no edit: only what the steps
        changed of it is undone, and what the document does not have.

        The steps themselves do nothing: before the stack has moved, no listener may edit.
        """
        low, high = sorted((self._index, index))
        is_redone, self._index = index == high, index
        # A step onto a full stack leaves the index as it was.
        places = range(min(low, high - 1), high if self.undo_stack.count() else 0)
        steps = [step for k in places if isinstance(step := self.undo_stack.command(k), Change)]
        if not steps:
            return
        document, before = steps[-1].ends[1] if is_redone else steps[0].ends[0], self._committed
        changed = frozenset[str]().union(*(step.looks_changed for step in steps))
        if not any(m.id == before.selected for m in document.methods):
            changed |= {"selected"}
        if len(document.dataset.class_names) != len(before.dataset.class_names):
            changed |= {"member"}
        self._committed = document = document.with_view_of(before, changed)
        has_same_rows = len({len(end.dataset) for step in steps for end in step.ends}) == 1
        # The projection axis has its room where all points are looked at.
        is_axis_switched = AXIS_LAYER in document.layers ^ self.document.layers
        view_changed = "view" in changed or (is_axis_switched and self._sought is not None)
        selection = self.scene.selection if has_same_rows else frozenset()
        look = self._look_home if view_changed else self._change
        look(document=document, base=None, moving=(), selection=selection)
        self._ask("final")

    # --- what the user looks at and points to -----------------------------------------------------

    def set_selection(self, rows: frozenset[int]) -> None:
        """Select points by their rows."""
        if rows != self.scene.selection:
            self._change(selection=rows)

    def set_hover(self, hover: Hover | None) -> None:
        """Set the pointer (None: it left)."""
        if hover != self.scene.hover:
            self._change(hover=hover)

    def set_state(self, **changes: object) -> None:
        """Change fields of the scene that belong to no document: ``active`` (the class that the
        left button places), ``rubber`` (the outline of a running selection), ``snaps``, ``brush``,
        and ``predicted`` (the method whose answer no button may show).
        """
        if any(getattr(self.scene, name) != value for name, value in changes.items()):
            self._change(**changes)

    def set_looks(self, **looks: object) -> None:
        """Show other ``plots``, or another pair of classes (``member``).  Saved with the document,
        but no undo entry: looking is no edit.
        """
        if any(getattr(self.document, name) != value for name, value in looks.items()):
            self._change(**self._commit_looks(**looks))

    def set_size(
        self, width_px: float, height_px: float, above_px: float = 0.0, below_px: float = 0.0
    ) -> None:
        """Set the size of the canvas: the view is shown as large as it allows.

        Edits do not change the view.  ``above_px`` and ``below_px`` are the heights of bars: they
        hide a part of the picture and keep its scale, so closing them restores it; while all points
        are looked at, the scale is smaller where they would hide some.
        """
        X = self.document.dataset.X
        frame = self._frame.sized(width_px, height_px, above_px, below_px, X)
        if self._sought is not None:
            frame = frame.looking_at(self._sought, X, frame.stretch).with_room(X)
            self._wants_axis_room = True
        self._look(frame)
        if self.is_idle:
            self._make_room_for_axis()

    def settle_view(self) -> None:
        """Keep the picture in place when a strip above it closes for good."""
        self._sought = None
        self._look(self._frame.absorb_lift())

    def set_view(self, view: View | None) -> None:
        """Show this rectangle (None: all points).  Saved with the document, but no undo entry:
        looking is no edit.
        """
        changes = self._commit_looks(view=view)
        if view is None:
            self._look_home(**changes)
        else:
            self._sought = None
            self._look(self._frame.showing(view), **changes)

    def look_again(self) -> None:
        """Show all points and annotations again, unless another part of the plane was chosen: edits
        leave the view as it is.
        """
        if self._sought is not None:
            self._look_home()

    def set_selected(self, id: str) -> None:
        """Select a method in use.  Saved with the document, but no undo entry: selecting another
        method is not an edit.

        A method that was just removed is ignored: the row of a table may be late.
        """
        if not any(m.id == id for m in self.document.methods):
            return
        self.look_at_trial(False)
        if id != self.document.selected:
            self._change(**self._commit_looks(selected=id))

    def look_at_trial(self, is_wanted: bool) -> None:
        """Show the projection and the read-outs of the trial line, or of the selected method; not
        an edit.
        """
        trial = self.document.trial
        if (
            trial is not None
            and trial.in_front is not is_wanted
            and self.document is self._committed
        ):
            self._change(**self._commit_looks(trial=replace(trial, in_front=is_wanted)))

    def bring_into_view(self, rows: Sequence[int]) -> None:
        """Show all points, where one of these is out of sight."""
        if not self.scene.view.contains(self.document.dataset.X[list(rows)]).all():
            self.set_view(None)

    def _commit_looks(self, **looks: Any) -> dict[str, object]:
        """Change how the committed document and its preview are looked at; returns the changes of
        the scene.
        """
        is_preview = self.document is not self._committed
        self._committed = replace(self._committed, **looks)
        document = replace(self.document, **looks) if is_preview else self._committed
        return {
            "document": document,
            "base": self._committed if self.scene.base is not None else None,
        }

    def set_playback(self, playback: Playback | None) -> None:
        """Show another step of the histories (None: the answers again)."""
        if playback != self.scene.playback:
            self._change(playback=playback)

    def _look_home(self, **changes: object) -> None:
        """Look at the rectangle of the document, all points where it has none of its own."""
        document, X = self._committed, self._committed.dataset.X
        home = self._frame.looking_at(document.looked_at_with_axis, X, document.stretch)
        self._sought = home.sought if document.view is None else None
        self._wants_axis_room = self._sought is not None
        self._look(home if self._sought is None else home.with_room(X), **changes)

    def _make_room_for_axis(self) -> None:
        """Let the hills of the projection axis be seen whole where all points are looked at, as in
        figures; once for a view or a size, because edits do not change the view.
        """
        if not self._wants_axis_room or self._sought is None or self.scene.moving:
            return
        self._wants_axis_room = False
        frame, X = self._frame, self._committed.dataset.X
        shape = (frame.width, frame.height / frame.stretch)
        if view_with_axis(self.scene, self.scene.view, shape) != self.scene.view:
            self._sought = view_with_axis(self.scene, self._sought, shape)
            self._look(frame.looking_at(self._sought, X, frame.stretch).with_room(X))

    def _look(self, frame: Frame, **changes: object) -> None:
        """Use another frame."""
        self._frame = frame
        self._change(view=frame.view, pixel=frame.pixel, **changes)

    # --- fits -------------------------------------------------------------------------------------

    @property
    def is_idle(self) -> bool:
        """Whether every fit of the current document is shown."""
        return self.fit_requests.are_answered

    @property
    def has_numbers(self) -> bool:
        """Whether the certificates of the shown fits are ready or cheap; none is shown of a run
        that still goes on.

        The worker certifies a preview of many points when the mouse rests; earlier the window would
        have to do it.
        """
        is_small = len(self.document.dataset) <= CERTIFY_AT_ONCE
        return is_small or all(
            "certificate" in vars(fit)
            or not fit.has_model
            or fit.claimed_outcome.status is Status.RUNNING
            for fit in self.scene.fits.values()
        )

    def wait_idle(self, timeout_ms: int = 60_000) -> bool:
        """Run the event loop until every fit of the current document is shown; False when that
        takes too long.
        """
        self.start()
        loop, timer = QEventLoop(), make_timer(timeout_ms, single_shot=True)
        timer.timeout.connect(loop.quit)
        self.settled.connect(loop.quit)
        timer.start()
        while not self.is_idle and timer.isActive():
            loop.exec()
        self.settled.disconnect(loop.quit)
        return self.is_idle

    def close(self) -> None:
        """Stop and join the worker."""
        self.fit_requests.close()

    def _ask(self, kind: Kind) -> None:
        self.fit_requests.ask(self.scene.document, self.scene.base, self.scene.moving, kind)
        self.fit_requests.settle()

    def _accept(self, batch: Batch) -> None:
        """Show a new batch."""
        old = self.scene
        self.fit_requests.take(batch)
        self.scene = self._next_scene()
        self.scene_changed.emit(old, self.scene)
        self.fit_requests.settle()

    def _change(self, **changes: object) -> None:
        old = self.scene
        self.scene = self._next_scene(**changes)
        self.scene_changed.emit(old, self.scene)

    def _next_scene(self, **changes: object) -> Scene:
        return next_scene(self.scene, self.fit_requests.answers, **changes)


class Change(QUndoCommand):
    """One entry of the undo stack, named by ``text``: the documents before and after."""

    def __init__(self, text: str, before: Document, after: Document) -> None:
        super().__init__(text)
        self.ends = before, after

    def rows_moved(self) -> tuple[int, ...]:
        """The rows of the points that the step moved and did not add or remove, in the same plane
        and of the same class.
        """
        before, after = (document.dataset for document in self.ends)
        if before.X is after.X or before.X.shape != after.X.shape:
            return ()
        is_elsewhere = self.ends[0].plane is not self.ends[1].plane
        if is_elsewhere or not np.array_equal(before.labels, after.labels):
            return ()
        return tuple(np.flatnonzero((before.X != after.X).any(axis=1)).tolist())

    @property
    def looks_changed(self) -> frozenset[str]:
        """What the step changed of where one looks."""
        before, after = self.ends
        changed = {name for name in LOOKING if getattr(before, name) != getattr(after, name)}
        # In other coordinates the points are at other places.
        if (
            before.plane is not after.plane
            or before.units != after.units
            or before.stretch != after.stretch
        ):
            changed.add("view")
        return frozenset(changed)
