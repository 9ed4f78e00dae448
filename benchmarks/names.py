"""Where the names of lines stand, and how quickly they are placed.

    python -m benchmarks.names [--scenes N]

Over random scenes (two to six classes, one to five methods, every fourth with a kernel), at three
sizes: the share of names in their lines, in a list, and left out; leaders; words on words, on
points or on lines of others; values on margins.  Over drags: the time of a frame, words on each
other, and how far names jump beyond their line.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before Qt
os.environ.setdefault("QT_FONT_DPI", "96")
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numpy as np
from PySide6.QtWidgets import QApplication

import solvers as s
from linclass_gui.answers.scenes import scene_of
from linclass_gui.draw.axes import inner_edges
from linclass_gui.draw.device_figure import figure_for_device
from linclass_gui.draw.placing.boxes import crossings, lie_on
from linclass_gui.draw.placing.obstacles import obstacles_of
from linclass_gui.draw.placing.placed_words import PlacedWords
from linclass_gui.draw.placing.placer import Placer
from linclass_gui.layers.canvas import canvas_figure
from linclass_gui.scene.document import Document
from linclass_gui.scene.marks import Along, Listed, Words
from linclass_gui.scene.methods import MethodInUse
from linclass_gui.scene.scene import Scene
from linclass_gui.scene.theme import LIGHT, PRINT, Theme
from linclass_gui.scene.view import Transform, View

MM = 72.0 / 25.4
SIZES = {
    "880 x 418": (880.0, 418.0, LIGHT),
    "1280 x 800": (1280.0, 800.0, LIGHT),
    "84 x 63 mm": (76.0 * MM, 56.0 * MM, PRINT),  # the field of such a figure
}
SHOWN = frozenset({"half-planes", "boundary", "margins", "support-vectors", "grid", "class-names"})
OF_TWO = (
    s.SoftMarginSVM(C=8.0),
    s.Fisher(),
    s.LogisticRegression(l2=0.01),
    s.LeastSquares(),
    s.Perceptron(),
)
OF_MANY = (s.SoftMarginSVM(C=8.0), s.Softmax(l2=0.01), s.Fisher(), s.LeastSquares())
DRAGS, FRAMES, FAR = 8, 40, 40.0


def scene_at(k: int) -> Scene:
    """One of the random scenes."""
    rng = np.random.default_rng(1000 + k)
    classes, n = 2 + (k % 5 if k % 2 else 0), int(rng.integers(40, 300))
    labels = np.arange(n) % classes
    turn = 2.0 * np.pi * labels / classes + rng.uniform(0.0, 6.0)
    apart = rng.uniform(1.0, 3.0)
    X = rng.normal(0.0, 1.0, (n, 2)) + apart * np.column_stack([np.cos(turn), np.sin(turn)])
    names = ("plus", "minus", "iris", "oak", "ash", "elm")[:classes]
    methods = (OF_TWO if classes == 2 else OF_MANY)[: 1 + int(rng.integers(5))]
    kernel = s.GaussianKernel(sigma=1.5) if k % 4 == 3 else None
    in_use = tuple(
        MethodInUse(f"m{j}", method, j, kernel=kernel if j == 0 else None)
        for j, method in enumerate(methods)
    )
    return scene_of(Document(s.Dataset(X, labels, names), in_use, "m0", SHOWN))


class Picture:
    """A scene as a canvas of some size, frame after frame."""

    def __init__(self, scene: Scene, width: float, height: float, theme: Theme) -> None:
        self.view = View.around(scene.document.dataset.X).with_aspect(width, height)
        self.transform = Transform.of(self.view, (0.0, 0.0, width, height))
        self.theme, self.placer, self.pixel = theme, Placer(), self.view.width / width

    def place(self, scene: Scene) -> float:
        """Place the words of a frame; the milliseconds of that."""
        scene = replace(scene, view=self.view, pixel=self.pixel)
        theme = self.theme.for_points(len(scene.document.dataset))
        self.figure = figure_for_device(canvas_figure(scene), self.transform, theme)
        taken = inner_edges(self.figure, self.transform, theme) if theme.unit == "px" else ()
        start = time.process_time()
        self.placer.place_words(self.figure, self.transform, theme, taken)
        seconds = time.process_time() - start
        solid = self.figure.marks if self.figure.solid is None else self.figure.solid
        self.obstacles = obstacles_of(solid, taken, self.transform, theme)
        return 1000.0 * seconds

    def counts(self) -> Iterator[str]:
        """What is to be counted of the words of a frame."""
        places = self.placer.places
        place_of = {word: place for place in places for word in place.words_shown}
        for word in self.figure.words:
            if isinstance(word.home, Along) and word.needed:
                place = place_of.get(word)
                yield "names"
                if place is None:
                    yield "left out"
                elif isinstance(place.words.home, Listed):
                    yield "in a list"
                else:
                    yield "in their line" if place.is_in_line else "beside their line"
            elif word.pair == "margins":
                yield "values"
                yield from ["values shown"] * (word in place_of)
        yield from ["leaders"] * sum(place.leader is not None for place in places)
        yield from ["words on words"] * len(self.overlaps())
        for place in places:
            box = place.box.grown(-1.0, -1.0)
            yield from ["words on points"] * int(bool(self.obstacles.raster.under(box).any()))
            others = self.obstacles.lines_but([word.id for word in place.members])
            yield from ["words on lines of others"] * int(bool(crossings(box, others).any()))

    def overlaps(self) -> list[tuple[PlacedWords, PlacedWords]]:
        """The pairs of words that lie on each other."""
        return [
            (one, other)
            for one, other in combinations(self.placer.places, 2)
            if len(one.box) and len(other.box) and lie_on(one.box, other.box)[0]
        ]


def at_rest(count: int) -> None:
    """Print the measures of pictures at rest."""
    scenes = [scene_at(k) for k in range(count)]
    for name, size in SIZES.items():
        sums, spent = Counter[str](), 0.0
        for scene in scenes:
            picture = Picture(scene, *size)
            spent += picture.place(scene)
            sums.update(picture.counts())
        names = max(sums.pop("names"), 1)
        shares = ("in their line", "in a list", "beside their line", "left out")
        words = [f"{100.0 * sums.pop(share, 0) / names:.0f} % {share}" for share in shares]
        shown = f"{sums.pop('values shown', 0)} of {sums.pop('values', 0)} values"
        faults = [f"{count} {fault}" for fault, count in sorted(sums.items())]
        rest = ", ".join([*words, shown, *faults])
        print(f"{name}: of {names} names {rest}; {spent / count:.1f} ms a picture")


def dragged(k: int) -> Iterator[Scene]:
    """A scene in which a point is dragged around an ellipse: at rest, then the frames."""
    classes = 2 if k < 6 else 3
    methods: tuple[Any, ...] = OF_TWO if classes == 2 else OF_MANY
    rng = np.random.default_rng(k)
    labels = np.arange(80) % classes
    turn = 2.0 * np.pi * labels / classes + 0.4
    X = rng.normal(0.0, 1.0, (80, 2)) + 1.8 * np.column_stack([np.cos(turn), np.sin(turn)])
    in_use = tuple(MethodInUse(f"m{j}", method, j) for j, method in enumerate(methods))
    before = Document(s.Dataset(X, labels, ("plus", "minus", "oak")[:classes]), in_use, "m0", SHOWN)
    yield scene_of(before)
    for frame in range(FRAMES):
        angle = 2.0 * math.pi * frame / FRAMES
        at = (2.0 * math.cos(angle), 1.5 * math.sin(angle))
        document = replace(before, dataset=before.dataset.moved(0, at))
        yield replace(scene_of(document), base=before, moving=(0,))


def in_motion(count: int) -> None:
    """Print the measures of drags."""
    times, jumps, on_words, names = [], 0, 0, 0
    for k in range(count):
        frames = dragged(k)
        first = next(frames)
        picture = Picture(first, *SIZES["880 x 418"])
        picture.place(first)
        for scene in frames:
            before = {
                word.id: (place, word)
                for place in picture.placer.places
                for word in place.words_shown
            }
            times.append(picture.place(scene))
            on_words += len(picture.overlaps())
            for place in picture.placer.places:
                for word in place.words_shown:
                    if word.id in before and place.is_in_line:
                        names += 1
                        jumps += _jump(*before[word.id], place, word, picture.transform) > FAR
    middle, most = np.median(times), np.quantile(times, 0.95)
    print(
        f"{count} drags: {middle:.2f} ms a frame, {most:.2f} ms at the most of 19 in 20; "
        f"{on_words} words on words, {jumps} of {names} names jump more than {FAR:.0f} px"
    )


def _jump(old: PlacedWords, was: Words, new: PlacedWords, word: Words, t: Transform) -> float:
    """How far a name moves beyond its line."""
    assert isinstance(word.home, Along)
    if not isinstance(was.home, Along):
        return 0.0
    nearest = [
        float(np.nanmin(np.hypot(*(_dense(t.map(home.curve)) - old.middle).T)))
        for home in (was.home, word.home)
    ]
    return math.dist(old.middle, new.middle) - abs(nearest[1] - nearest[0])


def _dense(points: np.ndarray) -> np.ndarray:
    shares = np.linspace(0.0, 1.0, 50)[:, None, None]
    return (points[:-1] + shares * np.diff(points, axis=0)).reshape(-1, 2)


def main() -> None:
    """Print all measures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--scenes", type=int, default=60)
    options = parser.parse_args()
    application = QApplication.instance() or QApplication([])
    at_rest(options.scenes)
    in_motion(DRAGS if options.scenes >= 60 else 2)
    del application


if __name__ == "__main__":
    main()
