"""The gallery: every figure of the sources from a scene beside it, and of every lesson, each made
by one command.

``make docs-pictures`` runs this; the pictures, the scenes and ``gallery.md`` are generated, never
edited by hand.
"""

from __future__ import annotations

import contextlib
import io
import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from linclass_gui.cli import main
from linclass_gui.files.codec import load_document, save_document
from linclass_gui.files.shipped import lesson_path
from linclass_gui.lessons.course import shipped_course
from linclass_gui.lessons.lesson import Lesson
from linclass_gui.scene.annotations import Annotation
from linclass_gui.scene.document import Document, MethodInUse, View
from linclass_gui.scene.feature_view import AS_IT_SUITS, FeatureView
from linclass_gui.scene.methods import SchemeChoice
from solvers import (
    AnyMethod,
    Circle,
    Dataset,
    FeatureMap,
    Fisher,
    GaussianGenerative,
    HardMarginSVM,
    LeastSquares,
    LogisticRegression,
    MeanDifference,
    Method,
    Monomials,
    MulticlassSVM,
    Parabola,
    Perceptron,
    Polynomial,
    Product,
    SoftMarginSVM,
    fit,
)

sys.path.insert(0, str(Path(__file__).parent))
from gallery_lessons import CAPTIONS

DOCS = Path(__file__).parent
FOLDER = DOCS / "gallery"
WIDE = ("--size", "a4-text")
LIFTED = (*WIDE, "--views", "canvas,feature-space", "--height", "72mm")


@dataclass(frozen=True)
class Entry:
    """One figure: what it shows, the caption that must be true of it, its scenes, and the rest of
    its command.
    """

    name: str
    source: str
    caption: str
    scenes: tuple[Callable[[], Document], ...]
    arguments: tuple[str, ...] = ()


def cloud(
    centre: tuple[float, float],
    n: int,
    seed: int,
    spread: tuple[float, float, float] = (0.6, 0.6, 0.0),
) -> np.ndarray:
    """Normal points about a centre; ``spread`` are both deviations and the correlation.

    Written out, because a general square root of the covariance has signs that each library chooses
    for itself.
    """
    a, b, r = spread
    z = np.random.default_rng(seed).standard_normal((n, 2))
    points = np.column_stack(
        [centre[0] + a * z[:, 0], centre[1] + b * (r * z[:, 0] + np.sqrt(1.0 - r * r) * z[:, 1])]
    )
    return points.round(2)


def scene(
    minus: np.ndarray,
    plus: np.ndarray,
    methods: tuple[Method, ...],
    layers: str,
    title: str = "",
    hidden: bool = False,
    **more: object,
) -> Document:
    """A document of two clouds and some methods; the first one is selected."""
    X = np.concatenate([minus, plus])
    labels = np.repeat([0, 1], [len(minus), len(plus)])
    in_use = tuple(
        MethodInUse(f"m{k}", m, k - 1, label="" if hidden else None)
        for k, m in enumerate(methods, start=1)
    )
    kept = replace(
        Document.empty(), dataset=Dataset(X, labels), methods=in_use, selected="m1", title=title
    )
    return replace(kept, layers=frozenset(layers.split()), **more)  # type: ignore[arg-type]


def place(point: np.ndarray) -> tuple[float, float]:
    """A computed place as it is kept: in twelve digits, because the last ones depend on the
    processor.
    """
    x, y = (float(f"{value:.12g}") for value in point)
    return x, y


def many_lines() -> Document:
    lines = (Perceptron(), Fisher(), HardMarginSVM())
    return scene(
        cloud((-1.6, -0.6), 16, 1),
        cloud((1.6, 0.8), 16, 2),
        lines,
        "boundary",
        "Three hyperplanes",
        hidden=True,
    )


def criterion() -> Document:
    spread = (1.5, 0.5, 0.8)
    data = cloud((-0.7, 0.8), 30, 3, spread), cloud((0.9, -0.5), 30, 4, spread)
    return scene(*data, (Fisher(), MeanDifference()), "projection means", "Fisher's criterion")


def separable() -> Document:
    return lda_named(cloud((-1.5, -1.0), 30, 5), cloud((1.5, 1.0), 30, 6), "separable")


def overlapping() -> Document:
    return lda_named(cloud((-0.6, -0.4), 30, 7), cloud((0.6, 0.4), 30, 8), "not separable")


