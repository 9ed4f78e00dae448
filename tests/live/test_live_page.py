"""The live page: one file, quiet, that computes what is dragged; tried in Chromium where there is
one.
"""

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from chromium import IS_THERE, MISSING, Chromium

import linclass_gui
import solvers
from linclass_gui.answers.scenes import scene_of
from linclass_gui.errors import UserError
from linclass_gui.figures.recipe import content_of, recipe_of
from linclass_gui.files.codec import decode, encode, load_document
from linclass_gui.files.first_picture import open_document
from linclass_gui.live.methods import CONTROLS, method_data
from linclass_gui.live.page import remarks_of_live
from linclass_gui.live.web import in_order, script
from linclass_gui.scene.annotations import Annotation
from linclass_gui.scene.document import TrialLine
from linclass_gui.scene.generating import held_back
from linclass_gui.scene.methods import MethodInUse
from solvers import (
    Fisher,
    LogisticRegression,
    Problem,
    QuadraticDiagonal,
    SoftMarginSVM,
    fit,
    parameters_of,
)
from solvers.moments import criterion_at

pytestmark = pytest.mark.usefixtures("qapp")
in_chromium = pytest.mark.skipif(not IS_THERE, reason=MISSING)
HOSTILE = "</script><script>alert(1)</script> \"'& 🙂 אבג"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, qapp: object) -> Path:
    """Two methods on two clouds."""
    rng = np.random.default_rng(5)
    y = np.repeat([0, 1], 20)
    X = np.round(rng.standard_normal((40, 2)) + 1.5 * y[:, None], 3)
    made = linclass_gui.figure((X, y), methods=[Fisher(), SoftMarginSVM(C=3.0)], title="Two clouds")
    return made.save(tmp_path_factory.mktemp("page") / "page.html", live=True)


def _place(browser: Chromium, x: float, y: float) -> tuple[float, float]:
    """Where data coordinates are on the screen."""
    at: list[float] = browser.run(
        "(() => { const s = scaleNow(), b = canvas.getBoundingClientRect(); return [b.left + "
        f"s.x({x}), b.top + s.y({y})]; }})()"
    )
    return at[0], at[1]


def _open(browser: Chromium, path: Path, tmp_path: Path, **size: int | str) -> None:
    """The page with its script's names within reach of the test: the same script, without the walls
    of a module.
    """
    text = re.sub("<meta http-equiv.*?>", "", path.read_text(encoding="utf-8")).replace(
        '<script type="module">', "<script>"
    )
    opened = tmp_path / "opened.html"
    opened.write_text(text, encoding="utf-8")
    browser.open(opened, **size)


@pytest.mark.parametrize("root", ["page", "live_lesson", "still_lesson", "embedded"])
def test_every_name_of_the_modules_is_unique(root: str) -> None:
    modules = "\n".join(path.read_text(encoding="utf-8") for path in in_order(root))
    names = re.findall(
        r"^(?:export )?(?:class|const|(?:async )?function\*?|let) ([\w$]+)", modules, re.MULTILINE
    )
    assert len(names) > 5
    assert sorted({*names}) == sorted(names)
    assert not re.search(r"^(import|export)\b", script(root), re.MULTILINE)


def test_no_words_of_a_script_go_over_the_end_of_a_line() -> None:
    for root in ("page", "live_lesson", "still_lesson", "embedded"):
        for line in script(root).splitlines():
            assert line == line.lstrip() != ""  # of the code the indentation is left out
            assert line.count("`") % 2 == 0, line


def test_every_module_is_used() -> None:
    used = {
        path
        for root in ("live_lesson", "still_lesson", "embedded", "widget")
        for path in in_order(root)
    }
    assert used == set(in_order()[0].parent.rglob("*.mjs"))


