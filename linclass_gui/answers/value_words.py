"""Values in words: ``{errors}``, ``{C}``, ``{J}`` in a title or a note stand for the number of the
scene that shows it, so that the words stay true when points or parameters change.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping

import numpy as np

from solvers import AnyFit, Fit, PointClass, ScoreCurve
from solvers.moments import criterion_at

from ..markup.numbers import criterion_number, fixed_number
from ..scene.document import Document
from ..scene.scene import Scene
from ..scene.shapes import moments_of
from .comparison import errors_on, norm
from .decision import plane_line, support, training_scores
from .sweeps import parameter_text
from .trial_line import TrialNumbers, trial_numbers

NOTHING = "\u2013"  # for a value that the scene has not
# Not a subscript, an exponent or the argument of a command of the mathematics, such as x_{n}.
PLACE = re.compile(r"(?<![_^\\A-Za-z}])\{([A-Za-z_]\w*)\}")


def _pair(scene: Scene) -> Fit | None:
    """The selected method's line between two classes, None without one."""
    fit = None if scene.answer is None else scene.answer.as_pair
    return fit if fit is not None and fit.has_model else None


def _by_hand(scene: Scene) -> TrialNumbers | None:
    """The numbers of the trial line while it stands in front of the methods."""
    trial = scene.document.two_sided_trial
    if trial is None or not trial.in_front:
        return None
    return trial_numbers(scene.document.dataset, trial)


def _errors(scene: Scene) -> str:
    by_hand = _by_hand(scene)
    if by_hand is not None:
        return str(by_hand.errors)
    return "" if scene.answer is None else str(scene.answer.certificate.errors)


def _test_errors(scene: Scene) -> str:
    count = errors_on(scene.answer, scene.document.test_shown)
    return "" if count is None else str(count)


def _margin(scene: Scene) -> str:
    fit = _pair(scene)
    length = norm(fit) if fit is not None and fit.has_margin else None
    return fixed_number(1.0 / length) if length else ""


def _criterion(scene: Scene) -> str:
    """Fisher's J along the normal of the line."""
    by_hand = _by_hand(scene)
    if by_hand is not None and math.isfinite(by_hand.J):
        return criterion_number(by_hand.J)
    fit, of_classes = _pair(scene), moments_of(scene.document.dataset)
    line = plane_line(fit)
    if line is None or of_classes is None:
        return ""
    return criterion_number(criterion_at(of_classes, line.degrees))


def _support(is_counted: Callable[[int], bool]) -> Callable[[Scene], str]:
    """The number of the support vectors whose KKT class is counted."""

    def count(scene: Scene) -> str:
        vectors = None if scene.answer is None else support(scene.answer)
        return "" if vectors is None else str(sum(map(is_counted, vectors.classes.tolist())))

    return count


def _area_under_curve(scene: Scene) -> str:
    fit = _pair(scene)
    if fit is None:
        return ""
    return fixed_number(ScoreCurve.of(training_scores(fit), fit.problem.y > 0.0).auc)


def _undecided(scene: Scene) -> str:
    if scene.answer is None or not len(scene.document.dataset) or not scene.answer.has_model:
        return ""
    return str(int(np.count_nonzero(scene.answer.tied)))


def tied_words(fit: AnyFit) -> str:
    """How many training points no class is named for, to stand behind their errors: ``, 1 on the
    line``, of more classes than two ``, 1 undecided``; empty where there are none.
    """
    count, pair = int(np.count_nonzero(fit.tied)), fit.as_pair
    if not count:
        return ""
    if pair is None or not pair.has_model:
        return f", {count} undecided"
    is_line = pair.w is not None and pair.last.quadratic is None
    is_line = is_line and pair.problem.features.is_linear
    return f", {count} on the {'line' if is_line else 'boundary'}"


def _step(scene: Scene) -> str:
    if scene.playback is not None:
        return str(scene.playback.step)
    answer = scene.answer
    return "" if answer is None or len(answer.history) < 2 else str(answer.numbers[-1])