def lda_named(minus: np.ndarray, plus: np.ndarray, title: str) -> Document:
    """The Gaussian classifier with one covariance, under the name that the caption has for it, and
    logistic regression.
    """
    document = scene(
        minus, plus, (GaussianGenerative(), LogisticRegression(l2=0.01)), "boundary", title
    )
    return document.with_method(replace(document.methods[0], label="LDA"))


def blob(with_second: bool) -> Document:
    plus = cloud((1.5, 0.5), 30, 9, (0.4, 0.6, 0.0))
    if with_second:
        plus = np.concatenate([plus, cloud((7.0, -3.5), 20, 10, (0.4, 0.4, 0.0))])
    methods = (LeastSquares(), LogisticRegression(l2=0.01))
    return scene(
        cloud((-1.2, -0.4), 30, 11, (0.4, 0.6, 0.0)),
        plus,
        methods,
        "boundary",
        "with a blob" if with_second else "before",
    )


def before() -> Document:
    return blob(with_second=False)


def after() -> Document:
    return blob(with_second=True)


def canonical() -> Document:
    document = scene(
        cloud((-1.8, -0.9), 14, 12),
        cloud((1.6, 1.0), 14, 13),
        (HardMarginSVM(),),
        "boundary margins support-vectors weight",
    )
    X, y = document.dataset.X, document.dataset.labels
    answer = fit(HardMarginSVM(), X, y)
    scores = answer.decision_function(X)
    near = X[int(np.argmin(np.where(y == 1, scores, np.inf)))]
    foot = near - answer.decision_function(near[None])[0] * answer.w / float(answer.w @ answer.w)
    distance = Annotation("bracket", place(foot), place(near), "$ρ = 1/‖w‖$")
    return replace(document, annotations=(distance,), title="The canonical hyperplane")


def hulls() -> Document:
    data = cloud((-1.8, -0.9), 18, 14), cloud((1.7, 0.8), 18, 15)
    return scene(
        *data, (HardMarginSVM(),), "boundary margins support-vectors hulls closest-pair", "Hulls"
    )


def soft() -> Document:
    """The points of the lesson, on which each of the four values has another margin."""
    data = load_document(lesson_path("soft-margin")).dataset
    minus, plus = data.X[data.labels == 0], data.X[data.labels == 1]
    return scene(
        minus,
        plus,
        (SoftMarginSVM(C=10.0),),
        "boundary margins support-vectors hulls",
        "Four values of C",
    )


def two_sides() -> Document:
    """f(x) with r and |b| / |w|, measured for the line that is drawn, and w beside it."""
    minus, plus = (
        np.array([(0.5, 0.5), (1.0, 1.5), (2.0, 0.4)]),
        np.array([(3.0, 3.2), (4.2, 2.4), (3.6, 4.0)]),
    )
    document = scene(
        minus, plus, (LeastSquares(),), "boundary half-planes", "A line has two sides", hidden=True
    )
    answer = fit(LeastSquares(), document.dataset.X, document.dataset.labels)
    norm = float(np.linalg.norm(answer.w))
    x = plus[1]
    foot = x - (float(answer.w @ x) + answer.b) / norm**2 * answer.w
    origin_foot = -answer.b / norm**2 * answer.w
    # on the line, one unit along it
    beside = origin_foot + np.array([-answer.w[1], answer.w[0]]) / norm
    notes = (
        Annotation("bracket", place(foot), place(x), "$r = f(x)/‖w‖$"),
        Annotation("bracket", (0.0, 0.0), place(origin_foot), "$|b|/‖w‖$"),
        Annotation("arrow", place(beside), place(beside + answer.w), "$w$"),
    )
    return replace(document, annotations=notes)


def projected(method: Method, title: str) -> Document:
    spread = (1.5, 0.5, 0.8)
    return scene(
        cloud((-0.7, 0.8), 30, 3, spread),
        cloud((0.9, -0.5), 30, 4, spread),
        (method,),
        "projection",
        title,
    )


def naive() -> Document:
    return projected(MeanDifference(), "naive")


def fisher() -> Document:
    return projected(Fisher(), "Fisher")


def eight() -> Document:
    minus = np.array([(-1.0, 0.2), (-0.2, 1.1), (-2.0, -0.5), (-0.7, -1.3)])
    plus = np.array([(1.5, 0.2), (2.2, 1.1), (0.9, -0.8), (1.2, 1.6)])
    return scene(
        minus, plus, (Perceptron(),), "boundary half-planes", "Four landscapes", landscape="errors"
    )


