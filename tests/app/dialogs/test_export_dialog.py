"""The figure dialog: panels, films, other eyes, true size, and what it copies."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of
from PySide6.QtCore import QCoreApplication, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QTabWidget, QWidget
from pytestqt.qtbot import QtBot

from linclass_gui.app import create_window
from linclass_gui.app.commands.exporting import ExportJob
from linclass_gui.app.dialogs.export import ExportDialog
from linclass_gui.app.session.waiting import Telling
from linclass_gui.app.widgets.window_geometry import TITLE_BAR
from linclass_gui.app.window import MainWindow
from linclass_gui.cli import main
from linclass_gui.core.appearance.colour_vision import EYES, simulate_vision
from linclass_gui.core.files.codec import encode, load_document, save_document
from linclass_gui.core.files.embedded_scene import embedded_text
from linclass_gui.core.sweeps import Sweep
from linclass_gui.exporters import EXPORTERS, ExportOptions
from linclass_gui.exporters.commands import command_of
from linclass_gui.exporters.requests import Request, files_of, from_values, to_values
from solvers import SoftMarginSVM

SWEPT = Request(("canvas", "losses"), Sweep("C", ("1", "100")), 2, notes=False)


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    made = create_window(document_of(clouds(16), (SoftMarginSVM(),)))
    qtbot.addWidget(made)
    assert made.session.wait_idle(5000)
    yield made
    made.session.close()


@pytest.fixture
def dialog(window: MainWindow, qtbot: QtBot) -> ExportDialog:
    made = ExportDialog(window.session.scene, "canvas", ".pdf", ExportOptions(), window, SWEPT)
    qtbot.addWidget(made)
    return made


@pytest.mark.parametrize("screen", [QSize(1280, 800), QSize(800, 500), QSize(533, 333)])
def test_its_buttons_are_in_reach_on_a_small_screen(window: MainWindow, monkeypatch: pytest.MonkeyPatch, screen: QSize) -> None:
    monkeypatch.setattr(QWidget, "screen", lambda _: SimpleNamespace(availableSize=lambda: screen))
    window.suit_screen()
    dialog = ExportDialog(window.session.scene, "canvas", ".pdf", ExportOptions(), window, SWEPT, SWEPT)
    dialog.show()
    QCoreApplication.processEvents()
    room = screen - QSize(0, TITLE_BAR)
    assert QSize(dialog.size()).boundedTo(room) == dialog.size()
    dialog.findChild(QTabWidget).setCurrentIndex(1)
    QCoreApplication.processEvents()
    fits = dialog.panels.visibleRegion().boundingRect().height() == dialog.panels.height()
    assert fits or screen.height() < 600, "where the screen has room nothing is scrolled"
    dialog.close()


def test_it_begins_with_the_last_request_and_gives_it_back(dialog: ExportDialog) -> None:
    assert dialog.request == SWEPT
    assert from_values(to_values(SWEPT)) == SWEPT
    dialog.close()


def test_it_stays_open_while_something_is_missing_even_before_the_picture_has_said_so(dialog: ExportDialog) -> None:
    dialog.show()
    dialog.panels.parameter.setCurrentIndex(dialog.panels.parameter.findData("C"))
    dialog.panels.values.setText("")
    dialog.accept()
    assert dialog.isVisible()
    assert "enter values" in dialog.verdict.text()
    dialog.panels.values.setText("1, 10")
    dialog.figure.format_combo.addItem("a format that needs something else", ".else")
    dialog.figure.format_combo.setCurrentIndex(dialog.figure.format_combo.count() - 1)
    dialog.accept()
    assert dialog.isVisible()
    dialog.figure.format_combo.setCurrentIndex(0)
    dialog.accept()
    assert not dialog.isVisible()


def test_a_film_needs_a_format_that_moves(dialog: ExportDialog) -> None:
    dialog.panels.motion.setCurrentIndex(dialog.panels.motion.findData("sweep"))
    assert dialog.request.motion == ""
    dialog.figure.format_combo.setCurrentIndex(dialog.figure.format_combo.findData(".gif"))
    assert dialog.request.motion == "sweep"
    dialog.close()


def test_a_drag_goes_from_the_selected_point_to_the_other_class_or_where_one_says(dialog: ExportDialog) -> None:
    panels = dialog.panels
    assert not panels.drag.isEnabled()
    panels.motion.setCurrentIndex(panels.motion.findData("drag"))
    panels.motion.activated.emit(panels.motion.currentIndex())
    assert panels.drag.isEnabled()
    dialog.figure.format_combo.setCurrentIndex(dialog.figure.format_combo.findData(".gif"))
    data = dialog._scene.document.dataset
    mean = data.X[data.labels != data.labels[0]].mean(axis=0)
    assert dialog.request.drag == (0, pytest.approx(mean[0], rel=1e-2), pytest.approx(mean[1], rel=1e-2))
    panels.drag.setText("3, 1.5, \u22122")
    assert (dialog.request.motion, dialog.request.drag) == ("drag", (2, 1.5, -2.0))
    for text, words in (
        ("99, 0, 0", "no point 99; the scene has 16"),
        ("3, 1", "a drag is written"),
        ("3, nan, 1", "a drag is written"),
    ):
        panels.drag.setText(text)
        dialog.draw()
        assert words in dialog.verdict.text()
        assert not dialog.export_button.isEnabled()
    dialog.close()


def test_without_its_encoder_the_format_of_videos_says_what_to_install(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("linclass_gui.exporters.motion.mp4.is_there", lambda: False)
    monkeypatch.setattr("linclass_gui.exporters.EXPORTERS", tuple(e for e in EXPORTERS if e.suffix != ".mp4"))
    monkeypatch.setattr("linclass_gui.app.dialogs.export_figure.EXPORTERS", tuple(e for e in EXPORTERS if e.suffix != ".mp4"))
    made = ExportDialog(window.session.scene, "canvas", ".pdf", ExportOptions(), window)
    qtbot.addWidget(made)
    made.figure.format_combo.setCurrentIndex(made.figure.format_combo.findData(".mp4"))
    made.draw()
    assert "pip install" in made.verdict.text()
    assert "[video]" in made.verdict.text()
    assert not made.export_button.isEnabled()
    made.close()


def test_missing_values_are_said_below(dialog: ExportDialog, qtbot: QtBot) -> None:
    dialog.panels.values.setText("")
    dialog.draw()
    assert "commas" in dialog.verdict.text()
    assert not dialog.export_button.isEnabled()
    dialog.panels.values.setText("1, nonsense")
    dialog.draw()
    qtbot.waitUntil(lambda: "nonsense" in dialog.verdict.text())
    dialog.close()


def test_other_eyes_and_true_size_change_the_preview(dialog: ExportDialog, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not dialog.preview.picture.isNull())
    before = dialog.preview.picture.toImage()
    dialog.eyes_combo.setCurrentIndex(dialog.eyes_combo.findData("grey"))
    dialog.draw()
    qtbot.waitUntil(lambda: dialog.preview.picture.toImage() != before)
    picture = dialog.preview.picture.toImage()
    colours = {picture.pixelColor(x, y).getRgb()[:3] for x in range(0, picture.width(), 7) for y in range(0, picture.height(), 7)}
    assert all(len(set(colour)) == 1 for colour in colours)
    dialog.true_size.setChecked(True)
    dialog.draw()
    wanted = round(84.0 / 25.4 * dialog.preview.logicalDpiX() * dialog.devicePixelRatioF())
    qtbot.waitUntil(lambda: dialog.preview.picture.width() == wanted)
    dialog.close()


@pytest.mark.parametrize("eyes", EYES)
def test_white_and_black_stay_for_all_eyes(eyes: str) -> None:
    ends = np.array([[0, 0, 0], [255, 255, 255]], dtype=np.uint8)
    assert np.abs(simulate_vision(ends, eyes).astype(int) - ends).max() <= 1


def test_a_copy_holds_the_picture_in_three_formats_with_its_scene(window: MainWindow, dialog: ExportDialog) -> None:
    window.exporting._copy(dialog, "picture")
    data = QGuiApplication.clipboard().mimeData()
    assert {"image/png", "image/svg+xml", "application/pdf"} <= set(data.formats())
    assert embedded_text(bytes(data.data("application/pdf").data()), "clipboard") == encode(window.session.document)
    window.exporting._copy(dialog, "python")
    assert "SVC(" in QGuiApplication.clipboard().text()
    dialog.close()


def test_the_copied_command_draws_the_same_file(window: MainWindow, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scene, options = tmp_path / "scene.json", ExportOptions(100.0, 60.0, font_size_pt=9.0, theme="grey", line_factor=1.5)
    save_document(window.session.document, scene)
    words = shlex.split(command_of(str(scene), str(tmp_path / "a.svg"), SWEPT, options))
    assert main(words[1:]) == 0
    assert window.exporting.write(ExportJob("canvas", ".svg", options, tmp_path / "b.svg", request=SWEPT))
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    capsys.readouterr()


REQUESTS = (
    Request(("canvas", "losses"), columns=1),
    Request(("canvas", "losses", "path")),
    Request(sweep=Sweep("C", ("1", "10", "100"))),
    Request(("weight-space",), Sweep("landscape", ("errors", "J_p"))),
    Request(sweep=Sweep("C", ("1", "3")), motion="sweep"),
    Request(sweep=Sweep("C", ("1", "3")), motion="sweep", series="frames", letters=False),
    Request(series="layers"),
)


@pytest.mark.parametrize("request_", REQUESTS, ids=str)
def test_whatever_is_drawn_has_a_command_that_draws_the_same_bytes(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request_: Request
) -> None:
    monkeypatch.chdir(tmp_path)
    scene, suffix = tmp_path / "scene.json", ".html" if request_.motion and not request_.series else ".svg"
    document = replace(window.session.document, layers=frozenset({"boundary"}))
    save_document(document, scene)
    window.session.load(document, scene)
    assert window.session.wait_idle(5000)
    options = ExportOptions(84.125, 63.0, font_size_pt=7.3, dpi=20.0)
    window.exporting._clip("command", request_, options, suffix)
    assert main(shlex.split(QGuiApplication.clipboard().text())[1:]) == 0
    made = sorted(path for path in (tmp_path / "scene").glob("*")) if request_.series else [tmp_path / f"scene{suffix}"]
    files = list(files_of(window.session.scene, request_, suffix, options))
    assert [path.name for path in made] == [f"scene{ending}{suffix}" for ending, _ in files]
    assert [path.read_bytes() for path in made] == [content for _, content in files]


def test_the_command_of_a_lesson_names_it_and_that_of_an_unsaved_scene_says_so(window: MainWindow, tmp_path: Path) -> None:
    window.lessons.open_named("hard-margin")
    told = window.exporting._clip("command", Request(), ExportOptions(), ".pdf")
    assert told == "Copied the command."
    assert QGuiApplication.clipboard().text() == "linclass-gui export lesson:hard-margin -o hard-margin.pdf --views canvas"
    window.methods.toggle("m1")
    assert "save the scene under this name first" in window.exporting._clip("command", Request(), ExportOptions(), ".pdf")
    window.session.load(window.session.committed, tmp_path / "mine.json")
    window.methods.toggle("m1")
    assert "as it was saved last" in window.exporting._clip("command", Request(), ExportOptions(), ".pdf")


def test_the_figure_of_a_lesson_is_offered(window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    window.lessons.open_named("landscapes")
    assert window.session.wait_idle(5000)
    seen_by: list[tuple[object, ...]] = []

    def look(dialog: ExportDialog) -> int:
        seen_by.append((dialog.view, dialog.request, dialog.options.width_mm))
        return 0

    monkeypatch.setattr(ExportDialog, "exec", look)
    assert not window.exporting.export()
    ((view, request, width),) = seen_by
    assert view == "weight-space"
    assert request == Request(("weight-space",), Sweep("landscape", ("errors", "J_p", "J_q", "J_r")), 2)
    assert width == 170.0


def test_third_views_series_and_values_are_chosen_in_the_dialog(dialog: ExportDialog) -> None:
    panels = dialog.panels
    panels.third.setCurrentIndex(panels.third.findData("path"))
    assert dialog.request.views == ("canvas", "losses", "path")
    panels.beside.setCurrentIndex(0)
    panels.beside.activated.emit(0)
    assert dialog.request.views == ("canvas",)
    for name, values in (("landscape", "errors, J_p, J_q, J_r"), ("C", "10, 100, 1000, 10000"), ("algorithm", "active-set")):
        panels.parameter.setCurrentIndex(panels.parameter.findData(name))
        panels.parameter.activated.emit(panels.parameter.currentIndex())
        assert values in panels.values.text()
        assert dialog.request.sweep is not None
    panels.series.setCurrentIndex(panels.series.findData("frames"))
    dialog.draw()
    assert "choose what moves" in dialog.verdict.text()
    panels.motion.setCurrentIndex(panels.motion.findData("sweep"))
    assert (dialog.request.series, dialog.request.motion) == ("frames", "sweep")
    panels.series.setCurrentIndex(panels.series.findData("layers"))
    assert (dialog.request.series, dialog.request.motion) == ("layers", "")
    assert from_values(to_values(dialog.request)) == dialog.request
    dialog.close()


def test_a_job_is_remembered_with_its_request() -> None:
    job = ExportJob("canvas", ".svg", ExportOptions(alt="two clouds"), Path("a.svg"), request=SWEPT)
    assert ExportJob.from_text(job.to_text()) == job


def test_an_opened_figure_is_a_scene_without_a_file(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "figure.pdf"
    assert window.exporting.write(ExportJob("canvas", ".pdf", ExportOptions(), path))
    before = path.read_bytes()
    assert window.files.open_path(path)
    assert window.session.path is None
    assert encode(window.session.document) == encode(load_document(path))
    assert path.read_bytes() == before


def test_other_scenes_stand_beside_the_open_one(dialog: ExportDialog, window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    other = tmp_path / "other.json"
    save_document(window.session.document, other)
    dialog.panels.parameter.setCurrentIndex(0)
    dialog.panels.set_scenes((str(other),))
    assert dialog.request.scenes == (str(other),)
    assert from_values(to_values(dialog.request)) == dialog.request
    words = shlex.split(command_of("a.json", "b.pdf", dialog.request, ExportOptions()))
    assert words[2:4] == ["a.json", str(other)]
    assert "--grid" in words
    dialog.panels.set_scenes((str(tmp_path / "missing.json"),))
    dialog.draw()
    qtbot.waitUntil(lambda: "no such file" in dialog.verdict.text())
    dialog.close()


def test_the_menu_copies_what_would_be_exported(window: MainWindow) -> None:
    window.exporting._copy_last("command")
    assert QGuiApplication.clipboard().text().startswith("linclass-gui export")


@pytest.mark.parametrize("suffix", [".gif", ".html"])
def test_a_film_is_written_beside_the_window(window: MainWindow, tmp_path: Path, suffix: str) -> None:
    window.session.apply("Few layers", replace(window.session.document, layers=frozenset({"boundary", "margins"})))
    request = Request(sweep=Sweep("C", ("1", "10")), motion="sweep")
    path = tmp_path / f"film{suffix}"
    assert window.exporting.write(ExportJob("canvas", suffix, ExportOptions(dpi=30.0), path, request=request))
    assert encode(load_document(path)).replace('"C": 1.0', "") == encode(window.session.document).replace('"C": 1.0', "")
    assert window.exporting.last.request == request


def test_a_film_of_a_drag_is_written_and_says_how_far_it_is(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.session.apply("Few layers", replace(window.session.document, layers=frozenset({"boundary"})))
    said: list[tuple[str, float]] = []
    monkeypatch.setattr(Telling, "tell", lambda _, words, share: said.append((words, share)))
    path = tmp_path / "film.gif"
    assert window.exporting.write(
        ExportJob("canvas", ".gif", ExportOptions(dpi=20.0), path, request=Request(motion="drag", drag=(1, 0.5, 0.5)))
    )
    assert said[0] == ("computing frame 1", 0.0)
    assert said[-1] == ("frame 31 of 31", 1.0)
    assert load_document(path).dataset.X.tolist() == window.session.document.dataset.X.tolist()
