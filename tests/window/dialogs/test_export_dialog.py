"""The figure dialog: panels, films, other eyes, true size, and what it copies."""

import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from drawing_scenes import clouds, document_of
from entering import choose
from PySide6.QtCore import QCoreApplication, QModelIndex, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QFileDialog,
    QInputDialog,
    QTabWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from linclass_gui.answers.sweeps import Sweep
from linclass_gui.cli import main
from linclass_gui.figures.command_line import command_of
from linclass_gui.figures.formats import EXPORTERS, ExportOptions
from linclass_gui.figures.project import read_project
from linclass_gui.figures.recipe import carried_document, files_of, recipe_of, values_of
from linclass_gui.figures.requests import FigurePanel, Recipe
from linclass_gui.files.codec import encode, load_document, save_document
from linclass_gui.files.embedded_scene import embedded_text
from linclass_gui.plots import PLOTS
from linclass_gui.window import create_window
from linclass_gui.window.commands import exporting, overwriting
from linclass_gui.window.commands.exporting import ExportJob
from linclass_gui.window.commands.figure_clipboard import with_shown_state
from linclass_gui.window.dialogs.export import PROJECT, ExportDialog
from linclass_gui.window.dialogs.panel_list import panels_of, with_panels
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.session.waiting import TaskProgress
from linclass_gui.window.widgets.window_behaviour import TITLE_BAR
from solvers import Perceptron, SoftMarginSVM

SWEPT = Recipe(views=("canvas", "losses"), sweep=Sweep("C", ("1", "100")), columns=2, notes=False)
# no larger size has to be looked for
ROOMY = SWEPT.at(ExportOptions(width_mm=200.0, height_mm=150.0))


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """A window of its own that is never shown, in half the time of a scene in the shared one."""
    document = document_of(clouds(16), (SoftMarginSVM(),))
    made = create_window(replace(document, layers=frozenset({"boundary", "margins"})))
    qtbot.addWidget(made)
    assert made.session.wait_idle(5000)
    yield made
    made.session.close()


@pytest.fixture
def dialog(window: MainWindow, qtbot: QtBot) -> ExportDialog:
    made = ExportDialog(window.session.scene, ROOMY, window)
    qtbot.addWidget(made)  # which closes it
    return made


@pytest.mark.parametrize("screen", [QSize(1280, 800), QSize(533, 333)])
def test_its_buttons_are_in_reach_on_a_small_screen(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, screen: QSize
) -> None:
    monkeypatch.setattr(QWidget, "screen", lambda _: SimpleNamespace(availableSize=lambda: screen))
    window.suit_screen()
    dialog = ExportDialog(window.session.scene, ROOMY, window, SWEPT)
    dialog.show()
    QCoreApplication.processEvents()
    room = screen - QSize(0, TITLE_BAR)
    assert QSize(dialog.size()).boundedTo(room) == dialog.size()
    dialog.findChild(QTabWidget).setCurrentIndex(1)
    dialog.verdict.setText(
        "Left out: a name; on points or lines: another; below 6 pt: a third and a fourth; "
        "panels of 11 mm; one panel of two; without room: a fifth, a sixth and a seventh name."
    )
    QCoreApplication.processEvents()
    fits = dialog.panels.visibleRegion().boundingRect().size() == dialog.panels.size()
    assert fits or screen.height() < 800, "where the screen has room nothing is scrolled"
    dialog.close()


def test_it_begins_with_the_last_recipe_and_gives_it_back(window: MainWindow) -> None:
    recipe = replace(ROOMY, theme="grey", transparent=True, font_size_pt=9.0)
    dialog = ExportDialog(window.session.scene, recipe, window)
    assert dialog.recipe == recipe
    dialog.close()


def test_it_stays_open_while_something_is_missing_even_before_the_picture_has_said_so(
    dialog: ExportDialog,
) -> None:
    dialog.show()
    choose(dialog.panels.parameter, "C")
    dialog.panels.values.setText("")
    dialog.accept()
    assert dialog.isVisible()
    assert "enter values with commas" in dialog.verdict.text()
    assert not dialog.export_button.isEnabled()
    dialog.panels.values.setText("1, 10")
    dialog.figure.format_combo.addItem("a format that needs something else", ".else")
    dialog.figure.format_combo.setCurrentIndex(dialog.figure.format_combo.count() - 1)
    dialog.accept()
    assert dialog.isVisible()
    dialog.figure.format_combo.setCurrentIndex(0)
    dialog.accept()
    assert not dialog.isVisible()


