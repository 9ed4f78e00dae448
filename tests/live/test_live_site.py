"""The course as a web site: its pages work from a folder, and measure what the program measures."""

import json
import re
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from chromium import IS_THERE, MISSING, Chromium
from page_pupil import PagePupil

from linclass_gui.answers.scenes import scene_of
from linclass_gui.cli import main
from linclass_gui.figures.site import LIVE_SCRIPT, _cards, is_live, write_site
from linclass_gui.lessons.attempt import Attempt, fit_of
from linclass_gui.lessons.course import Course, course_of, shipped_course
from linclass_gui.lessons.evaluate import ConditionState, condition_state
from linclass_gui.lessons.glossary import GLOSSARY
from linclass_gui.lessons.lesson import Lesson
from linclass_gui.lessons.vocabulary import WORDS
from linclass_gui.live.goals import measured_tests
from linclass_gui.live.methods import reason_for_fixed
from linclass_gui.live.notation import html_of, with_terms
from linclass_gui.live.page import figure_data
from linclass_gui.live.web import FOLDER
from linclass_gui.plots.tuning import validate
from linclass_gui.plots.validation import tuned_of
from linclass_gui.scene.document import Document
from linclass_gui.scene.theme import LIGHT

live = pytest.importorskip("benchmarks.live", reason="the benchmarks are not beside the tests")
pytestmark = pytest.mark.usefixtures("qapp")
in_chromium = pytest.mark.skipif(not IS_THERE, reason=MISSING)
in_node = pytest.mark.skipif(
    live.node() is None, reason="Node.js, which measures as the page does, is not installed"
)
SAMPLE = ("two-sides", "masking", "canonical")
HOSTILE = "</script><b>1</b> \"'& 🙂 אבג"
GOALS = """
import {{ readFileSync }} from "node:fs";
import {{ stateOf }} from {goal};
import {{ answersOf, sceneOf }} from {scene};
const attempts = JSON.parse(readFileSync(0, "utf8")).attempts;
process.stdout.write(JSON.stringify(attempts.map(({{ before, now, tests }}) => {{
  const all = (figure) => ({{
    figure, scene: sceneOf(figure), answers: answersOf(figure, sceneOf(figure)), given: {{}}, populations: figure.file.populations,
  }});
  const beginning = all(before);
  beginning.beginning = beginning;
  const states = tests.map((test) => stateOf(test, {{ ...all(now), beginning }}));
  return states.map(({{ holds, words }}) => [holds, words.replace(/ \\([^)]*\\)/g, "")]);
}})));
"""  # noqa: E501


def test_a_page_measures_the_words_of_which_the_vocabulary_says_so() -> None:
    text = (FOLDER / "goal.mjs").read_text(encoding="utf-8")
    table = text.split("const MEASURES = {")[1].split("\n};")[0]
    assert set(re.findall(r"^  (\w+):", table, re.MULTILINE)) == {
        word.name for word in WORDS if word.page
    }


def test_mathematics_is_set_and_what_a_user_writes_is_text() -> None:
    assert (
        html_of("Bring $w_1^2$ <b>down</b>")
        == "Bring <i>w</i><sub>1</sub><sup>2</sup> &lt;b&gt;down&lt;/b&gt;"
    )
    assert html_of("best of $<w, x>$") == "best of ⟨<i>w</i>,\u00a0<i>x</i>⟩"


def test_a_page_of_many_classes_has_no_plot_of_two(site: Path) -> None:
    assert 'id="figure"' in (site / "masking.html").read_text("utf-8")  # it computes
    assert 'class="plot"' not in (site / "masking.html").read_text("utf-8")


def test_a_plot_that_the_words_speak_of_is_on_the_page(site: Path) -> None:
    """The text said what a plot draws, and in small print that only the program has it."""
    assert 'id="validation"' in (site / "overfitting.html").read_text("utf-8")  # it computes
    page = (site / "penalty.html").read_text(encoding="utf-8")
    assert page.index("the penalty does to") < page.index("Path, as drawn by the program")
    hidden = (site / "no-signal.html").read_text(encoding="utf-8")
    assert hidden.index("After your prediction") < hidden.index('data-view="permutation"')
    numbers = (site / "fisher-example.html").read_text(encoding="utf-8")
    assert numbers.count("Average covariance") == 1
    assert "of \\u003ci>S\\u003c/i>\\u003csub>" in numbers  # said of a wrong sign
    assert "<td>1.0833</td>" in numbers
    assert numbers.index("<ol") < numbers.index("Its inverse")  # it comes with its step


