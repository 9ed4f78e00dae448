"""What a reader may rely on in every figure, checked from the SVG of random scenes.

Every class is named and visible, every method that is on has its name, and its line or a sentence,
and every number is that of the fit.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from xml.etree import ElementTree

import numpy as np
import pytest
from figures.random_scenes import Case, case

from linclass_gui.answers.method_labels import label_of
from linclass_gui.answers.scenes import scene_of
from linclass_gui.figures.legibility import findings_of
from linclass_gui.figures.pages import page_of_scene
from linclass_gui.figures.recipe import content_of
from linclass_gui.figures.requests import Recipe
from linclass_gui.figures.shots import shots_of_scene
from linclass_gui.markup.mathtext import name_label, plain
from linclass_gui.scene.looks import role
from linclass_gui.scene.scene import Scene
from linclass_gui.scene.theme import THEMES, Theme
from solvers import Fit, ManyFit

pytestmark = pytest.mark.usefixtures("qapp", "no_remarks")
SVG = "{http://www.w3.org/2000/svg}"
MINUS = "\u2212"
STROKES, FILLED = ("polyline", "polygon", "path"), ("circle", "rect", "polygon", "path")


@dataclass(frozen=True)
class Symbol:
    """A filled symbol: the colours of its ground and of its rim, its centre, and half of its
    smaller side.
    """

    fill: str
    rim: str
    at: tuple[float, float]
    radius: float


@dataclass(frozen=True)
class Seen:
    """What is in a file: texts and symbols in the order of drawing, and the colours of lines."""

    texts: tuple[str, ...]
    symbols: tuple[Symbol, ...]
    strokes: frozenset[str]


def seen_in(svg: str) -> Seen:
    """The parts of a drawing."""
    texts, symbols, strokes = list[str](), list[Symbol](), set[str]()
    for element in ElementTree.fromstring(svg):
        parts = list(element) if element.tag == f"{SVG}g" else [element]
        words = "".join(part.text or "" for part in parts if part.tag == f"{SVG}text")
        texts += [words] if words else []
        for part in parts:
            said = {**element.attrib, **part.attrib}
            kind = part.tag.removeprefix(SVG)
            if kind in STROKES and said.get("stroke"):
                strokes.add(said["stroke"])
            if (
                kind in FILLED
                and said.get("fill", "none") != "none"
                and "transform" not in said
                and (found := _extent(kind, said))
            ):
                symbols.append(Symbol(said["fill"], said.get("stroke", ""), *found))
    return Seen(tuple(texts), tuple(symbols), frozenset(strokes))


def _extent(kind: str, said: dict[str, str]) -> tuple[tuple[float, float], float] | None:
    """The centre of a shape and half of its smaller side."""
    if kind == "circle":
        return (float(said["cx"]), float(said["cy"])), float(said["r"])
    if kind == "rect":
        x, y, side = (float(said[name]) for name in ("x", "y", "width"))
        return (x + 0.5 * side, y + 0.5 * side), 0.5 * side
    if kind == "polygon":
        corners = np.array([[float(c) for c in pair.split(",")] for pair in said["points"].split()])
        low, high = corners.min(axis=0), corners.max(axis=0)
        return tuple((0.5 * (low + high)).tolist()), 0.5 * float((high - low).min())
    return None


def is_seen(symbol: Symbol, later: list[Symbol]) -> bool:
    """Whether no later symbol lies over all of one."""
    apart = (
        np.hypot(symbol.at[0] - other.at[0], symbol.at[1] - other.at[1])
        + symbol.radius
        - other.radius
        for other in later
    )
    return all(distance > 1e-6 for distance in apart)


def faults_of(made: Case) -> Iterator[str]:
    """What is not as a reader may expect."""
    scene = scene_of(made.document)
    scenes = [shot.scene for shot in shots_of_scene(scene, made.recipe)]
    seen = seen_in(content_of(scene, replace(made.recipe, suffix=".svg")).decode())
    theme = THEMES[made.recipe.theme]
    for one in scenes[:1]:
        yield from unnamed_classes(one, seen)
        yield from hidden_classes(one, seen, theme)
    yield from unnamed_methods(scenes, seen, theme)
    yield from lines_of_rounding(scenes, seen, theme)
    yield from wrong_counts(scenes, seen)
    yield from wrong_margins(scenes, seen)
    yield from wrong_equations(scenes, seen)
    yield from wrong_values(scenes, made.recipe, seen)
    yield from wrong_remarks(scene, made, seen)


def unnamed_classes(scene: Scene, seen: Seen) -> Iterator[str]:
    for name in scene.document.dataset.class_names:
        if not any(plain(name_label(name)) in text for text in seen.texts):
            yield f"class {name!r} is not named"


def hidden_classes(scene: Scene, seen: Seen, theme: Theme) -> Iterator[str]:
    """Classes of which no symbol is seen, beside the sample in a legend; a wrong point has the
    colour of its class as its rim.
    """
    for name, look in zip(
        scene.document.dataset.class_names, scene.document.class_looks, strict=True
    ):
        fill = theme.style(role("class", look)).fill
        own = [k for k, symbol in enumerate(seen.symbols) if fill in (symbol.fill, symbol.rim)]
        if sum(is_seen(seen.symbols[k], list(seen.symbols[k + 1 :])) for k in own) < 2:
            yield f"class {name!r} is not seen"


def unnamed_methods(scenes: list[Scene], seen: Seen, theme: Theme) -> Iterator[str]:
    for scene in scenes:
        for used in scene.document.enabled_methods:
            name = plain(label_of(used, scene.document.methods))
            saying = [text for text in seen.texts if name in text]
            if not saying:
                yield f"{name} is on and not named"
            slot = scene.document.slot_of(used)
            has_line = theme.style("boundary", slot).stroke in seen.strokes
            if not has_line and all(
                len(text) < len(name) + 10 and not text.endswith(":") for text in saying
            ):
                yield f"{name} has neither a line nor a sentence"


def lines_of_rounding(scenes: list[Scene], seen: Seen, theme: Theme) -> Iterator[str]:
    """Lines of methods that depend on the means alone, where these are equal."""
    for scene in scenes:
        dataset = scene.document.dataset
        means = np.array(
            [dataset.X[dataset.labels == k].mean(axis=0) for k in range(len(dataset.class_names))]
        )
        if len(means) > 2 or np.ptp(means, axis=0).max() > 1e-9 * np.abs(dataset.X).max():
            continue
        for used in scene.document.enabled_methods:
            fit, slot = scene.fits[used.id], scene.document.slot_of(used)
            of_means = type(used.method).__name__ in ("LeastSquares", "Fisher", "MeanDifference")
            if (
                of_means
                and isinstance(fit, Fit)
                and theme.style("boundary", slot).stroke in seen.strokes
            ):
                yield f"{used.method.name} has a line where the means are equal"


def wrong_counts(scenes: list[Scene], seen: Seen) -> Iterator[str]:
    """Numbers of wrong points above panels that are not those of the fits' predictions."""
    said = [int(number) for text in seen.texts for number in re.findall(r"(\d+) wrong", text)]
    counted = set[int]()
    for scene in scenes:
        for used in scene.document.enabled_methods:
            fit = scene.fits[used.id]
            if fit.predicts:
                counted.add(errors_of(scene, fit))
    for number in said:
        if number not in counted:
            yield f"{number} wrong is said, and there are {sorted(counted)}"