def test_a_film_needs_a_format_that_moves(dialog: ExportDialog, qtbot: QtBot) -> None:
    choose(dialog.panels.motion, "sweep")
    assert dialog.recipe.motion == ""
    dialog.draw()
    qtbot.waitUntil(lambda: "for a film use one of .html, .gif" in dialog.verdict.text())
    choose(dialog.figure.format_combo, ".gif")
    assert dialog.recipe.motion == "sweep"


def test_a_page_that_computes_is_ticked_and_is_html(dialog: ExportDialog) -> None:
    formats = dialog.figure.format_combo
    choose(formats, ".html")
    assert not dialog.recipe.live
    dialog.panels.live.setChecked(True)
    assert dialog.recipe.live
    choose(formats, ".pdf")
    assert not dialog.recipe.live


def test_a_drag_goes_from_the_selected_point_to_the_other_class_or_where_one_says(
    dialog: ExportDialog,
) -> None:
    panels = dialog.panels
    assert not panels.drag.isEnabled()
    choose(panels.motion, "drag")
    assert panels.drag.isEnabled()
    choose(dialog.figure.format_combo, ".gif")
    data = dialog._scene.document.dataset
    mean = data.X[data.labels != data.labels[0]].mean(axis=0)
    assert dialog.recipe.drag == (
        1,
        pytest.approx(mean[0], rel=0.01),
        pytest.approx(mean[1], rel=0.01),
    )
    panels.drag.setText("3, 1.5, \u22122")
    assert (dialog.recipe.motion, dialog.recipe.drag) == ("drag", (3, 1.5, -2.0))
    for text, words in (
        ("99, 0, 0", "no point 99; the scene has 16"),
        ("3, 1", "a drag is written"),
        ("3, nan, 1", "a drag is written"),
    ):
        panels.drag.setText(text)
        dialog.draw()
        assert words in dialog.verdict.text()
        assert not dialog.export_button.isEnabled()


