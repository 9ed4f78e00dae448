"""Atomic writing: links, read-only files, devices, long names, full disks, crashes at any step, and
what they leave behind.
"""

import multiprocessing
import os
import resource
import signal
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from linclass_gui.errors import UserError
from linclass_gui.files.saving import ReadOnlyError, is_read_only, stamp_of, write_atomically


def age(path: Path) -> None:
    """Two hours, so that it is no file that is being written."""
    os.utime(path, (0.0, path.stat().st_mtime - 7200.0))


def names(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file, alone in its folder."""
    (path := tmp_path / "a.json").write_text("old")
    return path


def test_a_file_is_replaced_whole_and_keeps_its_permissions(path: Path, tmp_path: Path) -> None:
    path.chmod(0o640)
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert names(tmp_path) == ["a.json"]


@pytest.mark.skipif(os.name != "posix", reason="such masks are of POSIX")
def test_a_new_file_has_what_the_mask_allows_and_a_private_one_its_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = os.umask(0o027)
    monkeypatch.setattr(os, "umask", None)  # it is the whole process's: no thread may change it
    try:
        write_atomically(tmp_path / "new.json", b"x")
        write_atomically(tmp_path / "state", b"x", is_private=True)
    finally:
        monkeypatch.undo()
        os.umask(before)
    modes = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("new.json", "state")]
    assert modes == [0o640, 0o600]


def test_everything_is_on_the_disk_before_the_name_and_the_name_before_the_end(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut after the end finds the new file, with its permissions: an unsaved state is
    removed by then.
    """
    done: list[str] = []

    def noted(name: str, kind: Callable[[int], str] | None = None) -> None:
        real = getattr(os, name)

        def call(*args: object, **options: object) -> object:
            done.append(name if kind is None else f"{name} {kind(args[0])}")
            return real(*args, **options)

        monkeypatch.setattr(os, name, call)

    noted("fsync", lambda handle: "folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
    for name in ("chmod", "chown", "replace"):
        noted(name)
    write_atomically(path, b"new")
    assert done[-3:] == ["fsync file", "replace", "fsync folder"]
    assert set(done[:-3]) == {"chmod", "chown"}


@pytest.mark.parametrize("old", ["old", None])
def test_a_link_stays_a_link_and_the_file_it_names_is_replaced_or_made(
    tmp_path: Path, old: str | None
) -> None:
    real = tmp_path / "real" / "a.json"
    real.parent.mkdir()
    if old is not None:
        real.write_text(old)
    link = tmp_path / "b.json"
    link.symlink_to("real/a.json")
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert real.read_text() == "new"


def test_a_link_to_itself_is_a_sentence(tmp_path: Path) -> None:
    link = tmp_path / "b.json"
    link.symlink_to(link)
    with pytest.raises(UserError, match="a link to itself"):
        write_atomically(link, b"new")
    assert link.is_symlink()


def test_a_read_only_file_is_replaced_only_when_that_is_wanted(path: Path, tmp_path: Path) -> None:
    path.chmod(0o444)
    assert is_read_only(path)
    with pytest.raises(
        ReadOnlyError, match="this file is read-only; make it writable, or choose another name"
    ):
        write_atomically(path, b"new")
    assert path.read_text() == "old"
    write_atomically(path, b"new", even_read_only=True)
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o444
    assert names(tmp_path) == ["a.json"]


@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_what_is_no_file_is_never_replaced(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a.json"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to("/dev/null")
    before = os.stat(path).st_mode
    with pytest.raises(UserError, match="this is no ordinary file"):
        write_atomically(path, b"new")
    assert os.stat(path).st_mode == before


@pytest.mark.parametrize("letter", ["x", "ä", "𝒙"])
def test_names_up_to_the_limit_can_be_written_and_longer_ones_are_a_sentence(
    tmp_path: Path, letter: str
) -> None:
    stem = letter * (250 // len(letter.encode()))
    path = tmp_path / f"{stem}{'y' * (250 - len(stem.encode()))}.json"
    write_atomically(path, b"old")
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert names(tmp_path) == [path.name]
    with pytest.raises(UserError, match=r"name too long.*choose a shorter name"):
        write_atomically(tmp_path / f"y{path.name}", b"new")


@pytest.mark.parametrize(
    ("name", "words"),
    [("nul\0l", "."), ("no/such/folder.json", "does not exist; create it"), ("a.json/b.json", ".")],
)
def test_impossible_names_are_a_sentence(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / "a.json").touch()
    with pytest.raises(UserError, match=words):
        write_atomically(tmp_path / name, b"new")


@pytest.mark.parametrize(
    "size", [100_000, 12_000], ids=["far too large", "the last bytes wait in a buffer"]
)
def test_a_disk_without_room_leaves_the_old_file(path: Path, tmp_path: Path, size: int) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, before[1]))
    try:
        with pytest.raises(
            UserError, match=r"cannot be written \(File too large\); choose another place"
        ):
            write_atomically(path, b"x" * size)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert path.read_text() == "old"
    assert names(tmp_path) == ["a.json"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_full_disk_says_what_to_do(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, full)
    with pytest.raises(
        UserError, match=r"\(No space left on device\); free some space, or choose another place"
    ):
        write_atomically(path, b"new")
    assert path.read_text() == "old"
    assert names(tmp_path) == ["a.json"]


# --- crashes --------------------------------------------------------------------------------------


def _killed_at(step: str, path: Path) -> None:
    def die(*_: object, **__: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    setattr(os, step, die)
    write_atomically(path, b"new")


@pytest.mark.parametrize("step", ["fsync", "chmod", "chown", "replace"])
def test_a_kill_at_any_step_leaves_the_old_file_and_the_next_write_sweeps(
    path: Path, tmp_path: Path, step: str
) -> None:
    child = multiprocessing.get_context("spawn").Process(target=_killed_at, args=(step, path))
    child.start()
    child.join()
    assert child.exitcode == -signal.SIGKILL
    assert path.read_text() == "old"
    left, _ = names(tmp_path)
    age(tmp_path / left)
    write_atomically(path, b"newer")
    assert path.read_text() == "newer"
    assert names(tmp_path) == ["a.json"]


def test_only_left_over_files_are_swept(tmp_path: Path) -> None:
    others = [".linclass.part", ".other.0123abcd.part", "linclass.0123abcd.part"]
    for name in (*others, ".linclass.0123abcd.part"):
        (tmp_path / name).touch()
        age(tmp_path / name)
    write_atomically(tmp_path / "a.json", b"new")
    assert names(tmp_path) == sorted([*others, "a.json"])


def test_a_file_that_is_being_written_is_not_swept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.json"
    replace: Callable[..., None] = os.replace

    def write_another_first(*places: str) -> None:
        monkeypatch.setattr(os, "replace", replace)
        write_atomically(path, b"of another window")
        assert path.read_bytes() == b"of another window"
        replace(*places)

    monkeypatch.setattr(os, "replace", write_another_first)
    write_atomically(path, b"of this window")
    assert path.read_bytes() == b"of this window"
    assert names(tmp_path) == ["a.json"]


def test_a_stamp_tells_states_of_a_file_apart(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    assert stamp_of(path) is None
    write_atomically(path, b"one")
    first = stamp_of(path)
    assert stamp_of(path) == first
    write_atomically(path, b"two")
    assert stamp_of(path) != first
