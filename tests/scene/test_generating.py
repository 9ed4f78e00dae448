"""Generated points as documents: their names, the scene file, other points of the same rule."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from linclass_gui.errors import UserError
from linclass_gui.files.codec import decode, encode, save_document
from linclass_gui.files.first_picture import open_document
from linclass_gui.scene.class_editing import with_class
from linclass_gui.scene.document import Document
from linclass_gui.scene.generating import (
    GeneratorRecipe,
    sample_document,
    sampled_again,
    suggested_each,
)
from solvers import GaussianPopulation, ManyPopulations, Populations
from solvers.generators import GENERATORS


@pytest.mark.parametrize("name", [each.name for each in GENERATORS])
def test_a_name_opens_points_that_the_scene_file_keeps(name: str) -> None:
    document = open_document(f"generate:{name},n=40,seed=2")
    assert len(document.dataset) == 40
    assert document.methods  # something is seen at once
    again = decode(encode(document), "scene.json")
    assert again.generated == document.generated == GeneratorRecipe.parse(document.generated).text
    assert np.array_equal(again.dataset.X, document.dataset.X)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("generate:", "there is no generator ''"),
        (
            "generate:moons,m=3",
            "moons has no number 'm'; it has n, noise, seed, as in generate:moons,n=100,seed=3",
        ),
        ("generate:spirals,m=3", "seed and arms"),
        ("generate:moons,n=many", "write n=NUMBER"),
        ("generate:moons,extra=2", "no number 'extra'"),
        ("generate:moons,n=1e9", "write n=NUMBER"),
        ("generate:moons,n=1000000000", "from 2 to 100000"),
        ("generate:blobs,centres=200", "centres must be a whole number from 2 to 10"),
    ],
)
def test_a_wrong_name_says_what_to_write(text: str, words: str) -> None:
    with pytest.raises(UserError, match=words):
        open_document(text)


def test_other_points_are_those_of_the_next_seed() -> None:
    document = open_document("generate:moons,n=20,seed=4")
    again = sampled_again(document)
    assert again.generated == "moons,n=20,noise=0.2,seed=5"
    assert np.array_equal(again.dataset.X, open_document("generate:moons,n=20,seed=5").dataset.X)
    assert again.methods == document.methods


@pytest.mark.parametrize("K", [2, 3])
def test_suggested_populations_are_alike_and_apart_in_the_view(K: int) -> None:
    document = Document.empty() if K == 2 else with_class(Document.empty())
    each = suggested_each(document)
    means = np.array([population.mean for population in each])
    spreads = {population.covariance for population in each}
    assert (len(each), len(spreads), {population.prior for population in each}) == (K, 1, {1 / K})
    apart = [np.hypot(*(means[i] - means[j])) for i in range(K) for j in range(i)]
    assert min(apart) > 2.0 * spreads.pop()[0][0] ** 0.5
    assert np.ptp(means[:2, 1]) == 0.0 or K > 2  # two lie side by side
    (across, _), (_, up) = suggested_each(replace(document, stretch=0.01))[0].covariance
    assert up == pytest.approx(1e4 * across), "a circle in the picture"


def test_points_of_populations_are_sampled_again_from_them() -> None:
    each = [GaussianPopulation((x, 0.0), ((1.0, 0.0), (0.0, 1.0)), 0.5) for x in (-1.0, 1.0)]
    document = sample_document(open_document("generate:moons,n=20"), Populations(*each), 30, 7)
    assert not document.generated
    again = sampled_again(document)
    assert (len(again.dataset), again.seed) == (30, 8)
    assert not np.array_equal(again.dataset.X, document.dataset.X)


def test_a_sample_keeps_nothing_of_the_table_and_can_be_opened_again(tmp_path: Path) -> None:
    each = [GaussianPopulation((x, 0.0), ((1.0, 0.0), (0.0, 1.0)), 1 / 3) for x in (-1.0, 0.0, 1.0)]
    table = open_document("example:iris")
    assert table.plane is not None
    document = sample_document(table, ManyPopulations(tuple(each)), 30, 7)
    assert document.plane is document.units is document.reading is document.test is None
    again = decode(encode(document), "scene.json")
    assert np.array_equal(again.dataset.X, document.dataset.X)
    with pytest.raises(ValueError, match="other coordinates than the plane"):
        replace(document, plane=table.plane)
    broken, path = replace(document, folds=1), tmp_path / "lost.json"
    with pytest.raises(UserError, match="could not be opened again"):
        save_document(broken, path)
    assert not path.exists()