def solution_region() -> Document:
    data = (
        np.array([(-1.5, -0.5), (-0.7, -1.4), (-2.0, -1.0)]),
        np.array([(1.0, 0.6), (1.8, 1.4), (0.6, 1.5)]),
    )
    return scene(
        *data,
        (Perceptron(fit_intercept=False),),
        "boundary weight normalised",
        "Solution region",
        landscape="errors",
    )


def mapped(
    minus: np.ndarray,
    plus: np.ndarray,
    features: FeatureMap,
    title: str,
    view: FeatureView = AS_IT_SUITS,
) -> Document:
    document = scene(
        minus,
        plus,
        (SoftMarginSVM(C=1000.0),),
        "boundary margins support-vectors",
        title,
        feature_view=view,
    )
    return document.with_method(replace(document.methods[0], features=features))


def parabola() -> Document:
    """Points of a line: x2 = 0."""
    outer, inner = (-2.4, -2.0, -1.7, -1.5, 1.4, 1.6, 1.9, 2.3), (-0.9, -0.6, -0.3, 0.1, 0.4, 0.8)
    minus, plus = (np.column_stack([xs, np.zeros(len(xs))]) for xs in (outer, inner))
    squares = Monomials(
        first=True, second=False, first_square=True, product=False, second_square=False
    ).as_written
    return mapped(minus, plus, squares, "one variable")


def product() -> Document:
    points = np.random.default_rng(18).uniform(-2.0, 2.0, (40, 2)).round(2)
    points = points[np.abs(points.prod(axis=1)) > 0.25]
    same = points.prod(axis=1) > 0.0
    return mapped(
        points[~same],
        points[same],
        Product().as_written,
        "product",
        FeatureView(turn=35.0, tilt=18.0),
    )


def circle() -> Document:
    turn = np.linspace(0.0, 2.0 * np.pi, 15)[:-1]
    ring = np.column_stack([1.0 + 1.8 * np.cos(turn), 1.8 * np.sin(turn)])
    return mapped(
        ring.round(2), cloud((1.0, 0.0), 14, 22, (0.4, 0.4, 0.0)), Parabola().as_written, "circle"
    )


def bowl() -> Document:
    turn = np.linspace(0.0, 2.0 * np.pi, 17)[:-1]
    ring = np.column_stack([0.3 + 2.0 * np.cos(turn), 0.5 + 2.0 * np.sin(turn)])
    return mapped(
        ring.round(2), cloud((0.3, 0.5), 16, 19, (0.45, 0.45, 0.0)), Circle().as_written, "bowl"
    )


def xor() -> Document:
    minus, plus = np.array([(1.0, -1.0), (-1.0, 1.0)]), np.array([(1.0, 1.0), (-1.0, -1.0)])
    document = mapped(
        minus, plus, Polynomial(2).as_written, "XOR", FeatureView((0, 1, 2), 30.0, 20.0)
    )
    return replace(
        document,
        annotations=(Annotation("test-point", (0.5, 0.5), None, ""),),
        view=View(-1.7, 1.7, -1.4, 1.4),
    )


def three(method: AnyMethod, title: str, scheme: SchemeChoice) -> Document:
    """Three clouds and one way to divide the plane among them."""
    X = np.concatenate(
        [cloud((-1.4, -0.8), 18, 23), cloud((1.5, -0.7), 18, 24), cloud((0.0, 1.5), 18, 25)]
    )
    used = MethodInUse("m1", method, 0, scheme=scheme, label="")  # the title says it
    dataset = Dataset(X, np.repeat([0, 1, 2], 18), ("A", "B", "C"))
    layers = frozenset({"boundary", "half-planes"})
    return replace(
        Document.empty(),
        dataset=dataset,
        methods=(used,),
        selected="m1",
        title=title,
        layers=layers,
    )


def one_against_one() -> Document:
    return three(SoftMarginSVM(C=10.0), "one against one", SchemeChoice("one-vs-one"))


def one_against_rest() -> Document:
    return three(
        SoftMarginSVM(C=10.0),
        "one against the rest",
        SchemeChoice("one-vs-rest", decision="strict"),
    )


def all_at_once() -> Document:
    return three(MulticlassSVM(C=10.0), "all at once", SchemeChoice())