def test_every_link_leads_to_a_file_and_every_page_forbids_the_network(tmp_path: Path) -> None:
    course = shipped_course()
    few = Course(course.folder, tuple(lesson for lesson in course.lessons if lesson.name in SAMPLE))
    site = write_site(few, "Three lessons", tmp_path / "new" / "site").parent
    pages = sorted(site.glob("*.html"))
    assert not [page for page in pages if "The program also shows" in page.read_text("utf-8")]
    assert [page.stem for page in pages] == sorted((*SAMPLE, "index", "notation"))
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert "default-src 'none'; script-src 'self' file:" in text
        assert "unsafe" not in text.replace("wasm-unsafe-eval", "")
        for address in re.findall(
            r'<(?:a|img|link|source|script)[^>]* (?:href|src|srcset)="([^"]+)"', text
        ):
            is_here = address == "data:," or f' id="{address[1:]}"' in text
            assert is_here or (site / address).is_file(), address


@pytest.mark.parametrize("name", ["newton", "dual"])  # of all those with most words
def test_a_page_and_its_script_are_small_without_their_data(name: str, site: Path) -> None:
    data = (
        r'<figure id="still".*?</figure>|<figure class="numbers".*?</figure>|'
        r"<script type=.*?</script>"
    )
    words = re.sub(data, "", (site / f"{name}.html").read_text(encoding="utf-8"), flags=re.S)
    assert "<h1" in words
    script = (site / LIVE_SCRIPT).read_bytes()
    assert len(words.encode()) + len(script) < 310_000  # as docs/pages.md says


def _data(lesson: Lesson, document: Document) -> dict[str, Any]:
    enabled = replace(document, methods=tuple(replace(m, enabled=True) for m in document.methods))
    return figure_data(scene_of(enabled), "")


def _changed(document: Document, is_moved: bool) -> Document:
    """The same scene with its line turned, and half of its points moved a little, one far away,
    where a goal lets them.
    """
    trial = None if document.trial is None else replace(document.trial, angle=75.0)
    if not is_moved:
        return replace(document, trial=trial)
    rng = np.random.default_rng(3)
    X = document.dataset.X + 0.3 * rng.standard_normal(document.dataset.X.shape) * (
        rng.random((len(document.dataset), 1)) < 0.5
    )
    X[0] += 1.0
    return replace(document, dataset=replace(document.dataset, X=X), trial=trial)


def _said(state: ConditionState) -> list[bool | str]:
    """Whether a test holds, and its words, without the choices of a method in brackets."""
    return [state.holds, re.sub(r" \([^)]*\)", "", html_of(state.words))]


@pytest.mark.slow
@in_node
def test_a_page_measures_the_goals_as_the_program_does() -> None:
    cases, wanted = [], []
    for lesson in shipped_course().lessons:
        if lesson.goal is None or not is_live(lesson.document):
            continue
        document = lesson.document
        tests = measured_tests(
            lesson, [m.id for m in document.methods if not reason_for_fixed(document, m)]
        )
        tests = [test for test in tests if not test.get("isAnswer")]
        is_moved = all(test.text != "same_points" for test in lesson.goal.tests)
        changed = [_changed(document, is_moved)]
        if document.trial is not None:
            turned = replace(document.trial, angle=document.trial.angle + 180.0)
            changed.append(replace(document, trial=turned))
        for now in changed if tests else ():
            attempt = Attempt(
                lesson, now, MappingProxyType({m.id: fit_of(now, m) for m in now.methods})
            )
            cases.append(
                {"before": _data(lesson, document), "now": _data(lesson, now), "tests": tests}
            )
            states = [
                condition_state(test, attempt)
                for test in lesson.goal.tests
                if "answer(" not in test.text
            ]
            wanted.append((lesson.name, [_said(state) for state in states]))
    files = {name: json.dumps((FOLDER / f"{name}.mjs").as_uri()) for name in ("goal", "scene")}
    found = live.said_by_node(GOALS, {"attempts": cases}, **files)
    assert [(name, states) for (name, _), states in zip(wanted, found, strict=True)] == wanted
    assert len(wanted) > 30


