"""The session without any widget: previews, commits, undo, and fits that arrive in any order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fake_methods import Broken, Endless, Gate, Means, moved, two_clouds
from pytestqt.qtbot import QtBot

from linclass_gui.scene.document import Document
from linclass_gui.scene.scene import Scene
from linclass_gui.scene.view import View
from linclass_gui.window.session import session as session_module
from linclass_gui.window.session.session import Session
from solvers import Status


@pytest.fixture
def open_session(qapp: object) -> Iterator[Callable[..., Session]]:
    sessions: list[Session] = []

    def open_one(document: Document | None = None, gate: Gate | None = None) -> Session:
        sessions.append(Session(document or two_clouds(), fitter=gate))
        return sessions[-1]

    yield open_one
    for session in sessions:
        session.close()


def mean_of_fit(session: Session) -> float:
    """Where the shown fit has its data: the x of the grabbed point in the problem it solved."""
    return float(session.scene.fits["m1"].problem.X[0, 0])


def test_every_fit_of_the_document_is_shown_when_idle(open_session):
    session = open_session(two_clouds(Means(), Means()))
    assert not session.is_idle
    assert session.wait_idle()
    assert set(session.scene.fits) == {"m1", "m2"}
    assert session.scene.stale == frozenset()


def test_nothing_is_fitted_before_the_window_says_so(open_session):
    session = open_session(document := two_clouds())
    assert session.document is document
    assert session.scene.fits == {}
    assert not session.is_idle


def test_a_quick_preview_is_shown_with_its_fits_at_once(open_session):
    session = open_session()
    assert session.wait_idle()
    scenes: list[Scene] = []
    session.scene_changed.connect(lambda old, new: scenes.append(new))
    for x in range(20):
        session.preview(moved(session.committed, 0, (float(x), 0.0)), (0,))
        assert session.document.dataset.X[0, 0] == x
        assert session.wait_idle()
        assert mean_of_fit(session) == x
    # One change for each preview when its fits come within the grace, two when the machine is busy;
    # never more.
    assert 20 <= len(scenes) <= 40


def test_a_gesture_is_one_undo_entry_and_undo_gives_the_same_document_back(open_session):
    session = open_session()
    before = session.document
    for x in (1.0, 2.0, 3.0):
        session.preview(moved(before, 0, (x, 0.0)), (0,))
    session.commit("Move point")
    after = session.document
    assert session.undo_stack.count() == 1
    assert session.undo_stack.undoText() == "Move point"
    session.undo_stack.undo()
    assert session.document is before
    session.undo_stack.redo()
    assert session.document is after
    assert session.wait_idle()
    assert mean_of_fit(session) == 3.0


def test_a_listener_edits_only_when_the_stack_has_moved(open_session):
    """Qt used a step after it had deleted it: the program ended with a signal."""
    session = open_session()
    for title in ("one", "two", "three"):
        session.apply(f"Title {title}", replace(session.committed, title=title))
    titles: list[str] = []

    def edit(old: Scene, new: Scene) -> None:
        titles.append(new.document.title)
        if new.document.title == "one":
            session.apply("Edit", replace(session.committed, title="edited"))

    session.scene_changed.connect(edit)
    session.undo_stack.setIndex(1)
    steps = session.undo_stack
    assert [steps.text(k) for k in range(steps.count())] == ["Title one", "Edit"]
    assert titles == ["one", "edited"], "nothing between is shown"


def test_the_final_fit_has_a_history_and_a_certificate(open_session):
    session = open_session()
    session.preview(moved(session.document, 0, (9.0, 0.0)), (0,))
    session.commit("Move point")
    assert session.wait_idle()
    assert session.fit_requests.answers.newest["m1"].job.kind == "final"
    # computed by the worker, not by the window
    assert "certificate" in vars(session.scene.fits["m1"])


def test_rollback_shows_the_old_document_with_its_fits_at_once(open_session):
    session = open_session()
    assert session.wait_idle()
    before, fits = session.document, dict(session.scene.fits)
    session.preview(moved(before, 0, (9.0, 0.0)), (0,))
    session.rollback()
    assert session.document is before
    assert session.is_idle
    assert dict(session.scene.fits) == fits
    assert session.scene.base is None
    assert session.undo_stack.count() == 0


def test_a_late_fit_of_a_gesture_taken_back_is_not_shown(open_session, qtbot: QtBot):
    gate = Gate()
    session = open_session(gate=gate)
    gate.let_one()
    assert session.wait_idle()
    before = session.document
    session.preview(moved(before, 0, (9.0, 0.0)), (0,))
    qtbot.waitUntil(lambda: len(gate.begun) == 2)
    session.rollback()
    gate.open()
    session.preview(moved(before, 0, (5.0, 0.0)), (0,))
    assert session.wait_idle()
    seen = [mean_of_fit(session)]
    session.scene_changed.connect(lambda old, new: seen.append(mean_of_fit(session)))
    assert 9.0 not in seen


def test_a_fit_for_an_older_position_is_marked_as_stale(open_session):
    gate = Gate()
    session = open_session(gate=gate)
    gate.let_one()
    assert session.wait_idle()
    session.preview(moved(session.document, 0, (9.0, 0.0)), (0,))
    assert session.scene.stale == {"m1"}
    assert "m1" in session.scene.fits
    gate.open()
    assert session.wait_idle()
    assert session.scene.stale == frozenset()


def test_a_method_that_is_off_is_not_waited_for(open_session):
    session = open_session()
    assert session.wait_idle()
    document = session.document
    off = replace(document, methods=tuple(replace(m, enabled=False) for m in document.methods))
    session.apply("Hide", off)
    session.apply("Move point", moved(off, 0, (9.0, 0.0)))
    assert session.is_idle
    assert not session.scene.stale


def test_a_slow_neighbour_does_not_hold_up_the_quick_methods(open_session, qtbot: QtBot):
    session = open_session(two_clouds(Endless(), Means()))
    session.start()
    session.preview(moved(session.document, 0, (9.0, 0.0)))
    session.preview(moved(session.document, 0, (8.0, 0.0)))
    qtbot.waitUntil(lambda: len(session.scene.fits) == 2)
    session.fit_requests.cancel()
    assert session.wait_idle()


def test_cancel_shows_the_last_step_and_does_not_begin_again(open_session):
    session = open_session(two_clouds(Endless()))
    session.start()
    session.fit_requests.cancel()
    assert session.wait_idle()
    assert session.scene.fits["m1"].status is Status.CANCELLED
    session.apply("Hide layer", session.document.toggling("grid"))
    assert session.is_idle


def test_a_long_fit_says_that_it_is_busy(open_session, qtbot: QtBot):
    session = open_session(two_clouds(Endless()))
    with qtbot.waitSignal(session.busy_changed) as busy:
        session.start()
    assert busy.args == [True]
    with qtbot.waitSignal(session.busy_changed) as busy:
        session.fit_requests.cancel()
    assert busy.args == [False]


def test_a_method_that_fails_says_so_and_the_worker_goes_on(open_session):
    session = open_session(two_clouds(Broken(), Means()))
    sentences: list[str] = []
    session.failed.connect(sentences.append)
    assert session.wait_idle()
    assert sentences == ["Broken stopped with an error (TypeError: nothing to divide by)."]
    assert session.scene.fits["m2"].has_model
    session.apply("Move point", moved(session.document, 0, (9.0, 0.0)))
    assert session.wait_idle()
    assert len(sentences) == 2


def test_loading_forgets_everything_of_the_old_document(open_session, tmp_path: Path):
    session = open_session()
    session.apply("Move point", moved(session.document, 0, (9.0, 0.0)))
    session.set_selection(frozenset({1}))
    other = two_clouds(Means(), n=6)
    session.load(other, tmp_path / "other.json")
    assert session.document is other
    assert session.path == tmp_path / "other.json"
    assert session.scene.selection == frozenset()
    assert session.scene.fits == {}
    assert not session.undo_stack.canUndo()
    assert not session.is_modified
    assert session.wait_idle()
    assert len(session.scene.fits["m1"].problem.y) == 6


def test_saved_is_where_the_undo_stack_stood(open_session, tmp_path: Path):
    session = open_session()
    session.apply("Move point", moved(session.document, 0, (9.0, 0.0)))
    assert session.is_modified
    session.mark_saved(tmp_path / "scene.json")
    assert not session.is_modified
    session.undo_stack.undo()
    assert session.is_modified
    session.undo_stack.redo()
    assert not session.is_modified


def test_committing_what_stands_already_makes_no_entry(open_session):
    session = open_session()
    session.preview(session.document, (0,))
    session.commit("Move point")
    assert session.undo_stack.count() == 0
    assert session.scene.base is None


def test_removing_points_lets_go_of_the_selection(open_session):
    session = open_session()
    session.set_selection(frozenset({0, 1}))
    session.apply(
        "Delete", replace(session.document, dataset=session.document.dataset.removed([0, 1]))
    )
    assert session.scene.selection == frozenset()
    session.undo_stack.undo()
    assert session.scene.selection == frozenset()


def test_looking_elsewhere_is_no_edit_and_survives_undo(open_session):
    session = open_session()
    session.apply("Move point", moved(session.document, 0, (9.0, 0.0)))
    near, pair = View(0.0, 3.0, 0.0, 2.0), (1, 0)
    session.set_view(near)
    session.set_looks(member=pair)
    assert session.document.view == near
    assert session.undo_stack.count() == 1
    session.undo_stack.undo()
    assert (session.document.view, session.document.member) == (near, pair)
    assert session.scene.view.box == pytest.approx(near.box)


def test_a_pair_with_a_class_that_undo_takes_away_is_looked_at_no_more(open_session):
    session = open_session()
    document = session.document
    session.apply("Add class", document.renamed((*document.dataset.class_names, "c")))
    session.set_looks(member=(2, 1))
    session.undo_stack.undo()
    assert session.document is document


def test_the_oldest_steps_are_forgotten_so_that_memory_has_a_bound(
    open_session, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(session_module, "UNDO_LIMIT", 5)
    session = open_session()
    for k in range(12):
        session.commit("Move point", moved(session.document, 0, (float(k), 0.0)))
    assert session.undo_stack.count() == 5
    while session.undo_stack.canUndo():
        session.undo_stack.undo()
    assert session.document.dataset.X[0].tolist() == [6.0, 0.0]
    assert session.is_modified
    monkeypatch.setattr(session_module, "UNDO_POINTS", 4 * len(session.document.dataset))
    session.load(session.document)
    assert session.undo_stack.undoLimit() == 4  # steps of a large document are few


def test_fits_lag_behind_but_never_go_back(open_session, qtbot: QtBot):
    gate = Gate()
    session = open_session(gate=gate)
    gate.let_one()
    assert session.wait_idle()
    seen: list[float] = []
    session.scene_changed.connect(lambda old, new: seen.append(mean_of_fit(session)))
    base = session.document
    for x in range(1, 60):
        session.preview(moved(base, 0, (float(x), 0.0)), (0,))
        if x % 5 == 0:
            done = len(gate.ended)
            gate.let_one()
            qtbot.waitUntil(lambda done=done: len(gate.ended) > done)
    gate.open()
    assert session.wait_idle()
    lagging = [x for x in seen if x >= 1]
    assert lagging == sorted(lagging)
    assert lagging[-1] == 59
    # Fits were shown while newer positions were already waiting: a drag that never rests is
    # followed all the same.
    assert len(set(lagging)) > 5
    # And most positions were never fitted at all: the mailbox holds one job.
    assert len(gate.begun) < 40
