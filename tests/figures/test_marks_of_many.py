"""Figures of three to five classes, checked from their SVG: marks are those of the answer to all
classes, and what belongs to a pair lies on that pair's own line, under its name.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from xml.etree import ElementTree

import numpy as np
import pytest

from linclass_gui.answers.scenes import scene_of
from linclass_gui.answers.sweeps import with_settings
from linclass_gui.draw.paper import Page
from linclass_gui.figures.pages import page_of_scene
from linclass_gui.figures.requests import Recipe
from linclass_gui.figures.settings import ExportOptions
from linclass_gui.figures.svg import encode
from linclass_gui.layers.boundaries import member_role
from linclass_gui.scene.document import Document
from linclass_gui.scene.methods import SchemeChoice
from linclass_gui.scene.pairs import key_name, pairs_to_choose
from linclass_gui.scene.scene import Scene
from linclass_gui.scene.theme import THEMES
from solvers import (
    AnyMethod,
    Dataset,
    Fisher,
    Floats,
    GaussianKernel,
    LogisticRegression,
    MulticlassSVM,
    SoftMarginSVM,
    Softmax,
)
from solvers.answer import Key

pytestmark = pytest.mark.usefixtures("qapp", "no_remarks")
SVG = "{http://www.w3.org/2000/svg}"
# The schemes and the methods of all classes; all but the last three have support vectors.
METHODS: tuple[tuple[AnyMethod, SchemeChoice], ...] = (
    (SoftMarginSVM(C=10.0), SchemeChoice("one-vs-rest")),
    (SoftMarginSVM(C=0.5), SchemeChoice("one-vs-rest", decision="strict")),
    (SoftMarginSVM(C=10.0), SchemeChoice("one-vs-rest", decision="signed-distance")),
    (SoftMarginSVM(C=10.0), SchemeChoice("one-vs-one")),
    (SoftMarginSVM(C=2.0), SchemeChoice("one-vs-one", ties="scores")),
    (MulticlassSVM(C=10.0), SchemeChoice()),
    (MulticlassSVM(C=1.0, loss="weston-watkins"), SchemeChoice()),
    (Softmax(l2=0.01), SchemeChoice()),
    (LogisticRegression(l2=0.01), SchemeChoice("one-vs-one")),
    (Fisher(), SchemeChoice()),
)
OF_PAIRS = ("band", "slack", "width", "weight", "closest-pair", "projection", "reduced-hulls")
WORDS = ("ash", "oak", "elm", "yew", "fir")
NEAR = 0.3  # of a drawing unit: coordinates are written to its hundredth


def document(seed: int) -> Document:
    """Clouds of three to five classes with one method, support vectors and one layer of a pair,
    which is chosen or not.
    """
    rng = np.random.default_rng(seed)
    K = int(rng.integers(3, 6))
    labels = np.repeat(np.arange(K), int(rng.integers(4, 9)))
    angle = 2.0 * np.pi * labels / K
    X = rng.normal(size=(len(labels), 2)) + float(rng.choice([0.8, 2.0, 4.0])) * np.column_stack(
        [np.cos(angle), np.sin(angle)]
    )
    method, scheme = METHODS[seed % len(METHODS)]
    made = Document(Dataset(np.round(X, 2), labels, WORDS[:K])).adding(method)
    used = replace(made.methods[0], scheme=scheme)
    if isinstance(method, SoftMarginSVM) and rng.random() < 0.3:
        used = replace(used, kernel=GaussianKernel(1.5))
    layers = {"boundary", "support-vectors", "margins", str(rng.choice(OF_PAIRS))}
    made = replace(made.with_method(used), layers=frozenset(layers), selected=used.id)
    choices = [*pairs_to_choose(made), ""]
    chosen = str(rng.choice(choices))
    return with_settings(made, {"member": chosen}) if chosen else made


@dataclass(frozen=True)
class Drawn:
    """What a drawing shows: texts, and the parts of one kind, each with its attributes."""

    page: Page
    svg: str

    @cached_property
    def parts(self) -> list[tuple[str, dict[str, str]]]:
        """The shapes with their own attributes and those of their group."""
        found = []
        for element in ElementTree.fromstring(self.svg):
            for part in element if element.tag == f"{SVG}g" else [element]:
                found.append((part.tag.removeprefix(SVG), {**element.attrib, **part.attrib}))
        return found

    @property
    def texts(self) -> list[str]:
        """The words in plain letters."""
        return [e.text or "" for e in ElementTree.fromstring(self.svg).iter(f"{SVG}text")]

    def places(self, marks: list[Floats], X: Floats) -> Counter[tuple[float, ...]]:
        """The points (n, 2) on which marks lie; another place where there is none."""
        points = self.page.panels[0].transform.map(X)
        found = Counter[tuple[float, ...]]()
        for mark in marks:
            apart = np.hypot(*(points - mark).T)
            found[tuple(X[apart.argmin()].tolist() if apart.min() < NEAR else mark.tolist())] += 1
        return found

    def crosses(self) -> Iterator[Floats]:
        """The middles of the crosses."""
        for kind, said in self.parts:
            numbers = np.array(re.findall(r"-?[\d.]+", said.get("d", "")), dtype=float)
            is_open = len(numbers) == 16 and (numbers[2:4] != numbers[4:6]).any()
            if kind == "path" and said["d"].count("M") == 4 and is_open:  # else a diamond
                yield numbers.reshape(-1, 2).mean(axis=0)

    def circles(self, **wanted: str) -> Iterator[Floats]:
        """The middles of the circles with these attributes."""
        for kind, said in self.parts:
            if kind == "circle" and all(said.get(name) == value for name, value in wanted.items()):
                yield np.array([float(said["cx"]), float(said["cy"])])

    def lines(self, colour: str) -> list[Floats]:
        """The corners of the dashed lines of a colour, without the samples before words."""
        found = [
            np.array([pair.split(",") for pair in said["points"].split()], dtype=float)
            for kind, said in self.parts
            if kind == "polyline" and said.get("stroke") == colour and "stroke-dasharray" in said
        ]
        return [line for line in found if np.ptp(line, axis=0).sum() > 12.0 or len(line) > 2]


def drawn(scene: Scene) -> Drawn:
    """The figure of a scene, one canvas with the counts above it."""
    request = Recipe(note="{sv} held, {free} free, {bound} bound, {errors} wrong", legend=False)
    options = ExportOptions(width_mm=160.0, height_mm=120.0, theme="light")
    page = page_of_scene(scene, request.at(options))
    return Drawn(page, encode(page, options).decode())


def faults_of(scene: Scene) -> Iterator[str]:
    """What is drawn and not so."""
    seen = drawn(scene)
    yield from wrong_marks(scene, seen)
    yield from wrong_pairs(scene, seen)


def wrong_marks(scene: Scene, seen: Drawn) -> Iterator[str]:
    """Marks at points, and counts of them, that are not those of the answer to all classes."""
    fit, dataset = scene.answer, scene.document.dataset
    ink = THEMES["light"].palette.ink
    is_wrong = fit.predict(dataset.X) != np.array(fit.classes)[dataset.labels]
    crosses, rings = list(seen.crosses()), list(seen.circles(fill="none", stroke=ink))
    halos = list(seen.circles(fill=ink))
    said = next(text for text in seen.texts if text.endswith(" wrong"))
    if not fit.has_margin and not all(pair.has_margin for _, pair in fit.pairs or [(None, fit)]):
        if crosses or rings or halos or not said.startswith("\u2013 held"):
            yield f"marks of support vectors, which there are none: {said}"
        return
    if seen.places(crosses, dataset.X) != Counter(map(tuple, dataset.X[is_wrong].tolist())):
        yield "crosses are not where the answer is wrong"
    numbers = list(map(int, re.findall(r"\d+", said)))
    held, free, bound, errors = numbers
    if (errors, free, bound) != (len(crosses), len(rings), len(halos) + len(crosses)):
        yield f"{said}: there are {len(rings)} rings, {len(halos)} halos, {len(crosses)} crosses"
    if held != free + bound or errors != int(is_wrong.sum()):
        yield f"{said}: this is no sum"


def wrong_pairs(scene: Scene, seen: Drawn) -> Iterator[str]:
    """Pairs whose line is not that of their name, and margins of pairs that have no name."""
    answer, looks, theme = scene.answer, scene.document.class_looks, THEMES["light"]
    ground = [theme.style(member_role(key, looks)).stroke for key in answer.pair_keys]
    named = [key for key in answer.pair_keys if is_named(key, scene, seen)]
    margins = seen.lines(theme.style("margin").stroke)
    if (margins or any(map(seen.lines, ground))) and not named:
        yield "a pair without its name"
    for key, colour in zip(answer.pair_keys, ground, strict=True):
        for line in seen.lines(colour) if ground.count(colour) == 1 else ():
            if key not in named:
                yield f"the line of {key} is drawn, and not its name"
            if not lies_on(line, 0.0, key, scene, seen):
                yield f"f is not 0 on the line of {key}"
    for line in margins:
        if not any(lies_on(line, f, key, scene, seen) for key in named for f in (-1.0, 1.0)):
            yield f"f is not 1 on the margins of {named}"


def is_named(key: Key, scene: Scene, seen: Drawn) -> bool:
    """Whether a pair has its name in the picture, in one line or two."""
    name = key_name(key, scene.document.dataset.class_names)
    first, against, second = name.partition(" against ")
    return name in seen.texts or {f"{first}{against}".strip(), second} <= set(seen.texts)


def lies_on(line: Floats, level: float, key: Key, scene: Scene, seen: Drawn) -> bool:
    """Whether the score of a pair has a value at the corners of a line, as near as they are
    written.
    """
    around = NEAR * np.array([(0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0)])
    places = seen.page.panels[0].transform.inverse((line[:, None] + around).reshape(-1, 2))
    excess = scene.answer.pair(key).decision_function(places).reshape(-1, 4) - level
    return bool(((excess.min(axis=1) <= 0.0) & (excess.max(axis=1) >= 0.0)).all())


@pytest.mark.parametrize("seed", range(10))
def test_what_is_drawn_belongs_to_what_is_said(seed: int) -> None:
    assert list(faults_of(scene_of(document(seed)))) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(10, 200))
def test_more_of_what_is_drawn_belongs_to_what_is_said(seed: int) -> None:
    assert list(faults_of(scene_of(document(seed)))) == []