def test_the_page_is_one_small_file_that_carries_its_scene(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    data = sum(
        len(part.encode())
        for part in re.findall(
            r'<figure id="still".*?</figure>|<script (?!type="module").*?</script>', text, re.S
        )
    )
    assert len(text.encode()) - data < 300_000  # as docs/pages.md says
    policy = re.search('Content-Security-Policy" content="(.*?)"', text)
    assert policy[1].startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy[1].replace("wasm-unsafe-eval", "")
    assert not re.findall(
        r'(?:src|href)="(?!data:)[^"#]+"', text.split("<script")[0].replace("xlink:", "")
    )
    document = load_document(page)
    assert [type(used.method) for used in document.methods] == [Fisher, SoftMarginSVM]
    assert (document.recipe or {})["live"] is True
    again = content_of(scene_of(document), recipe_of(document.recipe or {}, "page"))
    assert again == page.read_bytes()


@in_chromium
def test_where_webassembly_does_not_start_the_page_says_so(
    browser: Chromium, page: Path, tmp_path: Path
) -> None:
    opened = tmp_path / "opened.html"
    text = page.read_text(encoding="utf-8")
    opened.write_text(text.replace(" 'wasm-unsafe-eval'", ""), encoding="utf-8")
    browser.open(opened)
    assert "WebAssembly" in browser.run("notice.innerText")
    assert browser.run("still.checkVisibility()")


@in_chromium
def test_the_height_of_points_of_one_column_has_no_numbers(
    browser: Chromium, tmp_path: Path
) -> None:
    table = tmp_path / "heights.csv"
    table.write_text("height,adult\n150,no\n155,no\n160,yes\n158,no\n171,yes\n180,yes\n")
    document = open_document(str(table))
    page = linclass_gui.figure(document).save(tmp_path / "heights.html", live=True)
    _open(browser, page, tmp_path)
    ticks = "[...canvas.querySelectorAll('text')].map((text) => text.textContent)"
    assert "160" in browser.run(ticks)
    assert "0" not in browser.run(ticks)
    x, y = _place(browser, 150.0, 0.0)
    browser.mouse((x, y), (x, y - 50.0))
    assert "0" in browser.run(ticks)  # the points are a plane now


def test_no_slider_reaches_a_value_that_is_not_allowed() -> None:
    for kind in CONTROLS:
        used = MethodInUse("m1", getattr(solvers, kind)(), 0)
        for parameter in parameters_of(type(used.method)):
            for control in method_data(scene_of(open_document("lesson:two-clouds")), used)[
                "controls"
            ]:
                if control["name"] == parameter.name and parameter.range is not None:
                    assert parameter.range.contains(control["low"])
                    assert parameter.range.contains(control["high"])


def test_what_the_page_cannot_do_is_said() -> None:
    document = open_document("lesson:two-clouds")
    methods = [document.methods[0], replace(document.methods[1], features=QuadraticDiagonal())]
    words = remarks_of_live(
        scene_of(
            replace(document, methods=tuple(methods), layers=frozenset({"weight", "boundary"}))
        )
    )
    assert words[0].endswith("with kernels the soft margin.")
    assert words[-1] == "The page leaves out: Weight vector."
    two = open_document("lesson:two-clouds")
    with pytest.raises(UserError, match=r"ends in \.html"):
        content_of(scene_of(two), recipe_of({"format": "pdf", "live": True}, "test"))


@pytest.mark.slow
@in_chromium
def test_a_drag_is_computed_and_the_scene_can_be_handed_in(
    browser: Chromium, page: Path, tmp_path: Path
) -> None:
    before = load_document(page)
    _open(browser, page, tmp_path)
    x, y = before.dataset.X[3].tolist()
    start, end = _place(browser, x, y), _place(browser, x + 1.0, y + 0.5)
    browser.mouse(start, (start[0] + 9.0, start[1]), end)
    browser.call(
        "Browser.setDownloadBehavior",
        behavior="allow",
        downloadPath=str(tmp_path),
        eventsEnabled=True,
    )
    browser.run("document.getElementById('save').click()")
    browser.wait("Browser.downloadProgress", state="completed")
    after = load_document(tmp_path / "Two-clouds.json")
    np.testing.assert_allclose(after.dataset.X[3], [x + 1.0, y + 0.5], atol=0.02)
    np.testing.assert_array_equal(after.dataset.X[3], np.round(after.dataset.X[3], 3))
    np.testing.assert_array_equal(
        np.delete(after.dataset.X, 3, axis=0), np.delete(before.dataset.X, 3, axis=0)
    )
    exact = fit(SoftMarginSVM(C=3.0), after.dataset.X, after.dataset.labels)
    shown = browser.run(
        "Object.fromEntries([...document.querySelectorAll('.selected dt')].map((t) => "
        "[t.textContent, t.nextSibling.textContent]))"
    )
    numbers = [float(each) for each in shown["w"].replace("−", "-").strip("()").split(",")]
    np.testing.assert_allclose(numbers, exact.w, rtol=1e-4)
    assert shown["Errors"] == f"{exact.certificate.errors} of 40"
    assert browser.complaints() == []


@pytest.mark.slow
@in_chromium
def test_a_finger_on_an_empty_place_scrolls_and_two_move_what_undo_brings_back(
    browser: Chromium, page: Path, tmp_path: Path
) -> None:
    _open(browser, page, tmp_path, width=390, height=844)
    browser.call("Emulation.setTouchEmulationEnabled", enabled=True)
    view = browser.run("state.view")
    x, y = browser.run(
        "(() => { const b = canvas.getBoundingClientRect(); return [b.left + b.width / 2, "
        "b.top + b.height / 2]; })()"
    )
    for _ in range(2):
        browser.pinch(*([(x + side * apart, y) for apart in (40, 90)] for side in (-1, 1)))
    assert browser.run("[state.done.length, scrollY]") == [1, 0]
    assert browser.run("state.view") != view
    browser.run("document.getElementById('undo').click()")
    assert browser.run("state.view") == view
    browser.frame()
    x, y = _place(browser, *browser.run("[shownView().x1 - 0.1, shownView().y0 + 0.1]"))
    browser.touch(*((x - 8.0, y - 10.0 - 30.0 * k) for k in range(8)))
    assert browser.run("scrollY") > 100
    assert browser.run("[state.view, state.done.length, state.scene.points.length]") == [
        view,
        0,
        40,
    ]
    assert browser.run("canvas.getBoundingClientRect().top") >= 0.0  # it stays in sight
    browser.call("Emulation.setTouchEmulationEnabled", enabled=False)
    assert browser.complaints() == []


@pytest.mark.slow
@in_chromium
def test_keys_sliders_and_the_way_back(browser: Chromium, page: Path, tmp_path: Path) -> None:
    _open(browser, page, tmp_path, scheme="dark")
    first = browser.run("state.scene.points[0]")
    browser.run("canvas.focus()")
    browser.key("PageDown")
    browser.key("ArrowRight")
    assert browser.run("state.scene.points[0][0]") > first[0]
    assert browser.run("spoken.textContent").startswith("Point 1 of")
    browser.key("Delete")
    assert browser.run("state.scene.points.length") == 39
    browser.key("z", modifiers=2)
    browser.key("z", modifiers=2)
    assert browser.run("state.scene.points[0]") == first
    browser.run("(() => { const s = panel.querySelector('input[type=range]'); s.value = 240; " "s.dispatchEvent(new Event('input')); "  # noqa: E501
                "s.dispatchEvent(new Event('change')); })()")  # fmt: skip
    browser.frame()
    assert browser.run("state.scene.parameters.m2.C") == 1e6
    browser.run("document.getElementById('reset').click()")
    assert browser.run("state.scene.parameters.m2.C") == 3
    assert browser.complaints() == []


@pytest.mark.slow
@in_chromium
def test_zoom_the_menu_of_a_point_and_a_scene_that_is_dropped(
    browser: Chromium, page: Path, tmp_path: Path
) -> None:
    _open(browser, page, tmp_path)
    x, y = load_document(page).dataset.X[0].tolist()
    at = _place(browser, x, y)
    wide = browser.run("shownView().x1 - shownView().x0")
    browser.call(
        "Input.dispatchMouseEvent", type="mouseWheel", x=at[0], y=at[1], deltaX=0, deltaY=-200
    )
    browser.frame()
    assert browser.run("shownView().x1 - shownView().x0") < 0.7 * wide
    # what is under the pointer stays there
    np.testing.assert_allclose(_place(browser, x, y), at, atol=0.5)
    for fingers in ([(300, 300), (400, 300)], [(320, 300), (380, 300)], []):
        kind = "touchEnd" if not fingers else "touchStart" if fingers[0][0] == 300 else "touchMove"
        points = [{"x": px, "y": py, "id": k} for k, (px, py) in enumerate(fingers)]
        browser.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)
    browser.frame()
    assert browser.run("shownView().x1 - shownView().x0") == pytest.approx(
        wide * np.exp(-0.44) * 100 / 60, rel=0.02
    )
    assert browser.run("state.scene.points.length") == 40
    browser.run("document.getElementById('reset').click()")
    browser.frame()
    browser.mouse(_place(browser, x, y), button="right")
    browser.run("document.querySelector('#menu button').click()")
    assert browser.run("state.scene.points.length") == 39
    scene = json.dumps(encode(open_document("lesson:hard-margin")))
    browser.run(f"open(new File([{scene}], 'scene.json'))")
    assert browser.run("state.scene.points.length") == len(
        open_document("lesson:hard-margin").dataset
    )
    browser.run("open(new File(['{}'], 'other.json'))")
    assert browser.run("document.getElementById('notice').hidden") is False
    assert browser.complaints() == []


