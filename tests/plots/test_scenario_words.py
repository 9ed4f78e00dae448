"""In a scenario no word about errors, costs and rates is a plain one: not in a plot, a table, a
description, nor on a page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of, scene_of

from linclass_gui.answers.comparison import comparison
from linclass_gui.answers.number_table import to_csv
from linclass_gui.draw.alt import alt_of_plot, alt_text
from linclass_gui.files.codec import decode, encode
from linclass_gui.lessons.numbers import BLOCKS, numbers_of
from linclass_gui.live.page import figure_data, plots_beside
from linclass_gui.markup.mathtext import plain
from linclass_gui.plots import PLOTS
from linclass_gui.scene.class_editing import with_class
from linclass_gui.scene.document import Document, TrialLine
from linclass_gui.scene.generating import (
    GeneratorRecipe,
    held_back,
    sampled_again,
    with_generated_points,
)
from linclass_gui.scene.one_variable import OF_POINTS
from linclass_gui.scene.scenarios import (
    PLAIN,
    SCENARIOS,
    scenario_of,
    with_other_sides,
    with_own_scenario,
    with_scenario,
)
from linclass_gui.scene.scene import Hover, Scene
from linclass_gui.window.panels.fit_words import error_parts, pointer_parts
from solvers import Fisher, GaussianPopulation, LogisticRegression, Populations

PLAIN_WORDS = re.compile(r"(?i)false.alarms?|\bmiss(es|ed)?\b|\bclass [+−]|\balarmed\b")
NAMES, ERRORS = ("ham", "spam"), ("ham mail lost", "spam mail read")
EACH_PLOT = pytest.mark.parametrize("plot", PLOTS, ids=[plot.name for plot in PLOTS])


def _plain_document() -> Document:
    methods = [Fisher(), LogisticRegression(l2=0.01, positive_weight=3.0)]
    document = document_of(clouds(60, apart=0.6), methods)
    population = GaussianPopulation((0.0, 0.0), ((1.0, 0.0), (0.0, 1.0)), 0.5)
    both = Populations(population, replace(population, mean=(1.0, 1.0)))
    return replace(held_back(document, 0.3), populations=both, miss_cost=5.0)


@pytest.fixture(scope="module")
def scene() -> Scene:
    """A scene with all that can be told of errors, in words of its own."""
    return scene_of(with_own_scenario(_plain_document(), NAMES, ERRORS))


def _texts(value: object) -> Iterator[str]:
    """All texts in a value, however deep; a document that a choice leads to is not shown."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple | set | frozenset):
        for part in value:
            yield from _texts(part)
    elif is_dataclass(value) and not isinstance(value, type) and not isinstance(value, Document):
        for field in fields(value):
            yield from _texts(getattr(value, field.name))


def _found(value: object) -> list[str]:
    return [text for text in _texts(value) if PLAIN_WORDS.search(plain(text))]


@EACH_PLOT
def test_no_plot_speaks_plainly(scene: Scene, plot) -> None:
    figure = plot.draw(scene)
    assert not _found([figure.x, figure.y, figure.heading, figure.message, figure.legend])
    assert not _found([figure.words, figure.lanes, figure.markers])
    places = [(x, y) for x in (figure.x.low, figure.x.high) for y in (figure.y.low, figure.y.high)]
    places += [tuple(handle.at) for handle in figure.handles]
    assert not _found([plot.read_at(scene, place, (0.1, 0.1)) for place in places])
    assert not _found([] if plot.choices is None else plot.choices(scene))
    assert not _found([plot.tip_in(scene.document), alt_of_plot(plot.name, figure, scene.document)])
    assert plot.tip_in(_plain_document()) == plot.tip


def test_no_line_and_no_table_speaks_plainly(scene: Scene) -> None:
    fit = scene.drawn_answer
    pointed = replace(scene, hover=Hover((0.3, 0.2), None))
    assert not _found([alt_text(scene), error_parts(fit, scene.document), pointer_parts(pointed)])
    table = comparison(scene)
    assert not _found([(column.title, column.tip) for column in table.columns])
    assert not _found([numbers_of(block.name, scene) for block in BLOCKS])
    # the numbers of each kind of error, on which a file is read by the plain names
    rows = {name: k for k, name in enumerate(column.name for column in table.columns)}
    (row,) = [
        cells
        for id, cells in zip(table.ids, table.rows, strict=True)
        if id == scene.document.selected
    ]
    y = fit.problem.y
    assert row[rows["false_alarms"]].value == np.count_nonzero(fit.wrong & (y < 0.0))
    assert row[rows["misses"]].value == np.count_nonzero(fit.wrong & (y > 0.0))
    assert "false_alarms,misses" in to_csv(table)
    assert "false_alarms" not in to_csv(comparison(scene_of(_plain_document())))


