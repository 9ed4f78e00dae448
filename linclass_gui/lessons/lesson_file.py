"""A lesson as a file: the scene as in any scene file, and the words around it as an entry, each
checked in its place when it is read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from ..answers.sweeps import LARGEST_GRID, Sweep, sweep_variants
from ..errors import UserError, join_names, quote
from ..files.codec import decode_object, encode, parsed_object
from ..files.json_values import CodecError, ObjectReader, is_finite, is_text, is_whole
from ..files.shipped import LESSON_PREFIX, lesson_path
from ..files.text_files import read_text
from ..markup.numbers import count_words
from ..scene.document import LESSON, Document
from .attempt import find_method
from .conditions import Test, TestError, parse_test
from .lesson import GUESSES, AnswerField, Goal, Guess, Lesson, LessonFigure, Question, Recall, Step
from .vocabulary import Checker

T = TypeVar("T")
# characters of the text, and of every other sentence
LONGEST_TEXT, LONGEST_WORDS = 4000, 400
LONGEST_NAME = 80  # of a layer, a plot, a choice
MOST_ENTRIES = 50  # steps, tests, plots ...: more than a reader can follow
MOST_STEPS_AT = 10**9
ENTRIES = (
    "chapter order source aliases text plots numbers costs at guess steps question goal figure "
    "recall"
)
RECALL = "say choices right because slips"


def read_lesson(path: Path) -> Lesson:
    """The lesson in a file; a plain scene is a lesson without words.

    Raises:
        UserError: the file is missing, is not a scene, or holds a wrong value (with its place).
    """
    return decode_lesson(read_text(path), str(path), path.stem)


def figure_of(scene: str) -> LessonFigure | None:
    """The figure of a shipped lesson (``lesson:NAME``); None for a lesson without one, and for any
    other scene.

    Raises:
        UserError: there is no such lesson.
    """
    return (
        read_lesson(lesson_path(scene.removeprefix(LESSON_PREFIX))).figure
        if scene.startswith(LESSON_PREFIX)
        else None
    )


def decode_lesson(text: str, source: str, name: str) -> Lesson:
    """The lesson in a text; ``source`` names it in error texts.

    Raises:
        CodecError: the text is not JSON (with line and column), is not a scene, or holds a wrong
            value (with its place).
    """
    return lesson_of(decode_object(parsed_object(text, source), source), source, name)


def lesson_of(document: Document, source: str, name: str) -> Lesson:
    """The lesson whose scene and words a document holds; a plain scene is a lesson without words.

    Raises:
        CodecError: something in its words is not as it must be (with its place).
    """
    try:
        file = _Entry(document, source, "", {})
        return _lesson(file.inner(document.further.get(LESSON, {}), LESSON, ENTRIES), name)
    except TestError as error:
        raise CodecError(f"{source}: {error}") from None


@dataclass(frozen=True)
class _Entry:
    """An object of a lesson file with its place, which every complaint names."""

    document: Document
    source: str
    place: str
    raw: dict[str, Any]

    def place_of(self, key: str) -> str:
        """The place of an entry."""
        return f"{self.place}.{key}"

    def wrong(self, key: str, expected: str, got: object = None) -> CodecError:
        """The complaint about an entry, or about a part of it."""
        got = self.raw.get(key) if got is None else got
        return ObjectReader(self.source).wrong(self.place_of(key), expected, got)

    def inner(self, raw: Any, place: str, keys: str) -> _Entry:
        """An object with no entry but these: a misspelled one would be ignored silently."""
        if not isinstance(raw, dict):
            raise ObjectReader(self.source).wrong(place, "an object", raw)
        for key in raw:
            if key not in keys.split():
                raise CodecError(
                    f"{self.source}: {place} has no entry {quote(key)}; it may have "
                    f"{join_names(keys.split())}"
                )
        return replace(self, raw=raw, place=place)

    def part(self, key: str, keys: str, read: Callable[[_Entry], T]) -> T | None:
        """An object that may be missing."""
        raw = self.raw.get(key)
        return None if raw is None else read(self.inner(raw, self.place_of(key), keys))

    def parts(
        self, key: str, keys: str, read: Callable[[_Entry], T], most: int = MOST_ENTRIES
    ) -> tuple[T, ...]:
        """A list of objects."""
        parts = enumerate(self.items(key, most))
        return tuple(read(self.inner(raw, f"{self.place_of(key)}[{k}]", keys)) for k, raw in parts)

    def items(self, key: str, most: int = MOST_ENTRIES) -> list[Any]:
        items = self.raw.get(key, [])
        if not isinstance(items, list) or len(items) > most:
            raise self.wrong(key, f"a list of at most {most}")
        return items

    def words(self, key: str, longest: int = LONGEST_WORDS) -> str:
        text = self.raw.get(key, "")
        if not is_text(text) or len(text) > longest:
            raise self.wrong(key, f"a text of at most {longest} characters")
        return str(text)

    def number(self, key: str) -> float:
        value = self.raw.get(key, 0)
        if not is_finite(value):
            raise self.wrong(key, "a number")
        return float(value)

    def names(self, key: str) -> tuple[str, ...]:
        names = self.raw.get(key, [])
        if (
            not isinstance(names, list)
            or len(names) > MOST_ENTRIES
            or not all(is_text(name) and 0 < len(name) <= LONGEST_NAME for name in names)
        ):
            expected = (
                f"a list of at most {MOST_ENTRIES} names, each of 1 to {LONGEST_NAME} characters"
            )
            raise self.wrong(key, expected)
        return tuple(names)

    def position(self) -> int | None:
        position: int | None = self.raw.get("at")
        if position is not None and not is_whole(position, most=MOST_STEPS_AT):
            raise self.wrong("at", "a whole number from 0")
        return position

    def pair(self, key: str, expected: str, is_right: Callable[[Any], bool]) -> Any:
        """Two numbers, None where there are none."""
        pair = self.raw.get(key)
        is_pair = isinstance(pair, list) and len(pair) == 2 and all(map(is_right, pair))
        if pair is not None and not is_pair:
            raise self.wrong(key, expected)
        return None if pair is None else tuple(pair)


def _lesson(entry: _Entry, name: str) -> Lesson:
    question = entry.part("question", "say fields", _question)
    fields = () if question is None else tuple(field.name for field in question.fields)
    guess, of = entry.part("guess", "what of", _guess) or ("", "")
    if guess == "answer" and question is None:
        raise CodecError(
            f'{entry.source}: lesson.guess asks for the "answer" to a question; the lesson has none'
        )
    alarm, miss = entry.pair(
        "costs",
        "[cost of a false alarm, cost of a miss], both above 0",
        lambda cost: is_finite(cost) and cost > 0.0,
    ) or (1.0, 1.0)
    return Lesson(
        name=name,
        document=entry.document,
        chapter=entry.words("chapter"),
        order=entry.number("order"),
        text=entry.words("text", LONGEST_TEXT),
        plots=entry.names("plots"),
        position=entry.position(),
        steps=entry.parts("steps", "say show hide plots at", _step_of),
        question=question,
        goal=entry.part("goal", "say tests closing slips hint", partial(_goal_of, fields)),
        guess=guess,
        guess_of=of,
        costs=(float(alarm), float(miss)),
        numbers=entry.names("numbers"),
        source=entry.words("source"),
        aliases=entry.names("aliases"),
        figure=entry.part("figure", "views sweep grid scenes titles", _figure),
        recall=entry.part("recall", f"{RECALL} variant", _recall_of),
    )


def _figure(entry: _Entry) -> LessonFigure:
    sweep = entry.words("sweep")
    if sweep:  # one that cannot be carried out is refused now, not when the figure is drawn
        try:
            tuple(sweep_variants(entry.document, Sweep.parse(sweep)))
        except UserError as error:
            raise CodecError(f"{entry.source}: lesson.figure.sweep: {error}") from None
    expected = f"[rows, columns], each of 1 to {LARGEST_GRID}"
    grid = entry.pair("grid", expected, lambda part: is_whole(part, 1, LARGEST_GRID))
    return LessonFigure(entry.names("views"), sweep, grid, *_scenes(entry))


def _scenes(entry: _Entry) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The scenes beside the lesson: scenes that travel with the program, never a file of the
    reader.
    """
    scenes, titles = entry.names("scenes"), entry.names("titles")
    for name in scenes:
        if not name.startswith(LESSON_PREFIX):
            raise entry.wrong("scenes", f"a list of lessons, as in {LESSON_PREFIX}xor", name)
        try:
            lesson_path(name.removeprefix(LESSON_PREFIX))
        except UserError as error:
            raise CodecError(f"{entry.source}: lesson.figure.scenes: {error}") from None
    if len(scenes) >= LARGEST_GRID:
        raise entry.wrong("scenes", f"a list of fewer than {LARGEST_GRID} scenes")
    if titles and (entry.raw.get("sweep") or len(titles) != len(scenes) + 1):
        raise entry.wrong("titles", "a title for the lesson and one for each of its scenes")
    return scenes, titles