@pytest.mark.slow
@in_chromium
def test_the_focus_stays_and_a_menu_is_used_with_keys(
    browser: Chromium, page: Path, tmp_path: Path
) -> None:
    _open(browser, page, tmp_path)
    browser.run("document.getElementById('on-m1').focus()")
    browser.run("document.getElementById('on-m1').click()")
    assert browser.run("document.activeElement.id") == "on-m1"
    browser.key("z", modifiers=2)
    assert browser.run("document.activeElement.id") == "on-m1"
    at = [_place(browser, *browser.run(f"state.scene.points[{row}]")[:2]) for row in (0, 30)]
    for place in at:
        browser.mouse(place, button="right")
        assert browser.run("document.querySelectorAll('#menu').length") == 1
    browser.key("ArrowUp")
    assert browser.run("document.activeElement.textContent").startswith("Make it")
    browser.key("ArrowDown")
    assert browser.run("document.activeElement.textContent") == "Remove the point"
    browser.key("Escape")
    assert browser.run(
        "[document.activeElement.id, document.getElementById('menu'), state.row]"
    ) == ["canvas", None, 30]
    browser.mouse(at[0], button="right")
    browser.run("canvas.focus()")
    browser.key("PageDown")
    # an edit, and what takes it back, leave no menu for a point that is no longer there
    browser.key("Delete")
    assert browser.run("document.getElementById('menu')") is None
    browser.mouse(at[1], button="right")
    browser.key("z", modifiers=2)
    assert browser.run("[document.getElementById('menu'), state.scene.points.length]") == [None, 40]
    assert browser.complaints() == []


