"""The live page: one file without network that shows the figure and computes it anew while points
are dragged.

It holds the static picture (for paper, and where scripts are off), the scene as every figure
carries it, the scene for the script, and the script, which alone is allowed to run: the policy
names it by its hash."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from dataclasses import asdict, replace
from typing import Any

from solvers.algorithms.certified import NO_BOUND
from solvers.algorithms.correcting.normalised_samples import SCALED, STANDARDISED
from solvers.algorithms.correcting.watched_run import NO_LINE_THROUGH_ORIGIN
from solvers.algorithms.domain import BEYOND
from solvers.algorithms.hard_margin import TOO_CLOSE
from solvers.algorithms.no_direction import FOR_EVERY_C, MEANS_COINCIDE, ONE_CLASS, UNDETERMINED
from solvers.algorithms.soft_margin.by_active_set import AT_THIS_C
from solvers.methods import fisher, gaussian, logistic, mean_difference, naive_bayes, perceptron
from solvers.multiclass import closed_forms, generative, softmax
from solvers.multiclass.schemes import ALL_ZERO, SOME_ZERO
from solvers.problem import OUT_OF_RANGE

from ..answers.value_words import hide_values
from ..draw.paper import Page
from ..draw.surface import corners
from ..errors import UserError
from ..files.codec import encode
from ..files.embedded_scene import armour
from ..layers import LAYERS
from ..markup.mathtext import plain
from ..scene.colours import INK, LINE_LOOKS, Palette, readable
from ..scene.document import Document
from ..scene.looks import ENDS
from ..scene.scenarios import scenario_of
from ..scene.scene import Scene
from ..scene.sentences import has_counts_as_axes
from ..scene.styles import Style
from ..scene.theme import THEMES, Theme
from .methods import MOST_POINTS, every_line, fixed_lines, method_data, plays, validation_data
from .web import LOOPS, escape, policy_of, script, style

LIVE_LAYERS = (
    "half-planes", "boundary", "margins", "support-vectors", "slack", "errors", "hulls",
    "closest-pair", "common-point", "means",
    "covariances", "grid",
)  # fmt: skip
LAYERS_OF_MANY = ("half-planes", "boundary", "errors", "hulls", "means", "covariances", "grid")
# of roles that each class has
FAMILIES = ("half-plane", "hull", "covariance", "class", "test", "mean")
ROLES = (
    "boundary",
    "margin",
    "bisector",
    "closest-pair",
    "closest",
    "slack-minus",
    "slack-plus",
    "slack-foot-minus",
    "slack-foot-plus",
    "sv-bound",
    "sv-free",
    "sv-wrong",
    "on-line",
    "mean-rim",
    "several-points",
    "common",
    "grid",
    "frame",
    "curve",
    "curve-dashed",
    "marker",
    "trial",
    "trial-handle",
    "touched",
    "curve-thin",
    "threshold",
    "trial-threshold",
    "trial-weight",
    "undecided",
    "annotation-line",
    "test-point",
)
WORDS = {
    "fixed": "fixed",
    "noScene": "This is no scene of linclass with the classes of this page: "
    "drop a scene file that the program or this page has saved.",
    "tooMany": f"This scene has more points than the page computes with ({MOST_POINTS}): open it in the program.",  # noqa: E501
    "locked": f"The page computes with up to {MOST_POINTS} points: the picture stays as it is.",
    "look": "Wheel or two fingers zoom; two fingers move. Nothing leaves this page.",
    "noCore": (
        "This browser does not start WebAssembly, with which the page computes: the picture stays "
        "as it is."
    ),
    "noCurve": "Both classes need a point",
    "noLine": "The selected method has no line now",
    "noFolds": (
        "These folds are of the points that the page began with: a point that comes, goes or "
        "changes its class would change them all."
    ),
    "counting": "Counting errors on the folds …",
    "angles": "Drag here to turn the trial line.",
    "weights": (
        "Each line is a sample: beyond it the sample is right; in the shaded part all are. Drag "
        "the ring to where the rule begins."
    ),
    "roc": "Drag here to move the threshold.",
    "projection": (
        "Staircase: the errors at every threshold; hills: the classes. Drag here to move the "
        "threshold: the trial line is where it lies."
    ),
    "help": (
        "Drag a point; tap an empty place to add one; press a point long, or with the right "
        "button, to remove it. "
        "Wheel or two fingers zoom; two fingers, or a mouse on an empty place, move. "
        "Keys in the picture: Page Down chooses a point, arrows move it, Delete removes it, Enter "
        "adds one, Ctrl+Z takes back. "
        "A scene file can be dropped here. Nothing leaves this page."
    ),
}

UNTITLED = "Figure"
IN_CELL = "embedded"  # the module of the page in a notebook

# The plots that the page computes beside the picture: the names of their elements, and what a drag
# in them changes.
PLOTS = {
    "fisher-angle": ("angles", "Angle of the trial line"),
    "projection": ("projection", "Threshold on the score"),
    "weight-space": ("weights", "First weight at which the rule begins"),
    "roc": ("roc", "Threshold on the score by its false alarms"),
    "validation": ("validation", "Parameter over which cross-validation is drawn"),
}


def plots_beside(document: Document, views: Collection[str]) -> str:
    """The places of the plots among some views; the page computes them of two classes."""
    scenario = scenario_of(document)
    return "".join(
        f'<figure id="{name}" class="plot"><svg tabindex="0" role="slider" '
        f'aria-label="{escape(plain(scenario.retell(words)))}"></svg>'
        '<p class="note"></p></figure>\n'
        for view, (name, words) in PLOTS.items()
        if view in views and is_computed(view, document)
    )


def is_computed(view: str, document: Document) -> bool:
    """Whether the page computes a plot of a scene."""
    if view not in PLOTS or not document.has_two_sides:
        return False
    if view == "weight-space":
        return plays(document)
    return view != "validation" or validation_data(document) is not None


def check_live(suffix: str) -> None:
    """Refuse formats that cannot be a live page.

    Raises:
        UserError: another format than HTML.
    """
    if suffix != ".html":
        raise UserError(
            f"a live page is an HTML file: give it a name that ends in .html, not in {suffix}"
        )


def remarks_of_live(scene: Scene) -> list[str]:
    """The parts of a scene that the page cannot compute, a sentence each."""
    names = {layer.name: layer.title for layer in LAYERS if not layer.always}
    if scene.document.trial is not None and scene.has_equal_scales:
        names["weight"] = "Weight vector of methods"  # that of the trial line is shown
    missing = sorted(
        names[name]
        for name in scene.document.layers
        if name in names and name not in _layers(scene.document)
    )
    left_out = [f"The page leaves out: {', '.join(missing)}."] if missing else []
    return [*fixed_lines(scene), *left_out]


def encode_live(
    scene: Scene, page: Page, picture_html: str, views: tuple[str, ...] = (), root: str = "page"
) -> bytes:
    """The page of a scene; ``picture_html`` is its static picture, an SVG element.  Of other
    ``views`` than the canvas it computes those of ``PLOTS``.

    ``root`` is the module that its script begins with; the page ``IN_CELL`` of a notebook has a
    style of its own.
    """
    title = plain(hide_values(page.title or scene.document.title, scene.document)) or UNTITLED
    data = as_json(figure_data(scene, title))
    in_cell = root == IN_CELL
    rules, code = style("page", *(["cell"] if in_cell else [])), script(root)
    heading = "" if in_cell and title == UNTITLED else f'<h1 dir="auto">{escape(title)}</h1>\n'
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy_of(code, rules, LOOPS)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta '
        'name="color-scheme" content="light dark">\n'
        '<meta name="generator" '
        f'content="linclass">\n<title>{escape(title)}</title>\n<style>{rules}</style>\n</head>\n<body>\n'
        f'<main>\n{heading}<p id="notice" role="alert" hidden></p>\n'
        '<figure id="still" '
        f'aria-label="{escape(page.alt)}">\n{picture_html}\n</figure>\n'
        '<div id="page">\n<div id="picture"><svg id="canvas" tabindex="0" role="application" '
        f'aria-label="{escape(page.alt)}" aria-describedby="help"></svg></div>\n'
        f'{plots_beside(scene.document, views)}<div id="panel"></div>\n</div>\n'
        '<p id="spoken" role="status" aria-live="polite"></p>\n</main>\n'
        f'<script type="text/plain" id="scene">{armour(page.scene)}</script>\n'
        f'<script type="application/json" id="figure">{data}</script>\n<script '
        f'type="module">{code}</script>\n</body>\n</html>\n'
    ).encode()


def as_json(data: object) -> str:
    """Data for a script, as text that cannot end the element that holds it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _words_of_rates(document: Document) -> dict[str, str]:
    """The axes of the ROC and its shares, in the words of the scenario."""
    words = scenario_of(document)
    alarms, found_share = plain(words.alarms), plain(words.found_share)
    if words.name:
        return {
            "alarms": alarms,
            "found": found_share,
            "shareOfAlarms": f"{alarms}: {{}}",
            "shareFound": f"{found_share}: {{}}",
        }
    minus, plus = map(plain, document.dataset.class_names[:2])
    return {
        "alarms": alarms,
        "found": "found",
        "shareOfAlarms": f"{{}} of {minus} alarmed",
        "shareFound": f"{{}} of {plus} found",
    }


