"""The course as a web site: an index and a page for each lesson, as files that need no server and
no network.

Pages whose scene the script computes are live; the others have a static picture.  All share one
script of each kind and one style sheet."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ..answers.scenes import scene_of
from ..errors import UserError
from ..files.codec import encode
from ..files.embedded_scene import armour
from ..files.saving import make_folder, write_atomically
from ..layers import TELLTALE
from ..lessons.course import OTHER_SCENES, Course
from ..lessons.guesses import ASKS, hide_answer
from ..lessons.lesson import AnswerField, Lesson, Recall, value_in, with_values
from ..lessons.reveals import fully_revealed
from ..live.goals import goal_words, has_populations, has_units, measured_slips, measured_tests
from ..live.methods import plays, reason_for_fixed
from ..live.notation import html_of, notation_html, with_terms
from ..live.page import as_json, figure_data, plots_beside
from ..live.web import LOOPS, script, style
from ..markup.mathtext import first_sentence, plain
from ..scene.document import Document
from ..scene.theme import THEMES, Theme
from .formats import ready
from .pages import page_of_scene
from .png import png_bytes, with_palette
from .requests import Recipe
from .scripting import application_without_screen
from .site_parts import Draw, LessonParts, drawn_view, table_words
from .site_words import lesson_on_page
from .sources import thumbnail
from .svg import picture

# Files beside the page; `file:` allows them where the site is a folder on a stick.
POLICY = (
    f"default-src 'none'; script-src 'self' file:{LOOPS}; style-src 'self' file:; "
    "img-src 'self' file: data:; font-src data:; "
    "base-uri 'none'; form-action 'none'"
)
LIVE_SCRIPT, STILL_SCRIPT, STYLE_SHEET = "live.js", "still.js", "site.css"
# so that the words in a picture are as large as the words of the page
STILL_RECIPE = Recipe(width_mm=150.0, height_mm=105.0)
GUESS = {kind: words for kind, words in ASKS.items() if kind == "answer"} | {
    "line": (
        "Turn and shift the violet line to where you expect the answer, by its rings or by the "
        "sliders."
    ),
    "threshold": "Shift the violet line to where you would cut.",
    "support-vectors": (
        "Which points do you expect to hold the line? Point at them, or write them down; then look."
    ),
}
CHOOSE = "Tap the points that you expect to hold the line; then look."
CHOOSE_BY_KEYS = (
    "Keys in the picture: Page Down goes to the next point, Space chooses it, or takes it back."
)
NOT_MEASURED = (
    '<p class="note">Read this lesson here, and do it in the program: its goal needs what this '
    "page does not change, so it is not measured here.</p>\n"
)
Thumbnail = Callable[[Lesson, Theme], bytes]


@dataclass(frozen=True)
class _Place:
    """A lesson among the others: the name of its page, and its neighbours."""

    lesson: Lesson
    before: Lesson | None
    after: Lesson | None


def files_of_site(
    course: Course, title: str, thumbnail: Thumbnail, draw: Draw = drawn_view
) -> Iterator[tuple[str, bytes]]:
    """The files of a course's site by their names, one after the other; ``thumbnail`` draws the
    small picture of a lesson (PNG), ``draw`` a plot that its page does not compute.

    Raises:
        UserError: a lesson has the name of the index or of the page of the notation.
    """
    for page_name in ("index", "notation"):
        if any(lesson.name.lower() == page_name for lesson in course.lessons):
            raise UserError(
                f"the site has a page {page_name} of its own: give the lesson {page_name}.json "
                "another name"
            )
    yield STYLE_SHEET, style("page", "site").encode()
    for name, root in ((LIVE_SCRIPT, "live_lesson"), (STILL_SCRIPT, "still_lesson")):
        # A scope of its own: browsers do not load modules from a folder.
        yield name, f'"use strict";\n{{\n{script(root)}\n}}\n'.encode()
    for lesson in course.lessons:
        for theme in ("light", "dark"):
            yield f"{lesson.name}-{theme}.png", thumbnail(lesson, THEMES[theme])
    course_data = _course_data(course)
    for k, lesson in enumerate(map(lesson_on_page, course.lessons)):
        before = course.lessons[k - 1] if k else None
        after = course.lessons[k + 1] if k + 1 < len(course.lessons) else None
        live = is_live(lesson.document)
        parts = LessonParts(lesson, live, live and plays(lesson.document), draw)
        yield (
            f"{lesson.name}.html",
            _lesson_page(_Place(lesson, before, after), title, parts, course_data),
        )
        yield from parts.files.items()
    yield "notation.html", _notation(title)
    yield "index.html", _index(course, title)


def is_live(document: Document) -> bool:
    """Whether a page has something to drag: a trial line between two classes, or a method that it
    computes.
    """
    is_computed = any(not reason_for_fixed(document, method) for method in document.methods)
    return is_computed or (document.trial is not None and document.has_two_sides)


def _index(course: Course, title: str) -> bytes:
    chapters = "".join(
        f'<section aria-labelledby="c{k}">\n<h2 id="c{k}">{html_of(chapter)} '
        f'<span data-chapter="{escape(chapter)}"></span></h2>\n'
        f'<ul class="cards">\n{_cards(lessons)}</ul>\n</section>\n'
        for k, (chapter, lessons) in enumerate(course.chapters)
    )
    body = (
        f'<main>\n<h1 dir="auto">{html_of(title)}</h1>\n<p class="lead">Drag points and watch the '
        "lines follow. "
        "What you have reached is kept in this browser and nowhere else. <a "
        'href="notation.html">What the letters mean</a></p>\n'
        '<section id="progress" aria-label="Your course" hidden></section>\n'
        f"{chapters}</main>\n{_course_data(course)}"
    )
    return _html(title, body, STILL_SCRIPT)


def _course_data(course: Course) -> str:
    """The lessons in their order with their questions, for the script."""
    lessons = [
        {
            "name": lesson.name,
            "title": " ".join(filter(None, (lesson.number, plain(lesson.title)))),
            "href": quote(f"{lesson.name}.html", safe=""),
            "chapter": lesson.chapter or OTHER_SCENES,
            "hasGoal": lesson.goal is not None,
            "recall": _recall_data(lesson.recall),
        }
        for lesson in course.lessons
    ]
    return f'<script type="application/json" id="course-data">{as_json(lessons)}</script>\n'


def _recall_data(recall: Recall | None) -> dict[str, Any] | None:
    if recall is None:
        return None
    return {
        "say": html_of(recall.say),
        "choices": [html_of(choice) for choice in recall.choices],
        "right": recall.right,
        "because": html_of(recall.because),
        "slips": [html_of(recall.slip(k + 1)) for k in range(len(recall.choices))],
        "variant": _recall_data(recall.variant),
    }


def _notation(title: str) -> bytes:
    body = (
        '<header><nav aria-label="Course"><a '
        f'href="index.html">{html_of(title)}</a></nav></header>\n'
        f"<main>\n<h1>Notation</h1>\n{notation_html()}</main>\n"
    )
    return _html(f"Notation – {plain(title)}", body, STILL_SCRIPT)


def _cards(lessons: tuple[Lesson, ...]) -> str:
    return "".join(
        f'<li><a class="card" data-lesson="{escape(lesson.name)}" href="{_address(lesson)}">'
        "<picture>"
        '<source media="screen and (prefers-color-scheme: dark)" '
        f'srcset="{_address(lesson, "-dark.png")}">'
        f'<img src="{_address(lesson, "-light.png")}" alt="" width="240" height="150" '
        'loading="lazy"></picture>'
        f'<b dir="auto">{_title_html(lesson)}</b><span class="done" hidden>reached</span>'
        f'<span dir="auto">{html_of(_first_words(lesson))}</span></a></li>\n'
        for lesson in lessons
    )


def _first_words(lesson: Lesson) -> str:
    """The first sentence of a lesson, with the values with which it begins."""

    def value_of(name: str) -> str:
        return value_in(lesson.document, name) or f"{{{name}}}"

    return first_sentence(with_values(lesson.text, value_of))


def _address(lesson: Lesson, ending: str = ".html") -> str:
    """The file of a lesson as an address beside this page."""
    return escape(quote(f"{lesson.name}{ending}", safe=""))


def _title_html(lesson: Lesson) -> str:
    return f"{lesson.number}. {html_of(lesson.title)}" if lesson.number else html_of(lesson.title)


def _lesson_page(place: _Place, course: str, parts: LessonParts, course_data: str) -> bytes:
    lesson, live = place.lesson, parts.is_live
    document, scene = lesson.document, scene_of(lesson.document)
    computed_ids = (
        [method.id for method in document.methods if not reason_for_fixed(document, method)]
        if live
        else None
    )
    tests = measured_tests(lesson, computed_ids)
    first_document = (
        hide_answer(document, lesson.guess, lesson.guess_of, TELLTALE)
        if lesson.guess_of
        else document
    )
    page = page_of_scene(scene_of(first_document), STILL_RECIPE)
    still_figure = (
        '<figure id="still" '
        f'aria-label="{escape(page.alt)}">\n{picture(page, carrying=False)}\n</figure>\n'
    )
    text = with_values(lesson.text, lambda name: f"\ue000{name}\ue001")
    paragraphs = _numbers_in(lesson, _paragraphs(text, lesson.all_words))
    words = f'<div class="words" dir="auto">{paragraphs}</div>\n'
    tasks = _tasks(place, parts, words)
    picture_html = _aim(lesson, bool(tests)) + still_figure
    picture_html += _canvas(lesson, page.alt, tasks) if live else _still_html(lesson, tasks)
    data = {
        "name": lesson.name,
        "of": lesson.guess_of if lesson.guess else "",
        "guess": lesson.guess,
        "steps": [
            {"show": step.show, "hide": step.hide, "at": step.position} for step in lesson.steps
        ]
        if live
        else [],
        "tests": tests,
        "slips": measured_slips(lesson, computed_ids) if tests else [],
        "words": table_words(document),
        "costs": lesson.costs or (1.0, document.miss_cost),
    }
    body = (
        f'<a class="skip" href="#{"canvas" if live else "tasks"}">Skip to the '
        f"{'picture' if live else 'lesson'}</a>\n"
        f'<header><nav aria-label="Course"><a href="index.html">{html_of(course)}</a>'
        f'<a href="notation.html">Notation</a>{_neighbours(place)}</nav></header>\n'
        f'<main>\n<h1 dir="auto">{_title_html(lesson)}</h1>\n<p id="notice" role="alert" '
        f"hidden></p>\n{'' if tests or lesson.goal is None else NOT_MEASURED}"
        f'<div id="page">\n{picture_html}</div>\n'
        '<nav id="onward" aria-label="Where you are" hidden></nav>\n'
        '<section id="recall" aria-label="Questions that come back" hidden></section>\n'
        '<p id="spoken" role="status" aria-live="polite"></p>\n</main>\n'
        f'<script type="text/plain" id="scene">{armour(encode(document.without_lesson))}</script>\n'
        f'<script type="application/json" id="lesson-data">{as_json(data)}</script>\n'
        f"{course_data}"
    )
    if live:
        figure = figure_data(scene, plain(lesson.title)) | {
            "notes": [],  # the words have theirs
            "canStandardise": has_units(lesson),
            "hasPopulations": has_populations(lesson),
        }
        body += f'<script type="application/json" id="figure">{as_json(figure)}</script>\n'
    return _html(
        f"{plain(lesson.title)} – {plain(course)}", body, LIVE_SCRIPT if live else STILL_SCRIPT
    )


def _canvas(lesson: Lesson, alt: str, tasks: str) -> str:
    plots = (*lesson.plots, *(name for step in lesson.steps for name in step.plots))
    return (
        '<div id="stage"><div id="picture"><svg id="canvas" tabindex="0" role="application" '
        f'aria-label="{escape(alt)}" '
        f'aria-describedby="help"></svg></div>\n{plots_beside(lesson.document, plots)}</div>\n'
        f'<div id="side"><div id="hand"></div>{tasks}<details id="more"><summary>Methods, numbers '
        'and layers</summary><div id="panel"></div></details></div>\n'
    )


def _still_html(lesson: Lesson, tasks: str) -> str:
    """The static picture, and the one after all steps."""
    words = (
        '<p class="note">The program computes this picture while you drag its points; here it '
        "stays as it is.</p>\n"
    )
    if not lesson.steps:
        return words + tasks
    page = page_of_scene(scene_of(fully_revealed(lesson)), STILL_RECIPE)
    after = f'<figure class="still">{picture(page, carrying=False)}</figure>'
    return (
        f"{words}{tasks}<details><summary>The picture after the last "
        f"step</summary>\n{after}</details>\n"
    )


def _aim(lesson: Lesson, is_measured: bool) -> str:
    """What is to be done, before the picture in which it is done."""
    if lesson.goal is None:
        return ""
    words = html_of(goal_words(lesson.goal, is_measured))
    return f'<p id="aim" dir="auto"><b>Goal.</b> {words}</p>\n'


def _tasks(place: _Place, lesson_parts: LessonParts, words: str) -> str:
    """Prediction, text, steps, question and goal, readable without the script, too.

    The state of a goal without a question stands first: beside the sliders that change it.
    """
    lesson = place.lesson
    goal = _goal(place)
    is_goal_first = lesson.question is None
    parts = []
    is_chosen = lesson.guess == "support-vectors" and lesson_parts.is_live
    by_keys = f'<p class="note keys">{CHOOSE_BY_KEYS}</p>' if is_chosen else ""
    if lesson.guess and lesson.guess_of:
        parts.append(
            '<section id="guess" hidden aria-label="Predict first"><p><b>Predict first.</b> '
            f"{escape(CHOOSE if is_chosen else GUESS[lesson.guess])}</p>"
            f'{by_keys}<button type="button" id="reveal">Show the answer</button></section>'
        )
    parts += [goal] if is_goal_first else []
    parts += [words, lesson_parts.at_first()]
    if lesson.steps:
        steps = "".join(
            f"<li><span>{with_terms(html_of(step.say), lesson.all_words)}</span>{shown_parts}</li>"
            for step, shown_parts in zip(lesson.steps, lesson_parts.at_steps(), strict=True)
        )
        parts.append(
            f'<section aria-label="Steps"><ol id="steps" aria-live="polite">{steps}</ol><p '
            'id="walk" hidden>'
            '<button type="button" id="back">Back</button> <button type="button" '
            'id="forward">Next part</button> '
            '<span id="count"></span></p></section>'
        )
    if lesson.question is not None:
        fields = "".join(map(_field, lesson.question.fields))
        parts.append(
            "<section "
            f'aria-label="Question"><p><b>{html_of(lesson.question.say)}</b></p>{fields}</section>'
        )
    parts += [] if is_goal_first else [goal]
    return f'<div id="tasks" dir="auto">{"".join(parts)}</div>\n'


def _goal(place: _Place) -> str:
    goal, after = place.lesson.goal, place.after
    if goal is None:
        return ""
    onward = (
        ""
        if after is None
        else f' <a rel="next" href="{_address(after)}">Next: {html_of(after.title)}</a>'
    )
    return (
        f'<section aria-label="Goal"><ul id="tests"></ul>{_hint(goal.hint)}'
        '<p id="closing" role="status" hidden><b>Reached.</b> '
        f"{html_of(goal.closing)}{onward}</p></section>"
    )


def _hint(hint: str) -> str:
    return f"<details><summary>Hint</summary><p>{html_of(hint)}</p></details>" if hint else ""


def _field(field: AnswerField) -> str:
    name = escape(field.name)
    if not field.choices:
        return (
            f'<label class="field"><span>{html_of(field.label)}</span><input data-field="{name}" '
            'inputmode="text" size="8"></label>'
        )
    choices = "".join(
        f'<label class="choice"><input type="radio" name="f-{name}" value="{k}" '
        f'data-field="{name}">'
        f"<span>{html_of(choice)}</span></label>"
        for k, choice in enumerate(field.choices, 1)
    )
    return f"<fieldset><legend>{html_of(field.label)}</legend>{choices}</fieldset>"


def _neighbours(place: _Place) -> str:
    pairs = (("Before", "prev", place.before), ("Next", "next", place.after))
    return "".join(
        f'<a rel="{rel}" href="{_address(other)}"><span>{words}:</span> {html_of(other.title)}</a>'
        for words, rel, other in pairs
        if other is not None
    )


def _numbers_in(lesson: Lesson, words: str) -> str:
    """The numbers of parameters in a text, each to be dragged as its slider."""
    return re.sub(
        "\ue000(\\w+)\ue001",
        lambda match: (
            f'<span class="number" data-parameter="{match[1]}">'
            f"{escape(value_in(lesson.document, match[1]) or '…')}</span>"
        ),
        words,
    )


def _paragraphs(text: str, context: str) -> str:
    return "".join(
        f"<p>{with_terms(html_of(part), context)}</p>"
        for part in text.split("\n\n")
        if part.strip()
    )


def _html(title: str, body: str, code: str) -> bytes:
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta '
        'name="color-scheme" content="light dark">\n'
        f'<meta name="generator" content="linclass">\n<title>{escape(title)}</title>\n<link '
        'rel="icon" href="data:,">\n'
        f'<link rel="stylesheet" href="{STYLE_SHEET}">\n</head>\n<body>\n{body}<script '
        f'src="{code}"></script>\n</body>\n</html>\n'
    ).encode()


WIDTH, HEIGHT = 240, 150  # of the picture of a lesson in the index


def write_site(course: Course, title: str, folder: Path) -> Path:
    """Write the files of a site; the result is its index.

    Raises:
        UserError: the folder cannot be made or written to.
    """
    application = application_without_screen()
    ready()
    make_folder(folder)
    for name, content in files_of_site(course, title, _picture):
        write_atomically(folder / name, content)
    del application
    return folder / "index.html"


def _picture(lesson: Lesson, theme: Theme) -> bytes:
    return png_bytes(with_palette(thumbnail(lesson, theme, WIDTH, HEIGHT)))