@pytest.mark.slow
@in_chromium
def test_a_scene_is_kept_whole_and_a_wrong_one_changes_nothing(
    browser: Chromium, tmp_path: Path
) -> None:
    document = replace(
        open_document("lesson:too-certain"), recipe=None, notes="Seen.", miss_cost=5.0
    )
    document = held_back(
        replace(document, annotations=(Annotation("text", (0.0, 0.0), None, "here"),))
    )
    path = tmp_path / "whole.html"
    path.write_bytes(
        content_of(scene_of(document), recipe_of({"format": "html", "live": True}, "test"))
    )
    _open(browser, path, tmp_path)
    assert encode(decode(browser.run("savedScene(figure, state.scene)"), "page")) == encode(
        document.without_lesson
    )
    assert browser.run("canvas.querySelectorAll('path').length") > len(document.dataset) + len(
        document.test or ()
    )
    browser.run("add(1, 1)")
    saved = tmp_path / "saved.json"
    saved.write_text(browser.run("savedScene(figure, state.scene)"), encoding="utf-8")
    after = load_document(saved)
    assert (after.notes, after.annotations, after.methods) == (
        document.notes,
        document.annotations,
        document.methods,
    )
    np.testing.assert_array_equal(after.test.X, document.test.X)
    assert len(after.dataset) == len(document.dataset) + 1
    scene = json.loads(saved.read_text(encoding="utf-8"))
    wrong = [
        scene | {"methods": {}},
        scene | {"methods": [scene["methods"][0] | {"parameters": {"l2": -1}}]},
        scene | {"data": 3},
    ]
    for each in wrong:
        browser.run(f"open(new File([{json.dumps(json.dumps(each))}], 'scene.json'))")
        assert browser.run("document.getElementById('notice').textContent").count(". ") == 0
        assert browser.run("[state.scene.points.length, state.done.length]") == [
            len(after.dataset),
            1,
        ]
    browser.run(f"open(new File([{json.dumps(json.dumps(wrong[1]))}], 'scene.json'))")
    said = browser.run("document.getElementById('notice').textContent")
    assert (
        said == "Logistic regression: λ must be a number of at least 0; the scene stays as it was."
    )
    assert browser.complaints() == []


