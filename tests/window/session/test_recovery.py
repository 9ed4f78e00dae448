"""Unsaved work: kept while somebody works, offered after a kill, and never removed before it is
safe or given up.
"""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from linclass_gui.errors import UserError
from linclass_gui.files.codec import encode
from linclass_gui.files.recovery import (
    MAGIC,
    SUFFIX,
    read_snapshot,
    read_snapshot_head,
    write_snapshot,
)
from linclass_gui.scene.document import Document
from linclass_gui.window.commands.unsaved import RecoveryDialog, words_of
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.running import end_threads
from linclass_gui.window.session import recovery as recovery_module
from linclass_gui.window.session.background import Worker
from linclass_gui.window.session.recovery import LOCK, SHOWN_STATE, Recovery, left_over
from linclass_gui.window.timers import make_timer
from linclass_gui.window.widgets.layouts import PlainLabel
from solvers import Dataset


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "recovery"


@pytest.fixture
def window(make_window: Callable[[Document], MainWindow], document: Document) -> MainWindow:
    """A window of its own: what it keeps in a folder is its state, too."""
    return make_window(document)


@pytest.fixture
def kept(window: MainWindow, folder: Path) -> MainWindow:
    """A window whose unsaved states are kept in a folder."""
    window.recovery.start(folder)
    return window


def snapshots(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"*{SUFFIX}"))


def edit(window: MainWindow) -> None:
    dataset = window.session.document.dataset
    x, y = dataset.X[0].tolist()
    window.session.apply(
        "Move point", replace(window.session.document, dataset=dataset.moved(0, (x + 0.125, y)))
    )


def write_down(window: MainWindow) -> None:
    window.recovery.look()
    assert window.recovery._writer.finish(60.0)


def leave(folder: Path, name: str, document: Document, at: float = 0.0) -> Path:
    """What a killed window leaves behind."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}{SUFFIX}"
    write_snapshot(document, name, path)
    os.utime(path, (at, at))
    return path


def answer(
    monkeypatch: pytest.MonkeyPatch, act: Callable[[RecoveryDialog], None]
) -> list[list[str]]:
    """Let the dialog do something when it opens; the result collects the names that it listed."""
    shown: list[list[str]] = []

    def run(dialog: RecoveryDialog) -> None:
        shown.append([words_of(state)[0] for state in dialog.states])
        act(dialog)

    monkeypatch.setattr(RecoveryDialog, "exec", run)
    return shown


def choose(name: str, dialog: RecoveryDialog) -> None:
    row = [words_of(state)[0] for state in dialog.states].index(name)
    dialog.table.setCurrentItem(dialog.table.topLevelItem(row))


def restore(name: str, dialog: RecoveryDialog) -> None:
    choose(name, dialog)
    dialog.restore_button.click()


def full(*_: object) -> None:
    raise UserError("no space left on device")


# --- snapshots ------------------------------------------------------------------------------------


def test_a_snapshot_is_the_document_to_the_last_bit(document: Document, tmp_path: Path) -> None:
    X = document.dataset.X.copy()
    X[0] = (5e-324, -1.7e308)
    document = replace(
        document, dataset=Dataset(X, document.dataset.labels, ("no", "ja – ü")), title="A title"
    )
    path = tmp_path / f"a{SUFFIX}"
    write_snapshot(document, "scene.json", path)
    assert encode(read_snapshot(path)) == encode(document)
    about = read_snapshot_head(path)
    assert (about.name, about.points) == ("scene.json", 40)


def test_a_snapshot_that_is_not_whole_is_refused_and_stays(
    document: Document, tmp_path: Path
) -> None:
    path = tmp_path / f"a{SUFFIX}"
    write_snapshot(document, "scene.json", path)
    whole = path.read_bytes()
    random = np.random.default_rng(0)
    for _ in range(60):
        broken = bytearray(whole)
        if random.random() < 0.5:
            del broken[int(random.integers(len(whole))) :]
        else:
            broken[int(random.integers(len(whole)))] ^= int(random.integers(1, 256))
        path.write_bytes(broken)
        try:
            again = read_snapshot(path)
        except UserError:
            assert path.exists()
        else:  # only the name in the second line may be changed without anybody noticing
            assert encode(again) == encode(document)
        read_snapshot_head(path)


# --- claims ---------------------------------------------------------------------------------------


# --- keeping --------------------------------------------------------------------------------------


def test_a_busy_user_is_kept_up_with(
    window: MainWindow, folder: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Edits come far more often than states are written: none of them may put the next one off."""
    monkeypatch.setattr(recovery_module, "EVERY_MS", 50)
    window.recovery.start(folder)
    editing = make_timer(5)
    editing.timeout.connect(partial(edit, window))
    editing.start()
    qtbot.waitUntil(lambda: len(snapshots(folder)) == 1)
    first = snapshots(folder)[0].read_bytes()
    qtbot.waitUntil(lambda: snapshots(folder)[0].read_bytes() != first)
    editing.stop()