def errors_of(scene: Scene, fit: Fit | ManyFit) -> int:
    dataset = scene.document.dataset
    found = fit.predict(dataset.X)
    return int((found != dataset.labels).sum())


def wrong_margins(scenes: list[Scene], seen: Seen) -> Iterator[str]:
    """Margins in notes that are not 1/|w| of a fit, to the digits that are written."""
    norms = [
        fit.norm
        for scene in scenes
        for fit in scene.fits.values()
        if isinstance(fit, Fit) and fit.predicts and fit.norm > 0.0
    ]
    for text in seen.texts:
        for number in re.findall(r"margin (\d+(?:\.\d+)?)", text):
            step = 10.0 ** -len(number.partition(".")[2])
            if not any(abs(float(number) - 1.0 / norm) <= 0.5001 * step for norm in norms):
                yield f"{text}: this is the margin of no fit"


def wrong_values(scenes: list[Scene], recipe: Recipe, seen: Seen) -> Iterator[str]:
    """Values of a sweep above panels that are not those of the methods drawn there."""
    if recipe.sweep is None:
        return
    said = [text for text in seen.texts if text.startswith("C=")]
    for scene, text, value in zip(scenes, said, recipe.sweep.values, strict=True):
        number = float(
            text.removeprefix("C=").replace("\u202f", "").replace("\u2009", "").replace(" ", "")
        )
        own = {
            used.method.C for used in scene.document.enabled_methods if hasattr(used.method, "C")
        }
        if {number} != own or number != float(value):
            yield f"{text} is above a method with C = {own}"