def figure_data(scene: Scene, title: str) -> dict[str, Any]:
    """The data of a scene that the script needs."""
    document = scene.document
    scene_with_lines = every_line(scene)
    methods = [method_data(scene_with_lines, method) for method in document.methods]
    titles = {layer.name: layer.title for layer in LAYERS}
    view = document.looked_at
    validation = validation_data(document)
    rows = list(zip(document.dataset.X.tolist(), document.dataset.labels.tolist(), strict=True))
    return {
        "title": title,
        "filename": re.sub(r"[^\w-]+", "-", title).strip("-") or "scene",
        "looks": [ENDS[look] for look in document.class_looks],
        "classes": [plain(name) for name in document.dataset.class_names],
        "axes": [_axis(name) for name in document.shown_axis_names],
        **({"hasCounts": True} if has_counts_as_axes(document) else {}),
        "points": [[x, y, label] for (x, y), label in rows],
        "stretch": document.stretch,
        "view": dict(zip(("x0", "x1", "y0", "y1"), view.box, strict=True)),
        "methods": methods,
        "inkFrom": None if document.has_two_sides else INK,
        "selected": document.selected,
        "layers": [
            {"name": name, "title": titles[name], "shown": name in document.layers}
            for name in _layers(document)
        ],
        "trial": None
        if document.trial is None or not document.has_two_sides
        else {
            "angle": document.trial.angle,
            "pivot": document.trial.pivot,
            **({"norm": document.trial.norm} if document.trial.norm != 1.0 else {}),
            **({"name": plain(document.trial.name)} if document.trial.name else {}),
        },
        "hasTrialArrow": "weight" in document.layers and scene.has_equal_scales,
        "annotations": [
            {**asdict(note), "text": _plain_lines(hide_values(note.text, document))}
            for note in document.placed_annotations
        ],
        **({} if validation is None else {"validation": validation}),
        "locked": len(document.dataset) > MOST_POINTS,
        "most": MOST_POINTS,
        "notes": remarks_of_live(scene),
        "words": {**WORDS, **_words_of_rates(document)},
        "say": SENTENCES,
        "themes": {
            name: _theme(THEMES[name].for_points(len(rows)), (*ROLES, *_roles(document)))
            for name in ("light", "dark")
        },
        "file": json.loads(encode(replace(document.without_lesson, recipe=None))),
    }


