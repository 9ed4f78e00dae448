"""Films: sweeps, runs and drags as GIF, APNG and HTML; series that grow layer by layer."""

import json
import math
import re
import shutil
import struct
import subprocess
import weakref
from collections.abc import Iterator
from dataclasses import astuple, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from drawing_scenes import clouds, document_of
from numpy.typing import NDArray
from PySide6.QtGui import QImage

from linclass_gui.answers.scenes import scene_of
from linclass_gui.answers.sweeps import Sweep
from linclass_gui.cli import main
from linclass_gui.draw.paper import Page
from linclass_gui.errors import UserError
from linclass_gui.figures import motion, mp4
from linclass_gui.figures.film import Film
from linclass_gui.figures.formats import ExportOptions, film_bytes
from linclass_gui.figures.motion import EASED, READ, page_of_take
from linclass_gui.figures.pages import film_of, first_page, layer_series, page_of_scene
from linclass_gui.figures.png import OVERLAY, pixels
from linclass_gui.figures.requests import Recipe
from linclass_gui.files.codec import decode, encode, load_document, save_document
from linclass_gui.files.embedded_scene import PNG, chunk, chunks
from linclass_gui.files.first_picture import open_document
from linclass_gui.live.web import hash_of, policy_of
from linclass_gui.scene.document import Document
from linclass_gui.scene.marks import Dots, Text
from linclass_gui.scene.marks import Path as MarkPath
from linclass_gui.scene.playback import ease
from linclass_gui.scene.scene import Scene
from solvers import Dataset, Fisher, HardMarginSVM, Perceptron, SoftMarginSVM
from solvers.cancellation import CancelledError

OPTIONS = ExportOptions(dpi=30.0)
CHROMIUM = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
pytestmark = pytest.mark.usefixtures("qapp", "no_remarks")


SWEEP = Sweep.parse("C=1,10,100")
# words among all layers take their time
FEW = frozenset({"boundary", "margins", "support-vectors"})


def perceptron() -> Document:
    return replace(document_of(clouds(20, 1.6), (Perceptron(),)), layers=FEW)


@pytest.fixture(scope="module")
def sweep(qapp: object) -> Film:
    """Three values of C, with eased ones between."""
    scene = scene_of(replace(document_of(clouds(16), (SoftMarginSVM(),)), layers=FEW))
    return kept_film(scene, Recipe(sweep=SWEEP, motion="sweep"))


@pytest.fixture(scope="module")
def run(qapp: object) -> Film:
    """A perceptron, step by step."""
    return kept_film(scene_of(perceptron()), Recipe(motion="run"))


def kept_film(scene: Scene, request: Recipe, options: ExportOptions = OPTIONS) -> Film:
    """A film whose pages are kept, so that several tests go through it."""
    film = film_of(scene, request.at(options))
    return replace(film, frames=tuple(film.frames))


