"""What a sweep goes through: parameters of methods that are on, and steps of a run."""

from dataclasses import replace

import pytest

from linclass_gui.answers.sweeps import (
    MISS_COST,
    STEP,
    SWEEP_WORDS,
    TRIAL,
    Sweep,
    sweep_variants,
    sweepable,
    value_label,
    with_parameter,
    with_settings,
)
from linclass_gui.errors import UserError
from linclass_gui.files.first_picture import open_document
from linclass_gui.scene.document import Document
from linclass_gui.scene.pairs import ALL
from solvers import (
    METHODS,
    AnyMethod,
    LeastSquares,
    Perceptron,
    SoftMarginSVM,
    parameters_of,
)


def with_soft_margin_off(*on: object) -> Document:
    """Two clouds with some methods on and the soft margin off."""
    document = replace(open_document("lesson:two-clouds"), methods=(), selected="")
    for method in (*on, SoftMarginSVM()):
        document = document.adding(method)
    return document.with_method(replace(document.methods[-1], enabled=False)).with_selection


@pytest.mark.parametrize("name", ["C", "algorithm"])
def test_a_parameter_of_a_method_that_is_off_is_refused(name: str) -> None:
    document = with_soft_margin_off(Perceptron())
    value = "smo" if name == "algorithm" else "10"
    for how in ("--set", SWEEP_WORDS):
        with pytest.raises(
            UserError,
            match=f"{how} {name}: no method that is on has .*Soft-margin SVM has it and is off",
        ):
            with_parameter(document, name, value, how)


def test_a_parameter_that_no_method_uses_as_it_is_set_is_refused() -> None:
    document = replace(with_soft_margin_off(), methods=(), selected="").adding(SoftMarginSVM())
    with pytest.raises(
        UserError,
        match="over batch: no method that is on uses it; Soft-margin SVM does with algorithm = sub",
    ):
        list(sweep_variants(document, Sweep.parse("batch=1,2")))
    with pytest.raises(UserError, match="--set batch: no method that is on uses it"):
        with_settings(document, {"batch": "1"})
    assert (
        with_settings(document, {"batch": "1", "algorithm": "subgradient"}).methods[0].method.batch
        == 1
    )


def test_a_sweep_over_steps_goes_through_a_run() -> None:
    document = with_soft_margin_off(Perceptron())
    variants = list(sweep_variants(document, Sweep.parse("step=1,3")))
    assert [step for _, step in variants] == [1, 3]
    assert all(each.methods is document.methods for each, _ in variants)
    assert [value_label(each, STEP, step) for each, step in variants] == ["step 1", "step 3"]
    with pytest.raises(UserError, match="whole number"):
        list(sweep_variants(document, Sweep.parse("step=1,0.5")))


def test_a_parameter_called_step_is_meant_where_a_method_uses_it() -> None:
    document = with_soft_margin_off(SoftMarginSVM(algorithm="subgradient"))
    variants = list(sweep_variants(document, Sweep.parse("step=1,3")))
    assert [(each.methods[0].method.step, step) for each, step in variants] == [
        (1.0, None),
        (3.0, None),
    ]


@pytest.mark.parametrize(
    "on", [(Perceptron(),), (LeastSquares(),), (SoftMarginSVM(algorithm="subgradient"),)]
)
def test_everything_that_the_dialog_offers_can_be_swept(on: tuple[object, ...]) -> None:
    document = with_soft_margin_off(*on)
    offered = [name for name, _ in sweepable(document)]
    values = {"landscape": "errors", STEP: "1", TRIAL: "30", MISS_COST: "5"}
    for name in offered:
        having = (m.method for m in document.enabled_methods if hasattr(m.method, name))
        value = values.get(name) or str(getattr(next(having), name))
        if value != "None":
            assert list(sweep_variants(document, Sweep(name, (value,))))


@pytest.mark.parametrize("kind", METHODS, ids=lambda kind: kind.__name__)
def test_every_parameter_of_a_method_that_is_on_is_offered_and_of_one_that_is_off_refused(
    kind: type[AnyMethod],
) -> None:
    document = replace(Document.empty(), dataset=open_document("lesson:two-clouds").dataset)
    document = document.adding(kind())
    (in_use,) = document.methods
    offered = dict(sweepable(document))
    off = document.with_method(replace(in_use, enabled=False))
    for parameter in parameters_of(kind):
        if parameter.kind in ("float", "int", "choice") and parameter.applies(in_use.method):
            assert parameter.name in offered
            value = str(getattr(in_use.method, parameter.name))
            if value == "None":
                continue
            assert list(sweep_variants(document, Sweep(parameter.name, (value,))))
            with pytest.raises(UserError, match=r"has it and is off: switch it on first|has steps"):
                list(sweep_variants(off, Sweep(parameter.name, (value,))))


def test_the_cost_of_a_miss_is_swept_in_the_words_of_the_scene() -> None:
    document = open_document("lesson:two-thresholds")
    variants = list(sweep_variants(document, Sweep.parse("miss_cost=1,5")))
    assert [changed.miss_cost for changed, _ in variants] == [1.0, 5.0]
    assert [value_label(changed, MISS_COST) for changed, _ in variants] == [
        "a miss costs 1",
        "a miss costs 5",
    ]
    with pytest.raises(UserError, match=r"panel miss_cost: choose of 0\.1, .*; got '3'"):
        with_settings(document, {MISS_COST: "3"}, "panel")


def test_a_pair_of_classes_is_chosen_and_swept_by_its_name() -> None:
    document = open_document("example:iris")
    assert "margins" not in document.layers  # of a pair that nobody chose
    sweep = Sweep.parse("member=setosa/virginica,virginica/versicolor,all")
    variants = [changed for changed, _ in sweep_variants(document, sweep)]
    assert [changed.member for changed in variants] == [(2, 0), (2, 1), ALL]
    assert all("margins" in changed.layers for changed in variants)
    assert [value_label(changed, "member") for changed in variants] == [
        "setosa against virginica",
        "versicolor against virginica",
        "all pairs",
    ]
    with pytest.raises(UserError, match=r"panel member: choose of setosa/versicolor, .*, all;"):
        with_settings(document, {"member": "setosa"}, "panel")
    of_two = open_document("lesson:two-thresholds")
    with pytest.raises(UserError, match="a pair of three and more classes"):
        with_settings(of_two, {"member": "setosa"}, "panel")