def test_a_drag_that_has_not_ended_is_kept_too(kept: MainWindow, folder: Path) -> None:
    dataset = kept.session.document.dataset.moved(3, (7.0, 7.0))
    kept.session.preview(replace(kept.session.document, dataset=dataset), moving=(3,))
    write_down(kept)
    assert read_snapshot(snapshots(folder)[0]).dataset.X[3].tolist() == [7.0, 7.0]
    kept.session.rollback()
    write_down(kept)
    assert snapshots(folder) == []


def test_a_saved_document_needs_no_recovery(kept: MainWindow, folder: Path, tmp_path: Path) -> None:
    write_down(kept)
    assert snapshots(folder) == []
    edit(kept)
    write_down(kept)
    assert len(snapshots(folder)) == 1
    assert kept.files.save_to(tmp_path / "scene.json")
    write_down(kept)
    assert snapshots(folder) == []


def test_a_clean_end_leaves_nothing(kept: MainWindow, folder: Path) -> None:
    edit(kept)
    write_down(kept)
    kept.recovery.close()
    assert list(folder.iterdir()) == []


def test_a_program_that_ends_without_its_window_joins_its_threads(
    fresh: MainWindow, tmp_path: Path
) -> None:
    before = set(threading.enumerate())
    fresh.recovery.start(tmp_path)
    fresh.editing.add((0.0, 0.0), 1)
    end_threads(fresh)
    assert {thread.name for thread in threading.enumerate()} & {"recovery", "fits"} == set()
    assert set(threading.enumerate()) <= before
    assert len(left_over(tmp_path)) == 1  # and the edit is offered at the next start


