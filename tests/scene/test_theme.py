"""Themes: contrast, complete roles, sizes in proportion."""

import math
from dataclasses import astuple, replace
from itertools import combinations

import numpy as np
import pytest

from linclass_gui.scene.colours import INK, LINE_LOOKS, mix_colours, rgb
from linclass_gui.scene.document import Document
from linclass_gui.scene.theme import DARK, GREY, LIGHT, PRINT, THEMES, Theme
from solvers import Dataset, Fisher, LogisticRegression, SoftMarginSVM

ALL = list(THEMES.values())


def lab(colour: str) -> tuple[float, float, float]:
    """CIE L*a*b* of an sRGB colour (D65)."""
    r, g, b = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (v / 255 for v in rgb(colour))
    )
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.1)."""
    linear = [
        c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4
        for c in (v / 255 for v in rgb(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ALL, ids=lambda theme: theme.name)
def test_text_can_be_read(theme: Theme) -> None:
    p = theme.palette
    for ink in (p.ink, p.ink_2):
        for ground in (p.canvas, p.panel, p.field, p.selected_row):
            assert contrast(ink, ground) >= 4.5


@pytest.mark.parametrize("theme", ALL, ids=lambda theme: theme.name)
def test_lines_points_and_the_edges_of_fields_can_be_seen(theme: Theme) -> None:
    p = theme.palette
    grounds = {"canvas": p.canvas, "panel": p.panel, "field": p.field}
    assert all(contrast(p.ink_3, ground) >= 3.0 for ground in (*grounds.values(), p.selected_row))
    if theme.unit == "px":
        assert all(
            contrast(colour, ground) >= 3.0
            for colour in (*p.methods, p.trial)
            for ground in grounds.values()
        )
    assert all(contrast(colour, p.canvas) >= 3.0 for colour in (*p.methods, *p.classes, p.trial))


def test_classes_differ_without_colour() -> None:
    for theme in ALL:
        assert theme.style("class-plus").shape != theme.style("class-minus").shape
    assert abs(luminance(GREY.palette.plus) - luminance(GREY.palette.minus)) > 0.1


def test_all_themes_know_the_same_roles() -> None:
    roles = {frozenset(theme.styles) for theme in ALL}
    assert len(roles) == 1


def test_a_slot_colours_a_line_and_after_five_colours_come_dashes() -> None:
    assert LIGHT.style("boundary", slot=1).stroke == "#009E73"
    looks = {astuple(LIGHT.style("boundary", slot=slot)) for slot in range(20)}
    assert len(looks) == 20
    assert LIGHT.style("boundary", slot=6).stroke == LIGHT.style("boundary", slot=1).stroke
    assert LIGHT.style("marker", slot=1).fill == "#009E73"


@pytest.mark.parametrize("size", [4.0, 8.0, 12.0])
def test_text_on_paper_keeps_its_proportions_but_line_labels_stay_readable(size: float) -> None:
    theme = PRINT.with_text(size)
    assert theme.caption == size
    assert theme.text / theme.caption == pytest.approx(PRINT.text / PRINT.caption)
    assert theme.line_label >= 7.0


def test_half_planes_are_mixed_beforehand() -> None:
    assert LIGHT.style("half-plane-plus").fill == mix_colours("#FFFFFF", "#0072B2", 0.065)
    assert LIGHT.style("half-plane-plus").fill_opacity == 1.0
    assert PRINT.style("half-plane-plus").fill_opacity == 0.0


@pytest.mark.parametrize("theme", ALL, ids=lambda theme: theme.name)
def test_the_trial_line_is_dashed_and_stands_out(theme: Theme) -> None:
    assert contrast(theme.palette.trial, theme.palette.canvas) >= 4.5
    assert contrast(theme.palette.trial, theme.palette.panel) >= 4.5
    assert theme.style("trial").dash is not None
    assert theme.style("boundary").dash is None
    roles = ("trial", "trial-handle", "trial-threshold")
    assert {theme.style(role).stroke for role in roles} == {theme.palette.trial}


def test_the_colours_of_ten_classes_are_told_apart() -> None:
    for palette in (LIGHT.palette, DARK.palette):
        pairs = combinations(palette.classes, 2)
        assert min(math.dist(lab(one), lab(other)) for one, other in pairs) >= 30.0


def test_a_method_has_its_own_colour_in_every_scene() -> None:
    fisher_first = Document.empty().adding(Fisher()).adding(SoftMarginSVM())
    svm_first = Document.empty().adding(SoftMarginSVM()).adding(Fisher())
    colours = [
        {type(m.method): document.slot_of(m) for m in document.methods}
        for document in (fisher_first, svm_first)
    ]
    assert colours[0] == colours[1] == {SoftMarginSVM: 0, Fisher: 1}
    another = fisher_first.adding(SoftMarginSVM(C=3.0)).methods[-1]
    assert another.slot == 2  # its own is taken


def test_lines_of_three_classes_are_ink_and_the_selected_one_whole() -> None:
    dataset = Dataset(np.eye(3)[:, :2], np.arange(3), ("a", "b", "c"))
    document = replace(Document.empty(), dataset=dataset)
    for method in (Fisher(), SoftMarginSVM(), LogisticRegression()):
        document = document.adding(method)
    for theme in ALL:
        styles = [theme.style("boundary", document.slot_of(m)) for m in document.methods]
        assert {style.stroke for style in styles} <= {theme.palette.ink, theme.palette.ink_2}
        assert [style.dash is None for style in styles] == [False, False, True]
        assert len({style.dash for style in styles}) == 3
    assert len({document.slot_of(m) for m in document.methods}) == 3


def test_points_shrink_with_their_number_and_lose_their_rim() -> None:
    sizes = [LIGHT.for_points(n).style("class-plus").size for n in (2, 400, 1_000, 10_000, 10**6)]
    assert sizes[:2] == [9.0, 9.0]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] >= 3.0
    assert LIGHT.for_points(400) is LIGHT
    assert LIGHT.for_points(20_000) is LIGHT.for_points(20_000)
    crowd_theme = LIGHT.for_points(20_000)
    crowd = crowd_theme.style("class-plus")
    assert (crowd.rim, crowd.stroke) == (0.0, None)
    # the few marks that matter are found in any crowd
    for role in ("mean-plus", "handle", "trial-handle"):
        assert LIGHT.for_points(20_000).style(role).size == LIGHT.style(role).size
    assert LIGHT.for_points(20_000).style("sv-free").size > LIGHT.style("class-plus").size
    wrong, of_few = crowd_theme.style("sv-wrong"), LIGHT.style("sv-wrong")
    assert wrong.width / of_few.width <= crowd_theme.crowd  # else crosses cover both classes


def test_no_method_of_many_classes_is_dashed_as_the_boundary_of_bayes() -> None:
    """The two have one colour: an even dash of twice or half the length is told apart."""
    dash = LIGHT.style("bayes").dash
    assert dash is not None
    for slot in range(INK + 1, LINE_LOOKS):
        _, pattern = LIGHT.palette.method(slot)
        assert pattern is not None
        assert len(pattern) > 2 or not 0.5 < pattern[0] / dash[0] < 2.0


def test_five_methods_of_one_picture_are_told_apart_by_dashes_in_grey() -> None:
    slots = (0, 3, 1, 7, 2)  # in the order of the methods, not of their colours
    theme = GREY.for_methods(slots)
    assert theme is GREY.for_methods(slots)  # drawings are cached by its styles
    styles = [theme.style("boundary", slot) for slot in slots]
    assert [style.dash is None for style in styles] == [True, False, False, False, False]
    assert [theme.style("boundary-key", slot).dash for slot in slots] == [s.dash for s in styles]
    roles = ("margin", "trial", "trial-key", "bayes", "bayes-key", "projector", "ghost")
    dashes = [style.dash for style in (*styles, *map(theme.style, roles))]
    assert len(set(dashes)) == len(styles) + len({theme.style(role).dash for role in roles})
    sample = 1.4 * theme.caption  # of the legend: it holds a whole period
    assert all(sum(style.dash or ()) <= sample for style in styles)
    for slot in (None, *slots):  # a gap is drawn in the grey of its method
        gap = theme.style("gap", slot)
        assert gap.width < 0.75 * styles[0].width
        assert all(gap.dash[0] / gap.dash[1] < 0.5 * dash[0] / dash[1] for dash in dashes[1:5])
    looks = [theme.palette.method_of_several(number) for number in range(20)]
    assert len(set(looks)) == 20


def test_one_method_and_every_palette_of_colours_keep_their_lines() -> None:
    assert GREY.for_methods((1,)) is GREY
    assert GREY.style("boundary", 1).dash is None
    for theme in ALL:
        if theme is not GREY:
            assert theme.for_methods((0, 1, 2)) is theme


def test_the_colours_of_the_dark_theme_stand_out() -> None:
    p = DARK.palette
    for colour in (*p.methods, p.plus, p.minus):
        assert contrast(colour, p.canvas) >= 4.5