def _step_of(entry: _Entry) -> Step:
    show, hide = (_names_to_show(entry, key) for key in ("show", "hide"))
    return Step(entry.words("say"), show, hide, entry.names("plots"), entry.position())


def _names_to_show(entry: _Entry, key: str) -> tuple[str, ...]:
    """Layers, and methods of the scene by their ids."""
    names = entry.names(key)
    for name in names:
        if name[0] == "m" and name[1:].isdigit() and find_method(entry.document, name) is None:
            raise entry.wrong(key, "layers and ids of methods of this scene", name)
    return names


def _question(entry: _Entry) -> Question:
    fields = entry.parts("fields", "name label choices", _field, 12)
    if not fields or len({field.name for field in fields}) != len(fields):
        raise entry.wrong("fields", "a list of fields with different names")
    return Question(entry.words("say"), fields)


def _field(entry: _Entry) -> AnswerField:
    name = entry.raw.get("name")
    if not isinstance(name, str) or not (
        name.isascii() and name.isidentifier() and name.islower() and len(name) <= 40
    ):
        raise entry.wrong("name", "a name of small letters, digits and underscores")
    return AnswerField(name, entry.words("label") or name, entry.names("choices"))


def _recall_of(entry: _Entry) -> Recall:
    choices, right = entry.names("choices"), entry.raw.get("right")
    if len(choices) < 2 or len(set(choices)) != len(choices):
        raise entry.wrong("choices", "a list of two or more different answers")
    if not is_whole(right, 1, len(choices)):
        raise entry.wrong("right", f"the place of the right answer, 1 to {len(choices)}")
    slips = entry.items("slips")
    for k, slip in enumerate(slips):
        if not is_text(slip) or not 0 < len(slip) <= LONGEST_WORDS:
            raise entry.wrong(f"slips[{k}]", f"a text of 1 to {LONGEST_WORDS} characters", slip)
    if slips and len(slips) != len(choices) - 1:
        count = count_words(len(choices) - 1, "sentence")
        raise entry.wrong("slips", f"a list of {count}, one for each wrong answer")
    variant = entry.part("variant", RECALL, _recall_of)
    return Recall(
        entry.words("say"), choices, int(right), entry.words("because"), tuple(slips), variant
    )


