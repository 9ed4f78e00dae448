"""Replacing files: never unasked what another window, program or scene has written."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog, QFileDialog

from linclass_gui.figures.requests import Recipe
from linclass_gui.files.codec import load_document, save_document
from linclass_gui.scene.document import Document
from linclass_gui.window.commands import overwriting
from linclass_gui.window.commands.exporting import ExportJob
from linclass_gui.window.dialogs.export import ExportDialog
from linclass_gui.window.main_window import MainWindow


class Asked:
    """What was asked, and what is answered."""

    def __init__(self) -> None:
        self.reproaches: list[str] = []
        self.answers: list[str] = []

    def __call__(self, parent: object, name: str, reproach: str) -> str:
        self.reproaches.append(reproach)
        return self.answers.pop(0)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Answers the question about replacing; by default no question is expected."""
    asked = Asked()
    monkeypatch.setattr(overwriting, "ask_to_replace", asked)
    return asked


def choose(monkeypatch: pytest.MonkeyPatch, *paths: Path) -> None:
    """What the file dialogs answer, one after another."""
    names = [str(path) for path in paths]
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (names.pop(0), ""))


def change(window: MainWindow) -> None:
    window.methods.toggle("m1")


# --- scenes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "is_opened"), [("replace", False), ("elsewhere", True), ("cancel", True)]
)
def test_a_file_that_another_program_changed_is_not_replaced_unasked(
    window: MainWindow,
    tmp_path: Path,
    asked: Asked,
    monkeypatch: pytest.MonkeyPatch,
    answer: str,
    is_opened: bool,
) -> None:
    path, other, document = tmp_path / "a.json", tmp_path / "b.json", window.session.document
    if is_opened:
        save_document(document, path)
    assert window.files.open_path(path) if is_opened else window.files.save_to(path)
    change(window)
    save_document(replace(document, title="of another window"), path)
    choose(monkeypatch, other)
    asked.answers = [answer]
    assert window.files.save() is (answer != "cancel")
    assert asked.reproaches == [
        "Another window or program has changed the file since this one read or wrote it."
    ]
    assert (load_document(path).title == "of another window") is (answer != "replace")
    assert other.exists() is (answer == "elsewhere")
    assert window.session.is_modified is (answer == "cancel")
    assert window.session.path == (other if answer == "elsewhere" else path)


def test_a_read_only_file_is_replaced_only_when_that_is_wanted(
    window: MainWindow, tmp_path: Path, asked: Asked
) -> None:
    path = tmp_path / "a.json"
    window.files.save_to(path)
    path.chmod(0o444)
    before = path.read_bytes()
    change(window)
    asked.answers = ["cancel", "replace"]
    assert not window.files.save()
    assert path.read_bytes() == before
    assert window.files.save()
    assert path.read_bytes() != before
    assert asked.reproaches == ["The file is read-only."] * 2


