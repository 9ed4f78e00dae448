"""Reading files of any origin: never waiting, never another exception than one sentence."""

import os
import tracemalloc
from pathlib import Path

import pytest

from linclass_gui.errors import UserError
from linclass_gui.files import text_files as reading
from linclass_gui.files.first_picture import open_document
from linclass_gui.files.text_files import ReadingError, read_text

TEXT = "a;b\n1;2\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_every_encoding_with_a_mark_is_read(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "t").write_bytes(TEXT.encode(encoding))
    assert read_text(tmp_path / "t") == TEXT


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_every_line_end_is_one_line_end(tmp_path: Path, end: str) -> None:
    (tmp_path / "t").write_bytes(TEXT.replace("\n", end).encode())
    assert read_text(tmp_path / "t") == TEXT


@pytest.mark.parametrize(
    "content", [b"\x00\x01", b"a\xff", b"\xff\xfe\x00\xd8", b"\xff\xfea", "a".encode("utf-16-le")]
)
def test_what_is_no_text_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "t").write_bytes(content)
    with pytest.raises(ReadingError, match="this is not a text file"):
        read_text(tmp_path / "t")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("suffix", [".json", ".csv"])
def test_a_pipe_without_a_writer_is_refused_at_once(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"pipe{suffix}"
    os.mkfifo(path)
    with pytest.raises(UserError, match="no ordinary file"):
        open_document(str(path))


@pytest.mark.skipif(
    not Path("/dev/zero").exists(), reason="this system has no devices among its files"
)
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "/dev/tty"])
def test_devices_are_refused(device: str) -> None:
    with pytest.raises(UserError, match="no ordinary file"):
        open_document(device)


@pytest.mark.parametrize(
    "name",
    [
        "x" * 300 + ".json",
        "nul\0l.json",
        "x/" * 3000 + "y.csv",
        "\udcff.json",
        "line\nbreak.json",
        "",
    ],
)
def test_impossible_names_are_one_printable_line(name: str) -> None:
    with pytest.raises(UserError) as caught:
        open_document(name)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("name", ["", " "])
def test_no_name_is_not_the_folder_that_one_is_in(name: str) -> None:
    with pytest.raises(UserError, match="this name is empty"):
        open_document(name)


def test_a_link_to_itself_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "loop.json"
    path.symlink_to(path)
    with pytest.raises(UserError, match=r"loop\.json: cannot be read"):
        open_document(str(path))


def test_a_file_too_large_for_the_memory_is_refused_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "hole.json"
    path.touch()
    os.truncate(path, reading.MOST_BYTES + 1)
    monkeypatch.setattr(os, "open", lambda *_: pytest.fail("it was opened"))
    with pytest.raises(UserError, match="larger than"):
        open_document(str(path))


def test_a_file_is_read_through_no_buffer_larger_than_itself(tmp_path: Path) -> None:
    path = tmp_path / "small.json"
    path.write_bytes(bytes(10_000))
    tracemalloc.start()
    try:
        assert len(reading.read_bytes(path)) == 10_000
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 10 * 10_000


@pytest.mark.parametrize("grown", [1, 100, 1_000_000])
def test_a_file_that_has_grown_since_it_was_asked_is_read_whole(
    tmp_path: Path, grown: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "growing.json"
    path.write_bytes(b"a" * 100)
    before = os.stat(path)
    monkeypatch.setattr(os, "fstat", lambda _: before)
    path.write_bytes(b"a" * (100 + grown))
    assert len(reading.read_bytes(path)) == 100 + grown
    monkeypatch.setattr(reading, "MOST_BYTES", 100)
    with pytest.raises(ReadingError, match="larger than"):
        reading.read_bytes(path)