def _goal_of(fields: tuple[str, ...], entry: _Entry) -> Goal:
    checker = Checker(entry.document, fields)
    tests, slips = _tests(entry, "tests"), _tests(entry, "slips")
    if not tests:
        raise entry.wrong("tests", "a list of tests")
    for test in (*tests, *slips):
        checker.check(test)
    for k, slip in enumerate(slips):
        if not slip.say:
            raise CodecError(
                f"{entry.source}: lesson.goal.slips[{k}] needs a sentence, as its say, for who "
                "made this mistake"
            )
    say, closing, hint = map(entry.words, ("say", "closing", "hint"))
    return Goal(say, tests, closing, slips, hint)


def _tests(entry: _Entry, key: str) -> tuple[Test, ...]:
    """Tests as texts, or as objects with words of their own."""
    tests = [raw if isinstance(raw, dict) else {"test": raw} for raw in entry.items(key)]
    objects = replace(entry, raw={key: tests})
    return objects.parts(key, "test say", _test_of)


def _test_of(entry: _Entry) -> Test:
    text = entry.raw.get("test")
    if not is_text(text):
        expected = 'a test such as "errors(trial) == 0"'
        raise ObjectReader(entry.source).wrong(entry.place, expected, text)
    try:
        return parse_test(text, entry.words("say"))
    except TestError as error:
        raise CodecError(f"{entry.source}: {entry.place}: {error}") from None