def test_without_its_encoder_the_format_of_videos_says_what_to_install(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("linclass_gui.figures.mp4.is_there", lambda: False)
    monkeypatch.setattr(
        "linclass_gui.figures.formats.EXPORTERS", tuple(e for e in EXPORTERS if e.suffix != ".mp4")
    )
    monkeypatch.setattr(
        "linclass_gui.window.dialogs.export_figure.EXPORTERS",
        tuple(e for e in EXPORTERS if e.suffix != ".mp4"),
    )
    made = ExportDialog(window.session.scene, Recipe(), window)
    qtbot.addWidget(made)
    choose(made.figure.format_combo, ".mp4")
    made.draw()
    assert "pip install" in made.verdict.text()
    assert "[video]" in made.verdict.text()
    assert not made.export_button.isEnabled()
    made.close()


def test_other_eyes_and_true_size_change_the_preview(dialog: ExportDialog, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not dialog.preview.picture.isNull())
    before = dialog.preview.picture.toImage()
    choose(dialog.eyes_combo, "grey")
    dialog.draw()
    qtbot.waitUntil(lambda: dialog.preview.picture.toImage() != before)
    picture = dialog.preview.picture.toImage()
    colours = {
        picture.pixelColor(x, y).getRgb()[:3]
        for x in range(0, picture.width(), 29)
        for y in range(0, picture.height(), 29)
    }
    assert all(len(set(colour)) == 1 for colour in colours)
    dialog.true_size.setChecked(True)
    dialog.draw()
    wanted = round(200.0 / 25.4 * dialog.preview.logicalDpiX() * dialog.devicePixelRatioF())
    qtbot.waitUntil(lambda: dialog.preview.picture.width() == wanted)


def test_light_and_dark_are_seen_at_once(dialog: ExportDialog, qtbot: QtBot) -> None:
    dialog.draw()
    qtbot.waitUntil(lambda: not dialog.preview.picture.isNull())
    alone = dialog.preview.picture.toImage()
    dialog.both.setChecked(True)
    dialog.draw()
    qtbot.waitUntil(lambda: dialog.preview.picture.size() != alone.size())
    both = dialog.preview.picture.toImage()
    assert both.width() * both.height() > 2 * alone.width() * alone.height()
    assert both.pixelColor(2, 2).lightness() > 200
    assert both.pixelColor(both.width() - 3, both.height() - 3).lightness() < 60
    assert "NAME-dark" in dialog.verdict.text()


def test_both_files_are_written_and_written_again(window: MainWindow, tmp_path: Path) -> None:
    recipe, path, other = Recipe(theme="dark", suffix=".svg"), tmp_path / "two.svg", "light"
    said: list[str] = []
    window.exporting.message.connect(said.append)
    assert window.exporting.write(recipe, path, has_twin=True)
    twin = tmp_path / f"two-{other}.svg"
    assert said[-1].startswith(f"Wrote two.svg and two-{other}.svg (")
    assert sorted(one.name for one in tmp_path.iterdir()) == sorted([path.name, twin.name])
    in_other_theme = replace(recipe, theme=other)
    ((_, expected),) = files_of(window.session.scene, in_other_theme)
    assert twin.read_bytes() == expected
    assert window.exporting.last.recipe == recipe
    # the same two files again, without a question
    before = twin.stat().st_mtime_ns
    window.exporting.export_again()
    assert twin.stat().st_mtime_ns > before


def test_a_file_that_was_written_before_another_failed_is_known(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(overwriting, "say_error", lambda _, words: said.append(words))
    path = tmp_path / ("x" * 248 + ".svg")  # five letters more are too many for a file
    assert not window.exporting.write(Recipe(suffix=".svg"), path, has_twin=True)
    assert "-dark.svg: cannot be written" in said[0]
    assert window.files.guard.stamp(path) is not None


def test_a_copy_holds_the_picture_in_three_formats_with_its_scene(
    window: MainWindow, dialog: ExportDialog
) -> None:
    window.exporting._copy(dialog, "picture")
    data = QGuiApplication.clipboard().mimeData()
    assert {"image/png", "image/svg+xml", "application/pdf"} <= set(data.formats())
    assert embedded_text(bytes(data.data("application/pdf").data()), "clipboard") == encode(
        carried_document(window.session.document, replace(dialog.recipe, suffix=".pdf"))
    )
    window.exporting._copy(dialog, "python")
    assert "SVC(" in QGuiApplication.clipboard().text()


REQUESTS = (
    SWEPT,
    Recipe(sweep=Sweep("C", ("1", "3")), motion="sweep", series="frames", letters=False),
    Recipe(live=True),
    Recipe(series="layers"),
    Recipe(
        axes="free",
        panels=(
            FigurePanel(title="a b"),
            FigurePanel("lesson:xor", layers=frozenset({"grid"})),
            FigurePanel(view="losses"),
        ),
    ),
)


@pytest.mark.usefixtures("no_remarks")
@pytest.mark.parametrize("request_", REQUESTS, ids=str)
def test_whatever_is_drawn_has_a_command_that_draws_the_same_bytes(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request_: Recipe
) -> None:
    monkeypatch.chdir(tmp_path)
    scene, suffix = (
        tmp_path / "scene.json",
        ".html" if (request_.motion or request_.live) and not request_.series else ".svg",
    )
    document = replace(window.session.document, layers=frozenset({"boundary"}))
    save_document(document, scene)
    window.session.load(document, scene)
    assert window.session.wait_idle(5000)
    options = ExportOptions(84.125, 63.0, font_size_pt=7.3, dpi=20.0, theme="grey", line_factor=1.5)
    # a command says how many columns there are
    recipe = with_shown_state(window.session.scene, replace(request_, suffix=suffix).at(options))
    window.exporting._clip("command", recipe)
    assert main(shlex.split(QGuiApplication.clipboard().text())[1:]) == 0
    made = (
        sorted(path for path in (tmp_path / "scene").glob("*"))
        if request_.series
        else [tmp_path / f"scene{suffix}"]
    )
    files = list(files_of(window.session.scene, recipe))
    assert [path.name for path in made] == [f"scene{ending}{suffix}" for ending, _ in files]
    assert [path.read_bytes() for path in made] == [content for _, content in files]


def test_the_command_of_a_lesson_names_it_and_that_of_an_unsaved_scene_says_so(
    window: MainWindow, tmp_path: Path
) -> None:
    window.lessons.open_named("hard-margin")
    told = window.exporting._clip("command", Recipe())
    assert told == "Copied the command."
    assert (
        QGuiApplication.clipboard().text()
        == "linclass-gui export lesson:hard-margin -o hard-margin.pdf --views canvas"
    )
    window.methods.toggle("m1")
    assert "save the scene under this name first" in window.exporting._clip("command", Recipe())
    window.session.load(window.session.committed, tmp_path / "mine.json")
    window.methods.toggle("m1")
    assert "as it was saved last" in window.exporting._clip("command", Recipe())


def test_third_views_series_and_values_are_chosen_in_the_dialog(dialog: ExportDialog) -> None:
    panels = dialog.panels
    panels.list.add(FigurePanel())
    assert dialog.recipe.views == ("canvas", "losses", PLOTS[0].name), (
        "the next view that is not there yet"
    )
    choose(panels.list.view_combo, "path")
    assert dialog.recipe.views == ("canvas", "losses", "path")
    panels.list.remove()
    panels.list.remove()
    assert dialog.recipe.views == ("canvas",)
    assert not panels.list.remove_button.isEnabled(), "one panel stays"
    for name, values in (
        ("landscape", "errors, J_p, J_q, J_r"),
        ("C", "10, 100, 1000, 10000"),
        ("algorithm", "active-set"),
    ):
        choose(panels.parameter, name)
        assert values in panels.values.text()
        assert dialog.recipe.sweep is not None
    choose(panels.fields["series"], "frames")
    dialog.draw()
    assert "choose what moves" in dialog.verdict.text()
    choose(panels.motion, "sweep")
    assert (dialog.recipe.series, dialog.recipe.motion) == ("frames", "sweep")
    choose(panels.fields["series"], "layers")
    assert (dialog.recipe.series, dialog.recipe.motion) == ("layers", "")
    assert recipe_of(values_of(dialog.recipe), "test") == dialog.recipe


def test_blocks_of_numbers_are_views_of_the_dialog(dialog: ExportDialog) -> None:
    panels = dialog.panels.list
    dialog.panels.parameter.setCurrentIndex(0)
    panels.show_panels((FigurePanel(), FigurePanel(view="numbers:S_W/w")))
    assert "Numbers: Average covariance, Fisher's direction" in panels.rows.item(1).text()
    panels.rows.setCurrentRow(1)
    assert panels.view_combo.currentText() == "Numbers: Average covariance, Fisher's direction"
    assert dialog.recipe.views == ("canvas", "numbers:S_W/w")
    choose(panels.view_combo, "numbers:means")
    assert dialog.recipe.views == ("canvas", "numbers:means")
    panels.show_panels((FigurePanel(), FigurePanel(view="numbers:means")))
    panels.rows.setCurrentRow(0)
    choose(dialog.figure.view_combo, "numbers:gaussian")
    assert dialog.recipe.views == ("numbers:gaussian", "numbers:means")


def test_a_job_is_remembered_with_its_request() -> None:
    job = ExportJob(
        replace(SWEPT, suffix=".svg").at(ExportOptions(alt="two clouds")), Path("a.svg")
    )
    assert ExportJob.from_text(job.to_text()) == job
    with_twin = replace(job, has_twin=True)
    assert ExportJob.from_text(with_twin.to_text()) == with_twin


def test_other_scenes_stand_beside_the_open_one(
    dialog: ExportDialog, window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    other = tmp_path / "other.json"
    save_document(window.session.document, other)
    dialog.panels.parameter.setCurrentIndex(0)
    dialog.panels.list.show_panels((FigurePanel(), FigurePanel(str(other))))
    assert dialog.recipe.scenes == (str(other),)
    assert recipe_of(values_of(dialog.recipe), "test") == dialog.recipe
    words = shlex.split(command_of("a.json", "b.pdf", dialog.recipe.at(ExportOptions())))
    assert words[2:4] == ["a.json", str(other)]
    assert "--grid" in words
    dialog.panels.list.show_panels((FigurePanel(), FigurePanel(str(tmp_path / "missing.json"))))
    dialog.draw()
    qtbot.waitUntil(lambda: "no such file" in dialog.verdict.text())


def test_a_film_of_a_drag_is_written_and_says_how_far_it_is(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.session.apply(
        "Few layers", replace(window.session.document, layers=frozenset({"boundary"}))
    )
    said: list[tuple[str, float]] = []
    monkeypatch.setattr(TaskProgress, "tell", lambda _, words, share: said.append((words, share)))
    path = tmp_path / "film.gif"
    assert window.exporting.write(
        Recipe(dpi=20.0, suffix=".gif", motion="drag", drag=(2, 0.5, 0.5)), path
    )
    assert said[0] == ("frame 1 of 31", 1 / 31)
    assert said[-1] == ("frame 31 of 31", 1.0)
    assert load_document(path).dataset.X.tolist() == window.session.document.dataset.X.tolist()


def test_panels_are_put_in_order_named_and_given_layers(dialog: ExportDialog, qtbot: QtBot) -> None:
    dialog.panels.parameter.setCurrentIndex(0)
    panels = dialog.panels.list
    panels.show_panels((FigurePanel(), FigurePanel("lesson:xor"), FigurePanel(view="losses")))
    dialog.show()
    assert panels.rows.model().moveRow(QModelIndex(), 2, QModelIndex(), 0)
    assert dialog.figure.view == "losses", "the first panel is the view of the figure"
    panels.rows.setCurrentRow(1)
    panels.title.setText("Plane")
    panels.title.editingFinished.emit()
    panels.layers_button.menu().aboutToShow.emit()
    next(a for a in panels.layers_button.menu().actions() if a.text() == "Grid").trigger()
    assert panels.layers_button.text() == "1 of its own"
    assert dialog.recipe.panels == (
        FigurePanel(view="losses"),
        FigurePanel(title="Plane", layers=frozenset({"grid"})),
        FigurePanel("lesson:xor"),
    )
    choose(dialog.panels.parameter, "C")
    dialog.panels.values.setText("1, 10")
    dialog.draw()
    assert "remove the sweep" in dialog.verdict.text()
    panels.rows.setCurrentRow(2)
    panels.rows.setFocus()
    qtbot.keyClick(panels.rows, Qt.Key.Key_Delete)
    assert panels.panels == (
        FigurePanel(view="losses"),
        FigurePanel(title="Plane", layers=frozenset({"grid"})),
    )
    choose(dialog.figure.view_combo, "path")
    assert panels.panels[0] == FigurePanel(view="path")
    dialog.findChild(QTabWidget, "export-tabs").setCurrentIndex(1)
    qtbot.mouseClick(panels.clear_button, Qt.MouseButton.LeftButton)
    assert panels.panels == (FigurePanel(),)
    assert not panels.clear_button.isEnabled()
    dialog.draw()
    assert dialog.recipe.sweep is not None


@pytest.mark.parametrize(
    "request_",
    [
        Recipe(views=("canvas", "losses")),
        Recipe(scenes=("a.json", "b.json")),
        Recipe(scenes=("a.json",), titles=("before", "after")),
        Recipe(panels=(FigurePanel(title="one"), FigurePanel("a.json"))),
        Recipe(panels=(FigurePanel("a.json", "losses"),)),
    ],
    ids=str,
)
def test_panels_and_requests_say_the_same(request_: Recipe) -> None:
    assert with_panels(request_, panels_of(request_)) == request_


def test_a_figure_is_added_to_a_project_that_draws_it(
    window: MainWindow, dialog: ExportDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project, said = tmp_path / "figures.toml", list[str]()
    monkeypatch.setattr(exporting, "say_error", lambda _parent, words: said.append(words))
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *_, **__: (str(project.with_suffix("")), "")
    )
    window.exporting._copy(dialog, PROJECT)
    assert "save the scene first" in said[0]
    window.files.save_to(tmp_path / "clouds.json")
    window.exporting._copy(dialog, PROJECT)
    window.exporting._copy(dialog, "picture")
    (entry,) = read_project(project)
    assert (entry.scene, entry.output) == ("clouds.json", tmp_path / "clouds.pdf")
    assert entry.recipe == dialog.recipe


@pytest.mark.words
def test_what_has_no_room_is_said_with_the_size_at_which_it_has(
    window: MainWindow, qtbot: QtBot
) -> None:
    """The size that it names is the cure, and one click."""
    dialog = ExportDialog(window.session.scene, Recipe(width_mm=30, height_mm=30), window)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: "Everything fits from" in dialog.verdict.text())
    assert dialog.verdict.text().startswith("30 × 30 mm, vectors. ")
    assert "Left out: " in dialog.verdict.text()
    assert dialog.export_button.isEnabled()
    width = dialog.verdict.text().split("from ")[1].split(" ")[0]
    assert dialog.size_button.text() == f"Use {width} × {width} mm"
    qtbot.mouseClick(dialog.size_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.verdict.text() == f"{width} × {width} mm, vectors.")
    assert dialog.size_button.isHidden(), "nothing is left to be said"
    assert dialog.recipe.width_mm == float(width)


def test_values_and_steps_become_panels_that_are_edited_one_by_one(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.session.apply("Add", window.session.document.adding(Perceptron()))
    assert window.session.wait_idle(5000)
    dialog = ExportDialog(window.session.scene, Recipe(), window)
    qtbot.addWidget(dialog)
    panels = dialog.panels.list
    (values,) = (a.menu() for a in panels.add_button.menu().actions() if "each value" in a.text())
    asked: list[str] = []

    def answer(*words: str) -> tuple[str, bool]:
        asked.extend(words[2:3] + words[4:5])
        return ("1, 3, end", True) if "steps" in words[2] else ("0.5, 5", True)

    monkeypatch.setattr(QInputDialog, "getText", answer)
    panels.methods_button.menu().aboutToShow.emit()
    next(a for a in panels.methods_button.menu().actions() if "Perceptron" in a.text()).trigger()
    next(a for a in values.actions() if "steps" in a.text()).trigger()
    assert panels.panels == tuple(
        FigurePanel(methods=("perceptron",), step=step) for step in (1, 3, None)
    )
    assert asked == ["Values of steps of the run, with commas between them", "1, 2, 3"]
    panels.add(FigurePanel("lesson:two-clouds"))
    assert panels.rows.item(3).text().startswith("Another scene")
    qtbot.waitUntil(lambda: "Another scene in (d)" in dialog.verdict.text())
    next(a for a in values.actions() if a.text().startswith("C")).trigger()
    assert [panel.settings for panel in panels.panels[4:]] == [(("C", "0.5"),), (("C", "5"),)]


def test_enter_presses_the_button_that_has_the_keyboard_and_does_not_export(
    dialog: ExportDialog, qtbot: QtBot
) -> None:
    accepted: list[int] = []
    dialog.accepted.connect(lambda: accepted.append(1))
    dialog.show()
    panels = dialog.panels.list
    menu = panels.add_button.menu()
    panels.add_button.setFocus()
    # the menu of a button closes in the loop of its own that showing it starts
    QTimer.singleShot(0, menu, menu.close)
    shown: list[int] = []
    menu.aboutToShow.connect(lambda: shown.append(1))
    qtbot.keyClick(panels.add_button, Qt.Key.Key_Return)
    assert (shown, accepted) == ([1], [])
    panels.add(FigurePanel())
    count = panels.rows.count()
    panels.remove_button.setFocus()
    qtbot.keyClick(panels.remove_button, Qt.Key.Key_Enter)
    assert (panels.rows.count(), accepted) == (count - 1, [])


@pytest.mark.parametrize("answer", ["elsewhere", "cancel"])
def test_one_question_before_both_files_keeps_a_strange_one(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    strange = tmp_path / "two-dark.html"
    strange.write_text("of somebody else")
    asked: list[str] = []
    monkeypatch.setattr(
        overwriting, "ask_to_replace", lambda _, name, __: asked.append(name) or answer
    )
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "b.svg"), ""))
    has_written = window.exporting.write(
        Recipe(suffix=".html", live=True), tmp_path / "two.html", is_wanted=True, has_twin=True
    )
    assert (asked, has_written) == (["two-dark.html"], answer == "elsewhere")
    assert strange.read_text() == "of somebody else"
    names = {one.name for one in tmp_path.iterdir()} - {strange.name}
    assert names == ({"b.svg", "b-dark.svg"} if answer == "elsewhere" else set())


def test_the_film_of_a_drag_is_that_of_the_last_real_one(window: MainWindow, qtbot: QtBot) -> None:
    session = window.session
    dataset = session.document.dataset
    x, y = dataset.X[4].tolist()
    session.apply("Move point", replace(session.document, dataset=dataset.moved(4, (2.5, -3.0))))
    session.apply("Hide names", replace(session.document, names=False))
    dialog = ExportDialog(session.scene, ROOMY, window, last_drag=exporting.last_drag(session))
    qtbot.addWidget(dialog)
    assert dialog.panels.drag.text() == f"5, {x:g}, {y:g}, 2.5, -3"
    dialog.panels.list.add_earlier([state for _, state in exporting.earlier_points(session)])
    earlier = dialog.panels.list.documents["earlier points 1"]
    assert (earlier.dataset.X[4].tolist(), earlier.names) == ([x, y], False)