def slack() -> Document:
    data = cloud((-1.0, -0.4), 9, 20, (0.7, 0.7, 0.0)), cloud((0.9, 0.5), 9, 21, (0.7, 0.7, 0.0))
    return scene(*data, (SoftMarginSVM(C=20.0),), "boundary margins slack support-vectors", "Slack")


ENTRIES = (
    Entry(
        "4-04-three-hyperplanes",
        "Figure 4.4",
        "A training sample of a two-class problem. The classes are linearly separable, and three "
        "different "
        "hyperplanes separate them.",
        (many_lines,),
    ),
    Entry(
        "4-05-fisher-criterion",
        "Figure 4.5",
        "Left: two classes with the projection that maximises Fisher's criterion. Right: the "
        "criterion over the angle "
        "of the projection; "
        "the markers are Fisher's direction, at the maximum, and the difference of the means.",
        (criterion,),
        (*WIDE, "--views", "canvas,fisher-angle", "--height", "75mm"),
    ),
    Entry(
        "4-06-lda-and-logistic",
        "Figure 4.6",
        "LDA (the Gaussian classifier with one covariance) and logistic regression (l2 = 0.01). "
        "Left: a linearly separable problem; right: one that is not separable.",
        (separable, overlapping),
        (*WIDE, "--grid", "1x2", "--height", "80mm", "--no-notes"),
    ),
    Entry(
        "4-07-second-blob",
        "Figure 4.7",
        "Left: the original data. Right: a second blob far on its own side should change nothing, "
        "and changes nothing "
        "for logistic "
        "regression; least squares turns its line.",
        (before, after),
        (*WIDE, "--grid", "1x2", "--height", "80mm", "--no-notes"),
    ),
    Entry(
        "4-08-canonical",
        "Figure 4.8",
        "The canonical hyperplane: the nearest points have f = ±1, at the distance 1/‖w‖.",
        (canonical,),
        ("--width", "120mm"),
    ),
    Entry(
        "4-09-hulls",
        "Figure 4.9",
        "The hard margin of a separable problem with the convex hulls of both classes: the "
        "boundary halves the way "
        "between their closest "
        "points, and the points on f = ±1 are the support vectors.",
        (hulls,),
    ),
    Entry(
        "4-10-four-values-of-c",
        "Figure 4.10",
        "The soft margin with the hulls of both classes, for C = 10, 100 (top) and 1000, 10000 "
        "(bottom): as C grows, the margin "
        "narrows.",
        (soft,),
        (*WIDE, "--sweep", "C=10,100,1000,10000", "--grid", "2x2", "--height", "115mm"),
    ),
    Entry(
        "two-sides",
        "Discriminant functions",
        "A linear function f divides the plane; w stands across the line. The distance of x from "
        "the line is r = f(x)/‖w‖, that of "
        "the origin |b|/‖w‖.",
        (two_sides,),
    ),
    Entry(
        "naive-and-fisher",
        "Projections",
        (
            "The same points projected on the difference of the means and on Fisher's direction: "
            "only "
            "there the densities come apart."
        ),
        (naive, fisher),
        (*WIDE, "--views", "canvas,projection", "--grid", "2x2", "--height", "130mm", "--no-notes"),
    ),
    Entry(
        "solution-region",
        "Normalised samples",
        "Left: the points of class − turned to the other side of the origin (pale); a line "
        "through the origin is a solution if all "
        "samples are on one side of it. Right: the weight space, in which each sample is a line "
        "through 0; the weights on the "
        "right side of all of them are the solutions.",
        (solution_region,),
        (*WIDE, "--views", "canvas,weight-space", "--height", "80mm"),
    ),
    Entry(
        "four-landscapes",
        "Four landscapes",
        "Four criteria over the same weights: the number of errors, the perceptron criterion, the "
        "squares of the "
        "misclassified, relaxation; the outlined region holds the solutions, and the corrections "
        "are those of the perceptron.",
        (eight,),
        (
            *WIDE,
            "--view",
            "weight-space",
            "--sweep",
            "landscape=errors,J_p,J_q,J_r",
            "--grid",
            "2x2",
            "--height",
            "140mm",
        ),
    ),
    Entry(
        "feature-parabola",
        "Example 1: a parabola",
        "Points of one variable. Left: no single threshold separates them. Right: sent to (x, x²) "
        "they lie on a parabola, and a "
        "straight line cuts it at the two thresholds.",
        (parabola,),
        LIFTED,
    ),
    Entry(
        "feature-product",
        "Example 2: the product",
        "Left: a hyperbola. Right: with the product x1 x2 as a third coordinate all points lie on "
        "a saddle, and a plane "
        "separates them.",
        (product,),
        LIFTED,
    ),
    Entry(
        "feature-circle",
        "Example 3: a circle",
        (
            "Left: a circle about a point of the x1 axis. Right: in the plane of (x1, x1² + x2²) "
            "it "
            "is a line."
        ),
        (circle,),
        LIFTED,
    ),
    Entry(
        "feature-bowl",
        "Any circle",
        "Left: a circle anywhere in the plane. Right: with x1² + x2² as a third coordinate the "
        "points lie on a bowl, and a plane "
        "cuts it along that circle.",
        (bowl,),
        LIFTED,
    ),
    Entry(
        "feature-xor",
        "XOR",
        "XOR with all monomials of degree 2. Left: the boundary x1 x2 = 0, with f = 0.25 at (0.5, "
        "0.5). Right: three of the five "
        "features; opposite corners stand at the same height, all four are support vectors, and a "
        "level plane lies between them.",
        (xor,),
        LIFTED,
    ),
    Entry(
        "many-classes",
        "Many classes",
        "Three classes: one against one; one against the rest by the only positive score, which "
        "leaves points undecided (hatched); "
        "and one linear function a class, all at once.",
        (one_against_one, one_against_rest, all_at_once),
        (*WIDE, "--grid", "1x3", "--height", "75mm", "--no-notes"),
    ),
    Entry(
        "slack",
        "Slack variables",
        (
            "A point inside its margin or beyond the boundary pays for its way back to its own "
            "margin "
            "line."
        ),
        (slack,),
    ),
)