def _guess(entry: _Entry) -> tuple[Guess, str]:
    kind, of = entry.raw.get("what"), entry.raw.get("of", entry.document.selected)
    if kind not in GUESSES:
        raise entry.wrong("what", f"one of {join_names(list(GUESSES[1:]))}")
    if not isinstance(of, str) or find_method(entry.document, of) is None:
        raise entry.wrong("of", "a method of this scene", of)
    return kind, of


def encode_lesson(lesson: Lesson) -> str:
    """The lesson as JSON text: the same lesson always gives the same bytes."""
    document = lesson.document
    return encode(replace(document, further={**document.further, LESSON: _to_json(lesson)}))


def _to_json(lesson: Lesson) -> dict[str, Any]:
    """The entries that differ from their defaults."""
    question, goal = lesson.question, lesson.goal
    fields = [] if question is None else [_entries(vars(field)) for field in question.fields]
    words: dict[str, Any] = {"chapter": lesson.chapter, "order": _plain(lesson.order)}
    optional = {
        "source": lesson.source,
        "aliases": lesson.aliases,
        "text": lesson.text,
        "plots": lesson.plots,
        "numbers": lesson.numbers,
        "costs": None if lesson.costs == (1.0, 1.0) else [_plain(cost) for cost in lesson.costs],
        "at": lesson.position,
        "guess": {"what": lesson.guess, "of": lesson.guess_of} if lesson.guess else None,
        "steps": [_step(step) for step in lesson.steps],
        "question": None if question is None else {"say": question.say, "fields": fields},
        "goal": None if goal is None else _goal(goal),
        "figure": None if lesson.figure is None else _entries(vars(lesson.figure)),
        "recall": _recall(lesson.recall),
    }
    return words | _entries(optional)


def _entries(values: dict[str, Any]) -> dict[str, Any]:
    """The entries that are not empty, as JSON values."""
    plain = {
        key: list(value) if isinstance(value, tuple) else value for key, value in values.items()
    }
    return {key: value for key, value in plain.items() if value not in (None, "", [])}


def _plain(value: float) -> float | int:
    return int(value) if value == int(value) else value


def _step(step: Step) -> dict[str, Any]:
    return _entries(
        {
            "say": step.say,
            "show": step.show,
            "hide": step.hide,
            "plots": step.plots,
            "at": step.position,
        }
    )


def _goal(goal: Goal) -> dict[str, Any]:
    entries = {
        "say": goal.say,
        "tests": [_test(test) for test in goal.tests],
        "closing": goal.closing,
    }
    return entries | _entries({"slips": [_test(test) for test in goal.slips], "hint": goal.hint})


def _recall(recall: Recall | None) -> dict[str, Any] | None:
    if recall is None:
        return None
    return _entries({**vars(recall), "variant": _recall(recall.variant)})


def _test(test: Test) -> str | dict[str, str]:
    return {"test": test.text, "say": test.say} if test.say else test.text
