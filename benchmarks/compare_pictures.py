"""Old against new: all that some eighty scenes show, as text, to be compared between two trees.

python -m benchmarks.compare_pictures record OUT.json [--only WORDS]
python -m benchmarks.compare_pictures compare OLD.json NEW.json [--only WORDS] [--all]

A record has for every scene the marks and words of each layer and why it is not shown, each plot
with its readings, drags and choices, the words of the panels, the tables, what files and commands
say, and the measures of lessons.  Keys are names of scenes, layers, plots and panels, never of
modules: where rooms move, only imports are edited; where a class or a field gets another name,
`OLD_NAMES` says the old one.  `compare` exits with 1 where the records differ.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import hashlib
import io
import json
import math
import os
import re
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before Qt
os.environ.setdefault("QT_FONT_DPI", "96")
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy: sums in one order

import numpy as np
from PySide6.QtWidgets import QApplication

from linclass_gui.answers.comparison import comparison, method_titles
from linclass_gui.answers.criteria import criteria
from linclass_gui.answers.points_table import choices_of_rows, points_table
from linclass_gui.cli import main as command_line
from linclass_gui.draw.alt import alt_of_plot, alt_of_selected, alt_text
from linclass_gui.figures.results import results_csv
from linclass_gui.files.codec import encode
from linclass_gui.layers import LAYERS, other_samples
from linclass_gui.layers.canvas import canvas_figure
from linclass_gui.lessons.attempt import Attempt
from linclass_gui.lessons.lesson import Lesson
from linclass_gui.lessons.numbers import BLOCKS, numbers_of
from linclass_gui.lessons.vocabulary import WORDS
from linclass_gui.plots import PLOTS, drawing_samples, tuning
from linclass_gui.scene.document import Document
from linclass_gui.scene.marks import Figure
from linclass_gui.scene.methods import MethodInUse
from linclass_gui.scene.pairs import first_pair, shown_keys
from linclass_gui.scene.playback import rows_touched, sentence
from linclass_gui.scene.scene import Hover, Scene
from linclass_gui.window.panels import fit_words

from .picture_scenes import ALL_LAYERS, NOTHING, scenes
from .window_words import IN_WINDOW, shown_by_window

FEWER = (  # samples that plots and layers draw: a few tell as much
    (other_samples, {"COUNT": 4}),
    (drawing_samples, {"DRAWS": 2, "PERMUTATIONS": 2, "SIZES": 3}),
    (tuning, {"A_DECADE": 0.5, "DEGREES": (1.0, 2.0, 3.0)}),
)
# new name of a class or a field: the one that is recorded
OLD_NAMES: dict[str, str] = {
    "NumberCell": "Cell",
    "TableOfNumbers": "Table",
    "shown_text": "shown",
}


def row_words(scene: Scene, method: MethodInUse) -> Any:
    """The row of a method in the panel."""
    fit, step = scene.fits.get(method.id), fit_words.step_of(scene, method.id)
    stale = method.id in scene.stale
    return fit_words.row_reading(fit, enabled=method.enabled, step=step, stale=stale)


def solution_words(scene: Scene, method: MethodInUse) -> list[Any]:
    """The lines below the parameters of the selected method."""
    answer, wanted = scene.fits.get(method.id), scene.document.member
    if answer is None:
        return []
    pair = first_pair(answer, wanted) if len(shown_keys(answer, wanted)) == 1 else None
    counts = None if pair is None else fit_words.support_counts(pair)
    return [fit_words.solution_lines(answer, scene.document.units, wanted), counts]


# --- Values as text ------------------------------------------------------------------------------
Box = tuple[float, float, float, float]
UNIT: Box = (0.0, 1.0, 0.0, 1.0)
DIGITS, WRITTEN_OUT = 10, 24  # of the largest number of an array; longer ones have sums
OFF_NUMBERS = 0.2718  # a share of a step, so that no even number lies where it is cut


def plain_value(value: Any, box: Box = UNIT) -> Any:
    """A value as JSON has it: classes by name, fields that are not as usual, sums of arrays."""
    match value:
        case None | bool():
            return value
        case str():
            return str(value)  # a refusal is a text with its cure
        case int():
            return int(value)
        case float() | np.floating():
            return number(float(value))
        case np.generic():
            return plain_value(value.item(), box)
        case np.ndarray():
            return array_value(value)
        case Enum():
            return value.name
        case type():
            return value.__name__
        case Document():
            return json.loads(encode(value))
        case Figure():
            return figure_value(value)
        case Mapping():
            pairs = sorted((str(plain_value(k)), v) for k, v in value.items())
            return {k: plain_value(v, box) for k, v in pairs}
        case set() | frozenset():
            return sorted((plain_value(v, box) for v in value), key=str)
    if dataclasses.is_dataclass(value):
        return fields_of(value, {f.name: usual(f) for f in dataclasses.fields(value)}, box)
    if hasattr(value, "_field_defaults"):
        return fields_of(value, {f: value._field_defaults.get(f, ...) for f in value._fields}, box)
    if isinstance(value, tuple | list) or hasattr(value, "__next__"):
        return [plain_value(v, box) for v in value]
    if callable(value):
        across, up = np.meshgrid(np.linspace(*box[:2], 9), np.linspace(*box[2:], 9))
        with contextlib.suppress(Exception):
            return ["holds", array_value(value(np.column_stack([across.ravel(), up.ravel()])))]
        return "a function"
    return re.sub(r" at 0x[0-9a-f]+", "", repr(value))


def usual(field: dataclasses.Field[Any]) -> Any:
    """The usual value of a field; `...` where it has none."""
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return ... if field.default is dataclasses.MISSING else field.default


def fields_of(value: Any, usuals: Mapping[str, Any], box: Any) -> dict[str, Any]:
    """The name of the class, and the fields that differ from what is usual."""
    kind = type(value).__name__
    found = {"is": OLD_NAMES.get(kind, kind)}
    for name, common in usuals.items():
        own = getattr(value, name)
        is_usual = type(own) is type(common) and plain_value(own) == plain_value(common)
        if not is_usual:
            found[OLD_NAMES.get(name, name)] = plain_value(own, box)
    return found


def number(value: float) -> float | str:
    """Twelve digits; JSON has no infinity."""
    return float(f"{value:.12g}") + 0.0 if math.isfinite(value) else str(value)


def array_value(array: Any) -> Any:
    """Small arrays by their numbers, larger ones by their range and the sums of what is rounded.

    Rounded at two places, half a step apart: a last digit moves a number over one of them at most.
    """
    array = np.asarray(array)
    if array.dtype.kind not in "fc":
        if array.size <= WRITTEN_OUT:
            return array.tolist()
        sums = digest(array)
        return {"shape": list(array.shape), "of": array.dtype.kind, "sums": [sums], "coarse": sums}
    finite = array[np.isfinite(array)]
    largest = float(np.abs(finite).max(initial=0.0))
    step = 10.0 ** (math.ceil(math.log10(largest)) - DIGITS) if largest > 0.0 else 1.0
    with np.errstate(invalid="ignore"):
        rounded = [np.floor(array / step + shift) + 0.0 for shift in (0.5, 0.0)]
    if array.size <= WRITTEN_OUT:
        return numbers(np.where(np.abs(array) < step, 0.0, array).tolist())
    totals = finite.min(initial=0.0), finite.max(initial=0.0), finite.sum()
    coarse = digest(np.floor(array / (step * 1e5) + OFF_NUMBERS) + 0.0)
    sums, gone = [digest(each) for each in rounded], int(array.size - finite.size)
    shape = list(array.shape)
    found = {"shape": shape, "range": numbers(totals), "gone": gone, "sums": sums}
    return found | {"coarse": coarse}


def numbers(values: Any) -> Any:
    """Numbers in lists, as JSON has them."""
    return number(float(values)) if np.ndim(values) == 0 else [numbers(each) for each in values]


def digest(array: Any) -> str:
    """A few letters for an array."""
    return hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()[:12]


def figure_value(figure: Figure) -> dict[str, Any]:
    """A figure; its solid marks by their places."""
    box = (figure.x.low, figure.x.high, figure.y.low, figure.y.high)
    bare = replace(figure, solid=None)
    usuals = {f.name: usual(f) for f in dataclasses.fields(bare)}
    found = fields_of(bare, usuals, box)
    if figure.solid is not None:
        places = {id(mark): k for k, mark in enumerate(figure.marks)}
        found["solid"] = [places.get(id(mark), -1) for mark in figure.solid]
    return found


# --- What a scene shows --------------------------------------------------------------------------
PLACES = ((0.1, 0.5), (0.3, 0.3), (0.5, 0.5), (0.72, 0.8), (0.9, 0.2))  # shares of a figure
SLOW = ("validation", "learning", "permutation")
SLOW_EVERY = 4  # scenes


def shown_by(
    scene: Scene, turn: int, folder: Path, without: Collection[str] = ()
) -> Iterator[tuple[str, Any]]:
    """All that a scene shows, by its name; what goes wrong is a value, too."""
    whole = replace(scene, document=replace(scene.document, layers=ALL_LAYERS))
    for layer in LAYERS:
        name = f"layer/{layer.name}"
        yield name, told(lambda of: list(of.draw(whole)), layer, box=scene.view.box)
        yield f"{name}/missing", told(lambda of: [of.lacks(scene), of.missing(whole)], layer)
    yield "canvas", told(lambda: without_marks(canvas_figure(scene, is_layered=True)))
    for plot in PLOTS:
        if plot.name not in SLOW or turn % SLOW_EVERY == 0:
            yield from shown_by_plot(plot, scene)
    yield from shown_by_panels(scene)
    for block in BLOCKS:
        yield f"numbers/{block.name}", told(numbers_of, block.name, scene)
    yield from measured(scene)
    yield "alt", told(lambda: [alt_text(scene), alt_of_selected(scene)])
    yield "csv", told(lambda: results_csv(scene).splitlines())
    yield from written(scene, folder, without)


def told(show: Callable[..., Any], *arguments: Any, box: Box = UNIT) -> Any:
    """What a function gives, as JSON has it, or the error that it ended with."""
    try:
        return plain_value(show(*arguments), box)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def without_marks(figure: Figure) -> Any:
    """The canvas beside its marks, which are recorded layer by layer."""
    bare = replace(figure, marks=(), words=(), solid=None)
    layers = [each.layer for each in (*figure.marks, *figure.words)]
    return figure_value(bare) | {"layers": layers, "solid": len(figure.solid or ())}


def shown_by_plot(plot: Any, scene: Scene) -> Iterator[tuple[str, Any]]:
    """A plot, its readings, and what its handles, its picture, its clicks and its choices do."""
    name = f"plot/{plot.name}"
    yield name, told(plot.draw, scene)
    try:
        figure = plot.draw(scene)
    except Exception:
        return
    yield f"{name}/alt", told(alt_of_plot, plot.name, figure, scene.document)
    box = (figure.x.low, figure.x.high, figure.y.low, figure.y.high)
    wide, high = box[1] - box[0], box[3] - box[2]
    places = [(box[0] + a * wide, box[2] + b * high) for a, b in PLACES]
    for k, at in enumerate(places):
        reach = (0.02 * wide, 0.02 * high)
        yield f"{name}/reading {k}", told(plot.read_at, scene, at, reach, box=box)
    for handle in figure.handles[:3]:
        to = (handle.at[0] + 0.1 * wide, handle.at[1] + 0.1 * high)
        yield f"{name}/drag {handle.name}", told(changed_by, scene, plot.drag_to, handle.name, to)
    if plot.turn is not None:
        yield f"{name}/turn", told(changed_by, scene, plot.turn, places[1], places[3])
    if plot.grab is not None:
        yield f"{name}/grab", told(lambda: [plot.grab(scene, at) for at in places])
    if plot.select is not None:
        yield f"{name}/select", told(lambda: [plot.select(scene, at) for at in places])
    if plot.choices is not None:
        yield f"{name}/choices", told(choices_of, plot, scene)


def changed_by(scene: Scene, change: Callable[..., Document | None], *arguments: Any) -> Any:
    """The entries of the document that an act changes."""
    document = change(scene, *arguments)
    if document is None or document is scene.document:
        return "nothing"
    old, new = plain_value(scene.document), plain_value(document)
    keys = sorted(old.keys() | new.keys())
    return {key: new.get(key) for key in keys if old.get(key) != new.get(key)}


def choices_of(plot: Any, scene: Scene) -> Any:
    """The choices that a plot offers, with the entries of the document that they change."""
    found = []
    for group, title, document, is_now in plot.choices(scene):
        found.append([group, title, changed_by(scene, lambda _, to=document: to), is_now])
    return found


def shown_by_panels(scene: Scene) -> Iterator[tuple[str, Any]]:
    """The words of the panels, the status line and the tables."""
    document = scene.document
    yield "titles", told(lambda: [method_titles(document, in_full=full) for full in (True, False)])
    for method in document.methods:
        yield from shown_of_method(scene, method)
    yield "trial row", told(lambda: fit_words.trial_reading(document) if document.trial else None)
    pointers = [Hover(scene.view.middle), *([scene.hover] if scene.hover is not None else [])]
    for k, hover in enumerate(pointers):
        pointed = replace(scene, hover=hover)
        yield f"status line/pointer {k}", told(fit_words.pointer_parts, pointed)
    yield "status line/data", told(fit_words.data_parts, scene)
    yield "comparison", told(comparison, scene)
    if document.trial is not None:
        yield "criteria", told(criteria, scene)
    yield "points table", told(lambda: replace(points_table(scene), dataset=NOTHING))
    yield "choices of rows", told(choices_of_rows, scene)


def shown_of_method(scene: Scene, method: MethodInUse) -> Iterator[tuple[str, Any]]:
    """The row of a method, its results, its scores at some places and its step."""
    id, fit = method.id, scene.fits.get(method.id)
    yield f"row/{id}", told(row_words, scene, method)
    yield f"solution/{id}", told(solution_words, scene, method)
    if fit is None:
        return
    places = np.array([scene.view.middle, (scene.view.x0, scene.view.y0)])
    yield f"fit/{id}", told(lambda: [fit.status, fit.explanation, fit.facts])
    yield f"fit/{id}/scores", told(fit.decision_function, places)
    yield f"fit/{id}/wrong", told(lambda: np.flatnonzero(fit.wrong))
    playback = scene.playback
    if playback is not None:
        step = (playback, fit)
        yield f"playback/{id}", told(lambda: [sentence(*step), rows_touched(*step)])


def measured(scene: Scene) -> Iterator[tuple[str, Any]]:
    """The measures of lessons, of the first two methods."""
    ids = [method.id for method in scene.document.methods[:2]]
    arguments = {"place": (0.5, 0.25), "number": 0.5, "name": "C"}
    lesson = Attempt(Lesson("", scene.document), scene.document, scene.fits)
    for word in WORDS if ids else ():
        given = [
            arguments.get(kind, ids[-1 if k else 0]) for k, kind in enumerate(word.takes.split())
        ]
        yield f"measure/{word.name}", told(word.measure, lesson, *given)


TIMED = re.compile(r'(?m)^(time\s+).*$|("seconds": )[-+.\de]+')


def written(scene: Scene, folder: Path, without: Collection[str] = ()) -> Iterator[tuple[str, Any]]:
    """The document as a file, figures of it as text, and what commands print of its methods."""
    text = encode(scene.document)
    yield "scene file", told(json.loads, text)
    path = folder / "scene.json"
    path.write_text(text, encoding="utf-8")
    for suffix in (".py", ".tex"):
        if (name := f"file{suffix}") not in without:
            yield name, told(exported, path, suffix)
    used = [method["name"] for method in json.loads(text).get("methods", ())]
    for name in dict.fromkeys(used[:2]):
        command = ["fit", str(path), "--method", name]
        yield f"command line/fit {name}", told(said_by, command)
        yield f"command line/fit {name} --json", told(said_by, [*command, "--json"])


def exported(path: Path, suffix: str) -> list[str]:
    """The lines of a figure that the command line makes."""
    target = path.with_suffix(suffix)
    said = said_by(["export", str(path), "-o", str(target)])
    return [*said, *target.read_text(encoding="utf-8").splitlines()] if target.exists() else said


def said_by(arguments: list[str]) -> list[str]:
    """What a command prints, without its times and the place of its files."""
    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        try:
            code: Any = command_line(arguments)
        except SystemExit as end:
            code = end.code
    folder = str(Path(arguments[1]).parent) if len(arguments) > 1 else ""
    text = f"exit {code}\n{out.getvalue()}{errors.getvalue()}".replace(f"{folder}{os.sep}", "")
    return TIMED.sub(lambda found: f"{found[1] or found[2]}...", text).splitlines()


# --- Record and compare --------------------------------------------------------------------------
def record(only: str = "") -> dict[str, dict[str, Any]]:
    """All that the scenes with these words in their names show."""
    for module, few in FEWER:
        vars(module).update(few)
    recorded = {}
    application = QApplication.instance() or QApplication([])
    with tempfile.TemporaryDirectory() as folder:
        for turn, (name, scene) in enumerate(scenes()):
            if only in name:
                recorded[name] = dict(shown_by(scene(), turn, Path(folder)))
                if name in IN_WINDOW:
                    recorded[name] |= shown_by_window(scene().document, Path(folder))
                sys.stderr.write(f"\r{len(recorded)} {name:60}")
    sys.stderr.write("\n")
    del application
    return recorded


def differences(old: Any, new: Any, at: str = "") -> Iterator[str]:
    """Where two records differ, one line each."""
    if isinstance(old, dict) and isinstance(new, dict):
        if "sums" in old and "sums" in new:
            if set(old["sums"]).isdisjoint(new["sums"]) or old["shape"] != new["shape"]:
                yield f"{at}: array {described(old)} -> {described(new)}"
            return
        for key in [*old, *(key for key in new if key not in old)]:
            if key not in old:
                yield f"{at}/{key}: new: {short(new[key])}"
            elif key not in new:
                yield f"{at}/{key}: gone: {short(old[key])}"
            else:
                yield from differences(old[key], new[key], f"{at}/{key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for k, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from differences(one, other, f"{at}[{k}]")
    elif isinstance(old, list) and isinstance(new, list):
        shorter = min(len(old), len(new))
        k = next((k for k in range(shorter) if old[k] != new[k]), shorter)
        one, other = short(old[k : k + 1]), short(new[k : k + 1])
        yield f"{at}: {len(old)} -> {len(new)} entries, from [{k}]: {one} -> {other}"
    elif not is_equal(old, new):
        yield f"{at}: {short(old)} -> {short(new)}"


def is_equal(old: Any, new: Any) -> bool:
    """Equal, numbers but for rounding."""
    numbers = (int, float)
    if isinstance(old, numbers) and isinstance(new, numbers) and not isinstance(old, bool):
        return math.isclose(old, new, rel_tol=1e-9, abs_tol=1e-11)
    return type(old) is type(new) and bool(old == new)


def described(array: Mapping[str, Any]) -> str:
    """An array in a few words."""
    return f"{array['shape']} {array.get('range', '')} {array['sums'][0]}"


def short(value: Any) -> str:
    """A value on a line."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 160 else f"{text[:150]} ... ({len(text)} characters)"


def main(arguments: list[str] | None = None) -> int:
    """Record a tree, or compare two records."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("what", choices=("record", "compare"))
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--only", default="", help="scenes with these words in their name")
    parser.add_argument("--all", action="store_true", help="not only the first ten of a scene")
    options = parser.parse_args(arguments)
    if options.what == "record":
        text = json.dumps(record(options.only), ensure_ascii=False, separators=(",", ":"))
        options.files[0].write_text(text, encoding="utf-8")
        return 0
    old, new = (json.loads(path.read_text(encoding="utf-8")) for path in options.files)
    found = 0
    for name in [*old, *(name for name in new if name not in old)]:
        if options.only not in name:
            continue
        lines = list(differences(old.get(name, {}), new.get(name, {})))
        found += len(lines)
        if lines:
            print(f"{name}: {len(lines)} differences")
            for line in lines if options.all else lines[:10]:
                print(f"    {line.lstrip('/')}")
    total = sum(len(scene) for scene in old.values())
    print(f"{found} differences in {total} values of {len(old)} scenes")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
