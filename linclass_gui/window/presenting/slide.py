"""The words around the picture in a presentation: title, sentence, keys of layers, position,
counts; they follow scene and lesson.
"""

from __future__ import annotations

from ...answers.value_words import fill_values
from ...layers import LAYERS
from ...layers.layer import Layer
from ...lessons.guesses import ASKS
from ...lessons.lesson import Lesson
from ...lessons.reveals import fully_revealed
from ...markup.mathtext import escape_label, first_sentence, name_label
from ...markup.numbers import count_words, sentence_label, with_fewer_digits
from ...scene import cures
from ...scene import playback as runs
from ...scene.document import Document
from ...scene.looks import role
from ...scene.scene import Scene
from ..lessons.commands import Lessons
from ..lessons.coursework import Coursework
from ..panels.fit_words import support_counts
from ..panels.layers import layers
from ..session.session import Session
from .bands import KeyBand, Sign, TitleBand
from .cards import Legend
from .live import Live, words_of_room
from .stage import PresentationLayout, StageParts

KEYS = 8  # of layers


LEFT_CLICK, RIGHT_CLICK = " (click)", " (right click)"
MOST_CLASSES = 4  # of which all are named beside the keys


class SlideFrame:
    """The two bands, the legend, and the plots and numbers of a lesson beside the picture."""

    def __init__(
        self,
        parts: StageParts,
        lessons: Lessons,
        stage: PresentationLayout,
        live: Live,
        legend: Legend,
    ) -> None:
        self._parts, self._coursework, self._stage, self._live = (
            parts,
            lessons.coursework,
            stage,
            live,
        )
        self._numbers = lessons.panel.numbers
        self.title, self.keys, self.legend = TitleBand(), KeyBand(), legend
        self.layers: tuple[str, ...] = ()  # those with a key
        self.wants_numbers = True
        # the lesson of these keys; None after another document was shown
        self._asked_for: str | None = ""
        # whether a prediction was awaited, which hides plots of its answer
        self._was_hidden = False
        self.is_frozen = False  # the picture of the audience

    @property
    def _name(self) -> str:
        lesson, is_page = self._coursework.lesson, self._coursework.is_from_course
        return lesson.name if lesson is not None and is_page else ""

    def begin(self) -> None:
        """Another lesson: its own keys, and its plots beside the picture."""
        lesson = self._coursework.lesson
        self._asked_for = self._name
        if lesson is not None or not self.layers:
            self.layers = layers_with_keys(self._parts.session.scene, lesson)
        self._show_plots()
        self.wants_numbers = True

    def _show_plots(self) -> None:
        self._was_hidden = self._coursework.is_hidden
        self._stage.show_plots(bool(self._coursework.plots_in_front) and not self._was_hidden)

    def forget(self) -> None:
        """Forget the lesson, for another document.  A lesson is known before it is loaded: choices
        in between are dropped.
        """
        self.layers, self._asked_for = (), None

    @property
    def is_another(self) -> bool:
        """Whether the lesson is another one than at the last :meth:`begin`."""
        return self._name != self._asked_for

    def refresh(self) -> None:
        """Show the current title, sentence, keys and position."""
        scene = self._parts.session.scene
        if self._was_hidden and not self._coursework.is_hidden:
            self._show_plots()
        title = headline(self._coursework)
        self.title.say(title, self._sentence(scene), run_words(scene)[1], self._sign(scene))
        self.show_numbers()
        self.keys.show_keys(
            key_names(self.layers, scene.document),
            self._live.words,
            ",  ".join(filter(None, ("frozen: F" * self.is_frozen, self._position()))),
            self._buttons(scene),
        )
        counts = None if scene.answer is None else support_counts(scene.answer)
        self.legend.show_counts(counts if scene.shows("support-vectors") else None, scene)

    def show_numbers(self) -> None:
        """Show or hide the numbers of the lesson; while a prediction is awaited, only those without
        the answer.
        """
        has_some = bool(
            self._numbers.blocks if self._numbers.is_predicting else self._numbers.names
        )
        self._stage.show_numbers(
            self._coursework.lesson is not None and self.wants_numbers and has_some
        )

    @property
    def happens(self) -> str:
        """The words about a played run, with the step; empty while the lesson has a sentence of its
        own.
        """
        scene = self._parts.session.scene
        if scene.playback == self._coursework.run_left_at:
            return ""
        words = run_words(scene)[0]
        return with_fewer_digits(words) if self._numbers.is_rounded else words

    def _sentence(self, scene: Scene) -> str:
        """The words about a played run, else the sentence of the lesson."""
        if self.happens:
            return self.happens
        lesson, coursework = self._coursework.lesson, self._coursework
        return slide_sentence(
            scene,
            lesson,
            coursework.steps_taken,
            "" if lesson is None else self._closing(scene, lesson),
        )

    def _closing(self, scene: Scene, lesson: Lesson) -> str:
        """The words after the last step: the prediction asked for, the quality of predictions, or
        that the goal is met.
        """
        coursework = self._coursework
        if lesson.guess and coursework.is_hidden:
            return f"Predict first. {ASKS[lesson.guess]}"
        sentence = ""
        if lesson.guess and not coursework.steps_taken:
            sentence = words_of_room(scene, lesson) or "; ".join(
                f"{name}: {value}" for name, value in coursework.comparison()
            )
        return sentence or (
            lesson.goal.closing if lesson.goal is not None and coursework.is_met else ""
        )

    def _sign(self, scene: Scene) -> Sign:
        if scene.playback is None or scene.playback.at_end:
            return ""
        return "playing" if self._parts.playback.is_playing else "pause"

    def _position(self) -> str:
        lesson = self._coursework.lesson
        if lesson is None:
            return ""
        steps = f"{self._coursework.steps_taken} / {len(lesson.steps)}" if lesson.steps else ""
        position = self._coursework.position
        if self._coursework.slide is not None and position is not None:
            place = f"slide {position.index + 1} / {len(position.slides)}"
            return f"{steps},  {place}" if steps else place
        if steps:
            return steps
        return f"lesson {lesson.number}" if lesson.number else ""

    @staticmethod
    def _buttons(scene: Scene) -> tuple[tuple[str, str], ...]:
        """The classes by symbol and name, with the click that places each; nothing while two
        classes have their usual clicks, and of many classes only those that are placed.
        """
        looks, names = scene.document.class_looks, scene.document.dataset.class_names
        if len(looks) == 2 and scene.active == 1:
            return ()
        clicks = {scene.next_class: RIGHT_CLICK, scene.active: LEFT_CLICK}
        numbers = range(len(looks)) if len(looks) <= MOST_CLASSES else sorted(clicks)
        return tuple(
            (role("class", looks[k]), f"{name_label(names[k])}{clicks.get(k, '')}") for k in numbers
        )