ON_FOLDS = """
import {{ readFileSync }} from "node:fs";
import {{ validationError }} from {validation};
import {{ sceneOf, withParameter }} from {scene};
const { figure, values } = JSON.parse(readFileSync(0, "utf8"));
const at = (value) => withParameter(sceneOf(figure), figure.validation.id, figure.validation.name, value);
process.stdout.write(JSON.stringify(values.map((value) => validationError(figure, at(value), figure.validation.id))));
""".replace("{ figure, values }", "{{ figure, values }}")  # noqa: E501


@pytest.mark.slow
@in_node
@pytest.mark.parametrize("name", ["overfitting", "kernels"])
def test_errors_on_folds_are_those_of_the_program(name: str) -> None:
    document = shipped_course().lessons[shipped_course().places[name]].document
    scene = scene_of(document)
    method, tuned = document.selected_method, tuned_of(scene)
    assert method is not None
    assert tuned is not None
    wanted = validate(document.dataset, None, method, tuned, document.folds, document.split)
    files = {
        name: json.dumps((FOLDER / f"{name}.mjs").as_uri()) for name in ("validation", "scene")
    }
    figure = figure_data(scene, "")
    found = live.said_by_node(
        ON_FOLDS, {"figure": figure, "values": figure["validation"]["values"]}, **files
    )
    # A point beside the boundary may change sides between two proofs of one optimum.
    np.testing.assert_allclose(found, wanted.mean, atol=1.01 / len(document.dataset))
    assert np.median(np.abs(found - wanted.mean)) < 1e-12


DRAGGED = """
import {{ readFileSync }} from "node:fs";
import {{ score }} from {problem};
import {{ answersOf, sceneOf, withPoint }} from {scene};
const {{ figure, places }} = JSON.parse(readFileSync(0, "utf8"));
const id = figure.selected;
const known = new Map();
let scene = sceneOf(figure);
answersOf(figure, scene, known);
let [frames, most] = [0, 0];
for (const [x, y] of places) {{
  scene = withPoint(scene, 0, x, y);
  frames = 0;
  while (answersOf(figure, scene, known, true)[id].isRough) frames += 1;
  most = Math.max(most, frames);
}}
const dragged = answersOf(figure, scene, known, true)[id];
const atRest = answersOf(figure, scene, known)[id];
const anew = answersOf(figure, scene)[id];
const apart = Math.max(...figure.points.map((p) => Math.abs(score(dragged, p) - score(anew, p))));
process.stdout.write(JSON.stringify({{ apart, most, atRest, anew }}));
"""


@pytest.mark.slow
@in_node
@pytest.mark.parametrize("name", ["penalty", "kernels", "circle"])
def test_a_drag_ends_with_the_answer_of_its_last_place(name: str) -> None:
    document = shipped_course().lessons[shipped_course().places[name]].document
    figure = figure_data(scene_of(document), "")
    x, y = figure["points"][0][:2]
    turns = np.linspace(0.0, 3.0, 7).tolist()
    places = [[x + 0.3 * np.sin(t), y + 0.3 * (1.0 - np.cos(t))] for t in turns]
    files = {name: json.dumps((FOLDER / f"{name}.mjs").as_uri()) for name in ("problem", "scene")}
    found = live.said_by_node(DRAGGED, {"figure": figure, "places": places}, **files)
    assert found["apart"] < 1e-4
    assert found["most"] < 40
    assert found["atRest"] == found["anew"]


@in_node
def test_a_saved_scene_keeps_its_populations() -> None:
    script = """
    import {{ readFileSync }} from "node:fs";
    import {{ openedScene, savedScene, sceneOf, withSpread }} from {scene};
    const {{ figure }} = JSON.parse(readFileSync(0, "utf8"));
    const narrow = withSpread(sceneOf(figure), "plus", 0.5);
    const again = openedScene(figure, sceneOf(figure), savedScene(figure, narrow));
    const broken = JSON.parse(savedScene(figure, narrow));
    broken.populations.plus.covariance = [[1, 2], [2, 1]];
    const kept = openedScene(figure, sceneOf(figure), JSON.stringify(broken));
    process.stdout.write(JSON.stringify([narrow, again, kept, sceneOf(figure)].map(
      ({{ populations, points }}) => ({{ populations, points }}))));
    """
    course = shipped_course()
    document = course.lessons[course.places["bayes"]].document
    given = {"figure": figure_data(scene_of(document), "")}
    address = json.dumps((FOLDER / "scene.mjs").as_uri())
    narrow, again, kept, first = live.said_by_node(script, given, scene=address)
    assert again == narrow
    assert kept["populations"] == first["populations"]


