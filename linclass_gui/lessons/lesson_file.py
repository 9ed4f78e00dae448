"""A lesson as a file: the scene as in any scene file, and the words around it as an entry, each
checked in its place when it is read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from ..answers.sweeps import LARGEST_GRID, Sweep, sweep_variants
from ..errors import UserError, join_names, quote
from ..files.codec import decode_object, encode, parsed_object
from ..files.json_values import CodecError, is_finite, is_text, is_whole
from ..files.scene_reader import SceneReader
from ..files.shipped import LESSON_PREFIX, lesson_path
from ..files.text_files import read_text
from ..markup.numbers import count_words
from ..scene.document import LESSON, Document
from .attempt import find_method
from .conditions import Test, TestError, parse_test
from .lesson import GUESSES, AnswerField, Goal, Guess, Lesson, LessonFigure, Question, Recall, Step
from .vocabulary import Checker

T = TypeVar("T")
ENTRIES = (
    "chapter", "order", "source", "aliases", "text", "plots", "numbers", "costs", "at", "guess",
    "steps", "question", "goal",
    "figure", "recall",
)  # fmt: skip
# characters of the text, and of every other sentence
LONGEST_TEXT, LONGEST_WORDS = 4000, 400
LONGEST_NAME = 80  # of a layer, a plot, a choice
MOST_ENTRIES = 50  # steps, tests, plots ...: more than a reader can follow
MOST_STEPS_AT = 10**9


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
        return _LessonReader(source, document).lesson(document.further.get(LESSON, {}), name)
    except TestError as error:
        raise CodecError(f"{source}: {error}") from None


class _LessonReader(SceneReader):
    """Reads the object ``lesson`` of a scene file."""

    def __init__(self, source: str, document: Document) -> None:
        super().__init__(source)
        self._document = document

    def lesson(self, raw: Any, name: str) -> Lesson:
        words = self.object_with(raw, LESSON, ENTRIES)
        question = self.question(words.get("question"))
        fields = () if question is None else tuple(field.name for field in question.fields)
        guess, of = self.guess(words.get("guess"))
        if guess == "answer" and question is None:
            raise CodecError(
                f'{self.source}: lesson.guess asks for the "answer" to a question; the lesson has '
                "none"
            )
        return Lesson(
            name=name,
            document=self._document,
            chapter=self.words(words, "chapter", "lesson.chapter"),
            order=self.number(words.get("order", 0), "lesson.order"),
            text=self.words(words, "text", "lesson.text", LONGEST_TEXT),
            plots=self.names(words.get("plots", []), "lesson.plots"),
            position=self.position(words.get("at"), "lesson.at"),
            steps=self.entries(words.get("steps", []), "lesson.steps", self.step),
            question=question,
            goal=self.goal(words.get("goal"), fields),
            guess=guess,
            guess_of=of,
            costs=self.costs(words.get("costs")),
            numbers=self.names(words.get("numbers", []), "lesson.numbers"),
            source=self.words(words, "source", "lesson.source"),
            aliases=self.names(words.get("aliases", []), "lesson.aliases"),
            figure=self.figure(words.get("figure")),
            recall=self.recall(words.get("recall")),
        )

    # --- pieces -----------------------------------------------------------------------------------

    def object_with(self, raw: Any, place: str, entries: tuple[str, ...]) -> dict[str, Any]:
        """An object with no entry but these: a misspelled one would be ignored silently."""
        if not isinstance(raw, dict):
            raise self.wrong(place, "an object", raw)
        for key in raw:
            if key not in entries:
                raise CodecError(
                    f"{self.source}: {place} has no entry {quote(key)}; it may have "
                    f"{join_names(list(entries))}"
                )
        return raw

    def words(self, raw: dict[str, Any], key: str, place: str, longest: int = LONGEST_WORDS) -> str:
        text = raw.get(key, "")
        if not is_text(text) or len(text) > longest:
            raise self.wrong(place, f"a text of at most {longest} characters", text)
        return text

    def number(self, raw: Any, place: str) -> float:
        if not is_finite(raw):
            raise self.wrong(place, "a number", raw)
        return float(raw)

    def names(self, raw: Any, place: str) -> tuple[str, ...]:
        if (
            not isinstance(raw, list)
            or len(raw) > MOST_ENTRIES
            or not all(is_text(name) and 0 < len(name) <= LONGEST_NAME for name in raw)
        ):
            expected = (
                f"a list of at most {MOST_ENTRIES} names, each of 1 to {LONGEST_NAME} characters"
            )
            raise self.wrong(place, expected, raw)
        return tuple(raw)

    def entries(
        self, raw: Any, place: str, read: Callable[[Any, str], T], most: int = MOST_ENTRIES
    ) -> tuple[T, ...]:
        if not isinstance(raw, list) or len(raw) > most:
            raise self.wrong(place, f"a list of at most {most}", raw)
        return tuple(read(entry, f"{place}[{k}]") for k, entry in enumerate(raw))

    def figure(self, raw: Any) -> LessonFigure | None:
        if raw is None:
            return None
        words = self.object_with(
            raw, "lesson.figure", ("views", "sweep", "grid", "scenes", "titles")
        )
        sweep = self.words(words, "sweep", "lesson.figure.sweep")
        if sweep:
            self.meaningful(sweep)
        grid = words.get("grid")
        is_grid = (
            isinstance(grid, list)
            and len(grid) == 2
            and all(is_whole(part, 1, LARGEST_GRID) for part in grid)
        )
        if grid is not None and not is_grid:
            raise self.wrong(
                "lesson.figure.grid", f"[rows, columns], each of 1 to {LARGEST_GRID}", grid
            )
        grid_size = None if grid is None else (grid[0], grid[1])
        scenes, titles = self.scenes(words)
        return LessonFigure(
            self.names(words.get("views", []), "lesson.figure.views"),
            sweep,
            grid_size,
            scenes,
            titles,
        )

    def scenes(self, words: dict[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The scenes beside the lesson: scenes that travel with the program, never a file of the
        reader.
        """
        scenes, titles = (
            self.names(words.get(key, []), f"lesson.figure.{key}") for key in ("scenes", "titles")
        )
        for name in scenes:
            if not name.startswith(LESSON_PREFIX):
                raise self.wrong(
                    "lesson.figure.scenes", f"a list of lessons, as in {LESSON_PREFIX}xor", name
                )
            try:
                lesson_path(name.removeprefix(LESSON_PREFIX))
            except UserError as error:
                raise CodecError(f"{self.source}: lesson.figure.scenes: {error}") from None
        if len(scenes) >= LARGEST_GRID:
            raise self.wrong(
                "lesson.figure.scenes", f"a list of fewer than {LARGEST_GRID} scenes", list(scenes)
            )
        if titles and (words.get("sweep") or len(titles) != len(scenes) + 1):
            raise self.wrong(
                "lesson.figure.titles",
                "a title for the lesson and one for each of its scenes",
                list(titles),
            )
        return scenes, titles

    def meaningful(self, sweep: str) -> None:
        """Refuse a sweep that cannot be carried out now, not when the figure is drawn."""
        try:
            tuple(sweep_variants(self._document, Sweep.parse(sweep)))
        except UserError as error:
            raise CodecError(f"{self.source}: lesson.figure.sweep: {error}") from None

    def position(self, raw: Any, place: str) -> int | None:
        if raw is not None and not is_whole(raw, most=MOST_STEPS_AT):
            raise self.wrong(place, "a whole number from 0", raw)
        return raw

    def step(self, raw: Any, place: str) -> Step:
        words = self.object_with(raw, place, ("say", "show", "hide", "plots", "at"))
        show, hide = (
            self.names_to_show(words.get(key, []), f"{place}.{key}") for key in ("show", "hide")
        )
        plots = self.names(words.get("plots", []), f"{place}.plots")
        return Step(
            self.words(words, "say", f"{place}.say"),
            show,
            hide,
            plots,
            self.position(words.get("at"), f"{place}.at"),
        )

    def names_to_show(self, raw: Any, place: str) -> tuple[str, ...]:
        """Layers, and methods of the scene by their ids."""
        names = self.names(raw, place)
        for name in names:
            if name[0] == "m" and name[1:].isdigit() and find_method(self._document, name) is None:
                raise self.wrong(place, "layers and ids of methods of this scene", name)
        return names

    def question(self, raw: Any) -> Question | None:
        if raw is None:
            return None
        words = self.object_with(raw, "lesson.question", ("say", "fields"))
        fields = self.entries(words.get("fields", []), "lesson.question.fields", self.field, 12)
        if not fields or len({field.name for field in fields}) != len(fields):
            raise self.wrong(
                "lesson.question.fields", "a list of fields with different names", raw.get("fields")
            )
        return Question(self.words(words, "say", "lesson.question.say"), fields)

    def field(self, raw: Any, place: str) -> AnswerField:
        words = self.object_with(raw, place, ("name", "label", "choices"))
        name = words.get("name")
        if not isinstance(name, str) or not (
            name.isascii() and name.isidentifier() and name.islower() and len(name) <= 40
        ):
            raise self.wrong(
                f"{place}.name", "a name of small letters, digits and underscores", name
            )
        choices = self.names(words.get("choices", []), f"{place}.choices")
        return AnswerField(name, self.words(words, "label", f"{place}.label") or name, choices)

    def recall(self, raw: Any, place: str = "lesson.recall") -> Recall | None:
        if raw is None:
            return None
        entries = ("say", "choices", "right", "because", "slips", "variant")
        is_other = place.endswith(".variant")
        words = self.object_with(raw, place, entries[:-1] if is_other else entries)
        choices = self.names(words.get("choices", []), f"{place}.choices")
        if len(choices) < 2 or len(set(choices)) != len(choices):
            raise self.wrong(
                f"{place}.choices", "a list of two or more different answers", words.get("choices")
            )
        right = words.get("right")
        if not is_whole(right, 1, len(choices)):
            raise self.wrong(
                f"{place}.right", f"the place of the right answer, 1 to {len(choices)}", right
            )
        slips = self.entries(words.get("slips", []), f"{place}.slips", self.sentence)
        if slips and len(slips) != len(choices) - 1:
            raise self.wrong(
                f"{place}.slips",
                f"a list of {count_words(len(choices) - 1, 'sentence')}, one for each wrong answer",
                list(slips),
            )
        say, because = (self.words(words, key, f"{place}.{key}") for key in ("say", "because"))
        variant = self.recall(words.get("variant"), f"{place}.variant")
        return Recall(say, choices, right, because, slips, variant)

    def sentence(self, raw: Any, place: str) -> str:
        if not is_text(raw) or not 0 < len(raw) <= LONGEST_WORDS:
            raise self.wrong(place, f"a text of 1 to {LONGEST_WORDS} characters", raw)
        return str(raw)

    def goal(self, raw: Any, fields: tuple[str, ...]) -> Goal | None:
        if raw is None:
            return None
        words = self.object_with(raw, "lesson.goal", ("say", "tests", "closing", "slips", "hint"))
        checker = Checker(self._document, fields)
        tests = self.entries(words.get("tests", []), "lesson.goal.tests", self.test)
        if not tests:
            raise self.wrong("lesson.goal.tests", "a list of tests", words.get("tests"))
        slips = self.entries(words.get("slips", []), "lesson.goal.slips", self.test)
        for test in (*tests, *slips):
            checker.check(test)
        for k, slip in enumerate(slips):
            if not slip.say:
                raise CodecError(
                    f"{self.source}: lesson.goal.slips[{k}] needs a sentence, as its say, for who "
                    "made this mistake"
                )
        say, closing, hint = (
            self.words(words, key, f"lesson.goal.{key}") for key in ("say", "closing", "hint")
        )
        return Goal(say, tests, closing, slips, hint)

    def test(self, raw: Any, place: str) -> Test:
        """A test as a text, or as an object with words of its own."""
        if not isinstance(raw, str | dict):
            raise self.wrong(place, 'a test such as "errors(trial) == 0"', raw)
        words = (
            {"test": raw} if isinstance(raw, str) else self.object_with(raw, place, ("test", "say"))
        )
        text = words.get("test")
        if not is_text(text):
            raise self.wrong(place, 'a test such as "errors(trial) == 0"', raw)
        try:
            return parse_test(text, self.words(words, "say", f"{place}.say"))
        except TestError as error:
            raise CodecError(f"{self.source}: {place}: {error}") from None

    def guess(self, raw: Any) -> tuple[Guess, str]:
        if raw is None:
            return "", ""
        words = self.object_with(raw, "lesson.guess", ("what", "of"))
        kind, of = words.get("what"), words.get("of", self._document.selected)
        if kind not in GUESSES:
            raise self.wrong("lesson.guess.what", f"one of {join_names(list(GUESSES[1:]))}", kind)
        if not isinstance(of, str) or find_method(self._document, of) is None:
            raise self.wrong("lesson.guess.of", "a method of this scene", of)
        return kind, of

    def costs(self, raw: Any) -> tuple[float, float]:
        if raw is None:
            return 1.0, 1.0
        if (
            not isinstance(raw, list)
            or len(raw) != 2
            or not all(is_finite(cost) and cost > 0.0 for cost in raw)
        ):
            raise self.wrong(
                "lesson.costs", "[cost of a false alarm, cost of a miss], both above 0", raw
            )
        return float(raw[0]), float(raw[1])


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
