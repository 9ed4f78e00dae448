"""Layers of more than two classes: formulas, all members at once, and methods of any number of
classes beside others.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from drawing_scenes import bare_marks, clouds, document_of, scene_of, three_clouds

from linclass_gui.files.codec import decode, encode
from linclass_gui.layers import LAYERS, equation
from linclass_gui.layers.equation import equations as formulas
from linclass_gui.scene.generating import sample_document, shares
from linclass_gui.scene.marks import Path, Words
from linclass_gui.scene.methods import SchemeChoice
from linclass_gui.scene.pairs import ALL
from linclass_gui.scene.scene import Scene
from solvers import (
    AnyMethod,
    GaussianKernel,
    GaussianPopulation,
    LinearMachine,
    LogisticRegression,
    ManyPopulations,
    SoftMarginSVM,
    Softmax,
)

THREE_POPULATIONS = ManyPopulations(
    (
        GaussianPopulation((0.0, 2.0), ((1.0, 0.3), (0.3, 0.8)), 0.5),
        GaussianPopulation((-2.0, -1.0), ((0.6, 0.0), (0.0, 1.5)), 0.2),
        GaussianPopulation((2.0, -1.0), ((1.0, -0.4), (-0.4, 1.0)), 0.3),
    )
)
BY_NAME = {layer.name: layer for layer in LAYERS}


@cache
def of_three(method: AnyMethod, kind: str = "one-vs-one") -> Scene:
    document = document_of(three_clouds(), [SoftMarginSVM()])
    return scene_of(
        document.with_method(replace(document.methods[0], method=method, scheme=SchemeChoice(kind)))
    )


@pytest.mark.parametrize("kind", ["softmax", "one-vs-rest"])
def test_every_class_has_its_formula_at_its_part(kind: str) -> None:
    scene = of_three(Softmax(l2=0.01)) if kind == "softmax" else of_three(SoftMarginSVM(), kind)
    words = list(equation.draw_equation(scene))
    assert {each.id for each in words} == {("equation", 0), ("equation", 1), ("equation", 2)}
    many = scene.answer
    text = formulas(many, scene.view)[1]
    assert text.startswith("f_2(x) = ")
    numbers = [
        float(part.split(" ")[0])
        for part in text.replace("− ", "−").replace("+ ", "").replace("−", "-")[9:].split(" ")[::2]
    ]
    assert numbers[0] == pytest.approx(many.W[1, 0], abs=0.006)


def test_votes_show_the_formula_of_the_named_pair_and_kernels_say_that_they_have_none() -> None:
    words, line, name = equation.draw_equation(of_three(SoftMarginSVM()))
    assert words.lines[0].startswith("$f(x) = ")
    assert (line.role, name.lines) == ("member-minus-plus", ("one against two",))
    document = of_three(SoftMarginSVM()).document
    curved = scene_of(
        document.with_method(replace(document.methods[0], kernel=GaussianKernel(1.0)))
    )
    assert BY_NAME["equation"].lacks(curved)
    assert not BY_NAME["equation"].lacks(of_three(SoftMarginSVM()))


def test_all_members_are_drawn_at_once_where_they_are_few() -> None:
    scene = of_three(SoftMarginSVM())
    everything = scene_of(replace(scene.document, member=ALL))
    assert len(everything.pairs) == 3
    margins = BY_NAME["margins"].draw
    assert len(tuple(margins(everything))) > len(tuple(margins(scene)))
    assert decode(encode(everything.document), "test").member == ALL


@pytest.mark.parametrize("selected", ["m1", "m2"])
def test_methods_of_any_number_of_classes_are_drawn_beside_those_of_two(selected: str) -> None:
    document = document_of(
        clouds(), [LogisticRegression(l2=0.01), SoftMarginSVM(), SoftMarginSVM()]
    )
    for id, method in (("m2", Softmax(l2=0.01)), ("m3", LinearMachine(max_epochs=5))):
        document = document.with_method(replace(document.method(id), method=method))
    scene = scene_of(replace(document, selected=selected))
    drawn = {
        mark.slot
        for mark in bare_marks(scene)
        if isinstance(mark, Path) and mark.role == "boundary"
    }
    assert drawn == {1, 2, 3}
    assert not BY_NAME["boundary"].lacks(scene)


def test_the_best_boundary_of_three_populations_is_drawn_named_and_saved() -> None:
    document = sample_document(
        document_of(three_clouds(), [SoftMarginSVM()]), THREE_POPULATIONS, 31, 5
    )
    assert len(document.dataset) == 31
    scene = scene_of(document)
    assert not BY_NAME["bayes-boundary"].lacks(scene)
    assert tuple(BY_NAME["bayes-boundary"].draw(scene))
    (name,) = [
        words
        for words in BY_NAME["line-labels"].draw(scene)
        if isinstance(words, Words) and words.id == "bayes"
    ]
    assert name.lines[0].startswith("Bayes, error ")
    back = decode(encode(document), "test")
    assert back.many_populations == THREE_POPULATIONS
    assert BY_NAME["bayes-boundary"].lacks(of_three(SoftMarginSVM())) == "needs populations"


def test_points_are_shared_by_priors_and_every_class_has_one() -> None:
    assert sum(shares((0.5, 0.3, 0.2), 10)) == 10
    assert shares((0.98, 0.01, 0.01), 5)[1:] == (1, 1)
    assert sum(shares((0.98, 0.01, 0.01), 5)) == 5