@in_node
def test_samples_of_populations_have_their_moments_and_share_no_point() -> None:
    script = """
    import {{ readFileSync }} from "node:fs";
    import {{ sampleOf }} from {populations};
    const {{ given }} = JSON.parse(readFileSync(0, "utf8"));
    process.stdout.write(JSON.stringify([0, 1, 2, 3].map((seed) => sampleOf(given, 4000, seed))));
    """
    course = shipped_course()
    populations = course.lessons[course.places["bayes"]].document.populations
    assert populations is not None
    sides = (populations.minus, populations.plus)
    given = {
        name: {"mean": side.mean, "covariance": side.covariance, "prior": side.prior}
        for name, side in zip(("minus", "plus"), sides, strict=True)
    }
    address = json.dumps((FOLDER / "populations.mjs").as_uri())
    samples = np.array(live.said_by_node(script, {"given": given}, populations=address))
    assert len(np.unique(samples[:, :, 0])) == samples[:, :, 0].size
    for sample in samples:
        for label, side in enumerate(sides):
            points = sample[sample[:, 2] == label, :2]
            assert len(points) == 4000 * side.prior
            np.testing.assert_allclose(points.mean(axis=0), side.mean, atol=0.15)
            np.testing.assert_allclose(np.cov(points.T), side.covariance, rtol=0.15, atol=0.05)


@pytest.mark.slow
@in_chromium
def test_a_goal_is_reached_and_kept(browser: Chromium, site: Path) -> None:
    browser.open(site / "two-sides.html", width=390, height=844)
    browser.run("localStorage.clear()")
    assert browser.run("document.getElementById('closing').hidden")
    assert browser.run("[...document.querySelectorAll('#steps li')].every((item) => item.hidden)")
    ends = (
        "['back', 'forward'].map((id) => getComputedStyle(document.getElementById(id)).opacity < 1)"
    )
    assert browser.run(ends) == [True, False]  # what is spent looks so
    browser.run(
        "document.getElementById('forward').click(); document.getElementById('forward').click()"
    )
    assert browser.run(ends) == [False, True]
    browser.run("document.getElementById('reset').click()")  # a step is none of the student's edits
    assert browser.run("document.getElementById('layer-margins').checked")
    slide = (
        "(() => {{ const s = document.getElementById('trial-shift'); s.value = {}; "
        "s.dispatchEvent(new Event('input')); }})()"
    )
    said = ""
    for shift in np.linspace(-1.0, 1.0, 81).tolist():
        browser.run(slide.format(shift))
        browser.frame()
        said = browser.run("document.getElementById('tests').textContent")
        if browser.run("document.getElementById('aim').classList.contains('met')"):
            break
    assert said.count("✓") == 1, said
    assert browser.run("document.getElementById('closing').hidden")  # a drag passes through places
    browser.run("document.getElementById('trial-shift').dispatchEvent(new Event('change'))")
    browser.frame()
    assert not browser.run("document.getElementById('closing').hidden")
    browser.open(site / "masking.html", scheme="dark")
    slip = "document.querySelector('.slip')?.textContent ?? ''"
    assert browser.run("document.querySelector('details').open") is False  # the hint
    assert browser.run(slip) == ""
    browser.run("document.querySelector('[data-field=taken][value=\"2\"]').click()")
    assert (
        browser.run(slip)
        == shipped_course().lessons[shipped_course().places["masking"]].goal.slips[0].say
    )
    browser.run("document.querySelector('[data-field=taken]').click()")
    assert not browser.run("document.getElementById('closing').hidden")
    browser.open(site / "index.html")
    reached = browser.run(
        "[...document.querySelectorAll('.reached')].map((card) => card.dataset.lesson)"
    )
    assert reached == ["two-sides", "masking"]
    assert browser.complaints() == []


@in_chromium
def test_a_lesson_is_read_without_scripts(browser: Chromium, site: Path) -> None:
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(site / "two-sides.html", is_drawn=False)
    browser.call("Emulation.setScriptExecutionDisabled", value=False)
    shown = (
        "['#still svg', '#steps li', '#tasks section', '#canvas'].map((name) => "
        "document.querySelector(name).checkVisibility())"
    )
    assert browser.run(shown) == [True, True, True, False]