def _plain_lines(text: str) -> str:
    return "\n".join(map(plain, text.split("\n")))


def _axis(name: str) -> tuple[str, str]:
    """The name of an axis, or a letter of the mathematics with its subscript."""
    letter = re.fullmatch(r"\$(\w)_(\w)\$", name)
    return (letter[1], letter[2]) if letter else (plain(name), "")


def _layers(document: Document) -> tuple[str, ...]:
    return LIVE_LAYERS if document.has_two_sides else LAYERS_OF_MANY


def _roles(document: Document) -> list[str]:
    """The roles of its classes and pens; the marks of two classes have the first looks, whatever
    the symbols in the panel are.
    """
    ends = dict.fromkeys((*ENDS[:2], *(ENDS[look] for look in document.class_looks)))
    wrong = [f"wrong-{truth}-{winner}" for truth in ends for winner in ends]
    pens = sorted({f"pen-{note.pen}" for note in document.annotations if note.pen})
    return [*pens, *(f"{family}-{end}" for family in FAMILIES for end in ends), *wrong]


def _theme(theme: Theme, roles: tuple[str, ...]) -> dict[str, Any]:
    p = theme.palette
    return {
        "canvas": p.canvas,
        "ink": p.ink,
        "ink2": p.ink_2,
        "accent": p.trial,
        "lines": [_line_look(p, slot) for slot in range(LINE_LOOKS)],
        "line": theme.line,
        "text": theme.text,
        "caption": theme.caption,
        "lineLabel": theme.line_label,
        "family": "Inter, system-ui, sans-serif",
        "serif": "'STIX Two Text', 'Times New Roman', serif",
        "roles": {
            role: _look(theme.style(role)) | ({"hatch": True} if role == "undecided" else {})
            for role in roles
        },
    }


def _line_look(palette: Palette, slot: int) -> dict[str, Any]:
    """The colour and the dashes of a method's lines, and the colour of its name."""
    colour, dash = palette.method(slot)
    return {"colour": colour, "dash": dash, "ink": readable(colour, (palette.canvas,))}


def _look(style: Style) -> dict[str, Any]:
    return {
        "stroke": style.stroke,
        "width": style.width,
        "dash": style.dash,
        "fill": style.fill,
        "fillOpacity": style.fill_opacity,
        "strokeOpacity": style.stroke_opacity,
        "shape": style.shape,
        "size": style.size,
        "corners": [(round(x, 3), round(y, 3)) for x, y in corners(style.shape)] or None
        if style.shape
        else None,
    }