def layers_with_keys(scene: Scene, lesson: Lesson | None) -> tuple[str, ...]:
    """The layers with a key: those that the picture and the lesson's steps show, then others that
    could show something.

    They depend on the file alone, not on switches, answers or fits, so that a lecturer can learn
    them by heart.
    """
    document = scene.document if lesson is None else lesson.document
    first = document.layers | (fully_revealed(lesson).layers if lesson is not None else frozenset())
    choices = [layer for layer in layers() if not layer.is_ground]
    names = [layer.name for layer in choices if layer.name in first]
    bare = Scene(document, view=scene.view, pixel=scene.pixel)
    has_margin = any(use.method.has_margin for use in document.methods)
    more = [
        layer.name
        for layer in choices
        if layer.name not in first and _may_show(layer, bare, has_margin)
    ]
    return tuple((names + more)[:KEYS])


def _may_show(layer: Layer[Scene], bare: Scene, has_margin: bool) -> bool:
    """Whether a layer could show something once the fits are ready."""
    words = layer.lacks(bare)
    return not words or (words == cures.AWAITED and (has_margin or not layer.tells))


def headline(coursework: Coursework) -> str:
    """The title of a page of a course, else of the scene, with its values: a prediction gives it no
    other one.
    """
    lesson, session = coursework.lesson, coursework.session
    is_page = lesson is not None and coursework.is_from_course
    title = lesson.title if is_page and lesson is not None else title_of(session)
    return fill_values(title, session.scene)


def title_of(session: Session) -> str:
    """The title of a scene of one's own, else the name of its file."""
    name = "linclass" if session.path is None else escape_label(session.path.stem)
    return session.document.title or name


def key_names(keys: tuple[str, ...], document: Document) -> tuple[tuple[str, bool], ...]:
    """The keys for the band."""
    titles = {layer.name: layer.title for layer in LAYERS}
    return tuple(
        (titles[key][:1].lower() + titles[key][1:], key in document.layers) for key in keys
    )


def slide_sentence(scene: Scene, lesson: Lesson | None, steps: int, closing: str) -> str:
    """The line below the title: the closing sentence, that of the last step, or the first one of
    the text.
    """
    if closing:
        return closing
    if lesson is not None:
        last = next((step.say for step in reversed(lesson.steps[:steps]) if step.say), "")
        if last or lesson.words:
            return last or first_sentence(lesson.words)
    dataset = scene.document.dataset
    counts = dataset.counts
    parts = [f"{n} of {name}" for n, name in zip(counts, dataset.class_names, strict=True)]
    parts_counted = parts if len(parts) > 2 else parts[1:]
    return escape_label(f"{count_words(len(dataset), 'point')}, {', '.join(parts_counted)}")


def run_words(scene: Scene) -> tuple[str, str]:
    """The sentence of the current step of a played run, its number and the number of steps; empty
    where none is played.
    """
    playback, fit = scene.playback, scene.whole.get(scene.document.selected)
    if playback is None or fit is None:
        return "", ""
    return sentence_label(runs.sentence(playback, fit)), playback.words