@in_chromium
def test_a_prediction_hides_the_answer(browser: Chromium, site: Path) -> None:
    browser.open(site / "canonical.html")
    shown = "document.getElementById('on-m1').checked"
    assert not browser.run(shown)
    browser.run("document.getElementById('reveal').click()")
    assert browser.run(shown)
    told = "[...document.querySelectorAll('#guess dd')].map((value) => value.textContent)"
    # errors of the line as it lies, and of the answer
    assert browser.run(told)[3].startswith("1, 0")
    browser.run("document.querySelector('nav a').focus()")
    names = browser.run(
        "[...document.querySelectorAll('button, input, select, [tabindex]')].filter((e) => "
        "e.checkVisibility() && !"
        "(e.textContent.trim() || e.ariaLabel || e.getAttribute('aria-label') || [...(e.labels ?? "
        "[])].length)).length"
    )
    assert names == 0  # everything that is used has a name
    assert browser.complaints() == []


@in_chromium
def test_a_first_answer_is_a_prediction_and_test_points_wait_for_their_step(
    browser: Chromium, site: Path
) -> None:
    browser.open(site / "held-back.html")
    assert not browser.run("document.getElementById('on-m2').checked")
    for choice, closes in (("1", False), ("2", True), ("3", True)):
        browser.run(f"document.querySelector('[data-field=more][value=\"{choice}\"]').click()")
        browser.frame()
        # the slip speaks of its numbers
        assert browser.run("document.getElementById('on-m2').checked")
        assert browser.run("document.getElementById('closing').hidden") is not closes
    assert browser.run("document.getElementById('closing').innerText").startswith("Reached before.")
    browser.open(site / "penalty.html")
    told = (
        "[...document.querySelectorAll('#panel dt')].map((term) => "
        "term.textContent).includes('Test errors')"
    )
    assert not browser.run(told)
    for _ in range(2):
        browser.run("document.getElementById('forward').click()")
    browser.frame()
    assert browser.run(told)
    assert "does not" not in _words_of(site / "bayes.html", "Goal.")
    assert browser.complaints() == []


def _words_of(page: Path, start: str) -> str:
    return page.read_text("utf-8").partition(start)[2].partition("</p>")[0]


@in_chromium
def test_a_lecturers_own_lessons_are_a_site_whatever_they_are_called(
    browser: Chromium, tmp_path: Path
) -> None:
    own = tmp_path / "own"
    own.mkdir()
    text = json.loads((shipped_course().folder / "hard-margin.json").read_text(encoding="utf-8"))
    text["title"] = HOSTILE
    text["data"]["classes"] = [HOSTILE, "b"]
    (own / "50% of #1 & more.json").write_text(json.dumps(text), encoding="utf-8")
    write_site(course_of(own), HOSTILE, tmp_path / "site")
    browser.open(tmp_path / "site" / "index.html")
    assert browser.run("document.querySelector('h1').textContent") == HOSTILE
    browser.open(tmp_path / "site" / "50% of #1 & more.html")
    assert HOSTILE in browser.run("document.querySelector('h1').textContent")
    assert browser.run("document.querySelectorAll('#canvas path').length") > 4
    assert browser.complaints() == []


@pytest.mark.parametrize("name", ["index", "Notation"])
def test_the_pages_of_the_site_itself_keep_their_names(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / f"{name}.json").write_bytes((shipped_course().folder / "hard-margin.json").read_bytes())
    assert main(["course", str(own), "-o", str(tmp_path / "site")]) == 2
    assert f"the site has a page {name.lower()} of its own" in capsys.readouterr().err


def test_the_index_has_the_values_with_which_lessons_begin() -> None:
    cards = re.sub(r"<[^>]+>", "", _cards(shipped_course().lessons))
    assert re.findall(r"\{\w+\}", cards) == []
    assert "C, 100000 now, says what an error" in cards


def test_what_is_no_folder_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "wrong").mkdir()
    (tmp_path / "wrong" / "one.json").write_text("{")
    for arguments, words in (
        (["-o", str(tmp_path / "file")], "is a file: name a folder for the site"),
        ([str(tmp_path / "wrong"), "-o", str(tmp_path / "site")], "none of the files is a lesson"),
    ):
        assert main(["course", *arguments]) == 2
        assert words in capsys.readouterr().err


