"""Words of the lessons of the course that speak of the window, as its pages say them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from ..lessons.lesson import Lesson

# By the names of lessons: words of the lesson, and the words in their place.
ON_A_PAGE: Mapping[str, tuple[tuple[str, str], ...]] = MappingProxyType(
    {
        "two-sides": (
            (
                " Move the pointer over the plane and read $f$ and the distance "
                "in the status line.",
                "",
            ),
            (
                "Once your line was moved, the status line says how far the point under the "
                "pointer is from it: bring the distance at (0, 0) to 2.",
                "The distance of a place is that to the nearest place of the line.",
            ),
        ),
        "far-blob": (
            ("(click)", "(tap or click)"),
            ("(Ctrl+Z)", "(Undo)"),
            (" at the top of the tools", ""),
        ),
        "all-mistakes": ((" With the offset ticked the same happens among three weights.", ""),),
        "counting-words": (
            (
                "(Select texts and press F to change their class.)",
                "(Press a text long, or with the right button, to change its class.)",
            ),
        ),
        "newton": (
            ("Before you play it: how many", "How many"),
            (", then watch the method (menu Playback).", ", then watch its first steps."),
        ),
        "slack": ((" In another notation $λ = 1/C$, which has a field behind “More”.", ""),),
        "iris": (("; rest the pointer on the row to read how the rule itself ended", ""),),
        "landscapes": (
            (
                " Click anywhere in them, and move the handle below them to cut the weights at "
                "another $b$.",
                " The plot of the weights shows where each sample changes sides; drag its ring.",
            ),
            ("Click a place where", "Drag the ring to a place where"),
        ),
        "circle": ((" Drag the picture to turn it.", ""),),
        "xor": ((" Drag the picture to turn it.", ""),),
        "one-against-all": (
            (
                "Move the pointer into them and read the signs of the scores.",
                "Say for a place in each of them on which side of the three lines it lies.",
            ),
            (" in the parameters, and see", ", and see"),
            (
                "Move the pointer into the middle and read the signs.",
                "Look on which side of each line the middle lies.",
            ),
        ),
        "masking": (
            (
                "Follow the three scores from left to right with the pointer.",
                "Go from left to right: which score falls, which rises, and which can do neither?",
            ),
        ),
        "three-irises": (("; a click on a cell selects those flowers", ""),),
        "held-back": ((" (Data, Hold points back)", ""),),
        "thresholds": (("; the price is set in the plot", ""),),
        "bayes": (
            (
                "With “Sample from populations” (menu Data) make",
                "With the sliders of the spreads make",
            ),
        ),
        "lda-or-logistic": (
            (" (those with rings are of the populations)", ""),
            ("up to this one; select the other method to compare.", "up to this one, for LDA."),
            (" (Ctrl+Z)", ""),
            (
                "drag the rings at the ends of a population’s axes; its points follow.",
                "give its two populations other spreads; their points follow.",
            ),
        ),
        "another-sample": (
            (" (Data, Sample from populations)", ""),
            (
                "Fits of the selected method to other samples of the same size: select the other "
                "method to compare.",
                "The line of the shared covariance, fitted to other samples of the same size.",
            ),
            (" Up to 1000 the learning curve is drawn, too.", ""),
        ),
        "units": (
            (
                "Nothing forbids other units: look under Data.",
                "Nothing forbids other units: a button changes them.",
            ),
            (
                "Data, Axes, Standardised measures both axes in deviations from their means; "
                "numbers are then said in both units.",
                "“Standardise the axes” measures both axes in deviations from their means.",
            ),
        ),
    }
)


def lesson_on_page(lesson: Lesson) -> Lesson:
    """A lesson in words that speak of nothing that only the window has."""
    goal, question = lesson.goal, lesson.question
    steps = tuple(replace(step, say=_on_page(lesson, step.say)) for step in lesson.steps)
    if goal is not None:
        slips = tuple(replace(slip, say=_on_page(lesson, slip.say)) for slip in goal.slips)
        goal = replace(
            goal,
            say=_on_page(lesson, goal.say),
            closing=_on_page(lesson, goal.closing),
            hint=_on_page(lesson, goal.hint),
            slips=slips,
        )
    if question is not None:
        question = replace(question, say=_on_page(lesson, question.say))
    return replace(
        lesson, text=_on_page(lesson, lesson.text), steps=steps, goal=goal, question=question
    )


def _on_page(lesson: Lesson, words: str) -> str:
    for said_words, instead in ON_A_PAGE.get(lesson.name, ()):
        words = words.replace(said_words, instead)
    return words
