"""No text of a page of the course names a thing that is not on that page."""

import html
import re
from pathlib import Path

import pytest

from linclass_gui.figures.site_words import ON_A_PAGE
from linclass_gui.lessons.course import shipped_course
from linclass_gui.lessons.lesson import Lesson

pytestmark = pytest.mark.usefixtures("qapp")
LESSONS = {lesson.name: lesson for lesson in shipped_course().lessons}
NEVER = r"(?!)"  # no page has it
VALIDATION = 'id="validation"|data-view="validation"'
PLOT = r'class="plot"|data-view="(?!canvas)'
# Words of a text, and any of the parts that they need.
NEEDS = {
    r"\bpointer\b": NEVER,
    r"\bmenu\b": NEVER,
    r"status line": NEVER,
    r"\bplayback\b": NEVER,
    r"\bpress F\b|\bF\d+\b": NEVER,
    r"\bCtrl\+|\bclick\b(?<!tap or click)": NEVER,
    r"\bticked\b|\bselected method\b|select the other method": NEVER,
    r"\bunder Data\b|\(Data,|^Data,": NEVER,
    r"\bthe plot\b": PLOT,
    r"plot Validation|validation curve|curve in the plot": VALIDATION,
    r"\bhills\b": r'id="projection"|data-view="projection"',
    r"\bprojection axis\b|\bcontour lines\b": 'data-view="canvas"',
    r"in the projection\b": r'id="projection"|data-view="projection"',
    r"point on the curve": 'id="roc"',
    r"confusion table": 'data-view="confusion"',
    r"learning curve": 'data-view="learning"',
    r"strip of errors": 'data-view="path"',
    r"the table has": 'class="numbers"',
    r"landscapes\b": 'data-view="weight-space"',
    r"\bviolet line\b": r'"trial":\{',
    r"\bhollow\b": '"test":',
    r"\bellipses\b": r'"covariances"|data-view="canvas"',
    r"feature space": 'data-view="feature-space"',
    r"that costs|each threshold costs": 'data-view="cost"',
}


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, str]:
    files = site.glob("*.html")
    return {file.stem: file.read_text("utf-8") for file in files if file.stem in LESSONS}


def texts_of(page: str) -> list[str]:
    """The texts of a page, each without its tags."""
    body = page.partition("<main>")[2].partition('<script type="application/json" id="figure"')[0]
    body = re.sub(r"<(svg|figcaption)\b.*?</\1>", "", body, flags=re.DOTALL)
    # The scene, and the questions of all lessons, which stand beside pictures of their own.
    others = r'<script type="(?:text/plain|application/json" id="course-data)".*?</script>'
    body = re.sub(others, "", body, flags=re.DOTALL)
    blocks = re.split(r"</?(?:p|li|section|div|h1|summary|details|script|figure)\b[^>]*>", body)
    return [html.unescape(re.sub(r"<[^>]+>", "", block)).strip() for block in blocks]


@pytest.mark.slow
def test_no_text_names_what_is_not_on_its_page(pages: dict[str, str]) -> None:
    assert set(pages) == set(LESSONS)
    missing = [
        (name, words, text[:90])
        for name, page in pages.items()
        for text in texts_of(page)
        for words, part in NEEDS.items()
        if re.search(words, text, re.IGNORECASE) and not re.search(part, page)
    ]
    assert missing == []


@pytest.mark.slow
def test_each_goal_that_a_page_does_not_measure_is_said_at_its_top(pages: dict[str, str]) -> None:
    for name, page in pages.items():
        is_measured = '"tests":[]' not in page or LESSONS[name].goal is None
        at_top = page.partition('<div class="words"')[0]
        assert ("is not measured here" in at_top) is not is_measured, name


@pytest.mark.parametrize("name", sorted(ON_A_PAGE))
def test_words_that_a_page_says_otherwise_are_words_of_the_lesson(name: str) -> None:
    said = _all_words(LESSONS[name])
    assert [words for words, _ in ON_A_PAGE[name] if words not in said] == []


def _all_words(lesson: Lesson) -> str:
    goal = lesson.goal
    of_goal = (
        ()
        if goal is None
        else (goal.say, goal.hint, goal.closing, *(slip.say for slip in goal.slips))
    )
    asked = () if lesson.question is None else (lesson.question.say,)
    return "\n".join((lesson.text, *(step.say for step in lesson.steps), *asked, *of_goal))