@pytest.mark.parametrize("suffix", [".gif", ".apng", ".html"])
def test_a_film_is_written_page_by_page(suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page is forgotten when it is written: with those that wait for the next stop, no more
    are at hand however long the film is.
    """
    alive: weakref.WeakSet[object] = weakref.WeakSet()
    most = 0

    def counted(*args: object, **kwargs: object) -> object:
        nonlocal most
        page = page_of_take(*args, **kwargs)
        alive.add(page)
        most = max(most, len(alive))
        return page

    monkeypatch.setattr(motion, "page_of_take", counted)
    scene = scene_of(replace(document_of(clouds(16), (SoftMarginSVM(),)), layers=FEW))
    film = film_of(scene, Recipe(dpi=20.0, sweep=SWEEP, motion="sweep"))
    assert film_bytes(film, suffix, OPTIONS)
    assert film.count == 2 * EASED + 3
    assert most <= EASED + 4


def test_a_film_is_cancelled_at_any_page() -> None:
    def stop(page: int, of: int) -> None:
        if page == 12:
            raise CancelledError

    scene = scene_of(replace(document_of(clouds(16), (SoftMarginSVM(),)), layers=FEW))
    request = Recipe(sweep=SWEEP, motion="sweep")
    with pytest.raises(CancelledError):
        film_bytes(film_of(scene, request.at(ExportOptions(dpi=20.0)), stop), ".gif", OPTIONS)


def test_values_between_stops_are_eased_and_true(sweep: Film) -> None:
    stops = [frame.caption for frame in sweep.frames if frame.is_stop]
    assert stops == ["$C = 1$", "$C = 10$", "$C = 100$"]
    values = [float(frame.caption.strip("$").removeprefix("C = ")) for frame in sweep.frames]
    assert values == sorted(values)
    assert values == [float(f"{value:.3g}") for value in values], "numbers that can be read out"
    assert (ease(0.0), ease(0.5), ease(1.0)) == (0.0, 0.5, 1.0)


def test_all_pages_of_a_film_have_one_frame(sweep: Film) -> None:
    assert len({astuple(frame.page.panels[0].transform) for frame in sweep.frames}) == 1


def test_words_of_a_film_jump_at_stops_alone(qapp: object) -> None:
    scene = scene_of(open_document("lesson:two-clouds"))
    film = kept_film(scene, Recipe(sweep=Sweep.parse("C=1,10,100"), motion="sweep"))
    ways: list[float] = []
    before: dict[str, tuple[float, float]] = {}
    for frame in film.frames:
        (panel,) = frame.page.panels
        assert not panel.figure.words
        now = {
            m.text: panel.transform.point(*m.at) for m in panel.figure.marks if isinstance(m, Text)
        }
        if not frame.is_stop:
            ways += [math.dist(at, before[key]) for key, at in now.items() if key in before]
        before = now
    assert len(ways) > 2 * len(film.frames)
    assert max(ways) < 0.1 * panel.transform.width


def test_a_gif_holds_every_page(sweep: Film) -> None:
    content = film_bytes(sweep, ".gif", OPTIONS)
    assert content.startswith(b"GIF89a")
    assert content.endswith(b";")
    assert struct.unpack("<HH", content[6:10]) == (99, 74)
    assert content.count(b"!\xf9\x04\x05") == len(sweep.frames)


@pytest.mark.parametrize("is_transparent", [False, True])
def test_every_frame_of_an_apng_is_its_page(sweep: Film, is_transparent: bool) -> None:
    frames = tuple(
        replace(frame, page=replace(frame.page, transparent=is_transparent))
        for frame in sweep.frames
    )
    film = replace(sweep, frames=frames)
    pictures = pictures_of_apng(film_bytes(film, ".apng", OPTIONS))
    for frame, shown in zip(film.frames, pictures, strict=True):
        assert (shown == pixels(frame.page, OPTIONS)).all()


def pictures_of_apng(content: bytes) -> Iterator[NDArray[np.uint32]]:
    """The pictures that a viewer shows: each frame put on those before it."""
    parts = list(chunks(content))
    kind_of_colours = parts[0][1][8:]
    shown = np.zeros((0, 0), dtype=np.uint32)
    for (kind, place), (_, data) in pairwise(parts):
        if kind != b"fcTL":
            continue
        number, width, height, x, y, _, _, _, way = struct.unpack(">IIIIIHHBB", place)
        head = struct.pack(">II", width, height) + kind_of_colours
        rows = data if number == 0 else data[4:]
        png = PNG + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
        frame = QImage.fromData(png).convertToFormat(QImage.Format.Format_ARGB32)
        drawn = np.frombuffer(frame.constBits(), dtype=np.uint32).reshape(height, width)
        if number == 0:
            shown = np.zeros((height, width), dtype=np.uint32)
        part = shown[y : y + height, x : x + width]
        is_put = drawn > 0 if way == OVERLAY else np.ones_like(drawn, dtype=bool)
        part[is_put] = drawn[is_put]
        yield shown.copy()


def test_a_page_holds_every_picture_and_fetches_nothing(run: Film) -> None:
    page = film_bytes(run, ".html", OPTIONS).decode()
    film = json.loads(re.search(r'id="film">(.*?)</script>', page, re.DOTALL)[1])
    assert len(film["pages"]) == len(run.frames)
    assert film["captions"][0].startswith("update 1 of")
    assert not re.search(r'(?:src|href)="(?!data:)', page)
    assert "http://www.w3.org" in page  # the name of SVG, which is never fetched
    assert not re.findall(r"url\((?!data:)", page)


def test_a_page_runs_its_own_script_only_and_reads_no_mark_up(run: Film) -> None:
    page = film_bytes(run, ".html", OPTIONS).decode()
    (code,), (style,) = (
        re.findall(r"<script>(.*?)</script>", page, re.DOTALL),
        re.findall(r"<style>(.*?)</style>", page, re.DOTALL),
    )
    assert f'content="{policy_of(code, style)}"' in page
    assert "unsafe" not in page
    assert "innerHTML" not in page
    assert " style=" not in page


def test_what_does_not_move_is_refused() -> None:
    scene = scene_of(document_of(clouds(10), (SoftMarginSVM(),)))
    with pytest.raises(UserError, match="something that moves"):
        film_of(scene, Recipe().at(OPTIONS))
    with pytest.raises(UserError, match="no point 99"):
        film_of(scene, Recipe(motion="drag", drag=(99, 0.0, 0.0)).at(OPTIONS))
    with pytest.raises(UserError, match="one page only"):
        film_bytes(
            film_of(scene_of(perceptron()), Recipe(motion="run").at(OPTIONS)), ".pdf", OPTIONS
        )


def test_a_series_grows_and_keeps_its_frame_and_the_values_on_the_margins_come_with_the_margins() -> (  # noqa: E501
    None
):
    layers = frozenset({"boundary", "margins", "support-vectors"})
    document = replace(document_of(clouds(16), (SoftMarginSVM(),)), layers=layers)
    page = page_of_scene(scene_of(document), Recipe().at(OPTIONS))
    series = layer_series(page)
    assert [name for name, _ in series][:2] == ["data", "boundary"]
    counts = [len(each.panels[0].figure.marks) for _, each in series]
    assert counts == sorted(counts)
    assert len({each.panels[0].transform for _, each in series}) == 1
    assert counts[-1] >= len(page.panels[0].figure.marks)  # words are marks by now
    said = {
        name: [
            mark.text
            for mark in each.panels[0].figure.marks
            if isinstance(mark, Text) and mark.text.startswith("$f(x) = ")
        ]
        for name, each in series
    }
    assert said["boundary"] == []
    assert len(said["margins"]) >= 1  # the other one may lack room


def seen_in_a_browser(film: Film, script: str, folder: Path) -> str:
    """What a browser makes of the page of a film with a script at its end."""
    path, page = folder / "page.html", film_bytes(film, ".html", OPTIONS).decode()
    code = script.removeprefix("<script>").removesuffix("</script>")
    # which the page itself would not run
    page = page.replace("script-src ", f"script-src '{hash_of(code)}' ")
    path.write_text(page.replace("</body>", script + "</body>"), encoding="utf-8")
    flags = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={folder}/profile",
        "--dump-dom",
    ]
    return subprocess.run(
        [str(CHROMIUM), *flags, path.as_uri()],
        capture_output=True,
        text=True,
        check=False,
        timeout=90,
    ).stdout


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")
def test_the_page_works_in_a_browser(sweep: Film, tmp_path: Path) -> None:
    script = """<script>
      const before = document.getElementById("picture").innerHTML, slider = document.getElementById("slider");
      slider.value = slider.max; slider.dispatchEvent(new Event("input"));
      const moved = document.getElementById("picture").innerHTML !== before;
      const box = document.querySelector("[data-shows=margins]"); box.click();
      const layer = document.querySelector("#picture [data-layer=margins]");
      const words = document.getElementById("caption").textContent;
      document.body.dataset.seen = [moved, getComputedStyle(layer).display, words].join("|");
    </script>"""  # noqa: E501
    assert 'data-seen="true|none|C = 100"' in seen_in_a_browser(sweep, script, tmp_path)


def test_every_page_of_a_film_carries_the_scene_as_it_was(sweep: Film) -> None:
    values = [
        decode(frame.page.scene, "frame").methods[0].method.C
        for frame in sweep.frames
        if frame.is_stop
    ]
    assert values == [1.0, 10.0, 100.0]
    assert all(decode(frame.page.scene, "frame").view is None for frame in sweep.frames)


def test_a_film_says_its_value_in_the_picture_and_a_short_run_glides(
    sweep: Film, run: Film
) -> None:
    assert [frame.page.panels[0].cell.title for frame in sweep.frames] == [
        frame.caption for frame in sweep.frames
    ]
    titles = [frame.page.panels[0].cell.title for frame in run.frames]
    stops = [frame.is_stop for frame in run.frames]
    assert (stops[0], stops[1], stops[-1]) == (True, False, True)
    last = titles[-1].rsplit(" ", 1)[1]
    assert titles[:2] == [f"update 1 of {last}"] * 2  # said, and on its way


def test_a_film_of_a_run_rings_the_sample_and_says_why_as_the_playback_does(run: Film) -> None:
    (fit,) = scene_of(perceptron()).fits.values()
    first = fit.history[1].active[0]
    for frame in run.frames:
        (panel,) = frame.page.panels
        rings = [
            mark.xy
            for mark in panel.figure.marks
            if isinstance(mark, Dots) and mark.role == "touched"
        ]
        caption = frame.page.caption
        assert re.fullmatch(rf"update \d+ of {len(fit.history) - 1}", panel.cell.title)
        assert frame.caption.startswith(f"{panel.cell.title}: {caption.text}")
        assert (
            bool(rings)
            is ("is not on the right side" in caption.text)
            is (frame is not run.frames[-1])
        )
        if frame is run.frames[0]:
            assert caption.text.startswith(f"Point {first + 1} of class")
            np.testing.assert_array_equal(rings[0], fit.problem.X[[first]])
    assert len({frame.page.caption.rows for frame in run.frames if frame.page.caption}) == 1, (
        "the picture stands still"
    )


def test_long_names_of_classes_are_in_the_legend_of_every_page_of_a_film() -> None:
    rng = np.random.default_rng(2)
    X = np.concatenate([rng.normal((3.0 * k, k % 2), 0.8, (12, 2)) for k in range(3)])
    names = tuple(f"{name}, a name that is much too long" for name in ("one", "two", "three"))
    request = Recipe(motion="drag", drag=(1, 3.0, 2.0), steps=True)
    options = ExportOptions(width_mm=84.0, height_mm=63.0)
    for class_names, in_legend in ((names, names), (("a", "b", "c"), ())):
        document = Document(Dataset(X, np.repeat([0, 1, 2], 12), class_names)).adding(Fisher())
        pages = [frame.page for frame in film_of(scene_of(document), request.at(options)).frames]
        assert all(tuple(key.name for key in page.legend) == in_legend for page in pages)
        assert len({astuple(page.panels[0].transform) for page in pages}) == 1


def test_a_drag_begins_where_it_is_told_to() -> None:
    scene = scene_of(document_of(clouds(10), (SoftMarginSVM(),)))
    request = Recipe(motion="drag", drag=(3, 0.5, -1.0, 3.0, 4.0), steps=True)
    captions = [frame.caption for frame in kept_film(scene, request).frames]
    assert captions == ["point 3 at (0.50, -1.00)", "point 3 at (3.00, 4.00)"]


def test_a_sentence_stays_until_it_is_read(run: Film) -> None:
    for frame in run.frames:
        said = frame.page.caption.text if frame.page.caption else ""
        assert frame.seconds >= len(said) / READ or not frame.is_stop


def test_steps_alone_ask_for_the_run_and_frames_are_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scene = tmp_path / "scene.json"
    save_document(perceptron(), scene)
    frames = ["--format", "frames", "--frame-format", "png", "--dpi", "20"]
    assert main(["export", str(scene), "-o", str(tmp_path / "run/"), *frames, "--steps"]) == 0
    history = scene_of(perceptron()).fits["m1"].history
    assert len(capsys.readouterr().out.split()) == len(history)


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")
def test_the_keys_and_buttons_of_a_page_step_and_play(run: Film, tmp_path: Path) -> None:
    script = """<script>
      const seen = [], words = function () { return document.getElementById("caption").textContent.slice(0, 8); };
      for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home", " "]) {
        document.body.dispatchEvent(new KeyboardEvent("keydown", {key: key, bubbles: true, cancelable: true}));
        seen.push(words());
      }
      const press = function (name) { document.getElementById(name).click(); };
      seen.push(document.getElementById("play").textContent);
      for (const name of ["play", "on", "on", "back"]) press(name);
      document.body.dataset.seen = [...seen, words()].join("|");
    </script>"""  # noqa: E501
    last = run.frames[-1].caption[:8]
    seen = f"update 2|update 2|update 2|{last}|update 1|update 1|Pause|update 2"
    assert f'data-seen="{seen}"' in seen_in_a_browser(run, script, tmp_path)


@pytest.mark.skipif(not mp4.is_there(), reason="the encoder of videos is not installed")
def test_a_video_has_every_page_as_long_as_it_stays_and_carries_its_scene(
    sweep: Film, tmp_path: Path
) -> None:
    av = pytest.importorskip("av")
    path = tmp_path / "film.mp4"
    path.write_bytes(mp4.encode_film(sweep, OPTIONS))
    with av.open(str(path)) as film:
        shown = sum(1 for _ in film.decode(video=0))
    assert shown == sum(max(1, round(mp4.RATE * frame.seconds)) for frame in sweep.frames)
    assert encode(load_document(path)) == sweep.frames[0].page.scene


def page_of_film(scene: Scene, **how: Any) -> Page:
    recipe = Recipe(**how).at(OPTIONS)
    return first_page(scene, recipe)(recipe)


def test_the_picture_of_a_film_is_its_first_page_and_no_answer() -> None:
    scene = scene_of(perceptron())
    page = page_of_film(scene, motion="run")
    assert page.panels[0].cell.title == "update 1 of " + str(len(scene.fits["m1"].history) - 1)
    assert page.caption is not None
    assert page_of_film(scene, motion="run", captions=False).caption is None
    swept = scene_of(replace(document_of(clouds(16), (SoftMarginSVM(),)), layers=FEW))
    assert page_of_film(swept, sweep=SWEEP, motion="sweep").panels[0].cell.title == "$C = 1$"
    hidden = replace(
        perceptron(), methods=tuple(replace(used, enabled=False) for used in perceptron().methods)
    )
    with pytest.raises(UserError, match="no run to be shown"):
        page_of_film(scene_of(hidden), motion="run")


def test_points_stay_on_one_side_of_the_projection_axis_throughout_a_film() -> None:
    """All pages have one view, which has room for the axis of the first and of the last one."""
    document = replace(document_of(clouds(), (Fisher(),)), layers=frozenset({"projection"}))
    request = Recipe(motion="drag", drag=(1, 0.5, -2.5), steps=True)
    for frame in film_of(scene_of(document), request.at(ExportOptions())).frames:
        marks = frame.page.figure.marks
        axis = next(m.xy for m in marks if isinstance(m, MarkPath) and m.role == "projection-axis")
        points = np.concatenate(
            [m.xy for m in marks if isinstance(m, Dots) and m.role.startswith("class-")]
        )
        along = axis[1] - axis[0]
        heights = (points - axis[0]) @ np.array([-along[1], along[0]])
        assert np.all(heights > 0.0) or np.all(heights < 0.0)


def _notes_change() -> dict[str, tuple[Document, Recipe]]:
    apart = replace(document_of(clouds(12, 4.0), (HardMarginSVM(),)), layers=FEW)
    soft = replace(document_of(clouds(16), (SoftMarginSVM(),)), layers=FEW)
    return {
        "a line that is lost": (apart, Recipe(motion="drag", drag=(1, 9.0, 9.0), steps=True)),
        "longer titles and margins": (
            soft,
            Recipe(motion="sweep", sweep=Sweep.parse("C=0.01,1,100000"), steps=True),
        ),
        "steps that have no line yet, beside another method": (
            replace(
                document_of(clouds(24), (Perceptron(keep="average"), Perceptron())), layers=FEW
            ),
            Recipe(motion="run", steps=True),
        ),
    }


@pytest.mark.parametrize("name", _notes_change())
def test_frames_of_a_film_stay_in_place_whatever_its_notes_say(name: str) -> None:
    document, request = _notes_change()[name]
    options = ExportOptions(width_mm=42.0, height_mm=31.5)
    pages = [frame.page for frame in film_of(scene_of(document), request.at(options)).frames]
    assert len({page.panels[0].cell.note for page in pages}) > 1
    assert len({page.heads for page in pages}) == 1
    assert len({astuple(page.panels[0].transform)[2:] for page in pages}) == 1
