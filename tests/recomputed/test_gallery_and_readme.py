"""The numbers of the captions and notes of the gallery, from the raw points of its scenes, and the
ratios of the README's table.
"""

from __future__ import annotations

import importlib.util
import math
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from by_hand import (
    Raw,
    fewest_errors,
    hull_distance,
    least_squares,
    lesson,
    mean_hinge,
    newton_steps,
    soft_margin_gap,
    wrong,
)

from linclass_gui.answers.scenes import scene_of
from linclass_gui.files.codec import load_document
from linclass_gui.files.shipped import lesson_path
from solvers import Fit, SoftMarginSVM, fit

ROOT = Path(__file__).parents[2]
SCENES = ROOT / "docs" / "gallery" / "scenes"
UNITS = {"µs": 1e-6, "ms": 1e-3, "s": 1.0}


def scene_file(name: str) -> Raw:
    return Raw(SCENES / f"{name}.json")


def fits(name: str) -> list[Fit]:
    found = scene_of(load_document(SCENES / f"{name}.json"))
    return [found.fits[used.id] for used in found.document.methods]


def captions() -> dict[str, str]:
    spec = importlib.util.spec_from_file_location(
        "gallery_lessons", ROOT / "docs" / "gallery_lessons.py"
    )
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault("gallery_lessons", module)
    spec.loader.exec_module(module)
    found: dict[str, str] = module.CAPTIONS
    return found


CAPTIONS = captions()


@pytest.mark.parametrize("name", ["4-08-canonical", "4-09-hulls"])
def test_the_margin_is_half_the_distance_of_the_hulls(name: str) -> None:
    raw, (answer,) = scene_file(name), fits(name)
    f = raw.X @ answer.w + answer.b
    assert (raw.y * f).min() == pytest.approx(1.0, abs=1e-7)
    rho = 1.0 / float(np.linalg.norm(answer.w))
    assert rho == pytest.approx(0.5 * hull_distance(raw.of(1), raw.of(0)), rel=1e-7)
    assert np.count_nonzero(np.abs(raw.y * f - 1.0) < 1e-6) in (2, 3)
    for bracket in raw.json.get("annotations", ()):
        assert math.dist(bracket["at"], bracket["to"]) == pytest.approx(rho, rel=1e-6)


def test_the_notes_over_four_values_of_c() -> None:
    raw, margins, hinges, notes = scene_file("4-10-four-values-of-c"), [], [], []
    for C in (10.0, 100.0, 1000.0, 10000.0):
        answer = fit(SoftMarginSVM(C=C), raw.X, raw.y)
        w, b = np.asarray(answer.w), answer.b
        assert abs(soft_margin_gap(raw.X, raw.y, C, w, b, np.asarray(answer.alpha))) < 1e-7
        margins.append(1.0 / float(np.linalg.norm(w)))
        hinges.append(mean_hinge(raw.X @ w + b, raw.y))
        notes.append((round(margins[-1], 2), wrong(raw.X @ w + b, raw.y)))
    assert notes == [(0.87, 7), (0.5, 7), (0.45, 6), (0.43, 5)]
    assert margins == sorted(margins, reverse=True)
    assert hinges == sorted(hinges, reverse=True)


def test_distances_of_the_line_with_two_sides() -> None:
    raw = scene_file("two-sides")
    b, *w = least_squares(raw.X, raw.y)
    norm = math.hypot(*w)
    r, origin, normal = raw.json["annotations"]
    assert math.dist(r["at"], r["to"]) == pytest.approx(abs(np.dot(w, r["to"]) + b) / norm)
    assert math.dist(origin["at"], origin["to"]) == pytest.approx(abs(b) / norm)
    along = np.subtract(normal["to"], normal["at"])
    assert along @ w == pytest.approx(math.hypot(*along) * norm)


def test_the_numbers_in_the_captions_of_the_lessons() -> None:
    said = {
        name: re.findall(r"(?<![\w.])\d+(?:\.\d+)?|seven|six", words)
        for name, words in CAPTIONS.items()
    }
    raw = lesson("projecting")
    assert "11" in said["projecting"]
    assert fewest_errors(raw, raw.of(1).mean(axis=0) - raw.of(0).mean(axis=0)) == 11
    raw = lesson("newton")
    assert said["newton"] == ["seven"]
    assert newton_steps(raw.X, raw.y, 0.01, 1e-13) == 7
    a = least_squares(lesson("least-squares-example").X, lesson("least-squares-example").y)
    np.testing.assert_allclose(a, [11 / 3, -4 / 3, -2 / 3])
    assert "11/3 − 4/3 x1 − 2/3 x2 = 0" in CAPTIONS["least-squares-example"]
    raw = lesson("slack")
    answer = scene_of(load_document(lesson_path("slack"))).fits["m1"]
    assert mean_hinge(raw.X @ answer.w + answer.b, raw.y) < 1e-9
    assert "C = 10, 100 (top) and 1000, 10000" in CAPTIONS["soft-margin"]
    covered = {
        "projecting",
        "newton",
        "least-squares-example",
        "slack",
        "soft-margin",
        "xor",
        "kernels",
        "three-irises",
    }
    # f = ±1, 0 and 1, features, a degree
    plain = {"two-sides", "canonical", "score-to-probability", "circle", "penalty"}
    assert {name for name, numbers in said.items() if numbers} <= covered | plain


def test_the_six_flowers_of_the_caption() -> None:
    raw = lesson("three-irises")
    many = scene_of(load_document(lesson_path("three-irises"))).fits["m1"]
    assert "six flowers" in CAPTIONS["three-irises"]
    assert np.count_nonzero(np.array(many.predict(raw.X)) != raw.labels) == 6


# --- the table of the README ----------------------------------------------------------------------


def readme_rows() -> list[list[str]]:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = [
        [cell.strip() for cell in row.strip("|\n").split("|")]
        for row in re.findall(r"^\|.*\|$", text, re.MULTILINE)
    ]
    return [
        row for row in rows if len(row) == 4 and row[0] != "what" and not set(row[0]) <= {"-", ":"}
    ]


def seconds(cell: str) -> float | None:
    found = re.search(r"(\d+(?:[. ]\d+)*) (µs|ms|s)\b", cell)
    return None if found is None else float(found[1].replace(" ", "")) * UNITS[found[2]]


def test_every_ratio_of_the_readme_is_that_of_its_row() -> None:
    rated = [row for row in readme_rows() if re.fullmatch(r"[\d. ]+", row[3])]
    assert len(rated) > 2
    for what, ours, peer, ratio in rated:
        mine, theirs = seconds(ours), seconds(peer)
        assert mine is not None, what
        assert theirs is not None, what
        assert float(ratio.replace(" ", "")) == pytest.approx(theirs / mine, rel=0.06), what