SENTENCES = {
    "noPoints": "There are no points yet: both classes need at least one.",
    "noClass": "Class {} has no points: both classes need at least one.",
    "outOfRange": OUT_OF_RANGE,
    "noProof": "The best model found leaves a relative gap of {}.",
    "meansCoincide": mean_difference.EQUAL_MEANS,
    "meanDifference": "The weights are the difference of the class means.",
    "fisher": "The closed form w = C_W⁻¹ (m+ − m−) gives the largest J.",
    "fisherEqualMeans": fisher.EQUAL_MEANS,
    "fisherNearlySingular": fisher.NEARLY_SINGULAR,
    "fisherOnLine": fisher.ON_A_LINE,
    "fisherUnbounded": fisher.UNBOUNDED_J,
    "fisherOnePlace": fisher.ONE_LOCATION,
    "leastSquares": "The closed form solves the normal equations.",
    "undetermined": UNDETERMINED,
    "gaussian": gaussian.AVERAGES,
    "gaussianOneDensity": gaussian.ONE_DENSITY,
    "gaussianNoSpread": gaussian.NO_SPREAD,
    "gaussianWidened": gaussian.WIDENED,
    "logistic": "Newton's method reached the minimum in {}.",
    "logisticSeparable": logistic.SEPARABLE,
    "logisticTouching": logistic.TOUCHING,
    "logisticFlat": logistic.ADD_PENALTY,
    "averageWrong": perceptron.AVERAGE_FAILS.format("{}", perceptron.WRONG),
    "averageSuffices": perceptron.AVERAGE_SUFFICES.format(perceptron.WRONG),
    "averageSufficesWithin": perceptron.AVERAGE_SUFFICES.format(perceptron.WITHIN),
    "averageWithin": perceptron.AVERAGE_FAILS.format("{}", perceptron.WITHIN),
    "wordsCounted": naive_bayes.FREQUENCIES_COUNTED,
    "notCounts": naive_bayes.NOT_COUNTS,
    "noWords": naive_bayes.NO_WORDS,
    "wordNeverSeen": naive_bayes.WORD_NEVER_SEEN,
    "hard": "The hulls are {} apart, so the margin is {}; {} points carry it.",
    "hardTooClose": TOO_CLOSE,
    "noBound": NO_BOUND,
    "noDigits": BEYOND,
    "hardSamePoint": (
        "Not separable: {} is a point of both classes, and no score is positive and negative there."
    ),
    "hardTouching": "Not separable: the convex hulls touch at {}, where the margin would be 0.",
    "hardOverlap": (
        "Not separable: the convex hulls intersect: {} lies in both, so every line has a point on "
        "its wrong side."
    ),
    "mapped": "The optimum: {held} points hold the margin, {inside} lie inside it.",
    "mappedPenalty": "With a feature map the page computes logistic regression for λ above 0.",
    "smo": "After {steps} steps the optimality conditions hold to {violation}.",
    "softForEveryC": FOR_EVERY_C,
    "softOneClass": ONE_CLASS,
    "zeroOfMeans": MEANS_COINCIDE,
    "softAtThisC": AT_THIS_C,
    "softHardRegime": "Hard-margin regime: C is so large that raising it further changes nothing but rounding.",  # noqa: E501
    "softInterval": "Every b from {low} to {high} is equally good; the middle is shown.",
    "manyNoPoints": "There are no points yet: at least two classes need one.",
    "manyOneClass": "Only class {} has points: at least two classes need one.",
    "manyMeansCoincide": closed_forms.NO_NEAREST,
    "manySomeEqual": closed_forms.SOME_EQUAL,
    "manyNearest": closed_forms.NEAREST,
    "manyFisherEqual": closed_forms.EQUAL_MEANS,
    "manyFisherUnbounded": closed_forms.UNBOUNDED_J,
    "manyFisherOnLine": closed_forms.ON_A_LINE,
    "manyFisher": closed_forms.PROJECTED,
    "manyMasked": closed_forms.MASKED,
    "manyGivenPriors": generative.GIVEN_PRIORS,
    "softmax": softmax.MINIMUM,
    "schemeConverged": "All {} two-class fits converged.",
    "schemeAllZero": ALL_ZERO,
    "schemeSomeZero": SOME_ZERO,
    "pairConverged": "The two-class fit converged.",
    "targetsMet": "Every score meets a positive target after {steps}: the classes are separated.",
    "targetsMissed": (
        "All scores are positive after {steps}, so the classes are separated; the last targets "
        "are met to {lowest}."
    ),
    "targetsNever": (
        "After {steps} no score exceeds its target and some miss theirs (e ≤ 0, e ≠ 0): this "
        "proves it. "
    ),
    "standardised": STANDARDISED,
    "scaled": SCALED,
    "noLineThroughOrigin": NO_LINE_THROUGH_ORIGIN,
}
