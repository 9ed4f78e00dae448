"""Scenes of one class to four, of every method, scheme, kind of kernel and map: for comparisons.

Played, dragged, awaited and stale ones are among them, others have looks, a trial line, test points
or populations.  Every fit took no time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np

import solvers as s
from linclass_gui.answers.scenes import scene_of
from linclass_gui.files.first_picture import open_document
from linclass_gui.files.shipped import LESSON_PREFIX
from linclass_gui.layers import LAYERS
from linclass_gui.scene.document import Document, TrialLine
from linclass_gui.scene.generating import held_back
from linclass_gui.scene.methods import MethodInUse, SchemeChoice
from linclass_gui.scene.playback import open_timeline, play_fits, seek
from linclass_gui.scene.scene import Hover, Scene
from linclass_gui.scene.view import View

ALL_LAYERS = frozenset(layer.name for layer in LAYERS)
SHOWN = frozenset({"half-planes", "boundary", "margins", "support-vectors", "grid"})
ALL_PAIRS = (-1, None)  # the choice of every pair at once
SVM, FISHER, LOGISTIC = s.SoftMarginSVM(C=8.0), s.Fisher(), s.LogisticRegression(l2=0.01)
REST, STRICT = SchemeChoice("one-vs-rest"), SchemeChoice("one-vs-rest", decision="strict")
AT_ONCE = (s.Softmax(), s.LinearMachine(), s.MulticlassSVM(C=4.0))
BENT = s.GaussianGenerative(covariance="separate")


def clouds(classes: int, apart: float, n: int = 0, seed: int = 1) -> s.Dataset:
    """Gaussian clouds on a circle."""
    n = n or 14 * classes
    rng, labels = np.random.default_rng(seed), np.arange(n) % classes
    turn = 2.0 * np.pi * labels / classes + 0.4
    X = rng.normal(0.0, 1.0, (n, 2)) + apart * np.column_stack([np.cos(turn), np.sin(turn)])
    return s.Dataset(X, labels, ("one", "two", "three", "four")[:classes])


def counts(classes: int) -> s.Dataset:
    """Counts of two words."""
    rng, labels = np.random.default_rng(5), np.arange(10 * classes) % classes
    X = np.column_stack([rng.poisson(2.0 + 3.0 * labels), rng.poisson(6.0 - 1.5 * labels)])
    return s.Dataset(X.astype(np.float64), labels, ("spam", "ham", "news")[:classes])


TWO, APART, LINE_OF_THREE = clouds(2, 1.2), clouds(2, 3.5), clouds(3, 1.6, 30, 4)
THREE, THREE_APART, FOUR = clouds(3, 1.7), clouds(3, 5.0), clouds(4, 2.2)
EMPTY_CLASS = s.Dataset(APART.X, 2 * APART.labels, ("one", "two", "three"))
NOTHING = s.Dataset(np.empty((0, 2)), np.empty(0, dtype=np.int64))
GAUSSIANS = tuple(
    s.GaussianPopulation(mean, ((1.0, 0.2), (0.2, 0.8)))
    for mean in ((0.0, 0.0), (2.0, 1.0), (-1.0, 2.5))
)


def pictured(
    dataset: s.Dataset, *methods: Any, schemes: tuple[SchemeChoice, ...] = (), **fields: Any
) -> Document:
    """A document with methods (with a map or a kernel: a pair), the first one selected."""
    in_use = []
    for k, given in enumerate(methods):
        method, space = given if isinstance(given, tuple) else (given, s.Identity())
        spaces = {"kernel" if isinstance(space, s.Kernel) else "features": space}
        scheme = schemes[k] if k < len(schemes) else SchemeChoice()
        in_use.append(MethodInUse(f"m{k + 1}", method, k % 5, scheme=scheme, **spaces))
    document = Document(dataset, tuple(in_use), "m1" if in_use else "", SHOWN)
    return replace(document, **fields)


def documents() -> Iterator[tuple[str, Document]]:
    """The documents by name."""
    three = (SVM, FISHER, LOGISTIC)
    for kind in s.METHODS:
        word_counts = kind is s.MultinomialNaiveBayes
        yield f"2/{kind.__name__}", pictured(counts(2) if word_counts else TWO, kind())
        yield f"3/{kind.__name__}", pictured(counts(3) if word_counts else THREE, kind())
    for method in AT_ONCE:
        name = type(method).__name__
        yield f"2/{name}", pictured(TWO, method)
        yield f"2/{name} selected beside two-class methods", pictured(TWO, method, SVM, LOGISTIC)
        yield f"2/SVM selected beside {name}", pictured(TWO, SVM, method)
        yield f"3/{name}", pictured(THREE, method)
        yield f"3/{name} beside schemes", pictured(THREE_APART, method, SVM, FISHER)
        yield f"3/{name} with an empty class", pictured(EMPTY_CLASS, method)
        yield f"4/{name}", pictured(FOUR, method, SVM)
    for name, two in {
        "hard margin and perceptron apart": (s.HardMarginSVM(), s.Perceptron(), s.HoKashyap()),
        "quadratic": (BENT, s.GaussianGenerative(covariance="diagonal")),
        "kernels": ((SVM, s.GaussianKernel(1.0)), (SVM, s.PolynomialKernel(3))),
        "maps": ((SVM, s.Circle()), (LOGISTIC, s.Polynomial(2)), (FISHER, s.Parabola())),
        "Fisher by training errors": (s.Fisher(offset="training-error"), FISHER),
        "through the origin": (s.SoftMarginSVM(fit_intercept=False), s.Perceptron()),
    }.items():
        yield f"2/{name}", pictured(APART if "apart" in name else TWO, *two)
    for name, scheme in {
        "votes by scores": SchemeChoice(ties="scores"),
        "rest": REST,
        "rest by distance": SchemeChoice("one-vs-rest", decision="signed-distance"),
        "rest strict": STRICT,
    }.items():
        yield f"3/{name}", pictured(THREE, SVM, LOGISTIC, schemes=(scheme, scheme))
    weston = s.MulticlassSVM(C=1.0, loss="weston-watkins")
    gaussian = s.GaussianKernel(1.2)
    yield "3/everything", pictured(THREE, *three, *AT_ONCE, BENT, s.Perceptron())
    yield "3/quadratic", pictured(THREE, BENT, s.GaussianGenerative(covariance="diagonal"))
    yield "3/all rivals", pictured(THREE, weston, FISHER)
    yield "3/kernel in pairs", pictured(THREE, (SVM, gaussian), FISHER)
    yield "3/kernel at once", pictured(THREE, (s.MulticlassSVM(C=4.0), gaussian), FISHER)
    yield "3/maps", pictured(THREE, (s.Softmax(), s.Polynomial(2)), (SVM, s.Circle()))
    yield "3/all pairs", pictured(THREE, *three, member=ALL_PAIRS)
    yield "3/another pair", pictured(THREE, *three, member=(2, 0))
    yield "3/another pair at once", pictured(THREE, *AT_ONCE, member=(2, 1))
    yield "3/other looks", pictured(THREE, *three, looks=(3, 0, 4), member=(2, 1))
    yield "3/an empty class in pairs", pictured(EMPTY_CLASS, *three)
    yield "4/pairs and rest", pictured(FOUR, SVM, FISHER, schemes=(SchemeChoice(), REST))
    yield "2/other looks", pictured(TWO, *three, looks=(2, 3))
    yield "2/other looks, softmax", pictured(TWO, *AT_ONCE, looks=(2, 3))
    yield "2/trial line", pictured(TWO, *three, trial=TrialLine(30.0, (0.2, 0.1), True))
    yield "3/trial line", pictured(THREE, *three, trial=TrialLine(30.0, (0.2, 0.1), True))
    yield "2/no method", pictured(TWO)
    yield "3/no method", pictured(THREE)
    yield "0/nothing", pictured(NOTHING, *three)
    yield "2/one class empty", pictured(TWO.chosen(range(0, len(TWO), 2)), *three, s.Softmax())
    off = pictured(THREE, SVM, FISHER)
    yield "3/switched off", off.with_method(replace(off.methods[0], enabled=False))
    yield "2/test points", held_back(pictured(TWO, *three, s.Softmax()))
    yield "3/test points", held_back(pictured(THREE, *three, s.Softmax()))
    known = s.Populations(GAUSSIANS[0], GAUSSIANS[1])
    yield "2/populations", pictured(TWO, *three, populations=known, layers=ALL_LAYERS)
    many = s.ManyPopulations(GAUSSIANS)
    yield "3/populations", pictured(THREE, *three, s.Softmax(), many_populations=many)
    yield "2/stretched", pictured(TWO, *three, stretch=3.0, view=View(-4.0, 4.0, -1.0, 1.0))
    for lesson in ("iris", "three-irises", "many-classes", "masking", "units", "circle"):
        yield f"lesson/{lesson}", open_document(f"{LESSON_PREFIX}{lesson}")


def scenes() -> Iterator[tuple[str, Callable[[], Scene]]]:
    """The scenes by name, each fitted when it is asked for; some are played or dragged."""
    for name, document in documents():
        yield name, partial(fitted, document)
    svm = (SVM, s.Perceptron())
    for name, document in {
        "2/played": pictured(TWO, s.Perceptron(), s.HoKashyap(), FISHER),
        "3/played in pairs": pictured(THREE, s.Perceptron(), SVM),
        "3/played at once": pictured(THREE, s.LinearMachine(), s.Softmax(), FISHER),
        "2/played at once": pictured(TWO, s.Softmax(), s.LinearMachine(), s.Perceptron()),
    }.items():
        yield f"{name}, step 3", partial(played, document, 3, 0.0)
        yield f"{name}, between", partial(played, document, 2, 0.4)
    yield "2/dragged", lambda: dragged(pictured(TWO, *svm, layers=ALL_LAYERS))
    yield "3/dragged", lambda: dragged(pictured(THREE, *svm, s.Softmax(), layers=ALL_LAYERS))
    yield "2/awaited", lambda: replace(fitted(pictured(TWO, *svm)), fits={})
    yield "3/awaited", lambda: replace(fitted(pictured(THREE, *svm)), fits={})
    stale = frozenset({"m1"})
    yield "3/stale", lambda: replace(fitted(pictured(THREE, *svm)), stale=stale)
    trial = TrialLine(30.0, (0.2, 0.1), True)
    weighted = (replace(SVM, positive_weight=3.0), replace(LOGISTIC, positive_weight=3.0))
    yield "2/trial line, weighted", partial(fitted, pictured(TWO, *weighted, trial=trial))
    for name, method in {
        "gradients": s.LogisticRegression(algorithm="gradient"),
        "pairs": s.SoftMarginSVM(algorithm="smo"),
    }.items():
        yield f"2/played by {name}, step 3", partial(played, pictured(TWO, method), 3, 0.0)
    yield "2/crowd", partial(fitted, pictured(clouds(2, 0.4, 2400), s.SoftMarginSVM()))


def fitted(document: Document) -> Scene:
    """The scene of a document, everything fitted in no time, the pointer over a point."""
    scene = scene_of(document)
    fits = MappingProxyType({id: in_no_time(fit) for id, fit in scene.fits.items()})
    n = len(document.dataset)
    hover = Hover(tuple(document.dataset.X[1].tolist()), 1) if n > 1 else None
    selection = frozenset({0, 3} if n > 3 else ())
    return replace(scene, fits=fits, whole=fits, hover=hover, selection=selection)


def in_no_time(fit: Any) -> Any:
    """The fit as if it had taken no time."""
    fit = replace(fit, seconds=0.0)
    members = getattr(fit, "fits", None)
    if not members:
        return fit
    return replace(fit, fits=tuple(replace(member, seconds=0.0) for member in members))


def played(document: Document, step: int, blend: float) -> Scene:
    """The scene at a step of its methods, all together."""
    scene = fitted(document)
    longest = max(scene.fits.values(), key=lambda fit: len(fit.history))
    playback = replace(seek(open_timeline(longest, together=True), step), blend=blend)
    fits = play_fits(dict(scene.fits), playback, document)
    return replace(scene, playback=playback, fits=MappingProxyType(fits))


def dragged(document: Document) -> Scene:
    """The scene while a point is moved."""
    before, after = fitted(document), document.dataset.moved(2, (0.3, 0.4))
    scene = fitted(replace(document, dataset=after))
    return replace(scene, base=document, moving=(2,), before=before.fits)