def test_the_window_does_not_wait_for_a_slow_disk_which_gets_the_state_of_then(
    kept: MainWindow, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_work, check_cancelled = threading.Event(), threading.Event()

    def slow(document: Document, name: str, path: Path) -> None:
        at_work.set()
        check_cancelled.wait(60.0)
        write_snapshot(document, name, path)

    monkeypatch.setattr(recovery_module, "write_snapshot", slow)
    edit(kept)
    kept.recovery.look()  # returns although nothing is written
    assert at_work.wait(60.0)
    edit(kept)
    kept.recovery.look()
    assert snapshots(folder) == []
    edit(kept)  # no look at the state since
    check_cancelled.set()
    assert kept.recovery._writer.finish(60.0)
    assert np.array_equal(
        read_snapshot(snapshots(folder)[0]).dataset.X, kept.session.document.dataset.X
    )


def test_a_full_disk_is_tried_again(
    kept: MainWindow, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(kept)
    with monkeypatch.context() as broken:
        broken.setattr(recovery_module, "write_snapshot", full)
        write_down(kept)
    assert snapshots(folder) == []
    write_down(kept)
    assert len(snapshots(folder)) == 1


def test_what_cannot_be_kept_is_said_until_it_can(
    kept: MainWindow, folder: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full_disk(document: Document, name: str, path: Path) -> None:
        raise UserError(f"{path}: cannot be written") from OSError(
            errno.ENOSPC, "No space left on device"
        )

    edit(kept)
    with monkeypatch.context() as broken:
        broken.setattr(recovery_module, "write_snapshot", full_disk)
        write_down(kept)
        begin = "Save often: unsaved work cannot be kept (No space left on device) in "
        qtbot.waitUntil(lambda: kept.status_line.left_text.startswith(begin))
        kept.status_line.show_message("Something else")
        assert kept.status_line.left_text == "Something else"
        kept.status_line.show_message("")  # as when its time is over
        write_down(kept)
        qtbot.wait(0)
        assert "cannot be kept" in kept.status_line.left_text
    write_down(kept)
    qtbot.waitUntil(lambda: "cannot be kept" not in kept.status_line.left_text)
    assert len(snapshots(folder)) == 1


# --- what is left over ----------------------------------------------------------------------------


def test_a_running_window_keeps_its_state_to_itself(kept: MainWindow, folder: Path) -> None:
    edit(kept)
    write_down(kept)
    assert len(snapshots(folder)) == 1
    assert left_over(folder) == []


def test_all_killed_windows_are_listed_the_newest_first(
    kept: MainWindow, folder: Path, document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    for at, name in enumerate(("first", "second", "third")):
        leave(folder, name, document.removing("m1") if name == "second" else document, at)
    shown = answer(monkeypatch, partial(restore, "second"))
    kept.unsaved.offer(folder)
    assert shown == [["third", "second", "first"]]
    assert [m.id for m in kept.session.document.methods] == ["m2"]
    assert kept.session.is_modified
    assert kept.recovery._writer.finish(60.0)
    rest = left_over(folder)
    assert [words_of(state)[:2] for state in rest] == [
        ("third", "40 points"),
        ("first", "40 points"),
    ]
    for state in rest:
        state.claim.release()


def test_a_restored_state_is_removed_only_when_it_is_written_anew(
    kept: MainWindow, folder: Path, document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = leave(folder, "lost", document.removing("m1"))
    answer(monkeypatch, partial(restore, "lost"))
    with monkeypatch.context() as broken:
        broken.setattr(recovery_module, "write_snapshot", full)
        kept.unsaved.offer(folder)
        assert kept.recovery._writer.finish(60.0)
        assert path.exists()
        assert left_over(folder) == []  # and it is offered to no other window
    write_down(kept)
    assert not path.exists()
    assert [m.id for m in read_snapshot(snapshots(folder)[0]).methods] == ["m2"]


def test_an_unreadable_state_is_said_and_takes_no_other_one_with_it(
    kept: MainWindow, folder: Path, document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave(folder, "good", document.removing("m1"), at=1)
    (folder / f"broken{SUFFIX}").write_text("{", encoding="utf-8")
    problems: list[str] = []

    def act(dialog: RecoveryDialog) -> None:
        restore("cannot be read", dialog)
        problems.append(dialog.problem.text())
        restore("good", dialog)

    answer(monkeypatch, act)
    kept.unsaved.offer(folder)
    assert "not whole" in problems[0]
    assert [m.id for m in kept.session.document.methods] == ["m2"]
    assert (folder / f"broken{SUFFIX}").exists()


def test_what_is_discarded_is_gone_and_what_is_left_for_later_stays(
    kept: MainWindow, folder: Path, document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave(folder, "one", document)
    leave(folder, "two", document)

    def act(dialog: RecoveryDialog) -> None:
        choose("one", dialog)
        dialog.discard_button.click()
        dialog.later_button.click()

    answer(monkeypatch, act)
    before = kept.session.document
    kept.unsaved.offer(folder)
    assert kept.session.document is before
    assert [path.stem for path in snapshots(folder)] == ["two"]
    shown = answer(monkeypatch, lambda dialog: dialog.reject())
    kept.unsaved.show()
    assert shown == [["two"]]


def test_unsaved_work_is_asked_about_before_another_one_takes_its_place(
    kept: MainWindow, folder: Path, document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave(folder, "lost", document.removing("m1"))
    edit(kept)
    answer(monkeypatch, partial(restore, "lost"))
    with monkeypatch.context() as cancelling:
        cancelling.setattr(kept.files, "may_close", lambda: False)
        kept.unsaved.offer(folder)
    assert len(kept.session.document.methods) == 2
    assert (folder / f"lost{SUFFIX}").exists()


FAULTY = """
import faulthandler, sys
from pathlib import Path
from linclass_gui.scene.document import Document
from linclass_gui.window.session.recovery import Recovery
from linclass_gui.window.session.session import Session
from linclass_gui.window.running import make_application
application = make_application([])
session = Session(Document.empty())
recovery = Recovery(session)
recovery.start(Path(sys.argv[1]))
recovery.keep_trace()
faulthandler._sigsegv()
"""


def test_a_fault_that_ends_the_program_is_said_with_the_state_that_it_left(
    kept: MainWindow, folder: Path, document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    subprocess.run([sys.executable, "-c", FAULTY, str(folder)], check=False, capture_output=True)
    (claim,) = {path.stem for path in folder.glob(f"*{LOCK}")} - {
        kept.recovery._states[SHOWN_STATE].path.stem
    }
    leave(folder, claim, document)
    words = []

    def act(dialog: RecoveryDialog) -> None:
        words.extend(label.text() for label in dialog.findChildren(PlainLabel))
        dialog.findChild(QPushButton, "copy-report").click()
        dialog.reject()

    answer(monkeypatch, act)
    kept.unsaved.show()
    assert "A fault of the program ended them: Fatal Python error" in " ".join(words)
    assert 'File "<string>"' in QGuiApplication.clipboard().text()


def test_what_killed_writers_left_is_swept_up(folder: Path) -> None:
    folder.mkdir()
    (folder / f"dead{LOCK}").write_bytes(b"")
    assert left_over(folder) == []
    assert list(folder.iterdir()) == []


# --- the thread beside the window -----------------------------------------------------------------


def test_the_newest_work_is_done_and_a_fault_does_not_end_the_thread(
    caplog: pytest.LogCaptureFixture,
) -> None:
    background, done = Worker("test"), []
    gate = threading.Event()

    def fail() -> None:
        raise ValueError("planted")

    background.submit(partial(gate.wait, 60.0))
    background.submit(fail)
    background.submit(partial(done.append, "newest"))
    gate.set()
    assert background.finish(60.0)
    background.submit(fail)
    assert background.finish(60.0)
    background.submit(partial(done.append, "after a fault"))
    assert background.finish(60.0)
    background.close(60.0)
    assert done[-1] == "after a fault"


def test_without_a_place_to_write_the_program_runs_without_recovery(
    window: MainWindow, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    recovery = Recovery(window.session)
    recovery.start(tmp_path / "file" / "recovery")
    recovery.look()
    recovery.close()
    recovery.keep()


def test_two_that_look_at_the_same_time_do_not_share(folder: Path, document: Document) -> None:
    leave(folder, "one", document)
    first, second = left_over(folder), left_over(folder)
    assert (len(first), len(second)) == (1, 0)
    first[0].claim.release()
    later = left_over(folder)
    assert len(later) == 1
    later[0].claim.release()


@pytest.mark.parametrize(
    "about",
    [
        b"[" * 90_000,
        b"9" * 90_000,
        b'{"name": "\\ud800", "points": 1, "scene": 9, "check": ' + b"9" * 300 + b"}",
        b"\xff",
    ],
)
def test_a_hostile_state_hides_no_good_one(folder: Path, document: Document, about: bytes) -> None:
    leave(folder, "good", document)
    (folder / f"bad{SUFFIX}").write_bytes(MAGIC + about + b"\n")
    states = {state.path.stem: state for state in left_over(folder)}
    assert set(states) == {"good", "bad"}
    assert len(states["good"].read().dataset) == 40
    with pytest.raises(UserError, match="not whole"):
        states["bad"].read()
    for state in states.values():
        state.claim.release()