def make(entry: Entry) -> str:
    """Write the scenes and the picture of an entry; its section of the page."""
    FOLDER.joinpath("scenes").mkdir(parents=True, exist_ok=True)
    names = []
    for k, build in enumerate(entry.scenes, start=1):
        name = f"scenes/{entry.name}{f'-{k}' if len(entry.scenes) > 1 else ''}.json"
        save_document(build(), FOLDER / name)
        names.append(name)
    arguments = ["export", *names, "-o", f"{entry.name}.svg", "--outlines", *entry.arguments]
    with contextlib.chdir(FOLDER), contextlib.redirect_stdout(io.StringIO()):
        code = main(arguments)
    if code:
        raise SystemExit(code)
    shown = shlex.join(["linclass-gui", *(a for a in arguments if a != "--outlines")])
    return (
        "## "
        f"{entry.source}\n\n![{entry.caption}](gallery/{entry.name}.svg)\n\n{entry.caption}\n\n```\n{shown}\n```\n"
    )


def make_lesson(lesson: Lesson) -> str:
    """Draw the figure of a lesson as it begins; its section of the page."""
    name = f"lesson-{lesson.name}.png"
    arguments = ["export", f"lesson:{lesson.name}", "-o", name, "--dpi", "110"]
    with contextlib.chdir(FOLDER), contextlib.redirect_stdout(io.StringIO()):
        if main(arguments):
            raise SystemExit(1)
    caption, head = CAPTIONS[lesson.name], " ".join(filter(None, (lesson.number, lesson.title)))
    return (
        "### "
        f"{head}\n\n![{caption}](gallery/{name})\n\n{caption}\n\n```\n{shlex.join(['linclass-gui', *arguments])}\n```\n"  # noqa: E501
    )


HEAD = """# Gallery

The figures of the sources, each by one command from a scene in `docs/gallery/scenes`, and below them those of all lessons, as they
begin. `make docs-pictures` makes this page. Every picture carries its scene: open it in linclass and go on from there.

"""  # noqa: E501
LESSONS = """
# The lessons

"""


def run(wanted: list[str]) -> None:
    """Make the figures whose names are given, or all of them and the page."""
    sections = [make(entry) for entry in ENTRIES if not wanted or entry.name in wanted]
    lessons = [
        make_lesson(lesson)
        for lesson in shipped_course().lessons
        if not wanted or lesson.name in wanted
    ]
    if not wanted:
        DOCS.joinpath("gallery.md").write_text(
            HEAD + "\n".join(sections) + LESSONS + "\n".join(lessons), encoding="utf-8"
        )


if __name__ == "__main__":
    run(sys.argv[1:])