# no counts, and of a line between two classes, which more than two have not
MEASURES = ("J", "margin", "auc")
WIDEST = "0.0000"  # as such a number
REASONS = {"J": "the boundary is no line of this plane"}

# The values by their names, with the words of the menu that inserts them.
VALUES: Mapping[str, tuple[str, Callable[[Scene], str]]] = {
    "n": ("Number of points", lambda scene: str(len(scene.document.dataset))),
    "errors": ("Training errors", _errors),
    "test": ("Test errors", _test_errors),
    "J": ("Fisher\u2019s J of the line", _criterion),
    "margin": ("Margin 1/\u2016w\u2016", _margin),
    "sv": ("Support vectors", _support(lambda kind: True)),
    "free": ("Free support vectors", _support(lambda kind: kind == PointClass.FREE)),
    "bound": ("Bound support vectors", _support(lambda kind: kind != PointClass.FREE)),
    "undecided": ("Undecided points", _undecided),
    "auc": ("Area under the ROC curve", _area_under_curve),
    "step": ("Step of the run", _step),
}


def fill_values(text: str, scene: Scene) -> str:
    """The text with the scene's numbers in the place of their names; a parameter of the selected
    method, its kernel or map has its own name, as in ``{C}`` and ``{sigma}``.

    A value that the scene has not is a dash; braces around other words stay.
    """
    if "{" not in text:
        return text

    def value(match: re.Match[str]) -> str:
        name = match[1]
        if name in VALUES:
            return VALUES[name][1](scene) or NOTHING
        number = parameter_text(scene.document, name)
        is_in_formula = text.count("$", 0, match.start()) % 2 == 1
        return (number if is_in_formula else _in_words(number)) if number else match[0]

    return PLACE.sub(value, text)


def _in_words(number: str) -> str:
    """A number of a formula in the letters of the words around it; a power stays a formula."""
    return f"${number}$" if "^" in number else number.replace(r"\,", "\u2009")


def missing_values(texts: Iterable[str], scene: Scene) -> Iterator[str]:
    """For each value that these words name and the scene has not, its name with the reason; such
    braces stay as they are.
    """
    names = dict.fromkeys(match[1] for text in texts for match in PLACE.finditer(text))
    for name in names:
        value = VALUES[name][1](scene) if name in VALUES else parameter_text(scene.document, name)
        if not value:
            yield f"{{{name}}}: {_reason(name, scene)}"


def _reason(name: str, scene: Scene) -> str:
    """Why a scene has no such value."""
    if name not in VALUES:
        return f"no parameter of the selected method, and no value; there are {', '.join(VALUES)}"
    if name == "test":
        return "no test points are shown"
    method, fit = scene.document.selected_method, scene.answer
    if method is None or fit is None:
        return "no method is on"
    if not fit.has_model:
        return f"{method.name} has no boundary here"
    if name in MEASURES and fit.as_pair is None:
        return f"it belongs to the line between two classes, and these are {fit.K}"
    if name == "step":
        return f"{method.name} has no steps"
    return REASONS.get(name, f"{method.name} has none")


def widest_values(text: str, counts: str) -> str:
    """The text with a number as wide as any in the place of each value: counts of points have so
    many digits.
    """

    def widest(match: re.Match[str]) -> str:
        return WIDEST if match[1] in MEASURES else counts if match[1] in VALUES else match[0]

    return PLACE.sub(widest, text)


def hide_values(text: str, document: Document | None = None) -> str:
    """The text with an ellipsis for each value, of a document also for each parameter: on a page
    that computes they would grow old.
    """

    def dots_for(match: re.Match[str]) -> str:
        name = match[1]
        is_known = name in VALUES or (document is not None and parameter_text(document, name))
        return "\u2026" if is_known else match[0]

    return PLACE.sub(dots_for, text)