@pytest.mark.slow
@in_chromium
def test_the_trial_line_has_its_arrow_as_in_the_program(browser: Chromium, tmp_path: Path) -> None:
    document = replace(open_document("lesson:fisher-criterion"), recipe=None)
    trial = TrialLine(30.0, (0.0, 0.0), norm=0.8)
    path, recipe = tmp_path / "arrow.html", recipe_of({"format": "html", "live": True}, "test")
    for layers, count in ((document.layers - {"weight"}, 0), (document.layers | {"weight"}, 2)):
        shown = replace(document, trial=trial, layers=layers)
        path.write_bytes(content_of(scene_of(shown), recipe))
        _open(browser, path, tmp_path)
        marks = browser.run(
            "marksOf(figure, state.scene, state.answers, shownView())"
            ".filter((mark) => mark.role === 'trial-weight')"
        )
        assert len(marks) == count
    foot, tip = np.array(marks[0]["lines"][0])
    assert np.allclose(tip - foot, 0.8 * trial.w)  # to scale
    assert marks[0]["name"] == "w"
    assert json.loads(browser.run("savedScene(figure, state.scene)"))["trial"]["norm"] == 0.8
    assert browser.complaints() == []


@pytest.mark.slow
@in_chromium
def test_the_trial_line_turns_in_the_plot_of_the_criterion(
    browser: Chromium, tmp_path: Path
) -> None:
    document = replace(open_document("lesson:fisher-criterion"), recipe=None)
    recipe = recipe_of(
        {"format": "html", "live": True, "views": ["canvas", "fisher-angle"]}, "test"
    )
    path = tmp_path / "angles.html"
    path.write_bytes(content_of(scene_of(document), recipe))
    _open(browser, path, tmp_path)
    left, top, width = browser.run(
        "(() => { const b = angles.firstChild.getBoundingClientRect(); return [b.left, b.top, "
        "b.width]; })()"
    )
    at = [(left + 50 + (width - 60) * share, top + 60) for share in (0.2, 0.4, 0.5)]
    browser.mouse(*at)
    trial = json.loads(browser.run("savedScene(figure, state.scene)"))["trial"]
    assert trial["angle"] == pytest.approx(90.0, abs=0.2)
    moments = Problem(document.dataset.X, np.where(document.dataset.labels, 1.0, -1.0)).moments
    for angle in (0.0, 20.0, 90.0, 135.4):
        value = browser.run(
            "criterionAt(momentsOf(problemOf(figure.points, figure.points.map((p) => p[2] * 2 - "
            f"1))), {angle})"
        )
        assert value == pytest.approx(criterion_at(moments, angle), rel=1e-9, abs=1e-12)
    browser.run("angles.firstChild.focus()")
    browser.key("ArrowRight")
    assert browser.run("state.scene.trial.angle") == pytest.approx(trial["angle"] + 1.0)
    assert browser.run("angles.querySelector('p').textContent").startswith(
        "J = 0.199 at 135.4°; the trial line at 91"
    )
    assert browser.complaints() == []