def test_a_suffix_that_the_file_dialog_did_not_see_is_asked_about(
    window: MainWindow,
    tmp_path: Path,
    asked: Asked,
    document: Document,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "a.json"
    save_document(replace(document, title="of another scene"), path)
    (tmp_path / "a.csv").write_text("of another scene")
    asked.answers = ["cancel", "cancel"]
    choose(monkeypatch, tmp_path / "a", tmp_path / "a")
    assert not window.files.save_as()
    assert not window.files.export_csv()
    assert load_document(path).title == "of another scene"
    assert (tmp_path / "a.csv").read_text() == "of another scene"
    assert len(asked.reproaches) == 2


def test_saving_through_a_link_keeps_it(
    window: MainWindow, tmp_path: Path, asked: Asked, document: Document
) -> None:
    save_document(document, tmp_path / "real.json")
    link = tmp_path / "a.json"
    link.symlink_to("real.json")
    assert window.files.open_path(link)
    change(window)
    assert window.files.save()
    assert link.is_symlink()
    assert not load_document(tmp_path / "real.json").methods[0].enabled


# --- figures --------------------------------------------------------------------------------------


SVG = Recipe(suffix=".svg")


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """How often the export dialog came; it is accepted as it is."""
    count: list[str] = []

    def accept(_dialog: ExportDialog) -> int:
        count.append("dialog")
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(ExportDialog, "exec", accept)
    return count


@pytest.mark.parametrize("answer", ["replace", "cancel"])
def test_a_series_asks_once_before_it_replaces_what_it_did_not_make(
    window: MainWindow, tmp_path: Path, asked: Asked, answer: str
) -> None:
    other = tmp_path / "slide-2-boundary.svg"
    other.write_text("another figure")
    asked.answers = [answer]
    layers = Recipe(suffix=".svg", series="layers")
    assert window.exporting.write(layers, tmp_path / "slide.svg") is (answer == "replace")
    assert len(asked.reproaches) == 1
    assert (other.read_text() == "another figure") is (answer == "cancel")
    names = sorted(path.name for path in tmp_path.glob("*.svg"))
    assert names[:2] == (
        ["slide-1-data.svg", "slide-2-boundary.svg"]
        if answer == "replace"
        else ["slide-2-boundary.svg"]
    )
    if answer == "replace":  # again it knows all of them
        assert window.exporting.write(layers, tmp_path / "slide.svg")
        assert len(asked.reproaches) == 1


def test_a_saved_scene_keeps_its_last_export_when_it_is_opened_again(
    window: MainWindow, tmp_path: Path, asked: Asked, document: Document
) -> None:
    path = tmp_path / "first.svg"
    window.exporting.write(SVG, path)
    window.files.save_to(tmp_path / "a.json")
    window.files.new()
    assert window.exporting.last.path is None
    assert window.files.open_path(tmp_path / "a.json")
    assert window.exporting.last == ExportJob(SVG, path)
    path.unlink()
    window.actions_by_id["export-again"].trigger()
    assert path.exists()
    window.files.new()
    window.files.open_path(tmp_path / "a.json")
    path.write_text("another figure")
    asked.answers = ["cancel"]
    window.actions_by_id["export-again"].trigger()
    assert path.read_text() == "another figure"


def test_remembered_exports_that_are_not_understood_are_none(
    window: MainWindow, tmp_path: Path
) -> None:
    window.files.save_to(tmp_path / "a.json")
    for text in (
        "",
        "{",
        "[]",
        '{"a": 1}',
        '{"a": "{"}',
        json.dumps({str(tmp_path / "a.json"): "{"}),
    ):
        window.settings.set_text("exports-of-scenes", text)
        assert window.exporting.last.path is None


# --- the question ---------------------------------------------------------------------------------


def test_what_was_set_up_and_cancelled_stays_for_the_scene(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def narrow(dialog: ExportDialog) -> int:
        dialog.figure.fields["width"].set_value(50.0)
        return QDialog.DialogCode.Rejected

    seen: list[float] = []
    monkeypatch.setattr(ExportDialog, "exec", narrow)
    assert not window.exporting.export()
    monkeypatch.setattr(
        ExportDialog, "exec", lambda dialog: seen.append(dialog.recipe.width_mm) or 0
    )
    window.exporting.export()
    window.files.new()
    window.exporting.export()
    assert seen == [50.0, 84.0]


def test_another_scene_asks_where_its_figure_goes(
    window: MainWindow,
    tmp_path: Path,
    document: Document,
    asked: Asked,
    chosen: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second = tmp_path / "first.svg", tmp_path / "second.svg"
    assert window.exporting.write(SVG, first)
    before = first.read_bytes()
    window.session.load(document.removing("m1"))
    assert window.exporting.last == ExportJob()
    choose(monkeypatch, second)
    window.actions_by_id["export-again"].trigger()
    assert first.read_bytes() == before
    assert chosen == ["dialog"]
    assert second.exists()
    window.actions_by_id["export-again"].trigger()
    assert chosen == ["dialog"]


def test_a_figure_that_another_scene_wrote_meanwhile_is_not_replaced_unasked(
    window: MainWindow, tmp_path: Path, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, other = tmp_path / "first.svg", tmp_path / "second.svg"
    assert window.exporting.write(SVG, path)
    path.write_text("another figure")
    asked.answers = ["elsewhere"]
    choose(monkeypatch, other)
    window.actions_by_id["export-again"].trigger()
    assert path.read_text() == "another figure"
    assert other.exists()


def test_a_scene_saved_under_another_name_asks_before_it_replaces_the_figure_of_the_first(
    window: MainWindow, tmp_path: Path, asked: Asked
) -> None:
    path = tmp_path / "first.svg"
    window.files.save_to(tmp_path / "a.json")
    assert window.exporting.write(SVG, path)
    before = path.read_bytes()
    change(window)
    window.files.save_to(tmp_path / "b.json")
    asked.answers = ["cancel"]
    window.actions_by_id["export-again"].trigger()
    assert path.read_bytes() == before
    assert asked.reproaches == ["This scene did not write the file that is there."]