@in_chromium
@pytest.mark.exhaustive
def test_every_page_of_the_course_is_quiet(browser: Chromium, site: Path) -> None:
    for page in sorted(site.glob("*.html")):
        browser.open(page, width=390, height=844)
        assert browser.complaints() == [], page.name
        assert browser.run("document.documentElement.scrollWidth <= innerWidth"), page.name


@in_chromium
def test_the_course_of_a_reader_is_kept_continued_and_handed_in(
    browser: Chromium, site: Path
) -> None:
    course = shipped_course()
    asked = [lesson for lesson in course.lessons if lesson.recall is not None]
    some = tuple(course.lessons[: course.lessons.index(asked[0]) + 5])
    first, missed = some[0], asked[0]
    assert missed.recall is not None
    browser.open(site / f"{first.name}.html", width=390, height=844)
    browser.run("localStorage.clear()")
    keep = (
        f"localStorage.setItem('linclass-records', JSON.stringify({{{json.dumps(missed.name)}: "
        f"{{isRecalled: false, misses: 1, missedAt: {json.dumps(missed.name)}}}, "
        f"{json.dumps(first.name)}: {{tries: 2, answers: null, tried: [7], prediction: 'x'}}}}))"
    )
    browser.run(keep)  # beside what another program has written there
    here = some.index(missed)
    questions = (
        "[...document.querySelectorAll('#recall legend')].map((legend) => legend.textContent)"
    )
    again = missed.recall.variant or missed.recall
    browser.open(site / f"{some[here + 2].name}.html", width=390, height=844)
    assert re.sub("<.*?>", "", html_of(again.say)) in browser.run(questions)
    wrong = 2 if again.right == 1 else 1
    choose = f'document.querySelector(\'[name="again-{missed.name}"][value="{{}}"]\').click()'
    browser.run(choose.format(wrong))
    said = browser.run("document.querySelector('#recall [role=status]').textContent")
    assert said.startswith("Not so.")
    browser.run(choose.format(again.right))
    kept = "JSON.parse(localStorage.getItem('linclass-records'))"
    assert browser.run(f"{kept}[{json.dumps(missed.name)}].misses") == 2  # the first choice counts
    browser.open(site / "index.html")
    links = browser.run("[...document.querySelectorAll('#progress a')].map((a) => a.textContent)")
    assert links[0].startswith("You were in")
    goals = [lesson for lesson in some[here + 3 :] if lesson.goal is not None]
    assert links[1].endswith(f" {goals[0].document.title}")
    text = browser.run(
        "new Promise((done) => { URL.createObjectURL = (blob) => { blob.text().then(done); "
        "return '#'; }; document.getElementById('pupil').value = 'A. Learner'; "
        "document.getElementById('homework').click(); })"
    )
    assert "A. Learner, 20" in text
    assert "Asked again: not right" in text
    assert browser.complaints() == []


@in_chromium
def test_entries_that_are_corrected_together_are_one_try(browser: Chromium, site: Path) -> None:
    page = site / "fisher-example.html"
    browser.open(page)
    browser.run("localStorage.clear()")
    browser.open(page)
    fields = browser.run(
        "[...document.querySelectorAll('[data-field]')].map((f) => f.dataset.field)"
    )
    assert len(fields) > 2
    tries = "JSON.parse(localStorage.getItem('linclass-records'))['fisher-example'].tries"

    def enter(names: list[str], text: str) -> None:
        for name in names:
            browser.run(
                f"(() => {{ const f = document.querySelector('[data-field={name}]'); "
                "f.focus(); f.select(); })()"
            )
            browser.type_text(text)
        browser.key("Enter")

    enter(fields, "1")
    assert browser.run(tries) == 1
    enter(fields[:2], "2")
    assert browser.run(tries) == 2
    browser.run("document.activeElement.blur()")
    assert browser.run(tries) == 2
    said = browser.run("document.getElementById('spoken').textContent")
    assert "not right yet" in said  # to who cannot see the lines of the goal
    assert browser.complaints() == []


