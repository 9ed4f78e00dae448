"""Scene files: round trips, versions, and the sentence for every kind of wrong file."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import solvers
from linclass_gui.errors import UserError
from linclass_gui.files.codec import decode, encode
from linclass_gui.files.json_values import CodecError
from linclass_gui.files.names import kebab
from linclass_gui.files.shipped import lesson_path
from linclass_gui.scene.document import Document, TrialLine
from linclass_gui.scene.feature_view import SCORE, FeatureView
from linclass_gui.scene.methods import ONLY_MANY, MethodInUse
from linclass_gui.scene.view import View

POPULATIONS = solvers.Populations(
    solvers.GaussianPopulation((-1.5, 0.1), ((1.0, 0.3), (0.3, 2.0)), 0.2),
    solvers.GaussianPopulation((0.7, 1 / 3)),
)


def document_with(points: list[tuple[float, float, int]]) -> Document:
    """A document that uses every part of the format."""
    dataset = solvers.Dataset(
        np.array([p[:2] for p in points], dtype=float).reshape(-1, 2),
        np.array([p[2] for p in points], dtype=np.int64),
        ("nein", "ja „x“"),
    )
    methods = (
        MethodInUse("m1", solvers.SoftMarginSVM(C=12.5), 0, kernel=solvers.GaussianKernel(0.5)),
        MethodInUse(
            "m7", solvers.Fisher(offset="prior"), 3, enabled=False, features=solvers.Polynomial(3)
        ),
    )
    return Document(
        dataset,
        methods,
        selected="m7",
        layers=frozenset({"grid", "hulls"}),
        view=View(-1.0, 2.0, -3.0, 4.5),
        trial=TrialLine(30.0, (0.1, -0.2)),
        axis_names=("petal length", "$x_2$"),
        title="A title",
        notes="two\nlines",
        seed=7,
        populations=POPULATIONS,
        landscape="J_q",
        feature_view=FeatureView((2, SCORE), -30.5, 40.0),
    )


def assert_same(a: Document, b: Document) -> None:
    assert np.array_equal(a.dataset.X, b.dataset.X)
    assert np.array_equal(a.dataset.labels, b.dataset.labels)
    assert a.dataset.class_names == b.dataset.class_names
    assert replace(a, dataset=b.dataset).__dict__ == b.__dict__


@pytest.mark.slow
@given(
    st.lists(
        st.tuples(
            st.floats(allow_nan=False, allow_infinity=False),
            st.floats(-1e9, 1e9),
            st.integers(0, 1),
        ),
        max_size=12,
    )
)
def test_a_scene_comes_back_exactly(points: list[tuple[float, float, int]]) -> None:
    document = document_with(points)
    text = encode(document)
    assert_same(decode(text, "t"), document)
    assert encode(decode(text, "t")) == text


def test_the_file_is_readable_one_point_a_line() -> None:
    text = encode(document_with([(1.5, -2.0, 1), (0.25, 3.0, 0)]))
    assert "\n      [1.5, -2.0, 1],\n      [0.25, 3.0, 0]\n" in text
    assert json.loads(text)["version"] == 1


def mutated(**changes: object) -> str:
    raw = json.loads(encode(document_with([(1.0, 2.0, 0)])))
    for place, value in changes.items():
        target = raw
        *path, last = place.split("__")
        for key in path:
            target = target[int(key[1:])] if key[:1] == "i" and key[1:].isdigit() else target[key]
        target[last] = value
    return json.dumps(raw)


POINT = "[x1, x2, class 0 to 1] with finite numbers"
KNOWN = [kebab(kind) for kind in (*solvers.METHODS, *ONLY_MANY)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            '{"format": "linclass scene",\n  "version": 1,,}',
            "t, line 2, column 16: this is not JSON from here on",
        ),
        ("[1, 2]", 't: this is not a linclass scene (it does not say "format": "linclass scene")'),
        (
            mutated(version=99),
            (
                "t: made by a newer linclass (scene version 99; this one reads up to 1): update "
                "linclass"
            ),
        ),
        (mutated(version="1"), "t: version must be a whole number from 1; got '1'"),
        (mutated(data__points=[[1, 1, 0], {}]), f"t: data.points[1] must be {POINT}; got {{}}"),
        (
            mutated(methods__i0__name="magic"),
            f"t: there is no method 'magic'; choose one of {', '.join(KNOWN)}",
        ),
        (
            mutated(data__classes=list("abcdefghijk")),
            "t: data.classes names 11 classes; at most 10 can be told apart",
        ),
        (mutated(methods__i0__name="m" * 5000), None),
        (mutated(methods__i0__id="m" + "1" * 5000), None),
        (mutated(methods=[{}] * 1001), "t: the scene has 1001 methods; at most 1000 can be shown"),
        (mutated(trial={"angle": 10**400, "pivot": [0, 0]}), None),
        (mutated(version=10**400), None),
        (
            '{"format": "linclass scene", "version": ' + "9" * 5000 + "}",
            "t: this JSON is nested too deeply, or a number in it has too many digits",
        ),
        ("[" * 100_000, "t: this JSON is nested too deeply, or a number in it has too many digits"),
        (
            '{"format": "linclass scene", "version": 1, "version": 1}',
            "t: the key 'version' stands twice in one object",
        ),
        *(
            (
                mutated(
                    methods=[
                        {"id": "m1", "name": "least-squares", "parameters": {"targets": targets}}
                    ]
                ),
                (
                    "t: methods[0].parameters.targets must be a sequence of numbers, each a finite "
                    f"number; got {json.dumps(targets)}"
                ),
            )
            for targets in ([1, "a"], "a", [[1]], {"a": 1}, True)
        ),
        (
            mutated(data=json.loads("[" * 900 + "]" * 900)),
            f"t: data must be an object; got {'[' * 60}...",
        ),
    ],
)
def test_wrong_scenes_say_where_and_why(text: str, sentence: str | None) -> None:
    with pytest.raises(CodecError) as caught:
        decode(text, "t")
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("t")
    if sentence is not None:
        assert str(caught.value) == sentence


def test_a_wrong_value_is_repeated_in_short_however_long_it_is() -> None:
    for value in ("x" * 10_000, ["y"] * 10_000, {str(k): k for k in range(10_000)}, 10**4000):
        with pytest.raises(CodecError) as caught:
            decode(mutated(trial=value), "t")
        assert len(str(caught.value)) < 160


def test_a_trial_line_turned_by_next_to_nothing_comes_back() -> None:
    once = decode(mutated(trial={"angle": -1e-20, "pivot": [0, 0.5]}), "t")
    assert once.trial == TrialLine(0.0, (0.0, 0.5))
    assert decode(encode(once), "t").trial == once.trial


def test_whole_numbers_for_real_parameters_are_real() -> None:
    document = decode(mutated(methods__i0__parameters={"C": 10**50}), "t")
    method = document.methods[0].method
    assert isinstance(method, solvers.SoftMarginSVM)
    assert isinstance(method.C, float)


def test_a_view_that_cannot_be_drawn_shows_all_points() -> None:
    for view in ([-1.7e308, 1.7e308, 0, 1], [1.0, 1.0 + 2.5e-16, 0, 1], [0, 1, 5e15, 5e15 + 1]):
        assert decode(mutated(view=view), "t").view is None


def test_an_unknown_lesson_lists_those_there_are() -> None:
    with pytest.raises(UserError, match="two-clouds"):
        lesson_path("nowhere")


# --- the origin and the units of maps and kernels -------------------------------------------------

FAR = solvers.Dataset(
    np.array([[162.0, 58.0], [178.0, 58.0], [162.0, 82.0], [178.0, 82.0]]), np.array([0, 1, 1, 0])
)


def far_scene(
    features: solvers.FeatureMap | None = None, kernel: solvers.Kernel | None = None
) -> Document:
    used = MethodInUse("m1", solvers.SoftMarginSVM(), 0, kernel=kernel)
    return Document(FAR, (used if features is None else replace(used, features=features),), "m1")


def test_a_new_map_is_about_the_data_and_comes_back_so() -> None:
    for document in (
        far_scene(solvers.Polynomial(3)),
        far_scene(kernel=solvers.PolynomialKernel(3)),
    ):
        space = document.methods[0].centred
        assert (space.origin, space.units) == ((170.0, 70.0), (8.0, 12.0))
        assert decode(encode(document), "file").methods == document.methods


def test_points_that_move_leave_the_numbers_as_they_are() -> None:
    document = far_scene(solvers.Polynomial(2))
    moved = replace(document, dataset=document.dataset.moved(0, (900.0, 900.0)))
    assert moved.methods[0].features == document.methods[0].features


def test_as_written_is_not_mentioned_and_older_files_mean_it() -> None:
    document = far_scene(solvers.Polynomial(2).as_written)
    text = encode(document)
    assert '"features": {"name": "polynomial", "degree": 2}' in text
    assert decode(text, "file").methods == document.methods


def test_null_in_a_file_is_about_its_points() -> None:
    raw = json.loads(encode(far_scene(solvers.Polynomial(2).as_written)))
    raw["methods"][0]["features"].update(origin=None, units=None)
    assert decode(json.dumps(raw), "file").methods == far_scene(solvers.Polynomial(2)).methods