def test_no_live_page_speaks_plainly(scene: Scene) -> None:
    views = [plot.name for plot in PLOTS]
    words = figure_data(scene, "title")["words"]
    assert not PLAIN_WORDS.search(plots_beside(scene.document, views))
    assert not PLAIN_WORDS.search(json.dumps(words, ensure_ascii=False))
    assert words["shareFound"] == "spam called spam: {}"
    plain_words = figure_data(scene_of(_plain_document()), "title")["words"]
    assert plain_words["shareFound"] == "{} of class + found"


def test_the_words_are_those_that_were_typed(scene: Scene) -> None:
    by_name = {plot.name: plot for plot in PLOTS}
    roc, cost = (by_name[name].draw(scene) for name in ("roc", "cost"))
    assert (roc.x.label, roc.y.label) == ("ham mail lost", "spam called spam")
    assert cost.heading[0].startswith("spam mail read costs 5, now")
    heading = by_name["confusion"].draw(scene).heading
    assert any("× ham mail lost" in part for part in heading), heading
    of_points = replace(scene.document, curves=(OF_POINTS,))
    names = [words.id for words in by_name["one-variable"].draw(scene_of(of_points)).words]
    assert "ham mail lost" in names
    again = decode(encode(scene.document), "again")
    assert (again.scenario, again.error_names) == ("own", ERRORS)
    assert not with_scenario(again, "").error_names
    assert "error_names" not in encode(with_scenario(again, "mail"))


def test_other_points_keep_the_scenario_and_another_number_of_classes_has_none() -> None:
    document = replace(with_own_scenario(_plain_document(), NAMES, ERRORS), test=None)
    recipe = GeneratorRecipe.parse("moons,n=20,noise=0.1,seed=1")
    generated = with_generated_points(document, recipe)
    for after in (generated, sampled_again(generated), sampled_again(document)):
        assert (after.scenario, after.error_names, after.miss_cost) == ("own", ERRORS, 5.0)
        assert after.dataset.class_names == NAMES
    assert scenario_of(with_class(document)) is PLAIN


@pytest.mark.parametrize("name", SCENARIOS)
def test_classes_with_the_names_the_other_way_round_change_sides(name: str) -> None:
    minus, plus = SCENARIOS[name].classes
    before = _plain_document()
    dataset = before.dataset.renamed((plus, minus))
    trial = TrialLine(30.0, (0.5, 0.5))
    turned = replace(before, dataset=dataset, test=None, trial=trial)
    after = with_scenario(turned, name)
    assert after.dataset.class_names == (minus, plus)
    named = [[d.class_names[k] for k in d.labels] for d in (turned.dataset, after.dataset)]
    assert named[0] == named[1]  # every point keeps the name of its class
    assert after.class_looks == turned.class_looks[::-1]
    assert after.populations.plus == turned.populations.minus
    assert np.allclose(after.trial.w, -trial.w)
    assert np.array_equal(with_other_sides(after).dataset.labels, turned.dataset.labels)
    # names exchanged by hand would call each error by the name of the other
    wrong = replace(after, dataset=after.dataset.renamed((plus, minus)))
    assert scenario_of(wrong) is PLAIN


def test_the_words_follow_a_class_that_is_renamed() -> None:
    document = with_scenario(Document.empty(), "mail")
    renamed = replace(document, dataset=document.dataset.renamed(("Ham", "advert")))
    words = scenario_of(renamed)
    assert (words.alarm, words.miss) == ("a Ham mail filtered out", "an advert mail let through")
    assert words.count_misses(2) == "2 advert mails let through"
    assert words.precision == "precision: advert among filtered out"
    assert scenario_of(document) == SCENARIOS["mail"]