@in_chromium
def test_paper_is_light_and_has_the_plots(browser: Chromium, site: Path) -> None:
    browser.open(site / "fisher-criterion.html", scheme="dark")
    ink = "document.querySelector('#angles svg text').getAttribute('fill')"
    on_screen = browser.run(ink)
    browser.run("window.dispatchEvent(new Event('beforeprint'))")
    browser.call(
        "Emulation.setEmulatedMedia",
        media="print",
        features=[{"name": "prefers-color-scheme", "value": "dark"}],
    )
    assert browser.run(ink) == LIGHT.palette.ink_2 != on_screen
    assert browser.run("document.querySelector('#angles').getBoundingClientRect().height") > 100
    assert browser.run("document.querySelector('#picture').getBoundingClientRect().height") == 0
    assert browser.run(
        "[...document.querySelectorAll('.drawn img')].filter((each) => each.offsetWidth)"
        ".every((each) => each.complete && each.src.endsWith('-light.png'))"
    )
    colour = browser.run("getComputedStyle(document.body).backgroundColor")
    browser.run("window.dispatchEvent(new Event('afterprint'))")
    browser.call("Emulation.setEmulatedMedia", media="", features=[])
    assert browser.run("getComputedStyle(document.body).backgroundColor") == colour
    assert browser.complaints() == []


@in_chromium
def test_what_the_program_drew_says_so_once_a_point_was_moved(
    browser: Chromium, site: Path
) -> None:
    browser.open(site / "fisher-criterion.html")
    said = "getComputedStyle(document.querySelector('.drawn figcaption'), '::after').content"
    assert browser.run(said) == "none"
    browser.run("document.getElementById('canvas').focus()")
    for key in ("PageDown", "ArrowUp"):
        browser.key(key)
    assert "as it begins" in browser.run(said)
    browser.call("Emulation.setEmulatedMedia", media="print", features=[])
    of_still = "getComputedStyle(document.getElementById('still'), '::after').content"
    assert "as it begins" in browser.run(of_still)  # beside tables that follow
    browser.call("Emulation.setEmulatedMedia", media="", features=[])
    words = "document.getElementById('canvas').getAttribute('aria-label')"
    means = "[...document.querySelectorAll('[data-block=means]')].map((e) => e.textContent)"
    edited, numbers = browser.run(words), browser.run(means)
    assert re.search(r"\d+ points: \d+ of .*: \d+ errors?\.", edited)
    browser.reload()  # as a phone does it by itself
    browser.frame()
    assert [browser.run(words), browser.run(means)] == [edited, numbers]
    assert edited in browser.run("localStorage.getItem('linclass-pictures')")  # of the homework
    browser.run("document.getElementById('undo').click()")
    browser.frame()
    assert browser.run(said) == "none"


@in_chromium
def test_tables_of_a_page_follow_its_edits(browser: Chromium, site: Path) -> None:
    rows = (
        "[...document.querySelectorAll('[data-block={}] tr')].map((row) => "
        "[...row.cells].map((cell) => cell.textContent))"
    )
    browser.open(site / "dual.html")
    browser.run("document.getElementById('reveal').click(); 0")
    browser.run("document.querySelector('.parts details').open = true")
    browser.run("document.getElementById('forward').click(); 0")
    at_first = browser.run(rows.format("kkt"))
    assert at_first[1:3] == [
        ["1", "−", "0", "0", "−1.825", "α = 0, beyond"],
        ["2", "−", "0.3125", "0", "−1", "yf = 1, free"],
    ]
    browser.run("document.getElementById('canvas').focus()")
    for key in ("PageDown", "Delete"):
        browser.key(key)
    now = browser.run(rows.format("kkt"))
    assert now[0] == at_first[0]
    assert len(now) == len(at_first) - 1
    assert now[1] == ["1", *at_first[2][1:]]
    assert browser.run(rows.format("dual"))[-1] == ["points with α > 0", "3 of 11"]
    remarks = "getComputedStyle(document.querySelector('[data-block=kkt] .remark')).display"
    assert browser.run(remarks) == "none"
    browser.run("document.getElementById('undo').click()")
    browser.frame()
    assert browser.run(rows.format("kkt")) == at_first
    assert browser.run(remarks) != "none"
    browser.open(site / "priors-and-costs.html")
    before = browser.run(rows.format("costs"))
    assert [name for name, _ in before[2:]] == ["your line", "Gaussian classifier"]
    slider = "document.getElementById('trial-angle')"
    browser.run(f"{slider}.value = 40; {slider}.dispatchEvent(new Event('change')); 0")
    browser.frame()
    after = browser.run(rows.format("costs"))
    assert after[:2] + after[3:] == before[:2] + before[3:]
    assert after[2][0] == "your line"
    assert after[2] != before[2]
    assert browser.complaints() == []