def wrong_remarks(scene: Scene, made: Case, seen: Seen) -> Iterator[str]:
    """Words that are said to be left out and are there, and a count of points that is not that of
    the data.
    """
    page = page_of_scene(scene, made.recipe)
    if len(page.panels) == 1:
        yield from (
            f"{words} is said to be left out"
            for words in findings_of(page).left_out
            if words in seen.texts
        )
    counts = [
        int((made.document.dataset.labels == k).sum())
        for k in range(len(made.document.dataset.class_names))
    ]
    told = [int(number) for number in re.findall(r"(\d+) of ", page.alt.split(". The")[0])][
        : len(counts)
    ]
    if told != counts:
        yield f"the description tells of {told} points, and there are {counts}"


def wrong_equations(scenes: list[Scene], seen: Seen) -> Iterator[str]:
    """Formulas f(x) = a x1 + b x2 + c whose numbers are not those of a fit, to the digits that are
    written.
    """
    for said in formulas_in(seen):
        if not any(is_rounded(said, scene) for scene in scenes):
            yield f"{said.text} is the formula of no fit"


@dataclass(frozen=True)
class Formula:
    """A straight score: its class (None: of two), its numbers a, b and c, and half a unit of their
    last digits.
    """

    text: str
    of: int | None
    numbers: tuple[float, float, float]
    half: tuple[float, float, float]


def formulas_in(seen: Seen) -> list[Formula]:
    """The straight scores in a drawing; a long one is broken before a sign."""
    found = []
    for k, text in enumerate(seen.texts):
        said = re.fullmatch(r"f(\d*)\(x\)=(.*)", text)
        if said is None or "x" not in said[2]:
            continue
        whole = said[2]
        for more in seen.texts[k + 1 : k + 3]:
            if re.search("x[12]$", whole) and re.match(rf"[+{MINUS}]\d", more):
                whole += more
        terms = re.findall(rf"([+{MINUS}]?)(\d+(?:\.\d+)?)(x1|x2)?(?=[+{MINUS}]|$)", whole)
        if "".join(map("".join, terms)) != whole:
            continue
        values = {
            name: float(f"-{number}" if sign == MINUS else number) for sign, number, name in terms
        }
        halves = {
            name: 0.5001 * 10.0 ** -len(number.partition(".")[2]) for _, number, name in terms
        }
        numbers, half = (
            [each.get(name, 0.0) for name in ("x1", "x2", "")] for each in (values, halves)
        )
        found.append(
            Formula(
                f"f{said[1]}(x)={whole}",
                int(said[1]) - 1 if said[1] else None,
                tuple(numbers),
                tuple(half),
            )
        )
    return found


def is_rounded(said: Formula, scene: Scene) -> bool:
    """Whether a formula is that of the selected method, of a class of it, or of two classes."""
    fits = [] if scene.answer is None else [scene.answer]
    scores = [list[float]()]
    for fit in fits:
        if isinstance(fit, ManyFit) and said.of is not None and fit.last.W is not None:
            scores.append([*fit.last.W[said.of].tolist(), float(fit.b[said.of])])
        elif said.of is None:
            members = fit.fits if isinstance(fit, ManyFit) else (fit,)
            scores += [[*member.w.tolist(), member.b] for member in members if member.w is not None]
    return any(
        len(true) == 3
        and all(
            abs(x - y) <= half for x, y, half in zip(said.numbers, true, said.half, strict=True)
        )
        for true in scores
    )


def test_the_checks_find_what_they_check() -> None:
    formulas, margins, values, counts = 0, 0, 0, 0
    for seed in (2, 7, 36, 61, 211):
        made = case(seed)
        seen = seen_in(
            content_of(scene_of(made.document), replace(made.recipe, suffix=".svg")).decode()
        )
        formulas += len(formulas_in(seen))
        margins += sum(text.startswith("margin ") and " wrong" in text for text in seen.texts)
        values += sum(text.startswith("C=") for text in seen.texts)
        counts += sum(text.endswith(" wrong") for text in seen.texts)
    assert min(formulas, values, counts) >= 3
    assert margins >= 1


@pytest.mark.parametrize("seed", range(12))
def test_a_figure_names_and_shows_all_that_is_on(seed: int) -> None:
    assert list(faults_of(case(seed))) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(12, 200))
def test_more_figures_name_and_show_all_that_is_on(seed: int) -> None:
    assert list(faults_of(case(seed))) == []
