"""Axes that the classes chose, and what the same classes say of them."""

from dataclasses import replace

import numpy as np
import pytest

from linclass_gui.answers.scenes import scene_of
from linclass_gui.answers.selection import chosen_axes
from linclass_gui.files.first_picture import document_of_arrays, with_first_methods
from linclass_gui.files.separation import best_pair
from linclass_gui.plots import plot_named
from linclass_gui.scene.axes import show_plane
from linclass_gui.scene.document import Document
from linclass_gui.scene.generating import held_back
from linclass_gui.scene.planes import COLUMNS, DISCRIMINANTS, PRINCIPAL
from solvers import AllColumns

N, D = 60, 30
LABELS = np.arange(N) % 2
NOISE = np.random.default_rng(11).normal(size=(N, D))


def shown(kind: str, pair: tuple[int, int] | None = None) -> Document:
    document = with_first_methods(document_of_arrays(NOISE, LABELS))
    return show_plane(document, kind, pair)


def test_the_best_pair_says_of_how_many_it_is() -> None:
    document = shown(COLUMNS, best_pair(NOISE, LABELS))
    chosen = chosen_axes(document, document.methods)
    assert chosen is not None
    assert chosen.pairs == D * (D - 1) // 2
    assert "the best of 435 pairs of columns for all points and classes" in chosen.sentence
    held = chosen_axes(held_back(document, 0.3), document.methods)
    assert held is not None
    assert held.pairs == chosen.pairs


@pytest.mark.parametrize(
    ("kind", "pair", "is_chosen"),
    [
        (COLUMNS, (0, 1), False),
        (COLUMNS, (0, 2), False),
        (PRINCIPAL, None, False),
        (DISCRIMINANTS, None, True),
    ],
)
def test_other_axes_are_not_chosen_by_the_classes(
    kind: str, pair: tuple[int, int] | None, is_chosen: bool
) -> None:
    document = shown(kind, pair)
    assert (chosen_axes(document, document.methods) is not None) is is_chosen
    nothing = replace(document, dataset=document.dataset.chosen(np.zeros(N, dtype=bool)))
    assert chosen_axes(nothing, document.methods) is None
    all_columns = [replace(m, features=AllColumns()) for m in document.methods]
    assert chosen_axes(document, all_columns) is None


@pytest.mark.parametrize("name", ["errors", "validation", "learning"])
def test_every_plot_of_points_left_out_says_so(name: str) -> None:
    plot = plot_named(name)
    document = shown(COLUMNS, best_pair(NOISE, LABELS))
    assert any("best of 435 pairs" in part for part in plot.figure(scene_of(document)).heading)
    other = scene_of(shown(COLUMNS, (0, 1)))
    assert not any("best of" in part for part in plot.figure(other).heading)


def test_exchanged_classes_choose_their_own_axes() -> None:
    """On the axes of the true classes 20 exchanges of noise would nearly all be worse."""
    document = shown(COLUMNS, best_pair(NOISE, LABELS))
    heading = plot_named("permutation").figure(scene_of(document)).heading
    assert "axes chosen anew for each" in heading
    (p,) = (float(part.split("= ")[1]) for part in heading if part.startswith("$p$"))
    assert p > 0.1