@in_chromium
def test_points_are_chosen_before_the_support_vectors_are_seen(
    browser: Chromium, site: Path
) -> None:
    course = shipped_course()
    at = course.places["dual"]
    pupil = PagePupil(browser)
    pupil.open(site / "dual.html")
    browser.run("document.querySelector('.skip').click()")
    assert browser.run("document.activeElement === canvas")
    assert "Space chooses it" in browser.run("document.querySelector('#guess .keys').textContent")
    for place in ((-1.0, 0.8), (2.8, 0.6), (2.8, 0.6), (2.8, 0.6)):
        browser.touch(pupil.at(place))
    pupil.tap("#reveal")
    browser.frame()
    guess = browser.run("document.getElementById('guess').innerText")
    assert guess.split("\n") == [
        "found",
        "1 of 3 support vectors",
        "chosen without need",
        "1 point",
    ]
    assert browser.run("state.chosen") is None
    pupil.drag((-1.2, -0.6), (-2.1, -0.5))
    browser.open(site / "index.html")
    text = browser.run(
        "new Promise((done) => { URL.createObjectURL = (blob) => { blob.text().then(done); "
        "return '#'; }; document.getElementById('homework').click(); })"
    )
    assert "<li>found: 1 of 3 support vectors</li>" in text
    assert 'src="data:image/svg+xml' in text
    far = course.lessons[at - 2].name
    browser.open(site / f"{far}.html")
    link = browser.run("document.querySelector('#onward a').textContent")
    assert link.startswith("You were in 24")
    assert browser.complaints() == []


def test_every_sign_of_the_glossary_is_explained_where_it_stands() -> None:
    said = with_terms(html_of("The slack $ξ_i$ of $w_0$ and $w$, and $w$ again."))
    assert said.count('class="term"') == 4  # no part of a longer sign
    assert said.count('tabindex="0"') == 3
    assert GLOSSARY["$ξ_i$"] in said


@pytest.mark.slow
@in_chromium
def test_keys_and_fingers_find_what_a_lesson_needs(browser: Chromium, site: Path) -> None:
    course = shipped_course()
    names = ("two-clouds", "perceptron", "dual", "newton")
    few = [course.lessons[course.places[name]] for name in names]
    browser.open(site / "newton.html", width=320, height=844)
    for _ in few[-1].steps:  # tables wait for their steps
        browser.run("document.getElementById('forward').click()")
    browser.frame()
    browser.frame()
    scrolled = (
        "[...document.querySelectorAll('.numbers')].map((e) => "
        "[e.scrollWidth > e.clientWidth, e.tabIndex === 0])"
    )
    found = browser.run(scrolled)
    assert [True, True] in found
    assert all(is_wide == is_reached for is_wide, is_reached in found)
    browser.open(site / "two-clouds.html")
    slider = "!!document.querySelector('#hand input[type=range]')"
    other = "[...document.querySelectorAll('.head .name[aria-pressed=false]')][0]"
    assert browser.run(slider)
    browser.run(f"{other}.click()")
    assert not browser.run(slider)
    x, y = browser.run(
        "(() => { const n = document.querySelector('.number'); n.scrollIntoView({ block: "
        "'center' }); const b = n.getBoundingClientRect(); return [b.left + b.width / 2, b.top + "
        "b.height / 2]; })()"
    )
    browser.mouse((x, y), (x + 30.0, y))
    assert browser.run(slider)  # the number selects its method
    browser.open(site / "perceptron.html", width=390, height=844)
    slider, undo = browser.run(
        "['#hand input[type=range]', '#undo'].map((place) => "
        "document.querySelector(place).getBoundingClientRect())"
        ".map(({ top, bottom }) => [top, bottom])"
    )
    assert undo[1] <= slider[0]  # under the picture, on the first screen
    assert undo[1] < 844
    browser.open(site / "dual.html")
    browser.run("document.getElementById('reveal').focus()")
    browser.run("document.getElementById('reveal').click()")
    assert browser.run("document.activeElement.id") == "guess"
    assert browser.complaints() == []