@pytest.mark.slow
@in_chromium
def test_the_threshold_moves_in_the_plot_of_the_projection(
    browser: Chromium, tmp_path: Path
) -> None:
    document = replace(open_document("lesson:projecting"), recipe=None)
    recipe = recipe_of({"format": "html", "live": True, "views": ["canvas", "projection"]}, "test")
    path = tmp_path / "projection.html"
    path.write_bytes(content_of(scene_of(document), recipe))
    _open(browser, path, tmp_path)
    box = browser.run(
        "(() => { const b = projection.firstChild.getBoundingClientRect(); return [b.left, b.top, "
        "b.width]; })()"
    )
    left, top, width = box
    browser.mouse(*((left + 50 + (width - 60) * share, top + 60) for share in (0.5, 0.6, 0.64)))
    trial = browser.run("state.scene.trial")
    exact = fit(document.methods[0].method, document.dataset.X, document.dataset.labels)
    at = float(exact.decision_function(np.array([trial["pivot"]]))[0])
    assert at != 0
    wrong = np.count_nonzero(
        (exact.decision_function(document.dataset.X) > at) != (document.dataset.labels == 1)
    )
    assert browser.run("projection.querySelector('p').textContent").startswith(
        f"Threshold {at:.3g}: {wrong} errors.".replace("-", "−")
    )
    assert browser.run(
        "Number(projection.firstChild.getAttribute('aria-valuenow'))"
    ) == pytest.approx(at, rel=5e-3)
    browser.run("projection.firstChild.focus()")
    browser.key("ArrowLeft")
    assert browser.run("Number(projection.firstChild.getAttribute('aria-valuenow'))") < at
    assert browser.complaints() == []


@pytest.mark.slow
@in_chromium
def test_any_name_is_text_and_the_policy_lets_the_script_run(
    browser: Chromium, tmp_path: Path
) -> None:
    X, y = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.5]]), [0, 1, 0, 1]
    made = linclass_gui.figure(
        (X, y), methods=[LogisticRegression()], title=HOSTILE, classes=(HOSTILE, "b")
    )
    path = made.save(tmp_path / "hostile.html", live=True)
    browser.open(path)
    assert browser.run("document.querySelector('h1').textContent") == HOSTILE
    assert browser.run("document.querySelector('.chip bdi').textContent") == HOSTILE
    assert browser.run("document.querySelectorAll('script').length") == 3
    assert browser.run("document.querySelectorAll('#canvas path').length") > 4
    assert browser.complaints() == []
    assert (
        json.loads(browser.run("document.getElementById('figure').textContent"))["title"] == HOSTILE
    )


@in_chromium
def test_what_was_written_into_the_picture_is_there_as_text(
    browser: Chromium, tmp_path: Path
) -> None:
    a, b = (-1.0, 1.0), (1.0, 2.0)
    notes = (
        Annotation("text", a, None, HOSTILE),
        Annotation("arrow", b, a, "look"),
        Annotation("bracket", (0.0, 0.0), (3.0, 4.0)),
        Annotation("line", (0.0, 0.0), b, "$w_1$"),
        Annotation("test-point", b, None, "new"),
        Annotation("drawing", a, None, "", ((0.5, 0.5), (1.0, 0.0)), "red"),
    )
    document = replace(open_document("lesson:two-clouds"), recipe=None, annotations=notes)
    path = tmp_path / "notes.html"
    path.write_bytes(
        content_of(scene_of(document), recipe_of({"format": "html", "live": True}, "test"))
    )
    browser.open(path, scheme="dark")
    words = browser.run("[...document.querySelectorAll('#canvas .note')].map((e) => e.textContent)")
    assert words[:4] == [HOSTILE, "look", "5", "w1"]
    assert words[4].startswith("new, f = ")
    assert browser.run("document.querySelectorAll('script').length") == 3
    assert browser.complaints() == []
