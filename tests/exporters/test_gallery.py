"""The gallery holds what its page says, and the captions are true of the scenes."""

from __future__ import annotations

import importlib.util
import itertools
import json
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from drawing_scenes import scene_of

from linclass_gui.core.course.course import shipped_course
from linclass_gui.core.course.lesson import Lesson
from linclass_gui.core.files.codec import encode, load_document
from linclass_gui.core.files.lessons import lesson_path
from linclass_gui.core.method_labels import label_of
from solvers import Fit, SoftMarginSVM, fit

DOCS = Path(__file__).parents[2] / "docs"


def _gallery() -> ModuleType:
    spec = importlib.util.spec_from_file_location("gallery", DOCS / "gallery.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["gallery"] = module
    spec.loader.exec_module(module)
    return module


GALLERY = _gallery()


def assert_same(kept: object, built: object) -> None:
    """The same values and texts; numbers that were computed may differ by their rounding, which each processor does its own way."""
    if isinstance(kept, dict) and isinstance(built, dict):
        assert kept.keys() == built.keys()
        for key in kept:
            assert_same(kept[key], built[key])
    elif isinstance(kept, list) and isinstance(built, list):
        assert len(kept) == len(built)
        for one, other in zip(kept, built, strict=True):
            assert_same(one, other)
    elif isinstance(kept, float) and isinstance(built, float):
        assert kept == pytest.approx(built, rel=1e-9, abs=1e-9)
    else:
        assert kept == built


def carried(picture: str) -> str:
    """The scene in a picture of the gallery, without how the picture was made."""
    return encode(replace(load_document(DOCS / "gallery" / picture), recipe=None))


def fits(document: object) -> list[Fit]:
    scene = scene_of(document)  # type: ignore[arg-type]
    return [scene.fits[m.id] for m in scene.document.methods]


@pytest.mark.parametrize("entry", GALLERY.ENTRIES, ids=lambda entry: entry.name)
def test_the_page_shows_every_figure_and_each_carries_its_scene(entry: object) -> None:
    page = (DOCS / "gallery.md").read_text(encoding="utf-8")
    assert f"gallery/{entry.name}.svg" in page  # type: ignore[attr-defined]
    assert entry.caption in page  # type: ignore[attr-defined]
    first = entry.scenes[0]()  # type: ignore[attr-defined]
    assert_same(json.loads(carried(f"{entry.name}.svg")), json.loads(encode(first)))  # type: ignore[attr-defined]


@pytest.mark.parametrize("lesson", shipped_course().lessons, ids=lambda lesson: lesson.name)
def test_the_page_shows_every_lesson_and_its_picture_carries_its_scene(lesson: Lesson) -> None:
    page = (DOCS / "gallery.md").read_text(encoding="utf-8")
    caption = GALLERY.CAPTIONS[lesson.name]
    assert f"![{caption}](gallery/lesson-{lesson.name}.png)\n\n{caption}\n" in page
    assert carried(f"lesson-{lesson.name}.png") == encode(lesson.document)


def test_the_numbers_in_the_captions_of_the_lessons_are_true() -> None:
    scenes = {name: scene_of(load_document(lesson_path(name))) for name in ("projecting", "newton", "slack", "kernels", "masking")}
    first = {name: scene.fits.get("m1") for name, scene in scenes.items()}
    assert first["projecting"].certificate.errors == 11  # type: ignore[union-attr]
    assert len(first["newton"].history) - 1 == 7  # type: ignore[union-attr]
    slack = first["slack"]
    assert slack is not None
    assert (slack.problem.y * slack.decision_function(slack.problem.X)).min() > 1.0 - 1e-6
    test, kernel = scenes["kernels"].document.test, first["kernels"]
    assert test is not None
    assert kernel is not None
    assert kernel.certificate.errors == 0
    assert np.count_nonzero((kernel.decision_function(test.X) > 0.0) != (test.y > 0)) == 11
    three = scene_of(load_document(lesson_path("three-irises")))
    assert np.count_nonzero(three.fits["m1"].wrong) == 6
    masked = scenes["masking"].fits["m1"]
    assert 1 not in masked.predict(scenes["masking"].document.dataset.X)


def test_three_hyperplanes_separate_and_differ() -> None:
    three = fits(GALLERY.many_lines())
    assert [fit.certificate.errors for fit in three] == [0, 0, 0]
    angles = sorted(np.degrees(np.arctan2(fit.w[1], fit.w[0])) for fit in three)  # type: ignore[index]
    assert np.diff(angles).min() > 5.0


def test_fishers_direction_beats_the_naive_one() -> None:
    assert fits(GALLERY.fisher())[0].certificate.errors < fits(GALLERY.naive())[0].certificate.errors


def test_one_problem_is_separable_and_the_other_is_not() -> None:
    assert [fit.certificate.errors for fit in fits(GALLERY.separable())] == [0, 0]
    assert all(fit.certificate.errors > 0 for fit in fits(GALLERY.overlapping()))


def test_a_second_blob_turns_least_squares_and_leaves_logistic_regression() -> None:
    turned = []
    for before, after in zip(fits(GALLERY.before()), fits(GALLERY.after()), strict=True):
        a, b = (fit.w / np.linalg.norm(fit.w) for fit in (before, after))  # type: ignore[operator]
        turned.append(np.degrees(np.arccos(np.clip(a @ b, -1.0, 1.0))))
    assert turned[0] > 20.0
    assert turned[1] < 6.0


def test_the_nearest_point_lies_at_the_distance_that_the_bracket_says() -> None:
    document = GALLERY.canonical()
    assert document.annotations[0].length == pytest.approx(1.0 / fits(document)[0].norm, rel=1e-9)


def test_the_distances_of_a_line_are_those_of_the_caption() -> None:
    document = GALLERY.two_sides()
    fit = fits(document)[0]
    r, origin = document.annotations
    assert r.length == pytest.approx(fit.decision_function([r.to])[0] / fit.norm, rel=1e-9)
    assert origin.length == pytest.approx(abs(fit.b) / fit.norm, rel=1e-9)


def test_the_margin_narrows_from_c_to_c() -> None:
    data = GALLERY.soft().dataset
    answers = [fit(SoftMarginSVM(C=C), data.X, data.y) for C in (10.0, 100.0, 1000.0, 10000.0)]
    margins = [1.0 / float(np.hypot(*answer.w)) for answer in answers]  # type: ignore[misc]
    assert all(after < 0.99 * before for before, after in itertools.pairwise(margins))


def test_the_normalised_samples_are_in_the_picture() -> None:
    document = GALLERY.solution_region()
    turned, view = -document.dataset.X[document.dataset.labels == 0], scene_of(document).view
    assert "normalised" in document.layers
    assert document.view is None
    assert all(view.x0 < x < view.x1 and view.y0 < y < view.y1 for x, y in turned.tolist())


def test_one_variable_has_two_thresholds_on_the_parabola() -> None:
    (answer,) = fits(GALLERY.parabola())
    x = answer.problem.X[:, 0]
    assert np.array_equal(answer.problem.Phi, np.column_stack([x, x**2]))
    a, c, b = answer.w[1], answer.w[0], answer.b  # type: ignore[index]
    low, high = np.sort(np.roots([a, c, b]))
    inner = (low < x) & (x < high)
    assert np.array_equal(inner, answer.problem.y > 0)
    heights = answer.decision_function(np.column_stack([np.full(5, 0.3), np.linspace(-2.0, 2.0, 5)]))
    assert np.ptp(heights) < 1e-9  # the boundaries are upright lines: thresholds


def test_the_lines_are_called_what_the_captions_call_them() -> None:
    for document in (GALLERY.separable(), GALLERY.overlapping()):
        assert [label_of(used, document.methods) for used in document.methods] == ["LDA", "logistic"]


def test_the_curves_separate_their_points() -> None:
    for build in (GALLERY.parabola, GALLERY.product, GALLERY.circle, GALLERY.bowl, GALLERY.xor):
        assert fits(build())[0].certificate.errors == 0


def test_what_is_said_of_xor_and_of_the_circle_is_true() -> None:
    (fit,) = fits(GALLERY.xor())
    assert fit.decision_function([(0.5, 0.5)])[0] == pytest.approx(0.25, abs=1e-9)
    assert np.count_nonzero(fit.alpha) == 4
    (about_axis,) = fits(GALLERY.circle())
    # w1 x1 + w2 (x1^2 + x2^2) + b = 0: a circle about a point of the x1 axis.
    centre, constant = -0.5 * about_axis.w[0] / about_axis.w[1], about_axis.b / about_axis.w[1]
    radius = np.sqrt(centre**2 - constant)
    turn = np.linspace(0.0, 6.0, 9)
    on_it = np.column_stack([centre + radius * np.cos(turn), radius * np.sin(turn)])
    assert about_axis.decision_function(on_it) == pytest.approx(np.zeros(9), abs=1e-8)
